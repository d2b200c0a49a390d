/*
 * million_growth_bytes: how much more memory the process has after a million payments on one engine than after the first
 * 300,000, by when the sandbox and the store remember as many as they ever will.
 */
#include "bench.h"
#include "countersign.h"

#include <string.h>

#define WARM_UP 300000
#define PAYMENTS 1000000

static void pay(csn_engine *engine, int number) {
    char data[256];
    csn_card *card = NULL;
    csn_payment *payment = NULL;
    snprintf(data, sizeof data, "{\"amount\": \"99.99\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"order-%08d\"}", number);
    REQUIRE(csn_card_new(engine, NULL, &card, NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_NUMBER, "4111111111111111", 16, NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL) == CSN_OK);
    REQUIRE(csn_payment_new(engine, data, &payment, NULL) == CSN_OK);
    REQUIRE(csn_payment_set_card(payment, card, NULL) == CSN_OK);
    csn_card_free(card);
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
