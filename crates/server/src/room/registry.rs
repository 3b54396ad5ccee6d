//! The rooms in memory, and the state kept of unloaded rooms.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::table::drafts::Drafts;
use tokio::sync::{Notify, mpsc};

use crate::room::command::{Command, Inbox};

/// The rooms in memory and the state kept of unloaded rooms, by table id.
#[derive(Default)]
pub(crate) struct RoomRegistry {
    rooms: Mutex<HashMap<String, RoomHandle>>,
    /// Rooms that were unloaded while a clock was running.
    unloaded: Mutex<HashMap<String, UnloadedRoom>>,
    unloaded_changed: Notify,
}

/// A room's inbox and its progress, which other tasks read without sending the room a message.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    pub(crate) inbox: Inbox,
    pub(crate) progress: Arc<RoomProgress>,
}

/// The progress of a room, as its task last published it for the other tasks.
#[derive(Debug, Default)]
pub(crate) struct RoomProgress {
    pub(crate) version: AtomicU64,
    pub(crate) arranged: AtomicU64,
    /// True if the table can change without an increase of `version` or `arranged`: before the match starts,
    /// and after its end until there is a rematch.
    pub(crate) unsettled: AtomicBool,
    /// True if another server holds the table's lease.
    pub(crate) away: AtomicBool,
}

/// The state kept of an unloaded room.
struct UnloadedRoom {
    /// The version of the match: the number of its changes.
    version: u64,
    /// The first deadline of a running clock, in milliseconds of service time (total server uptime).
    until: i64,
    drafts: Drafts,
}

impl RoomRegistry {
    /// The inbox of a room in memory.
    pub(crate) fn find(&self, id: &str) -> Option<Inbox> {
        let rooms = lock(&self.rooms);
        rooms.get(id).map(|room| &room.inbox).filter(|inbox| !inbox.is_closed()).cloned()
    }

    /// All rooms in memory, by table id.
    pub(crate) fn handles(&self) -> Vec<(String, RoomHandle)> {
        lock(&self.rooms).iter().map(|(id, room)| (id.clone(), room.clone())).collect()
    }

    /// Adds a room that was just loaded, and returns the drafts that it had when it was last unloaded. If
    /// another task has added the room meanwhile, returns the inbox of that room as an error.
    pub(crate) fn add(
        &self,
        id: &str,
        version: u64,
        room: RoomHandle,
    ) -> Result<Option<Drafts>, Inbox> {
        match lock(&self.rooms).entry(id.to_owned()) {
            Entry::Occupied(other) if !other.get().inbox.is_closed() => {
                return Err(other.get().inbox.clone());
            }
            Entry::Occupied(mut closed) => {
                closed.insert(room);
            }
            Entry::Vacant(place) => {
                place.insert(room);
            }
        }
        let unloaded = lock(&self.unloaded).remove(id);
        Ok(unloaded.filter(|room| room.version == version).map(|room| room.drafts))
    }

    /// Removes an unused room, unless a message to it is queued; returns true if it was removed. If a clock
    /// is running, `left` has the version, the first deadline and the drafts, which are kept.
    pub(crate) fn unload(
        &self,
        id: &str,
        commands: &mpsc::Receiver<Command>,
        left: Option<(u64, i64, &Drafts)>,
    ) -> bool {
        let mut rooms = lock(&self.rooms);
        let unused = commands.is_empty();
        if unused {
            rooms.remove(id);
            if let Some((version, until, drafts)) = left {
                let drafts = drafts.clone();
                lock(&self.unloaded).insert(id.to_owned(), UnloadedRoom { version, until, drafts });
                self.unloaded_changed.notify_one();
            }
        }
        unused
    }

    /// Removes a room that accepts no more messages.
    pub(crate) fn discard(&self, id: &str) {
        let mut rooms = lock(&self.rooms);
        if rooms.get(id).is_some_and(|room| room.inbox.is_closed()) {
            rooms.remove(id);
        }
    }

    /// Drops the state kept of the unloaded room of a deleted table.
    pub(crate) fn forget(&self, id: &str) {
        lock(&self.unloaded).remove(id);
        self.unloaded_changed.notify_one();
    }

    /// The id of the unloaded room with the first deadline, and that deadline in milliseconds of service time
    /// (total server uptime).
    pub(crate) fn next_deadline(&self) -> Option<(i64, String)> {
        lock(&self.unloaded).iter().map(|(id, room)| (room.until, id.clone())).min()
    }

    /// Moves the deadline of an unloaded room.
    pub(crate) fn set_deadline(&self, id: &str, until: i64) {
        if let Some(room) = lock(&self.unloaded).get_mut(id) {
            room.until = until;
        }
    }

    /// Completes when the deadlines of unloaded rooms have changed.
    pub(crate) async fn deadlines_changed(&self) {
        self.unloaded_changed.notified().await;
    }

    /// The number of rooms in memory.
    pub(crate) fn len(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// The number of rooms in memory whose lease this server holds.
    pub(crate) fn leased(&self) -> usize {
        let rooms = lock(&self.rooms);
        rooms.values().filter(|room| !room.progress.away.load(Ordering::Relaxed)).count()
    }
}

/// The maps behind these locks are consistent at all times, so a panic of another lock holder does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
