/* What is refused is refused where it enters: the error names the field, says what would be right, and nothing is changed. */
#include "flow.h"

static csn_engine *engine;
static csn_error *error;

#define ORDER "\"currency\": \"EUR\", \"intent\": \"Authorisation\", \"merchantTransactionId\": \"m-1\""

typedef struct refusal {
    const char *json, *code, *field;
} refusal;

/* Each is refused when the payment is made. */
static const refusal refusals[] = {
    /* Money. */
    {"{\"amount\": \"1.234\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"-1\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"1,5\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"1e3\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": 1e3, " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"\xd9\xa1\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"99999999999999999999\", " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": 0.30000000000000004, " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": true, " ORDER "}", "AMOUNT_INVALID", "amount"},
    {"{\"amount\": \"1\", \"currency\": \"EURO\"}", "CURRENCY_INVALID", "currency"},
    {"{\"amount\": \"1\", \"currency\": \"eur\"}", "CURRENCY_INVALID", "currency"},
    {"{\"amount\": \"1\", \"currency\": \"QQQ\"}", "CURRENCY_INVALID", "currency"},
    {"{\"amount\": \"1\", \"currency\": \"XAU\"}", "CURRENCY_INVALID", "currency"},
    {"{\"amount\": \"1\", \"currency\": \"DEM\"}", "CURRENCY_INVALID", "currency"},
    {"{\"amount\": \"1.0\", \"currency\": \"JPY\"}", "AMOUNT_INVALID", "amount"},
    {"{\"amountMinor\": -1, " ORDER "}", "AMOUNT_INVALID", "amountMinor"},
    {"{\"amountMinor\": 1.5, " ORDER "}", "AMOUNT_INVALID", "amountMinor"},
    {"{\"amountMinor\": 1, \"amount\": \"1\", " ORDER "}", "FIELD_INVALID", "amountMinor"},
    /* Names and kinds. */
    {"{\"ammount\": \"1\"}", "FIELD_UNKNOWN", "ammount"},
    {"{\"shopper\": {\"mail\": \"a@example.com\"}}", "FIELD_UNKNOWN", "shopper.mail"},
    {"{\"authentication\": {\"challengeWindow\": 1}}", "FIELD_UNKNOWN", "authentication.challengeWindow"},
    {"{\"card\": {\"number\": \"4111111111111111\"}}", "FIELD_UNKNOWN", "card.number"},
    {"{\"cvc\": \"123\"}", "FIELD_UNKNOWN", "cvc"},
    {"{\"shopper\": \"jo\"}", "FIELD_INVALID", "shopper"},
    {"{\"shopper\": {\"email\": 7}}", "FIELD_INVALID", "shopper.email"},
    {"{\"merchantTransactionId\": \"a\", \"merchantTransactionId\": \"b\"}", "FIELD_INVALID", "merchantTransactionId"},
    /* Lists, lengths, formats. */
    {"{\"intent\": \"Authorization\"}", "FIELD_INVALID", "intent"},
    {"{\"entryType\": \"POS\"}", "ENTRY_TYPE_INVALID", "entryType"},
    {"{\"ownerType\": \"Group\"}", "OWNER_INVALID", "ownerType"},
    {"{\"ownerId\": \"123456789012345678901\"}", "OWNER_INVALID", "ownerId"},
    {"{\"merchantTransactionId\": \"\"}", "MERCHANT_TRANSACTION_ID_INVALID", "merchantTransactionId"},
    {"{\"merchantTransactionId\": \"1234567890123456789012345678901234567890123456789\"}", "MERCHANT_TRANSACTION_ID_INVALID",
     "merchantTransactionId"},
    {"{\"shopper\": {\"email\": \"jo at example.com\"}}", "FIELD_INVALID", "shopper.email"},
    {"{\"shopper\": {\"dateOfBirth\": \"1990-02-30\"}}", "FIELD_INVALID", "shopper.dateOfBirth"},
    {"{\"merchantTransactionDate\": \"yesterday\"}", "FIELD_INVALID", "merchantTransactionDate"},
    {"{\"authentication\": {\"merchantCountryNumericCode\": \"8266\"}}", "FIELD_INVALID",
     "authentication.merchantCountryNumericCode"},
    {"{\"authentication\": {\"challengeWindowSize\": 6}}", "FIELD_INVALID", "authentication.challengeWindowSize"},
    {"{\"authentication\": {\"requestorChallengeIndicator\": \"11\"}}", "FIELD_INVALID",
     "authentication.requestorChallengeIndicator"},
    {"{\"browserData\": {\"ipAddress\": \"192.0.2.256\"}}", "FIELD_INVALID", "browserData.ipAddress"},
    {"{\"recurring\": {\"frequencyInDays\": 0}}", "FIELD_INVALID", "recurring.frequencyInDays"},
    {"{\"psd2Data\": {\"scaExemption\": \"Cheap\"}}", "FIELD_INVALID", "psd2Data.scaExemption"},
    {"{\"metadata\": {\"basket\": {}}}", "FIELD_INVALID", "metadata.basket"},
    {"{\"networkTransactionId\": \"a\\u0000b\"}", "", ""},
    /* Texts that are no object of JSON. */
    {"{\"amount\": ", "JSON_INVALID", ""},
    {"", "JSON_INVALID", ""},
    {"{} {}", "JSON_INVALID", ""},
};

static void a_payment_is_refused_with_its_field(void) {
    size_t i;
    for (i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        csn_payment *payment = NULL;
        const csn_status status = csn_payment_new(engine, refusals[i].json, &payment, &error);
        const int before = test_faults;
        CHECK(status < 0);
        CHECK(payment == NULL);
        CHECK_INT(csn_error_status(error), status);
        if (*refusals[i].code != '\0') CHECK_TEXT(csn_error_code(error), refusals[i].code);
        CHECK_TEXT(csn_error_field(error), refusals[i].field);
        if (*refusals[i].field != '\0') CHECK_INT(status, CSN_E_FIELD);
        CHECK(strlen(csn_error_message(error)) > 10);
        CHECK_INT(csn_error_when(error), CSN_WHEN_REFUSED);
        if (test_faults > before) printf("  %s\n  %s\n", refusals[i].json, csn_error_message(error));
        csn_error_free(error);
        error = NULL;
        csn_payment_free(payment);
    }
}

/* The message says what would be right. */
static void messages_say_what_would_be_right(void) {
    static const struct { const char *json, *says; } advice[] = {
        {"{\"ammount\": \"1\"}", "amount"},
        {"{\"shopper\": {\"mail\": \"x\"}}", "email"},
        {"{\"intent\": \"Authorization\"}", "Authorisation"},
        {"{\"entryType\": \"web\"}", "Ecom"},
        {"{\"email\": \"x\"}", "shopper.email"},
        {"{\"amount\": \"1.0\", \"currency\": \"JPY\"}", "JPY"},
        {"{\"authentication\": {\"challengeWindow\": 1}}", "challengeWindowSize"},
    };
    size_t i;
    for (i = 0; i < sizeof advice / sizeof *advice; i++) {
        csn_payment *payment = NULL;
        CHECK_INT(csn_payment_new(engine, advice[i].json, &payment, &error), CSN_E_FIELD);
        if (!CHECK(strstr(csn_error_message(error), advice[i].says) != NULL)) {
            printf("  %s\n  %s\n", advice[i].json, csn_error_message(error));
        }
        csn_error_free(error);
    }
}

/* Amounts go in and out as exact decimal text and as minor units. */
static void amounts_are_exact(void) {
    static const struct { const char *amount, *currency; int64_t minor; const char *shown; } amounts[] = {
        {"\"99.99\"", "EUR", 9999, "99.99"}, {"\"0.1\"", "EUR", 10, "0.10"}, {"99.99", "EUR", 9999, "99.99"},
        {"\"500\"", "JPY", 500, "500"}, {"\"1.005\"", "KWD", 1005, "1.005"},
        {"\"9999999999999.99\"", "EUR", INT64_C(999999999999999), "9999999999999.99"},
    };
    size_t i;
    for (i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        char json[256];
        int64_t minor = -1;
        csn_payment *payment;
        snprintf(json, sizeof json, "{\"amount\": %s, \"currency\": \"%s\"}", amounts[i].amount, amounts[i].currency);
        payment = flow_payment(engine, NULL, json);
        CHECK_INT(csn_payment_get_int(payment, "amountMinor", &minor), CSN_OK);
        CHECK_INT(minor, amounts[i].minor);
        CHECK_TEXT(flow_text(payment, "amount"), amounts[i].shown);
        CHECK_TEXT(flow_text(payment, "currency"), amounts[i].currency);
        csn_payment_free(payment);
    }
}

/* The setters check as the JSON does, and a refusal leaves what stood there. */
static void setters_check_and_change_nothing_they_refuse(void) {
    csn_payment *payment = flow_payment(engine, NULL, NULL);
    CHECK_OK(csn_payment_set_string(payment, "amount", "5", &error));
    CHECK_INT(csn_payment_set_string(payment, "amount", "5.001", &error), CSN_E_FIELD);
    CHECK_TEXT(csn_error_field(error), "amount");
    csn_error_free(error);
    CHECK_TEXT(flow_text(payment, "amount"), "5.00");
    CHECK_OK(csn_payment_set_string(payment, "shopper.email", "jo@example.com", &error));
    CHECK_INT(csn_payment_set_string(payment, "shopper.email", "nobody", &error), CSN_E_FIELD);
    CHECK_TEXT(csn_error_field(error), "shopper.email");
    csn_error_free(error);

    CHECK_OK(csn_payment_set_int(payment, "recurring.frequencyInDays", 30, &error));
    CHECK_INT(csn_payment_set_int(payment, "recurring.frequencyInDays", 10000, &error), CSN_E_FIELD);
    csn_error_free(error);
    CHECK_OK(csn_payment_set_bool(payment, "acceptPartialApproval", 1, &error));
    CHECK_INT(csn_payment_set_string(payment, "acceptPartialAproval", "true", &error), CSN_E_FIELD);
    CHECK(strstr(csn_error_message(error), "acceptPartialApproval") != NULL);
    csn_error_free(error);
    CHECK_OK(csn_payment_set_json(payment, "browserData", "{\"userAgent\": \"x\", \"screenWidth\": 800}", &error));
    CHECK_INT(csn_payment_set_json(payment, "browserData", "{\"userAgent\": \"y\", \"screenWidth\": -1}", &error), CSN_E_FIELD);
    CHECK_TEXT(csn_error_field(error), "browserData.screenWidth");
    csn_error_free(error);
    CHECK_INT(csn_payment_set_json(payment, "shopper", "{\"id\": ", &error), CSN_E_FIELD);
    csn_error_free(error);
    CHECK_INT(csn_payment_set_string(payment, "shopper.firstName", "\xc3\x28", &error), CSN_E_TEXT);
    csn_error_free(error);
    CHECK_INT(csn_payment_set_string(payment, NULL, "x", &error), CSN_E_INVALID);
    csn_error_free(error);
    CHECK_INT(csn_payment_set_string(payment, "shopper.id", NULL, &error), CSN_E_INVALID);
    csn_error_free(error);
    error = NULL;
    csn_payment_free(payment);
}

/* What needs more than one field is refused at submission, through onSubmitError and no other hook. */
static void the_whole_is_checked_at_submission(void) {
    static const refusal wholes[] = {
        {"{\"currency\": \"EUR\", \"intent\": \"Authorisation\", \"merchantTransactionId\": \"w-1\"}",
         "VALIDATION_FAILED", "amount"},
        {"{\"amount\": \"1\", \"currency\": \"EUR\", \"merchantTransactionId\": \"w-2\"}", "VALIDATION_FAILED", "intent"},
        {"{\"amount\": \"1\", \"currency\": \"EUR\", \"intent\": \"Authorisation\"}", "VALIDATION_FAILED",
         "merchantTransactionId"},
        {"{\"amount\": \"0\", \"currency\": \"EUR\", \"intent\": \"Authorisation\", \"merchantTransactionId\": \"w-3\"}",
         "VALIDATION_FAILED", "amount"},
        {"{\"amount\": \"1\", \"currency\": \"EUR\", \"intent\": \"Authorisation\", \"merchantTransactionId\": \"w-4\","
         " \"initiator\": \"Merchant\"}", "VALIDATION_FAILED", "initiator"},
    };
    size_t i;
    for (i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        script host;
        csn_engine *own = flow_engine(NULL);
        csn_payment *payment;
        script_init(&host);
        CHECK_OK(script_set_all(&host, own, &error));
        payment = flow_payment(own, PAN_PLAIN, wholes[i].json);
        CHECK_INT(flow_run(own, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_INT(csn_payment_ending(payment), CSN_ENDING_ERROR);
        CHECK_TEXT(host.log, "onSubmitError");
        CHECK_INT(csn_payment_error(payment, &error), CSN_OK);
        CHECK_TEXT(csn_error_code(error), wholes[i].code);
        CHECK_TEXT(csn_error_field(error), wholes[i].field);
        CHECK_INT(csn_error_when(error), CSN_WHEN_REFUSED);
        csn_error_free(error);
        csn_payment_free(payment);
        csn_engine_free(own);
        CHECK_INT(host.destroyed, 1);
    }
}

/* So is a card that is missing or not valid. */
static void a_card_that_is_not_valid_is_refused_at_submission(void) {
    static const struct { const char *pan, *expiry, *cvc, *field; } cards[] = {
        {"4111111111111112", "12/39", "123", "number"}, {PAN_PLAIN, "01/20", "123", "expiry"},
        {PAN_PLAIN, "12/39", "12", "cvc"},
        {"", "", "", "card"},
    };
    size_t i;
    for (i = 0; i < sizeof cards / sizeof *cards; i++) {
        script host;
        csn_engine *own = flow_engine(NULL);
        csn_card *card = NULL;
        csn_payment *payment;
        script_init(&host);
        CHECK_OK(script_set_all(&host, own, &error));
        payment = flow_payment(own, NULL, NULL);
        REQUIRE_OK(csn_card_new(own, NULL, &card, &error));
        CHECK_OK(csn_card_set(card, CSN_FIELD_NUMBER, cards[i].pan, strlen(cards[i].pan), &error));
        CHECK_OK(csn_card_set(card, CSN_FIELD_EXPIRY, cards[i].expiry, strlen(cards[i].expiry), &error));
        CHECK_OK(csn_card_set(card, CSN_FIELD_CVC, cards[i].cvc, strlen(cards[i].cvc), &error));
        if (i < 3) CHECK_OK(csn_payment_set_card(payment, card, &error));
        CHECK_INT(flow_run(own, payment, SHOPPER_RIGHT), CSN_SETTLED);
        CHECK_TEXT(host.log, "onSubmitError");
        CHECK_TEXT(flow_error_code(payment), "VALIDATION_FAILED");
        if (!CHECK(strstr(flow_text(payment, "error.field"), cards[i].field) != NULL)) {
            printf("  %s: %s\n", flow_text(payment, "error.field"), flow_text(payment, "error.message"));
        }
        csn_card_free(card);
        csn_payment_free(payment);
        csn_engine_free(own);
    }
}

static void configurations_are_checked(void) {
    static const struct { const char *json, *says; } configs[] = {
        {"{\"gatway\": \"sandbox\"}", "gateway"}, {"{\"gateway\": \"pxpp\"}", "sandbox"},
        {"{\"time\": \"imaginary\"}", "virtual"},
        {"{\"seed\": \"x\"}", "seed"}, {"{\"hookTimeout\": -1}", "hookTimeout"}, {"{\"sandbox\": {\"lag\": 1}}", "lookUpLag"},
        {"{\"sandbox\": {\"latency\": -1}}", "latency"},
        {"{\"authentication\": {\"challengeTimeout\": \"soon\"}}", "challengeTimeout"},
        {"[]", "object"}, {"{", ""},
    };
    size_t i;
    for (i = 0; i < sizeof configs / sizeof *configs; i++) {
        csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
        csn_engine *refused = NULL;
        options.config_json = configs[i].json;
        CHECK_INT(csn_engine_new(&options, &refused, &error), CSN_E_FIELD);
        CHECK(refused == NULL);
        if (!CHECK(strstr(csn_error_message(error), configs[i].says) != NULL)) {
            printf("  %s\n  %s\n", configs[i].json, csn_error_message(error));
        }
        csn_error_free(error);
    }
}

/* Reading asks for a name that exists, a kind that fits and room enough. */
static void fields_are_read_as_what_they_are(void) {
    char text[4];
    size_t length = 0;
    int64_t number = 0;
    int32_t truth = 7;
    csn_payment *payment = flow_payment(engine, NULL, NULL);
    CHECK_INT(csn_payment_get_string(payment, "amount", text, sizeof text, &length), CSN_E_BUFFER);
    CHECK_INT(length, 5);
    CHECK_INT(csn_payment_get_string(payment, "currency", text, sizeof text, &length), CSN_OK);
    CHECK_TEXT(text, "EUR");
    CHECK_INT(length, 3);
    CHECK_INT(csn_payment_get_string(payment, "currency", text, sizeof text, NULL), CSN_OK);
    CHECK_INT(csn_payment_get_string(payment, "result.state", text, sizeof text, &length), CSN_E_NOT_FOUND);
    CHECK_INT(csn_payment_get_string(payment, "nonsense", text, sizeof text, &length), CSN_E_FIELD);
    CHECK_INT(csn_payment_get_int(payment, "currency", &number), CSN_E_NOT_FOUND);
    CHECK_INT(csn_payment_get_bool(payment, "currency", &truth), CSN_E_NOT_FOUND);
    CHECK_INT(truth, 7);
    CHECK_INT(csn_payment_get_string(payment, NULL, text, sizeof text, &length), CSN_E_INVALID);
    CHECK_INT(csn_payment_get_int(payment, "amountMinor", NULL), CSN_E_INVALID);
    csn_payment_free(payment);
}

int main(void) {
    engine = flow_engine(NULL);
    TEST(a_payment_is_refused_with_its_field);
    TEST(messages_say_what_would_be_right);
    TEST(amounts_are_exact);
    TEST(setters_check_and_change_nothing_they_refuse);
    TEST(the_whole_is_checked_at_submission);
    TEST(a_card_that_is_not_valid_is_refused_at_submission);
    TEST(configurations_are_checked);
    TEST(fields_are_read_as_what_they_are);
    csn_engine_free(engine);
    return test_end();
}
