//! Long texts with a fact somewhere in them, always the same.

use cost::tokens;
use measure::SplitMix64;

use crate::workload::length::{PASSAGE, fitted};

/// Lengths of the texts in `o200k_base` tokens, the question included.
const LENGTHS: [u32; 7] = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];
/// How far into the text the fact stands, as a share of its paragraphs in percent.
const DEPTHS: [usize; 4] = [8, 37, 66, 95];
/// What stands beside these: two more depths at one length.
const MORE: [(u32, usize); 2] = [(16_000, 22), (16_000, 51)];
/// The seed of the numbers and of the order of the places.
const SEED: u64 = 20_261_125;
/// Facts of the same form about other places, in every text.
const OTHERS: usize = 3;

const PLACES: [&str; 12] = [
    "Alder Reach",
    "Bramble Lock",
    "Cold Harbour",
    "Dunmere",
    "Eel Bridge",
    "Fallow Weir",
    "Gannet Point",
    "Hollow Mill",
    "Ivy Landing",
    "Juniper Quay",
    "Kestrel Ford",
    "Larch Sluice",
];

/// A text with facts, and the question about one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Needle {
    /// By its length and depth: `4000-at-37`.
    pub(super) name: String,
    /// Text and question.
    pub(super) prompt: String,
    /// The number that is asked for.
    pub(super) number: u32,
    /// A number that stands in the same words about another place.
    pub(super) other: u32,
}

/// Every text of the suite, from the shortest.
pub(super) fn all() -> Vec<Needle> {
    let mut random = SplitMix64::new(SEED);
    let grid = LENGTHS.into_iter().flat_map(|tokens| DEPTHS.map(|depth| (tokens, depth)));
    grid.chain(MORE).map(|(tokens, depth)| needle(tokens, depth, &mut random)).collect()
}

fn needle(length: u32, depth: usize, random: &mut SplitMix64) -> Needle {
    let mut places = PLACES.to_vec();
    let mut facts: Vec<(&str, u32)> = Vec::new();
    while facts.len() <= OTHERS {
        let place = places.swap_remove(below(random, places.len()));
        let number = 1_000 + u32::try_from(below(random, 9_000)).unwrap_or_default();
        if facts.iter().all(|(_, other)| *other != number) {
            facts.push((place, number));
        }
    }
    let said = |(place, number): &(&str, u32)| {
        format!("The key of the boathouse at {place} hangs behind door {number}.\n\n")
    };
    let told: Vec<String> = facts.iter().map(said).collect();
    let (place, number) = facts.first().copied().unwrap_or_default();
    let other = facts.get(1).map_or(number, |(_, other)| *other);
    let question = format!(
        "Question about the text above: behind which door hangs the key of the boathouse at {place}? Answer with the number of the door and nothing else."
    );
    let room = told.iter().map(|fact| tokens::count(fact)).sum::<u32>();
    let text = fitted("", PASSAGE, &question, length - room);
    let mut paragraphs: Vec<&str> = text.split_inclusive("\n\n").collect();
    let asked = paragraphs.pop().unwrap_or_default();
    // The others stand at thirds of the text, the asked one where it is asked for.
    let many = paragraphs.len();
    let depths = [depth, 15, 48, 81].map(|depth| many * depth / 100);
    let mut places: Vec<(usize, &String)> = depths.into_iter().zip(&told).collect();
    places.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    for (at, fact) in places {
        paragraphs.insert(at, fact);
    }
    let prompt = paragraphs.concat() + asked;
    Needle { name: format!("{length}-at-{depth}"), prompt, number, other }
}

fn below(random: &mut SplitMix64, many: usize) -> usize {
    usize::try_from(random.next_bits() % many.max(1) as u64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_length_and_its_fact_where_it_says() {
        let all = all();
        assert_eq!(all.len(), 30, "as many as it says");
        for needle in all.iter().filter(|needle| needle.prompt.len() < 100_000) {
            let (length, depth) = needle.name.split_once("-at-").expect("both");
            let length: u32 = length.parse().expect("a number");
            let counted = tokens::count(&needle.prompt);
            assert!(counted.abs_diff(length) <= 8, "{}: {counted}", needle.name);
            let fact = format!("hangs behind door {}.", needle.number);
            assert_eq!(needle.prompt.matches(&fact).count(), 1, "{}: once", needle.name);
            let at = needle.prompt.find(&fact).expect("it is there") * 100 / needle.prompt.len();
            let depth: usize = depth.parse().expect("a number");
            assert!(at.abs_diff(depth) <= 15, "{}: at {at} %", needle.name);
            assert_ne!(needle.number, needle.other, "another door");
        }
    }
}
