/*
 * What is refused is refused without a byte of memory, where no error object is asked for: a host that is short of everything
 * can still be told so. The allocator's functions are this program's own here, and count.
 */
#include "calls.h"

#include <pthread.h>
#include <sys/wait.h>

#ifdef __cplusplus
#define NO_THROW throw()
extern "C" {
#else
#define NO_THROW
#endif

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Of this thread alone: the library has none of its own. */
static __thread volatile int is_counting, allocations;

void *malloc(size_t size) NO_THROW {
    allocations += is_counting;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) NO_THROW {
    allocations += is_counting;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) NO_THROW {
    allocations += is_counting;
    return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) NO_THROW {
    allocations += is_counting;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? 12 : 0;
}

void *aligned_alloc(size_t alignment, size_t size) NO_THROW {
    allocations += is_counting;
    return __libc_memalign(alignment, size);
}

#ifdef __cplusplus
}
#endif

/* What the call answers; a fault where it took memory to say so. Made twice: the first time may fill a cache. */
static int32_t refused(const call *made, live *on) {
    int32_t status;
    made->make(on);
    allocations = 0;
    is_counting = 1;
    status = made->make(on);
    is_counting = 0;
    if (allocations > 0) test_fault(__FILE__, __LINE__, "%s took memory %d times to refuse", made->name, allocations);
    return status;
}

/* Those whose arguments are made with memory, or that answer otherwise than by a status. */
static int answers_by_status(const call *made) {
    static const char *const others[] = {"csn_card_error_code", "csn_card_error_text", "csn_card_brand", "csn_card_brand_at",
                                         "csn_card_cvc_name"};
    size_t i;
    for (i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(made->name, others[i]) == 0) return 0;
    }
    return 1;
}

static void expect_all(live *on, int kind, int32_t wanted) {
    int i;
    for (i = 0; i < CALL_COUNT; i++) {
        int32_t status;
        if (kind >= 0 && calls[i].kind != kind) continue;
        status = refused(&calls[i], on);
        if (answers_by_status(&calls[i]) && status != wanted) {
            test_fault(__FILE__, __LINE__, "%s answers %s", calls[i].name, csn_status_name(status));
        }
    }
    CHECK_INT(calls_destroyed, calls_registered); /* also of what was refused */
}

static void counting_counts(void) {
    void *volatile memory; /* or the compiler leaves it out */
    csn_engine *engine;
    allocations = 0;
    is_counting = 1;
    memory = malloc(1);
    is_counting = 0;
    free(memory);
    CHECK_INT(allocations, 1);
    is_counting = 1;
    engine = flow_engine(NULL);
    is_counting = 0;
    CHECK(allocations > 2); /* the library's are seen too */
    csn_engine_free(engine);
}

static void null_handles_take_no_memory(void) {
    live on;
    memset(&on, 0, sizeof on);
    expect_all(&on, -1, CSN_E_INVALID);
}

static void stale_handles_take_no_memory(void) {
    script host;
    live on = live_open(&host, NULL);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
    expect_all(&on, -1, CSN_E_INVALID);
}

static live *reentering;

static void reenter(script *self, csn_event *event, csn_reply *reply) {
    (void)self, (void)reply;
    if (csn_event_hook(event) == CSN_HOOK_ON_START_SUBMIT) expect_all(reentering, REFUSED_IN_HOOKS, CSN_E_REENTRANT);
}

static void reentrant_calls_take_no_memory(void) {
    script host;
    live on = live_open(&host, NULL);
    csn_payment *payment = flow_payment(on.engine, PAN_PLAIN, NULL);
    csn_error *error = NULL;
    reentering = &on;
    host.also = reenter;
    host.answers[CSN_HOOK_ON_PRE_AUTHORISATION] = CSN_PROCEED;
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(host.counts[CSN_HOOK_ON_START_SUBMIT], 3);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
}

static void forked_handles_take_no_memory(void) {
    script host;
    live on = live_open(&host, NULL);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        test_faults = 0;
        expect_all(&on, -1, CSN_E_FORKED);
        if (test_faults > 0) fprintf(stderr, "%s\n", test_why);
        _exit(test_faults > 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
}

static csn_event *foreign;

static void *read_elsewhere(void *unused) {
    int64_t number = 0;
    int32_t truth = 0;
    (void)unused;
    allocations = 0;
    is_counting = 1;
    CHECK_INT(csn_event_hook(foreign), CSN_E_INVALID);
    CHECK(csn_event_string(foreign, "currency") == NULL);
    CHECK_INT(csn_event_int(foreign, "amountMinor", &number), CSN_E_INVALID);
    CHECK_INT(csn_event_bool(foreign, "consent", &truth), CSN_E_INVALID);
    CHECK(csn_event_json(foreign) == NULL);
    CHECK(csn_event_payment(foreign) == NULL);
    is_counting = 0;
    CHECK_INT(allocations, 0);
    return NULL;
}

static void lend_event(script *self, csn_event *event, csn_reply *reply) {
    pthread_t thread;
    (void)self, (void)reply;
    if (csn_event_hook(event) != CSN_HOOK_ON_PRE_AUTHORISATION) return;
    foreign = event;
    CHECK_INT(pthread_create(&thread, NULL, read_elsewhere, NULL), 0);
    pthread_join(thread, NULL);
}

static void an_event_on_another_thread_takes_no_memory(void) {
    script host;
    csn_engine *engine = flow_engine(NULL);
    csn_error *error = NULL;
    script_init(&host);
    host.also = lend_event;
    CHECK_OK(script_set_all(&host, engine, &error));
    CHECK_INT(flow_run(engine, flow_payment(engine, PAN_PLAIN, NULL), SHOPPER_RIGHT), CSN_SETTLED);
    CHECK_INT(host.counts[CSN_HOOK_ON_PRE_AUTHORISATION], 1);
    csn_engine_free(engine);
}

static void a_short_buffer_takes_no_memory(void) {
    script host;
    live on = live_open(&host, NULL);
    char text[2];
    size_t length = 0;
    int round;
    for (round = 0; round < 2; round++) {
        allocations = 0;
        is_counting = round;
        CHECK_INT(csn_payment_get_string(on.payment, "currency", text, 3, &length), CSN_E_BUFFER);
        CHECK_INT(length, 3);
        CHECK_INT(csn_payment_get_string(on.ended, "error.message", text, 0, &length), CSN_E_BUFFER);
        CHECK(length > 20);
        CHECK_INT(csn_card_format(on.card, CSN_FIELD_NUMBER, text, 2, &length), CSN_E_BUFFER);
        CHECK_INT(csn_card_iin(on.card, text, 1, &length), CSN_E_BUFFER);
        CHECK_INT(csn_card_last_four(on.card, text, 1, &length), CSN_E_BUFFER);
        is_counting = 0;
    }
    CHECK_INT(allocations, 0);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
}

int main(void) {
    if (getenv("CSN_TEST_VALGRIND") != NULL) {
        printf("0 passed, 0 failed\n"); /* valgrind's own allocator takes the place of this one */
        return 0;
    }
    TEST(counting_counts);
    TEST(null_handles_take_no_memory);
    TEST(stale_handles_take_no_memory);
    TEST(reentrant_calls_take_no_memory);
    TEST(forked_handles_take_no_memory);
    TEST(an_event_on_another_thread_takes_no_memory);
    TEST(a_short_buffer_takes_no_memory);
    return test_end();
}
