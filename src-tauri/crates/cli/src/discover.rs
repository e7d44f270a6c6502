//! `paceline discover`: finds model servers on this machine.

use app::may_keep_local;
use keys::Keys;
use providers::{LocalServer, discover};
use tokio::runtime::Builder;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;

pub(crate) fn run(keep: bool, json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let engine = Builder::new_current_thread().enable_all().build();
    let engine =
        engine.map_err(|error| Trouble::failed(format!("The engine could not start: {error}.")))?;
    let found = engine.block_on(discover());
    if json {
        print_json(&found)?;
    } else {
        print(&listed(&found))?;
    }
    if keep {
        let history = data_dir.open()?;
        let (roster, keys) = (history.roster()?, Keys::open());
        for server in found.iter().filter(|server| server.provider != "custom") {
            if let Err(why) = may_keep_local(&keys, &roster, &server.provider, &server.base_url) {
                say(&why);
                continue;
            }
            history.put_address(&server.provider, &server.base_url)?;
            say(&format!("{} is at {} from now on.", server.provider, server.base_url));
        }
    }
    Ok(Exit::Done)
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
            out.push_str(&lane(provider, base_url, &words::one_line(model)));
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

/// A model in the syntax of `--lane`.
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
    fn what_was_found_is_written_as_lanes_name_it() {
        let server = |provider: &str, models: &[&str]| LocalServer {
            provider: provider.to_owned(),
            label: "A server".to_owned(),
            base_url: "http://127.0.0.1:9/v1".to_owned(),
            models: models.iter().map(|model| SafeText::without(model, None)).collect(),
            loaded: vec!["l".into()],
        };
        let text =
            listed(&[server("vllm", &["l", "m"]), server("custom", &["n"]), server("mlx", &[])]);
        assert!(text.contains("  vllm/m\n"), "a server we know goes by its name: {text}");
        assert!(text.contains("  vllm/l  in memory\n"), "one that answers at once says so: {text}");
        assert!(
            text.contains("  openai-chat@http://127.0.0.1:9/v1#n\n"),
            "one that we do not know, by its address"
        );
        assert!(text.contains("lists no models"), "and an empty list is said to be one");
    }
}
