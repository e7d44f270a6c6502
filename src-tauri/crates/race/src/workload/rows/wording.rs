//! What is told of the requests of a set.

use measure::{Count, Phrase};

measure::phrases! {
    pub(super) fn of_some(note: Phrase, with: Count, rows: Count) = "set.of_some", "{note} ({with} of {rows} requests)";
    pub(super) fn more_notes(with: Count, rows: Count) = "set.more_notes", "More notes, on {with} of {rows} requests, are not listed.";
    pub(super) fn model() = "set.model", "The model that it names is not used; each lane says its own.";
    pub(super) fn tier(tier: &str) = "set.tier", "Its service tier `{tier}` is not asked for: a tier is its provider's own, so it is chosen for each lane.";
    pub(super) fn key() = "set.key", "The key in it is left out and not kept.";
    pub(super) fn begins_with_ideal() = "set.begins_with_ideal", "As the class Match of OpenAI evals has it, an answer is right that begins with an ideal one. For its class Includes, give \"check\": \"contains:…\" in place of \"ideal\".";
    pub(super) fn renamed() = "set.renamed", "Dots in the names of functions are sent as underscores, because most APIs take none.";
    pub(super) fn providers_unread(names: &str) = "set.providers_unread", "Of its providers only tools and the form of the answer are read, because lanes are named for the race. Not read: {names}.";
    pub(super) fn no_right_calls(folder: &str) = "set.no_right_calls", "Which calls are right is not in the set, so an answer is right if its calls are valid. The leaderboard has them in a file of the same name in the folder {folder}, which `paceline race --prompts` reads beside the set.";
}
