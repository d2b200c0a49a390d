/* The shops, orders and hooks of stress.c, and what its threads do to them. */
#ifndef CSN_STRESS_H
#define CSN_STRESS_H

#include <countersign.h>

#include "../capi/json.h"

#include <dirent.h>
#include <inttypes.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Relaxed: the library must do without the order that a stronger one would give its callers. */
#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELAXED)
#define ADD(place, value) __atomic_add_fetch(&(place), value, __ATOMIC_RELAXED)
#define SWAP(place, value) __atomic_exchange_n(&(place), value, __ATOMIC_ACQ_REL)

/* The sanitizer has a thread, and descriptors, of its own. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define STRESS_SANITIZED 1
#endif
#endif
#ifndef STRESS_SANITIZED
#define STRESS_SANITIZED 0
#endif

/* The slack is for the table of handles, which doubles with the most that there ever are at once. */
enum { MOST_THREADS = 64, MOST_ORDERS = 400000, LATE_SLOTS = 16, HEAP_SLACK = 64 * 1024 };

/* ---- Chance, time, faults ---- */

static __thread uint64_t stress_random;
static uint64_t round_seed;

static void stress_seed(uint64_t seed) { stress_random = seed * 0x9e3779b97f4a7c15u + 1; }

static int any(int below) {
    uint64_t mixed = stress_random += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (int)((mixed ^ mixed >> 31) % (uint64_t)below);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int fault_count;

static void __attribute__((format(printf, 1, 2))) fault(const char *format, ...) {
    va_list arguments;
    if (ADD(fault_count, 1) > 20) return;
    printf("not ok, seed %" PRIu64 ": ", round_seed);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static int count_entries(const char *path) {
    int count = 0;
    DIR *directory = opendir(path);
    if (directory == NULL) return -1;
    while (readdir(directory) != NULL) count++;
    closedir(directory);
    return count - 2 - (strstr(path, "/fd") != NULL);
}

/* ---- Shops and orders ---- */

enum { LASTING = 3, VICTIM = LASTING, SHOPS };

typedef struct shop {
    csn_engine *engine;
    int is_virtual;
    int64_t sold; /* minor units that its hooks were told are authorised */
} shop;

typedef struct order {
    csn_payment *payment; /* taken by the thread that frees it; others may go on using its handle */
    int shop, submission, endings;
} order;

/* Of an order: nobody may run it before its own thread has begun it, for to run a new payment is to submit it. */
enum { NOT_SUBMITTED, SUBMITTING, SUBMITTED };

/* Whether the library may have begun it: from just before its submission on, unless that is refused. */
static int may_be_begun(const order *self) { return LOAD(self->submission) != NOT_SUBMITTED; }

static shop shops[SHOPS];
static order *orders;
static int order_count, is_over;
static csn_reply *late_replies[LATE_SLOTS];
static int64_t registered, destroyed;
static struct { int64_t payments, runs, cancels, late, too_late, challenges, engines; } totals;

/* Only these are answers to a handle that another thread may have freed. */
static int32_t expect(int32_t status, const char *what) {
    if (status < 0 && status != CSN_E_INVALID && status != CSN_E_STATE && status != CSN_E_GONE && status != CSN_E_NOT_FOUND) {
        fault("%s answers %s", what, csn_status_name(status));
    }
    return status;
}

/* ---- User data ---- */

enum { ALIVE = 0x11fe, DEAD = 0xdead };

typedef struct registration { int state; } registration;

static registration *new_registration(void) {
    registration *self = (registration *)malloc(sizeof *self);
    self->state = ALIVE;
    ADD(registered, 1);
    return self;
}

static void destroy(void *user_data) {
    registration *self = (registration *)user_data;
    if (SWAP(self->state, DEAD) != ALIVE) fault("user data destroyed twice");
    ADD(destroyed, 1);
    free(self);
}

/* ---- Late answers ---- */

static void finish_late(csn_reply *reply) {
    static const int32_t decisions[] = {CSN_PROCEED, CSN_PROCEED, CSN_PROCEED, CSN_PROCEED, CSN_NONE, CSN_FAIL};
    int32_t status;
    if (reply == NULL) return;
    if (any(8) > 0) {
        if (any(2)) expect(csn_reply_set_json(reply, "{}", NULL), "set_json of a late reply");
        status = expect(csn_reply_complete(reply, decisions[any(6)], NULL), "complete");
        if (status != CSN_OK && status != CSN_E_GONE) fault("a late answer is %s", csn_status_name(status));
        ADD(*(status == CSN_OK ? &totals.late : &totals.too_late), 1);
        if (any(8) == 0 && csn_reply_complete(reply, CSN_PROCEED, NULL) >= 0) fault("answered twice");
    }
    csn_reply_free(reply);
}

static void answer_one(void) { finish_late(SWAP(late_replies[any(LATE_SLOTS)], NULL)); }

static void answer_all(void) {
    int i;
    for (i = 0; i < LATE_SLOTS; i++) finish_late(SWAP(late_replies[i], NULL));
}

/* ---- The hook ---- */

/* A payment in flight whose shopper nobody can answer for any more would wait for ten minutes: it is cancelled first. */
static void free_order(order *self) {
    csn_payment *payment = SWAP(self->payment, NULL);
    if (payment == NULL) return;
    if (may_be_begun(self)) expect(csn_payment_cancel(payment, NULL), "cancel");
    csn_payment_free(payment);
}

static void note_sale(csn_event *event, order *self) {
    const char *state = csn_event_string(event, "result.state");
    int64_t amount = 0;
    if (state == NULL || (strcmp(state, "Authorised") != 0 && strcmp(state, "Captured") != 0)) return;
    if (csn_event_int(event, "result.amountMinor", &amount) != CSN_OK) fault("a result without an amount");
    ADD(shops[self->shop].sold, amount);
}

static int32_t hook(csn_event *event, csn_reply *reply, void *user_data) {
    const int32_t point = csn_event_hook(event);
    const char *reference = csn_event_string(event, "merchantTransactionId");
    const int number = reference != NULL ? atoi(reference + 1) : -1;
    order *self = &orders[number];
    char *json = NULL;

    if (LOAD(((registration *)user_data)->state) != ALIVE) fault("a hook after its destructor");
    if (number < 0 || number >= LOAD(order_count)) {
        fault("a hook for no order");
        return CSN_FAIL;
    }
    if (point == CSN_HOOK_ON_POST_AUTHORISATION || point == CSN_HOOK_ON_SUBMIT_ERROR || point == CSN_HOOK_ON_CANCELLED) {
        if (ADD(self->endings, 1) > 1) fault("order %d ended again by %s", number, csn_event_name(event));
    }
    if (point == CSN_HOOK_ON_POST_AUTHORISATION || point == CSN_HOOK_ON_RESULT_CHANGED) note_sale(event, self);
    switch (any(256)) {
        case 0: case 1: case 2: csn_payment_cancel(csn_event_payment(event), NULL); ADD(totals.cancels, 1); break;
        case 3: if (csn_payment_json_copy(csn_event_payment(event), &json, NULL) == CSN_OK) csn_free(json); break;
        case 4: free_order(self); break;
        case 5: sched_yield(); break;
        case 6: answer_one(); break;
        case 7:
            if (csn_engine_dispatch(LOAD(shops[self->shop].engine), 1, NULL) >= 0 && self->shop != VICTIM) fault("reentered");
            break;
        default: break;
    }
    if (reply == NULL) return 0;
    if (point == CSN_HOOK_ON_GET_CREDENTIALS) csn_reply_set_string(reply, "sessionId", "session", NULL);
    if (point == CSN_HOOK_ON_GET_SHOPPER || point == CSN_HOOK_MERCHANT_TRANSACTION_DATE ||
        point == CSN_HOOK_ON_PRESENT_FINGERPRINT) return CSN_NONE;
    if (any(6) == 0) {
        finish_late(SWAP(late_replies[any(LATE_SLOTS)], reply));
        return CSN_LATER;
    }
    return any(100) == 0 ? CSN_NONE : any(100) == 0 ? CSN_FAIL : CSN_PROCEED;
}

/* ---- What threads do ---- */

static void open_shop(int number) {
    static const char *const configurations[SHOPS] = {
        "{\"seed\": %" PRIu64 "}", "{\"seed\": %" PRIu64 ", \"hookTimeout\": 20, \"sandbox\": {\"latency\": 2}}",
        "{\"seed\": %" PRIu64 ", \"time\": \"virtual\", \"sandbox\": {\"latency\": 40, \"lookUpLag\": 500}}",
        "{\"seed\": %" PRIu64 ", \"sandbox\": {\"latency\": 1}}"};
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_hook *functions = &hooks.on_start_submit;
    csn_engine *engine = NULL;
    char text[256];
    int i;

    snprintf(text, sizeof text, configurations[number], round_seed);
    options.config_json = text;
    if (csn_engine_new(&options, &engine, NULL) != CSN_OK) fault("no engine");
    for (i = 0; i < CSN_HOOK_COUNT; i++) functions[i] = hook;
    hooks.user_data = new_registration();
    hooks.destroy = destroy;
    expect(csn_engine_set_hooks(engine, &hooks, NULL), "set_hooks");
    if (number == VICTIM) {
        csn_engine_free(SWAP(shops[number].engine, engine));
        return;
    }
    shops[number].engine = engine;
    shops[number].is_virtual = number == 2;
    shops[number].sold = 0;
}

static void open_shops(void) {
    int i;
    for (i = 0; i < SHOPS; i++) open_shop(i);
}

/* Frees an engine that others are using. */
static void replace_victim(void) {
    open_shop(VICTIM);
    ADD(totals.engines, 1);
}

static shop *any_shop(void) { return &shops[any(SHOPS)]; }

static csn_card *new_card(csn_engine *engine, const char *pan) {
    csn_card *card = NULL;
    if (expect(csn_card_new(engine, NULL, &card, NULL), "card_new") != CSN_OK) return NULL;
    expect(csn_card_set(card, CSN_FIELD_NUMBER, pan, strlen(pan), NULL), "card_set");
    expect(csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, NULL), "card_set");
    expect(csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL), "card_set");
    return card;
}

static void type_a_card(void) {
    char text[64];
    size_t caret = 0, length = 0;
    csn_card *card = new_card(LOAD(any_shop()->engine), "4111111111111111");
    csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_BACKSPACE, 19, 19, "", 0, &caret, NULL);
    csn_card_format(card, CSN_FIELD_NUMBER, text, sizeof text, &length);
    csn_card_is_valid(card, CSN_FIELD_EXPIRY);
    csn_card_free(card);
}

/* A payment of any kind; NULL when the engine is gone. */
static order *new_order(void) {
    static const char *const pans[] = {"4111111111111111", "4111110000000104", "4111110000000112", "4111110000001003",
                                       "4111110000000518", "4111110000000138"};
    static const int doubtful[] = {990213, 990214, 990215, 990222, 990223, 990237};
    const int number = ADD(order_count, 1) - 1, place = any(SHOPS);
    csn_engine *engine = LOAD(shops[place].engine);
    csn_card *card;
    csn_payment *payment = NULL;
    order *self = &orders[number];
    char text[256];

    STORE(self->shop, place);
    snprintf(text, sizeof text, "{\"amountMinor\": %d, \"currency\": \"EUR\", \"intent\": \"%s\", \"merchantTransactionId\":"
             " \"o%d\", \"authentication\": {\"merchantCountryNumericCode\": \"826\"}}",
             shops[place].is_virtual && any(4) == 0 ? doubtful[any(6)] : 100 + any(9000),
             any(2) ? "Authorisation" : "Purchase", number);
    if (expect(csn_payment_new(engine, text, &payment, NULL), "payment_new") != CSN_OK) return NULL;
    ADD(totals.payments, 1);
    if (any(8) == 0) {
        expect(csn_payment_set_hook(payment, "onPreAuthorisation", hook, new_registration(), destroy, NULL), "set_hook");
    }
    card = new_card(engine, pans[any(6)]);
    expect(csn_payment_set_card(payment, card, NULL), "set_card");
    csn_card_free(card);
    if (any(16) == 0) expect(csn_payment_cancel(payment, NULL), "cancel");
    STORE(self->payment, payment);
    return self;
}

static void answer_challenge(order *self) {
    csn_payment *payment = LOAD(self->payment);
    csn_engine *engine = LOAD(shops[LOAD(self->shop)].engine);
    char creq[4096], cres[4096];
    size_t length = 0;
    if (payment == NULL || csn_payment_state(payment) != CSN_STATE_ACTION_REQUIRED) return;
    if (csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL) != CSN_OK) return;
    if (any(8) == 0) {
        csn_sandbox_acs_cancel(engine, creq, cres, sizeof cres, &length, NULL);
    } else if (csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, NULL) != CSN_OK) {
        length = 0;
    }
    if (expect(csn_payment_complete_challenge(payment, cres, length, NULL), "complete_challenge") == CSN_OK) {
        ADD(totals.challenges, 1);
    }
}

/* Begins a payment; says whether it is begun. It counts as such before anybody can hear of its end. */
static int begin(order *self) {
    int is_begun;
    STORE(self->submission, SUBMITTING);
    is_begun = expect(csn_payment_submit(LOAD(self->payment), NULL), "submit") == CSN_OK;
    STORE(self->submission, is_begun ? SUBMITTED : NOT_SUBMITTED);
    return is_begun;
}

/* As a backend with a thread for each request does it. */
static void pay_through(void) {
    static const int timeouts[] = {0, 1, 2, 20};
    order *self = new_order();
    int tries;
    if (self == NULL || !begin(self)) return;
    for (tries = 0; tries < 8; tries++) {
        const int32_t status = expect(csn_payment_run(LOAD(self->payment), timeouts[any(4)], NULL), "run");
        ADD(totals.runs, 1);
        if (status == CSN_SETTLED || status < 0) break;
        if (status == CSN_ACTION_REQUIRED) answer_challenge(self);
        if (status == CSN_WAITING) break;
        answer_one();
    }
    if (any(4) > 0) free_order(self);
}

static void submit_one(void) {
    order *self = new_order();
    if (self != NULL) begin(self);
}

static void step(shop *self) {
    expect(csn_engine_dispatch(LOAD(self->engine), 1 + any(200), NULL), "dispatch");
    if (self->is_virtual && any(4) == 0) expect(csn_engine_advance_time(self->engine, any(100), NULL), "advance_time");
}

/* Anything to any recent payment, whoever else is at it. */
static void meddle(void) {
    const int count = LOAD(order_count);
    order *self;
    csn_payment *payment;
    char text[256], *json = NULL;
    csn_error *error = NULL;
    if (count == 0) return;
    self = &orders[count - 1 - any(count < 500 ? count : 500)];
    payment = LOAD(self->payment);
    switch (any(12)) {
        case 0: expect(csn_payment_cancel(payment, NULL), "cancel"); ADD(totals.cancels, 1); break;
        case 1: expect(csn_payment_close_challenge(payment, NULL), "close_challenge"); break;
        case 2: expect(csn_payment_look_up(payment, NULL), "look_up"); break;
        case 3: expect(csn_payment_get_string(payment, "payment.step", text, sizeof text, NULL), "get_string"); break;
        case 4: if (expect(csn_payment_json_copy(payment, &json, NULL), "json") == CSN_OK) csn_free(json); break;
        case 5: csn_payment_error(payment, &error); csn_error_free(error); break;
        case 6: case 7: if (LOAD(self->submission) == SUBMITTED) expect(csn_payment_run(payment, any(3), NULL), "run"); break;
        case 8: if (may_be_begun(self)) free_order(self); break;
        default: answer_challenge(self);
    }
}

#endif
