/*
 * test.h: the least that a test program needs. Valid C99 and C++11.
 *
 *     static void a_wrong_code_is_refused(void) {
 *         CHECK_INT(csn_card_check("x", 1, NULL, NULL), CSN_E_INVALID);
 *     }
 *
 *     int main(void) {
 *         TEST(a_wrong_code_is_refused);
 *         return test_end();
 *     }
 *
 * A failed CHECK is printed and the test goes on; a failed REQUIRE ends the function that it stands in.
 */
#ifndef CSN_TEST_H
#define CSN_TEST_H

#include <countersign.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int test_passed, test_failed, test_faults;
static char test_why[512];

/* Most programs use only some of what stands here. */
#if defined(__GNUC__)
#define TEST_MAYBE_UNUSED __attribute__((unused))
#define TEST_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TEST_MAYBE_UNUSED
#define TEST_PRINTF(text, first)
#endif

/* Notes a fault of the test that runs; the first one is its reason. */
TEST_MAYBE_UNUSED TEST_PRINTF(3, 4)
static void test_fault(const char *file, int line, const char *format, ...) {
    const char *slash = strrchr(file, '/');
    int length;
    va_list arguments;
    if (test_faults++ > 0) return;
    length = snprintf(test_why, sizeof test_why, "%s:%d: ", slash != NULL ? slash + 1 : file, line);
    va_start(arguments, format);
    if (length > 0 && (size_t)length < sizeof test_why) {
        vsnprintf(test_why + length, sizeof test_why - (size_t)length, format, arguments);
    }
    va_end(arguments);
}

/* Runs one test. Nothing here takes seconds: a test that hangs is ended by the alarm, with its name as the last line. */
TEST_MAYBE_UNUSED
static void test_run(const char *name, void (*body)(void)) {
    test_faults = 0;
    alarm(120);
    body();
    if (test_faults == 0) {
        test_passed++;
        printf("ok %s\n", name);
    } else {
        test_failed++;
        printf("not ok %s: %s%s\n", name, test_why, test_faults > 1 ? " (and more)" : "");
    }
    fflush(stdout);
}

/* The last line, and the status of the program. */
TEST_MAYBE_UNUSED
static int test_end(void) {
    printf("%d passed, %d failed\n", test_passed, test_failed);
    return test_failed > 0 || test_passed == 0;
}

TEST_MAYBE_UNUSED
static int test_same_int(const char *file, int line, const char *what, int64_t got, int64_t wanted) {
    if (got == wanted) return 1;
    test_fault(file, line, "%s is %" PRId64 ", wanted %" PRId64, what, got, wanted);
    return 0;
}

TEST_MAYBE_UNUSED
static int test_same_text(const char *file, int line, const char *what, const char *got, const char *wanted) {
    if (got != NULL && wanted != NULL && strcmp(got, wanted) == 0) return 1;
    if (got == wanted) return 1;
    test_fault(file, line, "%s is \"%s\", wanted \"%s\"", what, got != NULL ? got : "(null)",
               wanted != NULL ? wanted : "(null)");
    return 0;
}

TEST_MAYBE_UNUSED
static int test_true(const char *file, int line, const char *what, int holds) {
    if (!holds) test_fault(file, line, "%s does not hold", what);
    return holds;
}

/* A call that must be CSN_OK: what the error says goes into the reason. Frees the error. */
TEST_MAYBE_UNUSED
static int test_ok(const char *file, int line, const char *what, csn_status status, csn_error **error) {
    if (status < 0) {
        test_fault(file, line, "%s answers %s: %s", what, csn_status_name(status), csn_error_message(*error));
    }
    csn_error_free(*error);
    *error = NULL;
    return status >= 0;
}

#define TEST(name) test_run(#name, name)
#define CHECK(condition) test_true(__FILE__, __LINE__, #condition, (condition) ? 1 : 0)
#define CHECK_INT(got, wanted) test_same_int(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(wanted))
#define CHECK_TEXT(got, wanted) test_same_text(__FILE__, __LINE__, #got, (got), (wanted))
/* `call` names a variable `error`, which it fills. */
#define CHECK_OK(call) test_ok(__FILE__, __LINE__, #call, (call), &error)
#define REQUIRE(condition) do { if (!CHECK(condition)) return; } while (0)
#define REQUIRE_OK(call) do { if (!CHECK_OK(call)) return; } while (0)

#endif
