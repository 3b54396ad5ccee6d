//! The drafts of skill cards and of tiles (ドラフト).

use zashiki_core::{EventSink, IllegalAction, Seat, describe};

use super::illegal::refuse;
use super::tiles::{ActionSink, distinct};
use crate::Hostile;
use crate::actions::Action;
use crate::board::Stage;
use crate::events::Event;
use crate::limits::DRAFTED;
use crate::skill::Skill;
use crate::tile::Tile;

impl Hostile {
    pub(super) fn check_skill(&self, skill: Skill) -> Result<(), IllegalAction> {
        if self.board.undrafted().contains(skill) {
            return Ok(());
        }
        Err(refuse(if self.board.removed.contains(skill) {
            describe!(
                "X-45",
                "「{skill}」はこのラウンドでは除外されています。残っているカードを選んでください。",
                "{skill} is removed for this round; choose one of the cards that are left.",
                skill
            )
        } else if self.board.pass > 1 {
            describe!(
                "X-78",
                "「{skill}」はこのラウンドですでに取られています。残っているカードを選んでください。",
                "{skill} was already taken in this round; choose one of the cards that are left.",
                skill
            )
        } else {
            describe!(
                "X-47",
                "「{skill}」はもう取られています。残っているカードを選んでください。",
                "{skill} has been taken; choose one of the cards that are left.",
                skill
            )
        }))
    }

    /// Drafts a skill card; the next seat clockwise follows.
    pub(super) fn play_skill_draft(
        &mut self,
        seat: Seat,
        action: Action,
        log: &mut impl EventSink<Hostile>,
    ) {
        let Action::Draft { skill } = action else {
            return debug_assert!(false, "unchecked action {action}");
        };
        self.board.skills[seat.index()].push(skill);
        let next = self.clockwise(seat);
        let done = next == self.board.start_seat;
        if !done {
            self.board.stage = Stage::SkillDraft { seat: next };
        }
        self.log_event(Event::SkillTaken { seat, skill }, log);
        if done {
            let seat = self.anticlockwise(self.board.start_seat);
            self.board.stage = Stage::TileDraft { seat, left: DRAFTED };
            self.advance_draft(log);
        }
    }

    pub(super) fn list_drafts(&self, seat: Seat, out: &mut impl ActionSink) {
        let places = self.board.placeable(&self.config, seat);
        for tile in distinct(&self.board.line) {
            out.single(Action::Keep { tile });
            match tile {
                Tile::Gem(square) => out.single(Action::UseDrafted { square }),
                Tile::Floor(kind) => {
                    out.placements(kind, places, |piece, square| Action::PlaceDrafted {
                        piece,
                        square,
                    });
                }
            }
        }
    }

    pub(super) fn play_tile_draft(
        &mut self,
        seat: Seat,
        left: u8,
        action: Action,
        log: &mut impl EventSink<Hostile>,
    ) {
        self.draft_tile(seat, left, action, false, log);
        self.advance_draft(log);
    }

    /// Removes a tile from the line and keeps, uses or places it, as the action requires (X-52,
    /// A-X58).
    fn draft_tile(
        &mut self,
        seat: Seat,
        left: u8,
        action: Action,
        forced: bool,
        log: &mut impl EventSink<Hostile>,
    ) {
        let tile = match action {
            Action::Keep { tile } => tile,
            Action::UseDrafted { square } => Tile::Gem(square),
            Action::PlaceDrafted { piece, .. } => Tile::Floor(piece.kind()),
            _ => return debug_assert!(false, "unchecked action {action}"),
        };
        self.take_from_line(tile);
        self.board.stage = Stage::TileDraft { seat, left: left - 1 };
        self.log_event(Event::Drafted { seat, tile, forced }, log);
        match action {
            Action::UseDrafted { square } => self.use_gem_tile(seat, square, log),
            Action::PlaceDrafted { piece, square } => self.place_tile(seat, piece, square, log),
            _ => self.acquire(seat, tile, log),
        }
    }

    /// Advances the draft to the next decision, or to the first turn. An empty line ends the draft
    /// . A tile with only one legal action is drafted automatically: without a free square,
    /// the last kind of floor tile can only be kept.
    pub(crate) fn advance_draft(&mut self, log: &mut impl EventSink<Hostile>) {
        while let Stage::TileDraft { mut seat, mut left } = self.board.stage {
            if left == 0 {
                if seat == self.board.start_seat {
                    return self.begin_turn(seat, log);
                }
                (seat, left) = (self.anticlockwise(seat), DRAFTED);
                self.board.stage = Stage::TileDraft { seat, left };
            }
            let Some(tile) = self.board.line.first().copied() else {
                self.log_event(Event::LineEmpty { seat }, log);
                return self.begin_turn(self.board.start_seat, log);
            };
            let forced = matches!(tile, Tile::Floor(_))
                && self.board.line.iter().all(|other| *other == tile)
                && self.board.placeable(&self.config, seat) == 0;
            if !forced {
                return;
            }
            self.draft_tile(seat, left, Action::Keep { tile }, true, log);
        }
    }
}
