//! The connections of the people at a table: a connection that is lost for some time is an event, and so is its
//! return. They are not stored.

use std::time::Duration;

use zashiki_core::{Seat, SeatSet};

use crate::guest::Guest;
use crate::protocol::{PersonEvent, PersonEventKind};
use crate::table::people::EventList;
use crate::table::setup::Sitter;

/// Time for which a connection must be lost until the others are notified. A page that is loaded again connects
/// much earlier.
pub const GRACE: Duration = Duration::from_secs(10);

/// The connection of the person at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// The person is connected.
    Here,
    /// The connection has been lost since this monotonic time.
    Lost(Duration),
    /// The others were notified that the connection is lost.
    Notified,
}

/// The connections of all people at a table.
#[derive(Default)]
pub struct Presence {
    /// The people who have been connected, each with the connection.
    links: Vec<(Guest, Link)>,
    events: EventList,
}

impl Presence {
    /// Records who is connected. `present` are the seats whose people take part: those without a bot in their
    /// place. Returns true if there is a new event. `day` is in milliseconds since 1970; the match has had
    /// `step` steps.
    pub fn watch(
        &mut self,
        sitters: &[Sitter],
        present: SeatSet,
        is_here: impl Fn(Guest) -> bool,
        (now, day, step): (Duration, i64, usize),
    ) -> bool {
        let people: Vec<(Guest, Seat)> = (0..)
            .map(Seat)
            .zip(sitters)
            .filter(|(seat, _)| present.contains(*seat))
            .filter_map(|(seat, sitter)| Some((sitter.guest()?, seat)))
            .collect();
        let several = people.iter().any(|(guest, _)| *guest != people[0].0);
        // A person alone needs no news about their own connection.
        self.links.retain(|(guest, _)| several && people.iter().any(|(other, _)| other == guest));
        let mut news = false;
        for (guest, seat) in people.iter().filter(|_| several) {
            let here = is_here(*guest);
            let Some((_, link)) = self.links.iter_mut().find(|(other, _)| other == guest) else {
                if here {
                    self.links.push((*guest, Link::Here));
                }
                continue;
            };
            let (next, what) = match (*link, here) {
                (Link::Here, false) => (Link::Lost(now), None),
                (Link::Lost(since), false) if since + GRACE <= now => {
                    (Link::Notified, Some(PersonEventKind::Disconnected))
                }
                (Link::Notified, true) => (Link::Here, Some(PersonEventKind::Reconnected)),
                (Link::Lost(_), true) => (Link::Here, None),
                (same, _) => (same, None),
            };
            *link = next;
            if let Some(what) = what {
                self.events.push(PersonEvent { seat: *seat, step, at: day, what });
                news = true;
            }
        }
        news
    }

    /// Forgets all connections: the match has not started, has ended, or takes days.
    pub fn clear(&mut self) {
        self.links.clear();
    }

    /// The monotonic time at which the others will be notified of the next lost connection.
    pub fn next(&self) -> Option<Duration> {
        let lost = self.links.iter().filter_map(|(_, link)| match link {
            Link::Lost(since) => Some(*since + GRACE),
            Link::Here | Link::Notified => None,
        });
        lost.min()
    }

    /// The latest events, oldest first.
    pub fn events(&self) -> &[PersonEvent] {
        self.events.latest()
    }
}
