//! A number → choices that look like chance and are the same every time.

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    /// Dice that begin with this number.
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// A number below this one; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = (mixed ^ (mixed >> 31)) >> 32;
        usize::try_from(high).unwrap_or_default().checked_rem(end).unwrap_or_default()
    }

    /// True so many times of a hundred.
    pub fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of these.
    pub fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}
