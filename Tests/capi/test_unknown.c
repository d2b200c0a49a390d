/*
 * When nobody can tell whether money moved. Unknown is never failed, nothing is paid twice, later proof outranks an earlier no.
 * An amount of 990000 + n minor units chooses what goes wrong.
 */
#include "path.h"

static csn_error *error;
static script host;
static csn_engine *engine;
static csn_payment *payment;

static void begin_with(const char *config, int amount) {
    char json[256];
    script_init(&host);
    engine = flow_engine(config);
    CHECK_OK(script_set_all(&host, engine, &error));
    snprintf(json, sizeof json, "{\"amountMinor\": %d, \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"unknown-%d\"}", 990000 + amount, amount);
    payment = flow_payment(engine, PAN_PLAIN, json);
}

static void begin(int amount) { begin_with(NULL, amount); }

static void end(void) {
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(host.faults, 0);
    CHECK_INT(host.destroyed, 1);
    CHECK(host.counts[CSN_HOOK_ON_POST_AUTHORISATION] <= 1);
}

/* While it is not known, no hook has called it an end. */
static void check_waiting(int32_t state, const char *reason) {
    CHECK_INT(csn_payment_state(payment), state);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_NONE);
    CHECK_TEXT(flow_text(payment, "pending.reason"), reason);
    CHECK_INT(host.counts[CSN_HOOK_ON_PENDING], 1);
    CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 0);
    CHECK_INT(host.counts[CSN_HOOK_ON_SUBMIT_ERROR], 0);
    CHECK_INT(host.counts[CSN_HOOK_ON_CANCELLED], 0);
    CHECK_INT(host.counts[CSN_HOOK_ON_ERROR], 0);
}

/* Runs to the first wait: time does not pass by that. */
static void run_to_first_wait(void) { CHECK_INT(csn_payment_run(payment, 0, &error), CSN_WAITING); }

static void a_lost_reply_is_looked_up(void) {
    static const int amounts[] = {213, 214, 215, 222, 223, 224, 237};
    size_t i;
    for (i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        const int before = test_faults;
        begin(amounts[i]);
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_INT(host.counts[CSN_HOOK_ON_PENDING], 1);
        CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 1);
        CHECK_INT(transactions(engine), 1);
        if (test_faults > before) printf("  amount %d: %s\n", 990000 + amounts[i], host.log);
        end();
    }
}

/* In the meantime it is unknown, whatever the host asks. */
static void a_look_up_may_lag(void) {
    begin(216);
    run_to_first_wait();
    check_waiting(CSN_STATE_UNKNOWN, "reply_lost");
    CHECK_OK(csn_payment_cancel(payment, &error));
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(transactions(engine), 1);
    end();
}

/* Found nowhere, long after: a technical cancel makes sure that it never counts. Then it is safe to try again. */
static void what_never_arrived_is_cancelled(void) {
    begin(212);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
    CHECK_TEXT(flow_text(payment, "cancelled.by"), "technical_cancel");
    CHECK_INT(host.counts[CSN_HOOK_ON_CANCELLED], 1);
    CHECK_INT(host.counts[CSN_HOOK_ON_SUBMIT_ERROR], 0);
    end();
}

static void late_proof_outranks_an_earlier_no(void) {
    begin(240);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
    CHECK_INT(host.counts[CSN_HOOK_ON_RESULT_CHANGED], 0);
    CHECK_OK(csn_engine_advance_time(engine, 120000, &error));
    CHECK_OK(csn_payment_look_up(payment, &error));
    CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(host.counts[CSN_HOOK_ON_RESULT_CHANGED], 1);
    CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 0);
    CHECK_TEXT(flow_text(payment, "result.state"), "Authorised");
    /* Proof of what is known already changes nothing. */
    CHECK_OK(csn_payment_look_up(payment, &error));
    CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
    CHECK_INT(host.counts[CSN_HOOK_ON_RESULT_CHANGED], 1);
    end();
}

/* A reply that is not about this payment, or not about this money, is not believed; the look-up is. */
static void a_mismatching_reply_is_not_believed(void) {
    static const struct { int amount; int32_t state; const char *reason; } replies[] = {
        {230, CSN_STATE_UNKNOWN, "amount_mismatch"}, {232, CSN_STATE_UNKNOWN, "currency_mismatch"},
        {233, CSN_STATE_UNKNOWN, "reference_mismatch"}, {234, CSN_STATE_PENDING, "reference_missing"},
        {235, CSN_STATE_UNKNOWN, "amount_missing"}, {236, CSN_STATE_UNKNOWN, "state_unrecognised"},
    };
    size_t i;
    for (i = 0; i < sizeof replies / sizeof *replies; i++) {
        const int before = test_faults;
        begin(replies[i].amount);
        run_to_first_wait();
        check_waiting(replies[i].state, replies[i].reason);
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_INT(transactions(engine), 1);
        if (test_faults > before) printf("  amount %d: %s\n", 990000 + replies[i].amount, host.log);
        end();
    }
}

/* Nobody can tell: it stays unknown for as long as one likes to wait. */
static void what_nobody_can_tell_stays_unknown(void) {
    begin(231);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_WAITING);
    check_waiting(CSN_STATE_UNKNOWN, "amount_mismatch");
    CHECK_INT(csn_payment_error(payment, &error), CSN_E_NOT_FOUND);
    CHECK(error == NULL);
    end();
}

static void pending_is_told_once_and_decided_later(void) {
    static const struct { int amount; int32_t ending; } pendings[] = {{201, CSN_ENDING_AUTHORISED}, {202, CSN_ENDING_REFUSED}};
    size_t i;
    for (i = 0; i < 2; i++) {
        begin(pendings[i].amount);
        run_to_first_wait();
        check_waiting(CSN_STATE_PENDING, "pending_at_gateway");
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), pendings[i].ending);
        CHECK_INT(host.counts[CSN_HOOK_ON_PENDING], 1);
        end();
    }
}

/* A cancel once money may have moved changes nothing: the request's outcome is the payment's. */
static void cancelling_what_may_be_paid_changes_nothing(void) {
    begin(201);
    run_to_first_wait();
    CHECK_OK(csn_payment_cancel(payment, &error));
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_INT(host.counts[CSN_HOOK_ON_CANCELLED], 0);
    end();
}

/* No byte left: an error that may be tried again, and not unknown. */
static void what_was_not_sent_is_an_error(void) {
    static const int amounts[] = {210, 211};
    size_t i;
    for (i = 0; i < 2; i++) {
        begin(amounts[i]);
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_ERROR);
        CHECK_INT(csn_payment_error(payment, &error), CSN_OK);
        CHECK_INT(csn_error_when(error), CSN_WHEN_NOT_SENT);
        CHECK_INT(csn_error_status(error), CSN_E_DECLARED);
        csn_error_free(error);
        error = NULL;
        CHECK_INT(host.counts[CSN_HOOK_ON_PENDING], 0);
        CHECK_INT(transactions(engine), 0);
        end();
    }
}

/* Where the gateway ignores keys, a repetition would pay twice: there is none. */
static void nothing_is_paid_twice_without_idempotency(void) {
    static const int amounts[] = {213, 216, 222, 224, 237, 246};
    size_t i;
    for (i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        begin_with("{\"time\": \"virtual\", \"seed\": 3, \"sandbox\": {\"idempotency\": false, \"lookUpLag\": 3000}}",
                   amounts[i]);
        CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_INT(transactions(engine), 1);
        end();
    }
}

/* A merchant reference is unique: a second payment with it does not pay again, and one for another amount is refused. */
static void a_reference_is_paid_once(void) {
    csn_payment *again, *other;
    begin(1);
    csn_payment_free(payment);
    payment = flow_payment(engine, PAN_PLAIN, DATA("\"intent\": \"Authorisation\""));
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);

    other = flow_payment(engine, PAN_PLAIN, "{\"amount\": \"99\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
                         " \"merchantTransactionId\": \"o\"}");
    CHECK_INT(flow_run(engine, other, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(other), CSN_ENDING_ERROR);
    CHECK_TEXT(flow_error_code(other), "MERCHANT_TRANSACTION_ID_IN_USE");
    CHECK_INT(transactions(engine), 1);

    again = flow_payment(engine, PAN_PLAIN, DATA("\"intent\": \"Authorisation\""));
    flow_run(engine, again, SHOPPER_SILENT);
    CHECK_INT(transactions(engine), 1);
    csn_payment_free(again);
    csn_payment_free(other);
    end();
}

/* A part is approved: taken where the host opted in, reversed otherwise. */
static void a_partial_approval_is_taken_only_by_choice(void) {
    begin(10);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_FAILED);
    CHECK_TEXT(flow_text(payment, "result.errorCode"), "PARTIAL_APPROVAL_REVERSED");
    end();
    begin(10);
    CHECK_OK(csn_payment_set_bool(payment, "acceptPartialApproval", 1, &error));
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_TEXT(flow_text(payment, "result.amountMinor"), "495005");
    end();
}

static void what_never_left_cannot_be_looked_up(void) {
    begin(1);
    CHECK_INT(csn_payment_look_up(payment, &error), CSN_E_STATE);
    CHECK(strlen(csn_error_message(error)) > 10);
    csn_error_free(error);
    error = NULL;
    end();
}

static csn_reply *kept;

static void keep_credentials(script *self, csn_event *event, csn_reply *reply) {
    const int32_t hook = csn_event_hook(event);
    if (hook == CSN_HOOK_ON_GET_CREDENTIALS && self->answers[hook] == CSN_LATER) kept = reply;
}

/* The host asks just when the next look-up is due by itself, and answers for its keys later: the time that was up for the one
   is not taken for the other's, whose answer would then leave the payment without any. */
static void a_look_up_that_is_asked_for_overtakes_the_one_that_is_due(void) {
    int64_t now = 0, next = 0;
    begin(213);
    run_to_first_wait();
    host.also = keep_credentials;
    host.answers[CSN_HOOK_ON_GET_CREDENTIALS] = CSN_LATER;
    kept = NULL;
    csn_engine_now(engine, &now);
    csn_engine_next_deadline(engine, &next);
    REQUIRE(next > now);
    REQUIRE_OK(csn_engine_advance_time(engine, next - now, &error));
    REQUIRE_OK(csn_payment_look_up(payment, &error));
    while (csn_engine_dispatch(engine, 100, &error) > 0) continue;
    REQUIRE(kept != NULL);
    host.answers[CSN_HOOK_ON_GET_CREDENTIALS] = CSN_PROCEED;
    CHECK_OK(csn_reply_complete(kept, CSN_PROCEED, &error));
    csn_reply_free(kept);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    end();
}

int main(void) {
    TEST(a_lost_reply_is_looked_up);
    TEST(a_look_up_may_lag);
    TEST(what_never_arrived_is_cancelled);
    TEST(late_proof_outranks_an_earlier_no);
    TEST(a_mismatching_reply_is_not_believed);
    TEST(what_nobody_can_tell_stays_unknown);
    TEST(pending_is_told_once_and_decided_later);
    TEST(cancelling_what_may_be_paid_changes_nothing);
    TEST(what_was_not_sent_is_an_error);
    TEST(nothing_is_paid_twice_without_idempotency);
    TEST(a_reference_is_paid_once);
    TEST(a_partial_approval_is_taken_only_by_choice);
    TEST(what_never_left_cannot_be_looked_up);
    TEST(a_look_up_that_is_asked_for_overtakes_the_one_that_is_due);
    return test_end();
}
