//! The situations on which the advice in a first match depends, all of them while eunuchs are placed.

use zashiki_core::{GameStateExt as _, Seat, Situation};

use crate::actions::Action;
use crate::board::Task;
use crate::components::{Icon, Square};
use crate::{Config, Kokyu};

/// The least number of squares that a palace square must advance the consort, for advice to activate it.
const WORTH_ACTIVATING: u8 = 3;

/// With at most this many plot cards left, the pile is nearly used up.
const NEARLY_USED_UP: usize = 2;

impl Kokyu {
    /// The situations that hold for a seat.
    pub(crate) fn find_situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        let placing = matches!(self.board.tasks.last(), Some(Task::Place { .. }));
        if !placing || self.board.awaited() != Some(seat) {
            return Vec::new();
        }
        let legal = self.legal(seat);
        let on = |icon| placements(&self.config, &legal, icon);
        [
            self.winning_lap(seat, on(Icon::Advance)),
            self.lap_under_way(seat),
            self.threatened_lap(seat, on(Icon::Advance)),
            self.ripe_palace(seat, on(Icon::Activate)),
            self.last_point_of_kohi(),
            self.choice_of_sides(seat),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The places of the cards with this icon on which eunuchs of the seat wait, once for each of them.
    fn waiting(&self, seat: Seat, icon: Icon) -> Vec<usize> {
        let cards = self.board.cards.iter().zip(&self.config.components.cards).enumerate();
        cards
            .filter(|(_, (_, spec))| spec.icon == icon)
            .flat_map(|(place, (card, _))| card.eunuchs.iter().map(move |eunuch| (place, eunuch)))
            .filter(|(_, eunuch)| eunuch.seat == seat)
            .map(|(place, _)| place)
            .collect()
    }

    /// Number of squares that the consort still has to advance to complete its lap, after the eunuchs of
    /// its seat that already wait on Advance. 0 if they complete it.
    fn missing(&self, seat: Seat) -> u8 {
        let squares = self.config.components.bedroom.squares;
        let distance = squares - self.board.consorts[seat.index()].square;
        distance.saturating_sub(self.waiting(seat, Icon::Advance).len() as u8)
    }

    /// The same number if the seat's eunuchs on Fly join those that wait on Advance.
    fn missing_with_flights(&self, seat: Seat) -> u8 {
        let advances = self.waiting(seat, Icon::Advance);
        let joins = |flight: &usize| advances.iter().any(|advance| advance > flight);
        let flights = self.waiting(seat, Icon::Fly).iter().filter(|flight| joins(flight)).count();
        self.missing(seat).saturating_sub(flights as u8)
    }

    /// Returns true if the points of a lap make the seat win. They come from the stock, the other seat and
    /// Xiang Fei.
    fn wins_by_lap(&self, seat: Seat) -> bool {
        let (board, scoring) = (&self.board, &self.config.components.scoring);
        let supply = board.stock + board.points[seat.other().index()] + board.kohi;
        board.points[seat.index()] + scoring.lap.min(supply) >= scoring.goal
    }

    /// The next square completes the seat's lap, and the lap wins.
    fn winning_lap(&self, seat: Seat, advances: Vec<Action>) -> Option<Situation<Action>> {
        let rival = seat.other();
        let too_late = self.wins_by_lap(rival) && self.missing(rival) == 0;
        let holds = self.wins_by_lap(seat) && self.missing(seat) == 1;
        (holds && !too_late && !advances.is_empty())
            .then(|| Situation::new("winning_lap", places_of(&advances), advances))
    }

    /// The rival's lap wins, and the eunuchs that it has placed can complete it in this round.
    fn lap_under_way(&self, seat: Seat) -> Option<Situation<Action>> {
        let rival = seat.other();
        let own = self.wins_by_lap(seat) && self.missing(seat) == 0;
        (self.wins_by_lap(rival) && self.missing_with_flights(rival) == 0 && !own).then(|| {
            let cards = [Icon::Fly, Icon::Advance].map(|icon| self.waiting(rival, icon)).concat();
            let places = cards.into_iter().map(|place| format!("card-{}", place + 1));
            Situation::of_places("lap_under_way", places)
        })
    }

    /// The rival's lap wins, and the free cards with Advance suffice for it.
    fn threatened_lap(&self, seat: Seat, advances: Vec<Action>) -> Option<Situation<Action>> {
        let rival = seat.other();
        let cards =
            places_of(&advances).count().min(self.board.hands[rival.index()].total().into());
        let missing = usize::from(self.missing_with_flights(rival));
        (self.wins_by_lap(rival) && missing > 0 && missing <= cards)
            .then(|| Situation::new("threatened_lap", places_of(&advances), advances))
    }

    /// A eunuch of the seat stands on a good palace square, Activate is free, and the rival, whose eunuchs act
    /// too, perhaps first, has none on a square that moves its consort or gives a point.
    fn ripe_palace(&self, seat: Seat, activates: Vec<Action>) -> Option<Situation<Action>> {
        let acting = |of: Seat, least: u8| {
            let palace = self.board.palace.iter().zip(&self.config.components.palace).enumerate();
            palace
                .filter(move |(_, (eunuchs, spec))| {
                    eunuchs[of.index()].total() > 0
                        && match spec.square {
                            Square::Advance { steps } | Square::Choice { steps, .. } => {
                                steps >= least
                            }
                            Square::Point => true,
                            Square::Entry | Square::Strong | Square::Return => false,
                        }
                })
                .map(move |(square, _)| format!("palace-{square}-{of}"))
        };
        if activates.is_empty() || acting(seat.other(), 1).next().is_some() {
            return None;
        }
        let own: Vec<String> = acting(seat, WORTH_ACTIVATING).collect();
        let ripe = !own.is_empty();
        ripe.then(|| {
            Situation::new("ripe_palace", own.into_iter().chain(places_of(&activates)), activates)
        })
    }

    /// Xiang Fei needs one more point, and the pile is nearly used up.
    fn last_point_of_kohi(&self) -> Option<Situation<Action>> {
        let near = self.board.kohi + 1 == self.config.options.kohi_goal;
        (near && self.pile.len() <= NEARLY_USED_UP).then(|| {
            Situation::of_places("last_point_of_kohi", ["kohi", "pile"].map(str::to_owned))
        })
    }

    /// The seat has eunuchs of both sides in hand, and they work alike.
    fn choice_of_sides(&self, seat: Seat) -> Option<Situation<Action>> {
        let hand = self.board.hands[seat.index()];
        let alike = self.config.options.strong_enters_on == 0;
        (alike && hand.weak > 0 && hand.strong > 0)
            .then(|| Situation::of_places("choice_of_sides", [format!("hand-{seat}")]))
    }
}

/// The placements among these actions that are on a card with this icon.
fn placements(config: &Config, legal: &[Action], icon: Icon) -> Vec<Action> {
    let is_there = |action: &&Action| {
        matches!(action, Action::Place { card, .. }
            if config.components.cards[usize::from(*card)].icon == icon)
    };
    legal.iter().filter(is_there).copied().collect()
}

/// The cards of these placements, by their names on the board, each once.
fn places_of(placements: &[Action]) -> impl Iterator<Item = String> + use<> {
    let mut cards: Vec<u8> = (placements.iter())
        .filter_map(|action| match action {
            Action::Place { card, .. } => Some(*card),
            _ => None,
        })
        .collect();
    cards.dedup();
    cards.into_iter().map(|card| format!("card-{}", card + 1))
}
