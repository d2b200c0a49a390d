/*
 * What the engine's own turning costs, apart from what payments do:
 *
 *   dispatch_empty_ns            a dispatch with nothing to do
 *   late_answer_ns               a late answer: complete, release, and dispatch the step that it lets go on
 *   submit_1_ns, submit_10000_ns a submission while so many other payments wait, each for an answer with a time-out
 */
#include "payment.h"

#include <string.h>

#define ROUNDS 1000000
#define PAYMENTS 10000
#define SUBMISSIONS 2000

static csn_reply *kept[PAYMENTS + SUBMISSIONS];
static int kept_count;

static int32_t answer_later(csn_event *event, csn_reply *reply, void *user_data) {
    (void)event, (void)user_data;
    kept[kept_count++] = reply;
    return CSN_LATER;
}

static csn_engine *open_engine(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL;
    options.config_json = "{\"hookTimeout\": 600000}";
    REQUIRE(csn_engine_new(&options, &engine, NULL) == CSN_OK);
    REQUIRE(csn_engine_set_hook(engine, "onPreTokenisation", answer_later, NULL, NULL, NULL) == CSN_OK);
    REQUIRE(csn_engine_fd(engine) >= 0);
    kept_count = 0;
    return engine;
}

/* Payments that wait for their hook's answer. */
static void let_wait(csn_engine *engine, int count) {
    for (int i = 0; i < count; i++) REQUIRE(csn_payment_submit(new_payment(engine, i), NULL) == CSN_OK);
    while (csn_engine_dispatch(engine, 1000, NULL) > 0) continue;
    REQUIRE(kept_count == count);
}

static void measure_dispatch(void) {
    csn_engine *engine = open_engine();
    const double begun = bench_cpu();
    for (int i = 0; i < ROUNDS; i++) REQUIRE(csn_engine_dispatch(engine, 100, NULL) == 0);
    printf("dispatch_empty_ns %.1f\n", (bench_cpu() - begun) / ROUNDS * 1e9);
    csn_engine_free(engine);
}

static void measure_late_answers(void) {
    csn_engine *engine = open_engine();
    let_wait(engine, PAYMENTS);
    const double begun = bench_cpu();
    for (int i = 0; i < PAYMENTS; i++) {
        REQUIRE(csn_reply_complete(kept[i], CSN_PROCEED, NULL) == CSN_OK);
        csn_reply_free(kept[i]);
        REQUIRE(csn_engine_dispatch(engine, 1, NULL) == 1);
    }
    printf("late_answer_ns %.1f\n", (bench_cpu() - begun) / PAYMENTS * 1e9);
    csn_engine_free(engine);
}

static void measure_submit(int waiting) {
    static csn_payment *payments[SUBMISSIONS];
    csn_engine *engine = open_engine();
    let_wait(engine, waiting);
    for (int i = 0; i < SUBMISSIONS; i++) payments[i] = new_payment(engine, waiting + i);
    const double begun = bench_cpu();
    for (int i = 0; i < SUBMISSIONS; i++) REQUIRE(csn_payment_submit(payments[i], NULL) == CSN_OK);
    printf("submit_%d_ns %.1f\n", waiting, (bench_cpu() - begun) / SUBMISSIONS * 1e9);
    csn_engine_free(engine);
    for (int i = 0; i < waiting; i++) csn_reply_free(kept[i]);
}

int main(void) {
    measure_dispatch();
    measure_late_answers();
    measure_submit(1);
    measure_submit(10000);
    return 0;
}
