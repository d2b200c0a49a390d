/* The three ways to wait: run with its time-outs, the descriptor with dispatch, and the next deadline. */
#define _POSIX_C_SOURCE 200809L
#include "path.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static csn_error *error;

static int64_t now_of(csn_engine *engine) {
    int64_t now = -1;
    CHECK_INT(csn_engine_now(engine, &now), CSN_OK);
    return now;
}

static int64_t machine_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

#define LATENCY "{\"time\": \"virtual\", \"seed\": 7, \"sandbox\": {\"latency\": 1000}}"
#define SLOW_REAL "{\"sandbox\": {\"latency\": 60000}}"

/* The time-out bounds the wait, never the payment. */
static void a_timeout_leaves_the_payment_running(void) {
    csn_engine *engine = flow_engine(LATENCY);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    const int64_t begun = now_of(engine);
    CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
    CHECK_INT(now_of(engine), begun);
    CHECK_INT(csn_payment_run(payment, 400, &error), CSN_RUNNING);
    CHECK_INT(now_of(engine), begun + 400);
    CHECK_INT(csn_payment_state(payment), CSN_STATE_RUNNING);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_NONE);
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK(now_of(engine) >= begun + 1000);
    /* Settled, it stays so, and takes no time. */
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_run(payment, -2, &error), CSN_E_INVALID);
    csn_error_free(error);
    error = NULL;
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static void a_timeout_in_real_time_is_kept(void) {
    csn_engine *engine = flow_engine(SLOW_REAL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    const int64_t begun = machine_time();
    CHECK_INT(csn_payment_run(payment, 50, &error), CSN_RUNNING);
    CHECK(machine_time() - begun >= 50);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static void ignore(int signal) { (void)signal; }

/* A signal ends the wait, so that the host's own handler can have its say; called again, the payment goes on. */
static void a_signal_interrupts_the_wait(void) {
    struct sigaction action, before;
    struct itimerval soon, off;
    csn_engine *engine = flow_engine(SLOW_REAL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    memset(&action, 0, sizeof action);
    memset(&soon, 0, sizeof soon);
    memset(&off, 0, sizeof off);
    action.sa_handler = ignore;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &before);
    soon.it_value.tv_usec = 50000;
    setitimer(ITIMER_REAL, &soon, NULL); /* takes the place of the test's own alarm */
    CHECK_INT(csn_payment_run(payment, 50000, &error), CSN_INTERRUPTED);
    CHECK_INT(csn_payment_state(payment), CSN_STATE_RUNNING);
    setitimer(ITIMER_REAL, &off, NULL);
    sigaction(SIGALRM, &before, NULL);
    alarm(120);
    CHECK_INT(csn_payment_run(payment, 10, &error), CSN_RUNNING);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static int readable(csn_engine *engine, int timeout) {
    struct pollfd watched = {0, POLLIN, 0};
    watched.fd = csn_engine_fd(engine);
    return poll(&watched, 1, timeout) == 1 && (watched.revents & POLLIN) != 0;
}

/* Submitting only queues; the descriptor says that there is work; dispatch does a bounded amount of it. */
static void a_payment_runs_on_the_hosts_loop(void) {
    script host;
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    const int32_t fd = csn_engine_fd(engine);
    int32_t steps = 0, done;
    script_init(&host);
    CHECK_OK(script_set_all(&host, engine, &error));
    CHECK(fd >= 0);
    CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    CHECK_INT(csn_engine_fd(engine), fd);
    payment = flow_payment(engine, PAN_CHALLENGE, NULL);
    CHECK(!readable(engine, 0));
    CHECK_OK(csn_payment_submit(payment, &error));
    CHECK_INT(host.calls, 0);
    CHECK(readable(engine, 0));
    while (readable(engine, 0) && steps < 1000) {
        done = csn_engine_dispatch(engine, 1, &error);
        CHECK(done == 0 || done == 1);
        steps++;
    }
    CHECK(steps > 5);
    CHECK_INT(csn_payment_state(payment), CSN_STATE_ACTION_REQUIRED);
    CHECK_OK(flow_answer(engine, payment, SHOPPER_RIGHT, &error));
    CHECK(readable(engine, 0));
    while (readable(engine, 0) && steps++ < 1000) CHECK(csn_engine_dispatch(engine, 100, &error) >= 0);
    CHECK_INT(csn_payment_state(payment), CSN_STATE_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(csn_engine_dispatch(engine, 100, &error), 0);
    CHECK_INT(csn_engine_dispatch(engine, 0, &error), CSN_E_INVALID);
    csn_error_free(error);
    CHECK_INT(csn_engine_dispatch(engine, 1000001, &error), CSN_E_INVALID);
    csn_error_free(error);
    error = NULL;
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* In real time the descriptor becomes readable when a deadline passes. */
static void a_deadline_wakes_the_loop(void) {
    csn_engine *engine = flow_engine("{\"sandbox\": {\"latency\": 20}}");
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    int turns = 0;
    CHECK_OK(csn_payment_submit(payment, &error));
    while (csn_payment_state(payment) != CSN_STATE_SETTLED && ++turns < 1000) {
        REQUIRE(readable(engine, 10000));
        CHECK(csn_engine_dispatch(engine, 1000, &error) >= 0);
    }
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

/* With the clock in the host's hand: go to each deadline, dispatch, and be done. */
static void deadlines_are_walked_in_virtual_time(void) {
    int64_t next = 0, begun;
    int turns = 0;
    csn_engine *engine = flow_engine(LATENCY);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_engine_next_deadline(engine, &next), CSN_OK);
    CHECK_INT(next, -1);
    begun = now_of(engine);
    CHECK_OK(csn_payment_submit(payment, &error));
    CHECK_INT(csn_engine_next_deadline(engine, &next), CSN_OK);
    CHECK(next >= 0 && next <= begun);
    while (csn_payment_state(payment) != CSN_STATE_SETTLED && ++turns < 100) {
        while (csn_engine_dispatch(engine, 100, &error) > 0) continue;
        if (csn_payment_state(payment) == CSN_STATE_SETTLED) break;
        CHECK_INT(csn_engine_next_deadline(engine, &next), CSN_OK);
        REQUIRE(next > now_of(engine));
        CHECK_OK(csn_engine_advance_time(engine, next - now_of(engine), &error));
    }
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT((now_of(engine) - begun) % 1000, 0);
    CHECK_INT(csn_engine_next_deadline(engine, &next), CSN_OK);
    CHECK_INT(next, -1);
    CHECK_INT(csn_engine_advance_time(engine, -1, &error), CSN_E_INVALID);
    csn_error_free(error);
    error = NULL;
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static void real_time_cannot_be_moved(void) {
    csn_engine *engine = flow_engine("{}");
    CHECK_INT(csn_engine_advance_time(engine, 1, &error), CSN_E_STATE);
    csn_error_free(error);
    error = NULL;
    CHECK(now_of(engine) > INT64_C(1700000000000));
    csn_engine_free(engine);
}

/* Start and ids are the same each time. */
static void the_same_seed_is_the_same_run(void) {
    char ids[2][64];
    int64_t begun[2];
    int i;
    for (i = 0; i < 2; i++) {
        csn_engine *engine = flow_engine(NULL);
        csn_payment *payment = flow_payment(engine, PAN_PLAIN, AUTHORISE_DATA);
        begun[i] = now_of(engine);
        CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
        snprintf(ids[i], sizeof ids[i], "%s", flow_text(payment, "systemTransactionId"));
        csn_payment_free(payment);
        csn_engine_free(engine);
    }
    CHECK_INT(begun[0], begun[1]);
    CHECK(strlen(ids[0]) > 0);
    CHECK_TEXT(ids[0], ids[1]);
}

static void a_second_submission_is_refused_and_the_first_goes_on(void) {
    csn_engine *engine = flow_engine(LATENCY);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_submit(payment, &error));
    CHECK_INT(csn_payment_submit(payment, &error), CSN_E_STATE);
    CHECK_TEXT(csn_error_code(error), "SUBMIT_IN_PROGRESS");
    csn_error_free(error);
    CHECK_INT(csn_payment_set_string(payment, "shopper.id", "late", &error), CSN_E_STATE);
    csn_error_free(error);
    error = NULL;
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(transactions(engine), 1);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

int main(void) {
    TEST(a_timeout_leaves_the_payment_running);
    TEST(a_timeout_in_real_time_is_kept);
    TEST(a_signal_interrupts_the_wait);
    TEST(a_payment_runs_on_the_hosts_loop);
    TEST(a_deadline_wakes_the_loop);
    TEST(deadlines_are_walked_in_virtual_time);
    TEST(real_time_cannot_be_moved);
    TEST(the_same_seed_is_the_same_run);
    TEST(a_second_submission_is_refused_and_the_first_goes_on);
    return test_end();
}
