"""Adds up the parts that part.py ran, and ends with `N passed, N failed`.

usage: total.py PART...

A part that left no count, for what it stands on did not build or it was never run, is one failure.
"""

import json
import os
import sys

RESULTS = os.path.join("build", "results")


def main(parts):
    passed = failed = 0
    for part in parts:
        try:
            with open(os.path.join(RESULTS, part), encoding="utf-8") as file:
                count = json.load(file)
        except (OSError, ValueError):
            count = {"passed": 0, "failed": 1}
            note = "  did not run"
        else:
            note = ""
        passed += count["passed"]
        failed += count["failed"]
        print(f"{part:20}{count['passed']:8} passed {count['failed']:6} failed{note}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
