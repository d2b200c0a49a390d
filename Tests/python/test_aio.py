"""Payments on asyncio: on the host's loop, without a thread, and bounded by nobody's patience but their own."""

from __future__ import annotations

import asyncio
import threading
import weakref
from typing import Any, Optional

import pytest

from countersign import (
    Decision,
    Ending,
    Error,
    Event,
    GoneError,
    Proceed,
    Run,
    State,
    sandbox_cases,
)
from countersign.aio import Engine, Payment

from programs import collect
from support import CHALLENGE, FRICTIONLESS, PLAIN, SOFT_DECLINE, VIRTUAL, Host, card, transaction
from support_aio import AUTHENTICATED, on_loop, pay, shopper, yes


@on_loop
async def test_a_payment() -> None:
    async with Engine(VIRTUAL) as engine:
        payment = pay(engine)
        assert await payment.run() is Run.SETTLED
        assert payment.ending is Ending.AUTHORISED
        assert await payment.run() is Run.SETTLED
        assert await payment.settled() is Ending.AUTHORISED


@on_loop
async def test_a_challenge() -> None:
    async with Engine(AUTHENTICATED) as engine:
        payment = pay(engine, CHALLENGE)
        assert await payment.run() is Run.ACTION_REQUIRED
        assert await payment.run() is Run.ACTION_REQUIRED
        assert await shopper(engine, payment) is Run.SETTLED
        assert payment.ending is Ending.AUTHORISED and payment["authentication.liability"] == "issuer"


@on_loop
async def test_many_at_once_in_real_time() -> None:
    """As in a shop: a thousand payments in flight, answers that come late and out of order, one loop, no thread."""
    count = 1000
    waiting: list["asyncio.Future[None]"] = []
    threads: set[int] = set()

    async def late(event: Event) -> Decision:
        threads.add(threading.get_ident())
        gate: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()
        waiting.append(gate)
        if len(waiting) == count:  # nobody has an answer before everybody waits for one
            for other in reversed(waiting):
                other.set_result(None)
        await gate
        return Proceed(amount=event["amount"])

    turns = 0

    async def other_work() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with Engine({"authentication": {}}, on_pre_authorisation=late) as engine:
        ticking = asyncio.ensure_future(other_work())
        payments = [pay(engine, (FRICTIONLESS, CHALLENGE, PLAIN)[number % 3]) for number in range(count)]
        ran = await asyncio.gather(*(shopper(engine, payment) for payment in payments))
        ticking.cancel()
        assert set(ran) == {Run.SETTLED} and {payment.ending for payment in payments} == {Ending.AUTHORISED}
        [total] = engine.sandbox.books()["totals"]
        assert (total["transactions"], total["authorised"]) == (count, count * 1234)
        assert threads == {threading.get_ident()}
        assert turns > count * 25 // 64 // 4  # the loop is not held while payments are driven
        assert not engine._waiters and not engine._tasks


@on_loop
async def test_every_case_of_the_sandbox_comes_to_the_same_end() -> None:
    """Nobody is left waiting: what tells of a stop wakes who waits for it."""
    codes: dict[str, list[Optional[str]]] = {
        "enters 1234": ["1234"], "enters a wrong code three times": ["0000"] * 3,
        "enters a wrong code, then 1234": ["0000", "1234"], "cancels": [None]}

    async def run(row: dict[str, Any]) -> None:
        from countersign import WrongCode

        async with Engine(VIRTUAL) as engine:
            Host().listen(engine)
            data = transaction()
            del data["amount"]
            data["amountMinor"] = row.get("amountMinor", 1234)
            payment = engine.payment(data, card=card(engine, str(row["pan"])))
            typed = codes.get(str(row.get("shopper") or ""), [])[:]
            standing = await payment.run(timeout=3600)
            while standing is Run.ACTION_REQUIRED and typed:
                code, creq = typed.pop(0), payment.challenge.creq
                try:
                    answer = engine.sandbox.cancel(creq) if code is None else engine.sandbox.answer(creq, code)
                    payment.complete_challenge(answer)
                except WrongCode:
                    continue
                standing = await payment.run(timeout=3600)
            ending = str(row.get("ending") or "None")
            if ending == "None":
                assert standing in (Run.WAITING, Run.RUNNING), row["id"]
                assert payment.state in (State.PENDING, State.UNKNOWN), row["id"]
            elif standing is Run.ACTION_REQUIRED:
                engine.advance_time(3_600_000)
                assert (await payment.settled()).name == ending.upper(), row["id"]
            else:
                assert (await payment.settled()).name == ending.upper(), row["id"]

    for row in sandbox_cases():
        await run(row)


@on_loop
async def test_a_cancelled_wait_loses_nothing() -> None:
    gate: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()

    async def hook(event: Event) -> Decision:
        await gate
        return Proceed()

    async with Engine({}, on_pre_authorisation=hook) as engine:
        payment = pay(engine)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(payment.run(), 0.01)
        waiting = asyncio.ensure_future(payment.settled())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert payment.state is State.RUNNING and not engine._waiters
        assert await payment.run(timeout=0.01) is Run.RUNNING
        gate.set_result(None)
        both = await asyncio.gather(payment.run(), payment.settled())
        assert list(both) == [Run.SETTLED, Ending.AUTHORISED]


@on_loop
async def test_a_time_out_in_virtual_time() -> None:
    async with Engine({**VIRTUAL, "sandbox": {"latency": 1000}}) as engine:
        payment = pay(engine)
        begun = engine.now()
        assert await payment.run(timeout=0.4) is Run.RUNNING
        assert engine.now() == begun + 400
        assert await payment.run(timeout=0) is Run.RUNNING
        assert engine.now() == begun + 400
        assert await payment.run() is Run.SETTLED
        for wrong in (-1, float("nan")):
            with pytest.raises(ValueError):
                await payment.run(timeout=wrong)


@on_loop
async def test_the_shopper_in_another_task() -> None:
    """Virtual time does not run away while a challenge is open."""
    async with Engine(AUTHENTICATED) as engine:
        payment = pay(engine, SOFT_DECLINE)
        waiting = asyncio.ensure_future(payment.settled())
        while payment.state is not State.ACTION_REQUIRED:
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
        assert payment.state is State.ACTION_REQUIRED
        payment.complete_challenge(engine.sandbox.answer(payment.challenge.creq, "1234"))
        assert await waiting is Ending.AUTHORISED


@on_loop
async def test_closing_ends_every_wait() -> None:
    for closes_engine in (True, False):
        async with Engine({"sandbox": {"latency": 60_000}}) as engine:
            payment, other = pay(engine), pay(engine, on_pre_authorisation=yes)
            waiting = [asyncio.ensure_future(payment.run()), asyncio.ensure_future(payment.settled())]
            other.submit()
            await asyncio.sleep(0.01)
            engine.close() if closes_engine else payment.close()
            for wait in waiting:
                with pytest.raises(GoneError):
                    await wait
            with pytest.raises(GoneError):
                await payment.run()


@on_loop
async def test_an_engine_closed_in_a_hook() -> None:
    engine = Engine(VIRTUAL)

    @engine.hook
    def on_pre_authorisation(event: Event) -> Decision:
        engine.close()
        return Proceed()

    with pytest.raises(GoneError):
        await pay(engine).run()


@on_loop
async def test_a_payment_that_nobody_awaits_goes_on() -> None:
    told: list[str] = []
    async with Engine({}, on_pre_authorisation=yes) as engine:
        engine.hook("on_post_authorisation")(lambda event: told.append(event["result.state"]))
        payment = pay(engine)
        payment.submit()
        with pytest.raises(Error):
            payment.submit()
        del payment
        collect()
        while not told:
            await asyncio.sleep(0)
    assert told == ["Authorised"]


def test_one_engine_belongs_to_one_loop() -> None:
    engine = Engine(VIRTUAL)

    async def use() -> Run:
        return await pay(engine).run()

    async def use_elsewhere() -> None:
        await pay(engine).run()
        faults: list[BaseException] = []

        def other() -> None:
            try:
                asyncio.run(use())
            except RuntimeError as error:
                faults.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        await asyncio.get_running_loop().run_in_executor(None, thread.join)
        assert len(faults) == 1 and "loop" in str(faults[0])

    assert asyncio.run(use()) is Run.SETTLED
    assert asyncio.run(use()) is Run.SETTLED  # the first loop is gone
    asyncio.run(use_elsewhere())
    engine.close()
    with pytest.raises(GoneError):
        asyncio.run(use())


def test_two_loops_in_two_threads() -> None:
    endings: list[Ending] = []

    async def main() -> None:
        async with Engine({"authentication": {}}, on_pre_authorisation=yes) as engine:
            payments = [pay(engine, FRICTIONLESS) for _ in range(50)]
            endings.extend(await asyncio.gather(*(payment.settled() for payment in payments)))

    threads = [threading.Thread(target=lambda: asyncio.run(main())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert endings == [Ending.AUTHORISED] * 100


@on_loop
async def test_an_engine_that_is_let_go_of_is_collected() -> None:
    """The loop does not keep it, nor does a hook that refers to it."""
    engine = Engine(VIRTUAL)

    @engine.hook
    async def on_pre_authorisation(event: Event) -> Decision:
        engine.now()
        return Proceed()

    assert await pay(engine).settled() is Ending.AUTHORISED
    gone = weakref.ref(engine)
    del engine, on_pre_authorisation
    collect()
    assert gone() is None
