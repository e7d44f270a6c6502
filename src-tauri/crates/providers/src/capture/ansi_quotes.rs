//! The quotes `$'…'` of a shell, in which browsers copy a request as a `curl` line.

use std::iter::Peekable;
use std::str::Chars;

/// What stands between such quotes, of which the first is behind; nothing if they are open at the end.
pub(super) fn quoted(letters: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut said = String::new();
    loop {
        match letters.next()? {
            '\'' => return Some(said),
            '\\' => said.push_str(&escaped(letters)),
            letter => said.push(letter),
        }
    }
}

/// What an escape means; half a pair of UTF-16 stays an escape, which JSON reads the same.
fn escaped(letters: &mut Peekable<Chars<'_>>) -> String {
    let Some(letter) = letters.next() else { return "\\".to_owned() };
    let most = match letter {
        'n' => return "\n".to_owned(),
        't' => return "\t".to_owned(),
        'r' => return "\r".to_owned(),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '\\' | '\'' | '"' | '?' => return letter.into(),
        _ => return format!("\\{letter}"),
    };
    let mut digits = String::new();
    while digits.len() < most
        && let Some(digit) = letters.next_if(char::is_ascii_hexdigit)
    {
        digits.push(digit);
    }
    let meant = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
    meant.map_or_else(|| format!("\\{letter}{digits}"), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_between_such_quotes_are_what_they_mean() {
        for (line, meant) in [
            (r"it\'s\n\u00e9\x41' 'a'", Some("it's\né\x41")),
            (r"\ud83d\ude00'", Some(r"\ud83d\ude00")),
            (r"a $b \q'", Some(r"a $b \q")),
            (r"open \", None),
        ] {
            assert_eq!(quoted(&mut line.chars().peekable()).as_deref(), meant, "{line}");
        }
    }
}
