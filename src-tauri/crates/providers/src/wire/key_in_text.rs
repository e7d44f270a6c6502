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
const ENDINGS: [&str; 27] = [
    "accesskey",
    "accesstoken",
    "accountkey",
    "apikey",
    "apitoken",
    "assertion",
    "authtoken",
    "azureadtoken",
    "bearertoken",
    "bottoken",
    "connectionstring",
    "credentials",
    "githubpat",
    "githubtoken",
    "hftoken",
    "openaikey",
    "openaitoken",
    "passphrase",
    "password",
    "privatekey",
    "sastoken",
    "secret",
    "securitytoken",
    "servicetoken",
    "sessiontoken",
    "subscriptionkey",
    "userjwt",
];
/// Names of objects and lists of nothing but keys, beside those of one with an `s`.
const OF_SEVERAL: [&str; 3] = ["auth", "credentials", "secrets"];
/// Names that say so in the query of an address alone, such as those of signed addresses.
const OF_QUERIES: [&str; 4] = ["code", "key", "pass", "sig"];
/// Characters of the longest name.
const LONGEST: usize = 64;

/// Whether the text shows that it is a key, or has one, whatever it is called.
pub(crate) fn tells(text: &str) -> bool {
    is_key(text)
        || is_bearer(text)
        || is_login(text)
        || is_in_address(text)
        || is_in_pairs(text)
        || has_word(text)
}

/// Characters of the shortest word that is one by what it looks like.
const SHORTEST_WORD: usize = 20;
/// Characters of the shortest word that nobody chose, where something else says that it is a key.
const SHORTEST_RANDOM: usize = 16;
/// Characters of the shortest part of such a word between its marks.
const SHORTEST_PART: usize = 12;
/// A longer text without white space is no sentence, but what a file is written as.
const LONGEST_WITHOUT_SPACE: usize = 2_000;

/// Whether a word of the text looks like a key that nobody made up, which has a digit: by how it begins, as a JSON Web Token, or
/// after `Bearer`.
pub(crate) fn has_word(text: &str) -> bool {
    if text.contains("PRIVATE KEY-----") {
        return true;
    }
    if text.len() > LONGEST_WITHOUT_SPACE && !text.contains(char::is_whitespace) {
        return false;
    }
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    let mut is_after_scheme = false;
    for word in text.split(|letter| !is_of_word(letter)) {
        if word.is_empty() {
            continue;
        }
        let word = word.trim_matches('.');
        let is_one = word.len() >= SHORTEST_WORD && (is_key(word) || is_login(word));
        if has_random_part(word) && (is_one || (is_after_scheme && is_random(word))) {
            return true;
        }
        is_after_scheme = word.eq_ignore_ascii_case("bearer");
    }
    false
}

/// Whether a part of the word between its marks is one that nobody chose: names of models and functions have short ones.
fn has_random_part(word: &str) -> bool {
    let mut parts = word.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.any(|part| part.len() >= SHORTEST_PART && has_digit(part))
}

fn has_digit(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit())
}

/// Whether it is one long word with a digit, as nobody chooses one.
pub(crate) fn is_random(word: &str) -> bool {
    word.len() >= SHORTEST_RANDOM && !word.contains(char::is_whitespace) && has_digit(word)
}

/// Whether a header of this name, or an argument of a command, is followed by a key.
pub(crate) fn is_before_key(word: &str) -> bool {
    word.starts_with('-') && names_one(word)
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
    if text.contains(char::is_whitespace) {
        return false;
    }
    // Most texts are none; to read each as an address would be slow.
    if !text.contains("://") {
        return is_login_at_host(text);
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
        || is_random(url.username())
        || is_in_path(&url)
        || url.query_pairs().chain(form_urlencoded::parse(fragment)).any(has_key)
}

/// Whether the text is a name with a password at a host, as proxies are named: `user:password@host:8080`.
fn is_login_at_host(text: &str) -> bool {
    let Some((login, host)) = text.rsplit_once('@') else { return false };
    let host = host.split(['/', '?']).next().unwrap_or_default();
    let is_host = host.contains(|letter: char| letter.is_ascii_alphabetic())
        && host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:".contains(letter));
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| {
        !port.is_empty() && port.chars().all(|digit| digit.is_ascii_digit())
    });
    is_host
        && has_port
        && login
            .split_once(':')
            .is_some_and(|(name, password)| !name.contains('/') && !password.is_empty())
}

/// Whether a part of the path lets whoever has it in: a word that looks like a key or a token, `key=…`, or the addresses that Slack,
/// Discord and Telegram give to one who may write.
pub(crate) fn is_in_path(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let is_of_hook = match host {
        "hooks.slack.com" => url.path().starts_with("/services/"),
        "discord.com" | "discordapp.com" => url.path().starts_with("/api/webhooks/"),
        "api.telegram.org" => url.path().starts_with("/bot"),
        _ => false,
    };
    let is_one = |part: &str| is_key(part) || is_login(part) || is_pair_of_key(part);
    is_of_hook || url.path_segments().is_some_and(|mut parts| parts.any(is_one))
}

/// What stands between pairs, and what between a name and its value: in connection strings and cookies, in queries, in files of an
/// environment, and in headers and YAML.
const PAIRS: [(char, char); 4] = [(';', '='), ('&', '='), ('\n', '='), ('\n', ':')];

/// Whether the text is nothing but pairs with a key among them, such as `Endpoint=…;AccountKey=…`, the value of a cookie, or rows of
/// `NAME=…`.
fn is_in_pairs(text: &str) -> bool {
    PAIRS.into_iter().any(|(between, sign)| {
        let pairs = || text.split(between).map(str::trim).filter(|pair| !pair.is_empty());
        // A sentence has more words before its `=` than `User ID` has.
        let is_pair = |pair: &str| {
            pair.split_once(sign).is_some_and(|(name, _)| name.split_whitespace().count() <= 2)
        };
        // One pair alone may be a sentence: `Token: required`.
        let is_value = |value: &str| match between {
            ';' if text.contains(';') => !value.is_empty(),
            _ => is_random(
                value
                    .split_once(' ')
                    .filter(|(scheme, _)| is_scheme(scheme))
                    .map_or(value, |(_, word)| word),
            ),
        };
        let names_a_key = |pair: &str| {
            pair.split_once(sign)
                .is_some_and(|(name, value)| is_value(value.trim()) && names_one(name))
        };
        pairs().any(names_a_key) && pairs().all(is_pair)
    })
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "token", "apikey"].iter().any(|scheme| word.eq_ignore_ascii_case(scheme))
}

/// Whether the text is a name with a key after it, `api_key=…`, in one word.
fn is_pair_of_key(text: &str) -> bool {
    let is_value = |value: &str| !value.is_empty() && !value.contains(char::is_whitespace);
    text.split_once('=')
        .is_some_and(|(name, value)| is_value(value) && (names_one(name) || name == "key"))
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

/// Whether an object or a list of this name holds keys, whatever they are called there: `credentials`, `api_keys`.
pub(crate) fn names_several(name: &str) -> bool {
    if name.len() > LONGEST {
        return false;
    }
    let plain = plain(name);
    let is_plural = plain.strip_suffix('s').is_some_and(|one| {
        one != "token"
            && (NAMES.contains(&one) || ENDINGS.iter().any(|ending| one.ends_with(ending)))
    });
    is_plural || OF_SEVERAL.contains(&plain.as_str())
}

/// Whether a field of this name is a key in the query of an address.
pub(crate) fn names_one_of_query(name: &str) -> bool {
    names_one(name) || OF_QUERIES.contains(&plain(name).as_str())
}

/// Whether an object of this name holds headers: `headers`, `extra_headers`, `defaultHeaders`.
pub(crate) fn names_headers(name: &str) -> bool {
    name.len() <= LONGEST && plain(name).ends_with("headers")
}

/// Whether an object of this name is the query of an address.
pub(crate) fn names_query(name: &str) -> bool {
    let known = ["query", "queryparams", "extraquery", "defaultquery"];
    name.len() <= LONGEST && known.contains(&plain(name).as_str())
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
