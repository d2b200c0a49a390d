"""Hooks from Python: what they may return, what becomes of an exception, and that nothing implicit is ever a yes."""

from __future__ import annotations

import threading
import unittest
import weakref
from typing import Callable

import countersign
from countersign import NONE, Decision, Ending, Engine, Error, Event, Later, Payment, Proceed, Run, hook_names

from programs import collect
from support import CHALLENGE, VIRTUAL, drive, payment, transaction

class Late(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = Engine({**VIRTUAL, "hookTimeout": 5000})
        self.addCleanup(self.engine.close)
        self.kept: list[Later] = []

    def keep(self, event: Event) -> Later:
        self.kept.append(event.later())
        return self.kept[-1]

    def begin(self) -> Payment:
        waiting = payment(self.engine, on_pre_authorisation=self.keep)
        self.assertIs(waiting.run(timeout=0), Run.RUNNING)
        return waiting

    def test_an_answer_that_comes_later(self) -> None:
        answers: list[tuple[Callable[[Later], None], Ending]] = [
            (lambda later: later.proceed(amount="1.00"), Ending.AUTHORISED),
            (lambda later: later.none(), Ending.CANCELLED),
            (lambda later: later.fail("no"), Ending.ERROR),
        ]
        for answer, ending in answers:
            waiting = self.begin()
            answer(self.kept[-1])
            self.assertIs(waiting.run(), Run.SETTLED)
            self.assertIs(waiting.ending, ending)
            with self.assertRaises(Error):
                self.kept[-1].proceed()

    def test_a_field_that_is_refused_leaves_it_open(self) -> None:
        waiting = self.begin()
        with self.assertRaises(Error) as refused:
            self.kept[-1].proceed(ammount="1.00")
        self.assertEqual(refused.exception.status_name, "CSN_E_FIELD")
        self.kept[-1].proceed(amount="1.00")
        waiting.run()
        self.assertEqual(waiting["result.amountMinor"], 100)

    def test_no_answer_in_time_fails(self) -> None:
        waiting = self.begin()
        self.assertIs(waiting.run(), Run.SETTLED)
        assert waiting.error is not None
        self.assertEqual(waiting.error.code, "HOOK_FAILED")
        with self.assertRaises(Error) as late:
            self.kept[-1].proceed()
        self.assertEqual(late.exception.status_name, "CSN_E_GONE")

    def test_a_forgotten_answer_fails(self) -> None:
        waiting = self.begin()
        self.kept.clear()
        collect()
        self.assertIs(waiting.run(timeout=0), Run.SETTLED)
        self.assertIs(waiting.ending, Ending.ERROR)

    def test_an_answer_from_another_thread_wakes_run(self) -> None:
        threads: list[threading.Thread] = []

        def ask_elsewhere(event: Event) -> Later:
            later = event.later()
            threads.append(threading.Thread(target=later.proceed))
            threads[-1].start()
            return later

        with Engine() as engine:  # real time
            for _ in range(50):
                paid = payment(engine, on_pre_authorisation=ask_elsewhere)
                self.assertIs(paid.run(timeout=20), Run.SETTLED)
                self.assertIs(paid.ending, Ending.AUTHORISED)
        for thread in threads:
            thread.join()

    def test_only_what_the_hook_returns_counts(self) -> None:
        def change_its_mind(event: Event) -> Decision:
            self.kept.append(event.later())
            return NONE

        waiting = payment(self.engine, on_pre_authorisation=change_its_mind)
        waiting.run()
        self.assertIs(waiting.ending, Ending.CANCELLED)
        with self.assertRaises(Error):
            self.kept[-1].proceed()

    def test_an_answer_of_another_event_is_refused(self) -> None:
        self.begin()
        other = payment(self.engine, on_pre_authorisation=lambda event: self.kept[0])
        other.run(timeout=0)
        self.assertIs(other.ending, Ending.ERROR)
        self.kept[0].none()

    def test_inside_the_hook_the_decision_is_returned(self) -> None:
        def too_eager(event: Event) -> Decision:
            later = event.later()
            later.proceed()
            return later

        waiting = payment(self.engine, on_pre_authorisation=too_eager)
        waiting.run()
        self.assertIs(waiting.ending, Ending.ERROR)

    def test_a_told_hook_has_no_answer(self) -> None:
        faults: list[BaseException] = []

        def ask(event: Event) -> None:
            try:
                event.later()
            except Error as error:
                faults.append(error)

        payment(self.engine, on_start_submit=ask).run()
        self.assertEqual(len(faults), 1)


class Registering(unittest.TestCase):
    def test_ways_to_set_a_hook(self) -> None:
        seen: list[str] = []

        def note(event: Event) -> None:
            seen.append(event.name)

        with Engine(VIRTUAL, on_start_submit=note) as engine:

            @engine.hook
            def on_post_tokenisation(event: Event) -> None:
                seen.append(event.name)

            @engine.hook("onPostAuthorisation")
            def result(event: Event) -> None:
                seen.append(event["result.state"])

            own: list[str] = []
            payment(engine, on_start_submit=lambda event: own.append(event.name)).run()
            payment(engine).run()
        self.assertEqual(own, ["onStartSubmit"])
        self.assertEqual(seen, ["onPostTokenisation", "Authorised", "onStartSubmit", "onPostTokenisation", "Authorised"])

    def test_an_unknown_hook_is_refused_with_the_nearest(self) -> None:
        with Engine(VIRTUAL) as engine:
            with self.assertRaisesRegex(Error, "onPreAuthorisation"):
                engine.hook("on_pre_authorization")(lambda event: NONE)
            with self.assertRaises(TypeError):
                engine.hook("on_error")(None)  # type: ignore[type-var]

    def test_the_3ds_hooks_come_together(self) -> None:
        with Engine(VIRTUAL) as engine:
            engine.hook("on_pre_authentication")(lambda event: Proceed())
            with self.assertRaises(Error) as refused:
                engine.payment(transaction())
            self.assertEqual(refused.exception.code, "THREEDS_CALLBACKS_MISMATCHED")
        with Engine(VIRTUAL) as engine:
            paid = payment(
                engine,
                CHALLENGE,
                on_pre_initiate_authentication=lambda event: Proceed(),
                on_pre_authentication=lambda event: Proceed(),
            )
            self.assertIs(drive(engine, paid), Run.SETTLED)
            self.assertIs(paid.ending, Ending.AUTHORISED)

    def test_hooks_live_as_long_as_they_are_needed(self) -> None:
        """A hook that only the library knows is not collected, and is let go of when the library is done with it."""

        class Hook:
            calls = 0

            def __call__(self, event: Event) -> Decision:
                Hook.calls += 1
                return Proceed()

        before = len(countersign._hooks._tables)
        engine = Engine(VIRTUAL)
        hook = Hook()
        gone = weakref.ref(hook)
        engine.hook("on_pre_authorisation")(hook)
        del hook
        collect()
        self.assertIsNotNone(gone())
        for _ in range(20):
            payment(engine).run()
            collect()
        self.assertEqual(Hook.calls, 20)
        engine.close()
        collect()
        self.assertIsNone(gone())
        self.assertEqual(len(countersign._hooks._tables), before)

    def test_a_payment_let_go_of_goes_on(self) -> None:
        ended: list[str] = []
        with Engine({**VIRTUAL, "sandbox": {"latency": 10}}) as engine:
            engine.hook("on_post_authorisation")(lambda event: ended.append(event["result.state"]))
            paid = payment(engine)
            paid.submit()
            engine.dispatch(max_steps=1)
            del paid
            collect()
            for _ in range(100):
                while engine.dispatch() > 0:
                    pass
                engine.advance_time(10)
        self.assertEqual(ended, ["Authorised"])

    def test_an_events_payment_is_the_programs(self) -> None:
        found: list[Payment] = []
        with Engine(VIRTUAL) as engine:
            engine.hook("on_start_submit")(lambda event: found.append(event.payment))
            paid = payment(engine)
            paid.run()
            self.assertIs(found[0], paid)

    def test_an_event_is_over_with_its_hook(self) -> None:
        events: list[Event] = []
        with Engine(VIRTUAL) as engine:
            engine.hook("on_start_submit")(events.append)
            engine.hook("on_post_tokenisation")(lambda event: events.append(event) if event.data else None)
            payment(engine).run()
        with self.assertRaises(Error):
            events[0].data
        self.assertTrue(events[1]["token.gatewayTokenId"])
        self.assertEqual(events[1].get("decline.category", 7), 7)
        self.assertNotEqual(events[0].id, events[1].id)
        self.assertFalse(events[0].redelivered)

    def test_the_same_engine_is_not_entered_in_a_hook(self) -> None:
        faults: list[str] = []

        def enter(event: Event) -> None:
            uses: list[Callable[[], object]] = [paid.run, engine.dispatch, lambda: engine.payment(transaction())]
            for use in uses:
                try:
                    use()
                except Error as error:
                    faults.append(error.status_name)

        with Engine(VIRTUAL, on_start_submit=enter) as engine:
            paid = payment(engine)
            self.assertIs(paid.run(), Run.SETTLED)
        self.assertEqual(faults, ["CSN_E_REENTRANT"] * 3)

    def test_names(self) -> None:
        self.assertEqual(len(hook_names()), 21)
        self.assertEqual(hook_names()[0], "onStartSubmit")


def test_cycles_are_collected() -> None:
    """An engine that only its own hooks and payments refer to is let go of, with them, though the library has its hooks."""

    class Shop:
        def __init__(self) -> None:
            self.engine = Engine(VIRTUAL, on_pre_authorisation=self.approve)
            self.engine.hook("on_post_authorisation")(lambda event: self.told.append(event))
            self.told: list[object] = []
            self.payment = payment(self.engine, on_pre_tokenisation=lambda event: Proceed() if self.payment else NONE)

        def approve(self, event: Event) -> Decision:
            return Proceed()

    for runs in (False, True):
        shop = Shop()
        if runs:
            assert shop.payment.run() is Run.SETTLED and len(shop.told) == 1
        gone: list[Callable[[], object]] = [weakref.ref(shop), weakref.ref(shop.engine), weakref.ref(shop.payment)]
        del shop
        collect()
        assert [each() for each in gone] == [None] * 3
    assert len(countersign._hooks._tables) == 0


def test_what_only_the_library_knows_is_not_collected(engine: Engine) -> None:
    """Hooks without a name of their own, of an engine and of a payment that is let go of."""
    told: list[str] = []
    engine.hook("on_pre_authorisation")(lambda event: Proceed() if told is told.__iadd__(["asked"]) else NONE)
    paid = payment(engine, on_post_authorisation=lambda event: told.append("told"))
    paid.submit()
    engine.dispatch(max_steps=1)
    del paid
    collect()
    while engine.dispatch() > 0:
        collect()
    assert told == ["asked", "told"]
