//! The quotes `$'…'` of a shell, in which browsers copy a request as a `curl` line, written as plain quotes.

/// The same line with every `$'…'` as `'…'`, its escapes as what they mean.
pub(super) fn plain_quotes(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    let mut quote = None;
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '$') if letters.peek() == Some(&'\'') => {
                letters.next();
                plain.push('\'');
                while let Some(letter) = letters.next().filter(|letter| *letter != '\'') {
                    let said = if letter == '\\' { escaped(&mut letters) } else { letter.into() };
                    plain.push_str(&said.replace('\'', r"'\''"));
                }
                plain.push('\'');
                continue;
            }
            (None | Some('"'), '\\') => {
                plain.push(letter);
                plain.extend(letters.next());
                continue;
            }
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            _ => {}
        }
        plain.push(letter);
    }
    plain
}

/// What an escape means; half a pair of UTF-16 stays an escape, which JSON reads the same.
fn escaped(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
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
    fn quotes_with_escapes_become_plain_ones() {
        for (line, plain) in [
            (r"curl $'it\'s\n\u00e9\x41' 'a $b'", "curl 'it'\\''s\né\x41' 'a $b'"),
            (r#"-d "a \" $'b'" c\$'d'"#, r#"-d "a \" $'b'" c\$'d'"#),
            (r"$'\ud83d\ude00'", r"'\ud83d\ude00'"),
            (r"$'open \", r"'open \'"),
        ] {
            assert_eq!(plain_quotes(line), plain, "{line}");
        }
    }
}
