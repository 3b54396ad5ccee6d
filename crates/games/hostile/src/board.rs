//! The board: everything on the table, the two decks included.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Seat, SeatSet};

use crate::config::{Config, Layout, STARTS};
use crate::limits::{MAX_EMISSION, MAX_FLOOR, MAX_GEM_TILES, MAX_HAND, MAX_LINE};
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece, Tile};

/// Maximum number of seats.
pub(crate) const SEATS: usize = 4;

/// The part of the round in progress, and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "hostile.ts")]
pub enum Stage {
    /// The start of a round (ラウンド開始): gems are emitted and the line is refilled. No seat has a
    /// decision.
    RoundStart,
    /// The draft of skill cards: seat after seat takes one.
    SkillDraft {
        /// The seat that drafts a skill card.
        seat: Seat,
    },
    /// The draft of tiles: seat after seat takes tiles from the line.
    TileDraft {
        /// The seat that drafts a tile.
        seat: Seat,
        /// Number of tiles the seat still drafts, including the current one.
        left: u8,
    },
    /// The turn of a seat.
    Turn {
        /// The seat whose turn it is.
        seat: Seat,
        /// Action points that the seat has left in this turn.
        points: u8,
        /// True if the pawn has entered a stop tile, so that it cannot move for the rest of the
        /// turn.
        stopped: bool,
        /// Number of times Crash can still be used.
        crashes: u8,
        /// Number of times Rotate can still be used.
        rotations: u8,
        /// Number of times Recall can still be used.
        recalls: u8,
        /// True if floor tiles have no effect on the seat (ゴースト).
        ghost: bool,
    },
    /// The game has ended.
    Over,
}

/// The reason for the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Reason {
    /// A side holds enough gems.
    Gems,
    /// The floor deck was short when the line was refilled.
    Shortage,
    /// A side holds enough gems, and the floor deck was short (A-X64).
    GemsAndShortage,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct End {
    /// The end condition that was met.
    pub reason: Reason,
    /// Seats of the winning side; empty if nobody wins.
    pub winners: SeatSet,
    /// Number of gems if several sides share the highest number; the side that reached it first
    /// wins.
    pub tied: Option<u16>,
}

/// The floor tiles on the board as sets of squares, grouped by their effect on a pawn. A set is a
/// `u64` with one bit for each square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ground {
    /// Squares with a floor tile of any kind.
    pub tiles: u64,
    /// Squares with a tile that moves a pawn in the direction of its arrow (slides and springs).
    pub arrows: u64,
    /// Squares with an ice tile, which moves a pawn on in its direction of entry.
    pub ice: u64,
    /// Squares with a stop tile, which ends a pawn's movement for the turn.
    pub stops: u64,
    /// For each direction, the squares with a wall that is closed on that side. Every wall is
    /// closed at its corners (A-X2).
    closed: [u64; Dir::ALL.len()],
    /// The tile on each square as a number: 0 for none, otherwise its index in `Piece::ALL` plus 1.
    /// The `n`th set has the squares whose number has binary digit `n` set.
    pieces: [u64; 5],
}

impl Ground {
    /// Squares with a wall that is closed on the side in this direction.
    #[inline]
    pub fn closed(&self, dir: Dir) -> u64 {
        self.closed[dir as usize]
    }

    /// Squares with a tile that moves or stops a pawn that enters it.
    #[inline]
    pub fn effective(&self) -> u64 {
        self.arrows | self.ice | self.stops
    }

    /// The tiles on all squares as five sets, one for each binary digit of the tile's number. Two
    /// floors are equal if and only if these sets are.
    #[inline]
    pub fn pieces(&self) -> &[u64; 5] {
        &self.pieces
    }

    /// Squares on which this floor and the other differ.
    #[inline]
    pub fn differs(&self, other: &Ground) -> u64 {
        let pieces = self.pieces.iter().zip(&other.pieces);
        pieces.fold(0, |set, (a, b)| set | (a ^ b))
    }

    /// Adds a tile on a square that has none.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        let bit = square.bit();
        self.tiles |= bit;
        for (digit, set) in self.pieces.iter_mut().enumerate() {
            *set |= bit * ((piece as u64 + 1) >> digit & 1);
        }
        match piece.kind() {
            Kind::Slide | Kind::Diagonal | Kind::Spring => self.arrows |= bit,
            Kind::Ice => self.ice |= bit,
            Kind::Stop => self.stops |= bit,
            Kind::Box | Kind::Corner | Kind::Para => {
                for (closed, dir) in self.closed.iter_mut().zip(Dir::ALL) {
                    *closed |= bit * u64::from(!piece.is_open(dir));
                }
            }
        }
    }

    /// Removes the tile from a square, if there is one.
    #[inline]
    fn lift(&mut self, square: Square) {
        let rest = !square.bit();
        for set in [&mut self.tiles, &mut self.arrows, &mut self.ice, &mut self.stops] {
            *set &= rest;
        }
        self.closed.iter_mut().for_each(|closed| *closed &= rest);
        self.pieces.iter_mut().for_each(|set| *set &= rest);
    }
}

/// Everything on the table. Entries of seats that do not exist keep their initial values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub round: u8,
    pub pass: u8,
    pub stage: Stage,
    pub start_seat: Seat,
    /// Index into [`Config::layouts`] of the start squares in this match.
    pub layout: u8,
    pub pawns: [Square; SEATS],
    /// Number of gems that each seat has gained.
    pub gained: [u16; SEATS],
    /// Time at which each side gained its latest gem; see [`crate::Side::reached`].
    pub reached: [u16; SEATS],
    pub hands: [List<Tile, MAX_HAND>; SEATS],
    /// Skill cards that each seat has drafted in this round, in order.
    pub skills: [List<Skill, 2>; SEATS],
    pub removed: Skills,
    floor: [Option<Piece>; Square::COUNT],
    /// The same floor tiles as in `floor`, as sets of squares. Both are changed together.
    ground: Ground,
    gems: [u8; Square::COUNT],
    /// Squares with at least one gem.
    gem_squares: u64,
    /// Squares with more than one gem.
    stacked: u64,
    pub line: List<Tile, MAX_LINE>,
    pub emitted: List<Square, MAX_EMISSION>,
    /// Floor deck; the last tile is drawn first.
    pub floor_deck: List<Kind, MAX_FLOOR>,
    /// Squares of the gem tiles in the gem deck; the last tile is drawn first.
    pub gem_deck: List<Square, MAX_GEM_TILES>,
    pub floor_discards: [u8; Kind::ALL.len()],
    /// Squares of the discarded gem tiles.
    pub gem_discards: u64,
    pub short: bool,
    pub end: Option<End>,
}

/// A board is copied for each action that a search tries, so it is `Copy` and small.
const _: () = assert!(std::mem::size_of::<Board>() < 1024);

impl Board {
    /// The board before the first round: pawns on their starts, all tiles in their decks and
    /// sorted.
    pub fn before_setup(config: &Config, layout: usize, start_seat: Seat) -> Board {
        let mut board = Board {
            round: 0,
            pass: 1,
            stage: Stage::RoundStart,
            start_seat,
            layout: layout as u8,
            pawns: config.layouts[layout].starts,
            gained: [0; SEATS],
            reached: [0; SEATS],
            hands: [List::new(); SEATS],
            skills: [List::new(); SEATS],
            removed: Skills::default(),
            floor: [None; Square::COUNT],
            ground: Ground::default(),
            gems: [0; Square::COUNT],
            gem_squares: 0,
            stacked: 0,
            line: List::new(),
            emitted: List::new(),
            floor_deck: List::new(),
            gem_deck: List::new(),
            floor_discards: [0; Kind::ALL.len()],
            gem_discards: 0,
            short: false,
            end: None,
        };
        for spec in &config.components.floor {
            (0..spec.count).for_each(|_| board.floor_deck.push(spec.kind));
        }
        for square in &config.components.gem_tiles.squares {
            board.gem_deck.push(*square);
        }
        board
    }

    /// The floor tile on a square, or `None`.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.floor[square.index()]
    }

    /// Puts a floor tile on a square, replacing the tile that is there.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.floor[square.index()] = Some(piece);
        self.ground.lift(square);
        self.ground.put(square, piece);
    }

    /// Removes and returns the floor tile of a square.
    #[inline]
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        self.ground.lift(square);
        self.floor[square.index()].take()
    }

    /// The set of squares with a floor tile.
    #[inline]
    pub fn tiles(&self) -> u64 {
        self.ground.tiles
    }

    /// The floor tiles on the board as sets of squares.
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Number of gems on a square.
    #[inline]
    pub fn gems(&self, square: Square) -> u8 {
        self.gems[square.index()]
    }

    /// Returns true if both boards have the same gems on every square.
    #[inline]
    pub fn has_same_gems(&self, other: &Board) -> bool {
        self.gem_squares == other.gem_squares && self.gems == other.gems
    }

    /// Sets the number of gems on a square.
    #[inline]
    pub fn set_gems(&mut self, square: Square, count: u8) {
        self.gems[square.index()] = count;
        let rest = !square.bit();
        self.gem_squares = self.gem_squares & rest | (square.bit() * u64::from(count > 0));
        self.stacked = self.stacked & rest | (square.bit() * u64::from(count > 1));
    }

    /// The set of squares with at least one gem.
    #[inline]
    pub fn gem_squares(&self) -> u64 {
        self.gem_squares
    }

    /// The set of squares with more than one gem.
    #[inline]
    pub fn stacked(&self) -> u64 {
        self.stacked
    }

    /// The start squares of the seats, and the sets of squares derived from them.
    #[inline]
    pub fn layout<'a>(&self, config: &'a Config) -> &'a Layout {
        &config.layouts[usize::from(self.layout)]
    }

    /// A seat's start square.
    #[inline]
    pub fn start(&self, config: &Config, seat: Seat) -> Square {
        self.layout(config).starts[seat.index()]
    }

    /// The set of squares with pawns.
    #[inline]
    pub fn pawns(&self, config: &Config) -> u64 {
        let pawns = &self.pawns[..usize::from(config.seats)];
        pawns.iter().fold(0, |set, square| set | square.bit())
    }

    /// The set of squares with pawns of other seats.
    #[inline]
    pub fn other_pawns(&self, config: &Config, seat: Seat) -> u64 {
        self.pawns(config) & !self.pawns[seat.index()].bit()
    }

    /// Squares on which a seat may place a floor tile.
    #[inline]
    pub fn placeable(&self, config: &Config, seat: Seat) -> u64 {
        let guarded = self.layout(config).guarded[seat.index()];
        !(STARTS | guarded | self.tiles() | self.pawns(config))
    }

    /// The seat's skills that have an effect in its turn of the current pass (A-X36).
    #[inline]
    pub fn active_skills(&self, config: &Config, seat: Seat) -> Skills {
        let skills = &self.skills[seat.index()];
        if config.options.two_player_keep_first_skill {
            skills.iter().copied().collect()
        } else {
            skills.get(usize::from(self.pass) - 1).copied().into_iter().collect()
        }
    }

    /// All skill cards drafted in this round.
    pub fn drafted(&self) -> Skills {
        self.skills.iter().flat_map(|skills| skills.iter().copied()).collect()
    }

    /// Skill cards that no seat has drafted and that were not removed for this round. After the
    /// draft, these are the remaining cards.
    pub fn undrafted(&self) -> Skills {
        self.removed.outside(self.drafted())
    }

    /// Total number of gems of a side.
    #[inline]
    pub fn side_gems(&self, config: &Config, side: usize) -> u16 {
        config.sides[side].iter().map(|seat| self.gained[seat.index()]).sum()
    }

    /// The reason for which the game ends at the end of this round, or `None` if no end condition
    /// is met.
    pub fn end_condition(&self, config: &Config) -> Option<Reason> {
        let goal = config.goal();
        let gems = (0..config.sides.len()).any(|side| self.side_gems(config, side) >= goal);
        match (gems, self.short) {
            (true, false) => Some(Reason::Gems),
            (false, true) => Some(Reason::Shortage),
            (true, true) => Some(Reason::GemsAndShortage),
            (false, false) => None,
        }
    }

    /// The seat to move, or `None` at the start of a round and after the end of the game.
    #[inline]
    pub fn awaited(&self) -> Option<Seat> {
        match self.stage {
            Stage::SkillDraft { seat }
            | Stage::TileDraft { seat, .. }
            | Stage::Turn { seat, .. } => Some(seat),
            Stage::RoundStart | Stage::Over => None,
        }
    }

    /// Puts a tile on the discard pile of its kind, floor or gem.
    #[inline]
    pub fn discard(&mut self, tile: Tile) {
        match tile {
            Tile::Floor(kind) => self.floor_discards[kind as usize] += 1,
            Tile::Gem(square) => self.gem_discards |= square.bit(),
        }
    }
}
