"""Programs that the tests run in an interpreter of their own."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path


def collect() -> None:
    """Collects what can be: PyPy takes more than one turn for what has a finalizer."""
    for _ in range(1 if sys.implementation.name == "cpython" else 4):
        gc.collect()


def foreign_threads() -> int:
    """How many threads the process has that Python did not make, or that do not end. One that has been joined may take a
    moment to go."""
    for _ in range(100_000):
        count = len(os.listdir("/proc/self/task")) - threading.active_count()
        if count == 0:
            break
        os.sched_yield()
    return count


def run_program(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program that finds the package and the tests' helpers, for at most a minute."""
    preamble = "import sys; sys.path.insert(0, {!r})\n".format(str(Path(__file__).parent))
    return subprocess.run(
        [sys.executable, "-c", preamble + textwrap.dedent(program)],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )


def done(program: str) -> str:
    """What a program prints that must end well and complain of nothing."""
    finished = run_program(program)
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    return finished.stdout.strip()
