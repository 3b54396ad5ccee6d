//! Tests that advice and reviews depend only on the seat's information state, and agree with the course of
//! the game.

use bots::{Advice, Review, advise, level_strengths, review};
use connect_four::ConnectFour;
use honnoji::Honnoji;
use kokyu::Kokyu;
use sengoku::Sengoku;
use serde_json::{Value, json};
use shinra::Shinra;
use zashiki_core::{
    Action as _, GameConfig as _, GameRng, GameState as _, GameStateExt as _, InfoState, Level,
    Match, MatchStart, SearchHints, Seat, Termination, Turn, Viewer,
};

/// A game of connect four in which the seats take turns to drop a stone into these columns.
fn dropped(columns: &[u8]) -> Match<ConnectFour> {
    let mut play = Match::new(2, &Value::Null, None, 1).unwrap();
    for (column, seat) in columns.iter().zip([0, 1].into_iter().cycle()) {
        let action = connect_four::Drop::parse(&format!("drop {column}")).unwrap();
        play.play(Seat(seat), action).unwrap();
    }
    play
}

fn looked_back<G: SearchHints>(play: &Match<G>, bot: &str) -> Review {
    let mut told = Vec::new();
    let review =
        review(play, bot, &[], bots::clock, &mut |done, of| told.push((done, of))).unwrap();
    let steps = play.played().len();
    assert_eq!(told.last(), Some(&(steps, steps)));
    assert_eq!(told.len(), steps + 1, "progress by decision");
    review
}

/// Plays at most `most` decisions of the game at random.
fn play_on<G: SearchHints>(play: &mut Match<G>, most: usize, rng: &mut GameRng) {
    for _ in 0..most {
        let Turn::Awaiting(seats) = play.state().turn() else { return };
        let seat = seats.first().unwrap();
        let legal = play.state().legal(seat);
        play.play(seat, *rng.pick(&legal)).unwrap();
    }
}

#[test]
fn an_immediate_win_is_advised_with_its_reason() {
    let play = dropped(&[1, 7, 2, 7, 3, 7]);
    for bot in ["ismcts:sims=300", "alphabeta:nodes=500", "planner:nodes=2000"] {
        let advice = advise(&InfoState::new(play.state(), Seat(0)), bot, &[], bots::clock).unwrap();
        let best = &advice.choices[0];
        assert_eq!(best.choice.action, "drop 4", "{bot}");
        assert!(best.chances.of(Seat(0)) > 950, "{bot}: {:?}", best.chances);
        assert_eq!(best.chances.by_seat().iter().sum::<i32>(), 1000);
        assert!(best.why.en.contains("⟦0⟧ ⟦wins|win⟧ at once."), "{}", best.why.en);
        assert!(best.why.ja.contains("⟦0⟧の勝ちが決まります。"), "{}", best.why.ja);
        let chances: Vec<i32> =
            advice.choices.iter().map(|advised| advised.chances.of(Seat(0))).collect();
        assert!(chances.len() == 3 && chances.is_sorted_by(|one, other| one >= other));
        for worse in &advice.choices[1..] {
            assert!(
                worse.why.en.contains("lower than with the best") || worse.chances == best.chances
            );
            assert!(!worse.why.en.contains("at once"), "{}", worse.why.en);
        }
    }
}

#[test]
fn a_review_names_a_missed_win() {
    // The first seat misses its fourth in the bottom row, and loses by the second's column.
    let play = dropped(&[1, 7, 2, 7, 3, 7, 5, 7]);
    for bot in ["ismcts:sims=200", "alphabeta:nodes=2000", "planner:nodes=2000"] {
        let review = looked_back(&play, bot);
        let missed = review.decisions.iter().find(|judged| judged.step == 7).unwrap();
        assert_eq!(missed.taken.action, "drop 5");
        assert_eq!(missed.better.as_ref().unwrap().choice.action, "drop 4", "{bot}");
        assert!(missed.given_away() > 400, "{bot}: {missed:?}");
        let drawback = missed.drawback.as_ref().unwrap();
        assert!(drawback.en.starts_with("⟦1⟧ can then win at once: "), "{bot}: {}", drawback.en);
        assert!(drawback.en.contains('7') && drawback.ja.contains('7'), "{drawback:?}");
        assert_eq!(review.result.as_ref().unwrap().by_seat(), [0, 1000]);
        let turn = review.turning_points.iter().find(|turn| turn.step == 7).unwrap();
        assert!(!turn.luck && turn.seat == Seat(0) && turn.change == -missed.given_away());
        // The last decision won, so nothing was better.
        assert_eq!(review.decisions.last().unwrap().better, None);
        assert!(review.accounts.iter().all(|account| account.luck == 0), "nothing is drawn");
        adds_up(&review);
    }
}

/// Checks the invariants of every review.
fn adds_up(review: &Review) {
    for account in &review.accounts {
        let changes = account.own + account.others + account.luck + account.rest;
        assert_eq!(account.start + changes, account.end, "{account:?}");
        assert!(account.own <= 0 && account.bettered <= account.decisions);
    }
    for judged in &review.decisions {
        assert_eq!(judged.better.is_some(), judged.before != judged.after, "{judged:?}");
        assert!(judged.given_away() >= 0);
        assert!(judged.drawback.is_none() || judged.better.is_some(), "{judged:?}");
        if let Some(better) = &judged.better {
            assert_eq!(better.chances, judged.before);
            assert!(judged.given_away() >= 10, "less reads as nothing: {judged:?}");
            assert_ne!(better.choice.action, judged.taken.action);
        }
    }
}

#[test]
fn the_chance_ledgers_of_games_add_up() {
    let mut rng = GameRng::from_seed(4);
    let mut play = Match::<Kokyu>::new(2, &Value::Null, None, 8).unwrap();
    play_on(&mut play, 60, &mut rng);
    let review = looked_back(&play, "ismcts:sims=24");
    assert!(review.decisions.len() > 20 && review.result.is_none());
    let last = review.decisions.last().unwrap();
    assert_eq!(review.accounts[0].end, last.after.of(Seat(0)), "a play that goes on");
    assert!(review.accounts.iter().any(|account| account.luck != 0), "plots were drawn");
    adds_up(&review);
    assert_eq!(review, looked_back(&play, "ismcts:sims=24"), "the same whenever it is asked");

    let mut play = Match::<Honnoji>::new(3, &Value::Null, None, 2).unwrap();
    play_on(&mut play, 14, &mut rng);
    let review = looked_back(&play, "ismcts:sims=16");
    assert!(review.decisions.len() > 3);
    assert!(
        review.decisions.iter().all(|judged| judged.after.by_seat().iter().sum::<i32>() == 1000)
    );
    adds_up(&review);
}

#[test]
fn a_resignation_is_not_luck() {
    let mut play = Match::<Shinra>::new(2, &Value::Null, None, 1).unwrap();
    play_on(&mut play, 6, &mut GameRng::from_seed(3));
    let (mut resigned, mut abandoned) = (play.clone(), play);
    resigned.terminate(Termination::Resigned { seat: Seat(1) }).unwrap();
    let review = looked_back(&resigned, "alphabeta:nodes=100");
    assert_eq!(review.result.as_ref().unwrap().by_seat(), [1000, 0]);
    assert!(review.accounts[0].end < 1000, "{:?}", review.accounts);
    adds_up(&review);
    abandoned.terminate(Termination::Abandoned).unwrap();
    assert_eq!(looked_back(&abandoned, "alphabeta:nodes=100").result, None);
}

/// Checks at several steps of a game that advice does not change if the true state is replaced by another one
/// with the same view.
fn compare<G: SearchHints>(seats: u8, options: &Value, bot: &str) {
    let options = G::info().complete_options(options).unwrap();
    let config = G::Config::new(seats, &options, None).unwrap();
    let mut rng = GameRng::from_seed(11);
    let mut game = G::deal(&config, rng.fork(), None);
    let (mut compared, mut differed, mut moments) = (0, 0, 0);
    while let (Turn::Awaiting(awaited), true) = (game.turn(), compared < 12) {
        let seat = awaited.first().unwrap();
        let legal = game.legal(seat);
        let action = *rng.pick(&legal);
        if moments % 3 == 0 && legal.len() > 1 {
            compared += 1;
            let other = G::determinize(&config, &game.view(Viewer::Seat(seat)), rng.fork());
            let positions =
                [&game, &other].map(|state| serde_json::to_value(state.position()).unwrap());
            differed += u32::from(positions[0] != positions[1]);
            let advice = [&game, &other].map(|state| {
                let advice = advise(&InfoState::new(state, seat), bot, &[], bots::clock).unwrap();
                serde_json::to_string(&advice).unwrap()
            });
            assert_eq!(advice[0], advice[1], "advice tells more than the view");
            let judged = positions.map(|position| {
                let position = Some(position);
                let beginning = MatchStart {
                    position,
                    options: options.clone(),
                    ..MatchStart::dealt(seats.into(), 5)
                };
                let mut play = Match::<G>::start(&beginning).unwrap();
                play.play(seat, action).unwrap();
                let review = looked_back(&play, bot);
                assert_eq!(review.decisions.len(), 1);
                serde_json::to_string(&review.decisions[0]).unwrap()
            });
            assert_eq!(judged[0], judged[1], "a decision is judged by more than its view");
        }
        moments += 1;
        game.play_unchecked(seat, action, None);
    }
    assert!(compared > 7 && differed > 5, "{compared} moments, of which {differed} differed");
}

#[test]
fn the_same_view_has_the_same_advice_and_review() {
    compare::<Kokyu>(2, &Value::Null, "ismcts:sims=40");
}

#[test]
fn advice_does_not_depend_on_hidden_layouts() {
    for placing in ["in_turn", "together"] {
        compare::<Honnoji>(3, &json!({ "placing": placing }), "ismcts:sims=12");
    }
}

#[test]
fn a_requested_choice_is_evaluated_even_if_the_search_ignores_it() {
    let mut play = Match::<Shinra>::new(2, &Value::Null, None, 1).unwrap();
    let mut rng = GameRng::from_seed(2);
    play_on(&mut play, 8, &mut rng);
    for bot in ["ismcts:sims=20", "alphabeta:nodes=200", "planner:nodes=200"] {
        let review = looked_back(&play, bot);
        assert_eq!(review.decisions.len(), play.played().len(), "{bot}: every decision is judged");
        adds_up(&review);
    }
}

#[test]
fn bots_that_do_not_search_have_no_advice() {
    let play = dropped(&[4]);
    for bot in ["random", "greedy"] {
        let refused =
            advise(&InfoState::new(play.state(), Seat(1)), bot, &[], bots::clock).unwrap_err();
        assert!(refused.text().en.contains("does not search"), "{refused}");
        assert!(refused.text().ja.contains("助言できません"), "{refused}");
        assert!(review(&play, bot, &[], bots::clock, &mut |_, _| ()).is_err());
    }
    let secrets = Match::<Honnoji>::new(3, &Value::Null, None, 1).unwrap();
    assert!(review(&secrets, "planner", &[], bots::clock, &mut |_, _| ()).is_err());
    let hidden = Match::<Kokyu>::new(2, &Value::Null, None, 1).unwrap();
    assert!(review(&hidden, "alphabeta", &[], bots::clock, &mut |_, _| ()).is_err());
}

#[test]
fn a_seat_that_is_not_to_decide_gets_no_choices() {
    let play = dropped(&[4]);
    let advice =
        advise(&InfoState::new(play.state(), Seat(0)), "ismcts:sims=10", &[], bots::clock).unwrap();
    assert!(advice.choices.is_empty());
}

#[test]
fn chances_between_levels_use_their_measured_difference() {
    let mut play = Match::<Sengoku>::new(2, &Value::Null, None, 1).unwrap();
    let of = |levels: &[Option<Level>], play: &Match<Sengoku>| -> Advice {
        let seat = play.state().turn().awaited().first().unwrap();
        advise(&InfoState::new(play.state(), seat), "ismcts:sims=20", levels, bots::clock).unwrap()
    };
    let (strong, weak) = (Some(Level::Advanced), Some(Level::Beginner));
    let logit = |advice: &Advice| {
        let chance = f64::from(advice.choices[0].chances.by_seat()[0]) / 1000.0;
        (chance / (1.0 - chance)).ln()
    };
    let equal = of(&[], &play);
    // At the start, the odds are those that were measured.
    let strengths = level_strengths(Sengoku::assets().levels().measured(2).unwrap(), 2);
    let lead = strengths[3].1 - strengths[1].1;
    assert!(lead > 1.0, "{strengths:?}");
    for (levels, by) in [([strong, weak], lead), ([weak, strong], -lead)] {
        let found = of(&levels, &play);
        assert!(found.levels_differ && !equal.levels_differ);
        assert!((logit(&found) - logit(&equal) - by).abs() < 0.5, "{found:?}");
    }
    // People count as equal to the bots they play, and so do bots of the same level.
    for same in [[strong, strong], [None, strong], [weak, None], [None, None]] {
        assert_eq!(of(&same, &play), equal);
    }
    // Later, less is left for the strength to count.
    play_on(&mut play, 30, &mut GameRng::from_seed(3));
    let later = logit(&of(&[strong, weak], &play)) - logit(&of(&[], &play));
    assert!(later > 0.1 && later < 0.95 * lead, "{later} of {lead}");
    let told = review(&play, "ismcts:sims=5", &[strong, weak], bots::clock, &mut |_, _| ());
    let first = &told.unwrap().decisions[0];
    assert!(first.after.of(Seat(0)) > 800, "{first:?}");
}

#[test]
fn a_person_is_as_strong_as_the_mean_of_the_bots() {
    let play = Match::<Sengoku>::new(3, &Value::Null, None, 1).unwrap();
    let seat = play.state().turn().awaited().first().unwrap();
    let levels = [None, Some(Level::Beginner), Some(Level::Advanced)];
    let info_state = InfoState::new(play.state(), seat);
    let advice = advise(&info_state, "ismcts:sims=20", &levels, bots::clock).unwrap();
    let chances = advice.choices[0].chances.by_seat();
    assert!(chances[1] < chances[0] && chances[0] < chances[2], "{chances:?}");
}
