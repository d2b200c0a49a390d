"""Writes the table of tries for Tests/capi/input.h: one entry for each function of the header, with what each parameter may be.

usage: input.py HEADER   (the C text goes to standard output)

The list of functions is the header's own. A parameter that no rule here knows, or a function that answers in an unknown way,
ends the writing: whoever adds one says here how it can be abused.
"""

import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FUNCTION = re.compile(r"^((?:const )?\w+ ?\**) ?\b(csn_\w+)\(([^;]*?)\)(?: CSN_MUST_CHECK)?;", re.MULTILINE)

OBJECTS = "engine payment card error event reply".split()

# What a function answers, and how that is looked at.
ANSWERS = {"csn_status": "STATUS", "int32_t": "NUMBER", "const char *": "TEXT", "void": "NOTHING", "uint32_t": "NOTHING",
           "uint64_t": "NOTHING", "csn_payment *": "NOTHING"}

# Texts by the parameter's name; each kind begins with one that is right.
TEXTS = {"path": "PATH", "value": "VALUE", "json": "JSON", "transaction_json": "TRANSACTION", "options_json": "OPTIONS",
         "name": "NAME", "reason": "VALUE", "brand": "BRAND", "creq": "CREQ", "otp": "OTP"}

# Numbers that have no size of something beside them.
INTEGERS = {"int32_t", "int64_t", "csn_status"}

RESULTS = {"int64_t *": "int64", "int32_t *": "int32"}


def split(parameters):
    """Type and name of each parameter."""
    if parameters.strip() == "void":
        return []
    pairs = []
    for parameter in " ".join(parameters.split()).split(","):
        kind, name = re.fullmatch(r"\s*(.*?)(\w+)\s*", parameter).groups()
        pairs.append((kind.strip(), name))
    return pairs


def kinds(function, parameters):
    """The kinds of a function's parameters: pairs of a kind and of how many arguments it stands for."""
    found = []
    rest = list(parameters)
    while rest:
        kind, name = rest.pop(0)
        following = [item for item, _ in rest]
        bare = kind.removeprefix("const ")
        if (match := re.fullmatch(r"csn_(\w+) \*", bare)) and match[1] in OBJECTS:
            found.append((f"KIND_{match[1].upper()}", f"({kind})HANDLE"))
        elif (match := re.fullmatch(r"csn_(\w+) \*\*", kind)) and match[1] in OBJECTS:
            is_error = match[1] == "error" and function != "csn_payment_error"
            found.append(("KIND_ERROR_SLOT" if is_error else "KIND_OUT", f"({kind})SLOT"))
        elif kind == "const char *" and following[:1] == ["size_t"] and rest[0][1] == "length":
            rest.pop(0)
            found.append(("KIND_BYTES", "BYTES, LENGTH"))
        elif kind == "const char *" and name in TEXTS:
            found.append((f"KIND_{TEXTS[name]}", "TEXT"))
        elif kind == "char *" and [item[1] for item in rest[:1]] == ["capacity"]:
            rest.pop(0)
            found.append(("KIND_BUFFER", "BUFFER, CAPACITY"))
        elif kind == "char **":
            found.append(("KIND_OUT_TEXT", "(char **)SLOT"))
        elif kind == "size_t *" or kind in RESULTS:
            found.append(("KIND_OUT_NUMBER", f"({kind})SLOT"))
        elif kind == "csn_hook" and following[:2] == ["void *", "csn_destroy"]:
            del rest[:2]
            found.append(("KIND_HOOK", "HOOK, &destroyed, DESTROY"))
        elif kind in ("csn_hooks *", "csn_engine_options *") and following[:1] == ["uint32_t"]:
            rest.pop(0)
            found.append(("KIND_INIT", f"({kind})MEMORY, SIZE"))
        elif kind == "const csn_hooks *":
            found.append(("KIND_HOOKS", "HOOKS"))
        elif kind == "const csn_engine_options *":
            found.append(("KIND_ENGINE_OPTIONS", "ENGINE_OPTIONS"))
        elif kind == "void *" and function == "csn_free":
            found.append(("KIND_MEMORY", "FREEABLE"))
        elif kind in INTEGERS or kind == "size_t" and name.startswith("selection_"):
            found.append(("KIND_INTEGER", f"({kind})INTEGER"))
        else:
            sys.exit(f"input.py: {function}: no rule says what '{kind}{name}' may be")
    return found


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        header = COMMENT.sub("", file.read())
    functions = FUNCTION.findall(header)
    declared = set(re.findall(r"^(?!typedef|#)[\w* ]*?\b(csn_\w+)\(", header, re.MULTILINE))
    if missed := declared - {name for _, name, _ in functions}:
        sys.exit(f"input.py: cannot read the declaration of {', '.join(sorted(missed))}")
    print('/* Written by Tests/tools/input.py from the header. */\n#include "input.h"\n')
    rows = []
    for answer, name, parameters in functions:
        if answer.strip() not in ANSWERS:
            sys.exit(f"input.py: {name}: no rule says how to look at an answer of type {answer}")
        how = ANSWERS[answer.strip()]
        found = kinds(name, split(parameters))
        inside = [re.sub(r"\b([A-Z][A-Z_]+)\b", rf"ARGUMENT_\1({place})", text) for place, (_, text) in enumerate(found)]
        call = f"{name}({', '.join(inside)})"
        body = {"NOTHING": f"(void){call}; return 0;", "TEXT": f"return look_at_text({call});"}.get(how, f"return {call};")
        print(f"static int32_t try_{name}(const int *at) {{ (void)at; {body} }}")
        listed = ", ".join(kind for kind, _ in found) or "0"
        rows.append(f'    {{"{name}", ANSWERS_{how}, try_{name}, {len(found)}, {{{listed}}}}},')
    print("\nstatic const entry entries[] = {")
    print("\n".join(rows))
    print("};\n\nint main(void) { return try_all(entries, sizeof entries / sizeof *entries); }")


if __name__ == "__main__":
    main(sys.argv[1:])
