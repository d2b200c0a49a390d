"""The package is the whole header, and what it says of it is so."""

from __future__ import annotations

import ctypes
import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import countersign
from countersign import Card, Ending, Engine, Payment, Run, State, When, aio, hook_names
from countersign._fields import FIELDS
from countersign._hooks import documented_name
from countersign._library import _PROTOTYPES, HOOK_NAMES, HooksStruct
from countersign._names import CONSTANTS, FUNCTIONS, spoken

from support import VIRTUAL, payment

TOP = Path(__file__).parents[2]
HEADER = (TOP / "Include" / "countersign.h").read_text(encoding="utf-8")
CODE = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
PACKAGE = TOP / "Sources" / "Python" / "countersign"
DECLARED = {name: (result.strip(), parameters) for result, name, parameters in re.findall(
    r"^(?!typedef)([a-z][\w ]*?[ *]+)(csn_\w+)\(([^;]*?)\)(?: CSN_MUST_CHECK)?;", CODE, re.MULTILINE)}
MODULES = ["countersign"] + [f"countersign.{module.name}" for module in pkgutil.iter_modules([str(PACKAGE)])]

SCALARS: dict[str, Any] = {
    "int32_t": ctypes.c_int32,
    "csn_status": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
}


def kind(declaration: str) -> set[Any]:
    """The types of ctypes that may stand for a C type."""
    text = re.sub(r"\b(const|struct)\b", "", declaration)
    stars, base = text.count("*"), text.replace("*", " ").split()[0]
    if stars == 0:
        return {"csn_hook": {countersign._library.HOOK}, "csn_destroy": {countersign._library.DESTROY}}.get(
            base, {None} if base == "void" else {SCALARS.get(base)})
    if base == "char" and stars == 1:
        return {ctypes.c_char_p, ctypes.c_void_p}
    if stars == 2 or base not in SCALARS:
        return {ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(HooksStruct),
                ctypes.POINTER(countersign._library.EngineOptions)}
    return {ctypes.POINTER(SCALARS[base])}


def test_the_header_was_read() -> None:
    assert len(DECLARED) >= 80


def test_every_function_has_its_prototype_and_none_is_more() -> None:
    assert set(_PROTOTYPES) == set(DECLARED)


def test_every_prototype_is_the_headers() -> None:
    for name, (restype, argtypes) in _PROTOTYPES.items():
        result, parameters = DECLARED[name]
        assert restype in kind(result), name
        declared = [] if parameters.strip() == "void" else parameters.split(",")
        assert len(argtypes) == len(declared), name
        for argtype, parameter in zip(argtypes, declared):
            assert argtype in kind(parameter), f"{name}: {parameter}"


def test_every_function_is_used() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py")
                      if path.name not in ("_names.py",))
    body = sources.replace((PACKAGE / "_library.py").read_text(encoding="utf-8"), "")
    setters = {f"{owner}_set_hooks" for owner in ("csn_engine", "csn_payment")}  # made from _setter_name
    in_loader = {"csn_abi_version", "csn_free"}
    assert 'self._setter_name + "s"' in body
    unused = {name for name in DECLARED if not re.search(rf"\b{name}\b", body)} - setters - in_loader
    assert unused == set()
    assert all(f"library.{name}(" in sources for name in in_loader)


def test_what_python_calls_a_function_exists() -> None:
    for spelling in {*FUNCTIONS.values(), *CONSTANTS.values()} - {"Card's fields", "CardField's methods"}:
        owner, _, member = spelling.rstrip("()").partition(".")
        found = getattr(countersign, owner)
        if member and not hasattr(found, member):  # an attribute of its objects
            assert re.search(rf"self\.{member}\b.* = ", inspect.getsource(found)), spelling


def test_every_function_has_a_python_spelling() -> None:
    assert set(FUNCTIONS) == set(DECLARED)


def test_every_message_of_the_library_can_be_said_in_python() -> None:
    said = 0
    for path in TOP.glob("Sources/Countersign*/**/*.swift"):
        for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', path.read_text(encoding="utf-8")):
            if " " in text and re.search(r"csn_|CSN_", text):
                said += 1
                assert not re.search(r"csn_|CSN_", spoken(text)), (path.name, spoken(text))
    assert said > 5
    assert spoken("give it one with csn_payment_set_card(), or") == "give it one with Payment.set_card(), or"
    assert all(name.rstrip("…") in HEADER for name in CONSTANTS)


def test_an_error_speaks_python(engine: Engine) -> None:
    paid = engine.payment({"amount": "1", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "no-card"})
    paid.run()
    assert paid.error is not None
    for message in (paid.error.message, paid["error.message"], paid.data["error"]["message"]):
        assert "csn_" not in message and "Payment.set_card()" in message


def test_the_fields_are_those_of_the_documents() -> None:
    table = (TOP / "Sources" / "README.md").read_text(encoding="utf-8").split("<!-- fields: payment -->")[1].split("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    told = [name for row in rows for name in re.findall(r"`([\w.]+)`", row)]
    assert FIELDS == set(told)


def test_the_hooks_are_those_of_the_library() -> None:
    assert [documented_name(name) for name in HOOK_NAMES] == hook_names()
    members = CODE.split("typedef struct csn_hooks {")[1].split("}")[0]
    assert re.findall(r"csn_hook (\w+);", members) == list(HOOK_NAMES)


def test_the_version_is_the_headers() -> None:
    declared = re.search(r'#define CSN_VERSION "(.*)"', HEADER)
    assert declared is not None and countersign.version() == declared[1]
    project = (TOP / "Sources" / "Python" / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{declared[1]}"' in project and 'requires-python = ">=3.9"' in project
    assert (PACKAGE / "py.typed").exists()


def test_constants_are_the_headers() -> None:
    for prefix, words in (("CSN_STATE_", State), ("CSN_ENDING_", Ending), ("CSN_CHECK_", countersign.Check)):
        declared = {name: int(number) for name, number in re.findall(rf"#define {prefix}(\w+) (\d+)", HEADER)}
        assert {word.name: int(word) for word in words} == declared
    for word in Run:
        assert f"#define CSN_{word.name} {int(word)}" in HEADER
    for when in list(When)[1:]:
        assert re.search(rf"#define CSN_WHEN_{when.name} {int(when)}\b", HEADER)


def test_words_print_as_words() -> None:
    assert f"{Ending.REFUSED} {Run.SETTLED!s:>8} {State.UNKNOWN:<8}|" == "REFUSED  SETTLED UNKNOWN |"
    assert str(When.NOT_SENT) == "NOT_SENT" and repr(Ending.NONE) == "<Ending.NONE: 0>"
    assert "%s" % countersign.Check.LUHN == "LUHN"


def test_what_is_exported_is_there_and_said_what_it_is() -> None:
    for name in countersign.__all__:
        exported = getattr(countersign, name)
        assert name in ("NONE", "HookFunction") or exported.__doc__, name
    for owner in (Engine, Payment, Card, aio.Engine, aio.Payment, countersign.Event, countersign.Later, countersign.Sandbox):
        for name in dir(owner):
            if not name.startswith("_"):
                assert getattr(owner, name).__doc__, f"{owner.__name__}.{name}"


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_the_documentation_run(module: str) -> None:
    found = importlib.import_module(module)
    names = {name: getattr(countersign, name) for name in countersign.__all__} | {"Decimal": __import__("decimal").Decimal}
    for example in doctest.DocTestFinder(exclude_empty=True).find(found, extraglobs=names):
        output: list[str] = []
        results = doctest.DocTestRunner(verbose=False).run(example, out=output.append, clear_globs=True)
        assert results.failed == 0, "".join(output)


def test_the_examples_are_many() -> None:
    assert sum(path.read_text(encoding="utf-8").count(">>> ") for path in PACKAGE.glob("*.py")) > 20


def test_a_field_reads_the_same_either_way(engine: Engine) -> None:
    """One by one, and out of all of them at once: the same values, of the same types."""
    from support import CHALLENGE, SOFT_DECLINE, Host, drive

    seen: set[str] = set()

    def compare(source: Any) -> None:
        single = {path: source.get(path) for path in sorted(FIELDS)}
        for path in sorted(FIELDS):
            whole = countersign._fields.nested(source.data, path)
            assert (single[path], type(single[path])) == (whole, type(whole)), path
            seen.update([path] if whole is not None else [])

    for number in (CHALLENGE, SOFT_DECLINE, "4111110000000518"):
        host = Host()

        def check(event: countersign.Event) -> Any:
            compare(event)
            return host(event)

        for name in hook_names():
            engine.hook(name)(check)
        paid = payment(engine, number)
        drive(engine, paid)
        compare(paid)
    assert len(seen) > 40


def test_a_field_that_is_none_says_so() -> None:
    with Engine(VIRTUAL) as engine:
        paid = payment(engine)
        for wrong, near in (("card.brnad", "card.brand"), ("result.provider.cod", "result.provider.code"), ("amout", "amount")):
            with pytest.raises(countersign.UnknownField, match=re.escape(near)):
                paid[wrong]
            with pytest.raises(KeyError):
                paid.get(wrong)
        assert paid.get("result.state") is None and paid.get("card", 7) == 7
        with pytest.raises(KeyError) as missing:
            paid["result.state"]
        assert not isinstance(missing.value, countersign.UnknownField)
