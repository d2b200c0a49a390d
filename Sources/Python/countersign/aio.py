"""Payments on asyncio: the engine's descriptor is watched by the running loop, and hooks may be coroutine functions.

>>> import asyncio
>>> from countersign import Proceed, aio
>>> async def on_pre_authorisation(event):
...     await asyncio.sleep(0)    # ask the risk engine
...     return Proceed()
>>> async def main():
...     async with aio.Engine({"time": "virtual"}, on_pre_authorisation=on_pre_authorisation) as engine:
...         card = engine.card(number=bytearray(b"4111111111111111"), expiry="12/39", cvc=bytearray(b"123"))
...         payment = engine.payment(
...             {"amount": "9.90", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}, card=card
...         )
...         print(await payment.run(), payment.ending)
>>> asyncio.run(main())
SETTLED AUTHORISED

No thread is made, and the loop is never held for more than `STEPS` steps of payments. An exception in a coroutine hook, and
its cancellation, fail the hook, as they do in a plain one. To cancel a task that awaits a payment ends the wait and never
the payment: that is what `Payment.cancel` is for.

In virtual time, time moves to the next deadline when there is nothing else to do and no coroutine hook is under way: a hook
takes no time.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import weakref
from typing import TYPE_CHECKING, Any, Awaitable, Mapping, Optional

from ._card import Card
from ._decisions import Decision, Later
from ._engine import BaseEngine
from ._errors import E_GONE, Error, GoneError, made
from ._event import Event
from ._hooks import HookFunction, decided, documented_name, place
from ._payment import BasePayment, Ending, Run, State, milliseconds
from ._waiter import Waiter

__all__ = ["Engine", "Payment", "STEPS"]

#: How many steps of payments are taken before the loop has its turn.
STEPS = 64

# What tells that a payment has come to a stop. Set from the start, so that one in flight need not be asked again and again.
_TELLING = ("on_present_challenge", "on_pending", "on_cancelled", "on_post_authorisation", "on_submit_error")
# What tells of an end. Who awaits the payment hears of it when the coroutine hooks for it are through.
_ENDINGS = {"on_cancelled", "on_post_authorisation", "on_submit_error", "on_success", "on_error", "on_result_changed"}


def _nothing(event: Event) -> None:
    pass


class Payment(BasePayment):
    """One payment on asyncio. `Engine.payment()` makes it."""

    _engine: Optional["Engine"]

    if TYPE_CHECKING:

        def __init__(
            self,
            engine: "Engine",
            transaction: Optional[Mapping[str, object]] = None,
            *,
            card: Optional[Card] = None,
            **hooks: HookFunction,
        ) -> None: ...

    #: What coroutine hooks run in: the context of the task that last awaited the payment.
    _context: Optional[contextvars.Context] = None

    #: How many coroutine hooks that tell of its end are under way.
    _finishing = 0

    async def run(self, timeout: Optional[float] = None) -> Run:
        """Submits if need be and waits until the payment settles, needs a shopper, waits, or `timeout` seconds have passed.

        It answers what `countersign.Payment.run` does. The payment goes on when the wait is over or cancelled. A payment that
        answers `Run.WAITING` has nothing to do now: `settled` waits for its end.
        """
        return await self._await(False, None if timeout is None else milliseconds(timeout))

    async def settled(self) -> Ending:
        """Submits if need be and waits until the payment has ended, through challenges that another task answers, through
        pending and unknown, and the coroutine hooks that are told of its end are through. Bound it with `asyncio.wait_for`:
        the payment goes on."""
        await self._await(True, None)
        return self.ending

    def submit(self) -> None:
        """Queues the payment, which the running loop then drives, whether it is awaited or not."""
        self._home()._attach()
        self._context = contextvars.copy_context()
        super().submit()

    def close(self) -> None:
        """Wipes and releases the payment; in flight, it goes on without this object. Who awaits it gets `GoneError`."""
        handle, engine = self._handle, self._engine
        super().close()
        if handle is not None and engine is not None:
            engine._leave(handle)

    async def _await(self, only_end: bool, timeout: Optional[int]) -> Run:
        engine = self._home()
        loop = engine._attach()
        self._context = contextvars.copy_context()
        if self.state is State.CREATED:
            super().submit()
        if self.state is State.SETTLED and asyncio.current_task() in engine._tasks:
            return Run.SETTLED  # a hook does not wait for itself
        standing = self._standing()
        if standing is Run.SETTLED or standing is not None and not only_end:
            await asyncio.sleep(0)  # others have their turn, also where this is called again and again
            return standing
        return await engine._wait(self, loop, only_end, timeout)

    def _standing(self) -> Optional[Run]:
        """What `run` has to say now; None: wait on."""
        if self.state is State.RUNNING:
            return None
        if self._finishing > 0 and self.state is State.SETTLED:
            return None
        status = self._run_for(0)  # with the step or two that may be due
        return None if status == Run.RUNNING else Run(status)

    def _home(self) -> "Engine":
        if self._engine is None:
            raise made(E_GONE, "the program has let go of this payment")
        return self._engine


class Engine(BaseEngine):
    """Runs payments on asyncio. It takes what `countersign.Engine` takes; hooks may be coroutine functions too.

    It belongs to the loop on which a payment is first awaited or submitted: make one for each loop. Use `async with`, or
    close it: who still awaits a payment gets `GoneError`.
    """

    def __init__(self, config: Optional[Mapping[str, object]] = None, **hooks: HookFunction) -> None:
        self._is_virtual = bool(config) and (config or {}).get("time") == "virtual"
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._descriptor = -1
        self._waiters: dict[int, list[Waiter]] = {}
        self._told: set[int] = set()
        self._tasks: "set[asyncio.Task[None]]" = set()
        self._hooks_under_way = 0
        self._is_resting = False
        super().__init__(config)
        try:
            self._set_hooks({name: _nothing for name in _TELLING})
            self._set_hooks(hooks)
        except BaseException:
            self.close()
            raise

    def payment(
        self,
        transaction: Optional[Mapping[str, object]] = None,
        *,
        card: Optional[Card] = None,
        **hooks: HookFunction,
    ) -> Payment:
        """Makes a payment from its transaction data. `FieldError` names the first field at fault. See `Payment`."""
        return Payment(self, transaction, card=card, **hooks)

    def unhook(self, name: str) -> None:
        """Unsets a hook."""
        super().unhook(name)
        for telling in _TELLING:
            if documented_name(name) == documented_name(telling):
                self._set_hook(telling, _nothing)

    def advance_time(self, milliseconds: int) -> None:
        """Virtual time only: moves it forward. Await something to let what is due happen."""
        super().advance_time(milliseconds)
        self._rest_soon()

    def close(self) -> None:
        """Releases the engine with its payments and cards, cancels its hooks' tasks, and ends every wait with `GoneError`."""
        if self._handle is None:
            return
        self._detach()
        for task in list(self._tasks):
            task.cancel()
        super().close()
        for handle in list(self._waiters):
            self._leave(handle)

    async def aclose(self) -> None:
        """As `close`, and waits until the hooks' tasks have ended."""
        await asyncio.sleep(0)  # hooks that were about to begin, do
        tasks = list(self._tasks)
        self.close()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def __aenter__(self) -> "Engine":
        self._attach()
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.aclose()

    # ---- The loop ------------------------------------------------------------------------------------------------------------

    def _attach(self) -> asyncio.AbstractEventLoop:
        """Has the running loop watch the engine."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return loop
        if self._loop is not None and not self._loop.is_closed():
            raise RuntimeError("this engine belongs to another event loop: make one for each loop")
        descriptor = self.fileno()
        self._detach()
        # A descriptor of our own: it stays ours until the loop has let go of it, also when the engine is collected elsewhere.
        self._descriptor = os.dup(descriptor)
        self._loop = loop
        # Weak: a loop does not keep an engine that the program has let go of.
        loop.add_reader(self._descriptor, _turn, weakref.ref(self))
        return loop

    def _detach(self) -> None:
        loop, self._loop = self._loop, None
        descriptor, self._descriptor = self._descriptor, -1
        if loop is None:
            return
        if loop.is_closed():
            os.close(descriptor)
        elif not loop.is_running() or asyncio._get_running_loop() is loop:
            _forget(loop, descriptor)
        else:
            loop.call_soon_threadsafe(_forget, loop, descriptor)

    def _turn(self) -> None:
        """The loop found work."""
        if self._handle is None:
            return
        try:
            self._dispatch(STEPS)
        except Error as error:
            self._detach()
            for waiter in self._all_waiters():
                if not waiter.future.done():
                    waiter.future.set_exception(error)
            return
        finally:
            self._wake()
        self._rest_soon()

    def _wake(self) -> None:
        while self._told:
            for waiter in self._waiters.get(self._told.pop(), [])[:]:
                waiter.look()

    def _moved(self, payment: int) -> None:
        if payment in self._waiters:
            self._told.add(payment)

    # ---- Waiting -------------------------------------------------------------------------------------------------------------

    async def _wait(
        self, payment: Payment, loop: asyncio.AbstractEventLoop, only_end: bool, timeout: Optional[int]
    ) -> Run:
        handle = payment._live()
        future: "asyncio.Future[Run]" = loop.create_future()
        limit = self.now() + timeout if self._is_virtual and timeout is not None else None
        waiter = Waiter(payment, future, only_end, limit)
        timer = None
        if timeout is not None and not self._is_virtual:
            timer = loop.call_later(timeout / 1000, waiter.finish, Run.RUNNING)
        self._waiters.setdefault(handle, []).append(waiter)
        self._rest_soon()
        try:
            return await future
        finally:
            if timer is not None:
                timer.cancel()
            waiters = self._waiters.get(handle, [])
            if waiter in waiters:
                waiters.remove(waiter)
            if not waiters:
                self._waiters.pop(handle, None)

    def _leave(self, handle: int) -> None:
        """The payment's handle is no more."""
        for waiter in self._waiters.pop(handle, []):
            if not waiter.future.done():
                waiter.future.set_exception(made(E_GONE, "the payment was closed while it was awaited"))

    def _all_waiters(self) -> list[Waiter]:
        return [waiter for waiters in self._waiters.values() for waiter in waiters]

    # ---- Virtual time --------------------------------------------------------------------------------------------------------

    def _rest_soon(self) -> None:
        if self._is_virtual and self._loop is not None and not self._is_resting and self._waiters:
            self._is_resting = True
            self._loop.call_soon(self._rest)

    def _rest(self) -> None:
        """Moves virtual time on, if everybody waits for it."""
        self._is_resting = False
        if self._handle is None or self._hooks_under_way > 0:
            return
        now, due = self.now(), self.next_deadline()
        if due is not None and due <= now:
            return  # the descriptor is readable, and the turn comes back here
        waiters = self._all_waiters()
        for waiter in waiters:
            if waiter.limit is not None and waiter.limit <= now:
                waiter.finish(Run.RUNNING)
        limits = [waiter.limit for waiter in waiters if waiter.limit is not None and not waiter.future.done()]
        if due is not None and any(waiter.needs_time for waiter in waiters):
            limits.append(due)
        if limits:
            super().advance_time(min(limits) - now)
            self._rest_soon()

    # ---- Coroutine hooks -----------------------------------------------------------------------------------------------------

    def _begin(self, event: Event, function: HookFunction, answer: Awaitable[object]) -> None:
        loop = self._loop
        if loop is None:
            super()._begin(event, function, answer)
            return
        event._keep()
        later = event.later() if event._reply is not None else None
        payment = event.payment
        context = payment._context if isinstance(payment, Payment) else None
        if event.hook in _ENDINGS and isinstance(payment, Payment):
            payment._finishing += 1
        self._hooks_under_way += 1
        # Not yet: the reply is ours when the hook has returned.
        loop.call_soon(self._start, event, function, later, answer, context=context or contextvars.copy_context())

    def _start(self, event: Event, function: HookFunction, later: Optional[Later], answer: Awaitable[object]) -> None:
        task = asyncio.ensure_future(self._finish(event, function, later, answer))
        self._tasks.add(task)
        task.add_done_callback(functools.partial(self._ended, event))

    def _ended(self, event: Event, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._hooks_under_way -= 1
        payment = event.payment
        if event.hook in _ENDINGS and isinstance(payment, Payment):
            payment._finishing -= 1
            if payment._handle is not None:
                self._moved(payment._handle)
                self._wake()
        self._rest_soon()

    async def _finish(self, event: Event, function: HookFunction, later: Optional[Later], answer: Awaitable[object]) -> None:
        is_through = False
        try:
            returned = await answer
            is_through = True
            if later is not None:
                later._answer(_immediate(returned, function))
        except GoneError:
            pass  # it came too late
        except BaseException as error:
            if later is not None:
                event.payment._hook_error = error
                later._fail_for(place(error, function, is_through))
            elif isinstance(error, Exception):
                _report(error, event)
            if not isinstance(error, Exception):
                raise


def _immediate(returned: object, function: HookFunction) -> Decision:
    return decided(None if isinstance(returned, Later) else returned, function)


def _report(error: Exception, event: Event) -> None:
    asyncio.get_running_loop().call_exception_handler({"message": f"Exception in {event.name}", "exception": error})


def _turn(engine: "weakref.ref[Engine]") -> None:
    found = engine()
    if found is not None:
        found._turn()


def _forget(loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
    if not loop.is_closed():
        loop.remove_reader(descriptor)
    os.close(descriptor)
