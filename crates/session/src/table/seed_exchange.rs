//! The seed exchange, by which nobody can influence a table's seed (ADR 24, ADR 54). The server has a secret,
//! whose hash is public from the table's creation on. People who take a seat commit to a share by its hash,
//! and once every seat is taken all shares are requested at the same time, so nobody can choose a share that
//! depends on others' shares. The seed is made from all of them. If a seat becomes open again after the
//! request, all commitments are void, and their makers are waited for to commit again: no share can disappear
//! without a record of its person.
//!
//! This module collects commitments and shares; it does not access the store or sockets.

use std::time::Duration;

use zashiki_core::{Bytes32, Deal, Share};

use crate::guest::Guest;
use crate::protocol::{Dealing, Promised, Refusal};
use crate::table::seats::{all_taken, seats_of};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};

/// Time for which the server waits for people with commitments, by its own clock.
const PATIENCE: Duration = Duration::from_secs(5);

/// The seed exchange of a table before its match starts.
pub struct SeedExchange {
    parts: Vec<Contribution>,
    /// The time at which the table was loaded: absent people with commitments may be about to connect.
    loaded: Duration,
    /// The time since which every seat is taken.
    full: Option<Duration>,
    /// The time at which the shares were requested; none while a seat is open, or while the server waits for
    /// people to replace void commitments.
    asked: Option<Duration>,
    /// True if commitments have become void and the store does not contain that yet.
    unstored_void: bool,
    /// The earliest time for the next attempt to start the match, after a failed write.
    not_before: Duration,
}

impl SeedExchange {
    /// The seed exchange of a table that is being loaded.
    pub fn new(parts: Vec<Contribution>, now: Duration) -> SeedExchange {
        SeedExchange {
            parts,
            loaded: now,
            full: None,
            asked: None,
            unstored_void: false,
            not_before: now,
        }
    }

    /// Merges the stored contributions, possibly written by another process. Commitments made after the
    /// request for shares are ignored.
    pub fn read(&mut self, mut stored: Vec<Contribution>) {
        let same = |one: &Contribution, other: &Contribution| {
            one.guest == other.guest && one.hash == other.hash
        };
        if self.asked.is_none() {
            for part in stored.iter_mut().filter(|_| self.unstored_void) {
                if self.parts.iter().any(|own| own.void && same(own, part)) {
                    *part = Contribution { share: None, void: true, ..part.clone() };
                }
            }
            self.parts = stored;
            return;
        }
        for part in &mut self.parts {
            let known = stored.iter().find(|other| same(other, part));
            part.share = part.share.or_else(|| known?.share).filter(|_| !part.void);
        }
    }

    /// Requests the shares if every seat is taken and nobody's new commitment is pending. If a seat is open
    /// again, makes all commitments void, because a person who joins later may know the shares. Returns the
    /// effect.
    pub fn ask(
        &mut self,
        sitters: &[Sitter],
        is_here: impl Fn(Guest) -> bool,
        now: Duration,
    ) -> AskedForShares {
        if !all_taken(sitters) {
            self.full = None;
            if self.asked.take().is_none() {
                return AskedForShares::Same;
            }
            for part in &mut self.parts {
                (part.share, part.void) = (None, true);
            }
            self.unstored_void = !self.parts.is_empty();
            return AskedForShares::NoMore;
        }
        self.full.get_or_insert(now);
        let waits = self.asked.is_some() || self.unstored_void;
        if !waits && self.asks_at(sitters, is_here).is_some_and(|at| at <= now) {
            self.asked = Some(now);
            return AskedForShares::Now;
        }
        AskedForShares::Same
    }

    /// The time at which the shares will be requested if nothing changes; `None` while a seat is open or
    /// after the request. The server waits for connected people with void commitments to commit again.
    fn asks_at(&self, sitters: &[Sitter], is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        let full = self.full.filter(|_| self.asked.is_none())?;
        if self.unstored_void {
            return Some(self.not_before.max(full));
        }
        let owing = |part: &&Contribution| part.void && !seats_of(sitters, part.guest).is_empty();
        let until =
            |part: &Contribution| if is_here(part.guest) { full } else { self.loaded } + PATIENCE;
        Some(self.parts.iter().filter(owing).map(until).fold(full, Duration::max))
    }

    /// Returns true if commitments have become void and the store does not contain that yet.
    pub fn has_unstored_void(&self) -> bool {
        self.unstored_void
    }

    /// Records that the void commitments were stored.
    pub fn void_stored(&mut self) {
        self.unstored_void = false;
    }

    /// The time at which the match will start if nothing changes; `None` before the shares are requested.
    /// Connected people have some time after the request, and absent people some time after the table was
    /// loaded.
    pub fn due(&self, is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        let asked = self.asked?;
        let silent = self.parts.iter().filter(|part| part.share.is_none() && !part.void);
        let until =
            |part: &Contribution| if is_here(part.guest) { asked } else { self.loaded } + PATIENCE;
        Some(silent.map(until).fold(self.not_before, Duration::max))
    }

    /// The time of the next event if no message comes before it: the request for shares, or the start of the
    /// match.
    pub fn next(&self, sitters: &[Sitter], is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        self.due(&is_here).or_else(|| self.asks_at(sitters, is_here))
    }

    /// Postpones the next attempt to start the match, or to store void commitments, after a failed write.
    pub fn put_off(&mut self, until: Duration) {
        self.not_before = until;
    }

    /// Returns an error if a commitment comes after the request for shares, or repeats a void one.
    pub fn check_promise(&self, guest: Guest, hash: Bytes32) -> Result<(), Refusal> {
        let void = |part: &Contribution| part.void && part.guest == guest && part.hash == hash;
        if self.asked.is_some() {
            Err(Refusal::PROMISED_LATE)
        } else if self.parts.iter().any(void) {
            Err(Refusal::PROMISED_AGAIN)
        } else {
            Ok(())
        }
    }

    /// Returns true if the commitment is stored and still valid.
    pub fn has_promise(&self, guest: Guest, hash: Bytes32) -> bool {
        self.parts.iter().any(|part| part.guest == guest && part.hash == hash && !part.void)
    }

    /// Records a stored commitment.
    pub fn promised(&mut self, guest: Guest, hash: Bytes32) {
        self.parts.retain(|part| part.guest != guest);
        self.parts.push(Contribution::new(guest, hash));
    }

    /// Returns an error if a share was not requested or does not match its commitment; otherwise, returns
    /// true if it is new.
    pub fn check_share(&self, guest: Guest, share: Bytes32) -> Result<bool, Refusal> {
        if self.asked.is_none() {
            return Err(Refusal::SHARED_EARLY);
        }
        let part = self.parts.iter().find(|part| part.guest == guest && !part.void);
        match part {
            None => Err(Refusal::NOT_PROMISED),
            Some(part) if part.hash != Share::hash(share) => Err(Refusal::OTHER_SHARE),
            Some(part) => Ok(part.share.is_none()),
        }
    }

    /// Records a stored share.
    pub fn shared(&mut self, guest: Guest, share: Bytes32) {
        for part in self.parts.iter_mut().filter(|part| part.guest == guest) {
            part.share = Some(share);
        }
    }

    /// The contributions of the people who have seats.
    fn shares(&self, sitters: &[Sitter]) -> Vec<Share> {
        shares(&self.parts, sitters)
    }

    /// The seed made from the current contributions.
    pub fn deal(&self, setup: &TableSetup, sitters: &[Sitter]) -> SeedState {
        setup.deal.with(&setup.id, self.shares(sitters))
    }

    /// The public state of the seed exchange.
    pub fn public_state(&self, setup: &TableSetup, sitters: &[Sitter]) -> Option<Dealing> {
        let promises = |shares: &[Share]| {
            let promise = |share: &Share| Promised {
                seats: share.seats,
                hash: share.hash,
                added: share.share.is_some(),
                void: share.void,
            };
            shares.iter().map(promise).collect()
        };
        match &setup.deal {
            SeedState::Not(secret) => {
                let mut shares = self.shares(sitters);
                shares.sort_by_key(|share| share.seats.first());
                Some(Dealing {
                    commitment: Deal::commitment(&setup.id, *secret),
                    asked: self.asked.is_some(),
                    promises: promises(&shares),
                })
            }
            SeedState::Yes(_, deal) => deal.as_ref().map(|deal| Dealing {
                commitment: deal.commitment,
                asked: false,
                promises: promises(&deal.shares),
            }),
        }
    }
}

/// The effect of [`SeedExchange::ask`] on the request for shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedForShares {
    /// Nothing has changed.
    Same,
    /// The shares are requested from now on.
    Now,
    /// The request is cancelled, because a seat is open again.
    NoMore,
}

fn shares(parts: &[Contribution], sitters: &[Sitter]) -> Vec<Share> {
    let share = |part: &Contribution| {
        let seats = seats_of(sitters, part.guest);
        let Contribution { hash, share, void, .. } = *part;
        Some(Share { seats, hash, share, void }).filter(|it| !it.seats.is_empty())
    };
    parts.iter().filter_map(share).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use zashiki_core::Seat;

    use super::*;
    use crate::protocol::Look;

    const SERVER_SECRET: SeedState = SeedState::Not(Bytes32([9; 32]));

    fn person(number: u8) -> Sitter {
        let look = Look::default();
        let guest = Guest([number; 32]);
        Sitter::Person { guest, name: String::new(), look, program: false }
    }

    fn part(number: u8) -> Contribution {
        Contribution::new(Guest([number; 32]), Share::hash(Bytes32([number; 32])))
    }

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// An exchange whose shares are requested at second 10, when the second seat is taken; the table was
    /// loaded at second 3.
    fn asked() -> (SeedExchange, [Sitter; 2]) {
        let sitters = [person(1), person(2)];
        let mut exchange = SeedExchange::new(vec![part(2), part(1)], seconds(3));
        let open = [person(1), Sitter::Nobody];
        assert_eq!(exchange.ask(&open, |_| true, seconds(5)), AskedForShares::Same);
        assert_eq!(exchange.due(|_| true), None);
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(10)), AskedForShares::Now);
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(11)), AskedForShares::Same);
        (exchange, sitters)
    }

    #[test]
    fn connected_people_are_waited_for_from_the_request_and_others_from_loading() {
        let (mut exchange, _) = asked();
        assert_eq!(exchange.due(|_| true), Some(seconds(15)));
        assert_eq!(exchange.due(|guest| guest == Guest([1; 32])), Some(seconds(15)));
        assert_eq!(exchange.due(|_| false), Some(seconds(8)));
        exchange.shared(Guest([1; 32]), Bytes32([1; 32]));
        assert_eq!(exchange.due(|guest| guest == Guest([1; 32])), Some(seconds(8)));
        exchange.shared(Guest([2; 32]), Bytes32([2; 32]));
        assert_eq!(exchange.due(|_| true), Some(seconds(3)), "nobody has anything left to add");
        exchange.put_off(seconds(40));
        assert_eq!(exchange.due(|_| true), Some(seconds(40)));
    }

    /// Like [`asked`], but the first person has revealed their share, and then the second person has left the
    /// seat and taken it again, so that all commitments are void.
    fn voided() -> (SeedExchange, [Sitter; 2]) {
        let (mut exchange, sitters) = asked();
        exchange.shared(Guest([1; 32]), Bytes32([1; 32]));
        let open = [person(1), Sitter::Nobody];
        assert_eq!(exchange.ask(&open, |_| true, seconds(12)), AskedForShares::NoMore);
        assert!(exchange.has_unstored_void());
        exchange.void_stored();
        assert_eq!(exchange.next(&open, |_| true), None);
        (exchange, sitters)
    }

    #[test]
    fn all_commitments_are_void_once_a_seat_is_open_again() {
        let (mut exchange, sitters) = voided();
        let (first, known) = (Guest([1; 32]), Bytes32([1; 32]));
        assert!(exchange.shares(&sitters).iter().all(|share| share.share.is_none() && share.void));
        assert_eq!(
            exchange.check_promise(first, Share::hash(known)),
            Err(Refusal::PROMISED_AGAIN),
            "who comes now may know the share"
        );
        for (number, share) in [(1, 7), (2, 8)] {
            let (guest, hash) = (Guest([number; 32]), Share::hash(Bytes32([share; 32])));
            assert_eq!(exchange.check_promise(guest, hash), Ok(()));
            exchange.promised(guest, hash);
        }
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(20)), AskedForShares::Now);
        assert!(exchange.check_promise(first, Share::hash(Bytes32([6; 32]))).is_err());
        assert_eq!(exchange.check_share(first, known), Err(Refusal::OTHER_SHARE));
        assert_eq!(exchange.check_share(first, Bytes32([7; 32])), Ok(true));
    }

    #[test]
    fn people_with_void_commitments_are_waited_for_and_then_recorded() {
        let (mut exchange, sitters) = voided();
        let second = Guest([2; 32]);
        exchange.promised(second, Share::hash(Bytes32([8; 32])));
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(20)), AskedForShares::Same);
        assert_eq!(exchange.check_share(second, Bytes32([8; 32])), Err(Refusal::SHARED_EARLY));
        assert_eq!(exchange.next(&sitters, |_| true), Some(seconds(25)));
        // Disconnected people are not waited for.
        assert_eq!(exchange.next(&sitters, |guest| guest == second), Some(seconds(20)));
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(25)), AskedForShares::Now);
        assert_eq!(exchange.check_share(second, Bytes32([8; 32])), Ok(true));
        exchange.shared(second, Bytes32([8; 32]));
        assert!(exchange.due(|_| true) <= Some(seconds(25)), "the first has had their time");
        let shares = exchange.shares(&sitters);
        let first = shares.iter().find(|share| share.seats.contains(Seat(0))).unwrap();
        assert_eq!((first.hash, first.share, first.void), (part(1).hash, None, true));
    }

    #[test]
    fn no_shares_are_requested_before_void_commitments_are_stored() {
        let (mut exchange, sitters) = asked();
        exchange.shared(Guest([1; 32]), Bytes32([1; 32]));
        exchange.ask(&[person(1), Sitter::Nobody], |_| true, seconds(12));
        // The outdated state of the store.
        exchange.read(vec![Contribution { share: Some(Bytes32([1; 32])), ..part(1) }, part(2)]);
        assert!(exchange.shares(&sitters).iter().all(|share| share.share.is_none() && share.void));
        exchange.put_off(seconds(14));
        assert_eq!(exchange.ask(&sitters, |_| true, seconds(13)), AskedForShares::Same);
        assert_eq!(exchange.next(&sitters, |_| true), Some(seconds(14)));
    }

    #[test]
    fn stored_contributions_count_if_committed_in_time() {
        let (mut exchange, sitters) = asked();
        let shared = Contribution { share: Some(Bytes32([1; 32])), ..part(1) };
        let changed =
            Contribution { guest: Guest([2; 32]), share: Some(Bytes32([5; 32])), ..part(5) };
        exchange.read(vec![shared, changed, part(6)]);
        let shares = exchange.shares(&sitters);
        let known: Vec<_> = shares.iter().map(|share| (share.hash, share.share)).collect();
        let share = |number| Bytes32([number; 32]);
        assert_eq!(known, [(part(2).hash, None), (part(1).hash, Some(share(1)))]);
    }

    #[test]
    fn one_person_at_two_seats_contributes_once() {
        let sitters = [person(1), Sitter::Bot { bot: String::new() }, person(1), person(2)];
        let mut parts = vec![part(1), part(3)];
        parts[0].share = Some(Bytes32([1; 32]));
        let SeedState::Yes(seed, Some(deal)) = SERVER_SECRET.with("t", shares(&parts, &sitters))
        else {
            panic!("it is dealt")
        };
        deal.verify(4, seed).unwrap();
        assert_eq!(deal.added().iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!(deal.shares.len(), 1, "the third has no seat");
    }

    /// An action of one of three people. The first is honest; the others may do anything.
    #[derive(Clone, Debug)]
    enum Event {
        Sit(usize),
        Stand(usize),
        Promise(usize, u8),
        Share(usize, u8),
        Away(usize),
        Back(usize),
        /// The honest person's page answers.
        Answer,
        Pass(u64),
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let others = 1_usize..3;
        let event = prop_oneof![
            3 => others.clone().prop_map(Event::Sit),
            2 => others.clone().prop_map(Event::Stand),
            3 => (others.clone(), 0_u8..3).prop_map(|(who, share)| Event::Promise(who, share)),
            4 => (others.clone(), 0_u8..3).prop_map(|(who, share)| Event::Share(who, share)),
            1 => others.clone().prop_map(Event::Away),
            1 => others.prop_map(Event::Back),
            2 => Just(Event::Answer),
            2 => (0_u64..6000).prop_map(Event::Pass),
        ];
        prop::collection::vec(event, 0..60)
    }

    /// Three people at a table with a correct server.
    struct Simulation {
        exchange: SeedExchange,
        sitters: [Sitter; 3],
        here: [bool; 3],
        now: Duration,
        /// The people who have ever made a valid commitment.
        promised: [bool; 3],
        /// True if anyone has revealed a share since the last request.
        any_shown: bool,
        /// The number of the honest person's current share.
        own: u8,
        /// The number of shares that the honest person has used so far.
        drawn: u8,
        /// All hashes at the time when the honest person revealed the share; `None` before.
        shown: Option<Vec<Bytes32>>,
        /// The time since which the honest person's page has an answer pending.
        waiting: Option<Duration>,
        dealt: Option<Deal>,
    }

    fn guest(who: usize) -> Guest {
        Guest([u8::try_from(who).unwrap() + 1; 32])
    }

    /// The share of a person with this number.
    fn share(who: usize, number: u8) -> Bytes32 {
        Bytes32([16 * (u8::try_from(who).unwrap() + 1) + number; 32])
    }

    impl Simulation {
        fn new() -> Simulation {
            let mut simulation = Simulation {
                exchange: SeedExchange::new(Vec::new(), seconds(0)),
                sitters: [person(1), Sitter::Nobody, Sitter::Nobody],
                here: [true; 3],
                now: seconds(100),
                promised: [false; 3],
                any_shown: false,
                own: 0,
                drawn: 0,
                shown: None,
                waiting: None,
                dealt: None,
            };
            simulation.look();
            // A page commits when it creates a table.
            simulation.answer();
            simulation
        }

        fn hashes(&self) -> Vec<Bytes32> {
            self.exchange.shares(&self.sitters).iter().map(|share| share.hash).collect()
        }

        /// The pending answer of the honest person's page, by the same rules as in the page's `shares.ts`.
        fn has_to(&self) -> Option<Event> {
            let parts = self.exchange.shares(&self.sitters);
            let own = parts.iter().find(|part| part.seats.contains(Seat(0)) && !part.void);
            match own {
                None if self.exchange.asked.is_none() => Some(Event::Promise(0, self.own)),
                Some(own) if self.exchange.asked.is_some() && own.share.is_none() => {
                    Some(Event::Share(0, self.own))
                }
                _ => None,
            }
        }

        /// Lets the server do everything that is due, and the honest person's page receive the result.
        fn look(&mut self) {
            let here = self.here;
            let is_here = |who: Guest| here[usize::from(who.0[0]) - 1];
            if self.exchange.ask(&self.sitters, is_here, self.now) == AskedForShares::NoMore {
                self.exchange.void_stored();
                (self.any_shown, self.shown) = (false, None);
            }
            if self.exchange.due(is_here).is_some_and(|due| due <= self.now) {
                let shares = self.exchange.shares(&self.sitters);
                self.dealt = Some(Deal::new("t".to_owned(), Bytes32([9; 32]), shares));
            }
            match self.has_to() {
                None => self.waiting = None,
                Some(_) => _ = self.waiting.get_or_insert(self.now),
            }
        }

        fn answer(&mut self) {
            while let Some(event) = self.has_to().filter(|_| self.dealt.is_none()) {
                if let Event::Promise(..) = event {
                    // A different share each time.
                    (self.own, self.drawn) = (self.drawn % 16, self.drawn + 1);
                    self.take(Event::Promise(0, self.own));
                } else {
                    self.shown = Some(self.hashes());
                    self.take(event);
                }
            }
        }

        fn take(&mut self, event: Event) {
            if self.dealt.is_some() {
                return;
            }
            match event {
                Event::Sit(who) => self.sitters[who] = person(u8::try_from(who).unwrap() + 1),
                Event::Stand(who) => self.sitters[who] = Sitter::Nobody,
                Event::Promise(who, number) => {
                    let hash = Share::hash(share(who, number));
                    let sits = self.sitters[who] != Sitter::Nobody;
                    if sits && self.exchange.check_promise(guest(who), hash).is_ok() {
                        assert!(!self.any_shown, "a promise after somebody's share was shown");
                        self.exchange.promised(guest(who), hash);
                        self.promised[who] = true;
                    }
                }
                Event::Share(who, number) => {
                    let sits = self.sitters[who] != Sitter::Nobody;
                    let share = share(who, number);
                    if sits && self.exchange.check_share(guest(who), share) == Ok(true) {
                        self.exchange.shared(guest(who), share);
                        self.any_shown = true;
                    }
                }
                Event::Away(who) => self.here[who] = false,
                Event::Back(who) => self.here[who] = true,
                Event::Answer => return self.answer(),
                Event::Pass(millis) => {
                    let until = self.now + Duration::from_millis(millis);
                    // The page answers within a few seconds.
                    while let Some(since) = self.waiting
                        && since + PATIENCE <= until + Duration::from_millis(1)
                        && self.dealt.is_none()
                    {
                        self.answer();
                    }
                    self.now = until;
                }
            }
            self.look();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever the other people do and in whichever order messages come: the share of a person who
        /// answers within a few seconds is part of the seed, it was revealed to nobody before all commitments
        /// were final, and every seated person who had committed is either part of the seed or recorded as
        /// missing.
        #[test]
        fn no_share_of_another_person_can_be_removed(events in events()) {
            let mut simulation = Simulation::new();
            for event in events {
                simulation.take(event);
            }
            // Finally all people sit, and nobody stands up any more.
            simulation.take(Event::Sit(1));
            simulation.take(Event::Sit(2));
            for _ in 0..3 {
                simulation.take(Event::Answer);
                simulation.take(Event::Pass(5000));
            }
            let deal = simulation.dealt.as_ref().expect("it begins");
            deal.verify(3, deal.seed()).unwrap();
            let own = deal.shares.iter().find(|share| share.seats.contains(Seat(0))).unwrap();
            prop_assert_eq!(own.share, Some(share(0, simulation.own)));
            let mut hashes: Vec<Bytes32> = deal.shares.iter().map(|share| share.hash).collect();
            let mut shown = simulation.shown.clone().expect("it was shown");
            hashes.sort();
            shown.sort();
            prop_assert_eq!(hashes, shown, "promises changed after the share was shown");
            for who in (0..3_u8).filter(|who| simulation.promised[usize::from(*who)]) {
                prop_assert!(
                    deal.added().contains(Seat(who)) || deal.missing().contains(Seat(who)),
                    "{} had promised something and is not named", who
                );
            }
        }
    }
}
