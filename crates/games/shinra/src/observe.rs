//! Observations for machine learning: a board as numbers from a seat's viewpoint. For the second seat
//! the sheet is turned by 180 degrees, so that each seat's own rows come first. The rules do not depend
//! on them.

use zashiki_core::{Feature, Features, Observation, Seat};

use crate::Config;
use crate::actions::{SETS, set_index};
use crate::board::{Board, Stage};
use crate::components::Components;
use crate::kind::{KINDS, Kind, MAX_KEPT, Mark};
use crate::square::Square;

/// The number of possible values of an item's reduced points: none, or 1 to 14.
const KEPT: usize = MAX_KEPT as usize + 1;

pub(crate) fn features(config: &Config) -> Features {
    let Components { points, cards, .. } = &config.components;
    let of_a_card = cards.iter().map(|card| card.points).max().unwrap_or(0);
    let points = [points.king_most, points.stack_most, points.single_life, points.strong_single]
        .into_iter()
        .fold(of_a_card, u8::max);
    // Captured cards join the hand.
    let copies = 2 * cards.iter().map(|card| card.count).max().unwrap_or(0);
    Features::from([
        Feature::new(
            "cards",
            [2, KINDS, Square::SIDE, Square::SIDE],
            "The cards of each seat's pieces by kind (king, queen, general, shu, ko, dai, hachitobi, joker), rows from the seat's own side.",
        ),
        Feature::new(
            "points",
            [2, Square::SIDE, Square::SIDE],
            "The life points of each seat's pieces.",
        ).up_to(points),
        Feature::new(
            "held",
            [2, KEPT, SETS],
            "The number of singles and stacks of each set of cards in each seat's hand, by the points they kept, 0 for full ones.",
        ).up_to(copies),
        Feature::new(
            "remainders",
            [2, KINDS],
            "The number of remainders of each kind in each seat's hand.",
        ).up_to(copies),
        Feature::new(
            "captives",
            [2, SETS],
            "The number of captured items of each set of cards with the enemy's queen in each seat's hand.",
        ).up_to(config.components.card(Kind::Queen).count),
        Feature::new(
            "box_king",
            [2],
            "The number of kings in each seat's hand: 1 before the arrangement.",
        ),
        Feature::new(
            "stepped",
            [2],
            "1 if the seat's king has used his step onto a piece of his seat.",
        ),
        Feature::new("check", [2], "1 if the seat's king is in check."),
        Feature::new(
            "stage",
            [7],
            "The awaited decision: arrangement, deployment, main action of a turn, continuation of an attacker that captured nothing, square of the piece that the king stepped onto, return of the queen, switch.",
        ),
        Feature::new("decides", [2], "The seat that decides; none while both arrange."),
        Feature::new(
            "placing",
            [8],
            "Index of the placing of the deployment, or of the one before an offer to switch; the last of eight for a switch after a turn.",
        ),
        Feature::new(
            "follows_from",
            [Square::SIDE, Square::SIDE],
            "The square of an attacker that captured nothing.",
        ),
        Feature::new("attacked_king", [1], "1 if that attacker's target was the king."),
        Feature::new("settles", [KINDS], "The cards of the piece that the king has stepped onto."),
        Feature::new("settles_points", [1], "The life points of that piece.").up_to(points),
        Feature::new(
            "took_queen",
            [SETS],
            "The cards of the captured item with the queen that may be returned.",
        ),
        Feature::new("switches", [1], "1 while seats may switch after turns."),
        Feature::new("turns", [1], "Battle turns completed.").up_to(config.options.turn_limit),
        Feature::new("turns_left", [1], "Battle turns left until the game is a draw.").up_to(config.options.turn_limit),
        Feature::new("second", [1], "1 if the observing seat is the second."),
        Feature::new("ended", [1], "1 if the game is over."),
        Feature::new("won", [2], "The winner."),
    ])
}

/// Writes the observation of `seat`. `check` is true for each seat whose king is in check.
pub(crate) fn observe(
    config: &Config,
    board: &Board,
    check: [bool; 2],
    seat: Seat,
    out: &mut Observation<'_>,
) {
    let side = |owner: Seat| usize::from(owner != seat);
    let mut cards = out.next("cards");
    let mut points = out.next("points");
    for owner in Seat::all(2) {
        for (square, piece) in board.of(owner) {
            let square = square.relative_to(seat);
            let (row, column) = (square.row(), square.column());
            for kind in piece.cards().iter() {
                cards.mark([side(owner), kind as usize, row, column]);
            }
            points.set([side(owner), row, column], piece.points());
        }
    }
    let mut held = out.next("held");
    let mut remainders = out.next("remainders");
    let mut captives = out.next("captives");
    let mut kings = out.next("box_king");
    for (owner, hand) in Seat::all(2).zip(&board.hands) {
        for (item, count) in hand.items() {
            match (item.mark, set_index(item.cards), item.cards.single()) {
                (_, _, Some(Kind::King)) => kings.set([side(owner)], count),
                (Mark::Plain, Some(set), _) => {
                    held.set([side(owner), usize::from(item.kept), set], count);
                }
                (Mark::Captive, Some(set), _) => captives.set([side(owner), set], count),
                (Mark::Remainder, _, Some(kind)) => {
                    remainders.set([side(owner), kind as usize], count);
                }
                _ => {}
            }
        }
    }
    let mut stepped = out.next("stepped");
    let mut attacked = out.next("check");
    for owner in Seat::all(2) {
        stepped.mark_if([side(owner)], board.stepped[owner.index()]);
        attacked.mark_if([side(owner)], check[owner.index()]);
    }
    let mut stage = out.next("stage");
    let mut decides = out.next("decides");
    if let Some(owner) = board.stage.seat() {
        decides.mark([side(owner)]);
    }
    let mut placing = out.next("placing");
    let mut follows = out.next("follows_from");
    let mut attacked_king = out.next("attacked_king");
    let mut settles = out.next("settles");
    let mut settles_points = out.next("settles_points");
    let mut took_queen = out.next("took_queen");
    match board.stage {
        Stage::Setup => stage.mark([0]),
        Stage::Deploy { place, .. } => {
            stage.mark([1]);
            placing.mark([usize::from(place)]);
        }
        Stage::Act { .. } => stage.mark([2]),
        Stage::Follow { from, king, .. } => {
            stage.mark([3]);
            let from = from.relative_to(seat);
            follows.mark([from.row(), from.column()]);
            attacked_king.mark_if([0], king);
        }
        Stage::Settle { cards, points, .. } => {
            stage.mark([4]);
            cards.iter().for_each(|kind| settles.mark([kind as usize]));
            settles_points.set([0], points);
        }
        Stage::Queen { item, .. } => {
            stage.mark([5]);
            if let Some(set) = set_index(item.cards) {
                took_queen.mark([set]);
            }
        }
        Stage::Switch { place, .. } => {
            stage.mark([6]);
            placing.mark([place.map_or(7, usize::from)]);
        }
        Stage::Over { .. } => {}
    }
    out.next("switches").mark_if([0], board.switches);
    out.next("turns").set([0], board.turns);
    out.next("turns_left").set([0], config.options.turn_limit.saturating_sub(board.turns));
    out.next("second").mark_if([0], seat == Seat(1));
    let mut ended = out.next("ended");
    let mut won = out.next("won");
    if let Stage::Over { winner } = board.stage {
        ended.mark([0]);
        winner.into_iter().for_each(|winner| won.mark([side(winner)]));
    }
}
