//! Cache: the first seat's heuristic lead for each pair of ready-made formations.

use std::sync::{Arc, OnceLock};

/// The first seat's heuristic lead for each pair of ready-made formations, computed on first use. Clones
/// share the cache.
#[derive(Clone, Debug)]
pub(crate) struct FormationLeads(Arc<[OnceLock<i32>]>);

/// Two caches always compare equal, because the leads depend only on the other fields of the
/// configuration.
impl PartialEq for FormationLeads {
    fn eq(&self, _: &FormationLeads) -> bool {
        true
    }
}

impl FormationLeads {
    /// An empty cache for this number of formations.
    pub(crate) fn new(formations: usize) -> FormationLeads {
        let leads = std::iter::repeat_with(OnceLock::new).take(formations * formations);
        FormationLeads(leads.collect())
    }

    /// The cache that all games with the built-in components and default options share. Computing all
    /// leads takes a tenth of a second, so it happens only once.
    pub(crate) fn shared(formations: usize) -> FormationLeads {
        static SHARED: OnceLock<FormationLeads> = OnceLock::new();
        SHARED.get_or_init(|| FormationLeads::new(formations)).clone()
    }

    /// The cached lead of a pair of formations; calls `compute` on first use. The index is that of the
    /// first seat's formation times the number of formations, plus that of the second's.
    pub(crate) fn get_or_init(&self, index: usize, compute: impl FnOnce() -> i32) -> i32 {
        *self.0[index].get_or_init(compute)
    }
}
