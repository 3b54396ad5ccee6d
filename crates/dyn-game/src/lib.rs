//! The object-safe interface through which everything above the games uses a game.
//!
//! Rules, bots, the line protocol and studies are generic over the game. Compiled wherever they are
//! called, each of them would be in the program once per game and caller. So each of their crates offers
//! an object-safe trait beside its generic code ([`DynRules`], [`DynBots`], [`DynEngineHost`],
//! [`DynStudies`]), all implemented for [`GameHandle<G>`](GameHandle), and [`export!`] makes one small
//! crate per game the only place in which they are compiled for it. These crates do not depend on each
//! other, so they are compiled at the same time; whatever depends on them only calls through `dyn`. The
//! loops over decisions are inside, so there is at most one such call per match and none per decision.

pub use bots::DynBots;
pub use external_engines::DynEngineHost;
pub use studies::DynStudies;
pub use zashiki_core::{DynRules, GameHandle};

/// All that can be done with a game, without its type.
pub trait DynGame: DynRules + DynBots + DynEngineHost + DynStudies {}

impl<T: DynRules + DynBots + DynEngineHost + DynStudies> DynGame for T {}

/// Compiles all generic code for a game, in the crate that calls it, and exports it as `game()`.
///
/// It is a function that is never inlined. If other crates could see what it returns, a constant for
/// example, they would compile the table of its methods again, and with it all of them.
#[macro_export]
macro_rules! export {
    ($game:ty) => {
        /// The game.
        #[inline(never)]
        pub fn game() -> &'static dyn $crate::DynGame {
            const HANDLE: &$crate::GameHandle<$game> = &$crate::GameHandle::new();
            HANDLE
        }
    };
}
