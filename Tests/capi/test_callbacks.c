/* Every function, called inside a hook of its engine, inside a hook of another one, and inside a destructor; frees there. */
#include "calls.h"

static csn_error *error;
static live objects;
static int inside;

static csn_payment *pay(csn_engine *engine) {
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, -1, NULL), CSN_SETTLED);
    return payment;
}

/* ---- Hooks ---- */

static void call_all_of(script *self, csn_event *event, csn_reply *reply) {
    const int is_same = self->context == NULL;
    int i;
    (void)event, (void)reply;
    if (self->calls != 1) return;
    inside++;
    for (i = 0; i < CALL_COUNT; i++) {
        const int32_t status = calls[i].make(&objects);
        const int is_refused = is_same && calls[i].kind == REFUSED_IN_HOOKS;
        if ((status == CSN_E_REENTRANT) != is_refused) {
            test_fault(__FILE__, __LINE__, "%s answers %d in a hook of %s engine", calls[i].name, (int)status,
                       is_same ? "the same" : "another");
        }
    }
}

static int32_t other_hook(csn_event *event, csn_reply *reply, void *user_data) { return script_hook(event, reply, user_data); }

static void each_function_in_a_hook(void) {
    int is_other;
    for (is_other = 0; is_other < 2; is_other++) {
        script host, caller;
        csn_engine *engine;
        csn_payment *payment;
        calls_registered = calls_destroyed = inside = 0;
        objects = live_open(&host, NULL);
        script_init(&caller);
        caller.also = call_all_of;
        caller.context = is_other ? (void *)&host : NULL;
        engine = is_other ? flow_engine(NULL) : objects.engine;
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        CHECK_OK(csn_payment_set_hook(payment, "onStartSubmit", other_hook, &caller, script_destroy, &error));
        if (!is_other) {
            CHECK_OK(csn_payment_set_hook(payment, "onPreAuthorisation", calls_hook, NULL, NULL, &error));
        }
        CHECK_INT(csn_payment_run(payment, -1, NULL), CSN_SETTLED);
        CHECK_INT(inside, 1);
        csn_reply_free(objects.reply);
        csn_engine_free(objects.engine);
        if (is_other) csn_engine_free(engine);
        CHECK_INT(calls_destroyed, calls_registered);
        CHECK_INT(caller.destroyed, 1);
        CHECK_INT(host.destroyed, 1);
    }
}

/* ---- Destructors ---- */

static int destroys;

/* Whatever it calls is answered and nothing hangs, though only releases make sense here. */
static void call_all_in_destroy(void *unused) {
    int i;
    (void)unused;
    destroys++;
    for (i = 0; i < CALL_COUNT; i++) {
        const int32_t status = calls[i].make(&objects);
        if (status == CSN_E_REENTRANT || status == CSN_E_FORKED) {
            test_fault(__FILE__, __LINE__, "%s answers %d in a destructor", calls[i].name, (int)status);
        }
    }
}

static void each_function_in_a_destructor(void) {
    script host;
    calls_registered = calls_destroyed = destroys = 0;
    objects = live_open(&host, NULL);
    host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_PROCEED;
    CHECK_OK(csn_engine_set_hook(objects.engine, "onError", calls_hook, NULL, call_all_in_destroy, &error));
    CHECK_INT(destroys, 0);
    CHECK_OK(csn_engine_set_hook(objects.engine, "onError", NULL, NULL, NULL, &error));
    CHECK_INT(destroys, 1);
    csn_reply_free(objects.reply);
    csn_engine_free(objects.engine);
    CHECK_INT(calls_destroyed, calls_registered);
    CHECK_INT(host.destroyed, 1);
}

/* Frees everything of the engine, and the engine, again and again. */
static void free_all(void *unused) {
    (void)unused;
    destroys++;
    csn_reply_free(objects.reply);
    csn_card_free(objects.card);
    csn_payment_free(objects.payment);
    csn_payment_free(objects.ended);
    csn_engine_free(objects.engine);
    csn_engine_free(objects.engine);
}

static void everything_may_be_freed_in_a_destructor(void) {
    int way;
    for (way = 0; way < 4; way++) {
        script host;
        csn_payment *payment;
        destroys = 0;
        objects = live_open(&host, NULL);
        host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_PROCEED;
        if (way == 3) {
            /* Registering that fails. */
            CHECK_INT(csn_engine_set_hook(objects.engine, "onNothing", calls_hook, NULL, free_all, &error), CSN_E_NOT_FOUND);
            csn_error_free(error);
            error = NULL;
        } else {
            payment = flow_payment(objects.engine, PAN_PLAIN, NULL);
            CHECK_OK(csn_payment_set_hook(payment, "onPending", calls_hook, NULL, free_all, &error));
            if (way == 0) csn_payment_free(payment);
            if (way == 1) CHECK_OK(csn_payment_set_hook(payment, "onPending", NULL, NULL, NULL, &error));
            if (way == 2) csn_engine_free(objects.engine);
        }
        CHECK_INT(destroys, 1);
        CHECK_INT(host.destroyed, 1);
        CHECK_INT(csn_engine_dispatch(objects.engine, 1, NULL), CSN_E_INVALID);
        CHECK_INT(csn_reply_complete(objects.reply, CSN_PROCEED, NULL), CSN_E_INVALID);
    }
}

/* A hook lets go of user data whose destructor releases the very engine. */
static csn_payment *sleeper;

static void free_the_sleepers_engine(void *unused) {
    (void)unused;
    destroys++;
    csn_engine_free(objects.engine);
}

static int32_t drop_and_wait(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)reply, (void)unused;
    csn_payment_free(sleeper);
    return CSN_LATER;
}

static void an_engine_may_be_freed_by_a_destructor_in_a_hook(void) {
    script host;
    csn_payment *payment;
    csn_status status;
    destroys = 0;
    objects = live_open(&host, "{\"hookTimeout\": 300}");
    csn_reply_free(objects.reply);
    while (csn_engine_dispatch(objects.engine, 100, &error) > 0) continue;
    sleeper = flow_payment(objects.engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_set_hook(sleeper, "onPending", calls_hook, NULL, free_the_sleepers_engine, &error));
    payment = flow_payment(objects.engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_set_hook(payment, "onPreTokenisation", drop_and_wait, NULL, NULL, &error));
    status = csn_payment_run(payment, 60000, &error);
    csn_error_free(error);
    error = NULL;
    CHECK_INT(status, CSN_E_GONE);
    CHECK_INT(destroys, 1);
    CHECK_INT(csn_payment_state(payment), CSN_E_INVALID);
    CHECK_INT(host.destroyed, 1);
}

/* A chain of payments, each freed by the destructor of the one before: no deeper than one. */
enum { CHAIN = 20000 };
static csn_payment *chain[CHAIN];
static uintptr_t highest, lowest;

static void free_the_next(void *place) {
    csn_payment **next = (csn_payment **)place + 1;
    const uintptr_t here = (uintptr_t)&next;
    destroys++;
    if (here > highest) highest = here;
    if (here < lowest) lowest = here;
    if (next < chain + CHAIN) csn_payment_free(*next);
}

static void a_chain_of_destructors_needs_no_more_stack(void) {
    csn_engine *engine = flow_engine(NULL);
    int i;
    destroys = 0;
    highest = 0;
    lowest = UINTPTR_MAX;
    for (i = 0; i < CHAIN; i++) {
        REQUIRE(csn_payment_new(engine, NULL, &chain[i], NULL) == CSN_OK);
        CHECK_OK(csn_payment_set_hook(chain[i], "onPending", calls_hook, &chain[i], free_the_next, &error));
    }
    csn_payment_free(chain[0]);
    CHECK_INT(destroys, CHAIN);
    CHECK(highest - lowest < 4096);
    csn_engine_free(engine);
}

/* ---- Wishes after the end ---- */

/* A look-up asked for just before the payment is let go of is made, and the engine keeps its books of payments straight. */
static void a_wish_outlives_the_handle(void) {
    csn_payment *others[8], *payment;
    csn_engine *engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"sandbox\": {\"latency\": 10}}");
    int i, registered = 0, round;
    calls_destroyed = 0;
    for (round = 0; round < 3; round++) {
        payment = pay(engine);
        for (i = 0; i < 8; i++) {
            others[i] = flow_payment(engine, PAN_PLAIN, NULL);
            registered++;
            CHECK_OK(csn_payment_set_hook(others[i], "onPending", calls_hook, NULL, calls_destroy, &error));
        }
        CHECK_OK(csn_payment_look_up(payment, &error));
        csn_payment_free(payment);
        for (i = 0; i < 10; i++) {
            while (csn_engine_dispatch(engine, 1000, &error) > 0) continue;
            CHECK_OK(csn_engine_advance_time(engine, 1000, &error));
        }
        for (i = 0; i < 4; i++) csn_payment_free(others[i]);
    }
    csn_engine_free(engine);
    /* Those that the host did not free went with the engine: none was lost from its list. */
    CHECK_INT(calls_destroyed, registered);
    for (i = 4; i < 8; i++) CHECK_INT(csn_payment_state(others[i]), CSN_E_INVALID);
}

int main(void) {
    TEST(each_function_in_a_hook);
    TEST(each_function_in_a_destructor);
    TEST(everything_may_be_freed_in_a_destructor);
    TEST(an_engine_may_be_freed_by_a_destructor_in_a_hook);
    TEST(a_chain_of_destructors_needs_no_more_stack);
    TEST(a_wish_outlives_the_handle);
    return test_end();
}
