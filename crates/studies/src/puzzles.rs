//! Composition of puzzles from games of bots.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bots::{Spec, Stop};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use solver::{Fault, Task};
use zashiki_core::{
    Difficulty, Game, GameStateExt as _, Goal, InputError, LocalizedText, Match, Puzzle,
    PuzzleGoal, Seat, Viewer, read_position, text,
};

use crate::match_runner::{MatchRunner, Watch, seat_bots, spread};
use crate::work::{Control, games_in_order};

/// Configuration of a search for puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Number of puzzles to compose; at least one. At most about a third of them have the same difficulty.
    pub count: usize,
    /// Bot specs separated by commas: one for each seat in order, or one for all.
    pub bots: String,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// Maximum number of positions that the solver visits for each question about a position. A position is
    /// not used if this does not suffice for a proof.
    pub nodes: u64,
    /// Maximum number of games in which puzzles are searched.
    pub games: u64,
}

/// Progress of the search for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Number of games searched so far.
    pub games: u64,
    /// Number of puzzles found so far.
    pub found: usize,
}

/// Maximum share of the puzzles in a set that have the same difficulty, in per cent.
const MAX_DIFFICULTY_SHARE: usize = 35;
/// Minimum number of points that the solution of a puzzle gains.
const MIN_GAIN: i32 = 2;
/// Number of turns at the end of a game in which winning positions are searched.
const LAST_TURNS: usize = 6;

/// Composes puzzles. Each is a position of a game between bots that has exactly one solution, proved by
/// `solver`; there is at most one per game. `found` is called with each puzzle of the set in the order of the
/// games, for any number of threads; it ends the run by returning false. The progress of `control` counts
/// puzzles. Games that a checkpoint contains are not searched again; their puzzles are passed to `found` as
/// well.
pub(crate) fn compose<G: Game>(
    plan: &PuzzleConfig,
    goal_kind: PuzzleGoal,
    control: &Control<'_>,
    found: &mut dyn FnMut(&Puzzle) -> bool,
) -> Result<Progress, InputError> {
    Ok(Composer::<G>::new(plan, goal_kind)?.run(plan, control, found))
}

/// Proves that every puzzle of the game has its given solution and no other; each proof visits at most
/// `nodes` positions.
pub(crate) fn prove_puzzles<G: Game>(nodes: u64) -> Result<(), InputError> {
    for puzzle in G::assets().puzzles() {
        let Puzzle { id, seat, goal, turns, solution, replies, effort, .. } = puzzle;
        let match_ = Match::<G>::start(&puzzle.start())?;
        let task = Task { seat: *seat, goal: *goal, turns: *turns };
        let why = match solver::prove(match_.state(), task, nodes) {
            Ok(proved) => {
                let found = (proved.written(), proved.effort);
                if found == ((solution.clone(), replies.clone()), *effort) {
                    continue;
                }
                text!("ソルバーの答えと違います", "the solver finds another solution")
            }
            Err(Fault::Spent) => text!(
                "{nodes}局面では証明できません。--nodes を大きくしてください",
                "it is not proved within {nodes} positions; raise --nodes"
            ),
            Err(_) => text!("解が一つではありません", "it does not have exactly one solution"),
        };
        return Err(text!("問題「{id}」: {why}。", "Puzzle \"{id}\": {why}.", id, why).into());
    }
    Ok(())
}

/// The settings that all games of a run share.
struct Composer<G: Game> {
    runner: MatchRunner<G>,
    goal_kind: PuzzleGoal,
    bots: Vec<Spec>,
    seed: u64,
    nodes: u64,
}

/// A puzzle in a checkpoint. It is stored as the text of a `puzzles.toml`, which contains everything but the
/// title.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Composed(Puzzle);

/// Placeholder for the title: the titles are numbered when the whole file is read.
const UNTITLED: LocalizedText = LocalizedText::fixed("", "");

impl From<Composed> for String {
    fn from(composed: Composed) -> String {
        composed.0.written()
    }
}

impl TryFrom<String> for Composed {
    type Error = &'static str;

    fn try_from(written: String) -> Result<Composed, &'static str> {
        let puzzle = Puzzle::read(&written).ok().and_then(|mut read| read.pop());
        let puzzle = puzzle.ok_or("it is no puzzle")?;
        Ok(Composed(Puzzle { title: UNTITLED, ..puzzle }))
    }
}

/// A decision of a game, which may become a puzzle.
struct DecisionPoint<G> {
    game: G,
    seat: Seat,
    /// Number of decisions in the game before this one.
    decisions: usize,
    /// True if this is the first decision of a turn.
    begins: bool,
}

/// Records the decisions at which only one seat decides and all its legal actions are listed.
struct DecisionRecorder<G> {
    kept: Vec<DecisionPoint<G>>,
    decisions: usize,
    /// The seat of the previous decision in the game.
    before: Option<Seat>,
}

impl<G: Game> Watch<G> for DecisionRecorder<G> {
    fn deciding(&mut self, game: &G, seat: Seat, _: G::Action) {
        if game.turn().awaited().len() == 1 && game.lists_all(seat) {
            let (decisions, begins) = (self.decisions, self.before != Some(seat));
            self.kept.push(DecisionPoint { game: game.clone(), seat, decisions, begins });
        }
        self.before = Some(seat);
        self.decisions += 1;
    }
}

impl<G: Game> Composer<G> {
    fn new(plan: &PuzzleConfig, goal_kind: PuzzleGoal) -> Result<Composer<G>, InputError> {
        let info = G::info();
        let runner = MatchRunner::<G>::new(plan.seats, &Value::Null, None)?;
        let bots = seat_bots(&plan.bots, runner.seats, info)?;
        if plan.count == 0 {
            return Err(InputError::new(
                "問題数が0です。1以上にしてください。",
                "The number of puzzles must be at least 1.",
            ));
        }
        Ok(Composer {
            runner,
            goal_kind,
            bots: bots.into_iter().map(|(_, spec)| spec).collect(),
            seed: plan.seed,
            nodes: plan.nodes,
        })
    }

    fn run(
        &self,
        plan: &PuzzleConfig,
        control: &Control<'_>,
        found: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Progress {
        let mut set = Set::new(plan.count);
        let mut so_far = Progress::default();
        games_in_order(
            "plays",
            0..plan.games,
            control,
            |number| self.search(number, control.stop),
            |_, puzzles| {
                let chosen = set.choose(puzzles);
                so_far.found += usize::from(chosen.is_some());
                so_far.games += 1;
                (control.progress)(so_far.found as u64, plan.count as u64);
                let stop = chosen.is_some_and(|puzzle| !found(&puzzle));
                if stop || so_far.found == plan.count {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        so_far
    }

    /// All puzzles in the game with this number; `None` if `stop` was set.
    fn search(&self, number: u64, stop: &Stop) -> Option<Vec<Composed>> {
        let mut recorder = DecisionRecorder { kept: Vec::new(), decisions: 0, before: None };
        self.runner.play(spread(self.seed, number), &self.bots, stop, &mut recorder)?;
        let mut decisions = recorder.kept;
        if let PuzzleGoal::Win(_) = self.goal_kind {
            decisions.retain(|decision| decision.begins);
            let early = decisions.len().saturating_sub(LAST_TURNS);
            decisions.drain(..early);
        }
        let remaining = decisions.iter().take_while(|_| !stop.is_set());
        let puzzles = remaining.filter_map(|decision| self.puzzle(number, decision));
        Some(puzzles.map(Composed).collect())
    }

    /// The puzzle that begins with this decision, if it is suitable.
    fn puzzle(&self, number: u64, decision: &DecisionPoint<G>) -> Option<Puzzle> {
        let DecisionPoint { game, seat, decisions, .. } = decision;
        let seat = *seat;
        let (task, proved) = match self.goal_kind {
            PuzzleGoal::Score => {
                let highest = solver::highest_score(game, seat, self.nodes).ok()??;
                if highest < game.scores()[seat.index()] + MIN_GAIN {
                    return None;
                }
                let task = Task { seat, goal: Goal::Score(highest), turns: 1 };
                (task, solver::prove(game, task, self.nodes).ok()?)
            }
            PuzzleGoal::Win(most) => (1..=most).find_map(|turns| {
                let task = Task { seat, goal: Goal::Wins, turns };
                match solver::prove(game, task, self.nodes) {
                    Ok(proved) => Some(Some((task, proved))),
                    Err(Fault::NoWay) => None,
                    Err(_) => Some(None),
                }
            })??,
        };
        let Task { goal, turns, .. } = task;
        let (solution, replies) = proved.written();
        Some(Puzzle {
            id: format!("{}-{number}-{decisions}", self.seed),
            title: UNTITLED,
            ask: game.puzzle_prompt(seat, goal, turns),
            origin: None,
            seats: game.seats(),
            options: Value::Null,
            seed: 0,
            position: self.visible_part(game, seat),
            seat,
            goal,
            turns,
            effort: proved.effort,
            solution,
            replies,
        })
    }

    /// The position as JSON, without the fields whose omission does not change the view of the seat.
    fn visible_part(&self, game: &G, seat: Seat) -> Value {
        let viewer = Viewer::Seat(seat);
        let wanted = game.view(viewer);
        let mut position = serde_json::to_value(game.position()).expect("positions are plain data");
        let same = |position: &Value| {
            read_position(position, G::info())
                .and_then(|position| G::from_position(&self.runner.config, position))
                .is_ok_and(|stands| stands.view(viewer) == wanted)
        };
        for path in fields(&position, "") {
            let (holder, field) = path.rsplit_once('/').expect("a pointer has a slash");
            let holder = holder.to_owned();
            let mut without = position.clone();
            let removed = without
                .pointer_mut(&holder)
                .and_then(Value::as_object_mut)
                .and_then(|object| object.remove(field));
            if removed.is_some() && same(&without) {
                position = without;
            }
        }
        position
    }
}

/// JSON pointers to all object fields within a value; outer fields come before inner ones.
fn fields(value: &Value, path: &str) -> Vec<String> {
    let inner: Vec<(String, &Value, bool)> = match value {
        Value::Object(object) => {
            object.iter().map(|(key, value)| (format!("{path}/{key}"), value, true)).collect()
        }
        Value::Array(items) => (items.iter().enumerate())
            .map(|(at, value)| (format!("{path}/{at}"), value, false))
            .collect(),
        _ => Vec::new(),
    };
    let own = inner.iter().filter(|(.., field)| *field).map(|(path, ..)| path.clone());
    let deeper = inner.iter().flat_map(|(path, value, _)| fields(value, path));
    own.chain(deeper).collect()
}

/// The numbers of chosen puzzles by difficulty, with a limit for each difficulty.
struct Set {
    share: usize,
    taken: BTreeMap<Difficulty, usize>,
}

impl Set {
    fn new(count: usize) -> Set {
        Set { share: (MAX_DIFFICULTY_SHARE * count).div_ceil(100), taken: BTreeMap::new() }
    }

    /// Chooses one of a game's puzzles and counts it: the one whose difficulty has the fewest puzzles so far;
    /// among equals, the one with the most effort. Difficulties that have reached the limit are excluded.
    fn choose(&mut self, puzzles: Vec<Composed>) -> Option<Puzzle> {
        let taken = |puzzle: &Puzzle| self.taken.get(&puzzle.difficulty()).copied().unwrap_or(0);
        let chosen = (puzzles.into_iter())
            .map(|Composed(puzzle)| puzzle)
            .filter(|puzzle| taken(puzzle) < self.share)
            .min_by_key(|puzzle| (taken(puzzle), std::cmp::Reverse(puzzle.effort)))?;
        *self.taken.entry(chosen.difficulty()).or_default() += 1;
        Some(chosen)
    }
}
