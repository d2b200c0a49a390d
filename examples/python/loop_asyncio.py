"""A shop's evening on one asyncio loop: many payments at once, a risk engine that takes its time, shoppers who type codes.

    loop_asyncio.py [--payments 100] [--seed 7]

No thread is made. It pays at the sandbox inside the library, in virtual time, so that it prints the same each run.
"""

import argparse
import asyncio
from collections import Counter

from countersign import NONE, Decision, Ending, Event, Proceed, Run, aio

CARDS = {
    "4111110000000104": "the issuer is content without asking the shopper",
    "4111110000000112": "the issuer asks the shopper for a code",
    "4111110000000518": "the account has too little money",
    "4111110000001003": "declined without a challenge, paid with one",
}
MOST = 50_000  # minor units that the risk engine lets pass


class Shop:
    """What one evening adds up to."""

    def __init__(self) -> None:
        self.asked = 0
        self.challenges = 0

    async def on_pre_authorisation(self, event: Event) -> Decision:
        """The last say before money moves, as a coroutine. An exception in it, or its cancellation, is never a yes."""
        self.asked += 1
        await asyncio.sleep(0.001)  # the risk engine is asked over the network; other payments go on meanwhile
        return Proceed() if event["amountMinor"] <= MOST else NONE

    async def pay(self, engine: aio.Engine, number: int) -> Ending:
        """One shopper."""
        pan = list(CARDS)[number % len(CARDS)]
        card = engine.card(number=bytearray(pan, "ascii"), expiry="12/39", cvc=bytearray(b"123"))
        transaction = {
            "amountMinor": 1_000 + number * 700,
            "currency": "EUR",
            "intent": "Authorisation",
            "merchantTransactionId": f"order-{number}",
        }
        with engine.payment(transaction, card=card) as payment:
            while await payment.run() is Run.ACTION_REQUIRED:
                # A shop posts payment.challenge.creq to payment.challenge.url in a frame, and awaits what comes back.
                self.challenges += 1
                cres = engine.sandbox.answer(payment.challenge.creq, "1234")
                payment.complete_challenge(cres)
            return await payment.settled()  # at once, but for a payment that is pending or unknown


async def evening(payments: int, seed: int) -> None:
    shop = Shop()
    config = {"time": "virtual", "seed": seed, "authentication": {}}
    async with aio.Engine(config, on_pre_authorisation=shop.on_pre_authorisation) as engine:
        endings = await asyncio.gather(*(shop.pay(engine, number) for number in range(payments)))
        [total] = engine.sandbox.books()["totals"]
    for ending, count in sorted(Counter(endings).items()):
        print(f"{ending.name.lower():12}{count:6}")
    print(f"{'challenges':12}{shop.challenges:6}")
    print(f"{'asked':12}{shop.asked:6}")
    print(f"{'books':12}{total['transactions']:6}   {total['authorised'] / 100:.2f} {total['currency']}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Many payments at once, on one asyncio loop.")
    parser.add_argument("--payments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    asyncio.run(evening(options.payments, options.seed))


if __name__ == "__main__":
    main()
