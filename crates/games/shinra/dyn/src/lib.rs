//! The game 森羅万象 (Shinra Bansho) as a `DynGame`, for code that does not know the game's type at compile
//! time.

dyn_game::export!(shinra::Shinra);
