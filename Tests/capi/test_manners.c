/*
 * What a process is like around the library: whatever it does, the process has the same threads, signals, streams, locale,
 * environment, folder, limits and descriptors as before.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

extern char **environ;

static csn_error *error;

/* ---- The environment is not read ---- */

static int lookups, is_counting;

/* In place of the C library's, for the library under test too. */
static char *look_up(const char *name) {
    const size_t length = strlen(name);
    char **at;
    if (is_counting) lookups++;
    for (at = environ; at != NULL && *at != NULL; at++) {
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return *at + length + 1;
    }
    return NULL;
}

#ifdef __cplusplus
extern "C" {
char *getenv(const char *name) noexcept { return look_up(name); }
char *secure_getenv(const char *name) noexcept { return look_up(name); }
}
#else
char *getenv(const char *name) { return look_up(name); }
char *secure_getenv(const char *name) { return look_up(name); }
#endif

/* ---- A look at the process ---- */

enum { MOST_DESCRIPTORS = 256, RLIMITS = 16, SIGNALS = 65 };

typedef struct look {
    int threads, umask_, dumpable_descriptors;
    struct sigaction actions[SIGNALS];
    sigset_t mask;
    struct stat streams[3];
    int stream_flags[3];
    char locale[512], folder[4096];
    uint64_t environment;
    struct rlimit limits[RLIMITS];
    char descriptors[MOST_DESCRIPTORS]; /* 1: open, 2: open and inherited by programs that the host starts */
} look;

static int entries(const char *path) {
    int count = 0;
    DIR *directory = opendir(path);
    if (directory == NULL) return -1;
    while (readdir(directory) != NULL) count++;
    closedir(directory);
    return count;
}

static uint64_t hash_of_environment(void) {
    uint64_t hash = (uint64_t)(uintptr_t)environ;
    char **at;
    for (at = environ; *at != NULL; at++) {
        const char *byte;
        for (byte = *at; *byte != '\0'; byte++) hash = (hash ^ (unsigned char)*byte) * 0x100000001b3u;
        hash = hash * 31 + 1;
    }
    return hash;
}

static void take_look(look *self) {
    int i;
    const char *locale = setlocale(LC_ALL, NULL);
    memset(self, 0, sizeof *self);
    self->threads = entries("/proc/self/task");
    self->umask_ = (int)umask(0);
    umask((mode_t)self->umask_);
    for (i = 1; i < SIGNALS; i++) sigaction(i, NULL, &self->actions[i]);
    pthread_sigmask(SIG_BLOCK, NULL, &self->mask);
    for (i = 0; i < 3; i++) {
        fstat(i, &self->streams[i]);
        self->stream_flags[i] = fcntl(i, F_GETFL);
    }
    snprintf(self->locale, sizeof self->locale, "%s", locale != NULL ? locale : "");
    CHECK(getcwd(self->folder, sizeof self->folder) != NULL);
    self->environment = hash_of_environment();
    for (i = 0; i < RLIMITS; i++) getrlimit((__rlimit_resource_t)i, &self->limits[i]);
    for (i = 0; i < MOST_DESCRIPTORS; i++) {
        const int flags = fcntl(i, F_GETFD);
        self->descriptors[i] = (char)(flags < 0 ? 0 : (flags & FD_CLOEXEC) != 0 ? 1 : 2);
    }
}

static int same_action(const struct sigaction *left, const struct sigaction *right) {
    return left->sa_handler == right->sa_handler && left->sa_flags == right->sa_flags &&
           memcmp(&left->sa_mask, &right->sa_mask, 8) == 0;
}

/* `is_open`: the library's own objects live, and may have descriptors, though none that a program would inherit. */
static void compare(const look *before, int is_open) {
    look now;
    int i;
    take_look(&now);
    CHECK_INT(now.threads, before->threads);
    CHECK_INT(now.umask_, before->umask_);
    for (i = 1; i < SIGNALS; i++) {
        if (!same_action(&now.actions[i], &before->actions[i])) {
            test_fault(__FILE__, __LINE__, "signal %d has another action", i);
        }
    }
    CHECK(memcmp(&now.mask, &before->mask, sizeof now.mask) == 0);
    for (i = 0; i < 3; i++) {
        CHECK_INT(now.streams[i].st_ino, before->streams[i].st_ino);
        CHECK_INT(now.streams[i].st_dev, before->streams[i].st_dev);
        CHECK_INT(now.streams[i].st_size, before->streams[i].st_size);
        CHECK_INT(now.stream_flags[i], before->stream_flags[i]);
    }
    CHECK_TEXT(now.locale, before->locale);
    CHECK_TEXT(now.folder, before->folder);
    CHECK(now.environment == before->environment);
    CHECK(memcmp(now.limits, before->limits, sizeof now.limits) == 0);
    for (i = 0; i < MOST_DESCRIPTORS; i++) {
        const int is_ours = is_open && before->descriptors[i] == 0;
        if (is_ours ? now.descriptors[i] == 2 : now.descriptors[i] != before->descriptors[i]) {
            test_fault(__FILE__, __LINE__, "descriptor %d: %d before, %d now", i, before->descriptors[i], now.descriptors[i]);
        }
    }
}

/* ---- What the library is made to do ---- */

static void pay_with(const char *pan, const char *json, flow_shopper shopper) { (void)walk(pan, json, shopper); }

/* Payments of every kind, with every ending, in virtual and in real time; and every function called once. */
static void do_everything(void) {
    static const char *const pans[] = {
        PAN_PLAIN, PAN_FRICTIONLESS, PAN_CHALLENGE, PAN_REJECTED, PAN_SOFT_DECLINE, "4111110000000518", "4111110000000369",
        "4111110000001011", "4111110000001045", "4111110000001128", "1234", "378282246310005"};
    static const flow_shopper shoppers[] = {SHOPPER_RIGHT, SHOPPER_WRONG, SHOPPER_CANCELS};
    static const int amounts[] = {990213, 990214, 990215, 990222, 990237};
    size_t i, j;
    script host;
    live on;
    for (i = 0; i < sizeof pans / sizeof *pans; i++) {
        for (j = 0; j < 3; j++) pay_with(pans[i], DROP_IN_DATA, shoppers[j]);
    }
    for (i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        char json[256];
        snprintf(json, sizeof json, "{\"amountMinor\": %d, \"currency\": \"EUR\", \"intent\": \"Purchase\","
                 " \"merchantTransactionId\": \"m\"}", amounts[i]);
        pay_with(PAN_PLAIN, json, SHOPPER_RIGHT);
    }
    on = live_open(&host, "{\"sandbox\": {\"latency\": 1}}");
    for (i = 0; i < CALL_COUNT; i++) calls[i].make(&on);
    csn_engine_free(on.engine);
    csn_reply_free(on.reply);
    /* And wrongly. */
    memset(&on, 0, sizeof on);
    for (i = 0; i < CALL_COUNT; i++) calls[i].make(&on);
}

/* ---- The tests ---- */

static int saved[2], quiet = -1;

/* Standard output and error become a file that must stay empty; the input one that must not be read. */
static void hush(void) {
    FILE *file = tmpfile();
    fflush(stdout);
    saved[0] = dup(1);
    saved[1] = dup(2);
    quiet = dup(fileno(file));
    fclose(file);
    dup2(quiet, 1);
    dup2(quiet, 2);
}

static void speak(void) {
    struct stat what;
    const int status = fstat(quiet, &what);
    dup2(saved[0], 1);
    dup2(saved[1], 2);
    close(saved[0]);
    close(saved[1]);
    close(quiet);
    CHECK_INT(status, 0);
    CHECK_INT(what.st_size, 0);
}

static void the_process_stays_as_it_is(void) {
    enum { ENGINES = 50 };
    look before;
    csn_engine *engines[ENGINES];
    int i;
    hush();
    take_look(&before);
    is_counting = 1;
    do_everything();
    is_counting = 0;
    compare(&before, 0);
    for (i = 0; i < ENGINES; i++) {
        engines[i] = flow_engine(i % 2 ? "{}" : NULL);
        CHECK(csn_engine_fd(engines[i]) >= 0);
    }
    compare(&before, 1);
    for (i = 0; i < ENGINES; i++) csn_engine_free(engines[i]);
    compare(&before, 0);
    speak();
}

static void no_variable_is_read(void) {
    lookups = 0;
    is_counting = 1;
    CHECK(getenv("HOME") != NULL || lookups == 1);
    CHECK_INT(lookups, 1); /* it counts */
    lookups = 0;
    do_everything();
    is_counting = 0;
    CHECK_INT(lookups, 0);
}

/* Without a single descriptor left an engine is refused, and nothing else happens. */
static void without_descriptors_an_engine_is_refused(void) {
    struct rlimit before, none;
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL, *other = flow_engine(NULL);
    csn_payment *payment = flow_payment(other, PAN_CHALLENGE, NULL);
    int free_places;
    for (free_places = 0; free_places < 3; free_places++) {
        const int next = dup(0);
        close(next);
        getrlimit(RLIMIT_NOFILE, &before);
        none = before;
        none.rlim_cur = (rlim_t)(next + free_places);
        CHECK_INT(setrlimit(RLIMIT_NOFILE, &none), 0);
        CHECK_INT(csn_engine_new(&options, &engine, &error), CSN_E_SYSTEM);
        CHECK(strlen(csn_error_message(error)) > 10);
        csn_error_free(error);
        error = NULL;
        CHECK_INT(setrlimit(RLIMIT_NOFILE, &before), 0);
        CHECK_INT(dup(0), next); /* none was left open */
        close(next);
    }
    CHECK_INT(flow_run(other, payment, SHOPPER_RIGHT), CSN_SETTLED);
    csn_engine_free(other);
}

/* A host may have closed its standard streams, as many daemons do: what it writes there must not reach an engine, and opening
   them anew must not take the engine's descriptors away. */
static void the_places_of_the_streams_stay_free(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_engine *engine = NULL;
    csn_payment *payment;
    csn_status made;
    int kept[3], taken[3], i;
    int32_t descriptor;
    fflush(stdout);
    for (i = 0; i < 3; i++) kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 64);
    for (i = 0; i < 3; i++) close(i);
    made = csn_engine_new(&options, &engine, NULL);
    descriptor = csn_engine_fd(engine);
    for (i = 0; i < 3; i++) taken[i] = fcntl(i, F_GETFD) >= 0;
    for (i = 0; i < 3; i++) {
        if (kept[i] < 0) continue;
        dup2(kept[i], i);
        close(kept[i]);
    }
    REQUIRE(made == CSN_OK && descriptor > 2);
    /* Else releasing the engine would close the streams. */
    REQUIRE(!taken[0] && !taken[1] && !taken[2]);
    CHECK_INT(fcntl(descriptor, F_GETFD), FD_CLOEXEC);
    payment = flow_payment(engine, PAN_CHALLENGE, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
    csn_engine_free(engine);
}

/* ---- Locales: with a comma in numbers, and with a dotless i ---- */

static void flows_in_this_locale(void) {
    static const char *const currencies[] = {"EUR", "JPY", "KWD"};
    size_t i;
    script host;
    csn_engine *engine = flow_engine("{\"time\": \"virtual\", \"seed\": 7, \"merchant\": \"I\", \"hookTimeout\": 1000}");
    csn_payment *payment;
    char *json = NULL;
    int32_t brand = 0, check = -1;
    pay_with(PAN_CHALLENGE, DROP_IN_DATA, SHOPPER_RIGHT);
    pay_with(PAN_SOFT_DECLINE, AUTHORISE_DATA, SHOPPER_RIGHT);
    script_init(&host);
    host.replies[CSN_HOOK_ON_PRE_AUTHORISATION] = "{\"amount\": \"7.25\"}";
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_FRICTIONLESS, NULL);
    CHECK_INT(flow_run(engine, payment, SHOPPER_RIGHT), CSN_SETTLED);
    CHECK_TEXT(flow_text(payment, "result.amountMinor"), "725");
    CHECK_OK(csn_payment_json_copy(payment, &json, &error));
    CHECK(json != NULL && strstr(json, "12.34") != NULL && strstr(json, "12,34") == NULL);
    csn_free(json);
    CHECK_INT(host.faults, 0);
    CHECK_INT(csn_card_check("4111 1111 1111 1111", 19, &brand, &check), CSN_OK);
    CHECK_TEXT(csn_brand_id(brand), "visa");
    CHECK_INT(check, CSN_CHECK_VALID);
    for (i = 0; i < 3; i++) {
        payment = flow_payment(engine, PAN_PLAIN, NULL);
        CHECK_OK(csn_payment_set_string(payment, "amount", "12", &error));
        CHECK_OK(csn_payment_set_string(payment, "currency", currencies[i], &error));
        CHECK_OK(csn_payment_set_string(payment, "amount", i == 1 ? "1234" : "1234.5", &error));
        CHECK_TEXT(flow_text(payment, "amountMinor"), i == 0 ? "123450" : i == 1 ? "1234" : "1234500");
        CHECK_INT(csn_payment_set_string(payment, "amount", "1,5", &error), CSN_E_FIELD);
        csn_error_free(error);
        error = NULL;
    }
    csn_engine_free(engine);
}

/* A locale that is not installed is compiled into `folder`, which takes seconds: the C build alone does it. */
static void provide_locale(const char *name, const char *source, const char *folder) {
    char text[512];
#ifdef __cplusplus
    (void)text, (void)source, (void)folder, (void)name;
#else
    if (setlocale(LC_ALL, name) != NULL || getenv("CSN_TEST_VALGRIND") != NULL) return;
    snprintf(text, sizeof text, "localedef -i %s -f UTF-8 %s/%s >%s/log 2>&1", source, folder, name, folder);
    if (system(text) != 0) printf("# %s cannot be compiled here\n", name);
#endif
}

static void locales_change_nothing(void) {
    static const char *const names[][2] = {{"tr_TR.UTF-8", "tr_TR"}, {"de_DE.UTF-8", "de_DE"}};
    char folder[] = "/tmp/countersign-locales-XXXXXX", text[128];
    int i;
    REQUIRE(mkdtemp(folder) != NULL);
    for (i = 0; i < 2; i++) provide_locale(names[i][0], names[i][1], folder);
    for (i = 0; i < 2; i++) {
        /* Installed, or else from the folder. */
        if (setlocale(LC_ALL, names[i][0]) == NULL) {
            setenv("LOCPATH", folder, 1);
            if (setlocale(LC_ALL, names[i][0]) == NULL) continue;
        }
        snprintf(text, sizeof text, "%.1f", 1.5);
        CHECK_TEXT(text, "1,5");
        flows_in_this_locale();
        printf("# in %s\n", names[i][0]);
    }
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    flows_in_this_locale();
    snprintf(text, sizeof text, "rm -rf %s", folder);
    CHECK_INT(system(text), 0);
}

int main(void) {
    TEST(the_process_stays_as_it_is);
    TEST(no_variable_is_read);
    TEST(without_descriptors_an_engine_is_refused);
    TEST(the_places_of_the_streams_stay_free);
    TEST(locales_change_nothing);
    return test_end();
}
