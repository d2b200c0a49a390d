/* A payment as the benchmarks of the runtime make it: 99.99 EUR with a plain card, not yet submitted. */
#ifndef CSN_BENCH_PAYMENT_H
#define CSN_BENCH_PAYMENT_H

#include "bench.h"
#include "countersign.h"

static csn_payment *new_payment(csn_engine *engine, int number) {
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
    return payment;
}

#endif
