/* A host that loads the library by itself, and unloads it as often as it likes: it stays, and nothing adds up. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "test.h"

#include <dirent.h>
#include <dlfcn.h>

/* This program calls nothing of the library by name, so that the linker leaves it out. */
static const char *soname = "libcountersign.so.1";

static int count_descriptors(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (readdir(directory) != NULL) count++;
    closedir(directory);
    return count;
}

/* How often the library is mapped, and how much memory of the process is in use. */
static void look_at_maps(int *mappings, int64_t *kilobytes) {
    char line[1024];
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    *mappings = 0;
    while (fgets(line, sizeof line, file) != NULL) *mappings += strstr(line, "libcountersign.so") != NULL;
    fclose(file);
    file = fopen("/proc/self/statm", "r");
    if (fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
    fclose(file);
    *kilobytes = resident * (sysconf(_SC_PAGESIZE) / 1024);
}

#define FUNCTION(type, name) type name = (type)(uintptr_t)dlsym(library, #name)

typedef csn_status (*engine_new)(const csn_engine_options *, csn_engine **, csn_error **);
typedef void (*engine_free)(csn_engine *);
typedef csn_status (*card_new)(csn_engine *, const char *, csn_card **, csn_error **);
typedef csn_status (*card_set)(csn_card *, int32_t, const char *, size_t, csn_error **);
typedef csn_status (*payment_new)(csn_engine *, const char *, csn_payment **, csn_error **);
typedef csn_status (*set_card)(csn_payment *, csn_card *, csn_error **);
typedef csn_status (*payment_run)(csn_payment *, int64_t, csn_error **);
typedef int32_t (*payment_ending)(const csn_payment *);

/* Loads, pays, unloads. */
static void use_once(int is_unloaded) {
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    csn_engine *engine = NULL;
    csn_card *card = NULL;
    csn_payment *payment = NULL;
    if (!CHECK(library != NULL)) return;
    FUNCTION(engine_new, csn_engine_new);
    FUNCTION(engine_free, csn_engine_free);
    FUNCTION(card_new, csn_card_new);
    FUNCTION(card_set, csn_card_set);
    FUNCTION(payment_new, csn_payment_new);
    FUNCTION(set_card, csn_payment_set_card);
    FUNCTION(payment_run, csn_payment_run);
    FUNCTION(payment_ending, csn_payment_ending);
    REQUIRE(csn_engine_new != NULL && csn_engine_free != NULL && csn_card_new != NULL && csn_card_set != NULL);
    REQUIRE(csn_payment_new != NULL && csn_payment_set_card != NULL && csn_payment_run != NULL && csn_payment_ending != NULL);
    CHECK_INT(csn_engine_new(NULL, &engine, NULL), CSN_OK);
    CHECK_INT(csn_card_new(engine, NULL, &card, NULL), CSN_OK);
    CHECK_INT(csn_card_set(card, CSN_FIELD_NUMBER, "4111111111111111", 16, NULL), CSN_OK);
    CHECK_INT(csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, NULL), CSN_OK);
    CHECK_INT(csn_card_set(card, CSN_FIELD_CVC, "123", 3, NULL), CSN_OK);
    CHECK_INT(csn_payment_new(engine, "{\"amount\": \"1.00\", \"currency\": \"EUR\", \"intent\": \"Authorisation\","
                              " \"merchantTransactionId\": \"o\"}", &payment, NULL), CSN_OK);
    CHECK_INT(csn_payment_set_card(payment, card, NULL), CSN_OK);
    CHECK_INT(csn_payment_run(payment, -1, NULL), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    csn_engine_free(engine);
    if (is_unloaded) CHECK_INT(dlclose(library), 0);
}

static void it_may_be_loaded_and_unloaded_again_and_again(void) {
    int before, after, first, last, i;
    int64_t warm, resident;
    look_at_maps(&first, &warm);
    CHECK_INT(first, 0);
    for (i = 0; i < 5; i++) use_once(1);
    look_at_maps(&first, &warm);
    CHECK(first > 0);
    before = count_descriptors();
    for (i = 0; i < 100; i++) use_once(1);
    after = count_descriptors();
    look_at_maps(&last, &resident);
    CHECK_INT(after, before);
    CHECK_INT(last, first);
    CHECK(resident - warm < 512);
}

/* A pointer into it stays good, though the host has let go of it. */
static void it_stays_after_it_is_unloaded(void) {
    typedef const char *(*version)(void);
    void *library = dlopen(soname, RTLD_NOW);
    version csn_version;
    int i;
    REQUIRE(library != NULL);
    csn_version = (version)(uintptr_t)dlsym(library, "csn_version");
    REQUIRE(csn_version != NULL);
    for (i = 0; i < 4; i++) dlclose(library);
    CHECK_TEXT(csn_version(), CSN_VERSION);
    use_once(0);
}

int main(void) {
    if (getenv("CSN_TEST_VALGRIND") != NULL) {
        printf("skipped, nothing is tried: valgrind does not follow the dynamic loader\n0 passed, 0 failed\n");
        return 0;
    }
    TEST(it_may_be_loaded_and_unloaded_again_and_again);
    TEST(it_stays_after_it_is_unloaded);
    return test_end();
}
