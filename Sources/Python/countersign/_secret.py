"""Secrets cross into the library as memory that can be wiped, and are wiped once they have."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from typing import Any, Iterator, NoReturn, Union

#: What may hold card data: a bytearray, which can be wiped. An expiry or a name may be a str as well.
SecretText = bytearray
CardText = Union[bytearray, str]


@contextmanager
def lent(value: CardText, *, what: str, may_be_str: bool) -> Iterator[tuple[Any, int]]:
    """Lends the memory of `value` to one call, as pointer and length, and wipes it afterwards, whatever happens."""
    if isinstance(value, str):
        if not may_be_str:
            raise TypeError(f"{what} must be a bytearray, which can be wiped; a str cannot")
        value = bytearray(value, "utf-8")
    elif not isinstance(value, bytearray):
        raise TypeError(f"{what} must be a bytearray, not {type(value).__name__}")
    memory = (ctypes.c_char * len(value)).from_buffer(value)
    try:
        yield ctypes.addressof(memory), len(value)
    finally:
        ctypes.memset(ctypes.addressof(memory), 0, len(value))


def wipe(value: bytearray) -> None:
    """Overwrites a bytearray with zeros."""
    for index in range(len(value)):
        value[index] = 0


class Unpicklable:
    """What belongs to this process, or may hold secrets: it is neither pickled nor copied."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"cannot pickle or copy a {type(self).__name__}")
