"""What a hook may answer, what becomes of an exception, and that nothing implicit is ever a yes."""

from __future__ import annotations

import functools
import sys
from typing import Any, Callable, Optional

import pytest

from countersign import NONE, Decision, Ending, Engine, Error, Event, Fail, FieldError, NoDecision, Proceed

from support import FRICTIONLESS, VIRTUAL, Host, drive, payment

ASKED = [
    "onGetCredentials",
    "onGetShopper",
    "merchantTransactionDate",
    "onPreTokenisation",
    "onPreInitiateAuthentication",
    "onPreAuthentication",
    "onPreAuthorisation",
]


class Paid:
    """One payment whose hook of that name gives that answer."""

    def __init__(self, name: str, answer: object) -> None:
        self.host = Host()
        self.host.answers[name] = answer
        with Engine(VIRTUAL) as engine:
            self.host.listen(engine)
            if callable(answer):
                engine.hook(name)(answer)
            self.payment = payment(engine, FRICTIONLESS)
            self.raised: Optional[BaseException] = None
            try:
                drive(engine, self.payment)
            except BaseException as error:
                self.raised = error
                drive(engine, self.payment)
            self.ending = self.payment.ending
            self.error = self.payment.error
            self.data = self.payment.data
            self.transactions = sum(book["transactions"] for book in engine.sandbox.books()["totals"])

    @property
    def failure(self) -> Error:
        """The error of a payment that its hook failed, and that moved nothing."""
        assert self.ending is Ending.ERROR and self.error is not None, self.data
        assert self.error.code == "HOOK_FAILED"
        assert self.transactions == 0
        assert "onPostAuthorisation" not in self.host.log
        return self.error


async def coroutine() -> Decision:
    return Proceed()


@pytest.mark.parametrize("name", ASKED)
def test_nothing_implicit_is_a_yes(name: str) -> None:
    for answer in (None, True, False, 0, 1, 2, 3, "yes", object(), Proceed, [Proceed()], b"1", 1.0, print, Event):
        failure = Paid(name, lambda event, answer=answer: answer).failure
        assert failure.field == name
        assert isinstance(failure.__cause__, NoDecision)
        assert "<lambda> (test_answers.py:" in failure.message


@pytest.mark.parametrize("name", ASKED)
def test_a_coroutine_is_no_yes(name: str) -> None:
    failure = Paid(name, lambda event: coroutine()).failure
    assert isinstance(failure.__cause__, NoDecision) and "countersign.aio" in failure.message


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("kind", [ValueError, StopIteration, StopAsyncIteration, RecursionError, MemoryError, OSError,
                                  UnicodeError, AssertionError, NotImplementedError, FieldError])
def test_an_exception_fails_the_hook_and_is_the_cause(name: str, kind: Callable[..., BaseException]) -> None:
    def refuse(event: Event) -> Decision:
        raise kind(-2, "secret 4111111111111111") if kind is FieldError else kind("secret 4111111111111111")

    failure = Paid(name, refuse).failure
    assert failure.__cause__ is not None and type(failure.__cause__).__name__ in failure.message
    assert "in refuse, test_answers.py:" in failure.message and "4111" not in failure.message


@pytest.mark.parametrize("name", ASKED + ["onStartSubmit"])
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, BaseException])
def test_an_exit_in_a_hook_leaves_run_and_is_no_yes(name: str, kind: type[BaseException]) -> None:
    def leave(event: Event) -> Optional[Decision]:
        raise kind

    paid = Paid(name, leave)
    assert type(paid.raised) is kind
    if name == "onStartSubmit":
        assert paid.ending is Ending.AUTHORISED  # it was told, and the payment was run on
    else:
        assert paid.failure.__cause__ is paid.raised


def test_the_place_is_the_deepest_of_the_hosts() -> None:
    def risk_engine() -> int:
        return int("no number")

    def approve(event: Event) -> Decision:
        risk_engine()
        return Proceed()

    line = risk_engine.__code__.co_firstlineno + 1
    assert f"ValueError in risk_engine, test_answers.py:{line}" in Paid("onPreAuthorisation", approve).failure.message


def test_a_refused_reply_names_the_function_that_returned_it() -> None:
    class Approver:
        def __call__(self, event: Event, amount: str = "1") -> Decision:
            return Proceed(ammount=amount)

    for approver, name in ((Approver(), "Approver (test_answers.py:"), (functools.partial(Approver.__call__, Approver()),
                                                                        "__call__ (test_answers.py:")):
        failure = Paid("onPreAuthorisation", approver).failure
        assert name in failure.message and "csn_" not in failure.message
        assert isinstance(failure.__cause__, Error) and "amount" in str(failure.__cause__)


def test_a_fingerprint_that_raises_goes_on() -> None:
    def refuse(event: Event) -> Decision:
        raise ValueError

    assert Paid("onPresentFingerprint", refuse).ending is Ending.AUTHORISED


@pytest.mark.parametrize("name, ending", [
    ("onPreTokenisation", Ending.CANCELLED),
    ("onPreInitiateAuthentication", Ending.AUTHORISED),
    ("onPreAuthentication", Ending.CANCELLED),
    ("onPreAuthorisation", Ending.CANCELLED),
])
def test_the_four_meanings_of_none(name: str, ending: Ending) -> None:
    paid = Paid(name, NONE)
    assert paid.ending is ending
    assert ("onPostAuthentication" in paid.host.log) == (name == "onPreAuthorisation")


def test_fail_says_why() -> None:
    assert "the risk engine is down" in Paid("onPreAuthorisation", Fail("the risk engine is down")).failure.message
    assert "ä" * 50 in Paid("onPreAuthorisation", Fail("ä" * 500)).failure.message


@pytest.mark.parametrize("reply, path, value", [
    (Proceed(amount="9.00"), "result.amountMinor", 900),
    (Proceed(amountMinor=900), "result.amountMinor", 900),
    (Proceed({"metadata": {"basket": "7"}}, amount="9.00"), "result.amountMinor", 900),
])
def test_a_reply_is_heeded(reply: Proceed, path: str, value: int) -> None:
    paid = Paid("onPreAuthorisation", reply)
    assert paid.ending is Ending.AUTHORISED and paid.data["result"]["amountMinor"] == value


def test_replies_of_one_field_are_checked_by_their_type() -> None:
    for reply in (Proceed(amount=True), Proceed(amountMinor="9"), Proceed(metadata="x"), Proceed(amountMinor=2**70),
                  Proceed(amount="9.00\0"), Proceed(amountMinor=None), Proceed(amount=object())):
        assert Paid("onPreAuthorisation", reply).failure.__cause__ is not None, reply.reply


def test_a_truth_value_in_a_reply() -> None:
    for completed in (True, False):
        paid = Paid("onPresentFingerprint", Proceed(completed=completed))
        assert paid.ending is Ending.AUTHORISED and paid.data["fingerprint"]["completed"] is completed


def test_keys_are_wiped() -> None:
    key = bytearray(b"a key of the merchant's")
    paid = Paid("onGetCredentials", Proceed(sessionId="s-1", secrets={"hmacKey": key}))
    assert paid.ending is Ending.AUTHORISED and key == bytearray(len(key))
    assert "a key" not in str(paid.host.events)


def test_an_exception_in_a_told_hook_is_reported_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def refuse(event: Event) -> None:
        raise ValueError(event.name)

    with monkeypatch.context() as patch:
        patch.setattr(sys, "unraisablehook", seen.append)
        assert Paid("onPostTokenisation", refuse).ending is Ending.AUTHORISED
    assert [(each.exc_type, str(each.exc_value)) for each in seen] == [(ValueError, "onPostTokenisation")]
    assert "onPostTokenisation" in seen[0].err_msg
    seen.clear()
