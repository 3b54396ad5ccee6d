//! The compiled part of the Python package `zashiki` (`crates/python/python`). What people read of
//! each function is in `_zashiki.pyi` beside it; here is what Python's `help` shows.

mod any;
mod batch;
mod bot;
mod called;
mod chance;
mod errors;
mod game;
mod json;
mod laboratory;
mod pool;
mod state;
mod trouble;
mod walk;

use pyo3::prelude::*;

/// The exact rules engine of Zashiki, and its bots.
#[pymodule]
mod _zashiki {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::chance::Chance;
    #[pymodule_export]
    use crate::errors::{IllegalAction, InputError};
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::laboratory::{Study, balance, ladder, simulate, train};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::walk::Walk;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Every array needs it: an import that fails does so now.
        module.py().import("numpy")?;
        crate::errors::add_internal_error(module)
    }
}
