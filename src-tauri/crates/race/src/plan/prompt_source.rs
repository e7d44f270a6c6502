//! Where the prompts of a sweep come from, and the plan that results.

use std::collections::BTreeMap;

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::plan::load::Load;
use crate::plan::wording;
use crate::plan::{Plan, Problem};
use crate::workload::{
    AskedSettings, MOST_TOKENS, NONCE_TOKENS, Preset, PromptSet, SetError, Suite, WrittenSet,
    filled_rows, prompt_of, read_rows,
};

/// The source of a sweep's prompts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PromptSource {
    /// The plan's own prompt.
    #[default]
    Own,
    /// The plan's own prompt with its variables filled in, the same every time.
    Values {
        /// A value for each variable.
        values: BTreeMap<String, String>,
    },
    /// The plan's own prompt with its variables filled in from each row of a table in turn, which may also say what makes the
    /// answer right.
    Filled {
        /// The table as CSV; its first line names its columns.
        table: String,
    },
    /// A generated text of a given length.
    Length {
        /// Length in `o200k_base` tokens, including the number that makes a prompt unique.
        tokens: u32,
    },
    /// The prompts of a published method.
    Preset {
        /// Which.
        preset: Preset,
    },
    /// A set of prompts, used in turn.
    Set {
        /// The set, in any of the forms that [`read_rows`](crate::workload::read_rows) reads.
        lines: String,
    },
    /// A built-in suite.
    Suite {
        /// Which.
        suite: Suite,
    },
}

impl PromptSource {
    /// The plan with these prompts under `load`, or with generated ones if the load covers prompt lengths. A preset
    /// brings its own system prompt, and its output token limit if the plan has none. With it, notes as those of [`Self::asked_by`].
    ///
    /// # Errors
    /// Problems of the texts, in sentences that say what to do.
    pub fn plan(&self, plan: Plan, load: Load) -> Result<(Plan, Vec<Phrase>), Problem> {
        let mut plan = Plan { set: None, ..plan };
        let mut load = Load { preset: None, prompts: Vec::new(), ..load };
        if let Some(lengths) = &load.lengths {
            // The levels generate their own; the plan shows the first.
            plan.prompt = lengths.shortest_text();
            return Ok((Plan { load: Some(load), ..plan }, Vec::new()));
        }
        match self {
            Self::Own | Self::Filled { .. } | Self::Set { .. } | Self::Suite { .. } => {}
            Self::Values { values } => {
                let made = crate::plan::variables::filled(plan, values);
                match made.problem {
                    Some(problem) => return Err(problem),
                    None => plan = made.plan,
                }
            }
            Self::Length { tokens } => plan.prompt = at_length(*tokens, load.unique_prompts)?,
            Self::Preset { preset } => {
                let prompts = preset.prompts();
                plan.system = prompts.system;
                plan.max_tokens = plan.max_tokens.or(Some(preset.method().max_tokens));
                plan.prompt = prompts.prompts.into_iter().next().unwrap_or_default();
                load.preset = Some(*preset);
            }
        }
        let (plan, notes) = self.asked_by(plan)?;
        Ok((Plan { load: Some(load), ..plan }, notes))
    }

    /// The plan with the set of prompts that this is, if it is one, with the plan's prompt as the template of a table. What its requests
    /// ask for in settings is the plan's, where that has none. With it, what of these requests is read differently than it stands
    /// there, is left out, or goes to some lanes only, each in a sentence.
    ///
    /// # Errors
    /// Why the texts cannot be read, in a sentence that says what to do.
    pub fn asked_by(&self, plan: Plan) -> Result<(Plan, Vec<Phrase>), Problem> {
        let plain = |rows| WrittenSet { rows, ..WrittenSet::default() };
        let read = match self {
            Self::Filled { table } => filled_rows(&plan.prompt, table).map(plain),
            Self::Set { lines } => read_rows(lines),
            Self::Suite { suite } => {
                return Ok((plan.asking(PromptSet::Suite { suite: *suite }), Vec::new()));
            }
            Self::Own | Self::Values { .. } | Self::Length { .. } | Self::Preset { .. } => {
                return Ok((plan, Vec::new()));
            }
        };
        let WrittenSet { rows, settings, notes } = read.map_err(unread)?;
        let AskedSettings { max_tokens, temperature, effort } = settings;
        let plan = Plan {
            max_tokens: plan.max_tokens.or(max_tokens),
            temperature: plan.temperature.or(temperature),
            effort: plan.effort.or(effort),
            ..plan
        };
        Ok((plan.asking(PromptSet::Rows { rows: rows.into() }), notes))
    }
}

fn problem(message: Phrase) -> Problem {
    Problem { lane: None, message }
}

fn at_length(tokens: u32, is_unique: bool) -> Result<String, Problem> {
    let number = if is_unique { NONCE_TOKENS } else { 0 };
    if !(number + 1..=MOST_TOKENS).contains(&tokens) {
        let message =
            wording::prompt_length(tokens.into(), (number + 1).into(), MOST_TOKENS.into());
        return Err(problem(message));
    }
    Ok(prompt_of(tokens - number))
}

/// Why a set of prompts could not be read.
fn unread(error: SetError) -> Problem {
    let said = error.phrase();
    problem(match error {
        SetError::Template(error) => wording::unfilled(error.phrase()),
        SetError::Table(error) => wording::unread_table(error.phrase()),
        SetError::Empty => wording::no_prompts(),
        SetError::At { .. } | SetError::Within { .. } => said.unwrap_or_else(wording::no_prompts),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_set_cannot_be_read_can_be_said_in_every_language() {
        for (lines, id, place) in [
            ("[{\"prompt\": 7}]", "unread_set.at", "row 1: `prompt`: a prompt is a text."),
            (
                "{\"prompt\": \"a\", \"colour\": 1}",
                "unread_set.at",
                "`colour`: a row has no such field.",
            ),
            ("{\"prompt\": ", "unread_set.at", "it is no JSON"),
            ("{\"requests\": [7]}", "unread_set.within", "request 1: a row is a prompt"),
            (
                "prompt,colour\na,b\n",
                "unread_set.at",
                "column `colour`: a set of prompts has no such column.",
            ),
        ] {
            let source = PromptSource::Set { lines: lines.to_owned() };
            let Problem { message, .. } = source.asked_by(plan()).map(drop).expect_err(lines);
            assert_eq!(message.id, id, "{lines}: {message}");
            assert!(message.to_string().contains(place), "{lines}: {message}");
        }
    }

    fn plan() -> Plan {
        Plan { prompt: "Name {{what}}.".into(), ..Plan::default() }
    }

    fn worded(wording: &PromptSource) -> Result<(Plan, Load), String> {
        let (plan, _) =
            wording.plan(plan(), Load::default()).map_err(|problem| problem.message.to_string())?;
        let load = plan.load.clone().expect("a sweep has a load");
        Ok((plan, load))
    }

    fn prompts(plan: &Plan) -> Vec<String> {
        plan.rows().iter().map(|row| row.prompt.clone()).collect()
    }

    #[test]
    fn a_table_fills_the_prompt_row_by_row() {
        let (plan, load) = worded(&PromptSource::Filled { table: "what\na river\na sea\n".into() })
            .expect("it fits");
        assert_eq!(prompts(&plan), ["Name a river.", "Name a sea."], "each row is asked");
        assert_eq!(load.prompts.len(), 0, "which is how plans of earlier versions had them");
        assert_eq!(plan.prompt, "Name a river.", "and the plan shows the first");
        let said =
            worded(&PromptSource::Filled { table: "who\nme\n".into() }).expect_err("no such name");
        assert!(said.contains("no value for `what`"), "{said}");
    }

    #[test]
    fn values_fill_the_prompt_once_and_one_that_is_missing_is_named() {
        let values = |pairs: &[(&str, &str)]| PromptSource::Values {
            values: pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        };
        let (plan, load) = worded(&values(&[("what", "a hill")])).expect("it fits");
        assert_eq!((plan.prompt.as_str(), load.prompts.len()), ("Name a hill.", 0), "one prompt");
        assert_eq!(plan.set, None, "and no set");
        let said = worded(&values(&[])).expect_err("it has no value");
        assert!(said.contains("no value for `what`"), "{said}");
    }

    #[test]
    fn a_length_counts_the_number_that_makes_a_prompt_unique() {
        let (plan, _) = worded(&PromptSource::Length { tokens: 100 }).expect("it can be written");
        assert_eq!(
            cost::tokens::count(&plan.prompt) + NONCE_TOKENS,
            100,
            "what is sent is as long as was asked for"
        );
        let said = worded(&PromptSource::Length { tokens: 5 }).expect_err("there is no room");
        assert!(said.contains("between 19 and 200,000"), "{said}");
    }

    #[test]
    fn a_preset_says_what_is_asked_and_how_long_answers_may_be() {
        let (plan, load) =
            worded(&PromptSource::Preset { preset: Preset::GeneralCompute }).expect("it is there");
        assert_eq!((plan.max_tokens, load.preset), (Some(512), Some(Preset::GeneralCompute)));
        assert!(plan.system.is_some(), "its system prompt is part of the method");
    }

    #[test]
    fn what_a_batch_asks_for_in_settings_is_the_plans_where_it_has_none() {
        let line = |id: &str| {
            format!(
                r#"{{"custom_id":"{id}","params":{{"model":"m","max_tokens":64,"output_config":{{"effort":"low"}},"messages":[{{"role":"user","content":"Why?"}}]}}}}"#
            )
        };
        let source = PromptSource::Set { lines: format!("{}\n{}", line("a"), line("b")) };
        let (asked, _) = worded(&source).expect("a batch");
        assert_eq!((asked.max_tokens, asked.effort), (Some(64), Some(providers::Effort::Low)));
        let own = Plan { max_tokens: Some(9), ..plan() };
        let (asked, notes) = source.asked_by(own).expect("a batch");
        assert!(
            notes.iter().any(|note| note.to_string().contains("`custom_id`")),
            "what is left out: {notes:?}"
        );
        assert_eq!(asked.max_tokens, Some(9), "what the user says for all of them counts");
        assert_eq!(asked.rows().len(), 2, "each of its requests is asked");
    }

    #[test]
    fn a_set_is_one_json_string_in_each_line() {
        let lines = "\"Why?\"\n\n\"Two\\nlines?\"\n".to_owned();
        let (plan, _) = worded(&PromptSource::Set { lines }).expect("two prompts");
        assert_eq!(prompts(&plan), ["Why?", "Two\nlines?"], "empty lines are passed over");
        let said = worded(&PromptSource::Set { lines: "\"a\"\nWhy?".into() }).expect_err("no JSON");
        assert!(said.starts_with("Line 2 of the prompts, column 1"), "{said}");
        let said = worded(&PromptSource::Set { lines: String::new() }).expect_err("nothing");
        assert!(said.contains("holds none"), "{said}");
    }
}
