//! 移動: all pawns move at once.

use table::Log;

use super::Flow;
use crate::Honnoji;
use crate::board::Stage;
use crate::events::Event;
use crate::reading::Orders;

impl Honnoji {
    /// Moves every pawn as its layout says. The order makes no difference (H-65).
    pub(super) fn move_pawns(&mut self, log: &mut impl Log<Honnoji>) -> Flow {
        for turn in 0..self.setup.seats {
            let seat = self.at(turn);
            let index = seat.index();
            let from = self.board.from[index];
            let to = self.board.plans[index].to;
            self.board.pawns[index] = to;
            let layout = self.board.laid[index];
            let orders = Orders::read(&layout, &self.setup.icons);
            let event = if to == from {
                match orders.stays(from) {
                    Some(why) => Event::Stayed { seat, square: from, why },
                    None => continue,
                }
            } else {
                Event::Moved { seat, from: (from > 0).then_some(from), path: orders.walk(from) }
            };
            self.tell(event, log);
        }
        self.board.stage = Stage::PickUp { square: 1, turn: 0 };
        Flow::Goes
    }
}
