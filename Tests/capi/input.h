/*
 * input.h: calls every function of the header with everything that a host can get wrong, at every moment of a payment. The
 * table of functions is written by Tests/tools/input.py; here are the world that they are tried in, and what must hold.
 */
#ifndef CSN_TEST_INPUT_H
#define CSN_TEST_INPUT_H

#include "input_values.h"

#include <dirent.h>
#include <signal.h>

typedef enum answers { ANSWERS_STATUS, ANSWERS_NUMBER, ANSWERS_TEXT, ANSWERS_NOTHING } answers;

typedef struct entry {
    const char *name;
    answers answer;
    int32_t (*call)(const int *at);
    int count;
    int kinds[8];
} entry;

static const char *const moment_names[] = {"created", "submitted", "challenged", "settled", "engine released", "in a hook"};
enum { CREATED, SUBMITTED, CHALLENGED, SETTLED, RELEASED, IN_HOOK, MOMENTS };

static const entry *trying;
static int moment;
static const int *trying_at;
static int64_t calls;
static int faults;
static char fault_texts[8][512];
static int real_output;

/* What is said when a call ends the process, which is the worst that it can do. */
static void died(int number) {
    char line[512];
    int i, length = snprintf(line, sizeof line, "signal %d in %s (%s), values", number, trying != NULL ? trying->name : "?",
                             moment_names[moment]);
    for (i = 0; trying != NULL && trying_at != NULL && i < trying->count; i++) {
        length += snprintf(line + length, sizeof line - (size_t)length, " %d", trying_at[i]);
    }
    length += snprintf(line + length, sizeof line - (size_t)length, "\n0 passed, 1 failed\n");
    if (write(real_output, line, (size_t)length) < 0) _exit(2);
    _exit(1);
}

static void fault(const char *what, int64_t number, const char *text) {
    int i, length;
    char *line = fault_texts[faults < 8 ? faults : 7];
    if (faults++ >= 8) return;
    length = snprintf(line, sizeof fault_texts[0], "%s (%s): %s: %" PRId64 " %.120s; values", trying->name,
                      moment_names[moment], what, number, text != NULL ? text : "");
    for (i = 0; i < trying->count; i++) {
        length += snprintf(line + length, sizeof fault_texts[0] - (size_t)length, " %d", trying_at[i]);
    }
}

/* ---- The world ----------------------------------------------------------------------------------------------------------- */

static int is_number_of_error(csn_error *error) { return csn_error_when(error) != 0; }

static csn_error *some_error(csn_engine *engine) {
    csn_error *error = NULL;
    if (csn_engine_advance_time(engine, -1, &error) == CSN_OK) return NULL;
    return error;
}

static csn_engine *new_engine(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL;
    options.config_json = "{\"time\": \"virtual\", \"seed\": 7, \"authentication\": {}}";
    if (csn_engine_new(&options, &engine, NULL) != CSN_OK) return NULL;
    return engine;
}

static csn_card *new_card(csn_engine *engine, const char *number) {
    csn_card *card = NULL;
    if (csn_card_new(engine, NULL, &card, NULL) != CSN_OK) return NULL;
    csn_card_set(card, CSN_FIELD_NUMBER, number, strlen(number), NULL);
    csn_card_set(card, CSN_FIELD_EXPIRY, "12/28", 5, NULL);
    csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL);
    return card;
}

static csn_payment *new_payment(csn_engine *engine, const char *number) {
    static int orders;
    char json[256];
    csn_payment *payment = NULL;
    csn_card *card = new_card(engine, number);
    snprintf(json, sizeof json, "{\"amount\": \"12.34\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"order-%d\"}", ++orders);
    if (csn_payment_new(engine, json, &payment, NULL) == CSN_OK) csn_payment_set_card(payment, card, NULL);
    csn_card_free(card);
    return payment;
}

static int32_t state_wanted(void) {
    static const int32_t states[] = {CSN_STATE_CREATED, CSN_STATE_RUNNING, CSN_STATE_ACTION_REQUIRED, CSN_STATE_SETTLED,
                                     CSN_E_INVALID, CSN_STATE_CREATED};
    return states[moment];
}

static int64_t time_begun;

static void world_end(void) {
    csn_error_free(world.live[KIND_ERROR]);
    csn_error_free(world.other[KIND_ERROR]);
    csn_engine_free(world.live[KIND_ENGINE]);
    csn_engine_free(world.other[KIND_ENGINE]);
    memset(&world, 0, sizeof world);
}

/* Two engines, each with a payment and a card, an error for each, and a released handle of every kind. */
static void world_build(void) {
    csn_engine *engine, *spare = new_engine();
    csn_payment *payment;
    world_end();
    engine = new_engine();
    world.live[KIND_ENGINE] = engine;
    world.other[KIND_ENGINE] = new_engine();
    world.freed[KIND_ENGINE] = spare;
    world.freed[KIND_PAYMENT] = new_payment(spare, PAN_PLAIN);
    world.freed[KIND_CARD] = new_card(spare, PAN_PLAIN);
    world.freed[KIND_ERROR] = some_error(spare);
    csn_payment_free(world.freed[KIND_PAYMENT]);
    csn_card_free(world.freed[KIND_CARD]);
    csn_error_free(world.freed[KIND_ERROR]);
    csn_engine_free(spare);
    world.live[KIND_PAYMENT] = payment = new_payment(engine, moment == CHALLENGED ? PAN_CHALLENGE : PAN_PLAIN);
    world.other[KIND_PAYMENT] = new_payment(world.other[KIND_ENGINE], PAN_PLAIN);
    world.live[KIND_CARD] = new_card(engine, PAN_PLAIN);
    world.other[KIND_CARD] = new_card(world.other[KIND_ENGINE], PAN_PLAIN);
    world.live[KIND_ERROR] = some_error(engine);
    world.other[KIND_ERROR] = some_error(world.other[KIND_ENGINE]);
    world.live[KIND_EVENT] = world.freed[KIND_EVENT] = stale_event;
    world.live[KIND_REPLY] = world.freed[KIND_REPLY] = stale_reply;
    switch (moment) {
        case SUBMITTED: csn_payment_submit(payment, NULL); break;
        case CHALLENGED:
            csn_payment_run(payment, -1, NULL);
            csn_payment_get_string(payment, "challenge.creq", right_creq, sizeof right_creq, NULL);
            break;
        case SETTLED:
            if (csn_payment_run(payment, -1, NULL) != CSN_SETTLED || csn_payment_ending(payment) != CSN_ENDING_AUTHORISED) {
                fault("a payment afterwards ends as", csn_payment_ending(payment), NULL);
            }
            break;
        case RELEASED: csn_engine_free(engine); break;
        default: break;
    }
    csn_engine_now(world.other[KIND_ENGINE], &time_begun);
}

/* Whether the last call left the world as it was. */
static int world_stands(void) {
    int64_t now = 0, other = 0;
    if (csn_engine_now(world.other[KIND_ENGINE], &other) != CSN_OK || other != time_begun) return 0;
    if (csn_payment_state(world.other[KIND_PAYMENT]) != CSN_STATE_CREATED) return 0;
    if (csn_card_brand_count(world.other[KIND_CARD]) != 1 || !is_number_of_error(world.other[KIND_ERROR])) return 0;
    if (!is_number_of_error(world.live[KIND_ERROR])) return 0;
    if (moment == RELEASED) return 1;
    if (csn_engine_now(world.live[KIND_ENGINE], &now) != CSN_OK || (moment == CREATED && now != time_begun)) return 0;
    return csn_payment_state(world.live[KIND_PAYMENT]) == state_wanted() && csn_card_brand_count(world.live[KIND_CARD]) == 1;
}

/* ---- One call ------------------------------------------------------------------------------------------------------------ */

static void look_at_error(int32_t status, csn_error *error) {
    const char *texts[6];
    int i;
    texts[0] = csn_error_code(error);
    texts[1] = csn_error_message(error);
    texts[2] = csn_error_field(error);
    texts[3] = csn_error_number(error);
    texts[4] = csn_error_provider_code(error);
    texts[5] = csn_error_correlation_id(error);
    if (csn_error_status(error) != status) fault("the error has another status", csn_error_status(error), NULL);
    if (csn_error_when(error) < CSN_WHEN_REFUSED || csn_error_when(error) > CSN_WHEN_UNKNOWN) {
        fault("the error has no time", csn_error_when(error), NULL);
    }
    if (texts[0][0] == '\0' || texts[1][0] == '\0') fault("the error has no code or no sentence", status, texts[0]);
    for (i = 0; i < 6; i++) {
        if (strstr(texts[i], PAN_PLAIN) != NULL) fault("the error has a secret", i, texts[i]);
        if (strlen(texts[i]) > 4096) fault("the error goes on and on", (int64_t)strlen(texts[i]), NULL);
        if (!is_utf8(texts[i])) fault("the error is no UTF-8", i, NULL);
    }
}

/* Whether the value of a parameter is a handle that no call may accept. */
static int is_wrong_handle(int kind, int at) {
    if (kind < 0 || kind >= OBJECT_KINDS) return 0;
    if (at == VALUE_RIGHT) {
        if (kind == KIND_EVENT || kind == KIND_REPLY) return moment != IN_HOOK || world.live[kind] == NULL;
        return moment == RELEASED && kind != KIND_ERROR;
    }
    return at != VALUE_OTHER && at < VALUE_FLIPPED;
}

static void try_values(const int *at) {
    int32_t answer;
    int i, wrong = 0;
    trying_at = at;
    calls++;
    for (i = 0; i < trying->count; i++) {
        slots[i] = SLOT_BEFORE;
        wrong |= is_wrong_handle(trying->kinds[i], at[i]);
        if (trying->kinds[i] == KIND_BUFFER) buffer_prepare();
    }
    latest_text = NULL;
    answer = trying->call(at);
    for (i = 0; i < trying->count; i++) {
        void *left = (void *)(uintptr_t)slots[i];
        if (trying->kinds[i] == KIND_BUFFER && !buffer_is_whole(at[i])) fault("written beyond the buffer", at[i], NULL);
        if (at[i] != VALUE_RIGHT) continue;
        if (trying->kinds[i] == KIND_ERROR_SLOT) {
            if (slots[i] == SLOT_BEFORE) {
                fault("the error's place is left as it was", answer, NULL);
            } else if (answer < 0) {
                look_at_error(answer, (csn_error *)left);
                csn_error_free((csn_error *)left);
            } else if (left != NULL) {
                fault("an error although it succeeds", answer, NULL);
            }
        } else if (trying->kinds[i] == KIND_OUT) {
            if (slots[i] == SLOT_BEFORE) fault("the result's place is left as it was", answer, NULL);
            if ((answer < 0) != (left == NULL)) fault("a handle although it fails, or none", answer, NULL);
            release_any(left);
        } else if (trying->kinds[i] == KIND_OUT_TEXT) {
            if (slots[i] == SLOT_BEFORE || (answer < 0) != (left == NULL)) fault("a text, or none, with", answer, NULL);
            if (slots[i] != SLOT_BEFORE) csn_free(left);
        }
    }
    switch (trying->answer) {
        case ANSWERS_STATUS:
        case ANSWERS_NUMBER:
            if (answer < CSN_E_DECLARED) fault("no such status", answer, NULL);
            if (wrong && answer > 0) fault("a wrong handle is accepted", answer, NULL);
            if (wrong && trying->answer == ANSWERS_STATUS && answer == 0) fault("a wrong handle is accepted", answer, NULL);
            break;
        case ANSWERS_TEXT:
            if (wrong && latest_text != NULL && latest_text[0] != '\0') fault("a wrong handle has a text", 0, latest_text);
            if (latest_text != NULL && !is_utf8(latest_text)) fault("a text that is no UTF-8", 0, NULL);
            break;
        default: break;
    }
    if (moment != IN_HOOK && !world_stands()) world_build();
}

/* ---- All of them --------------------------------------------------------------------------------------------------------- */

static int tried_in_full = 1;

static uint32_t next_random(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Every value of every parameter with every value of every other, the rest right or random; all combinations where they are
   few. */
static void try_entry(void) {
    int at[8] = {0}, i, j, a, b, k;
    int64_t product = 1;
    const int64_t most = tried_in_full ? 400 : 40;
    const uint32_t pairs_left_out = !tried_in_full ? 16 : moment == IN_HOOK ? 4 : 1;
    for (i = 0; i < trying->count; i++) product *= value_count(trying->kinds[i]);
    if (product <= most) {
        for (; product > 0; product--) {
            try_values(at);
            for (i = 0; i < trying->count && ++at[i] == value_count(trying->kinds[i]); i++) at[i] = 0;
        }
        return;
    }
    for (i = 0; i < trying->count; i++) {
        for (j = i + 1; j < trying->count; j++) {
            for (a = 0; a < value_count(trying->kinds[i]); a++) {
                for (b = 0; b < value_count(trying->kinds[j]); b++) {
                    if (next_random() % pairs_left_out != 0) continue;
                    for (k = 0; k < trying->count; k++) {
                        const uint32_t values = (uint32_t)value_count(trying->kinds[k]);
                        at[k] = next_random() % 2 != 0 ? VALUE_RIGHT : (int)(next_random() % values);
                    }
                    at[i] = a;
                    at[j] = b;
                    try_values(at);
                }
            }
        }
    }
}

static int hooks_tried;

/* Tries the function inside an asked hook, the one that takes secrets, and one that is told: in each once. */
static int32_t trying_hook(csn_event *event, csn_reply *reply, void *user_data) {
    const int32_t hook = csn_event_hook(event);
    (void)user_data;
    stale_event = event;
    if (reply != NULL) stale_reply = reply;
    if ((hooks_tried & 1 << hook) == 0) {
        hooks_tried |= 1 << hook;
        world.live[KIND_EVENT] = event;
        world.live[KIND_REPLY] = reply;
        try_entry();
    }
    if (hook == CSN_HOOK_ON_GET_CREDENTIALS) csn_reply_set_string(reply, "sessionId", "s", NULL);
    return CSN_PROCEED;
}

static void try_in_hook(void) {
    static const char *const names[] = {"onPreAuthorisation", "onGetCredentials", "onPostTokenisation"};
    csn_payment *payment;
    size_t i;
    world_build();
    hooks_tried = 0;
    payment = (csn_payment *)world.live[KIND_PAYMENT];
    for (i = 0; i < 3; i++) csn_payment_set_hook(payment, names[i], trying_hook, NULL, NULL, NULL);
    csn_payment_run(payment, -1, NULL);
}

static int descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return -1;
    while (readdir(folder) != NULL) count++;
    closedir(folder);
    return count;
}

/* Tries all functions at all moments. What anything writes to the standard streams meanwhile is a fault. */
static int try_all(const entry *entries, size_t count) {
    FILE *caught = tmpfile();
    int passed = 0, failed = 0, opened, before;
    size_t i;
    real_output = dup(1);
    if (caught == NULL || real_output < 0) return 2;
    for (i = 0; i < 3; i++) signal((int[]){SIGSEGV, SIGILL, SIGABRT}[i], died);
    signal(SIGALRM, died);
    tried_in_full = getenv("CSN_TEST_VALGRIND") == NULL;
    values_prepare();
    opened = descriptors();
    fflush(stdout);
    dup2(fileno(caught), 1);
    dup2(fileno(caught), 2);
    for (i = 0; i < count; i++) {
        trying = &entries[i];
        for (moment = CREATED; moment < MOMENTS; moment++) {
            before = faults;
            alarm(120);
            if (moment == IN_HOOK) {
                try_in_hook();
            } else {
                world_build();
                try_entry();
            }
            if (faults == before) passed++;
            else failed++;
        }
    }
    moment = SETTLED;
    trying_at = (const int[8]){0};
    world_build();
    world_end();
    if (destroyed != hooks_given) fault("user data of hooks destroyed, given", destroyed, NULL);
    if (descriptors() != opened) fault("descriptors left open", descriptors() - opened, NULL);
    if (lseek(fileno(caught), 0, SEEK_END) != 0) fault("written to the standard streams", 0, NULL);
    dup2(real_output, 1);
    dup2(real_output, 2);
    for (i = 0; (int)i < faults && i < 8; i++) printf("not ok %s\n", fault_texts[i]);
    printf("%" PRId64 " calls of %d functions\n", calls, (int)count);
    printf("%d passed, %d failed\n", passed, failed + (failed == 0 && faults > 0));
    fclose(caught);
    return faults > 0;
}

#endif
