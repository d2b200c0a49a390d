#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { free_ = 0, held = 1, waited_for = 2 };

static void wait_for(uint32_t *word) {
    /* A caller's errno is not the lock's business. */
    const int kept = errno;
    while (__atomic_exchange_n(word, waited_for, __ATOMIC_ACQUIRE) != free_) {
        (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, waited_for, NULL, NULL, 0);
    }
    errno = kept;
}

void csys_lock(uint32_t *word) {
    uint32_t seen = free_;
    if (!__atomic_compare_exchange_n(word, &seen, held, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        wait_for(word);
    }
}

void csys_unlock(uint32_t *word) {
    if (__atomic_exchange_n(word, free_, __ATOMIC_RELEASE) == waited_for) {
        (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
}
