//! `zashiki.Batch`: many matches at once, stepped in Rust threads, whose results are written to
//! fixed arrays.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use bots::{Bot, Spec, Stop, is_stopped, stoppable};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    Action, ActionDecoder, GameConfig as _, GameRng, GameStateExt as _, IllegalAction, InfoState,
    InputError, LocalizedText, MAX_SUB_ACTIONS, RngState, Seat, Turn, load_position, mark_indices,
    text,
};

use crate::dyn_game::{ConfiguredGame, DynGame};
use crate::errors::ApiError;
use crate::game::{Game, check_rules};
use crate::interrupt::Interrupt;
use crate::pool::Pool;

/// Minimum number of matches per parallel task.
const TOGETHER: usize = 16;

/// Capacity, in actions, of the list that each match keeps. Longer lists are freed after use;
/// otherwise every match would keep a list of the maximum length.
const KEPT: usize = 256;

/// Padding of sub-actions not chosen yet.
const NONE_YET: i16 = -1;

/// Interval at which the waiting thread checks the stop signal.
const LOOK: Duration = Duration::from_millis(50);

/// Configuration of a batch.
#[derive(Clone)]
pub struct BatchPlan {
    /// Number of matches.
    pub plays: usize,
    /// Bot of each seat, or none if the caller decides. If empty, the caller decides for all seats.
    pub bots: Vec<Option<String>>,
    /// True if the bots move one seat on from each match to the next.
    pub rotate: bool,
    /// True if the caller chooses sub-actions.
    pub by_choices: bool,
    /// RNG seed.
    pub seed: u64,
}

/// Number of values per match in each array.
#[derive(Clone, Copy)]
pub struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
}

/// The arrays, with one row per match.
pub struct Rows<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [bool],
    seats: &'a mut [i64],
    factors: &'a mut [i64],
    choices: &'a mut [i16],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
}

/// Row of one match.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    legal: &'a mut [u64],
    seat: &'a mut i64,
    factor: &'a mut i64,
    choices: &'a mut [i16],
    rewards: &'a mut [f32],
    done: &'a mut bool,
}

/// Thread pool and stop signal.
pub struct Workers<'a> {
    pool: &'a mut Pool,
    stop: &'a Stop,
}

/// Type-erased batch.
pub trait DynBatch: Send {
    /// Widths of the arrays.
    fn widths(&self) -> Widths;
    /// Replaces all matches by new ones.
    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// Index of the first match whose action is illegal.
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;
    /// Explains why the action is illegal in this match.
    fn why_not(&self, play: usize, action: i64) -> ApiError;
    /// Applies an action in each match. All of them [are legal](DynBatch::first_illegal).
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>);
    /// Writes the arrays of the current states, except rewards and dones.
    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// The current states, as JSON.
    fn save(&self) -> String;
}

/// Data shared by all matches.
struct Shared<G: zashiki_core::Game> {
    of: Arc<ConfiguredGame<G>>,
    specs: Vec<Option<Spec>>,
    by_choices: bool,
    widths: Widths,
}

/// Many matches of a game.
pub struct TypedBatch<G: zashiki_core::Game> {
    shared: Shared<G>,
    plays: Vec<Slot<G>>,
    /// Legal numbers of each match, as bits. The masks are not used for checks, because Python code
    /// can overwrite them.
    legal: Vec<u64>,
}

/// A saved match. The bots are those of its seats.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rng: RngState,
    turned: usize,
    position: Value,
    bots: Vec<Option<Value>>,
    seat: Seat,
    choices: Vec<u16>,
}

/// One match of the batch.
struct Slot<G: zashiki_core::Game> {
    /// Random numbers for deals and for the seeds of bots.
    rng: GameRng,
    /// Number of seats by which the bots are moved.
    turned: usize,
    game: G,
    /// `None` for seats that the caller decides for.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    walk: ActionDecoder<G::Action>,
}

impl<G: zashiki_core::Game> TypedBatch<G> {
    /// Matches to be started by [`DynBatch::begin`].
    ///
    /// # Errors
    /// Returns an error if a bot does not exist, or if actions have no numbers.
    pub fn new(of: Arc<ConfiguredGame<G>>, plan: BatchPlan) -> Result<TypedBatch<G>, ApiError> {
        let BatchPlan { plays, bots, rotate, by_choices, seed } = plan;
        if !by_choices && !G::Action::ALL_INDEXED {
            return Err(open_decisions(G::info()));
        }
        let seats = usize::from(of.setup.seats());
        let bots = if bots.is_empty() { vec![None; seats] } else { bots };
        if bots.len() != seats || bots.iter().all(Option::is_some) {
            return Err(wrong_bots(seats, &bots));
        }
        let spec =
            |bot: Option<String>| bot.map(|bot| Ok(Spec::parse_for(&bot, G::info())?)).transpose();
        let specs = bots.into_iter().map(spec).collect::<Result<_, ApiError>>()?;
        let mask = match by_choices {
            false => G::Action::COUNT,
            true => G::Action::SUB_ACTIONS.iter().map(|factor| factor.size).max().unwrap_or(0),
        };
        let widths = Widths { observation: of.observer.size(), mask, seats };
        let mut rng = GameRng::from_seed(seed);
        let plays = (0..plays).map(|number| {
            let mut rng = rng.fork();
            let game = G::deal(&of.setup, rng.fork(), None);
            let turned = if rotate { number % seats } else { 0 };
            Slot { rng, turned, game, bots: vec![], seat: Seat(0), walk: ActionDecoder::default() }
        });
        let plays: Vec<_> = plays.collect();
        let legal = vec![0; plays.len() * words(mask)];
        Ok(TypedBatch { shared: Shared { of, specs, by_choices, widths }, plays, legal })
    }

    /// Matches as they were [saved](DynBatch::save), to be [shown](DynBatch::show).
    ///
    /// # Errors
    /// Returns an error if they were saved with another plan or version.
    pub fn resumed(
        of: Arc<ConfiguredGame<G>>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<TypedBatch<G>, ApiError> {
        let saved: Vec<Saved> = serde_json::from_str(saved).map_err(|_| unreadable())?;
        let mut made = TypedBatch::new(of, BatchPlan { plays: saved.len(), ..plan })?;
        let TypedBatch { shared, plays, .. } = &mut made;
        let (setup, mut room) = (&shared.of.setup, Vec::new());
        for (play, saved) in plays.iter_mut().zip(saved) {
            let Saved { rng, turned, position, bots, seat, choices } = saved;
            if seat.0 >= setup.seats() || turned >= shared.specs.len() {
                return Err(unreadable().into());
            }
            play.turned = turned;
            play.game = load_position::<G>(setup, &position, 0)?;
            play.seat_bots(shared);
            if play.bots.len() != bots.len() {
                return Err(unreadable().into());
            }
            for (bot, saved) in play.bots.iter_mut().zip(bots) {
                match (bot, saved) {
                    (Some(bot), Some(saved)) => bot.restore(saved, setup)?,
                    (None, None) => {}
                    _ => return Err(unreadable().into()),
                }
            }
            play.rng = GameRng::from_state(&rng);
            play.seat = seat;
            if shared.by_choices {
                play.walk.begin(seat, play.game.choices(seat, &mut room));
                if !choices.into_iter().all(|number| play.walk.choose(number.into())) {
                    return Err(unreadable().into());
                }
            }
        }
        Ok(made)
    }

    fn each(
        &mut self,
        rows: Rows<'_>,
        workers: Workers<'_>,
        work: impl Fn(&Shared<G>, usize, &mut Slot<G>, Row<'_>, &mut Vec<G::Action>) + Sync,
    ) {
        let Widths { observation, mask, seats } = self.shared.widths;
        let (shared, stop) = (&self.shared, workers.stop);
        // Buffers belong to the threads, not to the matches.
        let work = |room: &mut Vec<G::Action>, number: usize, play: &mut Slot<G>, row: Row<'_>| {
            stoppable(stop, || work(shared, number, play, row, room));
        };
        let Some(pool) = workers.pool.threads() else {
            let rows = (rows.observations.chunks_mut(observation))
                .zip(rows.masks.chunks_mut(mask))
                .zip(self.legal.chunks_mut(words(mask)))
                .zip(rows.seats)
                .zip(rows.factors)
                .zip(rows.choices.chunks_mut(MAX_SUB_ACTIONS))
                .zip(rows.rewards.chunks_mut(seats))
                .zip(rows.dones);
            let mut room = Vec::new();
            for (number, (play, row)) in self.plays.iter_mut().zip(rows).enumerate() {
                let (((((((observation, mask), legal), seat), factor), choices), rewards), done) =
                    row;
                let row = Row { observation, mask, legal, seat, factor, choices, rewards, done };
                work(&mut room, number, play, row);
            }
            return;
        };
        let (plays, legal) = (&mut self.plays, &mut self.legal);
        let all = || {
            let arrays = (
                rows.observations.par_chunks_mut(observation),
                rows.masks.par_chunks_mut(mask),
                legal.par_chunks_mut(words(mask)),
                rows.seats,
                rows.factors,
                rows.choices.par_chunks_mut(MAX_SUB_ACTIONS),
                rows.rewards.par_chunks_mut(seats),
                rows.dones,
            );
            let rows = arrays.into_par_iter().with_min_len(TOGETHER);
            let each = plays.par_iter_mut().zip(rows).enumerate();
            each.for_each_init(Vec::new, |room, (number, (play, row))| {
                let (observation, mask, legal, seat, factor, choices, rewards, done) = row;
                let row = Row { observation, mask, legal, seat, factor, choices, rewards, done };
                work(room, number, play, row);
            });
        };
        // This thread waits outside the pool, because it may have to handle signals.
        let (works, waits) = mpsc::channel::<()>();
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                let _works = works;
                all();
            });
            while waits.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                stop.is_set();
            }
        });
    }
}

/// Number of words for a bit set of this size.
fn words(numbers: usize) -> usize {
    numbers.div_ceil(u64::BITS as usize)
}

/// Sets the bits of these numbers and clears all others.
fn mark(legal: &mut [u64], numbers: impl Iterator<Item = usize>) {
    legal.fill(0);
    for number in numbers {
        legal[number / u64::BITS as usize] |= 1 << (number % u64::BITS as usize);
    }
}

impl<G: zashiki_core::Game> DynBatch for TypedBatch<G> {
    fn widths(&self) -> Widths {
        self.shared.widths
    }

    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.each(rows, workers, |shared, _, play, mut row, room| {
            row.rewards.fill(0.0);
            *row.done = false;
            play.deal(shared);
            play.go_on(shared, &mut row, room);
        });
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let legal = self.legal.chunks(words(self.shared.widths.mask));
        let may = |(action, legal): (&i64, &[u64])| {
            let number = usize::try_from(*action).ok()?;
            let word = legal.get(number / u64::BITS as usize)?;
            Some(word >> (number % u64::BITS as usize) & 1 == 1)
        };
        actions.iter().zip(legal).position(|each| may(each) != Some(true))
    }

    fn why_not(&self, play: usize, action: i64) -> ApiError {
        let Slot { game, seat, .. } = &self.plays[play];
        let whole = usize::try_from(action).ok().and_then(G::Action::from_index);
        let forbidden = whole
            .filter(|_| !self.shared.by_choices)
            .and_then(|action| game.is_legal(*seat, action).err());
        let mut no = forbidden.unwrap_or_else(|| impossible(action));
        no.message = text!(
            "{play}番のプレイ: {no}",
            "play {play}: {no}",
            play = LocalizedText::same(play.to_string()),
            no = no.message
        );
        ApiError::by(G::info(), no)
    }

    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>) {
        let stop = workers.stop.clone();
        self.each(rows, workers, |shared, number, play, mut row, room| {
            if stop.is_set() {
                return;
            }
            row.rewards.fill(0.0);
            *row.done = false;
            play.step(shared, actions[number] as usize, &mut row, room);
        });
    }

    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.each(rows, workers, |shared, _, play, mut row, room| {
            play.show(shared, &mut row, room);
        });
    }

    fn save(&self) -> String {
        let plain = "the state of a match is plain data";
        let play = |play: &Slot<G>| Saved {
            rng: play.rng.state(),
            turned: play.turned,
            position: serde_json::to_value(play.game.position()).expect(plain),
            bots: play.bots.iter().map(|bot| bot.as_ref()?.save()).collect(),
            seat: play.seat,
            choices: match self.shared.by_choices {
                true => play.walk.made().iter().map(|choice| choice.number).collect(),
                false => Vec::new(),
            },
        };
        serde_json::to_string(&self.plays.iter().map(play).collect::<Vec<_>>()).expect(plain)
    }
}

impl<G: zashiki_core::Game> Slot<G> {
    fn deal(&mut self, shared: &Shared<G>) {
        self.game = G::deal(&shared.of.setup, self.rng.fork(), None);
        self.seat_bots(shared);
    }

    /// Creates the bots of a new match.
    fn seat_bots(&mut self, shared: &Shared<G>) {
        let seats = shared.specs.len();
        let bot = |seat: usize| {
            let spec = shared.specs[(seat + seats - self.turned) % seats]?;
            Some(crate::dyn_game::bot::<G>(spec, self.rng.below(u32::MAX).into()))
        };
        self.bots = (0..seats).map(bot).collect();
    }

    /// Applies the action or the sub-action of this number.
    fn step(
        &mut self,
        shared: &Shared<G>,
        number: usize,
        row: &mut Row<'_>,
        room: &mut Vec<G::Action>,
    ) {
        let action = if shared.by_choices {
            let possible = self.walk.choose(number);
            assert!(possible, "it was checked");
            let made = self.walk.made().len();
            row.choices[made - 1] = number as i16;
            self.walk.action()
        } else {
            G::Action::from_index(number)
        };
        match action {
            None => self.ask_next(row),
            Some(action) => {
                self.game.play_unchecked(self.seat, action, None);
                self.go_on(shared, row, room);
            }
        }
    }

    /// Plays until the caller has to decide, and writes the row.
    fn go_on(&mut self, shared: &Shared<G>, row: &mut Row<'_>, room: &mut Vec<G::Action>) {
        loop {
            let seat = match self.game.turn() {
                Turn::Awaiting(awaited) => awaited.first().expect("a seat is to decide"),
                Turn::Over(outcome) => {
                    for (seat, reward) in Seat::all(self.game.seats()).zip(&mut *row.rewards) {
                        *reward = outcome.payoff(seat) as f32;
                    }
                    *row.done = true;
                    self.deal(shared);
                    continue;
                }
            };
            let Some(bot) = &mut self.bots[seat.index()] else {
                self.seat = seat;
                break;
            };
            let action = match bot.blind() {
                Some(blind) => blind.pick(self.game.choices(seat, room)),
                None => bot.choose(&InfoState::new(&self.game, seat)),
            };
            if is_stopped() {
                return;
            }
            self.game.play_unchecked(seat, action, None);
        }
        if shared.by_choices {
            self.walk.begin(self.seat, self.game.choices(self.seat, room));
            self.walk.shrink_to(KEPT);
        }
        self.show(shared, row, room);
    }

    /// Writes the row of the current state.
    fn show(&mut self, shared: &Shared<G>, row: &mut Row<'_>, room: &mut Vec<G::Action>) {
        *row.seat = self.seat.index() as i64;
        shared.of.observer.observe_state(&self.game, self.seat, row.observation);
        if shared.by_choices {
            row.choices.fill(NONE_YET);
            for (place, choice) in row.choices.iter_mut().zip(self.walk.made()) {
                *place = choice.number as i16;
            }
            self.ask_next(row);
        } else {
            let legal = self.game.choices(self.seat, room);
            mark_indices(legal, row.mask);
            mark(row.legal, legal.iter().filter_map(|action| action.index()));
        }
    }

    /// Writes the next sub-action's kind and mask.
    fn ask_next(&self, row: &mut Row<'_>) {
        let asked = self.walk.asked().expect("an action is made of a choice at least");
        *row.factor = asked as i64;
        self.walk.mask(row.mask);
        mark(row.legal, self.walk.next_numbers());
    }
}

/// The error for a batch saved with another plan or version.
fn unreadable() -> InputError {
    InputError::new(
        "保存された Batch を読めません。同じバージョンの zashiki で保存したものを使ってください。",
        "The saved batch cannot be read; use one that the same version of zashiki saved.",
    )
}

/// The error for an action or sub-action that is not legal now.
fn impossible(number: i64) -> IllegalAction {
    IllegalAction::new(
        "T-3",
        text!(
            "いま{number}は選べません。masks が True の番号を選んでください。",
            "{number} cannot be taken now; take a number for which masks says True.",
            number = LocalizedText::same(number.to_string())
        ),
    )
}

fn open_decisions(info: &zashiki_core::GameInfo) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!(
            "「{}」には番号のない行動(自由な配置)があります。form=\"choices\" を使ってください。",
            info.name.ja
        ),
        format!(
            "{} has actions without a number, in its open decisions; use form=\"choices\".",
            info.name.en
        ),
    ))
}

fn wrong_bots(seats: usize, bots: &[Option<String>]) -> ApiError {
    if bots.len() == seats {
        return ApiError::Bad(LocalizedText::new(
            "全部の席がボットです。自分で決める席を None にしてください。ボットだけの対戦は simulate が行います。",
            "Every seat has a bot; say None where you decide. Games of bots alone are played by simulate.",
        ));
    }
    let given = bots.len();
    ApiError::Bad(LocalizedText::new(
        format!(
            "席は{seats}つですが、bots は{given}個です。席ごとにボットか None を書いてください。"
        ),
        format!("There are {seats} seats, but {given} bots; give a bot or None for each seat."),
    ))
}

/// Many matches at once.
///
/// Batch(game, plays, bots=None, form="actions", rotate=False, seed=0, threads=None)
#[pyclass(frozen, module = "zashiki")]
pub struct Batch {
    game: Arc<dyn DynGame>,
    plan: BatchPlan,
    /// Locked for one Python call at a time. A second call fails at once and does not wait.
    inner: Mutex<Inner>,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    seats: Py<PyArray1<i64>>,
    factors: Py<PyArray1<i64>>,
    choices: Py<PyArray2<i16>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

/// Mutable part of a batch.
struct Inner {
    batch: Box<dyn DynBatch>,
    pool: Pool,
    /// True while a step has begun and not ended.
    torn: bool,
}

impl Batch {
    /// A batch whose matches are still to be started or shown.
    fn made(
        py: Python<'_>,
        game: Arc<dyn DynGame>,
        plan: BatchPlan,
        batch: Box<dyn DynBatch>,
        threads: Option<usize>,
    ) -> Batch {
        let Widths { observation, mask, seats } = batch.widths();
        let plays = plan.plays;
        Batch {
            game,
            plan,
            inner: Mutex::new(Inner { batch, pool: Pool::new(threads), torn: true }),
            observations: PyArray2::zeros(py, [plays, observation], false).unbind(),
            masks: PyArray2::zeros(py, [plays, mask], false).unbind(),
            seats: PyArray1::zeros(py, plays, false).unbind(),
            factors: PyArray1::zeros(py, plays, false).unbind(),
            choices: PyArray2::zeros(py, [plays, MAX_SUB_ACTIONS], false).unbind(),
            rewards: PyArray2::zeros(py, [plays, seats], false).unbind(),
            dones: PyArray1::zeros(py, plays, false).unbind(),
        }
    }

    /// Locks the mutable part for this call.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            // A step that panicked has left `torn` set.
            Err(TryLockError::Poisoned(inner)) => Ok(inner.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread steps this batch, or did when this process was forked; wait for it, or \
                 make a Batch for each thread and process",
            )),
        }
    }

    /// Locks the mutable part and checks that no step was interrupted.
    fn whole(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = self.inner()?;
        if inner.torn {
            return Err(PyRuntimeError::new_err(
                "an earlier step of this batch was interrupted, so its matches are inconsistent; call \
                 reset() for new ones, or continue with a copy made before",
            ));
        }
        Ok(inner)
    }

    /// Runs work on the arrays without the GIL. Ctrl-C interrupts it.
    fn work(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        work: impl FnOnce(&mut dyn DynBatch, Rows<'_>, Workers<'_>) + Send,
    ) -> PyResult<()> {
        let held = |_| PyValueError::new_err("the arrays of this batch are in use elsewhere");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(held)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(held)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(held)?;
        let mut factors = self.factors.bind(py).try_readwrite().map_err(held)?;
        let mut choices = self.choices.bind(py).try_readwrite().map_err(held)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(held)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(held)?;
        let rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            factors: factors.as_slice_mut()?,
            choices: choices.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
        };
        let trouble = Interrupt::new();
        let Inner { batch, pool, torn } = inner;
        let workers = Workers { pool, stop: &trouble.stop };
        *torn = true;
        py.detach(|| work(&mut **batch, rows, workers));
        match trouble.take() {
            Some(error) => Err(error),
            None => {
                *torn = false;
                Ok(())
            }
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, plays, bots=None, form="actions", rotate=false, seed=0, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        plays: usize,
        bots: Option<Vec<Option<String>>>,
        form: &str,
        rotate: bool,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Batch> {
        let game = game.get().0.clone();
        let by_choices = match form {
            "actions" => false,
            "choices" => true,
            _ => return Err(unknown_form(form).into()),
        };
        check_size(plays, threads)?;
        let plan = BatchPlan { plays, bots: bots.unwrap_or_default(), rotate, by_choices, seed };
        let batch = game.clone().batch(plan.clone())?;
        let made = Batch::made(py, game, plan, batch, threads);
        made.reset(py)?;
        Ok(made)
    }

    /// Replaces all matches by new ones.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.inner()?;
        self.work(py, &mut inner, |batch, rows, workers| batch.begin(rows, workers))
    }

    /// Applies an action in each match, given as an array of one integer per match. If one of them
    /// is illegal, no match changes.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions, self.plan.plays)?;
        let actions = actions.as_slice()?;
        let mut inner = self.whole()?;
        if let Some(play) = inner.batch.first_illegal(actions) {
            return Err(inner.batch.why_not(play, actions[play]).into());
        }
        self.work(py, &mut inner, |batch, rows, workers| batch.step(actions, rows, workers))
    }

    /// A batch restored from a saved one, for copies and pickles.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "they are what a pickle holds")]
    fn _resume(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        bots: Vec<Option<String>>,
        by_choices: bool,
        rotate: bool,
        seed: u64,
        threads: Option<usize>,
        saved: &str,
        rewards: &Bound<'_, PyAny>,
        dones: &Bound<'_, PyAny>,
    ) -> PyResult<Batch> {
        let game = game.get().0.clone();
        let plays = dones.len()?;
        check_size(plays, threads)?;
        let plan = BatchPlan { plays, bots, rotate, by_choices, seed };
        let batch = py.detach(|| game.clone().resume_batch(plan.clone(), saved))?;
        let made = Batch::made(py, game, plan, batch, threads);
        let mut inner = made.inner()?;
        made.work(py, &mut inner, |batch, rows, workers| batch.show(rows, workers))?;
        drop(inner);
        let all = pyo3::types::PySlice::full(py);
        made.rewards.bind(py).set_item(&all, rewards)?;
        made.dones.bind(py).set_item(&all, dones)?;
        Ok(made)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        check_rules(&*self.game)?;
        let (saved, threads) = {
            let inner = &mut *self.whole()?;
            let batch = &mut *inner.batch;
            (py.detach(move || batch.save()), inner.pool.wanted())
        };
        let BatchPlan { bots, rotate, by_choices, seed, .. } = &self.plan;
        let arguments = (
            Game(self.game.clone()),
            bots,
            *by_choices,
            *rotate,
            *seed,
            threads,
            saved,
            self.rewards.bind(py).call_method0("copy")?,
            self.dones.bind(py).call_method0("copy")?,
        );
        Ok((py.get_type::<Batch>().getattr("_resume")?, arguments.into_pyobject(py)?))
    }

    /// Number of matches.
    fn __len__(&self) -> usize {
        self.plan.plays
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// Observations of the seats to decide.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// Legality of each number.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// Seats to decide.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.seats.clone_ref(py)
    }

    /// Indices into game.factors of the next sub-actions; None for whole actions.
    #[getter]
    fn factors(&self, py: Python<'_>) -> Option<Py<PyArray1<i64>>> {
        self.plan.by_choices.then(|| self.factors.clone_ref(py))
    }

    /// Sub-actions chosen so far for the current action, padded with -1; None for whole actions.
    #[getter]
    fn choices(&self, py: Python<'_>) -> Option<Py<PyArray2<i16>>> {
        self.plan.by_choices.then(|| self.choices.clone_ref(py))
    }

    /// Payoffs of the matches that ended in this step; 0 for others.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// True for matches that ended in this step and were replaced.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let (plays, game) = (self.plan.plays, self.game.info().id);
        format!("<Batch of {plays} plays of {game} with {} seats>", self.game.seats())
    }
}

fn unknown_form(form: &str) -> ApiError {
    let form: String = form.chars().take(40).collect();
    ApiError::Bad(LocalizedText::new(
        format!("「{form}」という形はありません。\"actions\" か \"choices\" を使ってください。"),
        format!("There is no form \"{form}\"; there is \"actions\" and \"choices\"."),
    ))
}

/// Maximum numbers of matches and threads in a batch; larger ones are typing errors.
const MOST_PLAYS: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

fn check_size(plays: usize, threads: Option<usize>) -> Result<(), ApiError> {
    let possible = |number, most| (1..=most).contains(&number);
    if possible(plays, MOST_PLAYS) && threads.is_none_or(|threads| possible(threads, MOST_THREADS))
    {
        return Ok(());
    }
    Err(ApiError::Bad(LocalizedText::new(
        format!("プレイは1〜{MOST_PLAYS}、スレッドは1〜{MOST_THREADS}にしてください。"),
        format!("A batch has 1 to {MOST_PLAYS} plays and 1 to {MOST_THREADS} threads."),
    )))
}

/// Converts to an int64 array of `count` integers.
fn whole_numbers<'py>(
    array: &Bound<'py, PyAny>,
    count: usize,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!(
            "actions are whole numbers (an array of int64), not of type {dtype}"
        )));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != [count] {
        return Err(PyValueError::new_err(format!(
            "one action is wanted for each of {count} plays: an array of shape ({count},), not {:?}",
            shape
        )));
    }
    if kind == "u" {
        // Conversion to int64 would wrap around.
        let most = array.call_method0("max").and_then(|most| most.extract::<u64>())?;
        if i64::try_from(most).is_err() {
            return Err(PyValueError::new_err(format!(
                "{most} is no action; take numbers for which masks says True"
            )));
        }
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract::<PyReadonlyArray1<'py, i64>>()
}
