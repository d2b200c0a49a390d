"""The package as a guest of its process: signals, exit, loading, garbage."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import unittest
from pathlib import Path

import countersign
from countersign import Engine, Run

from support import payment

SLOW = {"sandbox": {"latency": 60_000}}


def run_program(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program in an interpreter of its own."""
    preamble = "import sys; sys.path.insert(0, {!r})\n".format(str(Path(__file__).parent))
    return subprocess.run(
        [sys.executable, "-c", preamble + textwrap.dedent(program)],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )


class Signals(unittest.TestCase):
    def interrupt_soon(self) -> None:
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.addCleanup(timer.join)

    def test_ctrl_c_leaves_run_and_the_payment_goes_on(self) -> None:
        with Engine(SLOW) as engine:
            paid = payment(engine)
            self.interrupt_soon()
            with self.assertRaises(KeyboardInterrupt):
                paid.run(timeout=30)
            self.assertIs(paid.run(timeout=0), Run.RUNNING)

    def test_a_handler_that_returns_lets_run_go_on(self) -> None:
        seen: list[int] = []
        before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with Engine(SLOW) as engine:
            self.interrupt_soon()
            self.assertIs(payment(engine).run(timeout=0.5), Run.RUNNING)
        self.assertEqual(seen, [signal.SIGINT])

    def test_a_signal_just_before_a_hook_never_approves(self) -> None:
        """Python runs signal handlers as it enters a function: the exception then comes before any line of the hook."""
        done = run_program(
            """
            import ctypes, signal
            from countersign import Ending, Engine, Proceed
            from support import VIRTUAL, payment

            raise_signal = ctypes.CDLL(None)["raise"]  # in C: Python notices at the next call of a function
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
        )
        self.assertEqual(done.stdout.strip(), "interrupted True", done.stderr)


class Exit(unittest.TestCase):
    def test_exit_with_payments_in_flight(self) -> None:
        done = run_program(
            """
            from countersign import Engine, Proceed
            from support import card, payment, transaction, Host
            engine = Engine({"sandbox": {"latency": 60000}})
            Host().listen(engine)
            entry = card(engine)
            paid = payment(engine)
            paid.run(timeout=0)
            later = []
            other = Engine()
            asked = payment(other, on_pre_authorisation=lambda event: later.append(event.later()) or later[-1])
            asked.run(timeout=0)
            print("done")
            """
        )
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "done\n", ""))

    def test_exit_while_a_daemon_thread_runs_a_payment(self) -> None:
        done = run_program(
            """
            import threading, time
            from countersign import Engine
            from support import payment
            engine = Engine({"sandbox": {"latency": 100}})
            def work():
                while True:
                    payment(engine).run(timeout=5)
            for _ in range(3):
                threading.Thread(target=work, daemon=True).start()
            time.sleep(0.3)
            print("done", flush=True)
            """
        )
        self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)


class Loading(unittest.TestCase):
    def test_version(self) -> None:
        self.assertRegex(countersign.version(), r"^\d+\.\d+\.\d+$")

    def test_a_library_that_is_not_there(self) -> None:
        done = run_program("import countersign; countersign.version()", COUNTERSIGN_LIBRARY="/nonexistent/lib.so")
        self.assertIn("OSError", done.stderr)

    def test_the_path_may_be_given(self) -> None:
        path = countersign.load()._name
        done = run_program(f"import countersign; countersign.load({path!r}); print(countersign.version())",
                           COUNTERSIGN_LIBRARY="/nonexistent/lib.so")
        self.assertEqual(done.stdout.strip(), countersign.version())
        with self.assertRaises(RuntimeError):
            countersign.load("/nonexistent/lib.so")

    def test_every_prototype_is_in_the_header(self) -> None:
        header = Path(__file__).parents[2] / "Include" / "countersign.h"
        text = header.read_text(encoding="utf-8")
        for name, (_, arguments) in countersign._library._PROTOTYPES.items():
            declared = re.search(rf"^[a-z][\w ]* \*?{name}\(([^;]*)\)[^;)]*;", text, re.MULTILINE)
            assert declared is not None, name
            parameters = declared[1]
            count = 0 if parameters.strip() == "void" else parameters.count(",") + 1
            self.assertEqual(len(arguments), count, name)


if __name__ == "__main__":
    unittest.main()
