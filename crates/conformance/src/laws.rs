//! The conformance laws, as a battery of checks at every step of random and adversarial matches.
//!
//! Failures name the laws by their numbers in the documentation of [`zashiki_core::GameState`].

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use serde::Serialize;
use serde_json::Value;

use zashiki_core::{
    Action, ActionDecoder, DynMatch, Event, FactoredAction, FrameRecorder, Game, GameConfig,
    GameRng, GameState, GameStateExt as _, IllegalAction, InfoState, MAX_SUB_ACTIONS, Match,
    ObservationEncoder, PackedJson, Record, SearchHintsExt as _, Seat, SubAction, SubActionKind,
    Turn, Viewer, is_notation,
};

/// Number of actions checked against the complete list in games with more than this.
const SAMPLED_ACTIONS: usize = 400;

/// Number of each seat's legal actions previewed at each step.
const FORESEEN_ACTIONS: usize = 6;

/// Number of further actions, legal or not, previewed to compare errors.
const SAMPLED_REFUSALS: usize = 24;

/// Number of actions among which the worst policy chooses.
const WORST_OF: usize = 8;

/// Number of a seat's actions evaluated in one batch.
const LOOKED_AT: usize = 4;

/// Number of listed actions decoded from their sub-actions.
const WALKED_ACTIONS: usize = 4;

/// With non-default options, all laws are checked at one of this many steps: most of a game is the same
/// with every option.
const OPTION_MOMENTS: usize = 3;

/// Plays `games` matches with every number of seats and every option (one at a time differs from its
/// default), by random and by adversarial policies, and checks all laws: at every step with default
/// options, at every third with others. Uses all cores.
///
/// # Panics
/// Panics if a law is broken; the message names the law, the configuration and the seed.
pub fn battery<G: Game>(games: u64) {
    let found = Hidden::default();
    let setups = Mutex::new(setups::<G>().into_iter());
    let next = || setups.lock().expect("nothing panics while it is held").next();
    let check = || {
        while let Some((seats, options)) = next() {
            let config =
                G::Config::new(seats, &options, None).expect("a listed configuration is valid");
            for seed in 0..games {
                for policy in Policy::ALL {
                    let trial =
                        Trial::<G> { config: &config, options: &options, seats, seed, policy };
                    trial.run(&found);
                }
            }
            if let Err(fault) =
                well_named(&ObservationEncoder::<G>::new(&config), G::Action::SUB_ACTIONS)
            {
                panic!("{}: {fault}", G::info().id);
            }
        }
    };
    thread::scope(|threads| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let checks: Vec<_> = (0..cores).map(|_| threads.spawn(check)).collect();
        for check in checks {
            // The test fails with the message of the broken law.
            check.join().unwrap_or_else(|broken| resume_unwind(broken));
        }
    });
    let info = G::info();
    let (observed, alike) = (found.observed.into_inner(), found.alike.into_inner());
    println!("{}: {alike} of {observed} observations equal that of another view", info.id);
    let (information, from_others) = (found.information.known(), found.from_others.known());
    assert_eq!(
        information,
        info.hidden_information,
        "law 4: {} says hidden_information = {}, but determinizations {} from the state",
        info.id,
        info.hidden_information,
        if information { "differ" } else { "never differ" },
    );
    assert_eq!(
        from_others,
        info.private_information,
        "law 10: {} says private_information = {}, but the seats together know {} than a spectator",
        info.id,
        info.private_information,
        if from_others { "more" } else { "no more" },
    );
}

/// Hidden information observed in a battery.
#[derive(Default)]
struct Hidden {
    /// Set once a determinization differs from the state.
    information: Ever,
    /// Set once a seat knows something that a spectator does not.
    from_others: Ever,
    /// Number of observations, and the number of them that equal the observation of a different view.
    observed: AtomicUsize,
    alike: AtomicUsize,
}

/// A flag that can only be set.
#[derive(Default)]
struct Ever(AtomicBool);

impl Ever {
    fn known(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the flag if `now` returns true; calls it only while the flag is not set.
    fn or(&self, now: impl FnOnce() -> bool) {
        if !self.known() && now() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Checks that `determinize` samples all possibilities with equal frequency. `key` identifies the
/// possibility in a determinization; `expected` is the number of possibilities.
///
/// # Panics
/// Panics if one is missing, or the frequencies deviate by more than chance (a chi-square test that
/// uniform draws pass 999,999 times in a million).
pub fn equal_frequencies<G: Game, K: std::hash::Hash + Eq>(
    game: &G,
    viewer: Viewer,
    expected: usize,
    key: impl Fn(&G) -> K,
) {
    if expected == 1 {
        return;
    }
    let each = 500.0;
    let mut counts = std::collections::HashMap::new();
    let mut rng = GameRng::from_seed(4);
    let view = game.view(viewer);
    for _ in 0..expected * 500 {
        let world = G::determinize(game.config(), &view, rng.fork());
        *counts.entry(key(&world)).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), expected, "law 4: number of possible determinizations");
    let chi: f64 = counts.values().map(|n| (f64::from(*n) - each).powi(2) / each).sum();
    // Wilson and Hilferty's approximation of the chi-square quantile at z = 4.75.
    let freedom = (expected - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
    assert!(chi < limit, "law 4: chi-square {chi:.1} over {limit:.1} for {expected} possibilities");
}

/// Every number of seats with default options, and with each other value of each option.
pub(crate) fn setups<G: Game>() -> Vec<(u8, Value)> {
    let info = G::info();
    let defaults = info.complete_options(&Value::Null).expect("the default options are valid");
    let mut setups = Vec::new();
    for seats in info.seats.0..=info.seats.1 {
        setups.push((seats, defaults.clone()));
        for option in info.options {
            for value in option.samples() {
                let mut options = defaults.clone();
                options[option.id] = value;
                if options != defaults {
                    setups.push((seats, options));
                }
            }
        }
    }
    setups
}

/// The policy by which the seats of a trial choose actions.
#[derive(Clone, Copy, Debug)]
enum Policy {
    /// Uniformly random.
    Random,
    /// Always the first listed action.
    First,
    /// Always the last listed action.
    Last,
    /// The worst of some actions for the seat itself, to prolong the match.
    Worst,
}

impl Policy {
    const ALL: [Policy; 4] = [Policy::Random, Policy::First, Policy::Last, Policy::Worst];

    fn choose<G: Game>(
        self,
        game: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut GameRng,
    ) -> G::Action {
        match self {
            Policy::Random => *rng.pick(legal),
            Policy::First => legal[0],
            Policy::Last => legal[legal.len() - 1],
            Policy::Worst => {
                let some = legal.len().min(WORST_OF);
                let some: Vec<G::Action> = (0..some).map(|_| *rng.pick(legal)).collect();
                some.into_iter()
                    .min_by_key(|action| game.value_after(seat, *action))
                    .expect("a seat to move has a legal action")
            }
        }
    }
}

/// One match, checked at every step.
struct Trial<'a, G: Game> {
    config: &'a Arc<G::Config>,
    options: &'a Value,
    seats: u8,
    seed: u64,
    policy: Policy,
}

impl<G: Game> Trial<'_, G> {
    fn run(&self, found: &Hidden) {
        let mut rng = GameRng::from_seed(self.seed ^ 0x5eed);
        let mut play = Match::<G>::new(self.seats.into(), self.options, None, self.seed)
            .expect("a listed configuration is valid");
        let has_dice = play.state().clone().rng_mut().is_some();
        assert!(
            has_dice || !G::info().chance,
            "{}: law 2: a game with chance has no RNG",
            self.at(&play)
        );
        let bound = self.config.max_decisions();
        let mut truths = vec![text(&play.state().position())];
        let mut observed = Observed::new(self.config);
        // Only random matches are checked by all laws; the other policies serve to make long matches.
        let thorough = matches!(self.policy, Policy::Random);
        let defaults =
            G::info().complete_options(&Value::Null).expect("the default options are valid");
        let every = if *self.options == defaults { 1 } else { OPTION_MOMENTS };
        while let Turn::Awaiting(awaited) = play.state().turn() {
            assert!(!awaited.is_empty(), "{}: no seat is to move", self.at(&play));
            assert!(play.length() < bound, "law 6: {} is longer than {bound}", self.at(&play));
            self.check_invariants(&play);
            let looked_at = thorough && play.length().is_multiple_of(every);
            if looked_at {
                self.lists_agree(&play, &mut rng);
                self.drafts(&play, &mut rng);
                self.worlds(&play, &mut rng, found);
                self.observations(&play, &mut observed, &mut rng, found);
                self.small_choices(&play, &mut rng);
                self.shortcuts(&play, &mut rng);
                self.all_open(&play, &mut rng, found);
                self.foresight(&play, &mut rng);
                self.bad_input(&mut play, truths.last().expect("there is an opening"));
            }
            let seats: Vec<Seat> = awaited.iter().collect();
            let seat = *rng.pick(&seats);
            let legal = play.state().legal(seat);
            assert!(!legal.is_empty(), "{}: seat {seat} has no legal action", self.at(&play));
            let action = self.policy.choose(play.state(), seat, &legal, &mut rng);
            if looked_at {
                self.nothing_new(&play, seat, action, &mut rng);
            }
            play.play(seat, action).unwrap_or_else(|no| {
                panic!("law 1: {}: {action} is refused: {no}", self.at(&play))
            });
            if thorough {
                let after = text(&play.state().position());
                self.undo(&mut play, truths.last().expect("there is an opening"), &after);
                truths.push(after);
            }
        }
        self.check_invariants(&play);
        self.ending(&play);
        if thorough {
            self.replay(&play, &truths);
        }
    }

    fn at(&self, play: &Match<G>) -> String {
        format!(
            "{} ({} seats, options {}, seed {}, {:?}) at step {}",
            G::info().id,
            self.seats,
            self.options,
            self.seed,
            self.policy,
            play.length()
        )
    }

    /// All viewers: the seats, spectators and the omniscient viewer.
    fn viewers(&self) -> impl Iterator<Item = Viewer> {
        Viewer::all(self.seats).chain([Viewer::Omniscient])
    }

    /// The seat whose errors are compared at this step. Seats take turns, since formatting errors is the
    /// slowest part.
    fn refused(&self, play: &Match<G>) -> Seat {
        Seat((play.length() % usize::from(self.seats)) as u8)
    }

    /// Law 5.
    fn check_invariants(&self, play: &Match<G>) {
        if let Err(fault) = play.state().check_invariants() {
            panic!("law 5: {}: {fault}", self.at(play));
        }
    }

    /// Law 1, and that index and notation identify an action.
    fn lists_agree(&self, play: &Match<G>, rng: &mut GameRng) {
        let game = play.state();
        for seat in Seat::all(self.seats) {
            let legal = game.legal(seat);
            let unique: HashSet<G::Action> = legal.iter().copied().collect();
            assert_eq!(unique.len(), legal.len(), "law 1: {}: listed twice", self.at(play));
            let awaited = game.turn().awaited().contains(seat);
            assert!(awaited || legal.is_empty(), "law 1: {}: {seat} is not to move", self.at(play));
            assert_eq!(game.prompt(seat).is_some(), awaited, "{}: question", self.at(play));
            for action in &legal {
                match action.index() {
                    Some(index) => {
                        assert_eq!(
                            G::Action::from_index(index),
                            Some(*action),
                            "index of {action}"
                        );
                    }
                    None => assert!(
                        !game.lists_all(seat) && !G::Action::ALL_INDEXED,
                        "{action} has no index"
                    ),
                }
                let notation = action.to_string();
                assert!(
                    is_notation(&notation),
                    "law 1: {notation:?} is not a well-formed notation"
                );
                assert_eq!(G::Action::parse(&notation).ok(), Some(*action), "notation {action}");
                if let Err(no) = game.is_legal(seat, *action) {
                    panic!("law 1: {}: {action} is listed but illegal: {no}", self.at(play));
                }
            }
            let mut sorts = HashSet::new();
            let runs = legal.chunk_by(|one, other| one.category() == other.category());
            for sort in runs.filter_map(|run| run[0].category()) {
                assert!(
                    sorts.insert(sort),
                    "{}: the actions of a category are not adjacent",
                    self.at(play)
                );
            }
            // A reused list contains nothing of the previous step.
            let mut again = legal.clone();
            game.legal_into(seat, &mut again);
            assert_eq!(again, legal, "law 1: {}: the list is not cleared", self.at(play));
            let choices = game.choices(seat, &mut again);
            assert_eq!(
                choices,
                legal,
                "law 1: {}: another list without a restriction",
                self.at(play)
            );
            if !game.lists_all(seat) {
                continue;
            }
            for action in probes::<G>(rng) {
                let allowed = game.is_legal(seat, action).is_ok();
                assert_eq!(
                    allowed,
                    unique.contains(&action),
                    "law 1: {}: seat {seat}, {action}: is_legal says {allowed}, the list does not",
                    self.at(play)
                );
            }
        }
    }

    /// Unfinished decisions: a finished decision is a draft without error, a draft completed by the
    /// clock is a legal action, and hidden information makes no difference (laws 1 and 3).
    fn drafts(&self, play: &Match<G>, rng: &mut GameRng) {
        let game = play.state();
        for seat in game.turn().awaited().iter() {
            let finished = rng.pick(&game.legal(seat)).to_string();
            for draft in ["", &finished] {
                let read = game.draft(seat, draft);
                assert_eq!(DynMatch::draft(play, seat, draft), read, "{}", self.at(play));
                assert_eq!(
                    read,
                    InfoState::new(game, seat).draft(draft),
                    "law 3: {}",
                    self.at(play)
                );
                let Ok(read) = read else {
                    assert!(game.time_limit(seat).is_none(), "{}: no draft", self.at(play));
                    continue;
                };
                assert!(read.refused.is_none() || draft != finished, "law 1: {finished}");
                let completed = read.completed.as_deref();
                assert!(completed.is_some() || game.time_limit(seat).is_none(), "{finished}");
                if let Some(completed) = completed {
                    let action =
                        G::Action::parse(completed).expect("a completed draft is an action");
                    assert!(game.is_legal(seat, action).is_ok(), "law 1: {completed} is refused");
                    assert!(draft != finished || completed == finished, "law 1: {finished}");
                }
            }
        }
    }

    /// Laws 3 and 4: determinizations have the same views, lists, prompts and errors.
    fn worlds(&self, play: &Match<G>, rng: &mut GameRng, found: &Hidden) {
        let game = play.state();
        for viewer in self.viewers() {
            let view = game.view(viewer);
            let world = G::determinize(self.config, &view, rng.fork());
            assert_eq!(
                world.view(viewer),
                view,
                "law 4: {}: {viewer:?} has a different view of the determinization",
                self.at(play)
            );
            if let Err(fault) = world.check_invariants() {
                panic!("law 4: {}: determinization: {fault}", self.at(play));
            }
            assert_eq!(world.turn(), game.turn(), "law 4: {}", self.at(play));
            found.information.or(|| hidden(&world) != hidden(game));
            self.reads_back(play, &view, viewer);
            let Some(seat) = viewer.seat() else { continue };
            assert_eq!(world.legal(seat), game.legal(seat), "law 3: {}", self.at(play));
            assert_eq!(world.prompt(seat), game.prompt(seat), "law 3: {}", self.at(play));
            if seat != self.refused(play) {
                continue;
            }
            for action in probes::<G>(rng) {
                let refusals: [Option<IllegalAction>; 2] =
                    [&world, game].map(|game| game.is_legal(seat, action).err());
                assert_eq!(refusals[0], refusals[1], "law 3: {}: {action}", self.at(play));
            }
        }
    }

    /// Law 13, and that an information state from a serialized view equals the original.
    fn reads_back(&self, play: &Match<G>, view: &G::View, viewer: Viewer) {
        let at = |fault| format!("law 13: {}: {viewer:?}: {fault}", self.at(play));
        let read: Result<G::View, _> = serde_json::from_str(&text(view));
        let read = read.unwrap_or_else(|fault| panic!("{}", at(fault.to_string())));
        assert!(read == *view, "{}", at(format!("{view:?} reads back as {read:?}")));
        let Some(seat) = viewer.seat() else { return };
        let seen = InfoState::<G>::of_view(self.config, seat, &json(view));
        let seen = seen.unwrap_or_else(|fault| panic!("{}", at(fault.to_string())));
        assert!(seen.view() == view && seen.seat() == seat, "{}", at("another's".to_owned()));
    }

    /// Law 11.
    fn observations(
        &self,
        play: &Match<G>,
        observed: &mut Observed<G>,
        rng: &mut GameRng,
        found: &Hidden,
    ) {
        let game = play.state();
        for seat in Seat::all(self.seats) {
            let view = game.view(Viewer::Seat(seat));
            let numbers = observed.numbers(&view, seat);
            let finite = numbers.iter().all(|bits| f32::from_bits(*bits).is_finite());
            assert!(
                finite,
                "law 11: {}: {seat} observes a value that is not finite",
                self.at(play)
            );
            let world = G::determinize(self.config, &view, rng.fork()).view(Viewer::Seat(seat));
            assert_eq!(observed.numbers(&world, seat), numbers, "law 11: {}", self.at(play));
            let of_play = observed.of_play(game, seat);
            assert_eq!(of_play, numbers, "law 11: {}: {seat} from the state", self.at(play));
            found.observed.fetch_add(1, Ordering::Relaxed);
            let legal: HashSet<G::Action> = game.legal(seat).into_iter().collect();
            match observed.moments.entry((seat, numbers)) {
                Entry::Vacant(new) => drop(new.insert((view, legal))),
                Entry::Occupied(old) => {
                    let (before, listed) = old.get();
                    assert_eq!(
                        *listed,
                        legal,
                        "law 11: {}: {seat} had an equal observation with other legal actions",
                        self.at(play)
                    );
                    found.alike.fetch_add(usize::from(*before != view), Ordering::Relaxed);
                }
            }
        }
    }

    /// Law 12.
    fn small_choices(&self, play: &Match<G>, rng: &mut GameRng) {
        for seat in play.state().turn().awaited().iter() {
            let legal = play.state().legal(seat);
            let mut factored: Vec<_> =
                legal.iter().map(|action| FactoredAction::of(*action, seat)).collect();
            factored.sort_unstable();
            let declared = |part: &SubAction| {
                let factor = G::Action::SUB_ACTIONS.get(usize::from(part.factor));
                factor.is_some_and(|factor| usize::from(part.number) < factor.size)
            };
            for one in &factored {
                let fits = one.parts().iter().all(declared);
                assert!(fits, "law 12: {}: {one:?} is not of a declared kind", self.at(play));
                let count = one.parts().len();
                assert!(count <= MAX_SUB_ACTIONS, "law 12: {}: {count} choices", self.at(play));
            }
            // After sorting, sequences with a common prefix are adjacent.
            for pair in factored.windows(2) {
                let mut both = pair[0].parts().iter().zip(pair[1].parts());
                let parted = both.find(|(one, other)| one != other);
                assert!(
                    parted.is_some_and(|(one, other)| one.factor == other.factor),
                    "law 12: {}: {pair:?} do not differ within one kind of sub-action",
                    self.at(play)
                );
            }
            let mut walk = ActionDecoder::new(seat, &legal);
            for _ in 0..WALKED_ACTIONS {
                let action = *rng.pick(&legal);
                walk.restart();
                for part in FactoredAction::of(action, seat).parts() {
                    let asked = G::Action::SUB_ACTIONS.get(usize::from(part.factor));
                    assert_eq!(walk.factor(), asked, "law 12: {action}");
                    let mut mask = vec![true; asked.map_or(0, |factor| factor.size)];
                    walk.mask(&mut mask);
                    let impossible = mask.iter().position(|possible| !possible);
                    assert!(impossible.is_none_or(|number| !walk.choose(number)), "law 12");
                    let number = usize::from(part.number);
                    assert!(mask[number] && walk.choose(number), "law 12: {action}");
                }
                assert_eq!(walk.action(), Some(action), "law 12: {}", self.at(play));
                assert_eq!(walk.factor(), None, "law 12: {}: {action}", self.at(play));
            }
        }
    }

    /// Law 10.
    fn all_open(&self, play: &Match<G>, rng: &mut GameRng, found: &Hidden) {
        let game = play.state();
        let open = game.view(Viewer::Omniscient);
        let world = G::determinize(self.config, &open, rng.fork());
        let mut views = Vec::new();
        for viewer in Viewer::all(self.seats) {
            let view = game.view(viewer);
            assert_eq!(
                world.view(viewer),
                view,
                "law 10: {}: {viewer:?} knows something that the omniscient viewer does not",
                self.at(play)
            );
            views.push(view);
        }
        // The omniscient viewer's events show everything that is public.
        if !views.contains(&open) {
            let views: Vec<Value> = views.iter().map(json).collect();
            if let Some(place) = untold(&json(&open), &views.iter().collect::<Vec<_>>()) {
                panic!(
                    "law 10: {}: {place} of the omniscient view is in no other view",
                    self.at(play)
                );
            }
        }
        let events = play.played().last().map_or(play.opening(), |taken| &taken.events);
        for event in events {
            let told = event.for_viewer(Viewer::Omniscient);
            for viewer in Viewer::all(self.seats) {
                assert_eq!(
                    told.as_ref().and_then(|event| event.for_viewer(viewer)),
                    event.for_viewer(viewer),
                    "law 10: {}: {viewer:?} receives an event that the omniscient viewer does not",
                    self.at(play)
                );
            }
        }
        found.from_others.or(|| open != game.view(Viewer::Spectator));
    }

    /// Law 7, through the type-erased match: invalid input is rejected and changes nothing. `before` is
    /// the state at this step.
    fn bad_input(&self, play: &mut Match<G>, before: &str) {
        let awaited = play.state().turn().awaited();
        let idle = Seat::all(self.seats).find(|seat| !awaited.contains(*seat));
        for seat in [awaited.first(), idle, Some(Seat(200))].into_iter().flatten() {
            for nonsense in ["", " ", "\u{0}", "席", "place -1", "1e999 99999999999999999999", "{}"]
            {
                assert!(DynMatch::play(play, seat, nonsense).is_err(), "law 7: {nonsense:?}");
                assert!(DynMatch::preview(play, seat, nonsense).is_err(), "law 7: {nonsense:?}");
                // A game may accept any text as a draft, but not from a seat that does not exist.
                let read = DynMatch::draft(play, seat, nonsense);
                assert!(read.is_err() || seat.0 < self.seats, "law 7: {nonsense:?}");
            }
        }
        if let (Some(awaited), Some(idle)) = (awaited.first(), idle) {
            let action = play.state().legal(awaited)[0].to_string();
            assert!(DynMatch::play(play, idle, &action).is_err(), "law 7: {}", self.at(play));
            assert!(DynMatch::play(play, Seat(200), &action).is_err(), "law 7: {}", self.at(play));
            for seat in [idle, Seat(200)] {
                assert!(
                    DynMatch::preview(play, seat, &action).is_err(),
                    "law 7: {}",
                    self.at(play)
                );
            }
        }
        assert_eq!(text(&play.state().position()), before, "law 7: {}", self.at(play));
    }

    /// Law 14.
    fn shortcuts(&self, play: &Match<G>, rng: &mut GameRng) {
        let game = play.state();
        for seat in game.turn().awaited().iter() {
            let legal = game.legal(seat);
            let looked = legal.len().min(LOOKED_AT);
            let some: Vec<G::Action> = (0..looked).map(|_| *rng.pick(&legal)).collect();
            let mut at_once = Vec::new();
            game.value_after_each(seat, &some, &mut at_once);
            let one_by_one: Vec<i32> =
                some.iter().map(|action| game.value_after(seat, *action)).collect();
            assert_eq!(at_once, one_by_one, "law 14: {}: {seat} evaluates {some:?}", self.at(play));
            let (mut drawn, mut same) = (Vec::new(), rng.clone());
            if game.sample_per_category(seat, rng, &mut drawn) {
                let sorts = legal.chunk_by(|one, next| one.category() == next.category());
                let listed: Vec<G::Action> = sorts.map(|sort| *same.pick(sort)).collect();
                assert_eq!(drawn, listed, "law 14: {}: {seat} samples per category", self.at(play));
            }
        }
    }

    /// Law 8, first half: an action without a revealing event shows only what was already known.
    fn nothing_new(&self, play: &Match<G>, seat: Seat, action: G::Action, rng: &mut GameRng) {
        let game = play.state();
        let mut truth = FrameRecorder(Vec::new());
        let mut after = game.clone();
        after.play_unchecked(seat, action, Some(&mut truth));
        if truth.0.iter().any(|(event, _)| event.reveals()) {
            return;
        }
        for viewer in self.viewers() {
            let mut world = G::determinize(self.config, &game.view(viewer), rng.fork());
            if world.is_legal(seat, action).is_err() {
                // In this determinization the action itself, not its consequences, informs the viewer.
                continue;
            }
            let mut imagined = FrameRecorder(Vec::new());
            world.play_unchecked(seat, action, Some(&mut imagined));
            let seen = |frames: &FrameRecorder<G>| -> Vec<(Option<G::Event>, G::View)> {
                let frames = frames.0.iter();
                frames.map(|(event, game)| (event.for_viewer(viewer), game.view(viewer))).collect()
            };
            assert_eq!(
                seen(&imagined),
                seen(&truth),
                "law 8: {}: {action} shows {viewer:?} something without a revealing event",
                self.at(play)
            );
        }
    }

    /// Law 9: a preview agrees with the events that the seat then receives, and returns the same errors.
    fn foresight(&self, play: &Match<G>, rng: &mut GameRng) {
        let game = play.state();
        for seat in Seat::all(self.seats) {
            let seen = InfoState::new(game, seat);
            let mut legal = game.legal(seat);
            rng.shuffle(&mut legal);
            for (number, action) in legal.into_iter().take(FORESEEN_ACTIONS).enumerate() {
                let mut truth = FrameRecorder(Vec::new());
                game.clone().play_unchecked(seat, action, Some(&mut truth));
                let happens = truth.certain(Viewer::Seat(seat));
                let foreseen = seen.preview(action).unwrap_or_else(|no| {
                    panic!("law 9: {}: {action} is refused: {no}", self.at(play))
                });
                assert_eq!(
                    foreseen,
                    happens,
                    "law 9: {}: the preview of {action} by seat {seat} differs",
                    self.at(play)
                );
                // The type-erased match writes the same as JSON, in one function for all games.
                if number > 0 {
                    continue;
                }
                let told = DynMatch::preview(play, seat, &action.to_string()).expect("it is legal");
                assert_eq!(told.len(), happens.len(), "law 9: {}: {action}", self.at(play));
                for (told, (event, view)) in told.iter().zip(&happens) {
                    assert_eq!(
                        told.event.value(),
                        json(event),
                        "law 9: {}: {action}",
                        self.at(play)
                    );
                    let view = view.as_ref().map(json);
                    assert_eq!(
                        told.view.as_ref().map(PackedJson::value),
                        view,
                        "law 9: {}: {action}",
                        self.at(play)
                    );
                }
            }
            if seat != self.refused(play) {
                continue;
            }
            let mut probed = probes::<G>(rng);
            rng.shuffle(&mut probed);
            for action in probed.into_iter().take(SAMPLED_REFUSALS) {
                assert_eq!(
                    seen.preview(action).err(),
                    game.is_legal(seat, action).err(),
                    "law 9: {}: seat {seat}, {action}",
                    self.at(play)
                );
            }
        }
    }

    /// Law 8, second half: undo restores exactly the previous state, for its seat alone. `before` and
    /// `after` are the states around the last action.
    fn undo(&self, play: &mut Match<G>, before: &str, after: &str) {
        let Some(last) = play.played().last() else { return };
        let (seat, action) = (last.seat, last.action);
        let over = play.outcome().is_some();
        let kept = over || last.events.iter().any(|event| event.reveals());
        for other in Seat::all(self.seats).filter(|other| *other != seat) {
            assert!(play.undo(other).is_err(), "law 8: {}: undone by {other}", self.at(play));
        }
        assert_eq!(play.undo(seat).is_ok(), !kept, "law 8: {}", self.at(play));
        if !kept {
            assert_eq!(text(&play.state().position()), before, "law 8: {}", self.at(play));
            play.play(seat, action).expect("an action legal before undo is legal after it");
            assert_eq!(text(&play.state().position()), after, "law 8: {}", self.at(play));
        }
    }

    /// The end reason is one that the game declares, and no seat can act after the end.
    fn ending(&self, play: &Match<G>) {
        let Turn::Over(outcome) = play.state().turn() else { unreachable!("the match is over") };
        assert!(
            G::info().end_reason(outcome.reason).is_some(),
            "{}: undeclared end reason {}",
            self.at(play),
            outcome.reason
        );
        assert_eq!(play.state().scores().len(), usize::from(self.seats), "{}", self.at(play));
        for seat in Seat::all(self.seats) {
            assert!(play.state().legal(seat).is_empty(), "{}: {seat} can act", self.at(play));
        }
    }

    /// Law 2: the record reproduces every state and view, and a match continues identically from a
    /// position.
    fn replay(&self, play: &Match<G>, truths: &[String]) {
        let record = play.record();
        let stored = serde_json::to_string(&record).expect("a record is plain data");
        let read = Record::from_json(&stored).expect("a stored record is readable");
        assert_eq!(read, record, "law 2: {}", self.at(play));
        let again = Match::<G>::from_record(&read)
            .unwrap_or_else(|error| panic!("law 2: {}: {error}", self.at(play)));
        assert_eq!(again.length() + 1, truths.len(), "law 2: {}", self.at(play));
        for (step, truth) in truths.iter().enumerate() {
            let moment = match again.played().get(step) {
                Some(taken) => &taken.before,
                None => again.state(),
            };
            assert_eq!(text(&moment.position()), *truth, "law 2: {} step {step}", self.at(play));
            let position: G::Position = serde_json::from_str(truth).expect("a position reads back");
            let stands = G::from_position(self.config, position)
                .unwrap_or_else(|error| panic!("law 2: {} step {step}: {error}", self.at(play)));
            assert_eq!(text(&stands.position()), *truth, "law 2: {} step {step}", self.at(play));
            assert_eq!(stands.state_hash(), moment.state_hash(), "law 2: {}", self.at(play));
            for viewer in self.viewers() {
                assert_eq!(stands.view(viewer), moment.view(viewer), "law 2: {}", self.at(play));
            }
            let Some(taken) = again.played().get(step) else { continue };
            let mut next = stands;
            next.play_unchecked(taken.seat, taken.action, None);
            assert_eq!(
                text(&next.position()),
                truths[step + 1],
                "law 2: {}: the position of step {step} continues differently",
                self.at(play)
            );
        }
        for (turn, viewer) in self.viewers().enumerate() {
            for number in 0..=play.length() {
                let step = again.step(number, viewer).expect("a step of the match");
                assert_eq!(Some(&step), play.step(number, viewer).as_ref(), "law 2");
                // Frames are long, and one function writes them for all games: each step is requested by
                // one viewer, and each viewer requests some steps.
                if number % self.viewers().count() != turn {
                    continue;
                }
                let mut frames = again.frames(number, viewer).expect("a step of the match");
                frames.told.iter_mut().for_each(|told| told.view = None);
                assert_eq!(frames, step, "law 2: {}: frames of {number}", self.at(play));
            }
        }
    }
}

/// Each seat's observations in a match, bit by bit, with its view and its legal actions.
struct Observed<G: Game> {
    observer: ObservationEncoder<G>,
    moments: HashMap<(Seat, Vec<u32>), Moment<G>>,
}

/// A seat's view and its legal actions.
type Moment<G> = (<G as GameState>::View, HashSet<<G as GameState>::Action>);

impl<G: Game> Observed<G> {
    fn new(config: &Arc<G::Config>) -> Observed<G> {
        Observed { observer: ObservationEncoder::new(config), moments: HashMap::new() }
    }

    fn numbers(&self, view: &G::View, seat: Seat) -> Vec<u32> {
        self.written(|numbers| self.observer.observe(view, seat, numbers))
    }

    fn of_play(&self, game: &G, seat: Seat) -> Vec<u32> {
        self.written(|numbers| self.observer.observe_state(game, seat, numbers))
    }

    fn written(&self, write: impl FnOnce(&mut [f32])) -> Vec<u32> {
        // Every number is written, regardless of the previous content.
        let mut numbers = vec![f32::MAX; self.observer.size()];
        write(&mut numbers);
        numbers.into_iter().map(f32::to_bits).collect()
    }
}

/// Checks that every feature and kind of sub-action has a unique name and a meaning.
fn well_named<G: Game>(
    observer: &ObservationEncoder<G>,
    factors: &[SubActionKind],
) -> Result<(), String> {
    let features = observer.features().iter().map(|feature| (feature.name, feature.meaning));
    let factors = factors.iter().map(|factor| (factor.name, factor.meaning));
    for (what, said) in [("feature", features.collect::<Vec<_>>()), ("factor", factors.collect())] {
        let mut names = HashSet::new();
        for (name, meaning) in said {
            let plain = |letter: char| letter.is_ascii_lowercase() || letter == '_';
            if name.is_empty() || !name.chars().all(plain) || !names.insert(name) {
                return Err(format!("the {what} {name:?} needs a unique name in snake case"));
            }
            if !meaning.ends_with('.') || meaning.contains('|') {
                return Err(format!("the meaning of the {what} {name} must be a sentence"));
            }
        }
    }
    Ok(())
}

/// All actions, or a sample if there are too many.
fn probes<G: Game>(rng: &mut GameRng) -> Vec<G::Action> {
    if <G::Action>::COUNT <= SAMPLED_ACTIONS {
        (0..<G::Action>::COUNT).filter_map(G::Action::from_index).collect()
    } else {
        (0..SAMPLED_ACTIONS)
            .filter_map(|_| G::Action::from_index(rng.below(<G::Action>::COUNT as u32) as usize))
            .collect()
    }
}

/// The first path in a value that none of the others contains. Another value contains it if it has the
/// same value there; or all others together contain all of its parts.
fn untold(value: &Value, others: &[&Value]) -> Option<String> {
    if others.contains(&value) {
        return None;
    }
    let whole = parts(value);
    let alike: Vec<_> = (others.iter().map(|other| parts(other)))
        .filter(|other| !other.is_empty() && other.len() == whole.len())
        .filter(|other| other.iter().zip(&whole).all(|((there, _), (here, _))| there == here))
        .collect();
    if alike.is_empty() {
        return Some(String::new());
    }
    whole.iter().enumerate().find_map(|(index, (key, part))| {
        let there: Vec<&Value> = alike.iter().map(|other| other[index].1).collect();
        untold(part, &there).map(|place| format!("/{key}{place}"))
    })
}

/// The parts of a value by their keys or numbers.
fn parts(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(fields) => fields.iter().map(|(key, part)| (key.clone(), part)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        _ => Vec::new(),
    }
}

/// The position without the RNG, which always differs.
fn hidden<G: Game>(game: &G) -> Value {
    let mut position = json(&game.position());
    if let Value::Object(fields) = &mut position {
        fields.remove("dice");
    }
    position
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("views, events and positions are plain data")
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views and positions are plain data")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_open_view_is_put_together_from_the_seats_own() {
        let view = |hands: Value, deck: Value| json!({ "hands": hands, "deck": deck });
        let first = view(json!([{ "tiles": [1, 2] }, { "tiles": null }]), json!(3));
        let second = view(json!([{ "tiles": null }, { "tiles": [4] }]), json!(3));
        let told = |open: Value| untold(&open, &[&first, &second]);
        let hands = json!([{ "tiles": [1, 2] }, { "tiles": [4] }]);
        assert_eq!(told(view(hands.clone(), json!(3))), None);
        assert_eq!(told(view(hands.clone(), json!([7, 8, 9]))).as_deref(), Some("/deck"));
        let guessed = json!([{ "tiles": [1, 2] }, { "tiles": [5] }]);
        assert_eq!(told(view(guessed, json!(3))).as_deref(), Some("/hands/1/tiles/0"));
        assert_eq!(told(json!({ "hands": hands })).as_deref(), Some(""));
        let more = json!({ "hands": [], "deck": 3, "order": [] });
        assert_eq!(told(more).as_deref(), Some(""));
    }
}
