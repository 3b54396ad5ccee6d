//! Hashes of states, for transposition tables.

/// Computes a [state hash](crate::SearchHints::state_hash) from 64-bit words. Each word is mixed in by a
/// multiplication whose halves are folded together, so that the order of words matters.
#[derive(Clone, Copy, Debug)]
pub struct StateHasher(u64);

impl StateHasher {
    /// A hasher without input.
    pub const fn new() -> StateHasher {
        // Digits of π; any number far from 0 would do.
        StateHasher(0x243f_6a88_85a3_08d3)
    }

    /// Mixes in a word.
    #[inline]
    pub fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    /// Mixes in bytes, eight to a word, and their number.
    pub fn add_bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        let (mut word, mut count) = (0, 0u64);
        for byte in bytes {
            word = word << 8 | u64::from(byte);
            count += 1;
            if count.is_multiple_of(8) {
                self.add(word);
                word = 0;
            }
        }
        self.add(word ^ count << 56);
    }

    /// The hash of all words and bytes mixed in so far.
    #[inline]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl Default for StateHasher {
    fn default() -> StateHasher {
        StateHasher::new()
    }
}

#[cfg(test)]
mod tests {
    use super::StateHasher;

    #[test]
    fn order_and_number_count() {
        let of = |bytes: &[u8]| {
            let mut print = StateHasher::new();
            print.add_bytes(bytes.iter().copied());
            print.value()
        };
        let all = [&[1, 2][..], &[2, 1], &[1, 2, 0], &[], &[0], &[0; 8], &[0; 9]].map(of);
        for (at, one) in all.iter().enumerate() {
            assert!(!all[..at].contains(one), "{at}");
        }
    }
}
