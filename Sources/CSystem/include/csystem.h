/* The parts of Linux that Swift's Glibc module does not show: macros, variadic calls and newer system calls. */
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* Maps `size` bytes (a multiple of the page size) of secret memory: locked where the limit allows it, left out of core dumps,
   and zero in a forked child. NULL when there is no memory. */
void *csys_secret_map(size_t size);

/* Wipes and unmaps what `csys_secret_map` gave. */
void csys_secret_unmap(void *memory, size_t size);

/* Overwrites with zeros in a way that the compiler keeps. */
void csys_wipe(void *memory, size_t size);

/* Maps one page that is zero in a forked child, whatever the parent has written to it. NULL when there is no memory. */
void *csys_fork_page(void);

/* Fills memory from the kernel's random generator. 0, or -1 when the kernel has none to give. */
int32_t csys_random(void *memory, size_t size);

/* Milliseconds since 1970 UTC, as the system's clock has them. */
int64_t csys_time(void);

/* Milliseconds of a clock that nobody sets and that goes on while the machine sleeps. */
int64_t csys_uptime(void);

/* A number that no other live thread of the process has, and never zero. */
static inline uintptr_t csys_thread(void) {
#if defined(__x86_64__) || defined(__aarch64__)
    return (uintptr_t)__builtin_thread_pointer();
#else
    static _Thread_local char mark;
    return (uintptr_t)&mark;
#endif
}

/* A loop descriptor: an epoll instance that holds an event descriptor (work) and, if asked for, a timer descriptor. All are
   close-on-exec and non-blocking. */
typedef struct csys_loop {
    int32_t epoll;
    int32_t event;
    int32_t timer; /* -1 without a timer */
} csys_loop;

/* Opens the descriptors, none of them in the place of a standard stream. 0, or a negated errno with none left open. */
int32_t csys_loop_open(csys_loop *loop, int32_t with_timer);

/* Closes the descriptors, and nothing else: the kernel forgets them only when a forked parent has closed its own. */
void csys_loop_close(csys_loop *loop);

/* Makes the loop readable, or no longer readable, by its event descriptor. */
void csys_loop_signal(const csys_loop *loop, int32_t readable);

/* Makes the loop readable at `uptime`, in place of any earlier time; -1: at no time. */
void csys_loop_arm(const csys_loop *loop, int64_t uptime);

/* Sleeps while *word is `expected`, at most `milliseconds`. 0 when woken or not asleep at all, 1 after the time-out, 2 when a
   signal handler ran, whatever flags it was installed with. */
int32_t csys_park(const uint32_t *word, uint32_t expected, int64_t milliseconds);

/* Sets *word and wakes one thread that sleeps on it. */
void csys_unpark(uint32_t *word, uint32_t value);

/* Sets a word that nobody sleeps on yet. */
void csys_set_word(uint32_t *word, uint32_t value);

/* Takes the lock in *word, which is 0 while it is free: 1 held, 2 held and waited for. */
void csys_lock(uint32_t *word);

/* Gives it back. */
void csys_unlock(uint32_t *word);

#endif
