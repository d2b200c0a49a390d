"""Holds the sources to the rules that no compiler knows. Ends with `N passed, N failed`, one for each rule.

usage: rules.py   (in the top folder)
"""

import re
import subprocess
import sys

# What each module may import. Layers point downwards only; nothing brings in Foundation, Dispatch or the Concurrency runtime.
IMPORTS = {
    "CSystem": set(),
    "Countersign": {"CSystem", "Glibc", "Synchronization"},
    "CountersignRuntime": {"Countersign", "CSystem", "Glibc", "Synchronization"},
    "CountersignABI": {"CountersignRuntime", "Countersign", "CSystem", "CCountersign"},
    "CountersignShared": {"CountersignABI"},
}

MAX_LINES = 400
MAX_COLUMNS = 128
TOP_LEVEL = {"Package.swift", "Makefile", "README.md", "LICENSE", "CHANGELOG.md", "Include", "Sources", "Tests", "examples"}
CODE = (".swift", ".c", ".h", ".py")

IMPORT = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|internal|private)\s+)?"
                    r"import\s+(?:(?:struct|class|func|enum)\s+)?(\w+)")
TRAP = re.compile(r"\btry!|\bas!|\bfatalError\(|\bprecondition(?:Failure)?\(|\bassertionFailure\(|\bunsafelyUnwrapped\b")
ASYNC = re.compile(r"\bTask\s*[.{]|\basync\b|\bawait\b|\bactor\s+\w")
OUTPUT = re.compile(r"(?<![\w.])(?:print|debugPrint|dump|puts|exit|abort|getenv|setlocale|signal|sigaction)\("
                    r"|\bstderr\b|\bstdout\b")
IMPURE = re.compile(r"\b(?:clock_gettime|gettimeofday|getrandom|arc4random|SystemRandomNumberGenerator|ContinuousClock)\b"
                    r"|\bpthread_\w+|\.random\(|(?<![\w.])(?:time|open|socket|fopen|fread)\(")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b|not implemented|unimplemented")
SLEEP = re.compile(r"\b(?:usleep|nanosleep|sleep)\s*\(")
MACHINE_PATH = re.compile(r"/work/|/root/|/home/")
UNCHECKED = re.compile(r"-Ounchecked")
MERGE = re.compile(r"^(?:<{7}|>{7}) ")

# Out of memory is the one thing that ends the process: Swift's own allocations do it too.
ABORTS = "Sources/Countersign/JSON/Memory.swift"


class Files:
    """The files of the tree, each read once."""

    def __init__(self):
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"], check=True, stdout=subprocess.PIPE, text=True)
        self.names = sorted(set(listed.stdout.split("\n")) - {""})
        self.lines = {}
        for name in self.names:
            try:
                with open(name, encoding="utf-8") as file:
                    self.lines[name] = file.read().split("\n")
            except (OSError, UnicodeDecodeError):
                continue

    def matching(self, pattern, under, ends):
        """Places outside comments where the pattern stands, in files below `under` that end so."""
        for name in self.named(under, ends):
            for number, line in enumerate(self.lines[name], 1):
                code = line.split("//")[0] if name.endswith(".swift") else line
                if pattern.search(code):
                    yield f"{name}:{number}: {line.strip()}"

    def named(self, under, ends):
        return [name for name in self.lines if name.startswith(under) and name.endswith(ends)]


def imports(files):
    for name in files.named("Sources/", ".swift"):
        module = name.split("/")[1]
        if module not in IMPORTS:
            yield f"{name}: no rule says what {module} may import"
            continue
        for number, line in enumerate(files.lines[name], 1):
            if (found := IMPORT.match(line)) and found[1] not in IMPORTS[module]:
                yield f"{name}:{number}: {module} imports {found[1]}"


def lengths(files):
    for name in files.named("", CODE):
        if len(files.lines[name]) - 1 > MAX_LINES and name != "Include/countersign.h":
            yield f"{name}: {len(files.lines[name]) - 1} lines, {MAX_LINES} are allowed"


def columns(files):
    for name in files.named("", CODE + ("Makefile",)):
        for number, line in enumerate(files.lines[name], 1):
            if len(line.expandtabs(4)) > MAX_COLUMNS:
                yield f"{name}:{number}: {len(line.expandtabs(4))} columns, {MAX_COLUMNS} are allowed"


def layout(files):
    for name in files.names:
        top = name.split("/")[0]
        if top not in TOP_LEVEL and not top.startswith("."):
            yield f"{top}: does not belong at the top; Sources, Tests or examples is the place"


def vectors(files):
    readme = "\n".join(files.lines.get("Tests/vectors/README.md", []))
    for name in files.names:
        if name.startswith("Tests/vectors/") and not name.endswith("README.md") and name.split("/", 2)[2] not in readme:
            yield f"{name}: Tests/vectors/README.md does not say where it comes from"


def endings(files):
    for name, lines in files.lines.items():
        if name.startswith(("Tests/vectors/", "Tests/fuzz/corpus/")) or name == "LICENSE":
            continue
        if lines != [""] and (lines[-1] != "" or len(lines) > 1 and lines[-2] == ""):
            yield f"{name}: must end with one line feed"
        for number, line in enumerate(lines, 1):
            if line != line.rstrip():
                yield f"{name}:{number}: spaces at the end"


SELF = "Tests/tools/rules.py"
SWIFT_AND_C = (".swift", ".c")


def without(name, places):
    return (place for place in places if not place.startswith(name))


RULES = [
    ("modules import downwards only, and no Foundation", imports),
    ("nothing in Sources can trap", lambda files: files.matching(TRAP, "Sources/", ".swift")),
    ("no Swift Concurrency in Sources", lambda files: files.matching(ASYNC, "Sources/", ".swift")),
    ("Sources print nothing, exit nowhere, read no environment and touch no signal",
     lambda files: without(ABORTS, files.matching(OUTPUT, "Sources/C", SWIFT_AND_C))),
    ("the engine asks no clock and no randomness, and opens nothing",
     lambda files: files.matching(IMPURE, "Sources/Countersign/", ".swift")),
    ("nothing is left unfinished", lambda files: files.matching(UNFINISHED, ("Sources/", "Include/", "examples/"), CODE)),
    ("tests do not sleep", lambda files: files.matching(SLEEP, "Tests/", SWIFT_AND_C)),
    ("no path of one machine", lambda files: without(SELF, files.matching(MACHINE_PATH, "", ""))),
    ("bounds and overflow stay checked", lambda files: without(SELF, files.matching(UNCHECKED, "", ""))),
    ("no merge is left half done", lambda files: files.matching(MERGE, "", "")),
    (f"no file over {MAX_LINES} lines", lengths),
    (f"no line over {MAX_COLUMNS} columns", columns),
    ("the top folder holds its agreed names", layout),
    ("every test vector has its origin", vectors),
    ("lines and files end cleanly", endings),
]


def main():
    files = Files()
    failed = 0
    for title, rule in RULES:
        places = list(rule(files))
        print(f"{'FAILED' if places else 'ok':7}{title}")
        for place in places:
            print(f"       {place}")
        failed += bool(places)
    print(f"{len(RULES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
