//! The functions and types for JavaScript.

use std::time::Duration;

use registry::DynGame;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thinker;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker started.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);

    /// A JavaScript function of the numbers of finished and of all parts of a job.
    #[wasm_bindgen(js_name = Function)]
    pub type Progress;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Progress, of: &JsValue, done: f64, all: f64) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill(bytes: &mut [u8]);
}

fn clock() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

/// Starts a module with its game. The message of a panic is written to the console; the panic then ends in a
/// trap, which the caller catches as a `RuntimeError`.
pub fn start(game: &'static dyn DynGame) {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
    registry::provide(vec![game]);
}

/// Searches, in a bot worker.
#[wasm_bindgen]
pub struct Thinker(thinker::Thinker);

#[wasm_bindgen]
impl Thinker {
    /// A thinker that has no table yet.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript calls the constructor")]
    pub fn new() -> Thinker {
        Thinker(thinker::Thinker::new(clock))
    }

    /// Carries out one job and returns the JSON of its result. Calls `progress(done, of)` meanwhile.
    ///
    /// # Errors
    /// Throws an error if the text is no job.
    pub fn think(&mut self, job: &str, progress: &Progress) -> Result<String, JsValue> {
        let job = serde_json::from_str(job).map_err(|error| error.to_string())?;
        let result = self.0.think(job, &mut |done, of| {
            // A page that cannot show the progress does not end the search.
            let _ = progress.call(&JsValue::NULL, done as f64, of as f64);
        });
        Ok(serde_json::to_string(&result).expect("a result is plain data"))
    }
}

/// Tables and requests, in the engine worker.
#[wasm_bindgen]
pub struct Engine(crate::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine without tables.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript calls the constructor")]
    pub fn new() -> Engine {
        Engine(crate::Engine::new(|bytes| fill(bytes)))
    }

    /// Handles one input, a JSON `Input`, at the time `now` in milliseconds since 1970. Returns the JSON of a
    /// list of `Effect`.
    ///
    /// # Errors
    /// Throws an error if the text is no input.
    pub fn handle(&mut self, input: &str, now: f64) -> Result<String, JsValue> {
        let input = serde_json::from_str(input).map_err(|error| error.to_string())?;
        let effects = self.0.handle(input, now as i64);
        Ok(serde_json::to_string(&effects).expect("effects are plain data"))
    }
}
