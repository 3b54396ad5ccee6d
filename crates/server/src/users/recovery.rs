//! The code that takes a person to another device.

use sha2::{Digest, Sha256};

use crate::ids;

/// 120 random bits, five a letter, and a check letter.
const RANDOM: usize = 24;
/// The letters of a code as it is written.
const GROUP: usize = 5;

/// A new code, in groups: `7h3kq-…`.
pub(crate) fn new() -> String {
    let mut code = ids::secret::<RANDOM>();
    code.push(ids::letter(check(&code)));
    let outgoing: Vec<char> = code.chars().collect();
    let groups: Vec<String> = outgoing.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The SHA-256 of a code as somebody wrote it, which is all that is stored: large and small letters
/// are one, and what looks alike is one. None if the letters are not those of a code.
pub(crate) fn read(written: &str) -> Option<[u8; 32]> {
    let code: String = written
        .chars()
        .filter(|message| !message.is_whitespace() && *message != '-')
        .map(|message| match message.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            message => message,
        })
        .collect();
    let known = code.chars().all(|message| ids::number(message).is_some());
    let whole = known && code.len() == RANDOM + 1 && check(&code) == 0;
    whole.then(|| Sha256::digest(code.as_bytes()).into())
}

/// The letter that makes a code whole; 0 for a whole one. The letters are the coefficients of a
/// polynomial over the field of 32 elements, which is 0 at a generator of the field: one wrong
/// letter, or two neighbours that changed places, always make it another.
fn check(code: &str) -> u8 {
    let numbers: Vec<u8> = code.chars().filter_map(ids::number).collect();
    let value = numbers.iter().fold(0, |value, number| twice(value) ^ number);
    if numbers.len() > RANDOM { value } else { twice(value) }
}

/// Times the generator, by the primitive polynomial x⁵ + x² + 1.
fn twice(value: u8) -> u8 {
    let twice = value << 1;
    if twice & 0b10_0000 == 0 { twice } else { twice ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_written() {
        let code = new();
        assert_eq!(code.len(), RANDOM + 1 + 4);
        let read_ = read(&code).expect("it is whole");
        assert_eq!(read(&code.to_uppercase().replace('-', " ")), Some(read_));
        assert_eq!(read(&code.replace('1', "I").replace('0', "o")), Some(read_));
        assert_ne!(read(&new()), Some(read_));
        assert_eq!(read(""), None);
        assert_eq!(read(&code[1..]), None);
        assert_eq!(read(&"é".repeat(25)), None);
    }

    #[test]
    fn a_slip_of_the_pen_is_noticed() {
        let code = new().replace('-', "");
        let outgoing: Vec<char> = code.chars().collect();
        let written = |outgoing: &[char]| read(&outgoing.iter().collect::<String>());
        for place in 0..outgoing.len() {
            for number in 0..32 {
                let mut slip = outgoing.clone();
                slip[place] = ids::letter(number);
                assert_eq!(written(&slip).is_some(), slip == outgoing);
            }
            if place > 0 {
                let mut slip = outgoing.clone();
                slip.swap(place - 1, place);
                assert_eq!(written(&slip).is_some(), slip == outgoing);
            }
        }
    }
}
