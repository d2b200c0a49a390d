/* A shop that has a say in everything: each hook set, a virtual clock, and a card whose issuer asks for a code. */
#ifndef CSN_BENCH_SHOP_H
#define CSN_BENCH_SHOP_H

#include "bench.h"
#include "countersign.h"

#include <string.h>

#define SHOP_CARD "4111110000000112"

/* How often each hook was called. */
static int64_t shop_calls[CSN_HOOK_COUNT];

static inline int32_t shop_count(csn_event *event) {
    const int32_t hook = csn_event_hook(event);
    REQUIRE(hook >= 0 && hook < CSN_HOOK_COUNT);
    shop_calls[hook]++;
    return hook;
}

/* A told hook, and an asked one that has nothing to add. */
static int32_t shop_proceed(csn_event *event, csn_reply *reply, void *user_data) {
    (void)reply, (void)user_data;
    shop_count(event);
    return CSN_PROCEED;
}

static int32_t shop_none(csn_event *event, csn_reply *reply, void *user_data) {
    (void)reply, (void)user_data;
    shop_count(event);
    return CSN_NONE;
}

static int32_t shop_credentials(csn_event *event, csn_reply *reply, void *user_data) {
    (void)user_data;
    shop_count(event);
    return csn_reply_set_string(reply, "sessionId", "session", NULL) == CSN_OK ? CSN_PROCEED : CSN_FAIL;
}

static int32_t shop_shopper(csn_event *event, csn_reply *reply, void *user_data) {
    (void)user_data;
    shop_count(event);
    return csn_reply_set_string(reply, "email", "jo@example.com", NULL) == CSN_OK ? CSN_PROCEED : CSN_FAIL;
}

static int32_t shop_pre_initiate(csn_event *event, csn_reply *reply, void *user_data) {
    (void)user_data;
    shop_count(event);
    return csn_reply_set_string(reply, "requestorAuthenticationIndicator", "01", NULL) == CSN_OK ? CSN_PROCEED : CSN_FAIL;
}

static int32_t shop_pre_authentication(csn_event *event, csn_reply *reply, void *user_data) {
    (void)user_data;
    shop_count(event);
    return csn_reply_set_string(reply, "merchantCountryNumericCode", "826", NULL) == CSN_OK &&
           csn_reply_set_string(reply, "merchantLegalName", "Example Ltd", NULL) == CSN_OK ? CSN_PROCEED : CSN_FAIL;
}

static inline csn_engine *shop_open(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_engine *engine = NULL;

    options.config_json = "{\"time\": \"virtual\", \"seed\": 1}";
    REQUIRE(csn_engine_new(&options, &engine, NULL) == CSN_OK);
    hooks.on_start_submit = hooks.on_get_consent = hooks.on_pre_tokenisation = hooks.on_post_tokenisation = shop_proceed;
    hooks.on_post_initiate_authentication = hooks.on_present_challenge = hooks.on_post_authentication = shop_proceed;
    hooks.on_pre_authorisation = hooks.on_pending = hooks.on_cancelled = hooks.on_result_changed = shop_proceed;
    hooks.on_post_authorisation = hooks.on_submit_error = hooks.on_success = hooks.on_error = shop_proceed;
    hooks.merchant_transaction_date = hooks.on_present_fingerprint = shop_none;
    hooks.on_get_credentials = shop_credentials;
    hooks.on_get_shopper = shop_shopper;
    hooks.on_pre_initiate_authentication = shop_pre_initiate;
    hooks.on_pre_authentication = shop_pre_authentication;
    REQUIRE(csn_engine_set_hooks(engine, &hooks, NULL) == CSN_OK);
    return engine;
}

/* A payment that waits for its shopper at the issuer's page. */
static inline csn_payment *shop_begin(csn_engine *engine, int64_t number) {
    char data[256];
    csn_card *card = NULL;
    csn_payment *payment = NULL;

    snprintf(data, sizeof data, "{\"amount\": \"99.99\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"flow\": \"dropIn\", \"shopper\": {\"id\": \"shopper-7\"}, \"merchantTransactionId\": \"order-%lld\"}",
             (long long)number);
    REQUIRE(csn_card_new(engine, NULL, &card, NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_NUMBER, SHOP_CARD, strlen(SHOP_CARD), NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, NULL) == CSN_OK);
    REQUIRE(csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL) == CSN_OK);
    REQUIRE(csn_payment_new(engine, data, &payment, NULL) == CSN_OK);
    REQUIRE(csn_payment_set_card(payment, card, NULL) == CSN_OK);
    csn_card_free(card);
    REQUIRE(csn_payment_run(payment, -1, NULL) == CSN_ACTION_REQUIRED);
    return payment;
}

/* The shopper gives the right code, and the payment is authorised. */
static inline void shop_finish(csn_engine *engine, csn_payment *payment) {
    char creq[4096], cres[4096];
    size_t length = 0;

    REQUIRE(csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL) == CSN_OK);
    REQUIRE(csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, NULL) == CSN_OK);
    REQUIRE(csn_payment_complete_challenge(payment, cres, length, NULL) == CSN_OK);
    REQUIRE(csn_payment_run(payment, -1, NULL) == CSN_SETTLED);
    REQUIRE(csn_payment_ending(payment) == CSN_ENDING_AUTHORISED);
    csn_payment_free(payment);
}

#endif
