//! `{{variables}}` in a plan's prompts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Problem, wording};
use crate::workload::Template;

/// A plan with its variables filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct FilledPlan {
    /// The plan with every variable filled in; unchanged if there is a problem.
    pub plan: Plan,
    /// The variables of its prompts and system prompts, each once, in order of appearance.
    pub variables: Vec<String>,
    /// Why it cannot be filled in.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// Fills in the prompts and the system prompts of a plan, the lanes' own included. The turns of a conversation stay as they
/// were captured.
pub fn filled(plan: Plan, values: &BTreeMap<String, String>) -> FilledPlan {
    let mut variables: Vec<String> = Vec::new();
    let mut whole = plan.clone();
    let mut problem = None;
    for text in texts(&mut whole) {
        let made = Template::parse(text).and_then(|template| {
            for name in template.variables() {
                if !variables.iter().any(|known| known == name) {
                    variables.push(name.to_owned());
                }
            }
            template.fill(values)
        });
        match made {
            Ok(made) => *text = made,
            Err(error) => problem = Some(wording::unfilled(error.phrase())),
        }
    }
    match problem {
        Some(message) => {
            FilledPlan { plan, variables, problem: Some(Problem { lane: None, message }) }
        }
        None => FilledPlan { plan: whole, variables, problem: None },
    }
}

/// The texts of a plan that may have variables.
fn texts(plan: &mut Plan) -> impl Iterator<Item = &mut String> {
    let own = plan.lanes.iter_mut().filter_map(|lane| lane.request.as_mut());
    let own = own.flat_map(|own| own.system.iter_mut().chain(&mut own.prompt));
    plan.system.iter_mut().chain([&mut plan.prompt]).chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run;

    fn plan(system: Option<&str>, prompt: &str) -> Plan {
        Plan {
            system: system.map(str::to_owned),
            prompt: prompt.to_owned(),
            ..run(Vec::new()).plan
        }
    }

    fn values(given: &[(&str, &str)]) -> BTreeMap<String, String> {
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn each_variable_is_replaced_by_its_value() {
        let given = plan(Some("Answer as {{who}}."), "{{who}}, explain {{what}}.");
        let seen = filled(given, &values(&[("who", "Ada"), ("what", "loops"), ("other", "x")]));
        assert_eq!(seen.plan.prompt, "Ada, explain loops.", "in the prompt");
        assert_eq!(seen.plan.system.as_deref(), Some("Answer as Ada."), "and in the system prompt");
        assert_eq!(seen.variables, ["who", "what"], "each once, in their order");
        assert_eq!(seen.problem, None, "nothing is missing");
    }

    #[test]
    fn a_plan_without_variables_stays_as_it_is() {
        let given = plan(None, "Why is the sky { blue }?");
        let seen = filled(given.clone(), &values(&[]));
        assert_eq!((seen.plan, seen.variables.len(), seen.problem), (given, 0, None), "unchanged");
    }

    #[test]
    fn what_is_missing_is_said_and_nothing_is_filled_in_halves() {
        let given = plan(Some("{{a}}"), "{{b}} and {{a}}");
        let seen = filled(given.clone(), &values(&[("a", "1")]));
        assert_eq!(seen.plan, given, "as it was");
        assert_eq!(seen.variables, ["a", "b"], "what it asks for is known all the same");
        let message = seen.problem.map(|problem| problem.message.to_string()).unwrap_or_default();
        assert!(message.contains("there is no value for `b`"), "{message}");
    }
}
