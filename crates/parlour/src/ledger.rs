//! A play as its stored changes made it: versions, staleness, ids that were used, and
//! which steps a client may keep. No input or output.

use std::collections::HashSet;

use table::{Beginning, Conclusion, Illegal, Seat, SeatSet, Table};

use crate::refusal::Refused;
use crate::standing::Standing;
use crate::store::{Change, ChangeKind, Setup};
use crate::wire::{DrawOffer, DrawWord, Refusal};

/// The play of one table.
pub(crate) struct Ledger {
    table: Box<dyn Table>,
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
    changed: i64,
    /// The draw that is offered, and the version that the offer made.
    offer: Option<(DrawOffer, u64)>,
    /// The seats that have offered a draw since their last decision.
    offered: SeatSet,
}

impl Ledger {
    /// The play before any change.
    ///
    /// # Errors
    /// If this program does not play by the rules that the play was begun by. That is asked
    /// first: what the play was begun with may mean nothing to it.
    pub(crate) fn new(setup: &Setup, seats: usize) -> Result<Ledger, Refused> {
        if !plays(setup) {
            return Err(Refused::other_rules(setup));
        }
        let beginning = Beginning {
            rules_version: Some(setup.rules_version),
            seats,
            options: setup.options.clone(),
            components: setup.components.clone(),
            seed: setup.seed,
            position: setup.position.clone(),
        };
        Ok(Ledger {
            table: shelf::begin(&setup.game, &beginning)?,
            version: 0,
            own: vec![0; seats],
            undos: Vec::new(),
            changes: Vec::new(),
            ids: HashSet::new(),
            stepped: true,
            changed: setup.created,
            offer: None,
            offered: SeatSet::EMPTY,
        })
    }

    /// The play after all these changes.
    pub(crate) fn replay(
        setup: &Setup,
        seats: usize,
        changes: Vec<Change>,
    ) -> Result<Ledger, Refused> {
        let mut ledger = Ledger::new(setup, seats)?;
        for change in changes {
            let version = ledger.version + 1;
            ledger.apply(change).map_err(|illegal| {
                tracing::error!(rule = %illegal.rule, version, "a stored change does not replay");
                Refused::broken()
            })?;
        }
        Ok(ledger)
    }

    /// The play.
    pub(crate) fn table(&self) -> &dyn Table {
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

    /// Whether the seat has sent a change with this id.
    pub(crate) fn knows(&self, seat: Seat, id: &str) -> bool {
        self.ids.contains(&(seat, id.to_owned()))
    }

    /// How the play stands, and what anybody may know of the last change in words.
    pub(crate) fn standing(&self) -> Standing {
        Standing::of(self.table(), self.stepped)
    }

    /// Whether it has ended.
    pub(crate) fn over(&self) -> bool {
        self.table.turn().outcome().is_some()
    }

    /// The draw that is offered.
    pub(crate) fn offer(&self) -> Option<DrawOffer> {
        self.offer.map(|(offer, _)| offer)
    }

    /// Whether the seat may offer a draw now.
    pub(crate) fn can_offer(&self, seat: Seat) -> bool {
        self.check_word(seat, self.version, DrawWord::Offer).is_ok()
    }

    /// How many steps there are; the opening counts.
    pub(crate) fn steps(&self) -> usize {
        self.table.length() + 1
    }

    /// Whether the seat may take its last decision back. One that plays with bots `alone` may do
    /// so always: nobody is wronged by it.
    pub(crate) fn can_take_back(&self, seat: Seat, alone: bool) -> bool {
        self.table.can_undo(seat) || alone && self.table.can_rewind(seat)
    }

    /// Whether the seat, looking at `version`, may do this. What other seats did since
    /// does not matter by itself: simultaneous decisions never conflict.
    pub(crate) fn check(
        &self,
        seat: Seat,
        version: u64,
        kind: &ChangeKind,
        alone: bool,
    ) -> Result<(), Refusal> {
        match kind {
            ChangeKind::Act(action) => {
                self.check_fresh(seat, version)?;
                Ok(self.table.check(seat, action)?)
            }
            ChangeKind::Undo => {
                self.check_fresh(seat, version)?;
                let allowed = self.can_take_back(seat, alone);
                if allowed { Ok(()) } else { Err(Illegal::no_undo().into()) }
            }
            // A seat that resigns does so whatever happened meanwhile.
            ChangeKind::Resign => Ok(self.table.check_conclusion(Conclusion::Resigned { seat })?),
            ChangeKind::Draw(word) => self.check_word(seat, version, *word),
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

    fn check_word(&self, seat: Seat, version: u64, word: DrawWord) -> Result<(), Refusal> {
        self.table.check_conclusion(Conclusion::Agreed)?;
        // An answer is to the offer that the person saw.
        let standing = self.offer.filter(|(_, since)| version >= *since).map(|(offer, _)| offer);
        let allowed = match word {
            DrawWord::Offer if self.offer.is_some() => return Err(Refusal::OFFER_STANDS),
            DrawWord::Offer if self.offered.contains(seat) => return Err(Refusal::OFFERED),
            DrawWord::Offer => true,
            DrawWord::Withdraw => standing.is_some_and(|offer| offer.by == seat),
            DrawWord::Accept | DrawWord::Decline => {
                standing.is_some_and(|offer| !offer.agreed.contains(seat))
            }
        };
        if allowed { Ok(()) } else { Err(Refusal::NO_OFFER) }
    }

    /// Forgets the last change, which could not be stored.
    ///
    /// # Errors
    /// If the play cannot be begun again.
    pub(crate) fn forget_last(&mut self, setup: &Setup) -> Result<(), Refused> {
        let mut changes = std::mem::take(&mut self.changes);
        changes.pop();
        *self = Ledger::replay(setup, self.own.len(), changes)?;
        Ok(())
    }

    /// Takes the next change. An illegal one changes nothing.
    pub(crate) fn apply(&mut self, change: Change) -> Result<(), Illegal> {
        let seat = change.seat;
        let steps = self.steps();
        match &change.kind {
            ChangeKind::Act(action) => {
                self.table.play(seat, action)?;
                self.offered.remove(seat);
                // A seat that plays on has declined. The maker's own decision changes nothing.
                self.offer.take_if(|(offer, _)| {
                    offer.by != seat || self.table.turn().outcome().is_some()
                });
            }
            ChangeKind::Undo => {
                if self.table.can_undo(seat) {
                    self.table.undo(seat)?;
                } else {
                    self.table.rewind(seat)?;
                }
                self.offer = None;
            }
            ChangeKind::Resign => {
                self.table.conclude(Conclusion::Resigned { seat })?;
                self.offer = None;
            }
            ChangeKind::Draw(word) => self.hear(seat, *word)?,
        }
        self.version += 1;
        match &change.kind {
            ChangeKind::Undo => self.undos.push((self.version, self.steps())),
            ChangeKind::Draw(DrawWord::Offer) => {
                self.offer = self.offer.map(|(offer, _)| (offer, self.version));
            }
            _ => {}
        }
        if matches!(change.kind, ChangeKind::Act(_) | ChangeKind::Undo)
            && let Some(own) = self.own.get_mut(seat.index())
        {
            *own = self.version;
        }
        self.stepped = self.steps() > steps;
        self.ids.insert((change.seat, change.client_id.clone()));
        self.changed = change.at;
        self.changes.push(change);
        Ok(())
    }

    fn hear(&mut self, seat: Seat, word: DrawWord) -> Result<(), Illegal> {
        match (word, &mut self.offer) {
            (DrawWord::Offer, offer) => {
                self.offered.insert(seat);
                *offer = Some((DrawOffer { by: seat, agreed: SeatSet::one(seat) }, self.version));
            }
            (DrawWord::Accept, Some((offer, _))) => {
                offer.agreed.insert(seat);
                if offer.agreed == SeatSet::all(self.table.seats()) {
                    self.table.conclude(Conclusion::Agreed)?;
                    self.offer = None;
                }
            }
            (DrawWord::Accept | DrawWord::Withdraw | DrawWord::Decline, offer) => *offer = None,
        }
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
pub(crate) fn plays(setup: &Setup) -> bool {
    shelf::info(&setup.game).is_ok_and(|info| info.later_options(setup.rules_version).is_ok())
}
