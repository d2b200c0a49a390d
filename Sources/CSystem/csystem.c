#define _GNU_SOURCE
#include "csystem.h"

#include <string.h>
#include <sys/mman.h>

void *csys_secret_map(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)mlock(memory, size);
    (void)madvise(memory, size, MADV_DONTDUMP);
    (void)madvise(memory, size, MADV_WIPEONFORK);
    return memory;
}

void csys_secret_unmap(void *memory, size_t size) {
    if (memory != NULL) {
        explicit_bzero(memory, size);
        (void)munmap(memory, size);
    }
}

void csys_wipe(void *memory, size_t size) {
    if (memory != NULL) {
        explicit_bzero(memory, size);
    }
}
