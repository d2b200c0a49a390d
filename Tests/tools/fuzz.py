"""Runs the fuzz targets of Tests/fuzz.

usage: fuzz.py PROGRAM check              each target finds its planted bug, then runs for a while over its corpus
       fuzz.py PROGRAM run TARGET SECONDS

A check counts runs, not seconds, so that a busy machine looks for no less. Its seed is fixed, yet the way that it goes differs
a little from one time to the next. A run by hand takes a new seed and begins where the last one ended: what it reached is kept
in build/fuzz/TARGET. An input that breaks a target is kept in build/fuzz; the last lines say what did not hold.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

CORPUS = "Tests/fuzz/corpus"
KEPT = "build/fuzz"


class Limits(NamedTuple):
    """What a target is given: the runs in which it must find its planted bug, those in which nothing may break it, and the
    bytes of an input, which bound what one run takes."""

    planted: int
    runs: int
    length: int


TARGETS = {
    "json": Limits(400_000, 60_000, 1024),
    "transaction": Limits(100_000, 8_000, 512),
    "card": Limits(100_000, 8_000, 256),
    "expiry": Limits(400_000, 60_000, 64),
    "money": Limits(400_000, 80_000, 64),
    "issuers": Limits(400_000, 60_000, 512),
    "reply": Limits(1_000_000, 40_000, 1024),
    "sandbox": Limits(50_000, 4_000, 512),
    "calls": Limits(30_000, 2_000, 256),
}

# The fuzzer looks for leaks by running inputs twice, and finds none of those that Swift has: valgrind does, in the C tests.
OPTIONS = ["-timeout=60", "-rss_limit_mb=2048", "-detect_leaks=0", "-print_final_stats=1"]
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1",
               "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16:malloc_context_size=8"}


def fuzz(program, target, reached, *limits, planted=False):
    """One run, which keeps new inputs in the folder `reached`: its exit status and what it printed."""
    environment = {**os.environ, **ENVIRONMENT, "CSN_FUZZ_TARGET": target}
    if planted:
        environment["CSN_FUZZ_PLANTED"] = "1"
    os.makedirs(KEPT, exist_ok=True)
    prefix = os.path.join(reached if planted else KEPT, target + "-")
    done = subprocess.run(
        [program, reached, os.path.join(CORPUS, target), f"-artifact_prefix={prefix}",
         f"-max_len={TARGETS[target].length}", *OPTIONS, *limits],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def check_run(program, target, runs, *, planted):
    """A run with a fixed seed, which leaves nothing but an input that breaks what should hold."""
    with tempfile.TemporaryDirectory() as reached:
        return fuzz(program, target, reached, "-seed=1", f"-runs={runs}", planted=planted)


def executions(output):
    """How many runs there were, by the fuzzer's last figures."""
    found = re.search(r"^stat::number_of_executed_units: *(\d+)", output, re.MULTILINE)
    return int(found[1]) if found else 0


def finds_planted(program, target):
    """Whether a target finds its planted bug, and does not begin with it; a line to show, and more when it does not."""
    known, output = check_run(program, target, 0, planted=True)
    if known != 0:
        return False, [f"{target} fails on its corpus", *output.splitlines()[-30:]]
    begun = time.monotonic()
    status, output = check_run(program, target, TARGETS[target].planted, planted=True)
    found = status != 0 and "== planted" in output.splitlines()
    took = f"{executions(output):,} runs, {time.monotonic() - begun:.1f} s"
    return found, [f"{target} finds its planted bug: {took}"] + ([] if found else output.splitlines()[-30:])


def holds(program, target):
    """Whether nothing breaks a target, and lines as above."""
    begun = time.monotonic()
    status, output = check_run(program, target, TARGETS[target].runs, planted=False)
    took = f"{executions(output):,} runs, {time.monotonic() - begun:.1f} s"
    return status == 0, [f"{target} holds: {took}"] + ([] if status == 0 else output.splitlines()[-40:])


def main(arguments):
    if len(arguments) == 4 and arguments[1] == "run" and arguments[2] in TARGETS:
        reached = os.path.join(KEPT, arguments[2])
        os.makedirs(reached, exist_ok=True)
        status, output = fuzz(arguments[0], arguments[2], reached, f"-max_total_time={int(arguments[3])}")
        print("\n".join(output.splitlines()[-40:]))
        return int(status != 0)
    if arguments[1:] != ["check"]:
        sys.exit(__doc__)
    passed = 0
    tests = [(test, target) for target in TARGETS for test in (finds_planted, holds)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for is_well, lines in pool.map(lambda test: test[0](arguments[0], test[1]), tests):
            print(f"{'ok' if is_well else 'FAILED':7}" + "\n       ".join(lines), flush=True)
            passed += is_well
    print(f"{passed} passed, {len(tests) - passed} failed")
    return int(passed < len(tests))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
