//! Tests of the positions in the documents: the puzzles in `docs/puzzles` with their solutions, and
//! the example in `docs/reference/formats.md`.

use std::sync::Arc;

use hostile::{Action, Config, Event, Hostile};
use serde_json::{Value, json};
use zashiki_core::{
    Action as _, FrameRecorder, GameConfig as _, GameState, GameStateExt as _, Puzzle,
    Puzzles as _, SearchHints as _, Seat, Viewer,
};

const TSUME_2: &str = include_str!("../../../../../docs/puzzles/hostile-tsume-2.json");

fn load(puzzle: &str) -> Hostile {
    let puzzle: Value = serde_json::from_str(puzzle).unwrap();
    assert_eq!(puzzle["game"], "hostile");
    let seats = puzzle["seats"].as_u64().unwrap() as u8;
    let options = Hostile::info().complete_options(&puzzle["options"]).unwrap();
    let config: Arc<Config> = Config::new(seats, &options, None).unwrap();
    let position = serde_json::from_value(puzzle["position"].clone()).unwrap();
    Hostile::from_position(&config, position).unwrap()
}

/// Plays the seat's actions and returns, for each action, the squares that its pawn entered.
fn play(game: &mut Hostile, seat: Seat, actions: &[&str]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for action in actions {
        let mut frames = FrameRecorder(Vec::new());
        game.play(seat, Action::parse(action).unwrap(), Some(&mut frames))
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
    let mut game = load(TSUME_2);
    let seat = Seat(0);
    assert_eq!(game.view(Viewer::Spectator).seats[0].pawn.to_string(), "H1");
    let given = game.view(Viewer::Spectator).gems.len();
    assert_eq!(given, 5);
    // As the published solution says, H1→H2 ends on H3 and H3→G3 on E3.
    let paths = play(&mut game, seat, &["move n", "move w"]);
    assert_eq!(paths, [vec!["H2", "F2", "F3", "F4", "H4", "H3"], vec!["G3", "F3", "E3"]]);
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.gems, []);
    assert_eq!(json!(view.seats[0].gems), given);
    assert_eq!(view.floor.len(), 6, "tiles are not used up");
}

/// Of all pairs of moves only the published one takes all gems, so the puzzle has one solution.
#[test]
fn tsume_2_has_one_solution() {
    let game = load(TSUME_2);
    let mut solutions = Vec::new();
    for first in ["n", "e", "s", "w"] {
        for second in ["n", "e", "s", "w"] {
            let mut game = game.clone();
            let solved = [first, second].iter().all(|dir| {
                let action = Action::parse(&format!("move {dir}")).unwrap();
                game.play(Seat(0), action, None).is_ok()
            });
            if solved && game.view(Viewer::Spectator).gems.is_empty() {
                solutions.push((first, second));
            }
        }
    }
    assert_eq!(solutions, [("n", "w")]);
}

/// The puzzle that the page offers is the one in the documents.
#[test]
fn tsume_2_of_the_page_is_that_of_the_documents() {
    let document: Value = serde_json::from_str(TSUME_2).unwrap();
    let puzzle = Hostile::assets().puzzles().iter().find(|puzzle| puzzle.id == "tsume-2").unwrap();
    assert_eq!(puzzle.position, document["position"]);
    assert_eq!(json!(puzzle.seats), document["seats"]);
}

#[test]
fn faults_in_puzzles_are_found() {
    type Change = fn(&mut Puzzle);
    let changes: [(Change, &str); 10] = [
        (|puzzle| puzzle.id = "Tsume 2".into(), "small letters"),
        (|puzzle| puzzle.title.ja = "".into(), "both languages"),
        (|puzzle| puzzle.position["floor"][0]["square"] = json!("H9"), "H9"),
        (|puzzle| puzzle.seat = Seat(3), "is not a seat of the game"),
        (|puzzle| puzzle.seat = Seat(1), "already reached"),
        (|puzzle| puzzle.goal = zashiki_core::Goal::Score(0), "already reached"),
        (|puzzle| puzzle.goal = zashiki_core::Goal::Wins, "not to its goal"),
        (|puzzle| puzzle.solution[0] = "move e".into(), "move e"),
        (|puzzle| puzzle.goal = zashiki_core::Goal::Score(3), "solved before move w"),
        (|puzzle| puzzle.effort += 1, "the solver has"),
    ];
    let own = Hostile::assets().puzzles().iter().find(|puzzle| puzzle.id == "tsume-2").unwrap();
    for (change, expected) in changes {
        let mut puzzle = own.clone();
        change(&mut puzzle);
        let faults = conformance::puzzles::faults::<Hostile>(&[puzzle]).join("\n");
        assert!(faults.contains(expected), "{expected}: {faults}");
    }
    // One gem can be gained in two ways.
    let chain = Hostile::assets().puzzles().iter().find(|puzzle| puzzle.id == "chain").unwrap();
    let easier = Puzzle { goal: zashiki_core::Goal::Score(1), ..chain.clone() };
    let faults = conformance::puzzles::faults::<Hostile>(&[easier]);
    assert!(faults[0].contains("exactly one solution: Another"), "{faults:?}");
    // Placing a tile first also reaches the goal, but is not necessary.
    let mut longer = own.clone();
    longer.position["seats"][0]["hand"] = json!(["ice"]);
    longer.solution.insert(0, "place ice C6".into());
    let faults = conformance::puzzles::faults::<Hostile>(&[longer, own.clone()]);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("the solver has solution = [\"move n\", \"move w\"]"), "{faults:?}");
    assert!(faults[1].ends_with("its name is taken"), "{faults:?}");
}

/// If the solver considers a turn unable to gain more gems, the turn gains none, however it is
/// continued at random.
#[test]
fn turns_that_are_out_of_reach_gain_no_gems() {
    let mut out_of_reach = 0;
    for seed in 0..12 {
        let match_ =
            zashiki_core::Match::<Hostile>::start(&zashiki_core::MatchStart::dealt(2, seed))
                .unwrap();
        let (mut game, mut rng) = (match_.state().clone(), zashiki_core::GameRng::from_seed(seed));
        while let Some(seat) = game.turn().awaited().first() {
            let before = game.scores()[seat.index()];
            if game.is_out_of_reach(seat, before + 1) {
                out_of_reach += 1;
                let mut rest = game.clone();
                while rest.turn().awaited().contains(seat) {
                    let legal = rest.legal(seat);
                    let action = legal[rng.below(legal.len() as u32) as usize];
                    if action == Action::End {
                        break;
                    }
                    rest.play(seat, action, None).unwrap();
                    assert_eq!(rest.scores()[seat.index()], before, "{action}");
                }
            }
            let legal = game.legal(seat);
            let action = legal[rng.below(legal.len() as u32) as usize];
            game.play(seat, action, None).unwrap();
        }
    }
    assert!(out_of_reach > 100, "{out_of_reach}");
}

/// Two states have equal hashes if and only if they are equal, apart from the order of tiles in
/// hands.
#[test]
fn state_hashes_are_equal_only_for_equal_states() {
    let mut states = std::collections::BTreeMap::new();
    for seed in 0..3 {
        let match_ =
            zashiki_core::Match::<Hostile>::start(&zashiki_core::MatchStart::dealt(2, seed))
                .unwrap();
        let (mut game, mut rng) = (match_.state().clone(), zashiki_core::GameRng::from_seed(seed));
        while let Some(seat) = game.turn().awaited().first() {
            let state = |game: &Hostile| {
                let mut state = json!(game.position());
                for seat in state["seats"].as_array_mut().unwrap() {
                    let hand = seat["hand"].as_array_mut().unwrap();
                    hand.sort_by_key(Value::to_string);
                }
                state.to_string()
            };
            for action in game.legal(seat).into_iter().step_by(7) {
                let mut after = game.clone();
                after.play(seat, action, None).unwrap();
                let first = states.entry(after.state_hash()).or_insert_with(|| state(&after));
                assert_eq!(*first, state(&after));
            }
            let legal = game.legal(seat);
            let action = legal[rng.below(legal.len() as u32) as usize];
            game.play(seat, action, None).unwrap();
        }
    }
    assert!(states.len() > 1000, "{}", states.len());
}

/// The example position in the document loads, and play continues as the document describes.
#[test]
fn the_position_of_docs_formats_is_as_described() {
    let document = conformance::documents::document("docs/reference/formats.md");
    let (_, rest) = document.split_once("<!-- file: hostile.json -->\n```json\n").unwrap();
    let mut game = load(rest.split_once("```").unwrap().0);
    let place = Action::parse("place slide D3 w").unwrap();
    let mut frames = FrameRecorder(Vec::new());
    game.play(Seat(0), place, Some(&mut frames)).unwrap();
    let discarded =
        |event: &Event| matches!(event, Event::Endless { seats, .. } if seats.contains(Seat(0)));
    assert!(frames.0.iter().any(|(event, _)| discarded(event)));
    assert_eq!(play(&mut game, Seat(0), &["move w"]), [["B2"]]);
}
