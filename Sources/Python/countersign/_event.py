"""What a hook is called with."""

from __future__ import annotations

import ctypes
import json
import weakref
from typing import TYPE_CHECKING, Any, Optional

from ._decisions import Later
from ._errors import E_GONE, E_STATE, made
from ._fields import Readable, nested, typed
from ._library import HOOK_NAMES, load, text
from ._names import spoken
from ._secret import Unpicklable

if TYPE_CHECKING:
    from ._payment import BasePayment

#: Payments of this process by their handle, so that an event's payment is the object that the program has.
payments: "weakref.WeakValueDictionary[int, BasePayment]" = weakref.WeakValueDictionary()


class Event(Readable, Unpicklable):
    """What a hook is called with. It is over when the hook returns; what was read of it stays.

    >>> def on_pre_authorisation(event):
    ...     print(event.name, event["card.brand"], event["amountMinor"], event.get("authentication.liability"))
    ...     return Proceed()
    """

    def __init__(self, handle: int, reply: Optional[int]) -> None:
        self._handle: Optional[int] = handle
        self._reply = reply
        self._later: Optional[Later] = None
        self._data: Optional[dict[str, Any]] = None
        self._payment: Optional["BasePayment"] = None
        library = load()
        number = int(library.csn_event_hook(handle))
        #: The documented name, such as "onPreAuthorisation", and the one that Python programs use, "on_pre_authorisation".
        self.name: str = text(library.csn_event_name(handle))
        self.hook: str = HOOK_NAMES[number] if 0 <= number < len(HOOK_NAMES) else self.name
        #: The same whenever the same event is told again, different for each event of a payment.
        self.id: int = int(library.csn_event_id(handle))
        #: Whether the host may have been told before.
        self.redelivered: bool = library.csn_event_redelivered(handle) == 1

    @property
    def payment(self) -> "BasePayment":
        """The payment that the event is about."""
        if self._payment is None:
            from ._payment import BasePayment

            self._payment = BasePayment._borrowed(int(load().csn_event_payment(self._live()) or 0))
        return self._payment

    @property
    def data(self) -> dict[str, Any]:
        """All fields that have a value, as nested dicts."""
        if self._data is None:
            self._data = parsed(text(load().csn_event_json(self._live())) or "{}")
        return self._data

    def later(self) -> Later:
        """Puts the decision off. Return what this returns, and answer it from wherever you like: see `Later`."""
        if self._reply is None:
            raise made(E_STATE, f"{self.hook} only tells: it has no answer")
        self._live()
        if self._later is None:
            self._later = Later(self._reply)
        return self._later

    def __repr__(self) -> str:
        return f"<Event {self.name}>"

    def _value(self, path: str) -> Any:
        if self._data is not None:
            return nested(self._data, path)
        library, handle, name = load(), self._live(), path.encode()
        written = library.csn_event_string(handle, name)
        if written is None:
            return None

        def whole() -> Optional[int]:
            number = ctypes.c_int64()
            return number.value if library.csn_event_int(handle, name, ctypes.byref(number)) == 0 else None

        def truth() -> Optional[bool]:
            number = ctypes.c_int32()
            return number.value == 1 if library.csn_event_bool(handle, name, ctypes.byref(number)) == 0 else None

        found = typed(text(written), path, whole, truth, self)
        return spoken(found) if path == "error.message" else found

    def _live(self) -> int:
        if self._handle is None:
            raise made(E_GONE, "the event is over: read it inside the hook")
        return self._handle

    def _keep(self) -> None:
        """Reads everything, for a hook that goes on after it has returned."""
        self.data
        self.payment

    def _end(self, is_kept: bool) -> None:
        """The hook has returned; with its Later, if `is_kept`."""
        if self._later is not None:
            self._later._settle(is_kept)
        self._handle = None
        self._reply = None


def parsed(json_text: str) -> dict[str, Any]:
    """The fields of an event or a payment, from their JSON."""
    data: dict[str, Any] = json.loads(json_text)
    error = data.get("error")
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        error["message"] = spoken(error["message"])
    return data
