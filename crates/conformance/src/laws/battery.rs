//! The matches in which all laws are checked, and the checks of laws 5 and 6.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

use serde_json::Value;
use zashiki_core::{
    Action, Game, GameConfig, GameRng, GameStateExt as _, Match, ObservationEncoder, Seat, Turn,
};

use super::configurations::configurations;
use super::observations::{Observed, check_names};
use super::policy::Policy;
use super::trial::{Findings, Trial, text};

/// With non-default options, laws are checked only at every third step, because most of a game is the same
/// with every option.
const OPTION_STEPS: usize = 3;

/// Boards are drawn at every fifth step: writing them is slow, and they change little in a step.
const DRAWN_STEPS: usize = 5;

/// Plays `games` matches with every number of seats and every option (one at a time differs from its
/// default), by random and by adversarial policies, and checks all laws: at every step with default
/// options, at every third with others. Uses all cores.
///
/// # Panics
/// Panics if a law is broken; the message names the law, the configuration and the seed.
pub fn battery<G: Game>(games: u64) {
    let findings = Findings::default();
    let queue = Mutex::new(configurations::<G>().into_iter());
    let next = || queue.lock().expect("nothing panics while it is held").next();
    let check = || {
        while let Some((seats, options)) = next() {
            let config =
                G::Config::new(seats, &options, None).expect("a listed configuration is valid");
            for seed in 0..games {
                for policy in Policy::ALL {
                    let trial =
                        Trial::<G> { config: &config, options: &options, seats, seed, policy };
                    trial.run(&findings);
                }
            }
            if let Err(fault) =
                check_names(&ObservationEncoder::<G>::new(&config), G::Action::SUB_ACTIONS)
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
    let observations = findings.observations.into_inner();
    let equal = findings.equal_observations.into_inner();
    println!("{}: {equal} of {observations} observations equal that of another view", info.id);
    for (law, flag, stated, found) in [
        (4, "hidden_information", info.hidden_information, &findings.hidden),
        (10, "private_information", info.private_information, &findings.private),
        (1, "open_decisions", info.open_decisions, &findings.open_decisions),
        (1, "simultaneous", info.simultaneous, &findings.simultaneous),
    ] {
        let met = if found.is_set() { "did" } else { "did not" };
        assert_eq!(
            found.is_set(),
            stated,
            "law {law}: {} says {flag} = {stated}, but the matches {met} show it",
            info.id
        );
    }
}

impl<G: Game> Trial<'_, G> {
    /// Plays the match and checks the laws.
    fn run(&self, findings: &Findings) {
        let mut rng = GameRng::from_seed(self.seed ^ 0x5eed);
        let mut match_ = Match::<G>::new(self.seats.into(), self.options, None, self.seed)
            .expect("a listed configuration is valid");
        let has_rng = match_.state().clone().rng_mut().is_some();
        assert!(
            has_rng || !G::info().chance,
            "{}: law 2: a game with chance has no RNG",
            self.at(&match_)
        );
        let bound = self.config.max_decisions();
        let mut states = vec![text(&match_.state().position())];
        let mut observed = Observed::new(self.config);
        // Only random matches are checked by all laws; the other policies serve to make long matches.
        let thorough = matches!(self.policy, Policy::Random);
        let defaults =
            G::info().complete_options(&Value::Null).expect("the default options are valid");
        let interval = if *self.options == defaults { 1 } else { OPTION_STEPS };
        while let Turn::Awaiting(awaited) = match_.state().turn() {
            assert!(!awaited.is_empty(), "{}: no seat is to move", self.at(&match_));
            assert!(match_.length() < bound, "law 6: {} is longer than {bound}", self.at(&match_));
            self.check_invariants(&match_);
            let state = match_.state();
            findings.simultaneous.set_if(|| state.is_simultaneous());
            findings.open_decisions.set_if(|| awaited.iter().any(|seat| !state.lists_all(seat)));
            let checked = thorough && match_.length().is_multiple_of(interval);
            if checked {
                self.lists_agree(&match_, &mut rng);
                self.drafts(&match_, &mut rng);
                self.determinizations(&match_, &mut rng, findings);
                self.observations(&match_, &mut observed, &mut rng, findings);
                self.sub_actions(&match_, &mut rng);
                self.batches_and_samples(&match_, &mut rng);
                self.omniscient_views(&match_, &mut rng, findings);
                self.previews(&match_, &mut rng);
                if match_.length().is_multiple_of(DRAWN_STEPS) {
                    self.drawings(&match_);
                }
                self.invalid_input(&mut match_, states.last().expect("the first state is there"));
            }
            let seats: Vec<Seat> = awaited.iter().collect();
            let seat = *rng.pick(&seats);
            let legal = match_.state().legal(seat);
            assert!(!legal.is_empty(), "{}: seat {seat} has no legal action", self.at(&match_));
            let action = self.policy.choose(match_.state(), seat, &legal, &mut rng);
            if checked {
                self.revealing_events(&match_, seat, action, &mut rng);
            }
            match_.play(seat, action).unwrap_or_else(|illegal| {
                panic!("law 1: {}: {action} is refused: {illegal}", self.at(&match_))
            });
            if thorough {
                let after = text(&match_.state().position());
                self.undo(&mut match_, states.last().expect("the first state is there"), &after);
                states.push(after);
            }
        }
        self.check_invariants(&match_);
        self.ending(&match_);
        if thorough {
            self.drawings(&match_);
            self.replay(&match_, &states);
            self.story(&match_);
        }
    }

    /// Checks law 5: the invariants.
    fn check_invariants(&self, match_: &Match<G>) {
        if let Err(fault) = match_.state().check_invariants() {
            panic!("law 5: {}: {fault}", self.at(match_));
        }
    }
}
