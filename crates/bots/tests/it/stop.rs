//! Tests of searches that end early by a stop switch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bots::{Spec, Stop, stoppable};
use honnoji::Honnoji;
use hostile::Hostile;
use kokyu::Kokyu;
use sengoku::Sengoku;
use shinra::Shinra;
use zashiki_core::{GameConfig as _, GameRng, GameState as _, InfoState, SearchHints};

/// Number of polls after which the switch is set.
const LOOKS: u32 = 40;
/// Maximum number of polls after the switch is set, until all threads have returned.
const MORE: u32 = 400;

fn deal<G: SearchHints>(seats: u8) -> G {
    let options = G::info().complete_options(&Default::default()).unwrap();
    let config = G::Config::new(seats, &options, None).unwrap();
    G::deal(&config, GameRng::from_seed(3), None)
}

/// A switch that is set after this number of polls, and a counter of its polls.
fn after(polls: u32) -> (Stop, Arc<AtomicU32>) {
    let count = Arc::new(AtomicU32::new(0));
    let counted = count.clone();
    let stop = Stop::polling(move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= polls);
    (stop, count)
}

/// Checks that the switch ends the searches of these bots. Without it each would take hours.
fn check<G: SearchHints>(seats: u8, bots: &[&str]) {
    let game: G = deal(seats);
    let seat = game.turn().awaited().first().unwrap();
    let info_state = InfoState::new(&game, seat);
    for text in bots {
        let spec = Spec::parse(text).unwrap();
        let (stop, count) = after(LOOKS);
        let mut bot = spec.make::<G>(1, bots::clock);
        let chosen = stoppable(&stop, || bot.choose(&info_state));
        assert!(game.is_legal(seat, chosen).is_ok(), "{text} chose {chosen}");
        let polls = count.load(Ordering::Relaxed);
        assert!((LOOKS..LOOKS + MORE).contains(&polls), "{text}: polled {polls} times");
        assert!(stop.is_set());
        let Ok(mut adviser) = spec.adviser::<G>(1, bots::clock) else { continue };
        let (stop, count) = after(LOOKS);
        stoppable(&stop, || adviser.action_values(&info_state, None));
        let polls = count.load(Ordering::Relaxed);
        assert!((LOOKS..LOOKS + MORE).contains(&polls), "{text} advised after {polls} polls");
    }
}

#[test]
fn a_search_of_every_game_ends_when_it_is_stopped() {
    let any = ["ismcts:sims=100000000", "ismcts:sims=100000000:trees=3", "ismcts:time=1000s"];
    check::<Kokyu>(2, &any);
    check::<Sengoku>(2, &any);
    check::<Honnoji>(3, &[&any[..], &["responder:sims=100000000", "greedy:worlds=10000"]].concat());
    check::<Hostile>(2, &any);
    check::<Hostile>(
        2,
        &["planner:nodes=1000000000", "planner:time=1000s", "planner:nodes=1000000000:threads=2"],
    );
    check::<Shinra>(2, &any);
    check::<Shinra>(2, &["alphabeta:nodes=1000000000", "alphabeta:nodes=1000000000:threads=2"]);
}

/// A stop switch that is never set does not change any decision.
#[test]
fn a_switch_that_is_not_set_changes_nothing() {
    fn check<G: SearchHints>(bot: &str) {
        let game: G = deal(2);
        let seat = game.turn().awaited().first().unwrap();
        let choose = || {
            let mut bot = Spec::parse(bot).unwrap().make::<G>(5, bots::clock);
            bot.choose(&InfoState::new(&game, seat))
        };
        let (stop, count) = after(u32::MAX);
        assert_eq!(stoppable(&stop, choose), choose());
        assert!(count.load(Ordering::Relaxed) > 0);
    }
    check::<Kokyu>("ismcts:sims=200:trees=2");
    check::<Hostile>("planner:nodes=3000");
    check::<Shinra>("alphabeta:nodes=2000:threads=2");
}

/// Stoppable work inside other stoppable work has its own switch. After it ends, the outer switch applies
/// again.
#[test]
fn the_outer_switch_is_restored() {
    let game: Kokyu = deal(2);
    let seat = game.turn().awaited().first().unwrap();
    let search = || {
        let mut bot = Spec::parse("ismcts:sims=100").unwrap().make::<Kokyu>(5, bots::clock);
        bot.choose(&InfoState::new(&game, seat));
    };
    let ((outer, outers), (inner, inners)) = (after(u32::MAX), after(u32::MAX));
    let counts = || [&outers, &inners].map(|count| count.load(Ordering::Relaxed));
    stoppable(&outer, || {
        stoppable(&inner, search);
        assert!(counts()[0] == 0 && counts()[1] > 0);
        search();
    });
    let both = counts();
    assert!(both[0] > 0);
    search();
    assert_eq!(counts(), both, "nothing stops what is outside");
}
