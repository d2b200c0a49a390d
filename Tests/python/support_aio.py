"""What the asyncio tests share."""

from __future__ import annotations

import asyncio
import functools
from typing import Any, Awaitable, Callable

from countersign import Decision, Event, Proceed, Run
from countersign.aio import Engine, Payment

from support import PLAIN, VIRTUAL, card, transaction

AUTHENTICATED: dict[str, object] = {**VIRTUAL, "authentication": {}}


def on_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Runs a coroutine test. A wait that nothing ends fails the test, and so does what the loop's handler is told."""

    @functools.wraps(test)
    def run(**arguments: Any) -> None:
        faults: list[dict[str, Any]] = []

        async def bounded() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
            await asyncio.wait_for(test(**arguments), 60)

        asyncio.run(bounded())
        assert faults == []

    return run


def pay(engine: Engine, number: str = PLAIN, **hooks: Any) -> Payment:
    return engine.payment(transaction(), card=card(engine, number), **hooks)


async def yes(event: Event) -> Decision:
    await asyncio.sleep(0)
    return Proceed()


async def shopper(engine: Engine, payment: Payment, code: str = "1234") -> Run:
    """Runs to the end, and types the code."""
    while True:
        standing = await payment.run()
        if standing is not Run.ACTION_REQUIRED:
            return standing
        payment.complete_challenge(engine.sandbox.answer(payment.challenge.creq, code))
