//! The recovery code, with which a person signs in on another device.

use sha2::{Digest, Sha256};

use crate::ids;

/// Number of random letters in a code (120 bits, five per letter); a check letter follows.
const RANDOM: usize = 24;
/// Number of letters in each group of the displayed code.
const GROUP: usize = 5;

/// Creates a random code, written in groups of letters such as `7h3kq-…`.
pub(crate) fn new() -> String {
    let mut code = ids::secret::<RANDOM>();
    code.push(ids::letter(check(&code)));
    let letters: Vec<char> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Parses a code entered by a person, and returns its SHA-256, which is all that is stored. Case does not
/// matter, and letters that look alike are equivalent. `None` if the input is not a valid code.
pub(crate) fn read(written: &str) -> Option<[u8; 32]> {
    let code: String = written
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-')
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            letter => letter,
        })
        .collect();
    let known = code.chars().all(|letter| ids::number(letter).is_some());
    let is_valid = known && code.len() == RANDOM + 1 && check(&code) == 0;
    is_valid.then(|| Sha256::digest(code.as_bytes()).into())
}

/// For a code without its check letter, the number of that letter; for a complete code, 0 if it is valid. The
/// letters are the coefficients of a polynomial over the field of 32 elements that is 0 at a generator of the
/// field. Any single wrong letter and any swap of two neighbouring letters is therefore detected.
fn check(code: &str) -> u8 {
    let numbers: Vec<u8> = code.chars().filter_map(ids::number).collect();
    let value = numbers.iter().fold(0, |value, number| twice(value) ^ number);
    if numbers.len() > RANDOM { value } else { twice(value) }
}

/// Multiplies an element of the field of 32 elements by the generator, using the primitive polynomial x⁵ + x²
/// + 1.
fn twice(value: u8) -> u8 {
    let twice = value << 1;
    if twice & 0b10_0000 == 0 { twice } else { twice ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_parsed_in_any_spelling() {
        let code = new();
        assert_eq!(code.len(), RANDOM + 1 + 4);
        let hash = read(&code).expect("it is whole");
        assert_eq!(read(&code.to_uppercase().replace('-', " ")), Some(hash));
        assert_eq!(read(&code.replace('1', "I").replace('0', "o")), Some(hash));
        assert_ne!(read(&new()), Some(hash));
        assert_eq!(read(""), None);
        assert_eq!(read(&code[1..]), None);
        assert_eq!(read(&"é".repeat(25)), None);
    }

    #[test]
    fn a_single_typing_error_is_detected() {
        let code = new().replace('-', "");
        let letters: Vec<char> = code.chars().collect();
        let written = |letters: &[char]| read(&letters.iter().collect::<String>());
        for place in 0..letters.len() {
            for number in 0..32 {
                let mut slip = letters.clone();
                slip[place] = ids::letter(number);
                assert_eq!(written(&slip).is_some(), slip == letters);
            }
            if place > 0 {
                let mut slip = letters.clone();
                slip.swap(place - 1, place);
                assert_eq!(written(&slip).is_some(), slip == letters);
            }
        }
    }
}
