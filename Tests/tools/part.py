"""Runs one part of the tests: shows what it prints, counts what it says, and keeps the count for total.py.

usage: part.py NAME -- COMMAND...

Three ways of saying are understood, on lines of their own: `N passed, N failed` of our own programs, the summary of Swift
Testing and that of Python's unittest. A command that says nothing counts as one, by its exit status. A failure is never lost:
a non-zero exit with no failure counted counts as one.
"""

import json
import os
import re
import subprocess
import sys

RESULTS = os.path.join("build", "results")

OWN = re.compile(r"^(\d+) passed, (\d+) failed$")
SWIFT_PASSED = re.compile(r"Test run with (\d+) tests? .*passed after")
SWIFT_FAILED = re.compile(r"Test run with (\d+) tests? .*failed after")
SWIFT_ISSUE = re.compile(r"^\W*Test (.+?) recorded an issue ")
PYTHON_RAN = re.compile(r"^Ran (\d+) tests? in ")
PYTHON_SUMMARY = re.compile(r"^(?:OK|FAILED)\b(?: \((.*)\))?$")


class Count:
    """What the lines of a part add up to."""

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.said = False
        self._swift_failures = set()
        self._python_ran = 0

    def read(self, line):
        """Takes one line of output, without its end."""
        if found := OWN.match(line):
            self._add(int(found[1]), int(found[2]))
        elif found := SWIFT_PASSED.search(line):
            self._add(int(found[1]), 0)
        elif found := SWIFT_FAILED.search(line):
            failed = max(1, len(self._swift_failures))
            self._add(max(0, int(found[1]) - failed), failed)
            self._swift_failures.clear()
        elif found := SWIFT_ISSUE.match(line):
            self._swift_failures.add(found[1])
        elif found := PYTHON_RAN.match(line):
            self._python_ran = int(found[1])
        elif self._python_ran and (found := PYTHON_SUMMARY.match(line)):
            numbers = dict(re.findall(r"(\w+)=(\d+)", found[1] or ""))
            failed = sum(int(numbers.get(kind, 0)) for kind in ("failures", "errors"))
            self._add(max(0, self._python_ran - failed - int(numbers.get("skipped", 0))), failed)
            self._python_ran = 0

    def finish(self, status):
        """Takes the exit status; returns the status of the part."""
        if not self.said:
            self._add(1 if status == 0 else 0, 0)
        if status != 0 and self.failed == 0:
            self.failed = 1
        return 1 if self.failed else 0

    def _add(self, passed, failed):
        self.said = True
        self.passed += passed
        self.failed += failed


def main(arguments):
    if len(arguments) < 3 or arguments[1] != "--":
        sys.exit(__doc__)
    name, command = arguments[0], arguments[2:]
    print(f"---- {name}", flush=True)
    count = Count()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    for line in process.stdout:
        print(line, end="", flush=True)
        count.read(line.rstrip("\n"))
    status = count.finish(process.wait())
    os.makedirs(RESULTS, exist_ok=True)
    with open(os.path.join(RESULTS, name), "w", encoding="utf-8") as file:
        json.dump({"passed": count.passed, "failed": count.failed}, file)
    print(f"---- {name}: {count.passed} passed, {count.failed} failed", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
