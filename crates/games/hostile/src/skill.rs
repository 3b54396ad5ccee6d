//! Skill cards and sets of them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;
use zashiki_core::words;

use crate::list::Blank;

words! {
    /// A skill card.
    "hostile.ts",
    Skill,
    "スキルはありません(crash, rotate, recall, king, steal, ghost, quick)",
    "a skill (crash, rotate, recall, king, steal, ghost, quick)",
    {
        /// Crash (クラッシュ): discard a floor tile from the board.
        Crash = "crash",
        /// Rotate (ローテート): turn floor tiles on the board.
        Rotate = "rotate",
        /// Recall (リコール): return to the start square without cost.
        Recall = "recall",
        /// King (キング): become the next start player.
        King = "king",
        /// Steal (スティール): take a floor tile from the board into the hand.
        Steal = "steal",
        /// Ghost (ゴースト): floor tiles have no effect on the pawn.
        Ghost = "ghost",
        /// Quick (クイック): one additional action point.
        Quick = "quick",
    }
}

impl Blank for Skill {
    const BLANK: Skill = Skill::King;
}

/// A set of skill cards. Its JSON form is a list in card order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, TS)]
#[ts(export, export_to = "hostile.ts", as = "Vec<Skill>")]
pub struct Skills(u8);

impl Skills {
    /// The set of all seven cards.
    pub const ALL: Skills = Skills(0x7f);

    /// Returns true if the set contains the card.
    #[inline]
    pub const fn contains(self, skill: Skill) -> bool {
        self.0 >> skill as u8 & 1 == 1
    }

    /// Adds a card to the set.
    #[inline]
    pub const fn insert(&mut self, skill: Skill) {
        self.0 |= 1 << skill as u8;
    }

    /// The cards that are in neither of the two sets.
    #[inline]
    pub(crate) const fn outside(self, other: Skills) -> Skills {
        Skills(Skills::ALL.0 & !(self.0 | other.0))
    }

    /// Number of cards in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of the set, in card order.
    pub fn iter(self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |skill| self.contains(*skill))
    }
}

impl FromIterator<Skill> for Skills {
    fn from_iter<I: IntoIterator<Item = Skill>>(skills: I) -> Skills {
        let mut set = Skills::default();
        skills.into_iter().for_each(|skill| set.insert(skill));
        set
    }
}

impl Serialize for Skills {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Skills {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Skills, D::Error> {
        Ok(Vec::<Skill>::deserialize(deserializer)?.into_iter().collect())
    }
}
