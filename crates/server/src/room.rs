//! One live table: a task that is the single writer of its play in this process. Messages
//! come in by a channel; what each client may know goes out by its outbox.
//! Other processes may write to the same table: every change is numbered in the store, so
//! the task first takes in what is new there, and tries again when it comes second.

mod bots;
mod calls;
mod dealing;
mod elsewhere;
mod seating;
mod time;

use std::sync::Arc;
use std::time::Duration;

use elsewhere::Elsewhere;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tracing::Instrument as _;
use zashiki_core::{Bytes32, Draft, Record, Seat, SeatSet, Timing};

use crate::audience::Audience;
use crate::bus::Messages;
use crate::cluster::OfTable;
use crate::command::{Arriving, Command, Connection, Inbox};
use crate::dealing::{Dealing, Dealt, Part};
use crate::drafts::{Drafts, Kept};
use crate::guest::Guest;
use crate::help::Decision;
use crate::house::{House, Way};
use crate::ids;
use crate::ledger::Ledger;
use crate::lobby::{Listing, Visit};
use crate::minds::Minds;
use crate::origin::Address;
use crate::program;
use crate::refusal::Refused;
use crate::scene::Scene;
use crate::seats::{Asker, is_program, names, seat_of, seats_of};
use crate::store::{Change, ChangeKind, Entry, Sitter, TableSetup, Written};
use crate::tally::{Allowance, Ticket};
use crate::terms::Terms;
use crate::trace::span;
use crate::wire::{Foreseen, LobbyTable, OpenDraft, Phrase, Refusal, Rematch, ToClient, ToServer};

/// How many messages may wait for a room.
const INBOX: usize = 256;
/// The longest id of a message.
const ID_LENGTH: usize = 64;
/// How long a bot whose action could not be saved waits before it tries again, and the clock
/// with a decision it could not take.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

/// A table in memory.
pub(crate) struct Room {
    house: Arc<House>,
    setup: TableSetup,
    sitters: Vec<Sitter>,
    ledger: Ledger,
    dealing: Dealing,
    drafts: Drafts,
    rematch: Option<Rematch>,
    audience: Audience,
    minds: Minds,
    inbox: Inbox,
    /// Until then nothing is tried again that could not be saved when time was up.
    patience: i64,
    /// What each seat has said lately.
    phrases: Allowance<Seat>,
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
    elsewhere: Option<Elsewhere>,
}

/// What a table shows now, borrowed from its parts so that it can be shown to the audience.
macro_rules! scene {
    ($room:ident) => {
        Scene {
            setup: &$room.setup,
            sitters: &$room.sitters,
            ledger: &$room.ledger,
            dealing: &$room.dealing,
            drafts: &$room.drafts,
            rematch: $room.rematch.as_ref(),
            onlookers: $room.audience.onlookers(&$room.sitters),
            now: $room.house.time(),
        }
    };
}

impl Room {
    /// Loads a table from the store.
    pub(crate) async fn load(
        house: Arc<House>,
        id: &str,
    ) -> Result<(Box<Room>, mpsc::Receiver<Command>), Refused> {
        let elsewhere = house.cluster.as_ref().map(|cluster| Elsewhere::listen(cluster, id));
        let (setup, sitters, ledger) = house.replay(id).await?;
        let rematch = house.store.rematch(id).await?.map(Rematch::at);
        let (inbox, commands) = mpsc::channel(INBOX);
        let minds = Minds::new(sitters.len(), &house, inbox.clone());
        let mut room = Box::new(Room {
            dealing: Dealing::new(house.store.parts(id).await?, house.clock.now()),
            drafts: Drafts::new(sitters.len()),
            audience: Audience::new(),
            patience: 0,
            phrases: Allowance::new(),
            listed: false,
            visit: house.lobby.visit(id),
            called: SeatSet::EMPTY,
            broken: false,
            unsure: false,
            elsewhere,
            minds,
            house,
            setup,
            sitters,
            ledger,
            rematch,
            inbox,
        });
        room.ledger.wind(room.house.time());
        room.called = room.awaiting();
        room.claim().await?;
        room.say_elsewhere(&OfTable::Hello);
        Ok((room, commands))
    }

    /// The way in.
    pub(crate) fn way(&self) -> Way {
        let mark = self.elsewhere.as_ref().map(|elsewhere| elsewhere.mark.clone());
        Way { inbox: self.inbox.clone(), mark: mark.unwrap_or_default() }
    }

    /// The version of the play.
    pub(crate) fn version(&self) -> u64 {
        self.ledger.version()
    }

    /// Goes on with the drafts that the table had when it last left the memory.
    pub(crate) fn resume(&mut self, drafts: Drafts) {
        self.drafts = drafts;
    }

    /// Runs the table until nobody needs it any more or the house closes.
    pub(crate) async fn run(mut self: Box<Self>, mut commands: mpsc::Receiver<Command>) {
        let mut closing = std::pin::pin!(self.house.closing());
        let mut messages = self.elsewhere.as_mut().and_then(Elsewhere::take_messages);
        while !self.broken {
            self.deal().await;
            self.tell();
            self.tell_elsewhere();
            self.wake_bots();
            self.show_in_lobby();
            self.call_absent();
            let (house, next) = (self.house.clone(), self.next_deadline());
            let dealt_at = self.dealt_at();
            let idle = self.audience.is_empty() && !self.minds.any_thinking();
            tokio::select! {
                biased;
                () = &mut closing => return,
                // What is done takes room while it is done. Most tables wait.
                Some(command) = commands.recv() => Box::pin(self.obey(command)).await,
                Some(message) = next_of(&mut messages) => {
                    Box::pin(self.hear_elsewhere(message)).await;
                }
                () = house.reaches(next.unwrap_or_default()), if next.is_some() => {
                    Box::pin(self.time_is_up()).await;
                }
                () = house.clock.reaches(dealt_at.unwrap_or_default()), if dealt_at.is_some() => {}
                () = tokio::time::sleep(RETRY), if self.unsure => {
                    Box::pin(self.make_sure()).await;
                }
                () = tokio::time::sleep(self.house.limits.linger), if idle => {
                    if Box::pin(self.retire(next, &commands)).await {
                        return;
                    }
                }
            }
        }
        // What is broken, or was deleted, leaves the memory at once.
        commands.close();
        self.house.discard(&self.setup.id);
        if self.listed {
            self.house.list(&self.setup.id, None);
        }
    }

    /// Leaves the memory, unless somebody is on the way in.
    async fn retire(&mut self, next: Option<i64>, commands: &mpsc::Receiver<Command>) -> bool {
        self.leave_home(next.is_some() || self.waits_for_days()).await;
        let left = next.filter(|_| self.at_home());
        let left = left.map(|until| (self.ledger.version(), until, &self.drafts));
        let retired = self.house.retire(&self.setup.id, commands, left);
        if retired {
            self.leave_lobby();
        } else if let Err(error) = self.claim().await {
            tracing::warn!(%error, "a table that somebody needs could not be taken home again");
        }
        retired
    }

    /// Reads again what may have been stored when the database was lost.
    async fn make_sure(&mut self) {
        if self.catch_up().await.is_ok() && self.see_who_sits().await.is_ok() {
            self.unsure = false;
        }
    }

    async fn obey(&mut self, command: Command) {
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
                    self.audience.leave(client);
                }
            }
            Command::Foresee { asker, action, reply } => {
                // The asker may have given up waiting.
                let _ = reply.send(self.preview(asker, &action));
            }
            Command::Advise { asker, reply } => {
                let _ = reply.send(self.decision(asker));
            }
            Command::Moment { asker, wanted, reply } => {
                let _ = reply.send(scene!(self).moment(asker, wanted));
            }
            Command::Withdraw { guest, reply } => {
                let _ = reply.send(self.withdraw(guest).await.map_err(Refused::from));
            }
            Command::Close { reply } => {
                let _ = reply.send(self.close().await.map_err(Refused::from));
            }
            Command::Seats => {
                if let Err(error) = self.see_who_sits().await {
                    tracing::error!(%error, "who sits at a table could not be read again");
                }
            }
            Command::Servers(among) => self.see_servers(among).await,
            Command::Leave { client } => self.audience.leave(client),
            Command::Say { client, asker, message } => {
                let (message, span) = *message;
                self.hear(client, asker, message).instrument(span).await;
            }
            Command::Thought { seat, version, choice } => {
                self.bot_acts(seat, version, choice).await;
            }
            Command::Answered { seat, version, answer } => {
                self.bot_answers(seat, version, answer).await;
            }
        }
    }

    fn join(&mut self, arriving: Arriving) -> Result<Connection, Refused> {
        let asker = arriving.asker;
        let limits = &self.house.limits;
        let seated = self.seat_of(asker).is_some();
        if !(seated || self.setup.terms.onlookers || !self.started() || self.ledger.over()) {
            return Err(Refused::no_onlookers());
        }
        let onlooker: Option<Ticket<()>> = match seated {
            true => None,
            false => self.house.onlookers.open((), limits.onlookers),
        };
        let mut scene = scene!(self);
        scene.onlookers += usize::from(!seated && !self.audience.is_here(asker.guest));
        self.audience.join(&scene, arriving, onlooker, limits)
    }

    /// Tells everybody what is new for them.
    fn tell(&mut self) {
        let _telling = self.audience.has_news().then(|| span!("tell").entered());
        let scene = scene!(self);
        self.audience.tell(&scene);
    }

    /// What would happen if somebody did this now; refused as doing it would be.
    fn preview(&self, asker: Asker, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(asker) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.ledger.table().preview(seat, action).map_err(Refusal::from),
        };
        Foreseen::new(self.ledger.version(), foreseen)
    }

    /// The decision of a seat that is to be advised on, if the table allows that.
    fn decision(&self, asker: Asker) -> Decision {
        let table = self.ledger.table();
        let seen = match self.seat_of(asker) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.setup.terms.advice => Err(Refusal::NO_ADVICE),
            Some(seat) if is_program(&self.sitters, seat) => Err(Refusal::BOT_UNADVISED),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => {
                table.turn().check_awaited(seat).map(|()| table.seen(seat)).map_err(Refusal::from)
            }
        };
        Decision { version: self.ledger.version(), seen, game: self.setup.game.clone() }
    }

    /// Does what a client asks. One that was let go meanwhile gets no answer, but what it sent
    /// before is done: its page sends it again under the same id and learns so.
    async fn hear(&mut self, client: u64, asker: Asker, message: ToServer) {
        let (id, heard) = match message {
            ToServer::Draft { id, version, draft } => {
                let answer = match self.draft(asker, version, draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                return self.audience.answer(client, &answer);
            }
            ToServer::Phrase { id, phrase } => {
                let heard = self.say(asker, phrase);
                (id, heard)
            }
            ToServer::Sit { id, seat, name, hash } => {
                let heard = self.sit(asker.guest, seat, &name, hash).await;
                (id, heard)
            }
            ToServer::Promise { id, hash } => {
                let heard = self.promise(asker.guest, hash).await;
                (id, heard)
            }
            ToServer::Share { id, share } => {
                let heard = self.share(asker, share).await;
                (id, heard)
            }
            ToServer::Stand { id } => {
                let heard = self.stand(asker).await;
                (id, heard)
            }
            ToServer::Arrange { id, change } => {
                let heard = self.rearrange(asker.guest, change).await;
                (id, heard)
            }
            ToServer::Leave { id, gives_up } => {
                let heard = self.leave(asker, &id, gives_up).await;
                (id, heard)
            }
            ToServer::Return { id } => {
                let heard = self.come_back(asker, &id).await;
                (id, heard)
            }
            ToServer::Rematch { id, comes, hash } => {
                let heard = self.play_again(asker, comes, hash).await;
                (id, heard)
            }
            ToServer::Resign { id, version } => {
                let heard = self.change(asker, &id, version, ChangeKind::Resign).await;
                (id, heard)
            }
            ToServer::Talk { id, version, word } => {
                let heard = self.change(asker, &id, version, ChangeKind::Talk(word)).await;
                (id, heard)
            }
            ToServer::Act { id, version, action } => {
                let heard = self.change(asker, &id, version, ChangeKind::Act(action)).await;
                (id, heard)
            }
            ToServer::Undo { id, version } => {
                let heard = self.change(asker, &id, version, ChangeKind::Undo).await;
                (id, heard)
            }
        };
        self.deal().await;
        // The new state first, so that a client that hears "done" already sees it.
        self.tell();
        self.tell_elsewhere();
        let answer = match heard {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => {
                self.house.metrics.declined.inc();
                ToClient::Refused { id, refusal }
            }
        };
        self.audience.answer(client, &answer);
    }

    /// Tells everybody what somebody at the table says.
    fn say(&mut self, asker: Asker, phrase: Phrase) -> Result<(), Refusal> {
        let seat = self.seat_of(asker).ok_or(Refusal::NO_SEAT)?;
        if !self.phrases.take(seat, self.house.limits.phrases, self.house.clock.now()) {
            return Err(Refusal::TALKATIVE);
        }
        self.audience.announce(&ToClient::Said { seat, phrase });
        if self.has_company() {
            self.say_elsewhere(&OfTable::Said { seat, phrase });
        }
        Ok(())
    }

    /// Says what a draft means, and keeps it if it is one of the decision awaited of the guest;
    /// those who may watch it see it grow, and nobody else learns that there is one.
    fn draft(&mut self, asker: Asker, version: u64, text: String) -> Result<Draft, Refusal> {
        let seat = self.seat_of(asker).ok_or(Refusal::NO_SEAT)?;
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        let limits = &self.house.limits;
        if text.len() > limits.draft {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        self.ledger.check_fresh(seat, version)?;
        let draft = self.ledger.table().draft(seat, &text)?;
        if draft.reading.to_string().len() > limits.reading {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        let table = self.ledger.table();
        let awaited = table.turn().awaited().contains(seat);
        let watched = table.drafts_open();
        // Where time is limited or others watch, what cannot be completed is a question and no
        // draft.
        let completes = watched || table.time_limit(seat).is_some();
        if !awaited || (draft.completed.is_none() && completes) {
            return Ok(draft);
        }
        if self.has_company() {
            self.say_elsewhere(&OfTable::Draft { seat, version, text: text.clone() });
        }
        self.keep_draft(Some(asker.guest), seat, Kept { text, reading: draft.reading.clone() });
        Ok(draft)
    }

    /// Keeps what a seat has in hand; those who may watch it see it, but for the guest whose it is.
    fn keep_draft(&mut self, guest: Option<Guest>, seat: Seat, kept: Kept) {
        let reading = kept.reading.clone();
        self.drafts.keep(seat, kept);
        if self.ledger.table().drafts_open() {
            let version = self.ledger.version();
            let told = ToClient::Drafting { version, draft: OpenDraft { seat, reading } };
            self.audience.show_draft(guest, seat, &told);
        }
    }

    /// A change by a person.
    async fn change(
        &mut self,
        asker: Asker,
        id: &str,
        version: u64,
        kind: ChangeKind,
    ) -> Result<(), Refusal> {
        // Not every database stores every character.
        let strange = id.chars().any(char::is_control);
        if id.is_empty() || strange || id.chars().count() > ID_LENGTH {
            return Err(Refusal::BAD_ID);
        }
        if self.seat_of(asker).is_none() {
            self.read_again().await?;
        }
        let seat = self.seat_of(asker).ok_or(Refusal::NO_SEAT)?;
        let plays = !matches!(kind, ChangeKind::Leave | ChangeKind::Return);
        if plays && self.ledger.deserted().contains(seat) && !self.ledger.knows(seat, id) {
            let lost = self.ledger.lost().contains(seat);
            return Err(if lost { Refusal::LOST } else { Refusal::AWAY });
        }
        self.submit(seat, id, version, kind, None).await
    }

    /// A change that the house makes, for a bot or since time is up; refused as stale where the table
    /// is at home with another server.
    async fn do_for(&mut self, seat: Seat, version: u64, kind: ChangeKind) -> Result<(), Refusal> {
        if !self.at_home() {
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
            if self.ledger.knows(seat, id) {
                return Ok(());
            }
            if !self.started() {
                self.read_again().await?;
            }
            if !self.started() {
                return Err(Refusal::NOT_BEGUN);
            }
            let known = self.ledger.version();
            let checked = span!("rules")
                .in_scope(|| self.ledger.check(seat, version, &kind, self.house.time()));
            if let Err(refusal) = checked {
                // Another process may have made it possible, or done it.
                self.read_again().await?;
                if self.ledger.version() == known {
                    return Err(refusal);
                }
                continue;
            }
            let change = Change {
                seat,
                kind: kind.clone(),
                client_id: id.to_owned(),
                at: self.house.day(),
                time: Some(self.house.time()),
            };
            let rules = span!("rules").entered();
            let back = self.ledger.apply(change.clone())?;
            let (table, change_of) = (self.setup.id.clone(), change.clone());
            let eyes = self.audience.eyes(&self.sitters);
            let (standing, record) = (self.ledger.written(eyes), self.record());
            drop(rules);
            let entry = Entry::Change { table, known, change: change_of, standing, record, fence };
            match self.house.store.write(entry).instrument(span!("store")).await {
                Ok(Written::Yes) => {
                    self.house.metrics.accepted.inc();
                    self.done(&change, back);
                    self.stored();
                    return Ok(());
                }
                Ok(Written::Conflict) => {
                    self.forget_last()?;
                    self.read_again().await?;
                    if fence.is_some() && self.ledger.version() == known {
                        // Nobody was faster: the number is not that of the table any more.
                        self.lose_home();
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
        let prototypes = &self.house.prototypes;
        let back = self.ledger.forget_last(&self.setup, &self.sitters, prototypes);
        self.ledger.wind(self.house.time());
        back.map_err(|refused| {
            // The next to come has the table loaded anew.
            tracing::error!(?refused, "a table could not go back to what is stored");
            self.broken = true;
            Refusal::NOT_SAVED
        })
    }

    /// The record as it is given out, once the play is over.
    fn record(&self) -> Option<String> {
        let ledger = &self.ledger;
        ledger.over().then(|| to_json(&record(ledger, &self.setup, &self.sitters)))
    }

    /// A change that is on disk has been done and took a decision of the seat `back`, if of any.
    fn done(&mut self, change: &Change, back: Option<Seat>) {
        if let ChangeKind::Act(_) | ChangeKind::Expire(_) = change.kind {
            self.drafts.forget(change.seat);
        }
        if let Some(seat) = back {
            self.drafts.forget(seat);
        }
        self.drafts.follow(self.ledger.table());
        if self.ledger.over() && self.setup.terms.rated {
            self.count();
        }
        self.audience.changed(self.ledger.steps());
    }

    /// Has the result counted for the ratings. What fails, or is cut short, is made up for when the
    /// house opens next.
    fn count(&self) {
        let Some(guard) = self.house.hold() else { return };
        let (house, table) = (self.house.clone(), self.setup.id.clone());
        tokio::spawn(async move {
            if let Err(refused) = house.count(&table).await {
                tracing::warn!(?refused, "a result is not counted yet");
            }
            drop(guard);
        });
    }

    /// Takes in what other processes wrote, if anything.
    async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        if !self.started() || self.sitters.contains(&Sitter::Nobody) {
            self.see_who_sits().await?;
        }
        for change in self.house.store.changes(&self.setup.id, self.ledger.version()).await? {
            match self.ledger.apply(change.clone()) {
                Ok(back) => self.done(&change, back),
                Err(illegal) => {
                    tracing::error!(rule = %illegal.rule, "a stored change cannot be done");
                    break;
                }
            }
        }
        if self.ledger.over() && self.rematch.is_none() {
            let rematch = self.house.store.rematch(&self.setup.id).await?;
            self.rematch = rematch.map(Rematch::at);
            if self.rematch.is_some() {
                self.audience.news();
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
        asker: Asker,
        comes: bool,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(asker).ok_or(Refusal::NO_SEAT)?;
        if !self.ledger.over() {
            return Err(Refusal::NOT_OVER);
        }
        if comes && self.rematch.is_none() {
            self.house.may_begin(asker.guest).await?;
            self.open_rematch(asker.guest, hash).await?;
        } else if let (true, Some(rematch), Some(hash)) = (comes, &self.rematch, hash) {
            let (table, guest) = (rematch.table.clone(), asker.guest);
            let entry = Entry::Promise { table, guest, hash };
            // If its deal is made by now, it is without this.
            self.house.store.write(entry).await.map_err(|error| Refusal::not_saved(&error))?;
        }
        if let Some(rematch) = &mut self.rematch {
            rematch.hear(seat, comes);
            self.audience.news();
            self.say_elsewhere(&OfTable::Rematch { seat, comes });
        }
        Ok(())
    }

    /// Opens the rematch: the same people, bots, options, components and position, one seat
    /// further on.
    async fn open_rematch(&mut self, guest: Guest, hash: Option<Bytes32>) -> Result<(), Refusal> {
        let id = ids::table_id();
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let parts: Vec<Part> = hash.into_iter().map(|hash| Part::new(guest, hash)).collect();
        let setup = TableSetup {
            id: id.clone(),
            deal: Dealt::new(&id, Bytes32(ids::random()), &sitters, &parts),
            begun_at: self.house.time(),
            cancelled: false,
            arranged: 0,
            compacted: None,
            created: self.house.day(),
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
        let standing = Ledger::new(&setup, &sitters, &self.house.prototypes)
            .map_err(|refused| {
                tracing::error!(?refused, "a rematch could not be begun");
                Refusal::NOT_SAVED
            })?
            .standing();
        let entry = Entry::Table { setup: Box::new(setup), sitters, parts, standing };
        let written = self.house.store.write(entry).await;
        match written.map_err(|error| Refusal::not_saved(&error))? {
            Written::Yes => self.rematch = Some(Rematch::at(id)),
            Written::Conflict => self.read_again().await?,
        }
        Ok(())
    }

    /// Lists the table in the lobby, or no longer.
    fn show_in_lobby(&mut self) {
        let now = self.house.day();
        let sits = |guest| !seats_of(&self.sitters, guest).is_empty();
        if let Some((guest, address)) = self.audience.first(sits) {
            self.visit = Some(Visit { guest, address, at: now });
        }
        let listing = self.card().and_then(|card| Listing::new(card, self.visit()?, now));
        if listing.is_some() || self.listed {
            self.listed = listing.is_some();
            self.house.list(&self.setup.id, listing);
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
        if !self.at_home() {
            return None;
        }
        let TableSetup { terms, .. } = &self.setup;
        let started = self.started();
        let open = terms.listed && !self.setup.cancelled && !self.ledger.over();
        let here = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest, .. } if self.audience.is_here(*guest));
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
            seats: scene!(self).seats(|guest| self.audience.is_here(guest)),
            started,
            onlookers: self.audience.onlookers(&self.sitters),
            created: self.setup.created,
        })
    }

    /// The table leaves the memory. One that waits for people who come on other days stays listed.
    fn leave_lobby(&self) {
        let stays = self.waits_for_days() && self.at_home();
        if self.listed && !stays {
            self.house.list(&self.setup.id, None);
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
        self.minds = Minds::new(seats, &self.house, self.inbox.clone());
    }

    fn started(&self) -> bool {
        self.setup.begun()
    }

    fn seat_of(&self, asker: Asker) -> Option<Seat> {
        seat_of(&self.sitters, asker)
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

/// A record as it is given out.
pub(crate) fn to_json(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is plain data")
}

/// The record of a play, with names and times.
pub(crate) fn record(ledger: &Ledger, setup: &TableSetup, sitters: &[Sitter]) -> Record {
    let times = vec![ids::rfc3339(setup.created), ids::rfc3339(ledger.changed())];
    let deal = if let Dealt::Yes(_, deal) = &setup.deal { deal.clone() } else { None };
    let record = ledger.table().record();
    let timing = setup.terms.time.map(|control| Timing {
        control: serde_json::to_value(control).expect("a time control is plain data"),
        at: ledger.decided_at(record.actions.len()),
        expired: ledger.expired().into_iter().map(|step| step - 1).collect(),
    });
    Record { names: names(sitters), times, deal, timing, ..record }
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
