//! `zashiki.Batch`: many plays at once, stepped in threads of Rust, into arrays that stay where they
//! are.

use std::sync::{Arc, Mutex, PoisonError};

use bots::{Bot, Spec};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;
use table::{
    Action, Dice, Illegal, MAX_FACTORS, Seat, Seen, Setup as _, Text, Turn, Walk, mark_indices,
    text,
};

use crate::any::{AnyGame, Laid};
use crate::errors::Refused;
use crate::game::Game;

/// So many plays are stepped by a thread before it looks for others.
const TOGETHER: usize = 16;

/// Where no choice was made yet.
const NONE_YET: i16 = -1;

/// What is played at once.
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
    seat: &'a mut i64,
    factor: &'a mut i64,
    choices: &'a mut [i16],
    rewards: &'a mut [f32],
    done: &'a mut bool,
}

/// Many plays without the type of the game.
pub trait AnyBatch: Send {
    /// How wide the arrays are.
    fn widths(&self) -> Widths;
    /// Deals all plays anew.
    fn begin(&mut self, rows: Rows<'_>, pool: &ThreadPool);
    /// Why this is no action of the play that stands there.
    fn why_not(&self, play: usize, action: i64) -> Refused;
    /// Takes an action in each play. They may be taken: the masks say so.
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, pool: &ThreadPool);
}

/// What all plays share.
struct Shared<G: table::Game> {
    of: Arc<Laid<G>>,
    specs: Vec<Option<Spec>>,
    by_choices: bool,
    widths: Widths,
}

/// Many plays of a game.
pub struct Playings<G: table::Game> {
    shared: Shared<G>,
    plays: Vec<One<G>>,
}

/// One of them.
struct One<G: table::Game> {
    /// What its deals and its bots' choices are drawn by.
    dice: Dice,
    /// By how many seats the bots sit further on.
    turned: usize,
    game: G,
    /// None where the caller decides.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    walk: Walk<G::Action>,
    room: Vec<G::Action>,
}

impl<G: table::Game> Playings<G> {
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
            true => G::Action::FACTORS.iter().map(|factor| factor.size).max().unwrap_or(0),
        };
        let widths = Widths { observation: of.observer.size(), mask, seats };
        let mut dice = Dice::from_seed(seed);
        let plays = (0..plays).map(|number| {
            let mut dice = dice.fork();
            let game = G::deal(&of.setup, dice.fork(), None);
            let (walk, room) = (Walk::default(), Vec::new());
            let turned = if rotate { number % seats } else { 0 };
            One { dice, turned, game, bots: vec![], seat: Seat(0), walk, room }
        });
        let plays = plays.collect();
        Ok(Playings { shared: Shared { of, specs, by_choices, widths }, plays })
    }

    fn each(
        &mut self,
        rows: Rows<'_>,
        pool: &ThreadPool,
        work: impl Fn(&Shared<G>, usize, &mut One<G>, Row<'_>) + Sync,
    ) {
        let Widths { observation, mask, seats } = self.shared.widths;
        let shared = &self.shared;
        let plays = &mut self.plays;
        pool.install(|| {
            let arrays = (
                rows.observations.par_chunks_mut(observation),
                rows.masks.par_chunks_mut(mask),
                rows.seats,
                rows.factors,
                rows.choices.par_chunks_mut(MAX_FACTORS),
                rows.rewards.par_chunks_mut(seats),
                rows.dones,
            );
            let rows = arrays.into_par_iter().with_min_len(TOGETHER);
            plays.par_iter_mut().zip(rows).enumerate().for_each(|(number, (play, row))| {
                let (observation, mask, seat, factor, choices, rewards, done) = row;
                work(
                    shared,
                    number,
                    play,
                    Row { observation, mask, seat, factor, choices, rewards, done },
                );
            });
        });
    }
}

impl<G: table::Game> AnyBatch for Playings<G> {
    fn widths(&self) -> Widths {
        self.shared.widths
    }

    fn begin(&mut self, rows: Rows<'_>, pool: &ThreadPool) {
        self.each(rows, pool, |shared, _, play, mut row| {
            row.rewards.fill(0.0);
            *row.done = false;
            play.deal(shared);
            play.go_on(shared, &mut row);
        });
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
            play = Text::same(play.to_string()),
            no = no.message
        );
        Refused::by(G::info(), no)
    }

    fn step(&mut self, actions: &[i64], rows: Rows<'_>, pool: &ThreadPool) {
        self.each(rows, pool, |shared, number, play, mut row| {
            row.rewards.fill(0.0);
            *row.done = false;
            play.step(shared, actions[number] as usize, &mut row);
        });
    }
}

impl<G: table::Game> One<G> {
    fn deal(&mut self, shared: &Shared<G>) {
        self.game = G::deal(&shared.of.setup, self.dice.fork(), None);
        let seats = shared.specs.len();
        let bot = |seat: usize| {
            let spec = shared.specs[(seat + seats - self.turned) % seats]?;
            Some(crate::any::bot::<G>(spec, self.dice.below(u32::MAX).into()))
        };
        self.bots = (0..seats).map(bot).collect();
    }

    /// Takes the action or the small choice of this number.
    fn step(&mut self, shared: &Shared<G>, number: usize, row: &mut Row<'_>) {
        let action = if shared.by_choices {
            let possible = self.walk.choose(number);
            debug_assert!(possible, "the mask said so");
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
                self.go_on(shared, row);
            }
        }
    }

    /// Plays until the caller's decision is awaited, and writes down what is asked.
    fn go_on(&mut self, shared: &Shared<G>, row: &mut Row<'_>) {
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
                Some(blind) => blind.pick(self.game.choices(seat, &mut self.room)),
                None => bot.choose(&Seen::new(&self.game, seat)),
            };
            self.game.play_unchecked(seat, action, None);
        }
        *row.seat = self.seat.index() as i64;
        shared.of.observer.observe_play(&self.game, self.seat, row.observation);
        let legal = self.game.choices(self.seat, &mut self.room);
        if shared.by_choices {
            self.walk.begin(self.seat, legal);
            row.choices.fill(NONE_YET);
            self.ask_next(row);
        } else {
            mark_indices(legal, row.mask);
        }
    }

    /// Asks for the next small choice.
    fn ask_next(&self, row: &mut Row<'_>) {
        let asked = self.walk.asked().expect("an action is made of a choice at least");
        *row.factor = asked as i64;
        self.walk.mask(row.mask);
    }
}

/// That no action or choice has this number now.
fn impossible(number: i64) -> Illegal {
    Illegal::new(
        "T-3",
        text!(
            "いま{number}は選べません。masks が True の番号を選んでください。",
            "{number} cannot be taken now; take a number for which masks says True.",
            number = Text::same(number.to_string())
        ),
    )
}

fn open_decisions(info: &table::GameInfo) -> Refused {
    Refused::Bad(Text::new(
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
        return Refused::Bad(Text::new(
            "全部の席がボットです。自分で決める席を None にしてください。ボットだけの対戦は simulate が行います。",
            "Every seat has a bot; say None where you decide. Games of bots alone are played by simulate.",
        ));
    }
    let given = bots.len();
    Refused::Bad(Text::new(
        format!(
            "席は{seats}つですが、bots は{given}個です。席ごとにボットか None を書いてください。"
        ),
        format!("There are {seats} seats, but {given} bots; give a bot or None for each seat."),
    ))
}

/// Many plays at once.
///
/// Batch(game, plays, bots=None, form="actions", rotate=False, seed=0, threads=None)
#[pyclass(module = "zashiki")]
pub struct Batch {
    game: Arc<dyn AnyGame>,
    /// Locked by nobody: whoever changes a batch has it alone.
    batch: Mutex<Box<dyn AnyBatch>>,
    widths: Widths,
    pool: ThreadPool,
    by_choices: bool,
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    seats: Py<PyArray1<i64>>,
    factors: Py<PyArray1<i64>>,
    choices: Py<PyArray2<i16>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

impl Batch {
    /// Works on the arrays, while other threads of Python go on.
    fn work(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Rows<'_>, &ThreadPool) + Send,
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
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (batch, pool) = (&mut **batch, &self.pool);
        py.detach(|| work(batch, rows, pool));
        Ok(())
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
        let batch = game.clone().batch(plan)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| PyValueError::new_err(format!("no threads: {error}")))?;
        let widths = batch.widths();
        let Widths { observation, mask, seats } = widths;
        let mut made = Batch {
            game,
            batch: Mutex::new(batch),
            widths,
            pool,
            by_choices,
            observations: PyArray2::zeros(py, [plays, observation], false).unbind(),
            masks: PyArray2::zeros(py, [plays, mask], false).unbind(),
            seats: PyArray1::zeros(py, plays, false).unbind(),
            factors: PyArray1::zeros(py, plays, false).unbind(),
            choices: PyArray2::zeros(py, [plays, MAX_FACTORS], false).unbind(),
            rewards: PyArray2::zeros(py, [plays, seats], false).unbind(),
            dones: PyArray1::zeros(py, plays, false).unbind(),
        };
        made.reset(py)?;
        Ok(made)
    }

    /// Deals all plays anew.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |batch, rows, pool| batch.begin(rows, pool))
    }

    /// Takes an action in each play: an array of whole numbers, one for each. If one of them is not
    /// possible nothing is done anywhere.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions, self.__len__(py))?;
        let actions = actions.as_slice()?;
        {
            let masks = self.masks.bind(py).readonly();
            let masks = masks.as_slice()?;
            let wide = self.widths.mask;
            let may = |(play, action): (usize, &i64)| {
                let place = usize::try_from(*action).ok().filter(|place| *place < wide);
                place.is_some_and(|place| masks[play * wide + place])
            };
            if let Some(play) = actions.iter().enumerate().position(|each| !may(each)) {
                let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner);
                return Err(batch.why_not(play, actions[play]).into());
            }
        }
        self.work(py, |batch, rows, pool| batch.step(actions, rows, pool))
    }

    /// How many plays there are.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.dones.bind(py).len()
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
        self.by_choices.then(|| self.factors.clone_ref(py))
    }

    /// The small choices that were made for the action that is being chosen, -1 where there are no more; None
    /// where actions are taken whole.
    #[getter]
    fn choices(&self, py: Python<'_>) -> Option<Py<PyArray2<i16>>> {
        self.by_choices.then(|| self.choices.clone_ref(py))
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

    fn __repr__(&self, py: Python<'_>) -> String {
        let (plays, game) = (self.__len__(py), self.game.info().id);
        format!("<Batch of {plays} plays of {game} with {} seats>", self.game.seats())
    }
}

fn unknown_form(form: &str) -> Refused {
    let form: String = form.chars().take(40).collect();
    Refused::Bad(Text::new(
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
    Err(Refused::Bad(Text::new(
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
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract::<PyReadonlyArray1<'py, i64>>()
}
