"""An engine: the gateway, the hooks and the payments that share them."""

from __future__ import annotations

import atexit
import ctypes
import weakref
from typing import Any, Awaitable, Mapping, Optional, TypeVar, Union

from ._card import Card
from ._decisions import to_json
from ._errors import E_GONE, Failure, check, made
from ._event import Event
from ._hooks import HookFunction, Hooks, NoDecision, Table, begin_exit, described, is_in_hook, raise_escaping
from ._library import EngineOptions, load
from ._payment import Payment
from ._sandbox import Sandbox
from ._secret import CardText, Unpicklable

_engines: "weakref.WeakSet[BaseEngine]" = weakref.WeakSet()
_Self = TypeVar("_Self", bound="BaseEngine")


class BaseEngine(Hooks, Unpicklable):
    """What the engines of blocking programs and of asyncio share."""

    _setter_name = "csn_engine_set_hook"

    def __init__(self, config: Optional[Mapping[str, object]] = None, **hooks: HookFunction) -> None:
        self._handle: Optional[int] = None
        self._shelf: dict[int, Table] = {}
        library, options, handle, failure = load(), EngineOptions(), ctypes.c_void_p(), Failure()
        library.csn_engine_options_init(ctypes.byref(options), ctypes.sizeof(options))
        options.config_json = to_json(dict(config)) if config is not None else None
        check(library.csn_engine_new(ctypes.byref(options), ctypes.byref(handle), failure.slot), failure)
        self._handle = handle.value
        _engines.add(self)
        try:
            self._set_hooks(hooks)
        except BaseException:
            self.close()
            raise

    def card(self, options: Optional[Mapping[str, object]] = None, **fields: CardText) -> Card:
        """Makes a card, filled from keywords: number and cvc as bytearrays, expiry and holder_name as bytearrays or str.

        The bytearrays are wiped. `options` restricts what is valid, such as ``{"acceptedBrands": ["visa"]}``.
        """
        card = Card(self, options)
        card.fill(**fields)
        return card

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox inside the library: its issuer's page and its books."""
        return Sandbox(self)

    def load_issuers(self, table: Union[str, bytes]) -> None:
        """Loads a table of card issuers: lines of ``prefix;brand;funding;country``, in place of any before."""
        lines = table.encode() if isinstance(table, str) else table
        failure = Failure()
        check(load().csn_engine_load_issuers(self._live(), lines, len(lines), failure.slot), failure)

    def fileno(self) -> int:
        """A descriptor for `select` and its like, readable when the engine has work. Do not read or close it."""
        return check(load().csn_engine_fd(self._live()))

    def next_deadline(self) -> Optional[int]:
        """When the engine next has something to do by itself, in milliseconds since 1970-01-01 UTC; None: never."""
        time = ctypes.c_int64()
        check(load().csn_engine_next_deadline(self._live(), ctypes.byref(time)))
        return None if time.value < 0 else time.value

    def now(self) -> int:
        """The engine's time, in milliseconds since 1970-01-01 UTC."""
        time = ctypes.c_int64()
        check(load().csn_engine_now(self._live(), ctypes.byref(time)))
        return time.value

    def advance_time(self, milliseconds: int) -> None:
        """Virtual time only: moves it forward."""
        failure = Failure()
        check(load().csn_engine_advance_time(self._live(), milliseconds, failure.slot), failure)

    def close(self) -> None:
        """Releases the engine with its payments and cards. Payments in flight end here as far as this process goes."""
        handle, self._handle = self._handle, None
        if handle is not None:
            load().csn_engine_free(handle)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter is going away, or it was never made
            pass

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{', closed' if self._handle is None else ''}>"

    def _home(self) -> "BaseEngine":
        return self

    def _dispatch(self, max_steps: int) -> int:
        failure = Failure()
        done = load().csn_engine_dispatch(self._live(), max_steps, failure.slot)
        raise_escaping()
        return check(done, failure)

    def _moved(self, payment: int) -> None:
        """A hook of the payment with this handle is about to be called."""

    def _begin(self, event: Event, function: HookFunction, answer: Awaitable[object]) -> None:
        """A hook returned something to be awaited."""
        close = getattr(answer, "close", None)
        if close is not None:
            close()
        raise NoDecision(f"{described(function)} is asynchronous: countersign.aio has the engine for it")

    def _live(self) -> int:
        if self._handle is None:
            raise made(E_GONE, "the engine is closed")
        return self._handle


class Engine(BaseEngine):
    """Runs payments for programs that wait, or that have a loop of their own. Without a configuration it pays at the sandbox
    inside the library, in real time.

    >>> with Engine({"time": "virtual"}, on_pre_authorisation=lambda event: Proceed()) as engine:
    ...     card = engine.card(number=bytearray(b"4111111111111111"), expiry="12/39", cvc=bytearray(b"123"))
    ...     payment = engine.payment(
    ...         {"amount": "9.90", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}, card=card
    ...     )
    ...     print(payment.run(), payment.ending)
    SETTLED AUTHORISED

    The configuration has the members that `csn_engine_options` lists in countersign.h; hooks come by keyword, or with `hook`,
    for all payments made afterwards. Any thread may use it. Close it, or use `with`. On asyncio, use `countersign.aio`.
    """

    def payment(
        self,
        transaction: Optional[Mapping[str, object]] = None,
        *,
        card: Optional[Card] = None,
        **hooks: HookFunction,
    ) -> Payment:
        """Makes a payment from its transaction data. `FieldError` names the first field at fault. See `Payment`."""
        return Payment(self, transaction, card=card, **hooks)

    def dispatch(self, max_steps: int = 1000) -> int:
        """Does at most so many steps of work that is due, calls hooks on this thread, and returns how many it did."""
        return self._dispatch(max_steps)


@atexit.register
def _close_all() -> None:
    """Ends the engines while Python can still be called. To release one waits for the thread that drives it, so an engine
    whose hook is still running, in a daemon thread, is left to the end of the process."""
    begin_exit()
    for engine in list(_engines):
        if not is_in_hook(engine):
            engine.close()
