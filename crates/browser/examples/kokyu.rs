//! The module of 乾隆後宮.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    browser::exports::start(kokyu_dyn::game());
}
