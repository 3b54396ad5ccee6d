//! The seed of a table: the server's secret and the contributions of people, or the seed made from them.

use zashiki_core::{Bytes32, Deal, Seat, Share};

use crate::guest::Guest;

/// The seed of a table, or the secret it will be made from.
#[derive(Clone, Debug)]
pub enum SeedState {
    /// The match has not started. This is the server's secret, from which the seed will be made.
    Not(Bytes32),
    /// The match has started with this seed. Its origin is unknown for tables of older programs.
    Yes(u64, Option<Deal>),
}

/// A person's contribution to the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// The person.
    pub guest: Guest,
    /// The hash of the share, to which the person has committed.
    pub hash: Bytes32,
    /// The share, once the person has revealed it.
    pub share: Option<Bytes32>,
    /// True if the commitment is void, because a seat became open again after the request for shares.
    pub void: bool,
}

impl Contribution {
    /// A commitment whose share is not revealed yet.
    pub fn new(guest: Guest, hash: Bytes32) -> Contribution {
        Contribution { guest, hash, share: None, void: false }
    }
}

impl SeedState {
    /// The seed of a new table: made at once if every seat is taken and there are no commitments.
    pub fn new(table: &str, secret: Bytes32, all_taken: bool, parts: &[Contribution]) -> SeedState {
        let not = SeedState::Not(secret);
        if all_taken && parts.is_empty() { not.with(table, Vec::new()) } else { not }
    }

    /// Makes the seed from the secret and these shares.
    pub fn with(&self, table: &str, shares: Vec<Share>) -> SeedState {
        match self {
            SeedState::Not(secret) => {
                let deal = Deal::new(table.to_owned(), *secret, shares);
                SeedState::Yes(deal.seed(), Some(deal))
            }
            SeedState::Yes(..) => self.clone(),
        }
    }

    /// Returns true if the seed was made with this share from the person at this seat.
    pub fn holds(&self, seat: Seat, share: Bytes32) -> bool {
        let SeedState::Yes(_, Some(deal)) = self else { return false };
        deal.shares.iter().any(|part| part.seats.contains(seat) && part.share == Some(share))
    }
}
