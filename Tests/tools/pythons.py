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
        for path in glob.glob(os.path.join(place, "python3*")):
            if re.fullmatch(r"python3(\.\d+)?", os.path.basename(path)):
                status, version = run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
                if status == 0 and tuple(map(int, version.split("."))) >= (3, 9):
                    found.setdefault(version.strip(), path)
    return sorted(found.items(), key=lambda item: tuple(map(int, item[0].split("."))))


def main():
    checks = Checks()
    for version, path in interpreters():
        checks.check(f"the tests under Python {version}",
                     faults_of([path, "-m", "unittest", "discover", "--start-directory", "Tests/python"]))
        checks.check(f"the example under Python {version}",
                     faults_of([path, "examples/python/pay.py", "challenged", "--otp", "1234"]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
