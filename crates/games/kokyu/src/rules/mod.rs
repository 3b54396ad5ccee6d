//! The rules as a stack of tasks: [`Kokyu::run`] carries out the last [`Task`] until a decision is
//! awaited or the match is over.

mod bedroom;
mod ending;
mod palace;
mod placing;
mod plots;
mod points;
mod processing;

use arrayvec::ArrayVec;
use zashiki_core::{EventSink, IllegalAction, LocalizedText, RuleId, Seat, describe, plural};

use crate::Kokyu;
use crate::actions::Action;
use crate::board::{Board, Card, Consort, Eunuch, Group, Task};
use crate::config::Config;
use crate::events::Precedence;
use crate::glossary::word;
use crate::limits::EUNUCHS;

/// The result of one step of the rules: they continue at once, or wait for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// A decision is awaited.
    Waits,
    /// The rules continue with the next task.
    Continues,
}

impl Board {
    /// The board before the first round.
    pub(crate) fn new(config: &Config, initiative: Seat) -> Board {
        let components = &config.components;
        let mut cards: [Card; crate::limits::CARDS] = Default::default();
        for (card, spec) in cards.iter_mut().zip(&components.cards) {
            card.open = !spec.closed;
        }
        Board {
            round: 0,
            initiative,
            cards,
            hands: [Group { weak: EUNUCHS, strong: 0 }; 2],
            palace: components.palace.iter().map(|_| [Group::default(); 2]).collect(),
            executing: None,
            consorts: [Consort::default(); 2],
            points: [0; 2],
            kohi: 0,
            stock: components.points.total - 1,
            tea: 1,
            resolving: ArrayVec::new(),
            discards: ArrayVec::new(),
            tasks: ArrayVec::new(),
            end: None,
        }
    }

    /// The seat whose decision is awaited.
    #[inline]
    pub(crate) fn awaited(&self) -> Option<Seat> {
        match self.tasks.last() {
            _ if self.end.is_some() => None,
            Some(
                Task::Place { seat }
                | Task::Fly { seat, .. }
                | Task::Activate { seat, .. }
                | Task::Way { seat, .. }
                | Task::Source { seat },
            ) => Some(*seat),
            _ => None,
        }
    }
}

impl Kokyu {
    /// Advances the match to the next decision or to the end.
    pub(crate) fn run(&mut self, log: &mut impl EventSink<Kokyu>) {
        while self.board.end.is_none() {
            let Some(&task) = self.board.tasks.last() else {
                self.begin_round(log);
                continue;
            };
            let flow = match task {
                Task::Place { seat } => self.place_next(seat, log),
                Task::Process { card, activated } => self.process(card, activated, log),
                Task::Return { card } => self.return_home(card, log),
                Task::Fly { seat, card } => self.fly_next(seat, card, log),
                Task::Activate { seat, last } => self.activate_next(seat, last, log),
                Task::Executed => self.executed(log),
                Task::Way { .. } | Task::Source { .. } => Flow::Waits,
                Task::Advance { seat, steps, draws } => self.advance(seat, steps, draws, log),
                Task::Draw { seat, count } => self.draw(seat, count, log),
                Task::Discard => self.discard(log),
                Task::Gain { seat, count } => self.gain(seat, count, log),
                Task::Open => self.open_cards(log),
            };
            if flow == Flow::Waits {
                return;
            }
        }
    }

    /// Appends the legal actions of the awaited seat.
    pub(crate) fn list_actions(&self, out: &mut Vec<Action>) {
        match self.board.tasks.last() {
            _ if self.board.end.is_some() => {}
            Some(Task::Place { seat }) => self.list_places(*seat, out),
            Some(Task::Fly { seat, card }) => self.list_flights(*seat, *card, out),
            Some(Task::Activate { seat, .. }) => self.list_activations(*seat, out),
            Some(Task::Way { .. }) => out.extend([Action::Move, Action::Draw]),
            Some(Task::Source { .. }) => out.extend([Action::TakePlayer, Action::TakeKohi]),
            _ => {}
        }
    }

    /// Checks that the action of the awaited seat is legal.
    pub(crate) fn check_action(&self, action: Action) -> Result<(), IllegalAction> {
        match (self.board.tasks.last(), action) {
            (Some(Task::Place { seat }), Action::Place { card, strong }) => {
                self.check_place(*seat, card, strong)
            }
            (Some(Task::Fly { seat, card: from }), Action::Fly { card }) => {
                self.check_flight(*seat, *from, card)
            }
            (Some(Task::Activate { seat, .. }), Action::Activate { square, strong }) => {
                self.check_activation(*seat, square, strong)
            }
            (Some(Task::Way { .. }), Action::Move | Action::Draw)
            | (Some(Task::Source { .. }), Action::TakePlayer | Action::TakeKohi) => Ok(()),
            _ => Err(IllegalAction::not_asked()),
        }
    }

    /// Plays a legal action and advances the match.
    pub(crate) fn apply(&mut self, action: Action, log: &mut impl EventSink<Kokyu>) {
        let Some(task) = self.board.tasks.last().copied() else { return };
        match (task, action) {
            (Task::Place { seat }, Action::Place { card, strong }) => {
                self.place(seat, card, strong, false, log);
            }
            (Task::Fly { card: from, .. }, Action::Fly { card }) => self.fly(from, card, log),
            (Task::Activate { .. }, Action::Activate { square, strong }) => {
                self.execute(square, strong, log);
            }
            (Task::Way { seat, steps, draws }, Action::Move | Action::Draw) => {
                self.board.tasks.pop();
                if action == Action::Move {
                    self.start_advance(seat, steps, log);
                } else {
                    self.push(Task::Draw { seat, count: draws });
                }
            }
            (Task::Source { seat }, Action::TakePlayer | Action::TakeKohi) => {
                self.board.tasks.pop();
                let from_player = action == Action::TakePlayer;
                self.take_point(seat, from_player, Precedence::Choice, log);
            }
            _ => debug_assert!(false, "unchecked action {action} for {task:?}"),
        }
        self.run(log);
    }

    /// The prompt for the player to move, and the rule behind it.
    pub(crate) fn decision_prompt(&self) -> Option<(LocalizedText, RuleId)> {
        Some(match self.board.tasks.last()? {
            Task::Place { seat } => {
                let hand = self.board.hands[seat.index()];
                if hand.weak > 0 && hand.strong > 0 {
                    describe!(
                        "Q-11",
                        "太監を置くカードと、「弱」「強」のどちらを置くかを選んでください。",
                        "Choose a card, and whether to put a weak or a strong eunuch on it."
                    )
                } else {
                    describe!(
                        "Q-11",
                        "太監を置くカードを選んでください。",
                        "Choose a card for your eunuch."
                    )
                }
            }
            Task::Fly { .. } => describe!(
                "Q-22",
                "太監を飛ばす先を選んでください。",
                "Choose where your eunuch flies to."
            ),
            Task::Activate { .. } => describe!(
                "Q-29",
                "次に働く殿内の太監を選んでください。",
                "Choose the palace eunuch that acts next."
            ),
            Task::Way { steps, draws, .. } => describe!(
                "Q-33",
                "貴妃を{steps}マス進めるか、策謀カードを{draws}枚引くか選んでください。",
                "Advance your consort {steps}, or draw {draws}?",
                steps = plural(*steps, "square", "squares"),
                draws = plural(*draws, "plot card", "plot cards")
            ),
            Task::Source { .. } => describe!(
                "Q-54",
                "ストックが空で、相手と{kohi}は同点です。どちらから1点を取るか選んでください。",
                "The stock is empty, and your opponent and {kohi} have equally many points. Whose point do you take?",
                kohi = word("kohi")
            ),
            _ => return None,
        })
    }

    /// Puts a task on top of the stack, so that it is carried out next.
    pub(crate) fn push(&mut self, task: Task) {
        self.board.tasks.push(task);
    }

    /// Returns a eunuch to its owner's hand.
    pub(crate) fn send_home(&mut self, eunuch: Eunuch) {
        *self.board.hands[eunuch.seat.index()].side(eunuch.strong) += 1;
    }
}
