"""One payment with 3-D Secure, every hook shown as it fires.

    pay.py [frictionless|challenged|stepped-up|declined] [--pan NUMBER] [--amount 99.99] [--otp 1234]

It pays at the sandbox inside the library: nothing leaves this machine. Without --otp it asks for the code on the terminal;
1234 is right, anything else is wrong, an empty line gives up. Ends with 0 when the issuer has answered, also with a decline.
"""

import argparse
import json
import select
import sys
from dataclasses import dataclass
from typing import NoReturn, Optional

from countersign import (
    NONE,
    Decision,
    Ending,
    Engine,
    Error,
    Event,
    Payment,
    Proceed,
    Run,
    WrongCode,
    hook_names,
)


@dataclass(frozen=True)
class Flow:
    pan: str
    about: str
    pays_first_without: bool = False  # leaves 3-D Secure out at first, and waits for the issuer to ask for it


FLOWS = {
    "challenged": Flow("4111110000000112", "the issuer asks the shopper for a code"),
    "frictionless": Flow("4111110000000104", "the issuer is content without asking the shopper"),
    "stepped-up": Flow("4111110000001003", "declined without 3-D Secure, paid with it", True),
    "declined": Flow("4111110000000518", "the issuer says that the account has too little money", True),
}

USAGE = "usage: pay [frictionless|challenged|stepped-up|declined] [--pan NUMBER] [--amount 99.99] [--otp 1234]\n"

# What is worth seeing of each event.
FIELDS = {
    "onStartSubmit": "merchantTransactionId amount currency intent",
    "onPreTokenisation": "card.brand card.iin card.lastFour",
    "onPostTokenisation": "token.maskedPrimaryAccountNumber",
    "onPreInitiateAuthentication": "payment.attempt",
    "onPostInitiateAuthentication": "authentication.state authentication.threeDSecureSupported",
    "onPresentFingerprint": "fingerprint.url",
    "onPresentChallenge": "challenge.kind challenge.url",
    "onPostAuthentication": "authentication.state authentication.transStatus authentication.eci authentication.liability",
    "onPending": "pending.state pending.reason",
    "onCancelled": "cancelled.by cancelled.step",
    "onPostAuthorisation": "result.state result.provider.code result.provider.message",
    "onSubmitError": "error.code error.message",
}


def text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def play_the_shopper(engine: Engine, payment: Payment, otp: Optional[str]) -> None:
    """The issuer's page, which a shop shows the shopper in a frame or a web view. Here it is a line on the terminal."""
    while True:
        print(f"  the issuer asks for the code: {otp or ''}", end="\n" if otp else "", flush=True)
        code = otp if otp else sys.stdin.readline().strip()
        if not code:
            return payment.cancel()
        try:
            return payment.complete_challenge(engine.sandbox.answer(payment.challenge.creq, code))
        except WrongCode as wrong:
            print(f"  wrong; tries left: {wrong.tries_left}")


def pay(flow: Flow, pan: str, amount: str, otp: Optional[str]) -> bool:
    def on_hook(event: Event) -> Optional[Decision]:
        """One function for all hooks. A shop would write one for each that it has a say in, and leave the others unset."""
        shown = [(path.rsplit(".", 1)[-1], event.get(path)) for path in FIELDS.get(event.name, "").split()]
        words = "".join(f" {name}={text(value)}" for name, value in shown if value is not None)
        print(f"  {event.name:29}{words}".rstrip())
        if event.name == "onGetCredentials":
            return Proceed(sessionId="example")
        if event.name == "onGetShopper":
            return Proceed(id="shopper-7", email="jo@example.com")
        if event.name == "onPreInitiateAuthentication":
            if flow.pays_first_without and event["payment.attempt"] == 1:
                return NONE  # pay without 3-D Secure
            return Proceed(requestorAuthenticationIndicator="01")
        if event.name == "onPreAuthentication":
            return Proceed(merchantCountryNumericCode="826", merchantLegalName="Example Ltd")
        if event.name in ("merchantTransactionDate", "onPresentFingerprint"):
            return NONE  # now; and a fingerprint needs a browser, so go on without
        return Proceed()  # a yes where a decision is asked for, and not looked at elsewhere

    with Engine() as engine:
        for name in hook_names():
            engine.hook(name)(on_hook)
        card = engine.card(number=bytearray(pan, "ascii"), expiry="12/39", cvc=bytearray(b"123"))
        payment = engine.payment(
            {"amount": amount, "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}, card=card
        )
        while (standing := payment.run()) is not Run.SETTLED:
            if standing is Run.ACTION_REQUIRED:
                play_the_shopper(engine, payment, otp)
            else:
                select.select([engine], [], [])  # it waits: until the gateway is asked again

        for label, path in [
            ("result", "result.state"),
            ("liability with", "authentication.liability"),
            ("decline category", "decline.category"),
            ("for the shopper", "decline.shopperMessage"),
        ]:
            if (value := payment.get(path)) is not None:
                print(f"{label:18} {text(value)}")
        if payment.error is not None:
            print(f"{'error':18} {payment.error}")
        return payment.ending in (Ending.AUTHORISED, Ending.CAPTURED, Ending.REFUSED)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, USAGE)


def main() -> int:
    parser = Parser(description="One payment with 3-D Secure, every hook shown as it fires.", allow_abbrev=False)
    parser.add_argument("flow", nargs="?", choices=FLOWS, default="challenged")
    parser.add_argument("--pan", help="a card number that the sandbox knows")
    parser.add_argument("--amount", default="99.99")
    parser.add_argument("--otp", help="the code for the issuer; asked for on the terminal otherwise")
    options = parser.parse_args()
    flow = FLOWS[options.flow]
    print(f"{options.flow}: {flow.about}")
    try:
        return 0 if pay(flow, options.pan or flow.pan, options.amount, options.otp) else 1
    except Error as error:
        print(f"{'error':18} {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
