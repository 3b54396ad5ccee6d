//! The module of 森羅万象.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    browser::exports::start(shinra_dyn::game());
}
