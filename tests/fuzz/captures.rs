//! Captured requests: bodies and `curl` lines that somebody copied from elsewhere.

use std::fs;
use std::sync::Arc;

use providers::{
    Captured, Dialect, Inputs, KeyNeed, Provider, Request, SafeText, custom, read_capture,
};
use secrecy::SecretString;

use super::{fuzz, tests};

/// What the keys of the seeds hold, as long as the shortest part that a redaction hides.
const MARKER: &str = "Marker7Q";

/// Bodies of production shape, and each as a line that sends it.
fn seeds() -> Vec<Vec<u8>> {
    let folder = tests().join("../src-tauri/crates/providers/src/capture");
    let sent = [
        ("chat", "https://api.openai.com/v1/chat/completions", "Authorization: Bearer sk-Marker7Q"),
        ("responses", "https://api.openai.com/v1/responses", "Authorization: Bearer $KEY"),
        ("anthropic", "https://api.anthropic.com/v1/messages", "x-api-key: sk-ant-Marker7Q"),
        (
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.7-flash:streamGenerateContent?alt=sse&key=AIzaMarker7Q",
            "content-type: application/json",
        ),
    ];
    let mut seeds = Vec::new();
    for (name, address, header) in sent {
        let bodies = fs::read_to_string(folder.join(format!("bodies_{name}.txt")));
        let bodies = bodies.expect("the capture's own tests read it");
        for line in bodies.lines().filter(|line| !line.starts_with('#')) {
            let (_, body) = line.split_once(" | ").expect("a name and a body");
            let quoted = body.replace('\'', r"'\''");
            let line = format!("curl -sS '{address}' \\\n  -H '{header}' -d '{quoted}'\n");
            let number = seeds.len() / 3;
            let given = given(body, &format!("curl '{address}' -H '{header}'"), number);
            seeds.extend([body.to_owned().into_bytes(), line.into_bytes(), given.into_bytes()]);
        }
    }
    seeds
}

/// A line that is given the body to read, each in the next of the ways to do so.
fn given(body: &str, curl: &str, number: usize) -> String {
    let quoted = body.replace('\'', r"'\''");
    match number % 7 {
        0 => format!("{curl} -d @- <<'EOF'\n{body}\nEOF\n"),
        1 => format!("{curl} --json @- <<-EOF | jq .\n\t{body}\n\tEOF\n"),
        2 => format!("{curl} -d @- <<< '{quoted}'"),
        3 => format!("cat <<\"EOF\" | {curl} -d @-\n{body}\nEOF\necho done\n"),
        4 => format!("{curl} -d \"$(cat <<'EOF'\n{body}\nEOF\n)\""),
        5 => format!("printf '%s\\n' '{quoted}' | {curl} -d @-"),
        _ => format!("echo '{quoted}' | {curl} -d @-"),
    }
}

/// A row for requests in this dialect.
fn own(dialect: Dialect) -> Provider {
    let own = custom("own", "Own", dialect, "http://127.0.0.1:9/v1", KeyNeed::None);
    own.expect("an address")
}

#[test]
fn captures() {
    let rows = Dialect::ALL.map(own);
    fuzz("captures", &seeds(), |bytes, dice| {
        let text = String::from_utf8_lossy(bytes);
        let told = (dice.below(4) == 0).then(|| Dialect::ALL[dice.below(Dialect::ALL.len())]);
        let (captured, key) = match read_capture(&text, told) {
            Ok(read) => read,
            Err(error) => {
                let said = error.to_string();
                assert!(said.chars().count() < 400, "a sentence, without the text: {said}");
                return;
            }
        };
        if let Some(key) = key {
            must_be_apart(&text, &key, &captured);
        }
        let row = &rows[dice.below(rows.len())];
        let request = Request {
            provider: row.clone(),
            model: "m".into(),
            system: captured.system,
            prompt: captured.prompt,
            max_tokens: captured.max_tokens,
            temperature: captured.temperature,
            effort: captured.effort,
            payload: Arc::new(captured.payload),
            inputs: Inputs::Usual,
        };
        let (refusals, adjustments) = (request.refusals(), request.adjustments());
        assert!(refusals.len() + adjustments.len() < 1_000, "no more is said than can be read");
        let _tokens = request.input_text();
    });
}

/// A key that stands in the text once is in nothing else that was read.
fn must_be_apart(text: &str, key: &SecretString, captured: &Captured) {
    let is_marked = SafeText::without(MARKER, Some(key)) == "*".repeat(MARKER.len()).as_str();
    if is_marked && text.matches(MARKER).count() == 1 {
        assert!(!format!("{captured:?}").contains(MARKER), "a key is returned apart");
    }
}
