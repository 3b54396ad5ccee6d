//! Seats, sets of seats, and viewers.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use ts_rs::TS;

/// Maximum number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// A player's place at the table: a number from 0, also in display and notation.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, TS,
)]
#[serde(transparent)]
#[ts(export, export_to = "core.ts")]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seats `0..count`, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }

    /// The other seat of a two-player game.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(1 - self.0)
    }

    /// The number of steps from seat `first` to this seat in order of play, in `0..seats`.
    #[inline]
    pub const fn places_after(self, first: Seat, seats: u8) -> usize {
        ((self.0 + seats - first.0) % seats) as usize
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, one bit each. In JSON: an ascending list of seat numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, TS)]
#[ts(export, export_to = "core.ts", as = "Vec<Seat>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The set that contains only this seat.
    #[inline]
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The seats `0..count`.
    #[inline]
    pub const fn all(count: u8) -> SeatSet {
        SeatSet(((1u16 << count) - 1) as u8)
    }

    /// Returns true if the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.index() < MAX_SEATS && self.0 & (1 << seat.0) != 0
    }

    /// Adds a seat.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Number of seats in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat of the set.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seats of the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        let seats = Vec::<Seat>::deserialize(deserializer)?;
        if seats.iter().any(|seat| seat.index() >= MAX_SEATS) {
            return Err(D::Error::custom("席は0〜7の番号です / a seat is a number from 0 to 7"));
        }
        Ok(seats.into_iter().collect())
    }
}

/// The point of view of a view. In JSON: the seat's number, `null` (spectator), or `"all"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, TS)]
#[ts(export, export_to = "core.ts", type = "Seat | null | \"all\"")]
pub enum Viewer {
    /// The player at this seat.
    Seat(Seat),
    /// A spectator: sees what is public.
    #[default]
    Spectator,
    /// The knowledge of all seats together, for finished matches. What no seat knows, such as the order
    /// of a deck, stays hidden.
    Omniscient,
}

impl Viewer {
    /// The viewer's seat, if it has one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        }
    }

    /// Returns true if the viewer knows the private information of the seat, such as its hand.
    pub fn knows(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Omniscient
    }

    /// All viewers of a match in progress with `seats` seats: each seat, then the spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }
}

/// `None` becomes [`Viewer::Spectator`].
impl From<Option<Seat>> for Viewer {
    fn from(seat: Option<Seat>) -> Viewer {
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// The JSON form of the omniscient viewer.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "席の番号、null、\"all\" のどれかが必要です / a seat's number, null or \"all\" is needed"
)]
enum Eyes {
    Seat(Seat),
    Word(Word),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    All,
}

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let eyes = match self {
            Viewer::Seat(seat) => Some(Eyes::Seat(*seat)),
            Viewer::Spectator => None,
            Viewer::Omniscient => Some(Eyes::Word(Word::All)),
        };
        eyes.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Viewer, D::Error> {
        Ok(match Option::deserialize(deserializer)? {
            Some(Eyes::Seat(seat)) => Viewer::Seat(seat),
            None => Viewer::Spectator,
            Some(Eyes::Word(Word::All)) => Viewer::Omniscient,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewer_is_written_as_it_is_read() {
        for (viewer, written) in [
            (Viewer::Seat(Seat(3)), "3"),
            (Viewer::Spectator, "null"),
            (Viewer::Omniscient, "\"all\""),
        ] {
            assert_eq!(serde_json::to_string(&viewer).unwrap(), written);
            assert_eq!(serde_json::from_str::<Viewer>(written).unwrap(), viewer);
        }
        for wrong in ["\"1\"", "-1", "256", "\"everyone\"", "true", "[0]"] {
            assert!(serde_json::from_str::<Viewer>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_seat_and_everyone_know_what_is_the_seats_own() {
        let knows = |viewer: Viewer| viewer.knows(Seat(1));
        assert!(knows(Viewer::Seat(Seat(1))) && knows(Viewer::Omniscient));
        assert!(!knows(Viewer::Seat(Seat(0))) && !knows(Viewer::Spectator));
    }
}
