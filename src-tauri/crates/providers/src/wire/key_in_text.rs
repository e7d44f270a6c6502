//! Whether a text, or the name of a field, shows that it is a key or a password.

use std::borrow::Cow;

use url::{Url, form_urlencoded};

use crate::catalogue::recognise::{is_key, is_login, names_key};

/// Names of fields whose text is a key or a password, in lower case and without marks between words. They are compared whole:
/// `max_tokens` and `prompt_cache_key` are none.
const NAMES: [&str; 27] = [
    "accesskey",
    "accesstoken",
    "apikey",
    "apitoken",
    "auth",
    "authkey",
    "authorization",
    "authorizationtoken",
    "authtoken",
    "bearer",
    "bearertoken",
    "clientsecret",
    "cookie",
    "credential",
    "credentials",
    "idtoken",
    "jwt",
    "passwd",
    "password",
    "privatekey",
    "proxyauthorization",
    "pwd",
    "refreshtoken",
    "secret",
    "secretkey",
    "sessiontoken",
    "token",
];
/// Names that end like this carry a key as well, such as `x-api-key` and `github_access_token`.
const ENDINGS: [&str; 19] = [
    "accesskey",
    "accesstoken",
    "accountkey",
    "apikey",
    "apitoken",
    "authtoken",
    "azureadtoken",
    "bottoken",
    "connectionstring",
    "credentials",
    "githubpat",
    "openaikey",
    "passphrase",
    "password",
    "privatekey",
    "secret",
    "sessiontoken",
    "subscriptionkey",
    "userjwt",
];
/// Names that say so in the query of an address alone, such as those of signed addresses.
const OF_QUERIES: [&str; 4] = ["code", "key", "pass", "sig"];
/// Characters of the longest name.
const LONGEST: usize = 64;

/// Whether the text shows that it is a key, or has one, whatever it is called.
pub(crate) fn tells(text: &str) -> bool {
    is_key(text) || is_bearer(text) || is_login(text) || is_in_address(text) || is_in_pairs(text)
}

fn is_bearer(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_scheme = words.next().is_some_and(|word| word.eq_ignore_ascii_case("bearer"));
    is_scheme && words.next().is_some() && words.next().is_none()
}

/// Whether a row of the text is a header that carries a key, as `curl` takes them.
pub(crate) fn is_in_rows(text: &str) -> bool {
    let mut rows = text.lines().filter_map(|row| row.split_once(':'));
    rows.any(|(name, value)| !value.trim().is_empty() && names_key(name.trim()))
}

/// Whether the text is an address with a password before its host, or a key there or in what follows its path.
fn is_in_address(text: &str) -> bool {
    // Most texts are none; to read each as an address would be slow.
    if !text.contains("://") || text.contains(char::is_whitespace) {
        return false;
    }
    let Ok(url) = Url::parse(text) else { return false };
    let has_key = |(name, value): (Cow<'_, str>, Cow<'_, str>)| {
        let plain = plain(&name);
        let is_signed = OF_QUERIES.contains(&plain.as_str()) || plain.ends_with("signature");
        !value.is_empty() && (is_signed || names_one(&name) || is_key(&value))
    };
    let fragment = url.fragment().unwrap_or_default().as_bytes();
    url.password().is_some_and(|password| !password.is_empty())
        || is_key(url.username())
        || url.query_pairs().chain(form_urlencoded::parse(fragment)).any(has_key)
}

/// Whether the text is nothing but pairs with a key among them, such as `Endpoint=…;AccountKey=…` or the value of a cookie.
fn is_in_pairs(text: &str) -> bool {
    let pairs = || text.split(';').map(str::trim).filter(|pair| !pair.is_empty());
    let names_a_key = |pair: &str| {
        pair.split_once('=')
            .is_some_and(|(name, value)| !value.trim().is_empty() && names_one(name))
    };
    // A sentence has more words before its `=` than `User ID` has.
    let is_pair = |pair: &str| {
        pair.split_once('=').is_some_and(|(name, _)| name.split_whitespace().count() <= 2)
    };
    text.contains(';') && pairs().any(names_a_key) && pairs().all(is_pair)
}

/// Whether a field of this name is a key or a password.
pub(crate) fn names_one(name: &str) -> bool {
    // A longer name is none of them, whatever it ends like.
    if name.len() > LONGEST {
        return false;
    }
    let plain = plain(name);
    NAMES.contains(&plain.as_str()) || ENDINGS.iter().any(|ending| plain.ends_with(ending))
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
