"""How the interpreter ends while payments are under way: at once, with nothing printed, and with nothing approved."""

from __future__ import annotations

import pytest

from programs import done, run_program


def test_with_payments_in_flight() -> None:
    assert done(
        """
        from countersign import Engine
        from support import Host, card, payment
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
    ) == "done"


def test_with_an_engine_in_a_cycle_and_in_a_module() -> None:
    assert done(
        """
        from countersign import Engine
        from support import payment
        class Shop:
            def __init__(self):
                self.engine = Engine({"sandbox": {"latency": 60000}}, on_pre_authorisation=self.approve)
                self.payment = payment(self.engine)
                self.payment.run(timeout=0)
            def approve(self, event): ...
        shop = Shop()
        import builtins; builtins.shop = shop   # torn down last of all
        print("done")
        """
    ) == "done"


@pytest.mark.parametrize("times", range(3))
def test_while_daemon_threads_run_payments(times: int) -> None:
    """Their hooks may run while the interpreter ends. None is called once it has begun to, and nothing is then approved."""
    finished = run_program(
        """
        import threading
        from countersign import Engine, Proceed
        from support import payment
        engine = Engine({"sandbox": {"latency": 1}}, on_pre_authorisation=lambda event: Proceed())
        begun = threading.Semaphore(0)
        def work():
            while True:
                payment(engine).run(timeout=5)
                begun.release()
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        for _ in range(30):
            begun.acquire()
        threading.excepthook = lambda arguments: None   # the engine is closed under them
        print("done", flush=True)
        """
    )
    assert (finished.returncode, finished.stdout) == (0, "done\n"), finished.stderr


def test_while_a_daemon_threads_hook_does_not_return() -> None:
    """The exit does not wait for it."""
    assert done(
        """
        import threading
        from countersign import Engine, Proceed
        from support import payment
        inside, never = threading.Event(), threading.Event()
        def approve(event):
            inside.set()
            never.wait()
            return Proceed()
        engine = Engine(on_pre_authorisation=approve)
        threading.Thread(target=lambda: payment(engine).run(), daemon=True).start()
        inside.wait()
        print("done", flush=True)
        """
    ) == "done"


def test_sys_exit_in_a_hook() -> None:
    finished = run_program(
        """
        import atexit, sys
        from countersign import Engine, Run
        from support import VIRTUAL, payment
        def leave(event):
            sys.exit(7)
        engine = Engine(VIRTUAL, on_pre_authorisation=leave)
        paid = payment(engine)
        try:
            paid.run()
        finally:
            assert paid.run() is Run.SETTLED
            print(paid.ending, engine.sandbox.books()["totals"], flush=True)
        """
    )
    assert finished.returncode == 7 and finished.stderr == ""
    assert finished.stdout.startswith("ERROR ") and '"transactions": 1' not in finished.stdout.replace("'", '"')


def test_hooks_at_exit_are_no_yes() -> None:
    """A payment that an exit function runs after the engines were closed is refused, not paid."""
    assert done(
        """
        import atexit
        def late():
            try:
                paid.run()
            except countersign.GoneError as error:
                print("gone", calls)
        atexit.register(late)     # called after the package's own, which was registered later
        import countersign
        from countersign import Engine, Proceed
        from support import VIRTUAL, payment
        calls = []
        engine = Engine(VIRTUAL, on_pre_authorisation=lambda event: calls.append(1) or Proceed())
        paid = payment(engine)
        """
    ) == "gone []"


def test_an_asyncio_program_that_just_ends() -> None:
    assert done(
        """
        import asyncio
        from countersign import Proceed, aio
        from support import card, transaction
        async def hook(event):
            await asyncio.get_running_loop().create_future()
        async def main():
            global engine
            engine = aio.Engine(on_pre_authorisation=hook)
            payment = engine.payment(transaction(), card=card(engine))
            try:
                await asyncio.wait_for(payment.run(), 0.05)
            except asyncio.TimeoutError:
                print("late")
        asyncio.run(main())
        print(engine.sandbox.books()["totals"])
        """
    ) == "late\n[]"


def test_the_garbage_collector_at_exit() -> None:
    assert done(
        """
        import gc
        gc.disable()
        from countersign import Engine, Proceed
        from support import VIRTUAL, payment
        for _ in range(50):
            engine = Engine(VIRTUAL)
            engine.hook("on_pre_authorisation")(lambda event, engine=engine: Proceed())
            paid = payment(engine)
            engine.paid = paid
            paid.run()
        print("done")
        """
    ) == "done"
