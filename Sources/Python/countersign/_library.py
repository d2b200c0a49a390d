"""Finds libcountersign, loads it once, and gives each of its functions its prototype."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Optional, Union

#: The binary interface that this package was written for.
ABI_MAJOR = 1

#: What the library calls: a hook, and the release of a hook's user data.
HOOK = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
DESTROY = ctypes.CFUNCTYPE(None, c_void_p)


class EngineOptions(ctypes.Structure):
    """csn_engine_options."""

    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("config_json", c_char_p)]


class HooksStruct(ctypes.Structure):
    """csn_hooks. Its members have the names that hooks have in Python."""

    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("user_data", c_void_p), ("destroy", DESTROY)] + [
        (name, HOOK)
        for name in (
            "on_start_submit on_get_credentials on_get_shopper merchant_transaction_date on_get_consent on_pre_tokenisation "
            "on_post_tokenisation on_pre_initiate_authentication on_post_initiate_authentication on_present_fingerprint "
            "on_pre_authentication on_present_challenge on_post_authentication on_pre_authorisation on_pending on_cancelled "
            "on_result_changed on_post_authorisation on_submit_error on_success on_error"
        ).split()
    ]


#: The hooks by their numbers, as Python names them.
HOOK_NAMES: tuple[str, ...] = tuple(field[0] for field in HooksStruct._fields_[4:])

_ERROR = POINTER(c_void_p)
_HANDLE = POINTER(c_void_p)
_SIZE = POINTER(c_size_t)
_INT64 = POINTER(c_int64)
_INT32 = POINTER(c_int32)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "csn_version": (c_char_p, []),
    "csn_abi_version": (c_uint32, []),
    "csn_status_name": (c_char_p, [c_int32]),
    "csn_free": (None, [c_void_p]),
    "csn_error_status": (c_int32, [c_void_p]),
    "csn_error_code": (c_char_p, [c_void_p]),
    "csn_error_number": (c_char_p, [c_void_p]),
    "csn_error_when": (c_int32, [c_void_p]),
    "csn_error_message": (c_char_p, [c_void_p]),
    "csn_error_field": (c_char_p, [c_void_p]),
    "csn_error_provider_code": (c_char_p, [c_void_p]),
    "csn_error_correlation_id": (c_char_p, [c_void_p]),
    "csn_error_free": (None, [c_void_p]),
    "csn_hooks_init": (None, [POINTER(HooksStruct), c_uint32]),
    "csn_hook_name": (c_char_p, [c_int32]),
    "csn_event_hook": (c_int32, [c_void_p]),
    "csn_event_name": (c_char_p, [c_void_p]),
    "csn_event_payment": (c_void_p, [c_void_p]),
    "csn_event_id": (c_uint64, [c_void_p]),
    "csn_event_redelivered": (c_int32, [c_void_p]),
    "csn_event_string": (c_char_p, [c_void_p, c_char_p]),
    "csn_event_int": (c_int32, [c_void_p, c_char_p, _INT64]),
    "csn_event_bool": (c_int32, [c_void_p, c_char_p, _INT32]),
    "csn_event_json": (c_char_p, [c_void_p]),
    "csn_reply_set_string": (c_int32, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "csn_reply_set_int": (c_int32, [c_void_p, c_char_p, c_int64, _ERROR]),
    "csn_reply_set_bool": (c_int32, [c_void_p, c_char_p, c_int32, _ERROR]),
    "csn_reply_set_json": (c_int32, [c_void_p, c_char_p, _ERROR]),
    "csn_reply_set_secret": (c_int32, [c_void_p, c_char_p, c_void_p, c_size_t, _ERROR]),
    "csn_reply_set_reason": (c_int32, [c_void_p, c_char_p, _ERROR]),
    "csn_reply_complete": (c_int32, [c_void_p, c_int32, _ERROR]),
    "csn_reply_free": (None, [c_void_p]),
    "csn_engine_options_init": (None, [POINTER(EngineOptions), c_uint32]),
    "csn_engine_new": (c_int32, [POINTER(EngineOptions), _HANDLE, _ERROR]),
    "csn_engine_free": (None, [c_void_p]),
    "csn_engine_set_hooks": (c_int32, [c_void_p, POINTER(HooksStruct), _ERROR]),
    "csn_engine_set_hook": (c_int32, [c_void_p, c_char_p, HOOK, c_void_p, DESTROY, _ERROR]),
    "csn_engine_load_issuers": (c_int32, [c_void_p, c_char_p, c_size_t, _ERROR]),
    "csn_engine_fd": (c_int32, [c_void_p]),
    "csn_engine_dispatch": (c_int32, [c_void_p, c_int32, _ERROR]),
    "csn_engine_next_deadline": (c_int32, [c_void_p, _INT64]),
    "csn_engine_now": (c_int32, [c_void_p, _INT64]),
    "csn_engine_advance_time": (c_int32, [c_void_p, c_int64, _ERROR]),
    "csn_card_new": (c_int32, [c_void_p, c_char_p, _HANDLE, _ERROR]),
    "csn_card_free": (None, [c_void_p]),
    "csn_card_set": (c_int32, [c_void_p, c_int32, c_void_p, c_size_t, _ERROR]),
    "csn_card_edit": (
        c_int32,
        [c_void_p, c_int32, c_int32, c_size_t, c_size_t, c_void_p, c_size_t, _SIZE, _ERROR],
    ),
    "csn_card_format": (c_int32, [c_void_p, c_int32, c_void_p, c_size_t, _SIZE]),
    "csn_card_is_valid": (c_int32, [c_void_p, c_int32]),
    "csn_card_can_become_valid": (c_int32, [c_void_p, c_int32]),
    "csn_card_error_code": (c_char_p, [c_void_p, c_int32]),
    "csn_card_error_text": (c_char_p, [c_void_p, c_int32]),
    "csn_card_brand": (c_char_p, [c_void_p]),
    "csn_card_brand_count": (c_int32, [c_void_p]),
    "csn_card_brand_at": (c_char_p, [c_void_p, c_int32]),
    "csn_card_choose_brand": (c_int32, [c_void_p, c_char_p, _ERROR]),
    "csn_card_cvc_name": (c_char_p, [c_void_p]),
    "csn_card_cvc_length": (c_int32, [c_void_p]),
    "csn_card_iin": (c_int32, [c_void_p, c_void_p, c_size_t, _SIZE]),
    "csn_card_last_four": (c_int32, [c_void_p, c_void_p, c_size_t, _SIZE]),
    "csn_card_check": (c_int32, [c_void_p, c_size_t, _INT32, _INT32]),
    "csn_brand_id": (c_char_p, [c_int32]),
    "csn_payment_new": (c_int32, [c_void_p, c_char_p, _HANDLE, _ERROR]),
    "csn_payment_free": (None, [c_void_p]),
    "csn_payment_set_string": (c_int32, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "csn_payment_set_int": (c_int32, [c_void_p, c_char_p, c_int64, _ERROR]),
    "csn_payment_set_bool": (c_int32, [c_void_p, c_char_p, c_int32, _ERROR]),
    "csn_payment_set_json": (c_int32, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "csn_payment_set_card": (c_int32, [c_void_p, c_void_p, _ERROR]),
    "csn_payment_set_hooks": (c_int32, [c_void_p, POINTER(HooksStruct), _ERROR]),
    "csn_payment_set_hook": (c_int32, [c_void_p, c_char_p, HOOK, c_void_p, DESTROY, _ERROR]),
    "csn_payment_submit": (c_int32, [c_void_p, _ERROR]),
    "csn_payment_run": (c_int32, [c_void_p, c_int64, _ERROR]),
    "csn_payment_state": (c_int32, [c_void_p]),
    "csn_payment_ending": (c_int32, [c_void_p]),
    "csn_payment_get_string": (c_int32, [c_void_p, c_char_p, c_void_p, c_size_t, _SIZE]),
    "csn_payment_get_int": (c_int32, [c_void_p, c_char_p, _INT64]),
    "csn_payment_get_bool": (c_int32, [c_void_p, c_char_p, _INT32]),
    "csn_payment_json_copy": (c_int32, [c_void_p, _HANDLE, _ERROR]),
    "csn_payment_error": (c_int32, [c_void_p, _ERROR]),
    "csn_payment_complete_challenge": (c_int32, [c_void_p, c_char_p, c_size_t, _ERROR]),
    "csn_payment_close_challenge": (c_int32, [c_void_p, _ERROR]),
    "csn_payment_cancel": (c_int32, [c_void_p, _ERROR]),
    "csn_payment_look_up": (c_int32, [c_void_p, _ERROR]),
    "csn_sandbox_cases_json": (c_char_p, []),
    "csn_sandbox_acs_answer": (
        c_int32,
        [c_void_p, c_char_p, c_char_p, c_void_p, c_size_t, _SIZE, _ERROR],
    ),
    "csn_sandbox_acs_cancel": (c_int32, [c_void_p, c_char_p, c_void_p, c_size_t, _SIZE, _ERROR]),
    "csn_sandbox_books_json_copy": (c_int32, [c_void_p, _HANDLE, _ERROR]),
}

_lock = threading.Lock()
_library: Optional[ctypes.CDLL] = None


def _forked() -> None:
    """In a child the lock may be held by a thread that only the parent has."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_forked)


def load(path: Union[str, "os.PathLike[str]", None] = None) -> ctypes.CDLL:
    """Loads the library, once for the process, and returns it.

    It is looked for at `path`; without one at the environment's ``COUNTERSIGN_LIBRARY``, then beside this package, then where
    the system looks for libraries. Call it before anything else of this package to say where the library is; otherwise the
    first use does it.

    Raises OSError where it is not found, RuntimeError where it is too old or too new, or another one is loaded already.
    """
    global _library
    if _library is not None and path is None:
        return _library
    with _lock:
        if _library is None:
            _library = _open(os.fspath(path) if path is not None else None)
        elif path is not None and os.path.realpath(_library._name) != os.path.realpath(os.fspath(path)):
            raise RuntimeError(f"{_library._name} is loaded already; load() must come first")
        return _library


def _open(path: Optional[str]) -> ctypes.CDLL:
    # CDLL, not PyDLL: it releases the interpreter's lock while the library runs, so that other threads can answer hooks.
    library = ctypes.CDLL(path or _find())
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    major = int(library.csn_abi_version()) >> 16
    if major != ABI_MAJOR:
        raise RuntimeError(f"{library._name} has binary interface {major}; this package needs {ABI_MAJOR}")
    return library


def _find() -> str:
    named = os.environ.get("COUNTERSIGN_LIBRARY")
    if named:
        return named
    for name in ("libcountersign.so.1", "libcountersign.so"):
        beside = Path(__file__).parent / name
        if beside.exists():
            return str(beside)
    return "libcountersign.so.1"


def text(value: Optional[bytes]) -> str:
    """A text of the library's as a str."""
    return value.decode("utf-8") if value else ""


def take_json(library: ctypes.CDLL, pointer: "ctypes.c_void_p") -> str:
    """The JSON text of a `_copy` function, which is freed."""
    try:
        return text(ctypes.cast(pointer, c_char_p).value)
    finally:
        library.csn_free(pointer)
