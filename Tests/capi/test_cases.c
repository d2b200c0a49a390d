/*
 * Every case that the sandbox lists, run as its row says, with all hooks set: ending, error, reason to wait, and the sandbox's
 * books beside the payment's own amounts.
 */
#include "path.h"

static csn_error *error;

/* What a row's "shopper" does at the issuer's page. */
static flow_shopper shopper_of(const char *text) {
    if (strcmp(text, "enters 1234") == 0) return SHOPPER_RIGHT;
    if (strcmp(text, "enters a wrong code three times") == 0) return SHOPPER_WRONG;
    if (strcmp(text, "enters a wrong code, then 1234") == 0) return SHOPPER_WRONG_THEN_RIGHT;
    if (strcmp(text, "cancels") == 0) return SHOPPER_CANCELS;
    return SHOPPER_SILENT;
}

static int32_t ending_of(const char *text) {
    static const char *const names[] = {"", "Authorised", "Captured", "Refused", "Failed", "Error", "Cancelled"};
    int32_t i;
    for (i = 1; i <= CSN_ENDING_CANCELLED; i++) {
        if (strcmp(text, names[i]) == 0) return i;
    }
    return CSN_ENDING_NONE;
}

/* The hook that ends a flow, which is called once and no other of them. */
static int32_t last_hook_of(int32_t ending) {
    switch (ending) {
        case CSN_ENDING_NONE: return -1;
        case CSN_ENDING_ERROR: return CSN_HOOK_ON_SUBMIT_ERROR;
        case CSN_ENDING_CANCELLED: return CSN_HOOK_ON_CANCELLED;
        default: return CSN_HOOK_ON_POST_AUTHORISATION;
    }
}

static void check_last_hook(const script *host, int32_t ending) {
    static const int32_t last[] = {CSN_HOOK_ON_POST_AUTHORISATION, CSN_HOOK_ON_SUBMIT_ERROR, CSN_HOOK_ON_CANCELLED};
    size_t i;
    for (i = 0; i < 3; i++) CHECK_INT(host->counts[last[i]], last[i] == last_hook_of(ending));
    CHECK_INT(host->faults, 0);
}

/* Runs one row; the silent shopper's challenge is left to its deadline. */
static void run_case(const char *row) {
    char pan[32], shopper[80], wanted[64], json[256];
    script host;
    csn_payment *payment;
    csn_engine *engine = flow_engine(NULL);
    int32_t ending;
    csn_status status;
    int64_t paid = 0, moved;

    json_text(row, "pan", pan, sizeof pan);
    json_text(row, "shopper", shopper, sizeof shopper);
    script_init(&host);
    if (strstr(shopper, "3DS Method") != NULL) host.answers[CSN_HOOK_ON_PRESENT_FINGERPRINT] = CSN_LATER;
    CHECK_OK(script_set_all(&host, engine, &error));
    snprintf(json, sizeof json, "{\"amountMinor\": %d, \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"case\"}", (int)json_int(row, "amountMinor", 1234));
    payment = flow_payment(engine, pan, json);
    status = flow_run(engine, payment, shopper_of(shopper));
    if (status == CSN_ACTION_REQUIRED) {
        CHECK_OK(csn_engine_advance_time(engine, FLOW_HOUR, &error));
        status = flow_run(engine, payment, SHOPPER_SILENT);
    }

    json_text(row, "ending", wanted, sizeof wanted);
    ending = ending_of(wanted);
    CHECK_INT(csn_payment_ending(payment), ending);
    if (ending != CSN_ENDING_NONE) CHECK_INT(status, CSN_SETTLED);
    check_last_hook(&host, ending);

    json_text(row, "error", wanted, sizeof wanted);
    if (ending == CSN_ENDING_ERROR) CHECK_TEXT(flow_error_code(payment), wanted);
    if (ending == CSN_ENDING_FAILED && *wanted != '\0') CHECK_TEXT(flow_text(payment, "result.errorCode"), wanted);
    /* The issuer's code is the answer's; of a soft decline or a pending one, the first answer's. */
    json_text(row, "providerCode", wanted, sizeof wanted);
    if (ending == CSN_ENDING_REFUSED && host.counts[CSN_HOOK_ON_PENDING] == 0) {
        CHECK_TEXT(flow_text(payment, "result.provider.code"), wanted);
    }
    json_text(row, "waiting", wanted, sizeof wanted);
    if (ending == CSN_ENDING_NONE) {
        CHECK_TEXT(flow_text(payment, "pending.reason"), wanted);
        CHECK_INT(host.counts[CSN_HOOK_ON_PENDING] >= 1, 1);
    }

    /* What the payment says of its money is what the gateway has in its books. */
    moved = booked(engine, "authorised") - booked(engine, "reversed");
    if (csn_payment_get_int(payment, "ledger.authorised", &paid) != CSN_OK) paid = 0;
    if (ending != CSN_ENDING_NONE) CHECK_INT(moved, paid);
    if (ending == CSN_ENDING_AUTHORISED) {
        CHECK(paid > 0);
        CHECK_INT(transactions(engine), 1);
        CHECK_TEXT(flow_text(payment, "result.state"), "Authorised");
    }
    CHECK(transactions(engine) <= 1);
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* The row of the table that the test with its name runs. */
static const char *current;

static void run_current(void) { run_case(current); }

static void the_table_is_whole(void) {
    static const char *const members[] = {"id", "summary", "pan", "brand", "threeDSecure", "providerCode", "stateCode"};
    const char *cases = json_blank(csn_sandbox_cases_json()), *row = NULL;
    int rows = 0;
    while (json_next(cases, &row)) {
        size_t i;
        int32_t brand = 0, check = -1;
        char text[256];
        for (i = 0; i < sizeof members / sizeof *members; i++) CHECK(strlen(json_text(row, members[i], text, sizeof text)) > 0);
        json_text(row, "pan", text, sizeof text);
        CHECK_INT(csn_card_check(text, strlen(text), &brand, &check), CSN_OK);
        CHECK_INT(check, CSN_CHECK_VALID);
        CHECK_TEXT(csn_brand_id(brand), json_text(row, "brand", text, sizeof text));
        rows++;
    }
    CHECK(rows >= 150);
}

int main(void) {
    const char *cases = json_blank(csn_sandbox_cases_json());
    TEST(the_table_is_whole);
    current = NULL;
    while (json_next(cases, &current)) {
        char id[64];
        test_run(json_text(current, "id", id, sizeof id), run_current);
    }
    return test_end();
}
