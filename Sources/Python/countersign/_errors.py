"""What goes wrong, as exceptions with everything that the library says about it."""

from __future__ import annotations

import ctypes
from typing import Any, NoReturn, Optional

from ._library import load, text
from ._names import spoken
from ._words import Word


class When(Word):
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
    """A call that failed. Its subclasses say how; `PaymentError` is also what `Payment.error` gives.

    >>> with Engine() as engine:
    ...     try:
    ...         engine.payment({"amount": "1.234", "currency": "EUR"})
    ...     except FieldError as error:
    ...         print(error.field, error.code, error.when)
    amount AMOUNT_INVALID REFUSED
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

    def __reduce__(self) -> Any:
        details = {
            "code": self.code,
            "number": self.number,
            "when": self.when,
            "field": self.field,
            "provider_code": self.provider_code,
            "correlation_id": self.correlation_id,
        }
        return _rebuild, (type(self), self.status, self.message, details)


class FieldError(Error, ValueError):
    """A value was refused: `field` names it, `message` says what would be right."""


class StateError(Error):
    """The call has no meaning at this moment."""


class ReentrantError(StateError):
    """Not allowed inside a hook of the same engine."""


class GoneError(StateError):
    """What the object belonged to is closed, or over."""


class ForkedError(StateError):
    """The engine was made before this process was forked: make one in the child."""


class UnknownNameError(Error, LookupError):
    """No hook or other name like that; `message` has the nearest."""


class PaymentError(Error):
    """What ended a payment, or keeps it from being made or submitted: `code` says why."""


class WrongCode(Exception):
    """A wrong code at the sandbox's issuer, with tries left."""

    def __init__(self, tries_left: int) -> None:
        super().__init__(tries_left)
        self.tries_left = tries_left

    def __str__(self) -> str:
        return f"wrong code, {self.tries_left} tries left"


E_INVALID, E_FIELD, E_STATE, E_REENTRANT, E_GONE, E_FORKED = -1, -2, -3, -4, -5, -6
E_NOT_FOUND, E_TEXT, E_DECLARED = -10, -11, -13

_KINDS: dict[int, type[Error]] = {
    E_FIELD: FieldError,
    E_TEXT: FieldError,
    E_STATE: StateError,
    E_REENTRANT: ReentrantError,
    E_GONE: GoneError,
    E_FORKED: ForkedError,
    E_NOT_FOUND: UnknownNameError,
    E_DECLARED: PaymentError,
}


def made(status: int, message: str, **details: Any) -> Error:
    """The error of that status, in its own class."""
    return _KINDS.get(status, Error)(status, message, **details)


def _rebuild(kind: type[Error], status: int, message: str, details: dict[str, Any]) -> Error:
    return kind(status, message, **details)


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
            return made(status, f"the library answered {text(library.csn_status_name(status))}")
        try:
            return made(
                library.csn_error_status(handle),
                spoken(text(library.csn_error_message(handle))),
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
