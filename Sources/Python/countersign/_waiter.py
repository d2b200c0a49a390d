"""A task that waits for a payment on asyncio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Optional

from ._errors import Error
from ._payment import Run, State

if TYPE_CHECKING:
    from .aio import Payment


class Waiter:
    """One task that waits for a payment."""

    def __init__(self, payment: "Payment", future: "asyncio.Future[Run]", only_end: bool, limit: Optional[int]) -> None:
        self.payment = payment
        self.future = future
        #: Waits for the ending, whatever comes between.
        self.only_end = only_end
        #: The engine's time at which the wait is over; virtual time only.
        self.limit = limit

    def look(self) -> None:
        """Ends the wait where the payment has something to say."""
        if self.future.done():
            return
        try:
            standing = self.payment._standing()
        except Error as error:
            self.future.set_exception(error)
            return
        if standing is Run.SETTLED or standing is not None and not self.only_end:
            self.finish(standing)

    def finish(self, standing: Run) -> None:
        if not self.future.done():
            self.future.set_result(standing)

    @property
    def needs_time(self) -> bool:
        """Whether the payment goes on by itself as time passes: not while the shopper is asked."""
        return not self.future.done() and self.payment.state is not State.ACTION_REQUIRED
