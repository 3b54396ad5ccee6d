//! Tests that bots choose legal actions, and that stronger bots win more games.

use std::cell::Cell;
use std::time::Duration;

use bots::{Spec, kinds, kinds_for};
use connect_four::{ConnectFour, Drop};
use honnoji::Honnoji;
use hostile::Hostile;
use kokyu::Kokyu;
use sengoku::Sengoku;
use shinra::Shinra;
use zashiki_core::{
    Action as _, DynMatch, GameConfig as _, GameRng, GameState as _, GameStateExt as _, InfoState,
    Level, Match, SearchHints, SearchHintsExt as _, Seat, SeatSet, Turn,
};

fn deal<G: SearchHints>(seed: u64) -> G {
    deal_to(2, seed)
}

fn deal_to<G: SearchHints>(seats: u8, seed: u64) -> G {
    let options = G::info().complete_options(&Default::default()).unwrap();
    let config = G::Config::new(seats, &options, None).unwrap();
    G::deal(&config, GameRng::from_seed(seed), None)
}

fn spec(text: &str) -> Spec {
    Spec::parse(text).unwrap()
}

/// Plays one game with one bot for each seat; returns all actions and the winners.
fn play<G: SearchHints>(specs: &[&str], seed: u64) -> (Vec<G::Action>, SeatSet) {
    let mut bots: Vec<_> = (specs.iter().zip(2 * seed..))
        .map(|(text, seed)| spec(text).make::<G>(seed, bots::clock))
        .collect();
    let mut game: G = deal_to(specs.len() as u8, seed);
    let mut chosen = Vec::new();
    loop {
        let seat = match game.turn() {
            Turn::Over(outcome) => return (chosen, outcome.winners),
            Turn::Awaiting(seats) => seats.first().unwrap(),
        };
        let action = bots[seat.index()].choose(&InfoState::new(&game, seat));
        game.play(seat, action, None).expect("bots take legal actions");
        chosen.push(action);
    }
}

/// Number of games won by the first bot and by the second; each bot begins half of the games.
fn score<G: SearchHints>(one: &str, other: &str, games: u64) -> (u32, u32) {
    let (mut ones, mut others) = (0, 0);
    for seed in 0..games {
        let swapped = seed % 2 == 1;
        let specs = if swapped { [other, one] } else { [one, other] };
        match play::<G>(&specs, seed).1.first() {
            Some(Seat(seat)) if (seat == 1) == swapped => ones += 1,
            Some(_) => others += 1,
            None => {}
        }
    }
    (ones, others)
}

#[test]
fn every_bot_plays_every_game_to_the_end_with_legal_actions() {
    for kind in kinds() {
        // Neither the clock nor long thought is for tests: the same search, shorter.
        let text = match kind.id.split_once(":time=") {
            Some(("alphabeta", _)) => "alphabeta:nodes=500",
            Some(_) => "ismcts:sims=60:depth=30",
            None if Level::from_id(kind.id) > Some(Level::Intermediate) => continue,
            None => kind.id,
        };
        for seed in 0..3 {
            play::<ConnectFour>(&[text, "random"], seed);
            if kinds_for(Kokyu::info()).any(|suiting| suiting == kind) {
                play::<Kokyu>(&["random", text], seed);
            }
        }
    }
}

#[test]
fn a_search_knows_when_it_is_lost() {
    // After 44335 the first player has three in a row, and both ends are open.
    for (columns, lost) in [("4", false), ("4433", false), ("44335", true)] {
        let mut game: ConnectFour = deal(1);
        for column in columns.chars() {
            let seat = game.turn().awaited().first().unwrap();
            game.play(seat, Drop::parse(&format!("drop {column}")).unwrap(), None).unwrap();
        }
        let seat = game.turn().awaited().first().unwrap();
        for bot in ["alphabeta:nodes=2000", "ismcts:sims=2000"] {
            let mut reader = spec(bot).make::<ConnectFour>(1, bots::clock);
            reader.choose(&InfoState::new(&game, seat));
            assert_eq!(reader.is_lost(), lost, "{bot} after {columns}");
        }
    }
}

#[test]
fn a_level_is_the_bot_that_the_game_names() {
    let intermediate = ConnectFour::assets().levels().bot(2, Level::Intermediate).to_owned();
    for seed in 0..3 {
        let leveled = play::<ConnectFour>(&["intermediate", "beginner"], seed);
        assert_eq!(leveled, play::<ConnectFour>(&[&intermediate, "greedy"], seed));
    }
}

#[test]
fn more_noise_wins_less() {
    for (one, other) in [("greedy", "greedy:noise=300"), ("greedy:noise=300", "random")] {
        let (ones, others) = score::<Kokyu>(one, other, 40);
        assert!(ones > others + 15, "{one} {ones}, {other} {others}");
    }
}

#[test]
fn a_type_erased_bot_chooses_the_notation_of_a_legal_action() {
    let mut bots = [0, 1].map(|seat| {
        bots::build::<Kokyu>("ismcts:sims=20", seat, bots::clock).expect("a good spec")
    });
    let mut table: Box<dyn DynMatch> =
        Box::new(Match::<Kokyu>::new(2, &Default::default(), None, 5).unwrap());
    while let Some(seat) = table.turn().awaited().first() {
        let action = bots[seat.index()].choose(&table.info_state(seat)).unwrap();
        table.play(seat, &action).unwrap();
    }
}

/// A bot without time takes the action with the best heuristic value, without a deeper search. The clock of
/// this test advances at every reading.
#[test]
fn without_time_a_bot_chooses_the_best_heuristic_value() {
    fn check<G: SearchHints>(seats: u8, bot: &str) {
        thread_local!(static LOOKS: Cell<u64> = const { Cell::new(0) });
        let clock = || Duration::from_millis(LOOKS.replace(LOOKS.get() + 1));
        for seed in 0..4 {
            let game: G = deal_to(seats, seed);
            let seat = game.turn().awaited().first().unwrap();
            let info_state = InfoState::new(&game, seat);
            LOOKS.set(0);
            let chosen =
                spec(&format!("{bot}:time=1ms")).make::<G>(seed, clock).choose(&info_state);
            assert!(LOOKS.get() < 8, "{bot} at {} looked {} times", G::info().id, LOOKS.get());
            let world = info_state.determinize(&mut GameRng::from_seed(0));
            let value_after = |action: &G::Action| world.value_after(seat, *action);
            let best = info_state.choices(&mut GameRng::from_seed(0)).iter().map(value_after).max();
            assert_eq!(Some(value_after(&chosen)), best, "{bot} chose {chosen}");
        }
    }
    check::<Honnoji>(3, "ismcts");
    check::<Kokyu>(2, "ismcts");
    check::<Hostile>(2, "planner");
}

#[test]
fn a_budget_of_time_ends_and_chooses_legally() {
    let game: Kokyu = deal(1);
    let seat = game.turn().awaited().first().unwrap();
    let action =
        spec("ismcts:time=1ms").make::<Kokyu>(1, bots::clock).choose(&InfoState::new(&game, seat));
    assert_eq!(game.is_legal(seat, action), Ok(()));
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    // Threads come as they come.
    for text in
        ["random", "greedy", "ismcts:sims=50", "ismcts:sims=50:trees=3", "planner:nodes=500"]
    {
        assert_eq!(play::<Kokyu>(&[text, text], 3), play::<Kokyu>(&[text, text], 3), "{text}");
    }
    let trees = ["ismcts:sims=50:trees=2"; 3];
    assert_eq!(play::<Honnoji>(&trees, 3), play::<Honnoji>(&trees, 3));
    for reader in ["alphabeta:nodes=300", "alphabeta:nodes=300:threads=3"] {
        let readers = [reader; 2];
        assert_eq!(play::<ConnectFour>(&readers, 3), play::<ConnectFour>(&readers, 3), "{reader}");
    }
    assert_ne!(play::<Kokyu>(&["random"; 2], 3), play::<Kokyu>(&["random"; 2], 4));
}

/// The action of the bot after stones were dropped into these columns, counted from 1.
fn choice_after(text: &str, columns: &str, seed: u64) -> String {
    let mut game: ConnectFour = deal(1);
    for column in columns.chars() {
        let seat = game.turn().awaited().first().unwrap();
        let action = Drop::parse(&format!("drop {column}")).unwrap();
        game.play(seat, action, None).unwrap();
    }
    let seat = game.turn().awaited().first().unwrap();
    spec(text)
        .make::<ConnectFour>(seed, bots::clock)
        .choose(&InfoState::new(&game, seat))
        .to_string()
}

#[test]
fn search_wins_in_one_and_blocks() {
    for seed in 0..5 {
        for (columns, best) in [
            ("112233", "drop 4"), // three across: win
            ("717171", "drop 7"), // three upright: win
            ("11223", "drop 4"),  // two open at one side, and it would be three: stop it
            ("71717", "drop 7"),  // three upright of the other's: block
        ] {
            let bots = [
                "ismcts:sims=500",
                "ismcts:sims=500:depth=0",
                "alphabeta:nodes=2000",
                "alphabeta:nodes=2000:threads=3",
                "planner:nodes=500",
            ];
            for text in bots {
                assert_eq!(choice_after(text, columns, seed), best, "{text} after {columns}");
            }
        }
    }
}

#[test]
fn greedy_beats_random() {
    let (greedy, random) = score::<ConnectFour>("greedy", "random", 60);
    assert!(greedy >= 54, "connect four: {greedy} against {random}");
    let (greedy, random) = score::<Kokyu>("greedy", "random", 40);
    assert!(greedy >= 36, "乾隆後宮: {greedy} against {random}");
}

#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn search_beats_greedy() {
    let (search, greedy) = score::<ConnectFour>("ismcts:sims=100", "greedy", 20);
    assert!(search >= 16, "connect four: {search} against {greedy}");
    let (search, greedy) = score::<Kokyu>("ismcts:sims=100", "greedy", 20);
    assert!(search >= 2 * greedy, "乾隆後宮: {search} against {greedy}");
}

/// Number of three-seat games that a bot wins alone against another bot on both other seats. Equal bots win a
/// third.
fn won_of(games: u64, bot: &str, others: &str) -> usize {
    let wins = |seed: &u64| {
        let seat = Seat((seed % 3) as u8);
        let mut specs = [others; 3];
        specs[seat.index()] = bot;
        play::<Honnoji>(&specs, *seed).1 == SeatSet::one(seat)
    };
    (0..games).filter(wins).count()
}

/// With hidden layouts, a search against the others' possible layouts beats the greedy choice. A larger
/// search beats a smaller one.
#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn regret_matching_for_hidden_layouts_beats_greedy() {
    let won = won_of(30, "ismcts:sims=200", "greedy");
    assert!(won >= 15, "{won} of 30 against greedy");
    let won = won_of(30, "ismcts:sims=400", "ismcts:sims=10");
    assert!(won >= 14, "{won} of 30 against a fortieth part of the search");
}

/// A best response to the greedy bot, whose choices it models exactly, beats that bot.
#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn the_best_response_exploits_greedy_play() {
    let won = won_of(9, "responder", "greedy");
    assert!(won >= 6, "{won} of 9");
}

/// The value of a position by exhaustive search.
fn solve(game: ConnectFour, seat: Seat) -> i32 {
    let mover = match game.turn() {
        Turn::Over(outcome) => return outcome.payoff(seat),
        Turn::Awaiting(seats) => seats.first().unwrap(),
    };
    let legal = game.legal(mover);
    let values = legal.into_iter().map(|action| {
        let mut after = game;
        after.play_unchecked(mover, action, None);
        solve(after, mover)
    });
    let best = values.max().unwrap();
    if mover == seat { best } else { -best }
}

/// Pruning, reductions and the transposition table do not change the result.
#[test]
fn alpha_beta_to_the_end_agrees_with_exhaustive_search() {
    let mut rng = GameRng::from_seed(11);
    let (mut judged, mut mattered) = (0, 0);
    while judged < 60 {
        let mut game: ConnectFour = deal(1);
        for _ in 0..30 {
            let Some(seat) = game.turn().awaited().first() else { break };
            let legal = game.legal(seat);
            game.play_unchecked(seat, *rng.pick(&legal), None);
        }
        let Some(seat) = game.turn().awaited().first() else { continue };
        judged += 1;
        let legal = game.legal(seat);
        let value_of = |action| {
            let mut after = game;
            after.play_unchecked(seat, action, None);
            solve(after, seat)
        };
        let values: Vec<i32> = legal.iter().map(|action| value_of(*action)).collect();
        let threads = 1 + judged % 3;
        let bot = format!("alphabeta:nodes=1000000:threads={threads}");
        let bot = &mut spec(&bot).make::<ConnectFour>(judged, bots::clock);
        let chosen = value_of(bot.choose(&InfoState::new(&game, seat)));
        let best = values.iter().copied().max();
        assert_eq!(Some(chosen), best, "position {judged}, {threads} threads");
        mattered += u64::from(values.iter().any(|value| *value != values[0]));
    }
    assert!(mattered > 20, "the positions must ask for a choice: {mattered}");
}

#[test]
fn a_bot_for_open_games_is_an_error_for_games_with_hidden_information() {
    let Err(refusal) = bots::build::<Kokyu>("alphabeta", 1, bots::clock) else {
        panic!("it was built")
    };
    assert!(refusal.text().en.contains("nothing is hidden"), "{refusal}");
    assert!(bots::build::<ConnectFour>("alphabeta", 1, bots::clock).is_ok());
    let Err(refusal) = bots::build::<Honnoji>("planner", 1, bots::clock) else {
        panic!("it was built")
    };
    assert!(refusal.text().en.contains("no seat has secrets"), "{refusal}");
    assert!(refusal.text().ja.contains("自分だけが知るもの"), "{refusal}");
    let offered = |info| kinds_for(info).any(|kind| kind.id.starts_with("alphabeta"));
    assert!(offered(ConnectFour::info()) && !offered(Kokyu::info()));
}

#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn alpha_beta_beats_tree_search_at_the_same_effort() {
    // A simulation of the search costs more than four positions that are read.
    let (reader, search) = score::<ConnectFour>("alphabeta:nodes=8000", "ismcts:sims=2000", 16);
    assert!(reader > search, "{reader} against {search}");
}

/// Against a bot that searches, a player must not be able to win by memorizing one game.
#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn alpha_beta_bots_with_other_seeds_play_other_games() {
    let play = |seed: u64| {
        let mut game: Shinra = deal(1);
        let mut bots = [0, 1]
            .map(|seat| spec("alphabeta:nodes=150").make::<Shinra>(2 * seed + seat, bots::clock));
        let actions = (0..24).map_while(|_| {
            let seat = game.turn().awaited().first()?;
            let action = bots[seat.index()].choose(&InfoState::new(&game, seat));
            game.play_unchecked(seat, action, None);
            Some(action.to_string())
        });
        actions.collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(1));
    let games: std::collections::BTreeSet<_> = (0..6).map(play).collect();
    assert!(games.len() >= 5, "{} games of 6", games.len());
}

#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn alpha_beta_beats_greedy_at_a_battle_of_stacks() {
    let (reader, greedy) = score::<Shinra>("alphabeta:nodes=400", "greedy", 6);
    assert!(reader >= 5, "森羅万象: {reader} against {greedy}");
}

/// A search with four times the simulations wins more games, at each step of a series of budgets.
#[test]
fn more_search_is_better() {
    let steps = ["ismcts:sims=16", "ismcts:sims=64", "ismcts:sims=256"];
    for step in steps.windows(2) {
        let (long, short) = score::<ConnectFour>(step[1], step[0], 60);
        assert!(long >= short + 12, "{}: {long} against {short}", step[1]);
    }
}

/// A search with sixteen times the budget wins more games of Zashiki's own games. `docs/reference/bots.md`
/// states the gain from four times the budget.
#[test]
fn more_search_is_better_in_every_game() {
    let (long, short) = score::<Sengoku>("ismcts:sims=32", "ismcts:sims=2", 8);
    assert!(long >= short + 4, "戦国ドミノ: {long} against {short}");
    let (long, short) = score::<Shinra>("alphabeta:nodes=400", "alphabeta:nodes=25", 4);
    assert!(long >= short + 3, "森羅万象: {long} against {short}");
}

/// In 乾隆後宮, nobody wins a sixth of the games, and random draws decide others, so the gain shows only in more
/// games.
#[test]
#[ignore = "takes long: cargo xtask test --full"]
fn more_search_is_better_in_a_game_with_chance() {
    let (long, short) = score::<Kokyu>("ismcts:sims=400", "ismcts:sims=25", 40);
    assert!(long >= short + 8, "乾隆後宮: {long} against {short}");
}

/// In a game with many decisions per turn, a bot that plans whole turns wins more games than a greedy one,
/// and a broader search wins more still.
#[test]
fn planning_whole_turns_beats_greedy_play() {
    let (planned, greedy) = score::<Hostile>("planner:nodes=3000", "greedy", 6);
    assert!(planned >= greedy + 2, "{planned} against {greedy}");
    let (long, short) = score::<Hostile>("planner:nodes=4000", "planner:nodes=250", 6);
    assert!(long >= short + 2, "{long} against {short}");
}

/// Several trees together are at least as strong as one tree with the budget of each.
#[test]
fn several_trees_play_as_one() {
    let (several, one) = score::<ConnectFour>("ismcts:sims=400:trees=4", "ismcts:sims=100", 40);
    assert!(several >= one, "{several} against {one}");
}
