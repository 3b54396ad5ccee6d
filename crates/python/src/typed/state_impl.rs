//! Implementation of [`DynState`] for a match, generic over the game's type.

use std::any::Any;
use std::sync::Arc;

use bots::Bot;
use serde::Serialize;
use zashiki_core::{
    Action, DrawExt as _, DynInfoState, FactoredAction, Game, GameRng, GameStateExt as _,
    InfoState, Key, Lang, LocalizedText, SearchHintsExt as _, Seat, Turn, Viewer, mark_indices,
};

use super::chance::{TypedChance, TypedSource};
use super::config::{action_number, compiled};
use super::decoder::SeatDecoder;
use super::state::{Before, Link, PastDecision, TypedState};
use crate::convert::sub_action_numbers;
use crate::dyn_game::{ActionRef, DynChance, DynDecoder, DynGame, DynState};
use crate::errors::ApiError;

impl<G: Game> DynState for TypedState<G> {
    fn game(&self) -> Arc<dyn DynGame> {
        self.game.clone()
    }

    fn seats(&self) -> u8 {
        self.state.seats()
    }

    fn turn(&self) -> Turn {
        TypedState::turn(self)
    }

    fn lists_all(&self, seat: Seat) -> bool {
        TypedState::lists_all(self, seat)
    }

    fn legal(&self, seat: Seat) -> Vec<i64> {
        let number = |(place, action): (usize, &G::Action)| action_number(*action, place);
        self.with_legal(seat, |list| list.iter().enumerate().map(number).collect())
    }

    fn sorted(&self, seat: Seat) -> Vec<i64> {
        let mut numbers = self.legal(seat);
        numbers.sort_unstable();
        numbers
    }

    fn after(&self, seat: Seat, action: &ActionRef) -> Result<Box<dyn DynState>, ApiError> {
        let action = self.parse(seat, action)?;
        let mut after = self.clone();
        after.apply(seat, action);
        Ok(Box::new(after))
    }

    fn mask(&self, seat: Seat) -> Vec<bool> {
        let mut mask = vec![false; G::Action::COUNT];
        self.with_legal(seat, |list| mark_indices(list, &mut mask));
        mask
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        self.with_legal(seat, |list| list.iter().map(ToString::to_string).collect())
    }

    fn step(&mut self, seat: Seat, action: &ActionRef) -> Result<(), ApiError> {
        let action = self.parse(seat, action)?;
        self.apply(seat, action);
        Ok(())
    }

    fn step_by_chance(
        &self,
        seat: Seat,
        action: &ActionRef,
    ) -> Result<Box<dyn DynChance>, ApiError> {
        let action = self.parse(seat, action)?;
        let source = TypedSource::Action(Arc::new(self.clone()), seat, action);
        Ok(Box::new(TypedChance::new(self.game.clone(), source)))
    }

    fn redeal_by_chance(&self) -> Box<dyn DynChance> {
        let source = TypedSource::determinization(&self.state);
        Box::new(TypedChance::new(self.game.clone(), source))
    }

    fn label(&self, seat: Seat, action: &ActionRef) -> Result<LocalizedText, ApiError> {
        let label = self.state.label(self.parse(seat, action)?);
        Ok(label.named(G::info().seat_names, None))
    }

    fn notation(&self, seat: Seat, action: &ActionRef) -> Result<String, ApiError> {
        Ok(self.parse(seat, action)?.to_string())
    }

    fn sub_actions(&self, seat: Seat, action: &ActionRef) -> Result<Vec<u16>, ApiError> {
        let factored = FactoredAction::of(self.parse(seat, action)?, seat);
        Ok(sub_action_numbers(factored.parts()))
    }

    fn observation(&self, seat: Seat) -> Vec<f32> {
        let encoder = &self.game.encoder;
        let mut values = vec![0.0; encoder.size()];
        encoder.observe_state(&self.state, seat, &mut values);
        values
    }

    fn decoder(&self, seat: Seat) -> Box<dyn DynDecoder> {
        Box::new(self.with_legal(seat, |list| SeatDecoder::<G>::new(seat, list)))
    }

    fn view(&self, viewer: Viewer) -> String {
        to_json(&self.state.view(viewer))
    }

    fn text(&self, viewer: Viewer, lang: Lang) -> String {
        self.state.text_board(self.turn(), viewer, lang)
    }

    fn svg(&self, viewer: Viewer, lang: Lang) -> String {
        self.state.drawing(self.turn(), viewer, lang).to_svg()
    }

    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn DynState> {
        let view = self.state.view(Viewer::Seat(seat));
        let state = G::determinize(&self.game.config, &view, GameRng::from_seed(seed));
        let before = Before::Imagined(Link::new(Arc::new(self.clone())), seat);
        Box::new(TypedState::determinized(self.game.clone(), state, before))
    }

    fn key(&self) -> Key {
        Key::of_state(&self.state)
    }

    fn view_key(&self, viewer: Viewer) -> Key {
        Key::of_view(&self.state, viewer)
    }

    fn information_key(&self, seat: Seat) -> Key {
        self.memory(seat).key()
    }

    fn history(&self, seat: Seat) -> Vec<(String, String)> {
        let past = self.past_decisions(seat).into_iter();
        let parts = |it: PastDecision<G>| (to_json(&it.view), it.action.to_string());
        past.map(parts).collect()
    }

    fn recollection(&self, seat: Seat, decisions: usize) -> Vec<f32> {
        TypedState::recollection(self, seat, decisions)
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => self.state.value(seat),
        }
    }

    fn evaluate_actions(&self, seat: Seat) -> Vec<i32> {
        let mut values = Vec::new();
        self.with_legal(seat, |list| self.state.value_after_each(seat, list, &mut values));
        values
    }

    fn copy(&self) -> Box<dyn DynState> {
        Box::new(self.clone())
    }

    fn scores(&self) -> Vec<i32> {
        self.state.scores()
    }

    fn length(&self) -> usize {
        TypedState::length(self)
    }

    fn record(&self) -> String {
        to_json(&TypedState::record(self))
    }

    fn position(&self) -> String {
        to_json(&self.state.position())
    }

    fn can_undo(&self) -> bool {
        TypedState::can_undo(self)
    }

    fn undo(&mut self) -> Result<(), ApiError> {
        TypedState::undo(self)
    }

    fn choose(&self, seat: Seat, bot: &mut dyn Any) -> Result<i64, ApiError> {
        self.check_awaited(seat)?;
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let action = bot.choose(&InfoState::new(&self.state, seat));
        let place = |list: &[G::Action]| list.iter().position(|listed| *listed == action);
        let place = self.with_legal(seat, place).expect("a bot takes a listed action");
        Ok(action_number(action, place))
    }

    fn advise(&self, seat: Seat, spec: &str) -> Result<String, ApiError> {
        self.check_awaited(seat)?;
        let info_state = DynInfoState::new(InfoState::new(&self.state, seat));
        Ok(to_json(&compiled::<G>().advise_on(&info_state, Some(spec))?))
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views, positions and records are plain data")
}
