/* waiting_bytes: memory of one of 100,000 payments that wait for their shopper at the issuer's page, handles kept. */
#include "shop.h"

#define PAYMENTS 100000

int main(void) {
    static csn_payment *payments[PAYMENTS];
    csn_engine *engine = shop_open();
    int64_t before, after;

    /* What the first payment of a process allocates once is no payment's own. */
    shop_finish(engine, shop_begin(engine, -1));
    memset(payments, 1, sizeof payments);
    before = bench_resident();
    for (int64_t number = 0; number < PAYMENTS; number++) payments[number] = shop_begin(engine, number);
    after = bench_resident();

    /* They do wait: each can still be paid. */
    for (int64_t number = 0; number < PAYMENTS; number += PAYMENTS / 100) {
        REQUIRE(csn_payment_state(payments[number]) == CSN_STATE_ACTION_REQUIRED);
        shop_finish(engine, payments[number]);
    }
    csn_engine_free(engine);
    printf("waiting_bytes %.1f\n", (double)(after - before) / PAYMENTS);
    return 0;
}
