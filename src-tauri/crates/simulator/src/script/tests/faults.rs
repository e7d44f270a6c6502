use serde_json::json;

use super::*;

#[test]
fn an_error_breaks_a_stream_off() {
    let failed = |fault: &str| scripted(&format!("role=absent&tokens=4&fault={fault}"));
    let script = failed("error");
    let datas = datas(&script);
    assert_eq!(datas.len(), 3, "half of the tokens, then the error, and no more");
    assert_eq!(datas[2]["error"]["type"], json!("server_error"), "as vLLM tells it");
    assert_eq!(script.outcome, Outcome::Failed, "the truth says so");
    assert!(body(&failed("error-event@first")).starts_with("event: error\ndata: {"), "as Groq");
    assert!(body(&failed("error-done@1")).ends_with("data: [DONE]\n\n"), "done all the same");
    let late = body(&failed("error-late"));
    let (before, after) = late.split_once("\"error\"").expect("an error");
    assert!(before.contains("\"stop\"") && after.contains("[DONE]"), "between finish and done");
}

#[test]
fn a_break_leaves_the_body_unfinished() {
    for (fault, outcome) in [("drop@2", Outcome::Dropped), ("reset@2", Outcome::Reset)] {
        let framing = Framing { chunked: true, close: false };
        let knobs = format!("scripted?tokens=4&gap=10ms&ttft=50ms&role=absent&fault={fault}");
        let script = script(&knobs, &json!({}), framing, 1);
        let writes = timed(&script);
        assert_eq!(script.outcome, outcome, "the truth says how");
        assert_eq!(writes.last(), Some(&(70_000, Vec::new())), "where the third token was due");
        let whole: Vec<_> = writes.into_iter().flat_map(|(_, bytes)| bytes).collect();
        assert!(!whole.ends_with(b"0\r\n\r\n"), "the last chunk never comes");
    }
}

#[test]
fn a_stall_delays_what_follows() {
    let times = |fault: &str| {
        let knobs = format!("ttft=100ms&gap=10ms&tokens=3&stall=3s&fault={fault}");
        instants(&scripted(&knobs), "content")
    };
    assert_eq!(times("stall@first"), [3_100_000, 3_110_000, 3_120_000], "before the first token");
    assert_eq!(times("stall@2"), [100_000, 110_000, 3_120_000], "in the middle");
    assert_eq!(times("stall@100%"), [100_000, 110_000, 120_000], "after the last token");
}
