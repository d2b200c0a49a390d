/* The header by itself: it may be included twice, its structs and constants are what the library was built with. */
#include <countersign.h>
#include <countersign.h>

#include "test.h"

#include <stddef.h>

static void versions_agree(void) {
    CHECK_TEXT(csn_version(), CSN_VERSION);
    CHECK_INT(csn_abi_version() >> 16, CSN_ABI_MAJOR);
    CHECK_INT(csn_abi_version() & 0xffff, CSN_ABI_MINOR);
}

/* A status is named as its constant is, and a number that is none gets no name of its own. */
static void statuses_have_their_names(void) {
    static const struct { csn_status status; const char *name; } names[] = {
        {CSN_OK, "CSN_OK"}, {CSN_SETTLED, "CSN_SETTLED"}, {CSN_RUNNING, "CSN_RUNNING"}, {CSN_WAITING, "CSN_WAITING"},
        {CSN_ACTION_REQUIRED, "CSN_ACTION_REQUIRED"}, {CSN_INTERRUPTED, "CSN_INTERRUPTED"}, {CSN_TRY_AGAIN, "CSN_TRY_AGAIN"},
        {CSN_E_INVALID, "CSN_E_INVALID"}, {CSN_E_FIELD, "CSN_E_FIELD"}, {CSN_E_STATE, "CSN_E_STATE"},
        {CSN_E_REENTRANT, "CSN_E_REENTRANT"}, {CSN_E_GONE, "CSN_E_GONE"}, {CSN_E_FORKED, "CSN_E_FORKED"},
        {CSN_E_MEMORY, "CSN_E_MEMORY"}, {CSN_E_UNSUPPORTED, "CSN_E_UNSUPPORTED"}, {CSN_E_BUFFER, "CSN_E_BUFFER"},
        {CSN_E_NOT_FOUND, "CSN_E_NOT_FOUND"}, {CSN_E_TEXT, "CSN_E_TEXT"}, {CSN_E_SYSTEM, "CSN_E_SYSTEM"},
        {CSN_E_DECLARED, "CSN_E_DECLARED"},
    };
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) CHECK_TEXT(csn_status_name(names[i].status), names[i].name);
    CHECK_TEXT(csn_status_name(7), "CSN_E_INVALID");
    CHECK_TEXT(csn_status_name(-14), "CSN_E_INVALID");
    CHECK_TEXT(csn_status_name(INT32_MAX), "CSN_E_INVALID");
    CHECK_TEXT(csn_status_name(INT32_MIN), "CSN_E_INVALID");
}

/* Hook n stands at place n of the struct, so that a host may fill it by number. */
static void hooks_are_numbered_as_in_the_struct(void) {
    static const size_t offsets[CSN_HOOK_COUNT] = {
        offsetof(csn_hooks, on_start_submit), offsetof(csn_hooks, on_get_credentials), offsetof(csn_hooks, on_get_shopper),
        offsetof(csn_hooks, merchant_transaction_date), offsetof(csn_hooks, on_get_consent),
        offsetof(csn_hooks, on_pre_tokenisation), offsetof(csn_hooks, on_post_tokenisation),
        offsetof(csn_hooks, on_pre_initiate_authentication), offsetof(csn_hooks, on_post_initiate_authentication),
        offsetof(csn_hooks, on_present_fingerprint), offsetof(csn_hooks, on_pre_authentication),
        offsetof(csn_hooks, on_present_challenge), offsetof(csn_hooks, on_post_authentication),
        offsetof(csn_hooks, on_pre_authorisation), offsetof(csn_hooks, on_pending), offsetof(csn_hooks, on_cancelled),
        offsetof(csn_hooks, on_result_changed), offsetof(csn_hooks, on_post_authorisation),
        offsetof(csn_hooks, on_submit_error), offsetof(csn_hooks, on_success), offsetof(csn_hooks, on_error),
    };
    static const char *const names[CSN_HOOK_COUNT] = {
        "onStartSubmit", "onGetCredentials", "onGetShopper", "merchantTransactionDate", "onGetConsent", "onPreTokenisation",
        "onPostTokenisation", "onPreInitiateAuthentication", "onPostInitiateAuthentication", "onPresentFingerprint",
        "onPreAuthentication", "onPresentChallenge", "onPostAuthentication", "onPreAuthorisation", "onPending", "onCancelled",
        "onResultChanged", "onPostAuthorisation", "onSubmitError", "onSuccess", "onError",
    };
    int32_t hook;
    for (hook = 0; hook < CSN_HOOK_COUNT; hook++) {
        CHECK_INT(offsets[hook], offsetof(csn_hooks, on_start_submit) + (size_t)hook * sizeof(csn_hook));
        CHECK_TEXT(csn_hook_name(hook), names[hook]);
    }
    CHECK_INT(sizeof(csn_hooks), offsetof(csn_hooks, on_start_submit) + CSN_HOOK_COUNT * sizeof(csn_hook));
    CHECK(csn_hook_name(CSN_HOOK_COUNT) == NULL);
    CHECK(csn_hook_name(-1) == NULL);
    CHECK(csn_hook_name(INT32_MIN) == NULL);
}

/* The macro and the function leave the same bytes. */
static void structs_are_initialised_alike(void) {
    csn_hooks hooks = CSN_HOOKS_INIT, same_hooks;
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT, same_options;
    memset(&same_hooks, 0xff, sizeof same_hooks);
    csn_hooks_init(&same_hooks, (uint32_t)sizeof same_hooks);
    CHECK(memcmp(&hooks, &same_hooks, sizeof hooks) == 0);
    memset(&same_options, 0xff, sizeof same_options);
    csn_engine_options_init(&same_options, (uint32_t)sizeof same_options);
    CHECK(memcmp(&options, &same_options, sizeof options) == 0);
    csn_hooks_init(NULL, (uint32_t)sizeof hooks);
    csn_engine_options_init(NULL, (uint32_t)sizeof options);
}

/* A host compiled for a larger struct is refused only where it uses what this library does not know. */
static void a_larger_struct_is_taken_while_its_tail_is_zero(void) {
    struct { csn_engine_options known; uint64_t later; } options = {CSN_ENGINE_OPTIONS_INIT, 0};
    struct { csn_hooks known; csn_hook later; } hooks = {CSN_HOOKS_INIT, NULL};
    csn_engine *engine = NULL, *refused = NULL;
    csn_error *error = NULL;
    options.known.struct_size = (uint32_t)sizeof options;
    hooks.known.struct_size = (uint32_t)sizeof hooks;

    REQUIRE_OK(csn_engine_new(&options.known, &engine, &error));
    CHECK_OK(csn_engine_set_hooks(engine, &hooks.known, &error));

    options.later = 1;
    CHECK_INT(csn_engine_new(&options.known, &refused, &error), CSN_E_UNSUPPORTED);
    CHECK(refused == NULL);
    CHECK(strlen(csn_error_message(error)) > 0);
    csn_error_free(error);
    memset(&hooks.later, 1, sizeof hooks.later);
    CHECK_INT(csn_engine_set_hooks(engine, &hooks.known, &error), CSN_E_UNSUPPORTED);
    csn_error_free(error);
    csn_engine_free(engine);
}

/* A size that cannot be is refused, not read. */
static void a_wrong_struct_size_is_refused(void) {
    csn_engine_options options = CSN_ENGINE_OPTIONS_INIT;
    csn_hooks hooks = CSN_HOOKS_INIT;
    csn_engine *engine = NULL, *refused = NULL;
    csn_error *error = NULL;
    options.struct_size = 0;
    CHECK(csn_engine_new(&options, &refused, &error) < 0);
    csn_error_free(error);
    options.struct_size = 4;
    CHECK(csn_engine_new(&options, &refused, &error) < 0);
    csn_error_free(error);
    CHECK(refused == NULL);
    REQUIRE_OK(csn_engine_new(NULL, &engine, &error));
    hooks.struct_size = 0;
    CHECK(csn_engine_set_hooks(engine, &hooks, &error) < 0);
    csn_error_free(error);
    csn_engine_free(engine);
}

int main(void) {
    TEST(versions_agree);
    TEST(statuses_have_their_names);
    TEST(hooks_are_numbered_as_in_the_struct);
    TEST(structs_are_initialised_alike);
    TEST(a_larger_struct_is_taken_while_its_tail_is_zero);
    TEST(a_wrong_struct_size_is_refused);
    return test_end();
}
