//! Faces of cards, and sets and rows of cards.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// The kinds of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Kind {
    /// Crest (家紋札): the basic card with icons.
    Crest,
    /// Number (数字札): a basic card with a number from 1 to 5.
    Number,
    /// Treasure (名物札), including the koban.
    Treasure,
    /// Weapon (武器札), one of the two kinds of action cards (行動札).
    Weapon,
    /// Person (人物札), one of the two kinds of action cards (行動札).
    Person,
    /// Fire (火ノ手札).
    Fire,
}

impl Kind {
    /// The token of the kind in a components file.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Crest => "crest",
            Kind::Number => "number",
            Kind::Treasure => "treasure",
            Kind::Weapon => "weapon",
            Kind::Person => "person",
            Kind::Fire => "fire",
        }
    }

    /// Returns true for action cards: weapons and persons.
    pub const fn is_action(self) -> bool {
        matches!(self, Kind::Weapon | Kind::Person)
    }
}

/// The tokens of the faces, in the order in which cards are written. They identify cards in notation
/// and JSON, and are never shown to players. Everything else about a card is in the components:
/// name, kind, number, points and icons. `card1` to `card8` are for cards that the built-in
/// components do not have.
const WORDS: [&str; 32] = [
    "crest",
    "1",
    "2",
    "3",
    "4",
    "5",
    "koban",
    "tsukumo",
    "juko_konasu",
    "seitaka",
    "enza",
    "bandai",
    "joo",
    "juko_chawan",
    "chosho",
    "mokkei",
    "chidori",
    "kateki",
    "miyao",
    "katana",
    "gun",
    "ranmaru",
    "mitsuhide",
    "card1",
    "card2",
    "card3",
    "card4",
    "card5",
    "card6",
    "card7",
    "card8",
    "fire",
];

/// The face of a card: an index into the cards of the components. In JSON: its token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(export, export_to = "honnoji.ts", type = "string")]
pub struct Face(u8);

impl Face {
    /// The crest (家紋札), the only basic card with icons.
    pub const CREST: Face = Face(0);
    /// The five numbers, ascending.
    pub const NUMBERS: [Face; 5] = [Face(1), Face(2), Face(3), Face(4), Face(5)];
    /// The koban (小判), the treasure with which every seat starts.
    pub const KOBAN: Face = Face(6);
    /// Fire (火ノ手).
    pub const FIRE: Face = Face(31);
    /// The built-in action cards: sword (刀), gun (銃), Ranmaru (蘭丸) and Mitsuhide (光秀).
    pub(crate) const OWN_ACTIONS: [Face; 4] = [Face(19), Face(20), Face(21), Face(22)];
    /// Number of possible faces.
    pub const COUNT: usize = WORDS.len();
    /// All possible faces, in order.
    pub const ALL: [Face; Face::COUNT] = {
        let mut all = [Face(0); Face::COUNT];
        let mut index = 0;
        while index < Face::COUNT {
            all[index] = Face(index as u8);
            index += 1;
        }
        all
    };

    /// Index of the face, below [`Face::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face whose index is the lowest five bits of `index`.
    #[inline]
    pub(crate) const fn at(index: u16) -> Face {
        Face((index & 31) as u8)
    }

    /// The token of the face in notation and JSON.
    pub const fn word(self) -> &'static str {
        WORDS[self.0 as usize]
    }

    /// The number on a number card; `None` for all other cards.
    #[inline]
    pub const fn number(self) -> Option<u8> {
        if self.0 >= 1 && self.0 <= 5 { Some(self.0) } else { None }
    }

    /// Returns true for basic cards: the crest and the numbers.
    #[inline]
    pub const fn is_basic(self) -> bool {
        self.0 <= 5
    }

    /// The face with this token; `None` if no face has it.
    pub fn from_word(word: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.word() == word)
    }
}

impl std::fmt::Display for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let word = String::deserialize(deserializer)?;
        Face::from_word(&word).ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let faces = WORDS.join(", ");
            D::Error::custom(format!(
                "「{word}」という札はありません({faces}) / \"{word}\" is not a card ({faces})"
            ))
        })
    }
}

/// Maximum number of cards with the same face in a [`Cards`].
pub(crate) const MAX_COUNT: u8 = 15;

/// A multiset of cards: the number of cards of each face, in four bits each. In JSON: a list of the
/// faces in order, with repetitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, TS)]
#[ts(export, export_to = "honnoji.ts", as = "Vec<Face>")]
pub struct Cards(u128);

impl Cards {
    /// The empty multiset of cards.
    pub const NONE: Cards = Cards(0);
    /// Mask of the basic cards, for [`Cards::only`].
    pub(crate) const BASIC: Cards = Cards((1 << 24) - 1);
    /// Mask of the numbers, for [`Cards::only`].
    pub(crate) const NUMBERS: Cards = Cards((1 << 24) - 16);

    /// Mask of the built-in action cards, for [`Cards::only`].
    pub(crate) const OWN_ACTIONS: Cards = Cards(0xffff << (4 * 19));

    /// Mask of cards with these faces, for [`Cards::only`].
    pub(crate) fn places(faces: impl IntoIterator<Item = Face>) -> Cards {
        Cards(faces.into_iter().fold(0, |places, face| places | 15 << (4 * face.0)))
    }

    /// The multiset of one card with this face.
    #[inline]
    pub const fn one(face: Face) -> Cards {
        Cards(1 << (4 * face.0 as u32))
    }

    /// Number of cards with this face.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        (self.0 >> (4 * face.0 as u32)) as u8 & 15
    }

    /// Returns true if there is a card with this face.
    #[inline]
    pub const fn contains(self, face: Face) -> bool {
        self.count(face) > 0
    }

    /// Returns true if there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of cards. The result is right for at most 255 cards.
    #[inline]
    pub const fn len(self) -> u32 {
        const LOW: u128 = u128::MAX / 0xff * 0x0f;
        let pairs = (self.0 & LOW) + ((self.0 >> 4) & LOW);
        (pairs.wrapping_mul(u128::MAX / 0xff) >> 120) as u32
    }

    /// Adds a card. There must be fewer than 15 with its face.
    #[inline]
    pub const fn add(&mut self, face: Face) {
        self.0 += 1 << (4 * face.0 as u32);
    }

    /// Removes a card with this face. There must be one.
    #[inline]
    pub const fn remove(&mut self, face: Face) {
        self.0 -= 1 << (4 * face.0 as u32);
    }

    /// The union of two multisets: the cards of `self` and of `other`.
    #[inline]
    pub const fn plus(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// The difference. `other` must be a subset of the cards.
    #[inline]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// The cards whose faces are in the mask.
    #[inline]
    pub(crate) const fn only(self, places: Cards) -> Cards {
        Cards(self.0 & places.0)
    }

    /// Returns true if `those` is a subset of the cards.
    #[inline]
    pub fn has_all(self, those: Cards) -> bool {
        // Compares every second count in a byte of its own. Bit 5 of the byte is set before the
        // subtraction and is borrowed if the count is too small.
        const LOW: u128 = u128::MAX / 0xff * 0x0f;
        const FIFTH: u128 = u128::MAX / 0xff * 0x10;
        let short = |these: u128, those: u128| ((these & LOW | FIFTH) - (those & LOW)) & FIFTH;
        short(self.0, those.0) & short(self.0 >> 4, those.0 >> 4) == FIFTH
    }

    /// Iterates over the different faces of the cards, in order.
    #[inline]
    pub fn kinds(self) -> Kinds {
        Kinds(self.0)
    }

    /// Number of different faces among the cards.
    #[inline]
    pub fn variety(self) -> u32 {
        let low = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        (low & (u128::MAX / 15)).count_ones()
    }

    /// All cards in the order of the faces, with repetitions.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        self.kinds().flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// All cards in the order of the faces, with repetitions.
    pub fn to_vec(self) -> Vec<Face> {
        self.iter().collect()
    }

    /// Calls `each` with every non-empty subset of at most `most` cards.
    pub(crate) fn each_subset(self, most: u32, each: &mut impl FnMut(Cards)) {
        fn extend(left: Cards, set: Cards, most: u32, each: &mut impl FnMut(Cards)) {
            let Some(face) = left.kinds().next() else {
                if !set.is_empty() {
                    each(set);
                }
                return;
            };
            let rest = left.minus((0..left.count(face)).map(|_| face).collect());
            let mut set = set;
            extend(rest, set, most, each);
            for _ in 0..left.count(face) {
                set.add(face);
                if set.len() <= most {
                    extend(rest, set, most, each);
                }
            }
        }
        extend(self, Cards::NONE, most, each);
    }

    /// Collects cards; `None` if there are more than 15 with the same face.
    pub fn gather(faces: &[Face]) -> Option<Cards> {
        let mut cards = Cards::NONE;
        for face in faces {
            if cards.count(*face) == MAX_COUNT {
                return None;
            }
            cards.add(*face);
        }
        Some(cards)
    }
}

/// Iterator over the different faces of a [`Cards`], in order.
#[derive(Clone, Copy, Debug)]
pub struct Kinds(u128);

impl Iterator for Kinds {
    type Item = Face;

    #[inline]
    fn next(&mut self) -> Option<Face> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() / 4;
        self.0 &= !(15 << (4 * at));
        Some(Face(at as u8))
    }
}

impl FromIterator<Face> for Cards {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Cards {
        let mut cards = Cards::NONE;
        faces.into_iter().for_each(|face| cards.add(face));
        cards
    }
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(Face::word)).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let mut cards = Cards::NONE;
        for face in Vec::<Face>::deserialize(deserializer)? {
            if cards.count(face) == MAX_COUNT {
                return Err(D::Error::custom(format!(
                    "「{face}」が{MAX_COUNT}枚より多くあります / there are more than {MAX_COUNT} cards \"{face}\""
                )));
            }
            cards.add(face);
        }
        Ok(cards)
    }
}

/// Up to `N` cards in order, stored without a heap allocation: search copies states millions of
/// times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row<const N: usize> {
    len: u8,
    faces: [Face; N],
}

impl<const N: usize> Row<N> {
    /// No cards. Unused entries are always fire, so that equal rows compare equal.
    pub const EMPTY: Row<N> = Row { len: 0, faces: [Face::FIRE; N] };

    /// The cards as a slice, in order.
    #[inline]
    pub fn as_slice(&self) -> &[Face] {
        &self.faces[..usize::from(self.len)]
    }

    /// Adds a card at the end. Panics if the row is full.
    #[inline]
    pub fn push(&mut self, face: Face) {
        self.faces[usize::from(self.len)] = face;
        self.len += 1;
    }

    /// Removes and returns the last card; `None` if the row is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<Face> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::replace(&mut self.faces[usize::from(self.len)], Face::FIRE))
    }

    /// Removes the first card with this face, if there is one. Later cards move up.
    #[inline]
    pub fn take(&mut self, face: Face) {
        let Some(at) = self.as_slice().iter().position(|other| *other == face) else { return };
        self.faces.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        self.faces[usize::from(self.len)] = Face::FIRE;
    }

    /// The row of these cards; `None` if there are more than `N`.
    pub fn from_slice(faces: &[Face]) -> Option<Row<N>> {
        if faces.len() > N {
            return None;
        }
        let mut row = Row::EMPTY;
        faces.iter().for_each(|face| row.push(*face));
        Some(row)
    }

    /// The cards as a multiset, without their order.
    #[inline]
    pub fn cards(&self) -> Cards {
        self.as_slice().iter().copied().collect()
    }

    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Mutable slice of the cards, so that they can be reordered.
    pub fn as_mut_slice(&mut self) -> &mut [Face] {
        &mut self.faces[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Face = Face::NUMBERS[1];

    #[test]
    fn bags_count_what_is_in_them() {
        let katana = Face::from_word("katana").unwrap();
        let mut cards: Cards = [katana, TWO, katana, Face::FIRE].into_iter().collect();
        assert_eq!((cards.len(), cards.count(katana), cards.variety()), (4, 2, 3));
        assert_eq!(cards.to_vec(), [TWO, katana, katana, Face::FIRE]);
        assert_eq!(cards.only(Cards::places([katana, Face::FIRE])).len(), 3);
        assert_eq!(cards.only(Cards::NUMBERS).to_vec(), [TWO]);
        cards.remove(katana);
        assert!(cards.has_all(Cards::one(katana)) && !cards.contains(Face::KOBAN));
        assert_eq!(Cards::gather(&[Face::FIRE; 16]), None);
        assert_eq!(Cards::gather(&[Face::FIRE; 15]).map(Cards::len), Some(15));
    }

    #[test]
    fn every_face_has_its_place() {
        for face in Face::ALL {
            assert_eq!(Face::from_word(face.word()), Some(face));
            assert_eq!(Cards::one(face).to_vec(), [face]);
            assert_eq!(face.is_basic(), Cards::BASIC.contains(face));
            assert_eq!(face.number().is_some(), Cards::NUMBERS.contains(face));
        }
        assert_eq!(Face::NUMBERS.map(Face::word), ["1", "2", "3", "4", "5"]);
        assert_eq!(Face::OWN_ACTIONS.map(Face::word), ["katana", "gun", "ranmaru", "mitsuhide"]);
        assert_eq!(Cards::places(Face::OWN_ACTIONS), Cards::OWN_ACTIONS);
        assert_eq!(
            [Face::CREST, Face::KOBAN, Face::FIRE].map(Face::word),
            ["crest", "koban", "fire"]
        );
    }
}
