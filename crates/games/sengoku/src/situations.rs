//! The situations on which the advice in a first match depends.

use zashiki_core::{GameState as _, GameStateExt as _, NoLog, Seat, Situation};

use crate::Sengoku;
use crate::actions::Action;
use crate::board::{Settlement, Stage};
use crate::rules::winner_of;

/// With at most this many open paths, a battlefield is nearly decided.
const FEW_PATHS: usize = 3;

impl Sengoku {
    /// The situations that hold for a seat.
    pub(crate) fn find_situations(&self, seat: Seat) -> Vec<Situation<Action>> {
        if !self.turn().awaited().contains(seat) {
            return Vec::new();
        }
        let mut found = Vec::new();
        match self.board.stage() {
            Stage::Declare { .. } => {
                found.extend(self.tile_without_place(seat));
                found.extend(self.rival_near_victory(seat));
            }
            Stage::Place { .. } => self.decisive_places(seat, &mut found),
            Stage::Over => {}
        }
        found
    }

    /// A tile in hand has no place now, but others surely will have one.
    fn tile_without_place(&self, seat: Seat) -> Option<Situation<Action>> {
        let hand = &self.hands[seat.index()];
        if hand.iter().all(|tile| self.grid.has_placement(*tile)) {
            return None;
        }
        let sure: Vec<Action> = (self.legal(seat).into_iter())
            .filter(|action| {
                matches!(action, Action::Declare(tile)
                    if !tile.is_general() && self.surely_fits(seat, *tile))
            })
            .collect();
        (!sure.is_empty())
            .then(|| Situation::new("tile_without_place", [format!("hand-{seat}")], sure))
    }

    /// Another seat wins with its next flower path, or with the castle of this battlefield, in which it leads
    /// and few paths are open.
    fn rival_near_victory(&self, seat: Seat) -> Option<Situation<Action>> {
        let victory = &self.config.components.victory;
        let field = usize::from(self.board.field);
        let open = self.board.lines[field].iter().filter(|line| **line == Settlement::Open).count();
        let counts: Vec<u8> =
            Seat::all(self.board.seats()).map(|seat| self.board.flowers_in(field, seat)).collect();
        let near = |other: &Seat| {
            let castle = open <= FEW_PATHS && winner_of(&counts) == Some(*other);
            self.board.flowers(*other) + 1 >= victory.flowers
                || castle && self.board.castles_of(*other) + 1 >= victory.castles
        };
        let rivals = Seat::all(self.board.seats()).filter(|other| *other != seat && near(other));
        let places: Vec<String> = rivals.map(|other| format!("seat-{other}")).collect();
        (!places.is_empty()).then(|| Situation::of_places("rival_near_victory", places))
    }

    /// The places of the tile that win the game, the castle, or a flower path at once.
    fn decisive_places(&self, seat: Seat, found: &mut Vec<Situation<Action>>) {
        let (mut wins, mut castles, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        let field = usize::from(self.board.field);
        let flowers = self.board.flowers_in(field, seat);
        for action in self.legal(seat) {
            let mut after = self.clone();
            after.apply(seat, action, &mut NoLog);
            if after.board.end.is_some() && after.board.winners.contains(&seat) {
                wins.push(action);
            }
            if after.board.castles[field] == Settlement::Won(seat) {
                castles.push(action);
            }
            if after.board.flowers_in(field, seat) > flowers {
                paths.push(action);
            }
        }
        for (id, actions) in
            [("winning_place", wins), ("place_wins_castle", castles), ("place_wins_path", paths)]
        {
            let places: Vec<String> = (actions.iter())
                .flat_map(|action| match action {
                    Action::Place(spot) | Action::General(spot) => {
                        vec![spot.first().to_string(), spot.second().to_string()]
                    }
                    Action::Declare(_) | Action::Lose => Vec::new(),
                })
                .collect();
            if !actions.is_empty() {
                found.push(Situation::new(id, places, actions));
            }
        }
    }
}
