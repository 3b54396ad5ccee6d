//! The compiled part of the Python package `zashiki` (`crates/python/python`). What people read of
//! each function is in `_zashiki.pyi` beside it; here is what Python's `help` shows.

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
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Every array needs it: an import that fails does so now.
        module.py().import("numpy")?;
        crate::errors::add_internal_error(module)
    }
}
