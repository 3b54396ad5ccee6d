//! One live table: a task that is the single writer of its play in this process. Messages
//! come in by a channel; what each client may know goes out by its outbox.
//! Other processes may write to the same table: every change is numbered in the store, so
//! the task first takes in what is new there, and tries again when it comes second.

pub(crate) mod bot_seats;
mod bots;
pub(crate) mod broadcast;
pub(crate) mod client_queue;
pub(crate) mod clients;
pub(crate) mod command;
pub(crate) mod context;
mod match_start;
pub(crate) mod patch;
pub(crate) mod registry;
mod replication;
mod seating;
mod time;
mod turn_notices;

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use replication::Replication;
use tokio::sync::mpsc;
use tracing::Instrument as _;
use zashiki_core::{Bytes32, Draft, Seat, SeatSet};

use crate::client_addr::Address;
use crate::cluster::TableMessage;
use crate::cluster::bus::Messages;
use crate::error::Refused;
use crate::ids;
use crate::limits::{Permit, RateLimiter};
use crate::lobby::{Listing, Visit};
use crate::program;
use crate::protocol::table_settings::Terms;
use crate::protocol::{
    Foreseen, LobbyTable, OpenDraft, Phrase, Refusal, Rematch, ToClient, ToServer,
};
use crate::room::bot_seats::BotSeats;
use crate::room::clients::Clients;
use crate::room::command::Decision;
use crate::room::command::{Command, Connection, Inbox, JoinRequest};
use crate::room::context::RoomContext;
use crate::room::registry::RoomHandle;
use crate::store::{Entry, WriteResult};
use crate::table::change::{Change, ChangeKind};
use crate::table::drafts::{Drafts, StoredDraft};
use crate::table::history::History;
use crate::table::record::{record, to_json};
use crate::table::seats::{Requester, all_taken, is_program, seat_of, seats_of};
use crate::table::seed::{Contribution, SeedState};
use crate::table::seed_exchange::SeedExchange;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::snapshot::TableSnapshot;
use crate::telemetry::trace::span;
use crate::users::guest::Guest;

/// How many messages may wait for a room.
const INBOX: usize = 256;

/// The longest id of a message.
const ID_LENGTH: usize = 64;

/// How long a bot whose action could not be saved waits before it tries again, and the clock
/// with a decision it could not take.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

/// A table in memory.
pub(crate) struct Room {
    context: Arc<RoomContext>,
    setup: TableSetup,
    sitters: Vec<Sitter>,
    history: History,
    dealing: SeedExchange,
    drafts: Drafts,
    rematch: Option<Rematch>,
    clients: Clients,
    bot_seats: BotSeats,
    inbox: Inbox,
    /// Until then nothing is tried again that could not be saved when time was up.
    patience: i64,
    /// What each seat has said lately.
    phrases: RateLimiter<Seat>,
    /// Whether the lobby lists the table now.
    listed: bool,
    /// Who sits there and has been connected last.
    visit: Option<Visit>,
    /// Whose decisions were awaited when those who were not there were last called.
    called: SeatSet,
    /// Whether the play in memory is no longer the one on disk and could not be repaired.
    broken: bool,
    /// Whether something may be stored that is not known here: the database was lost while it was
    /// written.
    unsure: bool,
    /// The same table on other servers, where there may be any.
    elsewhere: Option<Replication>,
}

/// What a table shows now, borrowed from its parts so that it can be shown to the audience.
macro_rules! snapshot {
    ($room:ident) => {
        TableSnapshot {
            setup: &$room.setup,
            sitters: &$room.sitters,
            history: &$room.history,
            dealing: &$room.dealing,
            drafts: &$room.drafts,
            rematch: $room.rematch.as_ref(),
            onlookers: $room.clients.onlookers(&$room.sitters),
            now: $room.context.clock.time(),
        }
    };
}

impl Room {
    /// Loads a table from the store.
    pub(crate) async fn load(
        context: Arc<RoomContext>,
        id: &str,
    ) -> Result<(Box<Room>, mpsc::Receiver<Command>), Refused> {
        let elsewhere = context.cluster.as_ref().map(|cluster| Replication::listen(cluster, id));
        let (setup, sitters, history) = context.archive.replay(id).await?;
        let rematch = context.store.rematch(id).await?.map(Rematch::at);
        let (inbox, commands) = mpsc::channel(INBOX);
        let bot_seats = BotSeats::new(sitters.len(), &context, inbox.clone());
        let mut room = Box::new(Room {
            dealing: SeedExchange::new(context.store.parts(id).await?, context.clock.now()),
            drafts: Drafts::new(sitters.len()),
            clients: Clients::new(),
            patience: 0,
            phrases: RateLimiter::new(),
            listed: false,
            visit: context.lobby.visit(id),
            called: SeatSet::EMPTY,
            broken: false,
            unsure: false,
            elsewhere,
            bot_seats,
            context,
            setup,
            sitters,
            history,
            rematch,
            inbox,
        });
        room.history.wind(room.context.clock.time());
        room.called = room.awaiting();
        room.acquire_lease().await?;
        room.send_to_servers(&TableMessage::Hello);
        Ok((room, commands))
    }

    /// The way in.
    pub(crate) fn handle(&self) -> RoomHandle {
        let progress = self.elsewhere.as_ref().map(|elsewhere| elsewhere.progress.clone());
        RoomHandle { inbox: self.inbox.clone(), progress: progress.unwrap_or_default() }
    }

    /// The version of the play.
    pub(crate) fn version(&self) -> u64 {
        self.history.version()
    }

    /// Goes on with the drafts that the table had when it last left the memory.
    pub(crate) fn resume(&mut self, drafts: Drafts) {
        self.drafts = drafts;
    }

    /// Runs the table until nobody needs it any more or the house closes.
    pub(crate) async fn run(mut self: Box<Self>, mut commands: mpsc::Receiver<Command>) {
        let mut closing = std::pin::pin!(self.context.shutdown.started());
        let mut messages = self.elsewhere.as_mut().and_then(Replication::take_messages);
        while !self.broken {
            self.deal().await;
            self.tell();
            self.replicate();
            self.wake_bots();
            self.show_in_lobby();
            self.notify_absent();
            let (context, next) = (self.context.clone(), self.next_deadline());
            let dealt_at = self.dealt_at();
            let idle = self.clients.is_empty() && !self.bot_seats.any_thinking();
            tokio::select! {
                biased;
                () = &mut closing => return,
                // What is done takes room while it is done. Most tables wait.
                Some(command) = commands.recv() => Box::pin(self.handle_command(command)).await,
                Some(message) = next_of(&mut messages) => {
                    Box::pin(self.handle_server_message(message)).await;
                }
                () = context.clock.reaches_time(next.unwrap_or_default()), if next.is_some() => {
                    Box::pin(self.time_is_up()).await;
                }
                () = context.clock.reaches(dealt_at.unwrap_or_default()), if dealt_at.is_some() => {}
                () = tokio::time::sleep(RETRY), if self.unsure => {
                    Box::pin(self.make_sure()).await;
                }
                () = tokio::time::sleep(self.context.limits.linger), if idle => {
                    if Box::pin(self.unload(next, &commands)).await {
                        return;
                    }
                }
            }
        }
        // What is broken, or was deleted, leaves the memory at once.
        commands.close();
        self.context.registry.discard(&self.setup.id);
        if self.listed {
            self.context.lobby.list(&self.setup.id, None);
        }
    }

    /// Leaves the memory, unless somebody is on the way in.
    async fn unload(&mut self, next: Option<i64>, commands: &mpsc::Receiver<Command>) -> bool {
        self.release_lease(next.is_some() || self.waits_for_days()).await;
        let left = next.filter(|_| self.holds_lease());
        let left = left.map(|until| (self.history.version(), until, &self.drafts));
        let retired = self.context.registry.unload(&self.setup.id, commands, left);
        if retired {
            self.leave_lobby();
        } else if let Err(error) = self.acquire_lease().await {
            tracing::warn!(%error, "a table that somebody needs could not be taken home again");
        }
        retired
    }

    /// Reads again what may have been stored when the database was lost.
    async fn make_sure(&mut self) {
        if self.catch_up().await.is_ok() && self.reload_occupants().await.is_ok() {
            self.unsure = false;
        }
    }

    async fn handle_command(&mut self, command: Command) {
        match command {
            Command::Join { arriving, reply } => {
                if let Err(error) = self.catch_up().await {
                    tracing::error!(%error, "a table could not be read again");
                }
                // The asker may have given up waiting; then its seat is not online.
                let joined = self.join(*arriving);
                let client = joined.as_ref().ok().map(|connection| connection.client);
                if reply.send(joined).is_err()
                    && let Some(client) = client
                {
                    self.clients.leave(client);
                }
            }
            Command::Foresee { requester, action, reply } => {
                // The asker may have given up waiting.
                let _ = reply.send(self.preview(requester, &action));
            }
            Command::Advise { requester, reply } => {
                let _ = reply.send(self.decision(requester));
            }
            Command::Moment { requester, wanted, reply } => {
                let _ = reply.send(snapshot!(self).past_step(requester, wanted));
            }
            Command::Withdraw { guest, reply } => {
                let _ = reply.send(self.withdraw(guest).await.map_err(Refused::from));
            }
            Command::Close { reply } => {
                let _ = reply.send(self.close().await.map_err(Refused::from));
            }
            Command::Seats => {
                if let Err(error) = self.reload_occupants().await {
                    tracing::error!(%error, "who sits at a table could not be read again");
                }
            }
            Command::Servers(among) => self.see_servers(among).await,
            Command::Leave { client } => self.clients.leave(client),
            Command::Say { client, requester, message } => {
                let (message, span) = *message;
                self.handle_message(client, requester, message).instrument(span).await;
            }
            Command::BotResult { seat, version, choice } => {
                self.bot_acts(seat, version, choice).await;
            }
            Command::Answered { seat, version, answer } => {
                self.bot_answers(seat, version, answer).await;
            }
        }
    }

    fn join(&mut self, arriving: JoinRequest) -> Result<Connection, Refused> {
        let requester = arriving.requester;
        let limits = &self.context.limits;
        let seated = self.seat_of(requester).is_some();
        if !(seated || self.setup.terms.onlookers || !self.started() || self.history.over()) {
            return Err(Refused::no_onlookers());
        }
        let onlooker: Option<Permit<()>> = match seated {
            true => None,
            false => self.context.connections.open_spectator(),
        };
        let mut snapshot = snapshot!(self);
        snapshot.onlookers += usize::from(!seated && !self.clients.is_here(requester.guest));
        self.clients.join(&snapshot, arriving, onlooker, limits)
    }

    /// Tells everybody what is new for them.
    fn tell(&mut self) {
        let _telling = self.clients.has_news().then(|| span!("tell").entered());
        let snapshot = snapshot!(self);
        self.clients.tell(&snapshot);
    }

    /// What would happen if somebody did this now; refused as doing it would be.
    fn preview(&self, requester: Requester, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.history.table().preview(seat, action).map_err(Refusal::from),
        };
        Foreseen::new(self.history.version(), foreseen)
    }

    /// The decision of a seat that is to be advised on, if the table allows that.
    fn decision(&self, requester: Requester) -> Decision {
        let table = self.history.table();
        let seen = match self.seat_of(requester) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.setup.terms.advice => Err(Refusal::NO_ADVICE),
            Some(seat) if is_program(&self.sitters, seat) => Err(Refusal::BOT_UNADVISED),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => {
                table.turn().check_awaited(seat).map(|()| table.seen(seat)).map_err(Refusal::from)
            }
        };
        Decision { version: self.history.version(), seen, game: self.setup.game.clone() }
    }

    /// Does what a client asks. One that was let go meanwhile gets no answer, but what it sent
    /// before is done: its page sends it again under the same id and learns so.
    async fn handle_message(&mut self, client: u64, requester: Requester, message: ToServer) {
        let (id, heard) = match message {
            ToServer::Draft { id, version, draft } => {
                let answer = match self.draft(requester, version, draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                return self.clients.answer(client, &answer);
            }
            ToServer::Phrase { id, phrase } => {
                let heard = self.say(requester, phrase);
                (id, heard)
            }
            ToServer::Sit { id, seat, name, hash } => {
                let heard = self.sit(requester.guest, seat, &name, hash).await;
                (id, heard)
            }
            ToServer::Promise { id, hash } => {
                let heard = self.promise(requester.guest, hash).await;
                (id, heard)
            }
            ToServer::Share { id, share } => {
                let heard = self.share(requester, share).await;
                (id, heard)
            }
            ToServer::Stand { id } => {
                let heard = self.stand(requester).await;
                (id, heard)
            }
            ToServer::Arrange { id, change } => {
                let heard = self.rearrange(requester.guest, change).await;
                (id, heard)
            }
            ToServer::Leave { id, gives_up } => {
                let heard = self.leave(requester, &id, gives_up).await;
                (id, heard)
            }
            ToServer::Return { id } => {
                let heard = self.come_back(requester, &id).await;
                (id, heard)
            }
            ToServer::Rematch { id, comes, hash } => {
                let heard = self.play_again(requester, comes, hash).await;
                (id, heard)
            }
            ToServer::Resign { id, version } => {
                let heard = self.change(requester, &id, version, ChangeKind::Resign).await;
                (id, heard)
            }
            ToServer::Talk { id, version, word } => {
                let heard = self.change(requester, &id, version, ChangeKind::Talk(word)).await;
                (id, heard)
            }
            ToServer::Act { id, version, action } => {
                let heard = self.change(requester, &id, version, ChangeKind::Act(action)).await;
                (id, heard)
            }
            ToServer::Undo { id, version } => {
                let heard = self.change(requester, &id, version, ChangeKind::Undo).await;
                (id, heard)
            }
        };
        self.deal().await;
        // The new state first, so that a client that hears "done" already sees it.
        self.tell();
        self.replicate();
        let answer = match heard {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => {
                self.context.metrics.declined.inc();
                ToClient::Refused { id, refusal }
            }
        };
        self.clients.answer(client, &answer);
    }

    /// Tells everybody what somebody at the table says.
    fn say(&mut self, requester: Requester, phrase: Phrase) -> Result<(), Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.phrases.take(seat, self.context.limits.phrases, self.context.clock.now()) {
            return Err(Refusal::TALKATIVE);
        }
        self.clients.announce(&ToClient::Said { seat, phrase });
        if self.has_company() {
            self.send_to_servers(&TableMessage::Said { seat, phrase });
        }
        Ok(())
    }

    /// Says what a draft means, and keeps it if it is one of the decision awaited of the guest;
    /// those who may watch it see it grow, and nobody else learns that there is one.
    fn draft(
        &mut self,
        requester: Requester,
        version: u64,
        text: String,
    ) -> Result<Draft, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        let limits = &self.context.limits;
        if text.len() > limits.draft {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        self.history.check_fresh(seat, version)?;
        let draft = self.history.table().draft(seat, &text)?;
        if draft.reading.to_string().len() > limits.reading {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        let table = self.history.table();
        let awaited = table.turn().awaited().contains(seat);
        let watched = table.drafts_open();
        // Where time is limited or others watch, what cannot be completed is a question and no
        // draft.
        let completes = watched || table.time_limit(seat).is_some();
        if !awaited || (draft.completed.is_none() && completes) {
            return Ok(draft);
        }
        if self.has_company() {
            self.send_to_servers(&TableMessage::Draft { seat, version, text: text.clone() });
        }
        self.keep_draft(
            Some(requester.guest),
            seat,
            StoredDraft { text, reading: draft.reading.clone() },
        );
        Ok(draft)
    }

    /// Keeps what a seat has in hand; those who may watch it see it, but for the guest whose it is.
    fn keep_draft(&mut self, guest: Option<Guest>, seat: Seat, kept: StoredDraft) {
        let reading = kept.reading.clone();
        self.drafts.keep(seat, kept);
        if self.history.table().drafts_open() {
            let version = self.history.version();
            let told = ToClient::Drafting { version, draft: OpenDraft { seat, reading } };
            self.clients.show_draft(guest, seat, &told);
        }
    }

    /// A change by a person.
    async fn change(
        &mut self,
        requester: Requester,
        id: &str,
        version: u64,
        kind: ChangeKind,
    ) -> Result<(), Refusal> {
        // Not every database stores every character.
        let strange = id.chars().any(char::is_control);
        if id.is_empty() || strange || id.chars().count() > ID_LENGTH {
            return Err(Refusal::BAD_ID);
        }
        if self.seat_of(requester).is_none() {
            self.read_again().await?;
        }
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        let plays = !matches!(kind, ChangeKind::Leave | ChangeKind::Return);
        if plays && self.history.deserted().contains(seat) && !self.history.knows(seat, id) {
            let lost = self.history.lost().contains(seat);
            return Err(if lost { Refusal::LOST } else { Refusal::AWAY });
        }
        self.submit(seat, id, version, kind, None).await
    }

    /// A change that the house makes, for a bot or since time is up; refused as stale where the table
    /// is at home with another server.
    async fn do_for(&mut self, seat: Seat, version: u64, kind: ChangeKind) -> Result<(), Refusal> {
        if !self.holds_lease() {
            return Err(Refusal::STALE);
        }
        let fence = self.fence();
        self.submit(seat, &ids::table_id(), version, kind, fence).await
    }

    /// The one way for a change to happen, for people and bots alike: checked, done, stored with
    /// what came of it, and only then told. What cannot be stored is forgotten again. One with a
    /// `fence` is stored only while the table is at home here under that number.
    async fn submit(
        &mut self,
        seat: Seat,
        id: &str,
        version: u64,
        kind: ChangeKind,
        fence: Option<i64>,
    ) -> Result<(), Refusal> {
        loop {
            if self.history.knows(seat, id) {
                return Ok(());
            }
            if !self.started() {
                self.read_again().await?;
            }
            if !self.started() {
                return Err(Refusal::NOT_BEGUN);
            }
            let known = self.history.version();
            let checked = span!("rules")
                .in_scope(|| self.history.check(seat, version, &kind, self.context.clock.time()));
            if let Err(refusal) = checked {
                // Another process may have made it possible, or done it.
                self.read_again().await?;
                if self.history.version() == known {
                    return Err(refusal);
                }
                continue;
            }
            let change = Change {
                seat,
                kind: kind.clone(),
                client_id: id.to_owned(),
                at: self.context.clock.day(),
                time: Some(self.context.clock.time()),
            };
            let rules = span!("rules").entered();
            let back = self.history.apply(change.clone())?;
            let (table, change_of) = (self.setup.id.clone(), change.clone());
            let eyes = self.clients.eyes(&self.sitters);
            let (summary, record) = (self.history.written(eyes), self.record());
            drop(rules);
            let entry = Entry::Change { table, known, change: change_of, summary, record, fence };
            match self.context.store.write(entry).instrument(span!("store")).await {
                Ok(WriteResult::Yes) => {
                    self.context.metrics.accepted.inc();
                    self.done(&change, back);
                    self.stored();
                    return Ok(());
                }
                Ok(WriteResult::Conflict) => {
                    self.forget_last()?;
                    self.read_again().await?;
                    if fence.is_some() && self.history.version() == known {
                        // Nobody was faster: the number is not that of the table any more.
                        self.lose_lease();
                        return Err(Refusal::STALE);
                    }
                }
                Err(error) => {
                    self.forget_last()?;
                    self.unsure = true;
                    return Err(Refusal::not_saved(&error));
                }
            }
        }
    }

    fn forget_last(&mut self) -> Result<(), Refusal> {
        let config_cache = &self.context.archive.config_cache;
        let back = self.history.forget_last(&self.setup, &self.sitters, config_cache);
        self.history.wind(self.context.clock.time());
        back.map_err(|refused| {
            // The next to come has the table loaded anew.
            tracing::error!(?refused, "a table could not go back to what is stored");
            self.broken = true;
            Refusal::NOT_SAVED
        })
    }

    /// The record as it is given out, once the play is over.
    fn record(&self) -> Option<String> {
        let history = &self.history;
        history.over().then(|| to_json(&record(history, &self.setup, &self.sitters)))
    }

    /// A change that is on disk has been done and took a decision of the seat `back`, if of any.
    fn done(&mut self, change: &Change, back: Option<Seat>) {
        if let ChangeKind::Act(_) | ChangeKind::Expire(_) = change.kind {
            self.drafts.forget(change.seat);
        }
        if let Some(seat) = back {
            self.drafts.forget(seat);
        }
        self.drafts.follow(self.history.table());
        if self.history.over() && self.setup.terms.rated {
            self.count();
        }
        self.clients.changed(self.history.steps());
    }

    /// Has the result counted for the ratings. What fails, or is cut short, is made up for when the
    /// house opens next.
    fn count(&self) {
        let Some(guard) = self.context.shutdown.hold() else { return };
        let (context, table) = (self.context.clone(), self.setup.id.clone());
        tokio::spawn(async move {
            if let Err(refused) = context.rating_results.count(&table).await {
                tracing::warn!(?refused, "a result is not counted yet");
            }
            drop(guard);
        });
    }

    /// Takes in what other processes wrote, if anything.
    async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        if !self.started() || self.sitters.contains(&Sitter::Nobody) {
            self.reload_occupants().await?;
        }
        for change in self.context.store.changes(&self.setup.id, self.history.version()).await? {
            match self.history.apply(change.clone()) {
                Ok(back) => self.done(&change, back),
                Err(illegal) => {
                    tracing::error!(rule = %illegal.rule, "a stored change cannot be done");
                    break;
                }
            }
        }
        if self.history.over() && self.rematch.is_none() {
            let rematch = self.context.store.rematch(&self.setup.id).await?;
            self.rematch = rematch.map(Rematch::at);
            if self.rematch.is_some() {
                self.clients.news();
            }
        }
        Ok(())
    }

    async fn read_again(&mut self) -> Result<(), Refusal> {
        self.catch_up().await.map_err(|error| Refusal::not_saved(&error))
    }

    /// Hears whether somebody comes to the rematch, which the first who does opens.
    async fn play_again(
        &mut self,
        requester: Requester,
        comes: bool,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.history.over() {
            return Err(Refusal::NOT_OVER);
        }
        if comes && self.rematch.is_none() {
            self.context.policy.may_begin(requester.guest).await?;
            self.open_rematch(requester.guest, hash).await?;
        } else if let (true, Some(rematch), Some(hash)) = (comes, &self.rematch, hash) {
            let (table, guest) = (rematch.table.clone(), requester.guest);
            let entry = Entry::Promise { table, guest, hash };
            // If its deal is made by now, it is without this.
            self.context.store.write(entry).await.map_err(|error| Refusal::not_saved(&error))?;
        }
        if let Some(rematch) = &mut self.rematch {
            rematch.hear(seat, comes);
            self.clients.news();
            self.send_to_servers(&TableMessage::Rematch { seat, comes });
        }
        Ok(())
    }

    /// Opens the rematch: the same people, bots, options, components and position, one seat
    /// further on.
    async fn open_rematch(&mut self, guest: Guest, hash: Option<Bytes32>) -> Result<(), Refusal> {
        let id = ids::table_id();
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let parts: Vec<Contribution> =
            hash.into_iter().map(|hash| Contribution::new(guest, hash)).collect();
        let setup = TableSetup {
            id: id.clone(),
            deal: SeedState::new(&id, Bytes32(ids::random()), all_taken(&sitters), &parts),
            begun_at: self.context.clock.time(),
            cancelled: false,
            arranged: 0,
            compacted: None,
            created: self.context.clock.day(),
            rematch_of: Some(self.setup.id.clone()),
            program: Some(program::version().to_owned()),
            opened_by: Some(guest),
            // Older programs let a rated game have no time limit.
            terms: Terms {
                rated: self.setup.terms.rated && self.setup.terms.time.is_some(),
                ..self.setup.terms.clone()
            },
            ..self.setup.clone()
        };
        let summary = History::new(&setup, &sitters, &self.context.archive.config_cache)
            .map_err(|refused| {
                tracing::error!(?refused, "a rematch could not be begun");
                Refusal::NOT_SAVED
            })?
            .summary();
        let entry = Entry::Table { setup: Box::new(setup), sitters, parts, summary };
        let written = self.context.store.write(entry).await;
        match written.map_err(|error| Refusal::not_saved(&error))? {
            WriteResult::Yes => self.rematch = Some(Rematch::at(id)),
            WriteResult::Conflict => self.read_again().await?,
        }
        Ok(())
    }

    /// Lists the table in the lobby, or no longer.
    fn show_in_lobby(&mut self) {
        let now = self.context.clock.day();
        let sits = |guest| !seats_of(&self.sitters, guest).is_empty();
        if let Some((guest, address)) = self.clients.first(sits) {
            self.visit = Some(Visit { guest, address, at: now });
        }
        let listing = self.card().and_then(|card| Listing::new(card, self.visit()?, now));
        if listing.is_some() || self.listed {
            self.listed = listing.is_some();
            self.context.lobby.list(&self.setup.id, listing);
        }
    }

    /// Who sits there, as they last came; since the table came into memory, or else when it was opened.
    fn visit(&self) -> Option<Visit> {
        let opened = |guest| Visit { guest, address: Address::Unknown, at: self.setup.created };
        let people = self.sitters.iter().filter_map(|sitter| match sitter {
            Sitter::Person { guest, .. } => Some(opened(*guest)),
            _ => None,
        });
        self.visit.or_else(|| people.into_iter().next())
    }

    /// What the lobby shows of the table: while somebody sits there who is here, or waits for
    /// people who come on other days.
    fn card(&self) -> Option<LobbyTable> {
        if !self.holds_lease() {
            return None;
        }
        let TableSetup { terms, .. } = &self.setup;
        let started = self.started();
        let open = terms.listed && !self.setup.cancelled && !self.history.over();
        let here = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest, .. } if self.clients.is_here(*guest));
        let kept = terms.slow() && !started;
        if !open || started && !terms.onlookers || !(kept || self.sitters.iter().any(here)) {
            return None;
        }
        Some(LobbyTable {
            table: self.setup.id.clone(),
            game: self.setup.game.clone(),
            options: self.setup.options.clone(),
            from_position: self.setup.position.is_some(),
            terms: terms.clone(),
            seats: snapshot!(self).seats(|guest| self.clients.is_here(guest)),
            started,
            onlookers: self.clients.onlookers(&self.sitters),
            created: self.setup.created,
        })
    }

    /// The table leaves the memory. One that waits for people who come on other days stays listed.
    fn leave_lobby(&self) {
        let stays = self.waits_for_days() && self.holds_lease();
        if self.listed && !stays {
            self.context.lobby.list(&self.setup.id, None);
        }
    }

    /// Whether it waits for people who come on other days.
    fn waits_for_days(&self) -> bool {
        self.setup.terms.slow() && !self.started() && !self.setup.cancelled
    }

    /// There are other seats than before.
    fn resize(&mut self) {
        let seats = self.sitters.len();
        self.drafts = Drafts::new(seats);
        self.bot_seats = BotSeats::new(seats, &self.context, self.inbox.clone());
    }

    fn started(&self) -> bool {
        self.setup.begun()
    }

    fn seat_of(&self, requester: Requester) -> Option<Seat> {
        seat_of(&self.sitters, requester)
    }
}

/// What comes next from other servers; nothing where there are none.
async fn next_of(messages: &mut Option<Messages>) -> Option<Vec<u8>> {
    let next = messages.as_mut()?.next().await;
    if next.is_none() {
        *messages = None;
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size_of_future<F>(_: impl FnOnce(Box<Room>, mpsc::Receiver<Command>) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_table_that_waits_takes_little_room() {
        let waiting = size_of_future(|room, commands| room.run(commands));
        assert!(waiting <= 2048, "what is rarely done is boxed: {waiting} bytes");
        // The channel has room for 32 from the start.
        assert!(size_of::<Command>() <= 80, "{} bytes", size_of::<Command>());
    }
}
