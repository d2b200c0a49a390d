"""A process that forks: the parent's engines are the parent's, and the child makes its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import Any, Callable

import pytest

from countersign import Ending, Engine, ForkedError, Proceed, Run

from support import VIRTUAL, card, payment, transaction

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def in_child(work: Callable[[], object]) -> int:
    """Runs `work` in a forked child, for at most a minute; returns its exit status: 0 when it raised nothing."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)
            work()
            status = 0
        except BaseException as error:
            os.write(2, f"in the child: {error!r}\n".encode())
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def pay_anew() -> None:
    """A payment on an engine of this process."""
    with Engine({"authentication": {}}, on_pre_authorisation=lambda event: Proceed()) as engine:
        paid = payment(engine)
        assert paid.run(timeout=30) is Run.SETTLED and paid.ending is Ending.AUTHORISED


def refuses(engine: Engine, paid: Any, entry: Any) -> None:
    """Everything that a child may do with its parent's objects says so."""
    uses: list[Callable[[], object]] = [
        paid.run, paid.cancel, lambda: paid.state, lambda: paid.data, lambda: paid["amount"], engine.dispatch, engine.now,
        lambda: engine.payment(transaction()), lambda: engine.card(), lambda: entry.number.is_valid, engine.sandbox.books,
    ]
    for use in uses:
        with pytest.raises(ForkedError):
            use()
    assert "4111" not in repr((engine, paid, entry))
    paid.close()
    entry.close()
    engine.close()
    pay_anew()


def test_an_engine_made_before_a_fork_is_the_parents() -> None:
    with Engine({**VIRTUAL, "sandbox": {"latency": 1000}}, on_pre_authorisation=lambda event: Proceed()) as engine:
        paid, entry = payment(engine), card(engine)
        assert paid.run(timeout=0.1) is Run.RUNNING
        assert in_child(lambda: refuses(engine, paid, entry)) == 0
        assert in_child(lambda: None) == 0
        assert entry.is_valid and paid.run() is Run.SETTLED and paid.ending is Ending.AUTHORISED


def test_a_fork_while_payments_run_in_threads() -> None:
    """Locks that other threads hold at that moment stay held in the child for ever: it must not need them."""
    with Engine({"authentication": {}, "sandbox": {"latency": 1}}) as engine:
        engine.hook("on_pre_authorisation")(lambda event: Proceed())
        paid, entry = payment(engine), card(engine)
        stop = threading.Event()
        endings: list[Ending] = []

        def work() -> None:
            while not stop.is_set():
                with payment(engine, on_post_tokenisation=lambda event: None) as own:
                    own.run(timeout=30)
                    endings.append(own.ending)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            statuses = {in_child(lambda: refuses(engine, paid, entry)) for _ in range(20)}
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        assert statuses == {0}
        assert set(endings) == {Ending.AUTHORISED}
        assert paid.run(timeout=30) is Run.SETTLED


def test_a_fork_in_a_hook() -> None:
    """The child leaves the hook's payment alone; the parent's goes on."""
    statuses: list[int] = []
    with Engine(VIRTUAL) as engine:

        @engine.hook
        def on_pre_authorisation(event: Any) -> Any:
            statuses.append(in_child(pay_anew))
            return Proceed()

        paid = payment(engine)
        assert paid.run() is Run.SETTLED and paid.ending is Ending.AUTHORISED
    assert statuses == [0]


def test_a_child_that_exits_as_usual() -> None:
    """With its parent's engines still there: nothing hangs, and nothing is printed."""
    with Engine({"sandbox": {"latency": 60_000}}) as engine:
        paid = payment(engine)
        paid.run(timeout=0)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            import atexit

            atexit._run_exitfuncs()  # as interpreters do when they end
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert paid.run(timeout=0) is Run.RUNNING


def pay_in_pool(number: int) -> str:
    """What a worker does."""
    with Engine({**VIRTUAL, "authentication": {}}) as engine:
        paid = engine.payment(transaction(merchantTransactionId=f"pool-{number}"), card=card(engine))
        paid.run()
        return f"{os.getpid() != PARENT} {paid.ending}"


def fail_in_pool(number: int) -> None:
    with Engine(VIRTUAL) as engine:
        engine.payment(transaction(amount="1.234"))


PARENT = os.getpid()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method: str) -> None:
    """Workers make their engines, and their errors come back whole."""
    from countersign import FieldError

    with Engine({"sandbox": {"latency": 60_000}}) as engine:  # one of the parent's, in flight
        paid = payment(engine)
        paid.run(timeout=0)
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            endings = pool.map(pay_in_pool, range(4))
            with pytest.raises(FieldError) as refused:
                pool.map(fail_in_pool, [1])
            pool.close()
            pool.join()
        assert {ending.split()[1] for ending in endings} == {"AUTHORISED"}
        assert (refused.value.field, refused.value.code, refused.value.status) == ("amount", "AMOUNT_INVALID", -2)
        assert paid.run(timeout=0) is Run.RUNNING
