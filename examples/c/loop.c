/*
 * loop: forty payments at once on the program's own poll() loop, with the answers of a slow fraud check coming late.
 *
 * The engine lends its descriptor: readable means that there is work, and csn_engine_dispatch() does some of it. It makes no
 * thread. The one that answers here is the program's own, as a database or a fraud service would have.
 */
#include <countersign.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>

#define PAYMENTS 40

/* What the fraud check is still to look at: a queue from the loop's thread to the checker's. */
typedef struct desk {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    csn_reply *waiting[PAYMENTS];
    int count, is_closed;
} desk;

typedef struct shop {
    desk desk;
    csn_payment *payments[PAYMENTS];
    csn_payment *challenged[PAYMENTS];
    int challenges, late, answered, authorised, refused, open;
} shop;

static void *check_for_fraud(void *argument) {
    desk *work = (desk *)argument;
    for (;;) {
        csn_reply *reply = NULL;
        pthread_mutex_lock(&work->lock);
        while (work->count == 0 && !work->is_closed) pthread_cond_wait(&work->arrived, &work->lock);
        if (work->count > 0) reply = work->waiting[--work->count];
        pthread_mutex_unlock(&work->lock);
        if (reply == NULL) return NULL;
        csn_reply_complete(reply, CSN_PROCEED, NULL); /* from any thread: it wakes the loop */
        csn_reply_free(reply);
    }
}

static int32_t on_pre_authorisation(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    (void)event;
    pthread_mutex_lock(&me->desk.lock);
    me->desk.waiting[me->desk.count++] = reply;
    pthread_cond_signal(&me->desk.arrived);
    pthread_mutex_unlock(&me->desk.lock);
    me->late++;
    return CSN_LATER; /* the reply is ours until csn_reply_free() */
}

/* The shopper sees the issuer's page. Inside a hook the engine takes no calls, so the loop plays the shopper afterwards. */
static int32_t on_present_challenge(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    (void)reply;
    me->challenged[me->challenges++] = csn_event_payment(event);
    return 0;
}

static int32_t on_post_authorisation(csn_event *event, csn_reply *reply, void *user_data) {
    shop *me = (shop *)user_data;
    (void)reply;
    if (csn_payment_ending(csn_event_payment(event)) == CSN_ENDING_AUTHORISED) me->authorised++;
    else me->refused++;
    me->open--;
    return 0;
}

static int32_t on_other_ending(csn_event *event, csn_reply *reply, void *user_data) {
    (void)event, (void)reply;
    ((shop *)user_data)->open--;
    return 0;
}

static int answer_challenge(csn_engine *engine, csn_payment *payment, csn_error **error) {
    char creq[4096], cres[4096];
    size_t length;
    return csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL) == CSN_OK &&
           csn_sandbox_acs_answer(engine, creq, "1234", cres, sizeof cres, &length, error) == CSN_OK &&
           csn_payment_complete_challenge(payment, cres, length, error) == CSN_OK;
}

static int submit(csn_engine *engine, int number, csn_payment **payment, csn_error **error) {
    static const char *const numbers[] = {"4111111111111111", "4111110000000104", "4111110000000112", "4111110000000518"};
    char json[256];
    csn_card *card = NULL;
    int is_submitted;
    snprintf(json, sizeof json,
             "{\"amount\": \"%d.50\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
             " \"merchantTransactionId\": \"order-%d\"}", 10 + number, number);
    is_submitted = csn_card_new(engine, NULL, &card, error) == CSN_OK &&
                   csn_card_set(card, CSN_FIELD_NUMBER, numbers[number % 4], 16, error) == CSN_OK &&
                   csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, error) == CSN_OK &&
                   csn_card_set(card, CSN_FIELD_CVC, "123", 3, error) == CSN_OK &&
                   csn_payment_new(engine, json, payment, error) == CSN_OK &&
                   csn_payment_set_card(*payment, card, error) == CSN_OK && csn_payment_submit(*payment, error) == CSN_OK;
    csn_card_free(card);
    return is_submitted;
}

int main(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_engine *engine = NULL;
    csn_error *error = NULL;
    pthread_t checker;
    struct pollfd watched;
    int number, done = 0;
    static shop me; /* zeros */

    pthread_mutex_init(&me.desk.lock, NULL);
    pthread_cond_init(&me.desk.arrived, NULL);
    hooks.user_data = &me;
    hooks.on_pre_authorisation = on_pre_authorisation;
    hooks.on_present_challenge = on_present_challenge;
    hooks.on_post_authorisation = on_post_authorisation;
    hooks.on_submit_error = on_other_ending;
    hooks.on_cancelled = on_other_ending;
    options.config_json = "{\"authentication\": {}, \"sandbox\": {\"latency\": 5}}";
    if (csn_engine_new(&options, &engine, &error) != CSN_OK || csn_engine_set_hooks(engine, &hooks, &error) != CSN_OK ||
        pthread_create(&checker, NULL, check_for_fraud, &me.desk) != 0) goto failed;

    for (number = 0; number < PAYMENTS; number++, me.open++) {
        if (!submit(engine, number, &me.payments[number], &error)) goto failed;
    }
    watched.fd = csn_engine_fd(engine);
    watched.events = POLLIN;
    while (me.open > 0) {
        /* A program's other descriptors stand beside this one. Timers are in it already: there is no time-out to compute. */
        if (poll(&watched, 1, -1) < 0 || csn_engine_dispatch(engine, 100, &error) < 0) goto failed;
        for (; done < me.challenges; done++) {
            if (!answer_challenge(engine, me.challenged[done], &error)) goto failed;
            me.answered++;
        }
    }

    pthread_mutex_lock(&me.desk.lock);
    me.desk.is_closed = 1;
    pthread_cond_signal(&me.desk.arrived);
    pthread_mutex_unlock(&me.desk.lock);
    pthread_join(checker, NULL);
    printf("%d payments on one loop\n", PAYMENTS);
    printf("late answers: %d, challenges: %d\n", me.late, me.answered);
    printf("authorised: %d, refused: %d, open: %d\n", me.authorised, me.refused, me.open);
    csn_engine_free(engine);
    return 0;

failed:
    fprintf(stderr, "%s: %s\n", csn_error_code(error), csn_error_message(error));
    return 1;
}
