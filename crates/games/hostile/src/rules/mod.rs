//! The rules: rounds, drafts, turns, and the effects of tiles and skills.

mod draft;
mod ending;
mod endless;
mod gems;
mod illegal;
mod movement;
mod round;
mod skills;
mod tiles;
mod turn;

use zashiki_core::{
    EventSink, GameRng, IllegalAction, LocalizedText, RuleId, Seat, describe, plural,
};

use crate::Hostile;
use crate::actions::Action;
use crate::board::Stage;
use crate::events::Event;
use crate::tile::Tile;

use illegal::refuse;
use tiles::{ActionSink, CategorySampler};

pub(crate) use endless::endless_square;
#[cfg(test)]
pub(crate) use movement::{TileEffect, tile_effect};

/// The state of a turn; the fields of [`Stage::Turn`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnState {
    pub seat: Seat,
    pub points: u8,
    pub stopped: bool,
    pub crashes: u8,
    pub rotations: u8,
    pub recalls: u8,
    pub ghost: bool,
}

impl TurnState {
    /// The [`Stage`] with these values.
    pub fn stage(self) -> Stage {
        let TurnState { seat, points, stopped, crashes, rotations, recalls, ghost } = self;
        Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost }
    }
}

impl Hostile {
    /// The turn in progress, if there is one.
    #[inline]
    pub(crate) fn turn_state(&self) -> Option<TurnState> {
        match self.board.stage {
            Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost } => {
                Some(TurnState { seat, points, stopped, crashes, rotations, recalls, ghost })
            }
            _ => None,
        }
    }

    /// Lists every legal action of the seat to move.
    #[inline]
    pub(crate) fn list_actions(&self, out: &mut Vec<Action>) {
        self.visit_actions(out);
    }

    /// Passes every legal action to the sink, grouped by category.
    #[inline]
    fn visit_actions(&self, out: &mut impl ActionSink) {
        match self.board.stage {
            Stage::SkillDraft { .. } => {
                let skills = self.board.undrafted();
                skills.iter().for_each(|skill| out.single(Action::Draft { skill }));
            }
            Stage::TileDraft { seat, .. } => self.list_drafts(seat, out),
            Stage::Turn { .. } => self.list_turn(out),
            Stage::RoundStart | Stage::Over => {}
        }
    }

    /// Picks one legal action of each category at random.
    pub(crate) fn sample_per_category(&self, rng: &mut GameRng, out: &mut Vec<Action>) {
        self.visit_actions(&mut CategorySampler { rng, out });
    }

    /// Returns an error if the action of the seat to move is illegal.
    pub(crate) fn check_action(&self, action: Action) -> Result<(), IllegalAction> {
        if let Some(tile) = named_tile(action)
            && let Tile::Gem(square) = tile
            && !self.config.components.gem_tiles.squares.contains(&square)
        {
            return Err(refuse(describe!(
                "X-5",
                "{square}のジェムタイルはありません。別のタイルを選んでください。",
                "There is no gem tile {square}; choose another tile."
            )));
        }
        match (self.board.stage, action) {
            (Stage::SkillDraft { .. }, Action::Draft { skill }) => self.check_skill(skill),
            (Stage::TileDraft { .. }, Action::Keep { tile }) => self.check_line(tile, "X-51"),
            (Stage::TileDraft { .. }, Action::UseDrafted { square }) => {
                self.check_line(Tile::Gem(square), "X-51")
            }
            (Stage::TileDraft { seat, .. }, Action::PlaceDrafted { piece, square }) => {
                self.check_line(Tile::Floor(piece.kind()), "X-51")?;
                self.check_place(seat, square)
            }
            (Stage::TileDraft { .. }, Action::Place { .. } | Action::Use { .. }) => {
                Err(refuse(describe!(
                    "X-53",
                    "ドラフト中は手札のタイルを使用・配置できません。ラインからタイルを選んでください。",
                    "Tiles in your hand wait for your turn; now choose a tile from the line."
                )))
            }
            (Stage::Turn { .. }, _) => self.check_turn(action),
            _ => Err(IllegalAction::not_asked()),
        }
    }

    /// Applies a legal action.
    #[inline]
    pub(crate) fn apply(&mut self, action: Action, log: &mut impl EventSink<Hostile>) {
        match self.board.stage {
            Stage::SkillDraft { seat } => self.play_skill_draft(seat, action, log),
            Stage::TileDraft { seat, left } => self.play_tile_draft(seat, left, action, log),
            Stage::Turn { seat, .. } => self.apply_turn_action(seat, action, log),
            Stage::RoundStart | Stage::Over => debug_assert!(false, "unchecked action {action}"),
        }
    }

    /// The prompt for the seat to move, and the rule that it cites.
    pub(crate) fn current_prompt(&self) -> Option<(LocalizedText, RuleId)> {
        Some(match self.board.stage {
            Stage::SkillDraft { .. } => {
                describe!("X-49", "スキルカードを1枚選んでください。", "Choose a skill card.")
            }
            Stage::TileDraft { left: 1, .. } => describe!(
                "X-51",
                "ラインからタイルをもう1枚取ってください。",
                "Take 1 more tile. Keep it, or use it now."
            ),
            Stage::TileDraft { left, .. } => describe!(
                "X-51",
                "ラインからタイルを{left}枚取ってください。",
                "Take {left} tiles. Keep each one, or use it now."
            ),
            Stage::Turn { points, .. } => describe!(
                "X-60",
                "行動を選んでください(行動点は残り{points}点)。",
                "Choose an action ({points} left), or end your turn.",
                points = plural(points, "action point", "action points")
            ),
            Stage::RoundStart | Stage::Over => return None,
        })
    }

    /// Adds an event, with the state after it, to the log.
    #[inline(always)]
    pub(crate) fn log_event(&self, event: Event, log: &mut impl EventSink<Hostile>) {
        log.push(event, self);
    }
}

/// The tile that an action names; `None` for actions without a tile and for those that can only
/// name a floor tile.
fn named_tile(action: Action) -> Option<Tile> {
    match action {
        Action::Keep { tile } | Action::Take { tile } | Action::Return { tile } => Some(tile),
        Action::UseDrafted { square } | Action::Use { square } => Some(Tile::Gem(square)),
        _ => None,
    }
}
