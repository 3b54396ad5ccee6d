//! Early stopping: learning ends when the loss on the validation set no longer improves (Prechelt, *Early
//! Stopping — But When?*, 1998).

/// The best state over all rounds of learning, by the loss on the validation set.
pub(crate) struct EarlyStopping<T> {
    best: T,
    least: f64,
    waited: u64,
    patience: u64,
}

impl<T: Clone> EarlyStopping<T> {
    /// Starts with this state and its loss. Learning ends after `patience` rounds without improvement.
    pub(crate) fn new(start: T, loss: f64, patience: u64) -> Self {
        EarlyStopping { best: start, least: loss, waited: 0, patience }
    }

    /// Adds the state and the loss after a round; returns true if learning should end.
    pub(crate) fn ends(&mut self, state: &T, loss: f64) -> bool {
        if loss < self.least {
            (self.best, self.least, self.waited) = (state.clone(), loss, 0);
        } else {
            self.waited += 1;
        }
        self.waited >= self.patience
    }

    /// The best state, and its loss on the validation set.
    pub(crate) fn best(self) -> (T, f64) {
        (self.best, self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_ends_after_rounds_without_improvement_with_the_best_state() {
        let mut learning = EarlyStopping::new('a', 3.0, 2);
        let ends = [('b', 3.0), ('c', 2.0), ('d', 2.5), ('e', 1.0), ('f', 1.0), ('g', 1.5)]
            .map(|(found, loss)| learning.ends(&found, loss));
        assert_eq!(ends, [false, false, false, false, false, true]);
        assert_eq!(learning.best(), ('e', 1.0));
    }
}
