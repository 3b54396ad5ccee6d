//! Sengoku for code that does not know its type.

dyn_game::export!(sengoku::Sengoku);
