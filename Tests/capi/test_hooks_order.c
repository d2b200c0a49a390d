/* Which hooks are called, in which order: every path is compared as a whole. And whose hooks they are. */
#include "path.h"

static csn_error *error;

static void without_enrolment_there_is_no_authentication(void) {
    CHECK_PATH(walk(PAN_PLAIN, NULL, SHOPPER_SILENT), START TOKENISE INITIATE ASK_AUTHORISE RESULT, CSN_ENDING_AUTHORISED);
}

static void a_frictionless_payment_asks_no_shopper(void) {
    CHECK_PATH(walk(PAN_FRICTIONLESS, NULL, SHOPPER_SILENT),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT,
               CSN_ENDING_AUTHORISED);
}

static void an_issuer_without_a_method_skips_the_fingerprint(void) {
    CHECK_PATH(walk("4111110000000336", NULL, SHOPPER_SILENT),
               START TOKENISE INITIATE AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT, CSN_ENDING_AUTHORISED);
}

static void a_challenge_is_read_back(void) {
    CHECK_PATH(walk(PAN_CHALLENGE, NULL, SHOPPER_RIGHT),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE CHALLENGE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT,
               CSN_ENDING_AUTHORISED);
}

static void a_failed_challenge_ends_with_an_error(void) {
    CHECK_PATH(walk(PAN_CHALLENGE, NULL, SHOPPER_WRONG),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE CHALLENGE READ_BACK AUTHENTICATED "onSubmitError",
               CSN_ENDING_ERROR);
}

static void a_shopper_who_cancels_ends_it_cancelled(void) {
    CHECK_PATH(walk(PAN_CHALLENGE, NULL, SHOPPER_CANCELS),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE CHALLENGE READ_BACK AUTHENTICATED "onCancelled",
               CSN_ENDING_CANCELLED);
}

static void a_rejection_is_a_hard_stop(void) {
    path walked = walk(PAN_REJECTED, NULL, SHOPPER_SILENT);
    CHECK_TEXT(walked.host.log,
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED "onSubmitError");
    CHECK_TEXT(walked.error_code, "AUTHENTICATION_REJECTED");
    CHECK_INT(walked.sent, 0);
}

/* The host hears only of the second attempt's end; onStartSubmit and tokenisation do not repeat. */
static void a_soft_decline_steps_up_once(void) {
    CHECK_PATH(walk(PAN_SOFT_DECLINE, NULL, SHOPPER_RIGHT),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE
               INITIATE FINGERPRINT AUTHENTICATE CHALLENGE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT, CSN_ENDING_AUTHORISED);
}

/* Told once that it waits; each poll asks for credentials. */
static void a_decoupled_authentication_waits(void) {
    path walked = walk("4111110000000369", NULL, SHOPPER_SILENT);
    CHECK(strncmp(walked.host.log, START TOKENISE INITIATE FINGERPRINT AUTHENTICATE "onPending ",
                  strlen(START TOKENISE INITIATE FINGERPRINT AUTHENTICATE "onPending ")) == 0);
    CHECK_INT(walked.host.counts[CSN_HOOK_ON_PENDING], 1);
    CHECK_INT(walked.host.counts[CSN_HOOK_ON_PRESENT_CHALLENGE], 0);
    CHECK_INT(walked.ending, CSN_ENDING_AUTHORISED);
}

static void payout_moto_and_merchant_initiated_never_authenticate(void) {
    static const char *const plain = START TOKENISE ASK_AUTHORISE RESULT;
    CHECK_PATH(walk(PAN_CHALLENGE, DATA("\"intent\": \"Payout\""), SHOPPER_SILENT), plain, CSN_ENDING_AUTHORISED);
    CHECK_PATH(walk(PAN_CHALLENGE, DATA("\"intent\": \"Authorisation\", \"entryType\": \"Moto\""), SHOPPER_SILENT), plain,
               CSN_ENDING_AUTHORISED);
    CHECK_PATH(walk(PAN_CHALLENGE, DATA("\"intent\": \"Authorisation\", \"initiator\": \"Merchant\","
                                        " \"networkTransactionId\": \"MCC123456789012\""), SHOPPER_SILENT),
               plain, CSN_ENDING_AUTHORISED);
}

static void an_exemption_in_the_data_skips_authentication(void) {
    CHECK_PATH(walk(PAN_CHALLENGE, DATA("\"intent\": \"Authorisation\", \"psd2Data\": {\"scaExemption\": \"LowValue\"}"),
                    SHOPPER_SILENT),
               START TOKENISE ASK_AUTHORISE RESULT, CSN_ENDING_AUTHORISED);
}

static void a_purchase_is_one_request(void) {
    path walked = walk(PAN_FRICTIONLESS, DATA("\"intent\": \"Purchase\""), SHOPPER_SILENT);
    CHECK_TEXT(walked.host.log, START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT);
    CHECK_INT(walked.ending, CSN_ENDING_CAPTURED);
    CHECK_INT(walked.sent, 1);
}

/* Drop-in asks for consent where there is a shopper to keep the card for, and tells success or error last. */
static void drop_in_asks_for_consent_and_tells_success(void) {
    CHECK_PATH(walk(PAN_PLAIN, DROP_IN_DATA,
                    SHOPPER_SILENT),
               START "onGetConsent " TOKENISE INITIATE ASK_AUTHORISE RESULT " onSuccess", CSN_ENDING_AUTHORISED);
    CHECK_PATH(walk(PAN_PLAIN, DATA("\"intent\": \"Authorisation\", \"flow\": \"dropIn\""), SHOPPER_SILENT),
               START TOKENISE INITIATE ASK_AUTHORISE RESULT " onSuccess", CSN_ENDING_AUTHORISED);
    CHECK_PATH(walk("4111110000000518", DATA("\"intent\": \"Authorisation\", \"flow\": \"dropIn\""), SHOPPER_SILENT),
               START TOKENISE INITIATE ASK_AUTHORISE RESULT " onError", CSN_ENDING_REFUSED);
    CHECK_PATH(walk(PAN_REJECTED, DATA("\"intent\": \"Authorisation\", \"flow\": \"dropIn\""), SHOPPER_SILENT),
               START TOKENISE INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED "onSubmitError onError",
               CSN_ENDING_ERROR);
}

/* Tokenised in one payment, the card is paid with in the next without a number. */
static void a_saved_card_is_not_tokenised(void) {
    script host;
    char json[512];
    csn_engine *engine = flow_engine(NULL);
    csn_payment *first, *second;
    script_init(&host);
    CHECK_OK(script_set_all(&host, engine, &error));
    first = flow_payment(engine, PAN_FRICTIONLESS, NULL);
    CHECK_INT(flow_run(engine, first, SHOPPER_SILENT), CSN_SETTLED);
    snprintf(json, sizeof json,
             DATA("\"intent\": \"Authorisation\", \"card\": {\"gatewayTokenId\": \"%s\", \"brand\": \"visa\"}"),
             flow_text(first, "token.gatewayTokenId"));
    host.log[0] = '\0';
    second = flow_payment(engine, NULL, json);
    CHECK_INT(flow_run(engine, second, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_TEXT(host.log, START INITIATE FINGERPRINT AUTHENTICATE READ_BACK AUTHENTICATED ASK_AUTHORISE RESULT);
    CHECK_INT(csn_payment_ending(second), CSN_ENDING_AUTHORISED);
    csn_payment_free(first);
    csn_payment_free(second);
    csn_engine_free(engine);
}

/* ---- Registering ---- */

/* A payment's own hooks stand over the engine's; the others stay. */
static void a_payments_hooks_stand_over_the_engines(void) {
    script general, own;
    csn_engine *engine = flow_engine(NULL);
    csn_payment *first, *second;
    script_init(&general);
    script_init(&own);
    CHECK_OK(script_set_all(&general, engine, &error));
    first = flow_payment(engine, PAN_PLAIN, NULL);
    second = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_set_hook(first, "onPreAuthorisation", script_hook, &own, script_destroy, &error));
    own.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_NONE;
    CHECK_INT(flow_run(engine, first, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(first), CSN_ENDING_CANCELLED);
    CHECK_TEXT(own.log, "onPreAuthorisation");
    CHECK_INT(flow_run(engine, second, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(second), CSN_ENDING_AUTHORISED);
    CHECK_INT(csn_payment_set_hook(second, "onPreAuthorisation", script_hook, &own, script_destroy, &error), CSN_E_STATE);
    csn_error_free(error);
    error = NULL;
    csn_payment_free(first);
    csn_payment_free(second);
    csn_engine_free(engine);
    CHECK_INT(own.destroyed, 2);
    CHECK_INT(general.destroyed, 1);
}

static void an_unknown_hook_is_refused_with_the_nearest(void) {
    script host;
    csn_engine *engine = flow_engine(NULL);
    script_init(&host);
    CHECK_INT(script_set(&host, engine, "onPreAuthorization", &error), CSN_E_NOT_FOUND);
    CHECK(strstr(csn_error_message(error), "onPreAuthorisation") != NULL);
    csn_error_free(error);
    CHECK_INT(host.destroyed, 1);
    CHECK_INT(csn_engine_set_hook(engine, NULL, script_hook, &host, script_destroy, NULL), CSN_E_INVALID);
    CHECK_INT(host.destroyed, 2);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 2);
}

int main(void) {
    TEST(without_enrolment_there_is_no_authentication);
    TEST(a_frictionless_payment_asks_no_shopper);
    TEST(an_issuer_without_a_method_skips_the_fingerprint);
    TEST(a_challenge_is_read_back);
    TEST(a_failed_challenge_ends_with_an_error);
    TEST(a_shopper_who_cancels_ends_it_cancelled);
    TEST(a_rejection_is_a_hard_stop);
    TEST(a_soft_decline_steps_up_once);
    TEST(a_decoupled_authentication_waits);
    TEST(payout_moto_and_merchant_initiated_never_authenticate);
    TEST(an_exemption_in_the_data_skips_authentication);
    TEST(a_purchase_is_one_request);
    TEST(drop_in_asks_for_consent_and_tells_success);
    TEST(a_saved_card_is_not_tokenised);
    TEST(a_payments_hooks_stand_over_the_engines);
    TEST(an_unknown_hook_is_refused_with_the_nearest);
    return test_end();
}
