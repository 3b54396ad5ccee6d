//! Recovery (回復) and exhaustion (消耗): exposed cards return to the hand, then laid cards return or
//! are exposed.

use zashiki_core::{EventSink, IllegalAction, Seat, SeatSet, plural, text};

use super::Flow;
use crate::Honnoji;
use crate::actions::Action;
use crate::board::Stage;
use crate::components::Icon;
use crate::events::{Event, NoEffectReason};
use crate::face::Cards;
use crate::grid::Layout;
use crate::layout_effects::{Plan, each_designated, returning};
use crate::limits::MAX_SEATS;

impl Honnoji {
    /// Continues with the recoveries, clockwise from the first player (H-124, A-H48).
    pub(super) fn recover(&mut self, turn: u8, log: &mut impl EventSink<Honnoji>) -> Flow {
        for turn in turn..self.config.seats {
            let seat = self.seat_at(turn);
            if self.board.plans[seat.index()].recover == 0 {
                continue;
            }
            self.board.stage = Stage::Recovery { turn };
            if !self.board.recoverable(&self.config, seat).is_empty() {
                return Flow::Waits;
            }
            // There is nothing to recover: log every recovery icon as one without effect (A-H53).
            let layout = self.board.laid[seat.index()];
            each_designated(&layout, &self.config.icons, |icon, number| {
                if icon == Icon::Recover {
                    let why = NoEffectReason::NothingToRecover;
                    self.log_event(Event::InVain { seat, icon, number, why }, log);
                }
            });
        }
        self.board.stage = Stage::Exhaustion;
        Flow::Continues
    }

    /// Appends a recovery for every set of recoverable cards up to the limit, the empty set first.
    #[inline]
    pub(super) fn list_recoveries(&self, seat: Seat, out: &mut Vec<Action>) {
        let cards = self.board.recoverable(&self.config, seat);
        let limit = u32::from(self.board.plans[seat.index()].recover);
        let begin = out.len();
        out.push(Action::Recover(Cards::NONE));
        for face in cards.kinds() {
            let end = out.len();
            for place in begin..end {
                let Action::Recover(mut set) = out[place] else { continue };
                for _ in 0..cards.count(face) {
                    if set.len() == limit {
                        break;
                    }
                    set.add(face);
                    out.push(Action::Recover(set));
                }
            }
        }
    }

    pub(super) fn check_recovery(&self, seat: Seat, cards: Cards) -> Result<(), IllegalAction> {
        let index = seat.index();
        let limit = self.board.plans[index].recover;
        if let Some(face) = cards.only(self.config.treasures).kinds().next() {
            return Err(self.not_there(
                "H-120",
                face,
                "名物札なので手札に戻せません。基本札か行動札を選んでください。",
                "treasures cannot be recovered; choose basic and action cards.",
            ));
        }
        let exposed = self.board.exposed[index];
        if let Some(face) = cards.kinds().find(|face| cards.count(*face) > exposed.count(*face)) {
            if self.board.laid[index].cards().contains(face) {
                return Err(self.not_there(
                    "H-123",
                    face,
                    "このラウンドで配置した札なので、まだ戻せません。",
                    "laid in this round, so it cannot be recovered yet.",
                ));
            }
            return Err(self.not_there(
                "H-118",
                face,
                "あなたの晒し場にそれだけありません。そこにある札を選んでください。",
                "you have not enough of them exposed; choose cards that lie there.",
            ));
        }
        if cards.len() > u32::from(limit) {
            let chosen = cards.len();
            return Err(IllegalAction::new(
                "H-118",
                text!(
                    "回復できるのは{limit}枚までです({chosen}枚選ばれています)。選ぶ札を減らしてください。",
                    "You may recover up to {limit}, not {chosen}; choose fewer.",
                    limit = plural(limit, "card", "cards")
                ),
            ));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn take_back(
        &mut self,
        seat: Seat,
        cards: Cards,
        log: &mut impl EventSink<Honnoji>,
    ) {
        let index = seat.index();
        self.board.exposed[index] = self.board.exposed[index].minus(cards);
        self.board.hands[index] = self.board.hands[index].plus(cards);
        self.log_event(Event::Recovered { seat, faces: cards }, log);
    }

    /// Returns each layout's crest and smallest number to the hand, and exposes its other cards
    /// (H-126 to H-132).
    pub(super) fn exhaust(&mut self, log: &mut impl EventSink<Honnoji>) -> Flow {
        for turn in 0..self.config.seats {
            let seat = self.seat_at(turn);
            let index = seat.index();
            let laid = std::mem::replace(&mut self.board.laid[index], Layout::EMPTY).cards();
            self.board.declared.remove(seat);
            self.board.plans[index] = Plan::default();
            if laid.is_empty() {
                continue;
            }
            let to_hand = returning(laid);
            let to_exposed = laid.minus(to_hand);
            self.board.hands[index] = self.board.hands[index].plus(to_hand);
            self.board.exposed[index] = self.board.exposed[index].plus(to_exposed);
            self.log_event(Event::Exhausted { seat, to_hand, to_exposed }, log);
        }
        self.board.declared = SeatSet::EMPTY;
        self.board.revealed = false;
        self.board.squares_before = [0; MAX_SEATS];
        self.board.stage = Stage::RoundEnd;
        Flow::Continues
    }
}
