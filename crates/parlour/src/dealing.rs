//! How the deal of a table comes about so that nobody can arrange it (ADR 24). The house has a
//! secret, to which it is held by a hash that everybody sees from the opening on. Who sits down
//! promises a share by its hash, and when every seat is taken all are asked for their shares at
//! once: nobody can choose theirs by what the others have. The seed follows from all of it.
//!
//! This is the gathering; it knows no store and no socket.

use std::time::Duration;

use table::{Bytes32, Deal, Seat, Share};

use crate::guest::Guest;
use crate::seats::{all_taken, seats_of};
use crate::store::{Setup, Sitter};
use crate::wire::{Dealing as Told, Promised, Refusal};

/// How long those who have promised a share are waited for, on the house's clock.
const PATIENCE: Duration = Duration::from_secs(5);

/// How far the deal of a table has come.
#[derive(Clone, Debug)]
pub(crate) enum Dealt {
    /// The play has not begun; this is what the house adds.
    Not(Bytes32),
    /// The play has begun with this seed. How it came about is not known of tables that older
    /// programs dealt.
    Yes(u64, Option<Deal>),
}

/// What a person adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) guest: Guest,
    /// The hash by which it is promised.
    pub(crate) hash: Bytes32,
    /// It, once it was asked for and came.
    pub(crate) share: Option<Bytes32>,
}

/// What people add at one table before its play begins.
pub(crate) struct Dealing {
    parts: Vec<Part>,
    /// Since when the table is in memory: who has promised something but is not there may be on
    /// the way.
    loaded: Duration,
    /// Since when the shares are asked for; before, not every seat is taken.
    asked: Option<Duration>,
    /// The play is not begun before that: it could not be stored.
    not_before: Duration,
}

impl Dealing {
    /// At a table that comes into memory now.
    pub(crate) fn new(parts: Vec<Part>, now: Duration) -> Dealing {
        Dealing { parts, loaded: now, asked: None, not_before: now }
    }

    /// Takes in what is stored, perhaps by another process. What was promised after the shares
    /// were asked for does not count.
    pub(crate) fn read(&mut self, stored: Vec<Part>) {
        if self.asked.is_none() {
            self.parts = stored;
            return;
        }
        for part in &mut self.parts {
            let same = |other: &&Part| other.guest == part.guest && other.hash == part.hash;
            part.share = part.share.or_else(|| stored.iter().find(same)?.share);
        }
    }

    /// Asks for the shares if every seat is taken; says whether that is new. Where a seat is open
    /// again nothing holds that was promised before: who comes now may know the shares.
    pub(crate) fn ask(&mut self, sitters: &[Sitter], now: Duration) -> Asked {
        match (all_taken(sitters), self.asked) {
            (true, None) => {
                self.asked = Some(now);
                Asked::Now
            }
            (false, Some(_)) => {
                self.asked = None;
                self.parts.clear();
                Asked::NoMore
            }
            _ => Asked::Same,
        }
    }

    /// When the play begins, as it stands now; not while a seat is open. Those who are here are
    /// waited for a while after everybody was asked, and those who may be on the way a while after
    /// the first came.
    pub(crate) fn due(&self, is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        let asked = self.asked?;
        let silent = self.parts.iter().filter(|part| part.share.is_none());
        let until = |part: &Part| if is_here(part.guest) { asked } else { self.loaded } + PATIENCE;
        Some(silent.map(until).fold(self.not_before, Duration::max))
    }

    /// Begins the play no sooner than that.
    pub(crate) fn put_off(&mut self, until: Duration) {
        self.not_before = until;
    }

    /// Refuses a promise that comes when the shares are asked for already.
    pub(crate) fn check_promise(&self) -> Result<(), Refusal> {
        if self.asked.is_some() { Err(Refusal::PROMISED_LATE) } else { Ok(()) }
    }

    /// Keeps a promise that is stored.
    pub(crate) fn promised(&mut self, guest: Guest, hash: Bytes32) {
        self.parts.retain(|part| part.guest != guest);
        self.parts.push(Part { guest, hash, share: None });
    }

    /// Refuses a share that was not asked for, or is not the one that was promised; says whether
    /// it is new.
    pub(crate) fn check_share(&self, guest: Guest, share: Bytes32) -> Result<bool, Refusal> {
        if self.asked.is_none() {
            return Err(Refusal::SHARED_EARLY);
        }
        let part = self.parts.iter().find(|part| part.guest == guest);
        match part {
            None => Err(Refusal::NOT_PROMISED),
            Some(part) if part.hash != Share::hash(share) => Err(Refusal::OTHER_SHARE),
            Some(part) => Ok(part.share.is_none()),
        }
    }

    /// Keeps a share that is stored.
    pub(crate) fn shared(&mut self, guest: Guest, share: Bytes32) {
        for part in self.parts.iter_mut().filter(|part| part.guest == guest) {
            part.share = Some(share);
        }
    }

    /// What people have added so far who sit here, by their seats.
    fn shares(&self, sitters: &[Sitter]) -> Vec<Share> {
        shares(&self.parts, sitters)
    }

    /// What a table is begun with now.
    pub(crate) fn deal(&self, setup: &Setup, sitters: &[Sitter]) -> Dealt {
        setup.deal.with(&setup.id, self.shares(sitters))
    }

    /// What everybody at the table may know of its deal.
    pub(crate) fn told(&self, setup: &Setup, sitters: &[Sitter]) -> Option<Told> {
        let promises = |shares: &[Share]| {
            let promise = |share: &Share| Promised {
                seats: share.seats,
                hash: share.hash,
                added: share.share.is_some(),
            };
            shares.iter().map(promise).collect()
        };
        match &setup.deal {
            Dealt::Not(secret) => {
                let mut shares = self.shares(sitters);
                shares.sort_by_key(|share| share.seats.first());
                Some(Told {
                    commitment: Deal::commitment(&setup.id, *secret),
                    asked: self.asked.is_some(),
                    promises: promises(&shares),
                })
            }
            Dealt::Yes(_, deal) => deal.as_ref().map(|deal| Told {
                commitment: deal.commitment,
                asked: false,
                promises: promises(&deal.shares),
            }),
        }
    }
}

/// Whether the shares are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// As before.
    Same,
    /// From now on.
    Now,
    /// No more: a seat is open again.
    NoMore,
}

fn shares(parts: &[Part], sitters: &[Sitter]) -> Vec<Share> {
    let share = |part: &Part| {
        let seats = seats_of(sitters, part.guest);
        Some(Share { seats, hash: part.hash, share: part.share }).filter(|it| !it.seats.is_empty())
    };
    parts.iter().filter_map(share).collect()
}

impl Dealt {
    /// A new table's: the play begins at once if every seat is taken and nobody has promised to
    /// add anything.
    pub(crate) fn new(table: &str, secret: Bytes32, sitters: &[Sitter], parts: &[Part]) -> Dealt {
        let not = Dealt::Not(secret);
        if all_taken(sitters) && parts.is_empty() { not.with(table, Vec::new()) } else { not }
    }

    /// What becomes of it when these shares are added.
    fn with(&self, table: &str, shares: Vec<Share>) -> Dealt {
        match self {
            Dealt::Not(secret) => {
                let deal = Deal::new(table.to_owned(), *secret, shares);
                Dealt::Yes(deal.seed(), Some(deal))
            }
            Dealt::Yes(..) => self.clone(),
        }
    }

    /// Whether the person at this seat has added this.
    pub(crate) fn holds(&self, seat: Seat, share: Bytes32) -> bool {
        let Dealt::Yes(_, Some(deal)) = self else { return false };
        deal.shares.iter().any(|part| part.seats.contains(seat) && part.share == Some(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Look;

    const HOUSE: Dealt = Dealt::Not(Bytes32([9; 32]));

    fn person(number: u8) -> Sitter {
        let look = Look::default();
        let guest = Guest([number; 32]);
        Sitter::Person { guest, name: String::new(), look, program: false }
    }

    fn part(number: u8) -> Part {
        let (guest, hash) = (Guest([number; 32]), Share::hash(Bytes32([number; 32])));
        Part { guest, hash, share: None }
    }

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// Both seats are taken at the tenth second; the table came into memory at the third.
    fn asked() -> (Dealing, [Sitter; 2]) {
        let sitters = [person(1), person(2)];
        let mut dealing = Dealing::new(vec![part(2), part(1)], seconds(3));
        assert_eq!(dealing.ask(&[person(1), Sitter::Nobody], seconds(5)), Asked::Same);
        assert_eq!(dealing.due(|_| true), None);
        assert_eq!(dealing.ask(&sitters, seconds(10)), Asked::Now);
        assert_eq!(dealing.ask(&sitters, seconds(11)), Asked::Same);
        (dealing, sitters)
    }

    #[test]
    fn who_is_there_is_waited_for_from_the_asking_on_and_others_from_the_first_to_come() {
        let (mut dealing, _) = asked();
        assert_eq!(dealing.due(|_| true), Some(seconds(15)));
        assert_eq!(dealing.due(|guest| guest == Guest([1; 32])), Some(seconds(15)));
        assert_eq!(dealing.due(|_| false), Some(seconds(8)));
        dealing.shared(Guest([1; 32]), Bytes32([1; 32]));
        assert_eq!(dealing.due(|guest| guest == Guest([1; 32])), Some(seconds(8)));
        dealing.shared(Guest([2; 32]), Bytes32([2; 32]));
        assert_eq!(dealing.due(|_| true), Some(seconds(3)), "nobody has anything left to add");
        dealing.put_off(seconds(40));
        assert_eq!(dealing.due(|_| true), Some(seconds(40)));
    }

    #[test]
    fn nothing_holds_once_a_seat_is_open_again() {
        let (mut dealing, sitters) = asked();
        dealing.shared(Guest([1; 32]), Bytes32([1; 32]));
        assert_eq!(dealing.ask(&[person(1), Sitter::Nobody], seconds(12)), Asked::NoMore);
        assert_eq!(dealing.due(|_| true), None);
        assert!(dealing.shares(&sitters).is_empty(), "who comes now may know the share");
        assert!(dealing.check_promise().is_ok());
        dealing.promised(Guest([1; 32]), Share::hash(Bytes32([7; 32])));
        assert_eq!(dealing.ask(&sitters, seconds(20)), Asked::Now);
        assert!(dealing.check_promise().is_err());
        assert_eq!(
            dealing.check_share(Guest([1; 32]), Bytes32([1; 32])),
            Err(Refusal::OTHER_SHARE)
        );
        assert_eq!(dealing.check_share(Guest([1; 32]), Bytes32([7; 32])), Ok(true));
    }

    #[test]
    fn what_another_process_stored_counts_if_it_was_promised_in_time() {
        let (mut dealing, sitters) = asked();
        let shared = Part { share: Some(Bytes32([1; 32])), ..part(1) };
        let changed = Part { guest: Guest([2; 32]), share: Some(Bytes32([5; 32])), ..part(5) };
        dealing.read(vec![shared, changed, part(6)]);
        let shares = dealing.shares(&sitters);
        let known: Vec<_> = shares.iter().map(|share| (share.hash, share.share)).collect();
        let share = |number| Bytes32([number; 32]);
        assert_eq!(known, [(part(2).hash, None), (part(1).hash, Some(share(1)))]);
    }

    #[test]
    fn one_person_at_two_seats_adds_once() {
        let sitters = [person(1), Sitter::Bot { bot: String::new() }, person(1), person(2)];
        let mut parts = vec![part(1), part(3)];
        parts[0].share = Some(Bytes32([1; 32]));
        let Dealt::Yes(seed, Some(deal)) = HOUSE.with("t", shares(&parts, &sitters)) else {
            panic!("it is dealt")
        };
        deal.verify(4, seed).unwrap();
        assert_eq!(deal.added().iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!(deal.shares.len(), 1, "the third has no seat");
    }
}
