//! Positions: the state as documented JSON, and its checks when it is loaded.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{
    GameRng, InputError, Localize, LocalizedText, NoLog, RngState, Seat, fault, plural,
};

use crate::board::Stage;
use crate::config::STARTS;
use crate::glossary::who;
use crate::limits::MAX_HAND;
use crate::list::List;
use crate::rules::{self, TurnState};
use crate::skill::{Skill, Skills};
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece, Tile};
use crate::view::{Gems, Placed, counts};
use crate::{Config, Hostile};

/// State of one seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct SeatPosition {
    /// Start square. Only three seats have a choice; if omitted, seat 0 starts on A1.
    pub start: Option<Square>,
    /// Square of its pawn; if omitted, the start square.
    pub pawn: Option<Square>,
    /// Number of gems.
    #[ts(as = "Option<u16>")]
    pub gems: u16,
    /// Hand, oldest tile first.
    #[ts(as = "Option<Vec<Tile>>")]
    pub hand: Vec<Tile>,
    /// Skill cards drafted in this round, in order.
    #[ts(as = "Option<Vec<Skill>>")]
    pub skills: Vec<Skill>,
}

/// The [`Stage`] of a [`Position`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub enum StagePosition {
    /// The start of a round. Loading the position plays it up to the first decision.
    RoundStart,
    /// スキルカードのドラフト.
    SkillDraft {
        /// The seat that drafts a skill card.
        seat: Seat,
    },
    /// タイルのドラフト.
    TileDraft {
        /// The seat that drafts a tile.
        seat: Seat,
        /// Number of tiles the seat still drafts; 2 if omitted.
        left: Option<u8>,
    },
    /// ターン.
    Turn {
        /// The seat whose turn it is.
        seat: Seat,
        /// Action points left; if omitted, all points of the turn.
        points: Option<u8>,
        /// True if the pawn has entered a stop tile in this turn.
        #[serde(default)]
        #[ts(as = "Option<bool>")]
        stopped: bool,
        /// Number of times クラッシュ can still be used; if omitted, as at the start of the turn.
        crashes: Option<u8>,
        /// Number of times ローテート can still be used; if omitted, as at the start of the turn.
        rotations: Option<u8>,
        /// Number of times リコール can still be used; if omitted, as at the start of the turn.
        recalls: Option<u8>,
    },
    /// The game has ended.
    Over,
}

/// The complete state as documented JSON. Every field is optional; the default is an empty board in
/// the start player's turn, with all tiles in their decks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "hostile.ts", optional_fields)]
pub struct Position {
    /// The round, from 1.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// The pass of the round: 1, or 2 with two seats.
    #[ts(as = "Option<u8>")]
    pub pass: u8,
    /// The stage; if omitted, the turn of the start player.
    pub stage: Option<StagePosition>,
    /// The seat with the start player marker.
    #[ts(as = "Option<Seat>")]
    pub start_seat: Seat,
    /// The seats; if omitted, every pawn on its start square and no possessions.
    #[ts(as = "Option<Vec<SeatPosition>>")]
    pub seats: Vec<SeatPosition>,
    /// Time at which each side gained its latest gem (see [`Side::reached`](crate::Side::reached));
    /// sides in the order of the view.
    #[ts(as = "Option<Vec<u16>>")]
    pub reached: Vec<u16>,
    /// Floor tiles on the board.
    #[ts(as = "Option<Vec<Placed>>")]
    pub floor: Vec<Placed>,
    /// Gems on the board.
    #[ts(as = "Option<Vec<Gems>>")]
    pub gems: Vec<Gems>,
    /// Tiles in the line.
    #[ts(as = "Option<Vec<Tile>>")]
    pub line: Vec<Tile>,
    /// Number of discarded floor tiles by kind.
    #[ts(as = "Option<BTreeMap<Kind, u8>>")]
    pub floor_discards: BTreeMap<Kind, u8>,
    /// Squares of the discarded gem tiles.
    #[ts(as = "Option<Vec<Square>>")]
    pub gem_discards: Vec<Square>,
    /// The floor deck; the last tile is drawn first. If omitted, all remaining tiles, shuffled.
    pub floor_deck: Option<Vec<Kind>>,
    /// The gem deck; the last tile is drawn first. If omitted, all remaining tiles, shuffled.
    pub gem_deck: Option<Vec<Square>>,
    /// Skill cards removed for this round.
    #[ts(as = "Option<Vec<Skill>>")]
    pub removed: Vec<Skill>,
    /// True if the floor deck was short when the line was refilled in this round.
    #[ts(as = "Option<bool>")]
    pub short: bool,
    /// State of the random number generator.
    #[ts(as = "Option<RngState>")]
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            pass: 1,
            stage: None,
            start_seat: Seat(0),
            seats: Vec::new(),
            reached: Vec::new(),
            floor: Vec::new(),
            gems: Vec::new(),
            line: Vec::new(),
            floor_discards: BTreeMap::new(),
            gem_discards: Vec::new(),
            floor_deck: None,
            gem_deck: None,
            removed: Vec::new(),
            short: false,
            rng: RngState { seed: 0, drawn: 0 },
        }
    }
}

/// Maximum number of gems on one square or of one seat in a position.
const MAX_GEMS: u16 = 99;

impl Hostile {
    /// The position of this state, with every field given.
    pub(crate) fn truth(&self) -> Position {
        let (board, config) = (&self.board, &*self.config);
        let seat_position = |seat: Seat| SeatPosition {
            start: Some(board.start(config, seat)),
            pawn: Some(board.pawns[seat.index()]),
            gems: board.gained[seat.index()],
            hand: board.hands[seat.index()].to_vec(),
            skills: board.skills[seat.index()].to_vec(),
        };
        let stage = match board.stage {
            Stage::RoundStart => StagePosition::RoundStart,
            Stage::SkillDraft { seat } => StagePosition::SkillDraft { seat },
            Stage::TileDraft { seat, left } => StagePosition::TileDraft { seat, left: Some(left) },
            Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost: _ } => {
                StagePosition::Turn {
                    seat,
                    points: Some(points),
                    stopped,
                    crashes: Some(crashes),
                    rotations: Some(rotations),
                    recalls: Some(recalls),
                }
            }
            Stage::Over => StagePosition::Over,
        };
        Position {
            round: board.round,
            pass: board.pass,
            stage: Some(stage),
            start_seat: board.start_seat,
            seats: Seat::all(config.seats).map(seat_position).collect(),
            reached: board.reached[..config.sides.len()].to_vec(),
            floor: self.floor(),
            gems: self.gems(),
            line: board.line.to_vec(),
            floor_discards: counts(&board.floor_discards),
            gem_discards: squares(board.gem_discards).collect(),
            floor_deck: Some(board.floor_deck.to_vec()),
            gem_deck: Some(board.gem_deck.to_vec()),
            removed: board.removed.iter().collect(),
            short: board.short,
            rng: self.rng.state(),
        }
    }
    /// Loads a position and plays it up to the next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Hostile, InputError> {
        let mut play = Hostile::build(config, position).map_err(InputError::impossible)?;
        match play.board.stage {
            Stage::RoundStart => play.start_round(&mut NoLog),
            Stage::TileDraft { .. } => play.settle_draft(&mut NoLog),
            _ => {}
        }
        Ok(play)
    }

    fn build(config: &Arc<Config>, position: Position) -> Result<Hostile, LocalizedText> {
        let seats = config.seats;
        if position.start_seat.0 >= seats {
            let (seat, last) = (position.start_seat, seats - 1);
            fault!(
                "start_seat が {seat} です(席は 0〜{last})",
                "`start_seat` is {seat}, but the seats are 0 to {last}"
            );
        }
        if position.round == 0 {
            fault!("round は 1 以上です", "`round` must be 1 or more");
        }
        if position.pass == 0 || position.pass > config.passes() {
            let most = config.passes();
            fault!("pass は 1〜{most} です", "`pass` must be 1 to {most}");
        }
        let mut play =
            Hostile::bare(config, position.start_seat, GameRng::from_state(&position.rng));
        play.board.round = position.round;
        play.board.pass = position.pass;
        play.board.short = position.short;
        play.board.removed = position.removed.iter().copied().collect();
        if play.board.removed.len() != position.removed.len() {
            fault!("removed に同じスキルが2度あります", "`removed` names a skill twice");
        }
        play.seat_all(position.seats)?;
        play.lay_reached(&position.reached)?;
        play.lay_floor(&position.floor)?;
        play.lay_gems(&position.gems)?;
        let Some(line) = List::from_slice(&position.line) else {
            let most = crate::limits::MAX_LINE;
            fault!("line は{most}枚までです", "`line` holds {most} tiles at most")
        };
        play.board.line = line;
        play.lay_decks(
            &position.floor_discards,
            &position.gem_discards,
            [
                position.floor_deck.map(|deck| deck.into_iter().map(Tile::Floor).collect()),
                position.gem_deck.map(|deck| deck.into_iter().map(Tile::Gem).collect()),
            ],
        )?;
        play.check_line_and_skills()?;
        play.count()?;
        let stage = position.stage.unwrap_or(StagePosition::Turn {
            seat: position.start_seat,
            points: None,
            stopped: false,
            crashes: None,
            rotations: None,
            recalls: None,
        });
        play.set_stage(stage)?;
        Ok(play)
    }

    /// Sets the seats' start squares, pawns, gems, hands and skill cards.
    fn seat_all(&mut self, seats: Vec<SeatPosition>) -> Result<(), LocalizedText> {
        let config = self.config.clone();
        let count = usize::from(config.seats);
        if !seats.is_empty() && seats.len() != count {
            let given = seats.len();
            fault!(
                "seats が{given}席です({count}席のはずです)",
                "`seats` has {given} instead of {count}",
                given = plural(given, "entry", "entries")
            );
        }
        let named: Vec<Option<Square>> = seats.iter().map(|seat| seat.start).collect();
        let fits = |layout: &&crate::config::Layout| {
            named.iter().zip(layout.starts).all(|(named, start)| named.is_none_or(|n| n == start))
        };
        let Some(layout) = config.layouts.iter().position(|layout| fits(&layout)) else {
            fault!(
                "seats の start がスタート地点の割り当てと合いません(時計回りに、2人戦では A1, H8、3人戦では A1, A8, H1、4人戦では A1, A8, H8, H1)",
                "the `start` squares in `seats` do not fit the seating (clockwise A1, H8 with two seats, A1, A8, H1 with three, A1, A8, H8, H1 with four)"
            )
        };
        self.board.layout = layout as u8;
        self.board.pawns = config.layouts[layout].starts;
        let limit = usize::from(config.components.hand.limit).min(MAX_HAND);
        for (index, given) in seats.into_iter().enumerate() {
            let seat = who(Seat(index as u8));
            if let Some(pawn) = given.pawn {
                self.board.pawns[index] = pawn;
            }
            if given.gems > MAX_GEMS {
                fault!(
                    "seats[{index}] の gems が{MAX_GEMS}個を超えています({seat})",
                    "the `gems` of seats[{index}] ({seat}) are more than {MAX_GEMS}",
                    seat
                );
            }
            self.board.gained[index] = given.gems;
            let held = given.hand.len();
            match List::from_slice(&given.hand) {
                Some(hand) if held <= limit => self.board.hands[index] = hand,
                _ => fault!(
                    "seats[{index}] の hand が{held}枚です({seat}の手札の上限は{limit}枚)",
                    "the `hand` of seats[{index}] ({seat}) has {held}; the limit is {limit}",
                    seat,
                    held = plural(held, "tile", "tiles")
                ),
            }
            let passes = usize::from(self.board.pass);
            match List::from_slice(&given.skills) {
                Some(skills) if skills.len() <= passes => self.board.skills[index] = skills,
                _ => fault!(
                    "seats[{index}] の skills が多すぎます({seat}はこの時点で{passes}枚まで)",
                    "seats[{index}] ({seat}) has too many `skills`: {passes} at most at this point",
                    seat
                ),
            }
        }
        Ok(())
    }

    fn lay_reached(&mut self, reached: &[u16]) -> Result<(), LocalizedText> {
        let sides = self.config.sides.len();
        if !reached.is_empty() && reached.len() != sides {
            let given = reached.len();
            fault!(
                "reached が{given}つです(チームまたは席ごとに{sides}つ)",
                "`reached` has {given}; there are {sides} sides",
                given = plural(given, "entry", "entries")
            );
        }
        self.board.reached[..reached.len()].copy_from_slice(reached);
        Ok(())
    }

    fn lay_floor(&mut self, floor: &[Placed]) -> Result<(), LocalizedText> {
        for Placed { square, kind, facing } in floor {
            let Some(piece) = Piece::new(*kind, *facing) else {
                let has: Vec<&str> =
                    kind.pieces().iter().filter_map(|p| Some(p.facing()?.word())).collect();
                let tile = kind.a();
                if has.is_empty() {
                    fault!(
                        "floor の{square}: {tile}に facing はありません",
                        "`floor`, {square}: {tile} has no `facing`",
                        tile
                    );
                }
                let has = has.join(", ");
                fault!(
                    "floor の{square}: {tile}の facing は {has} のどれかです",
                    "`floor`, {square}: the `facing` of {tile} is one of {has}",
                    tile
                )
            };
            if STARTS & square.bit() != 0 {
                fault!(
                    "floor の{square}はスタート地点なのでタイルを配置できません",
                    "`floor` has a tile on {square}, a start square, where no tile can lie"
                );
            }
            if self.board.piece(*square).is_some() {
                fault!(
                    "floor の{square}にタイルが2枚あります",
                    "`floor` has two tiles on {square}"
                );
            }
            self.board.put(*square, piece);
        }
        if let Some(square) = rules::endless_place(&self.board, &self.config) {
            fault!(
                "floor の{square}のタイルの移動効果が、コマがなくても無限に終わりません",
                "`floor`: movement from the tile on {square} would never end, even without any pawn in the way"
            );
        }
        Ok(())
    }

    fn lay_gems(&mut self, gems: &[Gems]) -> Result<(), LocalizedText> {
        for Gems { square, count } in gems {
            if *count == 0 || u16::from(*count) > MAX_GEMS {
                fault!(
                    "gems の{square}の count は 1〜{MAX_GEMS} です",
                    "the `count` of `gems` on {square} must be 1 to {MAX_GEMS}"
                );
            }
            if self.board.gems(*square) > 0 {
                fault!("gems に{square}が2度あります", "`gems` names {square} twice");
            }
            if !self.config.components.gem_tiles.squares.contains(square) {
                fault!(
                    "gems の{square}にはジェムタイルがないので、ジェムは置かれません",
                    "`gems` names {square}, where no gem can lie: there is no gem tile for it"
                );
            }
            self.board.set_gems(*square, *count);
        }
        Ok(())
    }

    /// Sets the discards and the decks. A deck that is not given consists of the remaining tiles.
    fn lay_decks(
        &mut self,
        floor_discards: &BTreeMap<Kind, u8>,
        gem_discards: &[Square],
        decks: [Option<Vec<Tile>>; 2],
    ) -> Result<(), LocalizedText> {
        for (kind, count) in floor_discards {
            self.board.floor_discards[*kind as usize] = *count;
        }
        for square in gem_discards {
            if self.board.gem_discards & square.bit() != 0 {
                fault!(
                    "gem_discards に{square}が2度あります",
                    "`gem_discards` names {square} twice"
                );
            }
            self.board.gem_discards |= square.bit();
        }
        let [floor_deck, gem_deck] = decks;
        self.board.floor_deck = List::new();
        self.board.gem_deck = List::new();
        let (floor, gems) = self.elsewhere();
        let specs = &self.config.components.floor;
        match floor_deck {
            Some(deck) => {
                for tile in deck {
                    if let Tile::Floor(kind) = tile {
                        if self.board.floor_deck.is_full() {
                            fault!(
                                "floor_deck のタイルが多すぎます",
                                "`floor_deck` has too many tiles"
                            );
                        }
                        self.board.floor_deck.push(kind);
                    }
                }
            }
            None => {
                for (spec, there) in specs.iter().zip(floor) {
                    let left = u16::from(spec.count).saturating_sub(there);
                    (0..left).for_each(|_| self.board.floor_deck.push(spec.kind));
                }
                self.rng.shuffle(&mut self.board.floor_deck);
            }
        }
        match gem_deck {
            Some(deck) => {
                for tile in deck {
                    if let Tile::Gem(square) = tile {
                        if self.board.gem_deck.is_full() {
                            fault!(
                                "gem_deck のタイルが多すぎます",
                                "`gem_deck` has too many tiles"
                            );
                        }
                        self.board.gem_deck.push(square);
                    }
                }
            }
            None => {
                for square in &self.config.components.gem_tiles.squares {
                    if gems[square.index()] == 0 {
                        self.board.gem_deck.push(*square);
                    }
                }
                self.rng.shuffle(&mut self.board.gem_deck);
            }
        }
        Ok(())
    }

    /// Number of floor tiles of each kind, and of gem tiles of each square, anywhere on the table.
    fn elsewhere(&self) -> ([u16; Kind::ALL.len()], [u16; Square::COUNT]) {
        let board = &self.board;
        let mut floor = board.floor_discards.map(u16::from);
        let mut gems = [0; Square::COUNT];
        for square in squares(board.tiles()) {
            if let Some(piece) = board.piece(square) {
                floor[piece.kind() as usize] += 1;
            }
        }
        board.floor_deck.iter().for_each(|kind| floor[*kind as usize] += 1);
        let of_sets = squares(board.gem_discards);
        of_sets.chain(board.gem_deck.iter().copied()).for_each(|s| gems[s.index()] += 1);
        board.emitted.iter().for_each(|square| gems[square.index()] += 1);
        for tile in board.line.iter().chain(board.hands.iter().flat_map(|hand| hand.iter())) {
            match tile {
                Tile::Floor(kind) => floor[*kind as usize] += 1,
                Tile::Gem(square) => gems[square.index()] += 1,
            }
        }
        (floor, gems)
    }

    /// Checks the numbers of tiles and cards, the hands and the pawns' squares.
    pub(crate) fn count(&self) -> Result<(), LocalizedText> {
        let (board, config) = (&self.board, &*self.config);
        let (floor, gems) = self.elsewhere();
        for (spec, there) in config.components.floor.iter().zip(floor) {
            if u16::from(spec.count) != there {
                let wanted = spec.count;
                fault!(
                    "{kind}が floor、line、hand、floor_deck、floor_discards に合わせて{there}枚あります({wanted}枚のはずです)",
                    "`floor`, `line`, `hand`, `floor_deck` and `floor_discards` have {there} of the kind \"{kind}\" in all instead of {wanted}",
                    kind = LocalizedText::new(spec.kind.name().ja, spec.kind.word()),
                    there = plural(there, "tile", "tiles")
                );
            }
        }
        for square in Square::all() {
            let wanted = u16::from(config.components.gem_tiles.squares.contains(&square));
            let there = gems[square.index()];
            if there != wanted {
                fault!(
                    "ジェムタイル{square}が line、hand、gem_deck、gem_discards に合わせて{there}枚あります({wanted}枚のはずです)",
                    "`line`, `hand`, `gem_deck` and `gem_discards` have gem tile {square} {there} in all instead of {wanted}",
                    there = plural(there, "time", "times")
                );
            }
        }
        let foreign = |seat: Seat| board.layout(config).foreign[seat.index()];
        for seat in Seat::all(config.seats) {
            let pawn = board.pawns[seat.index()];
            let owner = who(seat);
            if Seat::all(seat.0).any(|other| board.pawns[other.index()] == pawn) {
                fault!("pawn が2つとも{pawn}です", "two `pawn`s stand on {pawn}");
            }
            if foreign(seat) & pawn.bit() != 0 {
                fault!(
                    "{owner}の pawn が、自分以外のスタート地点{pawn}にいます",
                    "the `pawn` of {owner} stands on {pawn}, a start square that is not its own",
                    owner
                );
            }
            if board.gems(pawn) > 0 {
                fault!(
                    "gems の{pawn}に{owner}のコマがいます(ジェムはすでに獲得しているはずです)",
                    "`gems` has a gem under the pawn of {owner} on {pawn}; it would have been gained",
                    owner
                );
            }
            let held = board.hands[seat.index()].len();
            let limit = usize::from(config.components.hand.limit);
            if held > limit {
                fault!(
                    "{owner}の hand が{held}枚です(上限は{limit}枚)",
                    "the `hand` of {owner} has {held}; the limit is {limit}",
                    owner,
                    held = plural(held, "tile", "tiles")
                );
            }
        }
        if board.tiles() & STARTS != 0 {
            fault!(
                "floor のタイルがスタート地点にあります",
                "`floor` has a tile on a start square"
            );
        }
        let held: usize = board.skills.iter().map(|skills| skills.len()).sum();
        let taken = board.taken();
        if taken.len() != held {
            fault!("skills に同じスキルカードが2度あります", "`skills` names a card twice");
        }
        if taken.iter().any(|skill| board.removed.contains(skill)) {
            fault!(
                "removed のスキルカードが誰かの skills にもあります",
                "a card in `removed` is also in somebody's `skills`"
            );
        }
        Ok(())
    }

    fn check_line_and_skills(&self) -> Result<(), LocalizedText> {
        let (board, config) = (&self.board, &*self.config);
        let gems = board.line.iter().filter(|tile| matches!(tile, Tile::Gem(_))).count();
        let floor = board.line.len() - gems;
        let spec = &config.components.line;
        if gems > usize::from(spec.gem) || floor > usize::from(spec.floor) {
            let (most_gems, most_floor) = (spec.gem, spec.floor);
            fault!(
                "line はジェムタイル{most_gems}枚とフロアタイル{most_floor}枚までです",
                "`line` holds {most_gems} and {most_floor} at most",
                most_gems = plural(most_gems, "gem tile", "gem tiles"),
                most_floor = plural(most_floor, "floor tile", "floor tiles")
            );
        }
        if board.removed.contains(Skill::King) {
            fault!(
                "removed にキングがあります(除外されません)",
                "`removed` names King, which is never removed"
            );
        }
        let most = config.components.skills.removed;
        if board.removed.len() > usize::from(most) {
            fault!(
                "removed のスキルカードは{most}枚までです",
                "`removed` has {most} at most",
                most = plural(most, "card", "cards")
            );
        }
        Ok(())
    }

    /// Sets the stage if it is consistent with the table.
    fn set_stage(&mut self, stage: StagePosition) -> Result<(), LocalizedText> {
        let seats = self.config.seats;
        let seat = match stage {
            StagePosition::SkillDraft { seat }
            | StagePosition::TileDraft { seat, .. }
            | StagePosition::Turn { seat, .. } => seat,
            StagePosition::RoundStart | StagePosition::Over => Seat(0),
        };
        if seat.0 >= seats {
            let last = seats - 1;
            fault!(
                "stage の seat が {seat} です(席は 0〜{last})",
                "the `seat` of `stage` is {seat}, but the seats are 0 to {last}"
            );
        }
        self.board.stage = match stage {
            StagePosition::RoundStart => {
                if self.board.reason(&self.config).is_some() {
                    fault!(
                        "終了条件を満たしているので、stage を round_start にできません",
                        "`stage` cannot be round_start: an end condition holds, so no round begins"
                    );
                }
                Stage::RoundStart
            }
            StagePosition::SkillDraft { seat } => {
                self.check_skill_draft(seat)?;
                Stage::SkillDraft { seat }
            }
            StagePosition::TileDraft { seat, left } => {
                let left = left.unwrap_or(2);
                if !(1..=2).contains(&left) {
                    fault!("stage の left は 1〜2 です", "the `left` of `stage` must be 1 or 2");
                }
                if self.board.line.is_empty() {
                    fault!(
                        "line が空なので、stage を tile_draft にできません(ドラフトするタイルがありません)",
                        "`stage` cannot be tile_draft: `line` is empty, so there is no tile to draft"
                    );
                }
                Stage::TileDraft { seat, left }
            }
            StagePosition::Turn { seat, points, stopped, crashes, rotations, recalls } => {
                self.turn_at(seat, stopped, [points, crashes, rotations, recalls])?
            }
            StagePosition::Over => {
                let Some(reason) = self.board.reason(&self.config) else {
                    fault!(
                        "終了条件(ジェムの数か short)を満たしていないので、stage を over にできません",
                        "`stage` cannot be over: no end condition holds, neither the gems nor `short`"
                    )
                };
                self.board.end = Some(self.end(reason));
                Stage::Over
            }
        };
        Ok(())
    }

    /// Checks the numbers of skill cards in a skill draft: seats before the drafting seat have a
    /// card of this pass, the others have none.
    fn check_skill_draft(&self, seat: Seat) -> Result<(), LocalizedText> {
        let mut other = self.board.start_seat;
        let mut wanted = usize::from(self.board.pass);
        for _ in 0..self.config.seats {
            if other == seat {
                wanted -= 1;
            }
            let held = self.board.skills[other.index()].len();
            if held != wanted {
                fault!(
                    "{seat}の skills が{held}枚です(この時点では{wanted}枚)",
                    "{seat} has {held} in `skills`; at this point it is {wanted}",
                    seat = who(other),
                    held = plural(held, "card", "cards")
                );
            }
            other = self.clockwise(other);
        }
        if self.board.undrafted() == Skills::default() {
            fault!(
                "取れるスキルカードがないので、stage を skill_draft にできません",
                "`stage` cannot be skill_draft: there is no skill card to take"
            );
        }
        Ok(())
    }

    /// A turn in progress. Values that are not given are those of the start of the turn.
    fn turn_at(
        &self,
        seat: Seat,
        stopped: bool,
        left: [Option<u8>; 4],
    ) -> Result<Stage, LocalizedText> {
        let Stage::Turn { points, crashes, rotations, recalls, ghost, .. } = self.fresh_turn(seat)
        else {
            unreachable!("a fresh turn is a turn")
        };
        let names = ["points", "crashes", "rotations", "recalls"];
        let fresh = [points, crashes, rotations, recalls];
        for ((name, most), left) in names.iter().zip(fresh).zip(left) {
            if left.is_some_and(|left| left > most) {
                fault!(
                    "stage の {name} は 0〜{most} です(スキルと行動点による)",
                    "the `{name}` of `stage` must be 0 to {most}, by skills and action points"
                );
            }
        }
        let [points, crashes, rotations, recalls] =
            std::array::from_fn(|at| left[at].unwrap_or(fresh[at]));
        let turn = TurnState { seat, points, stopped, crashes, rotations, recalls, ghost };
        Ok(turn.stage())
    }
}

impl TurnState {
    fn stage(self) -> Stage {
        let TurnState { seat, points, stopped, crashes, rotations, recalls, ghost } = self;
        Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost }
    }
}
