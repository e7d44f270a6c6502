//! Parses model lists of every dialect.

use serde_json::Value;

use crate::limits::{LONGEST_MODEL, MOST_MODELS};
use crate::wire::redact::{Redaction, SafeText};

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    /// Model names as requests use them.
    pub(crate) models: Vec<SafeText>,
    /// Query parameter of the next page, if there is one.
    pub(crate) next: Option<(&'static str, String)>,
}

/// Reads `{"data":[{"id":…}]}`, `{"models":[{"name":…}]}`, `{"results":[{"owner":…,"name":…}]}`,
/// `{"endpoints":[{"name":…}]}`, or the bare list that some servers send. Models declared as something other than chat
/// are left out, as are names that no request could use: those that contain the key or control characters, or are too
/// long.
pub(crate) fn page(body: &[u8], redaction: &Redaction) -> Option<Page> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let lists = ["data", "models", "results", "endpoints"];
    let list = lists.into_iter().find_map(|field| value.get(field));
    let models = list.unwrap_or(&value).as_array()?.iter().filter(|model| chats(model));
    let models = models.filter_map(name).filter_map(|name| redaction.name(&name, LONGEST_MODEL));
    Some(Page { models: models.take(MOST_MODELS).collect(), next: next(&value) })
}

/// The models in memory: those marked as loaded, or all if the list does not say.
pub(crate) fn loaded(body: &[u8]) -> Option<Vec<SafeText>> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let list = ["data", "models"].into_iter().find_map(|field| value.get(field)?.as_array())?;
    let is_loaded = |model: &&Value| model.get("state").is_none_or(|state| state == "loaded");
    let names = list.iter().filter(is_loaded).filter_map(name);
    let names = names.filter_map(|name| Redaction::default().name(&name, LONGEST_MODEL));
    Some(names.take(MOST_MODELS).collect())
}

fn name(model: &Value) -> Option<String> {
    let said = |field: &str| model.get(field).and_then(Value::as_str);
    if let Some((owner, name)) = said("owner").zip(said("name")) {
        return Some(format!("{owner}/{name}"));
    }
    let name = said("id").or_else(|| said("name"))?;
    Some(name.strip_prefix("models/").unwrap_or(name).to_owned())
}

/// Whether it is a text model. Most lists do not say; then it is assumed to be one.
fn chats(model: &Value) -> bool {
    let holds = |field: &str, wanted: &str| {
        model.get(field).and_then(Value::as_array).is_none_or(|kinds| {
            kinds.is_empty() || kinds.iter().any(|kind| kind.as_str() == Some(wanted))
        })
    };
    let task = model.get("task").and_then(Value::as_str);
    holds("supportedGenerationMethods", "generateContent")
        && holds("endpoints", "chat")
        // Databricks serves embeddings and older completions as well as chat.
        && task.is_none_or(|task| !task.starts_with("llm/") || task == "llm/v1/chat")
}

fn next(value: &Value) -> Option<(&'static str, String)> {
    let said = |field: &str| {
        value.get(field).and_then(Value::as_str).filter(|said| !said.is_empty()).map(str::to_owned)
    };
    if let Some(token) = said("nextPageToken") {
        return Some(("pageToken", token));
    }
    if let Some(token) = said("next_page_token") {
        return Some(("page_token", token));
    }
    if value.get("has_more") == Some(&Value::Bool(true)) {
        return said("last_id").map(|id| ("after_id", id));
    }
    // An address from a response is never followed with a key; its paging parameter is enough.
    let address = url::Url::parse(&said("next")?).ok()?;
    let cursor = address.query_pairs().find(|(name, _)| name == "cursor")?.1.into_owned();
    Some(("cursor", cursor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<SafeText> {
        page(body.as_bytes(), &Redaction::default()).map(|page| page.models).unwrap_or_default()
    }

    #[test]
    fn a_list_is_read_in_each_shape_that_servers_send() {
        for (body, shape) in [
            (r#"{"object":"list","data":[{"id":"a"},{"id":"b"}]}"#, "OpenAI's and Anthropic's"),
            (r#"[{"id":"a"},{"id":"b"}]"#, "a bare list"),
            (r#"{"models":[{"name":"a"},{"name":"b","model":"b:latest"}]}"#, "Ollama's"),
            (
                r#"{"models":[{"name":"models/a","supportedGenerationMethods":["generateContent"]},{"name":"models/e","supportedGenerationMethods":["embedContent"]},{"name":"models/b"}]}"#,
                "Gemini's, with a model that only embeds",
            ),
            (
                r#"{"models":[{"name":"a","endpoints":["chat"]},{"name":"r","endpoints":["rerank"]},{"name":"b"}]}"#,
                "Cohere's, with one that only ranks",
            ),
            (
                r#"{"endpoints":[{"name":"a","task":"llm/v1/chat"},{"name":"e","task":"llm/v1/embeddings"},{"name":"b"}]}"#,
                "Databricks' serving endpoints, with one that only embeds",
            ),
            (
                r#"{"data":[{"id":"a","model":"gpt-6-luna","status":"succeeded"},{"id":"b","model":"gpt-6-sol"}]}"#,
                "Azure's deployments, by their own names",
            ),
        ] {
            assert_eq!(names(body), ["a", "b"], "{shape}");
        }
        assert_eq!(
            names(r#"{"results":[{"owner":"meta","name":"llama"}]}"#),
            ["meta/llama"],
            "Replicate's names have two parts"
        );
        assert_eq!(page(b"<html>", &Redaction::default()), None, "a page of text is no list");
        assert_eq!(names(r#"{"data":[]}"#), [""; 0], "no models is an answer");
    }

    #[test]
    fn a_list_holds_no_key_and_no_more_than_a_list_does() {
        let key = secrecy::SecretString::from("marker-0123456789".to_owned());
        let redaction = Redaction::of(Some(&key));
        let names: Vec<String> =
            (0..MOST_MODELS + 5).map(|at| format!("{{\"id\":\"m{at}\"}}")).collect();
        let long = "x".repeat(LONGEST_MODEL + 1);
        let body = format!(
            r#"{{"data":[{{"id":"marker-0123456789"}},{{"id":"a/\u006darker-01234567"}},{{"id":"{long}"}},{{"id":"a\nb"}},{}]}}"#,
            names.join(",")
        );
        let models = page(body.as_bytes(), &redaction).expect("a list").models;
        assert_eq!(models.len(), MOST_MODELS, "no list is without end");
        assert!(
            models.iter().all(|name| name.starts_with('m') && name.len() < 8),
            "what no request could use is left out"
        );
    }

    #[test]
    fn what_is_in_memory_is_what_says_so() {
        for (body, server) in [
            (
                r#"{"data":[{"id":"a","state":"loaded"},{"id":"b","state":"not-loaded"}]}"#,
                "LM Studio",
            ),
            (r#"{"models":[{"name":"a","model":"a","size_vram":1}]}"#, "Ollama"),
        ] {
            assert_eq!(loaded(body.as_bytes()), Some(vec!["a".into()]), "{server}'s shape");
        }
        assert_eq!(loaded(b"{}"), None, "no list says nothing");
    }

    #[test]
    fn the_next_page_is_asked_for_in_the_words_of_the_list() {
        let next =
            |body: &str| page(body.as_bytes(), &Redaction::default()).and_then(|page| page.next);
        for (body, param, token) in [
            (r#"{"models":[],"nextPageToken":"t"}"#, "pageToken", "t"),
            (r#"{"models":[],"next_page_token":"t"}"#, "page_token", "t"),
            (r#"{"data":[],"has_more":true,"last_id":"t"}"#, "after_id", "t"),
            (
                r#"{"results":[],"next":"https://elsewhere.example/v1/models?cursor=t%3D"}"#,
                "cursor",
                "t=",
            ),
        ] {
            assert_eq!(next(body), Some((param, token.to_owned())), "{body}");
        }
        for last in [
            r#"{"data":[],"has_more":false,"last_id":"t"}"#,
            r#"{"models":[],"next_page_token":""}"#,
            r#"{"results":[],"next":null}"#,
        ] {
            assert_eq!(next(last), None, "{last} is the last page");
        }
    }
}
