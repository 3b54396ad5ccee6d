//! The compiled module `_zashiki` of the Python package `zashiki`, whose Python sources are in
//! `crates/python/python`.
//!
//! ```python
//! import zashiki
//!
//! state = zashiki.Game("kokyu").new_initial_state(seed=1)
//! while not state.is_over:
//!     seat = state.current_players[0]
//!     state.step(seat, state.legal(seat)[0])
//! print(state.winners, state.scores())
//! ```
//!
//! For maintainers of the package. The Python classes use games through object-safe traits, which are
//! implemented once, generically over the game:
//!
//! | Modules | Content |
//! |---|---|
//! | `classes`, `game`, `state`, `chance`, `action_decoder`, `batch`, `bot`, `lab`, `rating`, `solve` | the Python classes and functions |
//! | `convert`, `json`, `errors`, `interrupt`, `pool` | arguments and results, exceptions, Ctrl-C, threads |
//! | `dyn_game`, `dyn_batch` | the object-safe traits |
//! | `typed` | their implementations |
//!
//! Users read `_zashiki.pyi` in the package and `docs/reference/python.md`. Python's `help` shows the doc
//! comments of the classes, methods and functions here.

mod action_decoder;
mod batch;
mod bot;
mod chance;
mod classes;
mod convert;
mod dyn_batch;
mod dyn_game;
mod errors;
mod game;
mod interrupt;
mod json;
mod lab;
mod pool;
mod rating;
mod solve;
mod state;
mod typed;

use pyo3::prelude::*;

/// The exact rules engine of Zashiki, and its bots.
#[pymodule]
mod _zashiki {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::classes::{Chance, Game, State, Walk};
    #[pymodule_export]
    use crate::errors::{BadInput, Illegal};
    #[pymodule_export]
    use crate::game::games;
    #[pymodule_export]
    use crate::lab::{Study, balance, ladder, simulate, train};
    #[pymodule_export]
    use crate::rating::{_components_digest, _rate, _spread};
    #[pymodule_export]
    use crate::solve::solve;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Every array needs it: an import that fails does so now.
        module.py().import("numpy")?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::errors::add_internal_error(module)
    }
}
