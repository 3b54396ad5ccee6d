//! The module of HONNOJI.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    browser::exports::start(honnoji_dyn::game());
}
