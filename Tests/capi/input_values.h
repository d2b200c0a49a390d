/*
 * input_values.h: what each kind of parameter is tried with. The first value of each is right, so that the others are looked at
 * by themselves.
 */
#ifndef CSN_TEST_INPUT_VALUES_H
#define CSN_TEST_INPUT_VALUES_H

#include "flow.h"

enum {
    KIND_ENGINE, KIND_PAYMENT, KIND_CARD, KIND_ERROR, KIND_EVENT, KIND_REPLY, OBJECT_KINDS,
    KIND_PATH = OBJECT_KINDS, KIND_VALUE, KIND_JSON, KIND_TRANSACTION, KIND_OPTIONS, KIND_NAME, KIND_BRAND, KIND_CREQ,
    KIND_OTP, TEXT_KINDS_END,
    KIND_BYTES = TEXT_KINDS_END, KIND_BUFFER, KIND_ERROR_SLOT, KIND_OUT, KIND_OUT_TEXT, KIND_OUT_NUMBER, KIND_INTEGER,
    KIND_HOOK, KIND_HOOKS, KIND_ENGINE_OPTIONS, KIND_INIT, KIND_MEMORY
};

/* Handles: right, of another engine, none, of another kind, released, and numbers that never were one; then the right one with
   a bit turned. */
enum { VALUE_RIGHT, VALUE_OTHER, VALUE_NULL, VALUE_KIND, VALUE_FREED, VALUE_ONE, VALUE_ALL, VALUE_ADDRESS, VALUE_FLIPPED };

static struct { void *live[OBJECT_KINDS], *other[OBJECT_KINDS], *freed[OBJECT_KINDS]; } world;
static csn_event *stale_event;
static csn_reply *stale_reply;
static char right_creq[8192];

#define LENGTH_OF(array) ((int)(sizeof(array) / sizeof *(array)))
#define MEBIBYTE ((size_t)1 << 20)

static const int flipped_bits[] = {0, 3, 26, 40, 57, 58, 61, 62, 63};

static void *handle_value(int kind, int at) {
    static int address;
    switch (at) {
        case VALUE_RIGHT: return world.live[kind];
        case VALUE_OTHER: return world.other[kind];
        case VALUE_NULL: return NULL;
        case VALUE_KIND: return world.live[kind == KIND_ENGINE ? KIND_PAYMENT : KIND_ENGINE];
        case VALUE_FREED: return world.freed[kind];
        case VALUE_ONE: return (void *)(uintptr_t)1;
        case VALUE_ALL: return (void *)UINTPTR_MAX;
        case VALUE_ADDRESS: return &address;
        default: return (void *)((uintptr_t)world.live[kind] ^ (uintptr_t)1 << flipped_bits[at - VALUE_FLIPPED]);
    }
}

/* ---- Text ---------------------------------------------------------------------------------------------------------------- */

static char *long_text, *long_json, *deep_json, *wide_json, *long_digits;

static const char *const short_texts[] = {
    NULL, "", "amount", "merchantTransactionId", "metadata.a.b", "shoper.email", "card.number", "a.b.c.d.e.f", ".", "..",
    /* No UTF-8: overlong, a surrogate, beyond the last character, cut off, a lone continuation, bytes that never occur. */
    "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "a\xff", "\xfe\xfe",
    /* Control characters, marks of direction, a byte order mark, characters of many parts, what printf would act on. */
    "a\x01\n\r\t\x7f", "\xe2\x80\xae\xe2\x80\x8f", "\xef\xbb\xbf{}",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7", "e\xcc\x81\xcc\x81",
    "%s%n%p%1000000d",
    /* JSON that is none, or none that fits. */
    "{", "[1,]", "{\"amount\": 1e400}", "{\"amount\": -0}", "{\"a\": \"\\ud800\"}", "{\"a\": \"\\u0000\"}", "{} {}",
    "null", "[]", "0",
    "{\"amount\": \"1\", \"amount\": \"2\"}", "{\"metadata\": {\"4111111111111111\": 1}}",
    "{\"card\": {\"number\": \"4111111111111111\"}}",
    "{\"4111111111111111\": 1}", PAN_PLAIN, "99999999999999999999999999"
};

static void values_prepare(void) {
    size_t i;
    long_text = (char *)malloc(MEBIBYTE + 1);
    memset(long_text, 'a', MEBIBYTE);
    long_text[MEBIBYTE] = '\0';
    long_digits = (char *)malloc(MEBIBYTE + 1);
    memset(long_digits, '4', MEBIBYTE);
    long_digits[MEBIBYTE] = '\0';
    long_json = (char *)malloc(MEBIBYTE + 1);
    memset(long_json, ' ', MEBIBYTE);
    memcpy(long_json, "{\"shopper\": {\"id\": \"", 20);
    memset(long_json + 20, 'x', MEBIBYTE - 23);
    memcpy(long_json + MEBIBYTE - 3, "\"}}", 4);
    deep_json = (char *)malloc(MEBIBYTE + 1);
    memset(deep_json, '[', MEBIBYTE);
    deep_json[MEBIBYTE] = '\0';
    wide_json = (char *)malloc(MEBIBYTE + 1);
    for (i = 0; i < MEBIBYTE; i++) wide_json[i] = i % 2 == 0 ? '0' : ',';
    wide_json[0] = '[';
    wide_json[MEBIBYTE - 1] = ']';
    wide_json[MEBIBYTE] = '\0';
}

static const char *right_text(int kind) {
    switch (kind) {
        case KIND_PATH: return "amountMinor";
        case KIND_VALUE: return "1234";
        case KIND_TRANSACTION: return "{\"amount\": \"1.00\", \"currency\": \"EUR\"}";
        case KIND_NAME: return "onPreAuthorisation";
        case KIND_BRAND: return "visa";
        case KIND_CREQ: return right_creq;
        case KIND_OTP: return "1234";
        default: return "{}";
    }
}

static const char *text_value(int kind, int at) {
    if (at == VALUE_RIGHT) return right_text(kind);
    if (at <= LENGTH_OF(short_texts)) return short_texts[at - 1];
    switch (at - LENGTH_OF(short_texts)) {
        case 1: return long_text;
        case 2: return long_json;
        case 3: return deep_json;
        case 4: return long_digits;
        default: return wide_json;
    }
}

/* Bytes with a length of their own: with zeros, of no length, of one that is larger than all memory. */
static const struct { const char *start; size_t length; } byte_values[] = {
    {PAN_PLAIN, 16}, {NULL, 0}, {NULL, 5}, {"", 0}, {"41\0\0" "11", 6}, {"\0\0\0\0\0\0\0\0", 8}, {"a\xff", 2},
    {"\xed\xa0\x80", 3},
    {"\xe2\x82", 2}, {"453900-453905; visa; credit; GB\n4111111111111111; visa", 54}, {"x", SIZE_MAX}, {"x", (size_t)1 << 63},
    {NULL, SIZE_MAX}, {"12/28", 5}, {"\xd9\xa1\xd9\xa2/\xd9\xa3\xd9\xa0", 9}, {"#\n;;;;;;;;\n", 11}
};

static const char *bytes_value(int at) {
    return at < LENGTH_OF(byte_values) ? byte_values[at].start : at == LENGTH_OF(byte_values) ? long_text : long_digits;
}

static size_t length_value(int at) { return at < LENGTH_OF(byte_values) ? byte_values[at].length : MEBIBYTE; }

/* Whether a text is UTF-8, and hence fit to be shown. */
static int is_utf8(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at != 0) {
        const int more = *at < 0x80 ? 0 : *at >= 0xf0 && *at <= 0xf4 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc2 ? 1 : -1;
        int i;
        if (more < 0 || *at > 0xf4) return 0;
        for (i = 1; i <= more; i++) if ((at[i] & 0xc0) != 0x80) return 0;
        at += more + 1;
    }
    return 1;
}

static const char *latest_text;

static int32_t look_at_text(const char *text) {
    latest_text = text;
    return 0;
}

/* ---- Places and numbers -------------------------------------------------------------------------------------------------- */

#define SLOT_BEFORE UINT64_C(0x5a5a5a5a5a5a5a5a)
static uint64_t slots[8];

#define BUFFER_BYTES 9216
static unsigned char buffer_memory[BUFFER_BYTES];
static const size_t capacities[] = {8192, 0, 1, 4, 511, 512, SIZE_MAX, 0, 10};

static void buffer_prepare(void) { memset(buffer_memory, 0xa5, sizeof buffer_memory); }
static char *buffer_value(int at) { return at >= 7 ? NULL : (char *)buffer_memory; }

/* Nothing beyond the capacity was touched. */
static int buffer_is_whole(int at) {
    size_t i;
    for (i = at >= 7 ? 0 : capacities[at]; i < BUFFER_BYTES; i++) if (buffer_memory[i] != 0xa5) return 0;
    return 1;
}

static const int64_t integers[] = {0, 1, -1, 2, 3, 4, 21, 255, 256, 1000000, 1000001, INT32_MAX, INT32_MIN,
                                   INT64_MAX, INT64_MIN};

/* ---- Hooks and structs --------------------------------------------------------------------------------------------------- */

static int destroyed, hooks_given;

static void note_destroyed(void *user_data) { ++*(int *)user_data; }
static int32_t any_hook(csn_event *event, csn_reply *reply, void *user_data) {
    (void)event, (void)reply, (void)user_data;
    return CSN_PROCEED;
}

static csn_hook hook_value(int at) { return at == 1 ? NULL : any_hook; }
static csn_destroy destroy_value(int at) {
    if (at == 2) return NULL;
    hooks_given++;
    return note_destroyed;
}

static uint64_t struct_memory[1024];
static const uint32_t sizes[] = {sizeof(csn_hooks), 0, 1, 4, 8, 23, 24, 28, 32, 4096, 4097, UINT32_MAX, (uint32_t)INT32_MIN};
#define HOOKS_VALUES (LENGTH_OF(sizes) + 5)

/* The size, what is reserved, and a tail that is zero or not, in memory that is larger than all that is looked at. */
static void struct_prepare(uint32_t size, uint32_t reserved, size_t tail) {
    const uint32_t head[2] = {size, reserved};
    memset(struct_memory, 0, sizeof struct_memory);
    memcpy(struct_memory, head, sizeof head);
    if (tail != 0) ((unsigned char *)struct_memory)[tail] = 1;
}

static const csn_hooks *hooks_value(int at) {
    csn_hooks *hooks = (csn_hooks *)struct_memory;
    const int extra = at - LENGTH_OF(sizes);
    if (extra == 0) return NULL;
    struct_prepare(extra < 0 ? sizes[at] : (uint32_t)sizeof(csn_hooks) + (extra == 4 ? 8 : 0), extra == 1,
                   extra == 4 ? sizeof *hooks : 0);
    hooks->user_data = &destroyed;
    hooks->destroy = note_destroyed;
    if (hooks->struct_size >= 24) hooks_given++;
    hooks->on_pre_authorisation = any_hook;
    if (extra == 2) hooks->on_pre_authentication = any_hook;
    if (extra == 3) hooks->on_start_submit = hooks->on_error = any_hook;
    return hooks;
}

#define ENGINE_OPTIONS_VALUES (LENGTH_OF(sizes) + 5 + LENGTH_OF(short_texts))

static const csn_engine_options *engine_options_value(int at) {
    csn_engine_options *options = (csn_engine_options *)struct_memory;
    const int extra = at - LENGTH_OF(sizes);
    if (extra == 0) return NULL;
    struct_prepare((uint32_t)sizeof *options, extra == 1, extra == 2 ? sizeof *options : 0);
    if (extra < 0 && at > 0) options->struct_size = sizes[at];
    if (extra == 2 || extra == 3) options->struct_size += 8;
    options->config_json = extra == 4 ? wide_json : extra > 4 ? short_texts[extra - 5] : "{\"time\": \"virtual\"}";
    return options;
}

/* csn_…_init trusts the size, as memset does. */
static const uint32_t init_sizes[] = {16, 0, 4, 7, 8, 15, sizeof(csn_hooks), 4096};
static void *init_memory(int at) { return at == LENGTH_OF(init_sizes) ? NULL : struct_memory; }
static uint32_t init_size(int at) { return at == LENGTH_OF(init_sizes) ? 16 : init_sizes[at]; }

static void *freeable_value(int at) {
    char *json = NULL;
    if (at == 0) return NULL;
    return csn_payment_json_copy((csn_payment *)world.live[KIND_PAYMENT], &json, NULL) == CSN_OK ? json : NULL;
}

/* Releases whatever it is. */
static void release_any(void *handle) {
    csn_payment_free((csn_payment *)handle);
    csn_card_free((csn_card *)handle);
    csn_error_free((csn_error *)handle);
    csn_engine_free((csn_engine *)handle);
}

/* ---- By kind ------------------------------------------------------------------------------------------------------------- */

static int value_count(int kind) {
    if (kind < OBJECT_KINDS) return VALUE_FLIPPED + LENGTH_OF(flipped_bits);
    if (kind < TEXT_KINDS_END) return LENGTH_OF(short_texts) + 6;
    switch (kind) {
        case KIND_BYTES: return LENGTH_OF(byte_values) + 2;
        case KIND_BUFFER: return LENGTH_OF(capacities);
        case KIND_INTEGER: return LENGTH_OF(integers);
        case KIND_HOOK: return 3;
        case KIND_HOOKS: return HOOKS_VALUES;
        case KIND_ENGINE_OPTIONS: return ENGINE_OPTIONS_VALUES;
        case KIND_INIT: return LENGTH_OF(init_sizes) + 1;
        default: return 2; /* a place, or NULL */
    }
}

#define ARGUMENT_HANDLE(place) handle_value(trying->kinds[place], at[place])
#define ARGUMENT_TEXT(place) text_value(trying->kinds[place], at[place])
#define ARGUMENT_BYTES(place) bytes_value(at[place])
#define ARGUMENT_LENGTH(place) length_value(at[place])
#define ARGUMENT_BUFFER(place) buffer_value(at[place])
#define ARGUMENT_CAPACITY(place) capacities[at[place]]
#define ARGUMENT_SLOT(place) (at[place] == VALUE_RIGHT ? (void *)&slots[place] : NULL)
#define ARGUMENT_INTEGER(place) integers[at[place]]
#define ARGUMENT_HOOK(place) hook_value(at[place])
#define ARGUMENT_DESTROY(place) destroy_value(at[place])
#define ARGUMENT_HOOKS(place) hooks_value(at[place])
#define ARGUMENT_ENGINE_OPTIONS(place) engine_options_value(at[place])
#define ARGUMENT_MEMORY(place) init_memory(at[place])
#define ARGUMENT_SIZE(place) init_size(at[place])
#define ARGUMENT_FREEABLE(place) freeable_value(at[place])

#endif
