//! What another command writes into a `curl` line, such as `echo '…' | curl …`, where its own words say it.

use crate::capture::curl_fault::{fault, filled, is_curl};
use crate::capture::fields::CaptureError;
use crate::capture::shell::split;
use crate::capture::shell_word::{Command, Word};
use crate::capture::unread;

/// Characters of a program's name that are told.
const LONGEST_NAME: usize = 32;

/// The `curl` line after the first `|` of a text, and what the command before writes into it; `None` if the text is no such
/// line.
///
/// # Errors
/// If nothing but running that command tells what it writes.
pub(super) fn piped(text: &str) -> Result<Option<(Word, String)>, CaptureError> {
    if is_curl(text) || !text.contains('|') || !text.contains("curl") {
        return Ok(None);
    }
    let Ok(mut command) = split(text) else { return Ok(None) };
    let rest = std::mem::take(&mut command.rest);
    if command.ended_by != Some("|") {
        return Ok(None);
    }
    let line = rest.trim_start();
    if is_curl(line) {
        return Ok(Some((written(command)?, line.to_owned())));
    }
    // Of several commands the last one writes into the line.
    let Some((between, _)) = line.rsplit_once('|').filter(|(_, last)| is_curl(last.trim_start()))
    else {
        return Ok(None);
    };
    let last = between.rsplit('|').next().unwrap_or_default();
    Err(not_run(last.split_whitespace().next().unwrap_or_default()))
}

/// What a command writes.
fn written(command: Command) -> Result<Word, CaptureError> {
    let Command { words, input, is_redirected, .. } = command;
    let mut words = words.into_iter();
    let program = words.next().unwrap_or_default().text;
    let words: Vec<Word> = words.collect();
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    for word in &words {
        filled(word.filled())?;
    }
    match (program.as_str(), texts.as_slice(), input) {
        _ if is_redirected => Err(not_run(&program)),
        ("cat", [] | ["-"], Some(input)) => Ok(input),
        ("cat", ..) => Err(fault(unread::cat())),
        ("echo", texts, None) => {
            let is_option = |text: &&&str| text.starts_with('-') && text.len() > 1;
            let options = texts.iter().take_while(is_option).count();
            let (options, texts) = texts.split_at(options);
            if options.iter().any(|option| *option != "-n")
                || texts.iter().any(|text| text.contains('\\'))
            {
                return Err(fault(unread::echo()));
            }
            Ok(plain(texts.join(" ")))
        }
        ("printf", ["%s" | "%s\\n", text], None) => Ok(plain((*text).to_owned())),
        ("printf", [text], None) if !text.contains(['%', '\\']) => Ok(plain((*text).to_owned())),
        ("printf", ..) => Err(fault(unread::printf())),
        (program, ..) => Err(not_run(program)),
    }
}

fn plain(text: String) -> Word {
    Word { text, ..Word::default() }
}

fn not_run(program: &str) -> CaptureError {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    if program.is_empty() || program.len() > LONGEST_NAME || !program.chars().all(is_name) {
        return fault(unread::other_writer());
    }
    fault(unread::writer(program))
}
