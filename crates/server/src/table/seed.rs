//! The seed of a table: the secret of the server and the contributions of people, or the seed that
//! followed from them.

use zashiki_core::{Bytes32, Deal, Seat, Share};

use crate::users::guest::Guest;

/// How far the deal of a table has come.
#[derive(Clone, Debug)]
pub(crate) enum SeedState {
    /// The play has not begun; this is what the house adds.
    Not(Bytes32),
    /// The play has begun with this seed. How it came about is not known of tables that older
    /// programs dealt.
    Yes(u64, Option<Deal>),
}

/// What a person adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contribution {
    pub(crate) guest: Guest,
    /// The hash by which it is promised.
    pub(crate) hash: Bytes32,
    /// It, once it was asked for and came.
    pub(crate) share: Option<Bytes32>,
    /// Whether the promise is void: a seat was open again after the shares were asked for. It says
    /// who is missing until they promise something else.
    pub(crate) void: bool,
}

impl Contribution {
    /// What a guest promises.
    pub(crate) fn new(guest: Guest, hash: Bytes32) -> Contribution {
        Contribution { guest, hash, share: None, void: false }
    }
}

impl SeedState {
    /// A new table's: the play begins at once if every seat is taken and nobody has promised to
    /// add anything.
    pub(crate) fn new(
        table: &str,
        secret: Bytes32,
        all_taken: bool,
        parts: &[Contribution],
    ) -> SeedState {
        let not = SeedState::Not(secret);
        if all_taken && parts.is_empty() { not.with(table, Vec::new()) } else { not }
    }

    /// What becomes of it when these shares are added.
    pub(super) fn with(&self, table: &str, shares: Vec<Share>) -> SeedState {
        match self {
            SeedState::Not(secret) => {
                let deal = Deal::new(table.to_owned(), *secret, shares);
                SeedState::Yes(deal.seed(), Some(deal))
            }
            SeedState::Yes(..) => self.clone(),
        }
    }

    /// Whether the person at this seat has added this.
    pub(crate) fn holds(&self, seat: Seat, share: Bytes32) -> bool {
        let SeedState::Yes(_, Some(deal)) = self else { return false };
        deal.shares.iter().any(|part| part.seats.contains(seat) && part.share == Some(share))
    }
}
