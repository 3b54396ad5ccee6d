//! `zashiki.Batch`: many plays at once, stepped in threads of Rust, into arrays that stay where they
//! are.

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
    Action, ActionDecoder, GameConfig as _, GameRng, IllegalAction, InfoState, InputError,
    LocalizedText, MAX_SUB_ACTIONS, RngState, Seat, Turn, load_position, mark_indices, text,
};

use crate::any::{AnyGame, Laid};
use crate::errors::Refused;
use crate::game::{Game, check_rules};
use crate::pool::Pool;
use crate::trouble::Trouble;

/// So many plays are stepped by a thread before it looks for others.
const TOGETHER: usize = 16;

/// Each play keeps the memory of a list of so many actions; what a longer one took is given back, or all
/// plays would end up with that of the longest there is.
const KEPT: usize = 256;

/// Where no choice was made yet.
const NONE_YET: i16 = -1;

/// The thread that waits for the others looks at the switch at least this often.
const LOOK: Duration = Duration::from_millis(50);

/// What is played at once.
#[derive(Clone)]
pub struct BatchPlan {
    /// How many plays.
    pub plays: usize,
    /// The bot at each seat; none where the caller decides. Empty: the caller decides everything.
    pub bots: Vec<Option<String>>,
    /// Whether the bots sit one seat further on in each next play.
    pub rotate: bool,
    /// Whether actions are taken by small choices.
    pub by_choices: bool,
    /// What all chance follows from.
    pub seed: u64,
}

/// How many numbers lie in the arrays for each play.
#[derive(Clone, Copy)]
pub struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
}

/// The arrays, one row for each play behind the other.
pub struct Rows<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [bool],
    seats: &'a mut [i64],
    factors: &'a mut [i64],
    choices: &'a mut [i16],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
}

/// The row of one play.
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

/// Who does the work on all plays, and what ends it early.
pub struct Workers<'a> {
    pool: &'a mut Pool,
    stop: &'a Stop,
}

/// Many plays without the type of the game.
pub trait AnyBatch: Send {
    /// How wide the arrays are.
    fn widths(&self) -> Widths;
    /// Deals all plays anew.
    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// The first play in which its action may not be taken.
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;
    /// Why this is no action of the play that stands there.
    fn why_not(&self, play: usize, action: i64) -> Refused;
    /// Takes an action in each play. All of them [may be taken](AnyBatch::first_illegal).
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>);
    /// Writes the arrays of the plays as they stand, but for rewards and dones.
    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// The plays as they stand, as JSON.
    fn save(&self) -> String;
}

/// What all plays share.
struct Shared<G: zashiki_core::GameState> {
    of: Arc<Laid<G>>,
    specs: Vec<Option<Spec>>,
    by_choices: bool,
    widths: Widths,
}

/// Many plays of a game.
pub struct Playings<G: zashiki_core::GameState> {
    shared: Shared<G>,
    plays: Vec<One<G>>,
    /// For each play the numbers that may be taken, as bits. The masks that Python sees are memory that
    /// anybody can write.
    legal: Vec<u64>,
}

/// A play as it is saved. The bots are those of its seats.
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

/// One of them.
struct One<G: zashiki_core::GameState> {
    /// What its deals and its bots' choices are drawn by.
    rng: GameRng,
    /// By how many seats the bots sit further on.
    turned: usize,
    game: G,
    /// None where the caller decides.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    walk: ActionDecoder<G::Action>,
}

impl<G: zashiki_core::GameState> Playings<G> {
    /// Plays that are about to be dealt.
    ///
    /// # Errors
    /// When there are no such bots, or actions have no numbers.
    pub fn new(of: Arc<Laid<G>>, plan: BatchPlan) -> Result<Playings<G>, Refused> {
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
        let specs = bots.into_iter().map(spec).collect::<Result<_, Refused>>()?;
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
            One { rng, turned, game, bots: vec![], seat: Seat(0), walk: ActionDecoder::default() }
        });
        let plays: Vec<_> = plays.collect();
        let legal = vec![0; plays.len() * words(mask)];
        Ok(Playings { shared: Shared { of, specs, by_choices, widths }, plays, legal })
    }

    /// Plays as they were [saved](AnyBatch::save), to be [shown](AnyBatch::show).
    ///
    /// # Errors
    /// Returns an error if they were saved of another plan or version.
    pub fn resumed(of: Arc<Laid<G>>, plan: BatchPlan, saved: &str) -> Result<Playings<G>, Refused> {
        let saved: Vec<Saved> = serde_json::from_str(saved).map_err(|_| unreadable())?;
        let mut made = Playings::new(of, BatchPlan { plays: saved.len(), ..plan })?;
        let Playings { shared, plays, .. } = &mut made;
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
        work: impl Fn(&Shared<G>, usize, &mut One<G>, Row<'_>, &mut Vec<G::Action>) + Sync,
    ) {
        let Widths { observation, mask, seats } = self.shared.widths;
        let (shared, stop) = (&self.shared, workers.stop);
        // Room for lists is of the threads, not of the plays.
        let work = |room: &mut Vec<G::Action>, number: usize, play: &mut One<G>, row: Row<'_>| {
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
        // This thread waits outside of the pool: it may have to ask for signals meanwhile.
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

/// How many words have a bit for each of so many numbers.
fn words(numbers: usize) -> usize {
    numbers.div_ceil(u64::BITS as usize)
}

/// Says which numbers may be taken, and nothing else.
fn mark(legal: &mut [u64], numbers: impl Iterator<Item = usize>) {
    legal.fill(0);
    for number in numbers {
        legal[number / u64::BITS as usize] |= 1 << (number % u64::BITS as usize);
    }
}

impl<G: zashiki_core::GameState> AnyBatch for Playings<G> {
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

    fn why_not(&self, play: usize, action: i64) -> Refused {
        let One { game, seat, .. } = &self.plays[play];
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
        Refused::by(G::info(), no)
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
        let plain = "the state of a play is plain data";
        let play = |play: &One<G>| Saved {
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

impl<G: zashiki_core::GameState> One<G> {
    fn deal(&mut self, shared: &Shared<G>) {
        self.game = G::deal(&shared.of.setup, self.rng.fork(), None);
        self.seat_bots(shared);
    }

    /// Makes the bots of a new play.
    fn seat_bots(&mut self, shared: &Shared<G>) {
        let seats = shared.specs.len();
        let bot = |seat: usize| {
            let spec = shared.specs[(seat + seats - self.turned) % seats]?;
            Some(crate::any::bot::<G>(spec, self.rng.below(u32::MAX).into()))
        };
        self.bots = (0..seats).map(bot).collect();
    }

    /// Takes the action or the small choice of this number.
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

    /// Plays until the caller's decision is awaited, and writes down what is asked.
    fn go_on(&mut self, shared: &Shared<G>, row: &mut Row<'_>, room: &mut Vec<G::Action>) {
        loop {
            let seat = match self.game.turn() {
                Turn::Awaiting(awaited) => awaited.first().expect("somebody's decision is awaited"),
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

    /// Writes down what is asked.
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

    /// Asks for the next small choice.
    fn ask_next(&self, row: &mut Row<'_>) {
        let asked = self.walk.asked().expect("an action is made of a choice at least");
        *row.factor = asked as i64;
        self.walk.mask(row.mask);
        mark(row.legal, self.walk.next_numbers());
    }
}

/// The refusal of plays that were saved otherwise.
fn unreadable() -> InputError {
    InputError::new(
        "保存された Batch を読めません。同じバージョンの zashiki で保存したものを使ってください。",
        "The saved batch cannot be read; use one that the same version of zashiki saved.",
    )
}

/// That no action or choice has this number now.
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

fn open_decisions(info: &zashiki_core::GameInfo) -> Refused {
    Refused::Bad(LocalizedText::new(
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

fn wrong_bots(seats: usize, bots: &[Option<String>]) -> Refused {
    if bots.len() == seats {
        return Refused::Bad(LocalizedText::new(
            "全部の席がボットです。自分で決める席を None にしてください。ボットだけの対戦は simulate が行います。",
            "Every seat has a bot; say None where you decide. Games of bots alone are played by simulate.",
        ));
    }
    let given = bots.len();
    Refused::Bad(LocalizedText::new(
        format!(
            "席は{seats}つですが、bots は{given}個です。席ごとにボットか None を書いてください。"
        ),
        format!("There are {seats} seats, but {given} bots; give a bot or None for each seat."),
    ))
}

/// Many plays at once.
///
/// Batch(game, plays, bots=None, form="actions", rotate=False, seed=0, threads=None)
#[pyclass(frozen, module = "zashiki")]
pub struct Batch {
    game: Arc<dyn AnyGame>,
    plan: BatchPlan,
    /// Locked only for a call from Python, which waits for nobody.
    inner: Mutex<Inner>,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    seats: Py<PyArray1<i64>>,
    factors: Py<PyArray1<i64>>,
    choices: Py<PyArray2<i16>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

/// What changes with every step.
struct Inner {
    batch: Box<dyn AnyBatch>,
    pool: Pool,
    /// Whether a step began and did not end.
    torn: bool,
}

impl Batch {
    /// Plays that are to be dealt, or to be shown.
    fn made(
        py: Python<'_>,
        game: Arc<dyn AnyGame>,
        plan: BatchPlan,
        batch: Box<dyn AnyBatch>,
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

    /// What changes, for this call alone.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            // A step that panicked has left it torn.
            Err(TryLockError::Poisoned(inner)) => Ok(inner.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread steps this batch, or did when this process was forked; wait for it, or \
                 make a Batch for each thread and process",
            )),
        }
    }

    /// The same, where the plays stand whole.
    fn whole(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = self.inner()?;
        if inner.torn {
            return Err(PyRuntimeError::new_err(
                "an earlier step of this batch was interrupted, so its plays are not whole; reset() deals \
                 them anew, and a copy made before goes on",
            ));
        }
        Ok(inner)
    }

    /// Works on the arrays, while other threads of Python go on. Ctrl-C ends it.
    fn work(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        work: impl FnOnce(&mut dyn AnyBatch, Rows<'_>, Workers<'_>) + Send,
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
        let trouble = Trouble::new();
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

    /// Deals all plays anew.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.inner()?;
        self.work(py, &mut inner, |batch, rows, workers| batch.begin(rows, workers))
    }

    /// Takes an action in each play: an array of whole numbers, one for each. If one of them is not
    /// possible nothing is done anywhere.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions, self.plan.plays)?;
        let actions = actions.as_slice()?;
        let mut inner = self.whole()?;
        if let Some(play) = inner.batch.first_illegal(actions) {
            return Err(inner.batch.why_not(play, actions[play]).into());
        }
        self.work(py, &mut inner, |batch, rows, workers| batch.step(actions, rows, workers))
    }

    /// A batch as another one was saved, for copies and pickles.
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

    /// How many plays there are.
    fn __len__(&self) -> usize {
        self.plan.plays
    }

    /// What is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// What whoever is to decide observes.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// Which numbers may be taken.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.masks.clone_ref(py)
    }

    /// Who is to decide.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.seats.clone_ref(py)
    }

    /// Which of game.factors is chosen next; None where actions are taken whole.
    #[getter]
    fn factors(&self, py: Python<'_>) -> Option<Py<PyArray1<i64>>> {
        self.plan.by_choices.then(|| self.factors.clone_ref(py))
    }

    /// The small choices that were made for the action that is being chosen, -1 where there are no more; None
    /// where actions are taken whole.
    #[getter]
    fn choices(&self, py: Python<'_>) -> Option<Py<PyArray2<i16>>> {
        self.plan.by_choices.then(|| self.choices.clone_ref(py))
    }

    /// What the play that ended in this step was worth to each seat; 0 where none ended.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether a play ended in this step; another is dealt in its place.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let (plays, game) = (self.plan.plays, self.game.info().id);
        format!("<Batch of {plays} plays of {game} with {} seats>", self.game.seats())
    }
}

fn unknown_form(form: &str) -> Refused {
    let form: String = form.chars().take(40).collect();
    Refused::Bad(LocalizedText::new(
        format!("「{form}」という形はありません。\"actions\" か \"choices\" を使ってください。"),
        format!("There is no form \"{form}\"; there is \"actions\" and \"choices\"."),
    ))
}

/// The most plays and threads of a batch: more is a slip of the pen.
const MOST_PLAYS: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

fn check_size(plays: usize, threads: Option<usize>) -> Result<(), Refused> {
    let possible = |number, most| (1..=most).contains(&number);
    if possible(plays, MOST_PLAYS) && threads.is_none_or(|threads| possible(threads, MOST_THREADS))
    {
        return Ok(());
    }
    Err(Refused::Bad(LocalizedText::new(
        format!("プレイは1〜{MOST_PLAYS}、スレッドは1〜{MOST_THREADS}にしてください。"),
        format!("A batch has 1 to {MOST_PLAYS} plays and 1 to {MOST_THREADS} threads."),
    )))
}

/// So many whole numbers, as an array of int64.
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
        // What is too great for int64 would become something else there.
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
