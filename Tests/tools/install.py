"""Installs the library, moves the tree elsewhere, and builds and runs an example against it as a host would.

usage: install.py FOLDER --make MAKE --cc CC   (in the top folder; FOLDER is made anew)
"""

import argparse
import os
import shutil
import sys

from checks import Checks, faults_of, run, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--make", default="make")
    parser.add_argument("--cc", default="gcc")
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.folder)
    shutil.rmtree(folder, ignore_errors=True)
    staged, moved, program = (os.path.join(folder, name) for name in ("staged", "moved", "minimal"))

    checks = Checks()
    checks.check("make install", faults_of([arguments.make, "install", f"PREFIX={staged}"]))
    if checks.failed:
        return checks.finish()
    os.rename(staged, moved)
    libraries = os.path.join(moved, "lib")
    installed = {os.path.relpath(os.path.join(at, name), moved) for at, _, names in os.walk(moved) for name in names}
    shared = {f"lib/{name}" for name in os.listdir("build/lib") if name.startswith("libcountersign.so")}
    checks.equal("what was installed", installed, {"include/countersign.h", "lib/pkgconfig/countersign.pc"} | shared)

    packages = {"PKG_CONFIG_PATH": os.path.join(libraries, "pkgconfig")}
    flags = run(["pkg-config", "--cflags", "--libs", "countersign"], **packages)[1].split()
    searched = {os.path.realpath(flag[2:]) for flag in flags if flag.startswith("-L")}
    checks.equal("pkg-config finds the moved tree", searched, {os.path.realpath(libraries)})
    compile_ = [arguments.cc, "-std=c99", "examples/c/minimal.c", "-o", program, *flags]
    checks.check("an example links with what pkg-config says", faults_of(compile_))
    status, output = run([program], LD_LIBRARY_PATH=libraries)
    checks.equal("it runs against the moved library", (status, output), (0, text("examples/expected/minimal.txt")))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
