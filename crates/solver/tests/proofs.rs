//! Compares the solver with a plain exhaustive search, on connect four.

use connect_four::ConnectFour;
use solver::{Fault, Task, prove};
use zashiki_core::{GameRng, GameState, GameStateExt as _, Goal, Seat, Turn};

/// Returns true if the seat wins within this number of turns, by exhaustive search.
fn wins(game: &ConnectFour, seat: Seat, turns: u8) -> bool {
    let awaited = match game.turn() {
        Turn::Over(outcome) => return outcome.winners.contains(seat),
        Turn::Awaiting(awaited) => awaited.first().unwrap(),
    };
    let own = awaited == seat;
    if turns == 0 {
        return false;
    }
    let mut after = game.legal(awaited).into_iter().map(|action| {
        let mut after = *game;
        after.play_unchecked(awaited, action, None);
        wins(&after, seat, turns - u8::from(own))
    });
    if own { after.any(|won| won) } else { after.all(|won| won) }
}

const POSITIONS: u64 = 200;

/// Positions from the middle of random matches in which the seat to move has no immediate win.
fn positions(number: u64) -> Vec<ConnectFour> {
    let deal = |seed| {
        let mut rng = GameRng::from_seed(seed);
        let play =
            zashiki_core::Match::<ConnectFour>::start(&zashiki_core::MatchStart::dealt(2, seed))
                .unwrap();
        let mut game = *play.state();
        for _ in 0..12 + seed % 14 {
            let Turn::Awaiting(awaited) = game.turn() else { return None };
            let seat = awaited.first()?;
            let legal = game.legal(seat);
            let action = legal[rng.below(legal.len() as u32) as usize];
            game.play_unchecked(seat, action, None);
        }
        let seat = game.turn().awaited().first()?;
        (!wins(&game, seat, 1)).then_some(game)
    };
    (0..number).filter_map(deal).collect()
}

#[test]
fn what_is_proved_is_what_trying_everything_finds() {
    let mut found = [0, 0];
    for game in positions(POSITIONS) {
        let seat = game.turn().awaited().first().unwrap();
        for turns in [2, 3] {
            let task = Task { seat, goal: Goal::Wins, turns };
            let first = |action: &<ConnectFour as GameState>::Action| {
                let mut after = game;
                after.play_unchecked(seat, *action, None);
                wins(&after, seat, turns - 1)
            };
            let keys: Vec<_> = game.legal(seat).into_iter().filter(first).collect();
            let sooner = (1..turns).find(|turns| wins(&game, seat, *turns));
            match prove(&game, task, 10_000_000) {
                Ok(proved) => {
                    assert_eq!((keys, sooner), (vec![proved.solution[0]], None));
                    assert_eq!(proved.solution.len(), usize::from(turns));
                    found[usize::from(turns) - 2] += 1;
                }
                Err(Fault::NoWay) => assert!(keys.is_empty()),
                Err(Fault::Sooner(needed)) => assert_eq!(sooner, Some(needed)),
                Err(Fault::Another(other)) => assert!(keys.len() > 1 && keys.contains(&other)),
                Err(fault) => panic!("{fault:?}"),
            }
        }
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
}

#[test]
fn every_reply_holds_out_as_long_as_any_and_leaves_a_win() {
    let mut replies = 0;
    for game in positions(POSITIONS) {
        let seat = game.turn().awaited().first().unwrap();
        let task = Task { seat, goal: Goal::Wins, turns: 3 };
        let Ok(proved) = prove(&game, task, 10_000_000) else { continue };
        for (line, replied) in &proved.replies {
            let mut there = game;
            let mut left = 3;
            for (at, action) in line.iter().enumerate() {
                there.play_unchecked(seat, *action, None);
                left -= 1;
                if at + 1 < line.len() {
                    let (_, before) = (proved.replies.iter())
                        .find(|(before, _)| before[..] == line[..=at])
                        .expect("what comes before has a reply");
                    there.play_unchecked(before[0].0, before[0].1, None);
                }
            }
            let needed = |action| {
                let mut after = there;
                after.play_unchecked(seat.other(), action, None);
                (1..=left)
                    .find(|turns| wins(&after, seat, *turns))
                    .expect("every reply is answered")
            };
            let longest = there.legal(seat.other()).into_iter().map(needed).max();
            assert_eq!(Some(needed(replied[0].1)), longest);
            replies += 1;
        }
    }
    assert!(replies > 3, "{replies}");
}

#[test]
fn nothing_is_said_beyond_the_positions_allowed() {
    let game = positions(1).remove(0);
    let seat = game.turn().awaited().first().unwrap();
    let task = |seat, turns| Task { seat, goal: Goal::Wins, turns };
    assert_eq!(prove(&game, task(seat, 3), 20), Err(Fault::Spent));
    assert_eq!(prove(&game, task(seat.other(), 3), 20), Err(Fault::Nothing));
    assert_eq!(prove(&game, task(seat, 0), 20), Err(Fault::Nothing));
}
