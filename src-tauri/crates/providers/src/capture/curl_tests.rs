//! `curl` lines as they stand in documents, terminals and scripts.

use super::*;

const CHAT: &str = "https://api.openai.com/v1/chat/completions";
const BODY: &str = r#"-d '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'"#;

fn taken(line: &str) -> Captured {
    read_capture(line, None).unwrap_or_else(|error| panic!("{error}: {line}")).0
}

fn refused(line: &str) -> String {
    match read_capture(line, None) {
        Err(error @ CaptureError::Curl { .. }) => error.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

/// What is told of a line, without what is added to every request.
fn told(captured: &Captured) -> Vec<String> {
    let notes = captured.told().into_iter();
    let is_of_every = |note: &String| {
        note.starts_with("Added to") || note.starts_with("`stream_options` is added")
    };
    notes.filter(|note| !is_of_every(note)).collect()
}

fn said(captured: &Captured, word: &str) -> bool {
    captured.told().iter().any(|note| note.contains(word))
}

#[test]
fn a_variable_that_the_shell_would_fill_in_is_refused_by_its_name_and_never_sent() {
    for (line, name) in [
        (format!(r#"curl {CHAT} -d "{{\"model\":\"$MODEL\",\"messages\":[]}}""#), "`$MODEL`"),
        (format!(r#"curl {CHAT} -d '{{"model":"'"$MODEL"'","messages":[]}}'"#), "`$MODEL`"),
        (format!(r#"curl {CHAT} -d '{{"model":"'${{MODEL}}'","messages":[]}}'"#), "`${MODEL}`"),
        (format!("curl {CHAT} --json=$BODY"), "`$BODY`"),
        (format!("curl {CHAT} -d\"$BODY\""), "`$BODY`"),
        (format!("curl \"$BASE_URL/v1/chat/completions\" {BODY}"), "`$BASE_URL`"),
        (format!("curl https://a.example/$PATH_/chat/completions {BODY}"), "`$PATH_`"),
        (format!("curl {CHAT} $OPTIONS {BODY}"), "two addresses"),
        (format!("curl {CHAT} -X $METHOD {BODY}"), "`$METHOD`"),
        (format!("curl {CHAT} -H \"OpenAI-Project: $PROJECT\" {BODY}"), "`$PROJECT`"),
        (format!("curl {CHAT} -H \"$NAME: v\" {BODY}"), "`$NAME`"),
        (format!(r#"curl {CHAT} -d '{{"messages":[],"user":"'"$(id "SECRET")"'"}}'"#), "`$(…)`"),
        (format!("curl {CHAT} -d \"`cat SECRET`\""), "backticks"),
        (format!("curl {CHAT} ^\n -d \"{{\\\"model\\\":\\\"%MODEL%\\\"}}\""), "`%MODEL%`"),
        (format!("curl.exe {CHAT} `\n -d \"$env:BODY\""), "`$env:BODY`"),
    ] {
        let error = refused(&line);
        assert!(error.contains(name) && !error.contains("SECRET"), "{line}: {error}");
    }
}

#[test]
fn a_variable_in_the_place_of_a_key_is_no_key_and_what_is_text_to_a_shell_is_text() {
    for options in [
        "-H \"Authorization: Bearer $OPENAI_API_KEY\"",
        "-H \"Authorization: Bearer $(gcloud auth print-access-token)\"",
        "-H \"Authorization: Bearer `print-token`\"",
        "-H \"x-functions-key: $KEY\"",
        "-H \"Content-Type: $TYPE\"",
        "--oauth2-bearer $KEY -u \"$USER:$PASSWORD\" --max-time $SECONDS",
    ] {
        let (captured, key) =
            read_capture(&format!("curl {CHAT} {options} {BODY}"), None).expect(options);
        assert!(key.is_none() && captured.payload.headers.is_empty(), "{options}");
        assert_eq!(captured.prompt, "Hi", "{options}");
    }
    let gemini = "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent";
    let (_, key) = read_capture(
        &format!("curl \"{gemini}?key=$GEMINI_API_KEY\" -d '{{\"contents\":\"Hi\"}}'"),
        None,
    )
    .expect("a key of the address");
    assert!(key.is_none());
    let text = r#"curl https://api.openai.com/v1/chat/completions -H 'x-tag: $A' -d '{"messages":[{"role":"user","content":"$A `b` $(c) 100%"}]}'"#;
    let captured = taken(text);
    assert_eq!(captured.prompt, "$A `b` $(c) 100%", "single quotes hold text");
    assert_eq!(captured.payload.headers["x-tag"], "$A");
    let text = r#"curl https://api.openai.com/v1/chat/completions -d "{\"messages\":[{\"role\":\"user\",\"content\":\"\$5 and $ and \`b\`\"}]}""#;
    assert_eq!(taken(text).prompt, "$5 and $ and `b`", "and so does an escape");
}

#[test]
fn a_line_ends_where_the_shell_ends_it_and_what_is_left_out_is_told() {
    for (end, told) in [
        (" | jq .", "`|`"),
        ("| jq -r '.choices[0]'", "`|`"),
        ("; echo done", "`;`"),
        (" && echo done", "`&&`"),
        (" || exit 1", "`||`"),
        (" > out.json", "`>`"),
        (" 2>/dev/null >> out.json", "`>`"),
        (" > out.json -H 'x-tag: a'", "`>`"),
        (" 2>&1 | tee log", "`|`"),
    ] {
        let captured = taken(&format!("curl {CHAT} {BODY}{end}"));
        assert_eq!(captured.prompt, "Hi", "{end}");
        assert!(said(&captured, told), "{end}: {:?}", captured.told());
        assert_eq!(captured.payload.headers.len(), usize::from(end.contains("-H")), "{end}");
    }
    let whole = taken(&format!("curl {CHAT} {BODY} # ask"));
    assert_eq!((told(&whole), whole.prompt.as_str()), (vec![], "Hi"), "a comment is nothing");
}

#[test]
fn a_line_is_read_as_terminals_and_documents_of_every_system_write_it() {
    let quoted = r#"-d "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}""#;
    for line in [
        format!("# Ask it.\n\n#And wait.\n$ curl {CHAT} {BODY}"),
        format!("/usr/bin/curl {CHAT} {BODY}"),
        format!(
            "curl.exe {CHAT} `\n  -H \"Authorization: Bearer $env:OPENAI_API_KEY\" `\n  {BODY}"
        ),
        format!(
            "curl {CHAT} ^\r\n  -H \"Authorization: Bearer %OPENAI_API_KEY%\" ^\r\n  {quoted}\r\n"
        ),
        format!(
            "curl ^\"{CHAT}^\" ^\n  --data-raw ^\"^{{^\\^\"messages^\\^\":^[^{{^\\^\"role^\\^\":^\\^\"user^\\^\",^\\^\"content^\\^\":^\\^\"Hi^\\^\"^}}^]^}}^\""
        ),
    ] {
        let captured = taken(&line);
        assert_eq!((captured.prompt.as_str(), told(&captured)), ("Hi", vec![]), "{line}");
    }
    for line in [
        format!("MODEL=SECRET curl {CHAT} {BODY}"),
        format!("export MODEL=SECRET\ncurl {CHAT} {BODY}"),
    ] {
        let error = refused(&line);
        assert!(error.contains("`MODEL`") && !error.contains("SECRET"), "{error}");
    }
    for text in ["curly braces", "a=b", "not curl"] {
        let read = read_capture(text, None);
        assert!(matches!(read, Err(CaptureError::NoJson { .. })), "{text}: {read:?}");
    }
}

#[test]
fn a_header_that_is_not_sent_is_told_or_refused() {
    let error = refused(&format!("curl {CHAT} -H @SECRET.txt {BODY}"));
    assert!(error.contains("file") && !error.contains("SECRET"), "{error}");
    for (header, told) in [
        ("\"$AUTH\"", "`$AUTH`"),
        ("'X-Empty;'", "without a name or a value"),
        ("'X-Empty:'", "without a name or a value"),
        ("'anthropic-version: 2024-01-01'", "2023-06-01"),
    ] {
        let captured = taken(&format!("curl {CHAT} -H {header} {BODY}"));
        assert!(said(&captured, told), "{header}: {:?}", captured.told());
        assert!(captured.payload.headers.is_empty(), "{header}");
    }
    for (header, is_told) in [
        ("'Host: models.internal.example'", true),
        ("'Host: api.openai.com'", false),
        ("'Host: API.openai.com:443'", false),
    ] {
        let captured = taken(&format!("curl {CHAT} -H {header} {BODY}"));
        assert_eq!(said(&captured, "`models.internal.example` is left out"), is_told, "{header}");
        assert!(captured.payload.headers.is_empty(), "{header}");
    }
    let repeated = taken(&format!("curl {CHAT} -H 'Idempotency-Key: order-7' {BODY}"));
    assert!(said(&repeated, "takes every request of a race for the same one"), "why it is not");
    let login =
        refused(&format!("curl https://me:hunter2@api.openai.com/v1/chat/completions {BODY}"));
    assert!(login.contains("a user name or a password") && !login.contains("hunter2"), "{login}");
    let usual = taken(&format!("curl {CHAT} -H 'Anthropic-Version: 2023-06-01' -H Accept: {BODY}"));
    assert_eq!(told(&usual), [""; 0], "nothing differs");
}

#[test]
fn a_method_that_makes_no_answer_is_refused_by_its_name() {
    for method in ["countTokens", "embedContent", "rawPredict", "streamRawPredict"] {
        let line = format!(
            "curl https://generativelanguage.googleapis.com/v1beta/models/m:{method} -d '{{\"contents\":\"Hi\"}}'"
        );
        let error = refused(&line);
        assert!(error.contains(method) && error.contains(":generateContent"), "{error}");
    }
    let key = "sk-proj-0123456789abcdefghij";
    let line = format!("curl https://a.example/v1/models/m:{key} -d '{{\"contents\":\"Hi\"}}'");
    assert!(!refused(&line).contains(key), "what may be a key is not told");
}

#[test]
fn parts_of_a_body_are_joined_as_curl_joins_them() {
    let (one, two) = (r#"'{"model":"m","messages":[{"role":"user",'"#, r#"'"content":"Hi"}]}'"#);
    let error = refused(&format!("curl {CHAT} -d {one} --data-raw {two}"));
    assert!(error.contains("`&`"), "what curl would send is no JSON: {error}");
    let within = r#"'{"model":"m","messages":[{"role":"user","content":"a' -d 'b"}]}'"#;
    assert_eq!(taken(&format!("curl {CHAT} -d {within}")).prompt, "a&b", "as it would be sent");
    assert_eq!(taken(&format!("curl {CHAT} --json {one} --json {two}")).prompt, "Hi", "as JSON is");
}

#[test]
fn an_address_with_a_slash_at_its_end_is_read_and_the_slash_is_told() {
    for address in [format!("{CHAT}/"), format!("{CHAT}//?a=b")] {
        let captured = taken(&format!("curl '{address}' {BODY}"));
        assert_eq!(captured.base_url.as_deref(), Some("https://api.openai.com/v1"), "{address}");
        assert!(said(&captured, "at the end of the address"), "{:?}", captured.told());
    }
    let azure = "https://r.openai.azure.com/openai/responses?api-version=2025-04-01-preview";
    let captured = taken(&format!("curl '{azure}' -d '{{\"model\":\"m\",\"input\":\"Hi\"}}'"));
    assert_eq!(captured.base_url.as_deref(), Some("https://r.openai.azure.com/openai/v1"));
    assert!(said(&captured, "without versions"), "{:?}", captured.told());
}

#[test]
fn where_a_request_came_from_is_sent_and_whose_program_it_was_is_told() {
    for options in [
        "-e https://a.example/b -A 'My app/1'",
        "-H 'Referer: https://a.example/b' -H 'User-Agent: x'",
    ] {
        let captured = taken(&format!("curl {CHAT} {options} {BODY}"));
        assert_eq!(captured.payload.headers["referer"], "https://a.example/b", "{options}");
        assert!(said(&captured, "user agent is left out"), "{options}: {:?}", captured.told());
    }
}

#[test]
fn a_body_of_a_line_is_no_call_of_an_sdk() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"timeout":30,"extra_body":{"a":1}}"#;
    let captured = taken(&format!("curl {CHAT} -d '{body}'"));
    assert_eq!(captured.payload.fields["timeout"], 30, "it was sent");
    assert_eq!(captured.payload.fields["extra_body"]["a"], 1, "as it stands");
    let (call, _) = read_capture(body, None).expect("a call");
    assert!(
        call.payload.fields.get("timeout").is_none() && said(&call, "`timeout`"),
        "a call's is told"
    );
    assert_eq!(call.payload.fields["a"], 1, "and its fields stand where an SDK puts them");
}

#[test]
fn a_quote_that_stands_twice_in_one_row_is_one_as_in_powershell() {
    let line =
        format!(r#"curl.exe {CHAT} -d '{{"messages":[{{"role":"user","content":"it''s"}}]}}'"#);
    let captured = taken(&line);
    assert_eq!(captured.prompt, "it's", "and not `its`");
    assert!(said(&captured, "PowerShell"), "{:?}", captured.told());
}

#[test]
fn quotes_that_are_escaped_for_windows_powershell_are_quotes() {
    let begin = "curl.exe https://api.openai.com/v1/chat/completions `\n  -H 'Content-Type: application/json' `\n  -d ";
    let line = format!(
        r#"{begin}'{{\"model\":\"m\",\"messages\":[{{\"role\":\"user\",\"content\":\"a \\\"b\\\" C:\\dir\n''c''\"}}]}}'"#
    );
    let captured = taken(&line);
    assert_eq!(captured.prompt, "a \"b\" C:\\dir\n'c'", "as the program would get it");
    assert!(said(&captured, "Windows PowerShell"), "and that is told: {:?}", told(&captured));
    let plain =
        format!(r#"{begin}'{{"model":"m","messages":[{{"role":"user","content":"a \"b\""}}]}}'"#);
    let captured = taken(&plain);
    assert_eq!(captured.prompt, "a \"b\"", "what is JSON stays as it is");
    assert!(!said(&captured, "Windows PowerShell"), "without a word: {:?}", told(&captured));
}

#[test]
fn what_a_terminal_writes_before_a_line_and_a_command_that_runs_it_are_none_of_it() {
    for before in ["$ ", "% ", "> ", "time ", "$ time ", "# as documented\n$ ", "sudo "] {
        let line = format!(
            r#"{before}curl https://api.openai.com/v1/chat/completions -d '{{"model":"m","messages":[{{"role":"user","content":"Hi"}}]}}'"#
        );
        assert_eq!(taken(&line).prompt, "Hi", "{before}");
    }
}

#[test]
fn more_names_in_a_query_than_any_request_has_are_refused_before_they_are_told() {
    let many = "a=b&".repeat(1_000_000);
    let told = refused(&format!("curl '{CHAT}?{many}' {BODY}"));
    assert!(told.contains("more options than any request"), "{told}");
    let few = taken(&format!("curl '{CHAT}?{}' {BODY}", "a=b&".repeat(20)));
    assert!(said(&few, "a"), "{:?}", self::told(&few));
}
