//! Reads a call of PowerShell's `Invoke-WebRequest` or `Invoke-RestMethod`, as browsers copy one: where the request goes, its
//! headers, its key and its body. Nothing is run.

use crate::capture::curl::CurlLine;
use crate::capture::curl_fault::{fault, filled};
use crate::capture::fields::CaptureError;
use crate::capture::notes;
use crate::capture::powershell_value::{LONGEST_NAME, Values, open};
use crate::capture::shell::MOST_WORDS;
use crate::capture::shell_word::{Fill, Word};
use crate::capture::unread;

/// The names of the two commands.
const COMMANDS: [&str; 4] = ["invoke-webrequest", "invoke-restmethod", "iwr", "irm"];
/// Parameters without a value.
const FLAGS: [&str; 9] = [
    "usebasicparsing",
    "skipcertificatecheck",
    "skipheadervalidation",
    "skiphttperrorcheck",
    "disablekeepalive",
    "passthru",
    "resume",
    "verbose",
    "allowunencryptedauthentication",
];
/// Parameters whose value says nothing of the request.
const IDLE: [&str; 12] = [
    "contenttype",
    "timeoutsec",
    "operationtimeoutseconds",
    "connectiontimeoutseconds",
    "outfile",
    "erroraction",
    "maximumredirection",
    "maximumretrycount",
    "retryintervalsec",
    "httpversion",
    "sslprotocol",
    "transferencoding",
];
/// Parameters by which somebody logs in or is reached in another way.
const WAYS: [&str; 10] = [
    "websession",
    "sessionvariable",
    "authentication",
    "token",
    "credential",
    "usedefaultcredentials",
    "certificate",
    "certificatethumbprint",
    "proxy",
    "proxycredential",
];
/// Headers in which a browser repeats the address.
const OF_ADDRESS: [&str; 4] = ["authority", "method", "path", "scheme"];

/// The call within a text: after rows that make a session, as browsers write them, and after the variable that it is put into.
/// `None` if the text is no such call.
pub(super) fn call(text: &str) -> Option<(&str, bool)> {
    let mut rest = text.trim_start();
    let mut has_session = false;
    loop {
        let row = rest.lines().next()?.trim_end();
        let begin =
            row.split_once('=').filter(|(name, _)| is_variable(name)).map_or(row, |(_, to)| to);
        let begin = begin.trim_start();
        let word = begin.split_whitespace().next().unwrap_or_default();
        if COMMANDS.iter().any(|command| word.eq_ignore_ascii_case(command)) {
            // The call begins somewhere in its row, and ends after it.
            let at = row.len() - begin.len() + word.len();
            return rest.get(at..).map(|call| (call, has_session));
        }
        let is_session = row.starts_with("$session") || row.is_empty() || row.starts_with('#');
        if !is_session {
            return None;
        }
        has_session |= row.starts_with("$session");
        rest = rest.split_once('\n')?.1.trim_start();
    }
}

fn is_variable(name: &str) -> bool {
    let name = name.trim();
    name.strip_prefix('$').is_some_and(|name| name.chars().all(char::is_alphanumeric))
}

/// Reads a call, from behind its command's name. `has_session` says whether rows before it make a session.
///
/// # Errors
/// If it cannot be read, or makes another request.
pub(super) fn read(call: &str, has_session: bool) -> Result<CurlLine, CaptureError> {
    let mut reader = Reader {
        values: Values { letters: call.chars().peekable() },
        line: CurlLine::default(),
        uri: None,
    };
    if has_session {
        reader.line.notes.push(notes::session());
    }
    reader.read().map_err(|error| match error {
        CaptureError::Curl { fault } => CaptureError::PowerShell { fault },
        error => error,
    })
}

struct Reader<'a> {
    values: Values<'a>,
    line: CurlLine,
    uri: Option<Word>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<CurlLine, CaptureError> {
        while let Some(letter) = self.values.next_sign() {
            match letter {
                '-' => self.parameter()?,
                '|' | ';' | '\n' => {
                    // Rows that are empty end nothing.
                    if self.values.letters.any(|letter| !letter.is_whitespace()) {
                        self.line.notes.push(notes::after_call());
                    }
                    break;
                }
                _ if self.uri.is_none() => self.uri = Some(self.values.value()?),
                _ => return Err(fault(unread::two_uris())),
            }
        }
        let uri = self.uri.ok_or_else(|| fault(unread::no_uri()))?;
        self.line.go_to(&uri)?;
        if self.line.body.trim().is_empty() {
            return Err(fault(unread::no_body("-Body")));
        }
        Ok(self.line)
    }

    fn parameter(&mut self) -> Result<(), CaptureError> {
        self.values.letters.next();
        let mut name = String::new();
        while let Some(letter) = self.values.letters.next_if(char::is_ascii_alphanumeric) {
            name.push(letter);
        }
        let lower = name.to_ascii_lowercase();
        let told: String = name.chars().take(LONGEST_NAME).collect();
        if FLAGS.contains(&lower.as_str()) {
            if self.values.letters.next_if_eq(&':').is_some() {
                self.values.value()?;
            }
            return Ok(());
        }
        self.values.letters.next_if_eq(&':');
        match lower.as_str() {
            "headers" => return self.headers(),
            "infile" | "form" => {
                return Err(fault(unread::form("-Body")));
            }
            _ => {}
        }
        let value = self.values.value()?;
        match lower.as_str() {
            "uri" => {
                if self.uri.replace(value).is_some() {
                    return Err(fault(unread::two_uris()));
                }
            }
            "method" | "custommethod" => {
                filled(value.filled())?;
                if !value.text.eq_ignore_ascii_case("post") {
                    return Err(fault(unread::no_post()));
                }
            }
            "body" => {
                filled(value.filled())?;
                self.line.body = value.text;
            }
            "useragent" => self.line.leave_agent(),
            name if WAYS.contains(&name) => {
                self.line.notes.push(notes::own_way(&format!("-{told}")));
            }
            name if IDLE.contains(&name) => {}
            _ => return Err(fault(unread::unknown_parameter(&format!("-{told}")))),
        }
        Ok(())
    }

    /// A table of headers: `@{ "name" = "value"; … }`, in which rows end an entry as well.
    fn headers(&mut self) -> Result<(), CaptureError> {
        if self.values.next_sign() == Some('$') {
            let variable = self.values.value()?;
            return filled(variable.filled());
        }
        self.expect('@')?;
        self.expect('{')?;
        for _ in 0..=MOST_WORDS {
            while self.values.letters.next_if(|next| next.is_whitespace() || *next == ';').is_some()
            {
            }
            if self.values.letters.peek().ok_or_else(open)? == &'}' {
                self.values.letters.next();
                return Ok(());
            }
            let name = self.values.value()?;
            self.expect('=')?;
            let value = self.values.value()?;
            filled(name.filled())?;
            if OF_ADDRESS.iter().any(|known| name.text.eq_ignore_ascii_case(known)) {
                continue;
            }
            let mut header = Word { text: format!("{}: ", name.text), fills: Vec::new() };
            let behind = header.text.len();
            header.text.push_str(&value.text);
            let moved = value.fills.into_iter().map(|fill| Fill { at: fill.at + behind, ..fill });
            header.fills.extend(moved);
            self.line.header_of_line(&header)?;
        }
        Err(fault(unread::too_many_options()))
    }

    fn expect(&mut self, sign: char) -> Result<(), CaptureError> {
        while self.values.letters.next_if(|letter| letter.is_whitespace()).is_some() {}
        match self.values.letters.next() {
            Some(letter) if letter == sign => Ok(()),
            Some(_) => Err(fault(unread::no_table(r#"@{ "name" = "value" }"#))),
            None => Err(open()),
        }
    }
}

#[cfg(test)]
#[path = "powershell_tests.rs"]
mod tests;
