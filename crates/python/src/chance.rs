//! `zashiki.Chance`: what the dice decide, one draw after the other, decided from outside.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zashiki_core::{GameRng, LocalizedText, ScriptedRng, Seat, Viewer};

use crate::any::{AnyGame, AnyState, Laid, Named};
use crate::errors::Refused;
use crate::game::Game;
use crate::state::State;

/// Open draws without the type of the game.
pub trait AnyChance: Send + Sync {
    /// How many equally likely outcomes the next draw has; none where nothing is left to draw.
    fn outcomes(&self) -> Option<u32>;
    /// The draws that were decided.
    fn drawn(&self) -> &[u32];
    /// Decides the next draw.
    fn draw(&mut self, number: i64) -> Result<(), Refused>;
    /// The play, which goes on with the dice of the seed; none while something is left to draw.
    fn state(&self, seed: u64) -> Option<Box<dyn AnyState>>;
    /// The same once more.
    fn copy(&self) -> Box<dyn AnyChance>;
    /// What it was begun with.
    fn source(&self) -> Source;
}

/// What draws are begun with.
pub enum Source {
    /// A game that is dealt.
    Deal(Arc<dyn AnyGame>),
    /// A state, a seat and its action, in notation.
    Action(Box<dyn AnyState>, Seat, String),
    /// A state that looks so to a spectator.
    World(Box<dyn AnyState>),
}

/// During what chance decides.
pub enum Moment<G: zashiki_core::GameState> {
    /// The deal.
    Deal,
    /// An action of a seat.
    Action(G, Seat, G::Action),
    /// Which world it is that looks so to a spectator.
    World(G::View),
}

/// A moment with the draws that were decided. The moment is played again for each further one.
pub struct Draws<G: zashiki_core::GameState> {
    of: Arc<Laid<G>>,
    moment: Arc<Moment<G>>,
    drawn: Vec<u32>,
    came: Came<G>,
}

/// What came of the draws so far.
#[derive(Clone)]
enum Came<G> {
    /// One is open, with so many outcomes.
    Open(u32),
    /// All are decided.
    Done(G),
}

impl<G: zashiki_core::GameState> Draws<G> {
    /// The moment, with nothing drawn yet.
    pub fn begin(of: Arc<Laid<G>>, moment: Moment<G>) -> Draws<G> {
        let came = play(&of, &moment, &[]);
        Draws { of, moment: Arc::new(moment), drawn: Vec::new(), came }
    }

    /// What a spectator does not know is drawn anew.
    pub fn world(of: Arc<Laid<G>>, game: &G) -> Draws<G> {
        Draws::begin(of, Moment::World(game.view(Viewer::Spectator)))
    }
}

/// Plays the moment with dice that fall as they were drawn.
fn play<G: zashiki_core::GameState>(of: &Laid<G>, moment: &Moment<G>, drawn: &[u32]) -> Came<G> {
    let script = ScriptedRng::new(drawn.to_vec());
    let rng = GameRng::scripted(&script);
    let game = match moment {
        Moment::Deal => G::deal(&of.setup, rng, None),
        Moment::Action(before, seat, action) => {
            let mut game = before.clone();
            if let Some(own) = game.rng_mut() {
                *own = rng;
            }
            game.play_unchecked(*seat, *action, None);
            game
        }
        Moment::World(view) => G::determinize(&of.setup, view, rng),
    };
    script.asked().map_or_else(|| Came::Done(game), Came::Open)
}

impl<G: zashiki_core::GameState> AnyChance for Draws<G> {
    fn outcomes(&self) -> Option<u32> {
        match self.came {
            Came::Open(bound) => Some(bound),
            Came::Done(_) => None,
        }
    }

    fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    fn draw(&mut self, number: i64) -> Result<(), Refused> {
        let bound = self.outcomes();
        let number = u32::try_from(number).ok().filter(|number| Some(*number) < bound);
        let number = number.ok_or_else(|| impossible(bound))?;
        self.drawn.push(number);
        self.came = play(&self.of, &self.moment, &self.drawn);
        Ok(())
    }

    fn state(&self, seed: u64) -> Option<Box<dyn AnyState>> {
        let Came::Done(game) = &self.came else {
            return None;
        };
        let mut game = game.clone();
        if let Some(own) = game.rng_mut() {
            *own = GameRng::from_seed(seed);
        }
        Some(Box::new(self.of.clone().imagined(game)))
    }

    fn copy(&self) -> Box<dyn AnyChance> {
        let Draws { of, moment, drawn, came } = self;
        let (of, moment) = (of.clone(), moment.clone());
        Box::new(Draws { of, moment, drawn: drawn.clone(), came: came.clone() })
    }

    fn source(&self) -> Source {
        match &*self.moment {
            Moment::Deal => Source::Deal(self.of.clone()),
            Moment::Action(before, seat, action) => {
                let before = self.of.clone().imagined(before.clone());
                Source::Action(Box::new(before), *seat, action.to_string())
            }
            Moment::World(view) => {
                let world = G::determinize(&self.of.setup, view, GameRng::from_seed(0));
                Source::World(Box::new(self.of.clone().imagined(world)))
            }
        }
    }
}

fn impossible(bound: Option<u32>) -> Refused {
    Refused::Bad(match bound.map(|bound| bound - 1) {
        Some(last) => LocalizedText::new(
            format!("次に引けるのは0〜{last}です。"),
            format!("What is drawn next is a number from 0 to {last}."),
        ),
        None => LocalizedText::new(
            "もう引くものはありません。state() で続けてください。",
            "Nothing is left to draw; go on with state().",
        ),
    })
}

/// What the dice decide in a deal, an action or a world, from Game.deal_by_chance,
/// State.step_by_chance and State.redeal_by_chance.
#[pyclass(module = "zashiki")]
pub struct Chance(pub Box<dyn AnyChance>);

#[pymethods]
impl Chance {
    /// How many equally likely outcomes the next draw has; None where nothing is left to draw.
    #[getter]
    fn outcomes(&self) -> Option<u32> {
        self.0.outcomes()
    }

    /// The numbers that were drawn.
    #[getter]
    fn drawn(&self) -> Vec<u32> {
        self.0.drawn().to_vec()
    }

    /// Decides the next draw by a number below outcomes; any other changes nothing.
    fn draw(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.draw(number)?)
    }

    /// The play that came of it, which begins here; None while something is left to draw.
    #[pyo3(signature = (seed=0))]
    fn state(&self, seed: u64) -> Option<State> {
        self.0.state(seed).map(State)
    }

    /// The same once more, to draw otherwise.
    fn clone(&self) -> Chance {
        Chance(self.0.copy())
    }

    fn __copy__(&self) -> Chance {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Chance {
        self.clone()
    }

    /// The chance of a deal (a game), an action (a state, a seat and an action) or a world (a state)
    /// after these draws, for pickles.
    #[staticmethod]
    fn _resume(
        source: &Bound<'_, PyAny>,
        seat: Option<i64>,
        action: Option<String>,
        drawn: Vec<i64>,
    ) -> PyResult<Chance> {
        let mut chance = match (source.cast::<Game>(), seat, action) {
            (Ok(game), ..) => Chance(game.get().0.clone().deal_by_chance()),
            (_, Some(seat), Some(action)) => {
                source.cast::<State>()?.borrow().step_by_chance(seat, Named::Notation(action))?
            }
            _ => source.cast::<State>()?.borrow().redeal_by_chance(),
        };
        for number in drawn {
            chance.draw(number)?;
        }
        Ok(chance)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let drawn = self.drawn();
        let arguments = match self.0.source() {
            Source::Deal(game) => (Game(game), None::<u8>, None::<String>, drawn).into_pyobject(py),
            Source::Action(before, seat, action) => {
                (State(before), Some(seat.0), Some(action), drawn).into_pyobject(py)
            }
            Source::World(world) => {
                (State(world), None::<u8>, None::<String>, drawn).into_pyobject(py)
            }
        };
        Ok((py.get_type::<Chance>().getattr("_resume")?, arguments?))
    }

    fn __repr__(&self) -> String {
        let open = self.outcomes().map_or("None".into(), |bound| bound.to_string());
        format!("<Chance drawn={:?}, outcomes={open}>", self.0.drawn())
    }
}
