#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* A wait without a time-out would be started again by the kernel where a handler has SA_RESTART; with one it never is. */
static const int64_t longest = 3600 * 1000;

int32_t csys_park(const uint32_t *word, uint32_t expected, int64_t milliseconds) {
    int64_t wait = milliseconds < 0 ? 0 : milliseconds > longest ? longest : milliseconds;
    struct timespec time = {.tv_sec = (time_t)(wait / 1000), .tv_nsec = (long)(wait % 1000) * 1000000};
    if (syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, &time, NULL, 0) == 0 || errno == EAGAIN) {
        return 0;
    }
    return errno == EINTR ? 2 : errno == ETIMEDOUT && wait == milliseconds ? 1 : 0;
}

void csys_unpark(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void csys_set_word(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
