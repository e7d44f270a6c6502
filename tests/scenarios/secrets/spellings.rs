//! How a server may spell a key that it repeats, and where it may put it.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// The key as a server may spell it, and the part of that which belongs to the key itself.
pub(super) fn spellings(key: &str) -> Vec<(&'static str, String, String)> {
    let escaped = |every: usize| -> String {
        let letters = key.chars().enumerate().map(|(at, letter)| match at % every {
            0 => format!("\\u{:04x}", u32::from(letter)),
            _ => letter.to_string(),
        });
        letters.collect()
    };
    let bytes = |form: &dyn Fn(u8) -> String| key.bytes().map(form).collect::<String>();
    let bearer = STANDARD.encode(format!("Bearer {key}"));
    let own = bearer[11..].to_owned();
    let login = URL_SAFE_NO_PAD.encode(format!("user:{key}"));
    let own_of_login = login[8..].to_owned();
    // Every printable ASCII character has a full-width form in East Asian typography.
    let wide: String = key.chars().filter_map(|c| char::from_u32(u32::from(c) + 0xfee0)).collect();
    let whole = |name, spelled: String| (name, spelled.clone(), spelled);
    let backwards = |text: String| text.chars().rev().collect::<String>();
    // The character as far from `first` as it is from the first of its alphabet.
    let moved = |first: u32| -> String {
        let letters = key.to_lowercase();
        let moved = letters.chars().map(|letter| match letter {
            'a'..='z' => char::from_u32(first + u32::from(letter) - u32::from('a')),
            other => Some(other),
        });
        moved.flatten().collect()
    };
    let small_capitals: String = key
        .chars()
        .map(|letter| match letter.to_ascii_lowercase() {
            at @ 'a'..='z' => {
                SMALL_CAPITALS.chars().nth(usize::from(at as u8 - b'a')).unwrap_or(at)
            }
            other => other,
        })
        .collect();
    let between = |mark: &str| bytes(&|byte| format!("{}{mark}", char::from(byte)));
    vec![
        whole("as-it-is", key.to_owned()),
        whole("upper", key.to_uppercase()),
        whole("escaped", escaped(1)),
        whole("partly-escaped", escaped(5)),
        whole("escaped-twice", escaped(1).replace('\\', "\\\\")),
        whole("percent", bytes(&|byte| format!("%{byte:02X}"))),
        whole("hex", bytes(&|byte| format!("{byte:02x}"))),
        whole("reversed", key.chars().rev().collect()),
        whole("base64", STANDARD.encode(key)),
        ("header-in-base64", bearer, own),
        whole("lower", key.to_lowercase()),
        whole("capital-hex", bytes(&|byte| format!("{byte:02X}"))),
        whole("percent-twice", bytes(&|byte| format!("%25{byte:02x}"))),
        whole("entities", bytes(&|byte| format!("&#{byte};"))),
        whole("hex-entities", bytes(&|byte| format!("&#x{byte:x};"))),
        whole("invisibly-joined", bytes(&|byte| format!("{}\u{200b}", char::from(byte)))),
        ("login-in-base64", login, own_of_login),
        whole("url-safe-base64", URL_SAFE_NO_PAD.encode(key)),
        whole("percent-u", bytes(&|byte| format!("%u{byte:04x}"))),
        whole("wide", wide),
        whole("escaped-thrice", escaped(1).replace('\\', "\\\\\\\\")),
        whole("escaped-entities", bytes(&|byte| format!("&amp;#{byte};"))),
        whole("letters-apart", apart(key, 1)),
        whole("groups-apart", apart(key, 4)),
        whole("hex-apart", apart(&bytes(&|byte| format!("{byte:02x}")), 2)),
        whole("base64-in-lines", apart(&STANDARD.encode(key), 4)),
        // Backslashes as JSON has them.
        whole("octal", bytes(&|byte| format!("\\\\{byte:03o}"))),
        whole("octal-of-a-shell", bytes(&|byte| format!("\\\\0{byte:03o}"))),
        whole("hex-escapes", bytes(&|byte| format!("\\\\x{byte:02x}"))),
        whole("braces", bytes(&|byte| format!("\\\\u{{{byte:x}}}"))),
        whole("long-escapes", bytes(&|byte| format!("\\\\U{byte:08x}"))),
        whole("base64-in-lower-case", STANDARD.encode(key).to_lowercase()),
        whole("base64-reversed", backwards(STANDARD.encode(key))),
        whole("reversed-in-base64", STANDARD.encode(backwards(key.to_owned()))),
        whole("hex-reversed", backwards(bytes(&|byte| format!("{byte:02x}")))),
        whole("styled", moved(0x1_d41a)),
        whole("circled", moved(0x24d0)),
        whole("flags", moved(0x1_f1e6)),
        whole("small-capitals", small_capitals),
        whole("tags", bytes(&|byte| format!("<b>{}</b>", char::from(byte)))),
        whole("comments", between("<!-- a>b -->")),
        whole("colours", between("\\u001b[31m")),
        whole("colours-written-out", between("^[[31m")),
        whole("codes", bytes(&|byte| format!("{byte}, "))),
        whole("codes-in-hex", bytes(&|byte| format!("0x{byte:02x} "))),
        whole("codes-in-octal", bytes(&|byte| format!("0o{byte:o} "))),
        whole("codes-in-binary", bytes(&|byte| format!("{byte:08b} "))),
        whole("codes-of-a-type", bytes(&|byte| format!("{byte}u8, "))),
        whole("calls", bytes(&|byte| format!("chr({byte})."))),
        whole("names", key.replace('-', "&hyphen;")),
        whole("invisible-bytes", between("%E2%80%8B")),
        whole("zeros", bytes(&|byte| format!("&#x000000{byte:02x};"))),
    ]
}

/// Spellings whose letters stand apart: of these up to 15 may show where a text is cut, as of a key with spaces.
pub(super) const STAND_APART: [&str; 10] = [
    "tags",
    "comments",
    "colours",
    "colours-written-out",
    "codes",
    "codes-in-hex",
    "codes-in-octal",
    "codes-in-binary",
    "codes-of-a-type",
    "calls",
];

/// The small capital of each letter, or the letter where there is none.
const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";

/// A text in groups of so many characters.
fn apart(text: &str, group: usize) -> String {
    let groups = text.as_bytes().chunks(group).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(" ")
}

/// Places where a server can put it: an answer in which `SECRET` stands for the key.
pub(super) const PLACES: [(&str, &str, &str); 27] = [
    ("header-name", "HTTP/1.1 200 OK\r\nx-ratelimit-SECRET: 1", ""),
    ("reason", "HTTP/1.1 500 SECRET", ""),
    ("early-hint", "HTTP/1.1 103 Early Hints\r\nlink: SECRET\r\n\r\nHTTP/1.1 200 OK", ""),
    ("switch", "HTTP/1.1 101 SECRET\r\nupgrade: SECRET", ""),
    ("old-status-line", "HTTP/1.0 500 SECRET\r\nretry-after: SECRET", "SECRET"),
    ("not-http", "HTTP/SECRET", ""),
    (
        "login",
        "HTTP/1.1 401 No\r\nwww-authenticate: Bearer realm=\"SECRET\"\r\ncontent-type: SECRET\r\nserver-timing: SECRET;dur=1",
        "",
    ),
    (
        "chunk",
        "HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\ntrailer: x-SECRET",
        "1;a=SECRET\r\nx\r\n0\r\nx-request-id: SECRET\r\n\r\n",
    ),
    ("broken-chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked", "SECRET\r\nSECRET"),
    ("comment", "HTTP/1.1 200 OK", ": SECRET\n\n"),
    ("name-of-an-event", "HTTP/1.1 200 OK", "event: SECRET\nid: SECRET\ndata: {}\n\n"),
    ("plain-text", "HTTP/1.1 200 OK", "SECRET\n\nSECRET"),
    ("header", "HTTP/1.1 200 OK\r\nx-request-id: SECRET", ""),
    ("limit", "HTTP/1.1 200 OK\r\nx-ratelimit-limit-requests: SECRET", ""),
    ("encoding", "HTTP/1.1 200 OK\r\ncontent-encoding: SECRET", ""),
    ("redirect", "HTTP/1.1 302 Found\r\nlocation: https://example.com/SECRET", ""),
    (
        "refusal",
        "HTTP/1.1 401 Unauthorized",
        r#"{"error":{"message":"bad SECRET","code":"SECRET","param":"SECRET","type":"SECRET"}}"#,
    ),
    (
        "refusal-in-a-refusal",
        "HTTP/1.1 400 No",
        r#"{"error":{"message":"{\"error\":{\"message\":\"bad SECRET\"}}"}}"#,
    ),
    ("page", "HTTP/1.1 503 No", "<html>SECRET</html>"),
    (
        "error",
        "HTTP/1.1 200 OK",
        "data: {\"error\":{\"message\":\"bad SECRET\",\"code\":\"SECRET\"}}\n\n",
    ),
    (
        "named-error",
        "HTTP/1.1 200 OK",
        "event: error\ndata: {\"message\":\"bad SECRET\",\"code\":\"SECRET\"}\n\n",
    ),
    ("no-json", "HTTP/1.1 200 OK", "data: {\"SECRET\n\n"),
    (
        "answer",
        "HTTP/1.1 200 OK",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"it is SECRET.\"}}]}\n\n",
    ),
    (
        "thought",
        "HTTP/1.1 200 OK",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"it is SECRET.\"}}]}\n\n",
    ),
    (
        "call",
        "HTTP/1.1 200 OK",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"SECRET\",\"arguments\":\"SECRET\"}}]}}]}\n\n",
    ),
    (
        "fact",
        "HTTP/1.1 200 OK",
        "data: {\"model\":\"SECRET\",\"provider\":\"SECRET\",\"system_fingerprint\":\"SECRET\",\"service_tier\":\"SECRET\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"SECRET\"}]}\n\n",
    ),
    (
        "usage",
        "HTTP/1.1 200 OK",
        "data: {\"choices\":[],\"usage\":{\"completion_tokens\":3,\"note\":\"SECRET\",\"SECRET\":1}}\n\n",
    ),
];
