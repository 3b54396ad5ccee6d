//! A play as its stored changes made it: versions, staleness, ids that were used, and
//! which steps a client may keep. No input or output.

use std::collections::HashSet;
use std::sync::Arc;

use zashiki_core::{
    DynMatch, IllegalAction, Level, MatchStart, Record, Seat, SeatSet, StepForViewers, StepFrames,
    Termination, Viewer,
};

use crate::config_cache::ConfigCache;
use crate::error::{BREAKING_OFF, BY_CONSENT, Refused};
use crate::protocol::{Matter, Offer, Refusal, Word};
use crate::table::change::{Change, ChangeKind};
use crate::table::seat_clocks::SeatClocks;
use crate::table::seats::bots;
use crate::table::seed::SeedState;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::{self, TableSummary};

/// The play of one table.
pub(crate) struct History {
    table: Box<dyn DynMatch>,
    version: u64,
    /// For each seat, the version its own last change made.
    own: Vec<u64>,
    /// For each undo, the version it made and the number of steps it left standing.
    undos: Vec<(u64, usize)>,
    changes: Vec<Change>,
    /// The ids of all changes, each with the seat that sent it.
    ids: HashSet<(Seat, String)>,
    /// Whether the last change made a step (the deal did).
    stepped: bool,
    /// The step it made, for those to whom it is going to be shown.
    showing: Option<(Vec<Option<Seat>>, StepForViewers)>,
    changed: i64,
    /// What is offered, and the version that the offer made.
    offer: Option<(Offer, u64)>,
    /// What each seat has offered since its last decision.
    offered: HashSet<(Seat, Matter)>,
    /// Where bots sit.
    bots: SeatSet,
    /// Who has left, and is played for by a bot until they come back.
    away: SeatSet,
    /// Who has lost their seat to a bot.
    lost: SeatSet,
    /// Which bot plays on in place of a program that has failed, by seat.
    replaced: Vec<Option<Level>>,
    clocks: SeatClocks,
    /// The time of the house at the last change; unknown if an older program wrote it.
    time: Option<i64>,
    /// When the play began, in that time.
    begun: i64,
    /// How each step that stands was made, without the opening.
    made: Vec<Made>,
    /// Whether the result counts for ratings, so that less can be taken back and broken off.
    rated: bool,
}

/// How a step was made.
#[derive(Clone, Copy)]
struct Made {
    /// When, by the time of the house.
    at: i64,
    seat: Seat,
    by: By,
}

/// Who decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// Whoever sits there.
    Seat,
    /// A bot, for a person who had left or lost the seat.
    StandIn,
    /// The server, since the time of the seat had run out.
    TimeSource,
}

impl History {
    /// The play before any change.
    ///
    /// # Errors
    /// If this program does not play by the rules that the play was begun by. That is asked
    /// first: what the play was begun with may mean nothing to it.
    pub(crate) fn new(
        setup: &TableSetup,
        sitters: &[Sitter],
        config_cache: &ConfigCache,
    ) -> Result<History, Refused> {
        if !plays(setup) {
            return Err(Refused::other_rules(setup.other_rules()));
        }
        let start = MatchStart {
            rules_version: Some(setup.rules_version),
            seats: sitters.len(),
            options: setup.options.clone(),
            components: setup.components.clone(),
            // Before the play begins nobody sees anything of it, and it is dealt anew then.
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
            offered: HashSet::new(),
            bots: bots(sitters),
            away: SeatSet::EMPTY,
            lost: SeatSet::EMPTY,
            replaced: vec![None; sitters.len()],
            clocks: SeatClocks::new(setup.terms.time, sitters.len()),
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

    /// The play after all these changes.
    pub(crate) fn replay(
        setup: &TableSetup,
        sitters: &[Sitter],
        changes: Vec<Change>,
        config_cache: &ConfigCache,
    ) -> Result<History, Refused> {
        let mut history = History::new(setup, sitters, config_cache)?;
        for change in changes {
            let version = history.version + 1;
            history.apply(change).map_err(|illegal| {
                tracing::error!(rule = %illegal.rule, version, "a stored change does not replay");
                Refused::broken()
            })?;
        }
        Ok(history)
    }

    /// The game of a compacted table, from its record, after the last of the changes that the record
    /// stands for and those after it.
    ///
    /// # Errors
    /// If this program does not play by the rules that the game was begun by, or the record does not
    /// replay.
    pub(crate) fn resume(
        setup: &TableSetup,
        sitters: &[Sitter],
        record: &Record,
        changes: Vec<Change>,
        config_cache: &ConfigCache,
    ) -> Result<History, Refused> {
        let mut history = History::new(setup, sitters, config_cache)?;
        let version = setup.compacted.unwrap_or_default();
        history.table = registry::replay(record).map_err(|error| {
            tracing::error!(%error, "the record of a compacted game does not replay");
            Refused::broken()
        })?;
        let mut changes = changes.into_iter();
        let last = changes.next().ok_or_else(Refused::broken)?;
        let now = last.time.unwrap_or_default();
        history.version = version;
        // Whoever saw an earlier version is sent everything again: steps may have been taken back since.
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
                by: if expired { By::TimeSource } else { By::Seat },
            }
        });
        history.made = made.take(history.steps() - 1).collect();
        for change in changes {
            history.apply(change).map_err(|illegal| {
                tracing::error!(rule = %illegal.rule, "a stored change does not replay");
                Refused::broken()
            })?;
        }
        Ok(history)
    }

    /// The play.
    pub(crate) fn table(&self) -> &dyn DynMatch {
        self.table.as_ref()
    }

    /// How many changes there were.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// When the last one was.
    pub(crate) fn changed(&self) -> i64 {
        self.changed
    }

    /// When each of the first decisions that stand was taken, in milliseconds since the beginning.
    pub(crate) fn decided_at(&self, decisions: usize) -> Vec<u64> {
        let since = |made: &Made| u64::try_from(made.at - self.begun).unwrap_or_default();
        self.made.iter().take(decisions).map(since).collect()
    }

    /// The numbers of the steps that were made since the time of a seat had run out.
    pub(crate) fn expired(&self) -> Vec<usize> {
        let made = (1..).zip(&self.made);
        made.filter(|(_, made)| made.by == By::TimeSource).map(|(step, _)| step).collect()
    }

    /// The number of decisions that stand and that whoever sits at a seat took, and of those that
    /// were taken for them.
    pub(crate) fn decisions(&self, seat: Seat) -> (usize, usize) {
        let of_seat = |made: &&Made| made.seat == seat;
        let own = self.made.iter().filter(of_seat).filter(|made| made.by == By::Seat).count();
        (own, self.made.iter().filter(of_seat).count() - own)
    }

    /// Who has left or lost their seat, so that a bot plays for it.
    pub(crate) fn deserted(&self) -> SeatSet {
        self.away.iter().chain(self.lost.iter()).collect()
    }

    /// Who has lost their seat to a bot.
    pub(crate) fn lost(&self) -> SeatSet {
        self.lost
    }

    /// Which bot plays on at a seat in place of a program that has failed.
    pub(crate) fn replaced(&self, seat: Seat) -> Option<Level> {
        self.replaced.get(seat.index()).copied().flatten()
    }

    /// The time of the seats.
    pub(crate) fn clocks(&self) -> &SeatClocks {
        &self.clocks
    }

    /// Lets the clocks that run begin now, if nobody knows how long they have run.
    pub(crate) fn wind(&mut self, now: i64) {
        if self.time.is_none() {
            self.clocks.restart(now);
            self.time = Some(now);
        }
    }

    /// Whether the seat has sent a change with this id.
    pub(crate) fn knows(&self, seat: Seat, id: &str) -> bool {
        self.ids.contains(&(seat, id.to_owned()))
    }

    /// How the play stands, and what anybody may know of the last change in words.
    pub(crate) fn summary(&self) -> TableSummary {
        TableSummary::of(self.table(), self.stepped)
    }

    /// The same as it is stored. What the last step looks like with these eyes is made on the way:
    /// they are going to be shown it, and it may be what anybody may know.
    pub(crate) fn written(&mut self, eyes: Vec<Option<Seat>>) -> String {
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

    /// The last step as it is shown event by event to each of these, with the views after it.
    pub(crate) fn last_shown(&self, eyes: &[Option<Seat>]) -> Option<Vec<Arc<StepFrames>>> {
        let made = self.showing.as_ref().and_then(|(whose, showing)| {
            let of = |you| whose.iter().position(|other| other == you);
            eyes.iter().map(|you| Some(showing.each[of(you)?].clone())).collect()
        });
        made.or_else(|| {
            let viewers: Vec<Viewer> = eyes.iter().map(|you| Viewer::from(*you)).collect();
            Some(self.table.frames_for(self.table.length(), &viewers)?.each)
        })
    }

    /// Whether it has ended.
    pub(crate) fn over(&self) -> bool {
        self.table.turn().outcome().is_some()
    }

    /// What is offered.
    pub(crate) fn offer(&self) -> Option<Offer> {
        self.offer.map(|(offer, _)| offer)
    }

    /// Whether the seat may offer a draw now.
    pub(crate) fn can_offer(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Offer, now).is_ok()
    }

    /// Whether the seat may ask now to take its last decision back.
    pub(crate) fn can_ask(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Ask, now).is_ok()
    }

    /// How many steps there are; the opening counts.
    pub(crate) fn steps(&self) -> usize {
        self.table.length() + 1
    }

    /// Whether the seat may take its last decision back by itself.
    pub(crate) fn can_take_back(&self, seat: Seat, now: i64) -> bool {
        self.check_take_back(seat, now).is_ok()
    }

    /// Refuses to take back what the seat may not take back by itself. One that plays with bots
    /// alone may do so always, where nothing is rated: nobody is wronged by it.
    fn check_take_back(&self, seat: Seat, now: i64) -> Result<(), Refusal> {
        let alone = !self.rated && self.agreeing(seat) == self.everybody();
        if self.table.can_undo(seat) {
            self.check_own(seat)?;
            let steps = self.table.length() - 1;
            // With bots alone nobody is kept waiting.
            let has_time = alone || self.clocks.has_time_again(seat, steps, now);
            return if has_time { Ok(()) } else { Err(Refusal::NO_TIME_TO_UNDO) };
        }
        if !(alone && self.table.can_rewind(seat)) {
            let stands = self.rated && self.table.can_rewind(seat);
            return Err(if stands { Refusal::RATED_UNDO } else { IllegalAction::no_undo().into() });
        }
        self.check_own(seat)
    }

    /// Refuses a seat whose last decision was taken for it since its time had run out; in a rated
    /// game also one for which a bot decided.
    fn check_own(&self, seat: Seat) -> Result<(), Refusal> {
        match self.made.iter().rfind(|made| made.seat == seat).map(|made| made.by) {
            Some(By::TimeSource) => Err(Refusal::EXPIRED),
            Some(By::StandIn) if self.rated => Err(Refusal::RATED_UNDO),
            _ => Ok(()),
        }
    }

    /// Whether the seat may ask the others to break off.
    pub(crate) fn can_abandon(&self, seat: Seat, now: i64) -> bool {
        self.check_word(seat, self.version, Word::Abandon, now).is_ok()
    }

    /// Who is for what the seat asks for before anybody was asked: bots mind nothing, nor do those
    /// who left.
    fn agreeing(&self, seat: Seat) -> SeatSet {
        self.bots.iter().chain(self.deserted().iter()).chain([seat]).collect()
    }

    fn everybody(&self) -> SeatSet {
        SeatSet::all(self.table.seats())
    }

    /// Whether the seat, looking at `version`, may do this. What other seats did since
    /// does not matter by itself: simultaneous decisions never conflict.
    pub(crate) fn check(
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
            // A seat that resigns does so whatever happened meanwhile.
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

    /// Refuses what answers a table that has gone on: one from before the seat's own last
    /// decision, or from before an undo.
    pub(crate) fn check_fresh(&self, seat: Seat, version: u64) -> Result<(), Refusal> {
        let own = self.own.get(seat.index()).copied().unwrap_or_default();
        let undone = self.undos.last().map_or(0, |undo| undo.0);
        let stale = version < own.max(undone) || version > self.version;
        if stale { Err(Refusal::STALE) } else { Ok(()) }
    }

    fn check_word(&self, seat: Seat, version: u64, word: Word, now: i64) -> Result<(), Refusal> {
        if self.over() {
            return Err(IllegalAction::over().into());
        }
        // An answer is to the offer that the person saw.
        let seen = self.offer.filter(|(_, since)| version >= *since).map(|(offer, _)| offer);
        let stands = match (word.makes(), word) {
            (Some(matter), _) => return self.check_offer(seat, version, matter, now),
            (None, Word::Withdraw) => seen.is_some_and(|offer| offer.by == seat),
            (None, _) => seen.is_some_and(|offer| !offer.agreed.contains(seat)),
        };
        if stands { Ok(()) } else { Err(Refusal::NO_OFFER) }
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
        } else if self.offered.contains(&(seat, matter)) {
            Err(Refusal::OFFERED)
        } else if matter == Matter::TakeBack && needless() {
            Err(Refusal::NOTHING_TO_ASK)
        } else {
            Ok(())
        }
    }

    /// Refuses a seat without another person who is there and may say no: whoever could break a
    /// rated game off alone would never lose one.
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

    /// Forgets the last change, which could not be stored.
    ///
    /// # Errors
    /// If the play cannot be begun again.
    pub(crate) fn forget_last(
        &mut self,
        setup: &TableSetup,
        sitters: &[Sitter],
        config_cache: &ConfigCache,
    ) -> Result<(), Refused> {
        if setup.compacted.is_some() {
            // The changes before it are no longer there; the table is loaded again from its record.
            return Err(Refused::broken());
        }
        let mut changes = std::mem::take(&mut self.changes);
        changes.pop();
        *self = History::replay(setup, sitters, changes, config_cache)?;
        Ok(())
    }

    /// Takes the next change, and says whose decision it took back, if it did that. An illegal one
    /// changes nothing.
    pub(crate) fn apply(&mut self, change: Change) -> Result<Option<Seat>, IllegalAction> {
        let seat = change.seat;
        let steps = self.steps();
        let length = self.table.length();
        let now = change.time.or(self.time).unwrap_or_default();
        let (mut back, mut charged) = (None, false);
        match &change.kind {
            ChangeKind::Act(action) | ChangeKind::Expire(action) => {
                self.table.play(seat, action)?;
                self.clocks.acted(seat, length, now);
                self.offered.retain(|(by, _)| *by != seat);
                let over = self.table.turn().outcome().is_some();
                // A seat that plays on has declined. The maker's own decision changes nothing but
                // which decision is its last.
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
                back = Some(seat);
            }
            ChangeKind::Resign => {
                self.table.terminate(Termination::Resigned { seat })?;
                self.offer = None;
            }
            ChangeKind::Talk(word) => back = self.hear(seat, *word)?,
            ChangeKind::Leave => {
                self.away.insert(seat);
                // Nobody is there to answer for it, or to hear an answer.
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
        if let Some(seat) = back {
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
            ChangeKind::Expire(_) => By::TimeSource,
            _ if self.deserted().contains(seat) => By::StandIn,
            _ => By::Seat,
        };
        self.made.truncate(self.steps() - 1);
        self.made.resize(self.steps() - 1, Made { at: now, seat, by });
        self.ids.insert((change.seat, change.client_id.clone()));
        self.changed = change.at;
        self.changes.push(change);
        Ok(back)
    }

    /// Hears a word, and says whose decision it took back.
    fn hear(&mut self, seat: Seat, word: Word) -> Result<Option<Seat>, IllegalAction> {
        if let Some(matter) = word.makes() {
            let (rule, agreed) = match matter {
                Matter::Draw => {
                    let rule = self.table.info().agreed_draw;
                    (rule.ok_or_else(IllegalAction::no_agreed_draw)?, SeatSet::one(seat))
                }
                Matter::TakeBack => (BY_CONSENT, self.agreeing(seat)),
                Matter::Abandon => (BREAKING_OFF, self.agreeing(seat)),
            };
            self.offered.insert((seat, matter));
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

    /// Brings about what is offered if everybody agrees, and says whose decision that took back.
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

    /// A seat has used up its time at a table where that loses.
    fn lose(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if self.table.info().resignation.is_some() {
            self.offer = None;
            return self.table.terminate(Termination::OutOfTime { seat });
        }
        self.away.remove(seat);
        self.lost.insert(seat);
        Ok(())
    }

    /// How many of its first `seen` steps a client may keep that last saw `version`: those
    /// no undo since has taken back. Without a version any undo counts.
    pub(crate) fn kept(&self, seen: usize, version: Option<u64>) -> usize {
        let since = version.unwrap_or(0);
        let undone = self.undos.iter().filter(|undo| undo.0 > since).map(|undo| undo.1).min();
        seen.min(self.steps()).min(undone.unwrap_or(usize::MAX))
    }
}

/// Whether this program plays by the rules that a play was begun by.
pub(crate) fn plays(setup: &TableSetup) -> bool {
    registry::info(&setup.game).is_ok_and(|info| info.later_options(setup.rules_version).is_ok())
}
