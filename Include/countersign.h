/*
 * countersign.h: the whole contract of libcountersign, an embeddable card-payment and 3-D Secure library.
 *
 * Read first:
 *
 *   Objects are opaque handles, made by a `_new` function and released by its `_free`, which accepts NULL. A stale, freed or
 *   foreign handle is an error (CSN_E_INVALID), never a crash.
 *
 *   Text is UTF-8 that ends in a zero byte. What is passed in is copied before the call returns. What comes back belongs to the
 *   library unless the function's name says `_copy`, then it is yours and goes to csn_free(). Secrets (card numbers, security
 *   codes, keys) travel as pointer and length only, and are wiped after use.
 *
 *   Failures: a function that can fail returns a csn_status, negative on failure, and fills the optional `error` with an
 *   object of yours that says what happened, when, where and what to do. Pass NULL if you do not want it. On success *error
 *   becomes NULL.
 *
 *   Threads: any thread may call any function, a signal handler none. One thread at a time drives an engine; the others wait.
 *   No lock is held while your functions are called, and they are only ever called on a thread that is itself inside a call of
 *   this library.
 *
 *   Inside one of your hooks you may read the event, fill the reply, read any payment, cancel the payment, release handles and
 *   call functions that take no engine. Anything else on the same engine answers CSN_E_REENTRANT.
 *
 *   JSON is RFC 8259, at most 1 MiB, 32 deep and of 65,536 values; the error of another has line and column.
 *
 *   Time is in milliseconds: a duration, or since 1970-01-01 UTC.
 *
 * The library makes no thread, installs no signal handler, writes to no stream, reads no environment variable and needs no
 * initialisation. Include/README.md has the rules of embedding, examples/ has programs.
 */
#ifndef COUNTERSIGN_H
#define COUNTERSIGN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define CSN_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CSN_MUST_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ------------------------------------------------------------------------------------------------------------- */

#define CSN_VERSION "0.1.0"
#define CSN_ABI_MAJOR 1
#define CSN_ABI_MINOR 0

/* The version of the library that is loaded, such as "0.1.0". A static text. Any thread. Since 0.1. */
const char *csn_version(void);

/* The binary interface that is loaded: major * 65536 + minor. A higher minor only adds. Any thread. Since 0.1. */
uint32_t csn_abi_version(void);

/* ---- Status -------------------------------------------------------------------------------------------------------------- */

typedef int32_t csn_status;

#define CSN_OK 0
/* What csn_payment_run answers. */
#define CSN_SETTLED 1         /* the flow has ended: csn_payment_ending() says how */
#define CSN_RUNNING 2         /* the time-out passed first; the payment goes on */
#define CSN_WAITING 3         /* pending, unknown or decoupled: nothing is due now */
#define CSN_ACTION_REQUIRED 4 /* a shopper is needed: read "challenge.url" and "challenge.creq" */
#define CSN_INTERRUPTED 5     /* a signal arrived; call again to go on */
/* What csn_sandbox_acs_answer says to a wrong code while tries are left. */
#define CSN_TRY_AGAIN 6

#define CSN_E_INVALID (-1)     /* a NULL, stale or foreign argument, or a number out of range */
#define CSN_E_FIELD (-2)       /* a value was refused, csn_error_field() names it; or no field has that path */
#define CSN_E_STATE (-3)       /* the call has no meaning at this moment */
#define CSN_E_REENTRANT (-4)   /* not allowed inside a hook of the same engine */
#define CSN_E_GONE (-5)        /* what the handle belonged to no longer exists */
#define CSN_E_FORKED (-6)      /* the engine was made before this process was forked */
#define CSN_E_MEMORY (-7)      /* no memory for secrets */
#define CSN_E_UNSUPPORTED (-8) /* a struct is larger than this library knows and its tail is not zero */
#define CSN_E_BUFFER (-9)      /* the buffer is too small; the length says what is needed */
#define CSN_E_NOT_FOUND (-10)  /* the field has no value now; or there is no such hook or challenge */
#define CSN_E_TEXT (-11)       /* not valid UTF-8 */
#define CSN_E_SYSTEM (-12)     /* the operating system refused a resource, such as a descriptor */
#define CSN_E_DECLARED (-13)   /* the payment could not be made or submitted: csn_error_code() says why */

/* The name of a status, such as "CSN_E_FIELD"; "CSN_E_INVALID" for a number that is none. A static text. Any thread.
   Since 0.1. */
const char *csn_status_name(csn_status status);

/* Releases memory that a `_copy` function returned. NULL is accepted. Any thread. Since 0.1. */
void csn_free(void *memory);

/* ---- Errors -------------------------------------------------------------------------------------------------------------- */

typedef struct csn_error csn_error;

/* When a failure happened, which decides whether money may have moved. */
#define CSN_WHEN_REFUSED 1  /* our own check or a hook said no: nothing was sent */
#define CSN_WHEN_NOT_SENT 2 /* no byte of a request that moves money left */
#define CSN_WHEN_ANSWERED 3 /* the gateway answered with an error */
#define CSN_WHEN_UNKNOWN 4  /* sent, and no trustworthy answer came: reconcile, do not repeat */

/* The status that the failed call returned; CSN_E_DECLARED for the error of a payment. CSN_E_INVALID for a bad handle. */
csn_status csn_error_status(const csn_error *error);
/* The documented name, such as "VALIDATION_FAILED". Each of these texts lives as long as the error; "" for a bad handle. */
const char *csn_error_code(const csn_error *error);
/* The documented number, such as "SDK0301", or "". */
const char *csn_error_number(const csn_error *error);
/* One of CSN_WHEN_…, or 0 for a bad handle. */
int32_t csn_error_when(const csn_error *error);
/* One sentence that says what happened and what to do. It never holds a secret. */
const char *csn_error_message(const csn_error *error);
/* Dotted path of the field at fault, such as "shopper.email", or "". */
const char *csn_error_field(const csn_error *error);
/* The gateway's own code, or "". */
const char *csn_error_provider_code(const csn_error *error);
/* The gateway's name for the failed request, for its support, or "". */
const char *csn_error_correlation_id(const csn_error *error);
/* Releases the error. NULL is accepted. */
void csn_error_free(csn_error *error);
/* All of the above: any thread, also inside hooks. Since 0.1. */

/* ---- Hooks --------------------------------------------------------------------------------------------------------------- */

typedef struct csn_event csn_event;
typedef struct csn_reply csn_reply;

/* What an asked hook returns. 0 means "no decision" and ends the payment with HOOK_FAILED, as does every other number: no
   answer is never a yes. */
#define CSN_PROCEED 1 /* go on, with what the reply holds */
#define CSN_NONE 2    /* the hook's own "none": see the table */
#define CSN_LATER 3   /* the answer comes by csn_reply_complete(); the reply is now yours until csn_reply_free() */
#define CSN_FAIL 4    /* the host cannot decide: ends with HOOK_FAILED */

/*
 * A hook. `event` and `reply` are valid until it returns (the reply longer after CSN_LATER). `reply` is NULL where the host
 * is only told, and the return value is then ignored. It must return by its own: no exception and no longjmp through the
 * library. */
typedef int32_t (*csn_hook)(csn_event *event, csn_reply *reply, void *user_data);

/* Called exactly once when `user_data` is no longer needed, with no lock held; it may itself only call `_free` functions. */
typedef void (*csn_destroy)(void *user_data);

/* The hooks and their numbers, which never change. Sources/README.md has the order of firing. (t) told, (a) asked. */
#define CSN_HOOK_ON_START_SUBMIT 0                   /* t */
#define CSN_HOOK_ON_GET_CREDENTIALS 1                /* a: none is an error; unset: the configuration's */
#define CSN_HOOK_ON_GET_SHOPPER 2                    /* a: none, unset: the transaction's shopper data */
#define CSN_HOOK_MERCHANT_TRANSACTION_DATE 3         /* a: none, unset: now */
#define CSN_HOOK_ON_GET_CONSENT 4                    /* a, drop-in: none, unset: no consent to store the card */
#define CSN_HOOK_ON_PRE_TOKENISATION 5               /* a: none aborts: cancelled, nothing sent; unset: proceed */
#define CSN_HOOK_ON_POST_TOKENISATION 6              /* t */
#define CSN_HOOK_ON_PRE_INITIATE_AUTHENTICATION 7    /* a: none skips 3-D Secure and still pays; unset: "authentication" */
#define CSN_HOOK_ON_POST_INITIATE_AUTHENTICATION 8   /* t */
#define CSN_HOOK_ON_PRESENT_FINGERPRINT 9            /* a: none, unset, 10 s of silence: not completed, go on */
#define CSN_HOOK_ON_PRE_AUTHENTICATION 10            /* a: none aborts: cancelled; unset: "authentication" */
#define CSN_HOOK_ON_PRESENT_CHALLENGE 11             /* t: answer with csn_payment_complete_challenge() */
#define CSN_HOOK_ON_POST_AUTHENTICATION 12           /* t */
#define CSN_HOOK_ON_PRE_AUTHORISATION 13             /* a: none cancels; unset: proceed */
#define CSN_HOOK_ON_PENDING 14                       /* t */
#define CSN_HOOK_ON_CANCELLED 15                     /* t */
#define CSN_HOOK_ON_RESULT_CHANGED 16                /* t */
#define CSN_HOOK_ON_POST_AUTHORISATION 17            /* t */
#define CSN_HOOK_ON_SUBMIT_ERROR 18                  /* t */
#define CSN_HOOK_ON_SUCCESS 19                       /* t, drop-in */
#define CSN_HOOK_ON_ERROR 20                         /* t, drop-in */
#define CSN_HOOK_COUNT 21

/*
 * Hooks as a struct: the functions that are not NULL, one `user_data` for all of them, and its `destroy` (may be NULL), which
 * runs once. Initialise with CSN_HOOKS_INIT or csn_hooks_init(). It grows only at its end.
 */
typedef struct csn_hooks {
    uint32_t struct_size;
    uint32_t reserved; /* zero */
    void *user_data;
    csn_destroy destroy;
    csn_hook on_start_submit;
    csn_hook on_get_credentials;
    csn_hook on_get_shopper;
    csn_hook merchant_transaction_date;
    csn_hook on_get_consent;
    csn_hook on_pre_tokenisation;
    csn_hook on_post_tokenisation;
    csn_hook on_pre_initiate_authentication;
    csn_hook on_post_initiate_authentication;
    csn_hook on_present_fingerprint;
    csn_hook on_pre_authentication;
    csn_hook on_present_challenge;
    csn_hook on_post_authentication;
    csn_hook on_pre_authorisation;
    csn_hook on_pending;
    csn_hook on_cancelled;
    csn_hook on_result_changed;
    csn_hook on_post_authorisation;
    csn_hook on_submit_error;
    csn_hook on_success;
    csn_hook on_error;
} csn_hooks;

#define CSN_HOOKS_INIT  \
    { (uint32_t)sizeof(csn_hooks), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/* Sets every member to zero and struct_size to `struct_size`, which is sizeof(csn_hooks) where you compile. Since 0.1. */
void csn_hooks_init(csn_hooks *hooks, uint32_t struct_size);

/* The name of hook number `hook`, such as "onPreAuthorisation"; NULL when there is none. A static text. Any thread.
   Since 0.1. */
const char *csn_hook_name(int32_t hook);

/* Which hook this is: one of CSN_HOOK_…, or CSN_E_INVALID. Inside the hook and on its thread only, as are all csn_event_…
   functions. Since 0.1. */
int32_t csn_event_hook(const csn_event *event);

/* The hook's name, such as "onPreAuthorisation"; "" for a bad handle. A static text. Since 0.1. */
const char *csn_event_name(const csn_event *event);

typedef struct csn_payment csn_payment;

/* The payment that the event is about. Borrowed: do not free it for having got it here. NULL for a bad handle, and when you
   have freed the payment. Since 0.1. */
csn_payment *csn_event_payment(const csn_event *event);

/* A number that is the same whenever the same event is told again, and never the same for two events of a payment.
   Since 0.1. */
uint64_t csn_event_id(const csn_event *event);

/* 1 when the host may have been told before (after a recovery), 0 when not, CSN_E_INVALID for a bad handle. Since 0.1. */
int32_t csn_event_redelivered(const csn_event *event);

/* A field of the event by its dotted path, such as "card.brand" or "provider.code", as text; numbers and booleans are written
   out. NULL when it has no value, and for a path that is no field, which csn_event_int() tells apart. The text lives until
   the hook returns. Sources/README.md lists the fields. Since 0.1. */
const char *csn_event_string(const csn_event *event, const char *path);

/* A whole-number field. CSN_E_NOT_FOUND when it has no value now or is no number, CSN_E_FIELD when no field has that path.
   Since 0.1. */
csn_status csn_event_int(const csn_event *event, const char *path, int64_t *value);

/* A boolean field, as 0 or 1. CSN_E_NOT_FOUND when it has no value now or is no boolean, CSN_E_FIELD when no field has that
   path. Since 0.1. */
csn_status csn_event_bool(const csn_event *event, const char *path, int32_t *value);

/* All fields of the event that have a value, as one JSON object. Lives until the hook returns. NULL for a bad handle.
   Since 0.1. */
const char *csn_event_json(const csn_event *event);

/* Sets one field of the reply by its dotted path. CSN_E_FIELD when the hook takes no such field or the value is not allowed:
   the error names the field and says what would be right. Inside the hook, or later while the reply is yours. Since 0.1. */
csn_status csn_reply_set_string(csn_reply *reply, const char *path, const char *value, csn_error **error);
csn_status csn_reply_set_int(csn_reply *reply, const char *path, int64_t value, csn_error **error);
csn_status csn_reply_set_bool(csn_reply *reply, const char *path, int32_t value, csn_error **error);

/* Sets all fields that the JSON object has. The first one at fault is reported and nothing is set. Since 0.1. */
csn_status csn_reply_set_json(csn_reply *reply, const char *json, csn_error **error);

/* onGetCredentials: a key, as bytes: "hmacKey", "encryptionKey" or "apiKey". Copied to secret memory; wipe yours. Since 0.1. */
csn_status csn_reply_set_secret(csn_reply *reply, const char *name, const char *bytes, size_t length, csn_error **error);

/* Why the hook fails, for the error of the payment: at most 200 bytes are kept. It must hold no secret. Since 0.1. */
csn_status csn_reply_set_reason(csn_reply *reply, const char *reason, csn_error **error);

/* Answers a reply that was kept with CSN_LATER: `decision` is CSN_PROCEED, CSN_NONE or CSN_FAIL. Once: a second time is
   CSN_E_STATE; after a time-out, or when the payment or its engine is gone, CSN_E_GONE. Any thread, also inside hooks.
   Since 0.1. */
csn_status csn_reply_complete(csn_reply *reply, int32_t decision, csn_error **error);

/* Releases a reply that was kept with CSN_LATER; unanswered, its hook fails. NULL is accepted. Since 0.1. */
void csn_reply_free(csn_reply *reply);

/* ---- Engine -------------------------------------------------------------------------------------------------------------- */

typedef struct csn_engine csn_engine;

/*
 * Options of an engine. `config_json` may be NULL: the embedded sandbox in real time. It is one object with these members, all
 * optional; an unknown one is refused, naming the nearest:
 *
 *   "gateway"         "sandbox" (the default)
 *   "time"            "real" (the default), or "virtual": time begins at 2026-01-01 00:00 UTC and stands still but for
 *                     csn_engine_advance_time() and csn_payment_run()
 *   "seed"            a whole number: makes every random choice the same each run; the sandbox only
 *   "merchant", "site", "ownerType", "ownerId", "merchantShopperId"   defaults for payments
 *   "authentication"  default answers to the two 3DS hooks, as in a payment
 *   "hookTimeout"     milliseconds that a late answer may take, 30000 unless set
 *   "sandbox"         {"latency": ms, "lookUpLag": ms, "idempotency": true or false}
 */
typedef struct csn_engine_options {
    uint32_t struct_size;
    uint32_t reserved; /* zero */
    const char *config_json;
} csn_engine_options;

#define CSN_ENGINE_OPTIONS_INIT { (uint32_t)sizeof(csn_engine_options), 0, NULL }

/* Sets every member to zero and struct_size to `struct_size`, which is sizeof(csn_engine_options) where you compile.
   Since 0.1. */
void csn_engine_options_init(csn_engine_options *options, uint32_t struct_size);

/* Makes an engine; `options` may be NULL. The engine is yours. CSN_E_FIELD for a bad configuration, CSN_E_SYSTEM when no
   descriptor is to be had. Any thread. Since 0.1. */
csn_status csn_engine_new(const csn_engine_options *options, csn_engine **engine, csn_error **error) CSN_MUST_CHECK;

/* Releases the engine, with its payments and cards: their handles are stale afterwards. Payments in flight end here as far as
   this process is concerned. It waits for a thread that drives the engine to leave; inside a hook of the engine it is
   deferred until the hook returns. NULL is accepted. Since 0.1. */
void csn_engine_free(csn_engine *engine);

/* Sets the hooks of all payments made afterwards: those in `hooks` that are not NULL, in place of any before. `destroy` runs
   once, also when this fails. Since 0.1. */
csn_status csn_engine_set_hooks(csn_engine *engine, const csn_hooks *hooks, csn_error **error);

/* Sets one hook by its name, such as "onPreAuthorisation"; a NULL function unsets it. CSN_E_NOT_FOUND for a name that is
   none: the error has the nearest. `destroy` (may be NULL) runs once, also when this fails. Since 0.1. */
csn_status csn_engine_set_hook(csn_engine *engine, const char *name, csn_hook hook, void *user_data, csn_destroy destroy,
                               csn_error **error);

/* Loads a table of card issuers, which tells funding source and country by the first digits: lines of
   `prefix;brand;funding;country`, in place of any before. Include/README.md has the format. Since 0.1. */
csn_status csn_engine_load_issuers(csn_engine *engine, const char *table, size_t length, csn_error **error);

/* A descriptor for your poll, epoll or kqueue loop, readable when the engine has work. It belongs to the engine: do not read or
   close it. Negative: a csn_status. Since 0.1. */
int32_t csn_engine_fd(csn_engine *engine);

/* Does at most `max_steps` (1 to 1000000) steps of work that is due, calling hooks on this thread, and returns how many it
   did. More due leaves the descriptor readable. Negative: a csn_status. Since 0.1. */
int32_t csn_engine_dispatch(csn_engine *engine, int32_t max_steps, csn_error **error);

/* When the engine next has something to do by itself; *time is -1 when never, and not in the future when there is work now. */
csn_status csn_engine_next_deadline(csn_engine *engine, int64_t *time);

/* The engine's time: the system's, or the virtual one. Also inside hooks. Since 0.1. */
csn_status csn_engine_now(csn_engine *engine, int64_t *time);

/* Virtual time only: moves it forward by `milliseconds` (0 or more). Deadlines that it passes are due at the next dispatch or
   run, in their order. CSN_E_STATE in real time. Since 0.1. */
csn_status csn_engine_advance_time(csn_engine *engine, int64_t milliseconds, csn_error **error);

/* ---- Card entry ---------------------------------------------------------------------------------------------------------- */

typedef struct csn_card csn_card;

#define CSN_FIELD_NUMBER 0
#define CSN_FIELD_EXPIRY 1
#define CSN_FIELD_CVC 2
#define CSN_FIELD_HOLDER_NAME 3

#define CSN_EDIT_INSERT 0         /* put `text` in place of the selection; typing and pasting */
#define CSN_EDIT_BACKSPACE 1      /* delete the selection, or the digit before the caret */
#define CSN_EDIT_DELETE_FORWARD 2 /* delete the selection, or the digit after the caret */

/*
 * Makes the four fields of a card form. `options_json` may be NULL, or an object with any of:
 *
 *   "acceptedBrands"            ["visa", "mastercard", …]; absent: all
 *   "acceptedFundingSources"    ["credit", "debit", "prepaid"]; absent: all
 *   "acceptedIssuerCountries"   ["GB", "FR", …]; absent: all
 *   "maxExpiryYears"            20 unless set
 *   "numberOfMonthExpired"      months of grace after the expiry, 0 unless set
 *   "luhnUnionPay"              true: UnionPay numbers must pass the check digit too
 *   "cvcRequired", "expiryRequired", "holderNameRequired"   true, true, false unless set
 *
 * The card is yours; its engine must outlive it. Since 0.1.
 */
csn_status csn_card_new(csn_engine *engine, const char *options_json, csn_card **card, csn_error **error) CSN_MUST_CHECK;

/* Wipes and releases the card. NULL is accepted. Since 0.1. */
void csn_card_free(csn_card *card);

/* Sets a field whole, as from autofill: `text` is `length` bytes of UTF-8, copied to secret memory; wipe yours. CSN_OK also
   when the value is not valid: the state says so. CSN_E_TEXT for bad UTF-8. Since 0.1. */
csn_status csn_card_set(csn_card *card, int32_t field, const char *text, size_t length, csn_error **error);

/* Changes a field as a shopper types: `edit` is one of CSN_EDIT_…, the selection is in bytes of the formatted text (equal: a
   caret), and *caret is where it stands in the new formatted text. Since 0.1. */
csn_status csn_card_edit(csn_card *card, int32_t field, int32_t edit, size_t selection_start, size_t selection_end,
                         const char *text, size_t length, size_t *caret, csn_error **error);

/* Writes the formatted text, such as "4111 1111" or "03 / 30", to `buffer` without an end mark; *length is its size in bytes.
   It is card data: wipe it. CSN_E_BUFFER when it does not fit. Since 0.1. */
csn_status csn_card_format(csn_card *card, int32_t field, char *buffer, size_t capacity, size_t *length);

/* 1 or 0: whether the field is valid as it stands; CSN_E_INVALID for a bad argument. Since 0.1. */
int32_t csn_card_is_valid(const csn_card *card, int32_t field);

/* 1 or 0: whether more typing can make it valid. Since 0.1. */
int32_t csn_card_can_become_valid(const csn_card *card, int32_t field);

/* What is wrong with the field: a code such as "CN02", and a text for the shopper; "" while nothing is. Static texts.
   Since 0.1. */
const char *csn_card_error_code(const csn_card *card, int32_t field);
const char *csn_card_error_text(const csn_card *card, int32_t field);

/* The brand: "visa", the shopper's choice on a co-badged card; "" while it is open. csn_card_brand_count() is how many brands
   the card has, or could still have, and csn_card_brand_at() is one of them, NULL when there is none. Static texts.
   Since 0.1. */
const char *csn_card_brand(const csn_card *card);
int32_t csn_card_brand_count(const csn_card *card);
const char *csn_card_brand_at(const csn_card *card, int32_t index);

/* The shopper's choice of brand on a co-badged card. CSN_E_FIELD when the card does not have that brand. Since 0.1. */
csn_status csn_card_choose_brand(csn_card *card, const char *brand, csn_error **error);

/* What the security code is called on this card, such as "CVV" (a static text), and how many digits it has; 0: none.
   Since 0.1. */
const char *csn_card_cvc_name(const csn_card *card);
int32_t csn_card_cvc_length(const csn_card *card);

/* The first 6 or 8 digits and the last four, as far as they may be shown; *length is 0 while they are not known. Since 0.1. */
csn_status csn_card_iin(const csn_card *card, char *buffer, size_t capacity, size_t *length);
csn_status csn_card_last_four(const csn_card *card, char *buffer, size_t capacity, size_t *length);

/* What csn_card_check says of a number. */
#define CSN_CHECK_VALID 0
#define CSN_CHECK_EMPTY 1
#define CSN_CHECK_INCOMPLETE 2
#define CSN_CHECK_LUHN 3
#define CSN_CHECK_TOO_LONG 4
#define CSN_CHECK_BAD_CHARACTERS 5
#define CSN_CHECK_UNKNOWN_BRAND 6

/* Brand and check digit of a card number, without an object: `number` is `length` bytes, separators allowed. *brand is a
   number for csn_brand_id(), 0 when open; *check is one of CSN_CHECK_…. Either may be NULL. Any thread. Since 0.1. */
csn_status csn_card_check(const char *number, size_t length, int32_t *brand, int32_t *check);

/* The id of a brand number, such as "visa"; NULL when there is none. A static text. Any thread. Since 0.1. */
const char *csn_brand_id(int32_t brand);

/* ---- Payment ------------------------------------------------------------------------------------------------------------- */

#define CSN_STATE_CREATED 0
#define CSN_STATE_RUNNING 1
#define CSN_STATE_ACTION_REQUIRED 2
#define CSN_STATE_PENDING 3 /* the gateway, or the issuer elsewhere, has not decided */
#define CSN_STATE_UNKNOWN 4 /* money may have moved: never treat it as failed */
#define CSN_STATE_SETTLED 5

#define CSN_ENDING_NONE 0
#define CSN_ENDING_AUTHORISED 1
#define CSN_ENDING_CAPTURED 2
#define CSN_ENDING_REFUSED 3
#define CSN_ENDING_FAILED 4    /* the gateway answered that it failed */
#define CSN_ENDING_ERROR 5     /* csn_payment_error() says why */
#define CSN_ENDING_CANCELLED 6 /* "cancelled.by" and "cancelled.step" say by whom and where */

/*
 * Makes a payment from its transaction data, one JSON object (NULL: empty, to be filled by the setters). What is still missing
 * is told at submission. The least it needs:
 *
 *   {"amount": "99.99", "currency": "EUR", "intent": "Authorisation", "merchantTransactionId": "order-1"}
 *
 * Sources/README.md has all members. CSN_E_FIELD names the first at fault. The payment is yours; its engine must outlive it.
 */
csn_status csn_payment_new(csn_engine *engine, const char *transaction_json, csn_payment **payment,
                           csn_error **error) CSN_MUST_CHECK;

/* Wipes and releases the payment; in flight, it goes on without a handle to its end. NULL is accepted. Since 0.1. */
void csn_payment_free(csn_payment *payment);

/* Sets one member of the transaction data by its dotted path, such as "shopper.email", before submission; "metadata." and a
   name of yours, which may have dots, sets that entry. As JSON a member is any value that it takes in csn_payment_new's
   object; null takes it back. CSN_E_FIELD names it and says what would be right; CSN_E_STATE once submitted. Since 0.1. */
csn_status csn_payment_set_string(csn_payment *payment, const char *path, const char *value, csn_error **error);
csn_status csn_payment_set_int(csn_payment *payment, const char *path, int64_t value, csn_error **error);
csn_status csn_payment_set_bool(csn_payment *payment, const char *path, int32_t value, csn_error **error);
csn_status csn_payment_set_json(csn_payment *payment, const char *path, const char *json, csn_error **error);

/* Gives the payment the card's data and leaves the card empty. With a saved card ("card.gatewayTokenId") only security code and
   expiry are taken. Whether they are valid is said at submission. Since 0.1. */
csn_status csn_payment_set_card(csn_payment *payment, csn_card *card, csn_error **error);

/* Hooks of this payment alone, over those of the engine, before submission; as csn_engine_set_hooks and csn_engine_set_hook.
   Only one of onPreInitiateAuthentication and onPreAuthentication is refused with THREEDS_CALLBACKS_MISMATCHED: by
   csn_payment_set_hooks at once, after csn_payment_set_hook at submission. Since 0.1. */
csn_status csn_payment_set_hooks(csn_payment *payment, const csn_hooks *hooks, csn_error **error);
csn_status csn_payment_set_hook(csn_payment *payment, const char *name, csn_hook hook, void *user_data, csn_destroy destroy,
                                csn_error **error);

/* Queues the payment; its first step is taken by the next run or dispatch. A card or field that is not valid ends it through
   onSubmitError. A second time is CSN_E_STATE with SUBMIT_IN_PROGRESS, and the first goes on. Since 0.1. */
csn_status csn_payment_submit(csn_payment *payment, csn_error **error);

/* Submits if need be and drives the payment until it is settled, needs a shopper, waits, or `timeout` milliseconds have
   passed (-1: no limit). Answers CSN_SETTLED, CSN_RUNNING, CSN_WAITING, CSN_ACTION_REQUIRED or CSN_INTERRUPTED. The time-out
   bounds the wait, never the payment. In virtual time it moves time forward to each deadline of the payment within `timeout`,
   a late answer's too, and by all of `timeout` when it answers CSN_RUNNING. Since 0.1. */
csn_status csn_payment_run(csn_payment *payment, int64_t timeout, csn_error **error);

/* One of CSN_STATE_…, or CSN_E_INVALID. Also inside hooks. Since 0.1. */
int32_t csn_payment_state(const csn_payment *payment);

/* One of CSN_ENDING_…, or CSN_E_INVALID. Also inside hooks. Since 0.1. */
int32_t csn_payment_ending(const csn_payment *payment);

/* Copies a field of the payment by its dotted path, such as "result.provider.code", to `buffer` with a zero at its end;
   *length (may be NULL) is its size without that. CSN_E_NOT_FOUND when it has no value now, or none of that kind, CSN_E_FIELD
   when no field has that path, CSN_E_BUFFER when it does not fit. Also inside hooks. */
csn_status csn_payment_get_string(const csn_payment *payment, const char *path, char *buffer, size_t capacity, size_t *length);
csn_status csn_payment_get_int(const csn_payment *payment, const char *path, int64_t *value);
csn_status csn_payment_get_bool(const csn_payment *payment, const char *path, int32_t *value);

/* All fields that have a value, as one JSON object of yours: csn_free() it. Also inside hooks. Since 0.1. */
csn_status csn_payment_json_copy(const csn_payment *payment, char **json, csn_error **error);

/* The error that ended the payment, as an object of yours; CSN_E_NOT_FOUND when there is none. Also inside hooks. Since 0.1. */
csn_status csn_payment_error(const csn_payment *payment, csn_error **error);

/* Hands over what the issuer's page posted as `cres`. It proves nothing, and the outcome is asked of the gateway. CSN_E_STATE
   when no challenge is open. Since 0.1. */
csn_status csn_payment_complete_challenge(csn_payment *payment, const char *cres, size_t length, csn_error **error);

/* The shopper closed the challenge's window. The outcome is asked of the gateway; an open challenge goes on to its deadline. */
csn_status csn_payment_close_challenge(csn_payment *payment, csn_error **error);

/* Asks the payment to end without being paid; sticky, and allowed before the start. Once a request that moves money may have
   left, its outcome decides. Any thread, also inside hooks. Since 0.1. */
csn_status csn_payment_cancel(csn_payment *payment, csn_error **error);

/* Asks the gateway again what became of the payment. An ending that proves wrong, since money moved after all, is told by
   onResultChanged. CSN_E_STATE when no money request ever left. Since 0.1. */
csn_status csn_payment_look_up(csn_payment *payment, csn_error **error);

/* ---- Sandbox ------------------------------------------------------------------------------------------------------------- */

/* The cards and amounts that the sandbox knows and what each does, as a JSON array. A static text. Any thread. Since 0.1. */
const char *csn_sandbox_cases_json(void);

/* Plays the shopper at the issuer's page: the code `otp` for the challenge of `creq` ("challenge.creq"). CSN_OK with the page's
   answer in `cres`, for csn_payment_complete_challenge(); CSN_TRY_AGAIN for a wrong code (*length is then the tries left);
   CSN_E_NOT_FOUND for a challenge that is not open; CSN_E_BUFFER, and nothing answered, for a `cres` of less than 512 bytes.
   1234 is right. Since 0.1. */
csn_status csn_sandbox_acs_answer(csn_engine *engine, const char *creq, const char *otp, char *cres, size_t capacity,
                                  size_t *length, csn_error **error);

/* The shopper presses cancel there. Since 0.1. */
csn_status csn_sandbox_acs_cancel(csn_engine *engine, const char *creq, char *cres, size_t capacity, size_t *length,
                                  csn_error **error);

/* The sandbox's books, to be compared with your own: a JSON object of yours, csn_free() it. Since 0.1. */
csn_status csn_sandbox_books_json_copy(csn_engine *engine, char **json, csn_error **error);

#ifdef __cplusplus
}
#endif

#endif
