#ifndef COUNTERSIGN_H
#define COUNTERSIGN_H
#include <stdint.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
const char *csn_version(void);
#ifdef __cplusplus
}
#endif
#endif
