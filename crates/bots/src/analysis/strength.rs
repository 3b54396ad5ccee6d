//! Strength of players, measured by matches between the levels of bots.

use zashiki_core::{Level, Measured, SearchHints, Seat, SeatSet};

use crate::catalog::KINDS;

/// The strength of each level as logarithm of the odds of a win against equal opponents of the lowest level,
/// weakest first. With more than two sides, the odds are relative to those among equals.
///
/// The logarithm is computed in software, so the strengths are the same on every machine.
pub fn level_strengths(measured: Measured, seats: u8) -> [(Level, f64); 5] {
    let sides = f64::from(measured.sides.unwrap_or(seats));
    let mut strengths = Level::ALL.map(|level| (level, 0.0));
    for (place, (_, games, won)) in (1..).zip(measured.matches()) {
        // Laplace's rule of succession, so that a level that won all matches is not infinitely strong.
        let chance = (won + 1.0) / (f64::from(games) + 2.0);
        let odds = chance * (sides - 1.0) / (1.0 - chance);
        strengths[place].1 = strengths[place - 1].1 + libm::log(odds);
    }
    strengths
}

/// The level of the bot that a record names so: by the level's id, as `zashiki simulate` does, or by a name
/// with the level in parentheses, as tables do, such as `Tengu (Master)`. `None` for other names.
pub fn level_named(name: &str) -> Option<Level> {
    let titled = |level: &str| {
        let before = name.strip_suffix(')').and_then(|name| name.strip_suffix(level));
        before.is_some_and(|before| before.ends_with(" ("))
    };
    let kind = KINDS.iter().find(|kind| name == kind.id || titled(&kind.name.en))?;
    Level::from_id(kind.id)
}

/// The level of each seat's bot by the names in a record ([`level_named`]), or by the spec of the level's bot.
pub fn levels_of<G: SearchHints>(names: &[String]) -> Vec<Option<Level>> {
    let levels = G::assets().levels();
    let seats = names.len() as u8;
    let by_spec =
        |name: &String| Level::ALL.into_iter().find(|level| levels.bot(seats, *level) == name);
    names.iter().map(|name| level_named(name).or_else(|| by_spec(name))).collect()
}

/// The measured strength of each side, relative to the mean of all sides, given the level of each seat's bot.
/// A player without a level, such as a person, counts as equal to the mean of the bots. `None` if no two bots
/// have different levels, or if the levels were not measured.
pub(super) fn side_strengths<G: SearchHints>(
    sides: &[SeatSet],
    levels: &[Option<Level>],
) -> Option<Vec<f64>> {
    let known = || levels.iter().copied().flatten();
    let first = known().next()?;
    if known().all(|level| level == first) {
        return None;
    }
    let seats: u32 = sides.iter().map(|side| side.len()).sum();
    let measured = G::assets().levels().measured(seats as u8)?;
    let strengths = level_strengths(measured, seats as u8);
    let of = |level: Level| strengths.iter().find(|(it, _)| *it == level).map_or(0.0, |it| it.1);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let usual = mean(&known().map(of).collect::<Vec<_>>());
    let of_side = |side: &SeatSet| {
        let level = |seat: Seat| levels.get(seat.index()).copied().flatten();
        mean(&side.iter().map(|seat| level(seat).map_or(usual, of)).collect::<Vec<_>>())
    };
    let all: Vec<f64> = sides.iter().map(of_side).collect();
    let middle = mean(&all);
    Some(all.into_iter().map(|strength| strength - middle).collect())
}

#[cfg(test)]
mod tests {
    use zashiki_core::Levels;

    use super::*;

    fn measured(sides: &str) -> Measured {
        let bots = Level::ALL.map(|level| format!("{level} = \"bot\"\n")).concat();
        let won =
            "beginner = [98, 74], intermediate = [98, 49], advanced = [8, 8], master = [98, 89.5]";
        let text = format!("[[seats]]\ncount = 4\n{bots}measured = {{ {sides}{won} }}");
        Levels::read(&text).unwrap().measured(4).unwrap()
    }

    #[test]
    fn strengths_are_sums_of_log_odds_relative_to_equals() {
        let round = |(_, strength): (Level, f64)| (strength * 1000.0).round() / 1000.0;
        // Odds of 3 : 1 (75 of 100), 1 : 1, 9 : 1 and 90.5 : 9.5.
        let two = level_strengths(measured("sides = 2, "), 4);
        assert_eq!(two.map(round), [0.0, 1.099, 1.099, 3.296, 5.550]);
        // A quarter is fair among four, so 3 : 1 is nine times as good, and 1 : 1 three times.
        let four = level_strengths(measured(""), 4);
        assert_eq!(four.map(round), [0.0, 2.197, 3.296, 6.592, 9.944]);
    }

    #[test]
    fn bots_are_known_by_their_names_in_records() {
        for (name, level) in [
            ("master", Some(Level::Master)),
            ("Tengu (Master)", Some(Level::Master)),
            ("Sparrow (Novice)", Some(Level::Novice)),
            ("Tengu(Master)", None),
            ("(Master)", None),
            ("Tengu (Master) (2)", None),
            ("Aki", None),
            ("greedy", None),
            ("", None),
        ] {
            assert_eq!(level_named(name), level, "{name}");
        }
    }
}
