//! Two poker games for two seats: Kuhn poker and Leduc hold'em.

use serde::{Deserialize, Serialize};
use zashiki_core::{Feature, GameInfo, GameRng, Observation, Seat, SeatSet, Viewer};

use crate::small::{Ending, Rules, card};

/// Kuhn poker: three cards, one for each seat; each seat antes one chip, and either may bet one more.
/// Kuhn, "A Simplified Two-Person Poker", in *Contributions to the Theory of Games* I, 1950.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kuhn;

/// Leduc hold'em: six cards, two of each rank, one for each seat; each seat antes one chip. After a
/// round of bets of 2, a third card is revealed; after another of bets of 4, a pair with it wins, or
/// else the higher card. A round has at most two bets. Southey, Bowling, Larson, Piccione, Burch,
/// Billings and Rayner, "Bayes' Bluff: Opponent Modelling in Poker", UAI 2005.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leduc;

/// A hand of poker as a viewer knows it, or the full state with every card known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand<C> {
    /// The seats' cards by rank from 0, and then the public card, if the game has one.
    pub cards: Vec<C>,
    /// The actions so far: 0 to pass or fold, 1 to call (in [`Kuhn`]: to bet or call), 2 to raise.
    pub done: Vec<u8>,
}

const FOLD: u8 = 0;
const CALL: u8 = 1;
const RAISE: u8 = 2;

/// The hand as a viewer knows it. `open` is true if the third card is public.
fn seen(hand: &Hand<u8>, viewer: Viewer, open: bool) -> Hand<Option<u8>> {
    let is_known = |place: usize| match place {
        0 | 1 => viewer.knows(Seat(place as u8)),
        _ => open,
    };
    let cards = hand.cards.iter().enumerate();
    let cards = cards.map(|(place, card)| is_known(place).then_some(*card)).collect();
    Hand { cards, done: hand.done.clone() }
}

/// Samples a complete hand consistent with this view: unknown cards are drawn from the rest of the deck.
fn drawn(seen: &Hand<Option<u8>>, deck: &[u8], rng: &mut GameRng) -> Hand<u8> {
    let mut left = deck.to_vec();
    for known in seen.cards.iter().flatten() {
        let place = left.iter().position(|card| card == known);
        left.swap_remove(place.expect("visible cards are from the deck"));
    }
    rng.shuffle(&mut left);
    let mut draw = || left.pop().expect("the deck has enough cards");
    let cards = seen.cards.iter().map(|card| card.unwrap_or_else(&mut draw)).collect();
    Hand { cards, done: seen.done.clone() }
}

/// Every sequence of `count` cards of the deck, with the number of ways to draw it.
fn deals(deck: &[u8], count: usize) -> Vec<(Hand<u8>, u32)> {
    let mut rows = vec![(Vec::new(), 1, deck.to_vec())];
    for _ in 0..count {
        let mut longer = Vec::new();
        for (row, ways, left) in rows {
            let mut before = None;
            for (place, card) in left.iter().enumerate() {
                if before == Some(*card) {
                    continue;
                }
                before = Some(*card);
                let same = left.iter().filter(|other| *other == card).count() as u32;
                let mut left = left.clone();
                left.remove(place);
                longer.push(([&row[..], &[*card]].concat(), ways * same, left));
            }
        }
        rows = longer;
    }
    let hand = |(cards, ways, _)| (Hand { cards, done: Vec::new() }, ways);
    rows.into_iter().map(hand).collect()
}

/// Number of ranks in the deck, the same in both games.
const RANKS: usize = 3;

/// Descriptions of the observation's values, for a hand with this number of cards in a game with this
/// number of decisions and of actions.
fn features(cards: usize, decisions: usize, actions: usize) -> Vec<Feature> {
    vec![
        Feature::new("second", [1], "1 if the seat is the second to act."),
        Feature::new(
            "cards",
            [cards, RANKS],
            "The rank of the seat's own card, the other's, and the one laid open; 0 where unknown.",
        ),
        Feature::new("done", [decisions, actions], "What was done, one decision after the other."),
    ]
}

fn observe(view: &Hand<Option<u8>>, seat: Seat, out: &mut Observation<'_>) {
    out.next("second").mark_if([0], seat == Seat(1));
    let mut cards = out.next("cards");
    for (place, card) in view.cards.iter().enumerate() {
        let place = if place < 2 { place ^ seat.index() } else { place };
        if let Some(rank) = card {
            cards.mark([place, usize::from(*rank)]);
        }
    }
    let mut done = out.next("done");
    for (at, action) in view.done.iter().enumerate() {
        done.mark([at, usize::from(*action)]);
    }
}

static KUHN: GameInfo = card("kuhn", 2, false, true);

impl Rules for Kuhn {
    const ACTIONS: &'static [&'static str] = &["pass", "bet"];
    const MOST_DECISIONS: usize = 4;

    type Truth = Hand<u8>;
    type View = Hand<Option<u8>>;

    fn info() -> &'static GameInfo {
        &KUHN
    }
    fn deals() -> Vec<(Hand<u8>, u32)> {
        deals(&[0, 1, 2], 2)
    }
    fn awaited(hand: &Hand<u8>) -> SeatSet {
        match hand.done[..] {
            [] | [_] | [0, 1] => SeatSet::one(Seat(hand.done.len() as u8 % 2)),
            _ => SeatSet::EMPTY,
        }
    }
    fn may(_: &Hand<u8>, _: Seat, _: u8) -> bool {
        true
    }
    fn play(hand: &mut Hand<u8>, _: Seat, action: u8) {
        hand.done.push(action);
    }
    fn ending(hand: &Hand<u8>) -> Ending {
        let showdown = if hand.cards[0] > hand.cards[1] { 1 } else { -1 };
        let ahead = match hand.done[..] {
            [0, 0] => showdown,
            [1, 0] => 1,
            [0, 1, 0] => -1,
            _ => 2 * showdown,
        };
        Ending::Stakes { ahead, most: 2 }
    }
    fn view(hand: &Hand<u8>, viewer: Viewer) -> Hand<Option<u8>> {
        seen(hand, viewer, false)
    }
    fn features() -> Vec<Feature> {
        features(2, Self::MOST_DECISIONS, Self::ACTIONS.len())
    }
    fn observe(view: &Hand<Option<u8>>, seat: Seat, out: &mut Observation<'_>) {
        observe(view, seat, out);
    }
    fn determinize(view: &Hand<Option<u8>>, rng: &mut GameRng) -> Hand<u8> {
        drawn(view, &[0, 1, 2], rng)
    }
}

/// The state of the betting in a hand of Leduc.
struct Bets {
    /// The round, 0 or 1; 2 once betting is over.
    round: u8,
    mover: Seat,
    /// The chips of each seat in the pot.
    chips: [i32; 2],
    /// Number of bets in this round.
    raises: u8,
    folded: Option<Seat>,
}

impl Bets {
    fn of(done: &[u8]) -> Bets {
        let mut bets = Bets { round: 0, mover: Seat(0), chips: [1, 1], raises: 0, folded: None };
        // True if the other seat has already acted in this round.
        let mut answers = false;
        for action in done {
            let (own, other) = (bets.mover.index(), bets.mover.other().index());
            let closes = match *action {
                FOLD => {
                    bets.folded = Some(bets.mover);
                    continue;
                }
                CALL => {
                    bets.chips[own] = bets.chips[other];
                    answers
                }
                _ => {
                    bets.chips[own] = bets.chips[other] + if bets.round == 0 { 2 } else { 4 };
                    bets.raises += 1;
                    false
                }
            };
            answers = !closes;
            bets.mover = bets.mover.other();
            if closes {
                (bets.round, bets.mover, bets.raises) = (bets.round + 1, Seat(0), 0);
            }
        }
        bets
    }
}

/// The cards of Leduc's deck, given by their ranks.
const LEDUC_DECK: [u8; 6] = [0, 0, 1, 1, 2, 2];
static LEDUC: GameInfo = card("leduc", 2, false, true);

impl Rules for Leduc {
    const ACTIONS: &'static [&'static str] = &["fold", "call", "raise"];
    const MOST_DECISIONS: usize = 9;

    type Truth = Hand<u8>;
    type View = Hand<Option<u8>>;

    fn info() -> &'static GameInfo {
        &LEDUC
    }
    fn deals() -> Vec<(Hand<u8>, u32)> {
        deals(&LEDUC_DECK, 3)
    }
    fn awaited(hand: &Hand<u8>) -> SeatSet {
        let bets = Bets::of(&hand.done);
        if bets.round == 2 || bets.folded.is_some() {
            SeatSet::EMPTY
        } else {
            SeatSet::one(bets.mover)
        }
    }
    fn may(hand: &Hand<u8>, _: Seat, action: u8) -> bool {
        let bets = Bets::of(&hand.done);
        match action {
            FOLD => bets.chips[0] != bets.chips[1],
            RAISE => bets.raises < 2,
            _ => true,
        }
    }
    fn play(hand: &mut Hand<u8>, _: Seat, action: u8) {
        hand.done.push(action);
    }
    fn ending(hand: &Hand<u8>) -> Ending {
        let Bets { chips, folded, .. } = Bets::of(&hand.done);
        let strength = |seat: usize| {
            let own = hand.cards[seat];
            (own == hand.cards[2], own)
        };
        let ahead = match (folded, strength(0).cmp(&strength(1))) {
            (Some(Seat(0)), _) => -chips[0],
            (Some(_), _) => chips[1],
            (None, order) => order as i32 * chips[0],
        };
        Ending::Stakes { ahead, most: 13 }
    }
    fn view(hand: &Hand<u8>, viewer: Viewer) -> Hand<Option<u8>> {
        seen(hand, viewer, Bets::of(&hand.done).round > 0)
    }
    fn features() -> Vec<Feature> {
        features(3, Self::MOST_DECISIONS, Self::ACTIONS.len())
    }
    fn observe(view: &Hand<Option<u8>>, seat: Seat, out: &mut Observation<'_>) {
        observe(view, seat, out);
    }
    fn determinize(view: &Hand<Option<u8>>, rng: &mut GameRng) -> Hand<u8> {
        drawn(view, &LEDUC_DECK, rng)
    }
}
