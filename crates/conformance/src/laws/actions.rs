//! Laws 1, 7, 12 and 14: legal actions, drafts, invalid input, sub-actions, and batched values and samples.

use std::collections::HashSet;

use zashiki_core::{
    Action, ActionDecoder, DynMatch, FactoredAction, Game, GameRng, GameStateExt as _, InfoState,
    MAX_SUB_ACTIONS, Match, SearchHintsExt as _, Seat, SubAction, is_notation,
};

use super::trial::{Trial, probes, text};

/// Number of listed actions per step that are decoded from their sub-actions.
const DECODED_ACTIONS: usize = 4;

/// Number of a seat's actions per step that are evaluated in one batch.
const EVALUATED_ACTIONS: usize = 4;

impl<G: Game> Trial<'_, G> {
    /// Checks law 1, and that each action has its own index and notation.
    pub fn lists_agree(&self, match_: &Match<G>, rng: &mut GameRng) {
        let state = match_.state();
        for seat in Seat::all(self.seats) {
            let legal = state.legal(seat);
            let unique: HashSet<G::Action> = legal.iter().copied().collect();
            assert_eq!(unique.len(), legal.len(), "law 1: {}: listed twice", self.at(match_));
            let awaited = state.turn().awaited().contains(seat);
            assert!(
                awaited || legal.is_empty(),
                "law 1: {}: {seat} is not to move",
                self.at(match_)
            );
            assert_eq!(state.prompt(seat).is_some(), awaited, "{}: prompt", self.at(match_));
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
                        !state.lists_all(seat) && !G::Action::ALL_INDEXED,
                        "{action} has no index"
                    ),
                }
                let notation = action.to_string();
                assert!(
                    is_notation(&notation),
                    "law 1: {notation:?} is not a well-formed notation"
                );
                assert_eq!(G::Action::parse(&notation).ok(), Some(*action), "notation {action}");
                if let Err(illegal) = state.is_legal(seat, *action) {
                    panic!("law 1: {}: {action} is listed but illegal: {illegal}", self.at(match_));
                }
            }
            for situation in state.situations(seat) {
                assert!(awaited, "law 1: {}: {seat} is in {}", self.at(match_), situation.id);
                for action in situation.actions {
                    if let Err(illegal) = state.is_legal(seat, action) {
                        let (at, id) = (self.at(match_), situation.id);
                        panic!("law 1: {at}: {action} of {id} is illegal: {illegal}");
                    }
                }
            }
            let mut categories = HashSet::new();
            let runs = legal.chunk_by(|one, other| one.category() == other.category());
            for category in runs.filter_map(|run| run[0].category()) {
                assert!(
                    categories.insert(category),
                    "{}: the actions of a category are not adjacent",
                    self.at(match_)
                );
            }
            // A reused list contains nothing of the previous step.
            let mut buffer = legal.clone();
            state.legal_into(seat, &mut buffer);
            assert_eq!(buffer, legal, "law 1: {}: the list is not cleared", self.at(match_));
            let choices = state.choices(seat, &mut buffer);
            assert_eq!(
                choices,
                legal,
                "law 1: {}: another list without a restriction",
                self.at(match_)
            );
            if !state.lists_all(seat) {
                continue;
            }
            for action in probes::<G>(rng) {
                let allowed = state.is_legal(seat, action).is_ok();
                assert_eq!(
                    allowed,
                    unique.contains(&action),
                    "law 1: {}: seat {seat}, {action}: is_legal says {allowed}, the list does not",
                    self.at(match_)
                );
            }
        }
    }

    /// Checks laws 1 and 3 for drafts: the notation of a legal action is a draft without error, the action
    /// to which the clock completes a draft is legal, and drafts do not depend on hidden information.
    pub fn drafts(&self, match_: &Match<G>, rng: &mut GameRng) {
        let state = match_.state();
        for seat in state.turn().awaited().iter() {
            let complete = rng.pick(&state.legal(seat)).to_string();
            for draft in ["", &complete] {
                let read = state.draft(seat, draft);
                assert_eq!(DynMatch::draft(match_, seat, draft), read, "{}", self.at(match_));
                assert_eq!(
                    read,
                    InfoState::new(state, seat).draft(draft),
                    "law 3: {}",
                    self.at(match_)
                );
                let Ok(read) = read else {
                    assert!(state.time_limit(seat).is_none(), "{}: no draft", self.at(match_));
                    continue;
                };
                assert!(read.refused.is_none() || draft != complete, "law 1: {complete}");
                let completed = read.completed.as_deref();
                assert!(completed.is_some() || state.time_limit(seat).is_none(), "{complete}");
                if let Some(completed) = completed {
                    let action =
                        G::Action::parse(completed).expect("a completed draft is an action");
                    assert!(state.is_legal(seat, action).is_ok(), "law 1: {completed} is refused");
                    assert!(draft != complete || completed == complete, "law 1: {complete}");
                }
            }
        }
    }

    /// Checks law 7 through the type-erased match: invalid input is rejected and changes nothing. `before` is
    /// the state at this step.
    pub fn invalid_input(&self, match_: &mut Match<G>, before: &str) {
        let awaited = match_.state().turn().awaited();
        let idle = Seat::all(self.seats).find(|seat| !awaited.contains(*seat));
        for seat in [awaited.first(), idle, Some(Seat(200))].into_iter().flatten() {
            for invalid in ["", " ", "\u{0}", "席", "place -1", "1e999 99999999999999999999", "{}"]
            {
                assert!(DynMatch::play(match_, seat, invalid).is_err(), "law 7: {invalid:?}");
                assert!(DynMatch::preview(match_, seat, invalid).is_err(), "law 7: {invalid:?}");
                // A game may accept any text as a draft, but not from a seat that does not exist.
                let read = DynMatch::draft(match_, seat, invalid);
                assert!(read.is_err() || seat.0 < self.seats, "law 7: {invalid:?}");
            }
        }
        if let (Some(awaited), Some(idle)) = (awaited.first(), idle) {
            let action = match_.state().legal(awaited)[0].to_string();
            assert!(DynMatch::play(match_, idle, &action).is_err(), "law 7: {}", self.at(match_));
            assert!(
                DynMatch::play(match_, Seat(200), &action).is_err(),
                "law 7: {}",
                self.at(match_)
            );
            for seat in [idle, Seat(200)] {
                assert!(
                    DynMatch::preview(match_, seat, &action).is_err(),
                    "law 7: {}",
                    self.at(match_)
                );
            }
        }
        assert_eq!(text(&match_.state().position()), before, "law 7: {}", self.at(match_));
    }

    /// Checks law 12: the sub-actions of an action identify it among the listed actions.
    pub fn sub_actions(&self, match_: &Match<G>, rng: &mut GameRng) {
        for seat in match_.state().turn().awaited().iter() {
            let legal = match_.state().legal(seat);
            let mut factored: Vec<_> =
                legal.iter().map(|action| FactoredAction::of(*action, seat)).collect();
            factored.sort_unstable();
            let declared = |part: &SubAction| {
                let kind = G::Action::SUB_ACTIONS.get(usize::from(part.factor));
                kind.is_some_and(|kind| usize::from(part.number) < kind.size)
            };
            for one in &factored {
                let is_declared = one.parts().iter().all(declared);
                assert!(
                    is_declared,
                    "law 12: {}: {one:?} is not of a declared kind",
                    self.at(match_)
                );
                let count = one.parts().len();
                assert!(count <= MAX_SUB_ACTIONS, "law 12: {}: {count} choices", self.at(match_));
            }
            // After sorting, sequences with a common prefix are adjacent.
            for pair in factored.windows(2) {
                let mut both = pair[0].parts().iter().zip(pair[1].parts());
                let difference = both.find(|(one, other)| one != other);
                assert!(
                    difference.is_some_and(|(one, other)| one.factor == other.factor),
                    "law 12: {}: {pair:?} do not differ within one kind of sub-action",
                    self.at(match_)
                );
            }
            let mut decoder = ActionDecoder::new(seat, &legal);
            for _ in 0..DECODED_ACTIONS {
                let action = *rng.pick(&legal);
                decoder.restart();
                for part in FactoredAction::of(action, seat).parts() {
                    let kind = G::Action::SUB_ACTIONS.get(usize::from(part.factor));
                    assert_eq!(decoder.factor(), kind, "law 12: {action}");
                    let mut mask = vec![true; kind.map_or(0, |kind| kind.size)];
                    decoder.mask(&mut mask);
                    let impossible = mask.iter().position(|possible| !possible);
                    assert!(impossible.is_none_or(|number| !decoder.choose(number)), "law 12");
                    let number = usize::from(part.number);
                    assert!(mask[number] && decoder.choose(number), "law 12: {action}");
                }
                assert_eq!(decoder.action(), Some(action), "law 12: {}", self.at(match_));
                assert_eq!(decoder.factor(), None, "law 12: {}: {action}", self.at(match_));
            }
        }
    }

    /// Checks law 14: values computed in batches, and samples of each category, equal those computed one by
    /// one.
    pub fn batches_and_samples(&self, match_: &Match<G>, rng: &mut GameRng) {
        let state = match_.state();
        for seat in state.turn().awaited().iter() {
            let legal = state.legal(seat);
            let count = legal.len().min(EVALUATED_ACTIONS);
            let some: Vec<G::Action> = (0..count).map(|_| *rng.pick(&legal)).collect();
            let mut batch = Vec::new();
            state.value_after_each(seat, &some, &mut batch);
            let one_by_one: Vec<i32> =
                some.iter().map(|action| state.value_after(seat, *action)).collect();
            assert_eq!(batch, one_by_one, "law 14: {}: {seat} evaluates {some:?}", self.at(match_));
            let (mut sample, mut same_rng) = (Vec::new(), rng.clone());
            if state.sample_per_category(seat, rng, &mut sample) {
                let categories = legal.chunk_by(|one, next| one.category() == next.category());
                let expected: Vec<G::Action> =
                    categories.map(|category| *same_rng.pick(category)).collect();
                assert_eq!(
                    sample,
                    expected,
                    "law 14: {}: {seat} samples per category",
                    self.at(match_)
                );
            }
        }
    }
}
