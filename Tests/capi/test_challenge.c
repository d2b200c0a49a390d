/* The challenge: right and wrong codes, a shopper who leaves, a deadline that passes, a host that cancels, at each step. */
#include "path.h"

static csn_error *error;
static script host;
static csn_engine *engine;
static csn_payment *payment;

/* A payment that stands at its open challenge. `transaction` may be NULL. */
static int at_challenge(const char *pan, const char *transaction) {
    script_init(&host);
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, pan, transaction);
    return CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_ACTION_REQUIRED);
}

static void end(void) {
    csn_payment_free(payment);
    csn_engine_free(engine);
    CHECK_INT(host.faults, 0);
    CHECK_INT(host.destroyed, 1);
}

static void the_open_challenge_can_be_read(void) {
    int64_t deadline = 0, now = 0;
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_INT(csn_payment_state(payment), CSN_STATE_ACTION_REQUIRED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_NONE);
        CHECK(strncmp(flow_text(payment, "challenge.url"), "https://", 8) == 0);
        CHECK(strlen(flow_text(payment, "challenge.creq")) > 40);
        CHECK_TEXT(flow_text(payment, "challenge.windowSize"), "5");
        CHECK_INT(csn_payment_get_int(payment, "challenge.deadline", &deadline), CSN_OK);
        csn_engine_now(engine, &now);
        CHECK(deadline > now);
        CHECK_INT(csn_engine_next_deadline(engine, &now), CSN_OK);
        CHECK_INT(now, deadline);
        /* Asked again, it says the same, and nothing has happened. */
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_ACTION_REQUIRED);
        CHECK_INT(host.counts[CSN_HOOK_ON_PRESENT_CHALLENGE], 1);
    }
    end();
}

static void the_right_code_pays(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_TEXT(flow_text(payment, "authentication.transStatus"), "Y");
        CHECK_TEXT(flow_text(payment, "challenge.creq"), "");
        CHECK_INT(transactions(engine), 1);
    }
    end();
}

static void a_wrong_code_may_be_corrected(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        char creq[8192], cres[8192];
        size_t left = 0;
        csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
        CHECK_INT(csn_sandbox_acs_answer(engine, creq, "0000", cres, sizeof cres, &left, &error), CSN_TRY_AGAIN);
        CHECK_INT(left, 2);
        CHECK_INT(csn_sandbox_acs_answer(engine, creq, "12345", cres, sizeof cres, &left, &error), CSN_TRY_AGAIN);
        CHECK_INT(left, 1);
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    }
    end();
}

static void three_wrong_codes_fail(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_INT(flow_run(engine, payment, SHOPPER_WRONG), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_ERROR);
        CHECK_TEXT(flow_error_code(payment), "AUTHENTICATION_FAILED");
        CHECK_INT(host.counts[CSN_HOOK_ON_PRE_AUTHORISATION], 0);
        CHECK_INT(transactions(engine), 0);
    }
    end();
}

static void a_failed_challenge_pays_only_where_the_host_said_so(void) {
    if (at_challenge(PAN_CHALLENGE, DATA("\"intent\": \"Authorisation\", \"authentication\":"
                                         " {\"continueOnAuthenticationFailure\": true}"))) {
        CHECK_INT(flow_run(engine, payment, SHOPPER_WRONG), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_TEXT(flow_text(payment, "authentication.transStatus"), "N");
    }
    end();
}

static void a_shopper_may_cancel_at_the_page(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_INT(flow_run(engine, payment, SHOPPER_CANCELS), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
        CHECK_TEXT(flow_text(payment, "cancelled.by"), "shopper");
        CHECK_TEXT(flow_text(payment, "authentication.challengeCancelIndicator"), "01");
        CHECK_INT(transactions(engine), 0);
    }
    end();
}

/* What a browser brings proves nothing: with a forged answer the gateway is asked, and knows better. */
static void a_forged_answer_is_not_believed(void) {
    static const char forged[] = "eyJ0cmFuc1N0YXR1cyI6IlkifQ"; /* {"transStatus":"Y"} */
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_OK(csn_payment_complete_challenge(payment, forged, sizeof forged - 1, &error));
        /* The challenge is still open there, and goes on. */
        CHECK_INT(csn_payment_run(payment, 60000, &error), CSN_ACTION_REQUIRED);
        CHECK_INT(host.counts[CSN_HOOK_ON_PRE_AUTHORISATION], 0);
        CHECK_INT(host.counts[CSN_HOOK_ON_PRESENT_CHALLENGE], 1);
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    }
    end();
}

/* A closed window is not a failure: the challenge goes on to its deadline, and an answer may still come. */
static void a_closed_window_waits(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_OK(csn_payment_close_challenge(payment, &error));
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_ACTION_REQUIRED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_NONE);
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    }
    end();
}

/* Where the shopper had answered before closing, the gateway knows it. */
static void a_window_closed_after_the_code_is_paid(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        char creq[8192], cres[8192];
        size_t length = 0;
        csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
        CHECK_OK(csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, &error));
        CHECK_OK(csn_payment_close_challenge(payment, &error));
        CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    }
    end();
}

#define TEN_MINUTES ((int64_t)600000)
#define TEN_MINUTES_DATA DATA("\"intent\": \"Authorisation\", \"authentication\": {\"challengeTimeout\": 600}")

/* The deadline ends it; one millisecond before it, it is open. */
static void ten_minutes_pass_in_virtual_time(void) {
    int64_t begun = 0, deadline = 0;
    script_init(&host);
    engine = flow_engine(NULL);
    host.replies[CSN_HOOK_ON_PRE_AUTHENTICATION] = "{\"timeout\": 600}";
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, "4111110000000229", TEN_MINUTES_DATA);
    csn_engine_now(engine, &begun);
    if (CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_ACTION_REQUIRED)) {
        CHECK_INT(csn_payment_get_int(payment, "challenge.deadline", &deadline), CSN_OK);
        CHECK_INT(deadline, begun + TEN_MINUTES);
        CHECK_OK(csn_engine_advance_time(engine, TEN_MINUTES - 1, &error));
        CHECK_INT(csn_payment_run(payment, 0, &error), CSN_ACTION_REQUIRED);
        CHECK_OK(csn_engine_advance_time(engine, 1, &error));
        CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_ERROR);
        CHECK_TEXT(flow_error_code(payment), "CHALLENGE_TIMEOUT");
        CHECK_INT(host.counts[CSN_HOOK_ON_SUBMIT_ERROR], 1);
        CHECK_INT(transactions(engine), 0);
    }
    end();
}

/* The shopper had answered and the answer was lost on the way: the read-back at the deadline finds it, and pays. */
static void the_deadline_reads_back_first(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        char creq[8192], cres[8192];
        size_t length = 0;
        csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
        CHECK_OK(csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, &error));
        CHECK_OK(csn_engine_advance_time(engine, TEN_MINUTES, &error));
        CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    }
    end();
}

static void an_answer_after_the_end_is_refused(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_complete_challenge(payment, "x", 1, &error), CSN_E_STATE);
        CHECK(strlen(csn_error_message(error)) > 10);
        csn_error_free(error);
        CHECK_INT(csn_payment_close_challenge(payment, &error), CSN_E_STATE);
        csn_error_free(error);
        error = NULL;
    }
    end();
}

static void no_challenge_no_answer(void) {
    char cres[1024];
    size_t length = 0;
    script_init(&host);
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_complete_challenge(payment, "x", 1, &error), CSN_E_STATE);
    csn_error_free(error);
    CHECK_INT(csn_sandbox_acs_answer(engine, "bm9uZQ", "1234", cres, sizeof cres, &length, &error), CSN_E_NOT_FOUND);
    csn_error_free(error);
    CHECK_INT(csn_sandbox_acs_cancel(engine, "%%%", cres, sizeof cres, &length, &error), CSN_E_NOT_FOUND);
    csn_error_free(error);
    error = NULL;
    end();
}

static void a_small_buffer_says_what_it_needs(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        char creq[8192], cres[8192];
        size_t needed = 0, length = 0;
        csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
        CHECK_INT(csn_sandbox_acs_answer(engine, creq, "1234", cres, 4, &needed, &error), CSN_E_BUFFER);
        csn_error_free(error);
        error = NULL;
        CHECK(needed > 4 && needed < sizeof cres);
        /* Nothing was answered by that: the shopper can still type the code. */
        CHECK_OK(csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, &error));
        CHECK(length <= needed);
    }
    end();
}

/* ---- The host cancels ---- */

/* Cancels the payment inside the hook whose number `context` points to. */
static void cancel_inside(script *self, csn_event *event, csn_reply *reply) {
    (void)reply;
    if (csn_event_hook(event) == *(const int32_t *)self->context) {
        CHECK_INT(csn_payment_cancel(csn_event_payment(event), NULL), CSN_OK);
    }
}

/* At each hook before the money request: cancelled by the host, and nothing moved. After it, its outcome decides. */
static void the_host_cancels_at_each_step(void) {
    int32_t hook;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        const int is_after = hook == CSN_HOOK_ON_POST_AUTHORISATION || hook == CSN_HOOK_ON_SUCCESS;
        const int before = test_faults;
        script_init(&host);
        host.also = cancel_inside;
        host.context = &hook;
        engine = flow_engine(NULL);
        CHECK_OK(script_set_all(&host, engine, &error));
        payment = flow_payment(engine, PAN_CHALLENGE, DROP_IN_DATA);
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        if (host.counts[hook] > 0) {
            CHECK_INT(csn_payment_ending(payment), is_after ? CSN_ENDING_AUTHORISED : CSN_ENDING_CANCELLED);
            CHECK_INT(transactions(engine), is_after ? 1 : 0);
            CHECK_INT(host.counts[CSN_HOOK_ON_CANCELLED], is_after ? 0 : 1);
            if (!is_after) CHECK_TEXT(flow_text(payment, "cancelled.by"), "host");
        }
        if (test_faults > before) printf("  cancelled in %s: %s\n", csn_hook_name(hook), host.log);
        end();
    }
}

static void the_host_cancels_before_the_start(void) {
    script_init(&host);
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_cancel(payment, &error));
    CHECK_OK(csn_payment_cancel(payment, &error));
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
    CHECK_TEXT(host.log, "onCancelled");
    CHECK_INT(transactions(engine), 0);
    end();
}

static void the_host_cancels_an_open_challenge(void) {
    if (at_challenge(PAN_CHALLENGE, NULL)) {
        CHECK_OK(csn_payment_cancel(payment, &error));
        CHECK_INT(csn_payment_run(payment, FLOW_HOUR, &error), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_CANCELLED);
        CHECK_TEXT(flow_text(payment, "cancelled.by"), "host");
        CHECK_TEXT(flow_text(payment, "cancelled.step"), "challenge");
        CHECK_INT(transactions(engine), 0);
    }
    end();
}

int main(void) {
    TEST(the_open_challenge_can_be_read);
    TEST(the_right_code_pays);
    TEST(a_wrong_code_may_be_corrected);
    TEST(three_wrong_codes_fail);
    TEST(a_failed_challenge_pays_only_where_the_host_said_so);
    TEST(a_shopper_may_cancel_at_the_page);
    TEST(a_forged_answer_is_not_believed);
    TEST(a_closed_window_waits);
    TEST(a_window_closed_after_the_code_is_paid);
    TEST(ten_minutes_pass_in_virtual_time);
    TEST(the_deadline_reads_back_first);
    TEST(an_answer_after_the_end_is_refused);
    TEST(no_challenge_no_answer);
    TEST(a_small_buffer_says_what_it_needs);
    TEST(the_host_cancels_at_each_step);
    TEST(the_host_cancels_before_the_start);
    TEST(the_host_cancels_an_open_challenge);
    return test_end();
}
