"""Signals: Ctrl-C leaves every call that waits, goes on where the program wants it to, and never approves."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
from typing import Any, Callable, Iterator

import pytest

from countersign import Decision, Ending, Engine, Event, Proceed, Run, aio

from programs import done, run_program
from support import VIRTUAL, card, payment, transaction

SLOW: dict[str, object] = {"sandbox": {"latency": 60_000}}


@pytest.fixture
def interrupt_soon() -> Iterator[Callable[[Event], None]]:
    """A hook after which, while the payment waits, Ctrl-C is pressed."""
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    yield lambda event: timer.start()
    timer.join()


def test_ctrl_c_leaves_run_and_the_payment_goes_on(interrupt_soon: Any) -> None:
    with Engine(SLOW, on_start_submit=interrupt_soon) as engine:
        paid = payment(engine)
        with pytest.raises(KeyboardInterrupt):
            paid.run(timeout=30)
        assert paid.run(timeout=0) is Run.RUNNING


def test_a_handler_that_returns_lets_run_go_on(interrupt_soon: Any) -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        with Engine(SLOW, on_start_submit=interrupt_soon) as engine:
            assert payment(engine).run(timeout=0.5) is Run.RUNNING
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT]


def test_ctrl_c_in_a_loop_of_ones_own(interrupt_soon: Any) -> None:
    with Engine(SLOW, on_start_submit=interrupt_soon) as engine:
        paid = payment(engine)
        paid.submit()
        with pytest.raises(KeyboardInterrupt):
            while True:
                select.select([engine], [], [], 30)
                engine.dispatch()
        assert paid.run(timeout=0) is Run.RUNNING


def test_ctrl_c_in_a_hook(engine: Engine) -> None:
    """However it is called: by run, or by dispatch."""

    def approve(event: Event) -> Decision:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
        return Proceed()

    for dispatches in (False, True):
        paid = payment(engine, on_pre_authorisation=approve)
        with pytest.raises(KeyboardInterrupt):
            if dispatches:
                paid.submit()
                while True:
                    engine.dispatch()
            paid.run()
        assert paid.run() is Run.SETTLED and paid.ending is Ending.ERROR
        assert isinstance(paid.error.__cause__, KeyboardInterrupt) if paid.error else False


def test_ctrl_c_on_asyncio(interrupt_soon: Any) -> None:
    """It leaves asyncio.run, with the engine closed on the way."""
    left: list[aio.Engine] = []

    async def main() -> None:
        async with aio.Engine(SLOW, on_start_submit=interrupt_soon) as engine:
            left.append(engine)
            await engine.payment(transaction(), card=card(engine)).run()

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())
    assert left[0]._handle is None


def test_ctrl_c_in_a_hook_on_asyncio() -> None:
    """From Python 3.11 on it cancels the main task, and the hook decides; before, it is raised in the hook, which fails."""
    endings: list[Ending] = []
    decided: list[bool] = []

    def approve(event: Event) -> Decision:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
        decided.append(True)
        return Proceed()

    async def main() -> None:
        with aio.Engine(VIRTUAL, on_pre_authorisation=approve) as engine:
            paid = engine.payment(transaction(), card=card(engine))
            try:
                await paid.settled()
            finally:
                endings.append(paid.ending)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())
    assert bool(decided) == (sys.version_info >= (3, 11))
    assert decided or endings in ([Ending.NONE], [Ending.ERROR])


def test_a_signal_just_before_a_hook_never_approves() -> None:
    """Python runs signal handlers as it enters a function: the exception then comes before any line of the hook."""
    assert done(
        """
        import ctypes, signal, sys
        from countersign import Ending, Engine, Proceed
        from support import VIRTUAL, payment

        raise_signal = ctypes.CDLL(None)["raise"]  # in C: Python notices at the next call of a function
        sys.unraisablehook = lambda unraisable: None
        approvals = set()
        with Engine(VIRTUAL) as engine:
            engine.hook("on_pre_tokenisation")(lambda event: Proceed())
            engine.hook("on_post_tokenisation")(lambda event: None)
            engine.hook("on_pre_authorisation")(lambda event: approvals.add(event["payment.id"]) or Proceed())
            interrupted = 0
            for count in range(200):
                paid = payment(engine)
                paid.submit()
                engine.dispatch(max_steps=1 + count % 12)
                for _ in range(2):
                    try:
                        if paid.ending is Ending.NONE:
                            raise_signal(signal.SIGINT)
                        paid.run()
                    except KeyboardInterrupt:
                        interrupted += 1
                # What is paid was approved by a hook that ran.
                assert paid.ending is not Ending.AUTHORISED or paid["payment.id"] in approvals, paid.data
            print("interrupted", interrupted > 0)
        """
    ) == "interrupted True"


def test_a_signal_at_any_moment_never_approves() -> None:
    """Interrupts at every line of the package and of the hook, one after the other: paid only where the hook's yes was said."""
    finished = run_program(
        """
        import sys
        from countersign import Ending, Engine, Proceed
        from support import VIRTUAL, payment

        sys.unraisablehook = lambda unraisable: None
        said = []

        def approve(event):
            event["card.brand"]
            said.append(True)
            return Proceed(amount="1.00")

        class Interrupts:
            def __init__(self, at):
                self.left = at
            def __call__(self, frame, kind, argument):
                if "countersign" not in frame.f_code.co_filename and frame.f_code is not approve.__code__:
                    return None
                if kind == "line":
                    self.left -= 1
                    if self.left == 0:
                        raise KeyboardInterrupt
                return self

        paid_for, failed = 0, 0
        for at in range(1, 400):
            said.clear()
            with Engine(VIRTUAL, on_pre_authorisation=approve) as engine:
                paid = payment(engine)
                sys.settrace(Interrupts(at))
                try:
                    paid.run()
                except KeyboardInterrupt:
                    pass
                finally:
                    sys.settrace(None)
                try:
                    paid.run()
                except KeyboardInterrupt:
                    paid.run()
                if paid.ending is Ending.AUTHORISED:
                    assert said and paid["result.amountMinor"] == 100, at
                    paid_for += 1
                else:
                    assert paid.ending is Ending.ERROR, (at, paid.ending)
                    assert not engine.sandbox.books()["totals"] or not engine.sandbox.books()["totals"][0]["transactions"]
                    failed += 1
        print(paid_for > 0, failed > 0)
        """
    )  # an interpreter may say what it does with an interrupt before the first line of a callback
    assert (finished.returncode, finished.stdout) == (0, "True True\n"), finished


def test_a_signal_at_any_moment_leaves_no_answer_waiting() -> None:
    """The same where a thread answers later: it never waits for a hook that is over, and only its yes is a yes."""
    finished = run_program(
        """
        import sys, threading
        from countersign import Ending, Engine, Error
        from support import payment

        sys.unraisablehook = lambda unraisable: None
        answerers, given = [], []

        def answer(later):
            try:
                later.proceed()
                given.append(True)
            except Error:
                pass

        def ask(event):
            later = event.later()
            answerer = threading.Thread(target=answer, args=[later], daemon=True)
            answerer.start()
            answerers.append(answerer)
            return later

        class Interrupts:
            def __init__(self, at):
                self.left = at
            def __call__(self, frame, kind, argument):
                if "countersign" not in frame.f_code.co_filename and frame.f_code is not ask.__code__:
                    return None
                if kind in ("line", "return"):
                    self.left -= 1
                    if self.left == 0:
                        raise KeyboardInterrupt
                return self

        paid_for, failed = 0, 0
        for at in range(1, 250):
            answerers.clear()
            given.clear()
            with Engine(on_pre_authorisation=ask) as engine:
                paid = payment(engine)
                sys.settrace(Interrupts(at))
                try:
                    paid.run()
                except KeyboardInterrupt:
                    pass
                finally:
                    sys.settrace(None)
                while paid.ending is Ending.NONE:
                    try:
                        paid.run()
                    except KeyboardInterrupt:
                        pass
                for answerer in answerers:
                    answerer.join(20)
                    assert not answerer.is_alive(), at
                if paid.ending is Ending.AUTHORISED:
                    assert given, at
                    paid_for += 1
                else:
                    assert paid.ending is Ending.ERROR, (at, paid.ending)
                    assert not engine.sandbox.books()["totals"] or not engine.sandbox.books()["totals"][0]["transactions"]
                    failed += 1
        print(paid_for > 0, failed > 0)
        """
    )
    assert (finished.returncode, finished.stdout) == (0, "True True\n"), finished
