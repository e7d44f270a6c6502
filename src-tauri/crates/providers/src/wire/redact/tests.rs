//! Keys are removed in every spelling, and nothing else is.

use super::*;
use crate::catalogue::catalogue;

fn redaction(key: &str) -> Redaction {
    Redaction::of(Some(&SecretString::from(key.to_owned())))
}

#[test]
fn a_key_is_hidden_whole_and_in_part() {
    let hide = redaction("marker-0123456789");
    assert_eq!(
        hide.text("bad key marker-0123456789!"),
        "bad key *****************!",
        "the whole key"
    );
    assert!(
        !hide.text("bad key marker-012345…").contains("marker-0"),
        "most of a key is as good as the key"
    );
}

#[test]
fn what_looks_like_a_key_is_hidden_whoever_it_belongs_to() {
    let hide = Redaction::default();
    assert_eq!(
        hide.text("Incorrect API key provided: sk-proj-ab**cd. See ask-me."),
        "Incorrect API key provided: sk-***. See ask-me.",
        "the prefix stays, so that a person sees which key was meant"
    );
    for row in catalogue() {
        for prefix in &row.key_prefixes {
            let hidden = hide.text(&format!("Not {prefix}MARKER-0123, try again."));
            assert!(!hidden.contains("MARKER"), "a key of {} shows: {hidden}", row.id);
        }
    }
}

/// The spellings of the key that a server's text may contain.
fn spellings(key: &str) -> Vec<String> {
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
    let escaped = |every: usize| -> String {
        let letters = key.chars().enumerate();
        letters
            .map(|(at, letter)| match at % every {
                0 => format!("\\u{:04x}", u32::from(letter)),
                _ => letter.to_string(),
            })
            .collect()
    };
    let each = |text: &str, form: &dyn Fn(u8) -> String| text.bytes().map(form).collect::<String>();
    let by_byte = |form: &dyn Fn(u8) -> String| each(key, form);
    let reversed: String = key.chars().rev().collect();
    let mut all = between_marks(key);
    all.extend([
        key.to_owned(),
        key.to_uppercase(),
        key.to_lowercase(),
        escaped(1),
        escaped(5),
        escaped(1).replace('\\', "\\\\"),
        escaped(1).replace('\\', "\\\\\\\\"),
        by_byte(&|byte| format!("&amp;#{byte};")),
        by_byte(&|byte| format!("%{byte:02X}")),
        by_byte(&|byte| format!("%25{byte:02x}")),
        by_byte(&|byte| format!("&#{byte};")),
        by_byte(&|byte| format!("&#x{byte:x};")),
        by_byte(&|byte| format!("{byte:02x}")),
        by_byte(&|byte| format!("{byte:02X}")),
        by_byte(&|byte| format!("{}\u{200b}", char::from(byte))),
        key.chars().rev().collect(),
        by_byte(&|byte| format!("\\u{{{byte:x}}}")),
        by_byte(&|byte| format!("\\U{byte:08x}")),
        by_byte(&|byte| format!("_x{byte:04X}_")),
        by_byte(&|byte| format!("_x{byte:08x}_")),
        by_byte(&|byte| format!("\\{byte:03o}")),
        by_byte(&|byte| format!("&#{byte}")),
        by_byte(&|byte| format!("{byte}, ")),
        by_byte(&|byte| format!("{byte}\n")),
        by_byte(&|byte| format!("0x{byte:02X},")),
        by_byte(&|byte| format!("0x{byte:02x} ")),
        by_byte(&|byte| format!("0o{byte:o}, ")),
        by_byte(&|byte| format!("0{byte:o} ")),
        by_byte(&|byte| format!("{byte:o} ")),
        by_byte(&|byte| format!("{byte:08b} ")),
        by_byte(&|byte| format!("{byte}.0, ")),
        by_byte(&|byte| format!("U+{byte:04X} ")),
        by_byte(&|byte| format!("chr({byte}), ")),
        by_byte(&|byte| format!("chr(0x{byte:02x}) . ")),
        by_byte(&|byte| format!("CHAR({byte})||")),
        by_byte(&|byte| format!("{byte}, // a letter\n")),
        by_byte(&|byte| format!("\\0{byte:o}")),
        key.replace('-', "&hyphen;"),
        key.replace('-', "&dash;").replace('7', "&#55;"),
        by_byte(&|byte| format!("\\{byte:o}")),
        by_byte(&|byte| format!("={byte:02X}")),
        by_byte(&|byte| each(&wide(byte).to_string(), &|part| format!("%{part:02X}"))),
        by_byte(&|byte| each(&wide(byte).to_string(), &|part| format!("\\{part:o}"))),
        key.chars().map(styled).collect(),
        key.chars().map(circled).collect(),
        key.chars().map(tagged).collect(),
        key.chars().map(|letter| on_black(letter, 0x1_f150)).collect(),
        key.chars().map(|letter| on_black(letter, 0x1_f170)).collect(),
        STANDARD.encode(key),
        STANDARD.encode(format!("Bearer {key}")),
        STANDARD.encode(format!("user:{key}")),
        STANDARD.encode(format!("a: {key}\r\n")),
        URL_SAFE_NO_PAD.encode(format!("{key}?>")),
        STANDARD.encode(key).to_lowercase(),
        STANDARD.encode(key.to_uppercase()),
        STANDARD.encode(format!("user:{}", key.to_lowercase())),
        STANDARD.encode(key.chars().rev().collect::<String>()),
        STANDARD.encode(key).chars().rev().collect(),
        each(&key.to_uppercase(), &|byte| format!("{byte:02x}")),
        each(&reversed, &|byte| format!("{byte:02x}")),
        by_byte(&|byte| format!("{byte:02x}")).chars().rev().collect(),
        apart(key, 1, " "),
        apart(key, 1, " - "),
        apart(key, 1, "————————"),
        apart(key, 1, &"🦊".repeat(16)),
        apart(key, 4, "\n"),
        apart(&by_byte(&|byte| format!("{byte:02X}")), 2, " "),
        apart(&by_byte(&|byte| format!("{byte:02x}")), 2, ":"),
        apart(&STANDARD.encode(key), 4, "\r\n"),
        apart(&STANDARD.encode(key), 4, "\\n"),
        // As JSON within JSON has it, and base64 and quoted-printable in lines of that.
        apart(key, 4, "\\\\r\\\\n  "),
        apart(key, 6, "=\\\\r\\\\n"),
        apart(key, 7, "\\\\\\\\t"),
        apart(&STANDARD.encode(key), 4, "%5cn"),
        apart(&STANDARD.encode(format!("Bearer {key}")), 4, "\n"),
    ]);
    all
}

/// The key with tags, codes of a terminal, or invisible characters between its letters.
fn between_marks(key: &str) -> Vec<String> {
    let by_byte = |form: &dyn Fn(u8) -> String| key.bytes().map(form).collect::<String>();
    vec![
        by_byte(&|byte| format!("<b>{}</b>", char::from(byte))),
        by_byte(&|byte| format!("<i id=a>{}</i>\n", char::from(byte))),
        by_byte(&|byte| format!("\u{1b}[1;31m{}\u{1b}[0m", char::from(byte))),
        by_byte(&|byte| format!("\\u001b[3{}m{}", byte % 8, char::from(byte))),
        // A tag holds the key, and codes of a terminal stand between its letters.
        format!("<a t={}>", by_byte(&|byte| format!("{}\u{1b}[31m", char::from(byte)))),
        format!("<a t={}>", by_byte(&|byte| format!("{}&#27;[3{}m", char::from(byte), byte % 8))),
        by_byte(&|byte| format!("<b>\u{1b}[{}</b>", char::from(byte))),
        by_byte(&|byte| format!("{}\u{1b}[31m<b>", char::from(byte))),
        by_byte(&|byte| format!("\u{9b}32m{}", char::from(byte))),
        by_byte(&|byte| format!("{}<?x?>", char::from(byte))),
        by_byte(&|byte| format!("{}<!--a-->", char::from(byte))),
        by_byte(&|byte| format!("{}\u{1b}(B\u{1b}[m", char::from(byte))),
        by_byte(&|byte| format!("{}\u{1b}]0;a\u{7}", char::from(byte))),
        by_byte(&|byte| format!("{}\u{1b}]8;;http://a\u{1b}\\", char::from(byte))),
        by_byte(&|byte| format!("{}\\u001b]\\u001b\\\\", char::from(byte))),
        by_byte(&|byte| format!("\u{1b}P1q#a\u{1b}\\{}", char::from(byte))),
        by_byte(&|byte| format!("{}\u{1b}_a\u{1b}\\", char::from(byte))),
        by_byte(&|byte| format!("\\033[1;3{}m{}", byte % 8, char::from(byte))),
        by_byte(&|byte| format!("\\u001b\\u005b3{}m{}", byte % 8, char::from(byte))),
        by_byte(&|byte| format!("{}%E2%80%8B", char::from(byte))),
        by_byte(&|byte| format!("{}%25E2%2580%258B", char::from(byte))),
        by_byte(&|byte| format!("{}\\xe2\\x80\\x8b", char::from(byte))),
        by_byte(&|byte| format!("{}\\342\\200\\213", char::from(byte))),
        by_byte(&|byte| format!("{}\u{2066}", char::from(byte))),
        key.chars().map(small_capital).collect(),
        key.chars().map(|letter| on_black(letter, 0x1_f1e6)).collect(),
    ]
}

/// The key with marks between its letters that do not end at the first place at which they might, or that are as long
/// as may be; with numbers that begin with as many zeros; and as codes with their types.
fn by_grammar(key: &str) -> Vec<String> {
    let by_byte = |form: &dyn Fn(u8) -> String| key.bytes().map(form).collect::<String>();
    let (long, zeros) = ("long ".repeat(100), "0".repeat(40));
    let between = [
        "<!-- a>b -->".to_owned(),
        "<!-->".to_owned(),
        "<!-- a--b>c --->".to_owned(),
        "<i t=\"a>b\"></i>".to_owned(),
        "<i t = 'a>b' x=\\\"c>d\\\"/>".to_owned(),
        "<![CDATA[a>b]]>".to_owned(),
        "<![CDATA[a]>b]]]>".to_owned(),
        "<?x a>b ?>".to_owned(),
        "<!DOCTYPE a>".to_owned(),
        format!("<!-- {long} -->"),
        format!("<a t=\"{long}>{long}\">"),
        format!("\u{1b}]0;{long}\u{7}"),
        "\u{9d}0;a\u{9c}".to_owned(),
        "\u{90}1q#a\u{9c}".to_owned(),
        "\u{9f}a\u{9c}\u{9b}31m".to_owned(),
        "\\u009d0;a\\u009c".to_owned(),
        "\\e[31m".to_owned(),
        "\\\\E[0m\\\\e[1;31m".to_owned(),
        "\\e]0;a\\a".to_owned(),
        "\\e]8;;http://a\\e\\\\".to_owned(),
        "\\ePq#a\\e\\".to_owned(),
        "^[[31m".to_owned(),
        "^[]0;a^G".to_owned(),
        "^[]8;;http://a^[\\".to_owned(),
        "^[(B\\e[m<!-- a>b -->".to_owned(),
    ];
    let mut all: Vec<String> = between.iter().map(|between| apart(key, 1, between)).collect();
    all.extend([
        format!("<a t={}>", apart(key, 1, "\u{9d}0;a\u{9c}")),
        by_byte(&|byte| format!("&#{zeros}{byte};")),
        by_byte(&|byte| format!("&#x{zeros}{byte:x};")),
        by_byte(&|byte| format!("&#{zeros}{byte}")),
        by_byte(&|byte| format!("\\u{{0000{byte:04x}}}")),
        by_byte(&|byte| format!("\\u{{{zeros}{byte:x}}}")),
        by_byte(&|byte| format!("{byte}L, ")),
        by_byte(&|byte| format!("{byte}u8, ")),
        by_byte(&|byte| format!("{byte}n, ")),
        by_byte(&|byte| format!("{byte:02X}h, ")),
    ]);
    all
}

/// The character as far from the first of a new range as it is from the first of its own; itself outside all of them.
fn moved(letter: char, ranges: &[(std::ops::RangeInclusive<char>, u32)]) -> char {
    let own = ranges.iter().find(|(range, _)| range.contains(&letter));
    let number = own.map(|(range, first)| first + (u32::from(letter) - u32::from(*range.start())));
    number.map_or(letter, |number| char::from_u32(number).expect("there is one"))
}

/// A letter or digit in mathematical bold.
fn styled(letter: char) -> char {
    moved(letter, &[('A'..='Z', 0x1_d400), ('a'..='z', 0x1_d41a), ('0'..='9', 0x1_d7ce)])
}

/// A letter or digit in a circle.
fn circled(letter: char) -> char {
    moved(letter, &[('A'..='Z', 0x24b6), ('a'..='z', 0x24d0), ('1'..='9', 0x2460)])
}

/// A letter or digit on a black circle, or on a black square, by the first letter of those.
fn on_black(letter: char, first: u32) -> char {
    moved(letter, &[('A'..='Z', first), ('a'..='z', first), ('1'..='9', 0x2776)])
}

/// A letter, digit or sign in full width.
fn wide(byte: u8) -> char {
    char::from_u32(u32::from(byte) + 0xfee0).expect("there is one")
}

/// A letter as a small capital.
fn small_capital(letter: char) -> char {
    let capitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";
    let at = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
    at.and_then(|at| capitals.chars().nth(at as usize)).unwrap_or(letter)
}

/// The invisible tag of a letter.
fn tagged(letter: char) -> char {
    char::from_u32(0xe_0000 + u32::from(letter)).expect("there is one")
}

/// A text in groups of so many characters.
fn apart(text: &str, group: usize, between: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let groups: Vec<String> = letters.chunks(group).map(|group| group.iter().collect()).collect();
    groups.join(between)
}

#[test]
fn a_sentence_does_not_hold_a_key_that_is_few_letters() {
    let hide = redaction("my-local-key");
    let text = "Ask my local keyboard, m y l o c a l k e y, or a stranger's.";
    assert_eq!(hide.text(text), text, "letters that stand apart are a key's only if it is long");
    let far = apart("marker-Q7h2Vx9LmT4cWz8RbN6yKd3F", 1, &" ".repeat(40));
    let told = redaction("marker-Q7h2Vx9LmT4cWz8RbN6yKd3F").text(&far);
    assert_eq!(told, far.as_str(), "and if they stand near each other");
}

#[test]
fn a_key_is_hidden_however_it_is_spelled() {
    let key = "marker-Q7h2Vx9LmT4cWz8RbN6yKd3F";
    let hide = redaction(key);
    for spelled in spellings(key).into_iter().chain(by_grammar(key)) {
        let told = hide.text(&format!("é bad key `{spelled}`, try again"));
        assert!(told.starts_with("é bad key `"), "what stands before is kept: {told}");
        assert!(told.ends_with("try again"), "and what stands after: {told}");
        let rest = told.replace(['*', '—', '🦊'], "");
        let longest = "é bad key `, try again".len() + 2 * SHORTEST_PART;
        assert!(rest.len() <= longest, "no part of {spelled} shows: {told}");
        let (whole, said) =
            (format!("é it is `{spelled}`, "), redacted(key, &["é it is `", &spelled, "`, "]));
        let said = said.last().expect("three pieces");
        assert_eq!(said.len(), whole.len(), "the lengths in the raw log still fit: {said}");
        let rest = said.replace(['*', '—', '🦊'], "");
        let longest = "é it is `, ".len() + 2 * SHORTEST_SAID;
        assert!(rest.len() <= longest, "nor in an answer, {spelled}: {said}");
    }
}

#[test]
fn a_proxys_login_is_hidden_like_a_key() {
    let login = SecretString::from("puser:PROXYPASS-1".to_owned());
    let hide = Redaction::of(None).and_login(Some(&login));
    for said in ["puser:PROXYPASS-1", "PROXYPASS-1", "Basic cHVzZXI6UFJPWFlQQVNTLTE="] {
        let told = hide.text(&format!("login rejected: {said}"));
        assert!(!told.contains("PASS") && !told.contains("cHVzZX"), "{said}: {told}");
    }
}

#[test]
fn a_key_is_hidden_anywhere_in_a_report() {
    let hide = redaction("Marker-0123456789");
    let mut report = serde_json::json!({
        "completion_tokens": 7,
        "notes": [{ "Marker-0123456789": "for Marker-0123456789" }],
    });
    hide.json(&mut report);
    let hidden = "*".repeat(17);
    assert_eq!(
        report,
        serde_json::json!({
            "completion_tokens": 7,
            "notes": [{ hidden.as_str(): format!("for {hidden}") }],
        }),
        "in a value and in a name; counts stay as they are"
    );
}

#[test]
fn a_report_whose_numbers_or_names_spell_a_key_is_not_kept() {
    let key = "marker-Q7h2Vx9LmT4cWz8RbN6yKd3F";
    let hide = redaction(key);
    let codes: Vec<u8> = key.bytes().collect();
    let exact: Vec<f64> = codes.iter().copied().map(f64::from).collect();
    let letters: Vec<String> = key.chars().map(String::from).collect();
    let nested: Vec<_> = codes.iter().map(|code| serde_json::json!([{ "n": code }])).collect();
    let mut named = serde_json::Map::new();
    for (letter, place) in letters.iter().zip(0..) {
        named.insert(format!("{place:02}"), letter.as_str().into());
    }
    for told in [
        serde_json::json!({ "prompt_tokens": 5, "x": codes }),
        serde_json::json!({ "prompt_tokens": 5, "x": exact }),
        serde_json::json!({ "x": exact.iter().map(|code| -code).collect::<Vec<_>>() }),
        serde_json::json!([{ "x": [nested], "prompt_tokens": 5 }]),
        serde_json::json!({ "x": letters }),
        serde_json::json!({ "x": named }),
    ] {
        assert!(hide.is_told(&told), "the whole report holds the key: {told}");
    }
    for told in [
        serde_json::json!({ "prompt_tokens": 115, "completion_tokens": 107, "x": [97, 114, 107] }),
        serde_json::json!({ "total_duration": 5_123_456_789_u64, "logprobs": [-0.5, 1e300, 114.25] }),
    ] {
        assert!(!hide.is_told(&told), "counts are no key: {told}");
    }
    let nobody = Redaction::default();
    assert!(!nobody.is_told(&serde_json::json!({ "x": codes })), "without a key there is none");
}

#[test]
fn a_number_of_a_report_is_searched_no_longer_than_it_was_sent() {
    for number in ["1e300", "5e-324", "1.5", "115.0", "-1e308", "18446744073709551615"] {
        let sent = format!("[{}]", vec![number; 250].join(","));
        let mut spelled = Spelled::default();
        spelled.add(&serde_json::from_str(&sent).expect("a report"));
        let (searched, sent) = (spelled.numbers.len(), sent.len());
        assert!(searched <= 2 * sent, "{number}: {searched} characters for {sent}");
    }
}

/// What is left after each piece of an answer.
fn redacted(key: &str, pieces: &[&str]) -> Vec<String> {
    let mut hide = redaction(key);
    let mut text = String::new();
    let mut seen = Vec::new();
    for piece in pieces {
        text.push_str(piece);
        hide.tail(Kind::Answer, &mut text, piece.len());
        seen.push(text.clone());
    }
    seen
}

#[test]
fn a_key_that_a_stream_repeats_in_pieces_is_hidden_without_moving_a_byte() {
    let seen = redacted("marker-0123456789", &["é you sent mark", "er-01234", "56789 to me"]);
    assert_eq!(
        seen.last().map(String::as_str),
        Some("é you sent ***************** to me"),
        "the lengths in the raw log still fit"
    );
}

#[test]
fn a_key_that_a_stream_spells_out_is_hidden_before_it_is_whole() {
    let key = "marker-0123456789-abcdefghijklmnopqrstuvwxyz";
    let letters: Vec<String> = key.chars().map(String::from).collect();
    let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
    for text in redacted(key, &letters) {
        assert!(
            !key.as_bytes()
                .windows(16)
                .any(|part| text.as_bytes().windows(16).any(|at| at == part)),
            "a window that shows every letter as it comes never shows much of the key, not {text}"
        );
    }
    let most = redacted(key, &[&key[..key.len() - 1], "!"]);
    assert_eq!(
        most.last().map(String::as_str),
        Some(format!("{}!", "*".repeat(key.len() - 1)).as_str()),
        "all but a letter of the key is as good as the key"
    );
}

#[test]
fn a_secret_that_holds_escapes_is_hidden_as_others_are() {
    let key = "%41&amp;%20Qx7%2Fm&lt;T4%3Dz";
    let hide = redaction(key);
    let each = |form: &dyn Fn(u8) -> String| key.bytes().map(form).collect::<String>();
    for spelled in [
        key.to_owned(),
        each(&|byte| format!("\\u{byte:04x}")),
        each(&|byte| format!("%{byte:02x}")),
        each(&|byte| format!("&#{byte};")),
        key.chars().rev().collect(),
    ] {
        let told = hide.text(&spelled);
        let rest = told.replace('*', "");
        assert!(rest.len() <= 2 * SHORTEST_PART, "{spelled}: {told}");
    }
}

#[test]
fn each_text_of_a_stream_is_watched_separately() {
    let key = "marker-0123456789";
    let mut hide = redaction(key);
    let mut thought = "marker-01".to_owned();
    let mut answer = "23456789".to_owned();
    hide.tail(Kind::Reasoning, &mut thought, 9);
    hide.tail(Kind::Answer, &mut answer, 8);
    thought.push_str("23456789");
    hide.tail(Kind::Reasoning, &mut thought, 8);
    assert_eq!(answer, "23456789", "half of it is no part of this text");
    assert_eq!(thought, "*".repeat(17), "and the text between does not hide the key from us");
}

#[test]
fn an_answer_is_not_starred_out_for_a_key_that_is_no_secret() {
    let seen = redacted("test", &["This is a ", "test."]);
    assert_eq!(
        seen.last().map(String::as_str),
        Some("This is a test."),
        "a word that servers on one's own machine are given for a key"
    );
}

#[test]
fn the_keys_of_a_run_are_each_hidden_and_all_searched_for_at_once() {
    let key =
        |number: usize| SecretString::from(format!("sk-{number:03}-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F"));
    let (keys, short): (Vec<SecretString>, SecretString) =
        ((0..64).map(key).collect(), "hunter22".to_owned().into());
    let login = SecretString::from("ada:fZ8qLp3Xn5Wm".to_owned());
    let hide = Secrets::of(keys.iter().chain([&short]), [&login]).redaction(None);
    let lengths =
        |needles: &[Needles]| needles.iter().map(|one| one.close().length()).collect::<Vec<_>>();
    assert_eq!(lengths(&hide.told), [8], "one look for each byte, of 66 secrets");
    assert_eq!(lengths(&hide.said), [8, 12, 16], "and one for each length of a part in an answer");
    for number in [0, 31, 63] {
        let key = format!("sk-{number:03}-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F");
        let stars = |text: &str| hide.text(text).chars().filter(|letter| *letter == '*').count();
        assert_eq!(stars(&key), key.len(), "{key}");
        assert!(stars(&apart(&key, 1, " - ")) >= key.len() - 5, "{key} with its letters apart");
    }
    assert_eq!(
        hide.text("ada and hunter22: fZ8qLp3Xn5Wm"),
        "ada and ********: ************",
        "short ones, too"
    );
}

#[test]
fn sixteen_characters_between_the_letters_are_sixteen_however_they_are_compared() {
    let key = "markerQ7h2Vx9LmT4cWz8RbN6yKd3F";
    for between in ["…", "‥", "‼", "⁇", "⁉", "︙", "⩴", "⩶", "―", "🙂", "·"] {
        let told = redaction(key).text(&apart(key, 1, &between.repeat(16)));
        let left = told.chars().filter(char::is_ascii_alphanumeric).count();
        assert_eq!(left, 0, "{between}: {told}");
    }
}
