//! `paceline keys`: into the keyring from standard input, and never back out.

use std::io::{self, IsTerminal, Read, Write};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use keys::{KeyringState, Keys, Stored};
use providers::{KeyNeed, Provider};
use secrecy::SecretString;
use serde::Serialize;

use crate::arguments::KeysCommand;
use crate::exit::{Exit, Trouble};
use crate::home::Home;
use crate::key_source::unknown_provider;
use crate::output::{print, print_json, say};
use crate::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal};

/// Far more than any key; what is longer is a file that was piped in by mistake.
const LONGEST_KEY: u64 = 16 * 1024;

pub(crate) fn run(command: KeysCommand, home: &Home) -> Result<Exit, Trouble> {
    match command {
        KeysCommand::Set { provider } => set(&row(&provider, home)?),
        KeysCommand::List { json } => list(home, json),
        KeysCommand::Remove { provider } => remove(&row(&provider, home)?),
    }
}

/// The provider whose key is meant.
fn row(id: &str, home: &Home) -> Result<Provider, Trouble> {
    let roster = home.roster()?;
    let row = roster.rows().iter().find(|row| row.id == id);
    let row = row.ok_or_else(|| Trouble::cannot_start(unknown_provider("The command", id)))?;
    if row.id == "custom" {
        return Err(Trouble::cannot_start(
            "An address on the command line has no key of its own. Name a variable for it: --key-env custom=NAME.",
        ));
    }
    if row.key == KeyNeed::None {
        return Err(Trouble::cannot_start(format!("{} takes no key.", row.label)));
    }
    Ok(row.clone())
}

fn set(provider: &Provider) -> Result<Exit, Trouble> {
    let key = if io::stdin().is_terminal() {
        typed(&format!("Key for {} (nothing is shown while you type or paste): ", provider.label))
    } else {
        piped()
    }?;
    let stored = Keys::open().set(&provider.id, &key)?;
    print(&format!("The key for {}{} is in the keyring.\n", provider.label, tail(&stored)))?;
    Ok(Exit::Done)
}

fn remove(provider: &Provider) -> Result<Exit, Trouble> {
    let was_there = Keys::open().forget(&provider.id)?;
    let said = if was_there { "is forgotten" } else { "was not there" };
    print(&format!("The key for {} {said}.\n", provider.label))?;
    Ok(Exit::Done)
}

/// What `keys list --json` prints.
#[derive(Serialize)]
struct Listing {
    keyring: KeyringState,
    keys: Vec<Stored>,
}

fn list(home: &Home, json: bool) -> Result<Exit, Trouble> {
    let roster = home.roster()?;
    let keys = Keys::open();
    let keyring = keys.state();
    let wanting = roster.rows().iter().filter(|row| row.key != KeyNeed::None && row.id != "custom");
    let stored = keys.list(wanting.map(|row| row.id.as_str()))?;
    let unusable = match &keyring {
        KeyringState::Ready { .. } => None,
        KeyringState::Locked { why, fix } | KeyringState::Missing { why, fix } => {
            Some(format!("{why} {fix}"))
        }
    };
    if json {
        print_json(&Listing { keyring, keys: stored })?;
    } else if unusable.is_none() {
        print(&listed(&stored))?;
    }
    // What cannot be read is not the same as no key.
    let exit = if unusable.is_some() { Exit::Failed } else { Exit::Done };
    if let Some(why) = unusable {
        say(&why);
    }
    Ok(exit)
}

fn listed(stored: &[Stored]) -> String {
    if stored.is_empty() {
        return "No provider has a key yet. `paceline keys set PROVIDER` keeps one.\n".to_owned();
    }
    let mut table = Table::new(&[Column::text("Provider"), Column::text("Key")]);
    for key in stored {
        let tail = key.tail.as_ref().map_or_else(|| "…".to_owned(), |tail| format!("…{tail}"));
        table.push(vec![Cell::new(&key.provider), Cell::new(tail)]);
    }
    let terminal = Terminal::of_stdout();
    table.drawn(
        terminal.map(|_| Terminal::size().0),
        terminal.map_or(Ink::Plain, |terminal| terminal.ink),
    )
}

fn tail(stored: &Stored) -> String {
    stored.tail.as_ref().map(|tail| format!(" that ends in {tail}")).unwrap_or_default()
}

/// A key that another program writes to standard input.
fn piped() -> Result<SecretString, Trouble> {
    let mut text = String::new();
    let read = io::stdin().lock().take(LONGEST_KEY + 1).read_to_string(&mut text);
    let key = SecretString::from(text);
    match read {
        Ok(length) if length as u64 > LONGEST_KEY => {
            Err(Trouble::cannot_start("What came on standard input is too long for a key."))
        }
        Ok(_) => Ok(key),
        // The error of a text that is none would say nothing of it either, but this says what to do.
        Err(_) => {
            Err(Trouble::cannot_start("What came on standard input is not a text, and so no key."))
        }
    }
}

/// A key that a person types or pastes, shown nowhere.
fn typed(prompt: &str) -> Result<SecretString, Trouble> {
    let mut err = io::stderr().lock();
    let _unheard = write!(err, "{prompt}").and_then(|()| err.flush());
    let key = {
        let _raw = Raw::enter().map_err(|error| unreadable(&error))?;
        line_typed()
    };
    let _unheard = writeln!(err);
    key
}

/// What is typed up to Enter.
fn line_typed() -> Result<SecretString, Trouble> {
    let mut text = String::new();
    loop {
        let Event::Key(KeyEvent { code, modifiers, kind, .. }) =
            read().map_err(|error| unreadable(&error))?
        else {
            continue;
        };
        if kind == KeyEventKind::Release {
            continue;
        }
        match code {
            KeyCode::Enter => return Ok(SecretString::from(text)),
            KeyCode::Char('c' | 'd') if modifiers.contains(KeyModifiers::CONTROL) => {
                return Err(Trouble::failed("No key was kept."));
            }
            KeyCode::Char('u') if modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Char(typed) => text.push(typed),
            _ => {}
        }
    }
}

fn unreadable(error: &io::Error) -> Trouble {
    Trouble::failed(format!(
        "The terminal could not be read: {error}. The key can be piped in instead."
    ))
}

/// A terminal that shows nothing of what is typed, for as long as this lives.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // A terminal that cannot be set back is gone, and there is nothing to show on it.
        let _gone = disable_raw_mode();
    }
}
