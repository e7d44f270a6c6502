//! The checks of a plan's answers, ready for each lane.

use std::sync::Arc;

use checks::{
    Answer, Check, CheckResult, Checker, CompiledChecks, CompiledTools, Compiler, MOST_CHECKS, Tool,
};
use measure::Phrase;
use providers::{Payload, Tool as OfferedTool};

use crate::plan::rows::problem_of_row;
use crate::plan::{LanePlan, Plan, Problem, wording};
use crate::workload::Row;

/// The most checks of rows that are told at once.
const MOST_TOLD: usize = 5;

/// The most bytes of all checks of a plan, as a document has them.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The checks of one lane's answers.
#[derive(Debug)]
pub struct AnswerChecks {
    plan: CompiledChecks,
    /// The tools of the lane's own request; absent if no check of it asks for them.
    tools: Option<CompiledTools>,
    rows: Arc<Vec<RowChecks>>,
}

/// The checks of one row of a set.
#[derive(Debug)]
struct RowChecks {
    checks: CompiledChecks,
    /// Whether it has a request of its own, and so its own tools or none.
    has_payload: bool,
    /// These tools; absent if no check asks for them.
    tools: Option<CompiledTools>,
}

/// The checks of a plan and of its rows, compiled once for all its lanes.
struct PlanChecks {
    compiler: Compiler,
    plan: CompiledChecks,
    rows: Arc<Vec<RowChecks>>,
}

impl PlanChecks {
    fn of(plan: &Plan) -> Self {
        Self::with(plan, Compiler::default())
    }

    fn with(plan: &Plan, mut compiler: Compiler) -> Self {
        let own = compiler.checks(&plan.checks);
        let rows = plan.set.iter().flat_map(|set| set.rows().iter());
        let rows = rows.map(|row| {
            let checks = compiler.checks(&row.checks);
            let need_tools = own.need_tools() || checks.need_tools();
            let payload = row.payload.as_ref().filter(|_| need_tools);
            let tools = payload.map(|payload| compiler.tools(&offered_by(payload)));
            RowChecks { checks, has_payload: row.payload.is_some(), tools }
        });
        let rows = Arc::new(rows.collect());
        Self { compiler, plan: own, rows }
    }

    /// Of the lanes whose request has this payload.
    fn of_lanes_with(&mut self, payload: &Payload) -> AnswerChecks {
        let is_asked = |row: &RowChecks| !row.has_payload && row.checks.need_tools();
        let need_tools = self.plan.need_tools() || self.rows.iter().any(is_asked);
        let tools = need_tools.then(|| self.compiler.tools(&offered_by(payload)));
        AnswerChecks { plan: self.plan.clone(), tools, rows: Arc::clone(&self.rows) }
    }
}

impl AnswerChecks {
    /// Those of the lane at an index of the plan, from 0; `None` if the plan has no checks.
    pub fn of(plan: &Plan, place: u32) -> Option<Arc<Self>> {
        Self::of_lanes(plan, [place]).pop().flatten()
    }

    /// As [`of`](Self::of), with a compiler whose bounds they share with other checks.
    pub(crate) fn with(compiler: &mut Compiler, plan: &Plan, place: u32) -> Option<Arc<Self>> {
        let lane = plan.lanes.get(place as usize).filter(|_| plan.has_checks())?;
        let mut compiled = PlanChecks::with(plan, std::mem::take(compiler));
        let checks = compiled.of_lanes_with(plan.input_of(lane).payload);
        *compiler = compiled.compiler;
        Some(Arc::new(checks))
    }

    /// Those of the lanes at these indexes of the plan, from 0, in the same order; compiled once for all that send the plan's own
    /// request.
    pub fn of_lanes(plan: &Plan, places: impl IntoIterator<Item = u32>) -> Vec<Option<Arc<Self>>> {
        let places = places.into_iter();
        if !plan.has_checks() {
            return places.map(|_| None).collect();
        }
        let mut compiled = PlanChecks::of(plan);
        let mut shared = None;
        let mut of = |place: u32| {
            let mut with = |payload| Arc::new(compiled.of_lanes_with(payload));
            match plan.lanes.get(place as usize).filter(|lane| has_own_payload(lane)) {
                Some(lane) => with(plan.input_of(lane).payload),
                None => Arc::clone(shared.get_or_insert_with(|| with(&plan.payload))),
            }
        };
        places.map(|place| Some(of(place))).collect()
    }

    /// What each check finds in an answer to the row at an index, from 0, or to the plan's own prompt: first those of the plan.
    pub(crate) fn results(&self, row: Option<u32>, answer: &Answer<'_>) -> Vec<CheckResult> {
        self.checker(row.and_then(|row| self.rows.get(row as usize))).results(answer)
    }

    fn checker(&self, row: Option<&RowChecks>) -> Checker {
        let tools = match row {
            Some(row) if row.has_payload => row.tools.as_ref(),
            _ => self.tools.as_ref(),
        };
        self.plan.with(row.map_or(&CompiledChecks::default(), |row| &row.checks), tools)
    }
}

fn offered_by(payload: &Payload) -> Vec<Tool<'_>> {
    payload.tools.iter().map(offered).collect()
}

fn offered(tool: &OfferedTool) -> Tool<'_> {
    match tool {
        OfferedTool::Function(function) => {
            Tool::Function { name: &function.name, parameters: function.parameters.as_ref() }
        }
        OfferedTool::Own(_) => Tool::Own,
    }
}

/// Whether a lane sends something else than the plan's own request.
fn has_own_payload(lane: &LanePlan) -> bool {
    lane.request.as_ref().is_some_and(|own| own.payload.is_some())
}

/// Checks that cannot be used: those of the whole plan, and those of lanes that are asked something else.
pub(crate) fn unusable_checks(plan: &Plan) -> Vec<Problem> {
    if !plan.has_checks() {
        return Vec::new();
    }
    let whole = |message: Phrase| vec![Problem { lane: None, message }];
    if plan.checks.len() > MOST_CHECKS {
        return whole(wording::too_many_checks(plan.checks.len().into(), MOST_CHECKS.into()));
    }
    let size =
        |checks: &[Check]| serde_json::to_string(checks).map_or(MOST_BYTES, |text| text.len());
    let of_rows = plan.set.iter().flat_map(|set| set.rows().iter());
    let bytes =
        of_rows.map(|row| size(&row.checks)).fold(size(&plan.checks), usize::saturating_add);
    if bytes > MOST_BYTES {
        return whole(wording::checks_too_large((MOST_BYTES / (1024 * 1024)).into()));
    }
    let mut compiled = PlanChecks::of(plan);
    let of_rows = unusable_checks_of_rows(plan, &mut compiled);
    if !of_rows.is_empty() {
        return of_rows;
    }
    let asks_rows = |row: &Row| row.payload.is_some();
    if plan.set.as_ref().is_some_and(|set| set.rows().iter().all(asks_rows)) {
        return Vec::new();
    }
    let lanes = || (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted);
    let mut with = |payload| compiled.of_lanes_with(payload).checker(None);
    let shares = lanes().next().is_none() || lanes().any(|(_, lane)| !has_own_payload(lane));
    let shared = shares.then(|| (None, with(&plan.payload)));
    let own = lanes()
        .filter(|(_, lane)| has_own_payload(lane))
        .map(|(place, lane)| (Some(place), with(plan.input_of(lane).payload)));
    let problems = shared.into_iter().chain(own).flat_map(|(lane, checks)| {
        let problems: Vec<_> = checks.problems().collect();
        problems.into_iter().map(move |message| Problem { lane, message })
    });
    problems.collect()
}

/// The first checks of rows that cannot be used, each with the tools of its row or, if it has none of its own, of the first lane
/// that runs.
fn unusable_checks_of_rows(plan: &Plan, compiled: &mut PlanChecks) -> Vec<Problem> {
    let Some(set) = &plan.set else { return Vec::new() };
    let first = plan.lanes.iter().find(|lane| !lane.muted);
    let usual = first.map_or(&*plan.payload, |lane| plan.input_of(lane).payload);
    let usual = compiled.of_lanes_with(usual);
    let of_row = |(at, (row, checks)): (usize, (&Row, &RowChecks))| {
        let number = plan.checks.len() + row.checks.len();
        if number > MOST_CHECKS {
            let why = wording::checks_of_row(number.into(), MOST_CHECKS.into());
            return Some(problem_of_row(at, row, why));
        }
        if row.checks.is_empty() && row.payload.is_none() {
            return None;
        }
        let why = usual.checker(Some(checks)).problems().next()?;
        Some(problem_of_row(at, row, why))
    };
    let rows = set.rows().iter().zip(usual.rows.iter());
    rows.enumerate().filter_map(of_row).take(MOST_TOLD).collect()
}

#[cfg(test)]
mod tests {
    use checks::CheckVerdict::{Right, Wrong};
    use checks::written;
    use providers::{Function, Payload};

    use super::*;
    use crate::plan::lane_request::LaneRequest;
    use crate::workload::PromptSet;

    fn plan(check: &str) -> Plan {
        let lane =
            LanePlan { provider: "simulated".into(), model: "lpu".into(), ..LanePlan::default() };
        let checks = vec![written(check).expect("a check")];
        Plan { prompt: "Why?".into(), lanes: vec![lane], checks, ..Plan::default() }
    }

    #[test]
    fn a_check_that_cannot_be_used_prevents_the_start() {
        assert_eq!(unusable_checks(&plan("contains:Paris")), Vec::new(), "it can be used");
        let [problem] = &unusable_checks(&plan("regex:("))[..] else { panic!("one problem") };
        assert!(problem.message.to_string().contains("not understood"), "{problem:?}");
        let many = Plan { checks: vec![written("json").expect("a check"); 51], ..plan("json") };
        assert!(
            unusable_checks(&many)[0].message.to_string().contains("at most 50"),
            "{:?}",
            unusable_checks(&many)
        );
        assert_eq!(unusable_checks(&Plan::default()), Vec::new(), "nothing is checked");
    }

    #[test]
    fn a_row_is_checked_by_the_plan_and_by_itself_with_its_own_tools() {
        let function = Function { name: "now".into(), ..Function::default() };
        let payload =
            Payload { tools: vec![OfferedTool::Function(function)], ..Payload::default() };
        let row = |check: &str, payload: Option<Payload>| Row {
            name: check.to_owned(),
            prompt: "Why?".into(),
            payload: payload.map(Into::into),
            checks: vec![written(check).expect("a check")],
            ..Row::default()
        };
        let of = |rows: Vec<Row>| plan("no-refusal").asking(PromptSet::Rows { rows: rows.into() });
        let usable = of(vec![row("tool-call-valid", Some(payload)), row("contains:b", None)]);
        assert_eq!(unusable_checks(&usable), Vec::new(), "the first row offers a tool");
        let checks = AnswerChecks::of(&usable, 0).expect("checks");
        let answer = Answer { text: "b", calls: Some(&[]), is_refused: false, is_cut: false };
        let verdicts = |row| -> Vec<_> {
            checks.results(row, &answer).into_iter().map(|result| result.verdict).collect()
        };
        assert_eq!(verdicts(Some(0)), [Right, Wrong], "it calls nothing");
        assert_eq!(verdicts(Some(1)), [Right, Right], "what the other row expects is not asked");
        assert_eq!(verdicts(None), [Right], "without a row the plan's alone");
        let unusable = of(vec![row("contains:b", None), row("tool-call-valid", None)]);
        let [problem] = &unusable_checks(&unusable)[..] else { panic!("one problem") };
        let told = problem.message.to_string();
        assert!(
            told.starts_with("Row 2 of the prompts, \u{201c}tool-call-valid\u{201d}: "),
            "{told}"
        );
        let of_row = Plan { checks: Vec::new(), ..of(vec![row("json", None)]) };
        assert!(AnswerChecks::of(&of_row, 0).is_some(), "a row's alone");
    }

    #[test]
    fn calls_are_checked_against_the_tools_of_each_lane() {
        let mut plan = plan("tool-call-valid");
        assert_eq!(unusable_checks(&plan).len(), 1, "no tool is offered");
        let function = Function { name: "now".into(), ..Function::default() };
        let payload =
            Payload { tools: vec![OfferedTool::Function(function)], ..Payload::default() };
        plan.lanes[0].request =
            Some(LaneRequest { payload: Some(payload.clone().into()), ..LaneRequest::default() });
        assert_eq!(unusable_checks(&plan), Vec::new(), "its own request offers one");
        plan.payload = payload.into();
        plan.lanes[0].request = Some(LaneRequest {
            payload: Some(Payload::default().into()),
            ..LaneRequest::default()
        });
        assert_eq!(unusable_checks(&plan)[0].lane, Some(0), "its own request offers none");
    }
}
