//! Names side by side in limited space: no two are ever cut to the same text.

use std::collections::{BTreeMap, BTreeSet};

use race::{Lane, Run};

use crate::terminal::words;

/// Stands for the middle of a name that differs from another only after it.
const GAP: &str = "…";
/// Number of characters kept before the first difference, so that it has some context.
const CONTEXT: usize = 3;

/// The lanes of a run by name, each in at most `width` columns.
pub(crate) fn of_lanes(run: &Run, width: usize) -> Vec<String> {
    let whole = |lane: &Lane| words::lane(&lane.label, &lane.model, lane.simulated);
    told_apart(&run.lanes.iter().map(whole).collect::<Vec<_>>(), width)
}

/// The names in at most `width` columns each. Names that would become equal at that width are cut in the middle, up to
/// where they differ; those that are equal, or differ in too many places for that, end in their lane's number.
pub(crate) fn told_apart(names: &[String], width: usize) -> Vec<String> {
    let mut cut: Vec<String> = names.iter().map(|name| words::clipped(name, width)).collect();
    let differ = |group: &Vec<usize>| {
        group.iter().filter_map(|place| names.get(*place)).collect::<BTreeSet<_>>().len() > 1
    };
    for group in alike(&cut).into_iter().filter(differ) {
        let prefix = shared_prefix(&group, names);
        for place in group {
            if let (Some(shown), Some(name)) = (cut.get_mut(place), names.get(place)) {
                *shown = without_middle(name, prefix, width);
            }
        }
    }
    for group in alike(&cut) {
        for place in group {
            let Some(shown) = cut.get_mut(place) else { continue };
            let number = format!(" (lane {})", place + 1);
            *shown = words::clipped(shown, width.saturating_sub(words::columns(&number))) + &number;
        }
    }
    cut
}

/// The indices of equal texts, if there are several.
fn alike(texts: &[String]) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, text) in texts.iter().enumerate() {
        places.entry(text).or_default().push(place);
    }
    places.into_values().filter(|places| places.len() > 1).collect()
}

/// Characters that all names of the group begin with.
fn shared_prefix(group: &[usize], names: &[String]) -> usize {
    let mut group = group.iter().filter_map(|place| names.get(*place));
    let Some(first) = group.next() else { return 0 };
    let shared = |name: &String| {
        first.chars().zip(name.chars()).take_while(|(one, other)| one == other).count()
    };
    group.map(shared).min().unwrap_or(0)
}

/// The first third of a name, and the part after its first `prefix` characters.
fn without_middle(name: &str, prefix: usize, width: usize) -> String {
    if words::columns(name) <= width {
        return name.to_owned();
    }
    let head = words::clipped(name, width / 3);
    let head = head.trim_end_matches(GAP);
    let tail: String = name.chars().skip(prefix.saturating_sub(CONTEXT)).collect();
    let room = width.saturating_sub(words::columns(head) + words::columns(GAP));
    format!("{head}{GAP}{}", words::clipped(&tail, room))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(names: &[&str], width: usize) -> Vec<String> {
        told_apart(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), width)
    }

    #[test]
    fn names_that_differ_behind_the_cut_are_cut_in_the_middle() {
        let cut = apart(&["vendor/llama-4-maverick-fp8", "vendor/llama-4-maverick-bf16"], 18);
        assert_eq!(cut, ["vendo…ck-fp8", "vendo…ck-bf16"], "what differs is what is shown");
        let cut = apart(&["vendor/llama-4-maverick-fp8", "other/qwen"], 18);
        assert_eq!(cut, ["vendor/llama-4-ma…", "other/qwen"], "others are cut at their end");
    }

    #[test]
    fn equal_names_carry_the_number_of_their_lane() {
        assert_eq!(
            apart(&["a m", "b m", "a m"], 20),
            ["a m (lane 1)", "b m", "a m (lane 3)"],
            "told apart by place"
        );
        let cut = apart(&["vendor/llama-4-maverick"; 2], 20);
        assert_eq!(cut, ["vendor/lla… (lane 1)", "vendor/lla… (lane 2)"], "within its room");
    }

    #[test]
    fn no_two_names_read_the_same_and_none_is_wider_than_its_room() {
        let long = |tail: &str| format!("{}{tail}", "通义".repeat(30));
        let names =
            [long(""), long("x"), long("x"), long("y=1&z=123456789012345678901"), long("y=2&z=1")];
        for width in 24..80 {
            let cut = told_apart(&names, width);
            let distinct: BTreeSet<_> = cut.iter().collect();
            assert_eq!(distinct.len(), names.len(), "told apart in {width} columns: {cut:?}");
            for name in &cut {
                assert!(words::columns(name) <= width, "`{name}` fits into {width} columns");
            }
        }
    }
}
