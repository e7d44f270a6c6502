//! What a page, a person or a file writes for a lane and for a place in the window.

use std::ffi::OsString;

use super::fuzz;

#[path = "../../src-tauri/crates/cli/src/plan/lane.rs"]
mod lane;
#[path = "../../src-tauri/src/link_text.rs"]
mod link_text;

/// Longest place in the window, in bytes.
const LONGEST_LINK: usize = 1_000;

fn seeds(texts: [&str; 4]) -> Vec<Vec<u8>> {
    texts.map(|text| text.as_bytes().to_vec()).to_vec()
}

/// No text of a lane is read as what it does not say, nor repeated with a login.
#[test]
fn lanes() {
    let seeds = seeds([
        "openai/gpt-6-luna",
        "openai-chat@http://user:Hunter2Hunter2@127.0.0.1:8000/v1#m",
        "groq/openai/gpt-oss-120b",
        "anthropic@https://api.example.com#claude#1",
    ]);
    fuzz("lanes", &seeds, |bytes, _| {
        let text = String::from_utf8_lossy(bytes);
        match lane::parse(&text) {
            Ok(lane) => {
                assert!(!lane.provider.is_empty(), "it names a provider");
                assert!(!lane.model.trim().is_empty(), "and a model");
                assert!(text.contains(&lane.model), "that the text named");
            }
            Err(why) => {
                let is_address = text.split('/').next().is_some_and(|head| head.contains('@'));
                let is_told = is_address && why.contains("Hunter2Hunter2");
                assert!(!is_told, "a login is not repeated: {why}");
                assert!(why.len() <= 2 * text.len() + 300, "a sentence");
            }
        }
    });
}

/// Whatever a link holds, it is one place without control characters, and never a switch.
#[test]
fn links() {
    let seeds = seeds([
        "paceline://history/01-ab?lane=2",
        "paceline:race/1",
        "--data-dir",
        "history/%2e%2e/x",
    ]);
    fuzz("links", &seeds, |bytes, _| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(link) = link_text::link(&OsString::from(&text)) {
            assert!(link.len() <= LONGEST_LINK, "it is short");
            assert!(!link.chars().any(char::is_control), "it is text");
            assert!(!text.starts_with('-'), "a switch is none");
            let rest = link_text::without_scheme(&text).unwrap_or(&text);
            assert!(rest.contains(&link), "of what the text said");
        }
    });
}
