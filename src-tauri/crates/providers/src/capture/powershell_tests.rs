//! Calls of PowerShell's web commands as browsers, documents and people write them.

use crate::capture::fields::{CaptureError, Captured};
use crate::capture::read_capture;
use crate::dialects::dialect::Dialect;

const CHAT: &str = "https://api.openai.com/v1/chat/completions";
const KEY: &str = "sk-proj-0123456789abcdef0123456789";

fn taken(call: &str) -> Captured {
    read_capture(call, None).unwrap_or_else(|error| panic!("{error}: {call}")).0
}

fn refused(call: &str) -> String {
    match read_capture(call, None) {
        Err(error @ CaptureError::PowerShell { .. }) => error.to_string(),
        other => panic!("{call}: {other:?}"),
    }
}

#[test]
fn a_call_is_read_as_browsers_copy_it() {
    let call = format!(
        "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\r\n$session.UserAgent = \"Mozilla/5.0\"\r\n$session.Cookies.Add((New-Object System.Net.Cookie(\"sid\", \"SECRET\", \"/\", \".openai.com\")))\r\nInvoke-WebRequest -UseBasicParsing -Uri \"{CHAT}\" `\r\n-Method \"POST\" `\r\n-WebSession $session `\r\n-Headers @{{\r\n\"authority\"=\"api.openai.com\"\r\n  \"method\"=\"POST\"\r\n  \"accept\"=\"*/*\"\r\n  \"authorization\"=\"Bearer {KEY}\"\r\n  \"x-tag\"=\"a`\"b\"\r\n}} `\r\n-ContentType \"application/json\" `\r\n-Body ([System.Text.Encoding]::UTF8.GetBytes(\"{{`\"model`\":`\"m`\",`\"messages`\":[{{`\"role`\":`\"user`\",`\"content`\":`\"Gr$([char]252)n `$5 $([char]55357)$([char]56832)\\n`\"}}]}}\"))\r\n"
    );
    let (captured, key) = read_capture(&call, None).expect("a call");
    assert_eq!(captured.prompt, "Grün $5 😀\n", "letters and escapes are what they mean");
    assert_eq!(
        (captured.base_url.as_deref(), captured.dialect),
        (Some("https://api.openai.com/v1"), Dialect::OpenaiChat),
        "where it goes"
    );
    let headers: Vec<_> = captured.payload.headers.iter().collect();
    assert_eq!(headers, [(&"x-tag".to_owned(), &"a\"b".to_owned())], "its own header alone");
    assert!(key.is_some(), "its key is apart");
    let all = format!("{captured:?}");
    assert!(!all.contains(KEY) && !all.contains("SECRET"), "and in nothing else: {all}");
    assert!(captured.told().iter().any(|note| note.contains("cookies")), "{:?}", captured.told());
}

#[test]
fn a_call_is_read_as_people_write_it() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"it's"}]}"#;
    let single = body.replace('\'', "''");
    for call in [
        format!(
            "Invoke-RestMethod -Uri {CHAT} -Method Post -Body '{single}' -Headers @{{ Authorization = \"Bearer $env:OPENAI_API_KEY\"; 'Content-Type' = 'application/json' }}"
        ),
        format!("$answer = irm '{CHAT}' -Method:POST -Body '{single}' | ConvertTo-Json"),
        format!(
            "# Ask it.\niwr \"{CHAT}\" -Method POST -SkipCertificateCheck -TimeoutSec 60 -Body @'\n{body}\n'@\n"
        ),
        format!("invoke-restmethod -Uri {CHAT} -Method POST -Body @\"\n{body}\n\"@"),
    ] {
        let captured = taken(&call);
        assert_eq!(captured.prompt, "it's", "{call}");
        assert!(captured.payload.headers.is_empty(), "{call}: {:?}", captured.payload.headers);
    }
    let told = taken(&format!("irm '{CHAT}' -Body '{single}' | Out-File a"));
    assert!(told.told().iter().any(|note| note.contains("left out")), "{:?}", told.told());
}

#[test]
fn what_powershell_would_fill_in_or_make_is_refused_and_never_sent() {
    for (call, why) in [
        (format!("irm {CHAT} -Body $body"), "`$body`"),
        (format!("irm {CHAT} -Body \"{{`\"model`\":`\"$env:MODEL`\"}}\""), "`$env:MODEL`"),
        (format!("irm {CHAT} -Headers $headers -Body '{{}}'"), "`$headers`"),
        (format!("irm {CHAT} -Body (@{{ model = 'SECRET' }} | ConvertTo-Json)"), "as text"),
        (format!("irm {CHAT} -Body @{{ model = 'SECRET' }}"), "as text"),
        (format!("irm {CHAT} -Body \"$(Get-Content SECRET)\""), "put in"),
        (format!("irm {CHAT} -InFile SECRET"), "`-Body`"),
        (format!("irm {CHAT} -Method Get -Body '{{}}'"), "POST"),
        (format!("irm {CHAT} -Strange SECRET -Body '{{}}'"), "`-Strange`"),
        (format!("irm {CHAT}"), "no body"),
        ("irm -Body '{}'".to_owned(), "`-Uri`"),
        (format!("irm {CHAT} -Body '{{"), "open"),
        (format!("irm {CHAT} -Headers @{{ a = 'b'"), "open"),
        (format!("irm {CHAT} https://a.example/v1/responses -Body '{{}}'"), "two addresses"),
    ] {
        let error = refused(&call);
        assert!(error.contains(why) && !error.contains("SECRET"), "{call}: {error}");
    }
    for text in ["irmgard", "$session", "$x = 5", "# irm", "$session = 1\nGet-Item a"] {
        let read = read_capture(text, None);
        assert!(matches!(read, Err(CaptureError::NoJson { .. })), "{text}: {read:?}");
    }
}

#[test]
fn more_headers_than_any_request_has_are_refused_before_they_are_kept() {
    let many = "\"a\"=\"b\";".repeat(1_000_000);
    let told = refused(&format!("irm {CHAT} -Method POST -Headers @{{{many}}} -Body '{{}}'"));
    assert!(told.contains("more options than any request"), "{told}");
}
