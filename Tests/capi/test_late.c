/* Late answers: every asked hook, every way to answer or not to, from any thread, and whatever has become of the payment. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <pthread.h>
#include <sched.h>

static csn_error *error;
static csn_engine *engine;
static csn_payment *payment;
static csn_reply *kept;

enum { GIVEN_PROCEED, GIVEN_NONE, GIVEN_FAIL, RELEASED, TIMED_OUT, CANCELLED, PAYMENT_FREED, ENGINE_FREED, FATES };

static void keep(script *self, csn_event *event, csn_reply *reply) {
    if (csn_event_hook(event) != *(int32_t *)self->context) return;
    if (kept == NULL) kept = reply; else self->answers[csn_event_hook(event)] = CSN_NONE;
}

typedef struct answer {
    csn_reply *reply;
    int32_t decision;
    csn_status status;
} answer;

static void *complete(void *context) {
    answer *self = (answer *)context;
    self->status = csn_reply_complete(self->reply, self->decision, NULL);
    return NULL;
}

/* By two threads at the same time: one of them has answered. */
static csn_status complete_twice(csn_reply *reply, int32_t decision) {
    pthread_t threads[2];
    answer answers[2];
    int i;
    for (i = 0; i < 2; i++) {
        answers[i].reply = reply;
        answers[i].decision = decision;
        CHECK(pthread_create(&threads[i], NULL, complete, &answers[i]) == 0);
    }
    for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    if (answers[0].status == CSN_OK) CHECK_INT(answers[1].status, CSN_E_STATE);
    return answers[0].status == CSN_OK ? answers[0].status : answers[1].status;
}

static void try_fate(int32_t hook, int fate) {
    script host;
    int32_t point = hook;
    const int is_gone = fate >= TIMED_OUT && fate != PAYMENT_FREED;
    kept = NULL;
    script_init(&host);
    host.also = keep;
    host.context = &point;
    host.answers[hook] = CSN_LATER;
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_FRICTIONLESS, DROP_IN_DATA);
    CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
    REQUIRE(kept != NULL);
    CHECK_INT(host.counts[hook], 1);
    switch (fate) {
        case GIVEN_PROCEED: CHECK_INT(complete_twice(kept, CSN_PROCEED), CSN_OK); break;
        case GIVEN_NONE: CHECK_INT(complete_twice(kept, CSN_NONE), CSN_OK); break;
        case GIVEN_FAIL: CHECK_INT(complete_twice(kept, CSN_FAIL), CSN_OK); break;
        case RELEASED: csn_reply_free(kept); break;
        case TIMED_OUT: CHECK_OK(csn_engine_advance_time(engine, FLOW_HOUR, &error)); break;
        case CANCELLED: CHECK_OK(csn_payment_cancel(payment, &error)); break;
        case PAYMENT_FREED: csn_payment_free(payment); break;
        default: csn_engine_free(engine); break;
    }
    if (fate != ENGINE_FREED) {
        while (csn_engine_dispatch(engine, 1000, &error) > 0) continue;
        /* Answered, the flow has gone on to the next call of the same hook or elsewhere; an end is told once at most. */
        CHECK(host.counts[CSN_HOOK_ON_POST_AUTHORISATION] + host.counts[CSN_HOOK_ON_SUBMIT_ERROR] +
              host.counts[CSN_HOOK_ON_CANCELLED] <= 1);
    }
    if (fate == RELEASED) {
        CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_INVALID);
    } else if (is_gone) {
        CHECK_INT(csn_reply_set_json(kept, "{}", NULL), CSN_E_GONE);
        CHECK_INT(csn_reply_set_reason(kept, "too late", NULL), CSN_E_GONE);
        CHECK_INT(complete_twice(kept, CSN_PROCEED), CSN_E_GONE);
    } else if (fate != PAYMENT_FREED) {
        CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_STATE);
    } else {
        /* Without a handle the payment still waits for its answer. */
        CHECK_INT(complete_twice(kept, CSN_PROCEED), CSN_OK);
    }
    csn_reply_free(kept);
    csn_reply_free(kept);
    if (fate != ENGINE_FREED) csn_engine_free(engine);
    CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_INVALID);
    CHECK_INT(host.destroyed, 1);
    CHECK_INT(host.faults, 0);
}

static void every_hook_may_answer_later(void) {
    int32_t hook;
    int fate;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        if (!script_is_asked(hook)) continue;
        for (fate = 0; fate < FATES; fate++) {
            const int before = test_faults;
            try_fate(hook, fate);
            if (test_faults > before) printf("  %s, fate %d\n", csn_hook_name(hook), fate);
        }
    }
}

/* ---- From a thread that comes in the middle of run ---- */

static void *answer_soon(void *reply) {
    int i;
    for (i = 0; i < 100; i++) sched_yield();
    CHECK_INT(csn_reply_complete((csn_reply *)reply, CSN_PROCEED, NULL), CSN_OK);
    csn_reply_free((csn_reply *)reply);
    return NULL;
}

static pthread_t answerers[CSN_HOOK_COUNT];
static int answerer_count;

static void hand_to_a_thread(script *self, csn_event *event, csn_reply *reply) {
    const int32_t hook = csn_event_hook(event);
    if (reply == NULL || self->answers[hook] != CSN_LATER || answerer_count == CSN_HOOK_COUNT) return;
    CHECK(pthread_create(&answerers[answerer_count++], NULL, answer_soon, reply) == 0);
}

/* A payment whose every decision comes from another thread, run in one call. */
static void run_sleeps_until_the_answer_comes(void) {
    script host;
    int i;
    script_init(&host);
    host.also = hand_to_a_thread;
    host.answers[CSN_HOOK_ON_PRE_TOKENISATION] = host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_LATER;
    host.answers[CSN_HOOK_ON_GET_CREDENTIALS] = CSN_LATER;
    answerer_count = 0;
    engine = flow_engine("{}");
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_FRICTIONLESS, NULL);
    CHECK_INT(csn_payment_run(payment, 60000, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK(answerer_count > 5);
    for (i = 0; i < answerer_count; i++) pthread_join(answerers[i], NULL);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* ---- A reply that is used after its hook ---- */

static int is_over;

/* The first hook's reply, of which the later ones are made: it must not write into theirs. */
static void *write_into_the_past(void *unused) {
    (void)unused;
    while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
        csn_reply *reply = __atomic_load_n(&kept, __ATOMIC_RELAXED);
        if (reply != NULL) csn_reply_set_string(reply, "amount", "0.01", NULL);
    }
    return NULL;
}

/* The answer was given at 5.00; whoever sets 0.01 through the same handle afterwards is too late. */
static void set_and_let_go(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_AUTHORISATION) return;
    __atomic_store_n(&kept, (csn_reply *)NULL, __ATOMIC_RELAXED);
    CHECK_INT(csn_reply_set_string(reply, "amount", "5.00", NULL), CSN_OK);
}

static void steal_before(script *self, csn_event *event, csn_reply *reply) {
    if (csn_event_hook(event) == CSN_HOOK_ON_PRE_TOKENISATION) __atomic_store_n(&kept, reply, __ATOMIC_RELAXED);
    set_and_let_go(self, event, reply);
}

static void a_stale_reply_writes_nothing(void) {
    script host;
    pthread_t writer;
    int i;
    script_init(&host);
    host.also = steal_before;
    kept = NULL;
    is_over = 0;
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    REQUIRE(pthread_create(&writer, NULL, write_into_the_past, NULL) == 0);
    for (i = 0; i < (getenv("CSN_TEST_VALGRIND") != NULL ? 50 : 1000); i++) {
        host.log[0] = '\0';
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
        CHECK_TEXT(flow_text(payment, "result.amountMinor"), "500");
        csn_payment_free(payment);
    }
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    pthread_join(writer, NULL);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* ---- A reply that was answered in its hook and kept all the same ---- */

static void answer_and_keep(script *self, csn_event *event, csn_reply *reply) {
    if (self->answers[csn_event_hook(event)] != CSN_LATER) return;
    kept = reply;
    CHECK_INT(csn_reply_complete(reply, CSN_PROCEED, NULL), CSN_OK);
}

/* The host may release it long after the payment and the engine: it holds neither, nor their hooks. */
static void a_reply_answered_in_its_hook_holds_nothing(void) {
    script host;
    script_init(&host);
    host.also = answer_and_keep;
    host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_LATER;
    kept = NULL;
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
    CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_STATE);
    csn_reply_free(kept);
    CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_E_INVALID);
    CHECK_INT(host.destroyed, 1);
}

int main(void) {
    TEST(every_hook_may_answer_later);
    TEST(run_sleeps_until_the_answer_comes);
    TEST(a_stale_reply_writes_nothing);
    TEST(a_reply_answered_in_its_hook_holds_nothing);
    return test_end();
}
