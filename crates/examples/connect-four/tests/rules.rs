//! One test for every rule statement of `RULES.md`.

use connect_four::{Board, Config, ConnectFour, Drop, Event};
use zashiki_core::{
    Action as _, GameConfig as _, GameRng, GameState, GameStateExt as _, Seat, SeatSet, Turn,
};

fn start() -> ConnectFour {
    let config = Config::new(2, &serde_json::json!({}), None).unwrap();
    ConnectFour::deal(&config, GameRng::from_seed(1), None)
}

/// Drops stones into these columns (from 1), each by the seat to move.
fn drop(game: &mut ConnectFour, columns: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for column in columns.chars() {
        let seat = game.turn().awaited().first().expect("the play goes on");
        let action = Drop::parse(&format!("drop {column}")).unwrap();
        game.play(seat, action, Some(&mut events)).unwrap();
    }
    events
}

fn after(columns: &str) -> ConnectFour {
    let mut game = start();
    drop(&mut game, columns);
    game
}

fn at(rows: [&str; 6]) -> Result<ConnectFour, String> {
    let json = serde_json::json!({ "rows": rows });
    let board: Board = serde_json::from_value(json).map_err(|error| error.to_string())?;
    ConnectFour::from_position(start().config(), board).map_err(|bad| bad.to_string())
}

fn winner(game: &ConnectFour) -> Option<Seat> {
    game.turn().outcome()?.winners.first()
}

fn legal(game: &ConnectFour, seat: Seat) -> Vec<String> {
    let actions = game.legal(seat);
    actions.iter().map(ToString::to_string).collect()
}

#[test]
fn c1_the_board_has_seven_columns_and_six_rows_and_is_empty_at_first() {
    let game = start();
    assert_eq!(game.position(), Board::default());
    assert_eq!(legal(&game, Seat(0)).len(), 7);
    // A column holds six stones.
    assert_eq!(legal(&after("11111"), Seat(1)).len(), 7);
    assert_eq!(legal(&after("111111"), Seat(0)).len(), 6);
    assert_eq!(ConnectFour::info().seats, (2, 2));
}

#[test]
fn c2_the_players_take_turns_and_may_not_pass() {
    let game = start();
    assert_eq!(game.turn(), Turn::Awaiting(SeatSet::one(Seat(0))));
    assert!(legal(&game, Seat(1)).is_empty());
    let one = Drop::parse("drop 1").unwrap();
    assert_eq!(game.is_legal(Seat(1), one).unwrap_err().rule.0, "T-2");
    let game = after("4");
    assert_eq!(game.turn(), Turn::Awaiting(SeatSet::one(Seat(1))));
    assert!(legal(&game, Seat(0)).is_empty());
    assert_eq!(Drop::parse("pass").unwrap_err().rule.0, "T-3");
}

#[test]
fn c3_a_stone_falls_to_the_lowest_empty_cell() {
    let mut game = start();
    let events = drop(&mut game, "443");
    let fell = |seat, column, row| Event::Fell { seat: Seat(seat), column, row };
    assert_eq!(events, [fell(0, 3, 0), fell(1, 3, 1), fell(0, 2, 0)]);
    let json = serde_json::to_value(game.position()).unwrap();
    assert_eq!(json["rows"][4], "...1...");
    assert_eq!(json["rows"][5], "..00...");
}

#[test]
fn c4_a_full_column_may_not_be_chosen() {
    let game = after("222222");
    let two = Drop::parse("drop 2").unwrap();
    assert_eq!(game.is_legal(Seat(0), two).unwrap_err().rule.0, "C-4");
    assert!(!legal(&game, Seat(0)).contains(&"drop 2".to_owned()));
}

#[test]
fn c5_four_in_a_row_in_any_direction_wins_at_once() {
    for (columns, seat) in [
        ("1112233", None),        // three are not enough
        ("1122334", Some(0)),     // across
        ("7172737", Some(0)),     // upright
        ("12233434474", Some(0)), // diagonally up
        ("76655454414", Some(0)), // diagonally down
        ("71626357", None),       // not across the edge
        ("17271727", Some(1)),    // the second player too
        ("5667", None),
    ] {
        let game = after(columns);
        assert_eq!(winner(&game), seat.map(Seat), "{columns}");
    }
    // Not around an edge: the top of a column is not adjacent to the bottom of the next.
    let game = at(["0......", "0......", "0......", "1......", "1......", "10....."]).unwrap();
    assert_eq!(winner(&game), None);
    // The match ends there.
    let game = after("1122334");
    assert_eq!(game.turn().outcome().unwrap().reason, "line");
    let one = Drop::parse("drop 1").unwrap();
    assert_eq!(game.is_legal(Seat(1), one).unwrap_err().rule.0, "T-1");
    assert_eq!(game.scores(), [1, 0]);
}

/// The columns (from 1) of moves that fill the board without four in a row.
const DRAW: &str = "121212212121343434434343565656656565777777";

#[test]
fn c6_a_full_board_without_a_row_is_nobodys() {
    let mut game = start();
    // The last column is forced, so its six stones fall automatically.
    let events = drop(&mut game, &DRAW[..36]);
    assert_eq!(game.position().count(Seat(0)) + game.position().count(Seat(1)), 42);
    assert_eq!(events.last(), Some(&Event::Full));
    let outcome = game.turn().outcome().unwrap();
    assert_eq!((outcome.winners, outcome.reason), (SeatSet::EMPTY, "full"));
}

#[test]
fn positions_that_no_play_reaches_are_refused() {
    let empty = ".......";
    let rows = |top: &'static str, bottom: &'static str| [empty, empty, empty, empty, top, bottom];
    assert!(at(rows(empty, "0......")).is_ok());
    assert!(at(rows(empty, "00.....")).unwrap_err().contains("did not take turns"));
    assert!(at(rows(empty, "1......")).unwrap_err().contains("did not take turns"));
    assert!(at(rows("0......", ".1.....")).unwrap_err().contains("hangs in the air"));
    assert!(at(rows("x......", "x......")).unwrap_err().contains("not 'x'"));
    assert!(at(rows("111....", "0000...")).is_ok());
    assert!(at(rows("1110...", "00001..")).unwrap_err().contains("four in a row"));
    assert!(at(rows("1111...", "0000...")).unwrap_err().contains("four in a row"));
    assert!(at(["", "", "", "", "", ""]).unwrap_err().contains("6 rows of 7"));
}

#[test]
fn every_rule_is_stated_in_both_languages_and_tested() {
    let rules = ConnectFour::assets().rules();
    assert_eq!(rules.len(), 6);
    for rule in rules {
        assert!(!rule.ja.is_empty() && !rule.en.is_empty(), "{}", rule.id);
        let test = format!("fn {}_", rule.id.to_lowercase().replace('-', ""));
        assert!(include_str!("rules.rs").contains(&test), "{} has no test", rule.id);
    }
}
