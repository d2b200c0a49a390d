/* challenge_payment: whole payments with a browser challenge, one after another, a second of processor time of them. */
#include "shop.h"

int main(void) {
    csn_engine *engine = shop_open();
    int64_t number = 0, counted = 0;
    double begun, spent;

    for (; number < 500; number++) shop_finish(engine, shop_begin(engine, number));
    memset(shop_calls, 0, sizeof shop_calls);
    begun = bench_cpu();
    do {
        for (int i = 0; i < 100; i++) shop_finish(engine, shop_begin(engine, number++));
        counted += 100;
        spent = bench_cpu() - begun;
    } while (spent < 1);
    /* Every hook that such a payment has was called each time. */
    for (int32_t hook = 0; hook <= CSN_HOOK_ON_PRE_AUTHORISATION; hook++) REQUIRE(shop_calls[hook] >= counted);
    REQUIRE(shop_calls[CSN_HOOK_ON_POST_AUTHORISATION] == counted && shop_calls[CSN_HOOK_ON_SUCCESS] == counted);
    csn_engine_free(engine);
    printf("challenge_payment %.1f\n", (double)counted / spent);
    return 0;
}
