/* What a hook may do and what it may not; late answers; who is told that user data is no longer needed, and when. */
#include "path.h"

static csn_error *error;

/* ---- Inside a hook ---- */

static csn_payment *other_payment;
static csn_engine *the_engine;
static int refused, allowed;

/* Tries everything on the same engine. */
static void try_everything(script *self, csn_event *event, csn_reply *reply) {
    csn_payment *payment = csn_event_payment(event), *made = NULL;
    csn_card *card = NULL;
    csn_error *why = NULL;
    int64_t now = -1;
    char text[64], *json = NULL;
    (void)self, (void)reply;
#define REENTRANT(call) do { \
    if (CHECK_INT(call, CSN_E_REENTRANT)) refused++; \
    CHECK(strlen(csn_error_message(why)) > 10); \
    csn_error_free(why); \
    why = NULL; \
} while (0)
    REENTRANT(csn_payment_run(payment, -1, &why));
    REENTRANT(csn_payment_run(other_payment, -1, &why));
    REENTRANT(csn_payment_submit(other_payment, &why));
    REENTRANT(csn_engine_dispatch(the_engine, 1, &why));
    REENTRANT(csn_engine_advance_time(the_engine, 1, &why));
    REENTRANT(csn_payment_new(the_engine, "{}", &made, &why));
    REENTRANT(csn_card_new(the_engine, NULL, &card, &why));
    REENTRANT(csn_engine_set_hook(the_engine, "onError", NULL, NULL, NULL, &why));
    REENTRANT(csn_payment_look_up(other_payment, &why));
    /* Reading is allowed. */
    allowed += csn_engine_now(the_engine, &now) == CSN_OK && now > 0;
    allowed += csn_payment_state(payment) == CSN_STATE_RUNNING || csn_payment_state(payment) == CSN_STATE_SETTLED;
    allowed += csn_payment_ending(other_payment) == CSN_ENDING_NONE;
    allowed += csn_payment_get_string(payment, "amount", text, sizeof text, NULL) == CSN_OK;
    allowed += csn_payment_json_copy(payment, &json, &why) == CSN_OK;
    allowed += csn_card_check("4111111111111111", 16, NULL, NULL) == CSN_OK;
    csn_free(json);
}

static void the_same_engine_is_not_entered_twice(void) {
    script host;
    csn_payment *payment;
    script_init(&host);
    host.also = try_everything;
    refused = allowed = 0;
    the_engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, the_engine, &error));
    payment = flow_payment(the_engine, PAN_FRICTIONLESS, NULL);
    other_payment = flow_payment(the_engine, PAN_PLAIN, NULL);
    CHECK_INT(flow_run(the_engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(refused, 9 * host.calls);
    CHECK_INT(allowed, 6 * host.calls);
    csn_engine_free(the_engine);
    CHECK_INT(host.destroyed, 1);
}

/* Another engine is another matter: a whole payment inside a hook. */
static void pay_elsewhere(script *self, csn_event *event, csn_reply *reply) {
    csn_engine *engine;
    csn_payment *payment;
    (void)reply;
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_AUTHORISATION) return;
    engine = flow_engine(NULL);
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, -1, NULL), CSN_SETTLED);
    *(int *)self->context += csn_payment_ending(payment) == CSN_ENDING_AUTHORISED;
    csn_engine_free(engine);
}

static void another_engine_may_be_used_inside_a_hook(void) {
    path self;
    int paid = 0;
    script_init(&self.host);
    self.host.also = pay_elsewhere;
    self.host.context = &paid;
    run_path(&self, PAN_PLAIN, NULL, SHOPPER_SILENT);
    CHECK_INT(paid, 1);
    CHECK_INT(self.ending, CSN_ENDING_AUTHORISED);
}

/* ---- Frees inside hooks ---- */

static void free_the_payment(script *self, csn_event *event, csn_reply *reply) {
    (void)reply;
    if (csn_event_hook(event) != *(int32_t *)self->context) return;
    csn_payment_free(csn_event_payment(event));
    CHECK_TEXT(csn_event_string(event, "currency"), "EUR");
}

static void a_payment_may_be_freed_in_any_hook(void) {
    int32_t hook;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        script host;
        csn_engine *engine = flow_engine(NULL);
        csn_payment *payment;
        csn_status status;
        script_init(&host);
        host.also = free_the_payment;
        host.context = &hook;
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_FRICTIONLESS, NULL);
        status = csn_payment_run(payment, FLOW_HOUR, &error);
        CHECK(status == CSN_SETTLED || status == CSN_E_GONE || status == CSN_E_INVALID);
        csn_error_free(error);
        error = NULL;
        while (csn_engine_dispatch(engine, 1000, &error) > 0) continue;
        CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 1);
        csn_payment_free(payment);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
        CHECK_INT(host.faults, 0);
    }
}

static void free_the_engine(script *self, csn_event *event, csn_reply *reply) {
    (void)reply;
    if (csn_event_hook(event) != *(int32_t *)self->context) return;
    csn_engine_free(the_engine);
    /* Deferred: what the hook was given is still there. */
    CHECK_TEXT(csn_event_string(event, "currency"), "EUR");
    CHECK_INT(self->destroyed, 0);
}

static void an_engine_may_be_freed_in_any_hook(void) {
    int32_t hook;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        script host;
        csn_payment *payment;
        csn_status status;
        script_init(&host);
        host.also = free_the_engine;
        host.context = &hook;
        the_engine = flow_engine(NULL);
        CHECK_OK(script_set_all(&host, the_engine, &error));
        payment = flow_payment(the_engine, PAN_FRICTIONLESS, NULL);
        status = csn_payment_run(payment, FLOW_HOUR, &error);
        if (host.counts[hook] > 0) {
            CHECK(status == CSN_E_GONE || status == CSN_E_INVALID || status == CSN_SETTLED);
            if (hook != CSN_HOOK_ON_POST_AUTHORISATION) CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 0);
        } else {
            csn_engine_free(the_engine);
        }
        csn_error_free(error);
        error = NULL;
        CHECK_INT(csn_payment_state(payment), CSN_E_INVALID);
        CHECK_INT(host.destroyed, 1);
    }
}

/* ---- Late answers ---- */

static csn_reply *kept;

static void keep(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (csn_event_hook(event) == CSN_HOOK_ON_PRE_AUTHORISATION) kept = reply;
}

static csn_payment *begin_late(script *host, csn_engine **engine, const char *config) {
    csn_payment *payment;
    kept = NULL;
    script_init(host);
    host->also = keep;
    host->answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_LATER;
    *engine = flow_engine(config);
    CHECK_OK(script_set_all(host, *engine, &error));
    payment = flow_payment(*engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
    CHECK(kept != NULL);
    return payment;
}

static void a_late_answer_is_given_once(void) {
    script host;
    csn_engine *engine;
    csn_payment *payment = begin_late(&host, &engine, NULL);
    CHECK_INT(csn_reply_complete(kept, 0, &error), CSN_E_INVALID);
    csn_error_free(error);
    CHECK_INT(csn_reply_complete(kept, CSN_LATER, &error), CSN_E_INVALID);
    csn_error_free(error);
    CHECK_INT(csn_reply_set_string(kept, "amount", "9.50", &error), CSN_OK);
    CHECK_INT(csn_reply_set_string(kept, "amount", "9.00", &error), CSN_OK);
    CHECK_OK(csn_reply_complete(kept, CSN_PROCEED, &error));
    CHECK_INT(csn_reply_complete(kept, CSN_NONE, &error), CSN_E_STATE);
    csn_error_free(error);
    CHECK_INT(csn_reply_set_string(kept, "amount", "1.00", &error), CSN_E_STATE);
    csn_error_free(error);
    error = NULL;
    csn_reply_free(kept);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_TEXT(flow_text(payment, "result.amountMinor"), "900");
    csn_engine_free(engine);
}

static void a_forgotten_answer_fails(void) {
    script host;
    csn_engine *engine;
    csn_payment *payment = begin_late(&host, &engine, NULL);
    csn_reply_free(kept);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_TEXT(flow_error_code(payment), "HOOK_FAILED");
    CHECK_INT(transactions(engine), 0);
    csn_engine_free(engine);
}

/* One millisecond before its time-out an answer counts; after it, it is gone. */
static void an_answer_may_come_too_late(void) {
    int is_late;
    for (is_late = 0; is_late < 2; is_late++) {
        script host;
        csn_engine *engine;
        csn_payment *payment = begin_late(&host, &engine, "{\"time\": \"virtual\", \"seed\": 7, \"hookTimeout\": 5000}");
        CHECK_INT(csn_payment_run(payment, 4999 + is_late, &error), is_late ? CSN_SETTLED : CSN_RUNNING);
        CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, &error), is_late ? CSN_E_GONE : CSN_OK);
        csn_error_free(error);
        error = NULL;
        csn_reply_free(kept);
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), is_late ? CSN_ENDING_ERROR : CSN_ENDING_AUTHORISED);
        csn_engine_free(engine);
    }
}

static void an_answer_may_outlive_its_payment_and_engine(void) {
    script host;
    csn_engine *engine;
    csn_payment *payment = begin_late(&host, &engine, NULL);
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, &error), CSN_E_GONE);
    csn_error_free(error);
    error = NULL;
    CHECK_INT(csn_reply_set_string(kept, "amount", "1.00", NULL), CSN_E_GONE);
    csn_reply_free(kept);
    CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_INVALID);
    CHECK_INT(host.destroyed, 1);
}

/* Answered before the hook has returned CSN_LATER, as another thread well may. */
static void answer_at_once(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_AUTHORISATION) return;
    kept = reply;
    CHECK_INT(csn_reply_complete(reply, CSN_PROCEED, NULL), CSN_OK);
}

static void an_answer_may_come_before_the_hook_returns(void) {
    script host;
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    script_init(&host);
    host.also = answer_at_once;
    host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_LATER;
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_reply_free(kept);
    csn_engine_free(engine);
}

/* ---- Destroy ---- */

/* However a registration ends, its user data is let go of once. */
static void destroy_runs_once_for_each_registration(void) {
    script first, second, own;
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    csn_hooks hooks = CSN_HOOKS_INIT;
    script_init(&first);
    script_init(&second);
    script_init(&own);
    CHECK_OK(script_set(&first, engine, "onStartSubmit", &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    /* Replaced for later payments, yet still in use by this one. */
    CHECK_OK(script_set(&second, engine, "onStartSubmit", &error));
    CHECK_INT(first.destroyed, 0);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_TEXT(first.log, "onStartSubmit");
    CHECK_INT(second.calls, 0);
    csn_payment_free(payment);
    CHECK_INT(first.destroyed, 1);
    /* Unset. */
    CHECK_OK(csn_engine_set_hook(engine, "onStartSubmit", NULL, NULL, NULL, &error));
    CHECK_INT(second.destroyed, 1);
    /* A struct without a single function has user data all the same. */
    hooks.user_data = &own;
    hooks.destroy = script_destroy;
    CHECK_OK(csn_engine_set_hooks(engine, &hooks, &error));
    csn_engine_free(engine);
    CHECK_INT(first.destroyed, 1);
    CHECK_INT(second.destroyed, 1);
    CHECK_INT(own.destroyed, 1);
}

int main(void) {
    TEST(the_same_engine_is_not_entered_twice);
    TEST(another_engine_may_be_used_inside_a_hook);
    TEST(a_payment_may_be_freed_in_any_hook);
    TEST(an_engine_may_be_freed_in_any_hook);
    TEST(a_late_answer_is_given_once);
    TEST(a_forgotten_answer_fails);
    TEST(an_answer_may_come_too_late);
    TEST(an_answer_may_outlive_its_payment_and_engine);
    TEST(an_answer_may_come_before_the_hook_returns);
    TEST(destroy_runs_once_for_each_registration);
    return test_end();
}
