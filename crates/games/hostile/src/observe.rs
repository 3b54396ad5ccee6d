//! Observations: the state as numbers, for machine learning. They contain everything except the
//! order of the decks. The board is not rotated for a seat, because neither the starts of three
//! seats nor the gem tiles are symmetric under rotation. The rules do not depend on observations.

use zashiki_core::{Feature, FeatureWriter, Features, Observation, Seat};

use crate::Config;
use crate::board::{Board, Stage};
use crate::limits::{DRAFTED, MAX_HAND};
use crate::skill::Skill;
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece, Tile};

const SIDE: usize = Square::SIDE;
const KINDS: usize = Kind::ALL.len();
const SKILLS: usize = Skill::ALL.len();

/// The largest number of gems on a square that observations distinguish.
const MOST_ON_A_SQUARE: u8 = 8;

/// The largest number of gained gems that observations distinguish: in its last round a side can pass
/// the goal by far.
fn most_gems(config: &Config) -> u16 {
    2 * config.goal()
}

/// The largest number of gains of all sides that observations distinguish.
fn most_gains(config: &Config) -> u16 {
    config.sides.len() as u16 * config.goal()
}

pub(crate) fn features(config: &Config) -> Features {
    let seats = usize::from(config.seats);
    let components = &config.components;
    let copies = components.floor.iter().map(|spec| spec.count).max().unwrap_or(0);
    let in_the_line = copies.min(components.line.floor);
    let in_a_hand = usize::from(copies).min(MAX_HAND);
    // Quick adds a point, and Rotate can be used twice.
    let of_a_turn = (components.turn.points + 1).max(2);
    Features::from([
        Feature::new(
            "floor",
            [Piece::ALL.len(), SIDE, SIDE],
            "Floor tiles on the board: kinds in order, each with its orientations clockwise from north; squares rank by rank from A1.",
        ),
        Feature::new("gems", [SIDE, SIDE], "Number of gems on each square, at most 8.").up_to(MOST_ON_A_SQUARE),
        Feature::new("pawns", [seats, SIDE, SIDE], "Square of each seat's pawn."),
        Feature::new("starts", [seats, SIDE, SIDE], "Each seat's start square."),
        Feature::new(
            "emitted",
            [SIDE, SIDE],
            "Gem tiles revealed in this round and not discarded yet.",
        ),
        Feature::new("line_gems", [SIDE, SIDE], "Gem tiles in the line."),
        Feature::new("line_floor", [KINDS], "Number of floor tiles of each kind in the line.").up_to(in_the_line),
        Feature::new("hand_gems", [seats, SIDE, SIDE], "Gem tiles in each seat's hand."),
        Feature::new(
            "hand_floor",
            [seats, KINDS],
            "Number of floor tiles of each kind in each seat's hand.",
        ).up_to(in_a_hand),
        Feature::new(
            "skills",
            [seats, SKILLS],
            "Skill cards that each seat has drafted in this round.",
        ),
        Feature::new(
            "active",
            [seats, SKILLS],
            "Skills with an effect in the seat's current or next turn.",
        ),
        Feature::new("undrafted", [SKILLS], "Skill cards that are neither drafted nor removed."),
        Feature::new("removed", [SKILLS], "Skill cards removed for this round."),
        Feature::new("floor_discards", [KINDS], "Number of discarded floor tiles of each kind.").up_to(copies),
        Feature::new("gem_discards", [SIDE, SIDE], "Discarded gem tiles."),
        Feature::new(
            "floor_deck",
            [KINDS],
            "Number of floor tiles of each kind in the deck, without their order.",
        ).up_to(copies),
        Feature::new("gem_deck", [SIDE, SIDE], "Gem tiles in the deck, without their order."),
        Feature::new("gained", [seats], "Number of gems that each seat has gained, at most twice the goal.").up_to(most_gems(config)),
        Feature::new("side_gems", [seats], "Number of gems that each seat's side has gained, at most twice the goal.").up_to(most_gems(config)),
        Feature::new(
            "side_reached",
            [seats],
            "Time at which each seat's side gained its latest gem, as the number of gains so far in the game, at most the goals of all sides.",
        ).up_to(most_gains(config)),
        Feature::new("partners", [seats], "Seats of the observing seat's side, including itself."),
        Feature::new("goal", [1], "Number of gems of a side that ends the game.").up_to(config.goal()),
        Feature::new("round", [1], "The round, from 1.").up_to(config.max_rounds()),
        Feature::new("pass", [1], "The pass of the round: 1, or 2 with two seats.").up_to(config.passes()),
        Feature::new("start_player", [seats], "The seat with the start player marker."),
        Feature::new(
            "short",
            [1],
            "1 if the floor deck was short when the line was refilled in this round.",
        ),
        Feature::new("last_round", [1], "1 if the game ends with this round."),
        Feature::new("drafts_skill", [seats], "The seat that drafts a skill card."),
        Feature::new(
            "drafts_tile",
            [seats],
            "Number of tiles that the drafting seat still drafts.",
        ).up_to(DRAFTED),
        Feature::new("turn", [seats], "The seat whose turn it is."),
        Feature::new(
            "turn_state",
            [6],
            "In a turn: action points; 1 if the pawn is stopped; number of times that Crash, Rotate and Recall can still be used; 1 if floor tiles have no effect.",
        ).up_to(of_a_turn),
        Feature::new("ended", [1], "1 if the game has ended."),
        Feature::new("won", [seats], "The winning seats."),
    ])
}

#[inline]
fn place(square: Square) -> [usize; 2] {
    [square.row(), square.column()]
}

#[inline]
fn mark_all(mut feature: FeatureWriter<'_>, squares: impl Iterator<Item = Square>) {
    squares.for_each(|square| feature.mark(place(square)));
}

pub(crate) fn observe(config: &Config, board: &Board, seat: Seat, out: &mut Observation<'_>) {
    let whose = |owner: Seat| owner.places_after(seat, config.seats);
    let mut floor = out.next("floor");
    for square in squares(board.tiles()) {
        if let Some(piece) = board.piece(square) {
            let [rank, file] = place(square);
            floor.mark([piece as usize, rank, file]);
        }
    }
    let mut gems = out.next("gems");
    for square in squares(board.gem_squares()) {
        gems.set(place(square), board.gems(square).min(MOST_ON_A_SQUARE));
    }
    let mut pawns = out.next("pawns");
    let mut starts = out.next("starts");
    for owner in Seat::all(config.seats) {
        let [rank, file] = place(board.pawns[owner.index()]);
        let [home, column] = place(board.start(config, owner));
        pawns.mark([whose(owner), rank, file]);
        starts.mark([whose(owner), home, column]);
    }
    mark_all(out.next("emitted"), board.emitted.iter().copied());
    let mut line_gems = out.next("line_gems");
    let mut line_floor = out.next("line_floor");
    for tile in board.line.iter() {
        match *tile {
            Tile::Floor(kind) => line_floor.one_more([kind as usize]),
            Tile::Gem(square) => line_gems.mark(place(square)),
        }
    }
    let mut hand_gems = out.next("hand_gems");
    let mut hand_floor = out.next("hand_floor");
    let mut skills = out.next("skills");
    let mut active = out.next("active");
    for holder in Seat::all(config.seats) {
        let owner = whose(holder);
        for tile in board.hands[holder.index()].iter() {
            match *tile {
                Tile::Floor(kind) => hand_floor.one_more([owner, kind as usize]),
                Tile::Gem(square) => {
                    let [rank, file] = place(square);
                    hand_gems.mark([owner, rank, file]);
                }
            }
        }
        board.skills[holder.index()].iter().for_each(|skill| skills.mark([owner, *skill as usize]));
        board
            .active_skills(config, holder)
            .iter()
            .for_each(|skill| active.mark([owner, skill as usize]));
    }
    let mut undrafted = out.next("undrafted");
    board.undrafted().iter().for_each(|skill| undrafted.mark([skill as usize]));
    let mut removed = out.next("removed");
    board.removed.iter().for_each(|skill| removed.mark([skill as usize]));
    let mut discards = out.next("floor_discards");
    for (kind, count) in board.floor_discards.into_iter().enumerate() {
        discards.set([kind], count);
    }
    mark_all(out.next("gem_discards"), squares(board.gem_discards));
    let mut deck = out.next("floor_deck");
    board.floor_deck.iter().for_each(|kind| deck.one_more([*kind as usize]));
    mark_all(out.next("gem_deck"), board.gem_deck.iter().copied());
    let mut gained = out.next("gained");
    for owner in Seat::all(config.seats) {
        gained.set([whose(owner)], board.gained[owner.index()].min(most_gems(config)));
    }
    let mut side_gems = out.next("side_gems");
    let mut side_reached = out.next("side_reached");
    let mut partners = out.next("partners");
    let most = most_gems(config);
    for (at, side) in config.sides.iter().enumerate() {
        for owner in side.iter() {
            side_gems.set([whose(owner)], board.side_gems(config, at).min(most));
            side_reached.set([whose(owner)], board.reached[at].min(most_gains(config)));
            partners.mark_if([whose(owner)], side.contains(seat));
        }
    }
    out.next("goal").set([0], config.goal());
    out.next("round").set([0], board.round);
    out.next("pass").set([0], board.pass);
    out.next("start_player").mark([whose(board.start_seat)]);
    out.next("short").mark_if([0], board.short);
    out.next("last_round").mark_if([0], board.end_condition(config).is_some());
    let mut drafts_skill = out.next("drafts_skill");
    let mut drafts_tile = out.next("drafts_tile");
    let mut turn = out.next("turn");
    let mut state = out.next("turn_state");
    match board.stage {
        Stage::SkillDraft { seat } => drafts_skill.mark([whose(seat)]),
        Stage::TileDraft { seat, left } => drafts_tile.set([whose(seat)], left),
        Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost } => {
            turn.mark([whose(seat)]);
            let numbers = [points, stopped.into(), crashes, rotations, recalls, ghost.into()];
            for (at, number) in numbers.into_iter().enumerate() {
                state.set([at], number);
            }
        }
        Stage::RoundStart | Stage::Over => {}
    }
    out.next("ended").mark_if([0], board.end.is_some());
    let mut won = out.next("won");
    for winner in board.end.iter().flat_map(|end| end.winners.iter()) {
        won.mark([whose(winner)]);
    }
}
