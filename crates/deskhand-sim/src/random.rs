//! Chance that a seed decides.

/// A stream of numbers that follows from its seed alone (the splitmix64 generator). Written here because a run must be
/// the same in every version of every dependency.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of `seed`.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A stream of its own for one purpose, so that more draws for one do not shift those for another.
    pub fn for_purpose(seed: u64, purpose: &str) -> Random {
        let mixed =
            purpose.bytes().fold(Random(seed).number(), |mix, byte| Random(mix ^ u64::from(byte)).number());
        Random(mixed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from zero up to, and without, `end`; zero when `end` is zero.
    pub fn below(&mut self, end: u64) -> u64 {
        // The high half is used, so the bias is far too small to matter here.
        ((u128::from(self.number()) * u128::from(end)) >> 64) as u64
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = most.saturating_sub(least).max(0) as u64;
        least + self.below(span + 1) as i64
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of `items`; none when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.below(items.len() as u64);
        items.get(index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.number()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_of_a_range_comes_and_no_other() {
        let mut random = Random::new(7);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[(random.between(-2, 2) + 2) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn purposes_do_not_share_a_stream() {
        assert_ne!(Random::for_purpose(1, "windows").number(), Random::for_purpose(1, "faults").number());
        assert_eq!(Random::for_purpose(1, "x").number(), Random::for_purpose(1, "x").number());
    }
}
