//! 森羅万象 as a `DynGame`, for code that does not name its type.

dyn_game::export!(shinra::Shinra);
