//! The rows that a plan asks in turn, of a race as of a sweep.

use measure::Phrase;
use providers::Payload;
use serde_json::Value;

use crate::plan::input::Input;
use crate::plan::{Plan, Problem, Workload, wording};
use crate::workload::{MOST_ROWS, PromptSet, Row, Rows};

/// The most bytes of a set, as a document has it.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The most problems of rows that are told at once.
const MOST_TOLD: usize = 5;

impl Plan {
    /// The plan with this set. Its own prompt is then the first row's, for whoever shows it, and a suite brings a limit of output
    /// tokens if the plan has none.
    #[must_use]
    pub fn asking(mut self, set: PromptSet) -> Self {
        if let PromptSet::Suite { suite } = &set {
            self.max_tokens = self.max_tokens.or(Some(suite.max_tokens()));
        }
        if let Some(first) = set.rows().first() {
            self.prompt.clone_from(&first.prompt);
        }
        self.set = Some(set);
        self
    }

    /// The rows that are asked in turn; empty if every request asks the same.
    pub fn rows(&self) -> Rows {
        if let Some(set) = &self.set {
            return set.rows().clone();
        }
        let earlier = self.load.as_ref().map(|load| load.prompts.as_slice()).unwrap_or_default();
        let row = |(number, prompt): (usize, &String)| Row {
            name: number.to_string(),
            prompt: prompt.clone(),
            ..Row::default()
        };
        (1..).zip(earlier).map(row).collect::<Vec<_>>().into()
    }

    /// The name of a row of the set, from 0; `None` without a set, or if the row has no name.
    pub fn row_name(&self, row: Option<u32>) -> Option<String> {
        let rows = self.set.as_ref()?.rows();
        let name = rows.get(row? as usize)?.name.trim();
        (!name.is_empty()).then(|| name.to_owned())
    }

    /// The index of the row that a round of a race asks, both from 0 and warm-up rounds included; `None` without a set. The first
    /// measured round asks the first row, and a warm-up round one of the last, so that the first measured round asks nothing that was just asked.
    pub fn row_of_round(&self, round: u32) -> Option<u32> {
        let rows = u32::try_from(self.set.as_ref()?.rows().len()).ok().filter(|rows| *rows > 0)?;
        let warmup = self.warmup % rows;
        Some((round % rows + (rows - warmup)) % rows)
    }

    /// Whether a round of a race, from 0 and warm-up rounds included, is the first in which a lane sends a schema of `payload`, its
    /// request of that round. Each row of a set may have a schema of its own, or the same as another.
    pub(crate) fn is_first_schema_use(&self, lane: usize, round: u32, payload: &Payload) -> bool {
        let Some(rows) = self.set.as_ref().map(PromptSet::rows) else {
            return round == 0 && payload.has_schema();
        };
        let of_lane = self.lanes.get(lane).map(|lane| self.input_of(lane));
        let sent = |earlier: u32| -> Option<&Payload> {
            let row = rows.get(self.row_of_round(earlier)? as usize)?;
            row.payload.as_deref().or(of_lane.as_ref().map(|input| &**input.payload))
        };
        // Every row was asked in as many rounds as there are rows.
        let is_repeated = round as usize >= rows.len();
        let is_sent = |schema: &Value| {
            let earlier = (0..round).filter_map(sent);
            earlier.flat_map(Payload::schemas).any(|sent| sent == schema)
        };
        !is_repeated && payload.schemas().any(|schema| !is_sent(schema))
    }

    /// Whether any answer is checked.
    pub fn has_checks(&self) -> bool {
        let of_row = |row: &Row| !row.checks.is_empty();
        !self.checks.is_empty()
            || self.set.as_ref().is_some_and(|set| set.rows().iter().any(of_row))
    }
}

impl Row {
    /// The input of a lane with what this row asks.
    pub fn over<'a>(&'a self, input: Input<'a>) -> Input<'a> {
        Input {
            system: self.system.as_deref().or(input.system).filter(|system| !system.is_empty()),
            prompt: &self.prompt,
            payload: self.payload.as_ref().unwrap_or(input.payload),
        }
    }
}

/// A problem of the row at an index, from 0.
pub(crate) fn problem_of_row(at: usize, row: &Row, why: Phrase) -> Problem {
    let is_named = row.name != (at + 1).to_string() && !row.name.is_empty();
    let message = if is_named {
        wording::of_named_row((at + 1).into(), &shown(&row.name), why)
    } else {
        wording::of_row((at + 1).into(), why)
    };
    Problem { lane: None, message }
}

/// The beginning of a row's name.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Why the set of a plan cannot be asked. Its checks are looked at elsewhere.
pub(crate) fn unusable_rows(plan: &Plan) -> Vec<Problem> {
    let Some(set) = &plan.set else { return Vec::new() };
    let rows = set.rows();
    let whole = |message: Phrase| vec![Problem { lane: None, message }];
    if rows.is_empty() {
        return whole(wording::set_without_rows());
    }
    if rows.len() > MOST_ROWS {
        return whole(wording::set_of_too_many(rows.len().into(), MOST_ROWS.into()));
    }
    let size = |row: &Row| serde_json::to_string(row).map_or(MOST_BYTES, |text| text.len());
    if rows.iter().map(size).fold(0, usize::saturating_add) > MOST_BYTES {
        return whole(wording::set_too_large((MOST_BYTES / (1024 * 1024)).into()));
    }
    let mut problems = Vec::new();
    let is_generated =
        plan.load.as_ref().is_some_and(|load| load.preset.is_some() || load.lengths.is_some());
    if is_generated {
        problems.extend(whole(wording::set_and_generated()));
    }
    if matches!(plan.workload(), Workload::Rounds { .. }) && plan.until_settled.is_some() {
        problems.extend(whole(wording::set_until_settled()));
    }
    let empty = rows.iter().enumerate().filter(|(_, row)| row.over(plan.shared_input()).is_empty());
    problems.extend(
        empty.take(MOST_TOLD).map(|(at, row)| problem_of_row(at, row, wording::row_asks_nothing())),
    );
    problems
}

#[cfg(test)]
#[path = "suite_tests.rs"]
mod suite_tests;

#[cfg(test)]
mod tests {
    use providers::{ResponseFormat, SchemaFormat, SharedPayload};
    use serde_json::json;

    use super::*;
    use crate::plan::LanePlan;
    use crate::plan::lane_request::LaneRequest;
    use crate::plan::load::Load;

    fn of_lane(payload: Option<SharedPayload>) -> LaneRequest {
        LaneRequest { payload, ..LaneRequest::default() }
    }

    fn rows(prompts: &[&str]) -> PromptSet {
        let row = |(number, prompt): (usize, &&str)| Row {
            name: number.to_string(),
            prompt: (*prompt).to_owned(),
            ..Row::default()
        };
        PromptSet::Rows { rows: (1..).zip(prompts).map(row).collect::<Vec<_>>().into() }
    }

    #[test]
    fn each_measured_round_asks_the_next_row_from_the_first() {
        let plan = Plan { warmup: 2, repeat: 4, ..Plan::default() }.asking(rows(&["a", "b", "c"]));
        let asked: Vec<Option<u32>> = (0..6).map(|round| plan.row_of_round(round)).collect();
        assert_eq!(asked, [1, 2, 0, 1, 2, 0].map(Some), "two rounds warm up, before the first");
        assert_eq!(Plan::default().row_of_round(3), None, "every round asks the same");
        assert_eq!(plan.prompt, "a", "the plan shows the first");
    }

    #[test]
    fn a_schema_is_used_first_once_whichever_row_brings_it() {
        let with = |title: Option<&str>| {
            title.map(|title| {
                let schema = json!({ "title": title });
                let format = SchemaFormat { schema, ..SchemaFormat::default() };
                let response_format = Some(ResponseFormat::Schema(format));
                SharedPayload::from(Payload { response_format, ..Payload::default() })
            })
        };
        let of_rows = |titles: &[Option<&str>], own: Option<&str>| -> Vec<bool> {
            let row = |title| Row { payload: with(title), ..Row::default() };
            let rows: Rows = titles.iter().copied().map(row).collect::<Vec<_>>().into();
            let lane = LanePlan {
                request: own.map(|own| of_lane(with(Some(own)))),
                ..LanePlan::default()
            };
            let mut plan = Plan { lanes: vec![lane], ..Plan::default() };
            plan.set = Some(PromptSet::Rows { rows: rows.clone() });
            let first = |round: u32| {
                let row = rows.get(plan.row_of_round(round)? as usize)?;
                let input = row.over(plan.input_of(plan.lanes.first()?));
                Some(plan.is_first_schema_use(0, round, input.payload))
            };
            (0..4).filter_map(first).collect()
        };
        let same = of_rows(&[Some("a"), Some("a"), Some("b")], None);
        assert_eq!(
            same,
            [true, false, true, false],
            "the second has the first's, the fourth is the first again"
        );
        let of_the_lane = of_rows(&[None, None, Some("b")], Some("a"));
        assert_eq!(of_the_lane, [true, false, true, false], "rows without one send the lane's");
        assert_eq!(of_rows(&[None, None], None), [false; 4], "there is no schema");
        let plan = Plan::default();
        let payload = with(Some("a")).expect("a payload");
        let rounds = [0, 1].map(|round| plan.is_first_schema_use(0, round, &payload));
        assert_eq!(rounds, [true, false], "without a set every round sends the same");
    }

    #[test]
    fn the_prompts_of_an_earlier_sweep_are_rows_by_their_number() {
        let load = Load { prompts: vec!["a".into(), "b".into()], ..Load::default() };
        let found = Plan { load: Some(load), ..Plan::default() }.rows();
        let told: Vec<(&str, &str)> =
            found.iter().map(|row| (row.name.as_str(), row.prompt.as_str())).collect();
        assert_eq!(told, [("1", "a"), ("2", "b")], "in their order");
    }

    #[test]
    fn a_set_that_cannot_be_asked_says_why_and_which_row() {
        let told = |plan: Plan| -> Vec<String> {
            unusable_rows(&plan).iter().map(|problem| problem.message.to_string()).collect()
        };
        assert_eq!(told(Plan::default().asking(rows(&["a"]))), [""; 0], "it can be asked");
        assert_eq!(told(Plan::default().asking(rows(&[]))), ["The set of prompts has no rows."]);
        let empty = told(Plan::default().asking(rows(&["a", " "])));
        assert_eq!(
            empty,
            ["Row 2 of the prompts: it asks nothing. Give it a prompt, or delete it."],
            "by its number"
        );
        let many = vec!["a"; MOST_ROWS + 1];
        assert!(told(Plan::default().asking(rows(&many)))[0].contains("at most 2,000"), "bounded");
        let large = "a".repeat(MOST_BYTES);
        assert!(told(Plan::default().asking(rows(&[&large])))[0].contains("16 MB"), "in bytes");
        let settled = Plan { until_settled: Some(measure::Metric::TtftMs), ..Plan::default() };
        assert!(told(settled.asking(rows(&["a"])))[0].contains("asks all of them"), "every row");
    }
}
