//! Movement (移動): all pawns move at the same time.

use zashiki_core::EventSink;

use super::Flow;
use crate::Honnoji;
use crate::board::Stage;
use crate::components::Icon;
use crate::events::Event;
use crate::layout_effects::{Orders, each_designated};

impl Honnoji {
    /// Moves every pawn according to its layout. The order makes no difference (H-65).
    pub(super) fn move_pawns(&mut self, log: &mut impl EventSink<Honnoji>) -> Flow {
        for turn in 0..self.config.seats {
            let seat = self.seat_at(turn);
            let index = seat.index();
            let from = self.board.squares_before[index];
            let to = self.board.plans[index].to;
            self.board.pawns[index] = to;
            let layout = self.board.laid[index];
            let orders = Orders::read(&layout, &self.config.icons);
            let path = orders.path(from);
            if let Some(why) = orders.stay_reason(from) {
                self.log_event(Event::Stayed { seat, square: to, why }, log);
            } else {
                let from = (from > 0).then_some(from);
                self.log_event(Event::Moved { seat, from, path: path.clone() }, log);
            }
            // Log the icons that designate a square off the path (A-H53).
            if orders.has_squares_off_path(&path) {
                each_designated(&layout, &self.config.icons, |icon, number| {
                    if icon == Icon::Move && !path.squares().contains(&number) {
                        let why = orders.reason_off_path(from, number).into();
                        self.log_event(Event::InVain { seat, icon, number, why }, log);
                    }
                });
            }
        }
        self.board.stage = Stage::PickUp { square: 1, turn: 0 };
        Flow::Continues
    }
}
