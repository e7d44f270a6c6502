//! `paceline discover`: finds model servers on this machine.

use std::collections::BTreeSet;

use app::may_keep_local;
use keys::Keys;
use providers::{LocalServer, discover};
use serde::Serialize;
use tokio::runtime::Builder;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::schema::Schema;
use crate::terminal::next_steps::quoted;
use crate::terminal::output::{print, print_json, say};

/// The output of `discover --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct FoundServers<'a> {
    /// Servers that answer at the usual ports.
    servers: &'a [LocalServer],
}

pub(crate) fn run(keep: bool, json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let engine = Builder::new_current_thread().enable_all().build();
    let engine =
        engine.map_err(|error| Trouble::failed(format!("The engine could not start: {error}.")))?;
    let found = engine.block_on(discover());
    if json {
        print_json(&Schema::Servers.document(FoundServers { servers: &found }))?;
    } else {
        print(&listed(&found))?;
    }
    if keep {
        let history = data_dir.open()?;
        let (roster, keys, own) = (history.roster()?, Keys::open(), history.addresses()?);
        let kinds: BTreeSet<&str> = found.iter().map(|server| server.provider.as_str()).collect();
        for id in kinds.into_iter().filter(|id| *id != "custom") {
            let address = match to_keep(id, own.get(id).map(String::as_str), &found) {
                Ok(address) => address,
                Err(why) => {
                    say(&why);
                    continue;
                }
            };
            if let Err(why) = may_keep_local(&keys, &roster, id, address) {
                say(&why);
                continue;
            }
            history.put_address(id, address)?;
            say(&format!("{id} is at {address} from now on."));
        }
    }
    Ok(Exit::Done)
}

/// The address that a provider has from now on. Any program of this machine can answer like a server, so what the user chose
/// stays, and of several nothing is chosen.
///
/// # Errors
/// Why it keeps the address it has.
fn to_keep<'a>(id: &str, own: Option<&str>, found: &'a [LocalServer]) -> Result<&'a str, String> {
    let at = || {
        found.iter().filter(|server| server.provider == id).map(|server| server.base_url.as_str())
    };
    let choose = format!("choose with `paceline providers at {id} ADDRESS`");
    let all = || at().collect::<Vec<_>>().join(" and ");
    match (own, at().next()) {
        (Some(own), _) if at().all(|address| address != own) => Err(format!(
            "{id} stays at {own}, which you chose, and was found at {}: {choose}.",
            all()
        )),
        (Some(own), _) => Err(format!("{id} is at {own} as before.")),
        (None, Some(only)) if at().count() == 1 => Ok(only),
        (None, _) => {
            Err(format!("{id} was found at {}, so none of them is kept: {choose}.", all()))
        }
    }
}

fn listed(found: &[LocalServer]) -> String {
    if found.is_empty() {
        return "No server answers at the usual ports of this machine. Any other address can be raced as \
                DIALECT@BASE_URL#MODEL.\n"
            .to_owned();
    }
    let mut out = String::new();
    for LocalServer { provider, label, base_url, models, loaded } in found {
        out.push_str(&format_server(provider, label, base_url));
        for model in models {
            out.push_str("  ");
            out.push_str(&quoted(&lane(provider, base_url, model)));
            out.push_str(if loaded.contains(model) { "  in memory\n" } else { "\n" });
        }
        if models.is_empty() {
            out.push_str("  it lists no models\n");
        }
    }
    out
}

fn format_server(provider: &str, label: &str, base_url: &str) -> String {
    if provider == "custom" { format!("{label}\n") } else { format!("{label} at {base_url}\n") }
}

/// A model in the syntax of `--lane`, for a shell: its name comes from whoever answered.
fn lane(provider: &str, base_url: &str, model: &str) -> String {
    if provider == "custom" {
        format!("openai-chat@{base_url}#{model}")
    } else {
        format!("{provider}/{model}")
    }
}

#[cfg(test)]
mod tests {
    use providers::SafeText;

    use super::*;

    #[test]
    fn what_was_found_replaces_no_address_that_was_chosen_and_nobody_is_chosen_of_several() {
        let server = |provider: &str, port: u16| LocalServer {
            provider: provider.to_owned(),
            label: "A server".to_owned(),
            base_url: format!("http://127.0.0.1:{port}/v1"),
            models: Vec::new(),
            loaded: Vec::new(),
        };
        let found = [server("vllm", 8000), server("ollama", 11434), server("ollama", 1234)];
        assert_eq!(to_keep("vllm", None, &found), Ok("http://127.0.0.1:8000/v1"), "the only one");
        let several = to_keep("ollama", None, &found).expect_err("whose is it?");
        assert!(
            several.contains(":11434") && several.contains(":1234"),
            "both are told: {several}"
        );
        let chosen =
            to_keep("vllm", Some("http://10.0.0.5:8000/v1"), &found).expect_err("it stays");
        assert!(chosen.contains("stays at http://10.0.0.5:8000/v1"), "{chosen}");
        let same =
            to_keep("ollama", Some("http://127.0.0.1:1234/v1"), &found).expect_err("no change");
        assert!(same.contains("as before"), "{same}");
    }

    #[test]
    fn what_was_found_is_written_as_lanes_name_it() {
        let server = |provider: &str, models: &[&str]| LocalServer {
            provider: provider.to_owned(),
            label: "A server".to_owned(),
            base_url: "http://127.0.0.1:9/v1".to_owned(),
            models: models.iter().map(|model| SafeText::without(model, None)).collect(),
            loaded: vec!["l".into()],
        };
        let text = listed(&[
            server("vllm", &["l", "m", "$(id)"]),
            server("custom", &["n"]),
            server("mlx", &[]),
        ]);
        assert!(text.contains("  vllm/m\n"), "a server we know goes by its name: {text}");
        assert!(text.contains("  vllm/l  in memory\n"), "one that answers at once says so: {text}");
        assert!(text.contains("  'vllm/$(id)'\n"), "and a shell runs nothing of it: {text}");
        assert!(
            text.contains("  openai-chat@http://127.0.0.1:9/v1#n\n"),
            "one that we do not know, by its address"
        );
        assert!(text.contains("lists no models"), "and an empty list is said to be one");
    }
}
