"""What an asked hook may return. Nothing else is a decision, and no decision is never a yes."""

from __future__ import annotations

import json
import threading
from decimal import Decimal
from typing import Any, Mapping, Optional

from ._errors import Error, Failure, check
from ._library import load
from ._secret import lent

PROCEED, NONE_, LATER, FAIL = 1, 2, 3, 4
E_STATE, E_GONE = -3, -5


def to_json(value: object) -> bytes:
    """JSON of plain Python data. A Decimal is written as its exact text, so that an amount stays what it is."""

    def other(item: object) -> str:
        if isinstance(item, Decimal):
            return format(item, "f")
        raise TypeError(f"{type(item).__name__} has no place in JSON")

    return json.dumps(value, default=other, ensure_ascii=False).encode("utf-8")


class Decision:
    """The decision of an asked hook: `Proceed`, `NONE`, `Fail` or a `Later`."""

    def _apply(self, reply: int) -> int:
        raise NotImplementedError


class Proceed(Decision):
    """Go on. Fields of the reply come as keywords, or as a mapping where the names are dotted or nested:

        return Proceed()
        return Proceed(amount="49.99", metadata={"basket": "7"})
        return Proceed({"merchantLegalName": "Example Ltd"})
        return Proceed(sessionId="s-1", secrets={"hmacKey": key})    # onGetCredentials; key: a bytearray, wiped

    A field that the hook does not take, or a value that it does not allow, fails the hook.
    """

    def __init__(
        self,
        reply: Optional[Mapping[str, object]] = None,
        *,
        secrets: Optional[Mapping[str, bytearray]] = None,
        **fields: object,
    ) -> None:
        self.reply: dict[str, object] = {**(reply or {}), **fields}
        self._secrets = dict(secrets or {})

    def _apply(self, reply: int) -> int:
        library = load()
        if self.reply:
            failure = Failure()
            check(library.csn_reply_set_json(reply, to_json(self.reply), failure.slot), failure)
        for name, key in self._secrets.items():
            failure = Failure()
            with lent(key, what=name, may_be_str=False) as (pointer, length):
                status = library.csn_reply_set_secret(reply, name.encode(), pointer, length, failure.slot)
            check(status, failure)
        return PROCEED


class _None(Decision):
    def _apply(self, reply: int) -> int:
        return NONE_

    def __repr__(self) -> str:
        return "NONE"


#: The hook's own "none": it aborts onPreTokenisation and onPreAuthentication, skips 3-D Secure at
#: onPreInitiateAuthentication, cancels at onPreAuthorisation. The table in Include/countersign.h has them all.
NONE = _None()


class Fail(Decision):
    """The host cannot decide: the payment ends with HOOK_FAILED. The reason must hold no secret."""

    def __init__(self, reason: str = "") -> None:
        self.reason = reason

    def _apply(self, reply: int) -> int:
        if self.reason:
            load().csn_reply_set_reason(reply, self.reason[:200].replace("\0", " ").encode("utf-8", "replace"), None)
        return FAIL


class Later(Decision):
    """A decision that comes later, from any thread. `Event.later()` makes it, and the hook returns it:

        @engine.hook
        def on_pre_authorisation(event):
            later = event.later()
            pool.submit(lambda: later.proceed() if is_fine() else later.none())
            return later

    It is answered once. Unanswered until the engine's "hookTimeout", or forgotten, the hook fails.
    """

    def __init__(self, reply: int) -> None:
        self._reply: Optional[int] = reply
        self._asked_on = threading.get_ident()
        self._hook_returned = threading.Event()
        self._lock = threading.Lock()

    def proceed(self, reply: Optional[Mapping[str, object]] = None, **fields: Any) -> None:
        """As `Proceed(...)`. Raises Error where a field is refused; another answer can still be given then."""
        self._answer(Proceed(reply, **fields))

    def none(self) -> None:
        """As `NONE`."""
        self._answer(NONE)

    def fail(self, reason: str = "") -> None:
        """As `Fail(reason)`."""
        self._answer(Fail(reason))

    def _answer(self, decision: Decision) -> None:
        if not self._hook_returned.is_set() and threading.get_ident() == self._asked_on:
            raise Error(E_STATE, "inside the hook, return the decision itself")
        # The reply is ours only once the hook has returned this Later.
        self._hook_returned.wait()
        with self._lock:
            if self._reply is None:
                raise Error(E_STATE, "the hook has been answered already, or did not return this Later")
            failure = Failure()
            number = decision._apply(self._reply)
            status = load().csn_reply_complete(self._reply, number, failure.slot)
            self._release()
        check(status, failure)

    def _apply(self, reply: int) -> int:
        if self._hook_returned.is_set() or self._reply != reply:
            raise TypeError("this Later belongs to another event")
        return LATER

    def _settle(self, is_kept: bool) -> None:
        """The hook returned this Later, or something else, and then the reply was never ours."""
        if not is_kept:
            self._reply = None
        self._hook_returned.set()

    def _release(self) -> None:
        reply, self._reply = self._reply, None
        if reply is not None:
            load().csn_reply_free(reply)

    def __del__(self) -> None:
        try:
            self._release()
        except Exception:  # the interpreter is going away
            pass
