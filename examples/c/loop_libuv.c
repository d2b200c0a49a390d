/*
 * loop_libuv: the same forty payments on a loop that a program has already, libuv's. The late answers come from its pool of
 * threads.
 */
#include <countersign.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#define PAYMENTS 40

typedef struct shop {
    csn_engine *engine;
    uv_loop_t *loop;
    uv_poll_t watcher;
    csn_payment *challenged[PAYMENTS];
    int challenges, answered, late, authorised, refused, open;
} shop;

typedef struct question {
    uv_work_t work;
    csn_reply *reply;
} question;

static void fail(const char *what, csn_error *error) {
    fprintf(stderr, "%s: %s: %s\n", what, csn_error_code(error), csn_error_message(error));
    exit(1);
}

/* On a thread of the pool: a slow look-up would stand here. */
static void check_for_fraud(uv_work_t *work) {
    csn_reply *reply = ((question *)work->data)->reply;
    csn_reply_complete(reply, CSN_PROCEED, NULL);
    csn_reply_free(reply);
}

static void on_checked(uv_work_t *work, int status) {
    (void)status;
    free(work->data);
}

static int32_t on_pre_authorisation(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    question *asked = (question *)malloc(sizeof *asked);
    (void)event;
    if (asked == NULL) return CSN_FAIL;
    asked->reply = reply;
    asked->work.data = asked;
    if (uv_queue_work(me->loop, &asked->work, check_for_fraud, on_checked) != 0) {
        free(asked);
        return CSN_FAIL;
    }
    me->late++;
    return CSN_LATER;
}

static int32_t on_present_challenge(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    (void)reply;
    me->challenged[me->challenges++] = csn_event_payment(event);
    return 0;
}

static int32_t on_ending(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    const int32_t ending = csn_payment_ending(csn_event_payment(event));
    (void)reply;
    if (ending == CSN_ENDING_AUTHORISED) me->authorised++;
    if (ending == CSN_ENDING_REFUSED) me->refused++;
    me->open--;
    return 0;
}

static void answer_challenge(csn_engine *engine, csn_payment *payment) {
    csn_error *error = NULL;
    char creq[4096], cres[4096];
    size_t length;
    if (csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL) != CSN_OK ||
        csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, &error) != CSN_OK ||
        csn_payment_complete_challenge(payment, cres, length, &error) != CSN_OK) fail("challenge", error);
}

/* The engine has work. What is not done in these steps leaves the descriptor readable, and libuv comes back. */
static void on_readable(uv_poll_t *watcher, int status, int events) {
    shop *me = (shop *)watcher->data;
    csn_error *error = NULL;
    (void)events;
    if (status < 0 || csn_engine_dispatch(me->engine, 100, &error) < 0) fail("dispatch", error);
    while (me->answered < me->challenges) answer_challenge(me->engine, me->challenged[me->answered++]);
    if (me->open == 0) uv_close((uv_handle_t *)watcher, NULL);
}

static void submit(csn_engine *engine, int number) {
    static const char *const numbers[] = {"4111111111111111", "4111110000000104", "4111110000000112", "4111110000000518"};
    char json[256];
    csn_card *card = NULL;
    csn_payment *payment = NULL;
    csn_error *error = NULL;
    snprintf(json, sizeof json,
             "{\"amount\": \"%d.50\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"order-%d\"}", 10 + number, number);
    if (csn_card_new(engine, NULL, &card, &error) != CSN_OK ||
        csn_card_set(card, CSN_FIELD_NUMBER, numbers[number % 4], 16, &error) != CSN_OK ||
        csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, &error) != CSN_OK ||
        csn_card_set(card, CSN_FIELD_CVC, "123", 3, &error) != CSN_OK ||
        csn_payment_new(engine, json, &payment, &error) != CSN_OK ||
        csn_payment_set_card(payment, card, &error) != CSN_OK || csn_payment_submit(payment, &error) != CSN_OK) {
        fail("submit", error);
    }
    csn_card_free(card); /* the payment stays the engine's until csn_engine_free() */
}

int main(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_error *error = NULL;
    int number;
    static shop me; /* zeros */

    me.loop = uv_default_loop();
    hooks.user_data = &me;
    hooks.on_pre_authorisation = on_pre_authorisation;
    hooks.on_present_challenge = on_present_challenge;
    hooks.on_post_authorisation = hooks.on_submit_error = hooks.on_cancelled = on_ending;
    options.config_json = "{\"authentication\": {}, \"sandbox\": {\"latency\": 5}}";
    if (csn_engine_new(&options, &me.engine, &error) != CSN_OK) fail("engine", error);
    if (csn_engine_set_hooks(me.engine, &hooks, &error) != CSN_OK) fail("hooks", error);

    uv_poll_init(me.loop, &me.watcher, csn_engine_fd(me.engine));
    me.watcher.data = &me;
    uv_poll_start(&me.watcher, UV_READABLE, on_readable);
    for (number = 0; number < PAYMENTS; number++, me.open++) submit(me.engine, number);
    uv_run(me.loop, UV_RUN_DEFAULT);

    printf("%d payments on one loop\n", PAYMENTS);
    printf("late answers: %d, challenges: %d\n", me.late, me.answered);
    printf("authorised: %d, refused: %d, open: %d\n", me.authorised, me.refused, me.open);
    csn_engine_free(me.engine);
    uv_loop_close(me.loop);
    return 0;
}
