//! Choice of an action sub-action by sub-action.

use zashiki_core::{ActionDecoder, Game, LocalizedText, Seat, SubAction};

use super::config::action_number;
use crate::convert::sub_action_numbers;
use crate::dyn_game::{DecoderParts, DynDecoder};
use crate::errors::ApiError;

/// Decoder that builds one of a seat's legal actions from sub-actions.
pub struct SeatDecoder<G: Game> {
    seat: Seat,
    decoder: ActionDecoder<G::Action>,
}

impl<G: Game> SeatDecoder<G> {
    /// A decoder for these legal actions, before the first sub-action is chosen.
    pub fn new(seat: Seat, actions: &[G::Action]) -> SeatDecoder<G> {
        SeatDecoder { seat, decoder: ActionDecoder::new(seat, actions) }
    }
}

impl<G: Game> DynDecoder for SeatDecoder<G> {
    fn next_kind(&self) -> Option<usize> {
        self.decoder.asked()
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.decoder.factor().map_or(0, |kind| kind.size)];
        self.decoder.mask(&mut mask);
        mask
    }

    fn chosen(&self) -> &[SubAction] {
        self.decoder.made()
    }

    fn choose(&mut self, number: i64) -> Result<(), ApiError> {
        let possible = usize::try_from(number).is_ok_and(|number| self.decoder.choose(number));
        if possible { Ok(()) } else { Err(impossible(number)) }
    }

    fn action(&self) -> Option<i64> {
        Some(action_number(self.decoder.action()?, self.decoder.place()?))
    }

    fn copy(&self) -> Box<dyn DynDecoder> {
        Box::new(SeatDecoder::<G> { seat: self.seat, decoder: self.decoder.clone() })
    }

    fn parts(&self) -> DecoderParts {
        let actions = self.decoder.actions().iter().map(ToString::to_string).collect();
        (G::info().id, self.seat.0, actions, sub_action_numbers(self.chosen()))
    }
}

fn impossible(number: i64) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!("いま{number}は選べません。mask() が True の番号を選んでください。"),
        format!("{number} cannot be chosen now; choose a number for which mask() is True."),
    ))
}
