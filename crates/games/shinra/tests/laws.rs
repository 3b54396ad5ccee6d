//! The laws every game keeps.

use shinra::Shinra;
use table::laws;

#[test]
fn the_laws_hold() {
    laws::battery::<Shinra>(1);
}
