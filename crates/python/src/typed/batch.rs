//! Many matches of a game at once, stepped in parallel.

mod bits;
mod rows;
mod saved;
mod slot;

use std::sync::Arc;

use bots::Spec;
use zashiki_core::{
    Action, Game, GameConfig as _, GameInfo, GameRng, IllegalAction, LocalizedText,
    MAX_SUB_ACTIONS, text,
};

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
        let BatchPlan { plays, bots, rotation, learner, flat, by_choices, seed } = plan;
        if !by_choices && !G::Action::ALL_INDEXED {
            return Err(open_decisions(G::info()));
        }
        let seats = usize::from(game.config.seats());
        let bots = if bots.is_empty() { vec![None; seats] } else { bots };
        if bots.len() != seats || bots.iter().all(Option::is_some) {
            return Err(wrong_bots(seats, &bots));
        }
        let spec =
            |bot: Option<String>| bot.map(|bot| Ok(Spec::parse_for(&bot, G::info())?)).transpose();
        let specs: Vec<_> = bots.into_iter().map(spec).collect::<Result<_, ApiError>>()?;
        if let Some(player) = learner.filter(|player| *player >= seats || specs[*player].is_some())
        {
            return Err(no_learner(player));
        }
        let mask = match by_choices {
            false => G::Action::COUNT,
            true => G::Action::SUB_ACTIONS.iter().map(|kind| kind.size).max().unwrap_or(0),
        };
        let of_sub_actions = match flat && by_choices {
            true => G::Action::SUB_ACTIONS.len() + MAX_SUB_ACTIONS,
            false => 0,
        };
        let widths = Widths { observation: game.encoder.size() + of_sub_actions, mask, seats };
        let scales =
            flat.then(|| game.encoder.features().maxima().map(|max| 1.0 / max as f32).collect());
        let mut rng = GameRng::from_seed(seed);
        let moved = |index| if rotation == Rotation::ByMatch { index % seats } else { 0 };
        let slots: Vec<_> =
            (0..plays).map(|index| Slot::new(&game, rng.fork(), moved(index))).collect();
        let legal = vec![0; plays * bits::words(mask)];
        let shared = Shared { game, specs, by_choices, rotation, learner, scales, widths };
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
            row.rewards.fill(0.0);
            *row.done = false;
            slot.deal(shared);
            slot.advance(shared, &mut row, buffer);
        });
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let legal = self.legal.chunks(bits::words(self.shared.widths.mask));
        let illegal =
            |(action, legal): (&i64, &[u64])| *action != WAIT && !bits::contains(legal, *action);
        actions.iter().zip(legal).position(illegal)
    }

    fn why_illegal(&self, index: usize, action: i64) -> ApiError {
        let Slot { state, seat, .. } = &self.slots[index];
        let whole = usize::try_from(action).ok().and_then(G::Action::from_index);
        let forbidden = whole
            .filter(|_| !self.shared.by_choices)
            .and_then(|action| state.is_legal(*seat, action).err());
        let mut illegal = forbidden.unwrap_or_else(|| impossible(action));
        illegal.message = text!(
            "{play}番のプレイ: {no}",
            "play {play}: {no}",
            play = LocalizedText::same(index.to_string()),
            no = illegal.message
        );
        ApiError::illegal(G::info(), illegal)
    }

    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>) {
        let stop = workers.stop.clone();
        self.for_each(rows, workers, |shared, index, slot, mut row, buffer| {
            if stop.is_set() {
                return;
            }
            row.rewards.fill(0.0);
            *row.done = false;
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
        let stop = workers.stop.clone();
        self.for_each(rows, workers, |shared, index, slot, mut row, buffer| {
            if stop.is_set() {
                return;
            }
            row.rewards.fill(0.0);
            *row.done = false;
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

/// The error for an action or sub-action number that is not legal in the current state.
fn impossible(number: i64) -> IllegalAction {
    IllegalAction::new(
        "T-3",
        text!(
            "いま{number}は選べません。masks が True の番号を選んでください。",
            "{number} cannot be taken now; take a number for which masks says True.",
            number = LocalizedText::same(number.to_string())
        ),
    )
}

fn open_decisions(info: &GameInfo) -> ApiError {
    ApiError::Bad(LocalizedText::new(
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

fn no_learner(player: usize) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!("learner={player} は、bots が None の席の番号にしてください。"),
        format!("learner={player} must be the index of a player for which bots has None."),
    ))
}

fn no_player(player: usize, seats: usize) -> ApiError {
    let last = seats - 1;
    ApiError::Bad(LocalizedText::new(
        format!("プレイヤー{player}はいません。番号は0〜{last}です。"),
        format!("There is no player {player}; players are 0 to {last}."),
    ))
}

fn no_bot(play: usize, index: i64, bots: usize) -> ApiError {
    ApiError::Bad(LocalizedText::new(
        format!(
            "{play}番のプレイ: ボット{index}はありません。0以上{bots}未満、または-1(そのまま)にしてください。"
        ),
        format!(
            "play {play}: there is no bot {index}; take 0 to below {bots}, or -1 for no change."
        ),
    ))
}

fn wrong_bots(seats: usize, bots: &[Option<String>]) -> ApiError {
    if bots.len() == seats {
        return ApiError::Bad(LocalizedText::new(
            "全部の席がボットです。自分で決める席を None にしてください。ボットだけの対戦は simulate が行います。",
            "Every seat has a bot; say None where you decide. Games of bots alone are played by simulate.",
        ));
    }
    let given = bots.len();
    ApiError::Bad(LocalizedText::new(
        format!(
            "席は{seats}つですが、bots は{given}個です。席ごとにボットか None を書いてください。"
        ),
        format!("There are {seats} seats, but {given} bots; give a bot or None for each seat."),
    ))
}
