//! `zashiki.simulate`: the laboratory's.
use pyo3::prelude::*;
/// x
#[pyfunction]
pub fn simulate() {}
