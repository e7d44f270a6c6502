//! Reads a `curl` line: where the request goes, its headers, its key and its body. Nothing is run, and no file is opened.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use secrecy::SecretString;
use url::Url;

use crate::capture::ansi_quotes::plain_quotes;
use crate::capture::curl_options::{Effect, effect};
use crate::capture::fields::{CaptureError, bare};
use crate::catalogue::recognise::{is_key, names_key};
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::shown;
use crate::error::endpoint::checked_base_url;

/// What a line says.
#[derive(Debug, Default)]
pub(super) struct CurlLine {
    pub(super) body: String,
    pub(super) dialect: Option<Dialect>,
    pub(super) base_url: Option<String>,
    pub(super) model: Option<String>,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) key: Option<SecretString>,
    pub(super) notes: Vec<String>,
}

/// Words of the longest line.
const MOST_WORDS: usize = 1_000;
/// Headers that carry a key.
const KEYS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];
/// Headers that every request has, as Paceline sets them.
const USUAL: [&str; 8] = [
    "content-type",
    "accept",
    "user-agent",
    "host",
    "content-length",
    "accept-encoding",
    "connection",
    "anthropic-version",
];

impl CurlLine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is none, or has an option that makes another request of it.
    pub(super) fn read(text: &str) -> Result<Self, CaptureError> {
        let text = text.strip_prefix("$ ").unwrap_or(text);
        if !text.starts_with("curl") {
            return Err(CaptureError::NoJson { line: 1, column: 1 });
        }
        // Windows and notebooks break lines in their own ways.
        let text = plain_quotes(&text.replace("\r\n", "\n"));
        let words = shell_words::split(&text)
            .map_err(|_| fault("a quote is open at its end; copy it whole"))?;
        if words.len() > MOST_WORDS {
            return Err(fault("it has more options than any request; copy one line alone"));
        }
        let mut line = Self::default();
        let mut words = words.into_iter().skip(1);
        let mut url = None;
        while let Some(word) = words.next() {
            if let Some(cluster) = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
                // Letters in a row; the value of the last may follow it at once.
                for (at, letter) in cluster.char_indices() {
                    let name = format!("-{letter}");
                    let effect = effect(&name);
                    let rest = cluster.get(at + letter.len_utf8()..).unwrap_or_default();
                    let mut value = || {
                        if rest.is_empty() { words.next() } else { Some(rest.to_owned()) }
                    };
                    let value = if effect == Effect::Flag { None } else { value() };
                    line.option(&name, effect, value, &mut url)?;
                    if effect != Effect::Flag {
                        break;
                    }
                }
            } else if word.starts_with("--") {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                    None => (word, None),
                };
                let effect = effect(&name);
                let is_flag = effect == Effect::Flag;
                let value = if is_flag { None } else { value.or_else(|| words.next()) };
                line.option(&name, effect, value, &mut url)?;
            } else {
                address(&mut url, word)?;
            }
        }
        line.go_to(&url.ok_or_else(|| fault("it has no address; copy it whole"))?)?;
        if line.body.trim().is_empty() {
            return Err(fault("it sends no body; a request has one, after `-d`"));
        }
        Ok(line)
    }

    fn option(
        &mut self,
        name: &str,
        effect: Effect,
        value: Option<String>,
        url: &mut Option<String>,
    ) -> Result<(), CaptureError> {
        let value = value.unwrap_or_default();
        match effect {
            Effect::Flag | Effect::Idle => return Ok(()),
            Effect::Other(why) => return Err(fault(why)),
            Effect::Way => {
                self.notes.push(format!(
                    "`{name}` is left out: a lane goes the way that is set under Network, and logs in with a key in a header alone."
                ));
                return Ok(());
            }
            Effect::Part => {}
        }
        match name {
            "-H" | "--header" => self.header(&value),
            "--oauth2-bearer" => self.take_key(&value),
            "--url" => return address(url, value),
            "-X" | "--request" => {
                if !value.eq_ignore_ascii_case("post") {
                    return Err(fault("its method is not POST; a request for an answer is a POST"));
                }
            }
            _ => {
                if value.starts_with('@') && name != "--data-raw" {
                    return Err(fault(
                        "its body is in a file, which is not opened; give the file itself",
                    ));
                }
                self.body.push_str(&value);
            }
        }
        Ok(())
    }

    /// Takes a header as it stands in a line: its key apart, and what every request has not at all.
    pub(super) fn header(&mut self, header: &str) {
        let Some((name, value)) = header.split_once(':') else { return };
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let scheme = value.split_once(' ').map_or("", |(scheme, _)| scheme);
        let called = shown(&name);
        if KEYS.contains(&name.as_str())
            && (scheme.is_empty() || scheme.eq_ignore_ascii_case("bearer"))
        {
            self.take_key(value.get(scheme.len()..).unwrap_or(value).trim());
        } else if names_key(&name) || is_login(value) {
            self.notes.push(format!(
                "The header `{called}` is left out, because it carries a key or a login."
            ));
        } else if !USUAL.contains(&name.as_str()) {
            let before = self.headers.insert(name, value.to_owned());
            self.notes.push(if before.is_some() {
                format!("The header `{called}` is there twice; the last is sent.")
            } else {
                format!(
                    "The header `{called}` is sent as it is, to every lane that takes this request."
                )
            });
        }
    }

    fn take_key(&mut self, key: &str) {
        let is_stand_in = key.is_empty()
            || key.starts_with(['$', '<', '{', '%', '*'])
            || key.to_ascii_lowercase().contains("your")
            || key.contains("...")
            || key.contains(char::is_whitespace);
        if !is_stand_in {
            self.key = Some(SecretString::from(key.to_owned()));
        }
    }

    /// Takes the address apart: the base, the dialect of the path, the model, and a key in the query.
    fn go_to(&mut self, address: &str) -> Result<(), CaptureError> {
        let unread = || fault("its address cannot be read; copy it whole");
        let with_scheme = match address.split_once("://") {
            Some((_, rest)) if rest.starts_with('/') => return Err(unread()),
            Some(_) => address.to_owned(),
            // A word without any of these may be the value of an option that is not known.
            None if address.split('/').next().is_some_and(|host| host.contains(['.', ':'])) => {
                format!("https://{address}")
            }
            None => return Err(unread()),
        };
        let mut url = Url::parse(&with_scheme).map_err(|_| unread())?;
        let key =
            url.query_pairs().find(|(name, _)| name == "key").map(|(_, key)| key.into_owned());
        if let Some(key) = key {
            self.take_key(&key);
        }
        let is_read = |name: &str| name == "key" || name == "alt";
        for (name, _) in url.query_pairs().filter(|(name, _)| !is_read(name)) {
            let name: String = name.chars().take(64).collect();
            self.notes.push(format!(
                "`{}` of the address is left out: the address of a lane has no query.",
                name.escape_debug()
            ));
        }
        url.set_query(None);
        url.set_fragment(None);
        if url.path_segments().is_some_and(|mut names| names.any(is_key)) {
            return Err(fault(
                "its address has a key in its path, and addresses are kept and shown",
            ));
        }
        let path = url.path().to_owned();
        let known = [
            ("/chat/completions", Dialect::OpenaiChat),
            ("/responses", Dialect::OpenaiResponses),
            ("/v1/messages", Dialect::Anthropic),
        ];
        let base = if let Some((end, dialect)) = known.iter().find(|(end, _)| path.ends_with(end)) {
            self.dialect = Some(*dialect);
            path.strip_suffix(end)
        } else if let Some((before, model)) = path.split_once("/models/") {
            // Browsers and SDKs escape a model's name in a path; a lane escapes it again.
            let model = percent_decode_str(model).decode_utf8().map_err(|_| unread())?;
            if model.contains(char::is_control) {
                return Err(unread());
            }
            let (model, method) = model.rsplit_once(':').ok_or_else(unread)?;
            if method == "streamGenerateContent" || method == "generateContent" {
                self.dialect = Some(Dialect::Gemini);
            }
            self.model = Some(bare(model).to_owned());
            Some(before)
        } else {
            None
        };
        let base =
            base.ok_or_else(|| fault("its address ends in no path of an API that is read"))?;
        url.set_path(base);
        let base = url.as_str().trim_end_matches('/');
        // Its error may repeat a part of the address.
        self.base_url = Some(checked_base_url(base).map_err(|_| unread())?);
        Ok(())
    }
}

/// Takes the address of the line, which has one.
fn address(url: &mut Option<String>, word: String) -> Result<(), CaptureError> {
    if url.is_some() {
        return Err(fault(
            "it has two addresses, or an option that is not known; copy one request alone",
        ));
    }
    *url = Some(word);
    Ok(())
}

/// Whether a header's value logs somebody in, whatever its name is.
fn is_login(value: &str) -> bool {
    let scheme = value.split_once(' ').map_or("", |(scheme, _)| scheme);
    let is_scheme =
        ["bearer", "basic", "digest"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
    // A JSON Web Token: `{"` in Base64, in three parts.
    let is_token = value.starts_with("eyJ") && value.matches('.').count() >= 2;
    is_scheme || is_token || is_key(value)
}

fn fault(fault: &'static str) -> CaptureError {
    CaptureError::Curl { fault }
}
