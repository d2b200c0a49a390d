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

#endif
