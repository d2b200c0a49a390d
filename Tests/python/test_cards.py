"""Card entry from Python, and that card data does not stay behind."""

from __future__ import annotations

import unittest

from countersign import Check, Engine, Error, check_card, wipe

from support import PLAIN, VIRTUAL, card


class Cards(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = Engine(VIRTUAL)
        self.addCleanup(self.engine.close)

    def test_fields_say_how_they_stand(self) -> None:
        with self.engine.card() as entry:
            self.assertFalse(entry.number.is_valid)
            self.assertTrue(entry.number.can_become_valid)
            self.assertEqual(entry.number.error_code, "CN01")
            self.assertTrue(entry.number.error_text)
            entry.fill(number=bytearray(b"4111 1111 1111 1111"), expiry="12 / 39", cvc=bytearray(b"123"), holder_name="Zoë Li")
            self.assertTrue(entry.is_valid)
            self.assertEqual(entry.brand, "visa")
            self.assertEqual(entry.brands, ["visa"])
            self.assertEqual(entry.last_four, "1111")
            self.assertIn(entry.iin, ("411111", "41111111"))
            self.assertEqual((entry.cvc_name, entry.cvc_length), ("CVV", 3))
            self.assertEqual(entry.holder_name.formatted(), bytearray("Zoë Li", "utf-8"))

    def test_typing(self) -> None:
        with self.engine.card() as entry:
            caret = 0
            for digit in b"378282246310005":
                caret = entry.number.insert(bytearray([digit]), caret)
            self.assertEqual(entry.number.formatted(), b"3782 822463 10005")
            self.assertEqual(caret, 17)
            self.assertEqual(entry.number.backspace(17), 16)
            self.assertEqual(entry.number.delete(0, 4), 0)
            self.assertFalse(entry.number.is_valid)

    def test_what_is_passed_in_is_wiped(self) -> None:
        number, cvc = bytearray(PLAIN, "ascii"), bytearray(b"123")
        self.engine.card(number=number, expiry="12/39", cvc=cvc)
        self.assertEqual(number, bytearray(16))
        self.assertEqual(cvc, bytearray(3))

    def test_what_is_refused_is_wiped_too(self) -> None:
        number, cvc = bytearray(PLAIN, "ascii"), bytearray(b"123")
        with self.assertRaises(TypeError):
            self.engine.card(number=number, expires="12/39", cvc=cvc)
        self.assertEqual(number, bytearray(16))
        self.assertEqual(cvc, bytearray(3))
        other = bytearray(PLAIN, "ascii")
        entry = self.engine.card()
        entry.close()
        with self.assertRaises(Error):
            entry.number.set(other)
        self.assertEqual(other, bytearray(16))

    def test_a_number_is_no_str(self) -> None:
        with self.engine.card() as entry:
            for wrong in (PLAIN, PLAIN.encode(), 4111111111111111, None):
                with self.assertRaises(TypeError):
                    entry.number.set(wrong)  # type: ignore[arg-type]
                with self.assertRaises(TypeError):
                    entry.cvc.set(wrong)  # type: ignore[arg-type]
            entry.number.set(bytearray())
            self.assertEqual(entry.number.error_code, "CN01")

    def test_options_restrict(self) -> None:
        with self.engine.card({"acceptedBrands": ["mastercard"]}, number=bytearray(PLAIN, "ascii")) as entry:
            self.assertEqual(entry.number.error_code, "CN03")
        with self.assertRaisesRegex(Error, "acceptedBrands"):
            self.engine.card({"acceptedBrand": ["visa"]})

    def test_the_shopper_chooses_a_brand(self) -> None:
        with self.engine.card(number=bytearray(b"4035501000000008")) as entry:
            self.assertEqual(sorted(entry.brands), ["cartes_bancaires", "visa"])
            entry.choose_brand("cartes_bancaires")
            self.assertEqual(entry.brand, "cartes_bancaires")
            with self.assertRaises(Error):
                entry.choose_brand("amex")

    def test_a_payment_empties_the_card(self) -> None:
        entry = card(self.engine)
        paid = self.engine.payment({"amount": "1", "currency": "EUR"}, card=entry)
        self.assertEqual(entry.number.error_code, "CN01")
        paid.close()

    def test_issuers(self) -> None:
        self.engine.load_issuers("411111;visa;prepaid;GB\n")
        with self.engine.card({"acceptedFundingSources": ["credit"]}, number=bytearray(PLAIN, "ascii")) as entry:
            self.assertEqual(entry.number.error_code, "CN05")

    def test_a_closed_card_is_refused(self) -> None:
        entry = card(self.engine)
        entry.close()
        entry.close()
        with self.assertRaises(Error):
            entry.number.is_valid
        with self.assertRaises(Error):
            self.engine.payment(card=entry)


class Numbers(unittest.TestCase):
    def test_check_card(self) -> None:
        for number, brand, found in [
            (b"4111 1111 1111 1111", "visa", Check.VALID),
            (b"4111111111111112", "visa", Check.LUHN),
            (b"", "", Check.EMPTY),
            (b"55", "mastercard", Check.INCOMPLETE),
            (b"9999999999999999", "", Check.UNKNOWN_BRAND),
        ]:
            value = bytearray(number)
            self.assertEqual(check_card(value), (brand, found))
            self.assertEqual(value, number)
        with self.assertRaises(TypeError):
            check_card("4111")  # type: ignore[arg-type]

    def test_wipe(self) -> None:
        value = bytearray(b"4111")
        wipe(value)
        self.assertEqual(value, bytearray(4))
