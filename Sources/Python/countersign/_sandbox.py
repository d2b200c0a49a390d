"""The sandbox inside the library: what its cards do, its issuer's page, its books."""

from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING, Any

from ._errors import Failure, WrongCode, check
from ._library import load, take_json, text
from ._secret import Unpicklable

if TYPE_CHECKING:
    from ._engine import BaseEngine

_TRY_AGAIN = 6


def sandbox_cases() -> list[dict[str, Any]]:
    """The cards and amounts that the sandbox knows, and what each does."""
    cases: list[dict[str, Any]] = json.loads(text(load().csn_sandbox_cases_json()))
    return cases


class Sandbox(Unpicklable):
    """Plays the shopper at the issuer's page, and shows the gateway's books. `Engine.sandbox` has it."""

    def __init__(self, engine: "BaseEngine") -> None:
        self._engine = engine

    def answer(self, creq: str, otp: str) -> str:
        """Types a code for the challenge of `creq`; 1234 is right. Returns the `cres` for `Payment.complete_challenge`.

        Raises WrongCode while tries are left.
        """
        room, length, failure = ctypes.create_string_buffer(8192), ctypes.c_size_t(), Failure()
        status = check(
            load().csn_sandbox_acs_answer(
                self._engine._live(), creq.encode(), otp.encode(), room, len(room), ctypes.byref(length), failure.slot
            ),
            failure,
        )
        if status == _TRY_AGAIN:
            raise WrongCode(length.value)
        return room.raw[: length.value].decode()

    def cancel(self, creq: str) -> str:
        """The shopper presses cancel there. Returns the `cres`."""
        room, length, failure = ctypes.create_string_buffer(8192), ctypes.c_size_t(), Failure()
        check(
            load().csn_sandbox_acs_cancel(
                self._engine._live(), creq.encode(), room, len(room), ctypes.byref(length), failure.slot
            ),
            failure,
        )
        return room.raw[: length.value].decode()

    def books(self) -> dict[str, Any]:
        """The gateway's books, to be compared with your own."""
        library = load()
        pointer, failure = ctypes.c_void_p(), Failure()
        check(library.csn_sandbox_books_json_copy(self._engine._live(), ctypes.byref(pointer), failure.slot), failure)
        books: dict[str, Any] = json.loads(take_json(library, pointer))
        return books
