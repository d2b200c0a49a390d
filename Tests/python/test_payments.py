"""Whole payments, from start to end."""

from __future__ import annotations

import unittest
from decimal import Decimal
from typing import Any, Callable, Optional

import pytest

from countersign import Ending, Engine, Error, Run, State, WrongCode, sandbox_cases

from support import CHALLENGE, FRICTIONLESS, HOUR, PLAIN, SOFT_DECLINE, VIRTUAL, Host, card, drive, payment, transaction


class Payments(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = Engine({**VIRTUAL, "authentication": {}})
        self.addCleanup(self.engine.close)

    def test_an_approved_payment(self) -> None:
        paid = payment(self.engine)
        self.assertIs(paid.state, State.CREATED)
        self.assertIs(paid.run(), Run.SETTLED)
        self.assertIs(paid.state, State.SETTLED)
        self.assertIs(paid.ending, Ending.AUTHORISED)
        self.assertEqual(paid["result.provider.code"], "00")
        self.assertEqual(paid["amount"], "12.34")
        self.assertEqual(paid["amountMinor"], 1234)
        self.assertIsNone(paid.error)
        self.assertIsNone(paid.get("decline.category"))
        with self.assertRaises(KeyError):
            paid["decline.category"]

    def test_a_challenge(self) -> None:
        paid = payment(self.engine, CHALLENGE)
        self.assertIs(paid.run(), Run.ACTION_REQUIRED)
        self.assertIs(paid.state, State.ACTION_REQUIRED)
        self.assertTrue(paid.challenge.url.startswith("https://"))
        self.assertGreater(paid.challenge.deadline, self.engine.now())
        with self.assertRaises(WrongCode) as wrong:
            self.engine.sandbox.answer(paid.challenge.creq, "0000")
        self.assertEqual(wrong.exception.tries_left, 2)
        self.assertIs(drive(self.engine, paid), Run.SETTLED)
        self.assertIs(paid.ending, Ending.AUTHORISED)
        with self.assertRaises(Error):
            paid.challenge

    def test_a_challenge_that_the_shopper_leaves(self) -> None:
        paid = payment(self.engine, CHALLENGE)
        drive(self.engine, paid, lambda: None)
        self.assertIs(paid.ending, Ending.CANCELLED)
        self.assertEqual(paid["cancelled.by"], "shopper")

    def test_three_wrong_codes(self) -> None:
        paid = payment(self.engine, CHALLENGE)
        drive(self.engine, paid, lambda: "0000")
        self.assertIs(paid.ending, Ending.ERROR)
        assert paid.error is not None
        self.assertEqual(paid.error.code, "AUTHENTICATION_FAILED")
        self.assertEqual(paid.error.number, "SDK0402")

    def test_a_step_up(self) -> None:
        paid = payment(self.engine, SOFT_DECLINE)
        drive(self.engine, paid)
        self.assertIs(paid.ending, Ending.AUTHORISED)
        self.assertEqual(paid["payment.attempt"], 2)
        self.assertTrue(paid["merchantTransactionId"].endswith("-2"))

    def test_a_decline(self) -> None:
        paid = payment(self.engine, "4111110000000518")
        drive(self.engine, paid)
        self.assertIs(paid.ending, Ending.REFUSED)
        self.assertEqual(paid["result.provider.code"], "51")
        self.assertTrue(paid["decline.category"])
        self.assertTrue(paid["decline.shopperMessage"])
        self.assertIsNone(paid.error)

    def test_a_timeout_bounds_the_wait_and_not_the_payment(self) -> None:
        with Engine({**VIRTUAL, "sandbox": {"latency": 1000}}) as engine:
            paid = payment(engine)
            begun = engine.now()
            self.assertIs(paid.run(timeout=0), Run.RUNNING)
            self.assertIs(paid.run(timeout=0.4), Run.RUNNING)
            self.assertEqual(engine.now(), begun + 400)
            self.assertIs(paid.run(), Run.SETTLED)
            for wrong in (-1, float("nan")):
                with self.assertRaises(ValueError):
                    paid.run(timeout=wrong)

    def test_cancel(self) -> None:
        paid = payment(self.engine, CHALLENGE)
        paid.run()
        paid.cancel()
        paid.cancel()
        self.assertIs(paid.run(), Run.SETTLED)
        self.assertIs(paid.ending, Ending.CANCELLED)
        self.assertEqual(paid["cancelled.by"], "host")

    def test_dispatch_on_a_loop(self) -> None:
        paid = payment(self.engine, FRICTIONLESS)
        paid.submit()
        self.assertGreater(self.engine.fileno(), 2)
        self.assertLessEqual(self.engine.next_deadline() or 0, self.engine.now())
        self.assertEqual(self.engine.dispatch(max_steps=1), 1)
        while self.engine.dispatch() > 0:
            pass
        self.assertIs(paid.ending, Ending.AUTHORISED)
        self.assertIsNone(self.engine.next_deadline())

    def test_late_proof(self) -> None:
        told: list[str] = []
        self.engine.hook("on_result_changed")(lambda event: told.append(event["result.state"]))
        paid = payment(self.engine, PLAIN, transaction(amount="9902.40"))
        drive(self.engine, paid)
        self.assertIs(paid.ending, Ending.CANCELLED)
        self.engine.advance_time(2 * 60_000)
        paid.look_up()
        drive(self.engine, paid)
        self.assertIs(paid.ending, Ending.AUTHORISED)
        self.assertEqual(told, ["Authorised"])

    def test_the_books_are_those_of_the_payments(self) -> None:
        for number in (PLAIN, FRICTIONLESS, "4111110000000518"):
            drive(self.engine, payment(self.engine, number))
        books = self.engine.sandbox.books()
        self.assertEqual([(book["currency"], book["authorised"], book["transactions"]) for book in books["totals"]],
                         [("EUR", 2 * 1234, 2)])


class Refusals(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = Engine(VIRTUAL)
        self.addCleanup(self.engine.close)

    def test_a_field_that_is_refused_is_named(self) -> None:
        with self.assertRaises(Error) as refused:
            self.engine.payment(transaction(amount="1.234"))
        self.assertEqual(refused.exception.status_name, "CSN_E_FIELD")
        self.assertEqual(refused.exception.code, "AMOUNT_INVALID")
        self.assertEqual(refused.exception.field, "amount")
        self.assertIn("AMOUNT_INVALID: ", str(refused.exception))

    def test_an_unknown_field_is_refused_with_the_nearest(self) -> None:
        with self.assertRaisesRegex(Error, "amount"):
            self.engine.payment({"ammount": "1"})
        with self.assertRaisesRegex(Error, "gateway"):
            Engine({"gatway": "sandbox"})

    def test_members_are_set_one_by_one(self) -> None:
        paid = payment(self.engine)
        paid.set("amount", "4.00")
        paid.set("amount", Decimal("5"))
        paid.set("recurring.frequencyInDays", 30)
        paid.set("shopper", {"id": "s-1"})
        paid.set("acceptPartialApproval", True)
        with self.assertRaises(Error) as refused:
            paid.set("shopper.email", "nobody")
        self.assertEqual(refused.exception.field, "shopper.email")
        self.assertEqual(paid["amount"], "5.00")
        paid.run()
        with self.assertRaises(Error) as late:
            paid.set("amount", "6.00")
        self.assertEqual(late.exception.status_name, "CSN_E_STATE")

    def test_what_is_closed_is_refused(self) -> None:
        paid = payment(self.engine)
        paid.close()
        paid.close()
        uses: list[Callable[[], object]] = [paid.run, paid.cancel, lambda: paid.state, lambda: paid.data]
        for use in uses:
            with self.assertRaises(Error):
                use()
        other = payment(self.engine)
        self.engine.close()
        self.engine.close()
        with self.assertRaises(Error):
            other.run()
        with self.assertRaises(Error):
            self.engine.now()


CODES: dict[str, list[Optional[str]]] = {
    "enters 1234": ["1234"],
    "enters a wrong code three times": ["0000"],
    "enters a wrong code, then 1234": ["0000", "1234"],
    "cancels": [None],
}


def run_case(row: dict[str, Any]) -> None:
    with Engine(VIRTUAL) as engine:
        host = Host().listen(engine)
        shopper = str(row.get("shopper") or "")
        codes = CODES.get(shopper, [])[:]
        data = transaction()
        del data["amount"]
        data["amountMinor"] = row.get("amountMinor", 1234)
        paid = engine.payment(data, card=card(engine, str(row["pan"])))
        if codes or shopper == "":
            drive(engine, paid, lambda: codes.pop(0) if len(codes) > 1 else codes[0])
        else:
            if paid.run(timeout=3600) is Run.ACTION_REQUIRED:
                engine.advance_time(HOUR)
            drive(engine, paid)
        ending = str(row.get("ending") or "None")
        assert paid.ending.name == ending.upper()
        ends = [name for name in host.log if name in ("onPostAuthorisation", "onSubmitError", "onCancelled")]
        assert len(ends) == (0 if ending == "None" else 1)
        if ending == "Error":
            assert paid["error.code"] == row["error"]
        if ending == "None":
            assert paid["pending.reason"] == row["waiting"]
        else:
            totals = engine.sandbox.books()["totals"]
            moved = sum(book["authorised"] - book["reversed"] for book in totals)
            assert moved == paid.get("ledger.authorised", 0)


@pytest.mark.parametrize("tenth", range(10))
def test_every_case_of_the_sandbox(tenth: int) -> None:
    """The sandbox's table, whole."""
    rows = sandbox_cases()
    assert len(rows) > 150
    for row in rows[tenth::10]:
        run_case(row)
