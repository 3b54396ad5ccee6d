//! The rules: rounds, drafts, turns, and what tiles and skills do.

mod draft;
mod endless;
mod gems;
mod movement;
mod round;
mod skills;
mod tiles;
mod turn;

use table::{Illegal, Log, Seat, Text};

use crate::Hostile;
use crate::actions::Action;
use crate::events::Event;
use crate::tile::Tile;
use crate::view::Stage;

pub(crate) use endless::anywhere as endless_place;
pub(crate) use movement::{Onward, onward};

/// What a turn still allows; the fields of [`Stage::Turn`].
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

impl Hostile {
    /// The turn being taken, if one is.
    #[inline]
    pub(crate) fn turn_state(&self) -> Option<TurnState> {
        match self.board.stage {
            Stage::Turn { seat, points, stopped, crashes, rotations, recalls, ghost } => {
                Some(TurnState { seat, points, stopped, crashes, rotations, recalls, ghost })
            }
            _ => None,
        }
    }

    /// Every decision the awaited seat may take.
    #[inline]
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
        match self.board.stage {
            Stage::SkillDraft { .. } => {
                out.extend(self.board.undrafted().iter().map(|skill| Action::Draft { skill }));
            }
            Stage::TileDraft { seat, .. } => self.list_drafts(seat, out),
            Stage::Turn { .. } => self.list_turn(out),
            Stage::RoundStart | Stage::Over => {}
        }
    }

    /// Whether the awaited seat may decide so.
    pub(crate) fn check(&self, action: Action) -> Result<(), Illegal> {
        if let Some(tile) = named_tile(action)
            && let Tile::Gem(square) = tile
            && !self.setup.components.gem_tiles.squares.contains(&square)
        {
            return Err(refuse(
                "X-5",
                format!("{square}のジェムタイルはありません。"),
                format!("There is no gem tile for {square}."),
            ));
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
                Err(Illegal::new(
                    "X-53",
                    Text::fixed(
                        "ドラフト中は手札のタイルを使えません。ラインからタイルを選んでください。",
                        "During the draft hand tiles cannot be used; choose a tile from the line.",
                    ),
                ))
            }
            (Stage::Turn { .. }, _) => self.check_turn(action),
            _ => Err(Illegal::not_asked()),
        }
    }

    /// Takes a decision that has been checked.
    #[inline]
    pub(crate) fn decide(&mut self, action: Action, log: &mut impl Log<Hostile>) {
        match self.board.stage {
            Stage::SkillDraft { seat } => self.take_skill(seat, action, log),
            Stage::TileDraft { seat, left } => self.take_draft(seat, left, action, log),
            Stage::Turn { seat, .. } => self.act(seat, action, log),
            Stage::RoundStart | Stage::Over => debug_assert!(false, "unchecked action {action}"),
        }
    }

    /// What is asked, in words, and the rule that asks it.
    pub(crate) fn ask(&self) -> Option<(Text, &'static str)> {
        Some(match self.board.stage {
            Stage::SkillDraft { .. } => {
                (Text::fixed("スキルカードを1枚取ってください。", "Take a skill card."), "X-49")
            }
            Stage::TileDraft { left, .. } => {
                let s = if left == 1 { "" } else { "s" };
                let text = Text::new(
                    format!(
                        "ラインからタイルを選び、手札に加えるか、すぐ使ってください(あと{left}枚)。"
                    ),
                    format!("Draft {left} more tile{s} from the line: keep it, or use it at once."),
                );
                (text, "X-51")
            }
            Stage::Turn { points, .. } => {
                let text = Text::new(
                    format!(
                        "行動を選んでください(行動点 残り{points})。終えるなら「ターンを終える」。"
                    ),
                    format!("Act ({points} action points left), or end your turn."),
                );
                (text, "X-60")
            }
            Stage::RoundStart | Stage::Over => return None,
        })
    }

    /// Writes down what happened.
    #[inline(always)]
    pub(crate) fn tell(&self, event: Event, log: &mut impl Log<Hostile>) {
        log.push(event, self);
    }
}

/// The tile an action names.
fn named_tile(action: Action) -> Option<Tile> {
    match action {
        Action::Keep { tile } | Action::Take { tile } | Action::Return { tile } => Some(tile),
        Action::UseDrafted { square } | Action::Use { square } => Some(Tile::Gem(square)),
        _ => None,
    }
}

/// A refusal made on the spot.
fn refuse(rule: &'static str, ja: impl Into<String>, en: impl Into<String>) -> Illegal {
    Illegal::new(rule, Text::new(ja, en))
}
