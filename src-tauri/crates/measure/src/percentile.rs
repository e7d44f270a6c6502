//! Percentiles of sorted values.

/// The finite `values` in ascending order.
pub(crate) fn finite_sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The arithmetic mean of sorted values, which rounding puts beyond neither end: of equal values it is that value. `None` of none.
pub(crate) fn mean_of_sorted(sorted: &[f64]) -> Option<f64> {
    let n = u32::try_from(sorted.len()).ok()?;
    let (least, most) = (sorted.first()?, sorted.last()?);
    Some((sorted.iter().sum::<f64>() / f64::from(n)).clamp(*least, *most))
}

/// The `p`-quantile (0 to 1) of sorted values by linear interpolation, which is type 7 of Hyndman and Fan (1996) and
/// numpy's default. `None` if there are no values or `p` is not a number. The caller decides how many samples a
/// percentile needs, as [`Spread`] does.
pub fn percentile(sorted: &[f64], p: f64) -> Option<f64> {
    if p.is_nan() {
        return None;
    }
    let last = sorted.len().checked_sub(1)?;
    #[expect(clippy::cast_precision_loss, reason = "a race has far fewer than 2^52 samples")]
    let rank = p.clamp(0.0, 1.0) * last as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the rank lies between 0 and the last index"
    )]
    let below = rank.floor() as usize;
    let low = *sorted.get(below)?;
    let high = sorted.get(below + 1).copied().unwrap_or(low);
    Some((high - low).mul_add(rank.fract(), low))
}
