//! People, as a table knows them.

use serde::{Deserialize, Serialize};
use zashiki_core::Bytes32;

/// A person: an opaque id that only the host of the table can relate to a user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Bytes32", into = "Bytes32")]
pub struct Guest(pub [u8; 32]);

impl From<Bytes32> for Guest {
    fn from(bytes: Bytes32) -> Guest {
        Guest(bytes.0)
    }
}

impl From<Guest> for Bytes32 {
    fn from(guest: Guest) -> Bytes32 {
        Bytes32(guest.0)
    }
}
