/* What the benchmark programs share. Each measures once and prints `name value` lines; bench.py runs it again and again. */
#ifndef CSN_BENCH_H
#define CSN_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Ends the program where a figure would mean nothing, since the library did not do what is measured. */
#define REQUIRE(condition)                                                             \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

static double bench_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Time of this process on a processor: what others do on the machine does not count. */
static inline double bench_cpu(void) { return bench_seconds(CLOCK_PROCESS_CPUTIME_ID); }

static inline double bench_wall(void) { return bench_seconds(CLOCK_MONOTONIC); }

/* Bytes of memory that the process has in RAM. */
static inline int64_t bench_resident(void) {
    long long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    REQUIRE(file != NULL && fscanf(file, "%lld %lld", &size, &resident) == 2);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

#endif
