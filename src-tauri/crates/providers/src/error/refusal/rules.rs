//! The table of phrases and statuses by which refusals are classified.
//!
//! A status alone is ambiguous: providers report a wrong key with 400 or 401, and an empty account with 400, 402, 403,
//! 412 or 429. So known phrases decide first, each with the statuses it was seen with; otherwise the status decides.
//! Recorded bodies with their sources are in `tests/wire/error_bodies.json`.

use crate::error::fault::FaultClass;
use crate::error::refusal::phrases::says_any;
use crate::error::refusal::reasons::{CLOSED_ACCOUNT, NEVER_FREE, NO_RIGHT, OTHER_NETWORK};

/// One class and how to recognise it.
struct Rule {
    class: FaultClass,
    /// Statuses it comes with.
    statuses: &'static [u16],
    /// Phrases in lower case, any of which matches. The parts around a `*` must occur in this order.
    words: &'static [&'static str],
}

/// The first match decides, so specific phrases come before ambiguous ones.
const RULES: [Rule; 24] = [
    Rule { class: FaultClass::NoCredit, statuses: &[429], words: &NEVER_FREE },
    Rule {
        class: FaultClass::NoCredit,
        statuses: &[429],
        // Anthropic's monthly spending limit, whose other words are those of a rate limit.
        words: &["enforced_spend_limit_reached"],
    },
    Rule {
        class: FaultClass::TooLong,
        statuses: &[413, 429],
        // More than the account may send in a minute: waiting changes nothing.
        words: &["request too large for"],
    },
    Rule {
        class: FaultClass::Throttled,
        statuses: &[429],
        // These mention credit or a billing page, but mean a rate limit.
        words: &["rate limit", "rate-limit", "rate_limit", "free-models-per", "concurren"],
    },
    Rule {
        class: FaultClass::Throttled,
        statuses: &[400, 403, 409, 503],
        words: &["concurrent request", "concurrent connection", "concurrency", "parallel request"],
    },
    Rule {
        class: FaultClass::Capacity,
        statuses: &[400, 424, 429, 498, 500, 503],
        words: &[
            "capacity exceeded",
            "capacity_exceeded",
            "no capacity",
            "no available capacity",
            "insufficient capacity",
            "at capacity",
            "over capacity",
            "engine_overloaded",
            "temporarily overloaded",
            "resource_unavailable",
            "resource unavailable",
            "queue_exceeded",
            "high traffic",
            "model busy",
        ],
    },
    Rule {
        class: FaultClass::Region,
        statuses: &[400, 401, 403, 404, 451],
        words: &[
            "user location is not supported",
            "unsupported_country_region_territory",
            "country, region, or territory not supported",
            "country*not supported",
            "unsupported countr",
            "not available in your country",
            "not available in your region",
            "not supported in your region",
            // Anthropic, for addresses outside the countries it serves.
            "request not allowed*forbidden",
        ],
    },
    Rule {
        class: FaultClass::Unverified,
        statuses: &[400, 403, 404],
        words: &["must be verified to", "verify organization", "requires*verified organization"],
    },
    Rule {
        class: FaultClass::ModelGated,
        statuses: &[400, 401, 403, 404],
        words: &[
            "gated repo",
            "gated model",
            "model is gated",
            "not in the authorized list",
            "model_terms_required",
            "terms acceptance",
            "accept*terms",
            "accept*license",
            "not allowed to use publisher model",
            "has not activated the model",
            "does not have access to model",
            "don't have access to the model",
            "use case details",
            "model access denied",
            "model access is denied",
            "requires a subscription",
            "model_permission_blocked",
            "blocked at the organization level",
            "blocked at the project level",
        ],
    },
    Rule {
        class: FaultClass::DataPolicy,
        statuses: &[400, 403, 404],
        words: &["data policy", "guardrail restriction"],
    },
    Rule {
        class: FaultClass::NoSuchBackend,
        statuses: &[400, 404, 503],
        words: &[
            "no allowed providers",
            "no available model provider",
            "no endpoints found",
            "no endpoints available",
            "not supported by provider",
            "not supported by any provider",
        ],
    },
    Rule {
        class: FaultClass::WrongApi,
        statuses: &[400, 404],
        words: &[
            "only supported in v1/",
            "only supported in /v1/",
            "only supports*interactions",
            "responses api",
            "use*v1/responses",
            "not a chat model",
            "chatcompletion operation does not work",
            "supported on this route",
        ],
    },
    Rule {
        class: FaultClass::NoSuchDeployment,
        statuses: &[400, 404],
        words: &[
            "deploymentnotfound",
            "deployment for this resource does not exist",
            "endpoint_not_found",
            "given endpoint does not exist",
        ],
    },
    Rule { class: FaultClass::Forbidden, statuses: &[400, 401, 403], words: &CLOSED_ACCOUNT },
    Rule { class: FaultClass::Forbidden, statuses: &[401, 403], words: &OTHER_NETWORK },
    Rule { class: FaultClass::Forbidden, statuses: &[401], words: &NO_RIGHT },
    Rule {
        class: FaultClass::WrongKey,
        statuses: &[400, 401, 403],
        words: &[
            "api_key_invalid",
            "api key not valid",
            "api key not found",
            "api key expired",
            "reported as leaked",
            "incorrect api key",
            "invalid api key",
            "invalid_api_key",
            "invalid api token",
            "invalid x-api-key",
            "invalid subscription key",
            "authentication failed",
            "api key is currently blocked",
            "not authenticated",
            "authentication error",
            "authentication_error",
            "security token*invalid",
            "security token*expired",
            "token has expired",
            "token is expired",
            "api key you provided is invalid",
            "unregistered callers",
            "invalid access token",
            // MiniMax, with a success status.
            "login fail",
        ],
    },
    Rule {
        class: FaultClass::NoCredit,
        statuses: &[400, 401, 402, 403, 412],
        words: &[
            "credit balance",
            "any credits",
            "out of credits",
            "available credits",
            "more credits",
            "insufficient credit",
            "insufficient_credit",
            "insufficient balance",
            "insufficient funds",
            "balance is insufficient",
            "not enough balance",
            "overdue balance",
            "inactive subscription",
            "insufficient_quota",
            "spending limit",
            "key limit exceeded",
            "past invoices",
            "arrearage",
            "billing_not_active",
            "billing_hard_limit",
            "billing_disabled",
            "requires billing",
            "budget has been exceeded",
            "valid credit card",
            "payment method",
            "余额不足",
            "account*is suspended",
            "api usage limits",
            "free tier*exhausted",
            "freetieronly",
            "exceeded_current_quota",
        ],
    },
    Rule {
        class: FaultClass::NoCredit,
        statuses: &[429],
        words: &[
            "insufficient_quota",
            "billing",
            "credit",
            "balance",
            "余额不足",
            "payment",
            "spending limit",
            "budget has been exceeded",
            "daily free allocation",
        ],
    },
    Rule {
        class: FaultClass::TooLong,
        statuses: &[400, 413, 422, 500],
        words: &[
            "context_length_exceeded",
            "context length",
            "context window",
            "context size",
            "context_size",
            "maximum prompt length",
            "prompt is too long",
            "too many tokens",
            "exceeded model token limit",
            "range of input length",
            "input is too long",
            "request too large",
            "request_too_large",
            "input token count*exceeds",
            "maximum number of tokens allowed",
            "`inputs` tokens + `max_new_tokens`",
        ],
    },
    Rule {
        class: FaultClass::Filtered,
        statuses: &[400, 403, 422, 451],
        words: &[
            "content_filter",
            "content filtering policy",
            "content management policy",
            "content_policy_violation",
            "responsibleaipolicyviolation",
            "invalid_prompt",
            "violat*usage polic",
            "usage guidelines",
            "was flagged",
            "safety system",
            "prohibited_content",
            "data_inspection_failed",
            "datainspectionfailed",
            "inappropriate content",
            "contains sensitive words",
            "unsafe or sensitive content",
            "content exists risk",
            "considered high risk",
        ],
    },
    Rule {
        class: FaultClass::OutOfMemory,
        statuses: &[400, 500, 503, 507],
        words: &[
            "requires more system memory",
            "out of memory",
            "not enough memory",
            "insufficient memory",
            "insufficient system resources",
            "due to resource limitations",
            "failed to allocate",
            "unable to allocate",
        ],
    },
    Rule {
        class: FaultClass::Loading,
        statuses: &[400, 409, 425, 500, 503],
        words: &[
            "currently loading",
            "is loading",
            "still loading",
            "being loaded",
            "loading model",
            "model_loading",
            "warming up",
            "model is not ready",
            "model not ready",
        ],
    },
    Rule {
        class: FaultClass::ModelNotFound,
        statuses: &[400, 404, 410, 422],
        words: &[
            "model_not_found",
            "model_not_available",
            "no such model",
            "specified version does not exist",
            "reached its end of life",
            "invalid_model",
            "model not found",
            "model not exist",
            "invalid model",
            "not a valid model",
            "unknown model",
            "unknown_model",
            "model identifier is invalid",
            // Bedrock: a name without its region.
            "an inference profile that contains this model",
            "model_decommissioned",
            // NVIDIA's hosted models are "functions".
            "function*not found for account",
            "has been decommissioned",
            "the model*not exist",
        ],
    },
];

/// The class by known phrases, if any matches. `said` is in lower case.
pub(in crate::error) fn by_words(status: u16, said: &str) -> Option<FaultClass> {
    let fits = |rule: &&Rule| rule.statuses.contains(&status) && says_any(said, rule.words);
    RULES.iter().find(fits).map(|rule| rule.class)
}

/// The class by status alone.
pub(super) fn by_status(status: u16) -> FaultClass {
    match status {
        300..=399 => FaultClass::Redirected,
        401 => FaultClass::WrongKey,
        402 => FaultClass::NoCredit,
        403 => FaultClass::Forbidden,
        404 | 405 | 410 => FaultClass::PathNotFound,
        400 | 422 => FaultClass::BadParameter,
        413 => FaultClass::TooLong,
        // 522 and 524 are Cloudflare's: the server behind it did not answer in time.
        407 => FaultClass::Proxy,
        408 | 504 | 522 | 524 => FaultClass::TimeoutServer,
        429 => FaultClass::Throttled,
        451 => FaultClass::Region,
        // Groq: its flex tier is full.
        498 => FaultClass::Capacity,
        500..=599 => FaultClass::ServerError,
        _ => FaultClass::OtherStatus,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_can_be_met() {
        for rule in &RULES {
            assert!(!rule.statuses.is_empty(), "{:?} comes with some status", rule.class);
            for words in rule.words {
                assert_eq!(*words, words.to_lowercase(), "what is compared is in lower case");
                assert!(words.split('*').all(|part| !part.is_empty()), "{words}: no part is empty");
            }
        }
    }
}
