//! The contenders from whom another is not told apart, by why: in words that are the same in every sentence.

use measure::Phrase;

use crate::standing::Standing;
use crate::wording::{contenders as whom, open as say};

/// The most names in a row.
const NAMED: usize = 4;

/// Why two may not be told apart, in the order in which it is told.
const WHYS: [Standing; 4] =
    [Standing::Unsettled, Standing::Untested, Standing::Incomparable, Standing::Contradicted];

/// One contender, and those from whom it is not told apart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Undecided {
    /// The one.
    pub one: Phrase,
    /// The others by why; nobody twice, and no why without anybody.
    others: Vec<(Standing, Vec<Phrase>)>,
}

impl Undecided {
    /// Of the others, with how the one compares with each. Over one that is alike, or by its own metric better, there is no
    /// significant lead; one that is worse is told apart.
    pub(crate) fn of(one: Phrase, others: impl Iterator<Item = (Phrase, Standing)>) -> Self {
        let mut by: Vec<(Standing, Vec<Phrase>)> =
            WHYS.into_iter().map(|why| (why, Vec::new())).collect();
        for (name, standing) in others {
            let why = match standing {
                Standing::Better => continue,
                Standing::Worse | Standing::Alike => Standing::Unsettled,
                why => why,
            };
            if let Some((_, names)) = by.iter_mut().find(|(own, _)| *own == why) {
                names.push(name);
            }
        }
        by.retain(|(_, names)| !names.is_empty());
        Self { one, others: by }
    }

    /// The first why, with the others of it: what a sentence's main clause says. `None` if everybody is told apart.
    pub(crate) fn first(&self) -> Option<(Standing, &[Phrase])> {
        self.others.first().map(|(why, names)| (*why, names.as_slice()))
    }

    /// The others by why.
    pub(crate) fn by_why(&self) -> impl Iterator<Item = (Standing, &[Phrase])> {
        self.others.iter().map(|(why, names)| (*why, names.as_slice()))
    }

    /// Those of whom the main clause does not speak: it has words for the tested and for the untested, and of neither of the
    /// others more than that nobody is shown to be best.
    pub(crate) fn rest(&self) -> Vec<Phrase> {
        let is_told = |why| matches!(why, Standing::Unsettled | Standing::Untested);
        let skipped = usize::from(self.first().is_some_and(|(why, _)| is_told(why)));
        self.by_why()
            .skip(skipped)
            .filter_map(|(why, names)| clause(&self.one, why, names))
            .collect()
    }
}

/// What keeps a pair from being told apart, beside that no difference is significant; `None` where nothing does.
fn clause(one: &Phrase, why: Standing, names: &[Phrase]) -> Option<Phrase> {
    let said = match why {
        Standing::Untested => say::untested,
        Standing::Incomparable => say::incomparable,
        Standing::Contradicted => say::contradicted,
        Standing::Better | Standing::Worse | Standing::Alike | Standing::Unsettled => return None,
    };
    Some(said(one.clone(), few(names)))
}

/// These names, of many the first and how many there are.
pub(crate) fn few(names: &[Phrase]) -> Vec<Phrase> {
    match names {
        [first, others @ ..] if names.len() > NAMED => {
            vec![whom::first_of(first.clone(), others.len().into())]
        }
        few => few.to_vec(),
    }
}

/// The same of pairs, each once: whoever is in most of them is told first.
pub(crate) fn pairs_told(
    pairs: &[(u32, u32, Standing)],
    named: &dyn Fn(u32) -> Phrase,
) -> Vec<Phrase> {
    let told = WHYS.into_iter().flat_map(|why| {
        let mut left: Vec<(u32, u32)> =
            pairs.iter().filter(|pair| pair.2 == why).map(|(a, b, _)| (*a, *b)).collect();
        let mut clauses = Vec::new();
        while let Some(one) = most_frequent(&left) {
            let of_one = left.iter().filter(|(a, b)| *a == one || *b == one);
            let mut others: Vec<u32> =
                of_one.map(|(a, b)| if *a == one { *b } else { *a }).collect();
            others.sort_unstable();
            others.dedup();
            let names: Vec<Phrase> = others.into_iter().map(named).collect();
            clauses.extend(clause(&named(one), why, &names));
            left.retain(|(a, b)| *a != one && *b != one);
        }
        clauses
    });
    told.collect()
}

/// Who is in the most of these pairs; of several the first.
fn most_frequent(pairs: &[(u32, u32)]) -> Option<u32> {
    let all = || pairs.iter().flat_map(|(a, b)| [*a, *b]);
    let times = |place: u32| all().filter(|other| *other == place).count();
    let mut places: Vec<u32> = all().collect();
    places.sort_unstable();
    places.into_iter().rev().max_by_key(|place| times(*place))
}

/// These clauses after a main clause, with what the sentence rests on; `None` without either.
pub(crate) fn and(clauses: Vec<Phrase>, rest: Option<Phrase>) -> Option<Phrase> {
    let beside = (!clauses.is_empty()).then(|| say::beside(Phrase::clauses(clauses)));
    match (beside, rest) {
        (Some(beside), Some(rest)) => Some(say::both(beside, rest)),
        (beside, rest) => beside.or(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::english;

    fn name(place: u32) -> Phrase {
        Phrase::verbatim(["a", "b", "c", "d", "e", "f", "g"][place as usize])
    }

    #[test]
    fn the_untested_are_named_apart_from_the_tested() {
        let stands = [(1, Standing::Unsettled), (2, Standing::Untested), (3, Standing::Better)];
        let found = Undecided::of(name(0), stands.into_iter().map(|(at, own)| (name(at), own)));
        assert_eq!(found.first(), Some((Standing::Unsettled, &[name(1)][..])), "the main clause");
        assert_eq!(english(&found.rest()), ["too few runs, rounds or waves to compare a with c"]);
        let alone = Undecided::of(name(0), std::iter::once((name(3), Standing::Better)));
        assert_eq!((alone.first(), alone.rest()), (None, Vec::new()), "told apart from everybody");
    }

    #[test]
    fn what_a_main_clause_has_no_words_for_follows_it() {
        let stands = [(1, Standing::Contradicted), (2, Standing::Incomparable)];
        let found = Undecided::of(name(0), stands.into_iter().map(|(at, own)| (name(at), own)));
        let said = english(&found.rest());
        assert_eq!(said.len(), 2, "each by its own why: {said:?}");
        assert!(said[0].starts_with("a is not compared with c"), "{said:?}");
        assert!(said[1].starts_with("side by side a and b differ significantly"), "{said:?}");
    }

    #[test]
    fn of_pairs_whoever_is_in_most_is_told_once() {
        let pairs = [(0, 2), (1, 2), (2, 3)].map(|(a, b)| (a, b, Standing::Untested));
        let said = english(&pairs_told(&pairs, &name));
        assert_eq!(said, ["too few runs, rounds or waves to compare c with a, b and d"]);
        let many: Vec<_> = (1..7).map(|other| (0, other, Standing::Untested)).collect();
        let said = english(&pairs_told(&many, &name));
        assert_eq!(said, ["too few runs, rounds or waves to compare a with b and 5 others"]);
    }
}
