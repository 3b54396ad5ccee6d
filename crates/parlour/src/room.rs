//! One live table: a task that is the single writer of its play in this process. Messages
//! come in by a channel; what each client may know goes out by its outbox.
//! Other processes may write to the same table: every change is numbered in the store, so
//! the task first takes in what is new there, and tries again when it comes second.

use std::sync::Arc;
use std::time::Duration;

use table::{Bytes32, Draft, Record, Seat, SeatSet};
use tokio::sync::mpsc;

use crate::audience::Audience;
use crate::command::{Command, Connection, Inbox};
use crate::dealing::{Asked, Dealing, Dealt, Part};
use crate::deciding::{Deciding, Kept};
use crate::guest::{Guest, clean_name};
use crate::house::House;
use crate::ids;
use crate::ledger::Ledger;
use crate::minds::{Minds, Thought};
use crate::refusal::Refused;
use crate::scene::Scene;
use crate::seats::{names, seat_of};
use crate::store::{Change, ChangeKind, Entry, Setup, Sitter, Written};
use crate::tally::Ticket;
use crate::wire::{Foreseen, Matter, OpenDraft, Refusal, Rematch, ToClient, ToServer, Word};

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
    setup: Setup,
    sitters: Vec<Sitter>,
    ledger: Ledger,
    dealing: Dealing,
    deciding: Deciding,
    rematch: Option<Rematch>,
    audience: Audience,
    minds: Minds,
    inbox: Inbox,
    /// Whether the play in memory is no longer the one on disk and could not be repaired.
    broken: bool,
}

/// What a table shows now, borrowed from its parts so that it can be shown to the audience.
macro_rules! scene {
    ($room:ident) => {
        Scene {
            setup: &$room.setup,
            sitters: &$room.sitters,
            ledger: &$room.ledger,
            dealing: &$room.dealing,
            deciding: &$room.deciding,
            rematch: $room.rematch.as_ref(),
            now: $room.house.clock.now(),
        }
    };
}

impl Room {
    /// Loads a table from the store.
    pub(crate) async fn load(
        house: Arc<House>,
        id: &str,
    ) -> Result<(Room, mpsc::Receiver<Command>), Refused> {
        let (setup, sitters, ledger) = house.replay(id).await?;
        let rematch = house.store.rematch(id).await?.map(Rematch::at);
        let (inbox, commands) = mpsc::channel(INBOX);
        let minds = Minds::new(&setup.game, sitters.len(), house.thinkers.clone(), inbox.clone());
        let mut room = Room {
            dealing: Dealing::new(house.store.parts(id).await?, house.clock.now()),
            deciding: Deciding::new(sitters.len()),
            audience: Audience::new(),
            broken: false,
            minds,
            house,
            setup,
            sitters,
            ledger,
            rematch,
            inbox,
        };
        room.follow();
        Ok((room, commands))
    }

    /// The way in.
    pub(crate) fn inbox(&self) -> Inbox {
        self.inbox.clone()
    }

    /// The version of the play.
    pub(crate) fn version(&self) -> u64 {
        self.ledger.version()
    }

    /// Goes on with the drafts and clocks that the table had when it last left the memory.
    pub(crate) fn resume(&mut self, deciding: Deciding) {
        self.deciding = deciding;
        self.follow();
    }

    /// Runs the table until nobody needs it any more or the house closes.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        let mut closing = std::pin::pin!(self.house.closing());
        while !self.broken {
            self.deal().await;
            self.tell();
            self.wake_bots();
            let clock = self.house.clock.clone();
            let next = self.deciding.next().into_iter().chain(self.dealt_at()).min();
            let idle = self.audience.is_empty() && !self.minds.any_thinking();
            tokio::select! {
                biased;
                () = &mut closing => return,
                Some(command) = commands.recv() => self.obey(command).await,
                () = clock.reaches(next.unwrap_or_default()), if next.is_some() => {
                    self.time_is_up(clock.now()).await;
                }
                () = tokio::time::sleep(self.house.limits.linger), if idle => {
                    let left = self.deciding.next().map(|_| (self.ledger.version(), &self.deciding));
                    if self.house.retire(&self.setup.id, &commands, left) {
                        return;
                    }
                }
            }
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join { guest, seen, version, reply } => {
                if let Err(error) = self.catch_up().await {
                    tracing::error!(%error, "a table could not be read again");
                }
                // The asker may have given up waiting; then its seat is not online.
                let joined = self.join(guest, seen, version);
                let client = joined.as_ref().ok().map(|connection| connection.client);
                if reply.send(joined).is_err()
                    && let Some(client) = client
                {
                    self.audience.leave(client);
                }
            }
            Command::Foresee { guest, action, reply } => {
                // The asker may have given up waiting.
                let _ = reply.send(self.foresee(guest, &action));
            }
            Command::Moment { guest, wanted, reply } => {
                let _ = reply.send(scene!(self).moment(guest, wanted));
            }
            Command::Leave { client } => self.audience.leave(client),
            Command::Say { client, guest, message } => self.hear(client, guest, message).await,
            Command::Thought { seat, version, choice } => {
                self.bot_acts(seat, version, choice).await;
            }
            Command::Answered { seat, version, answer } => {
                self.bot_answers(seat, version, answer).await;
            }
        }
    }

    fn join(
        &mut self,
        guest: Guest,
        seen: usize,
        version: Option<u64>,
    ) -> Result<Connection, Refused> {
        let limits = &self.house.limits;
        let onlooker: Option<Ticket<()>> = match self.seat_of(guest) {
            Some(_) => None,
            None => self.house.onlookers.open((), limits.onlookers),
        };
        let scene = scene!(self);
        self.audience.join(&scene, guest, (seen, version), onlooker, limits)
    }

    /// Tells everybody what is new for them.
    fn tell(&mut self) {
        let scene = scene!(self);
        self.audience.tell(&scene);
    }

    /// What would happen if the guest did this now; refused as doing it would be.
    fn foresee(&self, guest: Guest, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(guest) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.ledger.table().foresee(seat, action).map_err(Refusal::from),
        };
        Foreseen::new(self.ledger.version(), foreseen)
    }

    /// Does what a client asks. One that was let go meanwhile gets no answer, but what it sent
    /// before is done: its page sends it again under the same id and learns so.
    async fn hear(&mut self, client: u64, guest: Guest, message: ToServer) {
        let (id, heard) = match message {
            ToServer::Draft { id, version, draft } => {
                let answer = match self.draft(guest, version, draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                return self.audience.answer(client, &answer);
            }
            ToServer::Resign { id, version } => {
                let heard = self.change(guest, &id, version, ChangeKind::Resign).await;
                (id, heard)
            }
            ToServer::Talk { id, version, word } => {
                let heard = self.change(guest, &id, version, ChangeKind::Talk(word)).await;
                (id, heard)
            }
            ToServer::Sit { id, seat, name, hash } => {
                let heard = self.sit(guest, seat, &name, hash).await;
                (id, heard)
            }
            ToServer::Promise { id, hash } => {
                let heard = self.promise(guest, hash).await;
                (id, heard)
            }
            ToServer::Share { id, share } => {
                let heard = self.share(guest, share).await;
                (id, heard)
            }
            ToServer::Act { id, version, action } => {
                let heard = self.change(guest, &id, version, ChangeKind::Act(action)).await;
                (id, heard)
            }
            ToServer::Undo { id, version } => {
                let heard = self.change(guest, &id, version, ChangeKind::Undo).await;
                (id, heard)
            }
            ToServer::Rematch { id, comes, hash } => {
                let heard = self.play_again(guest, comes, hash).await;
                (id, heard)
            }
        };
        self.deal().await;
        // The new state first, so that a client that hears "done" already sees it.
        self.tell();
        let answer = match heard {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => ToClient::Refused { id, refusal },
        };
        self.audience.answer(client, &answer);
    }

    /// Says what a draft means, and keeps it if it is one of the decision awaited of the guest;
    /// those who may watch it see it grow, and nobody else learns that there is one.
    fn draft(&mut self, guest: Guest, version: u64, text: String) -> Result<Draft, Refusal> {
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
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
        let reading = draft.reading.clone();
        self.deciding.keep(seat, Kept { text, reading: reading.clone() });
        if watched {
            let version = self.ledger.version();
            let told = ToClient::Drafting { version, draft: OpenDraft { seat, reading } };
            self.audience.show_draft(guest, seat, &told);
        }
        Ok(draft)
    }

    /// Takes the decisions whose time is up.
    async fn time_is_up(&mut self, now: Duration) {
        for seat in self.deciding.late(now).iter() {
            let Some(action) = self.completed(seat).or_else(|| self.any_action(seat)) else {
                self.deciding.put_off(seat, now + RETRY);
                continue;
            };
            let version = self.ledger.version();
            let done = self.submit(seat, &ids::table_id(), version, ChangeKind::Act(action)).await;
            if let Err(refusal) = done {
                tracing::warn!(rule = ?refusal.rule, "a decision could not be taken in time");
                self.deciding.put_off(seat, now + RETRY);
            }
        }
    }

    /// What becomes of the seat's last draft, or of the empty one.
    fn completed(&self, seat: Seat) -> Option<String> {
        let last = self.deciding.draft(seat).map(|draft| draft.text.as_str());
        last.into_iter()
            .chain([""])
            .find_map(|draft| self.ledger.table().draft(seat, draft).ok()?.completed)
    }

    /// Lets the clocks follow the decisions that are awaited.
    fn follow(&mut self) {
        if self.started() {
            self.deciding.follow(self.ledger.table(), self.house.clock.now());
        }
    }

    /// Begins the play when it can begin; until then it gathers what people add to the deal.
    async fn deal(&mut self) {
        if self.setup.begun() {
            return;
        }
        let now = self.house.clock.now();
        let asked = self.dealing.ask(&self.sitters, now);
        if asked != Asked::Same {
            self.audience.news();
        }
        if asked == Asked::NoMore {
            let void = Entry::Void { table: self.setup.id.clone() };
            if let Err(error) = self.house.store.write(void).await {
                not_saved(&error);
            }
        }
        if self.dealt_at().is_some_and(|due| due <= now) && self.begin().await.is_err() {
            self.dealing.put_off(now + RETRY);
        }
    }

    /// When the play begins that has not begun, if every seat is taken.
    fn dealt_at(&self) -> Option<Duration> {
        if self.setup.begun() {
            return None;
        }
        self.dealing.due(|guest| self.audience.is_here(guest))
    }

    async fn begin(&mut self) -> Result<(), Refusal> {
        let deal = self.dealing.deal(&self.setup, &self.sitters);
        let setup = Setup { deal, ..self.setup.clone() };
        let Dealt::Yes(seed, Some(deal)) = setup.deal.clone() else { return Ok(()) };
        let ledger = self.laid(&setup)?;
        let (table, standing) = (setup.id.clone(), ledger.standing());
        let entry = Entry::Begin { table, seed, deal: Box::new(deal), standing };
        let written = self.house.store.write(entry).await;
        match written.map_err(|error| not_saved(&error))? {
            Written::Yes => {
                (self.setup, self.ledger) = (setup, ledger);
                self.begun();
                Ok(())
            }
            Written::Conflict => self.read_again().await,
        }
    }

    /// The play of this setup before any change.
    fn laid(&self, setup: &Setup) -> Result<Ledger, Refusal> {
        Ledger::new(setup, &self.sitters, &self.house.prototypes).map_err(|refused| {
            tracing::error!(?refused, "a play could not be begun");
            Refusal::NOT_SAVED
        })
    }

    /// Hears what a guest promises to add to the deal.
    async fn promise(&mut self, guest: Guest, hash: Bytes32) -> Result<(), Refusal> {
        self.read_again().await?;
        self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        if self.setup.begun() {
            return Err(Refusal::DEALT);
        }
        self.dealing.check_promise()?;
        let entry = Entry::Promise { table: self.setup.id.clone(), guest, hash };
        let written = self.house.store.write(entry).await;
        match written.map_err(|error| not_saved(&error))? {
            Written::Yes => {
                self.dealing.promised(guest, hash);
                self.audience.news();
                Ok(())
            }
            Written::Conflict => Err(Refusal::PROMISED_LATE),
        }
    }

    /// Hears the share that a guest has promised.
    async fn share(&mut self, guest: Guest, share: Bytes32) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        if self.setup.begun() {
            let known = self.setup.deal.holds(seat, share);
            return if known { Ok(()) } else { Err(Refusal::DEALT) };
        }
        if !self.dealing.check_share(guest, share)? {
            return Ok(());
        }
        let entry = Entry::Share { table: self.setup.id.clone(), guest, share };
        let written = self.house.store.write(entry).await;
        match written.map_err(|error| not_saved(&error))? {
            Written::Yes => {
                self.dealing.shared(guest, share);
                self.audience.news();
                Ok(())
            }
            Written::Conflict => {
                self.read_again().await?;
                Err(Refusal::DEALT)
            }
        }
    }

    async fn sit(
        &mut self,
        guest: Guest,
        seat: Seat,
        name: &str,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        match self.seat_of(guest) {
            Some(own) if own == seat => return Ok(()),
            Some(_) => return Err(Refusal::SEATED),
            None => {}
        }
        if self.sitters.get(seat.index()) != Some(&Sitter::Nobody) {
            return Err(Refusal::TAKEN);
        }
        let name = clean_name(name, &names(&self.sitters));
        let table = self.setup.id.clone();
        let entry = Entry::Sit { table, seat, guest, name: name.clone(), hash };
        let written = self.house.store.write(entry).await;
        match written.map_err(|error| not_saved(&error))? {
            Written::Yes => {
                self.sitters[seat.index()] = Sitter::Person { guest, name };
                if let Some(hash) = hash {
                    self.dealing.promised(guest, hash);
                }
                self.audience.seated(guest);
                self.audience.news();
                Ok(())
            }
            Written::Conflict => {
                self.read_again().await?;
                if self.seat_of(guest) == Some(seat) { Ok(()) } else { Err(Refusal::TAKEN) }
            }
        }
    }

    async fn change(
        &mut self,
        guest: Guest,
        id: &str,
        version: u64,
        kind: ChangeKind,
    ) -> Result<(), Refusal> {
        if id.is_empty() || id.chars().count() > ID_LENGTH {
            return Err(Refusal::BAD_ID);
        }
        if self.seat_of(guest).is_none() {
            self.read_again().await?;
        }
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        self.submit(seat, id, version, kind).await
    }

    /// The one way for a change to happen, for people and bots alike: checked, done, stored with
    /// what came of it, and only then told. What cannot be stored is forgotten again.
    async fn submit(
        &mut self,
        seat: Seat,
        id: &str,
        version: u64,
        kind: ChangeKind,
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
            if let Err(refusal) = self.ledger.check(seat, version, &kind) {
                // Another process may have made it possible, or done it.
                self.read_again().await?;
                if self.ledger.version() == known {
                    return Err(refusal);
                }
                continue;
            }
            let change =
                Change { seat, kind: kind.clone(), client_id: id.to_owned(), at: ids::now() };
            let steps = self.ledger.table().length();
            let back = self.ledger.apply(change.clone())?;
            let (table, change_of) = (self.setup.id.clone(), change.clone());
            let (standing, record) = (self.ledger.standing(), self.record());
            let entry = Entry::Change { table, known, change: change_of, standing, record };
            match self.house.store.write(entry).await {
                Ok(Written::Yes) => {
                    self.done(&change, steps, back);
                    return Ok(());
                }
                Ok(Written::Conflict) => {
                    self.forget_last()?;
                    self.read_again().await?;
                }
                Err(error) => {
                    self.forget_last()?;
                    return Err(not_saved(&error));
                }
            }
        }
    }

    fn forget_last(&mut self) -> Result<(), Refusal> {
        let prototypes = &self.house.prototypes;
        self.ledger.forget_last(&self.setup, &self.sitters, prototypes).map_err(|refused| {
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

    /// A change that is on disk has been done and took a decision of the seat `back`, if of any;
    /// before, there were `steps` steps.
    fn done(&mut self, change: &Change, steps: usize, back: Option<Seat>) {
        if let ChangeKind::Act(_) = change.kind {
            self.deciding.acted(change.seat, steps, self.house.clock.now());
        }
        if let Some(seat) = back {
            self.deciding.took_back(seat);
        }
        self.begun();
    }

    /// The play has begun or gone on.
    fn begun(&mut self) {
        self.audience.changed(self.ledger.steps());
        self.follow();
    }

    /// Takes in what other processes wrote, if anything.
    async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        let store = &self.house.store;
        let id = &self.setup.id;
        if !self.started() {
            self.dealing.read(store.parts(id).await?);
            let (setup, sitters) = (store.setup(id).await?, store.sitters(id).await?);
            if sitters != self.sitters {
                self.sitters = sitters;
                self.audience.news();
            }
            if let Some(setup) = setup.filter(Setup::begun) {
                match self.laid(&setup) {
                    Ok(ledger) => (self.setup, self.ledger) = (setup, ledger),
                    // The next to come has the table loaded anew.
                    Err(_) => self.broken = true,
                }
                self.begun();
            }
        }
        for change in self.house.store.changes(&self.setup.id, self.ledger.version()).await? {
            let steps = self.ledger.table().length();
            match self.ledger.apply(change.clone()) {
                Ok(back) => self.done(&change, steps, back),
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
        self.catch_up().await.map_err(|error| not_saved(&error))
    }

    /// Hears whether somebody comes to the rematch, which the first who does opens.
    async fn play_again(
        &mut self,
        guest: Guest,
        comes: bool,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        if !self.ledger.over() {
            return Err(Refusal::NOT_OVER);
        }
        if comes && self.rematch.is_none() {
            self.open_rematch(guest, hash).await?;
        } else if let (true, Some(rematch), Some(hash)) = (comes, &self.rematch, hash) {
            let entry = Entry::Promise { table: rematch.table.clone(), guest, hash };
            // If its deal is made by now, it is without this.
            self.house.store.write(entry).await.map_err(|error| not_saved(&error))?;
        }
        if let Some(rematch) = &mut self.rematch {
            rematch.hear(seat, comes);
            self.audience.news();
        }
        Ok(())
    }

    /// Opens the rematch: the same people, bots, options, components and position, one seat
    /// further on.
    async fn open_rematch(&mut self, guest: Guest, hash: Option<Bytes32>) -> Result<(), Refusal> {
        let id = ids::table_id();
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let parts: Vec<Part> =
            hash.into_iter().map(|hash| Part { guest, hash, share: None }).collect();
        let setup = Setup {
            id: id.clone(),
            deal: Dealt::new(&id, Bytes32(ids::random()), &sitters, &parts),
            created: ids::now(),
            rematch_of: Some(self.setup.id.clone()),
            program: Some(ids::PROGRAM.to_owned()),
            opened_by: Some(guest),
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
        match written.map_err(|error| not_saved(&error))? {
            Written::Yes => self.rematch = Some(Rematch::at(id)),
            Written::Conflict => self.read_again().await?,
        }
        Ok(())
    }

    fn started(&self) -> bool {
        self.setup.begun()
    }

    fn seat_of(&self, guest: Guest) -> Option<Seat> {
        seat_of(&self.sitters, guest)
    }

    /// Whether somebody asks to take a decision back. Bots wait then: theirs would decline it.
    fn asks_back(&self) -> bool {
        self.ledger.offer().is_some_and(|offer| offer.matter == Matter::TakeBack)
    }

    /// While somebody is there, sets every bot thinking that is asked something and is not
    /// thinking yet: about a draw first, for its decision would decline it.
    fn wake_bots(&mut self) {
        if !self.started() || self.audience.is_empty() || self.asks_back() {
            return;
        }
        let (table, version) = (self.ledger.table(), self.ledger.version());
        let offer = self.ledger.offer();
        let unanswered = |seat: &Seat| offer.is_some_and(|offer| !offer.agreed.contains(*seat));
        let asked: SeatSet = Seat::all(table.seats()).filter(unanswered).collect();
        for (seat, sitter) in (0..).map(Seat).zip(&self.sitters) {
            if !self.minds.is_free(sitter, seat) {
                continue;
            }
            if asked.contains(seat) {
                self.minds.ask_draw(&self.audience, sitter, seat, table.seen(seat), version);
            } else if table.turn().awaited().contains(seat) {
                self.minds.ask_choice(&self.audience, sitter, seat, table.seen(seat), version);
            }
        }
    }

    async fn bot_answers(&mut self, seat: Seat, version: u64, answer: Thought<bool>) {
        let (bot, accepts) = match answer {
            Thought::Found(bot, accepts) => (Some(bot), accepts),
            Thought::Unwanted(bot) => return self.minds.home(seat, Some(bot)),
            Thought::Failed => {
                tracing::error!(game = self.setup.game, "a bot failed; it declines");
                (None, false)
            }
        };
        let word = if accepts { Word::Accept } else { Word::Decline };
        let done = self.submit(seat, &ids::table_id(), version, ChangeKind::Talk(word)).await;
        if done == Err(Refusal::NOT_SAVED) {
            let answer = bot.map_or(Thought::Failed, |bot| Thought::Found(bot, accepts));
            return self.try_again(Command::Answered { seat, version, answer });
        }
        // Otherwise it was heard, or the offer is gone.
        self.minds.home(seat, bot);
    }

    /// Obeys this command a little later.
    fn try_again(&self, command: Command) {
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            tokio::time::sleep(RETRY).await;
            // The room is gone only when the house closes.
            let _ = inbox.send(command).await;
        });
    }

    async fn bot_acts(&mut self, seat: Seat, version: u64, choice: Thought<String>) {
        let (bot, action) = match choice {
            Thought::Found(bot, _) if self.asks_back() => return self.minds.home(seat, Some(bot)),
            Thought::Found(bot, action) => (bot, action),
            Thought::Unwanted(bot) => return self.minds.home(seat, Some(bot)),
            Thought::Failed => {
                tracing::error!(game = self.setup.game, "a bot failed; any legal action is taken");
                self.minds.home(seat, None);
                return self.act_for_bot(seat, version).await;
            }
        };
        let id = ids::table_id();
        match self.submit(seat, &id, version, ChangeKind::Act(action.clone())).await {
            Err(refusal) if refusal == Refusal::NOT_SAVED => {
                let choice = Thought::Found(bot, action);
                self.try_again(Command::Thought { seat, version, choice });
            }
            Err(refusal) if refusal != Refusal::STALE => {
                tracing::error!(rule = ?refusal.rule, game = self.setup.game, "a bot's choice was refused; any legal action is taken");
                self.minds.home(seat, None);
                self.act_for_bot(seat, version).await;
            }
            _ => self.minds.home(seat, Some(bot)),
        }
    }

    /// Acts for a bot that failed: a table must not stand still for that.
    async fn act_for_bot(&mut self, seat: Seat, version: u64) {
        if let Some(action) = self.any_action(seat) {
            let done = self.submit(seat, &ids::table_id(), version, ChangeKind::Act(action)).await;
            if let Err(refusal) = done {
                tracing::error!(rule = ?refusal.rule, "nor could any legal action be taken");
            }
        }
    }

    /// Some legal action.
    fn any_action(&self, seat: Seat) -> Option<String> {
        let mut legal = self.ledger.table().legal(seat);
        let count = u64::try_from(legal.len()).ok().filter(|count| *count > 0)?;
        let index = usize::try_from(ids::seed() % count).ok()?;
        Some(legal.swap_remove(index).action)
    }
}

fn not_saved(error: &sqlx::Error) -> Refusal {
    tracing::error!(%error, "a change could not be saved");
    Refusal::NOT_SAVED
}

/// A record as it is given out.
pub(crate) fn to_json(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is plain data")
}

/// The record of a play, with names and times.
pub(crate) fn record(ledger: &Ledger, setup: &Setup, sitters: &[Sitter]) -> Record {
    let times = vec![ids::rfc3339(setup.created), ids::rfc3339(ledger.changed())];
    let deal = if let Dealt::Yes(_, deal) = &setup.deal { deal.clone() } else { None };
    Record { names: names(sitters), times, deal, ..ledger.table().record() }
}
