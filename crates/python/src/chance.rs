//! `zashiki.Chance`: chance outcomes that the caller decides draw by draw.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zashiki_core::{GameRng, LocalizedText, ScriptedRng, Seat, Viewer};

use crate::dyn_game::{ActionRef, ConfiguredGame, DynGame, DynState};
use crate::errors::ApiError;
use crate::game::Game;
use crate::state::State;

/// Type-erased draws.
pub trait DynChance: Send + Sync {
    /// Number of equally likely outcomes of the next draw; none after the last draw.
    fn outcomes(&self) -> Option<u32>;
    /// Outcomes of the draws so far.
    fn drawn(&self) -> &[u32];
    /// Decides the next draw.
    fn draw(&mut self, number: i64) -> Result<(), ApiError>;
    /// Resulting state, with a random number generator of this seed; none before the last draw.
    fn state(&self, seed: u64) -> Option<Box<dyn DynState>>;
    /// Copies the draws.
    fn copy(&self) -> Box<dyn DynChance>;
    /// Origin of the draws.
    fn source(&self) -> Source;
}

/// Origin of draws.
pub enum Source {
    /// The deal of a game.
    Deal(Arc<dyn DynGame>),
    /// A state, and an action of a seat in notation.
    Action(Box<dyn DynState>, Seat, String),
    /// A determinization of this state for a spectator.
    World(Box<dyn DynState>),
}

/// Origin of draws in a game of a known type.
pub enum TypedSource<G: zashiki_core::Game> {
    /// The deal.
    Deal,
    /// An action of a seat.
    Action(G, Seat, G::Action),
    /// A determinization for a spectator.
    World(G::View),
}

/// Draws with a known game type. Each further draw repeats the step from its start.
pub struct Draws<G: zashiki_core::Game> {
    of: Arc<ConfiguredGame<G>>,
    moment: Arc<TypedSource<G>>,
    drawn: Vec<u32>,
    came: DrawState<G>,
}

/// Result of the draws so far.
#[derive(Clone)]
enum DrawState<G> {
    /// Another draw is open, with this number of outcomes.
    Open(u32),
    /// All draws are decided.
    Done(G),
}

impl<G: zashiki_core::Game> Draws<G> {
    /// Starts with no draw decided.
    pub fn begin(of: Arc<ConfiguredGame<G>>, moment: TypedSource<G>) -> Draws<G> {
        let came = play(&of, &moment, &[]);
        Draws { of, moment: Arc::new(moment), drawn: Vec::new(), came }
    }

    /// Starts a determinization for a spectator.
    pub fn world(of: Arc<ConfiguredGame<G>>, game: &G) -> Draws<G> {
        Draws::begin(of, TypedSource::World(game.view(Viewer::Spectator)))
    }
}

/// Runs the step with these draws as its random numbers.
fn play<G: zashiki_core::Game>(
    of: &ConfiguredGame<G>,
    moment: &TypedSource<G>,
    drawn: &[u32],
) -> DrawState<G> {
    let script = ScriptedRng::new(drawn.to_vec());
    let rng = GameRng::scripted(&script);
    let game = match moment {
        TypedSource::Deal => G::deal(&of.setup, rng, None),
        TypedSource::Action(before, seat, action) => {
            let mut game = before.clone();
            if let Some(own) = game.rng_mut() {
                *own = rng;
            }
            game.play_unchecked(*seat, *action, None);
            game
        }
        TypedSource::World(view) => G::determinize(&of.setup, view, rng),
    };
    script.asked().map_or_else(|| DrawState::Done(game), DrawState::Open)
}

impl<G: zashiki_core::Game> DynChance for Draws<G> {
    fn outcomes(&self) -> Option<u32> {
        match self.came {
            DrawState::Open(bound) => Some(bound),
            DrawState::Done(_) => None,
        }
    }

    fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    fn draw(&mut self, number: i64) -> Result<(), ApiError> {
        let bound = self.outcomes();
        let number = u32::try_from(number).ok().filter(|number| Some(*number) < bound);
        let number = number.ok_or_else(|| impossible(bound))?;
        self.drawn.push(number);
        self.came = play(&self.of, &self.moment, &self.drawn);
        Ok(())
    }

    fn state(&self, seed: u64) -> Option<Box<dyn DynState>> {
        let DrawState::Done(game) = &self.came else {
            return None;
        };
        let mut game = game.clone();
        if let Some(own) = game.rng_mut() {
            *own = GameRng::from_seed(seed);
        }
        Some(Box::new(self.of.clone().imagined(game)))
    }

    fn copy(&self) -> Box<dyn DynChance> {
        let Draws { of, moment, drawn, came } = self;
        let (of, moment) = (of.clone(), moment.clone());
        Box::new(Draws { of, moment, drawn: drawn.clone(), came: came.clone() })
    }

    fn source(&self) -> Source {
        match &*self.moment {
            TypedSource::Deal => Source::Deal(self.of.clone()),
            TypedSource::Action(before, seat, action) => {
                let before = self.of.clone().imagined(before.clone());
                Source::Action(Box::new(before), *seat, action.to_string())
            }
            TypedSource::World(view) => {
                let world = G::determinize(&self.of.setup, view, GameRng::from_seed(0));
                Source::World(Box::new(self.of.clone().imagined(world)))
            }
        }
    }
}

fn impossible(bound: Option<u32>) -> ApiError {
    ApiError::Bad(match bound.map(|bound| bound - 1) {
        Some(last) => LocalizedText::new(
            format!("次に引けるのは0〜{last}です。"),
            format!("The next draw is a number from 0 to {last}."),
        ),
        None => LocalizedText::new(
            "もう引くものはありません。state() で続けてください。",
            "Nothing is left to draw; call state() for the result.",
        ),
    })
}

/// Chance outcomes of a deal, an action or a determinization, from Game.deal_by_chance,
/// State.step_by_chance and State.redeal_by_chance.
#[pyclass(module = "zashiki")]
pub struct Chance(pub Box<dyn DynChance>);

#[pymethods]
impl Chance {
    /// Number of equally likely outcomes of the next draw; None after the last draw.
    #[getter]
    fn outcomes(&self) -> Option<u32> {
        self.0.outcomes()
    }

    /// Outcomes of the draws so far.
    #[getter]
    fn drawn(&self) -> Vec<u32> {
        self.0.drawn().to_vec()
    }

    /// Decides the next draw by a number below outcomes; on error the draws are unchanged.
    fn draw(&mut self, number: i64) -> PyResult<()> {
        Ok(self.0.draw(number)?)
    }

    /// Resulting state, whose record starts here; None before the last draw.
    #[pyo3(signature = (seed=0))]
    fn state(&self, seed: u64) -> Option<State> {
        self.0.state(seed).map(State)
    }

    /// Copies the draws, to decide further ones differently.
    fn clone(&self) -> Chance {
        Chance(self.0.copy())
    }

    fn __copy__(&self) -> Chance {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Chance {
        self.clone()
    }

    /// Restores draws of a deal (a game), an action (a state, a seat and an action) or a
    /// determinization (a state), for pickles.
    #[staticmethod]
    fn _resume(
        source: &Bound<'_, PyAny>,
        seat: Option<i64>,
        action: Option<String>,
        drawn: Vec<i64>,
    ) -> PyResult<Chance> {
        let mut chance = match (source.cast::<Game>(), seat, action) {
            (Ok(game), ..) => Chance(game.get().0.clone().deal_by_chance()),
            (_, Some(seat), Some(action)) => source
                .cast::<State>()?
                .borrow()
                .step_by_chance(seat, ActionRef::Notation(action))?,
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
