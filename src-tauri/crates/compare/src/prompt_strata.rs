//! Two contenders' runs compared prompt by prompt, where some prompt was asked in runs of both.
//!
//! Runs of a longer prompt are slower, whoever answers. If one contender was asked it in most of its runs and the other in
//! few, their means differ without a difference between them (E. H. Simpson 1951). So the means are compared within each
//! prompt, and those differences averaged with the weights `1 ÷ (1/nₐ + 1/n_b)`, the best ones for equal scatter
//! (W. G. Cochran 1954). The scatter of either side is that of its runs around their mean for the same prompt.

use std::collections::BTreeMap;

use crate::request::float;

/// What was asked in a run: its prompts with their limits, sorted.
pub(crate) type Asked = Vec<(String, Option<u32>)>;

/// The number of a run, with what was asked in it.
pub(crate) type RunValue<'a> = (&'a Asked, f64);

/// The numbers of either side's runs of one prompt.
type Stratum = (Vec<f64>, Vec<f64>);

/// How the runs of a side scatter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SideScatter {
    /// The variance of a run.
    pub variance: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// Its share in the variance of the difference.
    pub share: f64,
}

/// The difference of two sides, averaged over the prompts that both were asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stratified {
    /// The mean difference a − b.
    pub estimate: f64,
    /// How either side scatters.
    pub sides: [SideScatter; 2],
    /// Runs of such prompts, on the side with fewer.
    pub n: usize,
}

/// The runs of either side by prompt.
fn by_prompt<'a>(a: &[RunValue<'a>], b: &[RunValue<'a>]) -> BTreeMap<&'a Asked, Stratum> {
    let mut prompts: BTreeMap<&Asked, Stratum> = BTreeMap::new();
    for (asked, value) in a {
        prompts.entry(asked).or_default().0.push(*value);
    }
    for (asked, value) in b {
        prompts.entry(asked).or_default().1.push(*value);
    }
    prompts
}

/// Whether both sides were asked the same prompts, each in the same share of their runs.
pub(crate) fn are_asked_alike(a: &[RunValue<'_>], b: &[RunValue<'_>]) -> bool {
    by_prompt(a, b).values().all(|(of_a, of_b)| of_a.len() * b.len() == of_b.len() * a.len())
}

/// The difference over the prompts that both sides were asked. `None` if all runs are of one prompt, none is of a common
/// one, or the scatter of the runs of one prompt is unknown on either side.
pub(crate) fn stratified(a: &[RunValue<'_>], b: &[RunValue<'_>]) -> Option<Stratified> {
    let prompts = by_prompt(a, b);
    if prompts.len() < 2 {
        return None;
    }
    let common = || prompts.values().filter(|(of_a, of_b)| !of_a.is_empty() && !of_b.is_empty());
    let weight = |(of_a, of_b): &Stratum| 1.0 / (1.0 / float(of_a.len()) + 1.0 / float(of_b.len()));
    let whole: f64 = common().map(weight).sum();
    let estimate =
        common().map(|both| weight(both) * (mean(&both.0) - mean(&both.1))).sum::<f64>() / whole;
    let side = |of: &dyn Fn(&Stratum) -> &Vec<f64>| {
        let df: f64 = common().map(|both| float(of(both).len() - 1)).sum();
        let squares: f64 = common().map(|both| squares(of(both))).sum();
        let share: f64 =
            common().map(|both| (weight(both) / whole).powi(2) / float(of(both).len())).sum();
        (df > 0.0).then(|| SideScatter { variance: squares / df, df, share })
    };
    let (of_a, of_b) = (side(&|both| &both.0)?, side(&|both| &both.1)?);
    let runs = |of: &dyn Fn(&Stratum) -> usize| common().map(of).sum::<usize>();
    let n = runs(&|both| both.0.len()).min(runs(&|both| both.1.len()));
    Some(Stratified { estimate, sides: [of_a, of_b], n })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / float(values.len())
}

/// The sum of squares around the mean.
fn squares(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(prompt: &str) -> Asked {
        vec![(prompt.to_owned(), None)]
    }

    #[test]
    fn the_difference_is_that_within_each_prompt() {
        let (short, long) = (asked("short"), asked("long"));
        let a = [(&short, 1.0), (&short, 3.0), (&short, 2.0), (&long, 10.0)];
        let b = [(&short, 1.0), (&long, 8.0), (&long, 9.0), (&long, 10.0)];
        let found = stratified(&a, &b).expect("both were asked both");
        // Short: 2 − 1, long: 10 − 9, of equal weight.
        assert!((found.estimate - 1.0).abs() < 1e-12, "one more, whatever the means: {found:?}");
        assert_eq!(found.n, 4, "all runs are of common prompts");
        let [(of_a, df_a), (of_b, df_b)] =
            found.sides.map(|side| (side.variance * side.share, side.df));
        assert!((df_a - 2.0).abs() + (df_b - 2.0).abs() < 1e-12, "two prompts on either side");
        // Scatter of 2 ÷ 2 around the prompts' means; ¼ of 1/3 and of 1.
        assert!((of_a - (1.0 / 3.0 + 1.0) / 4.0).abs() < 1e-12, "by hand: {of_a}");
        assert!((of_b - of_a).abs() < 1e-12, "the other side has the same");
    }

    #[test]
    fn runs_of_one_prompt_and_of_no_common_one_have_no_strata() {
        let (short, long) = (asked("short"), asked("long"));
        assert_eq!(stratified(&[(&short, 1.0)], &[(&short, 2.0)]), None, "one prompt");
        assert_eq!(stratified(&[(&short, 1.0); 3], &[(&long, 2.0); 3]), None, "none in common");
        let once = [(&short, 1.0), (&long, 2.0)];
        assert_eq!(stratified(&once, &once), None, "how runs of a prompt scatter is unknown");
    }

    #[test]
    fn asked_alike_means_the_same_shares() {
        let (short, long) = (asked("short"), asked("long"));
        let (s, l) = ((&short, 0.0), (&long, 0.0));
        assert!(are_asked_alike(&[s, l], &[l, s, s, l]), "half of each");
        assert!(!are_asked_alike(&[s, s, l], &[s, l, l]), "more long ones");
        assert!(!are_asked_alike(&[s], &[s, l]), "one more prompt");
    }
}
