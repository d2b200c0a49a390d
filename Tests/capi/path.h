/*
 * path.h: one payment with all hooks set, from start to end, and the order in which they were called. Valid C99 and C++11.
 */
#ifndef CSN_TEST_PATH_H
#define CSN_TEST_PATH_H

#include "flow.h"
#include "json.h"

/* The sandbox asks for credentials before each request, for the shopper before tokenisation and authorisation, and for the date
   before the latter. */
#define START "onStartSubmit "
#define TOKENISE "onPreTokenisation onGetShopper onGetCredentials onPostTokenisation "
#define INITIATE "onPreInitiateAuthentication onGetCredentials onPostInitiateAuthentication "
#define FINGERPRINT "onPresentFingerprint "
#define AUTHENTICATE "onPreAuthentication onGetCredentials "
#define CHALLENGE "onPresentChallenge "
#define READ_BACK "onGetCredentials "
#define AUTHENTICATED "onPostAuthentication "
#define ASK_AUTHORISE "onPreAuthorisation merchantTransactionDate onGetShopper onGetCredentials "
#define RESULT "onPostAuthorisation"

/* A payment with all hooks set, run to where it gets. */
typedef struct path {
    script host;
    int32_t ending, state;
    char error_code[64], error_field[64];
    int64_t sent; /* transactions that moved money, in the sandbox's books */
} path;

/* The sum of a member over the totals of the sandbox's books, all currencies together. */
TEST_MAYBE_UNUSED
static int64_t booked(csn_engine *engine, const char *member) {
    char *books = NULL;
    int64_t sum = 0;
    const char *totals, *at = NULL;
    csn_error *error = NULL;
    if (!CHECK_OK(csn_sandbox_books_json_copy(engine, &books, &error))) return -1;
    totals = json_at(books, "totals");
    CHECK(totals != NULL);
    while (json_next(totals, &at)) sum += json_int(at, member, -1000000);
    csn_free(books);
    return sum;
}

/* How many transactions moved money there. */
TEST_MAYBE_UNUSED
static int64_t transactions(csn_engine *engine) { return booked(engine, "transactions"); }

TEST_MAYBE_UNUSED
static void run_path(path *self, const char *pan, const char *json, flow_shopper shopper) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    csn_error *error = NULL;
    CHECK_OK(script_set_all(&self->host, engine, &error));
    payment = flow_payment(engine, pan, json);
    flow_run(engine, payment, shopper);
    self->ending = csn_payment_ending(payment);
    self->state = csn_payment_state(payment);
    snprintf(self->error_code, sizeof self->error_code, "%s", flow_error_code(payment));
    snprintf(self->error_field, sizeof self->error_field, "%s", flow_text(payment, "error.field"));
    self->sent = transactions(engine);
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(self->host.faults, 0);
    CHECK_INT(self->host.destroyed, 1);
}

/* The same with a host that says yes. */
TEST_MAYBE_UNUSED
static path walk(const char *pan, const char *json, flow_shopper shopper) {
    path self;
    script_init(&self.host);
    run_path(&self, pan, json, shopper);
    return self;
}

#define CHECK_PATH(walk, log_, ending_) do { \
    const path walked = walk; \
    CHECK_TEXT(walked.host.log, log_); \
    CHECK_INT(walked.ending, ending_); \
} while (0)

#define DATA(rest) "{\"amount\": \"12.34\", \"currency\": \"EUR\", \"merchantTransactionId\": \"o\", " rest "}"
#define AUTHORISE_DATA DATA("\"intent\": \"Authorisation\"")
#define DROP_IN_DATA DATA("\"intent\": \"Authorisation\", \"flow\": \"dropIn\", \"shopper\": {\"id\": \"s-1\"}")

#endif
