//! `paceline keys`: reads keys from standard input into the keyring, and never prints them.

pub(crate) mod arguments;

use std::io::{self, IsTerminal, Read, Write};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use keys::{KeyOwner, Keys, StoredKey, pasted};
use measure::in_english;
use providers::{KeyNeed, Network, PROXY_LOGIN, Provider, recognise};
use secrecy::SecretString;
use serde::Serialize;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::keys::arguments::KeysCommand;
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal};
use app::{
    KeyringView, forget_key, is_at_home, keep_key, key_in_variable, key_owner, key_variable,
    takes_key, unknown_provider,
};

/// Far more than any key; longer input is a file that was piped in by mistake.
const LONGEST_KEY: u64 = 16 * 1024;

pub(crate) fn run(command: KeysCommand, data_dir: &DataDir) -> Result<Exit, Trouble> {
    match command {
        KeysCommand::Set { provider: Some(provider) } => set(&owner(&provider, data_dir)?),
        KeysCommand::Set { provider: None } => set_recognised(),
        KeysCommand::Import { providers } => import(&providers, data_dir),
        KeysCommand::List { json } => list(data_dir, json),
        KeysCommand::Remove { provider } => remove(&owner(&provider, data_dir)?),
    }
}

/// Whose secret it is.
enum Owner {
    Provider(Box<Provider>),
    /// The user's own proxies, which share a login.
    Proxies(Network),
}

impl Owner {
    /// Name of the secret in messages.
    fn secret(&self) -> String {
        match self {
            Self::Provider(row) => format!("key for {}", row.label),
            Self::Proxies(_) => "login for the proxy".to_owned(),
        }
    }
}

fn owner(id: &str, data_dir: &DataDir) -> Result<Owner, Trouble> {
    if id == PROXY_LOGIN {
        let network = data_dir.look()?.map_or_else(|| Ok(Network::default()), |it| it.network())?;
        return Ok(Owner::Proxies(network));
    }
    Ok(Owner::Provider(Box::new(row(id, data_dir)?)))
}

fn row(id: &str, data_dir: &DataDir) -> Result<Provider, Trouble> {
    let roster = data_dir.roster()?;
    let row = roster.rows().iter().find(|row| row.id == id);
    let row = row.ok_or_else(|| Trouble::cannot_start(unknown_provider("The command", id)))?;
    takes_key(row)?;
    Ok(row.clone())
}

fn set(owner: &Owner) -> Result<Exit, Trouble> {
    let secret = given(&format!("The {}", owner.secret()))?;
    // A password may contain the characters that surround a key elsewhere.
    if matches!(owner, Owner::Proxies(_)) {
        keep(owner, &secret)
    } else {
        keep(owner, &pasted(&secret)?)
    }
}

/// Stores a key for the provider that is recognised by its prefix.
fn set_recognised() -> Result<Exit, Trouble> {
    let key = pasted(&given("The key")?)?;
    match recognise(&key).as_slice() {
        [only] => keep(&Owner::Provider(Box::new((*only).clone())), &key),
        [] => Err(Trouble::cannot_start(
            "Nothing in the key tells whose it is. Name the provider: `paceline keys set PROVIDER`.",
        )),
        several if io::stdin().is_terminal() => {
            keep(&Owner::Provider(Box::new(chosen(several)?.clone())), &key)
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|row| row.id.as_str()).collect();
            Err(Trouble::cannot_start(format!(
                "Keys of {} begin like this one. Name the provider: `paceline keys set PROVIDER`.",
                ids.join(", ")
            )))
        }
    }
}

/// The provider that the user chooses at the terminal.
fn chosen(several: &[&'static Provider]) -> Result<&'static Provider, Trouble> {
    let mut err = io::stderr().lock();
    let _unheard = writeln!(err, "Keys of several providers begin like this one:");
    for (number, row) in (1_u32..).zip(several) {
        let _unheard = writeln!(err, "  {number}  {}", row.label);
    }
    let _unheard = write!(err, "Whose is it? (a number; anything else keeps nothing): ");
    let _unheard = err.flush();
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|error| unreadable(&error))?;
    picked(&line, several).ok_or_else(|| Trouble::failed("No key was kept."))
}

/// The choice by its number, from 1.
fn picked(line: &str, several: &[&'static Provider]) -> Option<&'static Provider> {
    let number: usize = line.trim().parse().ok()?;
    several.get(number.checked_sub(1)?).copied()
}

/// Lists the well-known variables that are set, or copies those of the named providers.
fn import(wanted: &[String], data_dir: &DataDir) -> Result<Exit, Trouble> {
    let rows = wanted.iter().map(|id| row(id, data_dir)).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() {
        let roster = data_dir.roster()?;
        let mut found: Vec<String> = Vec::new();
        for (row, name) in roster.rows().iter().filter_map(|row| Some((row, key_variable(row)?))) {
            found.push(format!("{name}  {}\n", row.key_id()));
        }
        found.dedup();
        let none = "No well-known variable holds a key.\n".to_owned();
        let how = "`paceline keys import PROVIDER` copies one into the keyring.\n".to_owned();
        let said = if found.is_empty() { none } else { found.concat() + &how };
        print(&said)?;
        return Ok(Exit::Done);
    }
    for row in &rows {
        keep(&Owner::Provider(Box::new(row.clone())), &key_in_variable(row)?)?;
    }
    Ok(Exit::Done)
}

/// A secret from the user: typed at a terminal, otherwise piped.
pub(crate) fn given(what: &str) -> Result<SecretString, Trouble> {
    if io::stdin().is_terminal() {
        typed(&format!("{what} (nothing is shown while you type or paste): "))
    } else {
        piped()
    }
}

fn keep(owner: &Owner, key: &SecretString) -> Result<Exit, Trouble> {
    let keys = Keys::open();
    let (end, place) = match owner {
        Owner::Provider(row) => {
            let stored = keep_key(&keys, row, key, false)?;
            let moved = (!is_at_home(row)).then(|| format!(", for {} alone", row.origin()));
            (tail(&stored), moved.unwrap_or_default())
        }
        Owner::Proxies(network) => {
            if !app::keep_proxy_login(&keys, network, key)? {
                return Err(Trouble::cannot_start(
                    "A login belongs to a proxy of your own. Set its address first: `paceline network set --proxy ADDRESS`.",
                ));
            }
            (String::new(), String::new())
        }
    };
    print(&format!("The {}{end} is in the keyring{place}.\n", owner.secret()))?;
    Ok(Exit::Done)
}

fn remove(owner: &Owner) -> Result<Exit, Trouble> {
    let keys = Keys::open();
    let was_there = match owner {
        Owner::Provider(row) => forget_key(&keys, row)?,
        Owner::Proxies(network) => app::forget_proxy_login(&keys, network)?,
    };
    let said = if was_there { "is forgotten" } else { "was not there" };
    print(&format!("The {} {said}.\n", owner.secret()))?;
    Ok(Exit::Done)
}

/// The output of `keys list --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct KeyListing {
    /// Whether the keyring can be used.
    keyring: KeyringView,
    /// The keys in it, each without its secret.
    keys: Vec<StoredKey>,
}

fn list(data_dir: &DataDir, json: bool) -> Result<Exit, Trouble> {
    let roster = data_dir.roster()?;
    let keys = Keys::open();
    let keyring = KeyringView::from(keys.state());
    let own =
        |row: &&Provider| row.key != KeyNeed::None && row.id != "custom" && row.key_of.is_none();
    let rows: Vec<&Provider> = roster.rows().iter().filter(own).collect();
    let wanting = rows.iter().map(|row| key_owner(row));
    let network = data_dir.look()?.map_or_else(|| Ok(Network::default()), |it| it.network())?;
    let wanting: Vec<KeyOwner> = wanting.chain(app::proxy_login_owners(&network)).collect();
    let mut stored: Vec<StoredKey> = keys.list(&wanting)?.into_iter().map(shown).collect();
    if keyring.trouble().is_none() {
        for row in rows {
            stored.extend(left(&keys, &app::left_owners(&keys, row)?)?);
        }
        let logins = keys.owners(PROXY_LOGIN)?;
        let logins: Vec<_> = logins.into_iter().filter(|login| !wanting.contains(login)).collect();
        stored.extend(left(&keys, &logins)?);
    }
    let unusable = keyring.trouble();
    if json {
        let document = in_english(&Schema::Keys.document(KeyListing { keyring, keys: stored }));
        print_json(&document.map_err(io::Error::from)?)?;
    } else if unusable.is_none() {
        print(&listed(&stored))?;
    }
    // An unreadable keyring is not the same as no key.
    let exit = if unusable.is_some() { Exit::Failed } else { Exit::Done };
    if let Some(why) = unusable {
        say(&why.to_string());
    }
    Ok(exit)
}

/// The keys at addresses that were left, each with its address.
fn left(keys: &Keys, owners: &[KeyOwner]) -> Result<Vec<StoredKey>, Trouble> {
    let mut found = Vec::new();
    for owner in owners {
        let left_at = owner.origin().map(str::to_owned);
        let kept = keys.has(owner)?;
        found.extend(kept.map(|kept| StoredKey { left_at, ..shown(kept) }));
    }
    Ok(found)
}

/// What may be shown of it: the end of a key distinguishes keys, but the end of a password reveals too much.
fn shown(stored: StoredKey) -> StoredKey {
    let tail = stored.tail.filter(|_| stored.provider != PROXY_LOGIN);
    StoredKey { tail, ..stored }
}

fn listed(stored: &[StoredKey]) -> String {
    if stored.is_empty() {
        return "No provider has a key yet. `paceline keys set PROVIDER` keeps one.\n".to_owned();
    }
    let has_left = stored.iter().any(|key| key.left_at.is_some());
    let mut columns = vec![Column::text("Provider"), Column::text("Key")];
    columns.extend(has_left.then(|| Column::text("Left at, unused")));
    let mut table = Table::new(&columns);
    for key in stored {
        let tail = key.tail.as_ref().map_or_else(|| "…".to_owned(), |tail| format!("…{tail}"));
        let mut cells = vec![Cell::new(&key.provider), Cell::new(tail)];
        cells.extend(has_left.then(|| Cell::new(key.left_at.as_deref().unwrap_or_default())));
        table.push(cells);
    }
    let terminal = Terminal::of_stdout();
    table.drawn(
        terminal.map(|_| Terminal::size().0),
        terminal.map_or(Ink::Plain, |terminal| terminal.ink),
    )
}

fn tail(stored: &StoredKey) -> String {
    stored.tail.as_ref().map(|tail| format!(" that ends in {tail}")).unwrap_or_default()
}

/// A key piped to standard input.
fn piped() -> Result<SecretString, Trouble> {
    let mut text = String::new();
    let read = io::stdin().lock().take(LONGEST_KEY + 1).read_to_string(&mut text);
    let key = SecretString::from(text);
    match read {
        Ok(length) if length as u64 > LONGEST_KEY => {
            Err(Trouble::cannot_start("What came on standard input is too long for a key."))
        }
        Ok(_) => Ok(key),
        // The library's error for invalid UTF-8 does not repeat the text either, but this one says what to do.
        Err(_) => {
            Err(Trouble::cannot_start("What came on standard input is not a text, and so no key."))
        }
    }
}

/// A key that the user types or pastes, without echo.
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

/// The input up to Enter.
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

/// Disables the terminal's echo while it lives.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // If the terminal cannot be reset, it is gone.
        let _gone = disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_only_for_whoever_was_picked_by_number() {
        let several: Vec<_> =
            ["openai", "deepseek"].into_iter().filter_map(providers::provider).collect();
        let id = |line: &str| picked(line, &several).map(|row| row.id.as_str());
        assert_eq!(id(" 2\n"), Some("deepseek"), "the second in the list");
        for line in ["", "\n", "0", "3", "-1", "openai", "1 2"] {
            assert_eq!(id(line), None, "`{line}` picks nobody");
        }
    }
}
