//! Early stopping: learning ends when the loss on the validation set no longer improves (Prechelt, *Early
//! Stopping — But When?*, 1998).

/// The best of what rounds of learning came to, by the loss on what was held back.
pub(crate) struct EarlyStopping<T> {
    best: T,
    least: f64,
    waited: u64,
    patience: u64,
}

impl<T: Clone> EarlyStopping<T> {
    /// Starts with this state and its loss; ends after `patience` rounds without improvement.
    pub(crate) fn new(start: T, loss: f64, patience: u64) -> Self {
        EarlyStopping { best: start, least: loss, waited: 0, patience }
    }

    /// Takes in what a round came to. Whether to end.
    pub(crate) fn ends(&mut self, found: &T, loss: f64) -> bool {
        if loss < self.least {
            (self.best, self.least, self.waited) = (found.clone(), loss, 0);
        } else {
            self.waited += 1;
        }
        self.waited >= self.patience
    }

    /// The best, and its loss.
    pub(crate) fn best(self) -> (T, f64) {
        (self.best, self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_after_so_many_rounds_without_anything_better_and_gives_the_best() {
        let mut learning = EarlyStopping::new('a', 3.0, 2);
        let ends = [('b', 3.0), ('c', 2.0), ('d', 2.5), ('e', 1.0), ('f', 1.0), ('g', 1.5)]
            .map(|(found, loss)| learning.ends(&found, loss));
        assert_eq!(ends, [false, false, false, false, false, true]);
        assert_eq!(learning.best(), ('e', 1.0));
    }
}
