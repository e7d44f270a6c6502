//! Whole requests, from a captured body to the bytes that arrive, through the engine and the history.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use measure::Recording;
use providers::{Clock, Connection, Dialect, KeyNeed, Reply, Roster, Timeouts, custom, stream};
use race::{LanePlan, LaneRequest, Load, Plan, shown_request};
use serde_json::{Value, json};
use store::History;

use crate::arena::{Arena, block_on, lane_at, plan, ran};
use crate::raw::{END, delta, serve};

/// A server that answers at once and keeps what it was asked.
fn listener() -> (String, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    let base_url = serve(move |request, socket: &mut TcpStream| {
        kept.lock().expect("no test panicked with it").push(request.to_owned());
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
        let answer = format!("{head}{}{END}", delta("{\"content\":\"Hi\"}"));
        socket.write_all(answer.as_bytes()).expect("the client reads");
    });
    (base_url, asked)
}

fn roster() -> Roster {
    Roster::new(Vec::new(), &BTreeMap::new())
}

/// The plan of a captured body, raced by these lanes.
fn captured(body: &Value, lanes: Vec<LanePlan>) -> Plan {
    let (read, key) =
        app::read_request(&body.to_string(), None, &roster()).expect("a body that is read");
    assert!(key.is_none(), "a body holds no key");
    Plan {
        prompt: read.prompt,
        system: read.system,
        payload: read.payload.into(),
        max_tokens: read.max_tokens,
        temperature: read.temperature,
        effort: read.effort,
        ..plan(lanes)
    }
}

/// A conversation with an image, a tool that was called, and its result.
fn body() -> Value {
    json!({
        "model": "m", "max_tokens": 64, "system": "Be brief.",
        "tools": [{ "name": "look_up", "description": "Looks up a word.",
                    "input_schema": { "type": "object", "properties": { "word": { "type": "string" } } } }],
        "messages": [
            { "role": "user", "content": [
                { "type": "text", "text": "What is this?" },
                { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } }
            ] },
            { "role": "assistant", "content": [
                { "type": "tool_use", "id": "call_1", "name": "look_up", "input": { "word": "pace" } }
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "call_1", "content": "A speed." }
            ] },
            { "role": "user", "content": "And this?" }
        ]
    })
}

fn spoken(dialect: Dialect, base_url: &str) -> LanePlan {
    LanePlan { dialect: Some(dialect), ..lane_at(base_url, "m") }
}

#[test]
fn what_is_shown_of_a_lane_is_what_arrives_byte_for_byte() {
    for dialect in
        [Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Gemini]
    {
        let (base_url, asked) = listener();
        let plan = captured(&body(), vec![spoken(dialect, &base_url)]);
        let shown = shown_request(&plan, (0, 0), &roster(), |_| false).expect("it can be sent");
        ran(plan);
        let asked = asked.lock().expect("it is over");
        let wanted = format!("{}\r\n{}", shown.head, shown.body);
        assert_eq!(*asked, [wanted], "{}: the same bytes, once", dialect.name());
        assert!(asked[0].contains("iVBORw0KGgo="), "{}: with its image", dialect.name());
        assert!(asked[0].contains("And this?"), "{}: with its last turn", dialect.name());
    }
}

#[test]
fn what_is_shown_of_unique_prompts_is_what_arrives_but_for_the_number() {
    let arguments = "{ \"word\" :  \"pace\" }";
    let chat = json!({ "model": "m", "max_tokens": 64, "messages": [
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": "What is this?" },
        { "role": "assistant", "content": null, "tool_calls": [
            { "id": "call_1", "type": "function", "function": { "name": "look_up", "arguments": arguments } }
        ] },
        { "role": "tool", "tool_call_id": "call_1", "content": "A speed." },
        { "role": "user", "content": "And this?" }
    ]});
    for (body, dialect) in [
        (chat.clone(), Dialect::OpenaiChat),
        (chat, Dialect::OpenaiResponses),
        (body(), Dialect::Anthropic),
        (body(), Dialect::Gemini),
    ] {
        let (base_url, asked) = listener();
        let lanes = vec![spoken(dialect, &base_url)];
        let plan = Plan { unique_prompts: true, repeat: 2, ..captured(&body, lanes) };
        let shown = shown_request(&plan, (0, 0), &roster(), |_| false).expect("it can be sent");
        let mark = shown.number.expect("a mark");
        let parts: Vec<&str> = shown.body.split(&mark).collect();
        assert_eq!(parts.len(), 2, "{}: one number: {}", dialect.name(), shown.body);
        if dialect == Dialect::OpenaiChat {
            let words = json!(arguments).to_string();
            assert!(shown.body.contains(&words), "as it was pasted: {}", shown.body);
        }
        ran(plan);
        let asked = asked.lock().expect("it is over");
        let before = format!("{}\r\n{}", shown.head, parts[0]);
        let mut numbers = Vec::new();
        for sent in asked.iter() {
            let rest = sent.strip_prefix(&before).expect("the same bytes before the number");
            let (number, after) = rest.split_at(mark.len());
            assert!(number.bytes().all(|digit| digit.is_ascii_digit()), "a number: {number}");
            assert_eq!(after, parts[1], "{}: and the same behind it", dialect.name());
            numbers.push(number);
        }
        assert!(numbers.len() == 2 && numbers[0] != numbers[1], "each its own: {numbers:?}");
    }
}

#[test]
fn a_shown_request_has_asterisks_and_a_variable_in_the_place_of_its_key() {
    let openai =
        LanePlan { provider: "openai".into(), model: "gpt-6-sol".into(), ..LanePlan::default() };
    let asking = Plan { prompt: "It's $HOME".into(), ..plan(vec![openai]) };
    let shown = shown_request(&asking, (0, 0), &roster(), |_| true).expect("it can be sent");
    assert!(shown.head.contains("authorization: Bearer ********\r\n"), "{}", shown.head);
    let line = shown.curl_line();
    let key = "-H 'authorization: Bearer '\"$OPENAI_API_KEY\"";
    assert!(line.contains(key), "{line}");
    let quoted = shown.body.replace('\'', r"'\''");
    assert_eq!(line, format!("{}'{quoted}'", shown.curl), "as the window ends it, too");
    let (read, key) = app::read_request(&line, None, &roster()).expect("our own line");
    assert_eq!(read.prompt, "It's $HOME", "a shell leaves the prompt as it is");
    let lane = read.lane.expect("the line says where it goes");
    assert_eq!((lane.provider.as_str(), lane.model.as_str()), ("openai", "gpt-6-sol"), "there");
    assert!(key.is_none(), "the variable is no key");
}

#[test]
fn a_copied_line_has_no_word_that_is_too_long_for_a_program() {
    let openai =
        LanePlan { provider: "openai".into(), model: "gpt-6-sol".into(), ..LanePlan::default() };
    let long = "It's 100 % \\n $HOME \u{e9}. ".repeat(6_000);
    let asking = Plan { prompt: long.trim_end().into(), ..plan(vec![openai]) };
    let shown = shown_request(&asking, (0, 0), &roster(), |_| true).expect("it can be sent");
    let line = shown.curl_line();
    assert_eq!(line.matches("printf").count(), 1, "the shell writes it itself");
    let (body, program) = line.rsplit_once("' |\n").expect("what writes, and what sends");
    let words = shell_words::split(&format!("{body}'")).expect("words of a shell");
    assert_eq!(words, ["printf", "%s", &shown.body], "the body as it is");
    assert!(program.len() < 1_000, "{program}");
    let (read, _) = app::read_request(&line, None, &roster()).expect("our own line");
    assert_eq!(read.prompt, asking.prompt, "to the letter");
}

#[test]
fn a_copied_line_runs_nothing_and_puts_the_key_only_where_the_key_was() {
    let openai =
        LanePlan { provider: "openai".into(), model: "gpt-6-sol".into(), ..LanePlan::default() };
    let mut asking = Plan { prompt: "Hi".into(), ..plan(vec![openai]) };
    let headers = &mut asking.payload.make_mut().headers;
    headers.insert("x-trace".into(), "`id` $(id)\" $HOME ********".into());
    headers.insert("x-run".into(), "********".into());
    let shown = shown_request(&asking, (0, 0), &roster(), |_| true).expect("it can be sent");
    let line = shown.curl_line();
    assert_eq!(line.matches("$OPENAI_API_KEY").count(), 1, "{line}");
    let line = line.replace("\\\n", " ").replace("\"$OPENAI_API_KEY\"", "KEY");
    let words = shell_words::split(&line).expect("a line of a shell");
    assert!(words.contains(&"x-trace: `id` $(id)\" $HOME ********".to_owned()), "{words:?}");
    assert!(line.contains("'x-trace: `id` $(id)\" $HOME ********'"), "in single quotes: {line}");
    assert!(words.contains(&"x-run: ********".to_owned()), "{words:?}");
    assert!(words.contains(&"authorization: Bearer KEY".to_owned()), "{words:?}");
}

#[test]
fn each_lane_sends_its_own_request_where_it_has_one() {
    let (base_url, asked) = listener();
    let own = LaneRequest { prompt: Some("Short?".into()), ..LaneRequest::default() };
    let short = LanePlan { request: Some(own), ..lane_at(&base_url, "short") };
    let mut both = plan(vec![lane_at(&base_url, "long"), short]);
    both.prompt = "A very long prompt?".into();
    let run = ran(both);
    let asked = asked.lock().expect("it is over");
    let of = |model: &str| {
        let model = format!("\"model\":\"{model}\"");
        asked.iter().find(|asked| asked.contains(&model)).expect("it was asked").clone()
    };
    assert!(of("long").contains("A very long prompt?"), "the shared prompt");
    assert!(of("short").contains("Short?") && !of("short").contains("very long"), "its own");
    assert_eq!(
        run.plan.lanes[1].request.as_ref().and_then(|own| own.prompt.as_deref()),
        Some("Short?")
    );
}

#[test]
fn a_body_is_written_before_it_is_sent_and_not_again() {
    let (base_url, asked) = listener();
    let provider = custom("own", "Own", Dialect::OpenaiChat, &base_url, KeyNeed::None);
    let provider = provider.expect("an address");
    let one = plan(vec![lane_at(&base_url, "m")]);
    let entry = race::check(&one, &roster(), &cost::Prices::default()).expect("it can start");
    let mut request = entry[0].request.clone();
    let body = request.write();
    request.prompt = "changed after it was written".into();
    block_on(async {
        let opened = Connection::open(&provider, None, None, Clock::start()).await;
        let (mut connection, mut reply) = (opened.expect("it listens"), Reply::default());
        let recording = Mutex::new(Recording::starting_at(0));
        let asked = (&request, &body);
        stream(
            &mut connection,
            asked,
            (None, &providers::Secrets::default()),
            Timeouts::default(),
            &recording,
            &mut reply,
        )
        .await;
        assert!(reply.fault.is_none(), "{:?}", reply.fault);
    });
    let asked = asked.lock().expect("it is over");
    assert!(asked[0].contains("Why do rivers bend?"), "the bytes that were written: {}", asked[0]);
    assert!(!asked[0].contains("changed"), "nothing is written between the start and the send");
}

#[test]
fn a_sweep_numbers_what_the_model_reads_first() {
    let (base_url, asked) = listener();
    let load = Load { concurrency: vec![1], samples: 2, waves: None, ..Load::default() };
    let mut sweep = captured(&body(), vec![lane_at(&base_url, "m")]);
    sweep.system = None;
    sweep.load = Some(load);
    let contenders = race::check(&sweep, &roster(), &cost::Prices::default()).expect("it starts");
    let entries: Vec<_> =
        contenders.into_iter().map(|contender| race::Entry::new(contender, None, None)).collect();
    let sweep = app::sweep_now(sweep, entries, Timeouts::default());
    block_on(app::record_sweep(None, sweep, |_| {})).expect("it runs");
    let asked = asked.lock().expect("it is over");
    assert!(asked.len() > 2, "warm-ups and samples: {}", asked.len());
    let first_turns: std::collections::BTreeSet<String> = asked
        .iter()
        .map(|asked| {
            let body: Value = asked
                .split_once("\r\n\r\n")
                .and_then(|(_, body)| serde_json::from_str(body).ok())
                .expect("a body");
            body.pointer("/messages/0/content/0/text")
                .and_then(Value::as_str)
                .expect("text")
                .to_owned()
        })
        .collect();
    assert_eq!(first_turns.len(), asked.len(), "no two begin alike");
    assert!(first_turns.iter().all(|text| text.ends_with("What is this?")), "{first_turns:?}");
}

#[test]
fn a_run_with_a_whole_request_is_kept_exported_imported_and_asked_again() {
    let (base_url, _) = listener();
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let history = Arc::new(History::open(here.path()).expect("a history"));
    let whole = captured(&body(), vec![lane_at(&base_url, "m")]);
    let contenders = race::check(&whole, &roster(), &cost::Prices::default()).expect("it starts");
    let entries: Vec<_> =
        contenders.into_iter().map(|contender| race::Entry::new(contender, None, None)).collect();
    let race = app::race_now(whole.clone(), entries, Timeouts::default());
    let (run, unsaved) =
        block_on(app::record(Some(Arc::clone(&history)), race, None)).expect("it runs");
    assert!(unsaved.is_none(), "it is kept");
    let kept = history.run(&run.id).expect("it is there");
    assert_eq!(kept.plan, whole, "it can be asked again as it was");
    let export = |without_prompts, format| {
        let wanted = report::Export { runs: vec![run.id.clone()], format, without_prompts };
        app::export(&history, &wanted).expect("it is exported").text
    };
    let other = History::open(there.path()).expect("a history");
    let json = export(false, report::ExportFormat::Json);
    report::import(&other, &json).expect("our own export");
    assert_eq!(other.run(&run.id).expect("it is there").plan, whole, "elsewhere as well");
    for format in [
        report::ExportFormat::Json,
        report::ExportFormat::Csv,
        report::ExportFormat::Md,
        report::ExportFormat::Html,
    ] {
        let bare = export(true, format);
        for marker in ["What is this?", "And this?", "look_up", "A speed.", "iVBORw0KGgo"] {
            assert!(!bare.contains(marker), "{format:?} without prompts holds {marker}");
        }
    }
    for format in [report::ExportFormat::Md, report::ExportFormat::Html] {
        let text = export(false, format);
        assert!(text.contains("What is this?") && text.contains("look_up"), "{format:?} tells it");
        assert!(!text.contains("iVBORw0KGgo"), "{format:?} tells an image by its length");
    }
    let torn = json.replace("iVBORw0KGgo=", "sha256:00");
    let refused = report::import(
        &History::open(tempfile::tempdir().expect("one").path()).expect("one"),
        &torn,
    );
    assert!(refused.is_err_and(|error| error.to_string().contains("not in the file")), "no image");
}

#[test]
fn two_requests_stay_two_contenders_where_they_are_imported_without_their_prompts() {
    let (base_url, _) = listener();
    let (here, there) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("one"));
    let history = Arc::new(History::open(here.path()).expect("a history"));
    let mut ids = Vec::new();
    for form in ["json_object", "text"] {
        let body = serde_json::json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }],
            "response_format": { "type": form } });
        let plan = captured(&body, vec![lane_at(&base_url, "m")]);
        let contenders =
            race::check(&plan, &roster(), &cost::Prices::default()).expect("it starts");
        let entries: Vec<_> = contenders
            .into_iter()
            .map(|contender| race::Entry::new(contender, None, None))
            .collect();
        let race = app::race_now(plan, entries, Timeouts::default());
        let (run, _) =
            block_on(app::record(Some(Arc::clone(&history)), race, None)).expect("it runs");
        ids.push(run.id);
    }
    let wanted = report::Export {
        runs: ids.clone(),
        format: report::ExportFormat::Json,
        without_prompts: true,
    };
    let other = History::open(there.path()).expect("a history");
    let text = app::export(&history, &wanted).expect("it is exported").text;
    report::import(&other, &text).expect("our own export");
    let [one, two] = [0, 1].map(|at| other.run(&ids[at]).expect("it is there").plan);
    assert_ne!(race::prompt_fingerprint(&one), race::prompt_fingerprint(&two), "two prompts");
}

#[test]
fn a_key_among_the_fields_of_a_request_is_refused_before_the_start() {
    for own in [
        r#""extra_body":{"api_key":"k"}"#,
        r#""mcp_servers":[{"url":"https://a.b","authorization_token":"t"}]"#,
        r#""tools":[{"type":"mcp","headers":{"Authorization":"Bearer t"}}]"#,
    ] {
        let body =
            serde_json::json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }] });
        let mut plan = captured(&body, vec![lane_at("http://127.0.0.1:9/v1", "m")]);
        let fields: serde_json::Value = serde_json::from_str(&format!("{{{own}}}")).expect("JSON");
        let payload = plan.payload.make_mut();
        for (name, value) in fields.as_object().expect("an object") {
            if name == "tools" {
                payload.tools = vec![providers::Tool::Own(value[0].clone())];
            } else {
                payload.fields.insert(name.clone(), value.clone());
            }
        }
        let problems =
            race::check(&plan, &roster(), &cost::Prices::default()).expect_err("it carries a key");
        let told =
            problems.iter().any(|problem| problem.message.to_string().contains("looks like a key"));
        assert!(told, "{own}: {problems:?}");
    }
}

#[test]
fn a_simulated_provider_answers_a_whole_request() {
    let arena = Arena::open();
    let run = ran(captured(&body(), vec![arena.lane("ttft=5ms&tps=2000&tokens=5")]));
    let sample = &run.lanes[0].samples[0];
    assert!(sample.status.is_ok(), "{:?}", sample.error);
}
