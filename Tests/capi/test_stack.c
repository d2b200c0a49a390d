/*
 * How much stack a call takes. Include/README.md says that 64 KiB are enough: each kind of call is made on a thread whose stack
 * is filled with a pattern first, and looked at afterwards.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "calls.h"

#include <pthread.h>
#include <sys/mman.h>

enum { STACK = 1 << 20, PROMISED = 65536, PATTERN = 0xa5 };

static csn_error *error;
static unsigned char *stack;

static struct { const char *name; size_t bytes; } deepest;

/* Where `body` begins, and how far below that it has written. */
static size_t depth_of(void (*body)(void)) {
    unsigned char here = 0;
    unsigned char *top = (unsigned char *)__builtin_frame_address(0) - 512, *at;
    (void)here;
    memset(stack, PATTERN, (size_t)(top - stack));
    body();
    for (at = stack; at < top && *at == PATTERN; at++) continue;
    return (size_t)(top - at) + 512;
}

/* ---- What is done on that stack; all the test's own data lie elsewhere ---- */

static const char *pan, *data;
static flow_shopper shopper;
static int32_t ending;

/* As flow_answer(), with its buffers elsewhere. */
static csn_status answer(csn_engine *engine, csn_payment *payment) {
    static char creq[8192], cres[8192];
    size_t length = 0;
    csn_status status = csn_payment_get_string(payment, "challenge.creq", creq, sizeof creq, NULL);
    if (status != CSN_OK) return status;
    if (shopper == SHOPPER_CANCELS) {
        status = csn_sandbox_acs_cancel(engine, creq, cres, sizeof cres, &length, NULL);
    } else {
        do {
            status = csn_sandbox_acs_answer(engine, creq, shopper == SHOPPER_RIGHT ? "1234" : "0000", cres, sizeof cres,
                                            &length, NULL);
        } while (status == CSN_TRY_AGAIN);
    }
    return status == CSN_OK ? csn_payment_complete_challenge(payment, cres, length, NULL) : status;
}

static void pay(void) {
    static script host;
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    char *json = NULL;
    script_init(&host);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, pan, data);
    while (csn_payment_run(payment, FLOW_HOUR, &error) == CSN_ACTION_REQUIRED) CHECK_INT(answer(engine, payment), CSN_OK);
    ending = csn_payment_ending(payment);
    CHECK_OK(csn_payment_json_copy(payment, &json, &error));
    csn_free(json);
    CHECK(transactions(engine) <= 1);
    csn_payment_free(payment);
    csn_engine_free(engine);
}

static char *large; /* the largest JSON that is taken, or one that goes as deep as it may */

static void give_json(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment = NULL;
    csn_card *card = NULL;
    csn_engine *none = NULL;
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    options.config_json = large;
    CHECK(csn_payment_new(engine, large, &payment, &error) != CSN_OK || payment != NULL);
    csn_error_free(error);
    csn_payment_free(payment);
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK(csn_payment_set_json(payment, "shopper", large, &error) < 0);
    csn_error_free(error);
    CHECK(csn_card_new(engine, large, &card, &error) < 0);
    csn_error_free(error);
    CHECK(csn_engine_new(&options, &none, &error) < 0);
    csn_error_free(error);
    error = NULL;
    csn_engine_free(engine);
}

static void set_large_reply(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    if (reply == NULL) return;
    CHECK(csn_reply_set_json(reply, large, NULL) < 0);
    CHECK(csn_event_json(event) != NULL);
}

static void answer_with_large_json(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_payment *payment;
    static script host;
    script_init(&host);
    host.also = set_large_reply;
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_CHALLENGE, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
    csn_engine_free(engine);
}

static void call_everything(void) {
    static script host;
    static live on;
    int i;
    on = live_open(&host, NULL);
    for (i = 0; i < CALL_COUNT; i++) calls[i].make(&on);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
}

static char issuers[1 << 18];

static void load_issuers(void) {
    csn_engine *engine = flow_engine(NULL);
    CHECK_OK(csn_engine_load_issuers(engine, issuers, strlen(issuers), &error));
    csn_engine_free(engine);
}

/* ---- The measuring thread ---- */

static void measure(const char *name, void (*body)(void)) {
    const size_t bytes = depth_of(body);
    if (bytes > deepest.bytes) {
        deepest.bytes = bytes;
        deepest.name = name;
    }
    if (bytes > PROMISED) test_fault(__FILE__, __LINE__, "%s takes %zu bytes of stack", name, bytes);
}

static void make_issuers(void) {
    size_t used = 0;
    int prefix;
    for (prefix = 400000; used < sizeof issuers - 64; prefix++) {
        used += (size_t)snprintf(issuers + used, sizeof issuers - used, "%d; visa; credit; GB\n", prefix);
    }
}

/* As long as it may be: a million bytes of members with 1000 each, or nested `depth` deep. */
static void make_json(int depth) {
    const size_t size = 1 << 20;
    size_t used = 0;
    int i;
    free(large);
    large = (char *)malloc(size + 1);
    if (depth == 0) {
        used += (size_t)sprintf(large, "{\"shopper\": {");
        for (i = 0; used < size - 100; i++) {
            used += (size_t)sprintf(large + used, "%s\"member-%d\": \"\\u00e9 text\"", i > 0 ? ", " : "", i);
            if (i == 60000) break;
        }
        sprintf(large + used, "}}");
        return;
    }
    for (i = 0; i < depth; i++) used += (size_t)sprintf(large + used, i % 2 ? "[" : "{\"a\":");
    used += (size_t)sprintf(large + used, "1");
    for (i = depth - 1; i >= 0; i--) large[used++] = i % 2 ? ']' : '}';
    large[used] = '\0';
}

static void *on_the_small_stack(void *unused) {
    static const char *const pans[] = {PAN_PLAIN, PAN_FRICTIONLESS, PAN_CHALLENGE, PAN_REJECTED, PAN_SOFT_DECLINE,
                                       "4111110000000369", "4111110000001045", "1234"};
    static const flow_shopper shoppers[] = {SHOPPER_RIGHT, SHOPPER_WRONG, SHOPPER_CANCELS};
    static const int depths[] = {0, 31, 32, 33, 20000};
    static char lost[256];
    size_t i, j;
    for (i = 0; i < sizeof pans / sizeof *pans; i++) {
        for (j = 0; j < 3; j++) {
            pan = pans[i];
            shopper = shoppers[j];
            data = DROP_IN_DATA;
            measure("a payment", pay);
        }
    }
    for (i = 990200; i < 990245; i++) {
        snprintf(lost, sizeof lost, "{\"amountMinor\": %d, \"currency\": \"EUR\", \"intent\": \"Purchase\","
                 " \"merchantTransactionId\": \"s\"}", (int)i);
        pan = PAN_PLAIN;
        data = lost;
        measure("a payment that goes wrong", pay);
    }
    measure("every function once", call_everything);
    measure("a table of issuers", load_issuers);
    for (i = 0; i < sizeof depths / sizeof *depths; i++) {
        make_json(depths[i]);
        measure(i == 0 ? "JSON of a million bytes" : "nested JSON", give_json);
        measure(i == 0 ? "a reply of a million bytes" : "a nested reply", answer_with_large_json);
    }
    return unused;
}

static void on_a_stack_of(size_t size, void *(*body)(void *)) {
    pthread_attr_t attributes;
    pthread_t thread;
    unsigned char *memory =
        (unsigned char *)mmap(NULL, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    REQUIRE(mprotect(memory, 4096, PROT_NONE) == 0);
    stack = memory + 4096;
    pthread_attr_init(&attributes);
    REQUIRE(pthread_attr_setstack(&attributes, stack, size) == 0);
    REQUIRE(pthread_create(&thread, &attributes, body, NULL) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    munmap(memory, size + 4096);
}

static void every_call_gets_by_with_64_kib(void) {
    make_issuers();
    on_a_stack_of(STACK, on_the_small_stack);
    printf("# the deepest: %s, %zu bytes\n", deepest.name, deepest.bytes);
    CHECK(deepest.bytes > 1024); /* it measures something */
}

/* And on a stack of that size in earnest, with a guard page below. The thread's own data and the test's frames come on top. */
static void *pay_in_earnest(void *unused) {
    pan = PAN_CHALLENGE;
    data = DROP_IN_DATA;
    shopper = SHOPPER_RIGHT;
    pay();
    make_json(32);
    give_json();
    answer_with_large_json();
    return unused;
}

static void a_guarded_stack_of_that_size_is_not_overrun(void) {
    on_a_stack_of(PROMISED + 16384, pay_in_earnest);
    CHECK_INT(ending, CSN_ENDING_AUTHORISED);
}

int main(void) {
    if (getenv("CSN_TEST_VALGRIND") != NULL) {
        printf("skipped, nothing is tried: valgrind has a stack of its own idea\n0 passed, 0 failed\n");
        return 0;
    }
    TEST(every_call_gets_by_with_64_kib);
    TEST(a_guarded_stack_of_that_size_is_not_overrun);
    free(large);
    return test_end();
}
