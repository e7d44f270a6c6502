//! Lines of three shells.

use super::*;
use crate::capture::shell_word::Filler;
use crate::capture::word_reader::RUN;

fn texts(line: &str) -> Vec<String> {
    let command = split(line).unwrap_or_else(|torn| panic!("{torn:?}: {line}"));
    command.words.into_iter().map(|word| word.text).collect()
}

fn variables(line: &str) -> Vec<String> {
    let command = split(line).expect(line);
    let fills = command.words.into_iter().flat_map(|word| word.fills);
    fills
        .map(|fill| match fill.by {
            Filler::Variable(name) => name,
            Filler::Command => RUN.to_owned(),
        })
        .collect()
}

#[test]
fn words_are_those_of_the_shell_whose_line_it_is() {
    for (line, words) in [
        (
            r#"a 'b c' "d \" \n"e f\ g \
h"#,
            &["a", "b c", r#"d " \ne"#, "f g", "h"][..],
        ),
        (r#"-d "a \" $'b'" c\$'d' $'it\'s'"#, &["-d", r#"a " $'b'"#, "c$d", "it's"]),
        ("curl a 'x'\\''y' # the end\n-s", &["curl", "a", "x'y", "-s"]),
        ("a b#c '' \"\"", &["a", "b#c", "", ""]),
        (
            "curl ^\n  -d \"{\\\"a\\\":\\\"it's $5 \\\\n\\\"}\" ^\n  b",
            &["curl", "-d", r#"{"a":"it's $5 \\n"}"#, "b"],
        ),
        (
            r#"curl ^"a?b=1^&c^" ^
-d ^"^{^\^"a^\^":^\^"100^%^\^"^}^""#,
            &["curl", "a?b=1&c", "-d", r#"{"a":"100%"}"#],
        ),
        (
            "curl `\n  -d '{\"a\":\"it''s\"}' \"b `\"c\"",
            &["curl", "-d", r#"{"a":"it's"}"#, "b \"c"],
        ),
        (r#"curl -d '{"a":"it''s"}' ''"#, &["curl", "-d", r#"{"a":"it's"}"#, ""]),
        (r"curl -H '' -d 'a'\''b''c'", &["curl", "-H", "", "-d", "a'bc"]),
        (r#"curl -d 'a'"''"'b'"#, &["curl", "-d", "a''b"]),
    ] {
        assert_eq!(texts(line), words, "{line}");
    }
    for line in ["a 'b", "a \"b", "a $'b", "a $(b", "a `b", "a ${b"] {
        assert_eq!(split(line), Err(Torn::Open), "{line}");
    }
    assert_eq!(split(&"a ".repeat(1_001)), Err(Torn::TooMany));
}

#[test]
fn a_command_ends_where_another_begins_and_its_files_are_no_words() {
    for (line, ended_by) in [
        ("a b | c", "|"),
        ("a b; c", ";"),
        ("a b && c", "&&"),
        ("a b || c", "||"),
        ("a b & c", "&"),
    ] {
        let command = split(line).expect(line);
        assert_eq!((texts(line), command.ended_by), (vec!["a".into(), "b".into()], Some(ended_by)));
    }
    for line in ["a >f b", "a > f b", "a 2>&1 b", "a b >> 'f g'", "2> f a b", "a <f b"] {
        assert_eq!(texts(line), ["a", "b"], "{line}");
        assert!(split(line).expect(line).is_redirected, "{line}");
    }
    assert_eq!(texts("a 'b|c;d&&e>f' \"g|h\" i\\;j"), ["a", "b|c;d&&e>f", "g|h", "i;j"], "text");
}

#[test]
fn what_a_shell_would_fill_in_is_known_and_text_in_single_quotes_is_none() {
    for (line, names) in [
        ("$MODEL \"a ${B_1:-$(c)} $2\" $?", &["$MODEL", "${B_1}", "$2", "$?"][..]),
        ("\"$(a \"b)\" '(') `c \\` d`\"", &["$(…)", "$(…)"]),
        ("`a` \"`b`\"", &["$(…)", "$(…)"]),
        ("'$A `b` $(c)' \\$A \"\\$A \\`\" $'$A' 'a'$ \"5 $ \" \"$,\"", &[]),
        ("a ^\n %A% 5% \"%B%\" $C '%D%'", &["%A%", "%B%", "%D%"]),
        ("a `\n \"$env:KEY\" '$B' \"`$C\"", &["$env:KEY"]),
    ] {
        assert_eq!(variables(line), names, "{line}");
    }
    let word = &split("a$B-c$D").expect("a line").words[0];
    assert_eq!(word.filled_before(1), None, "it begins behind");
    assert_eq!(word.filled_before(2), Some(&Filler::Variable("$B".into())));
    assert_eq!(word.rest(3).filled(), Some(&Filler::Variable("$D".into())), "of the rest");
}
