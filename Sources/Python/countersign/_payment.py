"""A payment: what is to be paid, driven to its one ending."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Mapping, Optional, TypeVar

from ._decisions import plain_text, to_json
from ._errors import E_FIELD, E_GONE, E_NOT_FOUND, E_STATE, Error, Failure, check, made
from ._event import parsed, payments
from ._fields import Readable, typed
from ._hooks import HookFunction, Hooks, raise_escaping
from ._library import load, take_json
from ._names import spoken
from ._secret import Unpicklable
from ._words import Word

if TYPE_CHECKING:
    from ._card import Card
    from ._engine import BaseEngine

_BUFFER = -9
_Self = TypeVar("_Self", bound="BasePayment")


class Run(Word):
    """What `Payment.run` answers."""

    #: The flow has ended: `Payment.ending` says how.
    SETTLED = 1
    #: The time-out passed first; the payment goes on.
    RUNNING = 2
    #: Pending, unknown or decoupled: nothing is due now.
    WAITING = 3
    #: A shopper is needed: show `Payment.challenge`.
    ACTION_REQUIRED = 4


_INTERRUPTED = 5


class State(Word):
    """Where a payment stands."""

    CREATED = 0
    RUNNING = 1
    ACTION_REQUIRED = 2
    #: The gateway, or the issuer elsewhere, has not decided.
    PENDING = 3
    #: Money may have moved: never treat it as failed.
    UNKNOWN = 4
    SETTLED = 5


class Ending(Word):
    """How a payment ended."""

    NONE = 0
    AUTHORISED = 1
    CAPTURED = 2
    REFUSED = 3
    #: The gateway answered that it failed.
    FAILED = 4
    #: `Payment.error` says why.
    ERROR = 5
    #: "cancelled.by" and "cancelled.step" say by whom and where.
    CANCELLED = 6


@dataclass(frozen=True)
class Challenge:
    """What the shopper must be shown: post `creq` to `url` in a frame of the window size."""

    kind: str
    url: str
    creq: str
    window_size: int
    #: Milliseconds since 1970-01-01 UTC.
    deadline: int


class BasePayment(Hooks, Readable, Unpicklable):
    """What the payments of blocking programs and of asyncio share."""

    _setter_name = "csn_payment_set_hook"

    def __init__(
        self,
        engine: "BaseEngine",
        transaction: Optional[Mapping[str, object]] = None,
        *,
        card: Optional["Card"] = None,
        **hooks: HookFunction,
    ) -> None:
        self._handle: Optional[int] = None
        self._owns = True
        self._engine: Optional["BaseEngine"] = engine
        self._hook_error: Optional[BaseException] = None
        handle = ctypes.c_void_p()
        failure = Failure()
        text = to_json(dict(transaction)) if transaction is not None else None
        check(load().csn_payment_new(engine._live(), text, ctypes.byref(handle), failure.slot), failure)
        self._handle = handle.value
        if handle.value is not None:
            payments[handle.value] = self
        try:
            self._set_hooks(hooks)
            if card is not None:
                self.set_card(card)
        except BaseException:
            self.close()
            raise

    @classmethod
    def _borrowed(cls, handle: int) -> "BasePayment":
        """The object of a handle that an event named; for one that the program has let go, an object that does not own it."""
        known = payments.get(handle)
        if known is not None:
            return known
        payment = cls.__new__(cls)
        payment._handle = handle
        payment._owns = False
        payment._engine = None
        payment._hook_error = None
        return payment

    def set(self, path: str, value: object) -> None:
        """Sets one member of the transaction data before submission: a text, number, truth value, or a mapping for an object.

        >>> payment = Engine().payment()
        >>> payment.set("shopper.email", "jo@example.com")
        >>> payment.set("currency", "EUR")
        >>> payment.set("amount", Decimal("9.90"))
        >>> payment.set("browserData", {"userAgent": "Example/1.0", "language": "en-GB"})
        >>> payment["amountMinor"]
        990
        """
        library, handle, failure = load(), self._live(), Failure()
        name = plain_text(path)
        if isinstance(value, bool):
            status = library.csn_payment_set_bool(handle, name, int(value), failure.slot)
        elif isinstance(value, int) and -(2**63) <= value < 2**63:
            status = library.csn_payment_set_int(handle, name, value, failure.slot)
        elif isinstance(value, (str, Decimal)):
            status = library.csn_payment_set_string(handle, name, plain_text(value), failure.slot)
        else:
            status = library.csn_payment_set_json(handle, name, to_json(value), failure.slot)
        check(status, failure)

    def set_card(self, card: "Card") -> None:
        """Gives the payment the card's data and leaves the card empty."""
        failure = Failure()
        check(load().csn_payment_set_card(self._live(), card._live(), failure.slot), failure)

    def submit(self) -> None:
        """Queues the payment, to be driven by `Engine.dispatch` or `run`."""
        failure = Failure()
        check(load().csn_payment_submit(self._live(), failure.slot), failure)

    @property
    def state(self) -> State:
        """Where the payment stands. Also inside hooks, as everything that reads."""
        return State(check(load().csn_payment_state(self._live())))

    @property
    def ending(self) -> Ending:
        """How it ended; `Ending.NONE` while it has not."""
        return Ending(check(load().csn_payment_ending(self._live())))

    @property
    def data(self) -> dict[str, Any]:
        """All fields that have a value now, as nested dicts."""
        library = load()
        pointer = ctypes.c_void_p()
        failure = Failure()
        check(library.csn_payment_json_copy(self._live(), ctypes.byref(pointer), failure.slot), failure)
        return parsed(take_json(library, pointer))

    def _value(self, path: str) -> Any:
        library, handle, name = load(), self._live(), path.encode()
        room, length = ctypes.create_string_buffer(256), ctypes.c_size_t()
        while True:
            status = library.csn_payment_get_string(handle, name, room, len(room), ctypes.byref(length))
            if status != _BUFFER:
                break
            room = ctypes.create_string_buffer(length.value + 1)
        if status in (E_NOT_FOUND, E_FIELD):
            return None  # no value, a group of fields, or no field: the caller knows which
        check(status)

        def whole() -> Optional[int]:
            number = ctypes.c_int64()
            return number.value if library.csn_payment_get_int(handle, name, ctypes.byref(number)) == 0 else None

        def truth() -> Optional[bool]:
            number = ctypes.c_int32()
            return number.value == 1 if library.csn_payment_get_bool(handle, name, ctypes.byref(number)) == 0 else None

        found = typed(room.raw[: length.value].decode(), path, whole, truth, self)
        return spoken(found) if path == "error.message" else found

    @property
    def error(self) -> Optional[Error]:
        """What ended the payment, or None. Where a hook raised, its exception is the `__cause__`."""
        failure = Failure()
        status = load().csn_payment_error(self._live(), failure.slot)
        if status == E_NOT_FOUND:
            return None
        check(status, failure)
        error = failure.take(status)
        if error.code == "HOOK_FAILED":
            error.__cause__ = self._hook_error
        return error

    @property
    def challenge(self) -> Challenge:
        """What to show the shopper. Error while no challenge is open."""
        found = self.get("challenge")
        if not isinstance(found, dict) or not found.get("creq"):
            raise made(E_STATE, "no challenge is open")
        return Challenge(
            kind=str(found.get("kind", "")),
            url=str(found.get("url", "")),
            creq=str(found["creq"]),
            window_size=int(found.get("windowSize", 5)),
            deadline=int(found.get("deadline", 0)),
        )

    def complete_challenge(self, cres: str) -> None:
        """Hands over what the issuer's page posted as `cres`. It proves nothing: the outcome is asked of the gateway."""
        failure = Failure()
        text = cres.encode()
        check(load().csn_payment_complete_challenge(self._live(), text, len(text), failure.slot), failure)

    def close_challenge(self) -> None:
        """The shopper closed the challenge's window."""
        failure = Failure()
        check(load().csn_payment_close_challenge(self._live(), failure.slot), failure)

    def cancel(self) -> None:
        """Asks the payment to end without being paid, from any thread, also inside hooks. Sticky.

        Once a request that moves money may have left, its outcome decides.
        """
        failure = Failure()
        check(load().csn_payment_cancel(self._live(), failure.slot), failure)

    def look_up(self) -> None:
        """Asks the gateway again what became of the payment."""
        failure = Failure()
        check(load().csn_payment_look_up(self._live(), failure.slot), failure)

    def close(self) -> None:
        """Wipes and releases the payment; in flight, it goes on without this object. It may come twice."""
        handle, self._handle = self._handle, None
        if handle is not None and self._owns:
            payments.pop(handle, None)
            load().csn_payment_free(handle)

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
        if self._handle is None:
            return f"<{type(self).__name__}, closed>"
        try:
            return f"<{type(self).__name__} {self.state.name.lower()}, {self.ending.name.lower()}>"
        except Error:
            return f"<{type(self).__name__}, gone>"

    def _live(self) -> int:
        if self._handle is None:
            raise made(E_GONE, "the payment is closed")
        if self._engine is not None:
            self._engine._live()
        return self._handle

    def _home(self) -> "BaseEngine":
        if self._engine is None:
            raise made(E_GONE, "the program has let go of this payment")
        return self._engine

    def _run_for(self, milliseconds: int) -> int:
        failure = Failure()
        status = load().csn_payment_run(self._live(), milliseconds, failure.slot)
        raise_escaping()
        return check(status, failure)


class Payment(BasePayment):
    """One payment. `Engine.payment()` makes it.

    >>> with Engine({"time": "virtual", "authentication": {}}) as engine:
    ...     card = engine.card(number=bytearray(b"4111110000000112"), expiry="12/39", cvc=bytearray(b"123"))
    ...     payment = engine.payment(
    ...         {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}, card=card
    ...     )
    ...     while payment.run() is Run.ACTION_REQUIRED:
    ...         payment.complete_challenge(engine.sandbox.answer(payment.challenge.creq, "1234"))
    ...     print(payment.ending, payment["result.provider.code"], payment["authentication.liability"])
    AUTHORISED 00 issuer

    Hooks given by keyword, or set with `hook`, are this payment's alone, over those of its engine.
    """

    def run(self, timeout: Optional[float] = None) -> Run:
        """Submits if need be and drives the payment until it settles, needs a shopper, waits, or `timeout` seconds have passed.

        The time-out bounds the wait, never the payment. Signals are handled meanwhile: Ctrl-C raises KeyboardInterrupt here,
        and the payment can be run on.
        """
        left = -1 if timeout is None else milliseconds(timeout)
        deadline = self._now() + left
        while True:
            status = self._run_for(left)
            if status != _INTERRUPTED:
                return Run(status)
            # Python has run its own signal handlers by now, and one that raised has left.
            if timeout is not None:
                left = max(0, deadline - self._now())

    def _now(self) -> int:
        return self._engine.now() if self._engine is not None else 0


def milliseconds(timeout: float) -> int:
    """A time-out in seconds, for the library."""
    if not timeout >= 0:
        raise ValueError("timeout must be 0 or more seconds, or None for no limit")
    return int(min(timeout, 1e9) * 1000)
