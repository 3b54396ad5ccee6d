//! What a viewer may know, and a truth imagined behind it. Everything but the order of the two decks lies
//! open, so all seats and any spectator know the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, LocalizedText, Seat, SeatSet, Viewer};

use crate::board::{Board, End, Stage};
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::{Square, squares};
use crate::tile::{Facing, Kind, Piece, Tile};
use crate::{Config, Hostile};

/// What one seat has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct SeatView {
    /// Its start square.
    pub start: Square,
    /// Where its pawn stands.
    pub pawn: Square,
    /// Gems gained by this seat alone.
    pub gems: u16,
    /// Its hand, oldest first.
    pub hand: Vec<Tile>,
    /// Skill cards taken in this round, in order.
    pub skills: Vec<Skill>,
    /// Those of them that act in its coming or present turn (A-X36).
    pub active: Vec<Skill>,
}

/// Who wins together: a team, or one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Side {
    /// Its seats.
    pub seats: SeatSet,
    /// What the team is called; `null` where a seat plays alone.
    pub team: Option<LocalizedText>,
    /// The gems of all of them.
    pub gems: u16,
    /// How many gems end the game.
    pub goal: u16,
    /// When the side gained its latest gem, counted in gains of the whole play; of two
    /// sides with equally many gems the one with the lower number was first (A-X31). 0
    /// before any gain.
    pub reached: u16,
}

/// A floor tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Placed {
    /// Where it lies.
    pub square: Square,
    /// What it is.
    pub kind: Kind,
    /// How it is turned; `null` for ice, stop and box.
    #[serde(default)]
    pub facing: Option<Facing>,
}

/// The gems on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Gems {
    /// Where they lie.
    pub square: Square,
    /// How many (1 when left out).
    #[serde(default = "one")]
    pub count: u8,
}

const fn one() -> u8 {
    1
}

/// What every viewer may know: everything but the order of the decks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct View {
    /// The round, from 1.
    pub round: u8,
    /// Which of the round's two drafts and turns it is (2 only with two seats).
    pub pass: u8,
    /// What is being done.
    pub stage: Stage,
    /// Who holds the start player marker.
    pub start_seat: Seat,
    /// Each seat.
    pub seats: Vec<SeatView>,
    /// The sides: teams with four seats, else each seat by itself.
    pub sides: Vec<Side>,
    /// Floor tiles on the board, by square.
    pub floor: Vec<Placed>,
    /// Gems on the board, by square.
    pub gems: Vec<Gems>,
    /// The line.
    pub line: Vec<Tile>,
    /// The gem tiles revealed in this round start that are not discarded yet.
    pub emitted: Vec<Square>,
    /// How many floor tiles of each kind are discarded (kinds that are not there left out).
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Discarded gem tiles, by square.
    pub gem_discards: Vec<Square>,
    /// How many tiles the floor deck has.
    pub floor_deck: u8,
    /// How many tiles the gem deck has.
    pub gem_deck: u8,
    /// What the floor deck holds, in no order: what lies nowhere else.
    pub floor_deck_holds: BTreeMap<Kind, u8>,
    /// What the gem deck holds, by square: what lies nowhere else.
    pub gem_deck_holds: Vec<Square>,
    /// Skill cards removed for this round.
    pub removed: Skills,
    /// Skill cards that nobody has taken and that are not removed.
    pub undrafted: Skills,
    /// Whether the floor deck was short in this round.
    pub short: bool,
    /// Whether the play ends with this round: the floor deck was short, or a side has
    /// reached its goal.
    pub last_round: bool,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// How many there are of each kind that is there.
pub(crate) fn counts(numbers: &[u8; Kind::ALL.len()]) -> BTreeMap<Kind, u8> {
    Kind::ALL.into_iter().zip(*numbers).filter(|(_, count)| *count > 0).collect()
}

impl Hostile {
    /// Everything but the order of the decks, for every viewer alike.
    pub(crate) fn seen_by(&self, _: Viewer) -> View {
        let (board, config) = (&self.board, &*self.config);
        let seat_view = |seat: Seat| {
            let index = seat.index();
            SeatView {
                start: board.start(config, seat),
                pawn: board.pawns[index],
                gems: board.gained[index],
                hand: board.hands[index].to_vec(),
                skills: board.skills[index].to_vec(),
                active: board.active(config, seat).iter().collect(),
            }
        };
        let side = |(index, seats): (usize, SeatSet)| Side {
            seats,
            team: config.teams[index].clone(),
            gems: board.side_gems(config, index),
            goal: config.goal(),
            reached: board.reached[index],
        };
        let mut floor_deck = [0; Kind::ALL.len()];
        board.floor_deck.iter().for_each(|kind| floor_deck[*kind as usize] += 1);
        let gem_deck = board.gem_deck.iter().fold(0, |set, square| set | square.bit());
        View {
            round: board.round,
            pass: board.pass,
            stage: board.stage,
            start_seat: board.start_seat,
            seats: Seat::all(config.seats).map(seat_view).collect(),
            sides: config.sides.iter().copied().enumerate().map(side).collect(),
            floor: self.floor(),
            gems: self.gems(),
            line: board.line.to_vec(),
            emitted: board.emitted.to_vec(),
            floor_discards: counts(&board.floor_discards),
            gem_discards: squares(board.gem_discards).collect(),
            floor_deck: board.floor_deck.len() as u8,
            gem_deck: board.gem_deck.len() as u8,
            floor_deck_holds: counts(&floor_deck),
            gem_deck_holds: squares(gem_deck).collect(),
            removed: board.removed,
            undrafted: board.undrafted(),
            short: board.short,
            last_round: board.reason(config).is_some(),
            end: board.end,
        }
    }

    pub(crate) fn floor(&self) -> Vec<Placed> {
        squares(self.board.tiles())
            .filter_map(|square| {
                let piece = self.board.piece(square)?;
                Some(Placed { square, kind: piece.kind(), facing: piece.facing() })
            })
            .collect()
    }

    pub(crate) fn gems(&self) -> Vec<Gems> {
        squares(self.board.lit())
            .map(|square| Gems { square, count: self.board.gems(square) })
            .collect()
    }

    /// A truth behind this view: the decks in any order.
    pub(crate) fn imagined(config: &Arc<Config>, view: &View, mut rng: GameRng) -> Hostile {
        let mut board = view.board(config);
        rng.shuffle(&mut board.floor_deck);
        rng.shuffle(&mut board.gem_deck);
        Hostile { config: config.clone(), board, rng }
    }
}

impl View {
    /// The table, the decks in the order of what they hold.
    pub(crate) fn board(&self, config: &Config) -> Board {
        let layout = layout_of(config, self.seats[0].start).unwrap_or(0);
        let mut board = Board::laid(config, layout, self.start_seat);
        board.round = self.round;
        board.pass = self.pass;
        board.stage = self.stage;
        for (index, seat) in self.seats.iter().enumerate() {
            board.pawns[index] = seat.pawn;
            board.gained[index] = seat.gems;
            board.hands[index] = List::from_slice(&seat.hand).unwrap_or_default();
            board.skills[index] = List::from_slice(&seat.skills).unwrap_or_default();
        }
        for (reached, side) in board.reached.iter_mut().zip(&self.sides) {
            *reached = side.reached;
        }
        for placed in &self.floor {
            if let Some(piece) = Piece::new(placed.kind, placed.facing) {
                board.put(placed.square, piece);
            }
        }
        self.gems.iter().for_each(|gems| board.set_gems(gems.square, gems.count));
        board.line = List::from_slice(&self.line).unwrap_or_default();
        board.emitted = List::from_slice(&self.emitted).unwrap_or_default();
        for (kind, count) in &self.floor_discards {
            board.floor_discards[*kind as usize] = *count;
        }
        board.gem_discards = self.gem_discards.iter().fold(0, |set, square| set | square.bit());
        board.floor_deck = List::new();
        for (kind, count) in &self.floor_deck_holds {
            (0..*count).for_each(|_| board.floor_deck.push(*kind));
        }
        board.gem_deck = List::from_slice(&self.gem_deck_holds).unwrap_or_default();
        board.removed = self.removed;
        board.short = self.short;
        board.end = self.end;
        board
    }
}

/// The layout in which seat 0 starts there.
fn layout_of(config: &Config, start: Square) -> Option<usize> {
    config.layouts.iter().position(|layout| layout.starts[0] == start)
}
