//! Spellings that are compared alike, and texts that only look like escapes.

use super::*;

fn read(text: &str) -> String {
    String::from_utf8_lossy(&folded(text.as_bytes())).into_owned()
}

#[test]
fn every_spelling_of_a_word_is_compared_alike() {
    for spelled in [
        "sk-Ab_9",
        "SK-AB_9",
        r"\u0073k-\u0041b_9",
        r"\\u0073\\\\u006b-Ab_9",
        r"\x73k\x2dAb_9",
        "%73k%2DAb%5f9",
        "%2573k%252dAb_9",
        r"\u002573k-Ab_9",
        "&#115;k-&#x41;b_9",
        "&amp;#115;k-&amp;AMP;#x41;b_9",
        r"%5cu0073k-&#92;u0041b_9",
        "s\u{200b}k\u{ad}-A\u{feff}b_9",
        r"s\u200bk-Ab_9",
        r"s\k-Ab\_9",
        "%u0073k%U002DAb_9",
        "\u{ff53}\u{ff4b}\u{ff0d}\u{ff21}\u{ff42}\u{ff3f}\u{ff19}",
        r"\uff53&#xff4b;-Ab_9",
        "s\u{334}k\u{301}-Ab\u{36f}_9",
        "s\0k\0-\0A\0b\0_\09\0",
        r"\u{73}k-\u{0041}b\x{5f}9",
        r"\U00000073k-\U00000041b_9",
        r"\163\153\055\101\142\1379",
        r"\163\153\55Ab\137\71",
        r"\0163\0153\0055\0101\0142\01379",
        r"\163\153\055Ab\01379",
        "sk&hyphen;Ab&lowbar;9",
        "s&shy;k–&Afr;&ZeroWidthSpace;b&UnderBar;9",
        "&sscr;&kopf;-&Aacute;&amp;bfr;&amp;#95;9",
        "&#115k&#45&#65b_9",
        "&#00000000000000115;&#x000000000000006b;-Ab_9",
        r"\u{00000073}k-\u{0000000000000041}b_9",
        "\u{1d42c}\u{1d424}-\u{24b6}\u{24d1}_\u{2468}",
        "\u{e0073}\u{e006b}-\u{e0041}b_9",
        "s\u{fe0f}k\u{e0101}-Ab_9",
        "s%E2%80%8Bk%e2%81%a6-A%C2%ADb_9",
        "%EF%BD%93%ef%bd%8b-%F0%9D%90%80b_9",
        r"s\xe2\x80\x8bk-\xf0\x9d\x90\x80b_9",
        r"s\342\200\213k-\0357\0274\0241b_9",
        "s%25E2%2580%258Bk-Ab_9",
        "sk-%C3%80b_9",
        "sk-%C0b_9",
        "s\u{2066}k\u{61c}-\u{180e}A\u{20e3}b_9",
        "\u{1f1f8}\u{1f1f0}-\u{1d00}\u{299}_9",
        "_x0073__x006B_-Ab_9",
        "s_X0000006b_-Ab_x005F_9",
        "%5fx0073_k-Ab_9",
        "%25%37%33k-Ab_9",
        "%2525%2537%2533k-Ab_9",
        r"%5c%31%36%33k-Ab_9",
        r"%5c%5c%5c%75%30%30%37%33k-Ab_9",
        "&#38;&#35;&#49;&#49;&#53;k-Ab_9",
        r"\u0026\u0023\u0078\u0037\u0033\u003bk-Ab_9",
        r"\x5c\x75\x7b\x30\x30\x37\x33\x7dk-Ab_9",
        "_x005f__x0078__x0030__x0030__x0037__x0033__x005f_k-Ab_9",
        "%26%23%30%30%30%30%30%30%30%30%30%30%31%31%35%3bk-Ab_9",
        "%25%45%46%25%42%44%25%39%33k-Ab_9",
        r"\%75%30%30%37%33k-Ab_9",
        "%5cs%5ck-Ab%5c_9",
    ] {
        assert_eq!(read(spelled), "sk+ab/9", "{spelled}");
    }
}

#[test]
fn what_only_begins_like_an_escape_is_compared_as_it_stands() {
    for (text, compared) in [
        ("100 %", "100 %"),
        ("%7", "%7"),
        ("%zz", "%zz"),
        ("%u00zz %u", "%u00zz %u"),
        ("u0073", "u0073"),
        (r"\u00zz", "u00zz"),
        ("&amp; &am; &#; &#y &#xy", "& &am; &#; &#y &#xy"),
        ("&hyphen &NegativeVeryThinSpaces; &x", "&hyphen &negativeverythinspaces; &x"),
        ("a?b&nbspc&key=1&", "a?b&nbspc&key=1&"),
        (r"\0551 \0777", "+1 ?7"),
        (r"\u{} \u{73 \x{zz}", "u{} u{73 x{zz}"),
        (r"C:\1 \19 \128", "c:1 19 128"),
        (r"\200 \377 \777 \8 \3", "200 377 777 8 3"),
        ("%80 %e2%80 %e2", "\u{80} a\u{80} a"),
        ("&#0012345678901;", "&#0012345678901;"),
        (r"\u{000 \u{000", "u{000 u{000"),
        ("_x _x73_ __x0073 _x00731_ _x00000073", "/x /x73/ //x0073 /x00731/ /x00000073"),
        ("† ✓ 語 🏁", "† ✓ 語 🏁"),
    ] {
        assert_eq!(read(text), compared, "{text}");
    }
}

#[test]
fn a_letter_that_stands_for_many_stands_apart_as_one() {
    for letter in ["\u{fdfa}", "\u{3316}", "語", "🦊", "é́"] {
        let (mut fold, mut count) = (Fold::default(), 0);
        let mut on = |folded: Folded, _, _| count += usize::from(folded.role != Role::Rest);
        for (at, byte) in (0..).zip(letter.bytes()) {
            fold.read(byte, at, &mut on);
        }
        fold.finish(&mut on);
        assert_eq!(count, 1, "{letter} is read once by what reads letters that stand apart");
    }
}

/// The escapes of one character.
const ESCAPES: [fn(u32) -> String; 11] = [
    |number| format!("%{number:02x}"),
    |number| format!("%u{number:04X}"),
    |number| format!("&#{number};"),
    |number| format!("&#x000{number:X};"),
    |number| format!("\\x{number:02x}"),
    |number| format!("\\u{number:04x}"),
    |number| format!("\\u{{{number:x}}}"),
    |number| format!("\\U{number:08x}"),
    |number| format!("\\{number:03o}"),
    |number| format!("\\0{number:03o}"),
    |number| format!("_x{number:04X}_"),
];

#[test]
fn an_escape_of_which_each_letter_is_escaped_is_compared_as_what_it_stands_for() {
    let each = |text: &str, escape: fn(u32) -> String| -> String {
        text.chars().map(|letter| escape(letter.into())).collect()
    };
    // Every second letter, or every third, or all.
    let some = |text: &str, escape: fn(u32) -> String, every: usize| -> String {
        let letters = text.chars().enumerate();
        let written = |(at, letter): (usize, char)| match at % every {
            0 => escape(letter.into()),
            _ => letter.to_string(),
        };
        letters.map(written).collect()
    };
    for inner in ESCAPES {
        for middle in ESCAPES {
            let one = each("sk-Ab_9", inner);
            for every in [2, 3] {
                let two = some(&one, middle, every);
                assert_eq!(read(&two), "sk+ab/9", "{two}");
            }
            let two = each(&one, middle);
            assert_eq!(read(&two), "sk+ab/9", "{two}");
            for outer in ESCAPES {
                let three = each(&two, outer);
                assert_eq!(read(&three), "sk+ab/9", "{three}");
            }
        }
    }
}
