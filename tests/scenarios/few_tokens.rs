//! Servers that count fewer tokens than any tokenizer takes for their text, by the streams of real providers in every dialect.

use std::collections::BTreeSet;

use cost::{TokenSource, tokens};
use measure::Warning;
use race::{Lane, Sample};
use serde_json::{Map, Value};

use crate::wire::{Sent, raced, rows};

fn only(lane: &Lane) -> &Sample {
    let [sample] = &lane.samples[..] else { panic!("a lane is one request") };
    sample
}

/// The streams with the requests that read them so, but those of models with a tokenizer of which more is known.
fn read_as(sent: Sent) -> Vec<(Map<String, Value>, Sample)> {
    let rows = rows();
    let run = raced(&rows, sent);
    let read = rows.into_iter().zip(&run.lanes);
    let other = read.filter(|(_, lane)| !tokens::is_of_o200k(&lane.model));
    other.map(|(row, lane)| (row, only(lane).clone())).collect()
}

/// Whether a stream has a whole answer, and its server counted it.
fn has_counted_text(row: &Map<String, Value>) -> bool {
    row["status"] == "ok" && row.contains_key("text") && row.contains_key("out_tokens_server")
}

#[test]
fn no_provider_counts_fewer_tokens_than_any_tokenizer_takes() {
    for sent in [Sent::Whole, Sent::English] {
        for (row, sample) in read_as(sent) {
            let is_told = sample.doubts.contains(&Warning::CountsDisagree);
            assert!(!is_told, "{}: {:?}", row["file"], sample.text);
        }
    }
}

#[test]
fn text_that_takes_more_tokens_than_were_counted_is_told_in_every_dialect() {
    let mut dialects = BTreeSet::new();
    for (row, sample) in read_as(Sent::FewTokens) {
        if !has_counted_text(&row) {
            continue;
        }
        let file = &row["file"];
        assert_eq!(sample.token_source, Some(TokenSource::Server), "{file}");
        assert!(sample.text.starts_with("letters letters"), "{file}: {:?}", sample.text);
        assert!(sample.doubts.contains(&Warning::CountsDisagree), "{file}: {:?}", sample.doubts);
        dialects.insert(row["dialect"].to_string());
    }
    let all = rows().into_iter().filter(has_counted_text);
    let all: BTreeSet<String> = all.map(|row| row["dialect"].to_string()).collect();
    assert_eq!(dialects, all, "each whose servers count");
}
