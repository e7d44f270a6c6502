//! Detects whether a text arrives in pieces or is repeated as a whole each time. `MiniMax` documents the second way for
//! its reasoning details; all other servers send pieces.

/// A shorter piece may by chance be the beginning of the next one.
const TELLING: usize = 3;

/// How a text grows.
#[derive(Debug, Default)]
pub(super) enum Growth {
    /// Nothing has arrived.
    #[default]
    Nothing,
    /// The last text, which is not conclusive.
    Begun(String),
    /// Each piece is new.
    Pieces,
    /// Each piece is the whole text so far, which is this.
    Whole(String),
}

impl Growth {
    /// Whether the whole text is repeated each time.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }

    /// The new part of `text`.
    pub(super) fn news<'t>(&mut self, text: &'t str) -> &'t str {
        if text.is_empty() {
            return text;
        }
        match self {
            Self::Nothing => *self = Self::Begun(text.to_owned()),
            Self::Pieces => {}
            Self::Begun(last) | Self::Whole(last) => {
                let Some(news) = text.strip_prefix(last.as_str()) else {
                    // A text that starts over is a new part.
                    *self =
                        if self.is_whole() { Self::Whole(text.to_owned()) } else { Self::Pieces };
                    return text;
                };
                let is_telling = last.len() >= TELLING;
                if is_telling && (self.is_whole() || !news.is_empty()) {
                    *self = Self::Whole(text.to_owned());
                    return news;
                }
                *self = Self::Begun(text.to_owned());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&str]) -> String {
        let mut growth = Growth::default();
        pieces.iter().map(|piece| growth.news(piece)).collect()
    }

    #[test]
    fn a_text_that_comes_whole_each_time_is_read_once() {
        assert_eq!(read(&["The", "The user", "The user asks."]), "The user asks.", "as documented");
        assert_eq!(
            read(&["Hmm.", "Hmm. So", "Wait"]),
            "Hmm. SoWait",
            "another part is no repetition"
        );
    }

    #[test]
    fn pieces_are_pieces_whatever_they_begin_with() {
        for pieces in [
            &["The", " user", " asks"][..],
            &["\n", "\nOkay", ", so", ", so"],
            &["----", "----", "----"],
            &["a", "b", "ab", "abc"],
        ] {
            assert_eq!(read(pieces), pieces.concat(), "{pieces:?}");
        }
    }
}
