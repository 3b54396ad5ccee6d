//! Exhaustive search for a goal.

use rustc_hash::FxHashMap;
use zashiki_core::{Event as _, EventSink, Game, GameStateExt as _, Goal, Seat, SeatSet, Turn};

/// A seat and the goal that it has to reach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Task {
    /// The seat that has to reach the goal.
    pub seat: Seat,
    /// The goal to reach.
    pub goal: Goal,
    /// Maximum number of the seat's turns.
    pub turns: u8,
}

/// The search needs more positions than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

/// The remaining budget of the seat's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    /// Number of turns left, including the one in progress.
    pub turns: u8,
    /// Number of decisions left in all turns together; `None` if unlimited.
    pub decisions: Option<u8>,
    /// The number of times that the [limited](Search::keep_out) decision may still be played.
    pub kept: u8,
}

impl Room {
    pub fn turns(turns: u8) -> Room {
        Room { turns, decisions: None, kept: 0 }
    }
}

/// Depth-first search through the decisions of the seat, one of which must succeed, and those of the
/// other seats, all of which must be refuted. Results are cached by state hash.
pub(crate) struct Search<G: Game> {
    pub task: Task,
    /// Number of positions searched.
    pub nodes: u64,
    most: u64,
    known: FxHashMap<u64, bool>,
    /// The decision that may be played only [`Room::kept`] times, if there is one.
    kept_out: Option<G::Action>,
    /// For each number of turns left: the other seats' decision that last refuted the seat, and the seat's
    /// decision that last reached the goal. They are searched first.
    refuted: Vec<Option<G::Action>>,
    won: Vec<Option<G::Action>>,
    lists: Vec<Vec<G::Action>>,
}

/// Maximum number of cached positions; further ones are searched again.
const MOST_KNOWN: usize = 1 << 22;

/// An event sink that notes whether something hidden was revealed.
struct Watch {
    revealed: bool,
}

impl<G: Game> EventSink<G> for Watch {
    #[inline]
    fn push(&mut self, event: G::Event, _: &G) {
        self.revealed |= event.reveals();
    }
}

impl<G: Game> Search<G> {
    pub fn new(task: Task, most: u64) -> Search<G> {
        let each = usize::from(task.turns) + 1;
        Search {
            task,
            nodes: 0,
            most,
            known: FxHashMap::default(),
            kept_out: None,
            refuted: vec![None; each],
            won: vec![None; each],
            lists: Vec::new(),
        }
    }

    /// From now on, allows this decision only the number of times in [`Room::kept`]. `None` removes the
    /// limit.
    pub fn keep_out(&mut self, action: Option<G::Action>) {
        self.kept_out = action;
        self.known.clear();
    }

    /// Replaces the goal and clears the cache.
    pub fn aim(&mut self, goal: Goal) {
        self.task.goal = goal;
        self.known.clear();
    }

    /// Returns true if the seat can reach the goal from this state within the budget.
    pub fn reaches(&mut self, game: &G, room: Room) -> Result<bool, Spent> {
        if game.has_reached(self.task.goal, self.task.seat) {
            return Ok(true);
        }
        match game.turn() {
            Turn::Over(_) => Ok(false),
            Turn::Awaiting(awaited) if awaited.len() > 1 => Ok(false),
            Turn::Awaiting(awaited) if awaited.contains(self.task.seat) => self.own(game, room),
            Turn::Awaiting(awaited) => self.others(game, awaited, room),
        }
    }

    /// Returns true if some decision of the seat leads to the goal, in a state in which the seat is to move.
    fn own(&mut self, game: &G, room: Room) -> Result<bool, Spent> {
        if room.decisions == Some(0) || !game.lists_all(self.task.seat) {
            return Ok(false);
        }
        if let Goal::Score(score) = self.task.goal
            && room.turns == 1
            && game.is_out_of_reach(self.task.seat, score)
        {
            return Ok(false);
        }
        let key = game.state_hash().map(|print| mix(print, room));
        if let Some(known) = key.and_then(|key| self.known.get(&key)) {
            return Ok(*known);
        }
        let first = self.won[usize::from(room.turns)];
        let list = self.list(game, self.task.seat, first);
        let mut found = false;
        for action in &list {
            if let Some((after, left)) = self.take(game, *action, room)?
                && self.reaches(&after, left)?
            {
                self.won[usize::from(room.turns)] = Some(*action);
                found = true;
                break;
            }
        }
        self.lists.push(list);
        if let Some(key) = key.filter(|_| self.known.len() < MOST_KNOWN) {
            self.known.insert(key, found);
        }
        Ok(found)
    }

    /// Returns true if every decision of another seat, which is to move, leads to the goal.
    fn others(&mut self, game: &G, awaited: SeatSet, room: Room) -> Result<bool, Spent> {
        let Some(seat) = awaited.first().filter(|seat| room.turns > 0 && game.lists_all(*seat))
        else {
            return Ok(false);
        };
        let first = self.refuted[usize::from(room.turns)];
        let list = self.list(game, seat, first);
        let mut answered = true;
        for action in &list {
            let leads_on = match self.reply(game, seat, *action)? {
                Some(after) => self.reaches(&after, room)?,
                None => false,
            };
            if !leads_on {
                self.refuted[usize::from(room.turns)] = Some(*action);
                answered = false;
                break;
            }
        }
        self.lists.push(list);
        Ok(answered)
    }

    /// Plays a decision of the seat and returns the state after it with the remaining budget; `None` if the
    /// seat must not play the decision, or it reveals hidden information.
    pub fn take(
        &mut self,
        game: &G,
        action: G::Action,
        mut room: Room,
    ) -> Result<Option<(G, Room)>, Spent> {
        if Some(action) == self.kept_out {
            let Some(kept) = room.kept.checked_sub(1) else { return Ok(None) };
            room.kept = kept;
        }
        room.decisions = room.decisions.map(|left| left - 1);
        let Some(after) = self.reply(game, self.task.seat, action)? else { return Ok(None) };
        if !after.turn().awaited().contains(self.task.seat) {
            room.turns -= 1;
        }
        Ok(Some((after, room)))
    }

    /// Plays a decision of any seat and returns the state after it; `None` if it reveals hidden information.
    pub fn reply(&mut self, game: &G, seat: Seat, action: G::Action) -> Result<Option<G>, Spent> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(Spent);
        }
        let (mut after, mut watch) = (game.clone(), Watch { revealed: false });
        after.play_unchecked(seat, action, Some(&mut watch));
        Ok((!watch.revealed).then_some(after))
    }

    /// The seat's actions in search order: first `first`, then noisy ones, then the rest.
    fn list(&mut self, game: &G, seat: Seat, first: Option<G::Action>) -> Vec<G::Action> {
        let mut list = self.lists.pop().unwrap_or_default();
        game.legal_into(seat, &mut list);
        list.sort_by_key(|action| (Some(*action) != first, !game.is_noisy(*action)));
        list
    }
}

/// Mixes the remaining budget into a state hash, which gives the cache key.
fn mix(print: u64, room: Room) -> u64 {
    let decisions = room.decisions.map_or(0xff, u64::from);
    let room = u64::from(room.turns) << 16 | decisions << 8 | u64::from(room.kept);
    (print ^ room.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .rotate_left(23)
        .wrapping_mul(0x94d0_49bb_1331_11eb)
}
