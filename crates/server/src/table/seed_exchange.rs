//! How the deal of a table comes about so that nobody can arrange it (ADR 24, ADR 54). The house has a
//! secret, to which it is held by a hash that everybody sees from the opening on. Who sits down
//! promises a share by its hash, and when every seat is taken all are asked for their shares at
//! once: nobody can choose theirs by what the others have. The seed follows from all of it. Where a
//! seat is open again after that, all promises are void, and whoever had promised is waited for to
//! promise something else: no share disappears without its person being named.
//!
//! This is the gathering; it knows no store and no socket.

use std::time::Duration;

use zashiki_core::{Bytes32, Deal, Share};

use crate::protocol::{Dealing, Promised, Refusal};
use crate::table::seats::{all_taken, seats_of};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};
use crate::users::guest::Guest;

/// How long those who have promised a share are waited for, on the house's clock.
const PATIENCE: Duration = Duration::from_secs(5);

/// What people add at one table before its play begins.
pub(crate) struct SeedExchange {
    parts: Vec<Contribution>,
    /// Since when the table is in memory: who has promised something but is not there may be on
    /// the way.
    loaded: Duration,
    /// Since when every seat is taken.
    full: Option<Duration>,
    /// Since when the shares are asked for; before, not every seat is taken, or somebody is to
    /// promise something again.
    asked: Option<Duration>,
    /// Whether promises have become void and the store does not know it yet.
    untold: bool,
    /// The play is not begun before that: it could not be stored.
    not_before: Duration,
}

impl SeedExchange {
    /// At a table that comes into memory now.
    pub(crate) fn new(parts: Vec<Contribution>, now: Duration) -> SeedExchange {
        SeedExchange { parts, loaded: now, full: None, asked: None, untold: false, not_before: now }
    }

    /// Takes in what is stored, perhaps by another process. What was promised after the shares
    /// were asked for does not count.
    pub(crate) fn read(&mut self, mut stored: Vec<Contribution>) {
        let same = |one: &Contribution, other: &Contribution| {
            one.guest == other.guest && one.hash == other.hash
        };
        if self.asked.is_none() {
            for part in stored.iter_mut().filter(|_| self.untold) {
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

    /// Asks for the shares if every seat is taken and nobody is waited for who is to promise
    /// something again; says whether that is new. Where a seat is open again nothing holds that was
    /// promised before: who comes now may know the shares.
    pub(crate) fn ask(
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
            self.untold = !self.parts.is_empty();
            return AskedForShares::NoMore;
        }
        self.full.get_or_insert(now);
        let waits = self.asked.is_some() || self.untold;
        if !waits && self.asks_at(sitters, is_here).is_some_and(|at| at <= now) {
            self.asked = Some(now);
            return AskedForShares::Now;
        }
        AskedForShares::Same
    }

    /// When the shares are to be asked for that are not, as it stands now; not while a seat is open.
    /// Whoever is here and had promised something that is void is waited for.
    fn asks_at(&self, sitters: &[Sitter], is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        let full = self.full.filter(|_| self.asked.is_none())?;
        if self.untold {
            return Some(self.not_before.max(full));
        }
        let owing = |part: &&Contribution| part.void && !seats_of(sitters, part.guest).is_empty();
        let until =
            |part: &Contribution| if is_here(part.guest) { full } else { self.loaded } + PATIENCE;
        Some(self.parts.iter().filter(owing).map(until).fold(full, Duration::max))
    }

    /// Whether the store has yet to be told that promises are void.
    pub(crate) fn is_untold(&self) -> bool {
        self.untold
    }

    /// The store knows that promises are void.
    pub(crate) fn told_void(&mut self) {
        self.untold = false;
    }

    /// When the play begins, as it stands now; not before the shares are asked for. Those who are
    /// here are waited for a while after everybody was asked, and those who may be on the way a while
    /// after the first came.
    pub(crate) fn due(&self, is_here: impl Fn(Guest) -> bool) -> Option<Duration> {
        let asked = self.asked?;
        let silent = self.parts.iter().filter(|part| part.share.is_none() && !part.void);
        let until =
            |part: &Contribution| if is_here(part.guest) { asked } else { self.loaded } + PATIENCE;
        Some(silent.map(until).fold(self.not_before, Duration::max))
    }

    /// When there is something to do, if nobody says anything before: the shares are asked for, or
    /// the play begins.
    pub(crate) fn next(
        &self,
        sitters: &[Sitter],
        is_here: impl Fn(Guest) -> bool,
    ) -> Option<Duration> {
        self.due(&is_here).or_else(|| self.asks_at(sitters, is_here))
    }

    /// Begins the play no sooner than that.
    pub(crate) fn put_off(&mut self, until: Duration) {
        self.not_before = until;
    }

    /// Refuses a promise that comes when the shares are asked for already, or that is void.
    pub(crate) fn check_promise(&self, guest: Guest, hash: Bytes32) -> Result<(), Refusal> {
        let void = |part: &Contribution| part.void && part.guest == guest && part.hash == hash;
        if self.asked.is_some() {
            Err(Refusal::PROMISED_LATE)
        } else if self.parts.iter().any(void) {
            Err(Refusal::PROMISED_AGAIN)
        } else {
            Ok(())
        }
    }

    /// Keeps a promise that is stored.
    pub(crate) fn promised(&mut self, guest: Guest, hash: Bytes32) {
        self.parts.retain(|part| part.guest != guest);
        self.parts.push(Contribution::new(guest, hash));
    }

    /// Refuses a share that was not asked for, or is not the one that was promised; says whether
    /// it is new.
    pub(crate) fn check_share(&self, guest: Guest, share: Bytes32) -> Result<bool, Refusal> {
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
    pub(crate) fn deal(&self, setup: &TableSetup, sitters: &[Sitter]) -> SeedState {
        setup.deal.with(&setup.id, self.shares(sitters))
    }

    /// What everybody at the table may know of its deal.
    pub(crate) fn told(&self, setup: &TableSetup, sitters: &[Sitter]) -> Option<Dealing> {
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

/// Whether the shares are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AskedForShares {
    /// As before.
    Same,
    /// From now on.
    Now,
    /// No more: a seat is open again.
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

    const HOUSE: SeedState = SeedState::Not(Bytes32([9; 32]));

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

    /// Both seats are taken at the tenth second; the table came into memory at the third.
    fn asked() -> (SeedExchange, [Sitter; 2]) {
        let sitters = [person(1), person(2)];
        let mut dealing = SeedExchange::new(vec![part(2), part(1)], seconds(3));
        let open = [person(1), Sitter::Nobody];
        assert_eq!(dealing.ask(&open, |_| true, seconds(5)), AskedForShares::Same);
        assert_eq!(dealing.due(|_| true), None);
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(10)), AskedForShares::Now);
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(11)), AskedForShares::Same);
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

    /// As [`asked`]; the first has shown theirs, and then the second stands up and sits down again.
    fn voided() -> (SeedExchange, [Sitter; 2]) {
        let (mut dealing, sitters) = asked();
        dealing.shared(Guest([1; 32]), Bytes32([1; 32]));
        let open = [person(1), Sitter::Nobody];
        assert_eq!(dealing.ask(&open, |_| true, seconds(12)), AskedForShares::NoMore);
        assert!(dealing.is_untold());
        dealing.told_void();
        assert_eq!(dealing.next(&open, |_| true), None);
        (dealing, sitters)
    }

    #[test]
    fn nothing_holds_once_a_seat_is_open_again() {
        let (mut dealing, sitters) = voided();
        let (first, known) = (Guest([1; 32]), Bytes32([1; 32]));
        assert!(dealing.shares(&sitters).iter().all(|share| share.share.is_none() && share.void));
        assert_eq!(
            dealing.check_promise(first, Share::hash(known)),
            Err(Refusal::PROMISED_AGAIN),
            "who comes now may know the share"
        );
        for (number, share) in [(1, 7), (2, 8)] {
            let (guest, hash) = (Guest([number; 32]), Share::hash(Bytes32([share; 32])));
            assert_eq!(dealing.check_promise(guest, hash), Ok(()));
            dealing.promised(guest, hash);
        }
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(20)), AskedForShares::Now);
        assert!(dealing.check_promise(first, Share::hash(Bytes32([6; 32]))).is_err());
        assert_eq!(dealing.check_share(first, known), Err(Refusal::OTHER_SHARE));
        assert_eq!(dealing.check_share(first, Bytes32([7; 32])), Ok(true));
    }

    #[test]
    fn who_had_promised_is_waited_for_and_then_named() {
        let (mut dealing, sitters) = voided();
        let second = Guest([2; 32]);
        dealing.promised(second, Share::hash(Bytes32([8; 32])));
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(20)), AskedForShares::Same);
        assert_eq!(dealing.check_share(second, Bytes32([8; 32])), Err(Refusal::SHARED_EARLY));
        assert_eq!(dealing.next(&sitters, |_| true), Some(seconds(25)));
        // Who has gone is not waited for.
        assert_eq!(dealing.next(&sitters, |guest| guest == second), Some(seconds(20)));
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(25)), AskedForShares::Now);
        assert_eq!(dealing.check_share(second, Bytes32([8; 32])), Ok(true));
        dealing.shared(second, Bytes32([8; 32]));
        assert!(dealing.due(|_| true) <= Some(seconds(25)), "the first has had their time");
        let shares = dealing.shares(&sitters);
        let first = shares.iter().find(|share| share.seats.contains(Seat(0))).unwrap();
        assert_eq!((first.hash, first.share, first.void), (part(1).hash, None, true));
    }

    #[test]
    fn nothing_is_asked_for_before_the_store_knows_what_is_void() {
        let (mut dealing, sitters) = asked();
        dealing.shared(Guest([1; 32]), Bytes32([1; 32]));
        dealing.ask(&[person(1), Sitter::Nobody], |_| true, seconds(12));
        // As it still is in the store.
        dealing.read(vec![Contribution { share: Some(Bytes32([1; 32])), ..part(1) }, part(2)]);
        assert!(dealing.shares(&sitters).iter().all(|share| share.share.is_none() && share.void));
        dealing.put_off(seconds(14));
        assert_eq!(dealing.ask(&sitters, |_| true, seconds(13)), AskedForShares::Same);
        assert_eq!(dealing.next(&sitters, |_| true), Some(seconds(14)));
    }

    #[test]
    fn what_another_process_stored_counts_if_it_was_promised_in_time() {
        let (mut dealing, sitters) = asked();
        let shared = Contribution { share: Some(Bytes32([1; 32])), ..part(1) };
        let changed =
            Contribution { guest: Guest([2; 32]), share: Some(Bytes32([5; 32])), ..part(5) };
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
        let SeedState::Yes(seed, Some(deal)) = HOUSE.with("t", shares(&parts, &sitters)) else {
            panic!("it is dealt")
        };
        deal.verify(4, seed).unwrap();
        assert_eq!(deal.added().iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!(deal.shares.len(), 1, "the third has no seat");
    }

    /// What one of three people does. The first is honest; the others do anything.
    #[derive(Clone, Debug)]
    enum Event {
        Sit(usize),
        Stand(usize),
        Promise(usize, u8),
        Share(usize, u8),
        Away(usize),
        Back(usize),
        /// The honest person's page gets to answer.
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

    /// Three people at a table, and a server that does what it should.
    struct World {
        dealing: SeedExchange,
        sitters: [Sitter; 3],
        here: [bool; 3],
        now: Duration,
        /// Whose promise was ever taken.
        promised: [bool; 3],
        /// Whether somebody's share has been taken since promises were last void.
        any_shown: bool,
        /// The share of the honest person, how many they have drawn, and everybody's hashes when they
        /// showed it.
        own: u8,
        drawn: u8,
        shown: Option<Vec<Bytes32>>,
        /// Since when the honest person has something to say.
        waiting: Option<Duration>,
        dealt: Option<Deal>,
    }

    fn guest(who: usize) -> Guest {
        Guest([u8::try_from(who).unwrap() + 1; 32])
    }

    /// One of the shares of somebody.
    fn share(who: usize, number: u8) -> Bytes32 {
        Bytes32([16 * (u8::try_from(who).unwrap() + 1) + number; 32])
    }

    impl World {
        fn new() -> World {
            let mut world = World {
                dealing: SeedExchange::new(Vec::new(), seconds(0)),
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
            world.look();
            // A page promises with opening a table.
            world.answer();
            world
        }

        fn hashes(&self) -> Vec<Bytes32> {
            self.dealing.shares(&self.sitters).iter().map(|share| share.hash).collect()
        }

        /// What the honest person's page has to say of the table as it is, as in `shares.ts`.
        fn has_to(&self) -> Option<Event> {
            let parts = self.dealing.shares(&self.sitters);
            let own = parts.iter().find(|part| part.seats.contains(Seat(0)) && !part.void);
            match own {
                None if self.dealing.asked.is_none() => Some(Event::Promise(0, self.own)),
                Some(own) if self.dealing.asked.is_some() && own.share.is_none() => {
                    Some(Event::Share(0, self.own))
                }
                _ => None,
            }
        }

        /// Lets the server do what is due, and the honest person's page see it.
        fn look(&mut self) {
            let here = self.here;
            let is_here = |who: Guest| here[usize::from(who.0[0]) - 1];
            if self.dealing.ask(&self.sitters, is_here, self.now) == AskedForShares::NoMore {
                self.dealing.told_void();
                (self.any_shown, self.shown) = (false, None);
            }
            if self.dealing.due(is_here).is_some_and(|due| due <= self.now) {
                let shares = self.dealing.shares(&self.sitters);
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
                    // Another one each time.
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
                    if sits && self.dealing.check_promise(guest(who), hash).is_ok() {
                        assert!(!self.any_shown, "a promise after somebody's share was shown");
                        self.dealing.promised(guest(who), hash);
                        self.promised[who] = true;
                    }
                }
                Event::Share(who, number) => {
                    let sits = self.sitters[who] != Sitter::Nobody;
                    let share = share(who, number);
                    if sits && self.dealing.check_share(guest(who), share) == Ok(true) {
                        self.dealing.shared(guest(who), share);
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

        /// Whatever the others do and in whichever order messages come: the share of somebody who
        /// answers within a few seconds is in the deal, was shown to nobody before all promises of
        /// this deal were fixed, and whoever had promised something and sits there is in it or named
        /// as missing.
        #[test]
        fn nobody_removes_the_share_of_somebody_else(events in events()) {
            let mut world = World::new();
            for event in events {
                world.take(event);
            }
            // In the end all sit, and nobody stands up any more.
            world.take(Event::Sit(1));
            world.take(Event::Sit(2));
            for _ in 0..3 {
                world.take(Event::Answer);
                world.take(Event::Pass(5000));
            }
            let deal = world.dealt.as_ref().expect("it begins");
            deal.verify(3, deal.seed()).unwrap();
            let own = deal.shares.iter().find(|share| share.seats.contains(Seat(0))).unwrap();
            prop_assert_eq!(own.share, Some(share(0, world.own)));
            let mut hashes: Vec<Bytes32> = deal.shares.iter().map(|share| share.hash).collect();
            let mut shown = world.shown.clone().expect("it was shown");
            hashes.sort();
            shown.sort();
            prop_assert_eq!(hashes, shown, "promises changed after the share was shown");
            for who in (0..3_u8).filter(|who| world.promised[usize::from(*who)]) {
                prop_assert!(
                    deal.added().contains(Seat(who)) || deal.missing().contains(Seat(who)),
                    "{} had promised something and is not named", who
                );
            }
        }
    }
}
