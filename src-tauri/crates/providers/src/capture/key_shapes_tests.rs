//! Requests as people paste them, with what logs somebody in at every place where it is written. Nothing of it is in anything that is
//! kept or told: the request is refused without it, or read without it.

use super::*;

/// What is kept and told of a pasted text, with what an error says.
fn kept(text: &str) -> String {
    match read_capture(text, None) {
        Ok((captured, _key)) => {
            let told: Vec<String> = captured.notes.iter().map(ToString::to_string).collect();
            format!("{captured:?} {told:?}")
        }
        Err(error) => format!("{error} {error:?}"),
    }
}

const BODY: &str = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}]}"#;

/// A `curl` line with this in it, and a body.
fn line(options: &str) -> String {
    format!("curl https://api.openai.com/v1/chat/completions {options} -d '{BODY}'")
}

/// A body with this setting, and the same behind a `curl` line.
fn bodies(setting: &str) -> [String; 2] {
    let body = BODY.replace("\"model\"", &format!("{setting},\"model\""));
    let line = format!("curl https://api.openai.com/v1/chat/completions -d '{body}'");
    [body, line]
}

#[test]
fn no_line_of_a_shell_leaves_what_logs_somebody_in_in_what_is_kept() {
    let lines = [
        "-H 'Authorization: Bearer LEAK'",
        "-H 'Authorization: LEAK'",
        "-H 'authorization: Basic TEVBSzpMRUFL'",
        "-H 'Authorization: AWS4-HMAC-SHA256 Credential=LEAK/20261127/us-east-1/bedrock/aws4_request, SignedHeaders=host, Signature=LEAK'",
        "-H 'X-Amz-Security-Token: LEAK' -H 'X-Amz-Date: 20261127T000000Z'",
        "-H 'x-api-key: LEAK'",
        "-H 'api-key: LEAK'",
        "-H 'x-goog-api-key: LEAK'",
        "-H 'X-Goog-IAM-Authorization-Token: LEAK'",
        "-H 'Ocp-Apim-Subscription-Key: LEAK'",
        "-H 'xi-api-key: LEAK'",
        "-H 'Helicone-Auth: Bearer LEAK'",
        "-H 'x-portkey-virtual-key: LEAK'",
        "-H 'cf-aig-authorization: Bearer LEAK'",
        "-H 'CF-Access-Client-Secret: LEAK'",
        "-H 'X-Vault-Token: LEAK'",
        "-H 'Private-Token: LEAK'",
        "-H 'X-Sid: LEAK'",
        "-H 'X-Otp: LEAK'",
        "-H 'X-Hmac: LEAK'",
        "-H 'X-Psk: LEAK'",
        "-H 'X-Passcode: LEAK'",
        "-H 'Cookie: session=LEAK; theme=dark'",
        "-H 'X-Forwarded-Client: Bearer LEAK'",
        "-H 'X-Config: {\"api_key\":\"LEAK\"}'",
        "-H 'X-Config: api_key=LEAK0f3b9d1c7a2e5488'",
        "-H 'X-Note: the key is sk-proj-LEAK0123456789abcdef'",
        "-H 'X-User: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJMRUFLIn0.LEAKabcdefgh'",
        "-H 'X-User: who=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJMRUFLIn0.LEAKabcdefgh'",
        "-H 'Referer: https://example.com/?token=LEAK'",
        "-H 'Referer: https://hooks.slack.com/services/T0000/B0000/LEAK0123456789'",
        "-H @LEAK.txt",
        "-u user:LEAK",
        "-uuser:LEAK",
        "--user=user:LEAK",
        "-b 'session=LEAK'",
        "--cookie session=LEAK",
        "--oauth2-bearer LEAK",
        "-x http://user:LEAK@proxy.example:8080",
        "--proxy-user user:LEAK",
        "--proxy-header 'Proxy-Authorization: Basic LEAK'",
        "--preproxy socks5://user:LEAK@proxy.example",
        "-E client.pem:LEAK",
        "--pass LEAK",
        "--key LEAK.pem",
        "--aws-sigv4 aws:amz:us-east-1:bedrock -u LEAK:LEAK",
        "--netrc-file LEAK",
        "--tlsuser u --tlspassword LEAK",
        "-e 'https://user:LEAK@example.com/'",
        "-A 'agent LEAK'",
        "--url-query key=LEAK",
        "-K LEAK.conf",
    ];
    let mut leaks: Vec<String> = lines
        .iter()
        .filter(|options| kept(&line(options)).contains("LEAK"))
        .map(ToString::to_string)
        .collect();
    let addresses = [
        "https://api.openai.com/v1/chat/completions?api_key=LEAK",
        "https://api.openai.com/v1/chat/completions?subscription-key=LEAK&x=1",
        "https://api.openai.com/v1/chat/completions#access_token=LEAK",
        "https://LEAK@api.openai.com/v1/chat/completions",
        "https://user:LEAK@api.openai.com/v1/chat/completions",
        "https://gateway.example/sk-proj-LEAK0123456789abcdef/v1/chat/completions",
        "https://gateway.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJMRUFLIn0.LEAKabcdefgh/v1/chat/completions",
        "https://gateway.example/key=LEAK/v1/chat/completions",
    ];
    let of_address =
        |address: &&&str| kept(&format!("curl '{address}' -d '{BODY}'")).contains("LEAK");
    leaks.extend(addresses.iter().filter(of_address).map(ToString::to_string));
    for before in ["OPENAI_API_KEY=LEAK ", "export KEY=LEAK\n", "KEY=LEAK; ", "KEY=LEAK &&"] {
        if kept(&format!("{before}{}", line("-H \"Authorization: Bearer $KEY\""))).contains("LEAK")
        {
            leaks.push(before.to_owned());
        }
    }
    let code = format!(
        "client = OpenAI(api_key=\"LEAK\", default_headers={{\"X-Key\": \"LEAK\"}})\n{BODY}"
    );
    if kept(&code).contains("LEAK") {
        leaks.push(code);
    }
    assert_eq!(leaks, Vec::<String>::new(), "of {} shapes", lines.len() + addresses.len() + 5);
}

#[test]
fn no_setting_of_a_body_is_kept_with_what_logs_somebody_in() {
    let settings = [
        r#""api_key":"LEAK""#,
        r#""apiKey":"LEAK""#,
        r#""API-KEY":"LEAK""#,
        r#""password":12345678901234567890"#,
        r#""authorization":"LEAK""#,
        r#""token":"LEAK""#,
        r#""hf_token":"LEAK""#,
        r#""github_token":"LEAK""#,
        r#""bearer_token":"LEAK""#,
        r#""user_password":"LEAK""#,
        r#""security_token":"LEAK""#,
        r#""sas_token":"LEAK""#,
        r#""client_assertion":"LEAK""#,
        r#""extra_headers":{"Authorization":"LEAK"}"#,
        r#""default_headers":{"X-Gate-Key":"LEAK"}"#,
        r#""defaultHeaders":{"X-Gate-Key":"LEAK"}"#,
        r#""requestOptions":{"headers":{"X-Gate-Key":"LEAK"}}"#,
        r#""headers":[["X-Gate-Key","LEAK"],["X-Org","o"]]"#,
        r#""headers":["X-Gate-Key","LEAK"]"#,
        r#""extra_query":{"key":"LEAK"}"#,
        r#""default_query":{"sig":"LEAK"}"#,
        r#""extra_body":{"metadata":{"auth":{"inner":{"api_key":"LEAK"}}}}"#,
        r#""auth":{"user":"u","pass":"LEAK"}"#,
        r#""auth":["u","LEAK0f3b9d1c7a2e5488"]"#,
        r#""credentials":{"openai":"LEAK"}"#,
        r#""api_keys":{"openai":"LEAK"}"#,
        r#""apiKeys":["LEAK0f3b9d1c7a2e5488"]"#,
        r#""secrets":{"one":"LEAK"}"#,
        r#""data_sources":[{"type":"azure_search","parameters":{"endpoint":"https://a.search.windows.net","key":"LEAK"}}]"#,
        r#""dataSources":[{"parameters":{"endpoint":"https://a","authentication":{"type":"api_key","key":"LEAK"}}}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","command":"npx","args":["-y","server","--api-key","LEAK0f3b9d1c7a2e5488"]}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","args":["--api-key=LEAK0f3b9d1c7a2e5488"]}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","env":{"GATE_API_KEY":"LEAK"}}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","env":["GATE_API_KEY=LEAK0f3b9d1c7a2e5488"]}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","authorization":"LEAK"}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","server_url":"https://LEAK0f3b9d1c7a2e5488@mcp.example.com/sse"}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","server_url":"https://mcp.example.com/sk-proj-LEAK0123456789abcdef/sse"}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","server_url":"https://hooks.slack.com/services/T0000/B0000/LEAK0123456789"}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","server_url":"https://api.telegram.org/bot123456789:LEAK0f3b9d1c7a2e5488aaaaaaaaaaaaaaaa/send"}]"#,
        r#""tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"api_key":{"type":"string","default":"LEAK0f3b9d1c7a2e5488"}}}}}]"#,
        r#""tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"token":{"type":"string","enum":["LEAK0f3b9d1c7a2e5488"]}}}}}]"#,
        r#""proxy":"user:LEAK@proxy.example:8080""#,
        r#""proxies":{"https":"http://user:LEAK@proxy.example:8080"}"#,
        r#""metadata":{"note":"use sk-proj-LEAK0123456789abcdef for it"}"#,
        r#""metadata":{"note":"gsk_LEAK0123456789abcdefgh, please"}"#,
        r#""metadata":{"note":"key: xai-LEAK0123456789abcdefgh"}"#,
        r#""metadata":{"note":"(AIzaLEAK0123456789abcdefghijklmn)"}"#,
        r#""metadata":{"note":"it is eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJMRUFLIn0.LEAKabcdefgh now"}"#,
        r#""metadata":{"command":"curl https://a.example -H 'Authorization: Bearer LEAK0f3b9d1c7a2e5488'"}"#,
        r#""metadata":{"config":"OPENAI_API_KEY=LEAK0f3b9d1c7a2e5488\nREGION=eu"}"#,
        r#""metadata":{"config":"api_key: LEAK0f3b9d1c7a2e5488\nregion: eu"}"#,
        r#""metadata":{"config":"api_key=LEAK0f3b9d1c7a2e5488"}"#,
        r#""metadata":{"query":"api_key=LEAK0f3b9d1c7a2e5488&page=2"}"#,
        r#""metadata":{"header":"Authorization: LEAK0f3b9d1c7a2e5488"}"#,
        r#""metadata":{"a":{"b":[{"c":{"access_token":"LEAK"}}]}}"#,
        r#""metadata":{"config":"{\"a\":{\"api_key\":\"LEAK\"}}"}"#,
        r#""metadata":{"k":"hvs.LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"lin_api_LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"GOCSPX-LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"pypi-LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"lsv2_pt_LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"glsa_LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"shpat_LEAK0123456789abcdefghij"}"#,
        r#""metadata":{"k":"sk_test_LEAK0123456789abcdefghij"}"#,
        r#""user":"sk-ant-api03-LEAK0123456789abcdefghij""#,
        r#""stop":["sk-ant-api03-LEAK0123456789abcdefghij"]"#,
    ];
    let leaks: Vec<&str> = settings
        .into_iter()
        .filter(|setting| {
            let what = if setting.contains("LEAK") { "LEAK" } else { "12345678901234567890" };
            // A line in quotes of a shell cannot hold the quote itself.
            let [body, line] = bodies(setting);
            kept(&body).contains(what) || (!setting.contains('\'') && kept(&line).contains(what))
        })
        .collect();
    assert_eq!(leaks, Vec::<&str>::new());
}

#[test]
fn what_only_looks_like_it_stays_as_it_was_pasted() {
    for setting in [
        r#""prompt_cache_key":"team-a""#,
        r#""logit_bias":{"1234":5}"#,
        r#""metadata":{"topic":"Basic arithmetic","keywords":"token; key","tokens":"12","page":"a=b"}"#,
        r#""metadata":{"url":"https://example.com/a?page=2#top","mail":"mailto:a@b.example","time":"10:30"}"#,
        r#""metadata":{"note":"Send it as api_key=YOURS; see https://example.com/docs?key=a for more"}"#,
        r#""metadata":{"note":"Name: Ada\nAge: 36","cache":"session-2026-11-27-team-a"}"#,
        r#""metadata":{"headers":"3","secret_santa":"no","passing":"yes","auth_type":"none"}"#,
        r#""metadata":{"id":"4bf92f3577b34da6a3ce929d0e0e4736","ratio":"1:2@3"}"#,
        r#""tools":[{"type":"function","function":{"name":"sign_in","description":"Sign in","parameters":{"type":"object","properties":{"password":{"type":"string","description":"The password","default":""},"auth":{"type":"object","properties":{"user":{"type":"string"}}},"token":{"type":"string","enum":["csrf","session"]}},"required":["password"]}}}]"#,
        r#""tools":[{"type":"mcp","server_label":"a","server_url":"https://mcp.example.com/v1/sse","args":["--max-tokens","5","--verbose"]}]"#,
        r#""response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object","properties":{"credentials":{"type":"array","items":{"type":"string"}},"secret":{"type":"string","examples":["abc"]}},"required":["secret","credentials"]}}}"#,
    ] {
        for text in bodies(setting) {
            let (captured, _) =
                read_capture(&text, None).unwrap_or_else(|error| panic!("{error}: {text}"));
            let told: Vec<String> = captured.notes.iter().map(ToString::to_string).collect();
            assert!(!told.concat().contains("left out"), "{setting}: {told:?}");
        }
    }
    for header in [
        "X-Title: My page",
        "OpenAI-Organization: org-0123456789abcdefghijklmn",
        "anthropic-beta: prompt-caching-2024-07-31",
        "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "X-Session-Affinity: a",
        "X-Design: one",
    ] {
        let (captured, _) =
            read_capture(&line(&format!("-H '{header}'")), None).expect("it is read");
        assert_eq!(captured.payload.headers.len(), 1, "{header} is kept");
    }
}
