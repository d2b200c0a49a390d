/* A process that forks: engines of before answer CSN_E_FORKED in the child and go on in the parent; new ones work. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "calls.h"

#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

static csn_error *error;

/* Runs `body` in a child, which has failed when a check there does, when it crashes, and when it takes 60 seconds. */
static void in_child(void (*body)(void)) {
    int status = -1;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(60);
        test_faults = 0;
        body();
        if (test_faults > 0) printf("  in the child: %s\n", test_why);
        fflush(stdout);
        _exit(test_faults > 0);
    }
    REQUIRE(child > 0);
    CHECK_INT(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status)) test_fault(__FILE__, __LINE__, "the child died of signal %d", WTERMSIG(status));
    if (WIFEXITED(status)) CHECK_INT(WEXITSTATUS(status), 0);
}

static void pay_anew(void) {
    static const char *const pans[] = {PAN_PLAIN, PAN_FRICTIONLESS, PAN_CHALLENGE, PAN_SOFT_DECLINE};
    int i;
    for (i = 0; i < 4; i++) {
        path walked = walk(pans[i], DROP_IN_DATA, SHOPPER_RIGHT);
        CHECK_INT(walked.ending, CSN_ENDING_AUTHORISED);
        CHECK_INT(walked.sent, i == 3 ? walked.sent : 1);
    }
}

static void pay_anew_in_a_grandchild(void) {
    pay_anew();
    in_child(pay_anew);
    pay_anew();
}

/* ---- Children of children ---- */

enum { GENERATIONS = 24 };

static int generation;

static int64_t resident_bytes(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    fclose(file);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

/* As when each worker forks the one that comes after it. */
static void pay_and_fork_again(void) {
    const int64_t before_it = resident_bytes();
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK(resident_bytes() - before_it < 64 << 20);
    csn_engine_free(engine);
    if (test_faults == 0 && ++generation < GENERATIONS) in_child(pay_and_fork_again);
}

static void a_line_of_children_may_be_long(void) {
    generation = 0;
    in_child(pay_and_fork_again);
}

/* ---- Made before ---- */

static live before;
static script host;

static void each_function_says_so(void) {
    int i;
    csn_event *no_event = NULL;
    CHECK_INT(csn_event_hook(no_event), CSN_E_INVALID);
    for (i = 0; i < CALL_COUNT; i++) {
        const int32_t status = calls[i].make(&before);
        /* Those that answer a text have no way to say it; they answer none. */
        if (status != CSN_E_FORKED && status != 0) {
            test_fault(__FILE__, __LINE__, "%s answers %d", calls[i].name, (int)status);
        }
        if (status == 0 && strstr(calls[i].name, "card_") == NULL) {
            test_fault(__FILE__, __LINE__, "%s answers 0", calls[i].name);
        }
    }
    CHECK_INT(calls_destroyed, calls_registered);
    CHECK_INT(csn_engine_dispatch(before.engine, 1, &error), CSN_E_FORKED);
    CHECK_TEXT(csn_status_name(csn_error_status(error)), "CSN_E_FORKED");
    CHECK(strlen(csn_error_message(error)) > 10);
    csn_error_free(error);
    error = NULL;
    /* What takes no engine goes on. */
    CHECK_INT(csn_card_check("4111111111111111", 16, NULL, NULL), CSN_OK);
}

static void everything_is_freed_one_by_one(void) {
    each_function_says_so();
    csn_reply_free(before.reply);
    csn_card_free(before.card);
    csn_payment_free(before.payment);
    csn_payment_free(before.ended);
    csn_engine_free(before.engine);
    CHECK_INT(csn_engine_dispatch(before.engine, 1, NULL), CSN_E_INVALID);
    /* No destructor of the parent's ran, and none will. */
    CHECK_INT(host.destroyed, 0);
    pay_anew_in_a_grandchild();
    csn_engine_free(before.engine);
    csn_card_free(before.card);
}

static void the_engine_is_freed_alone(void) {
    const int fd_count = before.engine != NULL;
    csn_engine_free(before.engine);
    CHECK_INT(fd_count, 1);
    CHECK_INT(csn_payment_run(before.payment, -1, NULL), CSN_E_FORKED);
    CHECK_INT(csn_reply_complete(before.reply, CSN_PROCEED, NULL), CSN_E_FORKED);
    csn_payment_free(before.payment);
    pay_anew();
    CHECK_INT(host.destroyed, 0);
}

static void a_child_may_do_nothing_and_the_parent_goes_on(void) {
    int way;
    for (way = 0; way < 3; way++) {
        calls_registered = calls_destroyed = 0;
        before = live_open(&host, "{\"sandbox\": {\"latency\": 5}}");
        CHECK(csn_engine_fd(before.engine) >= 0);
        in_child(way == 0 ? everything_is_freed_one_by_one : way == 1 ? the_engine_is_freed_alone : pay_anew_in_a_grandchild);
        /* Unharmed: the kept reply is answered, what is not submitted is paid. */
        CHECK_INT(csn_reply_complete(before.reply, CSN_PROCEED, NULL), CSN_OK);
        host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_PROCEED;
        CHECK_INT(csn_payment_run(before.payment, 20000, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(before.payment), CSN_ENDING_AUTHORISED);
        csn_reply_free(before.reply);
        csn_engine_free(before.engine);
        CHECK_INT(host.destroyed, 1);
    }
}

/* ---- A pre-fork server ---- */

static void each_worker_has_its_own_engine(void) {
    int i;
    for (i = 0; i < 8; i++) in_child(pay_anew_in_a_grandchild);
}

/* ---- A hook that forks and returns in both ---- */

static int child_pid = -1;

static void fork_in_the_hook(script *self, csn_event *event, csn_reply *reply) {
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_AUTHORISATION) return;
    fflush(stdout);
    child_pid = fork();
    if (child_pid == 0) {
        /* What the event says may still be read; nothing can be answered. */
        CHECK_TEXT(csn_event_string(event, "currency"), "EUR");
        CHECK_INT(csn_reply_set_string(reply, "amount", "1.00", NULL), CSN_E_FORKED);
        CHECK_INT(csn_payment_cancel(csn_event_payment(event), NULL), CSN_E_FORKED);
        self->context = NULL;
    }
}

static void a_hook_may_fork(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    csn_status run;
    int status = -1;
    script_init(&host);
    host.also = fork_in_the_hook;
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    run = csn_payment_run(payment, -1, NULL);
    if (child_pid == 0) {
        alarm(60);
        CHECK_INT(run, CSN_E_FORKED);
        csn_payment_free(payment);
        csn_engine_free(engine);
        pay_anew();
        if (test_faults > 0) printf("  in the child: %s\n", test_why);
        fflush(stdout);
        _exit(test_faults > 0);
    }
    CHECK_INT(run, CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(waitpid(child_pid, &status, 0), child_pid);
    CHECK_INT(status, 0);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* ---- While other threads are at work ---- */

enum { WORKERS = 3 };

static csn_engine *shared;
static int is_over, paid;

static void *keep_paying(void *unused) {
    static int numbers;
    (void)unused;
    while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
        char text[256];
        csn_card *card = NULL;
        csn_payment *payment = NULL;
        snprintf(text, sizeof text, "{\"amount\": \"1.00\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
                 " \"merchantTransactionId\": \"w-%d\"}", __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED));
        if (csn_card_new(shared, NULL, &card, NULL) != CSN_OK || csn_payment_new(shared, text, &payment, NULL) != CSN_OK) break;
        csn_card_set(card, CSN_FIELD_NUMBER, PAN_PLAIN, 16, NULL);
        csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, NULL);
        csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL);
        csn_payment_set_card(payment, card, NULL);
        if (csn_payment_run(payment, 20000, NULL) == CSN_SETTLED && csn_payment_ending(payment) == CSN_ENDING_AUTHORISED) {
            __atomic_add_fetch(&paid, 1, __ATOMIC_RELAXED);
        }
        csn_payment_free(payment);
        csn_card_free(card);
    }
    return NULL;
}

static void leave_the_parents_alone(void) {
    CHECK_INT(csn_engine_dispatch(shared, 1, NULL), CSN_E_FORKED);
    csn_engine_free(shared);
    pay_anew();
}

static void forks_in_the_midst_of_payments(void) {
    const int forks = getenv("CSN_TEST_VALGRIND") != NULL ? 2 : 40;
    pthread_t workers[WORKERS];
    int i, seen = 0;
    script_init(&host);
    shared = flow_engine("{}");
    CHECK_OK(script_set_all(&host, shared, &error));
    host.also = NULL;
    host.log[0] = '\0';
    is_over = 0;
    CHECK_OK(csn_engine_set_hook(shared, "onStartSubmit", NULL, NULL, NULL, &error));
    for (i = 0; i < WORKERS; i++) REQUIRE(pthread_create(&workers[i], NULL, keep_paying, NULL) == 0);
    for (i = 0; i < forks; i++) {
        in_child(leave_the_parents_alone);
        CHECK(__atomic_load_n(&paid, __ATOMIC_RELAXED) >= seen);
        seen = __atomic_load_n(&paid, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    for (i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    CHECK(paid > 0);
    CHECK_INT(transactions(shared), paid);
    csn_engine_free(shared);
    CHECK_INT(host.destroyed, 1);
}

/* ---- Threads of a child ---- */

static csn_card *met_card;

static void type(void) {
    int i;
    for (i = 0; i < 5000; i++) {
        csn_card_set(met_card, CSN_FIELD_NUMBER, PAN_PLAIN, 16, NULL);
        csn_card_is_valid(met_card, CSN_FIELD_NUMBER);
    }
}

static void *type_and_pay(void *unused) {
    type();
    return keep_paying(unused);
}

/* What threads meet at, locks above all, must not know the parent's threads. */
static void many_threads_meet(void) {
    pthread_t workers[WORKERS];
    int i;
    shared = flow_engine("{}");
    met_card = flow_card(shared, PAN_PLAIN);
    is_over = paid = 0;
    for (i = 0; i < WORKERS; i++) REQUIRE(pthread_create(&workers[i], NULL, type_and_pay, NULL) == 0);
    /* The thread that came out of the fork is one of them. */
    type();
    while (__atomic_load_n(&paid, __ATOMIC_RELAXED) < 20) sched_yield();
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    for (i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    CHECK_INT(transactions(shared), paid);
    csn_engine_free(shared);
}

static void many_threads_meet_in_a_grandchild(void) {
    many_threads_meet();
    in_child(many_threads_meet);
    many_threads_meet();
}

static void threads_meet_in_a_child(void) {
    many_threads_meet();
    in_child(many_threads_meet_in_a_grandchild);
}

/* ---- Ends of a process, with payments in flight and threads in run ---- */

static void *run_for_ever(void *payment) {
    csn_payment_run((csn_payment *)payment, -1, NULL);
    return NULL;
}

static void end_of_process(int way) {
    static csn_engine *engines[2];
    pthread_t thread;
    int i;
    for (i = 0; i < 2; i++) {
        engines[i] = flow_engine(i ? "{}" : "{\"sandbox\": {\"latency\": 60000}}");
        if (i == 1) {
            /* This one is busy all the time. */
            shared = engines[i];
            is_over = paid = 0;
            pthread_create(&thread, NULL, keep_paying, NULL);
            continue;
        }
        CHECK_OK(csn_payment_submit(flow_payment(engines[i], PAN_PLAIN, NULL), &error));
        pthread_create(&thread, NULL, run_for_ever, flow_payment(engines[i], PAN_PLAIN, NULL));
        pthread_create(&thread, NULL, run_for_ever, flow_payment(engines[i], PAN_CHALLENGE, NULL));
    }
    while (__atomic_load_n(&paid, __ATOMIC_RELAXED) < 3) sched_yield();
    if (test_faults > 0) _exit(1);
    /* Returning from main is exit. */
    if (way == 0) exit(7);
    _exit(7);
}

static void a_process_may_end_at_any_time(void) {
    const int times = getenv("CSN_TEST_VALGRIND") != NULL ? 2 : 30;
    int i;
    for (i = 0; i < times; i++) {
        int status = -1;
        pid_t child;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            alarm(30);
            end_of_process(i % 2);
        }
        CHECK_INT(waitpid(child, &status, 0), child);
        if (!WIFEXITED(status)) test_fault(__FILE__, __LINE__, "the child died of signal %d", WTERMSIG(status));
        if (WIFEXITED(status)) CHECK_INT(WEXITSTATUS(status), 7);
    }
}

int main(void) {
    if (getenv("CSN_TEST_VALGRIND") != NULL) {
        printf("skipped, nothing is tried: in a child valgrind takes what is the parent's for lost\n0 passed, 0 failed\n");
        return 0;
    }
    TEST(each_worker_has_its_own_engine);
    TEST(a_line_of_children_may_be_long);
    TEST(a_child_may_do_nothing_and_the_parent_goes_on);
    TEST(a_hook_may_fork);
    TEST(forks_in_the_midst_of_payments);
    TEST(threads_meet_in_a_child);
    TEST(a_process_may_end_at_any_time);
    return test_end();
}
