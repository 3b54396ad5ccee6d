//! Verifiable deals (commit and reveal): the RNG seed follows from a secret that the server committed to
//! before any player contributed, and from the players' contributions. Anyone with the complete record
//! can recompute the seed with this program, another one, or `sha256sum`: all hashed input is plain
//! text. ADR 24 describes what this proves and what it does not.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::{InputError, InputErrorKind, LocalizedText, SeatSet, text};

/// 32 bytes: a secret, a share or a SHA-256 hash. Written as 64 lower-case hex digits, also in JSON. The
/// [`Debug`](fmt::Debug) form hides the value, since secrets could end up in logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(export, export_to = "core.ts", type = "string")]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// The SHA-256 hash of a text.
    fn of(text: &str) -> Bytes32 {
        Bytes32(Sha256::digest(text).into())
    }
}

/// Writes the 64 hex digits in one step, for speed: every message about a change of a table contains such
/// values.
impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bytes32(…)")
    }
}

impl FromStr for Bytes32 {
    type Err = LocalizedText;

    fn from_str(digits: &str) -> Result<Bytes32, LocalizedText> {
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return Err(NOT_32) };
        let bytes: Option<Vec<u8>> =
            pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Bytes32).ok_or(NOT_32)
    }
}

const NOT_32: LocalizedText = LocalizedText::fixed(
    "0〜9とa〜fの64桁が必要です",
    "64 lowercase hexadecimal digits are needed",
);

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes32, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|no: LocalizedText| D::Error::custom(format!("{no:#}")))
    }
}

/// The origin of a match's RNG seed. `docs/reference/formats.md` documents the format with an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Deal {
    /// The id of the table.
    pub table: String,
    /// The server's commitment, shown as soon as the table was created: the hash of its secret.
    pub commitment: Bytes32,
    /// The server's contribution, revealed when the match is over.
    pub secret: Bytes32,
    /// The players' contributions, ordered by each player's lowest seat. Players who committed to none, such
    /// as bots, have no entry.
    pub shares: Vec<Share>,
}

/// A player's contribution to a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct Share {
    /// The player's seats.
    pub seats: SeatSet,
    /// The hash of the share, shown before any share was revealed.
    pub hash: Bytes32,
    /// The share; absent if it did not arrive in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub share: Option<Bytes32>,
    /// True if the commitment is void: after the request for shares a seat became vacant, and this
    /// player sent no new commitment before the deal. There is no share then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub void: bool,
}

impl Share {
    /// The hash with which a player commits to a share.
    pub fn hash(share: Bytes32) -> Bytes32 {
        Bytes32::of(&format!("zashiki share 1\n{share}\n"))
    }
}

impl Deal {
    /// The hash with which the server commits to its secret for a table.
    pub fn commitment(table: &str, secret: Bytes32) -> Bytes32 {
        Bytes32::of(&format!("zashiki commitment 1\n{table}\n{secret}\n"))
    }

    /// A deal from this secret and these shares.
    pub fn new(table: String, secret: Bytes32, mut shares: Vec<Share>) -> Deal {
        shares.sort_by_key(|share| share.seats.first());
        Deal { commitment: Deal::commitment(&table, secret), table, secret, shares }
    }

    /// The RNG seed: the first eight bytes, big-endian, of the hash of the table's id, the secret and all
    /// shares.
    pub fn seed(&self) -> u64 {
        let mut text = format!("zashiki seed 1\n{}\n{}\n", self.table, self.secret);
        for Share { seats, hash, share, void } in &self.shares {
            let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            let none = if *void { "void" } else { "-" };
            let share = share.map_or(none.to_owned(), |share| share.to_string());
            text += &format!("{} {hash} {share}\n", seats.join(","));
        }
        let [a, b, c, d, e, f, g, h, ..] = Bytes32::of(&text).0;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }

    /// The seats of players who contributed a share.
    pub fn added(&self) -> SeatSet {
        self.those(|share| share.share.is_some())
    }

    /// The seats of players whose share did not arrive in time.
    pub fn missing(&self) -> SeatSet {
        self.those(|share| share.share.is_none())
    }

    fn those(&self, which: impl Fn(&&Share) -> bool) -> SeatSet {
        self.shares.iter().filter(which).flat_map(|share| share.seats.iter()).collect()
    }

    /// Checks that the commitment is the hash of the secret, that each hash is that of its share, and that
    /// `seed`, the seed of a match with `seats` seats, follows from the secret and the shares.
    ///
    /// # Errors
    /// Returns the first mismatch, with its place in the record.
    pub fn verify(&self, seats: u8, seed: u64) -> Result<(), InputError> {
        let letter = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if self.table.is_empty() || !self.table.bytes().all(letter) {
            return Err(fault(text!(
                "deal.table が卓の id ではありません",
                "`deal.table` is not the id of a table"
            )));
        }
        if Deal::commitment(&self.table, self.secret) != self.commitment {
            return Err(fault(text!(
                "deal.commitment が、秘密の数 deal.secret のハッシュではありません",
                "`deal.commitment` is not the hash of `deal.secret`"
            )));
        }
        let (mut others, mut last) = (SeatSet::EMPTY, None);
        for (place, Share { seats: own, hash, share, void }) in self.shares.iter().enumerate() {
            let among = own.iter().all(|seat| seat.0 < seats && !others.contains(seat));
            if !among || own.first() <= last {
                return Err(fault(text!(
                    "deal.shares[{place}].seats は、この対局の席ではないか、ほかの人の席と重なっているか、席の順に並んでいません",
                    "`deal.shares[{place}].seats` are not seats of this match, belong to another player, or are out of order"
                )));
            }
            if share.is_some_and(|share| Share::hash(share) != *hash) {
                return Err(fault(text!(
                    "deal.shares[{place}] の share が、その hash と合いません",
                    "the hash of `deal.shares[{place}].share` is not its `hash`"
                )));
            }
            if *void && share.is_some() {
                return Err(fault(text!(
                    "deal.shares[{place}] は無効になった約束なのに、share があります",
                    "`deal.shares[{place}]` is void, but has a `share`"
                )));
            }
            others = own.iter().chain(others.iter()).collect();
            last = own.first();
        }
        if self.seed() != seed {
            return Err(fault(text!(
                "seed が、deal の数から決まるシードではありません",
                "`seed` does not follow from the other fields of `deal`"
            )));
        }
        Ok(())
    }
}

/// The error for a mismatch in a deal; `what` describes it.
fn fault(what: LocalizedText) -> InputError {
    InputError::from(text!(
        "シャッフルを検証できません: {what}。棋譜が書き換えられているか、サーバーが約束と違うシャッフルをしています。",
        "The shuffle cannot be verified: {what}. The record was altered, or the server broke its commitment.",
        what
    ))
    .of(InputErrorKind::Record)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A deal, its match, and the seed computed by another program.
    #[derive(Deserialize)]
    struct Case {
        what: String,
        seats: u8,
        #[serde(with = "crate::decimal")]
        seed: u64,
        deal: Deal,
    }

    /// The test cases, which the web page's tests also use.
    fn cases() -> Vec<Case> {
        serde_json::from_str(include_str!("../fixtures/deals.json")).unwrap()
    }

    #[test]
    fn deals_hold_as_another_program_made_them() {
        assert_eq!(cases().len(), 5);
        for Case { what, seats, seed, deal } in cases() {
            assert_eq!(deal.seed(), seed, "{what}");
            deal.verify(seats, seed).unwrap_or_else(|no| panic!("{what}: {no}"));
            let again = Deal::new(deal.table.clone(), deal.secret, deal.shares.clone());
            assert_eq!(again, deal, "{what}");
        }
        let absent = &cases()[2].deal;
        assert_eq!((absent.added(), absent.missing()), (of([0]), of([2])));
        let shared = &cases()[3].deal;
        assert_eq!((shared.added(), shared.missing()), (of([0, 2, 3]), SeatSet::EMPTY));
        let void = &cases()[4].deal;
        assert_eq!((void.added(), void.missing()), (of([0]), of([1, 2])));
    }

    fn of<const N: usize>(seats: [u8; N]) -> SeatSet {
        seats.into_iter().map(crate::Seat).collect()
    }

    #[test]
    fn it_cannot_be_hidden_that_a_promise_was_void() {
        let Case { seats, deal, .. } = cases().swap_remove(2);
        let mut void = deal.clone();
        let missing = void.shares.iter_mut().find(|share| share.share.is_none()).unwrap();
        missing.void = true;
        assert_ne!(void.seed(), deal.seed());
        void.verify(seats, void.seed()).unwrap();
        assert_eq!(void.missing(), deal.missing(), "it is named as missing all the same");
        assert!(deal.verify(seats, void.seed()).unwrap_err().to_string().contains("`seed`"));
        for share in &mut void.shares {
            share.void = true;
        }
        let said = void.verify(seats, void.seed()).unwrap_err().to_string();
        assert!(said.contains("void"), "{said}");
    }

    /// The error from verifying the third test case after a change to its JSON.
    fn refusal(change: impl FnOnce(&mut Value)) -> String {
        let Case { seats, seed, deal, .. } = cases().swap_remove(3);
        let mut json = serde_json::to_value(deal).unwrap();
        change(&mut json);
        let deal: Deal = serde_json::from_value(json).unwrap();
        let no = deal.verify(seats, seed).expect_err("it was altered");
        assert_eq!(no.kind(), InputErrorKind::Record);
        no.to_string()
    }

    #[test]
    fn no_part_can_be_altered() {
        let other = json!("ab".repeat(32));
        type Change = Box<dyn FnOnce(&mut Value)>;
        let set = |at: &'static str, value: &Value| -> Change {
            let value = value.clone();
            Box::new(move |deal| *deal.pointer_mut(at).expect(at) = value)
        };
        let told: [(Change, &str); 12] = [
            (set("/table", &json!("0000000000000000")), "`deal.commitment`"),
            (set("/table", &json!("1a2b3c4d5e6f7g8h\n")), "`deal.table`"),
            (set("/secret", &other), "`deal.commitment`"),
            (set("/commitment", &other), "`deal.commitment`"),
            (set("/shares/0/share", &other), "`deal.shares[0].share`"),
            (set("/shares/1/hash", &other), "`deal.shares[1].share`"),
            (set("/shares/0/seats", &json!([])), "`deal.shares[0].seats`"),
            (set("/shares/1/seats", &json!([2])), "`deal.shares[1].seats`"),
            (set("/shares/1/seats", &json!([4])), "`deal.shares[1].seats`"),
            (set("/shares/0/seats", &json!([0, 1])), "`seed`"),
            (
                Box::new(|deal| deal["shares"].as_array_mut().unwrap().swap(0, 1)),
                "`deal.shares[1].seats`",
            ),
            // Neither a contribution nor a commitment can be concealed.
            (
                Box::new(|deal| {
                    deal.pointer_mut("/shares/1").unwrap().as_object_mut().unwrap().remove("share");
                }),
                "`seed`",
            ),
        ];
        for (change, place) in told {
            let said = refusal(change);
            assert!(said.contains(place), "{place}: {said}");
        }
        assert!(
            refusal(|deal| drop(deal["shares"].as_array_mut().unwrap().pop())).contains("`seed`")
        );
        let Case { seats, seed, deal, .. } = cases().swap_remove(1);
        assert!(deal.verify(seats, seed ^ 1).unwrap_err().to_string().contains("`seed`"));
    }

    #[test]
    fn bytes_are_written_as_they_are_read_and_tell_nothing_in_a_log() {
        let bytes = Bytes32(std::array::from_fn(|index| index as u8 * 7));
        let written = serde_json::to_string(&bytes).unwrap();
        assert_eq!(written.len(), 66);
        assert_eq!(serde_json::from_str::<Bytes32>(&written).unwrap(), bytes);
        assert_eq!(format!("{bytes:?}"), "Bytes32(…)");
        for wrong in
            ["", "ab", &"AB".repeat(32), &"a".repeat(63), &"0g".repeat(32), &"é".repeat(32)]
        {
            assert!(wrong.parse::<Bytes32>().is_err(), "{wrong}");
        }
    }
}
