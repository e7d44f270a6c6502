//! A request that was sent elsewhere, as part of a plan.
//!
//! **Invariant:** a key in it is returned apart, for the origin it was sent to, and is in nothing that is shown.

use measure::Phrase;
use providers::{
    CaptureError, Captured, Dialect, Effort, KeyNeed, Payload, Provider, Roster, read_capture,
};
use race::LanePlan;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use store::Endpoint;

use crate::application::Application;
use crate::given_key::{KeyRefusal, keep_key, takes_key};

/// What a captured request puts into a plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CapturedRequest {
    /// Its dialect.
    pub dialect: Dialect,
    /// The model that it names.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The contender that it was sent to; absent if it names no address or no model.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<LanePlan>,
    /// The prompt; empty if the conversation ends otherwise.
    pub prompt: String,
    /// The system prompt.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Output token limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Sampling temperature.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Reasoning effort.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// The service tier that it asks for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<String>,
    /// Everything else.
    pub payload: Payload,
    /// What was read differently than it stands there, and what is kept verbatim, each in a sentence.
    pub notes: Vec<Phrase>,
    /// How many requests the text held, of which this is the first; 1 but for a file of a batch.
    pub requests: u32,
    /// Whose key was in it; absent if there was none that can be kept.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<CapturedKeyOwner>,
}

/// Whose key was in a captured request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct CapturedKeyOwner {
    /// The provider's id; absent if it was sent to an address of nobody, which is saved as an endpoint with it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// The provider's name, or the host of an address of nobody.
    pub label: String,
    /// The origin that it was sent to, and to which alone it will be sent.
    pub origin: String,
}

/// A key that was in a captured request.
#[derive(Debug)]
pub struct CapturedKey {
    owner: CapturedKeyOwner,
    dialect: Dialect,
    base_url: String,
    key: SecretString,
}

impl CapturedKey {
    /// The endpoint to save, under this id, before it can be kept; `None` if it is a provider's.
    pub fn endpoint(&self, id: String) -> Option<Endpoint> {
        self.owner.provider.is_none().then(|| Endpoint {
            id,
            label: self.owner.label.clone(),
            dialect: self.dialect,
            base_url: self.base_url.clone(),
            key: KeyNeed::Required,
        })
    }

    /// What a new endpoint for it is called.
    pub fn label(&self) -> &str {
        &self.owner.label
    }

    /// The provider or endpoint of this machine to which it belongs; `None` as long as there is none.
    pub fn provider<'a>(&self, roster: &'a Roster) -> Option<&'a Provider> {
        roster.rows().iter().find(|row| match &self.owner.provider {
            Some(id) => row.id == *id && row.origin() == self.owner.origin,
            None => is_at(row, self.dialect, &self.base_url),
        })
    }
}

impl Application {
    /// Reads a captured request: see [`read_request`].
    ///
    /// # Errors
    /// As [`read_request`], and if the roster cannot be read.
    pub fn read_request(
        &self,
        text: &str,
        dialect: Option<Dialect>,
    ) -> Result<(CapturedRequest, Option<CapturedKey>), Phrase> {
        let roster = self.roster().map_err(|error| Phrase::verbatim(&error.to_string()))?;
        read_request(text, dialect, &roster)
    }

    /// Keeps the key of a captured request for its provider, whose id it returns: in the keyring, or in memory until this process ends.
    ///
    /// # Errors
    /// Why it was not kept. No error holds any part of it.
    pub fn keep_captured_key(
        &self,
        captured: &CapturedKey,
        session_only: bool,
    ) -> Result<String, KeyRefusal> {
        let roster = self.roster().ok();
        // A provider that has moved meanwhile has another owner for its keys.
        let row = roster.as_ref().and_then(|roster| captured.provider(roster));
        let row = row.ok_or(KeyRefusal::NoOwner)?;
        keep_key(self.keys(), row, &captured.key, session_only).map(|_stored| row.id.clone())
    }
}

/// Whether a row that has keys of its own speaks this dialect at this address.
fn is_at(row: &Provider, dialect: Dialect, base_url: &str) -> bool {
    row.dialect == dialect && row.base_url == base_url && row.id != "custom"
}

/// Reads a JSON body or a `curl` line. A key in it is returned apart, if its address is known. `dialect` overrides what the body looks like.
///
/// # Errors
/// Why it cannot be read, in a sentence that repeats none of it.
pub fn read_request(
    text: &str,
    dialect: Option<Dialect>,
    roster: &Roster,
) -> Result<(CapturedRequest, Option<CapturedKey>), Phrase> {
    let (captured, key) = read_capture(text, dialect).map_err(CaptureError::phrase)?;
    Ok(taken(captured, key, roster))
}

fn taken(
    captured: Captured,
    key: Option<SecretString>,
    roster: &Roster,
) -> (CapturedRequest, Option<CapturedKey>) {
    let Captured { dialect, base_url, model, service_tier, mut notes, requests, .. } = captured;
    let row = base_url
        .as_deref()
        .and_then(|base_url| roster.rows().iter().find(|row| is_at(row, dialect, base_url)));
    let lane = model.clone().zip(base_url.clone()).map(|(model, base_url)| match row {
        Some(row) => LanePlan { provider: row.id.clone(), model, ..LanePlan::default() },
        None => LanePlan {
            provider: "custom".to_owned(),
            model,
            dialect: Some(dialect),
            base_url: Some(base_url),
            ..LanePlan::default()
        },
    });
    let lane = lane.map(|lane| LanePlan { service_tier: service_tier.clone(), ..lane });
    let key = key.and_then(|key| {
        let of_nobody = || roster.find("custom", Some(dialect), base_url.as_deref()).ok();
        let owner = match (row, base_url.is_some().then(of_nobody).flatten()) {
            (Some(row), _) => takes_key(row).map(|()| owner_of(row, Some(row.id.clone()))),
            (None, Some(address)) => Ok(owner_of(&address, None)),
            (None, None) => Err(KeyRefusal::NoOwner),
        };
        match (owner, base_url) {
            (Ok(owner), Some(base_url)) => Some(CapturedKey { owner, dialect, base_url, key }),
            (Err(refusal @ KeyRefusal::TakesNone { .. }), _) => {
                notes.push(key_not_taken(refusal.phrase()));
                None
            }
            _ => {
                notes.push(key_without_owner());
                None
            }
        }
    });
    let request = CapturedRequest {
        dialect,
        model,
        lane,
        prompt: captured.prompt,
        system: captured.system,
        max_tokens: captured.max_tokens,
        temperature: captured.temperature,
        effort: captured.effort,
        service_tier,
        payload: captured.payload,
        notes,
        requests: u32::try_from(requests).unwrap_or(u32::MAX),
        key: key.as_ref().map(|key| key.owner.clone()),
    };
    (request, key)
}

fn owner_of(row: &Provider, provider: Option<String>) -> CapturedKeyOwner {
    CapturedKeyOwner { provider, label: row.label.clone(), origin: row.origin() }
}

measure::phrases! {
    fn key_without_owner() = "captured.key_without_owner", "The key in it is left out and not kept: nothing says to which address it was sent. Set it under Providers.";
    fn key_not_taken(why: Phrase) = "captured.key_not_taken", "The key in it is left out and not kept. {why}";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key_source::Host;
    use keys::KeyOwner;

    const MARKER: &str = "sk-proj-marker0123456789abcdefghij";

    fn line(address: &str) -> String {
        let body = r#"{"model":"gpt-6-sol","messages":[{"role":"user","content":"Hi"}]}"#;
        format!("curl {address} -H 'Authorization: Bearer {MARKER}' -d '{body}'")
    }

    #[test]
    fn a_curl_line_is_a_lane_a_prompt_and_a_key_for_its_origin_alone() {
        let app = Application::new(Host::Window, None);
        let (read, key) = app
            .read_request(&line("https://api.openai.com/v1/chat/completions"), None)
            .expect("read");
        let lane = read.lane.clone().expect("it names both");
        assert_eq!((lane.provider.as_str(), lane.model.as_str()), ("openai", "gpt-6-sol"), "whom");
        assert_eq!(read.prompt, "Hi", "what");
        let shown = serde_json::to_string(&read).expect("a document");
        assert!(!shown.contains(MARKER), "what is shown holds no key: {shown}");
        let key = key.expect("it was in the line");
        assert!(!format!("{key:?}").contains(MARKER), "nor does what is logged");
        app.keep_captured_key(&key, true).expect("for this session");
        let owner = KeyOwner::at_home("openai", "https://api.openai.com");
        assert!(app.keys().has(&owner).expect("in memory").is_some(), "it is its provider's");
    }

    #[test]
    fn a_key_that_was_sent_to_an_address_of_nobody_is_kept_with_an_endpoint_alone() {
        let app = Application::new(Host::Window, None);
        let (read, key) = app
            .read_request(&line("https://llm.example.com/v1/chat/completions"), None)
            .expect("read");
        let lane = read.lane.clone().expect("it names both");
        assert_eq!(lane.provider, "custom", "an address of its own");
        assert_eq!(lane.base_url.as_deref(), Some("https://llm.example.com/v1"), "that one");
        let owner = read.key.clone().expect("it is offered");
        let shown = (owner.provider, owner.label.as_str(), owner.origin.as_str());
        assert_eq!(shown, (None, "llm.example.com", "https://llm.example.com"), "for whom");
        let key = key.expect("it was in the line");
        let refused = app.keep_captured_key(&key, true).expect_err("there is no endpoint yet");
        assert!(matches!(refused, KeyRefusal::NoOwner), "{refused}");
        let endpoint = key.endpoint("gateway".to_owned()).expect("one to save");
        assert_eq!(endpoint.base_url, "https://llm.example.com/v1", "for all that is sent there");
        assert!(!format!("{read:?}{key:?}{endpoint:?}").contains(MARKER), "and it is nowhere");
    }

    #[test]
    fn a_key_without_an_address_is_left_out_and_told() {
        let app = Application::new(Host::Window, None);
        let body = format!(
            r#"{{"model":"m","messages":[{{"role":"user","content":"Hi"}}],"extra_headers":{{"Authorization":"Bearer {MARKER}"}}}}"#
        );
        let (read, key) = app.read_request(&body, None).expect("read");
        assert!(key.is_none() && read.key.is_none(), "nobody is there to have it");
        let is_told = read.notes.iter().any(|note| note.to_string().contains("not kept"));
        assert!(is_told, "{:?}", read.notes);
        assert!(!format!("{read:?}").contains(MARKER), "and it is nowhere");
    }

    #[test]
    fn a_body_alone_names_a_model_and_no_contender() {
        let app = Application::new(Host::Window, None);
        let body = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}]}"#;
        let (read, _) = app.read_request(body, None).expect("read");
        assert_eq!((read.model.as_deref(), read.lane), (Some("m"), None), "nobody knows whose");
        let refused = app.read_request("{\"messages\": sk-marker", None).expect_err("no JSON");
        assert!(
            !refused.to_string().contains("marker"),
            "what cannot be read is not repeated: {refused}"
        );
    }
}
