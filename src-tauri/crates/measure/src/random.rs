//! Numbers that look random and are the same on every machine, so that the same samples always give the same result.

/// `SplitMix64`: G. L. Steele, D. Lea and C. H. Flood (2014), "Fast splittable pseudorandom number generators".
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts at `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but excluding `end`: the upper half of a product, whose bias is at most `end` parts in
    /// 2^64.
    pub fn below(&mut self, end: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the upper half is below `end`")]
        let number = ((u128::from(self.next_bits()) * end as u128) >> 64) as usize;
        number
    }

    /// A number strictly between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits are a mantissa")]
        let bits = (self.next_bits() >> 11) as f64;
        (bits + 0.5) / 9_007_199_254_740_992.0
    }

    /// A draw from the standard normal distribution: G. E. P. Box and M. E. Muller (1958).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.unit().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Shuffles `values`, every order being equally likely: R. A. Fisher and F. Yates, by D. E. Knuth's algorithm P.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_split_mix_64() {
        let mut random = SplitMix64::new(1_234_567);
        let first: Vec<u64> = std::iter::repeat_with(|| random.next_bits()).take(5).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, published, "the reference implementation gives these for this seed");
    }

    #[test]
    fn a_normal_draw_has_mean_0_and_variance_1() {
        let mut random = SplitMix64::new(1);
        let draws: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|draw| draw * draw).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03, "{mean}");
        assert!((variance - 1.0).abs() < 0.05, "{variance}");
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut random = SplitMix64::new(2);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut values = [1, 2, 3];
            random.shuffle(&mut values);
            *seen.entry(values).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.len(), 6, "three have six orders");
        assert!(seen.values().all(|times| (880..1_120).contains(times)), "{seen:?}");
    }
}
