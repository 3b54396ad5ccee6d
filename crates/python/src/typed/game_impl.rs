//! Implementation of [`DynGame`] for a configured game, generic over the game's type.

use std::any::Any;
use std::sync::Arc;

use bots::{Bot, Spec};
use lab::{
    AnyPlayers, Control, Ladder, LadderConfig, NamedPlayers, Output, SimulateConfig, Simulated,
    Unfinished,
};
use serde_json::Value;
use solver::{Solution, SolveConfig};
use zashiki_core::{
    Action, Features, Game, GameConfig as _, GameInfo, GameRng, InputError, InputErrorKind, Level,
    MatchStart, SeatSet, SubActionKind, load_position, read_json, text,
};

use super::batch::{ParallelBatch, TypedBatch};
use super::callback_bot::CallbackBot;
use super::chance::{TypedChance, TypedSource};
use super::config::{ConfiguredGame, compiled};
use super::state::{Origin, TypedState};
use crate::dyn_batch::{BatchPlan, DynBatch};
use crate::dyn_game::{DynChance, DynGame, DynState, Player, SolvePlan};
use crate::errors::ApiError;
use crate::interrupt::Interrupt;

impl<G: Game> DynGame for ConfiguredGame<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn seats(&self) -> u8 {
        self.config.seats()
    }

    fn rules_version(&self) -> u32 {
        self.rules_version
    }

    fn options(&self) -> String {
        self.options.to_string()
    }

    fn components(&self) -> Option<&str> {
        self.components.as_deref()
    }

    fn sides(&self) -> Vec<SeatSet> {
        self.config.sides()
    }

    fn action_count(&self) -> usize {
        G::Action::COUNT
    }

    fn factors(&self) -> &'static [SubActionKind] {
        G::Action::SUB_ACTIONS
    }

    fn features(&self) -> &Features {
        self.encoder.features()
    }

    fn observation_size(&self) -> usize {
        self.encoder.size()
    }

    fn max_decisions(&self) -> usize {
        self.config.max_decisions()
    }

    fn levels(&self) -> [(&'static str, &'static str); 5] {
        Level::ALL.map(|level| (level.id(), G::assets().levels().bot(self.config.seats(), level)))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Box<dyn DynState> {
        let state = G::deal(&self.config, GameRng::from_seed(seed), None);
        Box::new(TypedState::new(self, seed, Origin::Dealt, state))
    }

    fn deal_by_chance(self: Arc<Self>) -> Box<dyn DynChance> {
        Box::new(TypedChance::new(self, TypedSource::Deal))
    }

    fn load(self: Arc<Self>, position: &str, seed: u64) -> Result<Box<dyn DynState>, ApiError> {
        let position = position_json(position)?;
        let state = load_position::<G>(&self.config, &position, seed)?;
        Ok(Box::new(TypedState::new(self, seed, Origin::Loaded(position), state)))
    }

    fn solve(
        &self,
        position: Option<&str>,
        plan: SolvePlan,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Solution>, ApiError> {
        let SolvePlan { algorithm, iterations, seed, most } = plan;
        let start = MatchStart {
            rules_version: Some(self.rules_version),
            options: self.options.clone(),
            components: self.components.clone(),
            position: position.map(position_json).transpose()?,
            ..MatchStart::dealt(self.config.seats().into(), 0)
        };
        let config = SolveConfig { start, algorithm, iterations, seed, most };
        Ok(compiled::<G>().solve(&config, stop)?)
    }

    fn batch(self: Arc<Self>, plan: BatchPlan) -> Result<Box<dyn DynBatch>, ApiError> {
        if plan.parallel {
            return Ok(Box::new(ParallelBatch::new(self, &plan)?));
        }
        Ok(Box::new(TypedBatch::new(self, plan)?))
    }

    fn resume_batch(
        self: Arc<Self>,
        plan: BatchPlan,
        saved: &str,
    ) -> Result<Box<dyn DynBatch>, ApiError> {
        if plan.parallel {
            return Ok(Box::new(ParallelBatch::resumed(self, &plan, saved)?));
        }
        Ok(Box::new(TypedBatch::resumed(self, plan, saved)?))
    }

    fn simulate(
        self: Arc<Self>,
        config: &SimulateConfig,
        players: &[Player],
        output: Option<Output<'_>>,
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Simulated, Unfinished> {
        let players = AnyPlayers::new(named_players(&self, players, interrupt)?);
        compiled::<G>().simulate(config, Some(players), output, control)
    }

    fn ladder(
        self: Arc<Self>,
        config: &LadderConfig,
        players: &[Player],
        control: &Control<'_>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Option<Ladder>, InputError> {
        let players = AnyPlayers::new(named_players(&self, players, interrupt)?);
        compiled::<G>().ladder(config, Some(players), control)
    }

    fn bot(&self, spec: &str, seed: u64) -> Result<Box<dyn Any + Send>, ApiError> {
        let spec = Spec::parse_for(spec, G::info())?;
        Ok(compiled::<G>().typed_bot(spec, seed, bots::clock))
    }

    fn save_bot(&self, bot: &dyn Any) -> String {
        let bot = bot.downcast_ref::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        bot.save().expect("bots that are no programs can be saved").to_string()
    }

    fn restore_bot(&self, bot: &mut dyn Any, saved: &str) -> Result<(), ApiError> {
        let bot = bot.downcast_mut::<Box<dyn Bot<G>>>().expect("the bot is of this game");
        let saved = serde_json::from_str(saved).unwrap_or(Value::Null);
        Ok(bot.restore(saved, &self.config)?)
    }
}

/// Parses the JSON of a position.
fn position_json(position: &str) -> Result<Value, InputError> {
    read_json(position).map_err(|fault| {
        let text = text!(
            "局面のJSONを読めません: {fault}。docs/reference/formats.md の例を見てください。",
            "This is not the JSON of a position: {fault}. See the example in docs/reference/formats.md.",
            fault
        );
        InputError::from(text).of(InputErrorKind::Position)
    })
}

/// The players in the form that the laboratory needs, with their names.
fn named_players<G: Game>(
    game: &Arc<ConfiguredGame<G>>,
    players: &[Player],
    interrupt: &Arc<Interrupt>,
) -> Result<NamedPlayers<G>, InputError> {
    let player = |player: &Player| match player {
        Player::Spec(spec) => {
            let player = compiled::<G>().typed_player(Spec::parse_for(spec, G::info())?);
            Ok((spec.clone(), *player.downcast().expect("the player is of this game")))
        }
        Player::Function(function, name) => {
            let (function, game, interrupt) = (function.clone(), game.clone(), interrupt.clone());
            let make = move |seed| -> Box<dyn Bot<G>> {
                Box::new(CallbackBot {
                    function: function.clone(),
                    game: game.clone(),
                    rng: GameRng::from_seed(seed),
                    memory: None,
                    past: Arc::new(Vec::new()),
                    interrupt: interrupt.clone(),
                })
            };
            Ok((name.clone(), lab::Player::new(make)))
        }
    };
    players.iter().map(player).collect()
}
