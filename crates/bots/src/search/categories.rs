//! Actions by their [categories](Action::category): categories with many actions do not crowd out the others.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// Returns, for one action after another, the number of actions of its category so far, counted from 1; 0
/// for an action without a category.
pub(crate) fn counted<A: Action>() -> impl FnMut(&A) -> usize {
    let mut so_far: FxHashMap<usize, usize> = FxHashMap::default();
    move |action| {
        action.category().map_or(0, |sort| {
            let count = so_far.entry(sort).or_default();
            *count += 1;
            *count
        })
    }
}

/// The number of leading actions in the category of the first one. They are adjacent, and there may be
/// hundreds.
pub(crate) fn first_of_category<A: Action>(actions: &[A]) -> usize {
    let sort = actions[0].category();
    // Number certainly in the category, and number to test next.
    let (mut sure, mut step) = (1, 1);
    while let Some(action) = actions.get(sure + step - 1)
        && action.category() == sort
    {
        sure += step;
        step *= 2;
    }
    let open = &actions[sure..actions.len().min(sure + step - 1)];
    sure + open.partition_point(|action| action.category() == sort)
}
