//! Bit sets of the legal numbers of a match, in words of 64 bits.

const BITS: usize = u64::BITS as usize;

/// Number of words for a set of the numbers below `size`.
pub fn words(size: usize) -> usize {
    size.div_ceil(BITS)
}

/// Replaces the contents of the set by these numbers.
pub fn replace(set: &mut [u64], numbers: impl Iterator<Item = usize>) {
    set.fill(0);
    for number in numbers {
        set[number / BITS] |= 1 << (number % BITS);
    }
}

/// Replaces the contents of the mask and of the set by these numbers.
///
/// # Panics
/// Panics if a number is beyond the mask.
pub fn mark(mask: &mut [bool], set: &mut [u64], numbers: impl Iterator<Item = usize>) {
    mask.fill(false);
    replace(set, numbers.inspect(|number| mask[*number] = true));
}

/// Returns true if the number is in the set.
pub fn contains(set: &[u64], number: i64) -> bool {
    let Ok(number) = usize::try_from(number) else { return false };
    set.get(number / BITS).is_some_and(|word| word >> (number % BITS) & 1 == 1)
}
