//! Whether the speeds of some requests are those of the slower ones, because the quick ones have none.

/// The share of requests too quick for a speed, 0 to 1, above which the speeds of the others are not typical: they are
/// those of the slower ones.
const MOST_TOO_QUICK: f64 = 0.05;

/// Requests that were asked the same, and how many of them were too quick for a speed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PaceSelection {
    quick: u32,
    all: u32,
}

impl PaceSelection {
    /// Counts one successful request. One whose answer [was read late](crate::Warning::is_of_late_reading) counts for nothing:
    /// its text came at once because this machine stood still, whoever sent it how fast.
    pub fn add(&mut self, is_too_quick: bool, was_read_late: bool) {
        if !was_read_late {
            self.quick += u32::from(is_too_quick);
            self.all += 1;
        }
    }

    /// Whether the speeds of the others are not typical.
    pub fn is_of_the_slower(self) -> bool {
        f64::from(self.quick) > MOST_TOO_QUICK * f64::from(self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(quick: u32, slow: u32, late: u32) -> bool {
        let mut all = PaceSelection::default();
        for (number, is_quick, is_late) in
            [(quick, true, false), (slow, false, false), (late, true, true)]
        {
            for _ in 0..number {
                all.add(is_quick, is_late);
            }
        }
        all.is_of_the_slower()
    }

    #[test]
    fn more_than_one_in_twenty_are_a_selection() {
        assert_eq!([of(0, 0, 0), of(0, 20, 0), of(1, 20, 0)], [false; 3], "one of 21 is not");
        assert_eq!([of(2, 20, 0), of(3, 0, 0)], [true; 2], "two of 22 are");
    }

    #[test]
    fn a_stop_of_this_machine_makes_no_selection() {
        assert!(!of(0, 22, 2), "two that were read late of 24");
        assert!(!of(0, 0, 5), "nor where all were");
        assert!(of(2, 20, 10), "and it hides none");
    }
}
