//! The game Sengoku Domino as a type-erased game, for code that is not generic over the game's
//! type.

dyn_game::export!(sengoku::Sengoku);
