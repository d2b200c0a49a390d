#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/random.h>

void *csys_fork_page(void) {
    const size_t size = 4096;
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) {
        return NULL;
    }
    if (madvise(page, size, MADV_WIPEONFORK) != 0) {
        (void)munmap(page, size);
        return NULL;
    }
    return page;
}

int32_t csys_random(void *memory, size_t size) {
    unsigned char *next = memory;
    while (size > 0) {
        ssize_t got = getrandom(next, size, 0);
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return -1;
        }
        next += got;
        size -= (size_t)got;
    }
    return 0;
}
