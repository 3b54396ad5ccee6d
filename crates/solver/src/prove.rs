//! Proofs that a task has one solution, and the longest defence of the other seats.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use zashiki_core::{Action, Game, GameState, GameStateExt as _, Goal, Move, Puzzle, Seat};

use crate::search::{Room, Search, Spent, Task};

/// Lines of the solver's decisions, each with the other seats' reply.
pub type Replies<A> = Vec<(Vec<A>, Vec<(Seat, A)>)>;

/// The proof that a task has exactly one solution, with that solution.
#[derive(Clone, PartialEq, Debug)]
pub struct Proved<A> {
    /// The decisions of the solver against the longest defence.
    pub solution: Vec<A>,
    /// The other seats' decisions after everything that the seat may decide on its way to the goal, on
    /// all lines, not only on the solution.
    pub replies: Replies<A>,
    /// Number of positions searched until the solution was found.
    pub effort: u64,
    /// Number of positions searched for the whole proof.
    pub nodes: u64,
}

impl<A: Action> Proved<A> {
    /// The solution and the replies in the form of a puzzle.
    pub fn written(&self) -> (Vec<String>, BTreeMap<String, Vec<Move>>) {
        let notations = |line: &[A]| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        let moves = |replies: &[(Seat, A)]| {
            let moves = replies.iter();
            moves.map(|(seat, action)| Move { seat: *seat, action: action.to_string() }).collect()
        };
        let replies = self.replies.iter();
        let replies =
            replies.map(|(line, replies)| (notations(line).join(Puzzle::BETWEEN), moves(replies)));
        (notations(&self.solution), replies.collect())
    }
}

/// The reason that a task does not have exactly one solution.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault<A> {
    /// The seat has no decision to make, or the goal is already reached.
    Nothing,
    /// The goal cannot be reached.
    NoWay,
    /// The goal can be reached within fewer turns.
    Sooner(u8),
    /// There is another solution: one without this decision of the solution, or one that begins with this
    /// other decision.
    Another(A),
    /// More lines need a reply than a puzzle can contain.
    Many,
    /// The result is unknown, because the search exceeded the allowed number of positions.
    Spent,
}

impl<A> From<Spent> for Fault<A> {
    fn from(_: Spent) -> Fault<A> {
        Fault::Spent
    }
}

/// Maximum number of decisions searched within one turn.
const LONGEST: u8 = 8;
/// Maximum number of lines with a reply in a puzzle.
const MOST_REPLIES: usize = 16;

/// Proves that the task has one solution (see the crate's documentation), by a search of at most `most`
/// positions.
///
/// # Errors
/// Returns the reason why the task does not have exactly one solution, or that the search was too long.
pub fn prove<G: Game>(
    game: &G,
    task: Task,
    most: u64,
) -> Result<Proved<G::Action>, Fault<G::Action>> {
    let awaited = game.turn().awaited();
    if !awaited.contains(task.seat) || task.turns == 0 || game.has_reached(task.goal, task.seat) {
        return Err(Fault::Nothing);
    }
    let mut search = Search::<G>::new(task, most);
    if task.turns == 1 { one_turn(&mut search, game) } else { turns(&mut search, game) }
}

/// The highest score that the seat can reach within its turn, if it is more than its present score.
///
/// # Errors
/// Returns an error if the search needs more than `most` positions.
pub fn highest_score<G: Game>(game: &G, seat: Seat, most: u64) -> Result<Option<i32>, Spent> {
    let mut highest = None;
    let mut score = game.scores()[seat.index()];
    let mut search = Search::<G>::new(Task { seat, goal: Goal::Wins, turns: 1 }, most);
    loop {
        score += 1;
        search.aim(Goal::Score(score));
        if !search.reaches(game, Room::turns(1))? {
            return Ok(highest);
        }
        highest = Some(score);
    }
}

/// Solves a task of one turn. Finds the shortest way to the goal and proves that every other way to it
/// contains all of the same decisions.
fn one_turn<G: Game>(
    search: &mut Search<G>,
    game: &G,
) -> Result<Proved<G::Action>, Fault<G::Action>> {
    let mut length = 1;
    while !search.reaches(game, Room { decisions: Some(length), ..Room::turns(1) })? {
        length += 1;
        if length > LONGEST {
            return Err(Fault::NoWay);
        }
    }
    let effort = search.nodes;
    let mut room = Room { decisions: Some(length), ..Room::turns(1) };
    let (mut solution, mut there) = (Vec::new(), game.clone());
    while !reached(search, &there) {
        let ways = first_decisions(search, &there, room, 1)?;
        let Some((action, after, left)) = ways.into_iter().next() else {
            unreachable!("a way of {length} decisions was found")
        };
        solution.push(action);
        (there, room) = (after, left);
    }
    for (at, action) in solution.iter().enumerate() {
        if solution[..at].contains(action) {
            continue;
        }
        let often = solution.iter().filter(|other| *other == action).count() as u8;
        search.keep_out(Some(*action));
        if search.reaches(game, Room { kept: often - 1, ..Room::turns(1) })? {
            return Err(Fault::Another(*action));
        }
    }
    Ok(Proved { solution, replies: Vec::new(), effort, nodes: search.nodes })
}

/// Solves a task of several turns. Proves that the goal cannot be reached in fewer turns, and that only one
/// first decision leads to it.
fn turns<G: Game>(search: &mut Search<G>, game: &G) -> Result<Proved<G::Action>, Fault<G::Action>> {
    let all = search.task.turns;
    for turns in 1..=all {
        if search.reaches(game, Room::turns(turns))? {
            if turns < all {
                return Err(Fault::Sooner(turns));
            }
            break;
        }
        if turns == all {
            return Err(Fault::NoWay);
        }
    }
    let effort = search.nodes;
    let ways = first_decisions(search, game, Room::turns(all), 2)?;
    if let [_, (other, ..), ..] = ways[..] {
        return Err(Fault::Another(other));
    }
    let mut replies = Vec::new();
    let solution = defend(search, game, Room::turns(all), &mut Vec::new(), &mut replies)?;
    Ok(Proved { solution, replies, effort, nodes: search.nodes })
}

fn reached<G: Game>(search: &Search<G>, game: &G) -> bool {
    game.has_reached(search.task.goal, search.task.seat)
}

/// A decision, the state after it, and the remaining budget of decisions.
type Step<G> = (<G as GameState>::Action, G, Room);

/// The seat's next decisions from which the goal can be reached, in the game's order, at most `most`.
fn first_decisions<G: Game>(
    search: &mut Search<G>,
    game: &G,
    room: Room,
    most: usize,
) -> Result<Vec<Step<G>>, Spent> {
    let mut ways = Vec::new();
    for action in game.legal(search.task.seat) {
        if let Some((after, left)) = search.take(game, action, room)?
            && search.reaches(&after, left)?
        {
            ways.push((action, after, left));
            if ways.len() == most {
                break;
            }
        }
    }
    Ok(ways)
}

/// Adds to `replies` the other seats' replies to every line from this position to the goal. Returns the
/// solver's decisions on the first of these lines.
fn defend<G: Game>(
    search: &mut Search<G>,
    game: &G,
    room: Room,
    line: &mut Vec<G::Action>,
    replies: &mut Replies<G::Action>,
) -> Result<Vec<G::Action>, Fault<G::Action>> {
    let mut first = None;
    for (action, after, left) in first_decisions(search, game, room, usize::MAX)? {
        line.push(action);
        let mut way = vec![action];
        if !reached(search, &after) {
            let mut there = after;
            let mut replied = Vec::new();
            while !reached(search, &there) && !there.turn().awaited().contains(search.task.seat) {
                let (seat, reply, next) = hold_out(search, &there, left)?;
                replied.push((seat, reply));
                there = next;
            }
            if !replied.is_empty() {
                if replies.len() == MOST_REPLIES {
                    return Err(Fault::Many);
                }
                replies.push((line.clone(), replied));
            }
            if !reached(search, &there) {
                way.extend(defend(search, &there, left, line, replies)?);
            }
        }
        line.pop();
        first.get_or_insert(way);
    }
    Ok(first.expect("some line leads to the goal"))
}

/// A reply of another seat: its quality as a defence, the action, and the state after it.
type Defence<G> = ((u8, Reverse<usize>), <G as GameState>::Action, G);

/// The best defence: the reply after which the seat needs the most turns to reach the goal and, among equals,
/// has the fewest ways to do so. The first of several best replies is chosen.
fn hold_out<G: Game>(
    search: &mut Search<G>,
    game: &G,
    room: Room,
) -> Result<(Seat, G::Action, G), Spent> {
    let seat = game.turn().awaited().first().expect("the goal is not reached yet");
    let mut best: Option<Defence<G>> = None;
    for action in game.legal(seat) {
        let Some(after) = search.reply(game, seat, action)? else {
            unreachable!("{action} would have been a refutation")
        };
        let mut needed = 1;
        while needed < room.turns && !search.reaches(&after, Room::turns(needed))? {
            needed += 1;
        }
        let own = after.turn().awaited().contains(search.task.seat);
        let ways = if own {
            first_decisions(search, &after, Room::turns(needed), usize::MAX)?.len()
        } else {
            0
        };
        let rank = (needed, Reverse(ways));
        if best.as_ref().is_none_or(|(there, ..)| rank > *there) {
            best = Some((rank, action, after));
        }
    }
    let (_, action, after) = best.expect("a seat to move has a legal action");
    Ok((seat, action, after))
}
