/*
 * JSON at the header: the cases of Tests/vectors/json/cases.txt wherever JSON goes in, and what the error says of it; and the
 * paths of fields, one by one.
 */
#include "flow.h"

static csn_error *error;
static csn_engine *engine;
static csn_payment *payment;

static void forget_error(void) {
    csn_error_free(error);
    error = NULL;
}

/* Undoes %41 and %(3:ab). NULL for a text with a zero byte, which no C string can bring. */
static char *decoded(const char *text) {
    static char buffer[(1 << 20) + 65536];
    size_t length = 0;
    while (*text != '\0') {
        if (*text != '%') {
            buffer[length++] = *text++;
        } else if (text[1] == '(') {
            char *colon;
            long count = strtol(text + 2, &colon, 10);
            const char *end = strchr(colon, ')');
            for (; count > 0; count--) {
                memcpy(buffer + length, colon + 1, (size_t)(end - colon - 1));
                length += (size_t)(end - colon - 1);
            }
            text = end + 1;
        } else {
            const char digits[3] = {text[1], text[2], '\0'};
            const long byte = strtol(digits, NULL, 16);
            if (byte == 0) return NULL;
            buffer[length++] = (char)byte;
            text += 3;
        }
    }
    buffer[length] = '\0';
    return buffer;
}

/* Whether the answer is about the JSON itself; another complaint means that it was read. */
static int is_read(csn_status status) {
    const int read = status != CSN_E_TEXT && (status == CSN_OK || strcmp(csn_error_code(error), "JSON_INVALID") != 0);
    if (status < 0) CHECK(csn_error_message(error)[0] != '\0' && csn_error_when(error) == CSN_WHEN_REFUSED);
    forget_error();
    return read;
}

static void try_case(const char *name, const char *text, int taken) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *made = NULL;
    csn_payment *other = NULL;
    csn_card *card = NULL;
    int read[4], i;
    options.config_json = text;
    read[0] = is_read(csn_engine_new(&options, &made, &error));
    read[1] = is_read(csn_payment_new(engine, text, &other, &error));
    read[2] = is_read(csn_card_new(engine, text, &card, &error));
    /* Here the empty text is a value: none. */
    read[3] = text[0] == '\0' ? taken : is_read(csn_payment_set_json(payment, "riskScreeningData", text, &error));
    for (i = 0; i < 4; i++) {
        if (read[i] != taken) test_fault(__FILE__, __LINE__, "%s is %s at place %d", name, read[i] ? "taken" : "refused", i);
    }
    csn_card_free(card);
    csn_payment_free(other);
    csn_engine_free(made);
}

static void every_case_goes_as_written_wherever_json_goes_in(void) {
    static char line[4096];
    int cases = 0;
    FILE *file = fopen("../vectors/json/cases.txt", "r");
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        char *name = line + 2, *text, *end;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#') continue;
        text = strchr(name, ' ');
        end = text != NULL ? decoded(text + 1) : decoded("");
        if (text != NULL) *text = '\0';
        if (end == NULL) continue;
        try_case(name, end, line[0] == 'y' || line[0] == 't');
        cases++;
    }
    fclose(file);
    CHECK(cases > 240);
}

static void a_fault_of_the_json_is_told_with_its_place(void) {
    CHECK_INT(csn_payment_set_json(payment, "metadata", "{\n  \"a\": \"b\",\n}", &error), CSN_E_FIELD);
    CHECK(strstr(csn_error_message(error), "line 3, column 1") != NULL);
    CHECK_TEXT(csn_error_field(error), "metadata");
    forget_error();
    CHECK_INT(csn_reply_set_json(NULL, "{", &error), CSN_E_INVALID);
    forget_error();
}

static void a_mistyped_path_is_answered_with_the_nearest(void) {
    CHECK_INT(csn_payment_set_string(payment, "shoper.email", "a@example.org", &error), CSN_E_FIELD);
    CHECK_TEXT(csn_error_message(error), "shoper.email is no field; did you mean shopper.email?");
    CHECK_TEXT(csn_error_field(error), "shoper.email");
    forget_error();
}

static void an_entry_of_the_metadata_has_a_path(void) {
    CHECK_OK(csn_payment_set_string(payment, "metadata.com.example.basket", "77", &error));
    CHECK_INT(csn_payment_set_int(payment, "metadata.count", 1, &error), CSN_E_FIELD);
    CHECK_TEXT(csn_error_field(error), "metadata.count");
    forget_error();
}

static void json_sets_what_takes_a_text_or_a_number(void) {
    char text[32];
    CHECK_OK(csn_payment_set_json(payment, "amount", "99.99", &error));
    CHECK_OK(csn_payment_get_string(payment, "amount", text, sizeof text, NULL));
    CHECK_TEXT(text, "99.99");
    CHECK_OK(csn_payment_set_json(payment, "intent", "\"Purchase\"", &error));
    CHECK_INT(csn_payment_set_json(payment, "intent", "[]", &error), CSN_E_FIELD);
    forget_error();
}

static csn_status int_status, bool_status, empty_status;
static int has_text;

static int32_t read_paths(csn_event *event, csn_reply *reply, void *user_data) {
    int64_t number;
    int32_t truth;
    (void)reply, (void)user_data;
    int_status = csn_event_int(event, "payment.atempt", &number);
    bool_status = csn_event_bool(event, "resul.isPartialApproval", &truth);
    empty_status = csn_event_int(event, "result.amountMinor", &number);
    has_text = csn_event_string(event, "card.brnd") != NULL;
    return CSN_PROCEED;
}

/* No value yet is no mistake of the host's; a path that never has one is. */
static void a_read_tells_an_unknown_path_from_no_value(void) {
    char text[32] = "";
    int64_t number;
    int32_t truth;
    CHECK_INT(csn_payment_get_string(payment, "result.state", text, sizeof text, NULL), CSN_E_NOT_FOUND);
    CHECK_INT(csn_payment_get_string(payment, "resul.state", text, sizeof text, NULL), CSN_E_FIELD);
    CHECK_INT(csn_payment_get_int(payment, "result.amountMinr", &number), CSN_E_FIELD);
    CHECK_INT(csn_payment_get_bool(payment, "consents", &truth), CSN_E_FIELD);
    CHECK_INT(csn_payment_get_bool(payment, "consent", &truth), CSN_E_NOT_FOUND);
    CHECK_OK(csn_payment_set_hook(payment, "onPreAuthorisation", read_paths, NULL, NULL, &error));
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(int_status, CSN_E_FIELD);
    CHECK_INT(bool_status, CSN_E_FIELD);
    CHECK_INT(empty_status, CSN_E_NOT_FOUND);
    CHECK_INT(has_text, 0);
}

/* What is seen is what is paid with. */
static void an_expiry_set_whole_is_shown_as_it_is_read(void) {
    csn_card *card = NULL;
    char text[16] = "";
    size_t length = 0;
    CHECK_OK(csn_card_new(engine, NULL, &card, &error));
    CHECK_OK(csn_card_set(card, CSN_FIELD_EXPIRY, "127", 3, &error));
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 1);
    CHECK_OK(csn_card_format(card, CSN_FIELD_EXPIRY, text, sizeof text - 1, &length));
    CHECK_TEXT(text, "01 / 27");
    csn_card_free(card);
}

int main(void) {
    engine = flow_engine(NULL);
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    TEST(every_case_goes_as_written_wherever_json_goes_in);
    TEST(a_fault_of_the_json_is_told_with_its_place);
    TEST(a_mistyped_path_is_answered_with_the_nearest);
    TEST(an_entry_of_the_metadata_has_a_path);
    TEST(json_sets_what_takes_a_text_or_a_number);
    TEST(an_expiry_set_whole_is_shown_as_it_is_read);
    TEST(a_read_tells_an_unknown_path_from_no_value);
    csn_payment_free(payment);
    csn_engine_free(engine);
    return test_end();
}
