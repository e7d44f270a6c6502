//! Quotes that are escaped for the way from Windows PowerShell to a program, which takes plain ones out: `'{\"model\": …}'`.

use serde::de::IgnoredAny;

/// A body as the program would get it, if it is JSON only without such escapes.
pub(super) fn plain(body: &str) -> Option<String> {
    let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
    let is_escaped = body.trim_start().strip_prefix('{')?.trim_start().starts_with("\\\"");
    if !is_escaped || is_json(body) {
        return None;
    }
    let mut plain = String::with_capacity(body.len());
    let mut letters = body.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        let mut count = 1;
        while letters.next_if_eq(&'\\').is_some() {
            count += 1;
        }
        // Before a quote two are one, and the last of an odd number is the quote's; elsewhere each is itself.
        let is_before_quote = letters.peek() == Some(&'"');
        let kept = if is_before_quote { count / 2 } else { count };
        plain.extend(std::iter::repeat_n('\\', kept));
    }
    is_json(&plain).then_some(plain)
}
