"""Hooks that are coroutines: late answers, and never paid because nobody answered."""

from __future__ import annotations

import asyncio
import contextvars
from typing import Any, Optional

import pytest

from countersign import (
    NONE,
    Decision,
    Ending,
    Event,
    Fail,
    Later,
    NoDecision,
    Proceed,
    State,
)
from countersign.aio import Engine, Payment

from support import FRICTIONLESS, VIRTUAL, Host, card, transaction
from support_aio import on_loop, pay, yes


@on_loop
async def test_coroutine_hooks_of_every_kind() -> None:
    names: list[str] = []

    async def note(event: Event) -> Optional[Decision]:
        await asyncio.sleep(0)
        if event.name == "onPostAuthorisation":
            assert isinstance(event.payment, Payment) and await event.payment.settled() is Ending.AUTHORISED
        names.append(event.name)
        return Host().answers.get(event.name, Proceed())  # type: ignore[return-value]

    async with Engine(VIRTUAL) as engine:
        for name in ("onStartSubmit", "onPreTokenisation", "onGetCredentials", "onPreInitiateAuthentication",
                     "onPresentFingerprint", "onPreAuthentication", "onPreAuthorisation", "onPostAuthorisation"):
            engine.hook(name)(note)
        payment = pay(engine, FRICTIONLESS)
        assert await payment.settled() is Ending.AUTHORISED
        assert names[-1] == "onPostAuthorisation"  # who awaits the end hears of it after those who are told of it
    assert names.count("onGetCredentials") >= 3 and set(names) > {"onStartSubmit", "onPreAuthorisation", "onPostAuthorisation"}


@pytest.mark.parametrize("answer", [None, True, 1, "yes", 0, object(), [Proceed()]], ids=repr)
@on_loop
async def test_nothing_implicit_is_a_yes(answer: Any) -> None:
    async def hook(event: Event) -> Any:
        return answer

    async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
        payment = pay(engine)
        assert await payment.settled() is Ending.ERROR
        assert payment.error is not None and payment.error.code == "HOOK_FAILED"
        assert isinstance(payment.error.__cause__, NoDecision)
        assert "hook (test_aio_hooks.py:" in payment.error.message


@on_loop
async def test_a_later_is_no_answer_of_a_coroutine() -> None:
    async def hook(event: Event) -> Any:
        return Later(0)

    async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
        assert await pay(engine).settled() is Ending.ERROR


@on_loop
async def test_decisions_and_refused_replies() -> None:
    decisions = [(NONE, Ending.CANCELLED), (Fail("no"), Ending.ERROR), (Proceed(amount="1.00"), Ending.AUTHORISED),
                 (Proceed(ammount="1.00"), Ending.ERROR), (Proceed({"amount": "1.00", "metadata": {"a": 7}}), Ending.ERROR)]
    for decision, ending in decisions:
        async def hook(event: Event, decision: Decision = decision) -> Decision:
            return decision

        async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
            assert await pay(engine).settled() is ending


@pytest.mark.parametrize("kind", [ValueError, StopIteration, StopAsyncIteration, RecursionError, MemoryError, GeneratorExit,
                                  asyncio.CancelledError, BaseException])
def test_an_exception_in_a_coroutine_hook_fails_it(kind: type[BaseException]) -> None:
    async def hook(event: Event) -> Decision:
        await asyncio.sleep(0)
        raise kind("4111111111111111")

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
            payment = pay(engine)
            assert await payment.settled() is Ending.ERROR
            error = payment.error
            assert error is not None and error.code == "HOOK_FAILED" and "in hook, test_aio_hooks.py:" in error.message
            assert "4111" not in error.message and error.__cause__ is not None

    asyncio.run(main())


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_an_exit_in_a_coroutine_hook_leaves_the_loop(kind: type[BaseException]) -> None:
    ended: list[Ending] = []
    engines: list[Engine] = []

    async def hook(event: Event) -> Decision:
        raise kind

    async def main() -> None:
        engines.append(Engine(VIRTUAL, on_pre_authorisation=hook))
        await pay(engines[0]).settled()

    with pytest.raises(kind):
        asyncio.run(main())
    assert engines[0].sandbox.books()["totals"] == [] or engines[0].sandbox.books()["totals"][0]["transactions"] == 0
    engines.pop().close()
    assert ended == []


@on_loop
async def test_a_cancelled_hook_fails() -> None:
    begun: list["asyncio.Task[Any]"] = []

    async def hook(event: Event) -> Decision:
        task = asyncio.current_task()
        assert task is not None
        begun.append(task)
        await asyncio.get_running_loop().create_future()
        return Proceed()

    async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
        payment = pay(engine)
        waiting = asyncio.ensure_future(payment.settled())
        while not begun:
            await asyncio.sleep(0)
        begun[0].cancel()
        assert await waiting is Ending.ERROR


@on_loop
async def test_a_coroutine_hook_has_its_time_and_no_more() -> None:
    """Virtual time waits for it; once the host moves it, the hook is too late, and its answer is nothing."""
    gates: list["asyncio.Future[None]"] = []

    async def hook(event: Event) -> Decision:
        gates.append(asyncio.get_running_loop().create_future())
        await gates[-1]
        return Proceed()

    async with Engine({**VIRTUAL, "hookTimeout": 5000}, on_pre_authorisation=hook) as engine:
        payment = pay(engine)
        waiting = asyncio.ensure_future(payment.settled())
        while not gates:
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        assert payment.state is State.RUNNING
        engine.advance_time(5000)
        assert await waiting is Ending.ERROR
        gates[0].set_result(None)
        await asyncio.sleep(0)


@on_loop
async def test_hooks_that_tell_can_be_set_and_unset() -> None:
    told: list[str] = []
    async with Engine(VIRTUAL) as engine:
        engine.hook("onPostAuthorisation")(lambda event: told.append(event.name))
        assert await pay(engine).settled() is Ending.AUTHORISED
        engine.unhook("on_post_authorisation")
        assert await pay(engine).settled() is Ending.AUTHORISED
        engine.unhook("onPostAuthorisation")
        assert await pay(engine).settled() is Ending.AUTHORISED
    assert told == ["onPostAuthorisation"]


@on_loop
async def test_a_hook_has_the_context_of_who_awaits() -> None:
    request: "contextvars.ContextVar[str]" = contextvars.ContextVar("request")
    seen: dict[str, str] = {}

    async def hook(event: Event) -> Decision:
        seen[event["merchantTransactionId"]] = request.get()
        return Proceed()

    async with Engine(VIRTUAL, on_pre_authorisation=hook) as engine:
        async def handle(name: str) -> None:
            request.set(name)
            await engine.payment(transaction(merchantTransactionId=name), card=card(engine)).run()

        await asyncio.gather(*(asyncio.ensure_future(handle(name)) for name in ("a-1", "a-2", "a-3")))
    assert seen == {"a-1": "a-1", "a-2": "a-2", "a-3": "a-3"}
