/* Cancelling at every moment there is: from each hook, from another thread, between any two steps, while a request is out. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <pthread.h>
#include <sched.h>

static csn_error *error;
static csn_engine *engine;

/*
 * The one rule. Once money may have moved, a cancel changes nothing: the ending is that of the request. Before, it ends the
 * payment cancelled and nothing is sent any more. After the end it means nothing.
 */
typedef struct moment {
    int64_t sent;   /* transactions in the books when it was cancelled */
    int32_t ending; /* the ending then */
    int made;       /* whether it was cancelled at all */
} moment;

static void check_rule(const char *when, int number, moment at, const script *host, int32_t ending) {
    const int told = host->counts[CSN_HOOK_ON_POST_AUTHORISATION] + host->counts[CSN_HOOK_ON_SUBMIT_ERROR] +
                     host->counts[CSN_HOOK_ON_CANCELLED];
    const int before = test_faults;
    CHECK_INT(told, 1);
    if (at.ending != CSN_ENDING_NONE) {
        CHECK_INT(ending, at.ending);
    } else if (at.sent > 0) {
        CHECK_INT(ending, CSN_ENDING_AUTHORISED);
        CHECK_INT(transactions(engine), 1);
    } else {
        CHECK_INT(ending, CSN_ENDING_CANCELLED);
        CHECK_INT(transactions(engine), 0);
    }
    if (test_faults > before) printf("  %s %d: %s\n", when, number, host->log);
}

/* ---- From hooks ---- */

typedef struct canceller {
    int at, calls;     /* it cancels at the call of that number */
    int from_a_thread; /* from another one, while the hook runs */
    moment moved;
    csn_payment *payment;
} canceller;

static void *cancel_from_a_thread(void *payment) {
    csn_status status = csn_payment_cancel((csn_payment *)payment, NULL);
    return (void *)(intptr_t)status;
}

static void cancel_at(script *self, csn_event *event, csn_reply *reply) {
    canceller *plan = (canceller *)self->context;
    (void)reply;
    if (plan->calls++ != plan->at) return;
    plan->moved.made = 1;
    /* The books cannot be read in here; that the request has been answered can. */
    plan->moved.sent = csn_event_string(event, "result.state") != NULL;
    plan->moved.ending = csn_payment_ending(plan->payment);
    if (plan->from_a_thread) {
        pthread_t thread;
        void *status = NULL;
        pthread_create(&thread, NULL, cancel_from_a_thread, csn_event_payment(event));
        pthread_join(thread, &status);
        CHECK_INT((intptr_t)status, CSN_OK);
    } else {
        CHECK_INT(csn_payment_cancel(csn_event_payment(event), NULL), CSN_OK);
    }
}

static void cancel_in_every_hook(const char *pan, const char *json, int from_a_thread) {
    int number, is_over = 0;
    for (number = 0; !is_over && number < 100; number++) {
        script host;
        canceller plan;
        int32_t ending;
        memset(&plan, 0, sizeof plan);
        plan.at = number;
        plan.from_a_thread = from_a_thread;
        script_init(&host);
        host.also = cancel_at;
        host.context = &plan;
        engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"sandbox\": {\"latency\": 100}}");
        CHECK_OK(script_set_all(&host, engine, &error));
        plan.payment = flow_payment(engine, pan, json);
        CHECK_INT(flow_run(engine, plan.payment, SHOPPER_RIGHT), CSN_SETTLED);
        ending = csn_payment_ending(plan.payment);
        if (plan.moved.made) check_rule("hook", number, plan.moved, &host, ending);
        is_over = !plan.moved.made;
        csn_payment_free(plan.payment);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
        CHECK_INT(host.faults, 0);
    }
    CHECK(is_over && number > 8);
}

static void from_every_hook(void) {
    cancel_in_every_hook(PAN_PLAIN, AUTHORISE_DATA, 0);
    cancel_in_every_hook(PAN_FRICTIONLESS, AUTHORISE_DATA, 0);
    cancel_in_every_hook(PAN_CHALLENGE, DROP_IN_DATA, 0);
}

static void from_another_thread_in_every_hook(void) {
    cancel_in_every_hook(PAN_PLAIN, AUTHORISE_DATA, 1);
    cancel_in_every_hook(PAN_CHALLENGE, DROP_IN_DATA, 1);
}

/* ---- Between steps ---- */

/* One step, or one move of time, or the shopper's answer. 0 when nothing is left to do. */
static int advance(csn_payment *payment) {
    int64_t now = 0, next = -1;
    if (csn_payment_state(payment) == CSN_STATE_SETTLED) return 0;
    if (csn_engine_dispatch(engine, 1, &error) == 1) return 1;
    if (csn_payment_state(payment) == CSN_STATE_ACTION_REQUIRED) {
        return CHECK_OK(flow_answer(engine, payment, SHOPPER_RIGHT, &error));
    }
    csn_engine_now(engine, &now);
    csn_engine_next_deadline(engine, &next);
    return next > now && CHECK_OK(csn_engine_advance_time(engine, next - now, &error));
}

static void cancel_after_every_step(const char *pan, const char *json, int latency) {
    int number, is_over = 0;
    char config[128];
    snprintf(config, sizeof config, "{\"time\": \"virtual\", \"seed\": 7, \"sandbox\": {\"latency\": %d}}", latency);
    for (number = 0; !is_over && number < 500; number++) {
        script host;
        moment at = {0, 0, 1};
        int done = 0;
        csn_payment *payment;
        script_init(&host);
        engine = flow_engine(config);
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, pan, json);
        if (number > 0) CHECK_OK(csn_payment_submit(payment, &error));
        while (done < number - 1 && advance(payment)) done++;
        is_over = csn_payment_state(payment) == CSN_STATE_SETTLED;
        at.sent = transactions(engine);
        at.ending = csn_payment_ending(payment);
        CHECK_OK(csn_payment_cancel(payment, &error));
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        check_rule("step", number, at, &host, csn_payment_ending(payment));
        csn_payment_free(payment);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
    }
    CHECK(is_over && number > 10);
}

static void after_every_step(void) {
    int latency;
    for (latency = 0; latency <= 100; latency += 100) {
        cancel_after_every_step(PAN_PLAIN, AUTHORISE_DATA, latency);
        cancel_after_every_step(PAN_CHALLENGE, DROP_IN_DATA, latency);
        cancel_after_every_step("4111110000000369", AUTHORISE_DATA, latency); /* decoupled */
        /* The reply to the payment is lost: unknown, until a look-up finds it. */
        cancel_after_every_step(PAN_PLAIN, "{\"amountMinor\": 990213, \"currency\": \"EUR\", \"intent\": \"Authorisation\","
                                " \"merchantTransactionId\": \"lost\"}", latency);
    }
}

/* ---- While replies are kept, and together with a run that sleeps ---- */

static void while_any_answer_is_awaited(void) {
    int32_t hook;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        script host;
        csn_payment *payment;
        if (!script_is_asked(hook)) continue;
        script_init(&host);
        host.answers[hook] = CSN_LATER;
        engine = flow_engine(NULL);
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_FRICTIONLESS, DROP_IN_DATA);
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
        CHECK_INT(host.counts[hook], 1);
        CHECK_OK(csn_payment_cancel(payment, &error));
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
        CHECK_INT(transactions(engine), 0);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
    }
}

static void *run_to_the_end(void *payment) {
    return (void *)(intptr_t)csn_payment_run((csn_payment *)payment, 60000, NULL);
}

/* A thread that sleeps in run for a minute, with its request out or a hook unanswered, wakes up for the cancel. */
static void a_sleeping_run_wakes_up(void) {
    int is_late, i;
    for (is_late = 0; is_late < 2; is_late++) {
        script host;
        pthread_t thread;
        void *status = NULL;
        csn_payment *payment;
        script_init(&host);
        if (is_late) host.answers[CSN_HOOK_ON_PRE_TOKENISATION] = CSN_LATER;
        engine = flow_engine(is_late ? "{}" : "{\"sandbox\": {\"latency\": 50000}}");
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        REQUIRE(pthread_create(&thread, NULL, run_to_the_end, payment) == 0);
        while (csn_payment_state(payment) != CSN_STATE_RUNNING) sched_yield();
        for (i = 0; i < 1000; i++) sched_yield(); /* by now it sleeps, or is about to */
        CHECK_OK(csn_payment_cancel(payment, &error));
        if (is_late) {
            pthread_join(thread, &status);
            CHECK_INT((intptr_t)status, CSN_SETTLED);
            CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
            csn_engine_free(engine);
        } else {
            /* Tokenisation is on its way: its answer is awaited, unless the engine goes. */
            csn_engine_free(engine);
            pthread_join(thread, &status);
            CHECK((intptr_t)status == CSN_E_GONE || (intptr_t)status == CSN_SETTLED);
        }
        CHECK_INT(host.destroyed, 1);
    }
}

int main(void) {
    TEST(from_every_hook);
    TEST(from_another_thread_in_every_hook);
    TEST(after_every_step);
    TEST(while_any_answer_is_awaited);
    TEST(a_sleeping_run_wakes_up);
    return test_end();
}
