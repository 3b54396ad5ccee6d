//! Leads of the matches between ready-made formations, computed once.

use std::sync::{Arc, OnceLock};

/// The leads of First where two ready-made formations meet, each played when it is first asked
/// for. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Matches(pub(crate) Arc<[OnceLock<i32>]>);

/// They follow from everything else of the setup.
impl PartialEq for Matches {
    fn eq(&self, _: &Matches) -> bool {
        true
    }
}

impl Matches {
    pub(crate) fn of(formations: usize) -> Matches {
        Matches(std::iter::repeat_with(OnceLock::new).take(formations * formations).collect())
    }

    /// Those of the game's own components and options, the same for all plays: they take a bot a
    /// tenth of a second to play.
    pub(crate) fn own(formations: usize) -> Matches {
        static OWN: OnceLock<Matches> = OnceLock::new();
        OWN.get_or_init(|| Matches::of(formations)).clone()
    }
}
