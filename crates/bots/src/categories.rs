//! Actions by their [sorts](Action::sort): however many ways there are to do one thing, the others are
//! not lost among them.

use rustc_hash::FxHashMap;
use zashiki_core::Action;

/// Tells of one action after the other how many of its sort there were up to it, counted from 1; 0 of an
/// action that is of no sort.
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

/// How many of these actions, from the first on, are of the first one's sort. They stand side by side,
/// and there may be hundreds.
pub(crate) fn first_of_sort<A: Action>(actions: &[A]) -> usize {
    let sort = actions[0].category();
    // Of that sort for sure, and perhaps not.
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
