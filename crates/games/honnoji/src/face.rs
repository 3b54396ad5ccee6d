//! The faces of the cards, and bags of cards.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use table::Text;
use ts_rs::TS;

/// What a card is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Kind {
    /// 家紋札: the basic card with icons.
    Crest,
    /// 数字札.
    Number,
    /// 名物札, the koban among them.
    Treasure,
    /// 行動札: a weapon or a person.
    Action,
    /// 火ノ手札.
    Fire,
}

macro_rules! faces {
    ($($(#[$doc:meta])* $variant:ident = $word:literal, $kind:ident, $ja:literal, $en:literal;)+) => {
        /// What is printed on a card. The vocabulary is fixed; how many cards have the face,
        /// what they are worth and which icons they have is in the components.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, TS)]
        #[ts(export, export_to = "honnoji.ts")]
        #[repr(u8)]
        pub enum Face {
            $($(#[$doc])* #[serde(rename = $word)] $variant),+
        }

        impl Face {
            /// All of them, in order.
            pub const ALL: [Face; [$($word),+].len()] = [$(Face::$variant),+];

            /// The word for it, in notation and in JSON.
            pub const fn word(self) -> &'static str {
                match self { $(Face::$variant => $word),+ }
            }

            /// What a card with this face is for.
            pub const fn kind(self) -> Kind {
                match self { $(Face::$variant => Kind::$kind),+ }
            }

            /// Its name.
            pub const fn name(self) -> Text {
                match self { $(Face::$variant => Text::fixed($ja, $en)),+ }
            }
        }
    };
}

faces! {
    /// 家紋札.
    Crest = "crest", Crest, "家紋", "crest";
    /// The number 1.
    One = "1", Number, "1", "1";
    /// The number 2.
    Two = "2", Number, "2", "2";
    /// The number 3.
    Three = "3", Number, "3", "3";
    /// The number 4.
    Four = "4", Number, "4", "4";
    /// The number 5.
    Five = "5", Number, "5", "5";
    /// 小判.
    Koban = "koban", Treasure, "小判", "koban";
    /// 九十九茄子.
    Tsukumo = "tsukumo", Treasure, "九十九茄子", "Tsukumo Nasu";
    /// 珠光小茄子.
    JukoKonasu = "juko_konasu", Treasure, "珠光小茄子", "Juko Konasu";
    /// 勢高肩衝.
    Seitaka = "seitaka", Treasure, "勢高肩衝", "Seitaka Katatsuki";
    /// 円座肩衝.
    Enza = "enza", Treasure, "円座肩衝", "Enza Katatsuki";
    /// 万歳大海.
    Bandai = "bandai", Treasure, "万歳大海", "Bandai Taikai";
    /// 紹鴎白天目.
    Joo = "joo", Treasure, "紹鴎白天目", "Joo White Tenmoku";
    /// 珠光茶碗.
    JukoChawan = "juko_chawan", Treasure, "珠光茶碗", "Juko Tea Bowl";
    /// 趙昌の菓子の絵.
    Chosho = "chosho", Treasure, "趙昌の菓子の絵", "Zhao Chang's Fruit";
    /// 牧谿の絵.
    Mokkei = "mokkei", Treasure, "牧谿の絵", "Muqi's Scroll";
    /// 千鳥の香炉.
    Chidori = "chidori", Treasure, "千鳥の香炉", "Chidori Censer";
    /// 貨狄の舟花入.
    Kateki = "kateki", Treasure, "貨狄の舟花入", "Kateki Boat Vase";
    /// 宮王釜.
    Miyao = "miyao", Treasure, "宮王釜", "Miyao Kettle";
    /// 刀.
    Katana = "katana", Action, "刀", "katana";
    /// 銃.
    Gun = "gun", Action, "銃", "gun";
    /// 蘭丸.
    Ranmaru = "ranmaru", Action, "蘭丸", "Ranmaru";
    /// 光秀.
    Mitsuhide = "mitsuhide", Action, "光秀", "Mitsuhide";
    /// 火ノ手.
    Fire = "fire", Fire, "火ノ手", "fire";
}

impl Face {
    /// How many faces there are.
    pub const COUNT: usize = Face::ALL.len();
    /// The five numbers, ascending.
    pub const NUMBERS: [Face; 5] = [Face::One, Face::Two, Face::Three, Face::Four, Face::Five];
    /// The weapons and persons.
    pub const ACTIONS: [Face; 4] = [Face::Katana, Face::Gun, Face::Ranmaru, Face::Mitsuhide];

    /// The number of a number card.
    #[inline]
    pub const fn number(self) -> Option<u8> {
        let face = self as u8;
        if face >= Face::One as u8 && face <= Face::Five as u8 { Some(face) } else { None }
    }

    /// Whether it is a basic card: the crest or a number.
    #[inline]
    pub const fn is_basic(self) -> bool {
        self as u8 <= Face::Five as u8
    }

    /// Whether it can be in a hand, and so be laid: a basic card or an action card.
    #[inline]
    pub const fn is_playable(self) -> bool {
        matches!(self.kind(), Kind::Crest | Kind::Number | Kind::Action)
    }

    /// The face with this word.
    pub fn from_word(word: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.word() == word)
    }
}

impl std::fmt::Display for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let word = String::deserialize(deserializer)?;
        Face::from_word(&word).ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let faces = Face::ALL.map(Face::word).join(", ");
            D::Error::custom(format!(
                "「{word}」という札はありません({faces}) / \"{word}\" is not a card ({faces})"
            ))
        })
    }
}

/// The most cards of one face that a bag counts.
pub(crate) const MOST: u8 = 15;

/// A bag of cards: how many of each face, four bits each. In JSON: the faces in order, each
/// as often as it is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, TS)]
#[ts(export, export_to = "honnoji.ts", as = "Vec<Face>")]
pub struct Cards(u128);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);
    /// Where basic cards are counted.
    pub(crate) const BASIC: Cards = Cards::places(Face::Crest, Face::Five);
    /// Where numbers are counted.
    pub(crate) const NUMBERS: Cards = Cards::places(Face::One, Face::Five);
    /// Where treasures are counted, the koban among them.
    pub(crate) const TREASURES: Cards = Cards::places(Face::Koban, Face::Miyao);
    /// Where action cards are counted.
    pub(crate) const ACTIONS: Cards = Cards::places(Face::Katana, Face::Mitsuhide);

    const fn places(first: Face, last: Face) -> Cards {
        Cards(((1u128 << (4 * (last as u32 + 1))) - 1) & !((1u128 << (4 * first as u32)) - 1))
    }

    /// Just this card.
    #[inline]
    pub const fn one(face: Face) -> Cards {
        Cards(1 << (4 * face as u32))
    }

    /// How many cards have this face.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        (self.0 >> (4 * face as u32)) as u8 & 15
    }

    /// Whether a card has this face.
    #[inline]
    pub const fn contains(self, face: Face) -> bool {
        self.count(face) > 0
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards there are, if not more than 255.
    #[inline]
    pub const fn len(self) -> u32 {
        const LOW: u128 = u128::MAX / 0xff * 0x0f;
        let pairs = (self.0 & LOW) + ((self.0 >> 4) & LOW);
        (pairs.wrapping_mul(u128::MAX / 0xff) >> 120) as u32
    }

    /// Adds a card. No face may be there more than fifteen times.
    #[inline]
    pub const fn add(&mut self, face: Face) {
        self.0 += 1 << (4 * face as u32);
    }

    /// Takes out a card that is there.
    #[inline]
    pub const fn remove(&mut self, face: Face) {
        self.0 -= 1 << (4 * face as u32);
    }

    /// These and those together.
    #[inline]
    pub const fn plus(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// These without those, which are among them.
    #[inline]
    pub const fn minus(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// Those of the cards that are counted at these places.
    #[inline]
    pub(crate) const fn only(self, places: Cards) -> Cards {
        Cards(self.0 & places.0)
    }

    /// Whether all of those are among these.
    #[inline]
    pub fn has_all(self, those: Cards) -> bool {
        those.kinds().all(|face| self.count(face) >= those.count(face))
    }

    /// The faces there are, each once, in order.
    #[inline]
    pub fn kinds(self) -> Kinds {
        Kinds(self.0)
    }

    /// How many different faces there are.
    #[inline]
    pub fn variety(self) -> u32 {
        let low = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        (low & (u128::MAX / 15)).count_ones()
    }

    /// Every card, in the order of the faces.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        self.kinds().flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }

    /// The cards as a list.
    pub fn to_vec(self) -> Vec<Face> {
        self.iter().collect()
    }

    /// The bag with these cards; `None` if a face is there more often than a bag counts.
    pub fn gather(faces: &[Face]) -> Option<Cards> {
        let mut cards = Cards::NONE;
        for face in faces {
            if cards.count(*face) == MOST {
                return None;
            }
            cards.add(*face);
        }
        Some(cards)
    }

    /// The cards in words.
    pub(crate) fn name(self) -> Text {
        let names: Vec<Text> = self.iter().map(Face::name).collect();
        let [ja, en] = [
            names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("、"),
            names.iter().map(|name| &*name.en).collect::<Vec<_>>().join(", "),
        ];
        Text::new(ja, en)
    }
}

/// The different faces of a bag, in order.
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
        Some(Face::ALL[at as usize % Face::COUNT])
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

/// Up to `N` cards in order. It is copied as a whole: search clones states millions of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row<const N: usize> {
    len: u8,
    faces: [Face; N],
}

impl<const N: usize> Row<N> {
    /// No cards. What lies beyond the last card is always fire, so that rows compare by value.
    pub const EMPTY: Row<N> = Row { len: 0, faces: [Face::Fire; N] };

    /// The cards in order.
    #[inline]
    pub fn as_slice(&self) -> &[Face] {
        &self.faces[..usize::from(self.len)]
    }

    /// Adds a card at the end. Panics when the row is full.
    #[inline]
    pub fn push(&mut self, face: Face) {
        self.faces[usize::from(self.len)] = face;
        self.len += 1;
    }

    /// Takes the last card.
    #[inline]
    pub fn pop(&mut self) -> Option<Face> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::replace(&mut self.faces[usize::from(self.len)], Face::Fire))
    }

    /// Takes the first card with this face, if there is one; those behind it move up.
    #[inline]
    pub fn take(&mut self, face: Face) {
        let Some(at) = self.as_slice().iter().position(|other| *other == face) else { return };
        self.faces.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        self.faces[usize::from(self.len)] = Face::Fire;
    }

    /// The cards as a row, unless there are more than `N`.
    pub fn from_slice(faces: &[Face]) -> Option<Row<N>> {
        if faces.len() > N {
            return None;
        }
        let mut row = Row::EMPTY;
        faces.iter().for_each(|face| row.push(*face));
        Some(row)
    }

    /// The cards, in no order.
    #[inline]
    pub fn cards(&self) -> Cards {
        self.as_slice().iter().copied().collect()
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Puts the cards into another order.
    pub fn as_mut_slice(&mut self) -> &mut [Face] {
        &mut self.faces[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bags_count_what_is_in_them() {
        let mut cards: Cards = [Face::Katana, Face::Two, Face::Katana].into_iter().collect();
        assert_eq!((cards.len(), cards.count(Face::Katana), cards.variety()), (3, 2, 2));
        assert_eq!(cards.to_vec(), [Face::Two, Face::Katana, Face::Katana]);
        assert_eq!(cards.only(Cards::ACTIONS).len(), 2);
        cards.remove(Face::Katana);
        assert!(cards.has_all(Cards::one(Face::Katana)) && !cards.contains(Face::Fire));
        assert_eq!(Cards::gather(&[Face::Fire; 16]), None);
    }

    #[test]
    fn every_face_has_its_place() {
        let fire = Cards::places(Face::Fire, Face::Fire);
        let all = [Cards::BASIC, Cards::TREASURES, Cards::ACTIONS, fire];
        for face in Face::ALL {
            let places = all.map(|places| u32::from(Cards::one(face).only(places).len() == 1));
            assert_eq!(places.iter().sum::<u32>(), 1, "{face}");
            assert_eq!(Face::from_word(face.word()), Some(face));
            assert_eq!(face.is_basic(), places[0] == 1);
            assert_eq!(face.number().is_some(), Cards::NUMBERS.contains(face));
        }
    }
}
