//! How many rounds are raced before each look.

/// Rounds before the first look.
const FIRST_ROUNDS: u32 = 10;
/// Maximum number of rounds of a gate.
pub const MOST_ROUNDS: u32 = 10_000;

/// How many rounds each race of a gate has: the first [`FIRST_ROUNDS`], each later one as many as all before it, together
/// `most` at most. All are multiples of `set`, the number of prompts of a set that is asked as a whole, 1 without one. The number of
/// races is the number of looks, which is fixed before the first so that each look is as sure as it has to be.
pub fn stages(most: u32, set: u32) -> Vec<u32> {
    let set = set.max(1);
    let sets = counted((most / set).max(1), FIRST_ROUNDS.div_ceil(set));
    sets.into_iter().map(|sets| sets * set).collect()
}

fn counted(most: u32, first: u32) -> Vec<u32> {
    let mut stages = Vec::new();
    let mut raced = 0;
    while raced < most {
        let next = if raced == 0 { first } else { raced };
        // A last race of a few rounds would be a look for nothing.
        let left = most - raced;
        let next = if left <= next.saturating_mul(3) / 2 { left } else { next };
        stages.push(next);
        raced += next;
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_race_doubles_the_rounds_and_none_goes_beyond_the_most() {
        assert_eq!(stages(80, 1), [10, 10, 20, 40]);
        assert_eq!(stages(100, 1), [10, 10, 20, 60], "no race of twenty at the end");
        assert_eq!(stages(4, 1), [4]);
        assert_eq!(stages(14, 1), [14]);
        for most in 1..500 {
            assert_eq!(stages(most, 1).iter().sum::<u32>(), most, "all that is allowed");
        }
        assert_eq!(stages(100, 30), [30, 30, 30], "a set is asked as a whole");
        assert_eq!(stages(100, 4), [12, 12, 24, 52], "the first ten rounds are three sets of four");
        assert_eq!(stages(10, 30), [30], "and once at least");
    }
}
