//! Keys in bodies: what is one, where it is told, and what stays.

use super::*;
use crate::request::response_format::SchemaFormat;
use crate::request::tool::Function;

fn found(fields: &str) -> Option<String> {
    within("", &serde_json::from_str(fields).unwrap())
}

#[test]
fn a_key_is_found_at_any_depth_by_its_name_or_by_what_it_looks_like() {
    let key = "sk-proj-0123456789abcdefghij";
    for (fields, place) in [
        (r#"{"api_key":"x"}"#.to_owned(), "api_key"),
        (r#"{"extra_body":{"x-api-key":"x"}}"#.to_owned(), "extra_body.x-api-key"),
        (
            r#"{"mcp_servers":[{"url":"u","authorization_token":"t"}]}"#.to_owned(),
            "mcp_servers.authorization_token",
        ),
        (r#"{"a":{"headers":{"X-Trace":"bearer abc"}}}"#.to_owned(), "a.headers.X-Trace"),
        (r#"{"aws_session_token":"x"}"#.to_owned(), "aws_session_token"),
        (r#"{"azure_ad_token":"x"}"#.to_owned(), "azure_ad_token"),
        (r#"{"metadata":{"webhook_secret":"x"}}"#.to_owned(), "metadata.webhook_secret"),
        (r#"{"headers":{"X-Gateway":"Basic dXNlcjpwYXNz"}}"#.to_owned(), "headers.X-Gateway"),
        (format!(r#"{{"note":"{key}"}}"#), "note"),
        (format!(r#"{{"list":["{key}"]}}"#), "list.a list"),
    ] {
        assert_eq!(found(&fields).as_deref(), Some(place), "{fields}");
    }
}

#[test]
fn a_key_in_a_field_of_a_requests_own_kind_is_found_as_in_any_other() {
    let key = "sk-proj-0123456789abcdefghij";
    let schema =
        serde_json::json!({ "type": "object", "properties": { "a": { "enum": ["x", key] } } });
    let required = serde_json::json!({ "type": "object", "required": [key] });
    let function = |parameters: &Value| {
        Tool::Function(Function { parameters: Some(parameters.clone()), ..Function::default() })
    };
    let format = |schema: &Value| {
        let schema = SchemaFormat { schema: schema.clone(), ..SchemaFormat::default() };
        Some(ResponseFormat::Schema(schema))
    };
    for payload in [
        Payload { stop: vec!["END".into(), key.into()], ..Payload::default() },
        Payload { tools: vec![function(&schema)], ..Payload::default() },
        Payload { tools: vec![function(&required)], ..Payload::default() },
        Payload { response_format: format(&schema), ..Payload::default() },
        Payload { response_format: format(&required), ..Payload::default() },
    ] {
        assert!(in_payload(&payload).is_some(), "{payload:?}");
    }
    let honest = serde_json::json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "properties": { "password": { "type": "string", "default": "" } }, "required": ["password", "api_key"] });
    let payload = Payload {
        stop: vec!["token".into()],
        tools: vec![function(&honest)],
        response_format: format(&honest),
        ..Payload::default()
    };
    assert_eq!(in_payload(&payload), None, "names of arguments are no keys");
}

#[test]
fn a_setting_that_is_no_key_stays() {
    for fields in [
        r#"{"metadata":{"topic":"Basic arithmetic","title":"Token classification","max_tokens":"5","pad_token":"</s>"}}"#,
        r#"{"stop":["END"],"prompt_cache_key":"team-a"}"#,
    ] {
        assert_eq!(found(fields), None, "{fields}");
    }
}

#[test]
fn keys_are_taken_out_of_settings_and_what_is_said_stays() {
    let body = r#"{"api_key":"a","tools":[{"type":"mcp","headers":{"Authorization":"Bearer t","X-Org":"o"}}],
        "messages":[{"role":"assistant","tool_calls":[{"password":"hunter2"}]}],"max_tokens":5}"#;
    let mut body = serde_json::from_str(body).unwrap();
    let TakenOut { places, more, .. } = taken_out(&mut body);
    assert_eq!(
        (places, more),
        (vec!["api_key".to_owned(), "tools[0].headers.Authorization".to_owned()], 0)
    );
    let left = Value::from(body).to_string();
    assert!(!left.contains("Bearer") && !left.contains("api_key"), "{left}");
    assert!(left.contains("X-Org") && left.contains("hunter2"), "all else stays: {left}");
}

#[test]
fn every_key_that_is_taken_out_is_told_by_its_place_or_counted() {
    let tool = |at: usize| serde_json::json!({ "type": "mcp", "headers": { "Authorization": format!("Bearer {at}") } });
    let tools: Vec<Value> = (0..40).map(tool).collect();
    let mut body = Map::from_iter([("tools".to_owned(), Value::from(tools))]);
    let TakenOut { places, more, .. } = taken_out(&mut body);
    assert_eq!(places[11], "tools[11].headers.Authorization", "each by its own");
    assert_eq!((places.len(), more), (MOST_PLACES, 8), "and the rest are counted");
}

#[test]
fn a_login_of_a_tool_or_a_source_is_taken_out_wherever_its_vendor_puts_it() {
    let body = r#"{"model":"m","tools":[{"type":"mcp","server_url":"https://mcp.tavily.com/mcp/?tavilyApiKey=LEAK-1",
        "headers":{"X-Pat":"LEAK-2","Ocp-Apim-Subscription-Key":"LEAK-3","X-Figma-Token":"LEAK-4","X-Org":"o"}},
        {"type":"mcp","server_url":"https://user:LEAK-5@mcp.example.com/sse"}],
        "metadata":{"dsn":"postgres://u:LEAK-6@h/db","gh":"ghp_LEAK0123456789abcdefghijklmnopqr","aws_secret_access_key":"LEAK-7",
        "slack_bot_token":"LEAK-8","github_pat":"LEAK-9","db_password":"LEAK-10","signing_secret":"LEAK-11",
        "account":"{\"private_key\":\"-----BEGIN PRIVATE KEY-----\\nLEAK-12\"}","topic":"https://example.com/?q=a"},
        "data_sources":[{"parameters":{"authentication":{"type":"api_key","key":"LEAK-13"}}},
        {"parameters":{"authentication":{"type":"connection_string","connection_string":"LEAK-14"}}}]}"#;
    let mut body = serde_json::from_str(body).unwrap();
    assert!(within("", &body).is_some(), "a plan that has one is refused");
    taken_out(&mut body);
    assert_eq!(within("", &body), None, "and one they were taken out of is not");
    let left = Value::from(body).to_string();
    assert!(!left.contains("LEAK"), "{left}");
    assert!(left.contains("X-Org") && left.contains("example.com/?q=a"), "all else stays: {left}");
}

#[test]
fn a_key_is_found_in_a_list_of_headers_an_address_a_text_of_pairs_and_json_within_a_text() {
    for (field, value) in [
        ("headers", r#"[{"name":"X-Gate-Key","value":"LEAK"},{"name":"X-Org","value":"o"}]"#),
        ("extra_headers", r#"[{"key":"X-Gate-Token","value":"LEAK"},{"key":"X-Org","value":"o"}]"#),
        ("headers", r#"["X-Gate-Key: LEAK","X-Org: o"]"#),
        ("headers", r#""X-Org: o\nX-Gate-Key: LEAK""#),
        ("env", r#"[{"name":"GATE_API_KEY","value":"LEAK"}]"#),
        ("server_url", r#""https://mcp.example.com/sse?key=LEAK""#),
        ("server_url", r#""https://blob.example.net/a.json?sv=2024&sig=LEAK""#),
        ("server_url", r#""https://s3.example.com/a?X-Amz-Signature=LEAK""#),
        ("server_url", r#""https://app.example.com/cb#access_token=LEAK""#),
        ("server_url", r#""https://ghp_LEAK0123456789abcdef@github.com/a/b""#),
        ("storage", r#""DefaultEndpointsProtocol=https;AccountName=a;AccountKey=LEAK==""#),
        ("jar", r#""theme=dark; auth_token=LEAK""#),
        ("config", r#""{\"provider\":\"openai\",\"api_key\":\"LEAK\"}""#),
        ("config", r#""[{\"inner\":\"{\\\"password\\\":\\\"LEAK\\\"}\"}]""#),
        ("login", r#""bearer  LEAK""#),
        ("api_key", r#"["LEAK0123456789abc"]"#),
        ("cookies", r#"{"session":"LEAK","theme":"LEAK"}"#),
        ("cookies", r#"[{"name":"session","value":"LEAK"}]"#),
    ] {
        let mut body = serde_json::from_str(&format!(r#"{{"{field}":{value}}}"#)).unwrap();
        assert!(within("", &body).is_some(), "a plan with it is refused: {field} {value}");
        assert_ne!(taken_out(&mut body), TakenOut::default(), "{field} {value}");
        let left = Value::from(body).to_string();
        assert!(!left.contains("LEAK"), "{field}: {left}");
        let has_other = value.starts_with('[') && value.contains("X-Org");
        assert_eq!(left.contains("X-Org"), has_other, "another header stays: {left}");
    }
}

#[test]
fn a_header_carries_a_key_by_its_name_or_by_its_value() {
    for (name, value) in [
        ("x-gate-key", "x"),
        ("x-config", r#"{"provider":"openai","api_key":"opaque"}"#),
        ("referer", "https://example.com/?token=opaque"),
        ("x-forward", "Bearer opaque"),
        ("x-forward", "Basic dXNlcjpwYXNz"),
    ] {
        assert!(is_carried_by_header(name, value), "{name}: {value}");
    }
    for value in ["Basic arithmetic", "Bearer of news, again", "https://example.com/?q=a"] {
        assert!(!is_carried_by_header("x-title", value), "{value}");
    }
}

#[test]
fn settings_that_are_called_like_keys_are_none() {
    for fields in [
        r#"{"max_tokens":5,"prompt_cache_key":"session-1","token_budget":"auto"}"#,
        r#"{"name":"npm_install_dependencies","region":"ASIA-SOUTHEAST-REGION-1","docs":"https://example.com/a?page=2"}"#,
        r#"{"author":"me","keywords":["a"],"api_key":"","logit_bias":{"token":1}}"#,
        r#"{"note":"a=b; the token is secret","example":"{\"city\":\"Oslo\"}","filters":[{"key":"color","value":"red"}]}"#,
        r#"{"properties":{"cookies":{"type":"object"}},"dependentRequired":{"password":["user_name_2"]}}"#,
        r#"{"description":"Send it as api_key=YOURS; see https://example.com/docs?key=a for more"}"#,
        r#"{"parameters":{"properties":{"password":{"type":"string"}},"required":["password"]}}"#,
    ] {
        assert_eq!(found(fields), None, "{fields}");
    }
}

#[test]
fn an_address_with_a_key_in_it_is_told_apart_because_nothing_is_left_of_its_tool() {
    let body = r#"{"tools":[{"type":"mcp","server_url":"https://x.example/mcp?api_key=LEAK","headers":{"Authorization":"Bearer t"}}],
        "metadata":{"dsn":"https://x.example/?token=LEAK"}}"#;
    let taken = taken_out(&mut serde_json::from_str(body).unwrap());
    assert_eq!(taken.address.as_deref(), Some("tools[0].server_url"), "by its place");
    let body = r#"{"tools":[{"type":"mcp","server_url":"https://x.example/mcp","headers":{"Authorization":"Bearer t"}}]}"#;
    assert_eq!(taken_out(&mut serde_json::from_str(body).unwrap()).address, None, "a header is");
}

#[test]
fn of_a_list_of_secrets_each_pair_has_one_whatever_it_is_called() {
    for called in ["STRIPE_LIVE", "API_KEY"] {
        let pair = serde_json::json!({ "domain": "a.org", "name": called, "value": "SECRETval9f8e7d6c5b4a" });
        for list in ["domain_secrets", "credentials", "api_keys", "secrets"] {
            let policy = serde_json::json!({ "type": "allowlist", list: [pair, pair] });
            let body =
                serde_json::json!({ "tools": [{ "type": "shell", "policy": policy }], "n": 1 });
            assert!(within("", body.as_object().unwrap()).is_some(), "{list} {called}");
            let mut left = body.as_object().unwrap().clone();
            let taken = taken_out(&mut left);
            let place = |number: u32| format!("tools[0].policy.{list}[{number}].value");
            assert_eq!(taken.places, [place(0), place(1)], "each is told: {called}");
            assert_eq!(left["tools"][0]["policy"][list], serde_json::json!([]), "with its name");
            assert_eq!(within("", &left), None, "and what is left can be sent");
        }
    }
    let variables = serde_json::json!({ "environment": [{ "name": "CITY", "value": "Berlin" }] });
    assert_eq!(within("", variables.as_object().unwrap()), None, "other pairs are no keys");
}

#[test]
fn a_login_in_the_address_of_an_image_is_refused_and_a_signature_is_what_the_address_is_for() {
    let image = |url: &str| {
        let source = Source::Url { url: url.to_owned(), media_type: None };
        let part = Part::from(Content::Image { source, detail: None });
        let turn = crate::request::turn::Turn {
            role: crate::request::turn::Role::User,
            parts: vec![part],
            own: Map::new(),
        };
        in_payload(&Payload { turns: vec![turn], ..Payload::default() })
    };
    assert_eq!(image("https://u:SECRETpw@e.example/a.png").as_deref(), Some("e.example/a.png"));
    for url in ["https://e.example/a.png?X-Amz-Signature=0a", "https://e.example/@a.png", "data:,a"]
    {
        assert_eq!(image(url), None, "{url}");
    }
}
