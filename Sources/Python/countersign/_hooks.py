"""How the library calls Python: one function for all hooks, which lets no exception out and never takes one for a yes."""

from __future__ import annotations

import ctypes
import inspect
import itertools
import re
import sys
import threading
import traceback
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Optional, TypeVar, Union, overload

from ._decisions import FAIL, LATER, Decision, give_reason
from ._errors import Error, Failure, check
from ._event import Event
from ._library import DESTROY, HOOK, HOOK_NAMES, HooksStruct, load

if TYPE_CHECKING:
    from ._engine import BaseEngine

#: A hook. A told one returns nothing; an asked one returns a Decision. `countersign.aio` takes coroutine functions too.
HookFunction = Callable[["Event"], Union[Optional[Decision], Awaitable[Optional[Decision]]]]
_F = TypeVar("_F", bound=HookFunction)

_PACKAGE = str(Path(__file__).parent)


class NoDecision(TypeError):
    """An asked hook returned something that is no decision."""


class Table:
    """Functions registered together, by the number of their hook. Its engine keeps it until the library destroys it."""

    def __init__(self, engine: "BaseEngine", functions: dict[int, HookFunction]) -> None:
        self.engine = engine
        self.functions = functions


# By the number that is the library's user_data. Weak, so that an engine which only its own hooks refer to can be collected.
_tables: "weakref.WeakValueDictionary[int, Table]" = weakref.WeakValueDictionary()
_numbers = itertools.count(1)
_escaping = threading.local()


class _Exit:
    """Once the interpreter goes, no hook begins; engines with one that does not return are left alone."""

    begun = False
    #: The engines whose hooks each thread is in, by the thread's number. A thread touches only its own.
    inside: dict[int, list["BaseEngine"]] = {}


def begin_exit() -> None:
    """No hook begins any more: what is asked, fails."""
    _Exit.begun = True


def is_in_hook(engine: "BaseEngine") -> bool:
    """Whether another thread is inside a hook of the engine."""
    own = threading.get_ident()
    return any(engine in engines for thread, engines in list(_Exit.inside.items()) if thread != own)


def raise_escaping() -> None:
    """Raises what must not be swallowed, such as KeyboardInterrupt, once the call that led to the hook is over."""
    error: Optional[BaseException] = getattr(_escaping, "error", None)
    if error is not None:
        _escaping.error = None
        raise error


def _call_hook(event_handle: int, reply_handle: Optional[int], key: int) -> int:
    begun: list[Event] = []
    try:
        return _ask_hook(event_handle, reply_handle, key, begun)
    except BaseException as error:  # an interrupt between the lines that guard the hook: no yes, and not lost
        _escaping.error = error
        for event in begun:  # who answers a Later waits for this
            event._end(False)
        return FAIL


def _ask_hook(event_handle: int, reply_handle: Optional[int], key: int, begun: list[Event]) -> int:
    event: Optional[Event] = None
    function: Optional[HookFunction] = None
    inside: list["BaseEngine"] = []
    number = FAIL
    returned = False
    try:
        if _Exit.begun:
            return FAIL
        table = _tables[key]
        engine = table.engine
        inside = _Exit.inside.setdefault(threading.get_ident(), [])
        inside.append(engine)
        function = table.functions[int(load().csn_event_hook(event_handle))]
        engine._moved(int(load().csn_event_payment(event_handle) or 0))
        event = Event(event_handle, reply_handle)
        begun.append(event)
        decision = function(event)
        returned = True
        if inspect.isawaitable(decision):
            engine._begin(event, function, decision)
            number = 0 if reply_handle is None else event.later()._apply(reply_handle)
        elif reply_handle is None:
            number = 0  # told: not looked at
        else:
            number = decided(decision, function)._apply(reply_handle)
    except BaseException as error:
        number = FAIL
        _report(event, function, returned, reply_handle, error)
    finally:
        if event is not None:
            event._end(number == LATER)
        if inside:
            inside.pop()
        if not inside:
            _Exit.inside.pop(threading.get_ident(), None)
    return number


def decided(returned: object, function: HookFunction) -> Decision:
    """What an asked hook returned, if it is a decision."""
    if isinstance(returned, Decision):
        return returned
    what = repr(returned) if returned is None or isinstance(returned, bool) else f"a {type(returned).__name__}"
    raise NoDecision(f"{described(function)} returned {what}: return Proceed(...), NONE, Fail(...) or event.later()")


def _report(
    event: Optional[Event], function: Optional[HookFunction], returned: bool, reply: Optional[int], error: BaseException
) -> None:
    """What becomes of an exception: the payment's error names its type and place, and has it as its cause."""
    try:
        if not isinstance(error, Exception):
            _escaping.error = error
        if reply is None:
            if isinstance(error, Exception):
                _unraisable(error, event)
            return
        give_reason(reply, place(error, function, returned))
        if event is not None:
            event.payment._hook_error = error
    except BaseException:  # the answer is FAIL already
        pass


def place(error: BaseException, function: Optional[HookFunction], returned: bool) -> str:
    """Type and place of an exception, in the host's own code. Not its text, which may hold card data."""
    name = type(error).__name__
    frames = [] if returned else _host_frames(error)
    if not frames and not returned and isinstance(error, RuntimeError) and error.__cause__ is not None:
        frames = _host_frames(error.__cause__)  # what Python makes of StopIteration in a coroutine
    if frames:
        return f"{name} in {frames[-1].name}, {Path(frames[-1].filename).name}:{frames[-1].lineno}"
    # Raised here, over what the function returned: our own words, which hold no secret.
    if isinstance(error, NoDecision):
        return str(error)
    words = f": {str(error).rstrip('.')}" if isinstance(error, Error) else ""
    return f"{name} over what {described(function)} returned{words}" if function is not None else name


def _host_frames(error: BaseException) -> list[traceback.FrameSummary]:
    return [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_PACKAGE)]


def described(function: Any) -> str:
    """A function's name, file and line."""
    function = getattr(function, "func", function)  # functools.partial
    code = getattr(function, "__code__", None) or getattr(getattr(type(function), "__call__", None), "__code__", None)
    name = getattr(function, "__name__", None) or type(function).__name__
    return f"{name} ({Path(code.co_filename).name}:{code.co_firstlineno})" if code is not None else str(name)


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


def _destroy_table(key: int) -> None:
    try:
        table = _tables.pop(key, None)
        if table is not None:
            table.engine._shelf.pop(key, None)
    except BaseException:  # the interpreter is going away
        pass


# Two C functions for the life of the process, whatever is registered: nothing that the library may call is ever collected.
_call = HOOK(_call_hook)
_destroy = DESTROY(_destroy_table)


def documented_name(name: str) -> str:
    """`on_pre_authorisation` as the documents have it: `onPreAuthorisation`."""
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


_NUMBERS = {name: number for number, name in enumerate(HOOK_NAMES)}
_NUMBERS.update({documented_name(name): number for name, number in _NUMBERS.items()})


class Hooks:
    """What has hooks: an engine, for all payments made afterwards, and a payment, for itself."""

    _setter_name = ""

    @overload
    def hook(self, function: _F) -> _F: ...

    @overload
    def hook(self, function: str) -> Callable[[_F], _F]: ...

    def hook(self, function: Union[str, _F]) -> Union[_F, Callable[[_F], _F]]:
        """Makes a function a hook. Its name says which one, or the decorator does:

        >>> engine = Engine()
        >>> @engine.hook
        ... def on_pre_authorisation(event):
        ...     return Proceed()
        >>> @engine.hook("on_post_authorisation")
        ... def note(event):
        ...     print(event["result.state"])
        """
        if isinstance(function, str):
            name = function

            def decorate(decorated: _F) -> _F:
                self._set_hook(name, decorated)
                return decorated

            return decorate
        self._set_hook(getattr(function, "__name__", ""), function)
        return function

    def unhook(self, name: str) -> None:
        """Unsets a hook of this object."""
        failure = Failure()
        documented = documented_name(name).encode()
        check(getattr(load(), self._setter_name)(self._live(), documented, HOOK(0), None, DESTROY(0), failure.slot), failure)

    def _set_hook(self, name: str, function: HookFunction) -> None:
        _check_callable(name, function)
        key, failure = self._shelve({_NUMBERS.get(name, -1): function}), Failure()
        documented = documented_name(name).encode()
        # The library destroys the key also when it refuses the hook.
        setter = getattr(load(), self._setter_name)
        check(setter(self._live(), documented, _call, key, _destroy, failure.slot), failure)

    def _set_hooks(self, hooks: dict[str, HookFunction]) -> None:
        """Sets hooks together, so that one which lacks its companion is refused at once."""
        if not all(name in _NUMBERS for name in hooks):
            for name, function in hooks.items():
                self._set_hook(name, function)  # one of them is refused, by its name
        if not hooks:
            return
        struct, library, failure = HooksStruct(), load(), Failure()
        library.csn_hooks_init(ctypes.byref(struct), ctypes.sizeof(struct))
        for name, function in hooks.items():
            _check_callable(name, function)
            setattr(struct, HOOK_NAMES[_NUMBERS[name]], _call)
        struct.destroy = _destroy
        struct.user_data = self._shelve({_NUMBERS[name]: function for name, function in hooks.items()})
        setter = getattr(library, self._setter_name + "s")
        check(setter(self._live(), ctypes.byref(struct), failure.slot), failure)

    def _shelve(self, functions: dict[int, HookFunction]) -> int:
        engine = self._home()
        table, key = Table(engine, functions), next(_numbers)
        _tables[key] = engine._shelf[key] = table
        return key

    def _home(self) -> "BaseEngine":
        """The engine that keeps the functions."""
        raise NotImplementedError

    def _live(self) -> int:
        raise NotImplementedError


def _check_callable(name: str, function: object) -> None:
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {type(function).__name__}")
