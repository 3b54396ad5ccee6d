//! The asynchronous runtime of commands that use the server's database.

use tokio::runtime::Builder;
use zashiki_core::InputError;

use crate::failure::cannot_start;

/// Runs an asynchronous computation to its end on this thread.
///
/// # Errors
/// Returns the error of the computation, or an error if the operating system does not provide a runtime.
pub fn block_on<T>(work: impl Future<Output = Result<T, InputError>>) -> Result<T, InputError> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| cannot_start(&error))?.block_on(work)
}
