/* What the answers of hooks mean: none, no decision, and not being set at all. */
#include "path.h"

static csn_error *error;

/* ---- What "none" means ---- */

static path walk_with(int32_t hook, int32_t answer, const char *json) {
    path self;
    script_init(&self.host);
    self.host.answers[hook] = answer;
    run_path(&self, PAN_FRICTIONLESS, json, SHOPPER_SILENT);
    return self;
}

static void none_before_tokenisation_aborts(void) {
    path walked = walk_with(CSN_HOOK_ON_PRE_TOKENISATION, CSN_NONE, NULL);
    CHECK_TEXT(walked.host.log, START "onPreTokenisation onCancelled");
    CHECK_INT(walked.ending, CSN_ENDING_CANCELLED);
    CHECK_INT(walked.sent, 0);
}

static void none_before_initiation_pays_without_3ds(void) {
    path walked = walk_with(CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION, CSN_NONE, NULL);
    CHECK_TEXT(walked.host.log, START TOKENISE "onPreInitiateAuthentication " ASK_AUTHORISE RESULT);
    CHECK_INT(walked.ending, CSN_ENDING_AUTHORISED);
    CHECK_INT(walked.sent, 1);
}

static void none_before_authentication_aborts(void) {
    path walked = walk_with(CSN_HOOK_ON_PRE_AUTHENTICATION, CSN_NONE, NULL);
    CHECK_TEXT(walked.host.log, START TOKENISE INITIATE FINGERPRINT "onPreAuthentication onCancelled");
    CHECK_INT(walked.ending, CSN_ENDING_CANCELLED);
    CHECK_INT(walked.sent, 0);
}

static void none_before_authorisation_cancels(void) {
    path walked = walk_with(CSN_HOOK_ON_PRE_AUTHORISATION, CSN_NONE, NULL);
    CHECK_TEXT(walked.host.log,
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED "onPreAuthorisation onCancelled");
    CHECK_INT(walked.ending, CSN_ENDING_CANCELLED);
    CHECK_INT(walked.sent, 0);
}

static void none_of_the_others(void) {
    path credentials = walk_with(CSN_HOOK_ON_GET_CREDENTIALS, CSN_NONE, NULL);
    CHECK_INT(credentials.ending, CSN_ENDING_ERROR);
    CHECK_TEXT(credentials.error_code, "SESSION_MISSING");
    CHECK_INT(walk_with(CSN_HOOK_ON_GET_SHOPPER, CSN_NONE, NULL).ending, CSN_ENDING_AUTHORISED);
    CHECK_INT(walk_with(CSN_HOOK_MERCHANT_TRANSACTION_DATE, CSN_NONE, NULL).ending, CSN_ENDING_AUTHORISED);
    CHECK_INT(walk_with(CSN_HOOK_ON_PRESENT_FINGERPRINT, CSN_NONE, NULL).ending, CSN_ENDING_AUTHORISED);
    CHECK_INT(walk_with(CSN_HOOK_ON_GET_CONSENT, CSN_NONE,
                        DROP_IN_DATA).ending,
              CSN_ENDING_AUTHORISED);
}

/* "None" at the second attempt's onPreInitiateAuthentication ends with the first refusal. */
static void declining_the_step_up(script *self, csn_event *event, csn_reply *reply) {
    int64_t attempt = 0;
    (void)reply;
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION) return;
    CHECK_INT(csn_event_int(event, "payment.attempt", &attempt), CSN_OK);
    self->answers[CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION] = attempt == 2 ? CSN_NONE : CSN_PROCEED;
}

static void none_at_the_step_up_keeps_the_refusal(void) {
    path self;
    script_init(&self.host);
    self.host.also = declining_the_step_up;
    run_path(&self, PAN_SOFT_DECLINE, NULL, SHOPPER_RIGHT);
    CHECK_TEXT(self.host.log, START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE
               "onPreInitiateAuthentication " RESULT);
    CHECK_INT(self.ending, CSN_ENDING_REFUSED);
    CHECK_INT(self.sent, 0);
}

/* ---- What no decision means ---- */

/* 0, fail, a number that is none, a late answer that never comes: each ends the payment before money moves, and names the hook.
   Only the fingerprint goes on, not completed. */
static void no_decision_is_never_a_yes(void) {
    static const int32_t answers[] = {0, CSN_FAIL, 5, -1, INT32_MAX, INT32_MIN, CSN_LATER};
    int32_t hook;
    size_t i;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        if (!script_is_asked(hook)) continue;
        for (i = 0; i < sizeof answers / sizeof *answers; i++) {
            const path walked = walk_with(hook, answers[i], DROP_IN_DATA);
            const int before = test_faults;
            CHECK_INT(walked.host.counts[hook] > 0, 1);
            if (hook == CSN_HOOK_ON_PRESENT_FINGERPRINT) {
                CHECK_INT(walked.ending, CSN_ENDING_AUTHORISED);
            } else {
                CHECK_INT(walked.ending, CSN_ENDING_ERROR);
                CHECK_TEXT(walked.error_code, "HOOK_FAILED");
                CHECK_TEXT(walked.error_field, csn_hook_name(hook));
                CHECK_INT(walked.sent, 0);
                CHECK_INT(walked.host.counts[CSN_HOOK_ON_SUBMIT_ERROR], 1);
                CHECK_INT(walked.host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 0);
            }
            if (test_faults > before) printf("  %s answers %d\n", csn_hook_name(hook), (int)answers[i]);
        }
    }
}

/* What a told hook returns is not looked at. */
static void a_told_hook_decides_nothing(void) {
    static const int32_t answers[] = {0, CSN_NONE, CSN_LATER, CSN_FAIL, -7};
    size_t i;
    for (i = 0; i < sizeof answers / sizeof *answers; i++) {
        int32_t hook;
        path self;
        script_init(&self.host);
        for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
            if (!script_is_asked(hook)) self.host.answers[hook] = answers[i];
        }
        run_path(&self, PAN_FRICTIONLESS, NULL, SHOPPER_SILENT);
        CHECK_INT(self.ending, CSN_ENDING_AUTHORISED);
    }
}

/* ---- Unset ---- */

/* Any one hook left out, but for the two that belong together: the payment goes on, and the others are called as before. */
static void each_hook_may_be_unset(void) {
    int32_t left_out;
    for (left_out = 0; left_out < CSN_HOOK_COUNT; left_out++) {
        script host;
        csn_engine *engine;
        csn_payment *payment;
        char expected[1024] =
            START TOKENISE INITIATE FINGERPRINT AUTHENTICATE CHALLENGE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT;
        char kept[1024] = "";
        char *word;
        if (left_out == CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION || left_out == CSN_HOOK_ON_PRE_AUTHENTICATION) continue;
        for (word = strtok(expected, " "); word != NULL; word = strtok(NULL, " ")) {
            if (strcmp(word, csn_hook_name(left_out)) == 0) continue;
            snprintf(kept + strlen(kept), sizeof kept - strlen(kept), "%s%s", *kept != '\0' ? " " : "", word);
        }
        engine = flow_engine(NULL);
        script_init(&host);
        CHECK_OK(script_set_all(&host, engine, &error));
        CHECK_OK(csn_engine_set_hook(engine, csn_hook_name(left_out), NULL, NULL, NULL, &error));
        payment = flow_payment(engine, PAN_CHALLENGE, NULL);
        CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
        CHECK_TEXT(host.log, kept);
        csn_payment_free(payment);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);
    }
}

/* No hook at all: no 3-D Secure, unless the configuration has it. */
static void a_payment_needs_no_hooks(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = flow_payment(engine, PAN_CHALLENGE, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK_TEXT(flow_text(payment, "authentication.state"), "");
    csn_payment_free(payment);
    csn_engine_free(engine);

    engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"authentication\": {}}");
    payment = flow_payment(engine, PAN_CHALLENGE, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_ACTION_REQUIRED);
    CHECK_INT(csn_payment_state(payment), CSN_STATE_ACTION_REQUIRED);
    CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

/* One of the two 3DS hooks without the other is refused when the payment is made, not later. */
static void the_3ds_hooks_come_together(void) {
    static const char *const alone[] = {HOOK_INITIATE, HOOK_AUTHENTICATE};
    size_t i;
    for (i = 0; i < 2; i++) {
        script host;
        csn_payment *payment = NULL;
        csn_engine *engine = flow_engine(NULL);
        csn_hooks hooks = CSN_HOOKS_INIT;
        script_init(&host);
        CHECK_OK(script_set(&host, engine, alone[i], &error));
        CHECK(csn_payment_new(engine, AUTHORISE_DATA, &payment, &error) < 0);
        CHECK_TEXT(csn_error_code(error), "THREEDS_CALLBACKS_MISMATCHED");
        CHECK(strstr(csn_error_message(error), alone[1 - i]) != NULL);
        CHECK(payment == NULL);
        csn_error_free(error);
        csn_engine_free(engine);
        CHECK_INT(host.destroyed, 1);

        engine = flow_engine(NULL);
        script_init(&host);
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        hooks.user_data = &host;
        hooks.destroy = script_destroy;
        *(i == 0 ? &hooks.on_pre_initiate_authentication : &hooks.on_pre_authentication) = script_hook;
        CHECK(csn_payment_set_hooks(payment, &hooks, &error) < 0);
        CHECK_TEXT(csn_error_code(error), "THREEDS_CALLBACKS_MISMATCHED");
        csn_error_free(error);
        error = NULL;
        CHECK_INT(host.destroyed, 1);
        csn_payment_free(payment);
        csn_engine_free(engine);
    }
}

int main(void) {
    TEST(none_before_tokenisation_aborts);
    TEST(none_before_initiation_pays_without_3ds);
    TEST(none_before_authentication_aborts);
    TEST(none_before_authorisation_cancels);
    TEST(none_of_the_others);
    TEST(none_at_the_step_up_keeps_the_refusal);
    TEST(no_decision_is_never_a_yes);
    TEST(a_told_hook_decides_nothing);
    TEST(each_hook_may_be_unset);
    TEST(a_payment_needs_no_hooks);
    TEST(the_3ds_hooks_come_together);
    return test_end();
}
