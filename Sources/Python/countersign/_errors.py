"""What goes wrong, as one exception with everything that the library says about it."""

from __future__ import annotations

import ctypes
import enum
from typing import Any, NoReturn, Optional

from ._library import load, text


class When(enum.IntEnum):
    """When a failure happened, which decides whether money may have moved and whether it is safe to try again."""

    UNSET = 0
    #: A check of the library, or a hook, said no: nothing was sent.
    REFUSED = 1
    #: No byte of a request that moves money left.
    NOT_SENT = 2
    #: The gateway answered with an error.
    ANSWERED = 3
    #: Sent, and no trustworthy answer came: reconcile, do not repeat.
    UNKNOWN = 4


class Error(Exception):
    """A call that failed, or (as `Payment.error`) what ended a payment.

        try:
            payment = engine.payment({"amount": "1.234", "currency": "EUR"})
        except countersign.Error as error:
            print(error.field, error.message)
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str = "",
        number: str = "",
        when: When = When.UNSET,
        field: str = "",
        provider_code: str = "",
        correlation_id: str = "",
    ) -> None:
        super().__init__(message)
        #: The csn_status, such as -2, and its name, such as "CSN_E_FIELD".
        self.status = status
        self.status_name = text(load().csn_status_name(status))
        #: The documented name, such as "VALIDATION_FAILED", or "".
        self.code = code
        #: The documented number, such as "SDK0301", or "".
        self.number = number
        self.when = when
        #: One sentence that says what happened and what to do.
        self.message = message
        #: Dotted path of the field at fault, such as "shopper.email", or "".
        self.field = field
        #: The gateway's own code, or "".
        self.provider_code = provider_code
        #: The gateway's name for the failed request, or "".
        self.correlation_id = correlation_id

    def __str__(self) -> str:
        name = self.code or self.status_name
        return f"{name}: {self.message}" if self.message else name


class WrongCode(Exception):
    """A wrong code at the sandbox's issuer, with tries left."""

    def __init__(self, tries_left: int) -> None:
        super().__init__(f"wrong code, {tries_left} tries left")
        self.tries_left = tries_left


class Failure:
    """Room for the csn_error of one call: ``check(library.csn_…(…, failure.slot), failure)``."""

    def __init__(self) -> None:
        self._handle = ctypes.c_void_p()
        self.slot = ctypes.byref(self._handle)

    def take(self, status: int) -> Error:
        """The error, whose handle is released."""
        library = load()
        handle: Optional[int] = self._handle.value
        if handle is None:
            return Error(status, f"the library answered {text(library.csn_status_name(status))}")
        try:
            return Error(
                library.csn_error_status(handle),
                text(library.csn_error_message(handle)),
                code=text(library.csn_error_code(handle)),
                number=text(library.csn_error_number(handle)),
                when=When(library.csn_error_when(handle)),
                field=text(library.csn_error_field(handle)),
                provider_code=text(library.csn_error_provider_code(handle)),
                correlation_id=text(library.csn_error_correlation_id(handle)),
            )
        finally:
            library.csn_error_free(handle)
            self._handle.value = None


def check(status: Any, failure: Optional[Failure] = None) -> int:
    """Passes a status that is not negative on; raises the failure otherwise."""
    number = int(status)
    if number < 0:
        fail(number, failure)
    return number


def fail(status: int, failure: Optional[Failure] = None) -> NoReturn:
    """Raises what a call that answered `status` left in `failure`."""
    raise (failure or Failure()).take(status)
