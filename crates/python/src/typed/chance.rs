//! The random draws of a deal, of an action or of a determinization, decided one by one by the caller.
//! Generic over the game.

use std::sync::Arc;

use zashiki_core::{Game, GameRng, LocalizedText, ScriptedRng, Seat, Viewer};

use super::config::ConfiguredGame;
use super::state::{Before, Link, TypedState};
use crate::dyn_game::{ChanceSource, DynChance, DynState};
use crate::errors::ApiError;

/// The step that needs random draws: a deal, an action or a determinization.
pub enum TypedSource<G: Game> {
    /// The deal of the game.
    Deal,
    /// An action of a seat in a state.
    Action(Arc<TypedState<G>>, Seat, G::Action),
    /// A determinization of a spectator's view.
    Determinization(G::View),
}

impl<G: Game> TypedSource<G> {
    /// The determinization of this state for a spectator.
    pub fn determinization(state: &G) -> TypedSource<G> {
        TypedSource::Determinization(state.view(Viewer::Spectator))
    }
}

/// A deal, action or determinization whose random draws the caller decides one by one: the outcomes
/// chosen so far, and the next draw or the final state to which they lead. After each further outcome,
/// the deal, action or determinization is computed again from its beginning.
pub struct TypedChance<G: Game> {
    game: Arc<ConfiguredGame<G>>,
    source: Arc<TypedSource<G>>,
    drawn: Vec<u32>,
    progress: Progress<G>,
}

/// The point that is reached with the outcomes chosen so far.
#[derive(Clone)]
enum Progress<G> {
    /// The caller must decide another draw, which has this number of equally likely outcomes.
    Open(u32),
    /// All draws are decided and led to this state.
    Done(G),
}

impl<G: Game> TypedChance<G> {
    /// Starts with no draw decided.
    pub fn new(game: Arc<ConfiguredGame<G>>, source: TypedSource<G>) -> TypedChance<G> {
        let progress = run(&game, &source, &[]);
        TypedChance { game, source: Arc::new(source), drawn: Vec::new(), progress }
    }

    fn determinized(&self, state: G, before: Before<G>) -> Box<dyn DynState> {
        Box::new(TypedState::determinized(self.game.clone(), state, before))
    }
}

/// Computes the deal, action or determinization with these outcomes of its first draws. If it needs
/// another draw, returns the number of outcomes of that draw.
fn run<G: Game>(game: &ConfiguredGame<G>, source: &TypedSource<G>, drawn: &[u32]) -> Progress<G> {
    let script = ScriptedRng::new(drawn.to_vec());
    let rng = GameRng::scripted(&script);
    let state = match source {
        TypedSource::Deal => G::deal(&game.config, rng, None),
        TypedSource::Action(before, seat, action) => {
            let mut state = before.state.clone();
            if let Some(own) = state.rng_mut() {
                *own = rng;
            }
            state.play_unchecked(*seat, *action, None);
            state
        }
        TypedSource::Determinization(view) => G::determinize(&game.config, view, rng),
    };
    script.asked().map_or_else(|| Progress::Done(state), Progress::Open)
}

impl<G: Game> DynChance for TypedChance<G> {
    fn outcomes(&self) -> Option<u32> {
        match self.progress {
            Progress::Open(bound) => Some(bound),
            Progress::Done(_) => None,
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
        self.progress = run(&self.game, &self.source, &self.drawn);
        Ok(())
    }

    fn state(&self, seed: u64) -> Option<Box<dyn DynState>> {
        let Progress::Done(state) = &self.progress else {
            return None;
        };
        let mut state = state.clone();
        if let Some(own) = state.rng_mut() {
            *own = GameRng::from_seed(seed);
        }
        let before = match &*self.source {
            TypedSource::Action(before, seat, action) => {
                Before::Continued(Link::new(before.clone()), *seat, *action)
            }
            _ => Before::Nothing,
        };
        Some(self.determinized(state, before))
    }

    fn copy(&self) -> Box<dyn DynChance> {
        Box::new(TypedChance {
            game: self.game.clone(),
            source: self.source.clone(),
            drawn: self.drawn.clone(),
            progress: self.progress.clone(),
        })
    }

    fn source(&self) -> ChanceSource {
        match &*self.source {
            TypedSource::Deal => ChanceSource::Deal(self.game.clone()),
            TypedSource::Action(before, seat, action) => {
                ChanceSource::Action(Box::new((**before).clone()), *seat, action.to_string())
            }
            TypedSource::Determinization(view) => {
                let state = G::determinize(&self.game.config, view, GameRng::from_seed(0));
                ChanceSource::Determinization(self.determinized(state, Before::Nothing))
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
