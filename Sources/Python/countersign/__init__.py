"""Card payments with 3-D Secure, run by libcountersign.

>>> def approve(event):
...     return Proceed()
>>> with Engine({"authentication": {}}, on_pre_authorisation=approve) as engine:
...     card = engine.card(number=bytearray(b"4111110000000104"), expiry="12/39", cvc=bytearray(b"123"))    # wiped
...     payment = engine.payment(
...         {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}, card=card
...     )
...     print(payment.run(), payment.ending, payment["card.lastFour"])
SETTLED AUTHORISED 0104

A hook that is asked returns `Proceed(...)`, `NONE`, `Fail(...)` or `event.later()`. Everything else, None and True included,
and every exception, ends the payment with HOOK_FAILED: no answer is never a yes. A hook that is only told returns nothing; an
exception in it goes to `sys.unraisablehook`. `countersign.aio` has the same on asyncio, with hooks that are coroutines.

What fails raises `Error` or one of its subclasses: `FieldError` (a ValueError) for a value, `PaymentError` for a payment that
cannot be made, `StateError` for a call at the wrong moment, with `GoneError`, `ForkedError` and `ReentrantError` below it.
"""

import sys

if sys.version_info < (3, 9):
    raise ImportError("countersign needs Python 3.9 or newer")

from ._card import Card, CardCheck, CardField, Check, check_card
from ._decisions import NONE, Decision, Fail, Later, Proceed
from ._engine import Engine
from ._errors import (
    Error,
    FieldError,
    ForkedError,
    GoneError,
    PaymentError,
    ReentrantError,
    StateError,
    UnknownNameError,
    When,
    WrongCode,
)
from ._event import Event
from ._fields import UnknownField
from ._hooks import HookFunction, NoDecision
from ._library import load, text as _text
from ._payment import Challenge, Ending, Payment, Run, State
from ._sandbox import Sandbox, sandbox_cases
from ._secret import wipe

__all__ = [
    "Card",
    "CardCheck",
    "CardField",
    "Challenge",
    "Check",
    "Decision",
    "Ending",
    "Engine",
    "Error",
    "Event",
    "Fail",
    "FieldError",
    "ForkedError",
    "GoneError",
    "HookFunction",
    "Later",
    "NONE",
    "NoDecision",
    "Payment",
    "PaymentError",
    "Proceed",
    "ReentrantError",
    "Run",
    "Sandbox",
    "State",
    "StateError",
    "UnknownField",
    "UnknownNameError",
    "When",
    "WrongCode",
    "check_card",
    "hook_names",
    "load",
    "sandbox_cases",
    "version",
    "wipe",
]


def version() -> str:
    """The version of the library that is loaded, such as "0.1.0"."""
    return _text(load().csn_version())


def hook_names() -> list[str]:
    """The documented names of all hooks, in the order of their numbers.

    >>> hook_names()[0]
    'onStartSubmit'
    """
    library = load()
    names: list[str] = []
    while name := _text(library.csn_hook_name(len(names))):
        names.append(name)
    return names
