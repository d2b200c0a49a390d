"""What the Python tests share: engines in virtual time, payments, and a shopper."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Optional

from countersign import Card, Decision, Engine, Event, HookFunction, NONE, Payment, Proceed, Run, WrongCode, hook_names
from countersign._engine import BaseEngine

VIRTUAL: dict[str, object] = {"time": "virtual", "seed": 7}
HOUR = 3_600_000

PLAIN = "4111111111111111"
FRICTIONLESS = "4111110000000104"
CHALLENGE = "4111110000000112"
SOFT_DECLINE = "4111110000001003"

_orders = itertools.count(1)


def transaction(**members: object) -> dict[str, object]:
    """Transaction data of 12.34 EUR, with a reference of its own."""
    data: dict[str, object] = {
        "amount": "12.34",
        "currency": "EUR",
        "intent": "Authorisation",
        "merchantTransactionId": f"python-{next(_orders)}",
    }
    data.update(members)
    return data


def card(engine: BaseEngine, number: str = PLAIN) -> Card:
    """A valid card of that number."""
    cvc = b"1234" if number[:2] in ("34", "37") else b"123"
    return engine.card(number=bytearray(number, "ascii"), expiry="12/39", cvc=bytearray(cvc))


def payment(engine: Engine, number: str = PLAIN, data: Optional[dict[str, object]] = None, **hooks: HookFunction) -> Payment:
    """A payment with that card."""
    return engine.payment(data if data is not None else transaction(), card=card(engine, number), **hooks)


def drive(engine: Engine, payment: Payment, codes: Callable[[], Optional[str]] = lambda: "1234") -> Run:
    """Runs for at most an hour of virtual time. `codes` gives the shopper's next code; None: presses cancel."""
    begun = engine.now()
    while True:
        standing = payment.run(timeout=3600)
        if standing is Run.ACTION_REQUIRED:
            code = codes()
            creq = payment.challenge.creq
            try:
                cres = engine.sandbox.cancel(creq) if code is None else engine.sandbox.answer(creq, code)
            except WrongCode:
                continue
            payment.complete_challenge(cres)
        elif standing is Run.WAITING:
            deadline = engine.next_deadline()
            if deadline is None or deadline - begun > HOUR:
                return standing
            engine.advance_time(max(0, deadline - engine.now()))
        else:
            return standing


class Host:
    """Hooks that say yes, and remember what they were called with."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.events: list[dict[str, Any]] = []
        #: What a hook returns in place of yes, by its documented name: a decision, or a function of the event.
        self.answers: dict[str, object] = {
            "onGetCredentials": Proceed(sessionId="session-1"),
            "onGetShopper": NONE,
            "merchantTransactionDate": NONE,
            "onPresentFingerprint": NONE,
        }

    def __call__(self, event: Event) -> Optional[Decision]:
        self.log.append(event.name)
        self.events.append(event.data)
        answer = self.answers.get(event.name, Proceed())
        return answer(event) if callable(answer) else answer  # type: ignore[return-value]

    def listen(self, engine: BaseEngine) -> "Host":
        """Sets all hooks of the engine."""
        for name in hook_names():
            engine.hook(name)(self)
        return self
