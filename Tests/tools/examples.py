"""Runs the examples and compares what they print, byte for byte, with examples/expected.

usage: examples.py PROGRAMS   (in the top folder; PROGRAMS holds the C examples as built)

expected/minimal.txt is what `minimal` prints, expected/pay-challenged.txt what `pay challenged --otp 1234` does, the
program in C and the one in Python alike, where both are there. What they do not understand, they say and run nothing.
"""

import difflib
import glob
import os
import sys

from checks import Checks, run, text

EXPECTED = "examples/expected"


def compare(checks, title, command, expected):
    status, output = run(command)
    difference = list(difflib.unified_diff(expected.splitlines(), output.splitlines(), "expected", "printed", lineterm=""))
    if status != 0:
        difference.append(f"exit status {status}")
    if not difference and output != expected:
        difference.append("the ends of lines differ")
    checks.check(title, difference)


def main(programs):
    checks = Checks()
    told = set()
    for path in sorted(glob.glob(f"{EXPECTED}/*.txt")):
        name, _, flow = os.path.splitext(os.path.basename(path))[0].partition("-")
        words = [flow, "--otp", "1234"] if flow else []
        told.add(name)
        commands = {
            "C": (f"examples/c/{name}.c", [os.path.join(programs, name)]),
            "Python": (f"examples/python/{name}.py", [sys.executable, f"examples/python/{name}.py"]),
        }
        for language, (source, command) in commands.items():
            if os.path.exists(source):
                compare(checks, f"{' '.join([name, *words])} from {language}", command + words, text(path))
    for words in (["decline"], ["--amount"], ["declined", "--otp"], ["declined", "challenged"], ["--ammount", "1"]):
        both = [os.path.join(programs, "pay")], [sys.executable, "examples/python/pay.py"]
        printed = [run([*command, *words]) for command in both]
        checks.check(f"pay {' '.join(words)} is refused", [] if printed[0] == printed[1] and printed[0][0] == 2
                     and printed[0][1].startswith("usage: pay [") else [repr(each) for each in printed])
    sources = glob.glob("examples/c/*.c") + glob.glob("examples/python/*.py")
    names = {os.path.splitext(os.path.basename(path))[0] for path in sources}
    checks.equal("every example has its output in examples/expected", told, names)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
