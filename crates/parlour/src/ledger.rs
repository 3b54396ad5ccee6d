//! A play as its stored changes made it: versions, staleness, ids that were used, and
//! which steps a client may keep. No input or output.

use std::collections::HashMap;

use table::{Illegal, Seat, Table};

use crate::refusal::{Refusal, Refused};
use crate::store::{Change, Deed, Setup};

/// The play of one table.
pub(crate) struct Ledger {
    table: Box<dyn Table>,
    version: u64,
    /// For each seat, the version its own last change made.
    own: Vec<u64>,
    /// For each undo, the version it made and the number of steps it left standing.
    undos: Vec<(u64, usize)>,
    /// The ids of all changes and who sent them.
    ids: HashMap<String, Seat>,
    changed: i64,
}

impl Ledger {
    /// The play before any change.
    pub(crate) fn new(setup: &Setup, seats: usize) -> Result<Ledger, Refused> {
        let components = setup.components.as_deref();
        let table = shelf::open(&setup.game, seats, &setup.options, components, setup.seed)?;
        let ours = table.info().rules_version;
        if ours != setup.rules_version {
            return Err(Refused::other_rules(setup.rules_version, ours));
        }
        Ok(Ledger {
            table,
            version: 0,
            own: vec![0; seats],
            undos: Vec::new(),
            ids: HashMap::new(),
            changed: setup.created,
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

    /// Who sent the change with this id.
    pub(crate) fn sender(&self, id: &str) -> Option<Seat> {
        self.ids.get(id).copied()
    }

    /// Whether it has ended.
    pub(crate) fn over(&self) -> bool {
        self.table.turn().outcome().is_some()
    }

    /// How many steps there are; the opening counts.
    pub(crate) fn steps(&self) -> usize {
        self.table.length() + 1
    }

    /// Whether the seat, looking at `version`, may do this. What other seats did since
    /// does not matter by itself: simultaneous decisions never conflict.
    pub(crate) fn check(&self, seat: Seat, version: u64, deed: &Deed) -> Result<(), Refusal> {
        let own = self.own.get(seat.index()).copied().unwrap_or_default();
        let undone = self.undos.last().map_or(0, |undo| undo.0);
        if version < own.max(undone) || version > self.version {
            return Err(Refusal::STALE);
        }
        match deed {
            Deed::Act(action) => Ok(self.table.check(seat, action)?),
            Deed::Undo if self.table.can_undo(seat) => Ok(()),
            Deed::Undo => Err(Illegal::no_undo().into()),
        }
    }

    /// Takes the change that is stored next.
    pub(crate) fn apply(&mut self, change: Change) -> Result<(), Illegal> {
        match &change.deed {
            Deed::Act(action) => self.table.play(change.seat, action)?,
            Deed::Undo => self.table.undo(change.seat)?,
        }
        self.version += 1;
        if change.deed == Deed::Undo {
            self.undos.push((self.version, self.steps()));
        }
        if let Some(own) = self.own.get_mut(change.seat.index()) {
            *own = self.version;
        }
        self.ids.insert(change.client_id, change.seat);
        self.changed = change.at;
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
