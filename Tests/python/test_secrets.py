"""Card data and keys: in nothing that a program prints, pickles, copies or logs, and wiped where they were."""

from __future__ import annotations

import copy
import gc
import io
import logging
import pickle
import sys
import traceback
from typing import Any, Callable

import pytest

from countersign import (
    NONE,
    Card,
    Decision,
    Ending,
    Engine,
    Event,
    Fail,
    Later,
    Proceed,
    aio,
    hook_names,
)

from support import CHALLENGE, VIRTUAL, Host, drive, payment, transaction

PAN = b"4111110000000112"
CVC = b"737"
KEY = b"merchant-key-9151"


def secrets_in(text: str) -> list[str]:
    """The secrets that stand in a text."""
    return [secret.decode() for secret in (PAN, KEY) if secret.decode() in text or secret.hex() in text]


def everything(value: Any, depth: int = 4) -> str:
    """All that can be seen of an object through Python, inside as well."""
    seen = [repr(value), str(value), format(value)]
    if depth > 0 and hasattr(value, "__dict__"):
        seen += [everything(member, depth - 1) for member in vars(value).values()]
    return "\n".join(seen)


def full_card(engine: Any) -> Card:
    card: Card = engine.card(number=bytearray(PAN), expiry="12/39", cvc=bytearray(CVC), holder_name="Jo Doe")
    return card


@pytest.fixture
def seen(engine: Engine) -> list[Any]:
    """Everything that a payment with a challenge, keys and a failing hook brings along."""
    found: list[Any] = []
    host = Host()

    def note(event: Event) -> Any:
        found.extend([repr(event), event.data, everything(event), traceback.format_stack()])
        if event.name == "onGetCredentials":
            return Proceed(sessionId="s-1", secrets={"hmacKey": bytearray(KEY)})
        if event.name == "onPreAuthorisation":
            raise ValueError("broken")
        return host(event)

    for name in hook_names():
        engine.hook(name)(note)
    entry = full_card(engine)
    found.append(everything(entry))
    paid = payment(engine, data=transaction())
    paid.set_card(entry)
    drive(engine, paid)
    assert paid.ending is Ending.ERROR
    stream = io.StringIO()
    logging.getLogger("shop").addHandler(handler := logging.StreamHandler(stream))
    try:
        raise paid.error or AssertionError
    except Exception as error:
        logging.getLogger("shop").exception("failed: %r %s", paid, error)
        found.extend([repr(error), str(error), pickle.dumps(error).decode("latin1"),
                      "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())])
    finally:
        logging.getLogger("shop").removeHandler(handler)
    found.extend([stream.getvalue(), everything(paid), paid.data, everything(engine), engine.sandbox.books(),
                  everything(Proceed(secrets={"hmacKey": bytearray(KEY)}), 0)])
    return found


def test_nothing_shows_a_secret(seen: list[Any]) -> None:
    assert len(seen) > 40
    for each in seen:
        assert secrets_in(str(each)) == []


def test_what_was_passed_in_is_wiped_whatever_happens(engine: Engine) -> None:
    closed = engine.card()
    closed.close()
    attempts: list[Callable[[bytearray], object]] = [
        lambda number: engine.card(number=number),
        lambda number: engine.card(number=number, nonsense=bytearray(1)),
        lambda number: closed.number.set(number),
        lambda number: closed.number.insert(number, 0),
        lambda number: engine.card().number.insert(number, 5000),
        lambda number: engine.card().number.set(number),
    ]
    for attempt in attempts:
        number = bytearray(PAN)
        try:
            attempt(number)
        except Exception:
            pass
        assert number == bytearray(len(PAN))


def test_formatted_text_is_exactly_as_long_as_it_is(engine: Engine) -> None:
    """A buffer that was shrunk would leave digits behind in memory that is no longer ours."""
    with full_card(engine) as entry:
        for field, length in ((entry.number, 19), (entry.cvc, 3), (entry.holder_name, 6)):
            text = field.formatted()
            assert len(text) == length and getattr(text, "__alloc__", int)() <= length + 1
    with engine.card() as empty:
        assert empty.number.formatted() == b""


def test_what_belongs_to_this_process_is_neither_pickled_nor_copied(engine: Engine) -> None:
    events: list[Event] = []
    laters: list[Later] = []

    def keep(event: Event) -> Decision:
        event.data
        events.append(event)
        laters.append(event.later())
        return laters[-1]

    paid = payment(engine, on_pre_authorisation=keep)
    paid.run(timeout=0)
    objects: list[Any] = [engine, paid, full_card(engine), full_card(engine).number, events[0], laters[0], NONE, Fail("no"),
                          Proceed(secrets={"hmacKey": bytearray(KEY)}), engine.sandbox]
    for each in objects:
        uses: list[Callable[[Any], Any]] = [pickle.dumps, copy.copy, copy.deepcopy]
        for use in uses:
            with pytest.raises(TypeError, match="cannot pickle or copy"):
                use(each)
    laters[0].none()


def test_a_wrong_answer_is_not_quoted() -> None:
    """What a hook returns by mistake may be anything."""
    with Engine(VIRTUAL, on_pre_authorisation=lambda event: PAN.decode()) as engine:  # type: ignore[arg-type, return-value]
        paid = payment(engine, CHALLENGE)
        paid.run()
        assert paid.error is not None
        shown = traceback.format_exception(type(paid.error), paid.error, None) + [str(paid.error.__cause__)]
        assert secrets_in("".join(shown)) == [] and "returned a str" in paid.error.message


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="PyPy counts the constants of programs among its objects")
def test_card_data_is_not_left_with_the_garbage(engine: Engine) -> None:
    """No object of Python's holds the number once the payment has it."""
    entry = full_card(engine)
    paid = engine.payment(transaction(), card=entry)
    gc.collect()
    held = [value for value in gc.get_objects() if isinstance(value, (bytes, bytearray, str)) and PAN.decode() in str(value)]
    assert held == []
    paid.close()


def test_asyncio_shows_no_more() -> None:
    with aio.Engine(VIRTUAL) as engine:
        paid = engine.payment(transaction(), card=full_card(engine))
        assert repr(paid) == "<Payment created, none>" and repr(engine) == "<Engine>"
        assert secrets_in(everything(paid) + everything(engine)) == []
        with pytest.raises(TypeError):
            pickle.dumps(paid)
    assert repr(engine) == "<Engine, closed>"
