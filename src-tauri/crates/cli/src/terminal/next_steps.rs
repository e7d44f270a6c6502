//! What a user can type after a failure: exact commands and arguments, quoted for a shell.

use providers::{Dialect, Fault, FaultClass, KeyNeed, Provider};
use race::Lane;

use crate::terminal::words;

/// The provider id of a lane at the user's own address.
const CUSTOM: &str = "custom";

/// The likeliest next steps, the likeliest first; none if the advice says everything.
pub(crate) fn next_steps(fault: &Fault, lane: &Lane) -> Vec<String> {
    let row = providers::provider(&lane.provider);
    let at = Contender { lane, row };
    match fault.root() {
        FaultClass::WrongKey => at.key(),
        FaultClass::PathNotFound => fault.address.iter().map(|address| at.moved(address)).collect(),
        FaultClass::ModelNotFound | FaultClass::NoSuchDeployment => at.other_models(fault),
        FaultClass::WrongApi | FaultClass::NotAStream => at.other_dialect(fault),
        FaultClass::Proxy => {
            vec!["`paceline network set --help`".to_owned(), "`paceline keys set proxy`".to_owned()]
        }
        FaultClass::Forbidden
        | FaultClass::NoCredit
        | FaultClass::Unverified
        | FaultClass::ModelGated
        | FaultClass::DataPolicy => at.console(fault),
        FaultClass::NoSuchBackend => match lane.model.rsplit_once('@') {
            Some((model, _)) => vec![at.with_model(model)],
            None => Vec::new(),
        },
        FaultClass::Loading => vec!["`--warmup 1`".to_owned()],
        _ => Vec::new(),
    }
}

struct Contender<'a> {
    lane: &'a Lane,
    /// Its row of the catalogue; `None` for the user's own endpoint.
    row: Option<&'static Provider>,
}

impl Contender<'_> {
    fn key(&self) -> Vec<String> {
        let id = &self.lane.provider;
        if self.row.is_some_and(|row| row.key == KeyNeed::None) {
            return Vec::new();
        }
        let variable = self.row.and_then(|row| row.key_variables.first());
        let named = format!("`--key-env {id}={}`", variable.map_or("NAME", String::as_str));
        if id == CUSTOM {
            return vec![named];
        }
        // At its usual address a row may share another's key; at the user's own address it has its own.
        let owner = self.row.filter(|row| row.base_url == self.lane.base_url);
        vec![format!("`paceline keys set {}`", owner.map_or(id.as_str(), Provider::key_id)), named]
    }

    fn moved(&self, address: &str) -> String {
        if self.lane.provider == CUSTOM {
            return lane_at(self.lane.dialect, address, &self.lane.model);
        }
        format!("`paceline providers at {} {}`", self.lane.provider, quoted(address))
    }

    fn other_models(&self, fault: &Fault) -> Vec<String> {
        let mut steps: Vec<String> =
            fault.nearest.iter().map(|model| self.with_model(model)).collect();
        if fault.root() == FaultClass::ModelNotFound && self.lane.provider == "ollama" {
            steps.push(format!("`ollama pull {}`", quoted(&self.lane.model)));
        }
        if self.row.is_some_and(|row| row.lists_models && row.id != CUSTOM) {
            steps.push(format!("`paceline models {}`", self.lane.provider));
        }
        steps
    }

    fn other_dialect(&self, fault: &Fault) -> Vec<String> {
        if let Some(row) = &fault.instead {
            return vec![listed(row, &self.lane.model)];
        }
        let Some(dialect) = fault.dialect else { return Vec::new() };
        if self.lane.provider == CUSTOM {
            return vec![lane_at(dialect, &self.lane.base_url, &self.lane.model)];
        }
        // A row has one dialect; the same address in another dialect is a separate lane, which names its
        // key.
        let lane = lane_at(dialect, &self.lane.base_url, &self.lane.model);
        let is_keyed = self.row.is_none_or(|row| row.key != KeyNeed::None);
        let key = if is_keyed { " with `--key-env custom=NAME`" } else { "" };
        vec![format!("{lane}{key}")]
    }

    /// The page of the provider's own console, which a server's message may name only on the same host.
    fn console(&self, fault: &Fault) -> Vec<String> {
        let page = self.row.and_then(|row| row.console_page(&fault.message));
        page.map(|page| page.to_string()).into_iter().collect()
    }

    fn with_model(&self, model: &str) -> String {
        if self.lane.provider == CUSTOM {
            return lane_at(self.lane.dialect, &self.lane.base_url, model);
        }
        listed(&self.lane.provider, model)
    }
}

fn listed(provider: &str, model: &str) -> String {
    format!("`--lane {}`", quoted(&format!("{provider}/{model}")))
}

fn lane_at(dialect: Dialect, base_url: &str, model: &str) -> String {
    format!("`--lane {}`", quoted(&format!("{}@{base_url}#{model}", dialect.name())))
}

/// A word for a POSIX shell. Names come from servers, so anything but plain letters is quoted.
pub(crate) fn quoted(word: &str) -> String {
    let word = words::one_line(word);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/:@._-#".contains(c);
    if !word.starts_with(['#', '-']) && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lane(provider: &str, base_url: &str, model: &str) -> Lane {
        serde_json::from_value(json!({
            "place": 0, "provider": provider, "label": provider, "model": model,
            "dialect": "openai-chat", "base_url": base_url, "simulated": false,
            "summary": {}, "samples": [],
        }))
        .expect("a lane")
    }

    fn after(class: FaultClass, lane: &Lane, known: impl FnOnce(&mut Fault)) -> Vec<String> {
        let mut fault = Fault::new(class, "HTTP 404: no");
        known(&mut fault);
        next_steps(&fault, lane)
    }

    #[test]
    fn a_lane_at_an_address_is_written_as_it_should_have_been() {
        let own = lane("custom", "http://127.0.0.1:8000", "m");
        let moved = after(FaultClass::PathNotFound, &own, |fault| {
            fault.address = Some("http://127.0.0.1:8000/v1".into());
        });
        assert_eq!(moved, ["`--lane openai-chat@http://127.0.0.1:8000/v1#m`"], "the address");
        let spoken = after(FaultClass::NotAStream, &own, |fault| {
            fault.dialect = Some(Dialect::Ollama);
        });
        assert_eq!(spoken, ["`--lane ollama@http://127.0.0.1:8000#m`"], "the dialect");
        assert_eq!(after(FaultClass::WrongKey, &own, |_| {}), ["`--key-env custom=NAME`"], "a key");
    }

    #[test]
    fn a_row_names_the_command_that_fixes_it() {
        let openai = lane("openai", "https://api.openai.com/v1", "gpt-6-lunar");
        let named = after(FaultClass::ModelNotFound, &openai, |fault| {
            fault.nearest = vec!["gpt-6-luna".into()];
        });
        assert_eq!(named, ["`--lane openai/gpt-6-luna`", "`paceline models openai`"], "names");
        let other = after(FaultClass::WrongApi, &openai, |fault| {
            fault.dialect = Some(Dialect::OpenaiResponses);
            fault.instead = Some("openai-responses".to_owned());
        });
        assert_eq!(other, ["`--lane openai-responses/gpt-6-lunar`"], "the row of its account");
        let key = after(FaultClass::WrongKey, &openai, |_| {});
        assert_eq!(
            key,
            ["`paceline keys set openai`", "`--key-env openai=OPENAI_API_KEY`"],
            "a key"
        );
        let credit = after(FaultClass::NoCredit, &openai, |_| {});
        assert_eq!(credit, ["https://platform.openai.com/api-keys"], "its own site");
        let shared = lane("openai-responses", "https://api.openai.com/v1", "m");
        let key = after(FaultClass::WrongKey, &shared, |_| {});
        assert_eq!(key.first().map(String::as_str), Some("`paceline keys set openai`"), "shared");
    }

    #[test]
    fn a_model_that_is_not_on_this_machine_is_fetched_by_a_command() {
        let ollama = lane("ollama", "http://localhost:11434", "qwen3:8b");
        let steps = after(FaultClass::ModelNotFound, &ollama, |_| {});
        assert_eq!(steps, ["`ollama pull qwen3:8b`", "`paceline models ollama`"], "Ollama's own");
    }

    #[test]
    fn a_missing_deployment_leads_to_those_that_are_there() {
        let azure = lane("azure", "https://res.openai.azure.com/openai/v1", "gpt-6-luna");
        let steps = after(FaultClass::NoSuchDeployment, &azure, |_| {});
        assert_eq!(steps, ["`paceline models azure`"], "which lists deployments");
        let steps = after(FaultClass::NoSuchDeployment, &azure, |fault| {
            fault.nearest = vec!["blue".into()];
        });
        assert_eq!(steps, ["`--lane azure/blue`", "`paceline models azure`"], "and those known");
    }

    #[test]
    fn a_name_from_a_server_cannot_add_a_command() {
        for (word, safe) in [
            ("plain/name-1.5:b@c#d", "plain/name-1.5:b@c#d"),
            ("a b", "'a b'"),
            ("$(reboot)", "'$(reboot)'"),
            ("it's; rm", "'it'\\''s; rm'"),
            ("a\nb`c`", "'a b`c`'"),
            ("--data-dir", "'--data-dir'"),
        ] {
            assert_eq!(quoted(word), safe, "{word:?} is one word of a shell");
        }
    }
}
