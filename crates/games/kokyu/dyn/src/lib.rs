//! Kokyu for code that does not know its type.

dyn_game::export!(kokyu::Kokyu);
