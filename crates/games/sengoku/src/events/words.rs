//! Words that descriptions and episodes share.

use zashiki_core::LocalizedText;

use crate::Config;
use crate::glossary::path;

/// Writes a sum that is given in halves as a decimal number.
pub(super) fn halves(sum: u8) -> String {
    if sum.is_multiple_of(2) { (sum / 2).to_string() } else { format!("{}.5", sum / 2) }
}

/// An English ordinal number: "first", "second", "13th".
pub(super) fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        _ if number < 5 => {
            return ["0th", "first", "second", "third", "fourth"][usize::from(number)].into();
        }
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The name of a flower path: "path C" for a column, "path 7" for a row.
pub(super) fn path_of(config: &Config, field: u8, line: u8) -> LocalizedText {
    path(config.quarter(field), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_players_read_them() {
        assert_eq!([6, 7, 1].map(halves), ["3", "3.5", "0.5"]);
        assert_eq!([1, 2, 11, 13, 22].map(ordinal), ["first", "second", "11th", "13th", "22nd"]);
    }
}
