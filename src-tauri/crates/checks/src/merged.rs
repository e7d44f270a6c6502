//! An answer that is a file.

use measure::Phrase;

use crate::check::{MergedFile, TrailingSpace};
use crate::quote::quotation;
use crate::verdict::Finding;
use crate::whole_json::unwrapped;
use crate::wording;

pub(crate) fn is_file(expected: &MergedFile, answer: &str) -> Finding {
    let found = if expected.fenced && answer.trim_start().starts_with("```") {
        unwrapped(answer, true)
    } else {
        answer
    };
    let mut wanted = lines(&expected.file, expected.trailing_space);
    let mut found = lines(found, expected.trailing_space);
    let mut number = 0_u64;
    loop {
        number += 1;
        match (wanted.next(), found.next()) {
            (None, None) => return Finding::Right,
            (Some(wanted), Some(found)) if wanted == found => {}
            (wanted, found) => return Finding::Wrong(difference(number, wanted, found)),
        }
    }
}

fn difference(number: u64, wanted: Option<&str>, found: Option<&str>) -> Phrase {
    let told = |line: Option<&str>| line.map_or_else(wording::end_of_file, quotation);
    wording::other_line(told(wanted), number.into(), told(found))
}

/// The lines of a file without their ends. With trailing space kept, the file's last end of line counts too, as an empty
/// line after it.
fn lines(file: &str, trailing: TrailingSpace) -> impl Iterator<Item = &str> {
    let text = match trailing {
        TrailingSpace::Ignored => file.trim_end(),
        TrailingSpace::Kept => file,
    };
    text.split('\n').map(move |line| match trailing {
        TrailingSpace::Ignored => line.trim_end(),
        TrailingSpace::Kept => line.strip_suffix('\r').unwrap_or(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plain, wrong};

    fn found(trailing_space: TrailingSpace, fenced: bool, answer: &str) -> Finding {
        let file = "fn main() {\n    run();\n}\n".to_owned();
        plain(is_file(&MergedFile { file, trailing_space, fenced }, answer))
    }

    #[test]
    fn a_file_is_the_same_line_by_line() {
        use TrailingSpace::{Ignored, Kept};
        let same = "fn main() {\n    run();\n}\n";
        assert_eq!(found(Kept, false, same), Finding::Right, "as it is");
        assert_eq!(found(Kept, false, &same.replace('\n', "\r\n")), Finding::Right, "by CRLF");
        let trailing = "fn main() {  \n    run();\t\n}\n\n";
        assert_eq!(found(Ignored, false, trailing), Finding::Right, "white space ends lines");
        assert_eq!(
            found(Kept, false, trailing),
            wrong(r#"expected "fn main() {" as line 1, found "fn main() {  ""#),
            "unless it counts"
        );
        assert_eq!(
            found(Kept, false, same.trim_end()),
            wrong(r#"expected "" as line 4, found the end of the file"#),
            "the last end of line too"
        );
        assert_eq!(
            found(Ignored, false, "fn main() {\n  run();\n}\n"),
            wrong(r#"expected "    run();" as line 2, found "  run();""#),
            "indentation always counts"
        );
    }

    #[test]
    fn a_file_may_stand_in_a_code_block_where_that_is_said() {
        let fenced = "```rust\nfn main() {\n    run();\n}\n```";
        assert_eq!(found(TrailingSpace::Ignored, true, fenced), Finding::Right, "it may");
        assert!(
            matches!(found(TrailingSpace::Ignored, false, fenced), Finding::Wrong(_)),
            "it may not"
        );
    }
}
