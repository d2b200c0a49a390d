/*
 * card_check: brand and check digit of one whole number, over a mixed list of 10,000: published test numbers of many brands,
 * and as many numbers that begin like them and fail the check digit.
 */
#include "bench.h"
#include "countersign.h"

#include <string.h>

#define NUMBERS 10000
#define ROUNDS 300

static const char *const published[] = {
    "4111111111111111", "4012888888881881", "4222222222222",    "4000056655665556", "5555555555554444", "5200828282828210",
    "2223003122003222", "5105105105105100", "378282246310005",  "371449635398431",  "6011111111111117", "6011000990139424",
    "3056930009020004", "36227206271667",   "3566002020360505", "3530111333300000", "6200000000000005", "6205500000000000004",
    "5019717010103742", "6759649826438453",
};
#define PUBLISHED ((uint32_t)(sizeof published / sizeof *published))

static char numbers[NUMBERS][20];
static size_t lengths[NUMBERS];

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13, *state ^= *state >> 17, *state ^= *state << 5;
    return *state;
}

static int passes(const char *digits, size_t length) {
    int sum = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = digits[length - 1 - i] - '0';
        if (i % 2 == 1) digit = digit < 5 ? digit * 2 : digit * 2 - 9;
        sum += digit;
    }
    return sum % 10 == 0;
}

static void mix(void) {
    uint32_t state = 2463534242u;
    for (int i = 0; i < NUMBERS; i++) {
        const char *model = published[next(&state) % PUBLISHED];
        const size_t length = strlen(model);
        memcpy(numbers[i], model, length);
        if (next(&state) % 2 == 1) {
            for (size_t at = 4; at < length; at++) numbers[i][at] = (char)('0' + next(&state) % 10);
            if (passes(numbers[i], length)) numbers[i][length - 1] = (char)('0' + (numbers[i][length - 1] - '0' + 1) % 10);
        }
        lengths[i] = length;
    }
}

int main(void) {
    int64_t seen[CSN_CHECK_UNKNOWN_BRAND + 1] = {0};
    int64_t branded = 0;
    double begun, spent;

    mix();
    begun = bench_cpu();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < NUMBERS; i++) {
            int32_t brand = 0, check = 0;
            REQUIRE(csn_card_check(numbers[i], lengths[i], &brand, &check) == CSN_OK);
            REQUIRE(check >= 0 && check <= CSN_CHECK_UNKNOWN_BRAND);
            seen[check]++;
            branded += brand != 0;
        }
    }
    spent = bench_cpu() - begun;
    REQUIRE(seen[CSN_CHECK_VALID] > ROUNDS * NUMBERS * 4 / 10 && seen[CSN_CHECK_LUHN] > ROUNDS * NUMBERS * 4 / 10);
    REQUIRE(branded > ROUNDS * NUMBERS * 9 / 10);
    printf("card_check %.3f\n", spent * 1e9 / ROUNDS / NUMBERS);
    return 0;
}
