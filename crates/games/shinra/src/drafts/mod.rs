//! Drafts: actions that the player has not finished entering. The game explains them to the player.

mod arrangement;
mod reach;

use zashiki_core::{Action as _, Draft, IllegalAction, Seat, Token as _, text};

use crate::Shinra;
use crate::actions::Action;
use crate::board::Stage;
use crate::formation::{no_card, no_square};
use crate::kind::Item;
use crate::reading::Reading;
use crate::square::Square;

impl Shinra {
    /// Explains a draft. The possible kinds of draft are listed at [`Reading`].
    pub(crate) fn read_draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        if seat.0 > 1 {
            return Err(IllegalAction::not_awaited());
        }
        let words: Vec<&str> = draft.split_whitespace().collect();
        match words[..] {
            [] | ["arrange", ..] if matches!(self.board.stage, Stage::Setup) => {
                if self.board.occupied(seat) != 0 {
                    return Err(IllegalAction::not_awaited());
                }
                self.read_arrangement(seat, words.get(1..).unwrap_or_default())
            }
            [from] if from.ends_with('>') => {
                let name = from.trim_end_matches('>');
                let from = Square::from_word(name).ok_or_else(|| no_square(name))?;
                self.read_reach(from).map(unfinished_draft)
            }
            ["put", item] if item.ends_with('>') => {
                let item = Item::read(item.trim_end_matches('>')).ok_or_else(|| no_card(item))?;
                Ok(unfinished_draft(self.read_put(seat, item)))
            }
            ["pair", first, second] if second.ends_with('>') => {
                // The square only makes the text a complete action.
                let text = format!("pair {first} {} a1", second.trim_end_matches('>'));
                match Action::parse(&text)? {
                    Action::Pair { first, second, .. } => {
                        Ok(unfinished_draft(self.read_pair(seat, first, second)))
                    }
                    _ => Err(IllegalAction::no_draft()),
                }
            }
            _ => Err(IllegalAction::no_draft()),
        }
    }
}

/// A draft result that contains only this explanation and suggests no action.
fn unfinished_draft(reading: Reading) -> Draft {
    Draft { reading: to_json(&reading), completed: None, refused: Some(unfinished()) }
}

/// The error for an attempt to play a draft that is not a complete action.
fn unfinished() -> IllegalAction {
    IllegalAction::new(
        "K-46",
        text!(
            "まだ行き先が決まっていません。光っているマスを選んでください。",
            "The target is still open; choose a lit square."
        ),
    )
}

fn to_json(reading: &Reading) -> serde_json::Value {
    serde_json::to_value(reading).expect("a reading is plain data")
}
