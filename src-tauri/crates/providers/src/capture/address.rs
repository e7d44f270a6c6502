//! The address of a captured request: the base, the dialect of the path, the model, and a key in the query.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::capture::curl::CurlLine;
use crate::capture::curl_fault::{fault, filled};
use crate::capture::fields::{CaptureError, bare};
use crate::capture::notes;
use crate::capture::shell::MOST_WORDS;
use crate::capture::shell_word::Word;
use crate::capture::unread;
use crate::catalogue::recognise::is_key;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::shown;
use crate::error::endpoint::checked_base_url;
use crate::wire::key_in_text::is_in_path;

impl CurlLine {
    /// Takes the address apart: the base, the dialect of the path, the model, and a key in the query.
    pub(super) fn go_to(&mut self, address: &Word) -> Result<(), CaptureError> {
        let Word { text, .. } = address;
        // A query is not kept: a variable may stand there.
        filled(address.filled_before(text.find(['?', '#']).unwrap_or(text.len())))?;
        let address = text.as_str();
        let unread = || fault(unread::address());
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
        if !url.username().is_empty() || url.password().is_some() {
            return Err(fault(unread::login_in_address()));
        }
        if url.query_pairs().nth(MOST_WORDS).is_some() {
            return Err(fault(unread::too_many_options()));
        }
        let key =
            url.query_pairs().find(|(name, _)| name == "key").map(|(_, key)| key.into_owned());
        if let Some(key) = key {
            self.take_key(&key);
        }
        let is_read = |name: &str| name == "key" || name == "alt";
        for (name, _) in url.query_pairs().filter(|(name, _)| !is_read(name)) {
            let name: String = name.chars().take(64).collect();
            self.notes.push(notes::query(&name.escape_debug().to_string()));
        }
        url.set_query(None);
        url.set_fragment(None);
        if is_in_path(&url) {
            return Err(fault(unread::key_in_path()));
        }
        let path = url.path();
        let path = if path.ends_with('/') {
            self.notes.push(notes::slash());
            path.trim_end_matches('/').to_owned()
        } else {
            path.to_owned()
        };
        let known = [
            ("/chat/completions", Dialect::OpenaiChat),
            ("/responses", Dialect::OpenaiResponses),
            ("/v1/messages", Dialect::Anthropic),
        ];
        let path = self.deployment(&url, path)?;
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
            if method != "streamGenerateContent" && method != "generateContent" {
                let is_name = |letter: char| letter.is_ascii_alphabetic();
                let is_told = method.len() <= 64 && method.chars().all(is_name) && !is_key(method);
                let method = if is_told { method } else { "…" };
                return Err(fault(unread::method(method)));
            }
            self.dialect = Some(Dialect::Gemini);
            self.model = Some(bare(model).to_owned());
            Some(before)
        } else {
            None
        };
        let base = base.ok_or_else(|| fault(unread::path()))?;
        url.set_path(base);
        let base = url.as_str().trim_end_matches('/');
        // Its error may repeat a part of the address.
        self.base_url = Some(checked_base_url(base).map_err(|_| unread())?);
        Ok(())
    }

    /// The path of a deployment of Azure's, under which its address names the version of its API and the model, as that of
    /// its API without versions; any other path as it is.
    fn deployment(&mut self, url: &Url, path: String) -> Result<String, CaptureError> {
        let unread = || fault(unread::address());
        let is_azures = url.host_str().is_some_and(|host| host.ends_with(".azure.com"));
        // Responses had an address without a deployment while they were preliminary.
        if is_azures && path == "/openai/responses" {
            self.notes.push(notes::without_versions());
            return Ok("/openai/v1/responses".to_owned());
        }
        let named = path.strip_prefix("/openai/deployments/").filter(|_| is_azures);
        let Some((model, end)) = named.and_then(|rest| rest.split_once('/')) else {
            return Ok(path);
        };
        let model = percent_decode_str(model).decode_utf8().map_err(|_| unread())?;
        if model.is_empty() || model.contains(char::is_control) {
            return Err(unread());
        }
        self.notes.push(notes::deployment(&shown(&model)));
        self.model = Some(model.into_owned());
        Ok(format!("/openai/v1/{end}"))
    }
}
