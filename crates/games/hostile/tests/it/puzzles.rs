//! Positions in the documents: puzzles in `docs/puzzles`, each with its solution, and the example
//! in `docs/formats.md`.

use std::sync::Arc;

use hostile::{Action, Event, Hostile, Setup};
use serde_json::{Value, json};
use table::{Action as _, Frames, Game, Seat, Setup as _, Viewer};

const TSUME_2: &str = include_str!("../../../../../docs/puzzles/hostile-tsume-2.json");

fn stand(puzzle: &str) -> Hostile {
    let puzzle: Value = serde_json::from_str(puzzle).unwrap();
    assert_eq!(puzzle["game"], "hostile");
    let seats = puzzle["seats"].as_u64().unwrap() as u8;
    let options = Hostile::info().complete_options(&puzzle["options"]).unwrap();
    let setup: Arc<Setup> = Setup::new(seats, &options, None).unwrap();
    let position = serde_json::from_value(puzzle["position"].clone()).unwrap();
    Hostile::from_position(&setup, position).unwrap()
}

/// Takes the seat's actions and tells every square its pawn entered.
fn play(game: &mut Hostile, seat: Seat, actions: &[&str]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for action in actions {
        let mut frames = Frames(Vec::new());
        game.play(seat, Action::parse(action).unwrap(), &mut frames)
            .unwrap_or_else(|no| panic!("{action}: {no}"));
        let path = frames.0.iter().filter_map(|(event, _)| match event {
            Event::Moved { to, .. } => Some(to.to_string()),
            _ => None,
        });
        paths.push(path.collect());
    }
    paths
}

#[test]
fn two_moves_solve_tsume_2_and_use_the_ice_from_two_sides() {
    let mut game = stand(TSUME_2);
    let seat = Seat(0);
    assert_eq!(game.view(Viewer::Spectator).seats[0].pawn.to_string(), "H1");
    let given = game.view(Viewer::Spectator).gems.len();
    assert_eq!(given, 5);
    // H1→H2 arrives on H3, H3→G3 on E3, as the published solution says.
    let paths = play(&mut game, seat, &["move n", "move w"]);
    assert_eq!(paths, [vec!["H2", "F2", "F3", "F4", "H4", "H3"], vec!["G3", "F3", "E3"]]);
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.gems, []);
    assert_eq!(json!(view.seats[0].gems), given);
    assert_eq!(view.floor.len(), 6, "tiles are not used up");
}

/// No other two moves take all gems, so the puzzle has one solution.
#[test]
fn tsume_2_has_one_solution() {
    let game = stand(TSUME_2);
    let mut solutions = Vec::new();
    for first in ["n", "e", "s", "w"] {
        for second in ["n", "e", "s", "w"] {
            let mut game = game.clone();
            let solved = [first, second].iter().all(|dir| {
                let action = Action::parse(&format!("move {dir}")).unwrap();
                game.play(Seat(0), action, &mut table::Silent).is_ok()
            });
            if solved && game.view(Viewer::Spectator).gems.is_empty() {
                solutions.push((first, second));
            }
        }
    }
    assert_eq!(solutions, [("n", "w")]);
}

/// The example in the documents loads, and does what is said of it there.
#[test]
fn the_position_in_the_documents_stands() {
    let document = include_str!("../../../../../docs/formats.md");
    let (_, rest) = document.split_once("<!-- file: hostile.json -->\n```json\n").unwrap();
    let mut game = stand(rest.split_once("```").unwrap().0);
    let place = Action::parse("place slide D3 w").unwrap();
    let mut frames = Frames(Vec::new());
    game.play(Seat(0), place, &mut frames).unwrap();
    let discarded =
        |event: &Event| matches!(event, Event::Endless { seats, .. } if seats.contains(Seat(0)));
    assert!(frames.0.iter().any(|(event, _)| discarded(event)));
    assert_eq!(play(&mut game, Seat(0), &["move w"]), [["B2"]]);
}
