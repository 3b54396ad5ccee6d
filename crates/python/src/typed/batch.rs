//! Many matches of a game at once, stepped in parallel.

mod bits;
mod errors;
mod parallel;
mod rows;
mod saved;
mod slot;

use std::sync::Arc;

use bots::Spec;
use zashiki_core::{Action, Game, GameRng};

use self::errors::{impossible, in_play, no_bot, no_player};
pub use self::parallel::ParallelBatch;
use self::rows::Row;
use self::saved::{SavedSlot, unreadable};
use self::slot::{Shared, Slot};
use super::config::ConfiguredGame;
use crate::dyn_batch::{BatchPlan, DynBatch, Rotation, Rows, WAIT, Widths, Workers};
use crate::errors::ApiError;

/// Many matches of a game that are played at the same time.
pub struct TypedBatch<G: Game> {
    shared: Shared<G>,
    slots: Vec<Slot<G>>,
    /// The legal numbers of each match, as sets of [`bits`]. Actions are checked against these sets, not
    /// against the masks, because Python code can overwrite the masks.
    legal: Vec<u64>,
}

impl<G: Game> TypedBatch<G> {
    /// A batch whose matches [`DynBatch::begin`] is still to start.
    ///
    /// # Errors
    /// Returns an error if a bot does not exist, or if the game's actions have no indices.
    pub fn new(game: Arc<ConfiguredGame<G>>, plan: BatchPlan) -> Result<TypedBatch<G>, ApiError> {
        let shared = Shared::new(game, &plan)?;
        let BatchPlan { plays, seed, rotation, .. } = plan;
        let Widths { mask, seats, .. } = shared.widths;
        let mut rng = GameRng::from_seed(seed);
        let moved = |index| if rotation == Rotation::ByMatch { index % seats } else { 0 };
        let slots: Vec<_> =
            (0..plays).map(|index| Slot::new(&shared.game, rng.fork(), moved(index))).collect();
        let legal = vec![0; plays * bits::words(mask)];
        Ok(TypedBatch { shared, slots, legal })
    }

    /// Restores a batch whose matches were [saved](DynBatch::save); its arrays are still to be
    /// [written](DynBatch::show).
    ///
    /// # Errors
    /// Returns an error if the matches were saved with another configuration or version.
    pub fn resumed(
        game: Arc<ConfiguredGame<G>>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<TypedBatch<G>, ApiError> {
        let saved: Vec<SavedSlot> = serde_json::from_str(saved).map_err(|_| unreadable())?;
        let mut batch = TypedBatch::new(game, BatchPlan { plays: saved.len(), ..plan })?;
        for (slot, saved) in batch.slots.iter_mut().zip(saved) {
            saved.restore(slot, &batch.shared)?;
        }
        Ok(batch)
    }

    fn for_each(
        &mut self,
        rows: Rows<'_>,
        workers: Workers<'_>,
        work: impl Fn(&Shared<G>, usize, &mut Slot<G>, Row<'_>, &mut Vec<G::Action>) + Sync,
    ) {
        let TypedBatch { shared, slots, legal } = self;
        let shared = &*shared;
        rows::for_each(slots, legal, shared.widths, rows, workers, |index, slot, row, buffer| {
            work(shared, index, slot, row, buffer);
        });
    }
}

impl<G: Game> DynBatch for TypedBatch<G> {
    fn widths(&self) -> Widths {
        self.shared.widths
    }

    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.for_each(rows, workers, |shared, _, slot, mut row, buffer| {
            row.clear_result();
            slot.deal(shared);
            slot.advance(shared, &mut row, buffer);
        });
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        rows::first_illegal(&self.legal, self.shared.widths.mask, actions)
    }

    fn why_illegal(&self, index: usize, action: i64) -> ApiError {
        let Slot { state, seat, .. } = &self.slots[index];
        let whole = usize::try_from(action).ok().and_then(G::Action::from_index);
        let forbidden = whole
            .filter(|_| !self.shared.by_choices)
            .and_then(|action| state.is_legal(*seat, action).err());
        in_play(G::info(), index, forbidden.unwrap_or_else(|| impossible(action)))
    }

    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>) {
        self.for_each(rows, workers, |shared, index, slot, mut row, buffer| {
            row.clear_result();
            if actions[index] != WAIT {
                slot.step(shared, actions[index] as usize, &mut row, buffer);
            }
        });
    }

    fn check_bots(&self, player: usize, bots: &[String], which: &[i64]) -> Result<(), ApiError> {
        for bot in bots {
            Spec::parse_for(bot, G::info())?;
        }
        if player >= self.shared.widths.seats {
            return Err(no_player(player, self.shared.widths.seats));
        }
        let known = |index: &i64| *index == WAIT || (0..bots.len() as i64).contains(index);
        match which.iter().position(|index| !known(index)) {
            Some(play) => Err(no_bot(play, which[play], bots.len())),
            None => Ok(()),
        }
    }

    fn seat_bots(
        &mut self,
        player: usize,
        bots: &[String],
        which: &[i64],
        rows: Rows<'_>,
        workers: Workers<'_>,
    ) {
        let parse = |bot: &String| {
            let spec = Spec::parse_for(bot, G::info()).expect("the bot was checked");
            (spec, Arc::from(bot.as_str()))
        };
        let specs: Vec<(Spec, Arc<str>)> = bots.iter().map(parse).collect();
        self.for_each(rows, workers, |shared, index, slot, mut row, buffer| {
            row.clear_result();
            if which[index] != WAIT {
                let (spec, name) = &specs[which[index] as usize];
                slot.seat_bot(player, *spec, name.clone());
                if slot.seat == slot.seat_of(player) {
                    slot.advance(shared, &mut row, buffer);
                }
            }
        });
    }

    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.for_each(rows, workers, |shared, _, slot, mut row, buffer| {
            slot.show(shared, &mut row, buffer);
        });
    }

    fn save(&self) -> String {
        let saved = self.slots.iter().map(|slot| SavedSlot::of(slot, &self.shared));
        serde_json::to_string(&saved.collect::<Vec<_>>()).expect("saved matches are plain data")
    }
}
