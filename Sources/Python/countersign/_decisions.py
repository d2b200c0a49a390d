"""What an asked hook may return. Nothing else is a decision, and no decision is never a yes."""

from __future__ import annotations

import json
import queue
import threading
from decimal import Decimal
from typing import Any, Mapping, Optional, Union

from ._errors import E_STATE, Failure, check, made
from ._library import load
from ._secret import Unpicklable, lent

PROCEED, NONE_, LATER, FAIL = 1, 2, 3, 4


def to_json(value: object) -> bytes:
    """JSON of plain Python data. A Decimal is written as its exact text, so that an amount stays what it is."""

    def other(item: object) -> str:
        if isinstance(item, Decimal):
            return format(item, "f")
        raise TypeError(f"{type(item).__name__} has no place in JSON")

    return json.dumps(value, default=other, ensure_ascii=False).encode("utf-8")


def plain_text(value: Union[str, Decimal]) -> bytes:
    """The text of a field's value. A zero would end it early, and what follows would be lost."""
    text = value if isinstance(value, str) else format(value, "f")
    if "\0" in text:
        raise ValueError("a text must not hold the character U+0000")
    return text.encode("utf-8")


def give_reason(reply: int, reason: str) -> None:
    """Says why a hook fails: at most 200 bytes, whole characters."""
    kept = reason.replace("\0", " ").encode("utf-8", "replace")[:200].decode("utf-8", "ignore")
    load().csn_reply_set_reason(reply, kept.encode("utf-8"), None)


class Decision(Unpicklable):
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
        for path, value in self.reply.items():
            if value is None:  # JSON's null would be no value, and the hook would go on without: not what a slip may do
                raise TypeError(f"{path} is None: leave it out, or give it a value")
        if self.reply:
            failure = Failure()
            check(_set_fields(reply, self.reply, failure), failure)
        for name, key in self._secrets.items():
            failure = Failure()
            with lent(key, what=name, may_be_str=False) as (pointer, length):
                status = library.csn_reply_set_secret(reply, name.encode(), pointer, length, failure.slot)
            check(status, failure)
        return PROCEED


def _set_fields(reply: int, fields: Mapping[str, object], failure: Failure) -> int:
    """Sets the fields of a reply, all or none."""
    library = load()
    if len(fields) == 1:
        [(path, value)] = fields.items()
        name = path.encode()
        if isinstance(value, bool):
            return int(library.csn_reply_set_bool(reply, name, int(value), failure.slot))
        if isinstance(value, int) and -(2**63) <= value < 2**63:
            return int(library.csn_reply_set_int(reply, name, value, failure.slot))
        if isinstance(value, (str, Decimal)):
            return int(library.csn_reply_set_string(reply, name, plain_text(value), failure.slot))
    return int(library.csn_reply_set_json(reply, to_json(fields), failure.slot))


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
            give_reason(reply, self.reason)
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
        self._has_returned = False
        # What waits for that. Not a threading.Event, which an interrupt in the middle of it leaves locked.
        self._returned: "queue.SimpleQueue[None]" = queue.SimpleQueue()
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
        if not self._has_returned and threading.get_ident() == self._asked_on:
            raise made(E_STATE, "inside the hook, return the decision itself")
        # The reply is ours only once the hook has returned this Later.
        if not self._has_returned:
            self._returned.get()
            self._returned.put(None)  # for the next one
        with self._lock:
            if self._reply is None:
                raise made(E_STATE, "the hook has been answered already, or did not return this Later")
            failure = Failure()
            number = decision._apply(self._reply)
            status = load().csn_reply_complete(self._reply, number, failure.slot)
            self._release()
        check(status, failure)

    def _apply(self, reply: int) -> int:
        if self._has_returned or self._reply != reply:
            raise TypeError("this Later belongs to another event")
        return LATER

    def _fail_for(self, reason: str) -> None:
        """Fails the hook for an exception of the host's; too late is no matter."""
        with self._lock:
            reply = self._reply
            if reply is not None:
                give_reason(reply, reason)
                load().csn_reply_complete(reply, FAIL, None)
                self._release()

    def _settle(self, is_kept: bool) -> None:
        """The hook returned this Later, or something else, and then the reply was never ours."""
        if not is_kept:
            self._reply = None
        self._has_returned = True
        self._returned.put(None)

    def _release(self) -> None:
        reply, self._reply = self._reply, None
        if reply is not None:
            load().csn_reply_free(reply)

    def __del__(self) -> None:
        try:
            self._release()
        except Exception:  # the interpreter is going away
            pass
