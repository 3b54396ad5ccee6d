//! The rules, one module for each phase. [`Honnoji::run`] advances the match from stage to stage.

mod attack;
mod decision;
mod fire;
mod movement;
mod pick_up;
mod recovery;
mod round;
mod scoring;

use zashiki_core::{EventSink, IllegalAction, LocalizedText, RuleId, Seat, describe, plural, text};

use crate::Honnoji;
use crate::actions::Action;
use crate::board::Stage;
use crate::events::Event;
use crate::face::Face;
use crate::glossary::capital;
use crate::view::PendingDecision;

/// The result of one step of the rules: they continue at once, or wait for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    /// The rules continue with the next stage.
    Continues,
    /// A decision is awaited, or the match is over.
    Waits,
}

impl Honnoji {
    /// Advances the match to the next decision or to the end.
    #[inline]
    pub(crate) fn run(&mut self, log: &mut impl EventSink<Honnoji>) {
        loop {
            let flow = match self.board.stage {
                Stage::Preparation => self.prepare(log),
                Stage::Decision => self.await_layouts(log),
                Stage::Movement => self.move_pawns(log),
                Stage::PickUp { square, turn } => self.pick_up(square, turn, log),
                Stage::Attack { turn, attack, victim } => self.attack(turn, attack, victim, log),
                Stage::Fire { turn } => self.burn(turn, log),
                Stage::Recovery { turn } => self.recover(turn, log),
                Stage::Exhaustion => self.exhaust(log),
                Stage::RoundEnd => self.end_round(log),
                Stage::Over => Flow::Waits,
            };
            if flow == Flow::Waits {
                self.board.awaiting = true;
                return;
            }
        }
    }

    /// Appends the legal actions of a seat. In the decision phase: the listed layouts, one for each
    /// effect that the hand can order.
    #[inline]
    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.board.stage {
            Stage::Decision => self.list_layouts(seat, out),
            Stage::PickUp { square, .. } => {
                out.extend(self.board.pile(square).cards().kinds().map(Action::Take));
            }
            Stage::Attack { victim, .. } => {
                let victim = self.board.seat_at(&self.config, victim);
                out.extend(self.board.losable(victim).kinds().map(Action::Steal));
            }
            Stage::Fire { .. } => {
                out.extend(self.board.losable(seat).kinds().map(Action::Burn));
            }
            Stage::Recovery { .. } => self.list_recoveries(seat, out),
            _ => {}
        }
    }

    /// Checks that the action is legal. The seat's decision must be awaited.
    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        match (self.board.stage, action) {
            (Stage::Decision, Action::Lay(layout)) => self.check_layout(seat, &layout),
            (Stage::PickUp { square, .. }, Action::Take(face)) => self.check_take(square, face),
            (Stage::Attack { victim, .. }, Action::Steal(face)) => {
                self.check_steal(self.board.seat_at(&self.config, victim), face)
            }
            (Stage::Fire { .. }, Action::Burn(face)) => self.check_burn(seat, face),
            (Stage::Recovery { .. }, Action::Recover(cards)) => self.check_recovery(seat, cards),
            _ => Err(IllegalAction::not_asked()),
        }
    }

    /// Plays a legal action and advances the match.
    #[inline]
    pub(crate) fn apply(&mut self, seat: Seat, action: Action, log: &mut impl EventSink<Honnoji>) {
        self.board.awaiting = false;
        match (self.board.stage, action) {
            (Stage::Decision, Action::Lay(layout)) => self.declare(seat, layout, log),
            (Stage::PickUp { square, turn }, Action::Take(face)) => {
                self.board.stage = Stage::PickUp { square, turn: turn + 1 };
                self.take(seat, square, face, false, log);
            }
            (Stage::Attack { turn, attack, victim }, Action::Steal(face)) => {
                let from = self.board.seat_at(&self.config, victim);
                self.board.stage = Stage::Attack { turn, attack, victim: victim + 1 };
                self.steal(seat, attack, from, face, false, log);
            }
            (Stage::Fire { turn }, Action::Burn(face)) => {
                self.board.stage = Stage::Fire { turn: turn + 1 };
                self.discard(seat, face, false, log);
            }
            (Stage::Recovery { turn }, Action::Recover(cards)) => {
                self.board.stage = Stage::Recovery { turn: turn + 1 };
                self.take_back(seat, cards, log);
            }
            _ => debug_assert!(false, "unchecked action {action}"),
        }
        self.run(log);
    }

    /// The awaited decision; `None` while the rules advance the match and after the end.
    pub(crate) fn pending_decision(&self) -> Option<PendingDecision> {
        if !self.board.awaiting {
            return None;
        }
        let seat = |turn| self.board.seat_at(&self.config, turn);
        Some(match self.board.stage {
            Stage::Decision => PendingDecision::Lay { seats: self.board.awaited(&self.config) },
            Stage::PickUp { square, turn } => PendingDecision::Take { seat: seat(turn), square },
            Stage::Attack { turn, attack, victim } => {
                let current = self.board.plans[seat(turn).index()].attacks().nth(attack.into())?;
                PendingDecision::Steal {
                    seat: seat(turn),
                    victim: seat(victim),
                    square: current.square,
                    icon: current.icon,
                    attack,
                }
            }
            Stage::Fire { turn } => {
                let seat = seat(turn);
                PendingDecision::Burn { seat, square: self.board.pawns[seat.index()] }
            }
            Stage::Recovery { turn } => {
                let seat = seat(turn);
                PendingDecision::Recover { seat, up_to: self.board.plans[seat.index()].recover }
            }
            _ => return None,
        })
    }

    /// The prompt for the player to move, and the rule behind it.
    pub(crate) fn decision_prompt(&self) -> Option<(LocalizedText, RuleId)> {
        Some(match self.pending_decision()? {
            PendingDecision::Lay { .. } if self.board.round == 1 => describe!(
                "H-59",
                "手札を伏せて、移動先を指定してください。",
                "Lay cards, and choose where to move."
            ),
            PendingDecision::Lay { .. } => describe!(
                "H-37",
                "手札を好きな枚数伏せてください。",
                "Lay any number of cards from your hand."
            ),
            PendingDecision::Take { square, .. } => describe!(
                "H-82",
                "{square}のマスから拾得する札を1枚選んでください。",
                "Choose a card to pick up from square {square}."
            ),
            PendingDecision::Steal { victim, square, icon, .. } => {
                let icon = zashiki_core::Localize::name(&icon);
                describe!(
                    "H-99",
                    "{square}のマスへの{icon}: {victim}から奪う札を1枚選んでください。",
                    "{icon} on square {square}: choose a card to steal from {victim}.",
                    icon = LocalizedText::new(icon.ja, capital(&icon.en)),
                    victim
                )
            }
            PendingDecision::Burn { .. } => describe!(
                "H-112",
                "火ノ手マスにいます。捨てる札を1枚選んでください。",
                "You stand in the fire: choose one exposed card to give up."
            ),
            PendingDecision::Recover { seat, up_to } => {
                // No more than there are: the sum of the numbers is often larger.
                let there = self.board.recoverable(&self.config, seat).len();
                let most = there.min(u32::from(up_to));
                describe!(
                    "H-118",
                    "晒し場から手札に戻す札を{cards}枚まで選んでください。",
                    "Take up to {cards} back into your hand.",
                    cards = plural(most, "exposed card", "exposed cards")
                )
            }
        })
    }

    /// Sends an event to the sink, with the state after it.
    #[inline(always)]
    fn log_event(&self, event: Event, log: &mut impl EventSink<Honnoji>) {
        log.push(event, self);
    }

    /// The error for a card that is not available. `ja` and `en` are the reason in Japanese and
    /// English.
    fn not_there(&self, rule: &'static str, face: Face, ja: &str, en: &str) -> IllegalAction {
        let card = self.config.name(face);
        IllegalAction::new(rule, text!("「{card}」は{ja}", "{card}: {en}", card))
    }

    #[inline]
    fn seat_at(&self, turn: u8) -> Seat {
        self.board.seat_at(&self.config, turn)
    }
}
