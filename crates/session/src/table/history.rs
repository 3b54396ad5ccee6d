//! The history of a table's match: the replayed stored changes, versions and staleness, used message ids, and
//! the steps that a client may keep. It performs no input or output.

use std::collections::HashSet;
use std::sync::Arc;

use zashiki_core::{
    DynMatch, IllegalAction, Level, LocalizedText, MatchStart, Record, Seat, SeatSet,
    StepForViewers, StepFrames, Termination, Viewer,
};

use crate::config_cache::ConfigCache;
use crate::guest::Guest;
use crate::protocol::{Matter, Offer, PersonEvent, PersonEventKind, Refusal, Word};
use crate::refusals::{BREAKING_OFF, BY_CONSENT};
use crate::request_error::RequestError;
use crate::table::change::{Change, ChangeKind};
use crate::table::people::EventList;
use crate::table::seat_clocks::SeatClocks;
use crate::table::seats::{bots, people};
use crate::table::seed::SeedState;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::{self, TableSummary};

/// The match of one table, with the history of its changes.
pub struct History {
    table: Box<dyn DynMatch>,
    version: u64,
    /// For each seat, the version of its own last change.
    own: Vec<u64>,
    /// For each takeback, its version and the number of steps that remained.
    undos: Vec<(u64, usize)>,
    changes: Vec<Change>,
    /// The ids of all changes, each with the seat that sent it.
    ids: HashSet<(Seat, String)>,
    /// True if the last change added a step, or if there is only the setup so far.
    stepped: bool,
    /// The last step, prepared for the viewpoints to which it will be sent.
    showing: Option<(Vec<Option<Seat>>, StepForViewers)>,
    changed: i64,
    /// The pending offer, and the version at which it was made.
    offer: Option<(Offer, u64)>,
    /// The offers that each seat has made since its last decision.
    offers_made: HashSet<(Seat, Matter)>,
    /// The seats whose occupants are bots.
    bots: SeatSet,
    /// The person at each seat when the history was loaded.
    guests: Vec<Option<Guest>>,
    /// The latest events about people that follow from the changes.
    people: EventList,
    /// The seats whose players have left and may return; a bot plays for them.
    away: SeatSet,
    /// The seats that a bot has taken over permanently.
    lost: SeatSet,
    /// For each seat, the level of the built-in bot that replaced a failed external program, if one did.
    replaced: Vec<Option<Level>>,
    clocks: SeatClocks,
    /// Service time of the last change (total server uptime), in milliseconds; unknown if an older program
    /// wrote it.
    time: Option<i64>,
    /// Service time at the start of the match (total server uptime), in milliseconds.
    begun: i64,
    /// For each step that has not been taken back, its time and maker; the setup is left out.
    made: Vec<Made>,
    /// True if the result counts for ratings; then takebacks and abandoning are restricted.
    rated: bool,
}

/// The time and maker of a step.
#[derive(Clone, Copy)]
struct Made {
    /// Service time of the step (total server uptime), in milliseconds.
    at: i64,
    seat: Seat,
    by: By,
}

/// The state before a change, for the events about people.
struct Before {
    offer: Option<Offer>,
    /// The public words of the decision that the change may take back.
    decision: Option<LocalizedText>,
}

/// The party that made a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// The occupant of the seat.
    Seat,
    /// A bot, for a person who had left or lost the seat.
    StandIn,
    /// The server, because the seat's time had run out.
    Clock,
}

impl History {
    /// The match before any change.
    ///
    /// # Errors
    /// Returns an error if this program does not support the rules version of the match. This is checked
    /// first, since other parts of the setup may be invalid for this program.
    pub fn new(
        setup: &TableSetup,
        sitters: &[Sitter],
        config_cache: &ConfigCache,
    ) -> Result<History, RequestError> {
        if !plays(setup) {
            return Err(RequestError::other_rules(setup.other_rules()));
        }
        let start = MatchStart {
            rules_version: Some(setup.rules_version),
            seats: sitters.len(),
            options: setup.options.clone(),
            components: setup.components.clone(),
            // Before the match starts the seed is unknown; then the match is set up again with the seed.
            seed: if let SeedState::Yes(seed, _) = setup.deal { seed } else { 0 },
            position: setup.position.clone(),
        };
        let mut history = History {
            table: config_cache.begin(&setup.game, start)?,
            version: 0,
            own: vec![0; sitters.len()],
            undos: Vec::new(),
            changes: Vec::new(),
            ids: HashSet::new(),
            stepped: true,
            showing: None,
            changed: setup.created,
            offer: None,
            offers_made: HashSet::new(),
            bots: bots(sitters),
            guests: sitters.iter().map(Sitter::guest).collect(),
            people: EventList::default(),
            away: SeatSet::EMPTY,
            lost: SeatSet::EMPTY,
            replaced: vec![None; sitters.len()],
            clocks: SeatClocks::new(setup.terms.time, sitters.len(), people(sitters)),
            time: Some(setup.begun_at).filter(|begun| *begun > 0),
            begun: setup.begun_at,
            made: Vec::new(),
            rated: setup.terms.rated,
        };
        if setup.begun() {
            history.clocks.follow(history.table.as_ref(), setup.begun_at);
        }
        Ok(history)
    }

    /// Creates the match and replays these changes.
    pub fn replay(
        setup: &TableSetup,
        sitters: &[Sitter],
        changes: Vec<Change>,
        config_cache: &ConfigCache,
    ) -> Result<History, RequestError> {
        let mut history = History::new(setup, sitters, config_cache)?;
        for change in changes {
            let version = history.version + 1;
            history.apply(change).map_err(|illegal| {
                tracing::error!(rule = %illegal.rule, version, "a stored change does not replay");
                RequestError::broken()
            })?;
        }
        Ok(history)
    }

    /// The match of a compacted table: replays the record, which replaces the table's first changes, and then
    /// the later changes.
    ///
    /// # Errors
    /// Returns an error if this program does not support the rules version of the match, or the record does
    /// not replay.
    pub fn resume(
        setup: &TableSetup,
        sitters: &[Sitter],
        record: &Record,
        changes: Vec<Change>,
        config_cache: &ConfigCache,
    ) -> Result<History, RequestError> {
        let mut history = History::new(setup, sitters, config_cache)?;
        let version = setup.compacted.unwrap_or_default();
        history.table = registry::replay(record).map_err(|error| {
            tracing::error!(%error, "the record of a compacted game does not replay");
            RequestError::broken()
        })?;
        let mut changes = changes.into_iter();
        let last = changes.next().ok_or_else(RequestError::broken)?;
        let now = last.time.unwrap_or_default();
        history.version = version;
        // A client with an earlier version receives everything again, since steps may have been taken back
        // meanwhile.
        history.undos.push((version, 0));
        history.stepped = false;
        history.changed = last.at;
        history.time = last.time;
        history.clocks.follow(history.table.as_ref(), now);
        let began = setup.begun_at;
        let timing = record.timing.as_ref();
        let made = record.actions.iter().enumerate().map(|(place, action)| {
            let at = timing.and_then(|timing| timing.at.get(place));
            let expired = timing.is_some_and(|timing| timing.expired.contains(&place));
            Made {
                at: at.map_or(now, |at| began.saturating_add_unsigned(*at)),
                seat: Seat(action.seat),
                by: if expired { By::Clock } else { By::Seat },
            }
        });
        history.made = made.take(history.steps() - 1).collect();
        for change in changes {
            history.apply(change).map_err(|illegal| {
                tracing::error!(rule = %illegal.rule, "a stored change does not replay");
                RequestError::broken()
            })?;
        }
        Ok(history)
    }

    /// The match after all changes so far.
    pub fn table(&self) -> &dyn DynMatch {
        self.table.as_ref()
    }

    /// The version of the match: the number of its changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Time of the last change, in milliseconds since 1970.
    pub fn changed(&self) -> i64 {
        self.changed
    }

    /// The times of the first `decisions` decisions that have not been taken back, in milliseconds since the
    /// start of the match.
    pub fn decided_at(&self, decisions: usize) -> Vec<u64> {
        let since = |made: &Made| u64::try_from(made.at - self.begun).unwrap_or_default();
        self.made.iter().take(decisions).map(since).collect()
    }

    /// The numbers of the steps made because a seat's time had run out.
    pub fn expired(&self) -> Vec<usize> {
        let made = (1..).zip(&self.made);
        made.filter(|(_, made)| made.by == By::Clock).map(|(step, _)| step).collect()
    }

    /// Two numbers of a seat's decisions: those made by its occupant, and those made for the occupant.
    /// Decisions that were taken back do not count.
    pub fn decisions(&self, seat: Seat) -> (usize, usize) {
        let of_seat = |made: &&Made| made.seat == seat;
        let own = self.made.iter().filter(of_seat).filter(|made| made.by == By::Seat).count();
        (own, self.made.iter().filter(of_seat).count() - own)
    }

    /// The seats at which a bot plays because the player has left the match or lost the seat.
    pub fn deserted(&self) -> SeatSet {
        self.away.iter().chain(self.lost.iter()).collect()
    }

    /// The seats that a bot has taken over permanently.
    pub fn lost(&self) -> SeatSet {
        self.lost
    }

    /// The level of the built-in bot that replaced a failed external program at this seat, if one did.
    pub fn replaced(&self, seat: Seat) -> Option<Level> {
        self.replaced.get(seat.index()).copied().flatten()
    }

    /// The latest events about people, oldest first.
    pub fn people(&self) -> &[PersonEvent] {
        self.people.latest()
    }

    /// The seats' clocks.
    pub fn clocks(&self) -> &SeatClocks {
        &self.clocks
    }

    /// Starts the running clocks now, if their start is unknown.
    pub fn wind(&mut self, now: i64) {
        if self.time.is_none() {
            self.clocks.restart(now);
            self.time = Some(now);
        }
    }

    /// Returns true if the seat has sent a change with this id.
    pub fn knows(&self, seat: Seat, id: &str) -> bool {
        self.ids.contains(&(seat, id.to_owned()))
    }

    /// The public summary of the match, with the last step if it is new.
    pub fn summary(&self) -> TableSummary {
        TableSummary::of(self.table(), self.stepped)
    }

    /// The serialized summary. It also prepares the last step for the viewers in `eyes`, because one of their
    /// views may equal the public one.
    pub fn written(&mut self, eyes: Vec<Option<Seat>>) -> String {
        let last = self.table.length();
        if !self.stepped {
            return summary::written(self.table(), None);
        }
        if !eyes.is_empty() {
            let viewers: Vec<Viewer> = eyes.iter().map(|you| Viewer::from(*you)).collect();
            self.showing = self.table.frames_for(last, &viewers).map(|showing| (eyes, showing));
        }
        let public = self
            .showing
            .as_ref()
            .and_then(|(_, showing)| showing.public.and_then(|place| showing.each.get(place)));
        match public {
            Some(shown) => summary::written(self.table(), Some(&shown.step)),
            None => {
                let step = self.table.step(last, Viewer::Spectator);
                summary::written(self.table(), step.as_ref())
            }
        }
    }

    /// The last step for each viewpoint in `eyes`, with the view after each event.
    pub fn last_shown(&self, eyes: &[Option<Seat>]) -> Option<Vec<Arc<StepFrames>>> {
        let made = self.showing.as_ref().and_then(|(whose, showing)| {
            let of = |you| whose.iter().position(|other| other == you);
            eyes.iter().map(|you| Some(showing.each[of(you)?].clone())).collect()
        });
        made.or_else(|| {
            let viewers: Vec<Viewer> = eyes.iter().map(|you| Viewer::from(*you)).collect();
            Some(self.table.frames_for(self.table.length(), &viewers)?.each)
        })
    }

    /// Returns true if the match has ended.
    pub fn over(&self) -> bool {
        self.table.turn().outcome().is_some()
    }

    /// The pending offer of a draw, a takeback or abandoning the match.
    pub fn offer(&self) -> Option<Offer> {
        self.offer.map(|(offer, _)| offer)
    }

    /// Returns true if the seat may offer a draw now.
    pub fn can_offer(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Offer, now).is_ok()
    }

    /// Returns true if the seat may request a takeback of its last decision now.
    pub fn can_ask(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Ask, now).is_ok()
    }

    /// The number of steps, including the setup.
    pub fn steps(&self) -> usize {
        self.table.length() + 1
    }

    /// Returns true if the seat may take back its last decision without consent.
    pub fn can_take_back(&self, seat: Seat, now: i64) -> bool {
        self.check_take_back(seat, now).is_ok()
    }

    /// Returns an error if the seat may not take back its last decision without consent. Against bots alone
    /// it always may, unless the match is rated.
    fn check_take_back(&self, seat: Seat, now: i64) -> Result<(), Refusal> {
        let alone = !self.rated && self.agreeing(seat) == self.everybody();
        if self.table.can_undo(seat) {
            self.check_own(seat)?;
            let steps = self.table.length() - 1;
            // Against bots alone no opponent loses time.
            if alone {
                return Ok(());
            }
            let rivals = self.rivals(seat);
            if self.clocks.ran_since(steps).iter().any(|other| rivals.contains(other)) {
                return Err(if self.rated { Refusal::RATED_UNDO } else { Refusal::ASK_FIRST });
            }
            let has_time = self.clocks.has_time_again(seat, steps, now);
            return if has_time { Ok(()) } else { Err(Refusal::NO_TIME_TO_UNDO) };
        }
        if !(alone && self.table.can_rewind(seat)) {
            let is_rated = self.rated && self.table.can_rewind(seat);
            return Err(if is_rated {
                Refusal::RATED_UNDO
            } else {
                IllegalAction::no_undo().into()
            });
        }
        self.check_own(seat)
    }

    /// Returns an error if the seat's last decision was made because its time had run out, or, in a rated
    /// match, by a bot.
    fn check_own(&self, seat: Seat) -> Result<(), Refusal> {
        match self.made.iter().rfind(|made| made.seat == seat).map(|made| made.by) {
            Some(By::Clock) => Err(Refusal::EXPIRED),
            Some(By::StandIn) if self.rated => Err(Refusal::RATED_UNDO),
            _ => Ok(()),
        }
    }

    /// Returns true if the seat may propose to abandon the match.
    pub fn can_abandon(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Abandon, now).is_ok()
    }

    /// The seats that agree with a proposal of `seat` from the start: bots, and players who have left.
    fn agreeing(&self, seat: Seat) -> SeatSet {
        self.bots.iter().chain(self.deserted().iter()).chain([seat]).collect()
    }

    /// The seats of other people who are in the match; people at the same device are no rivals.
    fn rivals(&self, seat: Seat) -> SeatSet {
        let guest = |seat: Seat| self.guests.get(seat.index()).copied().flatten();
        let agreeing = self.agreeing(seat);
        let others = Seat::all(self.table.seats()).filter(|other| !agreeing.contains(*other));
        others.filter(|other| guest(*other).is_none() || guest(*other) != guest(seat)).collect()
    }

    fn everybody(&self) -> SeatSet {
        SeatSet::all(self.table.seats())
    }

    /// Checks whether the seat may make this change, based on `version`. Later changes by other seats do not
    /// matter in themselves, since simultaneous decisions never conflict.
    pub fn check(
        &self,
        seat: Seat,
        version: u64,
        kind: &ChangeKind,
        now: i64,
    ) -> Result<(), Refusal> {
        match kind {
            ChangeKind::Act(action) | ChangeKind::Expire(action) => {
                self.check_fresh(seat, version)?;
                Ok(self.table.check(seat, action)?)
            }
            ChangeKind::Undo => {
                self.check_fresh(seat, version)?;
                self.check_take_back(seat, now)
            }
            // A resignation is valid whatever has happened meanwhile.
            ChangeKind::Resign => {
                Ok(self.table.check_termination(Termination::Resigned { seat })?)
            }
            ChangeKind::Talk(word) => self.check_word(seat, version, *word, now),
            ChangeKind::Forfeit => {
                Ok(self.table.check_termination(Termination::Forfeited { seat })?)
            }
            ChangeKind::Close => Ok(self.table.check_termination(Termination::Abandoned)?),
            ChangeKind::Leave | ChangeKind::Replace(_) if self.over() => {
                Err(IllegalAction::over().into())
            }
            ChangeKind::Return if self.lost.contains(seat) => Err(Refusal::LOST),
            ChangeKind::Leave | ChangeKind::Return | ChangeKind::Late | ChangeKind::Replace(_) => {
                Ok(())
            }
        }
    }

    /// Returns an error if `version` is stale: older than the seat's own last decision or the last takeback.
    pub fn check_fresh(&self, seat: Seat, version: u64) -> Result<(), Refusal> {
        let own = self.own.get(seat.index()).copied().unwrap_or_default();
        let undone = self.undos.last().map_or(0, |undo| undo.0);
        let stale = version < own.max(undone) || version > self.version;
        if stale { Err(Refusal::STALE) } else { Ok(()) }
    }

    fn check_word(&self, seat: Seat, version: u64, word: Word, now: i64) -> Result<(), Refusal> {
        if self.over() {
            return Err(IllegalAction::over().into());
        }
        // An answer applies to the offer that the person saw.
        let seen = self.offer.filter(|(_, since)| version >= *since).map(|(offer, _)| offer);
        let is_valid = match (word.makes(), word) {
            (Some(matter), _) => return self.check_offer(seat, version, matter, now),
            (None, Word::Withdraw) => seen.is_some_and(|offer| offer.by == seat),
            (None, _) => seen.is_some_and(|offer| !offer.agreed.contains(seat)),
        };
        if is_valid { Ok(()) } else { Err(Refusal::NO_OFFER) }
    }

    fn check_offer(
        &self,
        seat: Seat,
        version: u64,
        matter: Matter,
        now: i64,
    ) -> Result<(), Refusal> {
        match matter {
            Matter::Draw => self.table.check_termination(Termination::Agreed)?,
            Matter::TakeBack => {
                self.check_fresh(seat, version)?;
                if self.table.can_rewind(seat) && !self.can_take_back(seat, now) {
                    self.check_own(seat)?;
                    if self.rated {
                        return Err(Refusal::RATED_UNDO);
                    }
                }
            }
            Matter::Abandon if self.rated => self.check_company(seat)?,
            Matter::Abandon => {}
        }
        let needless = || !self.table.can_rewind(seat) || self.can_take_back(seat, now);
        if self.offer.is_some() {
            Err(Refusal::OFFER_STANDS)
        } else if self.offers_made.contains(&(seat, matter)) {
            Err(Refusal::OFFERED)
        } else if matter == Matter::TakeBack && needless() {
            Err(Refusal::NOTHING_TO_ASK)
        } else {
            Ok(())
        }
    }

    /// Returns an error unless another person is present who can refuse: otherwise a player could abandon a
    /// rated match alone instead of losing it.
    fn check_company(&self, seat: Seat) -> Result<(), Refusal> {
        let people = Seat::all(self.table.seats()).filter(|seat| !self.bots.contains(*seat));
        let mut others = people.filter(|other| *other != seat).peekable();
        let alone = others.peek().is_none();
        let deserted = self.deserted();
        if alone || others.any(|other| deserted.contains(other)) {
            return Err(Refusal::RATED_ABANDON);
        }
        Ok(())
    }

    /// Reverts the last change, which could not be stored.
    ///
    /// # Errors
    /// Returns an error if the match cannot be set up again.
    pub fn forget_last(
        &mut self,
        setup: &TableSetup,
        sitters: &[Sitter],
        config_cache: &ConfigCache,
    ) -> Result<(), RequestError> {
        if setup.compacted.is_some() {
            // The earlier changes are no longer available; the table must be loaded again from its record.
            return Err(RequestError::broken());
        }
        let mut changes = std::mem::take(&mut self.changes);
        changes.pop();
        *self = History::replay(setup, sitters, changes, config_cache)?;
        Ok(())
    }

    /// Applies the next change; an illegal one has no effect. If the change takes back a decision, returns
    /// the seat that made it.
    pub fn apply(&mut self, change: Change) -> Result<Option<Seat>, IllegalAction> {
        let seat = change.seat;
        let steps = self.steps();
        let length = self.table.length();
        let now = change.time.or(self.time).unwrap_or_default();
        let (mut taken_back, mut charged) = (None, false);
        let before = self.before(&change);
        match &change.kind {
            ChangeKind::Act(action) | ChangeKind::Expire(action) => {
                self.table.play(seat, action)?;
                self.clocks.acted(seat, length, now);
                self.offers_made.retain(|(by, _)| *by != seat);
                let over = self.table.turn().outcome().is_some();
                // A decision of another seat declines the offer. The maker's own decision only changes which
                // decision is its last.
                self.offer
                    .take_if(|(offer, _)| offer.by != seat || offer.matter != Matter::Draw || over);
            }
            ChangeKind::Undo => {
                if self.table.can_undo(seat) {
                    self.table.undo(seat)?;
                    charged = true;
                } else {
                    self.table.rewind(seat)?;
                }
                self.offer = None;
                taken_back = Some(seat);
            }
            ChangeKind::Resign => {
                self.table.terminate(Termination::Resigned { seat })?;
                self.offer = None;
            }
            ChangeKind::Talk(word) => taken_back = self.negotiate(seat, *word)?,
            ChangeKind::Leave => {
                self.away.insert(seat);
                // The player is not present to answer, or to receive an answer.
                self.offer = None;
            }
            ChangeKind::Return => self.away.remove(seat),
            ChangeKind::Late => self.lose(seat)?,
            ChangeKind::Forfeit => {
                self.table.terminate(Termination::Forfeited { seat })?;
                self.offer = None;
            }
            ChangeKind::Close => {
                self.table.terminate(Termination::Abandoned)?;
                self.offer = None;
            }
            ChangeKind::Replace(level) => {
                if let Some(replaced) = self.replaced.get_mut(seat.index()) {
                    *replaced = Some(*level);
                }
            }
        }
        if let Some(seat) = taken_back {
            self.clocks.took_back(seat, self.table.length(), charged, now);
        }
        self.clocks.follow(self.table.as_ref(), now);
        self.time = change.time;
        self.version += 1;
        if self.steps() < steps {
            self.undos.push((self.version, self.steps()));
        }
        if matches!(change.kind, ChangeKind::Act(_) | ChangeKind::Expire(_))
            && let Some(own) = self.own.get_mut(seat.index())
        {
            *own = self.version;
        }
        self.stepped = self.steps() > steps;
        self.showing = None;
        let by = match &change.kind {
            ChangeKind::Expire(_) => By::Clock,
            _ if self.deserted().contains(seat) => By::StandIn,
            _ => By::Seat,
        };
        self.made.truncate(self.steps() - 1);
        self.made.resize(self.steps() - 1, Made { at: now, seat, by });
        self.ids.insert((change.seat, change.client_id.clone()));
        self.changed = change.at;
        self.note(&change, before, taken_back);
        self.changes.push(change);
        Ok(taken_back)
    }

    /// The offer that a change may end and the decision that it may take back, for the events about people.
    fn before(&self, change: &Change) -> Before {
        let offer = self.offer();
        let taker = match change.kind {
            ChangeKind::Undo | ChangeKind::Talk(Word::Ask) => Some(change.seat),
            ChangeKind::Talk(Word::Accept) => offer.map(|offer| offer.by),
            _ => None,
        };
        let step = taker.and_then(|seat| self.made.iter().rposition(|made| made.seat == seat));
        let step = step.and_then(|place| self.table.step(place + 1, Viewer::Spectator));
        let decision = step.and_then(|step| step.episodes.into_iter().next());
        Before { offer, decision: decision.map(|episode| episode.text) }
    }

    /// Adds the events about people that follow from a change.
    fn note(&mut self, change: &Change, before: Before, taken_back: Option<Seat>) {
        let event = |seat, step, what| PersonEvent { seat, step, at: change.at, what };
        let step = self.steps() - 1;
        let seat = change.seat;
        let ended = before.offer.filter(|_| self.offer.is_none());
        let declined = ended.filter(|_| match change.kind {
            ChangeKind::Act(_) => !self.over(),
            ChangeKind::Talk(Word::Decline) => true,
            _ => false,
        });
        if let Some(Offer { matter, by, .. }) = declined {
            let what = match by == seat {
                true => PersonEventKind::Withdrew { matter },
                false => PersonEventKind::Declined { matter, by },
            };
            // A decision that ends an offer comes after the answer.
            let step = step - usize::from(matches!(change.kind, ChangeKind::Act(_)));
            self.people.push(event(seat, step, what));
        }
        let what = match (&change.kind, taken_back) {
            (_, Some(taker)) => {
                let agreed = matches!(change.kind, ChangeKind::Talk(_));
                let what = PersonEventKind::TookBack { decision: before.decision, agreed };
                return self.people.push(event(taker, step, what));
            }
            (ChangeKind::Expire(_), _) => PersonEventKind::Expired,
            (ChangeKind::Late, _) => PersonEventKind::LostOnTime,
            (ChangeKind::Leave, _) => PersonEventKind::Left,
            (ChangeKind::Return, _) => PersonEventKind::Returned,
            (ChangeKind::Resign, _) => PersonEventKind::Resigned,
            (ChangeKind::Forfeit | ChangeKind::Replace(_), _) => PersonEventKind::Failed,
            (ChangeKind::Talk(Word::Withdraw), _) => match ended {
                Some(Offer { matter, .. }) => PersonEventKind::Withdrew { matter },
                None => return,
            },
            (
                ChangeKind::Act(_) | ChangeKind::Undo | ChangeKind::Talk(_) | ChangeKind::Close,
                _,
            ) => {
                return;
            }
        };
        self.people.push(event(seat, step, what));
    }

    /// Applies a negotiation step. If it takes back a decision, returns the seat that made it.
    fn negotiate(&mut self, seat: Seat, word: Word) -> Result<Option<Seat>, IllegalAction> {
        if let Some(matter) = word.makes() {
            let (rule, agreed) = match matter {
                Matter::Draw => {
                    let rule = self.table.info().agreed_draw;
                    (rule.ok_or_else(IllegalAction::no_agreed_draw)?, SeatSet::one(seat))
                }
                Matter::TakeBack => (BY_CONSENT, self.agreeing(seat)),
                Matter::Abandon => (BREAKING_OFF, self.agreeing(seat)),
            };
            self.offers_made.insert((seat, matter));
            self.offer = Some((Offer { matter, rule, by: seat, agreed }, self.version + 1));
            return self.carry_out();
        }
        let Some((offer, _)) = self.offer.as_mut().filter(|_| word == Word::Accept) else {
            self.offer = None;
            return Ok(None);
        };
        offer.agreed.insert(seat);
        self.carry_out()
    }

    /// Carries out the pending offer if all seats agree. If that takes back a decision, returns the seat that
    /// made it.
    fn carry_out(&mut self) -> Result<Option<Seat>, IllegalAction> {
        let everybody = self.everybody();
        let agreed = self.offer.take_if(|(offer, _)| offer.agreed == everybody);
        let Some((Offer { matter, by, .. }, _)) = agreed else { return Ok(None) };
        match matter {
            Matter::Draw => self.table.terminate(Termination::Agreed).map(|()| None),
            Matter::Abandon => self.table.terminate(Termination::Abandoned).map(|()| None),
            Matter::TakeBack => self.table.rewind(by).map(|()| Some(by)),
        }
    }

    /// Records that a seat has lost because its time ran out.
    fn lose(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if self.table.info().resignation.is_some() {
            self.offer = None;
            return self.table.terminate(Termination::OutOfTime { seat });
        }
        self.away.remove(seat);
        self.lost.insert(seat);
        Ok(())
    }

    /// The number of a client's first `seen` steps that have not been taken back since `version`, the version
    /// of its last state. Without a version, every takeback counts.
    pub fn kept(&self, seen: usize, version: Option<u64>) -> usize {
        let since = version.unwrap_or(0);
        let undone = self.undos.iter().filter(|undo| undo.0 > since).map(|undo| undo.1).min();
        seen.min(self.steps()).min(undone.unwrap_or(usize::MAX))
    }
}

/// Returns true if this program supports the match's rules version.
pub fn plays(setup: &TableSetup) -> bool {
    registry::info(&setup.game).is_ok_and(|info| info.later_options(setup.rules_version).is_ok())
}
