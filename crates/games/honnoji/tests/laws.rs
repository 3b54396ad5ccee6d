//! The laws every game keeps, and what only this game can show of them.

use honnoji::Honnoji;
use table::laws;

#[test]
fn the_laws_hold() {
    laws::battery::<Honnoji>(1);
}
