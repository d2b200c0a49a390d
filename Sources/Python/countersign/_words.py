"""Numbers that print as words."""

from __future__ import annotations

import enum


class Word(enum.IntEnum):
    """A number of the library's that shows as its name: ``f"{Ending.REFUSED}"`` is "REFUSED"."""

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)
