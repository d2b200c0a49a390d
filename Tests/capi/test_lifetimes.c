/* Handles that are stale, foreign or NULL are answers, never crashes, for every function that takes one. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <pthread.h>
#include <sched.h>

static csn_error *error;

enum { ENGINE, CARD, PAYMENT, EVENT, REPLY, ERROR_, KINDS };

/* Calls every function that takes a handle of `kind` with `bad` in its place, and everything else right. */
static void poke(int kind, void *bad) {
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_engine *engine = (csn_engine *)bad;
    csn_card *card = (csn_card *)bad, *new_card = NULL;
    csn_payment *payment = (csn_payment *)bad, *new_payment = NULL;
    csn_event *event = (csn_event *)bad;
    csn_reply *reply = (csn_reply *)bad;
    csn_error *fault = (csn_error *)bad;
    csn_error *why = NULL;
    char text[64], *json = NULL;
    size_t length = 0;
    int64_t number = 0;
    int32_t truth = 0;

#define REFUSED(call) do { \
    CHECK_INT(call, CSN_E_INVALID); \
    CHECK(strlen(csn_error_message(why)) > 10); \
    csn_error_free(why); \
    why = NULL; \
} while (0)

    if (kind == ENGINE) {
        REFUSED(csn_engine_set_hooks(engine, &hooks, &why));
        REFUSED(csn_engine_set_hook(engine, "onError", script_hook, NULL, NULL, &why));
        REFUSED(csn_engine_load_issuers(engine, "", 0, &why));
        CHECK_INT(csn_engine_fd(engine), CSN_E_INVALID);
        REFUSED(csn_engine_dispatch(engine, 1, &why));
        CHECK_INT(csn_engine_next_deadline(engine, &number), CSN_E_INVALID);
        CHECK_INT(csn_engine_now(engine, &number), CSN_E_INVALID);
        REFUSED(csn_engine_advance_time(engine, 1, &why));
        REFUSED(csn_card_new(engine, NULL, &new_card, &why));
        REFUSED(csn_payment_new(engine, "{}", &new_payment, &why));
        CHECK(new_card == NULL && new_payment == NULL);
        REFUSED(csn_sandbox_acs_answer(engine, "x", "1234", text, sizeof text, &length, &why));
        REFUSED(csn_sandbox_acs_cancel(engine, "x", text, sizeof text, &length, &why));
        REFUSED(csn_sandbox_books_json_copy(engine, &json, &why));
        CHECK(json == NULL);
        csn_engine_free(engine);
    } else if (kind == CARD) {
        REFUSED(csn_card_set(card, CSN_FIELD_NUMBER, "4", 1, &why));
        REFUSED(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_INSERT, 0, 0, "4", 1, &length, &why));
        CHECK_INT(csn_card_format(card, CSN_FIELD_NUMBER, text, sizeof text, &length), CSN_E_INVALID);
        CHECK_INT(csn_card_is_valid(card, CSN_FIELD_NUMBER), CSN_E_INVALID);
        CHECK_INT(csn_card_can_become_valid(card, CSN_FIELD_NUMBER), CSN_E_INVALID);
        CHECK(csn_card_error_code(card, CSN_FIELD_NUMBER) != NULL);
        CHECK(csn_card_error_text(card, CSN_FIELD_NUMBER) != NULL);
        CHECK(csn_card_brand(card) != NULL);
        CHECK(csn_card_brand_count(card) <= 0);
        CHECK(csn_card_brand_at(card, 0) == NULL);
        REFUSED(csn_card_choose_brand(card, "visa", &why));
        CHECK(csn_card_cvc_name(card) != NULL);
        CHECK(csn_card_cvc_length(card) <= 0);
        CHECK_INT(csn_card_iin(card, text, sizeof text, &length), CSN_E_INVALID);
        CHECK_INT(csn_card_last_four(card, text, sizeof text, &length), CSN_E_INVALID);
        csn_card_free(card);
    } else if (kind == PAYMENT) {
        REFUSED(csn_payment_set_string(payment, "amount", "1", &why));
        REFUSED(csn_payment_set_int(payment, "amountMinor", 1, &why));
        REFUSED(csn_payment_set_bool(payment, "acceptPartialApproval", 1, &why));
        REFUSED(csn_payment_set_json(payment, "shopper", "{}", &why));
        REFUSED(csn_payment_set_card(payment, NULL, &why));
        REFUSED(csn_payment_set_hooks(payment, &hooks, &why));
        REFUSED(csn_payment_set_hook(payment, "onError", script_hook, NULL, NULL, &why));
        REFUSED(csn_payment_submit(payment, &why));
        REFUSED(csn_payment_run(payment, 0, &why));
        CHECK_INT(csn_payment_state(payment), CSN_E_INVALID);
        CHECK_INT(csn_payment_ending(payment), CSN_E_INVALID);
        CHECK_INT(csn_payment_get_string(payment, "amount", text, sizeof text, &length), CSN_E_INVALID);
        CHECK_INT(csn_payment_get_int(payment, "amountMinor", &number), CSN_E_INVALID);
        CHECK_INT(csn_payment_get_bool(payment, "consent", &truth), CSN_E_INVALID);
        REFUSED(csn_payment_json_copy(payment, &json, &why));
        CHECK_INT(csn_payment_error(payment, &why), CSN_E_INVALID);
        REFUSED(csn_payment_complete_challenge(payment, "x", 1, &why));
        REFUSED(csn_payment_close_challenge(payment, &why));
        REFUSED(csn_payment_cancel(payment, &why));
        REFUSED(csn_payment_look_up(payment, &why));
        csn_payment_free(payment);
    } else if (kind == EVENT) {
        CHECK_INT(csn_event_hook(event), CSN_E_INVALID);
        CHECK_TEXT(csn_event_name(event), "");
        CHECK(csn_event_payment(event) == NULL);
        CHECK_INT(csn_event_id(event), 0);
        CHECK_INT(csn_event_redelivered(event), CSN_E_INVALID);
        CHECK(csn_event_string(event, "amount") == NULL);
        CHECK(csn_event_int(event, "amountMinor", &number) < 0);
        CHECK(csn_event_bool(event, "consent", &truth) < 0);
        CHECK(csn_event_json(event) == NULL);
    } else if (kind == REPLY) {
        REFUSED(csn_reply_set_string(reply, "x", "y", &why));
        REFUSED(csn_reply_set_int(reply, "x", 1, &why));
        REFUSED(csn_reply_set_bool(reply, "x", 1, &why));
        REFUSED(csn_reply_set_json(reply, "{}", &why));
        REFUSED(csn_reply_set_secret(reply, "hmacKey", "k", 1, &why));
        REFUSED(csn_reply_set_reason(reply, "x", &why));
        REFUSED(csn_reply_complete(reply, CSN_PROCEED, &why));
        csn_reply_free(reply);
    } else {
        CHECK_INT(csn_error_status(fault), CSN_E_INVALID);
        CHECK_TEXT(csn_error_code(fault), "");
        CHECK_TEXT(csn_error_number(fault), "");
        CHECK_INT(csn_error_when(fault), 0);
        CHECK(csn_error_message(fault) != NULL);
        CHECK_TEXT(csn_error_field(fault), "");
        CHECK_TEXT(csn_error_provider_code(fault), "");
        CHECK_TEXT(csn_error_correlation_id(fault), "");
        csn_error_free(fault);
    }
}

static void *stale[KINDS];

/* Keeps the handles of a hook for after its end. */
static void steal(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    stale[EVENT] = event;
    if (reply != NULL) stale[REPLY] = reply;
}

static void make_stale(void) {
    script host;
    csn_engine *engine = flow_engine(NULL);
    csn_card *card = flow_card(engine, PAN_PLAIN);
    csn_payment *payment;
    csn_error *fault = NULL;
    script_init(&host);
    host.also = steal;
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    csn_payment_submit(payment, &fault);
    stale[ENGINE] = engine;
    stale[CARD] = card;
    stale[PAYMENT] = payment;
    stale[ERROR_] = fault;
    csn_error_free(fault);
    csn_card_free(card);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static void no_handle_is_refused(void) {
    int kind;
    for (kind = 0; kind < KINDS; kind++) poke(kind, NULL);
}

static void a_stale_handle_is_refused(void) {
    int kind;
    make_stale();
    for (kind = 0; kind < KINDS; kind++) poke(kind, stale[kind]);
}

/* Handles of other kinds, whether stale or not, and pointers that are none. */
static void a_foreign_handle_is_refused(void) {
    int kind, other;
    static const int fixed = 7;
    char local[64] = "not a handle";
    csn_engine *engine = flow_engine(NULL);
    csn_card *card = flow_card(engine, PAN_PLAIN);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    void *live[KINDS];
    make_stale();
    memset(live, 0, sizeof live);
    live[ENGINE] = engine;
    live[CARD] = card;
    live[PAYMENT] = payment;
    for (kind = 0; kind < KINDS; kind++) {
        for (other = 0; other < KINDS; other++) {
            if (other == kind) continue;
            poke(kind, live[other]);
            poke(kind, stale[other]);
        }
        poke(kind, local);
        poke(kind, (void *)(uintptr_t)&fixed);
        poke(kind, (void *)(uintptr_t)1);
        poke(kind, (void *)(uintptr_t)-1);
        poke(kind, (void *)(uintptr_t)0x4000000000000000u);
    }
    /* And none of it has harmed what is there. */
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_NUMBER), 1);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    csn_payment_free(payment);
    csn_card_free(card);
    csn_engine_free(engine);
}

/* Everything of an engine is stale with it. */
static void an_engine_takes_all_with_it(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_card *card = flow_card(engine, PAN_PLAIN);
    csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
    csn_engine_free(engine);
    poke(ENGINE, engine);
    poke(CARD, card);
    poke(PAYMENT, payment);
}

static void a_card_of_another_engine_is_refused(void) {
    csn_engine *engine = flow_engine(NULL), *other = flow_engine(NULL);
    csn_card *card = flow_card(other, PAN_PLAIN);
    csn_payment *payment = flow_payment(engine, NULL, NULL);
    CHECK_INT(csn_payment_set_card(payment, card, &error), CSN_E_INVALID);
    csn_error_free(error);
    error = NULL;
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_NUMBER), 1);
    csn_engine_free(engine);
    csn_engine_free(other);
}

static void a_payment_takes_the_cards_data(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_card *card = flow_card(engine, PAN_PLAIN);
    csn_payment *payment = flow_payment(engine, NULL, NULL);
    CHECK_OK(csn_payment_set_card(payment, card, &error));
    CHECK_TEXT(csn_card_error_code(card, CSN_FIELD_NUMBER), "CN01");
    csn_card_free(card);
    CHECK_INT(flow_run(engine, payment, SHOPPER_SILENT), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_engine_free(engine);
}

/* Without a handle a payment in flight goes on to its end. */
static void a_freed_payment_goes_on(void) {
    script host;
    csn_engine *engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"sandbox\": {\"latency\": 100}}");
    csn_payment *payment;
    int turns = 0;
    script_init(&host);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_OK(csn_payment_submit(payment, &error));
    CHECK_INT(csn_engine_dispatch(engine, 1, &error), 1);
    csn_payment_free(payment);
    while (host.counts[CSN_HOOK_ON_POST_AUTHORISATION] == 0 && ++turns < 100) {
        while (csn_engine_dispatch(engine, 1000, &error) > 0) continue;
        CHECK_OK(csn_engine_advance_time(engine, 100, &error));
    }
    CHECK_INT(host.counts[CSN_HOOK_ON_POST_AUTHORISATION], 1);
    CHECK_INT(transactions(engine), 1);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

/* ---- Wishes from a thread while another one releases ---- */

static csn_payment *wished;
static int is_over, released;

static void count_release(void *unused) {
    (void)unused;
    __atomic_add_fetch(&released, 1, __ATOMIC_RELAXED);
}

static int32_t approve(csn_event *event, csn_reply *reply, void *unused) {
    (void)event, (void)reply, (void)unused;
    return CSN_PROCEED;
}

static void *wish(void *unused) {
    (void)unused;
    while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
        csn_payment *payment = __atomic_load_n(&wished, __ATOMIC_RELAXED);
        if (payment == NULL) {
            sched_yield();
            continue;
        }
        csn_payment_cancel(payment, NULL);
        csn_payment_look_up(payment, NULL);
    }
    return NULL;
}

/* A wish comes before the release or not at all: either way the payment goes with its engine, and its hooks with it. */
static void a_wish_during_the_release_keeps_nothing(void) {
    const int rounds = getenv("CSN_TEST_VALGRIND") != NULL ? 5 : 200;
    pthread_t wisher;
    int round, i;
    is_over = released = 0;
    REQUIRE(pthread_create(&wisher, NULL, wish, NULL) == 0);
    for (round = 0; round < rounds; round++) {
        csn_engine *engine = flow_engine(NULL);
        for (i = 0; i < 10; i++) {
            csn_payment *payment = flow_payment(engine, PAN_PLAIN, NULL);
            CHECK_OK(csn_payment_set_hook(payment, "onPreAuthorisation", approve, NULL, count_release, &error));
            CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
            __atomic_store_n(&wished, payment, __ATOMIC_RELAXED);
            sched_yield();
            csn_payment_free(payment);
            __atomic_store_n(&wished, (csn_payment *)NULL, __ATOMIC_RELAXED);
        }
        csn_engine_free(engine);
    }
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    pthread_join(wisher, NULL);
    CHECK_INT(released, rounds * 10);
}

int main(void) {
    TEST(no_handle_is_refused);
    TEST(a_stale_handle_is_refused);
    TEST(a_foreign_handle_is_refused);
    TEST(an_engine_takes_all_with_it);
    TEST(a_card_of_another_engine_is_refused);
    TEST(a_payment_takes_the_cards_data);
    TEST(a_freed_payment_goes_on);
    TEST(a_wish_during_the_release_keeps_nothing);
    return test_end();
}
