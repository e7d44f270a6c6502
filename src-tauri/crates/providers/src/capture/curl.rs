//! Reads a `curl` line: where the request goes, its headers, its key and its body. Nothing is run, and no file is opened.

use std::collections::BTreeMap;

use measure::Phrase;
use secrecy::SecretString;
use serde::de::IgnoredAny;
use url::Url;

use crate::capture::code::unread_code;
use crate::capture::curl_fault::{fault, filled, is_curl};
use crate::capture::curl_options::{Effect, effect};
use crate::capture::escaped_quotes;
use crate::capture::fields::CaptureError;
use crate::capture::notes;
use crate::capture::piped::piped;
use crate::capture::shell::split;
use crate::capture::shell_word::{Filler, Torn, Word};
use crate::capture::unread;
use crate::dialects::anthropic::VERSION;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::shown;
use crate::wire::carried_key::is_carried_by_header;

/// What a line says.
#[derive(Debug, Default)]
pub(super) struct CurlLine {
    pub(super) body: String,
    pub(super) dialect: Option<Dialect>,
    pub(super) base_url: Option<String>,
    pub(super) model: Option<String>,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) key: Option<SecretString>,
    pub(super) notes: Vec<Phrase>,
    /// The host that a header names.
    host: Option<String>,
    /// Whether the body is in several parts.
    has_several: bool,
    /// The text that it is given to read, until an option sends it.
    input: Option<Word>,
}

/// Headers that carry a key.
const KEYS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];
/// The header by which a server knows a request that it has answered before.
const REPEATS: &str = "idempotency-key";
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
        let text = begin(text);
        let written = piped(text)?;
        let (piped, text) = match &written {
            Some((input, line)) => (Some(input.clone()), line.as_str()),
            None => (None, text),
        };
        is_line(text)?;
        let command = split(text).map_err(|torn| match torn {
            Torn::Open => fault(unread::open_quote()),
            Torn::TooMany => fault(unread::too_many_options()),
            Torn::NoEnd => fault(unread::no_end_row()),
        })?;
        let mut line = Self { input: command.input.or(piped), ..Self::default() };
        if let Some(sign) = command.ended_by {
            line.notes.push(notes::rest_of_line(sign));
        }
        if command.is_followed {
            line.notes.push(notes::below_text());
        }
        if command.has_doubled_quotes {
            line.notes.push(notes::doubled_quotes());
        }
        if command.is_redirected {
            line.notes.push(notes::files_of_line());
        }
        let mut words = command.words.into_iter().skip(1);
        let mut url = None;
        while let Some(word) = words.next() {
            if word.text.starts_with("--") {
                let (name, value) = match word.text.split_once('=') {
                    Some((name, _)) => (name.to_owned(), Some(word.rest(name.len() + 1))),
                    None => (word.text.clone(), None),
                };
                filled(word.filled_before(name.len()))?;
                let effect = effect(&name);
                let is_flag = matches!(effect, Effect::Flag);
                let value = if is_flag { None } else { value.or_else(|| words.next()) };
                line.option(&name, effect, value, &mut url)?;
            } else if let Some(cluster) = word.text.strip_prefix('-') {
                // Letters in a row; the value of the last may follow it at once.
                for (at, letter) in cluster.char_indices() {
                    let name = format!("-{letter}");
                    let effect = effect(&name);
                    let end = '-'.len_utf8() + at + letter.len_utf8();
                    filled(word.filled_before(end))?;
                    if matches!(effect, Effect::Flag) {
                        line.option(&name, effect, None, &mut url)?;
                        continue;
                    }
                    let rest = Some(word.rest(end)).filter(|rest| !rest.text.is_empty());
                    line.option(&name, effect, rest.or_else(|| words.next()), &mut url)?;
                    break;
                }
            } else {
                address(&mut url, word)?;
            }
        }
        line.go_to(&url.ok_or_else(|| fault(unread::no_address()))?)?;
        if line.has_several && serde_json::from_str::<IgnoredAny>(&line.body).is_err() {
            return Err(fault(unread::body_in_parts()));
        }
        if let Some(plain) = escaped_quotes::plain(&line.body) {
            line.body = plain;
            line.notes.push(notes::escaped_quotes());
        }
        if line.input.is_some() {
            line.notes.push(notes::unsent_text());
        }
        if line.body.trim().is_empty() {
            return Err(fault(unread::no_body("-d")));
        }
        Ok(line)
    }

    fn option(
        &mut self,
        name: &str,
        effect: Effect,
        value: Option<Word>,
        url: &mut Option<Word>,
    ) -> Result<(), CaptureError> {
        let value = value.unwrap_or_default();
        match effect {
            Effect::Flag | Effect::Idle => return Ok(()),
            Effect::Other(why) => return Err(fault(why(name))),
            Effect::Way => {
                self.notes.push(notes::own_way(name));
                return Ok(());
            }
            Effect::Part => {}
        }
        match name {
            "-H" | "--header" => self.header_of_line(&value)?,
            "--oauth2-bearer" => self.take_key(&value.text),
            "-e" | "--referer" => {
                filled(value.filled())?;
                // After the address stands a mark by which later ones follow redirects.
                let referer = value.text.split(';').next().unwrap_or_default();
                self.header(&format!("referer: {referer}"));
            }
            "-A" | "--user-agent" => self.leave_agent(),
            "--url" => return address(url, value),
            "-X" | "--request" => {
                filled(value.filled())?;
                if !value.text.eq_ignore_ascii_case("post") {
                    return Err(fault(unread::no_post()));
                }
            }
            _ => {
                if value.text == "@-" && name != "--data-raw" {
                    let text = self.given(name)?;
                    self.part_of_body(name, &text);
                    return Ok(());
                }
                if value.text.starts_with('@') && name != "--data-raw" {
                    return Err(fault(unread::body_in_file()));
                }
                filled(value.filled())?;
                self.part_of_body(name, &value.text);
            }
        }
        Ok(())
    }

    /// Joins a part to the body as curl does; parts of `--json` follow one another.
    fn part_of_body(&mut self, name: &str, text: &str) {
        if !self.body.is_empty() && name != "--json" {
            self.body.push('&');
            self.has_several = true;
        }
        self.body.push_str(text);
    }

    /// The text that the line is given to read, as an option sends it.
    fn given(&mut self, name: &str) -> Result<String, CaptureError> {
        let Some(input) = self.input.take() else {
            return Err(fault(unread::body_elsewhere()));
        };
        if let Some(Filler::Variable(name)) = input.filled() {
            return Err(fault(unread::variable_in_text(name)));
        }
        filled(input.filled())?;
        let mut text = input.text;
        // `-d` leaves out the ends of rows; between the parts of JSON they mean nothing, and places are told by them.
        let is_kept = ["--data-binary", "--json"].contains(&name)
            || serde_json::from_str::<IgnoredAny>(&text).is_ok();
        if !is_kept {
            text.retain(|letter| !matches!(letter, '\r' | '\n' | '\0'));
        }
        Ok(text)
    }

    /// Takes a header of the line. A variable may stand only in one that is not kept, such as one with a key.
    pub(super) fn header_of_line(&mut self, header: &Word) -> Result<(), CaptureError> {
        if header.text.starts_with('@') {
            return Err(fault(unread::headers_in_file()));
        }
        if let (None, Some(Filler::Variable(name))) = (header.text.find(':'), header.filled()) {
            self.notes.push(notes::header_in_variable(name));
            return Ok(());
        }
        let name_end = header.text.find(':').unwrap_or(0);
        filled(header.filled_before(name_end))?;
        if self.header(&header.text) { filled(header.filled()) } else { Ok(()) }
    }

    /// Leaves out whose program sent it.
    pub(super) fn leave_agent(&mut self) {
        self.notes.push(notes::agent());
    }

    /// Takes a header as it stands in a line: its key apart, and what every request has not at all. Whether it is kept.
    pub(super) fn header(&mut self, header: &str) -> bool {
        let (name, value) = header.split_once(':').unwrap_or_default();
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let is_usual = USUAL.contains(&name.as_str());
        if name.is_empty() || value.is_empty() && !is_usual {
            self.notes.push(notes::empty_header());
            return false;
        }
        let scheme = value.split_once(' ').map_or("", |(scheme, _)| scheme);
        let called = shown(&name);
        if KEYS.contains(&name.as_str())
            && (scheme.is_empty() || scheme.eq_ignore_ascii_case("bearer"))
        {
            self.take_key(value.get(scheme.len()..).unwrap_or(value).trim());
        } else if name == REPEATS {
            self.notes.push(notes::repeat_header(&called));
        } else if is_carried_by_header(&name, value) || logs_in(value) {
            self.notes.push(notes::login_header(&called));
        } else if is_usual {
            if name == "user-agent" {
                self.leave_agent();
            }
            if name == "host" && !value.is_empty() {
                self.host = Some(value.to_owned());
            }
            if name == "anthropic-version" && value != VERSION {
                self.notes.push(notes::version_header(&called, VERSION));
            }
        } else {
            let before = self.headers.insert(name, value.to_owned());
            self.notes.push(if before.is_some() {
                notes::header_twice(&called)
            } else {
                notes::header(&called)
            });
            return true;
        }
        false
    }

    /// Tells that a host of a header is not asked, if it is not that of the address: a server may answer for several.
    pub(super) fn tell_host(&mut self) {
        let Some(named) = self.host.take() else { return };
        let url = self.base_url.as_deref().and_then(|base| Url::parse(base).ok());
        let is_asked = url.is_some_and(|url| {
            let host = url.host_str().unwrap_or_default();
            let port = url.port_or_known_default().unwrap_or_default();
            let is_same = |asked: &str| named.eq_ignore_ascii_case(asked);
            is_same(&format!("{host}:{port}")) || (url.port().is_none() && is_same(host))
        });
        if !is_asked {
            self.notes.push(notes::host_header(&shown(&named)));
        }
    }

    pub(super) fn take_key(&mut self, key: &str) {
        let is_stand_in = key.is_empty()
            || key.starts_with(['$', '<', '{', '%', '*'])
            || key.to_ascii_lowercase().contains("your")
            || key.contains("...")
            || key.contains(char::is_whitespace);
        if !is_stand_in {
            self.key = Some(SecretString::from(key.to_owned()));
        }
    }
}

/// Takes the address of the line, which has one.
fn address(url: &mut Option<Word>, word: Word) -> Result<(), CaptureError> {
    if url.is_some() {
        return Err(fault(unread::two_addresses()));
    }
    *url = Some(word);
    Ok(())
}

/// Whether a header's value begins as one that logs somebody in: nothing else begins with a scheme there.
fn logs_in(value: &str) -> bool {
    let scheme = value.split_once(' ').map_or("", |(scheme, _)| scheme);
    let schemes = ["bearer", "basic", "digest", "token", "apikey"];
    schemes.iter().any(|one| scheme.eq_ignore_ascii_case(one))
}

/// The line without the prompt, the comments and such commands as `time` before it.
fn begin(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with('#') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    // What a terminal writes before a line, and commands that only run another.
    let before = ["$ ", "% ", "> ", "time ", "sudo "];
    while let Some(rest) = before.iter().find_map(|before| text.strip_prefix(before)) {
        text = rest.trim_start();
    }
    text
}

/// Refuses what is no line of `curl`, and says what it is if that is known.
fn is_line(text: &str) -> Result<(), CaptureError> {
    if is_curl(text) {
        return Ok(());
    }
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let set = word(text.strip_prefix("export ").unwrap_or(text));
    let name = set.split_once('=').map_or("", |(name, _)| name);
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if !name.is_empty() && name.len() <= 64 && name.chars().all(is_name) && text.contains("curl") {
        return Err(fault(unread::variable_first(name)));
    }
    Err(unread_code(text).unwrap_or(CaptureError::NoJson { line: 1, column: 1 }))
}
