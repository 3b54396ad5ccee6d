//! Positions from outside: checked, counted and set up.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::{BadInput, Dice, Seat, Silent, Text};

use crate::components::MAX_HAND;
use crate::list::List;
use crate::rules::{self, TurnState};
use crate::setup::STARTS;
use crate::skill::{Skill, Skills};
use crate::square::{Square, squares};
use crate::tile::{Kind, Piece, Tile, a};
use crate::view::{Gems, Placed, Position, SeatPosition, Stage, StagePosition};
use crate::{Hostile, Setup};

/// The most gems a position may have on one square or in one hand.
const MAX_GEMS: u16 = 99;

/// Fails with a text in both languages.
macro_rules! fault {
    ($ja:expr, $en:expr) => {
        return Err(Text::new(format!($ja), format!($en)))
    };
}

impl Hostile {
    /// The play at this position, run on to its next decision.
    pub(crate) fn stand_at(setup: &Arc<Setup>, position: Position) -> Result<Hostile, BadInput> {
        let mut play = Hostile::build(setup, position).map_err(|fault| {
            BadInput::new(
                format!("この局面は成り立ちません: {}。直してから読み込んでください。", fault.ja),
                format!("This position is impossible: {}. Correct it and load it again.", fault.en),
            )
        })?;
        match play.board.stage {
            Stage::RoundStart => play.start_round(&mut Silent),
            Stage::TileDraft { .. } => play.settle_draft(&mut Silent),
            _ => {}
        }
        Ok(play)
    }

    fn build(setup: &Arc<Setup>, position: Position) -> Result<Hostile, Text> {
        let seats = setup.seats;
        if position.start_seat.0 >= seats {
            let (seat, last) = (position.start_seat, seats - 1);
            fault!(
                "start_seat が {seat} です(席は 0〜{last})",
                "`start_seat` is {seat}, but seats are 0 to {last}"
            );
        }
        if position.round == 0 {
            fault!("round は 1 からです", "`round` begins at 1");
        }
        if position.pass == 0 || position.pass > setup.passes() {
            let most = setup.passes();
            fault!("pass は 1〜{most} です", "`pass` must be 1 to {most}");
        }
        let mut play = Hostile::bare(setup, position.start_seat, Dice::from_state(&position.dice));
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
            let most = crate::components::MAX_LINE;
            fault!("ラインは{most}枚までです", "the line holds {most} tiles at most")
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

    /// Seats, pawns, hands and skills.
    fn seat_all(&mut self, seats: Vec<SeatPosition>) -> Result<(), Text> {
        let setup = self.setup.clone();
        let count = usize::from(setup.seats);
        if !seats.is_empty() && seats.len() != count {
            let given = seats.len();
            fault!(
                "seats が{given}席です({count}席のはずです)",
                "`seats` has {given} entries instead of {count}"
            );
        }
        let named: Vec<Option<Square>> = seats.iter().map(|seat| seat.start).collect();
        let fits = |layout: &&crate::setup::Layout| {
            named.iter().zip(layout.starts).all(|(named, start)| named.is_none_or(|n| n == start))
        };
        let Some(layout) = setup.layouts.iter().position(|layout| fits(&layout)) else {
            fault!(
                "start がスタート地点の割り当てと合いません(3人戦では右回りに A1, A8, H1、4人戦では A1, A8, H8, H1、2人戦では A1, H8)",
                "`start` does not fit the seating (clockwise A1, A8, H1 with three seats, A1, A8, H8, H1 with four, A1, H8 with two)"
            )
        };
        self.board.layout = layout as u8;
        self.board.pawns = setup.layouts[layout].starts;
        let limit = usize::from(setup.components.hand.limit).min(MAX_HAND);
        for (index, given) in seats.into_iter().enumerate() {
            let Text { ja, en } = &crate::SEAT_NAMES[index];
            if let Some(pawn) = given.pawn {
                self.board.pawns[index] = pawn;
            }
            if given.gems > MAX_GEMS {
                fault!(
                    "{ja}のジェムが{MAX_GEMS}個を超えています",
                    "{en} has more than {MAX_GEMS} gems"
                );
            }
            self.board.gained[index] = given.gems;
            let held = given.hand.len();
            match List::from_slice(&given.hand) {
                Some(hand) if held <= limit => self.board.hands[index] = hand,
                _ => fault!(
                    "{ja}の手札が{held}枚です(上限は{limit}枚)",
                    "{en} has {held} hand tiles; the limit is {limit}"
                ),
            }
            let passes = usize::from(self.board.pass);
            match List::from_slice(&given.skills) {
                Some(skills) if skills.len() <= passes => self.board.skills[index] = skills,
                _ => fault!(
                    "{ja}のスキルが多すぎます(この時点では{passes}枚まで)",
                    "{en} has too many skills; {passes} at most by now"
                ),
            }
        }
        Ok(())
    }

    fn lay_reached(&mut self, reached: &[u16]) -> Result<(), Text> {
        let sides = self.setup.sides.len();
        if !reached.is_empty() && reached.len() != sides {
            let given = reached.len();
            fault!(
                "reached が{given}つです(チームまたは席ごとに{sides}つ)",
                "`reached` has {given} entries; there are {sides} sides"
            );
        }
        self.board.reached[..reached.len()].copy_from_slice(reached);
        Ok(())
    }

    fn lay_floor(&mut self, floor: &[Placed]) -> Result<(), Text> {
        for Placed { square, kind, facing } in floor {
            let Some(piece) = Piece::new(*kind, *facing) else {
                let has: Vec<&str> =
                    kind.pieces().iter().filter_map(|p| Some(p.facing()?.word())).collect();
                let Text { ja, en } = kind.name();
                let en = a(&en);
                if has.is_empty() {
                    fault!("{square}: {ja}に向きはありません", "{square}: {en} has no orientation");
                }
                let has = has.join(", ");
                fault!(
                    "{square}: {ja}の facing は {has} のどれかです",
                    "{square}: the `facing` of {en} is one of {has}"
                )
            };
            if STARTS & square.bit() != 0 {
                fault!(
                    "{square}はスタート地点なのでタイルを置けません",
                    "{square} is a start square, where no tile can lie"
                );
            }
            if self.board.piece(*square).is_some() {
                fault!("{square}にタイルが2枚あります", "two tiles lie on {square}");
            }
            self.board.put(*square, piece);
        }
        if let Some(square) = rules::endless_place(&self.board, &self.setup) {
            fault!(
                "コマがなくても、{square}のタイルの移動効果が無限に終わりません",
                "movement from the tile on {square} would never end, even without any pawn in the way"
            );
        }
        Ok(())
    }

    fn lay_gems(&mut self, gems: &[Gems]) -> Result<(), Text> {
        for Gems { square, count } in gems {
            if *count == 0 || u16::from(*count) > MAX_GEMS {
                fault!(
                    "{square}のジェムは 1〜{MAX_GEMS} 個です",
                    "the gems on {square} must be 1 to {MAX_GEMS}"
                );
            }
            if self.board.gems(*square) > 0 {
                fault!("gems に{square}が2度あります", "`gems` names {square} twice");
            }
            if !self.setup.components.gem_tiles.squares.contains(square) {
                fault!(
                    "{square}のジェムタイルはないので、ジェムは置かれません",
                    "no gem can lie on {square}: there is no gem tile for it"
                );
            }
            self.board.set_gems(*square, *count);
        }
        Ok(())
    }

    /// The discards, and the decks: given, or made of the tiles that lie nowhere else.
    fn lay_decks(
        &mut self,
        floor_discards: &BTreeMap<Kind, u8>,
        gem_discards: &[Square],
        decks: [Option<Vec<Tile>>; 2],
    ) -> Result<(), Text> {
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
        let specs = &self.setup.components.floor;
        match floor_deck {
            Some(deck) => {
                for tile in deck {
                    if let Tile::Floor(kind) = tile {
                        if self.board.floor_deck.is_full() {
                            fault!(
                                "フロアタイルの山札が多すぎます",
                                "the floor deck has too many tiles"
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
                self.dice.shuffle(&mut self.board.floor_deck);
            }
        }
        match gem_deck {
            Some(deck) => {
                for tile in deck {
                    if let Tile::Gem(square) = tile {
                        if self.board.gem_deck.is_full() {
                            fault!(
                                "ジェムタイルの山札が多すぎます",
                                "the gem deck has too many tiles"
                            );
                        }
                        self.board.gem_deck.push(square);
                    }
                }
            }
            None => {
                for square in &self.setup.components.gem_tiles.squares {
                    if gems[square.index()] == 0 {
                        self.board.gem_deck.push(*square);
                    }
                }
                self.dice.shuffle(&mut self.board.gem_deck);
            }
        }
        Ok(())
    }

    /// How many floor tiles of each kind, and gem tiles of each square, there are.
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

    /// Counts tiles, skills and hands, and looks under the pawns.
    pub(crate) fn count(&self) -> Result<(), Text> {
        let (board, setup) = (&self.board, &*self.setup);
        let (floor, gems) = self.elsewhere();
        for (spec, there) in setup.components.floor.iter().zip(floor) {
            if u16::from(spec.count) != there {
                let (Text { ja, en }, wanted) = (spec.kind.name(), spec.count);
                fault!(
                    "{ja}が合わせて{there}枚あります({wanted}枚のはずです)",
                    "there are {there} {en} tiles in all instead of {wanted}"
                );
            }
        }
        for square in Square::all() {
            let wanted = u16::from(setup.components.gem_tiles.squares.contains(&square));
            let there = gems[square.index()];
            if there != wanted {
                fault!(
                    "ジェムタイル{square}が{there}枚あります({wanted}枚のはずです)",
                    "there are {there} gem tiles {square} instead of {wanted}"
                );
            }
        }
        let foreign = |seat: Seat| board.layout(setup).foreign[seat.index()];
        for seat in Seat::all(setup.seats) {
            let pawn = board.pawns[seat.index()];
            let Text { ja, en } = &crate::SEAT_NAMES[seat.index()];
            if Seat::all(seat.0).any(|other| board.pawns[other.index()] == pawn) {
                fault!("{pawn}にコマが2つあります", "two pawns stand on {pawn}");
            }
            if foreign(seat) & pawn.bit() != 0 {
                fault!(
                    "{ja}のコマが、自分以外のスタート地点{pawn}にいます",
                    "{en}'s pawn stands on {pawn}, a start square that is not its own"
                );
            }
            if board.gems(pawn) > 0 {
                fault!(
                    "{ja}のコマのいる{pawn}にジェムがあります(すでに獲得しているはずです)",
                    "a gem lies under {en}'s pawn on {pawn}; it would have been gained"
                );
            }
            let held = board.hands[seat.index()].len();
            let limit = usize::from(setup.components.hand.limit);
            if held > limit {
                fault!(
                    "{ja}の手札が{held}枚です(上限は{limit}枚)",
                    "{en} has {held} hand tiles; the limit is {limit}"
                );
            }
        }
        if board.tiles() & STARTS != 0 {
            fault!("スタート地点にタイルがあります", "a tile lies on a start square");
        }
        let held: usize = board.skills.iter().map(|skills| skills.len()).sum();
        let taken = board.taken();
        if taken.len() != held {
            fault!("同じスキルカードが2枚あります", "a skill card is held twice");
        }
        if taken.iter().any(|skill| board.removed.contains(skill)) {
            fault!("除外したスキルを誰かが持っています", "somebody holds a removed skill");
        }
        Ok(())
    }

    fn check_line_and_skills(&self) -> Result<(), Text> {
        let (board, setup) = (&self.board, &*self.setup);
        let gems = board.line.iter().filter(|tile| matches!(tile, Tile::Gem(_))).count();
        let floor = board.line.len() - gems;
        let spec = &setup.components.line;
        if gems > usize::from(spec.gem) || floor > usize::from(spec.floor) {
            let (most_gems, most_floor) = (spec.gem, spec.floor);
            fault!(
                "ラインはジェムタイル{most_gems}枚とフロアタイル{most_floor}枚までです",
                "the line holds {most_gems} gem tiles and {most_floor} floor tiles at most"
            );
        }
        if board.removed.contains(Skill::King) {
            fault!("「キング」は除外されません", "King is never removed");
        }
        let most = setup.components.skills.removed;
        if board.removed.len() > usize::from(most) {
            fault!("除外されるスキルは{most}枚です", "{most} skills are removed");
        }
        Ok(())
    }

    /// Sets the stage, if it fits what lies on the table.
    fn set_stage(&mut self, stage: StagePosition) -> Result<(), Text> {
        let seats = self.setup.seats;
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
                "the `seat` of the stage is {seat}, but seats are 0 to {last}"
            );
        }
        self.board.stage = match stage {
            StagePosition::RoundStart => {
                if self.board.reason(&self.setup).is_some() {
                    fault!(
                        "終了条件を満たしているので、次のラウンドは始まりません",
                        "an end condition holds, so no round starts"
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
                    fault!("stage の left は 1〜2 です", "the `left` of the stage must be 1 or 2");
                }
                if self.board.line.is_empty() {
                    fault!(
                        "ラインが空なのでドラフトするタイルがありません",
                        "the line is empty, so there is no tile to draft"
                    );
                }
                Stage::TileDraft { seat, left }
            }
            StagePosition::Turn { seat, points, stopped, crashes, rotations, recalls } => {
                self.turn_at(seat, stopped, [points, crashes, rotations, recalls])?
            }
            StagePosition::Over => {
                let Some(reason) = self.board.reason(&self.setup) else {
                    fault!(
                        "終了条件を満たしていません(ジェムの数も short も)",
                        "no end condition holds: neither the gems nor `short`"
                    )
                };
                self.board.end = Some(self.end(reason));
                Stage::Over
            }
        };
        Ok(())
    }

    /// In a skill draft those before the seat have a card of this pass, and it and those
    /// after it have none.
    fn check_skill_draft(&self, seat: Seat) -> Result<(), Text> {
        let mut other = self.board.start_seat;
        let mut wanted = usize::from(self.board.pass);
        for _ in 0..self.setup.seats {
            if other == seat {
                wanted -= 1;
            }
            let held = self.board.skills[other.index()].len();
            if held != wanted {
                let Text { ja, en } = &crate::SEAT_NAMES[other.index()];
                fault!(
                    "{ja}のスキルが{held}枚です(この時点では{wanted}枚)",
                    "{en} has {held} skills; at this point it is {wanted}"
                );
            }
            other = self.clockwise(other);
        }
        if self.board.undrafted() == Skills::default() {
            fault!("取れるスキルカードがありません", "there is no skill card to take");
        }
        Ok(())
    }

    /// A turn in progress; what is left out is as at its beginning.
    fn turn_at(&self, seat: Seat, stopped: bool, left: [Option<u8>; 4]) -> Result<Stage, Text> {
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
                    "the `{name}` of the stage must be 0 to {most}, by skills and action points"
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
