/*
 * Where the kernel gives no memory for secrets, none is kept: a card number or a key in ordinary memory would stand in a core
 * dump. The call says so, and goes well again once there is memory.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "path.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static csn_error *error;
static int is_refusing, refused;

/* In place of the C library's, for the library under test too: what maps no file is refused. */
static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    if (is_refusing && (flags & MAP_ANONYMOUS) != 0) {
        refused++;
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

#ifdef __cplusplus
extern "C" {
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) noexcept {
    return map(address, size, protection, flags, file, offset);
}
}
#else
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    return map(address, size, protection, flags, file, offset);
}
#endif

static void check_refused(csn_status status) {
    CHECK_INT(status, CSN_E_MEMORY);
    CHECK_INT(csn_error_status(error), CSN_E_MEMORY);
    CHECK(strlen(csn_error_message(error)) > 10);
    csn_error_free(error);
    error = NULL;
}

static void a_card_is_not_kept(void) {
    csn_engine *engine = flow_engine(NULL);
    csn_card *card = NULL;
    char text[64];
    size_t length = 0, caret = 0;
    REQUIRE_OK(csn_card_new(engine, NULL, &card, &error));
    is_refusing = 1;
    refused = 0;
    check_refused(csn_card_set(card, CSN_FIELD_NUMBER, PAN_PLAIN, 16, &error));
    check_refused(csn_card_edit(card, CSN_FIELD_NUMBER, CSN_EDIT_INSERT, 0, 0, "4", 1, &caret, &error));
    check_refused(csn_card_set(card, CSN_FIELD_CVC, "123", 3, &error));
    check_refused(csn_card_set(card, CSN_FIELD_HOLDER_NAME, "A Shopper", 9, &error));
    CHECK(refused > 0);
    CHECK_INT(csn_card_format(card, CSN_FIELD_NUMBER, text, sizeof text, &length), CSN_OK);
    CHECK_INT(length, 0);
    CHECK_TEXT(csn_card_error_code(card, CSN_FIELD_NUMBER), "CN01");
    /* What is no secret needs none. */
    CHECK_OK(csn_card_set(card, CSN_FIELD_EXPIRY, "12/39", 5, &error));
    is_refusing = 0;
    CHECK_OK(csn_card_set(card, CSN_FIELD_NUMBER, PAN_PLAIN, 16, &error));
    CHECK_INT(csn_card_is_valid(card, CSN_FIELD_NUMBER), 1);
    csn_engine_free(engine);
}

/* Longer than the card's secrets, so that it does not find room beside them. */
static char key[1500];

static void refuse_the_key(script *self, csn_event *event, csn_reply *reply) {
    (void)self;
    (void)self;
    if (csn_event_hook(event) != CSN_HOOK_ON_GET_CREDENTIALS) return;
    if (key[0] == '\0') { /* the first time; later there is the room that the first key left */
        memset(key, 'k', sizeof key);
        is_refusing = 1;
        check_refused(csn_reply_set_secret(reply, "hmacKey", key, sizeof key, &error));
        is_refusing = 0;
    }
    CHECK_OK(csn_reply_set_secret(reply, "hmacKey", key, sizeof key, &error));
}

static void a_key_is_not_kept(void) {
    script host;
    csn_engine *engine;
    csn_payment *payment;
    script_init(&host);
    host.also = refuse_the_key;
    engine = flow_engine(NULL);
    CHECK_OK(script_set_all(&host, engine, &error));
    payment = flow_payment(engine, PAN_PLAIN, NULL);
    CHECK_INT(csn_payment_run(payment, -1, &error), CSN_SETTLED);
    CHECK_INT(csn_payment_ending(payment), CSN_ENDING_AUTHORISED);
    CHECK(host.counts[CSN_HOOK_ON_GET_CREDENTIALS] > 0);
    csn_engine_free(engine);
    CHECK_INT(host.destroyed, 1);
}

int main(void) {
    TEST(a_card_is_not_kept);
    TEST(a_key_is_not_kept);
    return test_end();
}
