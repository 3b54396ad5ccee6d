//! Kinds of actions: common features of actions. They are read from the notation of the actions, so every
//! game has them.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use zashiki_core::Game;

/// The kinds of an action, from its notation: the first word (`place`), and the first word with each other
/// word (`place 5`). Coordinates after `@` or `:` are omitted. The action `c4>c3` has the kind `>`.
pub(crate) fn kinds(notation: &str) -> Vec<String> {
    let parts: Vec<&str> = notation.split([' ', '>']).collect();
    let (first, others) = match notation.split(' ').next() {
        Some(first) if first.contains('>') => (">", &parts[..]),
        _ => (parts[0], &parts[1..]),
    };
    let mut kinds = vec![first.to_owned()];
    for part in others {
        let part = part.split(['@', ':']).next().unwrap_or_default();
        let kind = format!("{first} {part}");
        if !part.is_empty() && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Number of times that actions of a kind were available, and were taken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Use {
    /// Number of decisions in which actions of this kind and of another kind were available.
    pub(crate) offered: u64,
    /// Number of these decisions in which an action of the kind was taken.
    pub(crate) taken: u64,
}

/// Determines the kinds of the actions in one game and counts them for each seat.
pub(crate) struct Uses<G: Game> {
    seats: usize,
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    of_actions: HashMap<G::Action, Vec<usize>>,
    /// The counts, indexed by kind and by seat.
    uses: Vec<Vec<Use>>,
}

impl<G: Game> Uses<G> {
    pub(crate) fn new(seats: usize) -> Uses<G> {
        let (names, uses) = (Vec::new(), Vec::new());
        Uses { seats, names, numbers: HashMap::new(), of_actions: HashMap::new(), uses }
    }

    /// Counts a seat's decision between the `listed` actions, in which it took `chosen`.
    pub(crate) fn count(&mut self, seat: usize, listed: &[G::Action], chosen: G::Action) {
        let mut offers: Vec<u64> = vec![0; self.names.len()];
        for action in listed {
            for kind in self.of(*action) {
                offers.resize(self.names.len(), 0);
                offers[kind] += 1;
            }
        }
        let taken = self.of(chosen);
        offers.resize(self.names.len(), 0);
        for (kind, offers) in offers.into_iter().enumerate() {
            // A decision with actions of one kind only does not count.
            if offers > 0 && offers < listed.len() as u64 {
                let used = &mut self.uses[kind][seat];
                used.offered += 1;
                used.taken += u64::from(taken.contains(&kind));
            }
        }
    }

    fn of(&mut self, action: G::Action) -> Vec<usize> {
        if let Some(known) = self.of_actions.get(&action) {
            return known.clone();
        }
        let mut report = Vec::new();
        for kind in kinds(&action.to_string()) {
            let next = self.names.len();
            let number = *self.numbers.entry(kind.clone()).or_insert(next);
            if number == next {
                self.names.push(kind);
                self.uses.push(vec![Use::default(); self.seats]);
            }
            report.push(number);
        }
        self.of_actions.insert(action, report.clone());
        report
    }

    /// The counts of each seat, by the name of the kind.
    pub(crate) fn all(self) -> BTreeMap<String, Vec<Use>> {
        self.names.into_iter().zip(self.uses).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_words_of_the_notation() {
        let read = |notation| kinds(notation).join("|");
        assert_eq!(read("draw"), "draw");
        assert_eq!(read("place 5 strong"), "place|place 5|place strong");
        assert_eq!(read("lay crest@0:0 2@0:1 2@5:1"), "lay|lay crest|lay 2");
        assert_eq!(read("c4>c3"), ">|> c4|> c3");
    }
}
