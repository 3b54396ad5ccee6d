//! Episodes: one sentence for each turn, attack or step of the set-up.

use zashiki_core::{Episode, Event as _, Seat, sentences};

use super::Event;
use crate::Config;

/// The episodes of consecutive events of one step.
pub(super) fn narrate(config: &Config, mut events: &[Event]) -> Vec<Episode> {
    let mut told = Vec::new();
    while let [lead, rest @ ..] = events {
        let (tail, later) = rest.split_at(rest.iter().take_while(|it| it.follows(lead)).count());
        let described = [lead].into_iter().chain(tail.iter().filter(|event| !event.is_implied()));
        let text = sentences(described.map(|event| event.describe(config).0));
        told.push(Episode::new(1 + tail.len(), lead.actor(), text));
        events = later;
    }
    told
}

impl Event {
    /// Returns true if the event belongs to the episode that `lead` begins.
    const fn follows(&self, lead: &Event) -> bool {
        match self {
            Event::DeploymentBegan
            | Event::BattleBegan
            | Event::Check { .. }
            | Event::KingTaken { .. }
            | Event::TurnLimit { .. } => true,
            Event::WentBack { .. }
            | Event::Joined { after_attack: true, .. }
            | Event::Retreated { after_attack: true, .. } => matches!(lead, Event::Hit { .. }),
            Event::Settled { .. } => matches!(lead, Event::KingStepped { .. }),
            _ => false,
        }
    }

    /// Returns true if the sentence about the event before says it already, as the capture of a king does.
    const fn is_implied(&self) -> bool {
        matches!(self, Event::KingTaken { .. })
    }

    /// The seat that acts; `None` if no seat does.
    const fn actor(&self) -> Option<Seat> {
        match *self {
            Event::Began
            | Event::DeploymentBegan
            | Event::BattleBegan
            | Event::Check { .. }
            | Event::TurnLimit { .. } => None,
            Event::Arranged { seat }
            | Event::Deployed { seat, .. }
            | Event::Switched { seat, .. }
            | Event::Declined { seat, .. }
            | Event::Moved { seat, .. }
            | Event::Joined { seat, .. }
            | Event::Put { seat, .. }
            | Event::Added { seat, .. }
            | Event::Paired { seat, .. }
            | Event::Hit { seat, .. }
            | Event::Captured { seat, .. }
            | Event::WentBack { seat, .. }
            | Event::Retreated { seat, .. }
            | Event::KingStepped { seat, .. }
            | Event::Settled { seat, .. }
            | Event::QueenReturned { seat, .. }
            | Event::QueenKept { seat, .. }
            | Event::KingTaken { seat } => Some(seat),
        }
    }
}
