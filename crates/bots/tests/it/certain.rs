//! Tests that what is decided or proved is reported as certain.

use bots::{Advised, advise, build, review};
use connect_four::ConnectFour;
use honnoji::Honnoji;
use hostile::Hostile;
use kokyu::Kokyu;
use sengoku::Sengoku;
use serde_json::Value;
use shinra::Shinra;
use zashiki_core::{
    Action as _, DynInfoState, GameStateExt as _, InfoState, Match, SearchHints, Seat,
};

/// A game played to its end by bots that look one step ahead.
fn ended<G: SearchHints>(seats: u8, seed: u64) -> Match<G> {
    let mut play = Match::<G>::new(seats.into(), &Value::Null, None, seed).unwrap();
    let mut players: Vec<_> = (0..u64::from(seats))
        .map(|seat| build::<G>("greedy", 10 * seed + seat, bots::clock).unwrap())
        .collect();
    while let Some(seat) = play.state().turn().awaited().first() {
        let info_state = DynInfoState::new(InfoState::new(play.state(), seat));
        let notation = players[seat.index()].choose(&info_state).unwrap();
        play.play(seat, G::Action::parse(&notation).unwrap()).unwrap();
    }
    play
}

/// The advice at a decision of a finished game.
fn advised<G: SearchHints>(play: &Match<G>, place: usize, bot: &str) -> (Seat, Vec<Advised>) {
    let step = &play.played()[place];
    let info_state = InfoState::new(&step.before, step.seat);
    (step.seat, advise(&info_state, bot, &[], bots::clock).unwrap().choices)
}

/// Looks for positions with a winning action, and for lost ones, at the ends of games, and checks what is said
/// of them. Returns the number of each.
fn decided<G: SearchHints>(seats: u8, bot: &str, games: u64) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for seed in 1..=games {
        let play = ended::<G>(seats, seed);
        let outcome = play.outcome().unwrap();
        let length = play.played().len();
        for place in (length.saturating_sub(6)..length).rev() {
            if play.played()[place].before.legal(play.played()[place].seat).len() < 2 {
                continue;
            }
            let (seat, choices) = advised(&play, place, bot);
            for choice in &choices {
                let chance = choice.chances.of(seat);
                if choice.why.en.contains("⟦wins|win⟧") {
                    let at_once = choice.why.en.contains("⟦wins|win⟧ at once");
                    assert_eq!((chance, choice.steps == 1), (1000, at_once), "{choice:?}");
                    won += 1;
                } else if choice.why.en.contains("⟦loses|lose⟧") {
                    assert_eq!(chance, 0, "{choice:?}");
                    assert!(choice.steps > 0);
                    lost += 1;
                }
            }
            assert!(
                choices.is_sorted_by(|one, other| one.chances.of(seat) >= other.chances.of(seat))
            );
            // The action that won the game is advised as a win or something as good is.
            if place + 1 == length && outcome.payoff(seat) > 0 && choices[0].steps == 1 {
                assert_eq!(choices[0].chances.of(seat), 1000);
            }
        }
    }
    (won, lost)
}

#[test]
fn winning_and_losing_actions_are_certain_in_every_game() {
    let found = [
        ("kokyu", decided::<Kokyu>(2, "ismcts:sims=60", 4)),
        ("sengoku", decided::<Sengoku>(2, "ismcts:sims=60", 4)),
        ("shinra", decided::<Shinra>(2, "alphabeta:nodes=400", 2)),
        ("hostile", decided::<Hostile>(2, "planner:nodes=1000", 4)),
        ("honnoji", decided::<Honnoji>(3, "ismcts:sims=30", 4)),
    ];
    println!("{found:?}");
    for (game, (won, lost)) in found {
        assert!(won > 0, "{game}: no win was found");
        assert!(lost > 0, "{game}: no loss was found");
    }
}

/// Looks for a decision at which a win is proved with a further decision of the seat.
fn mate_in_two<G: SearchHints>(bot: &str, back: usize) -> Option<Advised> {
    (1..=12).find_map(|seed| {
        let play = ended::<G>(2, seed);
        let winner = Seat::all(2).find(|seat| play.outcome().unwrap().payoff(*seat) > 0)?;
        let places = (play.played().len().saturating_sub(back)..play.played().len()).rev();
        let mut own = places.filter(|place| play.played()[*place].seat == winner);
        own.find_map(|place| {
            let (seat, choices) = advised(&play, place, bot);
            let best = choices.into_iter().next()?;
            (best.steps > 1 && best.chances.of(seat) == 1000).then_some(best)
        })
    })
}

#[test]
fn a_mate_in_two_is_a_win_by_force() {
    for (game, found) in [
        ("shinra", mate_in_two::<Shinra>("alphabeta:nodes=20000", 8)),
        ("sengoku", mate_in_two::<Sengoku>("ismcts:sims=200", 10)),
    ] {
        let best = found.unwrap_or_else(|| panic!("{game}: no mate in two was found"));
        assert!(best.why.en.contains("by force within"), "{game}: {}", best.why.en);
        assert!(best.why.ja.contains("手以内に勝てます"), "{game}: {}", best.why.ja);
    }
}

#[test]
fn the_last_entry_of_a_review_is_the_result() {
    let play = ended::<Shinra>(2, 1);
    let review = review(&play, "alphabeta:nodes=60", &[], bots::clock, &mut |_, _| ()).unwrap();
    let (last, result) = (review.decisions.last().unwrap(), review.result.as_ref().unwrap());
    assert_eq!(last.step, play.played().len());
    assert_eq!(&last.after, result);
}

/// Drops of connect four in these columns, seat by seat.
fn dropped(columns: &[u8]) -> Match<ConnectFour> {
    let mut play = Match::new(2, &Value::Null, None, 1).unwrap();
    for (column, seat) in columns.iter().zip([0, 1].into_iter().cycle()) {
        let action = connect_four::Drop::parse(&format!("drop {column}")).unwrap();
        play.play(Seat(seat), action).unwrap();
    }
    play
}

#[test]
fn two_open_ends_are_a_win_by_force_for_every_search() {
    // Three in the middle of the bottom row, with both ends open, cannot be stopped.
    let play = dropped(&[3, 3, 4, 4]);
    for bot in ["ismcts:sims=400", "alphabeta:nodes=4000"] {
        let info_state = InfoState::new(play.state(), Seat(0));
        let advice = advise(&info_state, bot, &[], bots::clock).unwrap();
        let best = &advice.choices[0];
        assert!(["drop 2", "drop 5"].contains(&best.choice.action.as_str()), "{bot}: {best:?}");
        assert_eq!((best.chances.of(Seat(0)), best.steps), (1000, 3), "{bot}: {best:?}");
        assert!(best.why.en.contains("by force within 3 moves"), "{}", best.why.en);
    }
    // Whatever the second seat does then, it loses.
    let play = dropped(&[3, 3, 4, 4, 5]);
    for bot in ["ismcts:sims=400", "alphabeta:nodes=4000"] {
        let info_state = InfoState::new(play.state(), Seat(1));
        let choices = advise(&info_state, bot, &[], bots::clock).unwrap().choices;
        assert!(choices.iter().all(|choice| choice.chances.of(Seat(1)) == 0), "{bot}: {choices:?}");
        assert!(choices[0].why.en.contains("⟦loses|lose⟧ by force within 2 moves"));
    }
}

#[test]
fn bots_resign_only_what_is_lost() {
    // The second seat is behind by nothing but one open row; it can still stop it.
    for (columns, lost) in [(&[3, 3, 4, 4, 5][..], true), (&[3, 3, 4][..], false)] {
        let play = dropped(columns);
        let info_state = DynInfoState::new(InfoState::new(play.state(), Seat(1)));
        let mut bot = build::<ConnectFour>("ismcts:sims=800", 1, bots::clock).unwrap();
        bot.choose(&info_state).unwrap();
        assert_eq!(bot.is_lost(), lost, "{columns:?}");
    }
    // A seat that can win at once accepts no draw.
    let play = dropped(&[1, 7, 2, 7, 3, 7]);
    let info_state = DynInfoState::new(InfoState::new(play.state(), Seat(0)));
    let mut bot = build::<ConnectFour>("ismcts:sims=20", 1, bots::clock).unwrap();
    assert!(!bot.accepts_draw(&info_state));
}
