//! Exports 乾隆後宮 in type-erased form, for code that does not know the game's Rust type.

dyn_game::export!(kokyu::Kokyu);
