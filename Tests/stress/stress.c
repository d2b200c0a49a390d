/*
 * Many threads on several engines for a while, with every payment accounted for at the end.
 *
 *     stress [SECONDS [FIRST_SEED [SEEDS [THREADS]]]]
 *
 * Each seed is a round of its own: engines in real and in virtual time and one that is freed and replaced under everybody's
 * hands; threads that run, submit, dispatch, cancel, look up, answer late, free and read whatever payment comes to hand. Then
 * every payment is brought to its end, and:
 *
 *   - each was told to have ended exactly once, and what was told to be paid is what the sandbox's books have;
 *   - each registration's user data was destroyed once, and was never used after that;
 *   - no descriptor is left open, and from round to round no memory is left over.
 *
 * What a seed does not fix is how threads interleave, so a fault may need the same seed more than once.
 */
#define _GNU_SOURCE
#include "stress.h"

static void *work(void *number) {
    stress_seed(round_seed * 1000 + (uint64_t)(intptr_t)number);
    while (!LOAD(is_over)) {
        switch (any(16)) {
            case 0: case 1: case 2: case 3: pay_through(); break;
            case 4: case 5: case 6: case 7: submit_one(); break;
            case 8: case 9: case 10: meddle(); break;
            case 11: case 12: answer_one(); break;
            case 13: type_a_card(); break;
            case 14: step(any_shop()); break;
            default: any(8) == 0 ? replace_victim() : meddle();
        }
    }
    return NULL;
}

/* A host's event loop. */
static void *serve(void *number) {
    shop *self = &shops[(intptr_t)number];
    stress_seed(round_seed * 1000 + 500 + (uint64_t)(intptr_t)number);
    while (!LOAD(is_over)) {
        struct pollfd watched = {-1, POLLIN, 0};
        watched.fd = csn_engine_fd(self->engine);
        poll(&watched, 1, 5);
        step(self);
    }
    return NULL;
}

/* Whether its end is still to come. */
static int is_open(const order *self) {
    return self->shop != VICTIM && may_be_begun(self) && LOAD(self->endings) == 0;
}

/* Brings every payment of the lasting shops to its end. */
static void settle(void) {
    const double begun = seconds();
    int left = 1;
    while (left > 0) {
        int i;
        answer_all();
        for (i = 0; i < LASTING; i++) {
            int64_t now = 0, next = -1;
            while (csn_engine_dispatch(shops[i].engine, 1000, NULL) > 0) continue;
            csn_engine_now(shops[i].engine, &now);
            csn_engine_next_deadline(shops[i].engine, &next);
            if (shops[i].is_virtual && next > now) csn_engine_advance_time(shops[i].engine, next - now, NULL);
        }
        left = 0;
        for (i = 0; i < LOAD(order_count); i++) {
            if (!is_open(&orders[i])) continue;
            left++;
            answer_challenge(&orders[i]);
        }
        if (seconds() - begun > 60) {
            for (i = 0; i < LOAD(order_count); i++) {
                if (!is_open(&orders[i])) continue;
                fault("order %d of shop %d has not ended: state %d", i, orders[i].shop, csn_payment_state(orders[i].payment));
                return;
            }
        }
        if (left > 0) poll(NULL, 0, 1);
    }
}

static void check_books(shop *self) {
    char *books = NULL;
    const char *totals, *at = NULL;
    int64_t moved = 0;
    if (csn_sandbox_books_json_copy(self->engine, &books, NULL) != CSN_OK) {
        fault("shop %d: no books", (int)(self - shops));
        return;
    }
    totals = json_at(books, "totals");
    while (json_next(totals, &at)) moved += json_int(at, "authorised", 0) - json_int(at, "reversed", 0);
    if (moved != LOAD(self->sold)) {
        fault("shop %d: told %" PRId64 ", in the books %" PRId64, (int)(self - shops), LOAD(self->sold), moved);
    }
    csn_free(books);
}

/* What is left in use at the end of a round. */
typedef struct remains {
    int64_t heap, resident;
    int descriptors, tasks;
} remains;

static remains what_remains(void) {
    remains self;
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) fault("no /proc/self/statm");
    if (file != NULL) fclose(file);
    self.heap = (int64_t)mallinfo2().uordblks;
    self.resident = resident * sysconf(_SC_PAGESIZE) / 1024;
    self.descriptors = count_entries("/proc/self/fd");
    self.tasks = count_entries("/proc/self/task");
    return self;
}

static void play_round(uint64_t seed, double length, int threads) {
    pthread_t workers[MOST_THREADS], servers[LASTING];
    int i;

    round_seed = seed;
    stress_seed(seed);
    STORE(is_over, 0);
    memset(orders, 0, (size_t)order_count * sizeof *orders);
    STORE(order_count, 0);
    open_shops();
    for (i = 0; i < LASTING; i++) pthread_create(&servers[i], NULL, serve, (void *)(intptr_t)i);
    for (i = 0; i < threads; i++) pthread_create(&workers[i], NULL, work, (void *)(intptr_t)i);
    for (double end = seconds() + length; seconds() < end && LOAD(order_count) < MOST_ORDERS - 1000;) poll(NULL, 0, 10);
    STORE(is_over, 1);
    for (i = 0; i < threads; i++) pthread_join(workers[i], NULL);
    for (i = 0; i < LASTING; i++) pthread_join(servers[i], NULL);

    csn_engine_free(shops[VICTIM].engine);
    settle();
    for (i = 0; i < LASTING; i++) check_books(&shops[i]);
    for (i = 0; i < LOAD(order_count); i++) {
        const int endings = LOAD(orders[i].endings);
        const int wanted = orders[i].shop == VICTIM ? endings <= 1 : endings == may_be_begun(&orders[i]);
        if (!wanted) fault("order %d of shop %d: told %d endings", i, orders[i].shop, endings);
        csn_payment_free(orders[i].payment);
    }
    for (i = 0; i < LASTING; i++) csn_engine_free(shops[i].engine);
    answer_all();
    if (LOAD(registered) != LOAD(destroyed)) {
        fault("%" PRId64 " registrations, %" PRId64 " destroyed", LOAD(registered), LOAD(destroyed));
    }
}

int main(int count, char **arguments) {
    const double length = count > 1 ? atof(arguments[1]) : 10;
    const uint64_t first = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    const int seeds = count > 3 ? atoi(arguments[3]) : 5;
    const int threads = count > 4 ? atoi(arguments[4]) : 8;
    remains warm = {0, 0, 0, 0}, last = {0, 0, 0, 0};
    int round;

    if (length <= 0 || seeds < 1 || threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "usage: stress [SECONDS [FIRST_SEED [SEEDS [THREADS]]]], at most %d threads\n", MOST_THREADS);
        return 2;
    }
    if (getenv("GLIBC_TUNABLES") == NULL && !STRESS_SANITIZED) {
        /* What a thread caches of freed memory would count as used; this is read when a program starts. */
        setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
        execv("/proc/self/exe", arguments);
    }
    mallopt(M_MXFAST, 0);
    mallopt(M_ARENA_MAX, 1); /* so that mallinfo2 sees all */
    orders = (order *)calloc(MOST_ORDERS, sizeof *orders);
    for (round = 0; round < seeds; round++) {
        const int before = fault_count;
        alarm((unsigned)(length / seeds) + 300);
        play_round(first + (uint64_t)round, length / seeds, threads);
        last = what_remains();
        /* Tables grow to their size while the process is young. */
        if (round < 2 || round < seeds / 4) warm = last;
        printf("seed %" PRIu64 ": %d payments, heap %" PRId64 " bytes, resident %" PRId64 " KiB, %d descriptors, %d threads%s"
               "\n", first + (uint64_t)round, LOAD(order_count), last.heap, last.resident, last.descriptors, last.tasks,
               fault_count > before ? " NOT OK" : "");
        fflush(stdout);
    }
    if (last.heap - warm.heap > HEAP_SLACK) fault("%" PRId64 " bytes more than after the first rounds", last.heap - warm.heap);
    if (STRESS_SANITIZED) last = warm;
    if (last.descriptors != warm.descriptors) fault("%d descriptors, %d before", last.descriptors, warm.descriptors);
    if (last.tasks != 1 + STRESS_SANITIZED) fault("%d threads at the end", last.tasks);
    printf("%" PRId64 " payments, %" PRId64 " runs, %" PRId64 " cancels, %" PRId64 " late answers in time, %" PRId64
           " too late, %" PRId64 " challenges answered, %" PRId64 " engines freed in use; seeds %" PRIu64 " to %" PRIu64 "\n",
           LOAD(totals.payments), LOAD(totals.runs), LOAD(totals.cancels), LOAD(totals.late), LOAD(totals.too_late),
           LOAD(totals.challenges), LOAD(totals.engines), first, first + (uint64_t)seeds - 1);
    printf("%d passed, %d failed\n", fault_count == 0 ? seeds : 0, fault_count);
    return fault_count > 0;
}
