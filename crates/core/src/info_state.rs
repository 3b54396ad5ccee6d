//! Information states: a seat's view and nothing else.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    Draft, Drafts, FrameRecorder, GameConfig as _, GameRng, GameState, GameStateExt as _,
    IllegalAction, InputError, Seat, Viewer, VisibleFrames, read_view,
};

/// A seat's information state: its view and nothing else. Bots receive this and nothing else.
/// Determinizations are computed from the view alone, so the actual state is out of reach by
/// construction.
#[derive(Debug)]
#[doc(alias = "information_set")]
#[doc(alias = "information_state")]
pub struct InfoState<G: GameState> {
    config: Arc<G::Config>,
    seat: Seat,
    view: G::View,
}

impl<G: GameState> Clone for InfoState<G> {
    fn clone(&self) -> InfoState<G> {
        InfoState { config: self.config.clone(), seat: self.seat, view: self.view.clone() }
    }
}

impl<G: GameState> InfoState<G> {
    /// The information state of a seat in this state.
    pub fn new(game: &G, seat: Seat) -> InfoState<G> {
        InfoState { config: game.config().clone(), seat, view: game.view(Viewer::Seat(seat)) }
    }

    /// The information state of a seat from a view written as JSON, in a match with this configuration.
    /// Its previews are those of the original information state (law 13).
    ///
    /// # Errors
    /// Returns an error if it is not a view of this game, or not one that the seat can have.
    ///
    /// # Panics
    /// May panic if the JSON has the form of a view but no match can reach it. Callers with untrusted
    /// input catch the panic.
    pub fn of_view(
        config: &Arc<G::Config>,
        seat: Seat,
        view: &Value,
    ) -> Result<InfoState<G>, InputError> {
        if seat.0 >= config.seats() {
            return Err(InputError::new(
                format!("席{seat}はありません。席は0から数えます。"),
                format!("There is no seat {seat}; seats are counted from 0."),
            ));
        }
        let info_state =
            InfoState::<G> { config: config.clone(), seat, view: read_view(view, G::info())? };
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        if state.view(Viewer::Seat(seat)) != info_state.view {
            return Err(InputError::new(
                format!(
                    "席{seat}からは、どの対局でもこのようには見えません。view をそのまま渡してください。"
                ),
                format!("No match gives seat {seat} this view; pass the view unchanged."),
            ));
        }
        Ok(info_state)
    }

    /// The observing seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Number of seats.
    pub fn seats(&self) -> u8 {
        self.config.seats()
    }

    /// The seat's view.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// Samples a state consistent with the view.
    #[doc(alias = "determinization")]
    pub fn determinize(&self, rng: &mut GameRng) -> G {
        G::determinize(&self.config, &self.view, rng.fork())
    }

    /// The [allowed actions](crate::GameStateExt::choices) of the seat. By law 3 they are the same in every
    /// determinization.
    pub fn choices(&self, rng: &mut GameRng) -> Vec<G::Action> {
        let mut choices = Vec::new();
        self.determinize(rng).choices(self.seat, &mut choices);
        choices
    }

    /// Previews an action of the seat: the events that are certain to follow (see
    /// [`FrameRecorder::certain`]). By law 9 they follow in the match too, so any determinization serves
    /// and no RNG is needed.
    ///
    /// # Errors
    /// Returns the rule that forbids the action.
    pub fn preview(&self, action: G::Action) -> Result<VisibleFrames<G>, IllegalAction> {
        let mut state = self.determinize(&mut GameRng::from_seed(0));
        let mut frames = FrameRecorder(Vec::new());
        state.play(self.seat, action, Some(&mut frames))?;
        Ok(frames.certain(Viewer::Seat(self.seat)))
    }
}

impl<G: Drafts> InfoState<G> {
    /// Parses an unfinished decision with the knowledge of the seat. The result is the same in every
    /// determinization, so any serves.
    ///
    /// # Errors
    /// Returns an error if the text is not a draft of this game.
    pub fn draft(&self, draft: &str) -> Result<Draft, IllegalAction> {
        self.determinize(&mut GameRng::from_seed(0)).draft(self.seat, draft)
    }
}
