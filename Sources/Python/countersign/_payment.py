"""A payment: what is to be paid, driven to its one ending."""

from __future__ import annotations

import ctypes
import enum
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Mapping, Optional

from ._decisions import to_json
from ._errors import Error, Failure, check
from ._hooks import HookFunction, Hooks, at, get, payments, raise_escaping
from ._library import load, take_json

if TYPE_CHECKING:
    from ._card import Card
    from ._engine import Engine

_STATE, _NOT_FOUND = -3, -10


class Run(enum.IntEnum):
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


class State(enum.IntEnum):
    """Where a payment stands."""

    CREATED = 0
    RUNNING = 1
    ACTION_REQUIRED = 2
    #: The gateway, or the issuer elsewhere, has not decided.
    PENDING = 3
    #: Money may have moved: never treat it as failed.
    UNKNOWN = 4
    SETTLED = 5


class Ending(enum.IntEnum):
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


class Payment(Hooks):
    """One payment. `Engine.payment()` makes it.

        payment = engine.payment(
            {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"},
            card=card,
        )
        if payment.run() is Run.SETTLED and payment.ending is Ending.AUTHORISED:
            print(payment["result.provider.code"])

    Hooks given by keyword, or set with `hook`, are this payment's alone, over those of its engine.
    """

    _setter_name = "csn_payment_set_hook"

    def __init__(
        self,
        engine: "Engine",
        transaction: Optional[Mapping[str, object]] = None,
        *,
        card: Optional["Card"] = None,
        **hooks: HookFunction,
    ) -> None:
        self._handle: Optional[int] = None
        self._owns = True
        self._engine: Optional["Engine"] = engine
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
    def _borrowed(cls, handle: int) -> "Payment":
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

            payment.set("shopper.email", "jo@example.com")
            payment.set("amount", Decimal("9.90"))
            payment.set("browserData", {"userAgent": agent, "language": "en-GB"})
        """
        library, handle, failure = load(), self._live(), Failure()
        name = path.encode()
        if isinstance(value, bool):
            status = library.csn_payment_set_bool(handle, name, int(value), failure.slot)
        elif isinstance(value, int):
            status = library.csn_payment_set_int(handle, name, value, failure.slot)
        elif isinstance(value, (str, Decimal)):
            text = value if isinstance(value, str) else format(value, "f")
            status = library.csn_payment_set_string(handle, name, text.encode(), failure.slot)
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

    def run(self, timeout: Optional[float] = None) -> Run:
        """Submits if need be and drives the payment until it settles, needs a shopper, waits, or `timeout` seconds have passed.

        The time-out bounds the wait, never the payment. Signals are handled meanwhile: Ctrl-C raises KeyboardInterrupt here,
        and the payment can be run on.
        """
        handle = self._live()
        library = load()
        left = -1
        if timeout is not None:
            if not timeout >= 0:
                raise ValueError("timeout must be 0 or more seconds, or None for no limit")
            left = int(min(timeout, 1e9) * 1000)
        deadline = self._now() + left
        while True:
            failure = Failure()
            status = library.csn_payment_run(handle, left, failure.slot)
            raise_escaping()
            check(status, failure)
            if status != _INTERRUPTED:
                return Run(status)
            # Python has run its own signal handlers by now, and one that raised has left.
            if timeout is not None:
                left = max(0, deadline - self._now())

    def _now(self) -> int:
        return self._engine.now() if self._engine is not None else 0

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
        data: dict[str, Any] = json.loads(take_json(library, pointer))
        return data

    def __getitem__(self, path: str) -> Any:
        """A field by its dotted path, such as ``payment["result.provider.code"]``. KeyError where it has no value."""
        return at(self.data, path)

    def get(self, path: str, default: Any = None) -> Any:
        """A field by its dotted path, or `default` where it has no value."""
        return get(self.data, path, default)

    @property
    def error(self) -> Optional[Error]:
        """What ended the payment, or None. Where a hook raised, its exception is the `__cause__`."""
        failure = Failure()
        status = load().csn_payment_error(self._live(), failure.slot)
        if status == _NOT_FOUND:
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
            raise Error(_STATE, "no challenge is open")
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

    def __enter__(self) -> "Payment":
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
            return "<Payment, closed>"
        try:
            return f"<Payment {self.state.name.lower()}, {self.ending.name.lower()}>"
        except Error:
            return "<Payment, gone>"

    def _live(self) -> int:
        if self._handle is None:
            raise Error(-1, "the payment is closed")
        return self._handle
