//! Data from here to Python and back. It goes as JSON text, which Python reads faster into its own
//! objects than they can be made one by one from here.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict as _;
use serde::Serialize;

/// What a JSON text says, as Python objects.
pub fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))
}

/// Plain data as Python objects.
pub fn objects<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    loads(py, &serde_json::to_string(data).expect("it is plain data"))
}

/// Python objects as JSON text.
///
/// # Errors
/// Python's `TypeError` or `ValueError` where JSON has no such thing.
pub fn dumps(objects: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = objects.py();
    let options = [(intern!(py, "allow_nan"), false)].into_py_dict(py)?;
    let json = py.import(intern!(py, "json"))?;
    json.call_method(intern!(py, "dumps"), (objects,), Some(&options))?.extract()
}
