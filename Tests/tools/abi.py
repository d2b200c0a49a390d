"""Holds the library that is shipped to the promises of its binary interface.

usage: abi.py BUILD --cc CC --cxx CXX   (in the top folder; BUILD holds lib/ and include/)
"""

import argparse
import ctypes
import glob
import os
import re
import sys

from checks import Checks, faults_of, run, text

HEADER = "Include/countersign.h"
SONAME = "libcountersign.so.1"
NODE = "COUNTERSIGN_1"
MAX_BYTES = 10_000_000
# What every Linux has. Swift's runtime is inside; it is C++, hence libstdc++ and libgcc_s.
NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

PROTOTYPE = re.compile(r"^(?!typedef|#)[\w* ]*?\b(csn_\w+)\(", re.MULTILINE)
CONSTANT = re.compile(r'^#define (CSN_\w+) +(\(?-?\d+\)?|"[^"]*") *$', re.MULTILINE)


def golden(name):
    """A golden list: first word to the rest of the line; lines with # are remarks."""
    lines = (line.split(None, 1) for line in text(f"Tests/abi/{name}").splitlines() if line and not line.startswith("#"))
    return {key: rest[0] if rest else "" for key, *rest in lines}


def without_comments(header):
    return re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)


def exported(library):
    """Exported names with their version nodes."""
    names = {}
    for line in run(["nm", "--dynamic", "--defined-only", "--extern-only", "--with-symbol-versions", library])[1].splitlines():
        name, _, version = line.split()[-1].replace("@@", "@").partition("@")
        if name != NODE:
            names[name] = version
    return names


def symbols(checks, library):
    declared = PROTOTYPE.findall(without_comments(text(HEADER)))
    names = exported(library)
    checks.check("the header declares each function once", {name for name in declared if declared.count(name) > 1})
    checks.equal("the header declares what Tests/abi/symbols.txt lists", set(declared), set(golden("symbols.txt")))
    checks.equal("the library exports what the header declares, and nothing else", set(names), set(declared))
    checks.check(f"every name has the version {NODE}", [f"{n}@{v}" for n, v in names.items() if v != NODE])
    constants = dict(CONSTANT.findall(without_comments(text(HEADER))))
    checks.equal("the header's constants are those of Tests/abi/constants.txt", constants, golden("constants.txt"))
    tests = "".join(text(path) for path in glob.glob("Tests/capi/*.[ch]"))
    checks.check("every function is called by a C test", [n for n in sorted(names) if not re.search(rf"\b{n}\(", tests)])


def object_file(checks, library):
    def section(*options):
        return run(["readelf", "--wide", *options, library])[1]

    dynamic = section("--dynamic")
    checks.equal("the soname", re.findall(r"\(SONAME\).*\[(.*)\]", dynamic), [SONAME])
    checks.check("it never unloads", [] if re.search(r"FLAGS_1.*NODELETE", dynamic) else ["no NODELETE"])
    checks.check("its names are bound when it loads", [] if re.search(r"FLAGS.*BIND_NOW", dynamic) else ["no BIND_NOW"])
    checks.check("its code needs no relocation", re.findall(r".*TEXTREL.*", dynamic))
    checks.check("its stack is not executable", re.findall(r"GNU_STACK.*\bRWE\b.*", section("--program-headers")))
    checks.check("it needs only what every Linux has", set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)) - NEEDED)
    checks.check("no Swift library has to be installed", re.findall(r".*libswift.*", run(["ldd", library])[1]))
    size = os.path.getsize(library)
    checks.check(f"it has at most {MAX_BYTES:,} bytes: {size:,}",
                 [] if size <= MAX_BYTES else [f"{size - MAX_BYTES:,} too many"])
    sections = set(re.findall(r"\] (\.[\w.]+)", section("--sections")))
    checks.check("it is stripped", sections & {".symtab", ".debug_info"})
    checks.check("it links to its debug information", {".gnu_debuglink"} - sections)
    floor = max(re.findall(r"GLIBC_(\d+\.\d+)", section("--version-info")), key=lambda version: int(version.split(".")[1]))
    checks.check(f"Include/README.md names the oldest glibc that it runs on: {floor}",
                 [] if f"glibc {floor}" in text("Include/README.md") else [f'it does not say "glibc {floor}"'])


def header(checks, arguments):
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{arguments.build}/include"]
    compilers = [(arguments.cc, "c", ("c99", "c11", "c17")), (arguments.cxx, "c++", ("c++11", "c++17", "c++20"))]
    for compiler, language, standards in compilers:
        for standard in standards:
            checks.check(f"the header as {standard}, twice in one unit, with the layout it had",
                         faults_of([compiler, "-x", language, f"-std={standard}", *strict, "Tests/abi/layout.c"]))


def versions(checks, library):
    wanted = dict(CONSTANT.findall(without_comments(text(HEADER))))
    version = wanted["CSN_VERSION"].strip('"')
    loaded = ctypes.CDLL(library)
    loaded.csn_version.restype = ctypes.c_char_p
    loaded.csn_abi_version.restype = ctypes.c_uint32
    checks.equal("the loaded version is the header's", loaded.csn_version().decode(), version)
    checks.equal("so is the binary interface", loaded.csn_abi_version(),
                 int(wanted["CSN_ABI_MAJOR"]) << 16 | int(wanted["CSN_ABI_MINOR"]))
    for place, words in (("Sources/Countersign/Version.swift", f'"{version}"'), ("CHANGELOG.md", f"[{version}]")):
        checks.check(f"{place} has the same", [] if words in text(place) else [f"{words} is not there"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cxx", default="g++")
    arguments = parser.parse_args()
    library = os.path.abspath(os.path.join(arguments.build, "lib", SONAME))
    checks = Checks()
    symbols(checks, library)
    object_file(checks, library)
    header(checks, arguments)
    versions(checks, library)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
