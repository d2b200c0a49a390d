"""Runs the fuzz targets of Tests/fuzz.

usage: fuzz.py PROGRAM check              each target finds its planted bug, then runs for some seconds over its corpus
       fuzz.py PROGRAM run TARGET SECONDS

An input that breaks a target is kept in build/fuzz, and its last lines say what did not hold.
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

TARGETS = "json transaction card expiry money issuers reply sandbox calls".split()
CORPUS = "Tests/fuzz/corpus"
KEPT = "build/fuzz"
# What a planted bug may take, and each target afterwards.
PLANTED_SECONDS = 60
SECONDS = 4


def fuzz(program, target, limit, *, planted=False):
    """One run: its exit status and what it printed."""
    environment = {**os.environ, "CSN_FUZZ_TARGET": target, "SWIFT_BACKTRACE": "enable=no",
                   "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16"}
    if planted:
        environment["CSN_FUZZ_PLANTED"] = "1"
    os.makedirs(KEPT, exist_ok=True)
    with tempfile.TemporaryDirectory() as found:
        folders = [found, os.path.join(CORPUS, target)]
        prefix = os.path.join(found if planted else KEPT, target + "-")
        done = subprocess.run(
            [program, *folders, limit, "-timeout=20", "-max_len=2048", "-rss_limit_mb=2048", "-seed=1",
             f"-artifact_prefix={prefix}", "-print_final_stats=1"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def executions(output):
    found = [line.split()[-1] for line in output.splitlines() if line.startswith("stat::number_of_executed_units")]
    return int(found[0]) if found else 0


def check(program, target):
    """The two tests of a target, as lines to show and failures."""
    # The corpus does not lead to the planted bug, so that it has to be looked for.
    known, _ = fuzz(program, target, "-runs=0", planted=True)
    status, output = fuzz(program, target, f"-max_total_time={PLANTED_SECONDS}", planted=True)
    failures = int(known != 0 or status == 0 or "== planted" not in output)
    lines = [f"{'FAILED' if failures else 'ok':7}{target} finds its planted bug after {executions(output):,} runs"]
    status, output = fuzz(program, target, f"-max_total_time={SECONDS}")
    lines.append(f"{'FAILED' if status else 'ok':7}{target} holds over {executions(output):,} runs")
    if status:
        lines += output.splitlines()[-40:]
    return lines, failures + int(status != 0)


def main(arguments):
    if len(arguments) == 4 and arguments[1] == "run" and arguments[2] in TARGETS:
        status, output = fuzz(arguments[0], arguments[2], f"-max_total_time={int(arguments[3])}")
        print("\n".join(output.splitlines()[-40:]))
        return int(status != 0)
    if arguments[1:] != ["check"]:
        sys.exit(__doc__)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines, failures in pool.map(lambda target: check(arguments[0], target), TARGETS):
            print("\n".join(lines), flush=True)
            failed += failures
    print(f"{2 * len(TARGETS) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
