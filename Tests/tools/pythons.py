"""Runs the Python tests and examples under every Python at hand, from 3.9 on.

usage: pythons.py   (in the top folder, with PYTHONPATH and COUNTERSIGN_LIBRARY set)

Looks along PATH and among pyenv's versions. What the library says must not depend on the host's Python.
"""

import glob
import os
import re
import sys

from checks import Checks, faults_of, run


def interpreters():
    places = os.environ.get("PATH", "").split(os.pathsep)
    pyenv = os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv"))
    places += sorted(glob.glob(os.path.join(pyenv, "versions", "*", "bin")))
    found = {}
    for place in places:
        for path in glob.glob(os.path.join(place, "py*3*")):
            if re.fullmatch(r"(python|pypy)3(\.\d+)?", os.path.basename(path)):
                program = "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2])"
                status, version = run([path, "-c", program])
                name, _, number = version.strip().partition(" ")
                if status == 0 and tuple(map(int, number.split("."))) >= (3, 9):
                    found.setdefault((name, tuple(map(int, number.split(".")))), path)
    return [(f"{name} {'.'.join(map(str, number))}", path) for (name, number), path in sorted(found.items())]


def main():
    checks = Checks()
    for version, path in interpreters():
        if run([path, "-c", "import pytest"])[0] == 0:
            checks.check(f"the tests under {version}",
                         faults_of([path, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "Tests/python"]))
        else:
            print(f"       {version} has no pytest: its examples only")
        for example in (["pay.py", "challenged", "--otp", "1234"], ["loop_asyncio.py"]):
            checks.check(f"{example[0]} under {version}", faults_of([path, f"examples/python/{example[0]}", *example[1:]]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
