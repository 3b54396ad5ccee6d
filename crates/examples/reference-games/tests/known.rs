//! The games conform to the laws and have the solutions known from the literature.

use conformance::laws::battery;
use reference_games::{Exact, Goofspiel, HideAndSeek, Kuhn, Leduc, Plans, Rules, Situation, Small};
use zashiki_core::Seat;

#[test]
fn the_games_keep_the_laws() {
    battery::<Small<HideAndSeek>>(5);
    battery::<Small<Kuhn>>(5);
    battery::<Small<Leduc>>(5);
    battery::<Small<Goofspiel<3>>>(2);
    battery::<Small<Goofspiel<5>>>(2);
}

/// The rank of the deciding seat's own card in Kuhn poker.
fn card(situation: &Situation<Kuhn>) -> usize {
    situation.play.truth().cards[situation.seat.index()].into()
}

#[test]
fn equilibria_of_kuhns_poker_have_its_value_and_nothing_beats_them() {
    let kuhn = Exact::<Kuhn>::new();
    assert_eq!(kuhn.situations().len(), 12);
    for bluff in [0.0, 0.2, 1.0 / 3.0] {
        // In Kuhn's equilibria the king bets three times as often as the jack, and the queen calls.
        let first = [[bluff, 0.0], [0.0, bluff + 1.0 / 3.0], [3.0 * bluff, 1.0]];
        let second = [[1.0 / 3.0, 0.0], [0.0, 1.0 / 3.0], [1.0, 1.0]];
        let plans = kuhn.plans(|situation| {
            let answers = usize::from(situation.play.truth().done.last() == Some(&1));
            let bets = [first, second][situation.seat.index()][card(situation)][answers];
            vec![1.0 - bets, bets]
        });
        assert!((kuhn.value(&plans) + 1.0 / 18.0).abs() < 1e-12, "{bluff}");
        assert!(kuhn.exploitability(&plans).abs() < 1e-12, "{bluff}");
    }
    // OpenSpiel's value for uniformly random players (NashConv 11/12).
    assert!((kuhn.exploitability(&kuhn.chance()) - 11.0 / 24.0).abs() < 1e-12);
}

/// Approximates an equilibrium using nothing but the rules, checks its exploitability, and returns its
/// value.
fn solved<R: Rules>(rounds: u32, close: f64) -> f64 {
    let exact = Exact::<R>::new();
    let plans = exact.solved(rounds);
    let found = exact.exploitability(&plans);
    assert!(found < close, "{}: can be beaten by {found}", R::info().id);
    exact.value(&plans)
}

#[test]
fn solving_finds_the_known_values() {
    assert!((solved::<Kuhn>(1000, 0.001) + 1.0 / 18.0).abs() < 0.001);
    // The value of OpenSpiel's solvers.
    let leduc = solved::<Leduc>(400, 0.002);
    assert!((leduc + 0.0856).abs() < 0.001, "{leduc}");
    // By symmetry both seats have the same value.
    for value in [solved::<Goofspiel<3>>(300, 0.002), solved::<Goofspiel<4>>(300, 0.01)] {
        assert!(value.abs() < 0.01, "{value}");
    }
}

/// By ranks, without suits, Leduc has 288 information sets; in OpenSpiel, uniformly random players have
/// NashConv 4.747222.
#[test]
fn leduc_is_as_it_is_elsewhere() {
    let leduc = Exact::<Leduc>::new();
    assert_eq!(leduc.situations().len(), 288);
    let found = leduc.exploitability(&leduc.chance());
    assert!((2.0 * found - 4.747_222).abs() < 1e-6, "{found}");
}

/// For uniformly random players in goofspiel, OpenSpiel has 2/3 and 5/4, in points from the mean of both
/// seats: half of the difference used here.
#[test]
fn goofspiel_is_as_it_is_elsewhere() {
    let three = Exact::<Goofspiel<3>>::new();
    assert!((three.exploitability(&three.chance()) - 4.0 / 3.0).abs() < 1e-12);
    let four = Exact::<Goofspiel<4>>::new();
    assert!((four.exploitability(&four.chance()) - 2.5).abs() < 1e-12);
}

/// A strategy in which the given seats always bid the card that equals the prize. Any other seat bids at
/// random.
fn prize<const CARDS: usize>(exact: &Exact<Goofspiel<CARDS>>, seats: &[Seat]) -> Plans {
    exact.plans(|situation| {
        let at = situation.play.truth().bids[situation.seat.index()].len();
        let prize = (CARDS - 1 - at) as u8;
        let plan =
            |place: u8| f64::from(u8::from(!seats.contains(&situation.seat) || place == prize));
        situation.actions.iter().map(|action| plan(action.place())).collect()
    })
}

/// Always bidding the prize's own value loses against bidding one more each time, with the lowest card
/// against the highest prize. The loser gets that highest prize and loses all others. Against random
/// bids no strategy is better than bidding the prize (Ross 1971).
fn of_the_prize<const CARDS: usize>() {
    let exact = Exact::<Goofspiel<CARDS>>::new();
    let cards = CARDS as f64;
    let found = exact.exploitability(&prize(&exact, &[Seat(0), Seat(1)]));
    assert!((found - cards * (cards - 3.0) / 2.0).abs() < 1e-12, "{CARDS} cards: {found}");
    let against_chance = exact.value(&prize(&exact, &[Seat(0)]));
    let best = exact.best_answer(Seat(0), &exact.chance());
    assert!(best > 0.0 && (best - against_chance).abs() < 1e-12, "{CARDS} cards: {best}");
}

#[test]
fn to_bid_the_prize_is_best_against_chance_and_beaten_by_one_more() {
    of_the_prize::<3>();
    of_the_prize::<4>();
    of_the_prize::<5>();
}
