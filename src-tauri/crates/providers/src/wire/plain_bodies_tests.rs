//! The bodies of plain prompts, byte for byte as they were recorded before a request could hold a conversation. Runs of
//! then and of now are compared, so nothing may be added to them, and nothing may move.

use std::fmt::Write as _;

use crate::Provider;
use crate::catalogue::catalogue;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing;
use crate::effort::Effort;
use crate::request::Request;

/// Every row with all that is usually set, and every dialect bare, without a limit, and with each effort.
fn recorded() -> String {
    let mut lines = String::new();
    let mut line = |name: &str, request: &Request| {
        writeln!(lines, "{name} | {}", request.body(None)).expect("a string takes it");
    };
    for row in catalogue() {
        let asked = Request { provider: row.clone(), ..testing::request(Dialect::OpenaiChat) };
        line(&row.id, &asked);
    }
    for dialect in Dialect::ALL {
        let full = testing::request(dialect);
        let bare = Request { system: None, max_tokens: None, temperature: None, ..full.clone() };
        line(&format!("{} bare", dialect.name()), &bare);
        let system = Request { system: Some("Be \"brief\".\n".into()), ..bare.clone() };
        line(&format!("{} system", dialect.name()), &system);
        for effort in Effort::ALL {
            let asked = Request { effort: Some(effort), ..full.clone() };
            line(&format!("{} {}", dialect.name(), effort.word()), &asked);
        }
    }
    let fast = crate::provider("anthropic").and_then(|row: &Provider| row.in_tier("fast"));
    let fast = Request { provider: fast.expect("a tier"), ..testing::request(Dialect::Anthropic) };
    line("anthropic fast", &fast);
    lines
}

#[test]
fn the_body_of_a_plain_prompt_is_byte_for_byte_what_it_was() {
    let (is, was) = (recorded(), include_str!("plain_bodies.txt"));
    if std::env::var_os("UPDATE_BODIES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/wire/plain_bodies.txt");
        std::fs::write(path, &is).expect("the record can be written");
        return;
    }
    for (is, was) in is.lines().zip(was.lines()) {
        assert_eq!(is, was, "a prompt without more is sent as it always was");
    }
    assert_eq!(is.lines().count(), was.lines().count(), "every row has its line:\n{is}");
}
