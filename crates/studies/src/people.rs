//! Measures of games between people, from their records, and the time that people take for a decision.

use bots::{BotKind, KINDS, Spec, UNLISTED};
use serde::Serialize;
use zashiki_core::{Game, GameConfig as _, Match, Record, ReplayError, Seat, SeatSet};

use crate::match_runner::Played;
use crate::measures::{
    ComponentMeasure, ComponentTally, FactsRecorder, Measure, MeasureTally, TimeModel, TimeSamples,
    figures, seats_of,
};

/// A finished game of people.
#[derive(Clone, Debug)]
pub struct PeopleGame {
    /// The record of the game.
    pub record: Record,
    /// The seats of people; the others are bots'.
    pub people: SeatSet,
    /// The time of each decision, in milliseconds since any moment; empty if it is unknown.
    pub at: Vec<u64>,
}

impl PeopleGame {
    /// The game of a record. Seats with the name of a bot, as records have it ("Fox (Intermediate)",
    /// "ismcts:sims=400"), are no people's. The times are those that the record has.
    pub fn from_record(record: Record) -> PeopleGame {
        let people = (Seat::all(record.seats))
            .filter(|seat| !record.names.get(seat.index()).is_some_and(|name| is_bot(name)))
            .collect();
        let at = record.timing.as_ref().map_or(Vec::new(), |timing| timing.at.clone());
        PeopleGame { record, people, at }
    }
}

/// Returns true for the name of a bot in a record: its spec, or its level, or a name before its level.
fn is_bot(name: &str) -> bool {
    let level = name.rsplit_once(" (").and_then(|(_, level)| level.strip_suffix(')'));
    let level = level.unwrap_or(name);
    let is_kind = |kind: &BotKind| [kind.id, &kind.name.en, &kind.name.ja].contains(&level);
    Spec::parse(name).is_ok() || KINDS.iter().chain(UNLISTED).any(is_kind)
}

/// Measures of the games of people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PeopleMeasures {
    /// Number of games.
    pub games: u64,
    /// Number of games that were left out: other seats, options, components or rules, or unfinished.
    pub left_out: u64,
    /// The measures of these games. `DurationMinutes` is from the model below.
    pub measures: Vec<Measure>,
    /// The results of the seats that received a component.
    pub components: Vec<ComponentMeasure>,
    /// Number of decisions of people whose time is known.
    pub timed_decisions: u64,
    /// The model of the time of a decision, fitted to these decisions; `null` if they are too few.
    pub time_model: Option<TimeModel>,
}

/// Computes the measures of the games that `fits` selects.
pub(crate) fn people<G: Game>(
    games: &[PeopleGame],
    fits: impl Fn(&Record) -> bool,
) -> Result<PeopleMeasures, ReplayError> {
    let mut replayed = Vec::new();
    let mut times = TimeSamples::default();
    for game in games.iter().filter(|game| fits(&game.record)) {
        let match_ = Match::<G>::from_record(&game.record)?;
        let Some(outcome) = match_.outcome().filter(|_| match_.length() > 0) else { continue };
        let config = match_.state().config();
        let mut recorder = FactsRecorder::<G>::new(game.record.seats);
        let steps = match_.played();
        recorder.opening(match_.state(), match_.opening());
        let afters = steps.iter().skip(1).map(|step| &step.before).chain([match_.state()]);
        let (mut turns, mut last) = (0, None);
        for ((number, step), after) in steps.iter().enumerate().zip(afters) {
            recorder.step(&step.before, step.seat, step.action, after, &step.events);
            turns += u64::from(last != Some(step.seat));
            last = Some(step.seat);
            let before = number.checked_sub(1).and_then(|before| game.at.get(before));
            if let (Some(before), Some(now)) = (before, game.at.get(number))
                && game.people.contains(step.seat)
            {
                times.add(recorder.last_choices(), now.saturating_sub(*before));
            }
        }
        let sides = config.sides();
        let played = Played {
            first: steps[0].seat,
            outcome,
            conclusion: match_.termination(),
            scores: match_.state().scores(),
            turns,
            decisions: steps.len() as u64,
        };
        replayed.push((recorder.facts(played, &sides), sides));
    }
    let time_model = times.fit();
    let model = time_model.unwrap_or_default();
    let seats = replayed.first().map_or(2, |(_, sides)| seats_of(sides));
    let mut measures = MeasureTally::new(figures(seats, G::info(), true));
    let mut components = ComponentTally::default();
    for (number, (facts, sides)) in replayed.iter().enumerate() {
        measures.add(number as u64, facts, sides, &model);
        components.add(facts, seats_of(sides));
    }
    Ok(PeopleMeasures {
        games: replayed.len() as u64,
        left_out: (games.len() - replayed.len()) as u64,
        measures: if replayed.is_empty() { Vec::new() } else { measures.measures() },
        components: components.measures(),
        timed_decisions: times.count(),
        time_model,
    })
}

#[cfg(test)]
mod tests {
    use kokyu::Kokyu;
    use serde_json::json;
    use zashiki_core::{DynMatch as _, GameState as _, Timing};

    use super::*;

    /// A game in which both seats take the first listed action every time.
    fn record(names: [&str; 2], at: impl Fn(u64) -> u64) -> Record {
        let mut match_ = Match::<Kokyu>::new(2, &json!({}), None, 5).unwrap();
        while match_.outcome().is_none() {
            let seat = match_.state().turn().awaited().first().unwrap();
            let mut legal = Vec::new();
            match_.state().legal_into(seat, &mut legal);
            match_.play(seat, legal[0]).unwrap();
        }
        let mut record = match_.record();
        record.names = names.map(str::to_owned).to_vec();
        let at = (0..record.actions.len() as u64).map(at).collect();
        record.timing = Some(Timing { control: json!(null), at, expired: Vec::new() });
        record
    }

    fn measured(names: [&str; 2]) -> PeopleMeasures {
        let game = || PeopleGame::from_record(record(names, |decision| 7000 * decision));
        people::<Kokyu>(&[game(), game(), game()], |record| record.seats == 2).unwrap()
    }

    #[test]
    fn names_of_bots_are_not_those_of_people() {
        for bot in ["Fox (Intermediate)", "Master", "ismcts:sims=400", "greedy", "入門"] {
            assert!(is_bot(bot), "{bot}");
        }
        for person in ["Foxy (the elder)", "", "Hanako"] {
            assert!(!is_bot(person), "{person}");
        }
    }

    #[test]
    fn games_of_people_have_the_measures_of_games_and_the_times_of_people() {
        let both = measured(["Hanako", "Taro"]);
        assert_eq!((both.games, both.left_out), (3, 0));
        let value = |name: &str| both.measures.iter().find(|it| it.name == name).unwrap().value;
        let decisions = value("DurationMoves");
        assert!(decisions > 20.0);
        // Each decision but the first took seven seconds.
        assert_eq!(both.timed_decisions as f64, 3.0 * (decisions - 1.0));
        let model = both.time_model.unwrap();
        assert!((model.base - 7.0).abs() < 1e-9 && model.per_doubling < 1e-9);
        assert!((value("DurationMinutes") - decisions * 7.0 / 60.0).abs() < 1e-9);
        // The decisions of a bot say nothing about people.
        let one = measured(["Hanako", "Fox (Beginner)"]);
        assert!(one.timed_decisions < both.timed_decisions && one.timed_decisions > 0);
        assert_eq!(measured(["greedy", "greedy"]).timed_decisions, 0);
    }

    #[test]
    fn other_games_are_left_out() {
        let game = PeopleGame::from_record(record(["", ""], |decision| decision));
        let none = people::<Kokyu>(&[game], |record| record.seats == 3).unwrap();
        assert_eq!((none.games, none.left_out, none.measures.len()), (0, 1, 0));
    }
}
