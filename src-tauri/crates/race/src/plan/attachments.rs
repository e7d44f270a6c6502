//! The Base64 of a plan's images and documents, apart from the plan: it is stored once for all runs that share it.

use std::collections::BTreeMap;

use providers::{BY_HASH, Payload, SharedPayload};
use sha2::{Digest, Sha256};

use crate::plan::Plan;
use crate::workload::{PromptSet, Row};

/// Base64 by its content hash: 64 hexadecimal digits of SHA-256 over its characters.
pub type Attachments = BTreeMap<String, String>;

/// The content hash of Base64.
pub fn attachment_hash(data: &str) -> String {
    let hash = Sha256::digest(data.as_bytes());
    hash.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

impl Plan {
    /// The plan with hashes in the place of its Base64, and that Base64.
    #[must_use]
    pub fn detached(mut self) -> (Self, Attachments) {
        let mut attachments = Attachments::new();
        for payload in payloads(&mut self) {
            detach(payload, &mut attachments);
        }
        (self, attachments)
    }

    /// The hashes that stand in the place of its Base64, each once.
    pub fn attachment_hashes(&self) -> Vec<String> {
        let mut hashes = Vec::new();
        for payload in payloads(&mut self.clone()) {
            visit(payload, &mut |data| {
                hashes.extend(data.strip_prefix(BY_HASH).map(str::to_owned));
            });
        }
        hashes.sort();
        hashes.dedup();
        hashes
    }

    /// Puts Base64 back in the place of its hashes. A hash that `attachments` has not stays.
    pub fn attach(&mut self, attachments: &Attachments) {
        for payload in payloads(self) {
            visit(payload, &mut |data| {
                let found = data.strip_prefix(BY_HASH).and_then(|hash| attachments.get(hash));
                if let Some(found) = found {
                    data.clone_from(found);
                }
            });
        }
    }
}

/// Puts hashes in the place of Base64.
pub(crate) fn detach(payload: &mut SharedPayload, attachments: &mut Attachments) {
    visit(payload, &mut |data| {
        if !data.starts_with(BY_HASH) {
            let hash = attachment_hash(data);
            let taken = std::mem::replace(data, format!("{BY_HASH}{hash}"));
            attachments.insert(hash, taken);
        }
    });
}

/// Visits the Base64 of a payload, which is copied only if it has any turns.
fn visit(payload: &mut SharedPayload, visit: &mut dyn FnMut(&mut String)) {
    if !payload.turns.is_empty() {
        Payload::for_each_base64(payload.make_mut(), visit);
    }
}

/// The payloads of a plan: the shared one, and those of its lanes and rows.
fn payloads(plan: &mut Plan) -> impl Iterator<Item = &mut SharedPayload> {
    let own = plan.lanes.iter_mut().filter_map(|lane| lane.request.as_mut()?.payload.as_mut());
    let rows = match &mut plan.set {
        // They are copied only if any has turns.
        Some(PromptSet::Rows { rows }) if rows.iter().any(Row::has_turns) => {
            rows.make_mut().as_mut_slice()
        }
        _ => &mut [],
    };
    let of_rows = rows.iter_mut().filter_map(|row| row.payload.as_mut());
    std::iter::once(&mut plan.payload).chain(own).chain(of_rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::LanePlan;
    use crate::plan::lane_request::LaneRequest;
    use providers::{Content, Part, Role, Source, Turn};

    fn image(data: &str) -> Part {
        let source = Source::Base64 { media_type: "image/png".into(), data: data.into() };
        Content::Image { source, detail: None }.into()
    }

    fn payload(parts: Vec<Part>) -> Payload {
        let turn = Turn { role: Role::User, parts, own: serde_json::Map::new() };
        Payload { turns: vec![turn], ..Payload::default() }
    }

    #[test]
    fn base64_is_taken_out_of_a_plan_once_and_put_back() {
        let output = vec![image("cmVzdWx0")];
        let result =
            Content::ToolResult { call_id: "1".into(), name: None, output, is_error: false };
        let own = payload(vec![image("cGljdHVyZQ==")]);
        let own = LaneRequest { payload: Some(own.into()), ..LaneRequest::default() };
        let whole = Plan {
            payload: payload(vec![image("cGljdHVyZQ=="), result.into()]).into(),
            lanes: vec![LanePlan { request: Some(own), ..LanePlan::default() }],
            ..Plan::default()
        };
        let (mut apart, attachments) = whole.clone().detached();
        let held: Vec<&str> = attachments.values().map(String::as_str).collect();
        assert_eq!(held.len(), 2, "the shared one once: {held:?}");
        assert!(held.contains(&"cmVzdWx0") && held.contains(&"cGljdHVyZQ=="), "{held:?}");
        let document = serde_json::to_string(&apart).expect("a document");
        assert!(!document.contains("cGljdHVyZQ"), "none is left in it: {document}");
        assert_eq!(apart.attachment_hashes(), attachments.keys().cloned().collect::<Vec<_>>());
        apart.attach(&attachments);
        assert_eq!(apart, whole, "and all of it comes back");
    }

    #[test]
    fn a_hash_is_that_of_every_other_tool() {
        let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(attachment_hash("abc"), wanted, "FIPS 180-2's own example");
    }
}
