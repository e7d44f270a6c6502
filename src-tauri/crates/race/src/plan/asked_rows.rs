//! What lanes refuse of what they are asked, and send otherwise: of a set, of each of its rows, because any may carry a request of its own.

use measure::Phrase;
use providers::{Adjustment, Request};

use crate::plan::Plan;
use crate::plan::first_sent::typically_sent;
use crate::plan::wording;
use crate::workload::Row;

/// The most different sentences of one lane; nobody reads more.
const MOST_TOLD: usize = 32;

/// Why a lane refuses what it is asked, each in a sentence that names the first row of which it is said.
pub(crate) fn refused(plan: &Plan, request: &Request) -> Vec<Phrase> {
    told(plan, request, |asked| {
        asked.refusals().into_iter().map(|refusal| refusal.message).collect()
    })
}

/// What a lane sends otherwise than asked, likewise.
pub(crate) fn sent_otherwise(plan: &Plan, request: &Request) -> Vec<Phrase> {
    if carries_none(plan) {
        return typically_sent(plan, request).differences();
    }
    told(plan, request, Request::differences)
}

/// The same, as a run keeps it: each once.
pub(crate) fn adjustments(plan: &Plan, request: &Request) -> Vec<Adjustment> {
    if carries_none(plan) {
        return typically_sent(plan, request).adjustments();
    }
    let mut all: Vec<Adjustment> = Vec::new();
    for_each_kind(plan, request, |asked, _, _| {
        for one in asked.adjustments() {
            if all.len() < MOST_TOLD && !all.contains(&one) {
                all.push(one);
            }
        }
    });
    all
}

/// Whether no row carries a request or a system prompt of its own.
fn carries_none(plan: &Plan) -> bool {
    plan.rows().iter().all(|row| !has_own(row))
}

fn has_own(row: &Row) -> bool {
    row.payload.is_some() || row.system.is_some()
}

/// Sentences on what is asked, each once, with how many rows it is of if not of all.
fn told(plan: &Plan, request: &Request, of: impl Fn(&Request) -> Vec<Phrase>) -> Vec<Phrase> {
    let mut told: Vec<(Phrase, usize, String)> = Vec::new();
    let mut more = 0_usize;
    let mut all = 0_usize;
    for_each_kind(plan, request, |asked, name, rows| {
        all += rows;
        for said in of(asked) {
            if let Some((_, with, _)) = told.iter_mut().find(|(known, ..)| *known == said) {
                *with += rows;
            } else if told.len() < MOST_TOLD {
                told.push((said, rows, name.to_owned()));
            } else {
                more += 1;
            }
        }
    });
    let rest = (more > 0).then(|| wording::more_of_rows(more.into()));
    let each = told.into_iter().map(|(said, with, name)| {
        if with == all { said } else { wording::of_rows(said, with.into(), all.into(), &name) }
    });
    each.chain(rest).collect()
}

/// Visits each kind of request that a lane sends, with the name of a row that asks it and how many do: rows that differ in their prompt
/// alone are of one kind. Without rows that is its own.
fn for_each_kind(plan: &Plan, request: &Request, mut visit: impl FnMut(&Request, &str, usize)) {
    let rows = plan.rows();
    let plain = rows.iter().filter(|row| !has_own(row)).count();
    if rows.is_empty() {
        visit(request, "", 1);
    }
    if let Some(row) = rows.iter().find(|row| !has_own(row)) {
        visit(&row.asked_by(request), &row.name, plain);
    }
    for row in rows.iter().filter(|row| has_own(row)) {
        visit(&row.asked_by(request), &row.name, 1);
    }
}

#[cfg(test)]
mod tests {
    use providers::{Dialect, read_capture_anew};

    use super::*;
    use crate::testing::request_of_dialect;
    use crate::workload::PromptSet;

    fn row(name: &str, body: &str) -> Row {
        let captured = read_capture_anew(body, None).expect(body).0;
        let prompt = captured.prompt.clone();
        Row {
            name: name.to_owned(),
            prompt,
            system: captured.system.clone(),
            payload: Some(captured.payload.into()),
            ..Row::default()
        }
    }

    fn plan(rows: Vec<Row>) -> Plan {
        Plan::default().asking(PromptSet::Rows { rows: rows.into() })
    }

    const PLAIN: &str = r#"{"model":"m","messages":[{"role":"user","content":"Why?"}]}"#;

    #[test]
    fn what_a_lane_cannot_carry_of_any_row_is_refused_by_the_rows_name() {
        let seeded = r#"{"model":"m","seed":7,"messages":[{"role":"user","content":"Why?"}],"logit_bias":{"1":2}}"#;
        let set = plan(vec![row("a", PLAIN), row("b", seeded), row("c", seeded)]);
        let asked = request_of_dialect(Dialect::Anthropic);
        assert!(asked.refusals().is_empty(), "the plan's own request is taken");
        let said: Vec<String> = refused(&set, &asked).iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 2, "each once: {said:?}");
        for word in ["seed", "`logit_bias`"] {
            let is_named = |said: &&String| said.contains(word);
            let one = said.iter().find(is_named).unwrap_or_else(|| panic!("{word}: {said:?}"));
            assert!(one.contains("2 of 3 prompts") && one.contains("`b`"), "{one}");
        }
        assert!(refused(&plan(vec![row("a", PLAIN)]), &asked).is_empty(), "and no other is");
    }

    #[test]
    fn a_lane_whose_rows_carry_all_of_their_requests_is_not_refused_for_the_plans_own() {
        let image = r#"{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"What?"},
            {"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]}]}"#;
        let set = plan(vec![row("a", image)]);
        let said = refused(&set, &request_of_dialect(Dialect::Anthropic));
        assert!(said.is_empty(), "its prompt is in its turns: {said:?}");
    }

    #[test]
    fn what_a_lane_sends_otherwise_of_any_row_is_told_and_kept() {
        let named = r#"{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"What?"},
            {"type":"image_url","image_url":{"url":"https://example.com/a.png","detail":"low"}}]}]}"#;
        let set = plan(vec![row("a", PLAIN), row("b", named)]);
        let asked = request_of_dialect(Dialect::Gemini);
        let said: Vec<String> =
            sent_otherwise(&set, &asked).iter().map(ToString::to_string).collect();
        assert!(
            said.iter().any(|said| said.contains("image detail") && said.contains("1 of 2")),
            "{said:?}"
        );
        let kept = adjustments(&set, &asked);
        assert!(kept.iter().any(|one| one.field == "image detail"), "{kept:?}");
    }
}
