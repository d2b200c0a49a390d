/* The shapes that compiled hosts rely on: what stands here never moves; a struct only grows at its end. 64-bit Linux. */
#include "countersign.h"
#include "countersign.h"

#define HOLDS(name, condition) typedef char name[(condition) ? 1 : -1]
#define HOOK_AT(member, number) \
    HOLDS(at_##member, offsetof(csn_hooks, member) == 24 + 8 * (number) && (number) < CSN_HOOK_COUNT)

HOLDS(status_is_int32, sizeof(csn_status) == 4);
HOLDS(options_size, sizeof(csn_engine_options) == 16);
HOLDS(options_struct_size, offsetof(csn_engine_options, struct_size) == 0);
HOLDS(options_config_json, offsetof(csn_engine_options, config_json) == 8);

HOLDS(hooks_size, sizeof(csn_hooks) == 24 + 8 * CSN_HOOK_COUNT);
HOLDS(hooks_struct_size, offsetof(csn_hooks, struct_size) == 0);
HOLDS(hooks_user_data, offsetof(csn_hooks, user_data) == 8);
HOLDS(hooks_destroy, offsetof(csn_hooks, destroy) == 16);
HOOK_AT(on_start_submit, CSN_HOOK_ON_START_SUBMIT);
HOOK_AT(on_get_credentials, CSN_HOOK_ON_GET_CREDENTIALS);
HOOK_AT(on_get_shopper, CSN_HOOK_ON_GET_SHOPPER);
HOOK_AT(merchant_transaction_date, CSN_HOOK_MERCHANT_TRANSACTION_DATE);
HOOK_AT(on_get_consent, CSN_HOOK_ON_GET_CONSENT);
HOOK_AT(on_pre_tokenisation, CSN_HOOK_ON_PRE_TOKENISATION);
HOOK_AT(on_post_tokenisation, CSN_HOOK_ON_POST_TOKENISATION);
HOOK_AT(on_pre_initiate_authentication, CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION);
HOOK_AT(on_post_initiate_authentication, CSN_HOOK_ON_POST_INITIATE_AUTHENTICATION);
HOOK_AT(on_present_fingerprint, CSN_HOOK_ON_PRESENT_FINGERPRINT);
HOOK_AT(on_pre_authentication, CSN_HOOK_ON_PRE_AUTHENTICATION);
HOOK_AT(on_present_challenge, CSN_HOOK_ON_PRESENT_CHALLENGE);
HOOK_AT(on_post_authentication, CSN_HOOK_ON_POST_AUTHENTICATION);
HOOK_AT(on_pre_authorisation, CSN_HOOK_ON_PRE_AUTHORISATION);
HOOK_AT(on_pending, CSN_HOOK_ON_PENDING);
HOOK_AT(on_cancelled, CSN_HOOK_ON_CANCELLED);
HOOK_AT(on_result_changed, CSN_HOOK_ON_RESULT_CHANGED);
HOOK_AT(on_post_authorisation, CSN_HOOK_ON_POST_AUTHORISATION);
HOOK_AT(on_submit_error, CSN_HOOK_ON_SUBMIT_ERROR);
HOOK_AT(on_success, CSN_HOOK_ON_SUCCESS);
HOOK_AT(on_error, CSN_HOOK_ON_ERROR);

/* The initialisers have a value for each member: -Wextra complains of one that is missing. */
extern const csn_hooks countersign_layout_hooks;
extern const csn_engine_options countersign_layout_options;
const csn_hooks countersign_layout_hooks = CSN_HOOKS_INIT;
const csn_engine_options countersign_layout_options = CSN_ENGINE_OPTIONS_INIT;
