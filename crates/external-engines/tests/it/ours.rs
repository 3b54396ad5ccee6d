//! Tests of this program as an engine, with the built-in bots.

use std::io::BufReader;
use std::sync::Arc;

use external_engines::{NewGame, ServeOptions, serve};
use registry::GameVisitor;
use serde_json::{Value, json};
use zashiki_core::{
    Action as _, Game, GameRng, GameStateExt as _, Match, MatchStart, Seat, Viewer, configure,
};

/// The answers of this program, as an engine, to these input lines.
fn answers(lines: &[String]) -> Vec<String> {
    let options = ServeOptions { bot: "greedy".to_owned(), seed: 1, version: "0".to_owned() };
    let mut out = Vec::new();
    let lines = lines.join("\n");
    let mut input = BufReader::new(lines.as_bytes());
    serve(&registry::engine_hosts(), &options, &mut input, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn newgame(game: &str, seats: u8, seat: u8) -> String {
    let info = registry::info(game).unwrap();
    let start = NewGame {
        game: game.to_owned(),
        rules_version: info.rules_version,
        seats,
        seat: Seat(seat),
        options: info.complete_options(&Value::Null).unwrap(),
        components: None,
    };
    format!("newgame {}", serde_json::to_string(&start).unwrap())
}

#[test]
fn the_built_in_engine_plays_every_game_from_views_alone() {
    struct Plays(&'static str);
    impl GameVisitor for Plays {
        type Out = ();
        fn visit<G: Game>(self) {
            let seats = G::info().seats.1;
            let (config, _): (Arc<G::Config>, _) =
                configure::<G>(&MatchStart::dealt(seats.into(), 0)).unwrap();
            let mut game = G::deal(&config, GameRng::from_seed(5), None);
            for _ in 0..6 {
                let Some(seat) = game.turn().awaited().first() else { return };
                let view = serde_json::to_value(game.view(Viewer::Seat(seat))).unwrap();
                let replies = answers(&[
                    "zashiki 1".to_owned(),
                    "setoption bot random".to_owned(),
                    newgame(self.0, seats, seat.0),
                    format!("position {}", json!({ "view": view })),
                    "go time 1000".to_owned(),
                ]);
                let last = replies.last().unwrap();
                let notation = last.strip_prefix("bestaction ").unwrap_or_else(|| {
                    panic!("{}: {replies:?}", self.0);
                });
                let action = G::Action::parse(notation).unwrap();
                game.play(seat, action, None).unwrap();
            }
        }
    }
    for id in registry::ids() {
        registry::visit(id, Plays(id)).unwrap();
    }
}

#[test]
fn a_position_can_be_a_step_of_a_record() {
    let mut table = registry::new_match("kokyu", 2, &Value::Null, None, 3).unwrap();
    for _ in 0..5 {
        let seat = table.turn().awaited().first().unwrap();
        let action = table.legal(seat)[0].action.clone();
        table.play(seat, &action).unwrap();
    }
    let record = serde_json::to_value(table.record()).unwrap();
    let then = table.at_step(2).unwrap();
    let seat = then.turn().awaited().first().unwrap();
    let replies = answers(&[
        newgame("kokyu", 2, seat.0),
        format!("position {}", json!({ "record": record, "step": 2 })),
        "go time 1000".to_owned(),
        format!("position {}", json!({ "record": record, "step": 6 })),
    ]);
    assert_eq!(replies[..2], ["ready", "ready"]);
    let notation = replies[3].strip_prefix("bestaction ").unwrap();
    assert!(then.check(seat, notation).is_ok(), "{replies:?}");
    assert!(replies[4].starts_with("error There is no step"), "{replies:?}");
    let _: Match<kokyu::Kokyu> = Match::from_record(&table.record()).unwrap();
}

#[test]
fn an_invalid_message_is_answered_with_an_error_and_the_engine_continues() {
    let begun = newgame("kokyu", 2, 0);
    let lines = [
        ("zashiki 2", "error this program speaks version 1"),
        ("zashiki x", "error zashiki takes a version"),
        ("setoption strength 9", "error there is no option"),
        ("setoption bot stockfish", "error There is no bot"),
        ("setoption seed x", "error seed takes"),
        ("position {}", "error no game was started"),
        ("go time 5", "error no game was started"),
        ("newgame {\"game\":\"go\"}", "error newgame"),
        (&newgame("kokyu", 2, 0).replace("\"kokyu\"", "\"go\""), "error There is no game"),
        (&newgame("kokyu", 2, 0).replace("\"seats\":2", "\"seats\":9"), "error"),
        (&newgame("kokyu", 2, 2), "error There is no seat 2"),
        (&begun, "ready"),
        ("go time 5", "error no position was given"),
        ("go 5", "error go takes a time"),
        ("position {}", "error a position has either a view"),
        ("position {\"view\": 5}", "error This is not a view of kokyu"),
        ("position nothing", "error"),
        ("something else", ""),
        (&begun, "ready"),
    ];
    let replies = answers(&lines.map(|(line, _)| line.to_owned()));
    let expected: Vec<&str> =
        lines.iter().map(|(_, answer)| *answer).filter(|answer| !answer.is_empty()).collect();
    assert_eq!(replies.len(), expected.len(), "{replies:#?}");
    for (replies, expected) in replies.iter().zip(expected) {
        assert!(replies.starts_with(expected), "{replies:?}, not {expected:?}");
    }
}

#[test]
fn a_view_that_no_game_can_reach_is_an_error() {
    let table = registry::new_match("honnoji", 3, &Value::Null, None, 3).unwrap();
    let seat = table.turn().awaited().first().unwrap();
    let mut view = table.view(Viewer::Seat(seat)).value();
    view["players"] = json!([]);
    let replies = answers(&[
        newgame("honnoji", 3, seat.0),
        format!("position {}", json!({ "view": view })),
        newgame("honnoji", 3, seat.0),
    ]);
    assert_eq!(replies.len(), 3, "{replies:?}");
    assert!(replies[1].starts_with("error"), "{replies:?}");
}
