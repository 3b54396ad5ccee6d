//! The heuristic evaluation of a state, for bots. The rules do not depend on it.
//!
//! A side's value is the sum of the values of its gems, of the gems within reach of its pawns, and
//! of its tiles and skills. Reach follows the effects of the floor tiles, so the evaluation rewards
//! useful slides and punishes walls around a pawn.

use zashiki_core::{NoLog, Seat};

use crate::Hostile;
use crate::actions::Action;
use crate::board::{Board, End, Ground, SEATS, Stage};
use crate::config::Config;
use crate::eval_weights::{EvalWeights, LOOKAHEAD_POINTS};
use crate::network_inputs::correction;
use crate::reachability::{MAX_POINTS, SearchInput, for_each_level};
use crate::square::squares;
use crate::tile::{Kind, Tile};

/// Value of a gem. All other values are in hundredths of a gem.
const GEM: i32 = 100;

/// Maximum number of gems that the evaluation counts on one square.
const MAX_COUNTED_GEMS: u8 = 3;

/// Heuristic value of the board for a seat, −1000..=1000.
pub(crate) fn evaluate(board: &Board, config: &Config, seat: Seat) -> i32 {
    if let Some(end) = board.end {
        return result(end, seat);
    }
    let mut values = [0; SEATS];
    for other in Seat::all(config.seats) {
        values[other.index()] =
            Prospect::of(board, config, other, other == seat).value(board, other);
    }
    compare(board, config, seat, &values)
}

/// Heuristic values after each of these actions of the seat. Few actions change any square that a
/// pawn can reach. So the reach of all pawns is computed once, before the actions, with the squares
/// on which it depends; only where an action changes one of these is it computed again.
pub(crate) fn value_after_each(
    state: &Hostile,
    seat: Seat,
    actions: &[Action],
    out: &mut Vec<i32>,
) {
    let (board, config) = (&state.board, &*state.config);
    let baseline = Baseline::of(board, config, seat);
    let mut after = state.clone();
    out.clear();
    out.extend(actions.iter().map(|action| {
        after.board = *board;
        after.apply(*action, &mut NoLog);
        if after.board.round == board.round && after.board.end.is_none() {
            return baseline.evaluate(&after.board, config, seat);
        }
        // The generator is used only when a round begins.
        after.rng = state.rng.clone();
        evaluate(&after.board, config, seat)
    }));
}

fn result(end: End, seat: Seat) -> i32 {
    match (end.winners.is_empty(), end.winners.contains(seat)) {
        (true, _) => 0,
        (false, true) => 1000,
        (false, false) => -1000,
    }
}

/// Heuristic value for a seat, −1000..=1000, from its side's lead over the best other side.
/// `values` are the values of all seats in hundredths of a gem.
fn compare(board: &Board, config: &Config, seat: Seat, values: &[i32; SEATS]) -> i32 {
    let own_side = config.side_of(seat);
    let (mut own_value, mut best_other, mut most_gems) = (0, None, 0);
    for (side, seats) in config.sides.iter().enumerate() {
        let value = seats.iter().map(|seat| values[seat.index()]).sum();
        if side == own_side {
            own_value = value;
        } else {
            best_other = best_other.max(Some(value));
        }
        most_gems = most_gems.max(i32::from(board.side_gems(config, side)));
    }
    let lead = own_value - best_other.unwrap_or(0);
    // A lead counts more towards the end of the game.
    let goal = i32::from(config.goal());
    let gems_left = if board.short || most_gems >= goal {
        0
    } else {
        (goal - most_gems).min(board.floor_deck.len() as i32 / 2 + 1)
    };
    let doubt = config.weights.doubt + config.weights.doubt_left * gems_left.max(0);
    let value = 950 * lead / (lead.abs() + doubt.max(1));
    let network = config.network.as_ref();
    let correction = network.map_or(0, |network| correction(board, config, network, seat));
    (value + correction).clamp(-999, 999)
}

/// Expected gain of a seat beyond the gems it has, in hundredths of a gem.
#[derive(Clone, Copy, Default)]
struct Prospect {
    search: ReachSearch,
    /// Squares of the gem tiles in its hand.
    gem_tiles: u64,
    /// Value of its tiles and skills, independent of the board.
    held_value: i32,
    /// Value of the gems within reach of its pawn.
    reach_value: i32,
    /// Squares on which `reach_value` depends, besides those with gems.
    depends_on: u64,
}

impl Prospect {
    fn of(board: &Board, config: &Config, seat: Seat, own: bool) -> Prospect {
        let mut prospect = Prospect::without_reach(board, config, seat, own);
        prospect.find_reach(board, config, seat);
        prospect
    }

    /// The prospect without the gems within reach of the pawn. Action points of the current turn
    /// count only for the evaluated seat (`own`): if those of an opponent's turn counted, ending
    /// one's own turn would look too expensive.
    #[inline]
    fn without_reach(board: &Board, config: &Config, seat: Seat, own: bool) -> Prospect {
        let (index, weights) = (seat.index(), &config.weights);
        let mut search = ReachSearch { points: 0, ghost: false, starts: board.pawns[index].bit() };
        if let Stage::Turn { seat: mover, points, stopped, recalls, ghost, .. } = board.stage
            && own
            && mover == seat
        {
            search.ghost = ghost;
            if !stopped {
                search.points = usize::from(points);
                if recalls > 0 {
                    search.starts |= board.start(config, seat).bit();
                }
            }
        }
        let (mut held_value, mut gem_tiles) = (0, 0);
        for tile in board.hands[index].iter() {
            match tile {
                Tile::Gem(square) => {
                    // A gem tile whose square is out of reach can be kept for later.
                    held_value += weights.gem_tile;
                    gem_tiles |= square.bit();
                }
                Tile::Floor(Kind::Slide | Kind::Diagonal | Kind::Spring | Kind::Ice) => {
                    held_value += weights.mover;
                }
                Tile::Floor(Kind::Stop | Kind::Box | Kind::Corner | Kind::Para) => {
                    held_value += weights.hinderer;
                }
            }
        }
        if let Some(skill) = board.skills[index].last() {
            held_value += weights.skills[*skill as usize];
        }
        Prospect { search, gem_tiles, held_value, reach_value: 0, depends_on: 0 }
    }

    /// Computes the value of the gems within reach of the pawn, and the squares on which it
    /// depends.
    #[inline]
    fn find_reach(&mut self, board: &Board, config: &Config, seat: Seat) {
        (self.reach_value, self.depends_on) =
            self.search.value(board, config, seat, self.gem_tiles);
    }

    #[inline]
    fn value(&self, board: &Board, seat: Seat) -> i32 {
        i32::from(board.gained[seat.index()]) * GEM + self.held_value + self.reach_value
    }
}

/// Prospects of all seats before an action. The values after the action are computed from them.
struct Baseline<'a> {
    board: &'a Board,
    pawns: u64,
    prospects: [Prospect; SEATS],
}

impl Baseline<'_> {
    fn of<'a>(board: &'a Board, config: &Config, seat: Seat) -> Baseline<'a> {
        let mut prospects = [Prospect::default(); SEATS];
        for other in Seat::all(config.seats) {
            prospects[other.index()] = Prospect::of(board, config, other, other == seat);
        }
        Baseline { board, pawns: board.pawns(config), prospects }
    }

    /// Heuristic value for the seat after one of its actions that did not end the round.
    #[inline]
    fn evaluate(&self, after: &Board, config: &Config, seat: Seat) -> i32 {
        let same_gems = self.board.has_same_gems(after);
        let changed =
            (self.pawns ^ after.pawns(config)) | self.board.ground().differs(after.ground());
        let mut values = [0; SEATS];
        for other in Seat::all(config.seats) {
            let before = &self.prospects[other.index()];
            let is_unchanged = |now: &Prospect| {
                let same_pawn = before.search == now.search && before.gem_tiles == now.gem_tiles;
                same_pawn && same_gems && changed & before.depends_on == 0
            };
            let mut now = if other == seat {
                Prospect::without_reach(after, config, seat, true)
            } else {
                // Tiles and skills of the other seats are unchanged.
                let starts = after.pawns[other.index()].bit();
                Prospect { search: ReachSearch { starts, ..before.search }, ..*before }
            };
            if is_unchanged(&now) {
                now.reach_value = before.reach_value;
            } else {
                now.find_reach(after, config, other);
            }
            values[other.index()] = now.value(after, other);
        }
        compare(after, config, seat, &values)
    }
}

impl EvalWeights {
    /// Value of a gem at a distance of `cost` action points, for a pawn with `points` left in this
    /// turn.
    #[inline]
    fn gem_at(&self, cost: usize, points: usize) -> i32 {
        match cost.checked_sub(points) {
            None | Some(0) => self.now - self.now_point * cost as i32,
            Some(beyond) => self.beyond[beyond - 1],
        }
    }

    /// Value of a gem tile in hand beyond its basic value, if its square is within reach and a gem
    /// there has the value `each`.
    #[inline]
    fn gem_tile_at(&self, each: i32) -> i32 {
        (each * self.gem_tile_near / 100 - self.gem_tile).max(0)
    }
}

/// A search for the gems within reach of a pawn.
#[derive(Clone, Copy, PartialEq, Default)]
struct ReachSearch {
    /// Action points left in the current turn.
    points: usize,
    /// True if floor tiles have no effect.
    ghost: bool,
    /// Set of squares from which the pawn may start.
    starts: u64,
}

impl ReachSearch {
    /// Value of the gems within reach plus the additional value of the gem tiles in hand
    /// (`gem_tiles`). The second result is the set of squares on which this value depends, besides
    /// those with gems.
    fn value(&self, board: &Board, config: &Config, seat: Seat, gem_tiles: u64) -> (i32, u64) {
        let foreign = board.layout(config).foreign[seat.index()];
        let blocked = foreign | board.other_pawns(config, seat);
        let no_tiles = Ground::default();
        let ground = if self.ghost { &no_tiles } else { board.ground() };
        let mut wanted = board.gem_squares() | gem_tiles;
        if wanted == 0 {
            return (0, 0);
        }
        let Config { weights, fading, .. } = config;
        // Value so far, and number of squares with gems found.
        let (mut value, mut found) = (0, 0);
        let max_cost = MAX_POINTS.min(self.points + LOOKAHEAD_POINTS);
        let depends_on = for_each_level(
            seat,
            &SearchInput { board, ground, starts: self.starts, blocked },
            |cost, entered| {
                let entered = entered & wanted;
                if entered != 0 {
                    let each = weights.gem_at(cost, self.points);
                    for square in squares(entered) {
                        let gems = i32::from(board.gems(square).min(MAX_COUNTED_GEMS));
                        let kept = i32::from(gem_tiles & square.bit() != 0);
                        let here = gems * each + kept * weights.gem_tile_at(each);
                        value += here * fading.parts[found] / 16;
                        found += 1;
                    }
                    wanted &= !entered;
                }
                wanted != 0 && cost < max_cost
            },
        );
        let elsewhere = wanted & board.gem_squares();
        let single = elsewhere & !board.stacked();
        let with_single = found + single.count_ones() as usize;
        value += fading.elsewhere[with_single] - fading.elsewhere[found];
        found = with_single;
        for square in squares(elsewhere & board.stacked()) {
            let gems = i32::from(board.gems(square).min(MAX_COUNTED_GEMS));
            value += gems * weights.elsewhere * fading.parts[found] / 16;
            found += 1;
        }
        (value, depends_on)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use zashiki_core::{GameConfig as _, GameRng, GameState};

    use super::*;
    use crate::Hostile;
    use crate::reachability::shift;
    use crate::rules::{TileEffect, tile_effect};
    use crate::square::{Dir, Square};

    impl ReachSearch {
        /// The same as [`ReachSearch::value`], but computed square by square without sets of
        /// squares.
        fn value_square_by_square(
            &self,
            board: &Board,
            config: &Config,
            seat: Seat,
            gem_tiles: u64,
        ) -> i32 {
            let foreign = board.layout(config).foreign[seat.index()];
            let others = board.other_pawns(config, seat);
            let blocked = foreign | others;
            let tiles = if self.ghost { 0 } else { board.tiles() };
            let mut wanted = board.gem_squares() | gem_tiles;
            let (mut frontier, mut rested, mut delayed) = (self.starts, self.starts, 0);
            let (mut value, mut found) = (0, 0);
            for cost in 1..=MAX_POINTS.min(self.points + LOOKAHEAD_POINTS) {
                let mut steps = Steps { entered: 0, rests: std::mem::take(&mut delayed), stops: 0 };
                let mut free = frontier;
                for square in squares(frontier & tiles) {
                    let Some(piece) = board.piece(square) else { continue };
                    if piece.kind().is_wall() {
                        free &= !square.bit();
                        for dir in Dir::STRAIGHT.into_iter().filter(|dir| piece.is_open(*dir)) {
                            let Some(to) = square.step(dir) else { continue };
                            if blocked & to.bit() == 0 {
                                steps.follow_one(board, foreign, others, to, dir);
                            }
                        }
                    }
                }
                for dir in Dir::STRAIGHT {
                    let to = shift(free, dir) & !blocked;
                    steps.entered |= to & !tiles;
                    steps.rests |= to & !tiles;
                    for square in squares(to & tiles) {
                        steps.follow_one(board, foreign, others, square, dir);
                    }
                }
                for square in squares(steps.entered & wanted) {
                    let each = config.weights.gem_at(cost, self.points);
                    let gems = i32::from(board.gems(square).min(3));
                    let kept = i32::from(gem_tiles & square.bit() != 0);
                    let here = gems * each + kept * config.weights.gem_tile_at(each);
                    value += here * config.fading.parts[found] / 16;
                    found += 1;
                }
                wanted &= !steps.entered;
                frontier = steps.rests & !rested;
                rested |= steps.rests;
                delayed = steps.stops;
                if wanted == 0 || frontier | delayed == 0 {
                    break;
                }
            }
            let elsewhere = wanted & board.gem_squares();
            for stacked in [false, true] {
                for square in squares(elsewhere).filter(|at| (board.gems(*at) > 1) == stacked) {
                    let gems = i32::from(board.gems(square).min(MAX_COUNTED_GEMS));
                    value += gems * config.weights.elsewhere * config.fading.parts[found] / 16;
                    found += 1;
                }
            }
            value
        }
    }

    /// Result of searching the steps for one action point: the squares entered, and those on which
    /// the pawn ends its movement.
    struct Steps {
        entered: u64,
        rests: u64,
        stops: u64,
    }

    impl Steps {
        /// Enters a square and follows the movement by the tiles on it and after it.
        fn follow_one(&mut self, board: &Board, foreign: u64, others: u64, to: Square, dir: Dir) {
            if board.piece(to).is_some_and(|piece| !piece.is_open(dir.opposite())) {
                return;
            }
            let mut at = (to, dir);
            // Longer chains are rare, and a circle has no end.
            for _ in 0..12 {
                self.entered |= at.0.bit();
                match tile_effect(board, foreign, others, at.0, at.1) {
                    TileEffect::Move(to, along, _) => at = (to, along),
                    TileEffect::Stop => {
                        self.stops |= at.0.bit();
                        return;
                    }
                    TileEffect::None | TileEffect::Blocked(_) => break,
                }
            }
            self.rests |= at.0.bit();
        }
    }

    fn config(seats: u8) -> std::sync::Arc<Config> {
        let options = Hostile::info().complete_options(&Value::Null).unwrap();
        Config::new(seats, &options, None).unwrap()
    }

    /// In random games, the sets of squares in [`Ground`] agree with the floor, and searching with
    /// them gives the same values as searching square by square.
    #[test]
    fn searching_with_sets_equals_searching_square_by_square() {
        let mut rng = GameRng::from_seed(3);
        let (mut crowded, mut found) = (0, 0);
        for game in 0..24 {
            let config = config(2 + game % 3);
            let mut state = Hostile::deal(&config, rng.fork(), None);
            let mut legal = Vec::new();
            while let Some(mover) = state.turn().awaited().first() {
                let board = &state.board;
                let mut ground = Ground::default();
                for square in Square::all() {
                    if let Some(piece) = board.piece(square) {
                        ground.put(square, piece);
                    }
                }
                assert_eq!(*board.ground(), ground);
                for seat in Seat::all(config.seats) {
                    let hand = rng.below(u32::MAX);
                    let pawn = board.pawns[seat.index()].bit();
                    let with_start = pawn | board.start(&config, seat).bit();
                    for (points, ghost, starts) in
                        [(0, false, pawn), (3, true, pawn), (2, false, with_start)]
                    {
                        let search = ReachSearch { points, ghost, starts };
                        let gem_tiles = u64::from(hand) << (hand % 33);
                        let (value, _) = search.value(board, &config, seat, gem_tiles);
                        assert_eq!(
                            value,
                            search.value_square_by_square(board, &config, seat, gem_tiles)
                        );
                        found += usize::from(value > 0);
                    }
                }
                crowded += usize::from(board.tiles().count_ones() >= 15);
                state.legal_into(mover, &mut legal);
                // Most legal actions place a tile.
                let action = *rng.pick(&legal);
                state.play_unchecked(mover, action, None);
            }
        }
        assert!(crowded > 500 && found > 5000, "{crowded} crowded, {found} with gems in reach");
    }
}
