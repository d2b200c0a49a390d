/*
 * pay: one payment with 3-D Secure, every hook shown as it fires.
 *
 *     pay [frictionless|challenged|stepped-up|declined] [--pan NUMBER] [--amount 99.99] [--otp 1234]
 *
 * It pays at the sandbox inside the library: nothing leaves this machine. Without --otp it asks for the code on the terminal;
 * 1234 is right, anything else is wrong, an empty line gives up. Ends with 0 when the issuer has answered, also with a decline.
 */
#include <countersign.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

typedef struct flow {
    const char *name, *pan, *about;
    int pays_first_without; /* leaves 3-D Secure out at first, and waits for the issuer to ask for it */
} flow;

static const flow flows[] = {
    {"challenged", "4111110000000112", "the issuer asks the shopper for a code", 0},
    {"frictionless", "4111110000000104", "the issuer is content without asking the shopper", 0},
    {"stepped-up", "4111110000001003", "declined without 3-D Secure, paid with it", 1},
    {"declined", "4111110000000518", "the issuer says that the account has too little money", 1},
};

static const char usage[] =
    "usage: pay [frictionless|challenged|stepped-up|declined] [--pan NUMBER] [--amount 99.99] [--otp 1234]\n";

/* What is worth seeing of each event: dotted paths, apart by blanks. */
static const char *fields_of(int32_t hook) {
    switch (hook) {
        case CSN_HOOK_ON_START_SUBMIT: return "merchantTransactionId amount currency intent";
        case CSN_HOOK_ON_PRE_TOKENISATION: return "card.brand card.iin card.lastFour";
        case CSN_HOOK_ON_POST_TOKENISATION: return "token.maskedPrimaryAccountNumber";
        case CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION: return "payment.attempt";
        case CSN_HOOK_ON_POST_INITIATE_AUTHENTICATION: return "authentication.state authentication.threeDSecureSupported";
        case CSN_HOOK_ON_PRESENT_FINGERPRINT: return "fingerprint.url";
        case CSN_HOOK_ON_PRESENT_CHALLENGE: return "challenge.kind challenge.url";
        case CSN_HOOK_ON_POST_AUTHENTICATION:
            return "authentication.state authentication.transStatus authentication.eci authentication.liability";
        case CSN_HOOK_ON_PENDING: return "pending.state pending.reason";
        case CSN_HOOK_ON_CANCELLED: return "cancelled.by cancelled.step";
        case CSN_HOOK_ON_POST_AUTHORISATION: return "result.state result.provider.code result.provider.message";
        case CSN_HOOK_ON_SUBMIT_ERROR: return "error.code error.message";
        default: return "";
    }
}

static int32_t set(csn_reply *reply, const char *json) {
    return csn_reply_set_json(reply, json, NULL) == CSN_OK ? CSN_PROCEED : CSN_FAIL;
}

/* One function for all hooks. A shop would write one for each that it has a say in, and leave the others unset. */
static int32_t on_hook(csn_event *event, csn_reply *reply, void *user_data) {
    const flow *chosen = (const flow *)user_data;
    const int32_t hook = csn_event_hook(event);
    int64_t attempt = 1;
    char paths[128], *path;
    int gap = 29 - printf("  %s", csn_event_name(event)) + 2;

    snprintf(paths, sizeof paths, "%s", fields_of(hook));
    for (path = strtok(paths, " "); path != NULL; path = strtok(NULL, " ")) {
        const char *value = csn_event_string(event, path), *dot = strrchr(path, '.');
        if (value != NULL) printf("%*s %s=%s", gap, "", dot != NULL ? dot + 1 : path, value), gap = 0;
    }
    printf("\n");

    switch (hook) {
        case CSN_HOOK_ON_GET_CREDENTIALS: return set(reply, "{\"sessionId\": \"example\"}");
        case CSN_HOOK_ON_GET_SHOPPER: return set(reply, "{\"id\": \"shopper-7\", \"email\": \"jo@example.com\"}");
        case CSN_HOOK_MERCHANT_TRANSACTION_DATE: return CSN_NONE; /* now */
        case CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION:
            csn_event_int(event, "payment.attempt", &attempt);
            if (chosen->pays_first_without && attempt == 1) return CSN_NONE; /* pay without 3-D Secure */
            return set(reply, "{\"requestorAuthenticationIndicator\": \"01\"}");
        case CSN_HOOK_ON_PRESENT_FINGERPRINT: return CSN_NONE; /* needs a browser: goes on without */
        case CSN_HOOK_ON_PRE_AUTHENTICATION:
            return set(reply, "{\"merchantCountryNumericCode\": \"826\", \"merchantLegalName\": \"Example Ltd\"}");
        default: return CSN_PROCEED; /* a yes where a decision is asked for, and not looked at elsewhere */
    }
}

/* The issuer's page, which a shop shows the shopper in a frame or a web view. Here it is a line on the terminal. */
static csn_status play_the_shopper(csn_engine *engine, csn_payment *payment, const char *otp, csn_error **error) {
    char creq[4096], cres[4096], line[64];
    size_t length = 0;
    csn_status status = csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
    if (status == CSN_OK) do {
        snprintf(line, sizeof line, "%s", otp != NULL ? otp : "");
        printf("  the issuer asks for the code: %s%s", line, otp != NULL ? "\n" : "");
        if (otp == NULL && (fflush(stdout), fgets(line, sizeof line, stdin) == NULL)) line[0] = '\0';
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0') return csn_payment_cancel(payment, error);
        status = csn_sandbox_acs_answer(engine, creq, line, cres, sizeof cres, &length, error);
        if (status == CSN_TRY_AGAIN) printf("  wrong; tries left: %zu\n", length);
    } while (status == CSN_TRY_AGAIN);
    return status == CSN_OK ? csn_payment_complete_challenge(payment, cres, length, error) : status;
}

static void show(const csn_payment *payment, const char *label, const char *path) {
    char text[512];
    if (csn_payment_get_string(payment, path, text, sizeof text, NULL) == CSN_OK) printf("%-18s %s\n", label, text);
}

int main(int argc, char **argv) {
    const flow *chosen = NULL;
    const char *pan = NULL, *amount = "99.99", *otp = NULL;
    csn_engine *engine = NULL;
    csn_card *card = NULL;
    csn_payment *payment = NULL;
    csn_error *error = NULL;
    csn_status status;
    int32_t hook, ending;

    for (int i = 1; i < argc; i++) {
        const char **option = strcmp(argv[i], "--pan") == 0 ? &pan : strcmp(argv[i], "--amount") == 0 ? &amount
                            : strcmp(argv[i], "--otp") == 0 ? &otp : NULL;
        const flow *named = NULL;
        for (size_t k = 0; k < sizeof flows / sizeof *flows; k++)
            if (strcmp(argv[i], flows[k].name) == 0) named = &flows[k];
        if (option != NULL && i + 1 < argc) *option = argv[++i];
        else if (named != NULL && chosen == NULL) chosen = named;
        else return fputs(usage, stderr), 2;
    }
    if (chosen == NULL) chosen = &flows[0];
    printf("%s: %s\n", chosen->name, chosen->about);
    if (pan == NULL) pan = chosen->pan;

    status = csn_engine_new(NULL, &engine, &error);
    for (hook = 0; hook < CSN_HOOK_COUNT && status == CSN_OK; hook++)
        status = csn_engine_set_hook(engine, csn_hook_name(hook), on_hook, (void *)chosen, NULL, &error);
    if (status == CSN_OK) status = csn_card_new(engine, NULL, &card, &error);
    if (status == CSN_OK) status = csn_card_set(card, CSN_FIELD_NUMBER, pan, strlen(pan), &error);
    if (status == CSN_OK) status = csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, &error);
    if (status == CSN_OK) status = csn_card_set(card, CSN_FIELD_CVC, "123", 3, &error);
    if (status == CSN_OK) status = csn_payment_new(engine, "{\"currency\": \"EUR\", \"intent\": \"Authorisation\","
                                                   " \"merchantTransactionId\": \"order-1\"}", &payment, &error);
    if (status == CSN_OK) status = csn_payment_set_string(payment, "amount", amount, &error);
    if (status == CSN_OK) status = csn_payment_set_card(payment, card, &error);
    while (status >= 0 && (status = csn_payment_run(payment, -1, &error)) > CSN_SETTLED) {
        struct pollfd loop = {csn_engine_fd(engine), POLLIN, 0};
        if (status == CSN_ACTION_REQUIRED) status = play_the_shopper(engine, payment, otp, &error);
        else if (status == CSN_WAITING) poll(&loop, 1, -1); /* until the gateway is asked again */
    }

    show(payment, "result", "result.state");
    show(payment, "liability with", "authentication.liability");
    show(payment, "decline category", "decline.category");
    show(payment, "for the shopper", "decline.shopperMessage");
    if (error == NULL) (void)csn_payment_error(payment, &error);
    if (error != NULL) printf("%-18s %s: %s\n", "error", csn_error_code(error), csn_error_message(error));
    ending = csn_payment_ending(payment);
    csn_error_free(error);
    csn_engine_free(engine); /* and with it the card and the payment */
    return ending == CSN_ENDING_AUTHORISED || ending == CSN_ENDING_CAPTURED || ending == CSN_ENDING_REFUSED ? 0 : 1;
}
