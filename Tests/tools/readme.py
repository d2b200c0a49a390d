"""Holds the READMEs to the tree: the programs shown are the examples, as short as promised, and what is named exists.

usage: readme.py   (in the top folder)
"""

import glob
import os
import re
import sys

from checks import Checks, text

# The program in README.md, in that language, is this file, of at most so many lines.
PROGRAMS = {"c": ("examples/c/minimal.c", 40), "python": ("examples/python/minimal.py", 30)}

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
NAME = re.compile(r"\b(?:csn_[a-z0-9_]*[a-z0-9]|CSN_[A-Z0-9_]*[A-Z0-9])\b(?![*…])")
CODE = re.compile(r'ErrorCode\(\s*"(\w+)"(?:, "(\w*)")?\)')
TARGET = re.compile(r"`make ([a-z-]+)")


def pages():
    return sorted(["README.md", "CHANGELOG.md", *glob.glob("Include/*.md"), *glob.glob("Sources/**/*.md", recursive=True),
                   *glob.glob("Tests/**/*.md", recursive=True), *glob.glob("examples/**/*.md", recursive=True)])


def programs(checks):
    shown = {}
    for language, code in FENCE.findall(text("README.md")):
        shown.setdefault(language, []).append(code)
    for language, (path, most) in PROGRAMS.items():
        program = text(path)
        checks.check(f"README.md shows {path}",
                     [] if program in shown.get(language, []) else ["no block is the same, byte for byte"])
        lines = len(program.splitlines())
        checks.check(f"{path} has at most {most} lines: {lines}", [] if lines <= most else [f"{lines} lines"])


def links(page):
    for target in LINK.findall(text(page)):
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(page), target)):
            yield f"{page}: {target} is not there"


def names(page, header):
    for name in sorted(set(NAME.findall(text(page)))):
        if not re.search(rf"\b{name}\b", header):
            yield f"{page}: the header has no {name}"


def targets(page, makefile):
    for target in sorted(set(TARGET.findall(text(page)))):
        if not re.search(rf"^(?:\.PHONY:.*\b)?{target}\b", makefile, re.MULTILINE):
            yield f"{page}: the Makefile has no target {target}"


def codes(checks):
    """The codes in Sources/README.md, each with its number, are those of ErrorCode.swift."""
    known = dict(CODE.findall(text("Sources/Countersign/Payment/ErrorCode.swift")))
    rows = text("Sources/README.md").split("<!-- codes -->")[1].splitlines()
    told = {cells[1].strip(" `"): cells[2].strip() for cells in (row.split("|") for row in rows) if len(cells) == 5}
    checks.equal("Sources/README.md lists every code of an error, with its number",
                 {code: number for code, number in told.items() if code not in ("code", "---")}, known)


def main():
    checks = Checks()
    programs(checks)
    codes(checks)
    header, makefile = text("Include/countersign.h"), text("Makefile")
    checks.check("links in the READMEs lead somewhere", [fault for page in pages() for fault in links(page)])
    checks.check("the READMEs name functions that exist", [fault for page in pages() for fault in names(page, header)])
    checks.check("the READMEs name targets that exist", [fault for page in pages() for fault in targets(page, makefile)])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
