//! Bots at the tables: ordinary seats, thinking off the request path.

use std::sync::Arc;

use bots::{AnyBot, KINDS};
use shelf::Visitor;
use table::{AnySeen, BadInput, Game};
use tokio::sync::Semaphore;

use crate::ids;
use crate::wire::BotInfo;

/// The bots that can sit down, weakest first.
pub(crate) fn catalogue() -> Vec<BotInfo> {
    KINDS
        .iter()
        .map(|kind| BotInfo { id: kind.id, name: kind.name.clone(), summary: kind.summary.clone() })
        .collect()
}

/// Refuses a bot that is not in the catalogue. Other specs would build too, but a stranger
/// must not choose how long the server thinks.
pub(crate) fn check(id: &str) -> Result<(), BadInput> {
    if KINDS.iter().any(|kind| kind.id == id) {
        return Ok(());
    }
    let id: String = id.chars().take(40).collect();
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.id).collect();
    let known = known.join(", ");
    Err(BadInput::new(
        format!("「{id}」というボットはいません。いるもの: {known}"),
        format!("There is no bot \"{id}\"; there is: {known}."),
    ))
}

/// The name under which a bot sits in a list.
pub(crate) fn name(id: &str) -> String {
    KINDS.iter().find(|kind| kind.id == id).map_or(id, |kind| &kind.name.en).to_owned()
}

/// A bot for a game.
pub(crate) fn build(game: &str, spec: &str) -> Result<Box<dyn AnyBot>, BadInput> {
    struct Build<'a>(&'a str);
    impl Visitor for Build<'_> {
        type Out = Result<Box<dyn AnyBot>, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            bots::build::<G>(self.0, ids::seed())
        }
    }
    shelf::visit(game, Build(spec))?
}

/// As many bots may think at once as there are cores, less one for the people.
pub(crate) fn gate() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)))
}

/// Lets the bot choose when the gate lets it in, and gives it back with its choice;
/// nothing when it failed.
pub(crate) async fn think(
    gate: Arc<Semaphore>,
    mut bot: Box<dyn AnyBot>,
    seen: AnySeen,
) -> Option<(Box<dyn AnyBot>, String)> {
    let permit = gate.acquire_owned().await.ok()?;
    let thinking = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let action = bot.choose(&seen);
        (bot, action)
    });
    thinking.await.ok()
}
