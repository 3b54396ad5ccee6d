//! The module of Sengoku Domino.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    browser::exports::start(sengoku_dyn::game());
}
