//! Loading of positions. Every part of a position is checked before it becomes part of a state.

use std::collections::BTreeMap;
use std::sync::Arc;

use zashiki_core::{GameRng, InputError, LocalizedText, NoLog, Seat, fault, plural};

use super::{Position, SeatPosition, StagePosition};
use crate::board::Stage;
use crate::config::STARTS;
use crate::glossary::who;
use crate::limits::MAX_HAND;
use crate::list::List;
use crate::rules;
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::{Kind, Piece, Tile};
use crate::view::{Gems, Placed};
use crate::{Config, Hostile};

/// Maximum number of gems on one square, and of one seat, that a position may have.
const MAX_GEMS: u16 = 99;

impl Hostile {
    /// Loads a position and applies automatic steps up to the next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Hostile, InputError> {
        let mut state = Hostile::from_parts(config, position).map_err(InputError::impossible)?;
        match state.board.stage {
            Stage::RoundStart => state.start_round(&mut NoLog),
            Stage::TileDraft { .. } => state.advance_draft(&mut NoLog),
            _ => {}
        }
        Ok(state)
    }

    fn from_parts(config: &Arc<Config>, position: Position) -> Result<Hostile, LocalizedText> {
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
        let mut state =
            Hostile::before_setup(config, position.start_seat, GameRng::from_state(&position.rng));
        state.board.round = position.round;
        state.board.pass = position.pass;
        state.board.short = position.short;
        state.board.removed = position.removed.iter().copied().collect();
        if state.board.removed.len() != position.removed.len() {
            fault!("removed に同じスキルが2度あります", "`removed` names a skill twice");
        }
        state.set_seats(position.seats)?;
        state.set_reached(&position.reached)?;
        state.set_floor(&position.floor)?;
        state.set_gems_on_board(&position.gems)?;
        let Some(line) = List::from_slice(&position.line) else {
            let most = crate::limits::MAX_LINE;
            fault!("line は{most}枚までです", "`line` holds {most} tiles at most")
        };
        state.board.line = line;
        state.set_discards(&position.floor_discards, &position.gem_discards)?;
        state.set_decks(position.floor_deck, position.gem_deck)?;
        state.check_line_and_skills()?;
        state.verify()?;
        let stage = position.stage.unwrap_or(StagePosition::Turn {
            seat: position.start_seat,
            points: None,
            stopped: false,
            crashes: None,
            rotations: None,
            recalls: None,
        });
        state.set_stage(stage)?;
        Ok(state)
    }

    /// Sets the seats' start squares, pawns, gems, hands and skill cards.
    fn set_seats(&mut self, seats: Vec<SeatPosition>) -> Result<(), LocalizedText> {
        let config = self.config.clone();
        let count = usize::from(config.seats);
        if !seats.is_empty() && seats.len() != count {
            let entries = seats.len();
            fault!(
                "seats が{entries}席です({count}席のはずです)",
                "`seats` has {entries} instead of {count}",
                entries = plural(entries, "entry", "entries")
            );
        }
        let starts: Vec<Option<Square>> = seats.iter().map(|seat| seat.start).collect();
        let fits = |layout: &&crate::config::Layout| {
            starts
                .iter()
                .zip(layout.starts)
                .all(|(given, start)| given.is_none_or(|given| given == start))
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
        for (index, position) in seats.into_iter().enumerate() {
            let seat = who(Seat(index as u8));
            if let Some(pawn) = position.pawn {
                self.board.pawns[index] = pawn;
            }
            if position.gems > MAX_GEMS {
                fault!(
                    "seats[{index}] の gems が{MAX_GEMS}個を超えています({seat})",
                    "the `gems` of seats[{index}] ({seat}) are more than {MAX_GEMS}",
                    seat
                );
            }
            self.board.gained[index] = position.gems;
            let held = position.hand.len();
            match List::from_slice(&position.hand) {
                Some(hand) if held <= limit => self.board.hands[index] = hand,
                _ => fault!(
                    "seats[{index}] の hand が{held}枚です({seat}の手札の上限は{limit}枚)",
                    "the `hand` of seats[{index}] ({seat}) has {held}; the limit is {limit}",
                    seat,
                    held = plural(held, "tile", "tiles")
                ),
            }
            let passes = usize::from(self.board.pass);
            match List::from_slice(&position.skills) {
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

    fn set_reached(&mut self, reached: &[u16]) -> Result<(), LocalizedText> {
        let sides = self.config.sides.len();
        if !reached.is_empty() && reached.len() != sides {
            let entries = reached.len();
            fault!(
                "reached が{entries}つです(チームまたは席ごとに{sides}つ)",
                "`reached` has {entries}; there are {sides} sides",
                entries = plural(entries, "entry", "entries")
            );
        }
        self.board.reached[..reached.len()].copy_from_slice(reached);
        Ok(())
    }

    fn set_floor(&mut self, floor: &[Placed]) -> Result<(), LocalizedText> {
        for Placed { square, kind, facing } in floor {
            let Some(piece) = Piece::new(*kind, *facing) else {
                let facings: Vec<&str> =
                    kind.pieces().iter().filter_map(|p| Some(p.facing()?.word())).collect();
                let tile = kind.a();
                if facings.is_empty() {
                    fault!(
                        "floor の{square}: {tile}に facing はありません",
                        "`floor`, {square}: {tile} has no `facing`",
                        tile
                    );
                }
                let facings = facings.join(", ");
                fault!(
                    "floor の{square}: {tile}の facing は {facings} のどれかです",
                    "`floor`, {square}: the `facing` of {tile} is one of {facings}",
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
        if let Some(square) = rules::endless_square(&self.board, &self.config) {
            fault!(
                "floor の{square}のタイルの移動効果が、コマがなくても無限に終わりません",
                "`floor`: movement from the tile on {square} would never end, even without any pawn in the way"
            );
        }
        Ok(())
    }

    fn set_gems_on_board(&mut self, gems: &[Gems]) -> Result<(), LocalizedText> {
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

    fn set_discards(
        &mut self,
        floor: &BTreeMap<Kind, u8>,
        gems: &[Square],
    ) -> Result<(), LocalizedText> {
        for (kind, count) in floor {
            self.board.floor_discards[*kind as usize] = *count;
        }
        for square in gems {
            if self.board.gem_discards & square.bit() != 0 {
                fault!(
                    "gem_discards に{square}が2度あります",
                    "`gem_discards` names {square} twice"
                );
            }
            self.board.gem_discards |= square.bit();
        }
        Ok(())
    }

    /// Sets the decks. A deck that is not given consists of the remaining tiles, shuffled.
    fn set_decks(
        &mut self,
        floor_deck: Option<Vec<Kind>>,
        gem_deck: Option<Vec<Square>>,
    ) -> Result<(), LocalizedText> {
        self.board.floor_deck = List::new();
        self.board.gem_deck = List::new();
        let (floor, gems) = self.tile_counts();
        match floor_deck {
            Some(deck) => match List::from_slice(&deck) {
                Some(deck) => self.board.floor_deck = deck,
                None => {
                    fault!("floor_deck のタイルが多すぎます", "`floor_deck` has too many tiles")
                }
            },
            None => {
                for (spec, count) in self.config.components.floor.iter().zip(floor) {
                    let remaining = u16::from(spec.count).saturating_sub(count);
                    (0..remaining).for_each(|_| self.board.floor_deck.push(spec.kind));
                }
                self.rng.shuffle(&mut self.board.floor_deck);
            }
        }
        match gem_deck {
            Some(deck) => match List::from_slice(&deck) {
                Some(deck) => self.board.gem_deck = deck,
                None => {
                    fault!("gem_deck のタイルが多すぎます", "`gem_deck` has too many tiles")
                }
            },
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
}
