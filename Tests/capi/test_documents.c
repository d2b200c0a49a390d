/* What the READMEs promise and a program can try: the order of hooks, and how much stack a call needs. */
#include "path.h"

#include <pthread.h>

/* Whether the hook is one of those that are asked before each request, outside the order. */
static int is_late(const char *name) {
    return strcmp(name, csn_hook_name(CSN_HOOK_ON_GET_CREDENTIALS)) == 0 ||
           strcmp(name, csn_hook_name(CSN_HOOK_ON_GET_SHOPPER)) == 0 ||
           strcmp(name, csn_hook_name(CSN_HOOK_MERCHANT_TRANSACTION_DATE)) == 0;
}

/* First cells of the rows of the table that follows the marker in Sources/README.md, apart by blanks. */
static void read_table(const char *marker, char *names, size_t capacity) {
    const char *path = getenv("CSN_SOURCES_README");
    FILE *file = fopen(path != NULL ? path : "../../Sources/README.md", "r");
    char line[2048], cell[64];
    int state = 0, rows = 0;
    size_t used = 0;

    names[0] = '\0';
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (state == 0) {
            state = strncmp(line, marker, strlen(marker)) == 0;
        } else if (line[0] != '|') {
            if (rows > 0) break;
        } else if (++rows > 2 && sscanf(line, "| %63[^ |]", cell) == 1 && used + strlen(cell) + 2 < capacity) {
            used += (size_t)snprintf(names + used, capacity - used, "%s%s", used > 0 ? " " : "", cell);
        }
    }
    fclose(file);
    CHECK(rows > 2);
}

/* The table "hook-order: staged" is the order of a drop-in payment of a new card with a challenge. */
static void the_staged_table_is_the_order_of_hooks(void) {
    char told[2048], log[4096], called[4096] = "";
    path walked = walk(PAN_CHALLENGE, DROP_IN_DATA, SHOPPER_RIGHT);

    read_table("<!-- hook-order: staged -->", told, sizeof told);
    CHECK_INT(walked.ending, CSN_ENDING_AUTHORISED);
    snprintf(log, sizeof log, "%s", walked.host.log);
    for (char *name = strtok(log, " "); name != NULL; name = strtok(NULL, " ")) {
        const size_t used = strlen(called);
        if (!is_late(name)) snprintf(called + used, sizeof called - used, "%s%s", used > 0 ? " " : "", name);
    }
    CHECK_TEXT(called, told);
}

static void *pay_on_this_stack(void *ending) {
    path walked = walk(PAN_CHALLENGE, DROP_IN_DATA, SHOPPER_RIGHT);
    *(int32_t *)ending = walked.ending;
    return NULL;
}

/* Include/README.md says 64 KiB; this thread has them for the library, and what the test itself needs. */
static void a_payment_gets_by_with_64_kib_of_stack(void) {
    const size_t size = 65536 + 2 * sizeof(path) + 16384;
    int32_t ending = CSN_ENDING_NONE;
    pthread_attr_t attributes;
    pthread_t thread;

    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, size) == 0);
    REQUIRE(pthread_create(&thread, &attributes, pay_on_this_stack, &ending) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    CHECK_INT(ending, CSN_ENDING_AUTHORISED);
}

int main(void) {
    TEST(the_staged_table_is_the_order_of_hooks);
    TEST(a_payment_gets_by_with_64_kib_of_stack);
    return test_end();
}
