//! Tables that were played on a device, to be continued at this host.

use zashiki_core::{LocalizedText, Seat, SeatSet};

use super::changes::check_id;
use super::host::{Arrival, Host};
use super::opening::NewTable;
use crate::catalog;
use crate::config_cache::ConfigCache;
use crate::program;
use crate::protocol::{ImportTable, Late, Refusal};
use crate::queries::components::for_table;
use crate::request_error::RequestError;
use crate::table::change::{Change, ChangeKind};
use crate::table::history::History;
use crate::table::record::{record, to_json};
use crate::table::seats::{bots, taken_names};
use crate::table::seed::SeedState;
use crate::table::setup::{Sitter, TableSetup};
use crate::table::stored::{StoredSetup, read_change};

/// Maximum number of changes of a table.
const MAX_CHANGES: usize = 2000;

/// Maximum number of actions that the takebacks of a table may play again, since each sets up the match again.
const MAX_REPLAYED: usize = 100_000;

/// The longest time between two changes that counts for clocks, in milliseconds: a year.
const LONGEST: i64 = 366 * 24 * 60 * 60 * 1000;

/// A table of a device with its changes, checked completely, to be stored as a whole.
#[derive(Clone, Debug)]
pub struct ImportedTable {
    /// The table before the first change.
    pub table: NewTable,
    /// The changes in order, each with the JSON of the public summary after it.
    pub changes: Vec<(Change, String)>,
    /// The JSON of the record, if the match has ended.
    pub record: Option<String>,
}

impl ImportedTable {
    /// Reads a table of the opener's device and replays its match; every change must be one that a table of this
    /// host could have. The new table has the given id, is not rated and not listed, and has no origin of its
    /// seed: nobody but the device took part in it. Its times are those of this host: the last change was made
    /// now, and the earlier ones as long before it as on the device.
    ///
    /// # Errors
    /// Returns an error if the table is damaged, too long, of another program, or breaks a rule.
    pub fn read(
        order: &ImportTable,
        id: &str,
        opener: &Arrival,
        config_cache: &ConfigCache,
        host: &dyn Host,
    ) -> Result<ImportedTable, RequestError> {
        if order.changes.len() > MAX_CHANGES {
            return Err(RequestError::import_too_long(MAX_CHANGES));
        }
        let stored = StoredSetup::read(id, &order.game, 0, &order.data, opener.guest);
        let stored = stored.map_err(RequestError::damaged_import)?;
        let changes = order.changes.iter().map(|text| read_change(text)).collect::<Result<_, _>>();
        let mut changes: Vec<Change> = changes.map_err(RequestError::damaged_import)?;
        let sitters = occupants(&order.game, stored.sitters, opener, host)?;
        let mut setup = set_up(stored.setup, host)?;
        to_host_time(&mut setup, &mut changes, host);
        let mut history = History::new(&setup, &sitters, config_cache)?;
        let summary = history.summary();
        let bots = bots(&sitters);
        let mut replayed = 0;
        let mut written = Vec::with_capacity(changes.len());
        for (number, change) in (1..).zip(changes) {
            if takes_back(&change.kind) {
                replayed += history.steps();
            }
            if replayed > MAX_REPLAYED {
                return Err(RequestError::import_too_long(number));
            }
            let refused = |refusal: Refusal| RequestError::illegal_import(number, refusal.message);
            check(&change, &history, &setup, bots).map_err(refused)?;
            history.apply(change.clone()).map_err(|illegal| refused(illegal.into()))?;
            written.push((change, history.written(Vec::new())));
        }
        let mut seats = (0..).map(Seat).zip(&sitters);
        let is_kept = |(seat, sitter): (Seat, &Sitter)| {
            *sitter != Sitter::Nobody || history.deserted().contains(seat)
        };
        if !seats.all(is_kept) {
            return Err(RequestError::import_not_begun());
        }
        let record = history.over().then(|| to_json(&record(&history, &setup, &sitters)));
        let table = NewTable { setup, sitters, parts: Vec::new(), summary };
        Ok(ImportedTable { table, changes: written, record })
    }
}

/// Returns true if the change may take back decisions.
fn takes_back(kind: &ChangeKind) -> bool {
    matches!(kind, ChangeKind::Undo | ChangeKind::Talk(_))
}

/// The setup as a table of this host has it.
fn set_up(stored: TableSetup, host: &dyn Host) -> Result<TableSetup, RequestError> {
    if !stored.begun() || stored.cancelled {
        return Err(RequestError::import_not_begun());
    }
    let SeedState::Yes(seed, _) = stored.deal else { return Err(RequestError::import_not_begun()) };
    let components =
        stored.components.as_deref().map(|text| for_table(&stored.game, text)).transpose()?;
    let mut terms = stored.terms;
    (terms.rated, terms.listed) = (false, false);
    terms.check()?;
    Ok(TableSetup {
        deal: SeedState::Yes(seed, None),
        components,
        terms,
        created: host.now().day,
        rematch_of: None,
        program: Some(program::version().to_owned()),
        arranged: 0,
        compacted: None,
        ..stored
    })
}

/// The occupants as a table of this host has them: the opener at the seats of all people of the device, with
/// names by the rules of this host, and bots that this host runs itself.
fn occupants(
    game: &str,
    stored: Vec<Sitter>,
    opener: &Arrival,
    host: &dyn Host,
) -> Result<Vec<Sitter>, RequestError> {
    let info = registry::info(game)?;
    info.check_seats(stored.len())?;
    if !stored.iter().any(|sitter| matches!(sitter, Sitter::Person { .. })) {
        return Err(RequestError::nobody_there());
    }
    let is_bot = |sitter: &&Sitter| matches!(sitter, Sitter::Bot { .. });
    let mut names = taken_names(stored.iter().filter(is_bot));
    let sitter = |sitter| match sitter {
        Sitter::Nobody => Ok(Sitter::Nobody),
        Sitter::Person { name, look, .. } => {
            let name = host.clean_name(&host.personal_name(&name), &names);
            names.push(name.clone());
            Ok(Sitter::Person { guest: opener.guest, name, look, program: opener.program })
        }
        Sitter::Bot { bot } if !catalog::is_kind(&bot) => Err(RequestError::foreign_bot()),
        Sitter::Bot { bot } => {
            host.check_bot(info, &bot)?;
            Ok(Sitter::Bot { bot })
        }
    };
    stored.into_iter().map(sitter).collect()
}

/// Moves all times of the table so that the last change was made now. A device's clock may have been set back,
/// which counts as no time.
fn to_host_time(setup: &mut TableSetup, changes: &mut [Change], host: &dyn Host) {
    let now = host.now();
    let (mut last, mut total) = (setup.begun_at, 0);
    let since: Vec<i64> = changes
        .iter()
        .map(|change| {
            let time = change.time.unwrap_or(last);
            total += time.saturating_sub(last).clamp(0, LONGEST);
            last = time;
            total
        })
        .collect();
    setup.begun_at = now.service - total;
    for (change, since) in changes.iter_mut().zip(since) {
        (change.at, change.time) = (now.day, Some(setup.begun_at + since));
    }
}

/// Returns an error if a table of this host could not have this change next.
fn check(
    change: &Change,
    history: &History,
    setup: &TableSetup,
    bots: SeatSet,
) -> Result<(), Refusal> {
    let Change { seat, kind, client_id, time, .. } = change;
    let (seat, now) = (*seat, time.unwrap_or_default());
    check_id(client_id)?;
    if usize::from(seat.0) >= usize::from(history.table().seats()) {
        return Err(Refusal::NO_SEAT);
    }
    let is_late = || history.clocks().late(now).iter().any(|(late, _)| *late == seat);
    let is_person = !bots.contains(seat);
    let is_deserted = history.deserted().contains(seat);
    let is_possible = match kind {
        ChangeKind::Act(_) | ChangeKind::Talk(_) => true,
        ChangeKind::Undo | ChangeKind::Leave => is_person && !is_deserted,
        // A bot resigns as the occupant of its seat, never for a person who has left.
        ChangeKind::Resign => !is_deserted,
        ChangeKind::Return => is_deserted,
        ChangeKind::Expire(_) => is_late(),
        ChangeKind::Late => is_late() && setup.terms.late == Late::Lost,
        // A device has no external programs and no operator.
        ChangeKind::Forfeit | ChangeKind::Close | ChangeKind::Replace(_) => false,
    };
    if !is_possible || history.knows(seat, client_id) {
        return Err(Refusal { rule: None, message: impossible() });
    }
    history.check(seat, history.version(), kind, now)
}

fn impossible() -> LocalizedText {
    LocalizedText::fixed("この時点では起こりえない変更です", "it cannot happen at this point")
}
