//! Recognises the provider of a pasted key by its prefix.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use secrecy::{ExposeSecret, SecretString};

use crate::catalogue::{Provider, catalogue};

/// The rows with the longest matching key prefix. One row is certain; for several the user must choose; none means
/// unknown.
#[expect(clippy::disallowed_methods, reason = "to be recognised a key has to be looked at")]
pub fn recognise(key: &SecretString) -> Vec<&'static Provider> {
    let key = key.expose_secret().trim();
    let fit = |row: &Provider| {
        let prefixes = row.key_prefixes.iter().filter(|prefix| key.starts_with(prefix.as_str()));
        prefixes.map(String::len).max()
    };
    let longest = catalogue().iter().filter_map(fit).max();
    // A row on this machine never gets a cloud's key: whatever program listens there first would receive it.
    let fits = |row: &&Provider| longest.is_some() && fit(row) == longest && !row.is_local();
    catalogue().iter().filter(fits).collect()
}

/// Whether a text is most likely a key: one long word that begins as the keys of a provider do, or of a service that
/// tools and servers of tools are given the keys of; or a private key in PEM.
pub(crate) fn is_key(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_prefix("Bearer ").unwrap_or(text);
    let is_word = text.len() >= SHORTEST_KEY && !text.contains(char::is_whitespace);
    let of_rows = || catalogue().iter().flat_map(|row| &row.key_prefixes);
    let is_known =
        || of_rows().any(|prefix| text.starts_with(prefix.as_str())) || is_of_others(text);
    (is_word && is_known()) || (text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----"))
}

/// Fewest letters of a login.
const SHORTEST_LOGIN: usize = 8;

/// Whether a text logs somebody in: `Basic` with a name and a password, `Token` or `ApiKey` with one word that has a digit, or a
/// JSON Web Token. `Basic arithmetic` and `Token classification` are none.
pub(crate) fn is_login(text: &str) -> bool {
    let is_word = |word: &str| word.len() >= SHORTEST_LOGIN && !word.contains(char::is_whitespace);
    let is_random = |word: &str| is_word(word) && word.contains(|c: char| c.is_ascii_digit());
    let after = |scheme: &str| {
        let (said, rest) = text.split_once(' ')?;
        said.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    let is_pair = |word: &str| STANDARD.decode(word).is_ok_and(|pair| pair.contains(&b':'));
    // `{"` in Base64, in three parts.
    let is_token = text.starts_with("eyJ") && text.matches('.').count() >= 2 && is_word(text);
    is_token
        || after("basic").is_some_and(|word| is_word(word) && is_pair(word))
        || ["token", "apikey"].into_iter().filter_map(after).any(is_random)
}

/// Whether a word begins as the keys of services do that are no providers, and goes on as one that nobody chose: names of
/// tools and regions begin like them too, and have no digits, or marks between words.
fn is_of_others(word: &str) -> bool {
    let is_random = |rest: &str| rest.contains(|c: char| c.is_ascii_digit());
    let aws = OF_AWS.iter().find_map(|prefix| word.strip_prefix(prefix));
    let is_aws =
        aws.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()));
    is_aws || OF_OTHERS.iter().any(|prefix| word.strip_prefix(prefix).is_some_and(is_random))
}

/// What ids of AWS keys begin with; the rest is capital letters and digits.
const OF_AWS: [&str; 2] = ["AKIA", "ASIA"];
/// What keys begin with at GitHub, GitLab, Slack, Tavily, Figma, Notion, Stripe, npm, `PyPI`, Vault, Google's clients, Linear,
/// `LangSmith`, Grafana, Shopify, `DigitalOcean`, Docker, Atlassian, Postman, Pinecone, Supabase, Sentry, Tailscale, Doppler,
/// Contentful, Square, `HubSpot` and `SendGrid`, as each documents them.
const OF_OTHERS: [&str; 48] = [
    "SG.",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "glrt-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xoxr-",
    "xoxs-",
    "xapp-",
    "tvly-",
    "figd_",
    "ntn_",
    "sk_live_",
    "rk_live_",
    "sk_test_",
    "rk_test_",
    "npm_",
    "whsec_",
    "pypi-",
    "hvs.",
    "GOCSPX-",
    "lin_api_",
    "lsv2_pt_",
    "lsv2_sk_",
    "glsa_",
    "shpat_",
    "shpss_",
    "dop_v1_",
    "dckr_pat_",
    "ATATT",
    "PMAK-",
    "pcsk_",
    "sbp_",
    "sb_secret_",
    "sntrys_",
    "sntryu_",
    "tskey-",
    "dp.pt.",
    "CFPAT-",
    "sq0csp-",
    "pat-na1-",
];

/// Whether the name of a header says that it carries a key or a password, whatever its value looks like.
pub(crate) fn names_key(header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    let is_within = ["key", "token", "secret", "auth", "password", "credential", "cookie"]
        .iter()
        .any(|word| header.contains(word));
    let is_word = header.split(['-', '_']).any(|word| {
        [
            "access",
            "assertion",
            "bearer",
            "bypass",
            "hmac",
            "jwt",
            "login",
            "otp",
            "pass",
            "passcode",
            "passphrase",
            "passwd",
            "pat",
            "psk",
            "sas",
            "sid",
            "sig",
            "signature",
        ]
        .contains(&word)
    });
    // `x-session-affinity` sends a conversation to the same machine; `x-session` is somebody.
    is_within || is_word || header.ends_with("session")
}

/// Characters of the shortest key that providers make.
const SHORTEST_KEY: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(key: &str) -> Vec<&'static str> {
        recognise(&SecretString::from(key.to_owned())).iter().map(|row| row.id.as_str()).collect()
    }

    #[test]
    fn a_key_is_recognised_by_the_longest_beginning_that_fits() {
        assert_eq!(ids("sk-ant-api03-x"), ["anthropic"], "more than the `sk-` it begins with");
        assert_eq!(ids(" gsk_x\n"), ["groq"], "pasted with what surrounds it");
        assert_eq!(ids("sk-proj-x"), ["openai"], "one account, though two rows use its key");
        for (key, owner) in [
            ("sk-or-v1-x", "openrouter"),
            ("sk-svcacct-x", "openai"),
            ("xai-x", "xai"),
            ("AIzaSyx", "gemini"),
            ("AQ.Ab8x", "gemini"),
            ("ya29.x", "vertex"),
            ("csk-x", "cerebras"),
            ("fw_x", "fireworks"),
            ("tgp_v1_x", "together"),
            ("nvapi-x", "nvidia"),
            ("pplx-x", "perplexity"),
            ("hf_x", "huggingface"),
            ("flp_x", "friendli"),
            ("cpk_x", "chutes"),
            ("vck_x", "vercel"),
            ("sk-do-x", "digitalocean"),
            ("wandb_v1_x", "wandb"),
            ("r8_x", "replicate"),
            ("rpa_x", "runpod"),
            ("ABSKx", "bedrock"),
            ("bedrock-api-key-x", "bedrock"),
        ] {
            assert_eq!(ids(key), [owner], "{key} is {owner}'s and nobody else's");
        }
    }

    #[test]
    fn an_ambiguous_key_raises_a_question() {
        let found = ids("sk-0123456789");
        assert!(found.contains(&"openai") && found.contains(&"deepseek"), "{found:?} begin alike");
        assert!(!found.contains(&"nvidia"), "and others are not asked about: {found:?}");
        assert_eq!(ids("sk_x"), ["inception", "novita"], "nor are these told apart");
        for key in ["", " ", "s", "0123456789", "Gsk_x", "a gsk_x"] {
            assert_eq!(ids(key), [""; 0], "nothing in `{key}` tells whose it is");
        }
    }
}
