"""One engine and many threads, and payments that are cancelled at every moment."""

from __future__ import annotations

import asyncio
import threading
from typing import Callable

import pytest

from countersign import NONE, Decision, Ending, Engine, Event, Later, Proceed, Run, StateError, aio

from support import CHALLENGE, PLAIN, VIRTUAL, card, drive, payment, transaction


def in_threads(count: int, work: Callable[[int], object]) -> None:
    """Runs `work` in so many threads; what one raises is raised here."""
    faults: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def test_many_threads_on_one_engine() -> None:
    """Each payment's hooks are called on the thread that runs it."""
    own: dict[str, int] = {}

    def approve(event: Event) -> Decision:
        assert own[event["merchantTransactionId"]] == threading.get_ident()
        return Proceed()

    with Engine({"authentication": {}}, on_pre_authorisation=approve) as engine:

        def work(number: int) -> None:
            for turn in range(25):
                name = f"thread-{number}-{turn}"
                own[name] = threading.get_ident()
                data = transaction(merchantTransactionId=name)
                with engine.payment(data, card=card(engine, CHALLENGE if turn % 2 else PLAIN)) as paid:
                    assert drive(engine, paid) is Run.SETTLED and paid.ending is Ending.AUTHORISED

        in_threads(6, work)
        [total] = engine.sandbox.books()["totals"]
        assert total["transactions"] == 150


def test_late_answers_of_a_thread_while_another_dispatches() -> None:
    waiting: list[Later] = []
    arrived = threading.Semaphore(0)

    def ask(event: Event) -> Decision:
        waiting.append(event.later())
        arrived.release()
        return waiting[-1]

    with Engine({}, on_pre_authorisation=ask) as engine:
        payments = [payment(engine) for _ in range(60)]
        for paid in payments:
            paid.submit()

        def work(number: int) -> None:
            if number == 0:
                for _ in payments:
                    arrived.acquire()
                    waiting.pop().proceed()
            else:
                while any(paid.ending is Ending.NONE for paid in payments):
                    engine.dispatch(max_steps=10)

        in_threads(2, work)
        assert {paid.ending for paid in payments} == {Ending.AUTHORISED}


def test_cancelling_at_every_moment() -> None:
    """Before the start, in each hook, while an answer is awaited, and after the end: cancelled, or what the request came to."""
    hooks = ["on_start_submit", "on_pre_tokenisation", "on_post_tokenisation", "on_pre_authorisation", "on_post_authorisation"]
    for name in hooks:
        def cancel(event: Event) -> Decision:
            event.payment.cancel()
            return Proceed()

        with Engine(VIRTUAL) as engine:
            engine.hook(name)(cancel)
            paid = payment(engine)
            assert paid.run() is Run.SETTLED
            moved = sum(total["transactions"] for total in engine.sandbox.books()["totals"])
            wanted = (Ending.AUTHORISED, 1) if name == "on_post_authorisation" else (Ending.CANCELLED, 0)
            assert (paid.ending, moved) == wanted
    with Engine(VIRTUAL) as engine:
        paid = payment(engine)
        paid.cancel()
        assert paid.run() is Run.SETTLED and paid.ending is Ending.CANCELLED and paid["cancelled.by"] == "host"
        paid.cancel()
        laters: list[Later] = []

        def ask(event: Event) -> Decision:
            laters.append(event.later())
            return laters[-1]

        waiting = payment(engine, on_pre_authorisation=ask)
        assert waiting.run(timeout=0) is Run.RUNNING
        waiting.cancel()
        assert waiting.run() is Run.SETTLED and waiting.ending is Ending.CANCELLED
        with pytest.raises(StateError):
            laters[0].proceed()


def test_cancelling_from_another_thread_on_asyncio() -> None:
    async def never(event: Event) -> Decision:
        await asyncio.get_running_loop().create_future()
        return NONE

    async def main() -> Ending:
        async with aio.Engine({}, on_pre_authorisation=never) as engine:
            paid = engine.payment(transaction(), card=card(engine))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(paid.settled(), 0.05)
            thread = threading.Thread(target=paid.cancel)
            thread.start()
            thread.join()
            return await paid.settled()

    assert asyncio.run(main()) is Ending.CANCELLED


def test_a_jump_of_the_clock() -> None:
    with Engine({**VIRTUAL, "authentication": {}}) as engine:
        paid = payment(engine, CHALLENGE)
        assert paid.run() is Run.ACTION_REQUIRED
        engine.advance_time(10**12)
        assert paid.run() is Run.SETTLED and paid.error is not None and paid.error.code == "CHALLENGE_TIMEOUT"
        with pytest.raises(Exception):
            engine.advance_time(-1)
