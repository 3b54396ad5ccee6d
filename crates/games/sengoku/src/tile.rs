//! Dominoes: tiles with two marks, and generals.

use arrayvec::ArrayVec;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, Token, serialize_as_word, text};

use crate::assets::ASSETS;
use crate::limits::MAX_TILES;

/// Number of different pairs of marks.
pub const PAIRS: usize = 15;

/// A domino: a tile with two different marks from 1 to 6 (戦力タイル), or a general (総大将タイル). Its
/// notation is both marks, the lower first, such as `16`, or `general`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(export, export_to = "sengoku.ts", type = "string")]
pub struct Tile(u8);

const MARKS: [(u8, u8); PAIRS] = {
    let mut marks = [(0, 0); PAIRS];
    let (mut low, mut next) = (1, 0);
    while low < 6 {
        let mut high = low + 1;
        while high <= 6 {
            marks[next] = (low, high);
            next += 1;
            high += 1;
        }
        low += 1;
    }
    marks
};

impl Tile {
    /// The general (総大将), with half a mark on each half and strength 1 (S-35).
    pub const GENERAL: Tile = Tile(PAIRS as u8);

    /// The tile with this index; 15 is the index of the general.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index <= PAIRS { Some(Tile(index as u8)) } else { None }
    }

    /// The index of the domino: 0 to 14 in the order `12`, `13` … `56`; 15 for the general.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true for the general.
    #[inline]
    pub const fn is_general(self) -> bool {
        self.0 == PAIRS as u8
    }

    /// The marks, the lower first; `None` for the general.
    #[inline]
    pub const fn marks(self) -> Option<(u8, u8)> {
        if self.is_general() { None } else { Some(MARKS[self.0 as usize]) }
    }

    /// Strength (戦力値) of the domino: the sum of its halves (S-3, S-35).
    #[inline]
    pub const fn strength(self) -> u8 {
        match self.marks() {
            Some((low, high)) => low + high,
            None => 1,
        }
    }
}

/// The name for players: 「1+6」, or the general.
impl Localize for Tile {
    fn name(&self) -> LocalizedText {
        match self.marks() {
            Some((low, high)) => text!("「{low}+{high}」", "{low}+{high}"),
            None => {
                text!("{general}", "the {general}", general = ASSETS.glossary().name("general"))
            }
        }
    }
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.marks() {
            Some((low, high)) => write!(f, "{low}{high}"),
            None => f.write_str("general"),
        }
    }
}

impl Token for Tile {
    const WHAT: (&'static str, &'static str) = (
        "タイルはありません(12〜56の異なる2つの数で小さい方が先、または general)",
        "a tile (two different marks from 12 to 56, the lower first, or general)",
    );

    fn all() -> impl Iterator<Item = Tile> {
        (0..=PAIRS).filter_map(Tile::from_index)
    }
}

serialize_as_word!(Tile);

/// The tiles of one colour, sorted. `counts` has the number of tiles of each pair.
pub(crate) fn tiles_of(counts: &[u8; PAIRS]) -> ArrayVec<Tile, MAX_TILES> {
    (counts.iter().enumerate())
        .flat_map(|(index, count)| {
            std::iter::repeat_n(Tile::from_index(index), usize::from(*count)).flatten()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_name() {
        let names: Vec<String> =
            (0..=PAIRS).map(|index| Tile::from_index(index).unwrap().to_string()).collect();
        assert_eq!(names[..6], ["12", "13", "14", "15", "16", "23"]);
        assert_eq!(names[14..], ["56", "general"]);
        for text in ["", "11", "21", "17", "01", "1", "123", "General"] {
            assert_eq!(Tile::from_word(text), None, "{text}");
        }
    }
}
