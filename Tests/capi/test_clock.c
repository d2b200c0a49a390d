/* The system's clock is set forward and back while payments wait: no deadline moves by it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <sys/syscall.h>
#include <time.h>

static csn_error *error;
static int64_t offset; /* seconds by which the system's clock is wrong */

/* In place of the C library's, for the library under test too: the clock that can be set is off by `offset`. */
#ifdef __cplusplus
extern "C" int clock_gettime(clockid_t clock, struct timespec *now) noexcept;
#endif
int clock_gettime(clockid_t clock, struct timespec *now)
#ifdef __cplusplus
    noexcept
#endif
{
    const int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += (time_t)offset;
    return status;
}

static int64_t uptime(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const int64_t jumps[] = {-3600, 3600, -86400 * 400, 86400 * 400};
enum { JUMPS = sizeof jumps / sizeof *jumps };

static int64_t now_of(csn_engine *engine) {
    int64_t now = 0;
    CHECK_INT(csn_engine_now(engine, &now), CSN_OK);
    return now;
}

static void the_engines_clock_is_the_systems(void) {
    csn_engine *engine = flow_engine("{}");
    const int64_t before = now_of(engine);
    offset = 3600;
    CHECK(now_of(engine) - before >= 3600000);
    offset = 0;
    csn_engine_free(engine);
}

/* A hook that does not answer in time fails after that time. */
static void a_late_answer_times_out(void) {
    int i;
    for (i = 0; i < JUMPS; i++) {
        script host;
        int64_t begun;
        csn_payment *payment;
        csn_engine *engine = flow_engine("{\"hookTimeout\": 60}");
        script_init(&host);
        host.answers[CSN_HOOK_ON_PRE_TOKENISATION] = CSN_LATER;
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
        begun = uptime();
        offset = jumps[i];
        CHECK_INT(csn_payment_run(payment, 20000, &error), CSN_SETTLED);
        CHECK(uptime() - begun >= 50 && uptime() - begun < 10000);
        CHECK_TEXT(flow_error_code(payment), "HOOK_FAILED");
        offset = 0;
        csn_engine_free(engine);
    }
}

/* Set within the hook that tells of the challenge, the clock does not change how long the shopper has; nor does a window that
   is closed afterwards end the challenge before its time. */
static void jump_now(script *self, csn_event *event, csn_reply *reply) {
    (void)reply;
    if (csn_event_hook(event) == CSN_HOOK_ON_PRESENT_CHALLENGE) offset = *(const int64_t *)self->context;
}

static void a_challenge_keeps_its_deadline(void) {
    int i;
    for (i = 0; i < JUMPS; i++) {
        script host;
        int64_t next = 0;
        csn_payment *payment;
        csn_engine *engine = flow_engine("{}");
        const int64_t jump = jumps[i];
        script_init(&host);
        host.also = jump_now;
        host.context = (void *)(uintptr_t)&jump;
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_CHALLENGE, NULL);
        CHECK_INT(csn_payment_run(payment, 20000, &error), CSN_ACTION_REQUIRED);
        CHECK_INT(csn_engine_next_deadline(engine, &next), CSN_OK);
        CHECK(next - now_of(engine) > 290000 && next - now_of(engine) <= 300000);
        CHECK_OK(csn_payment_close_challenge(payment, &error));
        CHECK_INT(csn_payment_run(payment, 20000, &error), CSN_ACTION_REQUIRED);
        CHECK_INT(csn_payment_state(payment), CSN_STATE_ACTION_REQUIRED);
        offset = 0;
        CHECK_OK(flow_answer(engine, payment, SHOPPER_RIGHT, &error));
        CHECK_INT(csn_payment_run(payment, 20000, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_INT(transactions(engine), 1);
        csn_engine_free(engine);
    }
}

/* A reply on its way arrives when it arrives. */
static void a_reply_takes_its_time(void) {
    int i;
    for (i = 0; i < JUMPS; i++) {
        const int64_t begun = uptime();
        csn_engine *engine = flow_engine("{\"sandbox\": {\"latency\": 30}}");
        csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_RUNNING);
        offset = jumps[i];
        CHECK_INT(csn_payment_run(payment, 20000, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK(uptime() - begun >= 50 && uptime() - begun < 10000);
        offset = 0;
        csn_engine_free(engine);
    }
}

int main(void) {
    TEST(the_engines_clock_is_the_systems);
    TEST(a_late_answer_times_out);
    TEST(a_challenge_keeps_its_deadline);
    TEST(a_reply_takes_its_time);
    return test_end();
}
