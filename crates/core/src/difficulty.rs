//! Difficulty levels of the built-in bots, as data.

use std::fmt::{self, Display, Formatter};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::{InputError, read_toml};

/// Difficulty of a built-in bot, with the same names in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// 入門: plays sensibly, and loses to players who had their first lesson.
    Novice,
    /// 初級: sees the immediate effect of a decision.
    Beginner,
    /// 中級: looks ahead a little.
    Intermediate,
    /// 上級: looks ahead.
    Advanced,
    /// 名人: as strong as a few seconds per decision allow.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] =
        [Level::Novice, Level::Beginner, Level::Intermediate, Level::Advanced, Level::Master];

    /// The level's name in files, commands and messages.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
            Level::Master => "master",
        }
    }

    /// The level with this name in files.
    pub fn from_id(id: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.id() == id)
    }
}

impl Display for Level {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(self.id())
    }
}

/// The bot of each [`Level`] by number of seats, from a game's `levels.toml`:
///
/// ```toml
/// [[seats]]
/// count = 2
/// novice = "greedy:worlds=1:noise=300"
/// beginner = "greedy"
/// intermediate = "ismcts:sims=100"
/// advanced = "ismcts:sims=1000"
/// master = "ismcts:sims=20000"
/// ```
///
/// Two optional lines before the seats name the bot that gives advice for a decision and the bot that
/// reviews whole matches, if they are not the default ones:
///
/// ```toml
/// adviser = "ismcts:sims=2000"
/// reviewer = "ismcts:sims=200"
/// ```
///
/// An optional line per number of seats has measured strengths: the games of each level against the
/// level below in all other seats, and the wins among them, in which a shared win or a game without a winner
/// may count as a part. The bots' ratings and the chances between bots of different levels follow from it.
///
/// ```toml
/// measured = { beginner = [200, 179], intermediate = [200, 123], advanced = [150, 89], master = [40, 26] }
/// ```
///
/// In team games the line also has the number of sides, such as `sides = 2`.
///
/// The crate `bots` parses the bot specs. The specs were chosen by matches: with two seats, each level
/// wins at least 65 of 100 games against the level below (`docs/reference/bots.md`).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    adviser: Option<String>,
    reviewer: Option<String>,
    seats: Vec<OfSeats>,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfSeats {
    count: u8,
    novice: String,
    beginner: String,
    intermediate: String,
    advanced: String,
    master: String,
    measured: Option<Measured>,
}

/// Results of matches that measure the levels: each level except the lowest played one seat (in team games,
/// one side) against bots of the level below in all other seats.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The number of sides, if it is not the number of seats.
    pub sides: Option<u8>,
    beginner: (u32, f64),
    intermediate: (u32, f64),
    advanced: (u32, f64),
    master: (u32, f64),
}

impl Measured {
    /// For each level except the lowest, weakest first: the level, the number of its games against the level
    /// below, and its wins among them.
    pub fn matches(self) -> [(Level, u32, f64); 4] {
        let Measured { beginner, intermediate, advanced, master, .. } = self;
        let of = |level, (games, won)| (level, games, won);
        [
            of(Level::Beginner, beginner),
            of(Level::Intermediate, intermediate),
            of(Level::Advanced, advanced),
            of(Level::Master, master),
        ]
    }
}

impl Levels {
    /// The default levels, for any number of seats.
    pub fn usual() -> &'static Levels {
        static USUAL: LazyLock<Levels> =
            LazyLock::new(|| Levels::parse(include_str!("levels.toml")));
        &USUAL
    }

    /// Parses the text of a `levels.toml`.
    ///
    /// # Errors
    /// Returns an error if the text is not a `levels.toml` or has no entry.
    pub fn read(text: &str) -> Result<Levels, InputError> {
        let levels: Levels = read_toml(text, "levels.toml")?;
        let impossible = |(_, games, won): (Level, u32, f64)| {
            games == 0 || !(0.0..=f64::from(games)).contains(&won)
        };
        let measured = levels.seats.iter().filter_map(|of| of.measured);
        if measured.flat_map(Measured::matches).any(impossible) {
            return Err(InputError::new(
                "levels.toml の measured は [対局数, 勝ち数] です。対局数は1以上、勝ち数はそれ以下にしてください。",
                "`measured` in levels.toml has [games, wins]: at least one game, and no more wins than games.",
            ));
        }
        if levels.seats.is_empty() {
            return Err(InputError::new(
                "levels.toml に [[seats]] が一つもありません。席の数ごとに一つ書いてください。",
                "levels.toml has no [[seats]]; write one for each number of seats.",
            ));
        }
        Ok(levels)
    }

    /// Parses the text of a game's bundled `levels.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the game's tests parse it.
    pub fn parse(text: &str) -> Levels {
        Levels::read(text).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Spec of the bot that gives advice, if the game names one.
    pub fn adviser(&self) -> Option<&str> {
        self.adviser.as_deref()
    }

    /// Spec of the bot that reviews matches, if the game names one.
    pub fn reviewer(&self) -> Option<&str> {
        self.reviewer.as_deref()
    }

    /// Spec of the bot of this level for this number of seats, or for the nearest number with an entry.
    pub fn bot(&self, seats: u8, level: Level) -> &str {
        let nearest = self.seats.iter().min_by_key(|of| of.count.abs_diff(seats));
        let of = nearest.expect("read() rejects empty lists");
        match level {
            Level::Novice => &of.novice,
            Level::Beginner => &of.beginner,
            Level::Intermediate => &of.intermediate,
            Level::Advanced => &of.advanced,
            Level::Master => &of.master,
        }
    }

    /// Measured strengths of the levels for this number of seats, if there are any.
    pub fn measured(&self, seats: u8) -> Option<Measured> {
        self.seats.iter().find(|of| of.count == seats)?.measured
    }

    /// The numbers of seats that have an entry.
    pub fn counts(&self) -> impl Iterator<Item = u8> {
        self.seats.iter().map(|of| of.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_by_seats_and_the_nearest_stands_in() {
        let of = |count: u8, sims: u32| {
            let bot = |level: Level| format!("{level} = \"bot:{sims}\"\n");
            format!("[[seats]]\ncount = {count}\n{}", Level::ALL.map(bot).concat())
        };
        let levels = Levels::read(&(of(3, 30) + &of(5, 50))).unwrap();
        for (seats, bot) in [(2, "bot:30"), (3, "bot:30"), (5, "bot:50"), (8, "bot:50")] {
            assert_eq!(levels.bot(seats, Level::Master), bot, "{seats}");
        }
        assert_eq!(levels.counts().collect::<Vec<_>>(), [3, 5]);
        assert_eq!((levels.adviser(), levels.reviewer()), (None, None));
        let helped = format!("adviser = \"bot:9\"\nreviewer = \"bot:8\"\n{}", of(3, 30));
        let helped = Levels::read(&helped).unwrap();
        assert_eq!((helped.adviser(), helped.reviewer()), (Some("bot:9"), Some("bot:8")));
        for level in Level::ALL {
            assert_eq!(Level::from_id(level.id()), Some(level));
        }
        assert_eq!(Level::from_id("grandmaster"), None);
    }

    #[test]
    fn measured_strength_is_read_where_it_stands() {
        let levels = |measured: &str| {
            let bot = |level: Level| format!("{level} = \"bot\"\n");
            let levels = Level::ALL.map(bot).concat();
            Levels::read(&format!("[[seats]]\ncount = 4\n{levels}{measured}"))
        };
        let given = "measured = { sides = 2, beginner = [9, 8], intermediate = [7, 7], advanced = [5, 0], master = [3, 2] }";
        let read = levels(given).unwrap();
        let measured = read.measured(4).unwrap();
        assert_eq!((measured.sides, measured.matches()[0]), (Some(2), (Level::Beginner, 9, 8.0)));
        let parts = levels(&given.replace("[9, 8]", "[9, 7.5]")).unwrap();
        assert_eq!(parts.measured(4).unwrap().matches()[0], (Level::Beginner, 9, 7.5));
        assert_eq!((read.measured(3), levels("").unwrap().measured(4)), (None, None));
        for wrong in [
            given.replace("[9, 8]", "[8, 9]"),
            given.replace("[5, 0]", "[0, 0]"),
            given.replace("[5, 0]", "[5, -1]"),
        ] {
            assert!(levels(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_list_of_levels_is_refused() {
        for text in ["", "seats = []", "[[seats]]\ncount = 2\nnovice = \"random\""] {
            assert!(Levels::read(text).is_err(), "{text}");
        }
    }
}
