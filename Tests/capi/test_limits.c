/*
 * The far ends of what a host can say: the end of time, a flood of calls, a reference that a second attempt needs, an amount of
 * nothing, a date beyond all calendars.
 */
#include "path.h"

static csn_error *error;

static void forget_error(void) {
    csn_error_free(error);
    error = NULL;
}

/* Nothing that is never due becomes due, however far time is moved. */
static void time_ends_without_a_hang(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    int64_t now = 0;
    CHECK_OK(csn_engine_advance_time(engine, INT64_MAX, &error));
    CHECK_OK(csn_engine_advance_time(engine, INT64_MAX, &error));
    CHECK_OK(csn_engine_now(engine, &now));
    CHECK_INT(now, 253402300799999LL);
    CHECK(csn_payment_run(payment, 0, &error) > 0);
    CHECK(csn_engine_dispatch(engine, 1000000, &error) >= 0);
    csn_payment_free(payment);
    csn_engine_free(engine);
    forget_error();
}

/* Cancelling is sticky: a hundred thousand times is once. */
static void cancelling_again_costs_nothing(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    int i;
    for (i = 0; i < 200000; i++) CHECK_OK(csn_payment_cancel(payment, &error));
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static void pay(csn_engine *engine, const char *pan, const char *reference, char code[64], int32_t *ending) {
    char json[256];
    csn_payment *payment;
    csn_error *reason = NULL;
    snprintf(json, sizeof json, "{\"amount\": \"12.34\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"%s\"}", reference);
    payment = flow_payment(engine, pan, json);
    code[0] = '\0';
    CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
    *ending = csn_payment_ending(payment);
    if (csn_payment_error(payment, &reason) == CSN_OK) snprintf(code, 64, "%s", csn_error_code(reason));
    csn_error_free(reason);
    csn_payment_free(payment);
}

/* A second attempt goes by the reference with -2, which is as taken: otherwise a look-up would find another payment. */
static void a_reference_takes_that_of_its_second_attempt(void) {
    static const char *const orders[2][2] = {{"order-1", "order-1-2"}, {"order-9-2", "order-9"}};
    int i;
    for (i = 0; i < 2; i++) {
        char code[64];
        int32_t ending = 0;
        csn_engine *engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"authentication\": {}}");
        pay(engine, PAN_PLAIN, orders[i][0], code, &ending);
        CHECK_INT(ending, CSN_ENDING_AUTHORISED);
        pay(engine, PAN_PLAIN, orders[i][1], code, &ending);
        CHECK_INT(ending, CSN_ENDING_ERROR);
        CHECK_TEXT(code, "MERCHANT_TRANSACTION_ID_IN_USE");
        CHECK_INT(booked(engine, "transactions"), 1);
        csn_engine_free(engine);
    }
}

static const char *answered_amount;
static csn_status set_status;

static void answer_amount(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (csn_event_hook(event) == CSN_HOOK_ON_PRE_AUTHORISATION) {
        set_status = csn_reply_set_string(reply, "amount", answered_amount, NULL);
    }
}

/* The authentication binds the greatest amount, and only a verification is for nothing: refused where it is said. */
static void onPreAuthorisation_cannot_pay_nothing_nor_more(void) {
    static const struct { const char *amount; csn_status status; int64_t paid; } cases[] = {
        {"0.00", CSN_E_FIELD, 1234}, {"12.35", CSN_E_FIELD, 1234}, {"-1.00", CSN_E_FIELD, 1234}, {"5.00", CSN_OK, 500}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        script host;
        int64_t paid = 0;
        csn_engine *engine = flow_engine(NULL);
        csn_payment *payment = flow_payment(engine, PAN_PLAIN, "{\"amount\": \"12.34\", \"currency\": \"EUR\", \"intent\":"
                                            " \"Authorisation\", \"merchantTransactionId\": \"order-1\"}");
        script_init(&host);
        host.also = answer_amount;
        answered_amount = cases[i].amount;
        CHECK_OK(csn_payment_set_hook(payment, "onPreAuthorisation", script_hook, &host, NULL, &error));
        CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
        CHECK_INT(set_status, cases[i].status);
        CHECK_OK(csn_payment_get_int(payment, "result.amountMinor", &paid));
        CHECK_INT(paid, cases[i].paid);
        csn_payment_free(payment);
        csn_engine_free(engine);
    }
}

static void a_date_beyond_the_calendar_is_refused(void) {
    static const int64_t dates[] = {INT64_MIN, -1, 253402300800000LL, INT64_MAX};
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    size_t i;
    for (i = 0; i < sizeof dates / sizeof *dates; i++) {
        CHECK_INT(csn_payment_set_int(payment, "merchantTransactionDate", dates[i], &error), CSN_E_FIELD);
        CHECK_TEXT(csn_error_field(error), "merchantTransactionDate");
        forget_error();
    }
    CHECK_OK(csn_payment_set_int(payment, "merchantTransactionDate", 253402300799999LL, &error));
    csn_payment_free(payment);
    csn_engine_free(engine);
}

int main(void) {
    TEST(time_ends_without_a_hang);
    TEST(cancelling_again_costs_nothing);
    TEST(a_reference_takes_that_of_its_second_attempt);
    TEST(onPreAuthorisation_cannot_pay_nothing_nor_more);
    TEST(a_date_beyond_the_calendar_is_refused);
    return test_end();
}
