#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static void close_one(int32_t *descriptor) {
    if (*descriptor >= 0) {
        (void)close(*descriptor);
        *descriptor = -1;
    }
}

/* A host whose standard streams are closed would print to a descriptor in their place, and lose it when it opens them anew. */
static int off_the_streams(int descriptor) {
    enum { first = 3 };
    if (descriptor < 0 || descriptor >= first) {
        return descriptor;
    }
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first);
    int reason = errno;
    (void)close(descriptor);
    errno = reason;
    return moved;
}

static int watch(int epoll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int32_t csys_loop_open(csys_loop *loop, int32_t with_timer) {
    loop->event = -1;
    loop->timer = -1;
    loop->epoll = off_the_streams(epoll_create1(EPOLL_CLOEXEC));
    if (loop->epoll < 0) {
        return -errno;
    }
    loop->event = off_the_streams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    int ready = loop->event >= 0 && watch(loop->epoll, loop->event) == 0;
    if (ready && with_timer) {
        loop->timer = off_the_streams(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK));
        ready = loop->timer >= 0 && watch(loop->epoll, loop->timer) == 0;
    }
    if (!ready) {
        int32_t reason = errno;
        csys_loop_close(loop);
        return reason > 0 ? -reason : -EIO;
    }
    return 0;
}

void csys_loop_close(csys_loop *loop) {
    close_one(&loop->timer);
    close_one(&loop->event);
    close_one(&loop->epoll);
}

void csys_loop_signal(const csys_loop *loop, int32_t readable) {
    uint64_t count = 1;
    ssize_t done;
    do {
        done = readable ? write(loop->event, &count, sizeof count) : read(loop->event, &count, sizeof count);
    } while (done < 0 && errno == EINTR);
}

void csys_loop_arm(const csys_loop *loop, int64_t uptime) {
    if (loop->timer < 0) {
        return;
    }
    struct itimerspec when = {0};
    if (uptime >= 0) {
        /* Zero would disarm; the first nanosecond after the start of the machine is as much in the past. */
        when.it_value.tv_sec = (time_t)(uptime / 1000);
        when.it_value.tv_nsec = (long)(uptime % 1000) * 1000000 + (uptime == 0);
    }
    (void)timerfd_settime(loop->timer, TFD_TIMER_ABSTIME, &when, NULL);
}
