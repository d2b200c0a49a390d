/*
 * flow.h: engines, payments and hooks as most tests want them: virtual time, a fixed seed, and a script that answers the hooks
 * and remembers what they were called with. Valid C99 and C++11.
 */
#ifndef CSN_TEST_FLOW_H
#define CSN_TEST_FLOW_H

#include "test.h"

/* Time stands still but for what a test does, and every choice is the same each run. */
#define FLOW_VIRTUAL "{\"time\": \"virtual\", \"seed\": 7}"

/* An hour is longer than every deadline of the flow but the look-ups of a payment that nobody decides. */
#define FLOW_HOUR ((int64_t)3600000)

#define PAN_PLAIN "4111111111111111"        /* not enrolled in 3-D Secure, approved */
#define PAN_FRICTIONLESS "4111110000000104" /* authenticated without the shopper */
#define PAN_CHALLENGE "4111110000000112"    /* 1234 is right */
#define PAN_REJECTED "4111110000000138"
#define PAN_SOFT_DECLINE "4111110000001003" /* wants 3-D Secure, then a challenge */

/* The two 3DS hooks by name, for tests that set them alone. */
#define HOOK_INITIATE "onPreInitiateAuthentication"
#define HOOK_AUTHENTICATE "onPreAuthentication"

typedef struct script script;

/* What the host's hooks do: one function serves all of them. */
struct script {
    int32_t answers[CSN_HOOK_COUNT];     /* what the asked ones return */
    const char *replies[CSN_HOOK_COUNT]; /* what they set first, or NULL */
    void (*also)(script *self, csn_event *event, csn_reply *reply); /* done on each call, or NULL */
    void *context;                       /* for `also` */

    char log[4096]; /* the names of the hooks as they were called, apart by blanks */
    int counts[CSN_HOOK_COUNT];
    int calls, destroyed;
    int faults; /* calls that broke the contract: a reply where none belongs, or none where one does, a wrong name */
};

static int script_is_asked(int32_t hook) {
    switch (hook) {
        case CSN_HOOK_ON_GET_CREDENTIALS:
        case CSN_HOOK_ON_GET_SHOPPER:
        case CSN_HOOK_MERCHANT_TRANSACTION_DATE:
        case CSN_HOOK_ON_GET_CONSENT:
        case CSN_HOOK_ON_PRE_TOKENISATION:
        case CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION:
        case CSN_HOOK_ON_PRESENT_FINGERPRINT:
        case CSN_HOOK_ON_PRE_AUTHENTICATION:
        case CSN_HOOK_ON_PRE_AUTHORISATION:
            return 1;
        default:
            return 0;
    }
}

static int32_t script_hook(csn_event *event, csn_reply *reply, void *user_data) {
    script *self = (script *)user_data;
    const int32_t hook = csn_event_hook(event);
    const char *name = csn_event_name(event);
    size_t length = strlen(self->log);

    self->calls++;
    if (hook < 0 || hook >= CSN_HOOK_COUNT) {
        self->faults++;
        return CSN_FAIL;
    }
    self->counts[hook]++;
    if (strcmp(name, csn_hook_name(hook)) != 0 || (reply != NULL) != script_is_asked(hook)) self->faults++;
    snprintf(self->log + length, sizeof self->log - length, "%s%s", length > 0 ? " " : "", name);
    if (reply != NULL && self->replies[hook] != NULL && csn_reply_set_json(reply, self->replies[hook], NULL) != CSN_OK) {
        self->faults++;
    }
    if (self->also != NULL) self->also(self, event, reply);
    return self->answers[hook];
}

static void script_destroy(void *user_data) { ((script *)user_data)->destroyed++; }

/* A host that says yes to everything, but has neither a browser nor a date of its own. */
TEST_MAYBE_UNUSED
static void script_init(script *self) {
    int32_t hook;
    memset(self, 0, sizeof *self);
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) self->answers[hook] = CSN_PROCEED;
    self->answers[CSN_HOOK_MERCHANT_TRANSACTION_DATE] = CSN_NONE;
    self->answers[CSN_HOOK_ON_GET_SHOPPER] = CSN_NONE;
    self->answers[CSN_HOOK_ON_PRESENT_FINGERPRINT] = CSN_NONE;
    self->replies[CSN_HOOK_ON_GET_CREDENTIALS] = "{\"sessionId\": \"session-1\"}";
}

/* All hooks of the engine are the script's, in one struct: one destroy. */
TEST_MAYBE_UNUSED
static csn_status script_set_all(script *self, csn_engine *engine, csn_error **error) {
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_hook *functions[CSN_HOOK_COUNT];
    int32_t hook;
    hooks.user_data = self;
    hooks.destroy = script_destroy;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        functions[hook] = &hooks.on_start_submit + hook;
        *functions[hook] = script_hook;
    }
    return csn_engine_set_hooks(engine, &hooks, error);
}

/* One hook of the engine by name. */
TEST_MAYBE_UNUSED
static csn_status script_set(script *self, csn_engine *engine, const char *name, csn_error **error) {
    return csn_engine_set_hook(engine, name, script_hook, self, script_destroy, error);
}

/* An engine, or NULL with a fault noted. `config` may be NULL: virtual time. */
TEST_MAYBE_UNUSED
static csn_engine *flow_engine(const char *config) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL;
    csn_error *error = NULL;
    options.config_json = config != NULL ? config : FLOW_VIRTUAL;
    CHECK_OK(csn_engine_new(&options, &engine, &error));
    return engine;
}

/* December of the year after next, by the engine's clock, as "12/28". */
TEST_MAYBE_UNUSED
static void flow_expiry(csn_engine *engine, char text[8]) {
    int64_t now = 0;
    csn_engine_now(engine, &now);
    snprintf(text, 8, "12/%02d", (int)((1972 + now / 31556952000LL) % 100));
}

/* A card with that number, valid in everything else. */
TEST_MAYBE_UNUSED
static csn_card *flow_card(csn_engine *engine, const char *pan) {
    char expiry[8];
    csn_card *card = NULL;
    csn_error *error = NULL;
    const int is_amex = strncmp(pan, "34", 2) == 0 || strncmp(pan, "37", 2) == 0;
    flow_expiry(engine, expiry);
    CHECK_OK(csn_card_new(engine, NULL, &card, &error));
    CHECK_OK(csn_card_set(card, CSN_FIELD_NUMBER, pan, strlen(pan), &error));
    CHECK_OK(csn_card_set(card, CSN_FIELD_EXPIRY, expiry, strlen(expiry), &error));
    CHECK_OK(csn_card_set(card, CSN_FIELD_CVC, is_amex ? "1234" : "123", is_amex ? 4 : 3, &error));
    return card;
}

/* A payment of 12.34 EUR, or of the transaction data in `json`, with that card (NULL: none). NULL with a fault noted. */
TEST_MAYBE_UNUSED
static csn_payment *flow_payment(csn_engine *engine, const char *pan, const char *json) {
    static int orders;
    char text[256];
    csn_payment *payment = NULL;
    csn_error *error = NULL;
    snprintf(text, sizeof text, "{\"amount\": \"12.34\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"order-%d\"}", ++orders);
    CHECK_OK(csn_payment_new(engine, json != NULL ? json : text, &payment, &error));
    if (payment != NULL && pan != NULL) {
        csn_card *card = flow_card(engine, pan);
        CHECK_OK(csn_payment_set_card(payment, card, &error));
        csn_card_free(card);
    }
    return payment;
}

/* What a shopper does at the issuer's page. */
typedef enum flow_shopper {
    SHOPPER_RIGHT,             /* 1234 */
    SHOPPER_WRONG,             /* 0000 until the page gives up */
    SHOPPER_WRONG_THEN_RIGHT,
    SHOPPER_CANCELS,
    SHOPPER_SILENT             /* nothing: the caller sees CSN_ACTION_REQUIRED */
} flow_shopper;

/* The shopper answers the open challenge, and the host hands the answer over. */
TEST_MAYBE_UNUSED
static csn_status flow_answer(csn_engine *engine, csn_payment *payment, flow_shopper shopper, csn_error **error) {
    char creq[8192], cres[8192];
    size_t length = 0;
    csn_status status = csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
    if (status != CSN_OK) return status;
    if (shopper == SHOPPER_CANCELS) {
        status = csn_sandbox_acs_cancel(engine, creq, cres, sizeof cres, &length, error);
    } else {
        const char *first = shopper == SHOPPER_RIGHT ? "1234" : "0000";
        status = csn_sandbox_acs_answer(engine, creq, first, cres, sizeof cres, &length, error);
        while (status == CSN_TRY_AGAIN) {
            const char *next = shopper == SHOPPER_WRONG ? "0000" : "1234";
            status = csn_sandbox_acs_answer(engine, creq, next, cres, sizeof cres, &length, error);
        }
    }
    return status == CSN_OK ? csn_payment_complete_challenge(payment, cres, length, error) : status;
}

/* Runs the payment for at most an hour of its time, with the shopper answering challenges, and waits where it waits. What the
   last run answered. */
TEST_MAYBE_UNUSED
static csn_status flow_run(csn_engine *engine, csn_payment *payment, flow_shopper shopper) {
    csn_error *error = NULL;
    csn_status status;
    int64_t begun = 0, now = 0, next = 0;
    int challenges = 0;
    csn_engine_now(engine, &begun);
    for (;;) {
        status = csn_payment_run(payment, FLOW_HOUR, &error);
        if (status == CSN_ACTION_REQUIRED && shopper != SHOPPER_SILENT && ++challenges <= 4) {
            if (!CHECK_OK(flow_answer(engine, payment, shopper, &error))) break;
            continue;
        }
        if (status != CSN_WAITING) break;
        csn_engine_now(engine, &now);
        csn_engine_next_deadline(engine, &next);
        if (next < 0 || next - begun > FLOW_HOUR) break;
        if (!CHECK_OK(csn_engine_advance_time(engine, next > now ? next - now : 0, &error))) break;
    }
    if (status < 0) CHECK_OK(status);
    return status;
}

/* A text field of the payment; "" when it has no value. Good until four further calls. */
TEST_MAYBE_UNUSED
static const char *flow_text(const csn_payment *payment, const char *path) {
    static char texts[4][512];
    static int latest;
    char *text = texts[latest = (latest + 1) % 4];
    text[0] = '\0';
    if (csn_payment_get_string(payment, path, text, sizeof texts[0], NULL) != CSN_OK) text[0] = '\0';
    return text;
}

/* The code of the error that ended the payment; "" when none did. Good until four further calls. */
TEST_MAYBE_UNUSED
static const char *flow_error_code(const csn_payment *payment) { return flow_text(payment, "error.code"); }

#endif
