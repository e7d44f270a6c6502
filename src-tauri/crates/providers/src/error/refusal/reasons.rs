//! Why an account or a key is refused although the key is valid, and what to do in each case.

use measure::Phrase;

use crate::error::refusal::advice;
use crate::error::refusal::phrases::says_any;

/// An account without a paid plan has no quota for a model, yet is told to wait.
pub(super) const NEVER_FREE: [&str; 3] =
    ["free_tier*limit: 0,", "free_tier*limit: 0 ", "have a free quota tier"];
/// Only the provider itself can reopen the account.
pub(super) const CLOSED_ACCOUNT: [&str; 6] = [
    "account_deactivated",
    "account*has been deactivated",
    "organization has been disabled",
    "organization has been restricted",
    "organization_restricted",
    "must be a member of an organization",
];
/// The account is restricted to certain networks.
pub(super) const OTHER_NETWORK: [&str; 6] = [
    "ip_not_authorized",
    "ip address restriction",
    "ip address*not authorized",
    "ip address*not allowed",
    "firewall rules",
    "public access is disabled",
];
/// The key is restricted to certain web pages or apps.
pub(super) const OTHER_PAGES: [&str; 3] = [
    "requests from referer*are blocked",
    "http_referrer_blocked",
    "client application*are blocked",
];
/// The API is disabled for the key or its project.
pub(super) const SWITCHED_OFF: [&str; 4] =
    ["service_disabled", "has not been used in project", "api_key_service_blocked", "are blocked"];
/// The key is valid but lacks a permission.
pub(super) const NO_RIGHT: [&str; 6] = [
    "lacks the required data action",
    "sufficient permissions",
    "permission '*denied",
    "does not have permission",
    "missing scopes",
    "is not authorized to perform",
];

/// Advice on a refused request with no explanation in it. `said` is in lower case.
pub(super) fn why_forbidden(label: &str, said: &str) -> Phrase {
    if says_any(said, &CLOSED_ACCOUNT) {
        advice::closed_account(label)
    } else if says_any(said, &OTHER_NETWORK) {
        advice::other_network(label)
    } else if says_any(said, &OTHER_PAGES) {
        advice::other_pages(label)
    } else if says_any(said, &SWITCHED_OFF) {
        advice::switched_off(label)
    } else if says_any(said, &NO_RIGHT) {
        advice::no_right(label)
    } else {
        advice::forbidden(label)
    }
}
