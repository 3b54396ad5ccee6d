//! One live table: a task that is the single writer of its play in this process. Messages
//! come in by a channel; what each client may know goes out by one channel per client.
//! Other processes may write to the same table: every change is numbered in the store, so
//! the task first takes in what is new there, and tries again when it comes second.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bots::AnyBot;
use serde_json::Value;
use table::{Choice, Draft, Seat, SeatSet, Viewer};
use tokio::sync::{Semaphore, mpsc};

use crate::command::{Command, Connection, Inbox};
use crate::deciding::{Deciding, Kept};
use crate::guest::{Guest, clean_name};
use crate::house::House;
use crate::ids;
use crate::ledger::Ledger;
use crate::refusal::{Refusal, Refused};
use crate::store::{Change, Deed, Setup, Sitter, Written};
use crate::thinking;
use crate::wire::{
    DrawWord, Foreseen, ForeseenRefusal, OpenDraft, SeatClock, SeatState, TableState, ToClient,
    ToServer,
};

/// How many messages may wait for a room, and for a client. A client that does not read
/// is let go and catches up when it reconnects.
const INBOX: usize = 256;
const OUTBOX: usize = 64;
/// The longest id of a message.
const ID_LENGTH: usize = 64;
/// How many choices are sent of a decision that is open, where no list is complete.
const OPEN_CHOICES: usize = 60;
/// How long a bot whose action could not be saved waits before it tries again, and the clock
/// with a decision it could not take.
const RETRY: Duration = Duration::from_secs(2);

struct Client {
    guest: Guest,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// How many steps it has.
    steps: usize,
}

/// Whether a bot is at home or thinking.
enum Mind {
    Idle(Option<Box<dyn AnyBot>>),
    Thinking,
}

/// A table in memory.
pub(crate) struct Room {
    house: Arc<House>,
    setup: Setup,
    sitters: Vec<Sitter>,
    ledger: Ledger,
    components: Value,
    rematch: Option<String>,
    clients: HashMap<u64, Client>,
    next_client: u64,
    minds: Vec<Mind>,
    deciding: Deciding,
    inbox: Inbox,
    /// Whether the clients have yet to be told of something.
    dirty: bool,
    /// How many changes they have yet to be told of.
    untold: usize,
}

impl Room {
    /// Loads a table from the store.
    pub(crate) async fn load(
        house: Arc<House>,
        id: &str,
    ) -> Result<(Room, mpsc::Receiver<Command>), Refused> {
        let (setup, sitters, ledger) = house.replay(id).await?;
        let rematch = house.store.rematch(id).await?;
        let (inbox, commands) = mpsc::channel(INBOX);
        let mut room = Room {
            deciding: Deciding::new(sitters.len()),
            components: ledger.table().components(),
            minds: sitters.iter().map(|_| Mind::Idle(None)).collect(),
            clients: HashMap::new(),
            next_client: 0,
            dirty: false,
            untold: 0,
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

    /// Runs the table until nobody needs it any more or the house closes.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        let mut closing = std::pin::pin!(self.house.closing());
        loop {
            self.tell_everybody();
            self.wake_bots();
            // A clock that began to run is waited for, or nobody would ever be late for a table
            // that everybody left.
            let (clock, next) = (self.house.clock.clone(), self.deciding.next());
            let idle = self.clients.is_empty()
                && next.is_none()
                && !self.minds.iter().any(|mind| matches!(mind, Mind::Thinking));
            tokio::select! {
                biased;
                () = &mut closing => return,
                Some(command) = commands.recv() => self.obey(command).await,
                () = clock.reaches(next.unwrap_or_default()), if next.is_some() => {
                    self.time_is_up(clock.now()).await;
                }
                () = tokio::time::sleep(self.house.limits.linger), if idle => {
                    if self.house.retire(&self.setup.id, &commands) {
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
                    self.leave(client);
                }
            }
            Command::Foresee { guest, action, reply } => {
                // The asker may have given up waiting.
                let _ = reply.send(self.foresee(guest, &action));
            }
            Command::Leave { client } => self.leave(client),
            Command::Say { client, message } => self.hear(client, message).await,
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
        if self.clients.len() >= self.house.limits.sockets_per_table {
            return Err(Refused::table_full());
        }
        // What the others have yet to be told goes out first: it may carry frames, which one
        // who catches up does not get.
        self.tell_everybody();
        let news = self.seat_of(guest).is_some() && !self.is_online(guest);
        let client = self.next_client;
        self.next_client += 1;
        let (outbox, receiver) = mpsc::channel(OUTBOX);
        let steps = if self.started() { self.ledger.kept(seen, version) } else { 0 };
        self.clients.insert(client, Client { guest, outbox, steps });
        if news {
            self.dirty = true;
            self.tell_everybody();
        } else {
            let state = self.state(guest, steps, false);
            self.send(client, &ToClient::State { state: Box::new(state) });
            self.note_steps(client);
        }
        Ok(Connection { client, outbox: receiver })
    }

    /// What would happen if the guest did this now; refused as doing it would be.
    fn foresee(&self, guest: Guest, action: &str) -> Foreseen {
        let foreseen = match self.seat_of(guest) {
            None => Err(Refusal::NO_SEAT),
            Some(_) if !self.started() => Err(Refusal::NOT_BEGUN),
            Some(seat) => self.ledger.table().foresee(seat, action).map_err(Refusal::from),
        };
        let version = self.ledger.version();
        match foreseen {
            Ok(told) => Foreseen { version, told, refused: None },
            Err(Refusal { rule, message: text }) => {
                let refused = Some(ForeseenRefusal { rule, text });
                Foreseen { version, told: Vec::new(), refused }
            }
        }
    }

    fn leave(&mut self, client: u64) {
        if let Some(gone) = self.clients.remove(&client) {
            self.dirty |= self.seat_of(gone.guest).is_some() && !self.is_online(gone.guest);
        }
    }

    async fn hear(&mut self, client: u64, message: ToServer) {
        let Some(guest) = self.clients.get(&client).map(|client| client.guest) else { return };
        let (id, heard) = match message {
            ToServer::Draft { id, version, draft } => {
                let answer = match self.draft(guest, version, draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(Refusal { rule, message }) => ToClient::Refused { id, rule, message },
                };
                return self.send(client, &answer);
            }
            ToServer::Resign { id, version } => {
                let heard = self.change(guest, &id, version, Deed::Resign).await;
                (id, heard)
            }
            ToServer::Draw { id, version, word } => {
                let heard = self.change(guest, &id, version, Deed::Draw(word)).await;
                (id, heard)
            }
            ToServer::Sit { id, seat, name } => {
                let heard = self.sit(guest, seat, &name).await;
                (id, heard)
            }
            ToServer::Act { id, version, action } => {
                let heard = self.change(guest, &id, version, Deed::Act(action)).await;
                (id, heard)
            }
            ToServer::Undo { id, version } => {
                let heard = self.change(guest, &id, version, Deed::Undo).await;
                (id, heard)
            }
            ToServer::Rematch { id } => {
                let heard = self.play_again(guest).await;
                (id, heard)
            }
        };
        // The new state first, so that whoever hears "done" already sees it.
        self.tell_everybody();
        let answer = match heard {
            Ok(()) => ToClient::Done { id },
            Err(Refusal { rule, message }) => ToClient::Refused { id, rule, message },
        };
        self.send(client, &answer);
    }

    /// Says what a draft means, and keeps it if it is one of the decision awaited of the guest;
    /// those who may watch it see it grow, and nobody else learns that there is one.
    fn draft(&mut self, guest: Guest, version: u64, text: String) -> Result<Draft, Refusal> {
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        self.ledger.check_fresh(seat, version)?;
        let draft = self.ledger.table().draft(seat, &text)?;
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
            let told = to_text(&told);
            let others = self.clients.iter().filter(|(_, other)| other.guest != guest);
            let others: Vec<u64> = others.map(|(client, _)| *client).collect();
            for other in others {
                self.send_text(other, told.clone());
            }
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
            let done = self.submit(seat, &ids::table_id(), version, Deed::Act(action)).await;
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

    async fn sit(&mut self, guest: Guest, seat: Seat, name: &str) -> Result<(), Refusal> {
        let name = clean_name(name);
        self.read_again().await?;
        match self.seat_of(guest) {
            Some(own) if own == seat => return Ok(()),
            Some(_) => return Err(Refusal::SEATED),
            None => {}
        }
        if self.sitters.get(seat.index()) != Some(&Sitter::Nobody) {
            return Err(Refusal::TAKEN);
        }
        let written = self.house.store.sit(&self.setup.id, seat, guest, &name).await;
        match written.map_err(|error| self.not_saved(&error))? {
            Written::Yes => {
                let started = self.started();
                self.sitters[seat.index()] = Sitter::Person { guest, name };
                self.untold += usize::from(self.started() && !started);
                self.dirty = true;
                self.follow();
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
        deed: Deed,
    ) -> Result<(), Refusal> {
        if id.is_empty() || id.chars().count() > ID_LENGTH {
            return Err(Refusal::BAD_ID);
        }
        if self.seat_of(guest).is_none() {
            self.read_again().await?;
        }
        let seat = self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        self.submit(seat, id, version, deed).await
    }

    /// The one way for a change to happen, for people and bots alike: checked, stored,
    /// then done.
    async fn submit(
        &mut self,
        seat: Seat,
        id: &str,
        version: u64,
        deed: Deed,
    ) -> Result<(), Refusal> {
        loop {
            self.read_again().await?;
            match self.ledger.sender(id) {
                Some(sender) if sender == seat => return Ok(()),
                Some(_) => return Err(Refusal::BAD_ID),
                None => {}
            }
            if !self.started() {
                return Err(Refusal::NOT_BEGUN);
            }
            self.ledger.check(seat, version, &deed)?;
            let change =
                Change { seat, deed: deed.clone(), client_id: id.to_owned(), at: ids::now() };
            let known = self.ledger.version();
            let written = self.house.store.append(&self.setup.id, known, &change).await;
            match written.map_err(|error| self.not_saved(&error))? {
                Written::Yes => return self.take(change),
                Written::Conflict => {}
            }
        }
    }

    /// Takes in a change that is on disk.
    fn take(&mut self, change: Change) -> Result<(), Refusal> {
        match change.deed {
            Deed::Act(_) => {
                let (steps, now) = (self.ledger.table().length(), self.house.clock.now());
                self.deciding.acted(change.seat, steps, now);
            }
            Deed::Undo => self.deciding.took_back(change.seat),
            Deed::Resign | Deed::Draw(_) => {}
        }
        self.ledger.apply(change).inspect_err(|illegal| {
            tracing::error!(rule = %illegal.rule, "a stored change cannot be done");
        })?;
        self.untold += 1;
        self.dirty = true;
        self.follow();
        let steps = self.ledger.steps();
        for client in self.clients.values_mut() {
            client.steps = client.steps.min(steps);
        }
        Ok(())
    }

    /// Takes in what other processes wrote, if anything.
    async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        let store = &self.house.store;
        let id = &self.setup.id;
        if !self.started() {
            let sitters = store.sitters(id).await?;
            if sitters != self.sitters {
                self.sitters = sitters;
                self.dirty = true;
                self.untold += usize::from(self.started());
                self.follow();
            }
        }
        for change in self.house.store.changes(&self.setup.id, self.ledger.version()).await? {
            if self.take(change).is_err() {
                break;
            }
        }
        if self.ledger.over() && self.rematch.is_none() {
            self.rematch = self.house.store.rematch(&self.setup.id).await?;
            self.dirty |= self.rematch.is_some();
        }
        Ok(())
    }

    async fn read_again(&mut self) -> Result<(), Refusal> {
        self.catch_up().await.map_err(|error| self.not_saved(&error))
    }

    fn not_saved(&self, error: &sqlx::Error) -> Refusal {
        tracing::error!(%error, "a change could not be saved");
        Refusal::NOT_SAVED
    }

    /// Opens the rematch, unless there is one: the same people, bots, options and
    /// components, one seat further on.
    async fn play_again(&mut self, guest: Guest) -> Result<(), Refusal> {
        self.read_again().await?;
        self.seat_of(guest).ok_or(Refusal::NO_SEAT)?;
        if !self.ledger.over() {
            return Err(Refusal::NOT_OVER);
        }
        if self.rematch.is_some() {
            return Ok(());
        }
        let id = ids::table_id();
        let setup = Setup {
            id: id.clone(),
            seed: ids::seed(),
            created: ids::now(),
            rematch_of: Some(self.setup.id.clone()),
            ..self.setup.clone()
        };
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let written = self.house.store.create(&setup, &sitters).await;
        match written.map_err(|error| self.not_saved(&error))? {
            Written::Yes => self.rematch = Some(id),
            Written::Conflict => self.read_again().await?,
        }
        self.dirty = true;
        Ok(())
    }

    /// Sends every client what has changed for it, if anything has.
    fn tell_everybody(&mut self) {
        if !std::mem::take(&mut self.dirty) {
            return;
        }
        let fresh = std::mem::take(&mut self.untold) == 1;
        // Clients with the same eyes and the same steps get the same bytes.
        let mut written: HashMap<(Option<Seat>, usize), Utf8Bytes> = HashMap::new();
        let clients: Vec<u64> = self.clients.keys().copied().collect();
        for client in clients {
            let Client { guest, steps, .. } = self.clients[&client];
            let key = (self.seat_of(guest), steps);
            let text = written.entry(key).or_insert_with(|| {
                let state = self.state(guest, steps, fresh);
                to_text(&ToClient::State { state: Box::new(state) })
            });
            let text = text.clone();
            self.send_text(client, text);
            self.note_steps(client);
        }
    }

    fn note_steps(&mut self, client: u64) {
        let steps = self.steps();
        if let Some(client) = self.clients.get_mut(&client) {
            client.steps = steps;
        }
    }

    fn send(&mut self, client: u64, message: &ToClient) {
        self.send_text(client, to_text(message));
    }

    /// A client whose channel is full or closed is let go.
    fn send_text(&mut self, client: u64, text: Utf8Bytes) {
        let sent = self.clients.get(&client).map(|client| client.outbox.try_send(text));
        if let Some(Err(_)) = sent {
            self.leave(client);
        }
    }

    /// The table as this guest may see it, with the steps from `has` on.
    fn state(&self, guest: Guest, has: usize, fresh: bool) -> TableState {
        let you = self.seat_of(guest);
        let viewer = you.map_or(Viewer::Spectator, Viewer::Seat);
        let table = self.ledger.table();
        let started = self.started();
        let turn = started.then(|| table.turn());
        let mine = you.filter(|_| started);
        let step = |number| {
            if fresh { table.frames(number, viewer) } else { table.step(number, viewer) }
        };
        TableState {
            table: self.setup.id.clone(),
            game: self.setup.game.clone(),
            options: self.setup.options.clone(),
            components: self.components.clone(),
            seats: self.sitters.iter().map(|sitter| self.seat_state(sitter)).collect(),
            you,
            started,
            version: self.ledger.version(),
            awaiting: turn.map_or(SeatSet::EMPTY, |turn| turn.awaited()),
            outcome: turn.and_then(|turn| turn.outcome()),
            view: if started { table.view(viewer) } else { Value::Null },
            scores: if started { table.scores() } else { Vec::new() },
            question: mine.and_then(|seat| table.question(seat)),
            legal: mine.map(|seat| self.choices(seat)).unwrap_or_default(),
            complete: mine.is_none_or(|seat| table.lists_all(seat)),
            decided: if started { table.decided() } else { SeatSet::EMPTY },
            draft: mine.and_then(|seat| self.deciding.draft(seat)).map(|draft| draft.text.clone()),
            drafts: self.open_drafts(you),
            clocks: self.clocks(),
            offer: self.ledger.offer(),
            can_offer: mine.is_some_and(|seat| self.ledger.can_offer(seat)),
            can_undo: mine.is_some_and(|seat| table.can_undo(seat)),
            steps_from: has,
            steps: (has..self.steps()).filter_map(step).collect(),
            rematch: self.rematch.clone(),
        }
    }

    /// What a seat may do, or a selection where that has no end.
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let table = self.ledger.table();
        if table.lists_all(seat) { table.legal(seat) } else { table.offered(seat, OPEN_CHOICES) }
    }

    /// The drafts of other seats, where they may be watched.
    fn open_drafts(&self, you: Option<Seat>) -> Vec<OpenDraft> {
        if !self.ledger.table().drafts_open() {
            return Vec::new();
        }
        let others = Seat::all(self.ledger.table().seats()).filter(|seat| Some(*seat) != you);
        let open = |seat| {
            let reading = self.deciding.draft(seat)?.reading.clone();
            Some(OpenDraft { seat, reading })
        };
        others.filter_map(open).collect()
    }

    fn clocks(&self) -> Vec<SeatClock> {
        let now = self.house.clock.now();
        let left = |until: Duration| until.saturating_sub(now).as_millis();
        let clocks = self.deciding.clocks();
        clocks
            .map(|(seat, until)| SeatClock {
                seat,
                left_ms: u64::try_from(left(until)).unwrap_or(u64::MAX),
            })
            .collect()
    }

    fn seat_state(&self, sitter: &Sitter) -> SeatState {
        match sitter {
            Sitter::Nobody => SeatState { name: String::new(), bot: None, online: false },
            Sitter::Person { guest, name } => {
                SeatState { name: name.clone(), bot: None, online: self.is_online(*guest) }
            }
            Sitter::Bot { bot } => {
                SeatState { name: thinking::name(bot), bot: Some(bot.clone()), online: true }
            }
        }
    }

    /// How many steps there are to show; none before the play begins.
    fn steps(&self) -> usize {
        if self.started() { self.ledger.steps() } else { 0 }
    }

    fn started(&self) -> bool {
        !self.sitters.contains(&Sitter::Nobody)
    }

    fn seat_of(&self, guest: Guest) -> Option<Seat> {
        seat_of(&self.sitters, guest)
    }

    fn is_online(&self, guest: Guest) -> bool {
        self.clients.values().any(|client| client.guest == guest)
    }

    /// Sets every bot thinking that is asked something and is not thinking yet: about a draw
    /// first, for its decision would decline it.
    fn wake_bots(&mut self) {
        if !self.started() {
            return;
        }
        let unanswered = |seat: &Seat| {
            let offer = self.ledger.offer();
            offer.is_some_and(|offer| !offer.agreed.contains(*seat))
        };
        let asked: SeatSet = Seat::all(self.ledger.table().seats()).filter(unanswered).collect();
        for seat in asked.iter() {
            let Some((bot, gate, inbox)) = self.wake(seat) else { continue };
            let (seen, version) = (self.ledger.table().seen(seat), self.ledger.version());
            tokio::spawn(async move {
                let answer = thinking::think(gate, bot, move |bot| bot.accepts_draw(&seen)).await;
                // The room is gone only when the house closes.
                let _ = inbox.send(Command::Answered { seat, version, answer }).await;
            });
        }
        for seat in self.ledger.table().turn().awaited().iter() {
            let Some((bot, gate, inbox)) = self.wake(seat) else { continue };
            let (seen, version) = (self.ledger.table().seen(seat), self.ledger.version());
            tokio::spawn(async move {
                let choice = thinking::think(gate, bot, move |bot| bot.choose(&seen)).await;
                let _ = inbox.send(Command::Thought { seat, version, choice }).await;
            });
        }
    }

    /// The bot at a seat, if one is there and idle; it counts as thinking from now on.
    fn wake(&mut self, seat: Seat) -> Option<(Box<dyn AnyBot>, Arc<Semaphore>, Inbox)> {
        let Some(Sitter::Bot { bot: spec }) = self.sitters.get(seat.index()) else { return None };
        let Some(Mind::Idle(bot)) = self.minds.get_mut(seat.index()) else { return None };
        match bot.take().map_or_else(|| thinking::build(&self.setup.game, spec), Ok) {
            Ok(bot) => {
                self.minds[seat.index()] = Mind::Thinking;
                Some((bot, self.house.gate.clone(), self.inbox.clone()))
            }
            Err(error) => {
                tracing::error!(%error, "a bot cannot be built");
                None
            }
        }
    }

    async fn bot_answers(
        &mut self,
        seat: Seat,
        version: u64,
        answer: Option<(Box<dyn AnyBot>, bool)>,
    ) {
        if answer.is_none() {
            tracing::error!(game = self.setup.game, "a bot failed; it declines");
        }
        let accepts = answer.as_ref().is_some_and(|(_, accepts)| *accepts);
        let word = if accepts { DrawWord::Accept } else { DrawWord::Decline };
        let done = self.submit(seat, &ids::table_id(), version, Deed::Draw(word)).await;
        if done == Err(Refusal::NOT_SAVED) {
            self.minds[seat.index()] = Mind::Thinking;
            return self.try_again(Command::Answered { seat, version, answer });
        }
        // Otherwise it was heard, or the offer is gone.
        self.minds[seat.index()] = Mind::Idle(answer.map(|(bot, _)| bot));
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

    async fn bot_acts(
        &mut self,
        seat: Seat,
        version: u64,
        choice: Option<(Box<dyn AnyBot>, String)>,
    ) {
        self.minds[seat.index()] = Mind::Idle(None);
        let Some((bot, action)) = choice else {
            tracing::error!(game = self.setup.game, "a bot failed; any legal action is taken");
            return self.act_for_bot(seat, version).await;
        };
        let id = ids::table_id();
        match self.submit(seat, &id, version, Deed::Act(action.clone())).await {
            Err(refusal) if refusal == Refusal::NOT_SAVED => {
                self.minds[seat.index()] = Mind::Thinking;
                let choice = Some((bot, action));
                self.try_again(Command::Thought { seat, version, choice });
            }
            Err(refusal) if refusal != Refusal::STALE => {
                tracing::error!(rule = ?refusal.rule, game = self.setup.game, "a bot's choice was refused; any legal action is taken");
                self.act_for_bot(seat, version).await;
            }
            _ => self.minds[seat.index()] = Mind::Idle(Some(bot)),
        }
    }

    /// Acts for a bot that failed: a table must not stand still for that.
    async fn act_for_bot(&mut self, seat: Seat, version: u64) {
        if let Some(action) = self.any_action(seat) {
            let done = self.submit(seat, &ids::table_id(), version, Deed::Act(action)).await;
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

/// The seat at which a guest sits.
pub(crate) fn seat_of(sitters: &[Sitter], guest: Guest) -> Option<Seat> {
    let sits = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest);
    let index = sitters.iter().position(sits)?;
    u8::try_from(index).ok().map(Seat)
}

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
