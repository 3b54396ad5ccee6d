//! Observations: the visible state as numbers, for machine learning. The sheet is not rotated for a
//! seat, because rotation would change the order of the battlefields. The rules do not depend on
//! observations.

use zashiki_core::{Feature, Features, Observation, Seat};

use crate::Config;
use crate::board::{Settlement, Stage};
use crate::square::{BATTLEFIELDS, Direction, LINES, Quarter, Square};
use crate::tile::PAIRS;
use crate::view::VisibleState;

const SIDE: usize = Square::SIDE;
/// Number of different dominoes: the pairs of marks and the general.
const TILES: usize = PAIRS + 1;
/// Number of different marks: 1 to 6, and half a general.
const MARKS: usize = 7;

pub(crate) fn features(config: &Config) -> Features {
    let seats = usize::from(config.seats);
    let settlements = seats + 2;
    let components = &config.components;
    let copies = components.tile_counts().into_iter().max().unwrap_or(0).max(1);
    let in_a_hand = copies.min(components.hand.size);
    // In halves: each square of a path has a mark of 6 at most.
    let strongest = 2 * (MARKS - 1) * SIDE / 2;
    Features::from([
        Feature::new(
            "owners",
            [seats, SIDE, SIDE],
            "Squares of each seat's dominoes on the sheet, row by row from A1.",
        ),
        Feature::new(
            "marks",
            [MARKS, SIDE, SIDE],
            "Marks on the sheet: 1 to 6, then half a general.",
        ),
        Feature::new(
            "links",
            [4, SIDE, SIDE],
            "Direction from each square to the other half of its domino: right, down, left, up.",
        ),
        Feature::new("battlefield", [SIDE, SIDE], "Squares of the current battlefield."),
        Feature::new("field", [BATTLEFIELDS], "The current battlefield, in the order of play."),
        Feature::new(
            "castles",
            [settlements, BATTLEFIELDS],
            "Owner of each battlefield's castle: a seat, nobody, or not decided yet.",
        ),
        Feature::new(
            "paths",
            [settlements, BATTLEFIELDS, LINES],
            "Owner of each flower path, rows from the top and then columns from the left: a seat, nobody, or not decided yet.",
        ),
        Feature::new(
            "sums",
            [seats, BATTLEFIELDS, LINES],
            "Each seat's strength on each flower path, in halves.",
        ).up_to(strongest),
        Feature::new(
            "hand",
            [TILES],
            "Number of each tile in the observing seat's hand, the general last.",
        ).up_to(in_a_hand),
        Feature::new(
            "shown_hands",
            [seats, PAIRS],
            "Number of each tile in each seat's hand, as far as the observing seat knows it.",
        ).up_to(in_a_hand),
        Feature::new("hand_sizes", [seats], "Number of tiles in each seat's hand.").up_to(components.hand.size),
        Feature::new("piles", [seats], "Number of tiles in each seat's pile.").up_to(components.tile_total()),
        Feature::new(
            "generals",
            [seats],
            "Seats whose general has been neither declared nor placed.",
        ),
        Feature::new(
            "gone",
            [seats, TILES],
            "Number of each seat's tiles of each kind that were placed or have left the game.",
        ).up_to(copies),
        Feature::new(
            "declared",
            [seats, TILES],
            "The tile that each seat has declared in this round.",
        ),
        Feature::new(
            "turn_order",
            [seats],
            "Position of each seat in the order of declaring in this round, from 1; 0 for a seat that does not declare.",
        ).up_to(seats),
        Feature::new(
            "placing_order",
            [seats],
            "Position of each seat in the order of placing in this round, from 1; 0 before all have declared.",
        ).up_to(seats),
        Feature::new(
            "tied",
            [seats],
            "Seats whose declared strength equals that of another seat, once all have declared.",
        ),
        Feature::new(
            "resolved",
            [seats],
            "Seats that have placed or lost the domino they declared in this round.",
        ),
        Feature::new("anyone_placed", [1], "1 if a seat has placed a domino in this round."),
        Feature::new("round", [1], "The round, from 1.").up_to(config.most_rounds()),
        Feature::new("declares", [seats], "The seat that declares."),
        Feature::new("places", [seats], "The seat that places."),
        Feature::new("won", [seats], "The winning seats."),
    ])
}

pub(crate) fn observe(
    config: &Config,
    visible: &VisibleState<'_>,
    seat: Seat,
    out: &mut Observation<'_>,
) {
    let board = visible.board;
    let seats = usize::from(config.seats);
    let whose = |owner: Seat| owner.places_after(seat, config.seats);
    let place = |square: Square| (square.row(), square.column());
    let mut owners = out.next("owners");
    let mut marks = out.next("marks");
    let mut links = out.next("links");
    let mut battlefield = out.next("battlefield");
    let mut field = out.next("field");
    let mut castles = out.next("castles");
    let mut paths = out.next("paths");
    let mut sums = out.next("sums");
    let now = usize::from(board.field);
    if now < BATTLEFIELDS {
        for square in config.quarter(board.field).squares().iter() {
            let (row, column) = place(square);
            battlefield.mark([row, column]);
        }
        field.mark([now]);
    }
    let settled = |settlement: Settlement| match settlement {
        Settlement::Won(owner) => whose(owner),
        Settlement::Nobody => seats,
        Settlement::Open => seats + 1,
    };
    for (field, castle) in board.castles.iter().enumerate() {
        castles.mark([settled(*castle), field]);
    }
    let mut field_of = [0; BATTLEFIELDS];
    for (field, lines) in board.lines.iter().enumerate() {
        field_of[config.quarter(field as u8) as usize] = field;
        for (at, settlement) in lines.iter().enumerate() {
            paths.mark([settled(*settlement), field, at]);
        }
    }
    for domino in &board.placed {
        let (low, high) = domino.tile.marks().unwrap_or((MARKS as u8, MARKS as u8));
        for (square, other, mark) in
            [(domino.low, domino.high, low), (domino.high, domino.low, high)]
        {
            let (row, column) = place(square);
            owners.mark([whose(domino.seat), row, column]);
            marks.mark([usize::from(mark) - 1, row, column]);
            links.mark([towards(square, other) as usize, row, column]);
            // In halves: each half of a general has strength 0.5.
            let strength = if domino.tile.is_general() { 1 } else { 2 * mark };
            let field = field_of[Quarter::of(square) as usize];
            for line in Quarter::lines_through(square) {
                sums.add([whose(domino.seat), field, line], strength);
            }
        }
    }
    let mut hand = out.next("hand");
    let mut shown = out.next("shown_hands");
    let mut sizes = out.next("hand_sizes");
    let mut piles = out.next("piles");
    let mut generals = out.next("generals");
    for ((owner, held), general) in Seat::all(config.seats).zip(&visible.seats).zip(&board.generals)
    {
        sizes.set([whose(owner)], held.hand);
        piles.set([whose(owner)], held.pile);
        generals.mark_if([whose(owner)], *general);
        for tile in held.tiles.into_iter().flatten() {
            shown.one_more([whose(owner), tile.index()]);
            if owner == seat {
                hand.one_more([tile.index()]);
            }
        }
    }
    hand.mark_if([PAIRS], board.generals[seat.index()]);
    let mut gone = out.next("gone");
    let placed = board.placed.iter().map(|domino| (domino.seat, domino.tile));
    let removed = board.removed.iter().map(|domino| (domino.seat, domino.tile));
    for (owner, tile) in placed.chain(removed) {
        gone.one_more([whose(owner), tile.index()]);
    }
    let mut declared = out.next("declared");
    let mut turn_order = out.next("turn_order");
    for (turn, owner) in (1u8..).zip(&board.order) {
        turn_order.set([whose(*owner)], turn);
    }
    let mut placing_order = out.next("placing_order");
    let mut tied = out.next("tied");
    let mut resolved = out.next("resolved");
    for token in board.track() {
        let owner = whose(token.seat);
        declared.mark([owner, token.tile.index()]);
        placing_order.set([owner], token.place.map_or(0, |place| place + 1));
        tied.mark_if([owner], token.tied);
        resolved.mark_if([owner], token.done);
    }
    out.next("anyone_placed").mark_if([0], board.anyone_placed);
    out.next("round").set([0], board.round);
    let mut declares = out.next("declares");
    let mut places = out.next("places");
    match board.stage() {
        Stage::Declare { seat } => declares.mark([whose(seat)]),
        Stage::Place { seat, .. } => places.mark([whose(seat)]),
        Stage::Over => {}
    }
    let mut won = out.next("won");
    board.winners.iter().for_each(|winner| won.mark([whose(*winner)]));
}

/// The direction from a square to an adjacent one. The squares must share an edge, so no search is
/// needed as in `Square::towards`.
#[inline]
fn towards(square: Square, other: Square) -> Direction {
    let (row, column) = (square.row(), square.column());
    if other.row() > row {
        Direction::Down
    } else if other.row() < row {
        Direction::Up
    } else if other.column() > column {
        Direction::Right
    } else {
        Direction::Left
    }
}
