//! The text of a web page. A proxy, a gateway or a site may answer with HTML instead of an API's answer; its tags are
//! of no use to the user.

use measure::Phrase;

use crate::error::happened;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::Redact;

/// Beginnings of HTML, in lower case.
const BEGINNINGS: [&str; 5] = ["<!doctype html", "<html", "<head", "<body", "<title"];
/// Elements whose content is not shown.
const UNSEEN: [&str; 6] = ["script", "style", "noscript", "template", "svg", "title"];
/// Maximum number of bytes read of a page.
const MOST_READ: usize = 64 * 1024;
/// Maximum number of characters kept of its title, and of its text.
const MOST_KEPT: usize = 160;

/// A page's title and the beginning of its visible text, each on one line; either may be empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WebPage {
    pub(crate) title: String,
    pub(crate) text: String,
}

impl WebPage {
    /// Reads `body`, if it is HTML. Takes time linear in its length, whatever is in it.
    pub(crate) fn read(body: &str) -> Option<Self> {
        let body = body.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let is_page = BEGINNINGS.iter().any(|start| begins_with(body, start));
        if !is_page {
            return None;
        }
        let end = (0..=body.len().min(MOST_READ)).rev().find(|at| body.is_char_boundary(*at))?;
        let mut rest = body.get(..end)?;
        let (mut title, mut text) = (Words::default(), Words::default());
        while let Some((before, tag)) = rest.split_once('<') {
            text.push(before);
            if let Some(comment) = tag.strip_prefix("!--") {
                rest = after(comment, "-->");
                continue;
            }
            let Some((inside, content)) = tag.split_once('>') else {
                rest = "";
                break;
            };
            let name =
                inside.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            rest = content;
            if let Some(unseen) = UNSEEN.iter().find(|unseen| unseen.eq_ignore_ascii_case(name)) {
                let (skipped, next) = element(content, unseen);
                if *unseen == "title" && title.0.is_empty() {
                    title.push(skipped);
                }
                rest = next;
            }
        }
        text.push(rest);
        let (title, text) = (title.0, text.0);
        // Many pages repeat their title as a heading.
        let text = text.strip_prefix(title.as_str()).unwrap_or(&text).trim().to_owned();
        Some(Self { title, text })
    }
}

impl WebPage {
    /// What it is and says, within a sentence.
    pub(crate) fn phrase(&self) -> Phrase {
        match (self.title.as_str(), self.text.as_str()) {
            ("", "") => happened::empty_page(),
            ("", text) => happened::untitled_page(text),
            (title, "") => happened::titled_page(title),
            (title, text) => happened::whole_page(title, text),
        }
    }
}

impl Redact for WebPage {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.text.redact(redaction);
    }
}

/// Text with single spaces between its words, at most [`MOST_KEPT`] characters and an ellipsis.
#[derive(Default)]
struct Words(String);

impl Words {
    fn push(&mut self, part: &str) {
        for word in part.split_whitespace() {
            if self.0.ends_with('…') {
                return;
            }
            let word = plain(word);
            let room = MOST_KEPT.saturating_sub(self.0.chars().count() + 1);
            if !self.0.is_empty() {
                self.0.push(' ');
            }
            self.0.extend(word.chars().take(room));
            if word.chars().count() > room {
                self.0.push('…');
            }
        }
    }
}

/// A word without the usual character references. Numeric ones are left as they are: a redacted key must not be
/// reassembled.
fn plain(word: &str) -> String {
    if !word.contains('&') {
        return word.to_owned();
    }
    let named = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    named.into_iter().fold(word.to_owned(), |word, (name, character)| word.replace(name, character))
}

/// The content of an element that was just opened, and what follows it.
fn element<'a>(content: &'a str, name: &str) -> (&'a str, &'a str) {
    let closes = |at: &usize| content.get(at + 2..).is_some_and(|tag| begins_with(tag, name));
    match content.match_indices("</").map(|(at, _)| at).find(closes) {
        Some(at) => (
            content.get(..at).unwrap_or_default(),
            after(content.get(at..).unwrap_or_default(), ">"),
        ),
        None => (content, ""),
    }
}

/// What follows the first `mark`; nothing without one.
fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or("", |(_, rest)| rest)
}

fn begins_with(text: &str, start: &str) -> bool {
    text.as_bytes().get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Option<(String, String)> {
        WebPage::read(body).map(|page| (page.title, page.text))
    }

    #[test]
    fn a_page_is_its_title_and_its_first_words() {
        for (body, title, text) in [
            (
                "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.27.3</center>\r\n</body>\r\n</html>\r\n",
                "502 Bad Gateway",
                "nginx/1.27.3",
            ),
            (
                "\u{feff}  <!DOCTYPE html>\n<html lang=\"en-US\"><head><title>Just a moment...</title><style>a > b { color: red }</style><script>if (1 < 2) { document.write('<p>no</p>') }</script></head><body><!-- <p>nor this</p> --><NOSCRIPT>no</NOSCRIPT><p>Enable&nbsp;JavaScript &amp; cookies<br>to continue</p></body></html>",
                "Just a moment...",
                "Enable JavaScript & cookies to continue",
            ),
            (
                "<HTML><BODY>Sign in to the hotel's network</BODY></HTML>",
                "",
                "Sign in to the hotel's network",
            ),
            ("<html><head><title>Cut", "Cut", ""),
            ("<html", "", ""),
            ("<html><body>one < two</body></html>", "", "one"),
        ] {
            let page = Some((title.to_owned(), text.to_owned()));
            assert_eq!(read(body), page, "{body}: no tag, no script, no style");
        }
    }

    #[test]
    fn what_is_no_page_is_left_as_it_is() {
        for body in ["", "Bad Gateway", "{\"error\":\"<html>\"}", "data: <html>", "<xml/>", "<"] {
            assert_eq!(read(body), None, "{body}");
        }
    }

    #[test]
    fn what_is_kept_is_bounded_whatever_the_page_holds() {
        let hostile = [
            "<".repeat(1 << 20),
            "<!--".repeat(1 << 18),
            "<script>".repeat(1 << 17),
            "</".repeat(1 << 19),
            "<title></".repeat(1 << 17),
            "a ".repeat(1 << 19),
            "é".repeat(1 << 19),
            "&amp;".repeat(1 << 18),
        ];
        for part in hostile {
            let page = WebPage::read(&format!("<html>{part}")).expect("a page");
            let kept = page.title.chars().count() + page.text.chars().count();
            assert!(kept <= 2 * (MOST_KEPT + 1), "{kept} characters are kept");
        }
    }
}
