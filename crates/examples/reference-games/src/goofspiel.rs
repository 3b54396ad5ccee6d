//! Goofspiel with few cards, a small bidding game.

use serde::{Deserialize, Serialize};
use zashiki_core::{Feature, GameInfo, GameRng, Observation, Seat, SeatSet, Viewer};

use crate::small::{Ending, Rules, card};

/// Goofspiel, or the game of pure strategy, with 3 to 5 cards per suit. The prizes are worth `CARDS`
/// down to 1 and are offered from the highest to the lowest, as with OpenSpiel's
/// `points_order=descending`. For each prize, both seats bid one of their cards simultaneously. The
/// higher bid wins the prize; if the bids are equal, nobody gets it. The result is the difference of the
/// seats' prizes. Ross, "Goofspiel: The Game of Pure Strategy", J. Appl. Probab. 8(3), 1971.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goofspiel<const CARDS: usize>;

/// The bids so far, by seat. A card is a number; 0 is the lowest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bids<C> {
    /// Each seat's bids, one for each prize offered so far.
    pub bids: [Vec<C>; 2],
}

/// The only card that a seat has not bid yet; `None` if it has more than one left.
fn only_left(cards: usize, bids: &[u8]) -> Option<u8> {
    let mut left = (0..cards as u8).filter(|card| !bids.contains(card));
    left.next().filter(|_| left.next().is_none())
}

static INFO: [GameInfo; 3] = [
    card("goofspiel-3", 2, true, false),
    card("goofspiel-4", 2, true, false),
    card("goofspiel-5", 2, true, false),
];

impl<const CARDS: usize> Rules for Goofspiel<CARDS> {
    const ACTIONS: &'static [&'static str] =
        ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5"].split_at(CARDS).0;
    const MOST_DECISIONS: usize = 2 * CARDS;

    type Truth = Bids<u8>;
    /// The bids as a seat sees them; `None` for a hidden bid.
    type View = Bids<Option<u8>>;

    fn info() -> &'static GameInfo {
        &INFO[CARDS - 3]
    }
    fn deals() -> Vec<(Bids<u8>, u32)> {
        vec![(Bids { bids: [Vec::new(), Vec::new()] }, 1)]
    }
    fn awaited(truth: &Bids<u8>) -> SeatSet {
        let made = truth.bids.each_ref().map(Vec::len);
        let least = made[0].min(made[1]);
        let open = |seat: &Seat| made[seat.index()] == least && least < CARDS;
        Seat::all(2).filter(open).collect()
    }
    fn may(truth: &Bids<u8>, seat: Seat, action: u8) -> bool {
        !truth.bids[seat.index()].contains(&action)
    }
    fn play(truth: &mut Bids<u8>, seat: Seat, action: u8) {
        truth.bids[seat.index()].push(action);
        let last = truth.bids.each_ref().map(|bids| only_left(CARDS, bids));
        if let [Some(one), Some(other)] = last {
            truth.bids[0].push(one);
            truth.bids[1].push(other);
        }
    }
    fn ending(truth: &Bids<u8>) -> Ending {
        let bids = truth.bids[0].iter().zip(&truth.bids[1]);
        let prizes = (1..=CARDS as i32).rev();
        let ahead = bids.zip(prizes).map(|((one, other), prize)| one.cmp(other) as i32 * prize);
        Ending::Stakes { ahead: ahead.sum(), most: (CARDS * (CARDS + 1) / 2) as i32 }
    }
    fn view(truth: &Bids<u8>, viewer: Viewer) -> Bids<Option<u8>> {
        let both = truth.bids[0].len().min(truth.bids[1].len());
        let show = |seat: usize| {
            let known = |place| place < both || viewer.knows(Seat(seat as u8));
            let bids = truth.bids[seat].iter().enumerate();
            bids.map(|(place, bid)| known(place).then_some(*bid)).collect()
        };
        Bids { bids: [show(0), show(1)] }
    }
    fn features() -> Vec<Feature> {
        vec![
            Feature::new(
                "bids",
                [2, CARDS, CARDS],
                "Which card each seat bid for each prize, where known.",
            ),
            Feature::new("made", [2], "Number of bids that each seat has made.").up_to(CARDS),
        ]
    }
    fn observe(view: &Bids<Option<u8>>, seat: Seat, out: &mut Observation<'_>) {
        let (mut shown, mut made) = (out.next("bids"), out.next("made"));
        for (owner, bids) in Seat::all(2).zip(&view.bids) {
            let whose = owner.places_after(seat, 2);
            made.set([whose], bids.len() as u8);
            for (prize, bid) in bids.iter().enumerate() {
                if let Some(card) = bid {
                    shown.mark([whose, prize, usize::from(*card)]);
                }
            }
        }
    }
    fn determinize(view: &Bids<Option<u8>>, rng: &mut GameRng) -> Bids<u8> {
        let known = view.bids.each_ref().map(|bids| bids.iter().flatten().copied().collect());
        let mut truth = Bids { bids: known };
        for (bids, seen) in truth.bids.iter_mut().zip(&view.bids) {
            if seen.last() == Some(&None) {
                let left = (0..CARDS as u8).filter(|card| !bids.contains(card));
                let left: Vec<u8> = left.collect();
                bids.push(*rng.pick(&left));
            }
        }
        truth
    }
}
