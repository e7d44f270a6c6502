//! The quotes `$'…'` of a shell, in which browsers copy a request as a `curl` line.

use std::iter::Peekable;
use std::str::Chars;

/// What stands between such quotes, of which the first is behind; nothing if they are open at the end. Escaped bytes are UTF-8, as
/// the shell sends them; if they are not, each is the character of its number, as older browsers wrote them.
pub(super) fn quoted(letters: &mut Peekable<Chars<'_>>) -> Option<String> {
    let (mut bytes, mut said) = (Vec::new(), String::new());
    loop {
        let letter = letters.next()?;
        let part = match letter {
            '\'' => return Some(String::from_utf8(bytes).unwrap_or(said)),
            '\\' => escaped(letters),
            letter => Escape::Text(letter.into()),
        };
        match part {
            Escape::Byte(byte) => {
                bytes.push(byte);
                said.push(byte.into());
            }
            Escape::Text(text) => {
                bytes.extend(text.as_bytes());
                said.push_str(&text);
            }
        }
    }
}

/// What an escape means.
enum Escape {
    Byte(u8),
    Text(String),
}

/// What an escape means; half a pair of UTF-16 stays an escape, which JSON reads the same.
fn escaped(letters: &mut Peekable<Chars<'_>>) -> Escape {
    let text = |text: &str| Escape::Text(text.to_owned());
    let Some(letter) = letters.next() else { return text("\\") };
    let (most, radix) = match letter {
        'n' => return text("\n"),
        't' => return text("\t"),
        'r' => return text("\r"),
        'a' => return Escape::Byte(7),
        'b' => return Escape::Byte(8),
        'v' => return Escape::Byte(11),
        'f' => return Escape::Byte(12),
        'e' | 'E' => return Escape::Byte(27),
        'x' => (2, 16),
        'u' => (4, 16),
        'U' => (8, 16),
        '0'..='7' => (3, 8),
        '\\' | '\'' | '"' | '?' => return Escape::Text(letter.into()),
        _ => return Escape::Text(format!("\\{letter}")),
    };
    let mut digits = if radix == 8 { String::from(letter) } else { String::new() };
    while digits.len() < most
        && let Some(digit) = letters.next_if(|letter| letter.is_digit(radix))
    {
        digits.push(digit);
    }
    let number = u32::from_str_radix(&digits, radix).ok();
    let meant = if matches!(letter, 'u' | 'U') {
        number.and_then(char::from_u32).map(|letter| Escape::Text(letter.into()))
    } else {
        // The shell drops what is above a byte.
        number.and_then(|number| u8::try_from(number & 0xff).ok()).map(Escape::Byte)
    };
    meant.unwrap_or_else(|| Escape::Text(format!("\\{letter}{digits}")))
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
            (r"caf\xc3\xa9 \344\275\240'", Some("café 你")),
            (r"caf\xe9'", Some("café")),
        ] {
            assert_eq!(quoted(&mut line.chars().peekable()).as_deref(), meant, "{line}");
        }
    }
}
