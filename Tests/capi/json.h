/*
 * json.h: finds values in JSON that the library wrote, by a dotted path such as "outcome.hooks.0". It trusts that the text is
 * well formed, which the library's own tests see to. Valid C99 and C++11.
 */
#ifndef CSN_TEST_JSON_H
#define CSN_TEST_JSON_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define JSON_MAYBE_UNUSED __attribute__((unused))
#else
#define JSON_MAYBE_UNUSED
#endif

static const char *json_blank(const char *at) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
    return at;
}

static const char *json_after_string(const char *at) {
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
    }
    return *at == '"' ? at + 1 : at;
}

/* Where the value at `at` ends. */
static const char *json_after(const char *at) {
    int depth = 0;
    at = json_blank(at);
    if (*at == '"') return json_after_string(at);
    if (*at != '{' && *at != '[') {
        while (*at != '\0' && strchr(",]} \n\t\r", *at) == NULL) at++;
        return at;
    }
    while (*at != '\0') {
        if (*at == '"') {
            at = json_after_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
        if (depth == 0) break;
    }
    return at;
}

/* The member or element that `name` (of `length` bytes) names, or NULL. */
static const char *json_member(const char *at, const char *name, size_t length) {
    const int is_array = *at == '[';
    long index = is_array ? strtol(name, NULL, 10) : 0;
    if (*at != '{' && *at != '[') return NULL;
    at = json_blank(at + 1);
    while (*at != '\0' && *at != '}' && *at != ']') {
        int found = is_array && index-- == 0;
        if (!is_array) {
            const char *end = json_after_string(at);
            found = (size_t)(end - at) == length + 2 && strncmp(at + 1, name, length) == 0;
            at = json_blank(end);
            if (*at == ':') at = json_blank(at + 1);
        }
        if (found) return at;
        at = json_blank(json_after(at));
        if (*at == ',') at = json_blank(at + 1);
    }
    return NULL;
}

/* The value at a dotted path, or NULL. */
JSON_MAYBE_UNUSED
static const char *json_at(const char *json, const char *path) {
    const char *at = json != NULL ? json_blank(json) : NULL;
    while (at != NULL && *path != '\0') {
        const char *dot = strchr(path, '.');
        const size_t length = dot != NULL ? (size_t)(dot - path) : strlen(path);
        at = json_member(at, path, length);
        path += length + (dot != NULL ? 1 : 0);
    }
    return at;
}

/* Copies the text at a path, unescaped but for \u, or a number or boolean as written; "" when there is none. */
JSON_MAYBE_UNUSED
static const char *json_text(const char *json, const char *path, char *buffer, size_t capacity) {
    const char *at = json_at(json, path);
    size_t length = 0;
    if (capacity == 0) return "";
    if (at != NULL && strncmp(at, "null", 4) != 0) {
        const char *end = json_after(at);
        const int is_string = *at == '"';
        if (is_string) at++, end--;
        for (; at < end && length + 1 < capacity; at++) {
            if (is_string && *at == '\\' && at + 1 < end) at++;
            buffer[length++] = *at;
        }
    }
    buffer[length] = '\0';
    return buffer;
}

/* The whole number at a path, or `otherwise`. */
JSON_MAYBE_UNUSED
static int64_t json_int(const char *json, const char *path, int64_t otherwise) {
    char text[32];
    char *end = NULL;
    long long value;
    json_text(json, path, text, sizeof text);
    value = strtoll(text, &end, 10);
    return end != text && *end == '\0' ? (int64_t)value : otherwise;
}

/* Steps through an array: `*at` is NULL at first, then the latest element. Returns 0 at the end. */
JSON_MAYBE_UNUSED
static int json_next(const char *array, const char **at) {
    if (array == NULL || *array != '[') return 0;
    if (*at == NULL) {
        *at = json_blank(array + 1);
    } else {
        *at = json_blank(json_after(*at));
        if (**at == ',') *at = json_blank(*at + 1);
    }
    return **at != ']' && **at != '\0';
}

#endif
