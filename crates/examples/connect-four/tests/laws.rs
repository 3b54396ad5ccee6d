//! The laws every game keeps.

#[test]
fn the_laws_hold() {
    table::laws::battery::<connect_four::ConnectFour>(40);
}
