//! The form in which one match of a batch is saved, for copies and pickles.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, InputError, RngState, Seat, load_position,
};

use super::slot::{Shared, Slot};
use bots::Spec;

/// A saved match. `bots` has the state of each seat's bot, if it has one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSlot {
    rng: RngState,
    #[serde(rename = "turned")]
    rotation: usize,
    position: Value,
    bots: Vec<Option<Value>>,
    /// Specs of the bots that were given to seats for this match alone.
    guests: Vec<Option<String>>,
    seat: Seat,
    choices: Vec<u16>,
}

impl SavedSlot {
    pub fn of<G: Game>(slot: &Slot<G>, shared: &Shared<G>) -> SavedSlot {
        SavedSlot {
            rng: slot.rng.state(),
            rotation: slot.rotation,
            position: serde_json::to_value(slot.state.position())
                .expect("a position is plain data"),
            bots: slot.bots.iter().map(|bot| bot.as_ref()?.save()).collect(),
            guests: slot.guests.iter().map(|spec| Some(spec.as_deref()?.to_owned())).collect(),
            seat: slot.seat,
            choices: match shared.by_choices {
                true => slot.decoder.made().iter().map(|chosen| chosen.number).collect(),
                false => Vec::new(),
            },
        }
    }

    /// Restores the match into a slot of a batch with the same configuration.
    ///
    /// # Errors
    /// Returns an error if the match was saved with another configuration or version.
    pub fn restore<G: Game>(
        self,
        slot: &mut Slot<G>,
        shared: &Shared<G>,
    ) -> Result<(), InputError> {
        let config = &shared.game.config;
        if self.seat.0 >= config.seats() || self.rotation >= shared.specs.len() {
            return Err(unreadable());
        }
        slot.rotation = self.rotation;
        slot.state = load_position::<G>(config, &self.position, 0)?;
        slot.create_bots(shared);
        if [self.bots.len(), self.guests.len()] != [slot.bots.len(); 2] {
            return Err(unreadable());
        }
        for (seat, guest) in self.guests.into_iter().enumerate() {
            if let Some(name) = guest {
                let spec = Spec::parse_for(&name, G::info())?;
                slot.seat_bot(slot.player_at(Seat(seat as u8)), spec, name.into());
            }
        }
        for (bot, saved) in slot.bots.iter_mut().zip(self.bots) {
            match (bot, saved) {
                (Some(bot), Some(saved)) => bot.restore(saved, config)?,
                (None, None) => {}
                _ => return Err(unreadable()),
            }
        }
        slot.rng = GameRng::from_state(&self.rng);
        slot.seat = self.seat;
        if shared.by_choices {
            slot.decoder.begin(self.seat, slot.state.choices(self.seat, &mut Vec::new()));
            if !self.choices.into_iter().all(|number| slot.decoder.choose(number.into())) {
                return Err(unreadable());
            }
        }
        Ok(())
    }
}

/// The error for a batch saved with another configuration or version.
pub fn unreadable() -> InputError {
    InputError::new(
        "保存された Batch を読めません。同じバージョンの zashiki で保存したものを使ってください。",
        "The saved batch cannot be read; use one that the same version of zashiki saved.",
    )
}
