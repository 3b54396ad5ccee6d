//! Names nobody can guess, seeds, and the time.

use std::time::{SystemTime, UNIX_EPOCH};

use ring::rand::{SecureRandom as _, SystemRandom};

/// Crockford's alphabet: no letters that look alike, safe in addresses.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A text of `LEN` letters, five random bits each.
pub(crate) fn secret<const LEN: usize>() -> String {
    random::<LEN>().iter().map(|byte| letter(*byte)).collect()
}

/// A letter for five bits of a byte.
pub(crate) fn letter(byte: u8) -> char {
    char::from(ALPHABET[usize::from(byte % 32)])
}

/// The five bits of a letter, if it is one of the alphabet.
pub(crate) fn number(message: char) -> Option<u8> {
    let place = ALPHABET.iter().position(|known| char::from(*known) == message)?;
    u8::try_from(place).ok()
}

/// The id of a new table: 80 random bits.
pub(crate) fn table_id() -> String {
    secret::<16>()
}

/// The seed of a new play.
pub(crate) fn seed() -> u64 {
    u64::from_le_bytes(random())
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A time as RFC 3339.
pub(crate) fn rfc3339(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_safe_in_addresses() {
        let some: std::collections::BTreeSet<String> = (0..100).map(|_| table_id()).collect();
        assert_eq!(some.len(), 100);
        assert!(some.iter().all(|id| id.len() == 16 && id.bytes().all(|b| ALPHABET.contains(&b))));
    }

    #[test]
    fn times_are_rfc_3339() {
        assert_eq!(rfc3339(1_000), "1970-01-01T00:00:01Z");
    }
}
