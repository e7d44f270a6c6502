//! `paceline providers` and `paceline models`: the providers and models that a lane can name.

pub(crate) mod arguments;

use std::sync::Arc;

use app::{Application, Host, key_owner, take_key_along, today, unknown_provider};
use keys::{KeyLocation, KeyOwner, Keys, StoredKey};
use providers::{Dialect, Evidence, Fault, KeyNeed, Provider, checked_base_url};
use serde::Serialize;
use simulator::Simulator;
use store::History;
use tokio::runtime::Builder;

use crate::data_dir::{self, DataDir};
use crate::exit::{Exit, Trouble};
use crate::plan::arguments::NetworkArguments;
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, words};

/// A provider as `providers --json` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
struct ProviderOutput<'a> {
    id: &'a str,
    label: &'a str,
    dialect: Dialect,
    /// Absent if the lane itself must give it.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "str::is_empty")]
    base_url: &'a str,
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    base_url_example: Option<&'a str>,
    key: KeyNeed,
    /// Where its key is stored; absent if there is none, or the keyring cannot be read.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<KeyLocation>,
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    key_variables: &'a [String],
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    key_url: Option<&'a str>,
    simulated: bool,
    models: Vec<&'a str>,
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    reports: &'a [String],
    proven: Evidence,
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// The output of `providers --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct ProvidersOutput<'a> {
    /// Those with a key first.
    providers: Vec<ProviderOutput<'a>>,
}

impl<'a> ProviderOutput<'a> {
    fn of(row: &'a Provider, stored: &[StoredKey]) -> Self {
        let profiles = simulator::profiles().iter().map(|profile| profile.model);
        Self {
            id: &row.id,
            label: &row.label,
            dialect: row.dialect,
            // The address of the simulated providers changes with each start.
            base_url: if row.simulated { "" } else { &row.base_url },
            base_url_example: row.base_url_example.as_deref(),
            key: row.key,
            kept: stored.iter().find(|key| key.provider == row.key_id()).map(|key| key.kept),
            key_variables: &row.key_variables,
            key_url: row.key_url.as_deref(),
            simulated: row.simulated,
            models: if row.simulated {
                profiles.collect()
            } else {
                row.models.iter().map(String::as_str).collect()
            },
            reports: &row.reports,
            proven: row.proven,
            note: row.note.as_deref(),
        }
    }
}

/// Lists the providers that a lane can name.
pub(crate) fn list(json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    say_unreadable(data_dir.look()?.as_ref())?;
    let roster = data_dir.roster()?;
    let own = roster.rows().iter().filter(|row| row.key != KeyNeed::None && row.key_of.is_none());
    let owners: Vec<KeyOwner> = own.map(key_owner).collect();
    // With a failing keyring the keys are unknown, and the list is still useful.
    let stored = Keys::open().list(&owners).unwrap_or_default();
    let mut rows: Vec<ProviderOutput<'_>> =
        roster.rows().iter().map(|row| ProviderOutput::of(row, &stored)).collect();
    // Providers with a key come first, each group in the order of the roster.
    rows.sort_by_key(|row| row.kept.is_none());
    if json {
        print_json(&Schema::Providers.document(ProvidersOutput { providers: rows }))?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&[
        Column::text("Id"),
        Column::text("Provider"),
        Column::text("Dialect"),
        Column::text("Key"),
        Column::text("Address"),
        Column::text("A model"),
        Column::text("Reports"),
    ]);
    for row in &rows {
        let key = match (row.key, row.kept) {
            (KeyNeed::None, _) => "none",
            (_, Some(_)) => "kept",
            (KeyNeed::Optional, None) => "if there is one",
            (KeyNeed::Required, None) => "needed",
        };
        let address = match row.base_url {
            "" if row.simulated => "on this machine",
            "" if row.id == "custom" => "DIALECT@BASE_URL#MODEL",
            "" => "needs an address",
            base_url => base_url,
        };
        table.push(vec![
            Cell::toned(row.id, if row.simulated { Tone::Simulated } else { Tone::Strong }),
            Cell::new(row.label),
            Cell::new(row.dialect.name()),
            Cell::new(key),
            Cell::new(address),
            Cell::new(row.models.first().copied().unwrap_or_default()),
            Cell::new(row.reports.join(", ")),
        ]);
    }
    let terminal = Terminal::of_stdout();
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    print(&table.drawn(terminal.map(|_| Terminal::size().0), ink))?;
    Ok(Exit::Done)
}

/// Names the endpoints left out because they are unreadable.
fn say_unreadable(history: Option<&History>) -> Result<(), Trouble> {
    let unreadable = history.map_or_else(|| Ok(Vec::new()), History::unreadable_endpoints)?;
    for why in unreadable {
        say(&format!("Left out: {why}"));
    }
    Ok(())
}

/// Sends a provider's requests to another address, or back to the catalogue's.
///
/// # Errors
/// If the provider or the address cannot be used, or the keyring fails.
pub(crate) fn at(
    id: &str,
    address: &str,
    with_key: bool,
    data_dir: &DataDir,
) -> Result<Exit, Trouble> {
    let history = data_dir.open()?;
    say_unreadable(Some(&history))?;
    let roster = history.roster()?;
    let row = roster.rows().iter().find(|row| row.id == id);
    let row =
        row.ok_or_else(|| Trouble::cannot_start(unknown_provider("The command", id)))?.clone();
    if row.simulated || row.id == "custom" {
        return Err(Trouble::cannot_start(format!("{} has no address to set.", row.label)));
    }
    if address == "default" {
        history.forget_address(id)?;
    } else {
        let address = checked_base_url(address);
        let address = address.map_err(|error| Trouble::cannot_start(format!("{error}.")))?;
        history.put_address(id, &address)?;
    }
    let roster = history.roster()?;
    let now = roster.rows().iter().find(|row| row.id == id);
    let said = match now.map(|row| row.base_url.as_str()) {
        Some("") | None => "has no address".to_owned(),
        Some(address) => format!("is at {address}"),
    };
    print(&format!("{} {said}.\n", row.label))?;
    // The key may be asked for once more, after the move.
    if let Some(now) = now.filter(|now| with_key || key_owner(now) != key_owner(&row)) {
        say_key(&row, now, with_key)?;
    }
    Ok(Exit::Done)
}

/// Takes the key along to another origin if the user asked for it, or prints that it stays.
fn say_key(before: &Provider, now: &Provider, with_key: bool) -> Result<(), Trouble> {
    let keys = Keys::open();
    if with_key {
        let said = match take_key_along(&keys, before, now)? {
            Some(_) => format!("Its key is sent to {} from now on.", now.origin()),
            None => "There was no key to move.".to_owned(),
        };
        say(&said);
    } else if matches!(keys.has(&key_owner(before)), Ok(Some(_))) {
        say(&format!(
            "Its key was given for {} and is not sent to {}. To send it there too, add --with-key.",
            before.origin(),
            now.origin()
        ));
    }
    Ok(())
}

/// A model as `models --json` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
struct Model {
    /// As the provider calls it.
    id: String,
    /// The announced day of its retirement.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<String>,
}

/// The output of `models --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct ModelsOutput<'a> {
    /// The provider's id.
    provider: &'a str,
    /// Its models, or suggestions if it lists none.
    models: Vec<Model>,
}

/// Lists a provider's models.
pub(crate) fn models(
    id: &str,
    key_env: &[String],
    network: NetworkArguments,
    json: bool,
    data_dir: &DataDir,
) -> Result<Exit, Trouble> {
    let history = data_dir.look()?.map(Arc::new);
    let network = data_dir::network(history.as_deref(), network)?;
    let application = Application::new(Host::CommandLine, history.clone())
        .with_key_variables(key_env.to_vec())
        .over_network(network);
    let roster = application.roster()?;
    let row = roster.rows().iter().find(|row| row.id == id);
    let row = row.ok_or_else(|| Trouble::cannot_start(unknown_provider("The command", id)))?;
    if row.id == "custom" {
        return Err(Trouble::cannot_start(
            "A custom lane's address is written in the lane, so there is none to ask here.",
        ));
    }
    let keys =
        application.key_source(&roster).map_err(|all| Trouble::cannot_start(all.join("\n")))?;
    // Without a model list there is no request, and no key is sent.
    let key = if row.lists_models { keys.key(row) } else { Ok(None) };
    let key = key.map_err(Trouble::cannot_start)?;
    let proxy_login = keys.kept_proxy_login(row)?;
    let simulator = row.simulated.then(|| Simulator::start(None)).transpose();
    let simulator = simulator.map_err(|error| Trouble::failed(format!("{error}.")))?;
    let row = match &simulator {
        Some(simulator) => {
            row.at(simulator.base_url()).map_err(|error| Trouble::failed(format!("{error}.")))?
        }
        None => row.clone(),
    };
    let engine = Builder::new_current_thread().enable_all().build();
    let engine =
        engine.map_err(|error| Trouble::failed(format!("The engine could not start: {error}.")))?;
    let listed = engine
        .block_on(providers::models(&row, key.as_ref(), proxy_login.as_ref()))
        .map_err(|fault| {
            let Fault { message, advice, .. } = fault;
            Trouble::failed(format!("{}\n{}", words::one_line(&message), words::one_line(&advice)))
        })?;
    if history.is_some() && row.lists_models && !row.simulated {
        let kept = data_dir.open().and_then(|kept| kept.put_listed_models(&row.id, &listed));
        if let Err(error) = kept {
            say(&format!("The list is not kept for suggestions. {error}"));
        }
    }
    let prices = application.prices()?;
    let deprecated = |id: &str| race::last_day(&row, prices.book(), id).map(str::to_owned);
    let models: Vec<Model> =
        listed.into_iter().map(|id| Model { deprecated: deprecated(&id), id: id.into() }).collect();
    if json {
        print_json(&Schema::Models.document(ModelsOutput { provider: id, models }))?;
        return Ok(Exit::Done);
    }
    let line = |Model { id, deprecated }: &Model| {
        let ends = deprecated.as_ref().map(|day| {
            let shuts = if *day < today() { "was shut" } else { "shuts" };
            format!("  {shuts} {}", race::written_day(day))
        });
        format!("{}{}\n", words::one_line(id), ends.unwrap_or_default())
    };
    print(&models.iter().map(line).collect::<String>())?;
    if !row.lists_models {
        say(&format!("{} does not list its models; these are suggestions.", row.label));
    }
    Ok(Exit::Done)
}
