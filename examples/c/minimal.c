/* Pays 99.99 EUR at the embedded sandbox with a card whose issuer asks the shopper for a code. */
#include <countersign.h>
#include <stdio.h>

static int32_t approve(csn_event *event, csn_reply *reply, void *user_data) {
    const char *liability = csn_event_string(event, "authentication.liability"); /* NULL without 3-D Secure */
    (void)reply, (void)user_data;
    printf("%s: liability %s\n", csn_event_name(event), liability != NULL ? liability : "none");
    return CSN_PROCEED; /* CSN_NONE cancels the payment; no other value is ever a yes */
}

int main(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL;
    csn_card *card = NULL;
    csn_payment *payment = NULL;
    csn_error *error = NULL;
    char creq[4096], cres[4096]; size_t length;

    options.config_json = "{\"authentication\": {}}"; /* 3-D Secure, with its defaults */
    if (csn_engine_new(&options, &engine, &error) == CSN_OK && csn_card_new(engine, NULL, &card, &error) == CSN_OK &&
        csn_engine_set_hook(engine, "onPreAuthorisation", approve, NULL, NULL, &error) == CSN_OK &&
        csn_card_set(card, CSN_FIELD_NUMBER, "4111110000000112", 16, &error) == CSN_OK &&
        csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, &error) == CSN_OK &&
        csn_card_set(card, CSN_FIELD_CVC, "123", 3, &error) == CSN_OK &&
        csn_payment_new(engine, "{\"amount\": \"99.99\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
                        " \"merchantTransactionId\": \"order-1\"}", &payment, &error) == CSN_OK &&
        csn_payment_set_card(payment, card, &error) == CSN_OK)
        while (csn_payment_run(payment, -1, &error) == CSN_ACTION_REQUIRED) /* a shop would show "challenge.url" */
            if (csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL) != CSN_OK ||
                csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, &error) != CSN_OK ||
                csn_payment_complete_challenge(payment, cres, length, &error) != CSN_OK) break;
    if (error != NULL || csn_payment_error(payment, &error) == CSN_OK)
        fprintf(stderr, "%s: %s\n", csn_error_code(error), csn_error_message(error));
    printf("%s\n", csn_payment_ending(payment) == CSN_ENDING_AUTHORISED ? "authorised" : /* no ending: it may yet be paid */
                   csn_payment_ending(payment) == CSN_ENDING_NONE ? "not known yet" : "not authorised");
    csn_error_free(error);
    csn_engine_free(engine); /* and with it the card and the payment */
    return 0;
}
