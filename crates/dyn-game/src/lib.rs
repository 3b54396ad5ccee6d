//! The object-safe interface of a game, [`DynGame`], through which servers, tools and bindings use it. It
//! combines the rules, the bots, the line protocol, the solutions and the studies of the game. [`export!`] instantiates them
//! for a game, in a small crate of its own.
//!
//! ```no_run
//! mod connect_four_dyn {
//!     dyn_game::export!(connect_four::ConnectFour);
//! }
//!
//! let game: &dyn dyn_game::DynGame = connect_four_dyn::game();
//! println!("{}: {} to {} seats", game.info().id, game.info().seats.0, game.info().seats.1);
//! ```
//!
//! Rules, bots, the line protocol, solutions and studies are generic over the game. If callers used the generic code
//! directly, the program would contain it once per game and caller. Their crates therefore offer an
//! object-safe trait beside the generic code ([`DynRules`], [`DynBots`], [`DynEngineHost`], [`DynSolver`], [`DynStudies`]),
//! implemented for [`GameHandle<G>`](GameHandle), and [`export!`] makes one small crate per game the only
//! place in which they are compiled for it. These crates are independent of each other, so that they compile
//! in parallel; dependents only call through `dyn`. Loops over decisions are inside the compiled code, so
//! that there is at most one such call per match and none per decision.

pub use bots::DynBots;
#[cfg(feature = "tools")]
pub use external_engines::DynEngineHost;
#[cfg(feature = "tools")]
pub use solver::DynSolver;
#[cfg(feature = "tools")]
pub use studies::DynStudies;
pub use zashiki_core::{DynRules, GameHandle};

/// All operations on a game, with its type erased. Without the feature `tools`: the rules and the bots.
#[cfg(feature = "tools")]
pub trait DynGame: DynRules + DynBots + DynEngineHost + DynSolver + DynStudies {}

#[cfg(feature = "tools")]
impl<T: DynRules + DynBots + DynEngineHost + DynSolver + DynStudies> DynGame for T {}

/// The rules and the bots of a game, with its type erased.
#[cfg(not(feature = "tools"))]
pub trait DynGame: DynRules + DynBots {}

#[cfg(not(feature = "tools"))]
impl<T: DynRules + DynBots> DynGame for T {}

/// Compiles all generic code for a game, in the crate that uses the macro, and exports it as `game()`.
///
/// The function is never inlined. If other crates could see its result, for example as a constant, they
/// would compile its vtable again, and with it all methods.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        /// The game's type-erased interface.
        #[inline(never)]
        pub fn game() -> &'static dyn $crate::DynGame {
            const HANDLE: &$crate::GameHandle<$game> = &$crate::GameHandle::new();
            HANDLE
        }
    };
}
