//! The memories that the seats have of a match. Generic over the game.

use std::sync::{Arc, PoisonError};

use zashiki_core::{
    Action as _, FactoredAction, Game, GameStateExt as _, Key, Memory, Seat, Viewer,
};

use super::state::{Before, PastDecision, Recall, TypedState};

/// The memories of all seats that see this state first.
fn first<G: Game>(state: &G) -> Vec<Memory> {
    Seat::all(state.seats()).map(|seat| Memory::first(state, seat)).collect()
}

/// Adds an action of a seat, and what all seats see after it.
fn add<G: Game>(memories: &mut [Memory], seat: Seat, action: G::Action, after: &G) {
    memories[seat.index()].did(&action.to_string());
    for (seat, memory) in Seat::all(after.seats()).zip(memories) {
        memory.saw(Key::of_view(after, Viewer::Seat(seat)));
    }
}

impl<G: Game> TypedState<G> {
    /// The memory of a seat with perfect recall.
    pub fn memory(&self, seat: Seat) -> Memory {
        // The matches of which this one is a continuation, back to the last that remembers anything.
        let mut chain = vec![self];
        let mut recall = loop {
            let earliest = chain[chain.len() - 1];
            let recalled = earliest.recalled();
            match &earliest.start.before {
                Before::Imagined(link, _) | Before::Continued(link, ..) if recalled.is_none() => {
                    chain.push(link.state());
                }
                _ => break recalled,
            }
        };
        // What was recalled is of the earliest match itself; what later ones begin with is of the match before.
        let mut before = None;
        for state in chain.into_iter().rev() {
            let now = state.remember(recall.take(), before.as_deref());
            before = Some(now);
        }
        before.expect("the chain has this match").memories[seat.index()]
    }

    /// The memories now, computed from earlier ones in this match, or from those at the end of the match
    /// before.
    fn remember(
        &self,
        earlier: Option<Arc<Recall<G>>>,
        before: Option<&Recall<G>>,
    ) -> Arc<Recall<G>> {
        let recall = match earlier {
            Some(earlier) if earlier.steps == self.steps.len() => return earlier,
            Some(earlier) => {
                let (state, memories) = (earlier.state.clone(), earlier.memories.clone());
                self.replay(earlier.steps, state, memories)
            }
            None => self.replay(0, self.start.state.clone(), self.first_memories(before)),
        };
        let recall = Arc::new(recall);
        *self.recall.lock().unwrap_or_else(PoisonError::into_inner) = Some(recall.clone());
        recall
    }

    /// Adds all steps from this one on.
    fn replay(&self, from: usize, mut state: G, mut memories: Vec<Memory>) -> Recall<G> {
        for step in &self.steps[from..] {
            state.play_unchecked(step.seat, step.action, None);
            add(&mut memories, step.seat, step.action, &state);
        }
        Recall { steps: self.steps.len(), state, memories }
    }

    /// The memories of the seats in the first state of the match.
    fn first_memories(&self, before: Option<&Recall<G>>) -> Vec<Memory> {
        let state = &self.start.state;
        match (&self.start.before, before) {
            (Before::Continued(_, seat, action), Some(before)) => {
                let mut memories = before.memories.clone();
                add(&mut memories, *seat, *action, state);
                memories
            }
            (Before::Imagined(_, seat), Some(before)) => {
                let mut memories = first(state);
                memories[seat.index()] = before.memories[seat.index()];
                memories
            }
            (Before::Told(seat, memory, _), _) => {
                let mut memories = first(state);
                memories[seat.index()] = *memory;
                memories
            }
            _ => first(state),
        }
    }

    /// The decisions that a seat has taken so far, in order.
    pub fn past_decisions(&self, seat: Seat) -> Vec<PastDecision<G>> {
        let mut chain = vec![self];
        let mut past = loop {
            match &chain[chain.len() - 1].start.before {
                Before::Imagined(link, of) if *of == seat => chain.push(link.state()),
                Before::Continued(link, ..) => chain.push(link.state()),
                Before::Told(of, _, past) if *of == seat => break (**past).clone(),
                _ => break Vec::new(),
            }
        };
        let decision =
            |state: &G, action| PastDecision { view: state.view(Viewer::Seat(seat)), action };
        for match_ in chain.into_iter().rev() {
            if let Before::Continued(link, of, action) = &match_.start.before
                && *of == seat
            {
                past.push(decision(&link.state().state, *action));
            }
            let mut state = match_.start.state.clone();
            for step in &match_.steps {
                if step.seat == seat {
                    past.push(decision(&state, step.action));
                }
                state.play_unchecked(step.seat, step.action, None);
            }
        }
        past
    }

    /// The seat's latest decisions as numbers, the latest first: for each, the observation, and how often each
    /// number of each kind of sub-action was chosen. All 0 where the seat has taken fewer.
    pub fn recollection(&self, seat: Seat, decisions: usize) -> Vec<f32> {
        let kinds = G::Action::SUB_ACTIONS;
        let (observed, chosen) =
            (self.game.encoder.size(), kinds.iter().map(|kind| kind.size).sum::<usize>());
        let mut values = vec![0.0; decisions * (observed + chosen)];
        let past = self.past_decisions(seat);
        let rows = values.chunks_exact_mut(observed + chosen);
        for (row, PastDecision { view, action }) in rows.zip(past.iter().rev()) {
            let (observation, counts) = row.split_at_mut(observed);
            self.game.encoder.observe(view, seat, observation);
            for part in FactoredAction::of(*action, seat).parts() {
                let first: usize = kinds[..usize::from(part.factor)].iter().map(|it| it.size).sum();
                counts[first + usize::from(part.number)] += 1.0;
            }
        }
        values
    }
}
