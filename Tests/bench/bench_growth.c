/*
 * million_growth_bytes: how much more memory the process has after a million payments on one engine than after the first
 * 300,000, by when the sandbox and the store remember as many as they ever will.
 */
#include "payment.h"

#include <string.h>

#define WARM_UP 300000
#define PAYMENTS 1000000

static void pay(csn_engine *engine, int number) {
    csn_payment *payment = new_payment(engine, number);
    REQUIRE(csn_payment_run(payment, -1, NULL) == CSN_SETTLED);
    REQUIRE(csn_payment_ending(payment) == CSN_ENDING_AUTHORISED);
    csn_payment_free(payment);
}

int main(void) {
    csn_engine *engine = NULL;
    REQUIRE(csn_engine_new(NULL, &engine, NULL) == CSN_OK);
    for (int i = 0; i < WARM_UP; i++) pay(engine, i);
    const int64_t before = bench_resident();
    for (int i = 0; i < PAYMENTS; i++) pay(engine, WARM_UP + i);
    printf("million_growth_bytes %lld\n", (long long)(bench_resident() - before));
    csn_engine_free(engine);
    return 0;
}
