/* Card entry through the C interface: each field says how it stands, set whole or as it is typed. */
#include "flow.h"

static csn_engine *engine;
static csn_card *card;
static csn_error *error;

static void set(int32_t field, const char *text) { CHECK_OK(csn_card_set(card, field, text, strlen(text), &error)); }

/* What the field shows, as a text. */
static const char *shown(int32_t field) {
    static char text[1024];
    size_t length = 0;
    if (csn_card_format(card, field, text, sizeof text - 1, &length) != CSN_OK) return "(no format)";
    text[length] = '\0';
    return text;
}

/* Types one text at a caret; the caret afterwards. */
static size_t type(int32_t field, const char *text, size_t caret) {
    size_t after = 0;
    CHECK_OK(csn_card_edit(card, field, CSN_EDIT_INSERT, caret, caret, text, strlen(text), &after, &error));
    return after;
}

static void begin(const char *options) {
    csn_card_free(card);
    card = NULL;
    CHECK_OK(csn_card_new(engine, options, &card, &error));
}

#define CHECK_STATE(field, valid, potential, code) do { \
    CHECK_INT(csn_card_is_valid(card, field), valid); \
    CHECK_INT(csn_card_can_become_valid(card, field), potential); \
    CHECK_TEXT(csn_card_error_code(card, field), code); \
} while (0)

static void an_empty_card_asks_for_its_fields(void) {
    begin(NULL);
    CHECK_STATE(CSN_FIELD_NUMBER, 0, 1, "CN01");
    CHECK_STATE(CSN_FIELD_EXPIRY, 0, 1, "ED01");
    CHECK_STATE(CSN_FIELD_CVC, 0, 1, "CV01");
    CHECK_STATE(CSN_FIELD_HOLDER_NAME, 1, 1, "");
    CHECK(strlen(csn_card_error_text(card, CSN_FIELD_NUMBER)) > 0);
    CHECK_TEXT(csn_card_error_text(card, CSN_FIELD_HOLDER_NAME), "");
    CHECK_TEXT(csn_card_brand(card), "");
}

static void a_number_is_valid_when_whole_and_checked(void) {
    begin(NULL);
    set(CSN_FIELD_NUMBER, "4111 1111-1111 1111");
    CHECK_STATE(CSN_FIELD_NUMBER, 1, 1, "");
    CHECK_TEXT(shown(CSN_FIELD_NUMBER), "4111 1111 1111 1111");
    CHECK_TEXT(csn_card_brand(card), "visa");
    set(CSN_FIELD_NUMBER, "4111");
    CHECK_STATE(CSN_FIELD_NUMBER, 0, 1, "CN02");
    set(CSN_FIELD_NUMBER, "5555555555554445");
    CHECK_STATE(CSN_FIELD_NUMBER, 0, 0, "CN02");
    set(CSN_FIELD_NUMBER, "4111x");
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_NUMBER), 0);
    CHECK_INT(csn_card_can_become_valid(card, CSN_FIELD_NUMBER), 0);
    set(CSN_FIELD_NUMBER, "9999999999999999");
    CHECK_STATE(CSN_FIELD_NUMBER, 0, 0, "CN04");
}

/* Digits of other scripts are digits. */
static void arabic_digits_are_understood(void) {
    begin(NULL);
    set(CSN_FIELD_NUMBER, "\xd9\xa4\xd9\xa1\xd9\xa1\xd9\xa1 1111 1111 1111");
    CHECK_STATE(CSN_FIELD_NUMBER, 1, 1, "");
    CHECK_TEXT(shown(CSN_FIELD_NUMBER), "4111 1111 1111 1111");
}

static void typing_groups_the_digits_and_moves_the_caret(void) {
    const char *digits = "378282246310005";
    size_t caret = 0, after = 0;
    begin(NULL);
    for (; *digits != '\0'; digits++) {
        char one[2] = {*digits, '\0'};
        caret = type(CSN_FIELD_NUMBER, one, caret);
    }
    CHECK_TEXT(shown(CSN_FIELD_NUMBER), "3782 822463 10005");
    CHECK_INT(caret, 17);
    CHECK_TEXT(csn_card_brand(card), "amex");
    CHECK_TEXT(csn_card_cvc_name(card), "CID");
    CHECK_INT(csn_card_cvc_length(card), 4);
    /* Backspace right after a gap takes the digit before it. */
    CHECK_OK(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_BACKSPACE, 5, 5, NULL, 0, &after, &error));
    CHECK_TEXT(shown(CSN_FIELD_NUMBER), "3788 224631 0005");
    CHECK_INT(after, 3);
    CHECK_OK(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_DELETE_FORWARD, 0, 0, NULL, 0, &after, &error));
    CHECK_INT(after, 0);
    /* A paste over all of it replaces all of it, whatever brand stood there. */
    CHECK_OK(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_INSERT, 0, strlen(shown(CSN_FIELD_NUMBER)),
                           " 4111-1111 11111111", 19, &after, &error));
    CHECK_TEXT(shown(CSN_FIELD_NUMBER), "4111 1111 1111 1111");
    CHECK_STATE(CSN_FIELD_NUMBER, 1, 1, "");
}

/* The expiry YY of a year that is valid now. */
static int valid_year(void) {
    int64_t now = 0;
    csn_engine_now(engine, &now);
    return (int)((1972 + now / 31556952000LL) % 100);
}

static void an_expiry_is_read_in_every_listed_form(void) {
    /* Month, what stands between, century, and whether a month of one digit does. */
    static const char *const between[] = {"/", "", " / ", "-", ".", " ", "\\", "\xe2\x81\x84", "\xef\xbc\x8f"};
    char text[32];
    const int year = valid_year();
    size_t i;
    begin(NULL);
    for (i = 0; i < sizeof between / sizeof *between; i++) {
        snprintf(text, sizeof text, "07%s%02d", between[i], year);
        set(CSN_FIELD_EXPIRY, text);
        CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 1);
        snprintf(text, sizeof text, "07%s20%02d", between[i], year);
        set(CSN_FIELD_EXPIRY, text);
        CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 1);
        snprintf(text, sizeof text, "7%s%02d", between[i], year);
        set(CSN_FIELD_EXPIRY, text);
        CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 1);
    }
    snprintf(text, sizeof text, "20%02d-07", year);
    set(CSN_FIELD_EXPIRY, text);
    CHECK_STATE(CSN_FIELD_EXPIRY, 1, 1, "");
    set(CSN_FIELD_EXPIRY, "13/30");
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 0);
    set(CSN_FIELD_EXPIRY, "01/20");
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_EXPIRY), 0);
    set(CSN_FIELD_EXPIRY, "1");
    CHECK_STATE(CSN_FIELD_EXPIRY, 0, 1, "ED02");
}

static void an_expiry_gets_its_slash_as_it_is_typed(void) {
    size_t caret;
    begin(NULL);
    caret = type(CSN_FIELD_EXPIRY, "3", 0);
    CHECK_TEXT(shown(CSN_FIELD_EXPIRY), "03 / ");
    caret = type(CSN_FIELD_EXPIRY, "3", caret);
    caret = type(CSN_FIELD_EXPIRY, "0", caret);
    CHECK_TEXT(shown(CSN_FIELD_EXPIRY), "03 / 30");
    CHECK_INT(caret, 7);
}

/* The engine's clock decides, not the machine's. */
static void a_card_expires_as_the_engine_tells_the_time(void) {
    csn_engine *later = flow_engine(NULL);
    csn_card *old = flow_card(later, PAN_PLAIN);
    CHECK_INT(csn_card_is_valid(old, CSN_FIELD_EXPIRY), 1);
    CHECK_OK(csn_engine_advance_time(later, (int64_t)5 * 31556952000LL, &error));
    CHECK_INT(csn_card_is_valid(old, CSN_FIELD_EXPIRY), 0);
    CHECK_TEXT(csn_card_error_code(old, CSN_FIELD_EXPIRY), "ED03");
    csn_card_free(old);
    csn_engine_free(later);
}

static void a_code_has_its_brands_length(void) {
    begin(NULL);
    set(CSN_FIELD_NUMBER, PAN_PLAIN);
    set(CSN_FIELD_CVC, "123");
    CHECK_STATE(CSN_FIELD_CVC, 1, 1, "");
    set(CSN_FIELD_CVC, "12");
    CHECK_STATE(CSN_FIELD_CVC, 0, 1, "CV02");
    set(CSN_FIELD_CVC, "12a");
    CHECK_STATE(CSN_FIELD_CVC, 0, 0, "CV02");
    set(CSN_FIELD_CVC, "123");
    /* A code of one length is not a code of another. */
    set(CSN_FIELD_NUMBER, "378282246310005");
    CHECK_STATE(CSN_FIELD_CVC, 0, 1, "CV01");
}

static void a_name_is_no_card_number(void) {
    begin("{\"holderNameRequired\": true}");
    CHECK_STATE(CSN_FIELD_HOLDER_NAME, 0, 1, "CH01");
    set(CSN_FIELD_HOLDER_NAME, "Zo\xc3\xab O'Neill-\xe6\x9d\x8e");
    CHECK_STATE(CSN_FIELD_HOLDER_NAME, 1, 1, "");
    set(CSN_FIELD_HOLDER_NAME, "Jo 4111 1111 1111 1111");
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_HOLDER_NAME), 0);
    CHECK_TEXT(csn_card_error_code(card, CSN_FIELD_HOLDER_NAME), "CH02");
}

static void the_shopper_chooses_on_a_co_badged_card(void) {
    int32_t i;
    int visa = 0, bancaires = 0;
    begin(NULL);
    set(CSN_FIELD_NUMBER, "4035501000000008"); /* Visa and Cartes Bancaires */
    for (i = 0; csn_card_brand_at(card, i) != NULL; i++) {
        visa += strcmp(csn_card_brand_at(card, i), "visa") == 0;
        bancaires += strcmp(csn_card_brand_at(card, i), "cartes_bancaires") == 0;
    }
    CHECK_INT(i, csn_card_brand_count(card));
    CHECK_INT(visa, 1);
    REQUIRE(bancaires == 1);
    CHECK_OK(csn_card_choose_brand(card, "cartes_bancaires", &error));
    CHECK_TEXT(csn_card_brand(card), "cartes_bancaires");
    CHECK_INT(csn_card_choose_brand(card, "amex", &error), CSN_E_FIELD);
    csn_error_free(error);
    CHECK_INT(csn_card_choose_brand(card, "visacard", &error), CSN_E_FIELD);
    csn_error_free(error);
    CHECK_TEXT(csn_card_brand(card), "cartes_bancaires");
    CHECK(csn_card_brand_at(card, -1) == NULL);
    CHECK(csn_card_brand_at(card, 99) == NULL);
}

static void only_accepted_brands_are_valid(void) {
    begin("{\"acceptedBrands\": [\"mastercard\", \"amex\"]}");
    set(CSN_FIELD_NUMBER, PAN_PLAIN);
    CHECK_STATE(CSN_FIELD_NUMBER, 0, 0, "CN03");
    set(CSN_FIELD_NUMBER, "5555555555554444");
    CHECK_STATE(CSN_FIELD_NUMBER, 1, 1, "");
}

/* Funding and country come from the table that the host loads. */
static void issuers_restrict_what_is_valid(void) {
    const char *table = "411111;visa;prepaid;GB\n555555;mastercard;credit;FR\n";
    csn_engine *own = flow_engine(NULL);
    csn_card *checked = NULL;
    CHECK_OK(csn_engine_load_issuers(own, table, strlen(table), &error));
    REQUIRE_OK(csn_card_new(own, "{\"acceptedFundingSources\": [\"credit\", \"debit\"], \"acceptedIssuerCountries\": [\"FR\"]}",
                            &checked, &error));
    CHECK_OK(csn_card_set(checked, CSN_FIELD_NUMBER, PAN_PLAIN, 16, &error));
    CHECK_INT(csn_card_is_valid(checked, CSN_FIELD_NUMBER), 0);
    CHECK_TEXT(csn_card_error_code(checked, CSN_FIELD_NUMBER), "CN05");
    CHECK_OK(csn_card_set(checked, CSN_FIELD_NUMBER, "5555555555554444", 16, &error));
    CHECK_INT(csn_card_is_valid(checked, CSN_FIELD_NUMBER), 1);
    CHECK(csn_engine_load_issuers(own, "nonsense", 8, &error) < 0);
    CHECK(strlen(csn_error_message(error)) > 0);
    csn_error_free(error);
    csn_card_free(checked);
    csn_engine_free(own);
}

static void what_may_be_shown_is_little(void) {
    char text[16];
    size_t length = 99;
    begin(NULL);
    CHECK_INT(csn_card_iin(card, text, sizeof text, &length), CSN_OK);
    CHECK_INT(length, 0);
    set(CSN_FIELD_NUMBER, "4111110000000112");
    CHECK_INT(csn_card_last_four(card, text, sizeof text, &length), CSN_OK);
    CHECK(length == 4 && memcmp(text, "0112", 4) == 0);
    CHECK_INT(csn_card_iin(card, text, sizeof text, &length), CSN_OK);
    CHECK((length == 6 && memcmp(text, "411111", 6) == 0) || (length == 8 && memcmp(text, "41111100", 8) == 0));
    CHECK_INT(csn_card_last_four(card, text, 3, &length), CSN_E_BUFFER);
    CHECK_INT(length, 4);
    CHECK_INT(csn_card_format(card, CSN_FIELD_NUMBER, text, 4, &length), CSN_E_BUFFER);
    CHECK_INT(length, 19);
}

static void numbers_are_checked_without_an_object(void) {
    static const struct { const char *number; const char *brand; int32_t check; } cases[] = {
        {"4111111111111111", "visa", CSN_CHECK_VALID}, {"5555555555554444", "mastercard", CSN_CHECK_VALID},
        {"3782 822463 10005", "amex", CSN_CHECK_VALID}, {"", NULL, CSN_CHECK_EMPTY}, {"4111", "visa", CSN_CHECK_INCOMPLETE},
        {"4111111111111112", "visa", CSN_CHECK_LUHN}, {"41111111111111111111", "visa", CSN_CHECK_TOO_LONG},
        {"4111*", NULL, CSN_CHECK_BAD_CHARACTERS}, {"9999999999999999", NULL, CSN_CHECK_UNKNOWN_BRAND},
        {"62", "unionpay", CSN_CHECK_INCOMPLETE},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t brand = -1, check = -1;
        CHECK_INT(csn_card_check(cases[i].number, strlen(cases[i].number), &brand, &check), CSN_OK);
        CHECK_INT(check, cases[i].check);
        if (cases[i].brand != NULL) CHECK_TEXT(csn_brand_id(brand), cases[i].brand);
    }
    CHECK_INT(csn_card_check("4111111111111111", 16, NULL, NULL), CSN_OK);
    CHECK_INT(csn_card_check(NULL, 16, NULL, NULL), CSN_E_INVALID);
    CHECK(csn_brand_id(0) == NULL);
    CHECK(csn_brand_id(-1) == NULL);
    CHECK(csn_brand_id(1000) == NULL);
}

static void wrong_arguments_are_refused(void) {
    size_t caret = 0;
    begin(NULL);
    CHECK_INT(csn_card_set(card, 4, "1", 1, NULL), CSN_E_INVALID);
    CHECK_INT(csn_card_set(card, -1, "1", 1, NULL), CSN_E_INVALID);
    CHECK_INT(csn_card_set(card, CSN_FIELD_NUMBER, NULL, 1, NULL), CSN_E_INVALID);
    CHECK_INT(csn_card_set(card, CSN_FIELD_HOLDER_NAME, "\xff\xfe", 2, NULL), CSN_E_TEXT);
    CHECK_INT(csn_card_edit(card, CSN_FIELD_NUMBER, 3, 0, 0, NULL, 0, &caret, NULL), CSN_E_INVALID);
    CHECK_INT(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_INSERT, 0, 0, NULL, 1, &caret, NULL), CSN_E_INVALID);
    CHECK_INT(csn_card_is_valid(card, 4), CSN_E_INVALID);
    CHECK_INT(csn_card_can_become_valid(NULL, 0), CSN_E_INVALID);
    CHECK_INT(csn_card_new(engine, "{\"acceptedBrand\": [\"visa\"]}", &card, &error), CSN_E_FIELD);
    CHECK(strstr(csn_error_message(error), "acceptedBrands") != NULL);
    csn_error_free(error);
    CHECK_INT(csn_card_new(engine, "{\"acceptedBrands\": [\"vista\"]}", &card, &error), CSN_E_FIELD);
    CHECK(strstr(csn_error_field(error), "acceptedBrands") != NULL);
    csn_error_free(error);
    card = NULL;
}

int main(void) {
    engine = flow_engine(NULL);
    TEST(an_empty_card_asks_for_its_fields);
    TEST(a_number_is_valid_when_whole_and_checked);
    TEST(arabic_digits_are_understood);
    TEST(typing_groups_the_digits_and_moves_the_caret);
    TEST(an_expiry_is_read_in_every_listed_form);
    TEST(an_expiry_gets_its_slash_as_it_is_typed);
    TEST(a_card_expires_as_the_engine_tells_the_time);
    TEST(a_code_has_its_brands_length);
    TEST(a_name_is_no_card_number);
    TEST(the_shopper_chooses_on_a_co_badged_card);
    TEST(only_accepted_brands_are_valid);
    TEST(issuers_restrict_what_is_valid);
    TEST(what_may_be_shown_is_little);
    TEST(numbers_are_checked_without_an_object);
    TEST(wrong_arguments_are_refused);
    csn_card_free(card);
    csn_engine_free(engine);
    return test_end();
}
