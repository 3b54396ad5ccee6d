//! The laws every game keeps.

testkit::game_tests!(connect_four::ConnectFour, games = 40);
