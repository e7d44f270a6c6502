//! What a file of limits races: the options of `paceline race`, read by the same definition.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use toml::{Table, Value};

use crate::race::arguments::RaceArguments;

/// Options that a file may give: those that say what is raced and how it is reached. What is asked of the person at the keyboard, and
/// what the gate decides itself, is not among them.
const ALLOWED: &[&str] = &[
    "lane",
    "chain",
    "prompt",
    "prompt-file",
    "request",
    "request-of",
    "system",
    "prompts",
    "table",
    "suite",
    "check",
    "checks",
    "max-tokens",
    "temperature",
    "effort",
    "service-tier",
    "unique-prompts",
    "warmup",
    "first-token-timeout",
    "idle-timeout",
    "deadline",
    "key-env",
];
/// The leave to run a command, which no file gives.
const LEAVE: &str = "allow-command";
/// Those that name a file, which is sought from the folder of the file of limits.
const FILES: &[&str] = &["chain", "prompt-file", "request", "prompts", "table", "checks"];
/// Those that say who is trusted, and belong to the command line: a file of limits comes with a change that others wrote.
const TRUST: &[&str] = &["proxy", "ca-file", "plain-http"];

#[derive(Parser)]
#[command(
    name = "[race]",
    no_binary_name = true,
    disable_help_flag = true,
    disable_version_flag = true
)]
struct RaceOptions {
    #[command(flatten)]
    race: RaceArguments,
}

/// The arguments that a `[race]` table is; `folder` is that of its file.
///
/// # Errors
/// Which option cannot be given so, and why.
pub(crate) fn race_arguments(table: &Table, folder: &Path) -> Result<RaceArguments, String> {
    let mut words: Vec<OsString> = Vec::new();
    for (key, value) in table {
        let name = key.replace('_', "-");
        if name == LEAVE {
            return Err(format!(
                "`{LEAVE}` is no option of a [race] table: a file that comes from elsewhere could run anything with it. Whoever knows the \
                 command allows it on this machine, with `paceline checks allow COMMAND`, or for this gate with --{LEAVE}."
            ));
        }
        if !ALLOWED.contains(&name.as_str()) {
            let known = ALLOWED.join(", ");
            if TRUST.contains(&name.as_str()) {
                return Err(format!(
                    "`{name}` says who is trusted, and a file does not: give --{name} on the command line of `paceline gate`."
                ));
            }
            let shown: String = name.chars().filter(|one| !one.is_control()).take(60).collect();
            return Err(format!("`{shown}` is no option of a [race] table. It can have: {known}."));
        }
        let each = match value {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        for value in each {
            let text = match value {
                Value::Boolean(true) => {
                    words.push(format!("--{name}").into());
                    continue;
                }
                Value::Boolean(false) => continue,
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                _ => {
                    return Err(format!(
                        "`{name}` is a text, a number, true or false, or a list of them."
                    ));
                }
            };
            if name == "key-env" && text.trim_start().starts_with("custom") {
                return Err(
                    "`key-env` of an address that the file names itself would send any variable anywhere: give --key-env \
                     custom=NAME on the command line of `paceline gate`."
                        .to_owned(),
                );
            }
            must_be_here(&name, &text)?;
            must_be_near(&name, &text, folder)?;
            let value = from_folder(&name, &text, folder);
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            words.push(word);
        }
    }
    RaceOptions::try_parse_from(words)
        .map(|options| options.race)
        .map_err(|error| error.to_string().trim_end().replace("error: ", ""))
}

/// The file that the value of an option names, if it names one.
fn file_of<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    match name {
        "request-of" => text.split_once('=').map(|(_, file)| file),
        name if FILES.contains(&name) && text != "-" => Some(text),
        _ => None,
    }
}

/// Refuses a file of another machine before anything looks for it.
fn must_be_here(name: &str, text: &str) -> Result<(), String> {
    match file_of(name, text) {
        Some(file) if app::leads_to_another_machine(file) => {
            let shown = crate::terminal::words::plain(file);
            Err(format!("`{name}` names {shown}, which may lead to another machine."))
        }
        _ => Ok(()),
    }
}

/// Refuses a file outside the folder of the file of limits and outside the current one: what is in it is sent to whom the file
/// names.
fn must_be_near(name: &str, text: &str, folder: &Path) -> Result<(), String> {
    let file = file_of(name, text).map(|file| folder.join(file));
    // One that is not there is reported by who reads it.
    let Some(found) = file.and_then(|file| file.canonicalize().ok()) else { return Ok(()) };
    let beside = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let near = [beside, Path::new(".")].into_iter().filter_map(|near| near.canonicalize().ok());
    if near.into_iter().any(|near| found.starts_with(near)) {
        return Ok(());
    }
    let shown = crate::terminal::words::plain(&found.display().to_string());
    Err(format!(
        "`{name}` names {shown}, which is neither below the folder of this file nor below the current one."
    ))
}

/// The value of an option; a file is sought from `folder`.
fn from_folder(name: &str, text: &str, folder: &Path) -> OsString {
    if name == "request-of"
        && let Some((lane, file)) = text.split_once('=')
    {
        let mut of = OsString::from(format!("{lane}="));
        of.push(folder.join(file));
        return of;
    }
    if FILES.contains(&name) && text != "-" {
        return folder.join(text).into_os_string();
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RaceArguments, String> {
        race_arguments(&toml::from_str(text).expect("TOML"), Path::new("/gates"))
    }

    #[test]
    fn a_table_is_read_as_the_command_line_reads_its_options() {
        let race = read(
            "lane = [\"openai/gpt-5.4-mini\", \"groq/llama\"]\nprompt = \"- why?\"\nmax_tokens = 200\ntemperature = 0.5\nunique-prompts = true\nidle-timeout = 30",
        )
        .expect("well-formed");
        assert_eq!(race.ask.lanes, ["openai/gpt-5.4-mini", "groq/llama"]);
        assert_eq!((race.ask.prompt.as_deref(), race.ask.max_tokens), (Some("- why?"), Some(200)));
        assert!(race.unique_prompts && race.ask.temperature == Some(0.5));
    }

    #[test]
    fn a_file_is_sought_beside_the_file_of_limits() {
        let race = read("prompt-file = \"prompt.txt\"").expect("well-formed");
        assert_eq!(race.ask.prompt_file.as_deref(), Some(Path::new("/gates/prompt.txt")));
        let race = read("request-of = [\"1=/a.json\", \"2=b.json\"]").expect("well-formed");
        assert_eq!(race.ask.request_of, ["1=/a.json", "2=/gates/b.json"]);
    }

    #[test]
    fn what_the_gate_or_the_person_decides_is_no_option_of_a_file() {
        for text in [
            "repeat = 5",
            "until_settled = \"ttft\"",
            "json = true",
            "over-cap = true",
            "\"lane --over-cap\" = 1",
            "allow-command = \"true\"",
            "allow_command = [\"true\"]",
        ] {
            let why = read(text).err().expect(text);
            assert!(why.contains("no option of a [race] table"), "{text}: {why}");
        }
        for text in
            ["proxy = \"http://127.0.0.1:1\"", "ca_file = \"a.pem\"", "plain-http = \"a:1\""]
        {
            let why = read(text).err().expect(text);
            assert!(why.contains("on the command line"), "{text}: {why}");
        }
        let why = read("allow-command = \"true\"").err().expect("refused");
        assert!(why.contains("paceline checks allow"), "it says who gives leave: {why}");
        assert!(
            read("max-tokens = \"many\"").err().is_some_and(|why| why.contains("--max-tokens"))
        );
    }
    #[test]
    fn a_file_of_limits_sends_no_variable_and_no_file_of_this_machine_wherever_it_likes() {
        let why =
            read("key-env = [\"openai=OPENAI\", \"custom=AWS_SECRET\"]").err().expect("refused");
        assert!(why.contains("--key-env custom=NAME on the command line"), "{why}");
        read("key-env = \"openai=OPENAI\"").expect("a provider's key goes to the provider");

        let folder = tempfile::tempdir().expect("a folder");
        let (gates, outside) = (folder.path().join("gates"), folder.path().join("secret.txt"));
        std::fs::create_dir(&gates).expect("a folder");
        std::fs::write(&outside, "x").expect("a file");
        std::fs::write(gates.join("prompt.txt"), "x").expect("a file");
        let near = |text: &str| race_arguments(&toml::from_str(text).expect("TOML"), &gates);
        near("prompt-file = \"prompt.txt\"").expect("beside it");
        for text in [
            "prompt-file = \"../secret.txt\"".to_owned(),
            format!("request-of = [\"1={}\"]", outside.display()),
            format!("checks = \"{}\"", outside.display()),
        ] {
            let why = near(&text).err().expect(&text);
            assert!(why.contains("secret.txt, which is neither below"), "{text}: {why}");
        }
        for text in ["prompt-file = '//host/share/x'", r"request-of = ['1=\\host\share\x']"] {
            let why = near(text).err().expect(text);
            assert!(why.contains("may lead to another machine"), "it is not looked for: {why}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&outside, gates.join("link.txt")).expect("a link");
            assert!(near("prompt-file = \"link.txt\"").is_err(), "nor by a link");
        }
    }
}
