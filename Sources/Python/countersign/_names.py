"""The names of the header, and what they are called in Python: messages of the library speak Python here."""

from __future__ import annotations

import re

#: Every function of countersign.h, and where a Python program finds it.
FUNCTIONS = {
    "csn_version": "version()",
    "csn_abi_version": "load()",
    "csn_status_name": "Error.status_name",
    "csn_free": "Payment.data",
    "csn_error_status": "Error.status",
    "csn_error_code": "Error.code",
    "csn_error_number": "Error.number",
    "csn_error_when": "Error.when",
    "csn_error_message": "Error.message",
    "csn_error_field": "Error.field",
    "csn_error_provider_code": "Error.provider_code",
    "csn_error_correlation_id": "Error.correlation_id",
    "csn_error_free": "Error",
    "csn_hooks_init": "Engine()",
    "csn_hook_name": "hook_names()",
    "csn_event_hook": "Event.hook",
    "csn_event_name": "Event.name",
    "csn_event_payment": "Event.payment",
    "csn_event_id": "Event.id",
    "csn_event_redelivered": "Event.redelivered",
    "csn_event_string": "Event.get()",
    "csn_event_int": "Event.get()",
    "csn_event_bool": "Event.get()",
    "csn_event_json": "Event.data",
    "csn_reply_set_string": "Proceed()",
    "csn_reply_set_int": "Proceed()",
    "csn_reply_set_bool": "Proceed()",
    "csn_reply_set_json": "Proceed()",
    "csn_reply_set_secret": "Proceed()",
    "csn_reply_set_reason": "Fail()",
    "csn_reply_complete": "Later.proceed()",
    "csn_reply_free": "Later",
    "csn_engine_options_init": "Engine()",
    "csn_engine_new": "Engine()",
    "csn_engine_free": "Engine.close()",
    "csn_engine_set_hooks": "Engine()",
    "csn_engine_set_hook": "Engine.hook()",
    "csn_engine_load_issuers": "Engine.load_issuers()",
    "csn_engine_fd": "Engine.fileno()",
    "csn_engine_dispatch": "Engine.dispatch()",
    "csn_engine_next_deadline": "Engine.next_deadline()",
    "csn_engine_now": "Engine.now()",
    "csn_engine_advance_time": "Engine.advance_time()",
    "csn_card_new": "Engine.card()",
    "csn_card_free": "Card.close()",
    "csn_card_set": "CardField.set()",
    "csn_card_edit": "CardField.insert()",
    "csn_card_format": "CardField.formatted()",
    "csn_card_is_valid": "CardField.is_valid",
    "csn_card_can_become_valid": "CardField.can_become_valid",
    "csn_card_error_code": "CardField.error_code",
    "csn_card_error_text": "CardField.error_text",
    "csn_card_brand": "Card.brand",
    "csn_card_brand_count": "Card.brands",
    "csn_card_brand_at": "Card.brands",
    "csn_card_choose_brand": "Card.choose_brand()",
    "csn_card_cvc_name": "Card.cvc_name",
    "csn_card_cvc_length": "Card.cvc_length",
    "csn_card_iin": "Card.iin",
    "csn_card_last_four": "Card.last_four",
    "csn_card_check": "check_card()",
    "csn_brand_id": "CardCheck.brand",
    "csn_payment_new": "Engine.payment()",
    "csn_payment_free": "Payment.close()",
    "csn_payment_set_string": "Payment.set()",
    "csn_payment_set_int": "Payment.set()",
    "csn_payment_set_bool": "Payment.set()",
    "csn_payment_set_json": "Payment.set()",
    "csn_payment_set_card": "Payment.set_card()",
    "csn_payment_set_hooks": "Engine.payment()",
    "csn_payment_set_hook": "Payment.hook()",
    "csn_payment_submit": "Payment.submit()",
    "csn_payment_run": "Payment.run()",
    "csn_payment_state": "Payment.state",
    "csn_payment_ending": "Payment.ending",
    "csn_payment_get_string": "Payment.get()",
    "csn_payment_get_int": "Payment.get()",
    "csn_payment_get_bool": "Payment.get()",
    "csn_payment_json_copy": "Payment.data",
    "csn_payment_error": "Payment.error",
    "csn_payment_complete_challenge": "Payment.complete_challenge()",
    "csn_payment_close_challenge": "Payment.close_challenge()",
    "csn_payment_cancel": "Payment.cancel()",
    "csn_payment_look_up": "Payment.look_up()",
    "csn_sandbox_cases_json": "sandbox_cases()",
    "csn_sandbox_acs_answer": "Sandbox.answer()",
    "csn_sandbox_acs_cancel": "Sandbox.cancel()",
    "csn_sandbox_books_json_copy": "Sandbox.books()",
}

#: The constants that a message may name. Families end in an ellipsis there.
CONSTANTS = {
    "CSN_PROCEED": "Proceed()",
    "CSN_NONE": "NONE",
    "CSN_LATER": "Event.later()",
    "CSN_FAIL": "Fail()",
    "CSN_SETTLED": "Run.SETTLED",
    "CSN_RUNNING": "Run.RUNNING",
    "CSN_WAITING": "Run.WAITING",
    "CSN_ACTION_REQUIRED": "Run.ACTION_REQUIRED",
    "CSN_FIELD_…": "Card's fields",
    "CSN_EDIT_…": "CardField's methods",
    "CSN_ENGINE_OPTIONS_INIT": "Engine()",
    "CSN_HOOKS_INIT": "Engine()",
}

_C_NAME = re.compile(r"\bcsn_[a-z0-9_]*[a-z0-9](?:\(\))?|\bCSN_[A-Z0-9_]*(?:…|[A-Z0-9])")


def spoken(message: str) -> str:
    """A message of the library's, with Python's names in place of C's."""
    if "csn_" not in message and "CSN_" not in message:
        return message

    def translated(found: "re.Match[str]") -> str:
        name: str = found[0]
        return CONSTANTS.get(name, FUNCTIONS.get(name.rstrip("()"), name))

    return _C_NAME.sub(translated, message)
