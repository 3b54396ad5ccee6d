//! The bots of a table: who is at home, who is in thought, and how they are asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bots::AnyBot;
use table::{AnySeen, Seat};

use crate::audience::Audience;
use crate::command::{Command, Inbox};
use crate::guest::Guest;
use crate::store::Sitter;
use crate::thinking::{self, Thinkers};

/// What came of asking a bot.
pub(crate) enum Thought<Found> {
    /// It found this.
    Found(Box<dyn AnyBot>, Found),
    /// Everybody had left before it came to think.
    Unwanted(Box<dyn AnyBot>),
    /// It failed, and is of no more use.
    Failed,
}

/// Whether a bot is at home or thinking.
enum Mind {
    Idle(Option<Box<dyn AnyBot>>),
    Thinking,
}

/// The bots of a table, seat by seat.
pub(crate) struct Minds {
    game: String,
    minds: Vec<Mind>,
    thinkers: Thinkers,
    inbox: Inbox,
}

impl Minds {
    /// All at home. What they find comes by `inbox`.
    pub(crate) fn new(game: &str, seats: usize, thinkers: Thinkers, inbox: Inbox) -> Minds {
        let minds = (0..seats).map(|_| Mind::Idle(None)).collect();
        Minds { game: game.to_owned(), minds, thinkers, inbox }
    }

    /// Whether any is in thought.
    pub(crate) fn any_thinking(&self) -> bool {
        self.minds.iter().any(|mind| matches!(mind, Mind::Thinking))
    }

    /// Whether a bot sits there that is not in thought.
    pub(crate) fn is_free(&self, sitter: &Sitter, seat: Seat) -> bool {
        let idle = matches!(self.minds.get(seat.index()), Some(Mind::Idle(_)));
        idle && matches!(sitter, Sitter::Bot { .. })
    }

    /// Asks the bot for its decision.
    pub(crate) fn ask_choice(
        &mut self,
        audience: &Audience,
        sitter: &Sitter,
        seat: Seat,
        seen: AnySeen,
        version: u64,
    ) {
        self.ask(
            audience,
            sitter,
            seat,
            move |bot| bot.choose(&seen),
            move |choice| Command::Thought { seat, version, choice },
        );
    }

    /// Asks the bot whether it agrees to a draw.
    pub(crate) fn ask_draw(
        &mut self,
        audience: &Audience,
        sitter: &Sitter,
        seat: Seat,
        seen: AnySeen,
        version: u64,
    ) {
        self.ask(
            audience,
            sitter,
            seat,
            move |bot| bot.accepts_draw(&seen),
            move |answer| Command::Answered { seat, version, answer },
        );
    }

    fn ask<Found: Send + 'static>(
        &mut self,
        audience: &Audience,
        sitter: &Sitter,
        seat: Seat,
        find: impl FnOnce(&mut dyn AnyBot) -> Found + Send + 'static,
        report: impl FnOnce(Thought<Found>) -> Command + Send + 'static,
    ) {
        let Some(host) = audience.host() else { return };
        let Sitter::Bot { bot: spec } = sitter else { return };
        let Some(Mind::Idle(bot)) = self.minds.get_mut(seat.index()) else { return };
        let bot = match bot.take().map_or_else(|| thinking::build(&self.game, spec), Ok) {
            Ok(bot) => bot,
            Err(error) => return tracing::error!(%error, "a bot cannot be built"),
        };
        self.minds[seat.index()] = Mind::Thinking;
        let queue = self.thinkers.queue(spec).clone();
        let (inbox, somebody) = (self.inbox.clone(), audience.somebody());
        tokio::spawn(async move {
            let thought = think(queue, host, &somebody, bot, find).await;
            // The room is gone only when the house closes.
            let _ = inbox.send(report(thought)).await;
        });
    }

    /// The bot has answered and is at home again.
    pub(crate) fn home(&mut self, seat: Seat, bot: Option<Box<dyn AnyBot>>) {
        if let Some(mind) = self.minds.get_mut(seat.index()) {
            *mind = Mind::Idle(bot);
        }
    }
}

async fn think<Found: Send + 'static>(
    queue: crate::queue::Queue,
    host: Guest,
    somebody: &Arc<AtomicBool>,
    mut bot: Box<dyn AnyBot>,
    find: impl FnOnce(&mut dyn AnyBot) -> Found + Send + 'static,
) -> Thought<Found> {
    let turn = queue.turn(host).await;
    if !somebody.load(Ordering::Relaxed) {
        return Thought::Unwanted(bot);
    }
    let thinking = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let found = find(bot.as_mut());
        (bot, found)
    });
    thinking.await.map_or(Thought::Failed, |(bot, found)| Thought::Found(bot, found))
}
