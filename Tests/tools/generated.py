"""Finds generated files that differ from what their generator makes now.

usage: generated.py   (in the top folder)

Each Sources/Packaging/generate-*.py takes --check, writes nothing then, and names what differs.
"""

import glob
import os
import sys

from checks import Checks, faults_of


def main():
    checks = Checks()
    for generator in sorted(glob.glob("Sources/Packaging/generate-*.py")):
        name = os.path.basename(generator)
        checks.check(f"{name}: what it makes is up to date", faults_of([sys.executable, generator, "--check"]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
