"""Card entry without a form: four fields that say how they stand as they are typed."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional

from ._decisions import to_json
from ._errors import E_GONE, Failure, check, made
from ._library import load, text
from ._secret import CardText, Unpicklable, lent, wipe
from ._words import Word

if TYPE_CHECKING:
    from ._engine import BaseEngine

_BUFFER = -9


class Check(Word):
    """What `check_card` says of a number."""

    VALID = 0
    EMPTY = 1
    INCOMPLETE = 2
    LUHN = 3
    TOO_LONG = 4
    BAD_CHARACTERS = 5
    UNKNOWN_BRAND = 6


class CardCheck(NamedTuple):
    """Brand ("" while it is open) and state of a card number."""

    brand: str
    check: Check


def check_card(number: bytearray) -> CardCheck:
    """Brand and check digit of a card number, without an object. `number` is left as it is.

    >>> check_card(bytearray(b"4111 1111 1111 1111"))
    CardCheck(brand='visa', check=<Check.VALID: 0>)
    """
    if not isinstance(number, bytearray):
        raise TypeError(f"a card number must be a bytearray, not {type(number).__name__}")
    library = load()
    brand, found = ctypes.c_int32(), ctypes.c_int32()
    memory = (ctypes.c_char * len(number)).from_buffer(number)
    check(library.csn_card_check(memory, len(number), ctypes.byref(brand), ctypes.byref(found)))
    return CardCheck(text(library.csn_brand_id(brand.value)), Check(found.value))


class CardField(Unpicklable):
    """One field of a card: `Card.number`, `.expiry`, `.cvc`, `.holder_name`."""

    def __init__(self, card: "Card", field: int, name: str, is_secret: bool) -> None:
        self._card = card
        self._field = field
        self._name = name
        self._may_be_str = not is_secret

    def set(self, value: CardText) -> None:
        """Sets the field whole, as from autofill, and wipes `value`. Whether it is valid is asked of the field."""
        failure = Failure()
        with lent(value, what=self._name, may_be_str=self._may_be_str) as (pointer, length):
            status = load().csn_card_set(self._card._live(), self._field, pointer, length, failure.slot)
        check(status, failure)

    def insert(self, value: CardText, start: int, end: Optional[int] = None) -> int:
        """Types or pastes over the selection (bytes of the formatted text), wipes `value`, and returns the new caret."""
        return self._edit(0, start, end, value)

    def backspace(self, start: int, end: Optional[int] = None) -> int:
        """Deletes the selection, or the digit before the caret, and returns the new caret."""
        return self._edit(1, start, end, bytearray())

    def delete(self, start: int, end: Optional[int] = None) -> int:
        """Deletes the selection, or the digit after the caret, and returns the new caret."""
        return self._edit(2, start, end, bytearray())

    def formatted(self) -> bytearray:
        """The text as a form shows it, such as ``4111 1111``. It is card data: `countersign.wipe` it."""
        length = ctypes.c_size_t()
        capacity = 0
        while True:  # as large as it must be: to shrink a bytearray would leave card data in memory that nobody wipes
            memory = bytearray(capacity)
            room = (ctypes.c_char * capacity).from_buffer(memory)
            status = load().csn_card_format(self._card._live(), self._field, room, capacity, ctypes.byref(length))
            if status != _BUFFER:
                check(status)
                return memory
            capacity = length.value

    @property
    def is_valid(self) -> bool:
        """Whether the field is valid as it stands."""
        return check(load().csn_card_is_valid(self._card._live(), self._field)) == 1

    @property
    def can_become_valid(self) -> bool:
        """Whether more typing can make it valid."""
        return check(load().csn_card_can_become_valid(self._card._live(), self._field)) == 1

    @property
    def error_code(self) -> str:
        """What is wrong, such as "CN02", or ""."""
        return text(load().csn_card_error_code(self._card._live(), self._field))

    @property
    def error_text(self) -> str:
        """The same for the shopper to read, or ""."""
        return text(load().csn_card_error_text(self._card._live(), self._field))

    def _edit(self, edit: int, start: int, end: Optional[int], value: CardText) -> int:
        caret = ctypes.c_size_t()
        failure = Failure()
        stop = start if end is None else end
        with lent(value, what=self._name, may_be_str=self._may_be_str) as (pointer, length):
            status = load().csn_card_edit(
                self._card._live(), self._field, edit, start, stop, pointer, length, ctypes.byref(caret), failure.slot
            )
        check(status, failure)
        return caret.value


class Card(Unpicklable):
    """The four fields of a card form. `Engine.card()` makes it; giving it to a payment empties it.

    >>> engine = Engine()
    >>> with engine.card(number=bytearray(b"4111 1111 1111 1112"), expiry="12/39", cvc=bytearray(b"123")) as card:
    ...     print(card.brand, card.number.is_valid, card.number.error_code)
    visa False CN02
    """

    def __init__(self, engine: "BaseEngine", options: Optional[Mapping[str, object]] = None) -> None:
        self._engine = engine
        self._handle: Optional[int] = None
        handle = ctypes.c_void_p()
        failure = Failure()
        json = to_json(dict(options)) if options is not None else None
        check(load().csn_card_new(engine._live(), json, ctypes.byref(handle), failure.slot), failure)
        self._handle = handle.value
        self.number = CardField(self, 0, "number", True)
        self.expiry = CardField(self, 1, "expiry", False)
        self.cvc = CardField(self, 2, "cvc", True)
        self.holder_name = CardField(self, 3, "holder_name", False)

    def fill(self, **fields: CardText) -> None:
        """Sets fields by keyword: number and cvc as bytearrays, expiry and holder_name as bytearrays or str. All are wiped."""
        known = {"number": self.number, "expiry": self.expiry, "cvc": self.cvc, "holder_name": self.holder_name}
        try:
            for name, value in fields.items():
                if name not in known:
                    raise TypeError(f"a card has no field {name!r}")
                known[name].set(value)
        finally:
            for value in fields.values():
                if isinstance(value, bytearray):
                    wipe(value)

    @property
    def brand(self) -> str:
        """The brand, such as "visa"; "" while it is open."""
        return text(load().csn_card_brand(self._live()))

    @property
    def brands(self) -> list[str]:
        """The brands that the card has, or could still have."""
        library = load()
        count = check(library.csn_card_brand_count(self._live()))
        return [text(library.csn_card_brand_at(self._live(), index)) for index in range(count)]

    def choose_brand(self, brand: str) -> None:
        """The shopper's choice on a co-badged card."""
        failure = Failure()
        check(load().csn_card_choose_brand(self._live(), brand.encode(), failure.slot), failure)

    @property
    def cvc_name(self) -> str:
        """What the security code is called on this card, such as "CVV"."""
        return text(load().csn_card_cvc_name(self._live()))

    @property
    def cvc_length(self) -> int:
        """How many digits the security code has; 0: none."""
        return check(load().csn_card_cvc_length(self._live()))

    @property
    def iin(self) -> str:
        """The first 6 or 8 digits; "" while they are not known."""
        return self._shown(load().csn_card_iin)

    @property
    def last_four(self) -> str:
        """The last four digits; "" while they are not known."""
        return self._shown(load().csn_card_last_four)

    @property
    def is_valid(self) -> bool:
        """Whether all four fields are valid as they stand."""
        return all(field.is_valid for field in (self.number, self.expiry, self.cvc, self.holder_name))

    def close(self) -> None:
        """Wipes and releases the card. Once is enough, and it may come twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            load().csn_card_free(handle)

    def __enter__(self) -> "Card":
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

    def _shown(self, function: Any) -> str:
        room = ctypes.create_string_buffer(16)
        length = ctypes.c_size_t()
        check(function(self._live(), room, len(room), ctypes.byref(length)))
        return room.raw[: length.value].decode()

    def _live(self) -> int:
        if self._handle is None:
            raise made(E_GONE, "the card is closed")
        return self._handle
