/*
 * calls.h: every function that takes something of an engine, called with good arguments on a set of live handles, for tests
 * that ask what all of them answer somewhere. Valid C99 and C++11.
 */
#ifndef CSN_TEST_CALLS_H
#define CSN_TEST_CALLS_H

#include "path.h"

/* What the calls are made on. `reply` is one that was kept with CSN_LATER. */
typedef struct live {
    csn_engine *engine;
    csn_card *card;
    csn_payment *payment; /* not submitted */
    csn_payment *ended;
    csn_reply *reply;
} live;

/* Where a call is allowed. */
enum { ALLOWED_IN_HOOKS, REFUSED_IN_HOOKS };

typedef struct call {
    const char *name;
    int kind;
    int32_t (*make)(live *on);
} call;

static int calls_destroyed;
static void calls_destroy(void *unused) { (void)unused; calls_destroyed++; }
static int calls_registered;
static int32_t calls_hook(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)reply, (void)unused;
    return CSN_PROCEED;
}

/* A call that answers a text or a count and cannot say why it has none is as good as its neighbours: 0. */
#define CALL(name, body) static int32_t call_##name(live *on) { (void)on; body }
#define OUT char text[512]; size_t length = 0; int64_t number = 0; int32_t truth = 0; \
    (void)text, (void)length, (void)number, (void)truth;

CALL(engine_set_hooks, csn_hooks hooks = CSN_HOOKS_INIT; hooks.destroy = calls_destroy; calls_registered++;
     return csn_engine_set_hooks(on->engine, &hooks, NULL);)
CALL(engine_set_hook, calls_registered++;
     return csn_engine_set_hook(on->engine, "onPending", calls_hook, NULL, calls_destroy, NULL);)
CALL(engine_load_issuers, return csn_engine_load_issuers(on->engine, "45717360; visa", 14, NULL);)
CALL(engine_fd, return csn_engine_fd(on->engine);)
CALL(engine_dispatch, return csn_engine_dispatch(on->engine, 1, NULL);)
CALL(engine_next_deadline, OUT return csn_engine_next_deadline(on->engine, &number);)
CALL(engine_now, OUT return csn_engine_now(on->engine, &number);)
CALL(engine_advance_time, return csn_engine_advance_time(on->engine, 0, NULL);)
CALL(card_new, csn_card *card = NULL; int32_t status = csn_card_new(on->engine, NULL, &card, NULL); csn_card_free(card);
     return status;)
CALL(card_set, return csn_card_set(on->card, CSN_FIELD_CVC, "123", 3, NULL);)
CALL(card_edit, OUT return csn_card_edit(on->card, CSN_FIELD_CVC, CSN_EDIT_BACKSPACE, 0, 0, "", 0, &length, NULL);)
CALL(card_format, OUT return csn_card_format(on->card, CSN_FIELD_NUMBER, text, sizeof text, &length);)
CALL(card_is_valid, return csn_card_is_valid(on->card, CSN_FIELD_NUMBER);)
CALL(card_can_become_valid, return csn_card_can_become_valid(on->card, CSN_FIELD_NUMBER);)
CALL(card_error_code, return csn_card_error_code(on->card, CSN_FIELD_NUMBER) == NULL;)
CALL(card_error_text, return csn_card_error_text(on->card, CSN_FIELD_NUMBER) == NULL;)
CALL(card_brand, return csn_card_brand(on->card) == NULL;)
CALL(card_brand_count, return csn_card_brand_count(on->card);)
CALL(card_brand_at, csn_card_brand_at(on->card, 0); return 0;)
CALL(card_choose_brand, return csn_card_choose_brand(on->card, "visa", NULL);)
CALL(card_cvc_name, return csn_card_cvc_name(on->card) == NULL;)
CALL(card_cvc_length, return csn_card_cvc_length(on->card);)
CALL(card_iin, OUT return csn_card_iin(on->card, text, sizeof text, &length);)
CALL(card_last_four, OUT return csn_card_last_four(on->card, text, sizeof text, &length);)
CALL(payment_new, csn_payment *made = NULL; int32_t status = csn_payment_new(on->engine, "{}", &made, NULL);
     csn_payment_free(made); return status;)
CALL(payment_set_string, return csn_payment_set_string(on->payment, "shopper.id", "s", NULL);)
CALL(payment_set_int, return csn_payment_set_int(on->payment, "amountMinor", 100, NULL);)
CALL(payment_set_bool, return csn_payment_set_bool(on->payment, "acceptPartialApproval", 0, NULL);)
CALL(payment_set_json, return csn_payment_set_json(on->payment, "shopper", "{\"id\": \"s\"}", NULL);)
CALL(payment_set_card, return csn_payment_set_card(on->payment, on->card, NULL);)
CALL(payment_set_hooks, csn_hooks hooks = CSN_HOOKS_INIT; hooks.destroy = calls_destroy; calls_registered++;
     return csn_payment_set_hooks(on->payment, &hooks, NULL);)
CALL(payment_set_hook, calls_registered++;
     return csn_payment_set_hook(on->payment, "onPending", calls_hook, NULL, calls_destroy, NULL);)
CALL(payment_state, return csn_payment_state(on->payment);)
CALL(payment_ending, return csn_payment_ending(on->payment);)
CALL(payment_get_string, OUT return csn_payment_get_string(on->payment, "currency", text, sizeof text, &length);)
CALL(payment_get_int, OUT return csn_payment_get_int(on->payment, "amountMinor", &number);)
CALL(payment_get_bool, OUT return csn_payment_get_bool(on->payment, "consent", &truth);)
CALL(payment_json_copy, char *json = NULL; int32_t status = csn_payment_json_copy(on->payment, &json, NULL); csn_free(json);
     return status;)
CALL(payment_error, csn_error *why = NULL; int32_t status = csn_payment_error(on->ended, &why); csn_error_free(why);
     return status;)
CALL(payment_complete_challenge, return csn_payment_complete_challenge(on->payment, "x", 1, NULL);)
CALL(payment_close_challenge, return csn_payment_close_challenge(on->payment, NULL);)
CALL(payment_look_up, return csn_payment_look_up(on->ended, NULL);)
CALL(payment_cancel, return csn_payment_cancel(on->ended, NULL);)
CALL(payment_submit, return csn_payment_submit(on->ended, NULL);)
CALL(payment_run, return csn_payment_run(on->ended, 0, NULL);)
CALL(sandbox_acs_answer, OUT return csn_sandbox_acs_answer(on->engine, "x", "1234", text, sizeof text, &length, NULL);)
CALL(sandbox_acs_cancel, OUT return csn_sandbox_acs_cancel(on->engine, "x", text, sizeof text, &length, NULL);)
CALL(sandbox_books_json_copy, char *json = NULL; int32_t status = csn_sandbox_books_json_copy(on->engine, &json, NULL);
     csn_free(json); return status;)
CALL(reply_set_string, return csn_reply_set_string(on->reply, "amount", "1.00", NULL);)
CALL(reply_set_int, return csn_reply_set_int(on->reply, "amountMinor", 100, NULL);)
CALL(reply_set_bool, return csn_reply_set_bool(on->reply, "amountMinor", 1, NULL);)
CALL(reply_set_json, return csn_reply_set_json(on->reply, "{}", NULL);)
CALL(reply_set_secret, return csn_reply_set_secret(on->reply, "apiKey", "k", 1, NULL);)
CALL(reply_set_reason, return csn_reply_set_reason(on->reply, "reason", NULL);)
CALL(reply_complete, return csn_reply_complete(on->reply, CSN_PROCEED, NULL);)

#define ROW(kind, name) { "csn_" #name, kind, call_##name }

static const call calls[] = {
    ROW(REFUSED_IN_HOOKS, engine_set_hooks), ROW(REFUSED_IN_HOOKS, engine_set_hook),
    ROW(REFUSED_IN_HOOKS, engine_load_issuers), ROW(REFUSED_IN_HOOKS, engine_fd), ROW(REFUSED_IN_HOOKS, engine_dispatch),
    ROW(REFUSED_IN_HOOKS, engine_next_deadline), ROW(ALLOWED_IN_HOOKS, engine_now),
    ROW(REFUSED_IN_HOOKS, engine_advance_time), ROW(REFUSED_IN_HOOKS, card_new),
    /* A card form has a lock of its own, and no hook is about it. */
    ROW(ALLOWED_IN_HOOKS, card_set), ROW(ALLOWED_IN_HOOKS, card_edit), ROW(ALLOWED_IN_HOOKS, card_format),
    ROW(ALLOWED_IN_HOOKS, card_is_valid), ROW(ALLOWED_IN_HOOKS, card_can_become_valid),
    ROW(ALLOWED_IN_HOOKS, card_error_code), ROW(ALLOWED_IN_HOOKS, card_error_text), ROW(ALLOWED_IN_HOOKS, card_brand),
    ROW(ALLOWED_IN_HOOKS, card_brand_count), ROW(ALLOWED_IN_HOOKS, card_brand_at),
    ROW(ALLOWED_IN_HOOKS, card_choose_brand), ROW(ALLOWED_IN_HOOKS, card_cvc_name),
    ROW(ALLOWED_IN_HOOKS, card_cvc_length), ROW(ALLOWED_IN_HOOKS, card_iin), ROW(ALLOWED_IN_HOOKS, card_last_four),
    ROW(REFUSED_IN_HOOKS, payment_new), ROW(REFUSED_IN_HOOKS, payment_set_string), ROW(REFUSED_IN_HOOKS, payment_set_int),
    ROW(REFUSED_IN_HOOKS, payment_set_bool), ROW(REFUSED_IN_HOOKS, payment_set_json),
    ROW(REFUSED_IN_HOOKS, payment_set_card), ROW(REFUSED_IN_HOOKS, payment_set_hooks),
    ROW(REFUSED_IN_HOOKS, payment_set_hook), ROW(ALLOWED_IN_HOOKS, payment_state), ROW(ALLOWED_IN_HOOKS, payment_ending),
    ROW(ALLOWED_IN_HOOKS, payment_get_string), ROW(ALLOWED_IN_HOOKS, payment_get_int),
    ROW(ALLOWED_IN_HOOKS, payment_get_bool), ROW(ALLOWED_IN_HOOKS, payment_json_copy),
    ROW(ALLOWED_IN_HOOKS, payment_error), ROW(REFUSED_IN_HOOKS, payment_complete_challenge),
    ROW(REFUSED_IN_HOOKS, payment_close_challenge), ROW(REFUSED_IN_HOOKS, payment_look_up),
    ROW(ALLOWED_IN_HOOKS, payment_cancel), ROW(REFUSED_IN_HOOKS, payment_submit), ROW(REFUSED_IN_HOOKS, payment_run),
    ROW(REFUSED_IN_HOOKS, sandbox_acs_answer), ROW(REFUSED_IN_HOOKS, sandbox_acs_cancel),
    ROW(REFUSED_IN_HOOKS, sandbox_books_json_copy), ROW(ALLOWED_IN_HOOKS, reply_set_string),
    ROW(ALLOWED_IN_HOOKS, reply_set_int), ROW(ALLOWED_IN_HOOKS, reply_set_bool), ROW(ALLOWED_IN_HOOKS, reply_set_json),
    ROW(ALLOWED_IN_HOOKS, reply_set_secret), ROW(ALLOWED_IN_HOOKS, reply_set_reason), ROW(ALLOWED_IN_HOOKS, reply_complete),
};

enum { CALL_COUNT = sizeof calls / sizeof *calls };

static csn_reply *live_reply;

static void live_keep(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (csn_event_hook(event) == CSN_HOOK_ON_PRE_AUTHORISATION) live_reply = reply;
}

/* An engine with one of each; `host` has all its hooks. One payment waits for the kept reply. */
TEST_MAYBE_UNUSED
static live live_open(script *host, const char *config) {
    live self;
    csn_error *error = NULL;
    csn_payment *waiting;
    memset(&self, 0, sizeof self);
    script_init(host);
    host->also = live_keep;
    self.engine = flow_engine(config);
    CHECK_OK(script_set_all(host, self.engine, &error));
    self.card = flow_card(self.engine, PAN_PLAIN);
    self.payment = flow_payment(self.engine, PAN_PLAIN, NULL);
    self.ended = flow_payment(self.engine, PAN_REJECTED, NULL);
    CHECK_INT(flow_run(self.engine, self.ended, SHOPPER_SILENT), CSN_SETTLED);
    host->answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_LATER;
    waiting = flow_payment(self.engine, PAN_PLAIN, NULL);
    live_reply = NULL;
    do {
        CHECK_INT(csn_payment_run(waiting, 5, &error), CSN_RUNNING);
    } while (live_reply == NULL && test_faults == 0);
    self.reply = live_reply;
    CHECK(self.reply != NULL);
    return self;
}

#endif
