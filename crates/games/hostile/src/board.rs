//! Everything on the table. It is copied as a whole, so it holds no pointers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Seat, SeatSet};

use crate::config::{Config, Layout, STARTS};
use crate::limits::{MAX_EMISSION, MAX_FLOOR, MAX_GEM_TILES, MAX_HAND, MAX_LINE};
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece, Tile};

/// The most seats.
pub(crate) const SEATS: usize = 4;

/// What is being done, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "hostile.ts")]
pub enum Stage {
    /// ラウンド開始: gems are emitted and the line is refilled. Nobody decides.
    RoundStart,
    /// スキルカードのドラフト.
    SkillDraft {
        /// Who takes a skill card.
        seat: Seat,
    },
    /// タイルのドラフト.
    TileDraft {
        /// Who takes a tile.
        seat: Seat,
        /// How many tiles the seat still takes, the one being decided included.
        left: u8,
    },
    /// ターン.
    Turn {
        /// Whose.
        seat: Seat,
        /// Action points left.
        points: u8,
        /// Whether a stop tile was entered, so that the pawn cannot move any more.
        stopped: bool,
        /// How often クラッシュ can still be used.
        crashes: u8,
        /// How often ローテート can still be used.
        rotations: u8,
        /// How often リコール can still be used.
        recalls: u8,
        /// Whether floor tiles have no effect on the seat (ゴースト).
        ghost: bool,
    },
    /// The play has ended.
    Over,
}

/// Why the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Reason {
    /// A side holds enough gems.
    Gems,
    /// The floor deck was short when the line was refilled.
    Shortage,
    /// Both (A-X64).
    GemsAndShortage,
}

/// How the play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// The seats of the side that won; none in a draw.
    pub winners: SeatSet,
    /// The number of gems, if several sides had the most: the first that came to it won.
    pub tied: Option<u16>,
}

/// The floor tiles as sets of squares, by what they do to a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ground {
    /// Tiles of any kind.
    pub tiles: u64,
    /// Those that move a pawn on in the direction of their arrow.
    pub arrows: u64,
    /// Those that move it on in the direction of entry.
    pub ice: u64,
    /// Those that hold it for the turn.
    pub stops: u64,
    /// For each direction the walls that are closed on that side. All are at their corners (A-X2).
    closed: [u64; Dir::ALL.len()],
    /// Which piece lies on each square, from 1, one set for each binary digit.
    pieces: [u64; 5],
}

impl Ground {
    /// The walls that are closed on this side.
    #[inline]
    pub fn closed(&self, dir: Dir) -> u64 {
        self.closed[dir as usize]
    }

    /// Tiles that move or hold a pawn that enters.
    #[inline]
    pub fn acting(&self) -> u64 {
        self.arrows | self.ice | self.stops
    }

    /// What tells all pieces apart: two floors are the same where these sets are.
    #[inline]
    pub fn pieces(&self) -> &[u64; 5] {
        &self.pieces
    }

    /// The squares where the two are not the same.
    #[inline]
    pub fn differs(&self, other: &Ground) -> u64 {
        let pieces = self.pieces.iter().zip(&other.pieces);
        pieces.fold(0, |set, (one, another)| set | (one ^ another))
    }

    /// A tile comes to lie on a square that has none.
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

    /// The tile on a square goes, if there is one.
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

/// The table. What belongs to seats that do not play stays as it was laid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub round: u8,
    pub pass: u8,
    pub stage: Stage,
    pub start_seat: Seat,
    /// Index into [`GameConfig::layouts`].
    pub layout: u8,
    pub pawns: [Square; SEATS],
    /// Gems gained, by seat.
    pub gained: [u16; SEATS],
    /// When each side gained last; see [`crate::Side::reached`].
    pub reached: [u16; SEATS],
    pub hands: [List<Tile, MAX_HAND>; SEATS],
    /// Skill cards taken in this round, in order.
    pub skills: [List<Skill, 2>; SEATS],
    pub removed: Skills,
    floor: [Option<Piece>; Square::COUNT],
    /// The same as sets of squares, kept up with it.
    ground: Ground,
    gems: [u8; Square::COUNT],
    /// The squares with gems, and those with more than one.
    lit: u64,
    piled: u64,
    pub line: List<Tile, MAX_LINE>,
    pub emitted: List<Square, MAX_EMISSION>,
    /// The last is drawn first.
    pub floor_deck: List<Kind, MAX_FLOOR>,
    /// The last is drawn first.
    pub gem_deck: List<Square, MAX_GEM_TILES>,
    pub floor_discards: [u8; Kind::ALL.len()],
    /// The squares of discarded gem tiles.
    pub gem_discards: u64,
    pub short: bool,
    pub end: Option<End>,
}

/// Search copies boards all the time.
const _: () = assert!(std::mem::size_of::<Board>() < 1024);

impl Board {
    /// An empty board with every pawn on its start; all tiles in order in their decks.
    pub fn laid(config: &Config, layout: usize, start_seat: Seat) -> Board {
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
            lit: 0,
            piled: 0,
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

    /// The floor tile on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.floor[square.index()]
    }

    /// Puts a floor tile on a square, or changes the one there.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.floor[square.index()] = Some(piece);
        self.ground.lift(square);
        self.ground.put(square, piece);
    }

    /// Takes the floor tile off a square.
    #[inline]
    pub fn lift(&mut self, square: Square) -> Option<Piece> {
        self.ground.lift(square);
        self.floor[square.index()].take()
    }

    /// The squares with a floor tile.
    #[inline]
    pub fn tiles(&self) -> u64 {
        self.ground.tiles
    }

    /// The floor tiles as sets of squares.
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The gems on a square.
    #[inline]
    pub fn gems(&self, square: Square) -> u8 {
        self.gems[square.index()]
    }

    /// Whether the same gems lie on both.
    #[inline]
    pub fn has_gems_as(&self, other: &Board) -> bool {
        self.lit == other.lit && self.gems == other.gems
    }

    /// Puts this number of gems on a square instead of those that lie there.
    #[inline]
    pub fn set_gems(&mut self, square: Square, count: u8) {
        self.gems[square.index()] = count;
        let rest = !square.bit();
        self.lit = self.lit & rest | (square.bit() * u64::from(count > 0));
        self.piled = self.piled & rest | (square.bit() * u64::from(count > 1));
    }

    /// The squares with gems.
    #[inline]
    pub fn lit(&self) -> u64 {
        self.lit
    }

    /// The squares with more than one gem.
    #[inline]
    pub fn piled(&self) -> u64 {
        self.piled
    }

    /// Where everybody sits.
    #[inline]
    pub fn layout<'a>(&self, config: &'a Config) -> &'a Layout {
        &config.layouts[usize::from(self.layout)]
    }

    /// A seat's start square.
    #[inline]
    pub fn start(&self, config: &Config, seat: Seat) -> Square {
        self.layout(config).starts[seat.index()]
    }

    /// The squares with pawns.
    #[inline]
    pub fn pawns(&self, config: &Config) -> u64 {
        let pawns = &self.pawns[..usize::from(config.seats)];
        pawns.iter().fold(0, |set, square| set | square.bit())
    }

    /// The squares with pawns of other seats.
    #[inline]
    pub fn others(&self, config: &Config, seat: Seat) -> u64 {
        self.pawns(config) & !self.pawns[seat.index()].bit()
    }

    /// Where a seat may place a floor tile.
    #[inline]
    pub fn placeable(&self, config: &Config, seat: Seat) -> u64 {
        let guarded = self.layout(config).guarded[seat.index()];
        !(STARTS | guarded | self.tiles() | self.pawns(config))
    }

    /// The skills that act in a seat's turn of this pass (A-X36).
    #[inline]
    pub fn active(&self, config: &Config, seat: Seat) -> Skills {
        let skills = &self.skills[seat.index()];
        if config.options.two_player_keep_first_skill {
            skills.iter().copied().collect()
        } else {
            skills.get(usize::from(self.pass) - 1).copied().into_iter().collect()
        }
    }

    /// All skill cards that somebody has taken.
    pub fn taken(&self) -> Skills {
        self.skills.iter().flat_map(|skills| skills.iter().copied()).collect()
    }

    /// The skill cards that go round, or were left over.
    pub fn undrafted(&self) -> Skills {
        self.removed.outside(self.taken())
    }

    /// The gems of a side.
    #[inline]
    pub fn side_gems(&self, config: &Config, side: usize) -> u16 {
        config.sides[side].iter().map(|seat| self.gained[seat.index()]).sum()
    }

    /// Why the play ends with this round, if it does.
    pub fn reason(&self, config: &Config) -> Option<Reason> {
        let goal = config.goal();
        let gems = (0..config.sides.len()).any(|side| self.side_gems(config, side) >= goal);
        match (gems, self.short) {
            (true, false) => Some(Reason::Gems),
            (false, true) => Some(Reason::Shortage),
            (true, true) => Some(Reason::GemsAndShortage),
            (false, false) => None,
        }
    }

    /// The seat whose decision is awaited.
    #[inline]
    pub fn awaited(&self) -> Option<Seat> {
        match self.stage {
            Stage::SkillDraft { seat }
            | Stage::TileDraft { seat, .. }
            | Stage::Turn { seat, .. } => Some(seat),
            Stage::RoundStart | Stage::Over => None,
        }
    }

    /// Throws a tile on the discards of its kind.
    #[inline]
    pub fn discard(&mut self, tile: Tile) {
        match tile {
            Tile::Floor(kind) => self.floor_discards[kind as usize] += 1,
            Tile::Gem(square) => self.gem_discards |= square.bit(),
        }
    }
}
