//! Kinds of cards, sets of cards, and items of a hand.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use ts_rs::TS;

use zashiki_core::{Token, words};

words! {
    /// A kind of card.
    "shinra.ts",
    Kind,
    "カードはありません(king, queen, general, shu, ko, dai, hachitobi, joker)",
    "a card (king, queen, general, shu, ko, dai, hachitobi, joker)",
    {
        /// The king, 王.
        King = "king",
        /// The queen, 王妃.
        Queen = "queen",
        /// The general, 将軍.
        General = "general",
        /// The card 守 (Guard).
        Shu = "shu",
        /// The card 攻 (Striker).
        Ko = "ko",
        /// The card 台 (Base).
        Dai = "dai",
        /// The card 八とび (Leaper).
        Hachitobi = "hachitobi",
        /// The Joker, ジョーカー.
        Joker = "joker",
    }
}

/// The number of kinds of card.
pub const KINDS: usize = Kind::ALL.len();
/// The maximum number of cards in a stack (K-17).
pub const STACK_CARDS: u32 = 3;

impl Kind {
    /// Returns true for the kinds of ordinary cards: 守, 攻 and 台.
    #[inline]
    pub const fn is_ordinary(self) -> bool {
        Cards::ORDINARY.contains(self)
    }

    /// Returns true if the card may be part of a stack (K-20).
    #[inline]
    pub const fn combines(self) -> bool {
        Cards::COMBINABLE.contains(self)
    }
}

/// A set of cards of different kinds, such as the cards of one piece. In JSON: a list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, TS)]
#[ts(export, export_to = "shinra.ts", as = "Vec<Kind>")]
pub struct Cards(pub(crate) u8);

impl Cards {
    /// The set without any cards.
    pub const NONE: Cards = Cards(0);
    /// The kinds that may be part of a stack: 王妃, 将軍, 守, 攻, 台.
    pub const COMBINABLE: Cards = Cards(0b0011_1110);
    /// The ordinary kinds: 守, 攻, 台.
    pub const ORDINARY: Cards = Cards(0b0011_1000);
    /// 王妃 and 将軍: as singles they have fixed points, and they are put from the hand only into their
    /// owner's territory.
    pub const COURT: Cards = Cards(0b0000_0110);
    /// The special kinds, which never combine: 八とび, ジョーカー.
    pub const SPECIAL: Cards = Cards(0b1100_0000);
    /// The set that contains only the king.
    pub const KING: Cards = Cards(1);

    /// The set that contains only this kind.
    #[inline]
    pub const fn one(kind: Kind) -> Cards {
        Cards(1 << kind as u8)
    }

    /// Returns true if the set contains `kind`.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the sets have a card in common.
    #[inline]
    pub const fn intersects(self, others: Cards) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns true if `others` contains all cards of this set.
    #[inline]
    pub const fn is_subset_of(self, others: Cards) -> bool {
        self.0 & !others.0 == 0
    }

    /// The set of all cards that are in this set or in `others`.
    #[inline]
    pub const fn union(self, others: Cards) -> Cards {
        Cards(self.0 | others.0)
    }

    /// The set without the cards of `others`.
    #[inline]
    pub const fn without(self, others: Cards) -> Cards {
        Cards(self.0 & !others.0)
    }

    /// Returns true if there are two or more cards.
    #[inline]
    pub const fn is_stack(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first card in the order of [`Kind::ALL`]; `None` for the empty set.
    #[inline]
    pub const fn first(self) -> Option<Kind> {
        if self.0 == 0 { None } else { Some(Kind::ALL[self.0.trailing_zeros() as usize]) }
    }

    /// The card, if the set has exactly one.
    #[inline]
    pub const fn single(self) -> Option<Kind> {
        if self.is_stack() { None } else { self.first() }
    }

    /// The cards in the order of [`Kind::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    /// Returns true if pieces of these cards may be combined into one stack (K-17, K-18, K-20).
    #[inline]
    pub const fn can_combine_with(self, others: Cards) -> bool {
        let both = self.union(others);
        both.is_subset_of(Cards::COMBINABLE)
            && !self.intersects(others)
            && both.len() <= STACK_CARDS
    }

    /// Reads notation such as `shu+ko`.
    ///
    /// # Errors
    /// Returns the kind that occurs twice, or `None` if a part of the text names no card.
    pub(crate) fn read(text: &str) -> Result<Cards, Option<Kind>> {
        let mut cards = Cards::NONE;
        for word in text.split('+') {
            let kind = Kind::from_word(word).ok_or(None)?;
            if cards.contains(kind) {
                return Err(Some(kind));
            }
            cards = cards.union(Cards::one(kind));
        }
        Ok(cards)
    }
}

impl FromIterator<Kind> for Cards {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Cards {
        kinds.into_iter().fold(Cards::NONE, |cards, kind| cards.union(Cards::one(kind)))
    }
}

/// Writes notation such as `shu+ko`.
impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, kind) in self.iter().enumerate() {
            if place > 0 {
                f.write_str("+")?;
            }
            kind.fmt(f)?;
        }
        Ok(())
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len() as usize))?;
        self.iter().try_for_each(|kind| list.serialize_element(&kind))?;
        list.end()
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let kinds = Vec::<Kind>::deserialize(deserializer)?;
        let cards: Cards = kinds.iter().copied().collect();
        if cards.len() as usize != kinds.len() {
            return Err(de::Error::custom(
                "同じ名称のカードは重ねられません / two cards of a name cannot be stacked [K-18]",
            ));
        }
        Ok(cards)
    }
}

/// An item of a hand: a single card or a stack, with additional marks (AK34). Notation: the cards joined
/// by `+`, then one mark at most. The mark `~` is for a remainder, the last card of a captured stack
/// whose queen was returned (AK35). `@3` is for 3 points kept from a forced retreat (K-85). `!` is for
/// the enemy's queen or a stack that contains her (AK46).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS)]
#[ts(export, export_to = "shinra.ts", as = "String")]
pub struct Item {
    /// The cards of the item, one or more.
    pub cards: Cards,
    /// Reduced points kept from a forced retreat; 0 if the item has full points.
    pub(crate) kept: u8,
    /// The mark, which distinguishes remainders and captives from plain items.
    pub(crate) mark: Mark,
}

/// The property that distinguishes an [`Item`] from an ordinary one with the same cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Mark {
    /// An ordinary item.
    Plain,
    /// A remainder: the last card of a captured stack whose queen was returned.
    Remainder,
    /// An item that is or contains the enemy's queen.
    Captive,
}

impl Item {
    /// An item of these cards without marks.
    #[inline]
    pub const fn plain(cards: Cards) -> Item {
        Item { cards, kept: 0, mark: Mark::Plain }
    }

    /// A remainder: the last card of a captured stack whose queen was returned (AK35).
    #[inline]
    pub const fn remainder(kind: Kind) -> Item {
        Item { cards: Cards::one(kind), kept: 0, mark: Mark::Remainder }
    }

    /// The enemy's queen, alone or in a stack.
    #[inline]
    pub const fn captive(cards: Cards) -> Item {
        Item { cards, kept: 0, mark: Mark::Captive }
    }

    /// A stack with the reduced points that it kept from a forced retreat.
    #[inline]
    pub const fn kept(cards: Cards, points: u8) -> Item {
        Item { cards, kept: points, mark: Mark::Plain }
    }

    /// Returns true if the item is a remainder: the last card of a captured stack whose queen was
    /// returned.
    #[inline]
    pub const fn is_remainder(self) -> bool {
        matches!(self.mark, Mark::Remainder)
    }

    /// Returns true if the item contains the enemy's queen.
    #[inline]
    pub const fn is_captive(self) -> bool {
        matches!(self.mark, Mark::Captive)
    }

    /// Reduced points kept from a forced retreat, if any.
    pub const fn points_kept(self) -> Option<u8> {
        if self.kept == 0 { None } else { Some(self.kept) }
    }

    /// Reads the notation of an item; `None` if the text names no item.
    pub(crate) fn read(word: &str) -> Option<Item> {
        let (body, mark) = match (word.strip_suffix('~'), word.strip_suffix('!')) {
            (Some(body), _) => (body, Mark::Remainder),
            (_, Some(body)) => (body, Mark::Captive),
            _ => (word, Mark::Plain),
        };
        let (body, kept) = match body.split_once('@') {
            Some((body, points)) => {
                let points: u8 = points.parse().ok().filter(|n| (1..=MAX_KEPT).contains(n))?;
                (body, points)
            }
            None => (body, 0),
        };
        let item = Item { cards: Cards::read(body).ok()?, kept, mark };
        item.can_be().then_some(item)
    }

    /// Returns true if the rules allow an item of these cards with these marks.
    pub(crate) fn can_be(self) -> bool {
        let cards = self.cards;
        let stack = cards.is_stack();
        let height = cards.is_subset_of(Cards::COMBINABLE) && cards.len() <= STACK_CARDS;
        let marks = match self.mark {
            Mark::Plain => self.kept == 0 || stack,
            Mark::Remainder => self.kept == 0 && !stack && cards.is_subset_of(Cards::COMBINABLE),
            Mark::Captive => self.kept == 0 && cards.contains(Kind::Queen),
        };
        !cards.is_empty() && (!stack || height) && marks
    }
}

/// The highest number of reduced points that an item can keep: one less than the maximum of a stack.
pub(crate) const MAX_KEPT: u8 = 14;

impl std::fmt::Display for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.cards.fmt(f)?;
        if self.kept > 0 {
            write!(f, "@{}", self.kept)?;
        }
        f.write_str(match self.mark {
            Mark::Plain => "",
            Mark::Remainder => "~",
            Mark::Captive => "!",
        })
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        let word = String::deserialize(deserializer)?;
        Item::read(&word).ok_or_else(|| {
            let word: String = word.chars().take(40).collect();
            de::Error::custom(format!(
                "「{word}」という手持ちはありません(例 shu, shu+ko, shu~, shu+ko@3, queen!) / \
                 \"{word}\" is nothing that can lie in a hand (such as shu, shu+ko, shu~, shu+ko@3, queen!)"
            ))
        })
    }
}
