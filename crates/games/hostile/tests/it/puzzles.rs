//! Positions in the documents: puzzles in `docs/puzzles`, each with its solution, and the example
//! in `docs/formats.md`.

use std::sync::Arc;

use hostile::{Action, Event, Hostile, Setup};
use serde_json::{Value, json};
use table::{Action as _, Frames, Game, Puzzle, Seat, Setup as _, Viewer};

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

/// The page's puzzle is the one in the documents.
#[test]
fn tsume_2_is_the_same_on_the_page() {
    let document: Value = serde_json::from_str(TSUME_2).unwrap();
    let puzzle = Hostile::puzzles().iter().find(|puzzle| puzzle.id == "tsume-2").unwrap();
    assert_eq!(puzzle.position, document["position"]);
    assert_eq!(json!(puzzle.seats), document["seats"]);
}

#[test]
fn a_puzzle_that_is_not_what_it_says_is_found_out() {
    type Change = fn(&mut Puzzle);
    let changes: [(Change, &str); 10] = [
        (|puzzle| puzzle.id = "Tsume 2".into(), "small letters"),
        (|puzzle| puzzle.title.ja = "".into(), "both languages"),
        (|puzzle| puzzle.position["floor"][0]["square"] = json!("H9"), "H9"),
        (|puzzle| puzzle.seat = Seat(3), "does not sit there"),
        (|puzzle| puzzle.seat = Seat(1), "nothing to solve"),
        (|puzzle| puzzle.goal = table::Goal::Score(0), "nothing to solve"),
        (|puzzle| puzzle.goal = table::Goal::Wins, "not to its goal"),
        (|puzzle| puzzle.within = 3, "within 3 decisions, and the solution has 2"),
        (|puzzle| puzzle.solution[0] = "move e".into(), "move e"),
        (|puzzle| puzzle.goal = table::Goal::Score(3), "solved before move w"),
    ];
    let own = Hostile::puzzles().iter().find(|puzzle| puzzle.id == "tsume-2").unwrap();
    for (change, said) in changes {
        let mut puzzle = own.clone();
        change(&mut puzzle);
        let faults = testkit::puzzles::faults::<Hostile>(&[puzzle]).join("\n");
        assert!(faults.contains(said), "{said}: {faults}");
    }
    // Who lays a tile first comes there as well, but there is a shorter way.
    let mut longer = own.clone();
    longer.position["seats"][0]["hand"] = json!(["ice"]);
    longer.within = 3;
    longer.solution.insert(0, "place ice C6".into());
    let faults = testkit::puzzles::faults::<Hostile>(&[longer, own.clone()]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].ends_with("there is a shorter way: move n, move w"), "{faults:?}");
    assert!(faults[1].ends_with("its name is taken"), "{faults:?}");
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
