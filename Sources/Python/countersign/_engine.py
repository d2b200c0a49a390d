"""An engine: the gateway, the hooks and the payments that share them."""

from __future__ import annotations

import atexit
import ctypes
import weakref
from typing import Any, Mapping, Optional, Union

from ._card import Card
from ._decisions import to_json
from ._errors import Error, Failure, check
from ._hooks import HookFunction, Hooks, raise_escaping
from ._library import EngineOptions, load
from ._payment import Payment
from ._sandbox import Sandbox
from ._secret import CardText

_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()


class Engine(Hooks):
    """Runs payments. Without a configuration it pays at the sandbox inside the library, in real time.

        with Engine({"authentication": {}}, on_pre_authorisation=approve) as engine:
            ...

    The configuration has the members that `csn_engine_options` lists in countersign.h; hooks come by keyword, or with `hook`,
    for all payments made afterwards. Close it, or use `with`: an engine keeps its hooks alive until then.
    """

    _setter_name = "csn_engine_set_hook"

    def __init__(self, config: Optional[Mapping[str, object]] = None, **hooks: HookFunction) -> None:
        self._handle: Optional[int] = None
        options = EngineOptions(ctypes.sizeof(EngineOptions), 0, to_json(dict(config)) if config is not None else None)
        handle = ctypes.c_void_p()
        failure = Failure()
        check(load().csn_engine_new(ctypes.byref(options), ctypes.byref(handle), failure.slot), failure)
        self._handle = handle.value
        _engines.add(self)
        try:
            self._set_hooks(hooks)
        except BaseException:
            self.close()
            raise

    def card(self, options: Optional[Mapping[str, object]] = None, **fields: CardText) -> Card:
        """Makes a card, filled from keywords: number and cvc as bytearrays, expiry and holder_name as bytearrays or str.

        The bytearrays are wiped. `options` restricts what is valid, such as ``{"acceptedBrands": ["visa"]}``.
        """
        card = Card(self, options)
        card.fill(**fields)
        return card

    def payment(
        self,
        transaction: Optional[Mapping[str, object]] = None,
        *,
        card: Optional[Card] = None,
        **hooks: HookFunction,
    ) -> Payment:
        """Makes a payment from its transaction data. Error names the first field at fault. See `Payment`."""
        return Payment(self, transaction, card=card, **hooks)

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox inside the library: its issuer's page and its books."""
        return Sandbox(self)

    def load_issuers(self, table: Union[str, bytes]) -> None:
        """Loads a table of card issuers: lines of ``prefix;brand;funding;country``, in place of any before."""
        lines = table.encode() if isinstance(table, str) else table
        failure = Failure()
        check(load().csn_engine_load_issuers(self._live(), lines, len(lines), failure.slot), failure)

    def fileno(self) -> int:
        """A descriptor for `select` and its like, readable when the engine has work. Do not read or close it."""
        return check(load().csn_engine_fd(self._live()))

    def dispatch(self, max_steps: int = 1000) -> int:
        """Does at most so many steps of work that is due, calls hooks on this thread, and returns how many it did."""
        failure = Failure()
        done = load().csn_engine_dispatch(self._live(), max_steps, failure.slot)
        raise_escaping()
        return check(done, failure)

    def next_deadline(self) -> Optional[int]:
        """When the engine next has something to do by itself, in milliseconds since 1970-01-01 UTC; None: never."""
        time = ctypes.c_int64()
        check(load().csn_engine_next_deadline(self._live(), ctypes.byref(time)))
        return None if time.value < 0 else time.value

    def now(self) -> int:
        """The engine's time, in milliseconds since 1970-01-01 UTC."""
        time = ctypes.c_int64()
        check(load().csn_engine_now(self._live(), ctypes.byref(time)))
        return time.value

    def advance_time(self, milliseconds: int) -> None:
        """Virtual time only: moves it forward."""
        failure = Failure()
        check(load().csn_engine_advance_time(self._live(), milliseconds, failure.slot), failure)

    def close(self) -> None:
        """Releases the engine with its payments and cards. Payments in flight end here as far as this process goes."""
        handle, self._handle = self._handle, None
        if handle is not None:
            load().csn_engine_free(handle)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter is going away, or it was never made
            pass

    def _live(self) -> int:
        if self._handle is None:
            raise Error(-1, "the engine is closed")
        return self._handle


@atexit.register
def _close_all() -> None:
    """Ends the engines while Python can still be called."""
    for engine in list(_engines):
        engine.close()
