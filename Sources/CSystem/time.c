#define _GNU_SOURCE
#include "csystem.h"

#include <time.h>

static int64_t milliseconds(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        return 0;
    }
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t csys_time(void) { return milliseconds(CLOCK_REALTIME); }

int64_t csys_uptime(void) { return milliseconds(CLOCK_BOOTTIME); }
