"""What every Python test is held to: the process is afterwards as it was before."""

from __future__ import annotations

import gc
import locale
import os
import signal
import sys
import threading
from typing import Any, Iterator

import pytest

import countersign
from countersign import Engine

from programs import collect, foreign_threads
from support import VIRTUAL

# A process that was started in the background ignores Ctrl-C, and so would every program that is started here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def traces() -> dict[str, Any]:
    """What a library could change of its host, and must not."""
    mask = os.umask(0)
    os.umask(mask)
    return {
        "signal handlers": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "signal mask": signal.pthread_sigmask(signal.SIG_BLOCK, []),
        "locale": locale.setlocale(locale.LC_ALL),
        "environment": {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        "folder": os.getcwd(),
        "umask": mask,
        "recursion": sys.getrecursionlimit(),
        "threads": (threading.active_count(), foreign_threads()),
        "hooks that were never let go of": len(countersign._hooks._tables),
        "hooks that are running": dict(countersign._hooks._Exit.inside),
    }


@pytest.fixture(autouse=True)
def guest(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Nothing of the process changes, nothing is printed, and every hook is let go of."""
    countersign.load()
    collect()
    before = traces()
    yield
    collect()
    after = traces()
    assert {name: value for name, value in after.items() if value != before[name]} == {}
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err == ""


@pytest.fixture
def engine() -> Iterator[Engine]:
    """An engine in virtual time, with 3-D Secure."""
    with Engine({**VIRTUAL, "authentication": {}}) as made:
        yield made


def pytest_sessionstart(session: pytest.Session) -> None:
    """What was there before the tests need not be looked through after each."""
    gc.collect()
    if sys.implementation.name == "cpython":
        gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """The count, in the form that all programs of the project have."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        passed = len(reporter.stats.get("passed", []))
        failed = sum(len(reporter.stats.get(kind, [])) for kind in ("failed", "error"))
        print(f"{passed} passed, {failed} failed")
