//! Random ids.

/// Crockford's base-32 alphabet: no two letters look alike, and all are safe in URLs.
pub const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The letter that stands for the low five bits of a byte.
pub fn letter(byte: u8) -> char {
    char::from(ALPHABET[usize::from(byte % 32)])
}

/// A random id: 80 random bits in 16 letters.
pub(crate) fn random_id(random: &[u8; 32]) -> String {
    random[..16].iter().map(|byte| letter(*byte)).collect()
}
