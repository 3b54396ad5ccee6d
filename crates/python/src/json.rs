//! Conversion of data between Rust and Python, by way of JSON text: Python parses it faster than Rust
//! can create the objects one by one.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyBytes};
use serde::Serialize;
use zashiki_core::{decode_text, text, without_mark};

use crate::errors::ApiError;

/// Converts JSON text to Python objects.
pub fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (json,))
}

/// Converts serializable Rust data to Python objects.
pub fn objects<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    loads(py, &serde_json::to_string(data).expect("it is plain data"))
}

/// Converts Python objects to JSON text.
///
/// # Errors
/// Returns Python's `TypeError` or `ValueError` if JSON cannot represent the objects.
pub fn dumps(objects: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = objects.py();
    let options = [(intern!(py, "allow_nan"), false)].into_py_dict(py)?;
    let json = py.import(intern!(py, "json"))?;
    json.call_method(intern!(py, "dumps"), (objects,), Some(&options))?.extract()
}

/// Text from Python: a `str`, or the `bytes` of a text file, decoded in the same way as the command line
/// decodes files.
pub struct Written(pub String);

impl<'py> FromPyObject<'_, 'py> for Written {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Written> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(Written(without_mark(&text).to_owned()));
        }
        let Ok(bytes) = given.cast::<PyBytes>() else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("a str or bytes is needed, not {kind}")));
        };
        let text = decode_text(bytes.as_bytes());
        let unread = |fault| {
            ApiError::Bad(text!(
                "テキストを読めません: {fault}。",
                "The text cannot be read: {fault}.",
                fault
            ))
        };
        Ok(Written(text.map_err(unread)?))
    }
}
