/* Who drives, and that everybody gets there: threads in run beside a dispatch, many at one payment, ten thousand payments. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

enum { MANY = 10000, THREADS = 8 };

static csn_error *error;
static csn_engine *engine;

static int many(void) { return getenv("CSN_TEST_VALGRIND") != NULL ? 200 : MANY; }

typedef struct runner {
    pthread_t thread;
    csn_payment *payment;
    csn_status status;
} runner;

static void *run_it(void *context) {
    runner *self = (runner *)context;
    self->status = csn_payment_run(self->payment, -1, NULL);
    return NULL;
}

static void start(runner *self, csn_payment *payment) {
    self->payment = payment;
    self->status = CSN_OK;
    CHECK(pthread_create(&self->thread, NULL, run_it, self) == 0);
}

/* ---- Ten thousand ---- */

static int begun;

static int32_t note_begin(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)reply, (void)unused;
    begun++;
    return CSN_PROCEED;
}

static csn_payment *numbered(int number) {
    char json[256];
    snprintf(json, sizeof json, "{\"amount\": \"1.00\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"n%d\"}", number);
    return flow_payment(engine, PAN_PLAIN, json);
}

/* A payment that has had its step waits for all the others: after two steps for each all have begun, and none is done. */
static void ten_thousand_payments_get_their_turn(void) {
    csn_payment **payments = (csn_payment **)calloc(MANY, sizeof *payments);
    int i, steps = 0, settled = 0;
    begun = 0;
    engine = flow_engine(NULL);
    CHECK_OK(csn_engine_set_hook(engine, "onStartSubmit", note_begin, NULL, NULL, &error));
    for (i = 0; i < many(); i++) {
        payments[i] = numbered(i);
        CHECK_OK(csn_payment_submit(payments[i], &error));
    }
    /* The first step writes the payment down, the second tells of its start. The store completes its writes in an order of its
       own, so the last few may be late. */
    while (steps < 2 * many()) {
        const int32_t done = csn_engine_dispatch(engine, 100, &error);
        REQUIRE(done == 100);
        steps += done;
    }
    CHECK(begun > many() - 20 && begun <= many());
    for (i = 0; i < many(); i++) settled += csn_payment_state(payments[i]) == CSN_STATE_SETTLED;
    CHECK_INT(settled, 0);
    while (csn_engine_dispatch(engine, 1000, &error) > 0) continue;
    CHECK_INT(begun, many());
    for (i = 0; i < many(); i++) {
        CHECK_INT(csn_payment_ending(payments[i]), CSN_ENDING_AUTHORISED);
        csn_payment_free(payments[i]);
    }
    free(payments);
    csn_engine_free(engine);
}

/* ---- A long dispatch, and a thread in run ---- */

static runner impatient;

/* When its payment is submitted the thread is in line: it lets go of the lock only there. */
static int32_t let_a_run_come(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)reply, (void)unused;
    if (begun++ > 0) return CSN_PROCEED;
    start(&impatient, impatient.payment);
    while (csn_payment_state(impatient.payment) == CSN_STATE_CREATED) sched_yield();
    return CSN_PROCEED;
}

static void a_long_dispatch_lets_a_run_have_its_turn(void) {
    int i;
    int32_t done;
    begun = 0;
    engine = flow_engine(NULL);
    CHECK_OK(csn_engine_set_hook(engine, "onStartSubmit", let_a_run_come, NULL, NULL, &error));
    for (i = 0; i < 500; i++) CHECK_OK(csn_payment_submit(numbered(i), &error));
    impatient.payment = numbered(-1);
    done = csn_engine_dispatch(engine, 1000000, &error);
    CHECK(done > 0 && done < 700); /* of some thousands, the first of which take the 500 to their start */
    pthread_join(impatient.thread, NULL);
    CHECK_INT(impatient.status, CSN_SETTLED);
    while (csn_engine_dispatch(engine, 1000000, &error) > 0) continue;
    CHECK_INT(transactions(engine), 501);
    csn_engine_free(engine);
}

/* ---- Many threads ---- */

static csn_reply *kept;

static int32_t keep(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)unused;
    __atomic_store_n(&kept, reply, __ATOMIC_RELEASE);
    return CSN_LATER;
}

/* All of those who run one payment hear of its end. */
static void many_threads_may_run_one_payment(void) {
    int i, round;
    for (round = 0; round < 20; round++) {
        runner runners[THREADS];
        csn_payment *payment;
        kept = NULL;
        engine = flow_engine("{}");
        CHECK_OK(csn_engine_set_hook(engine, "onPreTokenisation", keep, NULL, NULL, &error));
        payment = numbered(0);
        for (i = 0; i < THREADS; i++) start(&runners[i], payment);
        while (__atomic_load_n(&kept, __ATOMIC_ACQUIRE) == NULL) sched_yield();
        CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_OK);
        csn_reply_free(kept);
        for (i = 0; i < THREADS; i++) {
            pthread_join(runners[i].thread, NULL);
            CHECK_INT(runners[i].status, CSN_SETTLED);
        }
        CHECK_INT(transactions(engine), 1);
        csn_engine_free(engine);
    }
}

/* Threads that wait, for answers, replies and their turn, leave when the engine is released, and the release waits for them. */
static void an_engine_is_freed_under_many_threads(void) {
    int i, round;
    for (round = 0; round < 20; round++) {
        runner runners[THREADS];
        script host;
        script_init(&host);
        kept = NULL;
        engine = flow_engine("{\"sandbox\": {\"latency\": 60000}}");
        CHECK_OK(csn_engine_set_hook(engine, "onError", script_hook, &host, script_destroy, &error));
        for (i = 0; i < THREADS; i++) {
            csn_payment *payment = numbered(i);
            if (i % 2) CHECK_OK(csn_payment_set_hook(payment, "onPreTokenisation", keep, NULL, NULL, &error));
            start(&runners[i], payment);
        }
        while (__atomic_load_n(&kept, __ATOMIC_ACQUIRE) == NULL) sched_yield();
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
        for (i = 0; i < THREADS; i++) {
            pthread_join(runners[i].thread, NULL);
            CHECK(runners[i].status == CSN_E_GONE || runners[i].status == CSN_E_INVALID);
        }
        csn_reply_free(kept);
    }
}

/* ---- Interrupted ---- */

static void ignore(int signal) { (void)signal; }

/* A payment whose run was interrupted goes on in a dispatch, or in another run. */
static void an_interrupted_run_loses_nothing(void) {
    int way;
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = ignore;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, &before);
    for (way = 0; way < 2; way++) {
        runner interrupted;
        csn_payment *payment;
        kept = NULL;
        engine = flow_engine("{}");
        CHECK_OK(csn_engine_set_hook(engine, "onPreTokenisation", keep, NULL, NULL, &error));
        payment = numbered(way);
        start(&interrupted, payment);
        while (__atomic_load_n(&kept, __ATOMIC_ACQUIRE) == NULL) sched_yield();
        /* It sleeps soon, if not yet. */
        while (__atomic_load_n(&interrupted.status, __ATOMIC_RELAXED) == CSN_OK) {
            pthread_kill(interrupted.thread, SIGUSR1);
            sched_yield();
        }
        pthread_join(interrupted.thread, NULL);
        CHECK_INT(interrupted.status, CSN_INTERRUPTED);
        CHECK_INT(csn_payment_state(payment), CSN_STATE_RUNNING);
        CHECK_INT(csn_reply_complete(kept, CSN_PROCEED, NULL), CSN_OK);
        csn_reply_free(kept);
        if (way == 0) CHECK_INT(csn_payment_run(payment, 20000, NULL), CSN_SETTLED);
        while (way == 1 && csn_engine_dispatch(engine, 100, NULL) > 0) continue;
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        csn_engine_free(engine);
    }
    sigaction(SIGUSR1, &before, NULL);
}

int main(void) {
    TEST(ten_thousand_payments_get_their_turn);
    TEST(a_long_dispatch_lets_a_run_have_its_turn);
    TEST(many_threads_may_run_one_payment);
    TEST(an_engine_is_freed_under_many_threads);
    TEST(an_interrupted_run_loses_nothing);
    return test_end();
}
