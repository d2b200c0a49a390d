"""Card payments with 3-D Secure, run by libcountersign.

    from countersign import Engine, Ending, Proceed

    def approve(event):
        return Proceed()

    with Engine({"authentication": {}}, on_pre_authorisation=approve) as engine:
        card = engine.card(number=number, expiry="12/39", cvc=cvc)    # bytearrays, which are wiped
        payment = engine.payment(
            {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"},
            card=card,
        )
        payment.run()
        paid = payment.ending is Ending.AUTHORISED

A hook that is asked returns `Proceed(...)`, `NONE`, `Fail(...)` or `event.later()`. Everything else, None and True included,
and every exception, ends the payment with HOOK_FAILED: no answer is never a yes. A hook that is only told returns nothing; an
exception in it goes to `sys.unraisablehook`.
"""

from ._card import Card, CardCheck, CardField, Check, check_card
from ._decisions import NONE, Decision, Fail, Later, Proceed
from ._engine import Engine
from ._errors import Error, When, WrongCode
from ._hooks import Event, HookFunction
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
    "HookFunction",
    "Later",
    "NONE",
    "Payment",
    "Proceed",
    "Run",
    "Sandbox",
    "State",
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
    """The documented names of all hooks, in the order of their numbers."""
    library = load()
    names: list[str] = []
    while name := _text(library.csn_hook_name(len(names))):
        names.append(name)
    return names
