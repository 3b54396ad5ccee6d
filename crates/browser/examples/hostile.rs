//! The module of HOSTILE.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    browser::exports::start(hostile_dyn::game());
}
