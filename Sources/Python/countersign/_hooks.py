"""How the library calls Python: one function for all hooks, which lets no exception out and never takes one for a yes."""

from __future__ import annotations

import json
import re
import sys
import threading
import traceback
import weakref
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, Union, overload

from ._decisions import FAIL, LATER, Decision, Later
from ._errors import Error, Failure, check
from ._library import DESTROY, HOOK, load, text

if TYPE_CHECKING:
    from ._payment import Payment

#: A hook. A told one returns nothing; an asked one returns a Decision.
HookFunction = Callable[["Event"], Optional[Decision]]
_F = TypeVar("_F", bound=HookFunction)

#: Payments of this process by their handle, so that an event's payment is the object that the program has.
payments: "weakref.WeakValueDictionary[int, Payment]" = weakref.WeakValueDictionary()


class Event:
    """What a hook is called with. It is over when the hook returns; what was read of it stays."""

    def __init__(self, handle: int, reply: Optional[int]) -> None:
        self._handle: Optional[int] = handle
        self._reply = reply
        self._later: Optional[Later] = None
        self._data: Optional[dict[str, Any]] = None
        library = load()
        #: The documented name, such as "onPreAuthorisation".
        self.name: str = text(library.csn_event_name(handle))
        #: The same whenever the same event is told again, different for each event of a payment.
        self.id: int = int(library.csn_event_id(handle))
        #: Whether the host may have been told before.
        self.redelivered: bool = library.csn_event_redelivered(handle) == 1

    @property
    def payment(self) -> "Payment":
        """The payment that the event is about."""
        from ._payment import Payment

        return Payment._borrowed(int(load().csn_event_payment(self._live()) or 0))

    @property
    def data(self) -> dict[str, Any]:
        """All fields that have a value, as nested dicts."""
        if self._data is None:
            self._data = json.loads(text(load().csn_event_json(self._live())) or "{}")
        return self._data

    def __getitem__(self, path: str) -> Any:
        """A field by its dotted path, such as ``event["card.brand"]``. KeyError where it has no value."""
        return at(self.data, path)

    def get(self, path: str, default: Any = None) -> Any:
        """A field by its dotted path, or `default` where it has no value."""
        return get(self.data, path, default)

    def later(self) -> Later:
        """Puts the decision off. Return what this returns, and answer it from wherever you like: see `Later`."""
        if self._reply is None:
            raise Error(-3, f"{self.name} only tells: it has no answer")
        self._live()
        if self._later is None:
            self._later = Later(self._reply)
        return self._later

    def __repr__(self) -> str:
        return f"<Event {self.name}>"

    def _live(self) -> int:
        if self._handle is None:
            raise Error(-5, "the event is over: read it inside the hook")
        return self._handle

    def _end(self) -> None:
        self._handle = None
        self._reply = None


def at(data: dict[str, Any], path: str) -> Any:
    """The value at a dotted path of nested dicts. KeyError where there is none."""
    value: Any = data
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            raise KeyError(path)
        value = value[name]
    return value


def get(data: dict[str, Any], path: str, default: Any) -> Any:
    """The value at a dotted path of nested dicts, or the default."""
    try:
        return at(data, path)
    except KeyError:
        return default


class _Registry:
    """Keeps every registered function alive, by the number that is its `user_data`, until the library destroys it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # destroy may come from a collection that interrupts add
        self._functions: dict[int, HookFunction] = {}
        self._latest = 0

    def add(self, function: HookFunction) -> int:
        with self._lock:
            self._latest += 1
            self._functions[self._latest] = function
            return self._latest

    def find(self, key: int) -> HookFunction:
        return self._functions[key]

    def remove(self, key: int) -> None:
        with self._lock:
            self._functions.pop(key, None)

    def __len__(self) -> int:
        return len(self._functions)


registry = _Registry()
_escaping = threading.local()


def raise_escaping() -> None:
    """Raises what must not be swallowed, such as KeyboardInterrupt, once the call that led to the hook is over."""
    error: Optional[BaseException] = getattr(_escaping, "error", None)
    if error is not None:
        _escaping.error = None
        raise error


def _call_hook(event_handle: int, reply_handle: Optional[int], key: int) -> int:
    event: Optional[Event] = None
    number = FAIL
    try:
        event = Event(event_handle, reply_handle)
        function = registry.find(key)
        decision = function(event)
        if reply_handle is None:
            number = 0  # told: not looked at
        elif isinstance(decision, Decision):
            number = decision._apply(reply_handle)
        else:
            raise TypeError(f"{event.name} must return Proceed(...), NONE, Fail(...) or event.later(), not {decision!r}")
    except BaseException as error:
        number = FAIL
        _report(event, reply_handle, error)
    finally:
        if event is not None:
            if event._later is not None:
                event._later._settle(number == LATER)
            event._end()
    return number


def _report(event: Optional[Event], reply: Optional[int], error: BaseException) -> None:
    """What becomes of an exception: the payment's error names its type and place, and has it as its cause."""
    try:
        if not isinstance(error, Exception):
            _escaping.error = error
        if reply is None:
            if isinstance(error, Exception):
                _unraisable(error, event)
            return
        load().csn_reply_set_reason(reply, _place(error).encode("utf-8", "replace")[:200], None)
        if event is not None:
            event.payment._hook_error = error
    except BaseException:  # the answer is FAIL already
        pass


def _place(error: BaseException) -> str:
    """Type and place of an exception. Not its text, which may hold card data."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    name = type(error).__name__
    if last is None:
        return name
    return f"{name} at {last.name}, {last.filename.rsplit('/', 1)[-1]}:{last.lineno}"


class _Unraisable:
    """What `sys.unraisablehook` takes."""

    def __init__(self, error: BaseException, event: Optional[Event]) -> None:
        self.exc_type = type(error)
        self.exc_value = error
        self.exc_traceback = error.__traceback__
        self.err_msg = f"Exception ignored in {event.name if event else 'a hook'}"
        self.object = event


def _unraisable(error: BaseException, event: Optional[Event]) -> None:
    sys.unraisablehook(_Unraisable(error, event))  # type: ignore[arg-type]


def _destroy_hook(key: int) -> None:
    try:
        registry.remove(key)
    except BaseException:  # the interpreter is going away
        pass


# Two C functions for the life of the process, whatever is registered: nothing that the library may call is ever collected.
_call = HOOK(_call_hook)
_destroy = DESTROY(_destroy_hook)


def documented_name(name: str) -> str:
    """`on_pre_authorisation` as the documents have it: `onPreAuthorisation`."""
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


def register(setter: Any, handle: int, name: str, function: HookFunction) -> None:
    """Registers one hook through csn_engine_set_hook or csn_payment_set_hook."""
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {type(function).__name__}")
    key = registry.add(function)
    failure = Failure()
    # The library destroys the key also when it refuses the hook.
    check(setter(handle, documented_name(name).encode(), _call, key, _destroy, failure.slot), failure)


class Hooks:
    """What has hooks: an engine, for all payments made afterwards, and a payment, for itself."""

    _handle: Optional[int]
    _setter_name = ""

    @overload
    def hook(self, function: _F) -> _F: ...

    @overload
    def hook(self, function: str) -> Callable[[_F], _F]: ...

    def hook(self, function: Union[str, _F]) -> Union[_F, Callable[[_F], _F]]:
        """Makes a function a hook. Its name says which one, or the decorator does:

            @engine.hook
            def on_pre_authorisation(event): ...

            @engine.hook("on_pre_authorisation")
            def approve(event): ...
        """
        if isinstance(function, str):
            name = function

            def decorate(decorated: _F) -> _F:
                self._set_hook(name, decorated)
                return decorated

            return decorate
        self._set_hook(getattr(function, "__name__", ""), function)
        return function

    def _set_hook(self, name: str, function: HookFunction) -> None:
        register(getattr(load(), self._setter_name), self._live(), name, function)

    def _set_hooks(self, hooks: dict[str, HookFunction]) -> None:
        for name, function in hooks.items():
            self._set_hook(name, function)

    def _live(self) -> int:
        raise NotImplementedError
