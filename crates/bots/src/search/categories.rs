//! Balance between the [categories](Action::category) of actions, so that large categories do not crowd out
//! the others.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// A function that returns for each action its position within its category. Positions count from 1, in the
/// order of the calls; an action without a category has position 0.
pub(crate) fn position_in_category<A: Action>() -> impl FnMut(&A) -> usize {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    move |action| {
        action.category().map_or(0, |category| {
            let count = counts.entry(category).or_default();
            *count += 1;
            *count
        })
    }
}

/// The number of actions at the start of the list that have the same category as the first one. Actions of a
/// category are adjacent, and there may be hundreds.
pub(crate) fn first_category_len<A: Action>(actions: &[A]) -> usize {
    let category = actions[0].category();
    // Galloping search: `sure` actions are in the category; the next one to test is `step` further.
    let (mut sure, mut step) = (1, 1);
    while let Some(action) = actions.get(sure + step - 1)
        && action.category() == category
    {
        sure += step;
        step *= 2;
    }
    let open = &actions[sure..actions.len().min(sure + step - 1)];
    sure + open.partition_point(|action| action.category() == category)
}
