//! Random ids and seeds, and the current time.

use std::time::{SystemTime, UNIX_EPOCH};

use ring::rand::{SecureRandom as _, SystemRandom};
use session::ids::ALPHABET;

pub(crate) use session::ids::letter;

/// `N` random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A random text of `LEN` letters; each letter has five random bits.
pub(crate) fn secret<const LEN: usize>() -> String {
    random::<LEN>().iter().map(|byte| letter(*byte)).collect()
}

/// The five bits that a letter stands for; `None` if the letter is not in the alphabet.
pub(crate) fn number(letter: char) -> Option<u8> {
    let place = ALPHABET.iter().position(|known| char::from(*known) == letter)?;
    u8::try_from(place).ok()
}

/// A random id for a new table: 80 random bits in 16 letters.
pub(crate) fn table_id() -> String {
    secret::<16>()
}

/// The id of the table that these random bytes stand for.
pub(crate) fn table_id_of(bytes: &[u8; 32]) -> String {
    bytes[..16].iter().map(|byte| letter(*byte)).collect()
}

/// A random number, such as the seed of a new match.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(random())
}

/// The current time on the system's clock, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_safe_in_addresses() {
        let ids: std::collections::BTreeSet<String> = (0..100).map(|_| table_id()).collect();
        assert_eq!(ids.len(), 100);
        assert!(ids.iter().all(|id| id.len() == 16 && id.bytes().all(|b| ALPHABET.contains(&b))));
    }
}
