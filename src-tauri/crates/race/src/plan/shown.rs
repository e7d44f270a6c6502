//! What readers, lists and searches see of what a plan asks.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::plan::{LanePlan, Plan};
use crate::workload::{PromptSet, Row};

/// Characters of a row's prompt that a reader is shown.
const SHOWN_OF_ROW: usize = 200;
/// Number of hexadecimal digits of a request's fingerprint.
const FINGERPRINT_BYTES: usize = 4;

impl Plan {
    /// The text by which it is known in lists: its prompt or, if that is empty, the last text of its turns or of a lane's own
    /// request.
    pub fn asked(&self) -> &str {
        let shared = self.shared_input();
        let own = self.lanes.iter().filter(|lane| lane.request.is_some());
        let own = own.map(|lane| self.input_of(lane));
        let rows = self.set.iter().flat_map(|set| set.rows().iter()).map(|row| row.over(shared));
        let mut inputs = std::iter::once(shared).chain(own).chain(rows);
        inputs.find_map(|input| input.last_text()).unwrap_or_default()
    }

    /// Every prompt and all that its requests carry as text, the lanes' own included, to be searched.
    pub fn asked_texts(&self) -> Vec<String> {
        let mut texts = vec![self.prompt.clone(), self.payload.searched()];
        for own in self.lanes.iter().filter_map(|lane| lane.request.as_ref()) {
            texts.extend(own.prompt.clone());
            texts.extend(own.payload.as_ref().map(|payload| payload.searched()));
        }
        let later = self.lanes.iter().flat_map(|lane| &lane.later);
        for own in later.filter_map(|next| next.lane.request.as_ref()) {
            texts.extend(own.prompt.iter().chain(&own.system).cloned());
        }
        // Nobody looks for the texts of a built-in suite.
        let own = self.set.iter().filter(|set| matches!(set, PromptSet::Rows { .. }));
        for (row, number) in own.flat_map(|set| set.rows().iter()).zip(1_usize..) {
            // One without a name of the user's is called by its number.
            texts.extend(Some(&row.name).filter(|name| **name != number.to_string()).cloned());
            texts.push(row.prompt.clone());
            texts.extend(row.system.clone());
            texts.extend(row.payload.as_ref().map(|payload| payload.searched()));
        }
        texts.retain(|text| !text.is_empty());
        texts
    }

    /// What its requests carry beside prompt and settings, for a reader, each with a heading: the shared payload, and what
    /// lanes have of their own. Images and documents are told by their length.
    pub fn shown_requests(&self) -> Vec<(String, String)> {
        let mut shown = Vec::new();
        if !self.payload.is_empty() {
            shown.push(("Request".to_owned(), self.payload.shown()));
        }
        for (number, lane) in (1_u32..).zip(&self.lanes) {
            for (step, next) in (2_u32..).zip(&lane.later) {
                let Some(own) = &next.lane.request else { continue };
                let texts = [("System prompt", &own.system), ("Prompt", &own.prompt)];
                let texts = texts.into_iter().filter_map(|(heading, text)| {
                    Some(format!("{heading}:\n{}", or_none(text.as_deref()?)))
                });
                let heading = format!("Lane {number}, step {step}: its own request");
                shown.push((heading, texts.collect::<Vec<_>>().join("\n\n")));
            }
            let Some(own) = &lane.request else { continue };
            let mut text = String::new();
            if let Some(system) = &own.system {
                let _infallible = writeln!(text, "System prompt:\n{}\n", or_none(system));
            }
            if let Some(prompt) = &own.prompt {
                let _infallible = writeln!(text, "Prompt:\n{}\n", or_none(prompt));
            }
            if let Some(payload) = own.payload.as_ref().filter(|payload| !payload.is_empty()) {
                let _infallible = writeln!(text, "Request:\n{}", payload.shown());
            }
            shown.push((format!("Lane {number}: its own request"), text.trim_end().to_owned()));
        }
        shown.extend(self.set.as_ref().map(shown_rows));
        shown
    }

    /// A fingerprint of what separates a lane's requests from those of a plain prompt: what they carry beside prompts, turns
    /// and settings, what the lane has of its own, and the later steps of a chain. 8 hexadecimal digits of SHA-256; absent for a plain prompt and a plain
    /// conversation.
    pub fn request_fingerprint(&self, lane: &LanePlan) -> Option<String> {
        let mut form = self.input_of(lane).payload.clone();
        let payload = form.make_mut();
        payload.turns.clear();
        // It says in other words what stands in the request, and holds its turns as well.
        payload.as_pasted = None;
        if form.is_empty() && lane.request.is_none() && !lane.is_chain() {
            return None;
        }
        let mut own = Plan { lanes: vec![lane.clone()], ..Plan::default() }.detached().0;
        for request in own.lanes.iter_mut().filter_map(|lane| lane.request.as_mut()) {
            if let Some(payload) = &mut request.payload {
                payload.make_mut().as_pasted = None;
            }
        }
        let own = own.lanes.first().and_then(|lane| lane.request.as_ref());
        let mut text = sorted_json(&(form, own));
        if lane.is_chain() {
            // Two chains of the same models are the same only if their steps are asked the same, and by the same rules.
            text += &sorted_json(&lane.later);
        }
        let hash = Sha256::digest(text.as_bytes());
        let digits = hash.iter().take(FINGERPRINT_BYTES);
        Some(digits.fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
    }
}

/// A text of a lane's own, or that it has none.
fn or_none(text: &str) -> &str {
    if text.is_empty() { "(none)" } else { text }
}

/// The rows of a set by their names, each with the beginning of its prompt.
fn shown_rows(set: &PromptSet) -> (String, String) {
    let line = |row: &Row| {
        let asked = match row.prompt.as_str() {
            "" => row.payload.as_ref().and_then(|payload| payload.last_text()).unwrap_or_default(),
            prompt => prompt,
        };
        let first: String = asked.chars().take(SHOWN_OF_ROW).collect();
        let more = if first.len() < asked.len() { "…" } else { "" };
        format!("{}: {}{more}", row.name, first.replace('\n', " "))
    };
    let lines: Vec<String> = set.rows().iter().map(line).collect();
    (format!("Prompt set: {} rows", lines.len()), lines.join("\n"))
}

/// A value as JSON in which the names of every object are sorted, so that the same content has the same fingerprint in
/// whatever order it was written.
pub(crate) fn sorted_json(value: &impl serde::Serialize) -> String {
    // Its maps have texts as keys, which JSON can always represent.
    let mut value = serde_json::to_value(value).unwrap_or_default();
    value.sort_all_objects();
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::lane_request::LaneRequest;
    use providers::{Payload, ResponseFormat, Role, Turn};

    fn said(text: &str) -> Payload {
        Payload { turns: vec![Turn::text(Role::User, text)], ..Payload::default() }
    }

    #[test]
    fn a_plan_is_known_by_what_is_asked_last() {
        let mut plan =
            Plan { prompt: "Why?".into(), payload: said("Hi").into(), ..Plan::default() };
        assert_eq!(plan.asked(), "Why?", "its prompt");
        plan.prompt.clear();
        assert_eq!(plan.asked(), "Hi", "or its last turn");
        plan.payload = Payload::default().into();
        let own = LaneRequest { prompt: Some("Short".into()), ..LaneRequest::default() };
        plan.lanes = vec![LanePlan { request: Some(own), ..LanePlan::default() }];
        assert_eq!(plan.asked(), "Short", "or what a lane is asked");
        assert_eq!(plan.asked_texts(), ["Short"], "which is searched as well");
    }

    #[test]
    fn all_that_a_request_carries_as_text_is_searched() {
        let body = r#"{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Sum up."},
            {"type":"file","file":{"filename":"ledger.pdf","file_data":"data:application/pdf;base64,aGk="}}]}],
            "stop":["FINIS"],"prediction":{"type":"content","content":"Foreseen"},"metadata":{"team":"quay"}}"#;
        let mut payload = providers::read_capture_anew(body, None).expect("a body").0.payload;
        payload.headers.insert("x-title".into(), "Harbour".into());
        let plan = Plan { payload: payload.into(), ..Plan::default() };
        let searched = plan.asked_texts().join("\n");
        for word in ["Sum up.", "ledger.pdf", "FINIS", "Foreseen", "quay", "x-title: Harbour"] {
            assert!(searched.contains(word), "{word}: {searched}");
        }
        assert!(!searched.contains("aGk="), "bytes are no text: {searched}");
    }

    #[test]
    fn the_rows_of_a_set_are_searched_by_the_names_that_the_user_gave_them() {
        let row = |name: &str| Row { name: name.into(), prompt: "Ask".into(), ..Row::default() };
        let rows = vec![row("tide-table"), row("2")].into();
        let plan = Plan { set: Some(PromptSet::Rows { rows }), ..Plan::default() };
        assert_eq!(plan.asked_texts(), ["tide-table", "Ask", "Ask"], "a number is no name");
    }

    #[test]
    fn a_text_that_a_lane_has_emptied_is_said_to_be_none() {
        let own = LaneRequest {
            prompt: Some(String::new()),
            system: Some(String::new()),
            ..LaneRequest::default()
        };
        let lane = LanePlan { request: Some(own), ..LanePlan::default() };
        let shown = |lane: LanePlan| Plan { lanes: vec![lane], ..Plan::default() }.shown_requests();
        let [(heading, text)] = &shown(lane.clone())[..] else { panic!("one lane has its own") };
        assert_eq!(heading, "Lane 1: its own request");
        assert_eq!(text, "System prompt:\n(none)\n\nPrompt:\n(none)");
        assert!(
            shown(LanePlan::default()).is_empty(),
            "and one that has nothing of its own is not"
        );
    }

    #[test]
    fn requests_of_another_form_have_another_fingerprint_and_plain_ones_have_none() {
        let lane = LanePlan::default();
        let of = |payload: Payload| {
            Plan { payload: payload.into(), ..Plan::default() }.request_fingerprint(&lane)
        };
        assert_eq!(of(Payload::default()), None, "a plain prompt");
        assert_eq!(of(said("Hi")), None, "a plain conversation");
        let json = Payload { response_format: Some(ResponseFormat::Json), ..Payload::default() };
        assert!(of(json.clone()).is_some(), "an answer of another form");
        let talked = Payload { turns: said("Hi").turns, ..json.clone() };
        assert_eq!(of(talked), of(json), "what is said does not change the form");
        let pasted = |text: &str| {
            let body = format!(
                r#"{{"model":"m","messages":[{{"role":"user","content":"{text}"}},{{"role":"assistant","tool_calls":[{{"id":"a","type":"function","function":{{"name":"f","arguments":"{{ \"x\" : 1 }}"}}}}]}},{{"role":"tool","tool_call_id":"a","content":"b"}}],"tools":[{{"type":"function","function":{{"name":"f"}}}}]}}"#
            );
            let payload = providers::read_capture(&body, None).expect("a body").0.payload;
            assert!(payload.as_pasted.is_some(), "its arguments have spaces");
            let own =
                LaneRequest { payload: Some(payload.clone().into()), ..LaneRequest::default() };
            let lane = LanePlan { request: Some(own), ..LanePlan::default() };
            let plan = Plan { lanes: vec![lane], ..Plan::default() };
            let kept = plan.clone().detached().0;
            let [before, after] =
                [&plan, &kept].map(|plan| plan.request_fingerprint(&plan.lanes[0]));
            assert_eq!(before, after, "nor does it change once the run is kept");
            of(payload)
        };
        assert_eq!(pasted("Hi"), pasted(&"aGk=".repeat(2_000)), "nor do the words of a paste");
        let own = |prompt: &str| {
            let request = LaneRequest { prompt: Some(prompt.into()), ..LaneRequest::default() };
            let lane = LanePlan { request: Some(request), ..LanePlan::default() };
            Plan::default().request_fingerprint(&lane)
        };
        assert_ne!(own("long"), own("short"), "a long prompt and its shortened self are two");
        let chain = |rule: crate::StepRule| {
            let next = crate::plan::NextStep { rule, ..Default::default() };
            let lane = LanePlan { later: vec![next], ..LanePlan::default() };
            Plan::default().request_fingerprint(&lane).expect("a chain has one")
        };
        let fails = crate::StepRule::CheckFails { checks: Vec::new() };
        assert_ne!(
            chain(crate::StepRule::Always),
            chain(fails),
            "nor are a pipeline and a cascade one"
        );
    }
}
