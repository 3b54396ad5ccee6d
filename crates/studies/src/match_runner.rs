//! Plays the games of one configuration between bots.

use std::sync::Arc;

use bots::{Bot, Spec, Stop};
use external_engines::{Engines, GameStart};
use serde_json::Value;
use zashiki_core::{
    EventSink, Game, GameConfig as _, GameInfo, GameRng, GameStateExt as _, InfoState, InputError,
    Outcome, Restriction, Seat, SeatSet, Termination, Turn,
};

/// The settings that all games of a run (a series of games within a study) share.
pub(crate) struct MatchRunner<G: Game> {
    pub(crate) config: Arc<G::Config>,
    pub(crate) seats: u8,
    pub(crate) sides: Vec<SeatSet>,
    /// All options of the game, with defaults filled in.
    pub(crate) options: Value,
}

/// A function that makes the bot for one game from a seed.
type Make<G> = dyn Fn(u64) -> Box<dyn Bot<G>> + Send + Sync;

/// A player for a seat: makes a bot for each game.
pub struct Player<G: Game> {
    make: Arc<Make<G>>,
    /// The configuration that the player assumes, if it has other [weights](GameConfig::with_weights) than
    /// the real configuration.
    assumed_config: Option<Arc<G::Config>>,
}

/// Players with their names.
pub type NamedPlayers<G> = Vec<(String, Player<G>)>;

impl<G: Game> From<Spec> for Player<G> {
    fn from(spec: Spec) -> Player<G> {
        Player::new(move |seed| spec.make(seed, bots::clock))
    }
}

impl<G: Game> Clone for Player<G> {
    fn clone(&self) -> Player<G> {
        Player { make: self.make.clone(), assumed_config: self.assumed_config.clone() }
    }
}

impl<G: Game> Player<G> {
    /// A player whose bot `make` makes for each game. The bot's choices must depend only on the seed that is
    /// passed to `make`.
    pub fn new(make: impl Fn(u64) -> Box<dyn Bot<G>> + Send + Sync + 'static) -> Player<G> {
        Player { make: Arc::new(make), assumed_config: None }
    }

    /// The same player, except that it assumes this configuration, or the real one for `None`.
    pub(crate) fn assuming(self, assumed_config: Option<Arc<G::Config>>) -> Player<G> {
        Player { assumed_config, ..self }
    }

    /// The information state of a seat, with the configuration that the player assumes.
    fn info_state(&self, game: &G, seat: Seat) -> InfoState<G> {
        match &self.assumed_config {
            None => InfoState::new(game, seat),
            Some(config) => InfoState::new(&game.clone().with_config(config.clone()), seat),
        }
    }
}

/// The result of one game.
pub(crate) struct Played {
    /// The seat that took the first decision.
    pub(crate) first: Seat,
    pub(crate) outcome: Outcome,
    /// The termination by the common rules, if the game did not end by its own rules.
    pub(crate) conclusion: Option<Termination>,
    pub(crate) scores: Vec<i32>,
    /// Number of turns; a turn is a run of consecutive decisions of one seat.
    pub(crate) turns: u64,
    pub(crate) decisions: u64,
}

/// Observer of a game in progress.
pub(crate) trait Watch<G: Game> {
    /// Returns true if the observer receives events.
    fn wants_events(&self) -> bool {
        false
    }

    /// Called with the events of the deal and of each action, after which the state is `game`, if the observer
    /// wants events.
    fn happened(&mut self, game: &G, events: &[G::Event]) {
        let _ = (game, events);
    }

    /// Called before a seat's action, which is not played yet.
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        let _ = (game, seat, action);
    }

    /// Called after an action was played.
    fn decided(&mut self, game: &G) {
        let _ = game;
    }
}

/// An observer that does nothing.
impl<G: Game> Watch<G> for () {}

/// An observer that records the seats and their actions.
impl<G: Game> Watch<G> for Vec<(Seat, G::Action)> {
    fn deciding(&mut self, _: &G, seat: Seat, action: G::Action) {
        self.push((seat, action));
    }
}

impl<G: Game, W: Watch<G>> Watch<G> for Option<W> {
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        if let Some(watch) = self {
            watch.deciding(game, seat, action);
        }
    }

    fn decided(&mut self, game: &G) {
        if let Some(watch) = self {
            watch.decided(game);
        }
    }
}

impl<G: Game> MatchRunner<G> {
    /// A runner for this number of seats, options and components.
    ///
    /// # Errors
    /// Returns an error if the configuration is invalid.
    pub(crate) fn new(
        seats: usize,
        options: &Value,
        components: Option<&str>,
    ) -> Result<MatchRunner<G>, InputError> {
        let info = G::info();
        let seats = info.check_seats(seats)?;
        let options = info.complete_options(options)?;
        Ok(MatchRunner::of(G::Config::new(seats, &options, components)?, options))
    }

    /// A runner for a configuration and its complete options.
    pub(crate) fn of(config: Arc<G::Config>, options: Value) -> MatchRunner<G> {
        MatchRunner { seats: config.seats(), sides: config.sides(), config, options }
    }

    /// The same runner, except that the choices of some seats are restricted. `None` if the game does not
    /// support restrictions.
    pub(crate) fn restricted(&self, restriction: Restriction) -> Option<MatchRunner<G>> {
        Some(MatchRunner::of(self.config.restricted(restriction)?, self.options.clone()))
    }

    /// Plays the deal with this seed to its end with these bots, one for each seat. The seeds of the bots are
    /// derived from the seed and the seat. `None` if `stop` was set.
    pub(crate) fn play(
        &self,
        seed: u64,
        bots: &[Spec],
        stop: &Stop,
        watch: &mut impl Watch<G>,
    ) -> Option<Played> {
        let players: Vec<_> = bots.iter().map(|spec| Player::from(*spec)).collect();
        self.play_with(seed, seed, &players, stop, watch)
    }

    /// Plays a game like [`play`](MatchRunner::play), with players instead of specs. The seeds of the bots
    /// are derived from `choices` instead of the seed of the deal.
    pub(crate) fn play_with(
        &self,
        seed: u64,
        choices: u64,
        players: &[Player<G>],
        stop: &Stop,
        watch: &mut impl Watch<G>,
    ) -> Option<Played> {
        let mut bots: Vec<_> = (players.iter().zip(1..))
            .map(|(player, seat)| (player.make)(spread(choices, seat)))
            .collect();
        let mut events: Option<Vec<G::Event>> = watch.wants_events().then(Vec::new);
        let mut game = G::deal(&self.config, GameRng::from_seed(seed), sink(&mut events));
        events.iter().for_each(|events| watch.happened(&game, events));
        observe(&mut bots, players, &game);
        let mut buffer = Vec::new();
        let (mut first, mut last, mut turns, mut decisions) = (None, None, 0, 0);
        loop {
            let awaited = match game.turn() {
                Turn::Over(outcome) => {
                    let first = first.expect("a game has a decision");
                    let (scores, conclusion) = (game.scores(), None);
                    return Some(Played { first, outcome, conclusion, scores, turns, decisions });
                }
                Turn::Awaiting(awaited) => awaited,
            };
            let seat = awaited.first().expect("a seat is to decide");
            let bot = &mut bots[seat.index()];
            let action = match bot.blind() {
                Some(blind) => blind.pick(game.choices(seat, &mut buffer)),
                None if stop.is_set() => return None,
                None => {
                    let decided = bot.decide(&players[seat.index()].info_state(&game, seat));
                    // A search that was stopped has no valid choice.
                    if stop.is_set() {
                        return None;
                    }
                    let action = match decided.map_err(|fault| fault.stand_in) {
                        Ok(action) => action,
                        Err(Some(level)) => {
                            let seed = spread(choices, 1 + u64::from(seat.0));
                            *bot = Spec::Level(level).make(seed, bots::clock);
                            continue;
                        }
                        Err(None) => {
                            let conclusion = Termination::Forfeited { seat };
                            return Some(Played {
                                first: first.unwrap_or(seat),
                                outcome: conclusion.outcome(&self.sides),
                                conclusion: Some(conclusion),
                                scores: game.scores(),
                                turns,
                                decisions,
                            });
                        }
                    };
                    if let Err(no) = game.is_legal(seat, action) {
                        panic!("the bot at seat {seat} chose {action}: {no}");
                    }
                    action
                }
            };
            watch.deciding(&game, seat, action);
            events.iter_mut().for_each(Vec::clear);
            game.play_unchecked(seat, action, sink(&mut events));
            events.iter().for_each(|events| watch.happened(&game, events));
            observe(&mut bots, players, &game);
            watch.decided(&game);
            first = first.or(Some(seat));
            turns += u64::from(last != Some(seat));
            last = Some(seat);
            decisions += 1;
        }
    }
}

/// Shows the state to the bots that observe the match.
fn observe<G: Game>(bots: &mut [Box<dyn Bot<G>>], players: &[Player<G>], game: &G) {
    for (index, (bot, player)) in bots.iter_mut().zip(players).enumerate() {
        if bot.observes() {
            bot.observe(&player.info_state(game, Seat(index as u8)));
        }
    }
}

fn sink<G: Game>(events: &mut Option<Vec<G::Event>>) -> Option<&mut dyn EventSink<G>> {
    events.as_mut().map(|events| events as &mut dyn EventSink<G>)
}

/// The lead of the best side at the end: the best score of the winners (of all sides, if nobody won) minus
/// the best score of the other sides. 0 if all sides won; negative if something other than the score decided
/// the game.
pub(crate) fn margin(sides: &[SeatSet], winners: SeatSet, scores: &[i32]) -> i32 {
    let score = |side: &SeatSet| side.iter().map(|seat| scores[seat.index()]).max();
    let (won, lost): (Vec<_>, Vec<_>) =
        sides.iter().partition(|side| side.iter().any(|seat| winners.contains(seat)));
    let mut won: Vec<i32> = won.into_iter().filter_map(score).collect();
    let mut lost: Vec<i32> = lost.into_iter().filter_map(score).collect();
    won.sort_unstable();
    lost.sort_unstable();
    match (won.last(), lost.last()) {
        (Some(won), Some(lost)) => won - lost,
        (None, Some(best)) if lost.len() > 1 => best - lost[lost.len() - 2],
        _ => 0,
    }
}

/// Parses a list of bots separated by commas; returns each spec with its text.
///
/// # Errors
/// Returns an error if a bot is unknown or cannot play this game.
pub(crate) fn bots_of(list: &str, info: &GameInfo) -> Result<Vec<(String, Spec)>, InputError> {
    let read = |text: &str| {
        let text = text.trim();
        Ok((text.to_owned(), Spec::parse_for(text, info)?))
    };
    list.split(',').map(read).collect()
}

/// Parses a list of players separated by commas, which may name engines; returns each player with its text.
///
/// # Errors
/// Returns an error if [`bots_of`] does, if an engine does not play this game, or if the options are invalid.
pub(crate) fn players_of<G: Game>(
    list: &str,
    engines: &Engines,
    options: &Value,
    components: Option<&str>,
) -> Result<NamedPlayers<G>, InputError> {
    let start = GameStart::new::<G>(options, components)?;
    let read = |text: &str| {
        let text = text.trim();
        let player = match engines.find(text, G::info().id)? {
            None => Spec::parse_for(text, G::info())?.into(),
            Some(engine) => {
                let start = start.clone();
                // An engine gets no seed: it could derive the deal from it.
                Player::new(move |_| engine.bot(start.clone()))
            }
        };
        Ok((text.to_owned(), player))
    };
    list.split(',').map(read).collect()
}

/// The bot of each seat, from a list of one bot for each seat or one for all seats.
///
/// # Errors
/// Returns an error if the list has another length, or if [`bots_of`] does.
pub(crate) fn seat_bots(
    list: &str,
    seats: u8,
    info: &GameInfo,
) -> Result<Vec<(String, Spec)>, InputError> {
    for_seats(bots_of(list, info)?, seats)
}

/// The element for each seat, from a list of one element for each seat or one for all seats.
///
/// # Errors
/// Returns an error if the list has another length.
pub(crate) fn for_seats<T: Clone>(list: Vec<T>, seats: u8) -> Result<Vec<T>, InputError> {
    match list.len() {
        1 => Ok(vec![list[0].clone(); seats.into()]),
        count if count == usize::from(seats) => Ok(list),
        count => Err(InputError::new(
            format!(
                "席は{seats}つですが、ボットが{count}つ指定されています。席ごとに一つずつか、全席共通の一つを指定してください。"
            ),
            format!(
                "{count} bots are named for {seats} seats; give one for each seat, or one for all."
            ),
        )),
    }
}

/// Derives from a seed another seed with this number, by SplitMix64 (Steele, Lea and Flood 2014).
pub fn spread(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_between_sides() {
        let alone: Vec<SeatSet> = Seat::all(3).map(SeatSet::one).collect();
        let of = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<SeatSet>();
        assert_eq!(margin(&alone, of(&[1]), &[3, 9, 5]), 4);
        assert_eq!(margin(&alone, of(&[0]), &[3, 9, 5]), -6);
        assert_eq!(margin(&alone, of(&[]), &[3, 9, 5]), 4);
        assert_eq!(margin(&alone, of(&[0, 1, 2]), &[3, 3, 3]), 0);
        assert_eq!(margin(&alone, of(&[0, 1]), &[7, 7, 3]), 4);
        let teams = [of(&[0, 2]), of(&[1, 3])];
        assert_eq!(margin(&teams, of(&[1, 3]), &[1, 2, 3, 8]), 5);
    }
}
