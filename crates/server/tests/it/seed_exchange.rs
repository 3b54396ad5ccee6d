//! The seed exchange: requests for shares, their timing, their publication, and the verification of the seed.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, seated};
use crate::server::{TestServer, of_sqlite, stored};
use crate::stored_state::{StoredState, scan};
use serde_json::{Value, json};
use server::{Config, ManualTime, TimeSource};
use zashiki_core::{Bytes32, Deal, Record, Seat, SeatSet, Share};

/// The first person's share of the seed; `TWO` is the second person's.
const ONE: Bytes32 = Bytes32([1; 32]);
const TWO: Bytes32 = Bytes32([2; 32]);

async fn manual(data: &Path) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data);
    config.clock = clock;
    (TestServer::start_with(config).await, hand)
}

fn friend() -> Value {
    json!([{ "kind": "me" }, { "kind": "open" }])
}

/// A guest who has received a cookie from the server.
async fn guest(server: &TestServer) -> Guest {
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest
}

/// A two-seat table whose first person has committed to [`ONE`] and is connected; the second seat is open.
async fn opened(server: &TestServer) -> (String, [Guest; 2], [Client; 2]) {
    let mut guests = [guest(server).await, guest(server).await];
    let table = guests[0].open_with(friend(), ONE).await;
    let clients = [guests[0].join(&table).await, guests[1].join(&table).await];
    (table, guests, clients)
}

async fn row(data: &Path, table: &str) -> (Option<Vec<u8>>, Option<String>, i64) {
    let pool = stored(data).await;
    let found = sqlx::query_as("SELECT secret, deal, seed FROM tables WHERE id = $1").bind(table);
    let found = found.fetch_one(&pool).await.unwrap();
    pool.close().await;
    found
}

/// The stored seed exchange of a started match.
async fn dealt(data: &Path, table: &str) -> Deal {
    let (secret, deal, seed) = row(data, table).await;
    assert_eq!(secret, None, "it is part of the deal now");
    let deal: Deal = serde_json::from_str(&deal.expect("the play has begun")).unwrap();
    deal.verify(2, seed.cast_unsigned()).unwrap();
    deal
}

fn only(seat: u8) -> SeatSet {
    SeatSet::one(Seat(seat))
}

fn started(state: &Value) -> bool {
    state["started"] == true
}

#[tokio::test]
async fn the_seed_depends_on_the_server_and_on_everybody() {
    let data = tempfile::tempdir().unwrap();
    let (server, _hand) = manual(data.path()).await;
    let (table, mut guests, [mut one, mut two]) = opened(&server).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    // The server is committed to its secret before another person takes a seat.
    let (secret, deal, _) = row(data.path(), &table).await;
    assert_eq!(deal, None);
    let secret = Bytes32(secret.expect("drawn at the opening").try_into().unwrap());
    let commitment = Deal::commitment(&table, secret);
    let first = json!({ "seats": [0], "hash": Share::hash(ONE), "added": false, "void": false });
    for client in [&one, &two, &watcher] {
        let told = json!({ "commitment": commitment, "asked": false, "promises": [first] });
        assert_eq!(client.state["deal"], told);
    }
    // Shares are not accepted before all people have committed.
    assert_refused(&one.share(ONE).await, None);
    assert_refused(&two.share(TWO).await, Some("T-8"));
    assert_refused(&two.promise(TWO).await, Some("T-8"));

    assert_done(&two.sit_with(1, "Second", TWO).await);
    let second = json!({ "seats": [1], "hash": Share::hash(TWO), "added": false, "void": false });
    let told = json!({ "commitment": commitment, "asked": true, "promises": [first, second] });
    for client in [&mut one, &mut two, &mut watcher] {
        assert_eq!(client.asked().await["deal"], told);
        assert_eq!(client.state["started"], false);
    }
    // Commitments are final: neither another share nor another commitment is accepted.
    assert_refused(&two.share(ONE).await, None);
    assert_refused(&two.promise(ONE).await, None);
    assert_refused(&one.act("place 1").await, Some("T-7"));
    assert_done(&two.share(TWO).await);
    assert_done(&two.share(TWO).await);
    one.wait(|state| state["deal"]["promises"][1]["added"] == true).await;
    assert_eq!(one.state["started"], false);
    assert_done(&one.share(ONE).await);
    assert_eq!(one.state["started"], true, "the state precedes the answer");

    let deal = dealt(data.path(), &table).await;
    assert_eq!((deal.secret, deal.commitment), (secret, commitment));
    let share = |seat, share| Share {
        seats: only(seat),
        hash: Share::hash(share),
        share: Some(share),
        void: false,
    };
    assert_eq!(deal.shares, [share(0, ONE), share(1, TWO)]);
    // Repeating the revealed share is accepted; anything else is too late.
    assert_done(&one.share(ONE).await);
    assert_refused(&one.share(TWO).await, None);
    assert_refused(&two.promise(ONE).await, None);

    let mut clients = [one, two];
    play(&mut clients, &mut Whim(83), |moves, _| moves == 6).await;
    let mut told = String::new();
    for path in ["", "/record", "/steps/3", "/preview?action=x"] {
        let reply = guests[0].get(&format!("/api/tables/{table}{path}")).await;
        told += &String::from_utf8(reply.body).unwrap();
    }
    told += &String::from_utf8(guests[0].get("/api/tables").await.body).unwrap();
    for received in
        clients.iter().chain([&watcher]).flat_map(|client| &client.received).chain([&told])
    {
        for hidden in [secret.to_string(), deal.seed().to_string(), ONE.to_string()] {
            assert!(!received.contains(&hidden), "{hidden} is told: {received}");
        }
    }
    let mut whim = Whim(84);
    let playing = play(&mut clients, &mut whim, |_, _| false);
    tokio::join!(playing, watcher.wait(|state| !state["outcome"].is_null()));
    let stored = StoredState::read(data.path(), &table).await;
    for client in clients.iter().chain([&watcher]) {
        scan(&stored, client);
    }
    // After the end the secret is public.
    let reply = guests[1].get(&format!("/api/tables/{table}/record")).await;
    let record = Record::from_json(std::str::from_utf8(&reply.body).unwrap()).unwrap();
    assert_eq!((record.seed, record.deal.as_ref()), (stored.seed, Some(&deal)));
    registry::replay(&record).unwrap();
    let read = guests[1].request("POST", "/api/records", &[], &reply.body).await;
    assert_eq!((read.status, &read.json()["deal"]), (200, &json!(deal)));
    let mut forged = reply.json();
    forged["deal"]["shares"][1]["share"] = json!(ONE);
    let refused = guests[1].post("/api/records", &forged).await;
    assert_eq!(refused.status, 400);
    assert!(refused.problem().contains("deal.shares[1].share"));
    server.stop().await;
}

#[tokio::test]
async fn disconnected_people_are_not_waited_for() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (table, guests, [one, mut two]) = opened(&server).await;
    hand.advance(Duration::from_secs(60));
    drop(one);
    two.wait(|state| state["seats"][0]["online"] == false).await;
    assert_done(&two.sit_with(1, "Second", TWO).await);
    two.asked().await;
    assert_done(&two.share(TWO).await);
    assert_eq!(two.state["started"], true);
    let deal = dealt(data.path(), &table).await;
    assert_eq!((deal.added(), deal.missing()), (only(1), only(0)));
    let mut back = guests[0].join(&table).await;
    assert_refused(&back.share(ONE).await, None);
    server.stop().await;
}

#[tokio::test]
async fn silent_people_are_waited_for_briefly() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (table, _, [mut one, mut two]) = opened(&server).await;
    assert_done(&two.sit_with(1, "Second", TWO).await);
    assert_done(&two.share(TWO).await);
    hand.advance(Duration::from_millis(4_999));
    // The server has processed the disconnection in between.
    assert_refused(&two.promise(ONE).await, None);
    assert_eq!(two.state["started"], false);
    hand.advance(Duration::from_millis(1));
    for client in [&mut one, &mut two] {
        client.wait(started).await;
        let added = |seat: usize| client.state["deal"]["promises"][seat]["added"].clone();
        assert_eq!((added(0), added(1)), (json!(false), json!(true)));
    }
    assert_refused(&one.share(ONE).await, None);
    let deal = dealt(data.path(), &table).await;
    assert_eq!((deal.added(), deal.missing()), (only(1), only(0)));
    server.stop().await;
}

#[tokio::test]
async fn people_without_a_commitment_are_not_asked() {
    let data = tempfile::tempdir().unwrap();
    let (server, _hand) = manual(data.path()).await;
    let (table, _, [mut one, mut two]) = opened(&server).await;
    // Commitments may be changed until the shares are requested.
    assert_done(&one.promise(TWO).await);
    assert_done(&two.sit(1, "Second").await);
    one.asked().await;
    assert_refused(&two.share(TWO).await, None);
    assert_refused(&one.share(ONE).await, None);
    assert_done(&one.share(TWO).await);
    two.wait(started).await;
    let deal = dealt(data.path(), &table).await;
    assert_eq!(
        deal.shares,
        [Share { seats: only(0), hash: Share::hash(TWO), share: Some(TWO), void: false }]
    );

    // Without commitments, the match starts as soon as every seat is taken.
    let (table, ..) = seated(server.address, registry::ids()[0], &json!({}), 2).await;
    assert_eq!(dealt(data.path(), &table).await.shares, []);
    server.stop().await;
}

#[tokio::test]
async fn a_single_person_among_bots_contributes_to_the_seed() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let bots = json!([{ "kind": "bot", "bot": "random" }, { "kind": "me" }]);
    let mut person = guest(&server).await;
    let table = person.open_with(bots.clone(), ONE).await;
    let card = person.get("/api/tables").await.json()["tables"][0].clone();
    assert_eq!(card["started"], false);
    let [mut tab, mut other] = [person.join(&table).await, person.join(&table).await];
    tab.asked().await;
    other.asked().await;
    // With two tabs, closing one changes nothing.
    drop(tab);
    assert_done(&other.share(ONE).await);
    other.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    assert_eq!(dealt(data.path(), &table).await.added(), only(1));

    // Both tabs answer the request.
    let table = person.open_with(bots.clone(), TWO).await;
    let [mut tab, mut other] = [person.join(&table).await, person.join(&table).await];
    let (first, second) = tokio::join!(tab.share(TWO), other.share(TWO));
    assert_done(&first);
    assert_done(&second);
    assert_eq!(dealt(data.path(), &table).await.added(), only(1));

    // The creator never connects: the match starts for spectators.
    let table = person.open_with(bots, ONE).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    watcher.asked().await;
    hand.advance(Duration::from_secs(5));
    watcher.wait(started).await;
    assert_eq!(dealt(data.path(), &table).await.missing(), only(1));
    server.stop().await;
}

async fn comes(client: &mut Client, share: Bytes32) -> Value {
    let (id, hash) = (client.fresh_id(), Share::hash(share));
    client.ask(json!({ "type": "rematch", "id": id, "comes": true, "hash": hash })).await
}

#[tokio::test]
async fn people_joining_a_rematch_are_waited_for_briefly() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    for second_comes in [true, false] {
        let (_, guests, mut clients) = crate::common::two_seated(server.address).await;
        play(&mut clients, &mut Whim(85), |_, _| false).await;
        let [one, two] = &mut clients;
        assert_done(&comes(one, ONE).await);
        let next = one.state["rematch"]["table"].as_str().unwrap().to_owned();
        assert_done(&comes(two, TWO).await);
        let mut one = guests[0].join(&next).await;
        one.asked().await;
        assert_done(&one.share(ONE).await);
        assert_eq!(one.state["started"], false, "the other is on the way");
        if second_comes {
            let mut two = guests[1].join(&next).await;
            assert_done(&two.share(TWO).await);
            one.wait(started).await;
            // The seats are swapped.
            let deal = dealt(data.path(), &next).await;
            assert_eq!(deal.shares[0].share, Some(TWO));
            assert_eq!(deal.shares[1].share, Some(ONE));
        } else {
            hand.advance(Duration::from_secs(5));
            one.wait(started).await;
            assert_eq!(dealt(data.path(), &next).await.missing(), only(0));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn commitments_and_shares_survive_a_restart() {
    for both_come_back in [true, false] {
        let data = tempfile::tempdir().unwrap();
        let (server, _hand) = manual(data.path()).await;
        let (table, mut guests, [mut one, mut two]) = opened(&server).await;
        let commitment = one.state["deal"]["commitment"].clone();
        assert_done(&two.sit_with(1, "Second", TWO).await);
        one.asked().await;
        assert_done(&one.share(ONE).await);
        assert_eq!(one.state["started"], false);
        drop((one, two));
        server.stop().await;

        let (server, hand) = manual(data.path()).await;
        guests.iter_mut().for_each(|guest| guest.address = server.address);
        let first_back = &guests[usize::from(both_come_back)];
        let mut client = first_back.join(&table).await;
        client.asked().await;
        assert_eq!(client.state["deal"]["commitment"], commitment);
        assert_eq!(client.state["deal"]["promises"][0]["added"], true);
        if both_come_back {
            // The first person's share has been revealed already.
            assert_done(&client.share(TWO).await);
        } else {
            hand.advance(Duration::from_secs(5));
        }
        client.wait(started).await;
        let deal = dealt(data.path(), &table).await;
        assert_eq!(deal.shares[0].share, Some(ONE));
        assert_eq!(deal.shares[1].share, both_come_back.then_some(TWO));
        // The finished seed exchange survives too.
        drop(client);
        server.stop().await;
        let (server, _hand) = manual(data.path()).await;
        guests[0].address = server.address;
        let client = guests[0].join(&table).await;
        assert_eq!(client.state["started"], true);
        assert_eq!(dealt(data.path(), &table).await, deal);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_position_without_rng_state_uses_the_seed() {
    let data = tempfile::tempdir().unwrap();
    let (server, _hand) = manual(data.path()).await;
    let game = registry::ids()[0];
    let mut position = registry::new_match(game, 2, &Value::Null, None, 91).unwrap().position();
    position.as_object_mut().unwrap().remove("dice").expect("the game has chance");
    let mut guests = [guest(&server).await, guest(&server).await];
    let hash = Share::hash(ONE);
    let body = json!({ "game": game, "seats": friend(), "position": position, "hash": hash });
    let table = guests[0].post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    let mut one = guests[0].join(table).await;
    let mut two = guests[1].join(table).await;
    assert_done(&two.sit(1, "Second").await);
    assert_done(&one.share(ONE).await);
    two.wait(started).await;
    let deal = dealt(data.path(), table).await;
    let stored = StoredState::read(data.path(), table).await;
    assert_eq!(stored.at(0).position()["dice"]["seed"], deal.seed().to_string());
    server.stop().await;
}

#[tokio::test]
async fn two_servers_start_a_match_once() {
    // On PostgreSQL, servers exchange messages.
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let (here, _hand) = manual(data.path()).await;
    let (there, hand) = manual(data.path()).await;
    let (table, _, [mut one, _]) = opened(&here).await;
    let other = guest(&there).await;
    let mut two = other.join(&table).await;
    assert_done(&two.sit_with(1, "Second", TWO).await);
    // The second person's server does not know that the first is connected elsewhere.
    assert_done(&two.share(TWO).await);
    hand.advance(Duration::from_secs(5));
    two.wait(started).await;
    let deal = dealt(data.path(), &table).await;
    // The other server learns of it from the next message there, and changes nothing.
    assert_refused(&one.share(ONE).await, None);
    one.wait(started).await;
    assert_eq!(one.state["deal"], two.state["deal"]);
    assert_eq!(one.state["view"], {
        let stored = StoredState::read(data.path(), &table).await;
        stored.at(0).view(zashiki_core::Viewer::Seat(Seat(0))).value()
    });
    assert_eq!(dealt(data.path(), &table).await, deal);
    here.stop().await;
    there.stop().await;
}

#[tokio::test]
async fn an_invalid_hash_is_rejected_with_a_message() {
    let data = tempfile::tempdir().unwrap();
    let (server, _hand) = manual(data.path()).await;
    let mut person = guest(&server).await;
    for hash in [json!("ab"), json!("AB".repeat(32)), json!(7), json!("zz".repeat(32))] {
        let body = json!({ "game": registry::ids()[0], "seats": friend(), "hash": hash });
        let reply = person.post("/api/tables", &body).await;
        assert_eq!(reply.status, 400);
        assert!(reply.problem().contains("hash"), "{hash}");
    }
    // A creator without a seat contributes nothing.
    let others = json!([{ "kind": "open" }, { "kind": "bot", "bot": "random" }]);
    let table = person.open_with(others, ONE).await;
    let client = person.join(&table).await;
    assert_eq!(client.state["deal"]["promises"], json!([]));
    server.stop().await;
}

/// Attacks another person's share: leaves the seat, takes it again and reveals a share at once. The server
/// must reject that share.
async fn stands_and_sits(client: &mut Client, share: Bytes32) {
    let sit = json!({ "type": "sit", "id": "s2", "seat": 1, "name": "Second", "hash": Share::hash(share) });
    let share = json!({ "type": "share", "id": "s3", "share": share });
    for message in [json!({ "type": "stand", "id": "s1" }), sit, share] {
        client.send(message.to_string()).await;
    }
    let refused = loop {
        let answer = client.next().await.expect("the socket is open");
        if answer["id"] == "s3" {
            break answer;
        }
    };
    assert_refused(&refused, None);
}

#[tokio::test]
async fn standing_up_cannot_remove_another_persons_share() {
    let data = tempfile::tempdir().unwrap();
    let (server, _hand) = manual(data.path()).await;
    let (table, _, [mut one, mut two]) = opened(&server).await;
    assert_done(&two.sit_with(1, "Second", TWO).await);
    one.asked().await;
    assert_done(&one.share(ONE).await);
    let renewed = Bytes32([3; 32]);
    stands_and_sits(&mut two, renewed).await;
    // Everybody sees the void commitment, and no share is requested.
    one.wait(|state| state["deal"]["promises"][0]["void"] == true && state["you"] == 0).await;
    one.wait(|state| state["deal"]["promises"][1]["hash"] == json!(Share::hash(renewed))).await;
    assert_eq!((&one.state["deal"]["asked"], started(&one.state)), (&json!(false), false));
    assert_eq!(one.state["deal"]["promises"][1]["void"], false);
    // The former share may be known, so it is not accepted again.
    assert_refused(&one.promise(ONE).await, None);
    let fresh = Bytes32([4; 32]);
    assert_done(&one.promise(fresh).await);
    two.asked().await;
    assert_done(&two.share(renewed).await);
    assert!(!started(&two.state));
    assert_done(&one.share(fresh).await);
    let deal = dealt(data.path(), &table).await;
    let shares: Vec<_> = deal.shares.iter().map(|share| share.share).collect();
    assert_eq!(shares, [Some(fresh), Some(renewed)]);
    server.stop().await;
}

#[tokio::test]
async fn people_with_void_commitments_are_waited_for_and_recorded() {
    for restarts in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let (mut server, mut hand) = manual(data.path()).await;
        let (table, mut guests, [mut one, mut two]) = opened(&server).await;
        assert_done(&two.sit_with(1, "Second", TWO).await);
        one.asked().await;
        let renewed = Bytes32([3; 32]);
        stands_and_sits(&mut two, renewed).await;
        if restarts {
            drop((one, two));
            server.stop().await;
            (server, hand) = manual(data.path()).await;
            guests.iter_mut().for_each(|guest| guest.address = server.address);
            one = guests[0].join(&table).await;
            two = guests[1].join(&table).await;
        }
        one.wait(|state| state["deal"]["promises"][0]["void"] == true).await;
        hand.advance(Duration::from_millis(4_999));
        assert_refused(&two.share(renewed).await, None);
        hand.advance(Duration::from_millis(1));
        two.asked().await;
        // By then it is too late.
        assert_refused(&one.promise(Bytes32([4; 32])).await, None);
        assert_done(&two.share(renewed).await);
        for client in [&mut one, &mut two] {
            client.wait(started).await;
            let first =
                json!({ "seats": [0], "hash": Share::hash(ONE), "added": false, "void": true });
            assert_eq!(client.state["deal"]["promises"][0], first);
        }
        let deal = dealt(data.path(), &table).await;
        assert_eq!((deal.added(), deal.missing()), (only(1), only(0)));
        assert_eq!(deal.shares[0].hash, Share::hash(ONE));
        assert!(deal.shares[0].void);
        server.stop().await;
    }
}

/// A well-behaved page: it commits to a new share whenever its commitment is void, and reveals it on request.
struct Honest {
    client: Client,
    seat: u8,
    drawn: u8,
    own: Bytes32,
}

impl Honest {
    /// Processes all received messages, then sends the commitment or share that the server waits for.
    async fn answer(&mut self) {
        loop {
            // A share without a commitment is rejected; the answer comes after all earlier messages.
            assert_refused(&self.client.share(Bytes32([0; 32])).await, None);
            let deal = self.client.state["deal"].clone();
            if started(&self.client.state) {
                return;
            }
            let mut promises = deal["promises"].as_array().unwrap().iter();
            let own = promises.find(|promise| promise["seats"] == json!([self.seat]));
            let said = match own.filter(|promise| promise["void"] == false) {
                None if deal["asked"] == false => {
                    self.drawn += 1;
                    self.own = Bytes32([16 * (self.seat + 1) + self.drawn; 32]);
                    self.client.promise(self.own).await
                }
                Some(promise) if deal["asked"] == true && promise["added"] == false => {
                    self.client.share(self.own).await
                }
                _ => return,
            };
            // The commitment may have become void meanwhile.
            let _ = said;
        }
    }
}

#[tokio::test]
async fn three_people_in_any_order_find_their_shares_in_the_deal() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let game = *registry::ids()
        .iter()
        .find(|id| registry::info(id).is_ok_and(|info| info.seats.0 <= 3 && info.seats.1 >= 3))
        .expect("a game for three");
    let mut whim = Whim(41);
    for _ in 0..6 {
        let mut guests = [guest(&server).await, guest(&server).await, guest(&server).await];
        let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
        let table = guests[0].open_game(game, &json!({}), seats).await;
        let mut honest = Vec::new();
        for (seat, guest) in (0..2_u8).zip(&guests) {
            let mut client = guest.join(&table).await;
            if seat > 0 {
                assert_done(&client.sit(seat, "Honest").await);
            }
            honest.push(Honest { client, seat, drawn: 0, own: ONE });
        }
        // A page commits when it takes a seat.
        for one in &mut honest {
            one.answer().await;
        }
        let mut other = guests[2].join(&table).await;
        for number in 0..14_u8 {
            let share = Bytes32([200 + number % 3; 32]);
            let hash = Share::hash(share);
            let messages = [
                json!({ "type": "stand" }),
                json!({ "type": "sit", "seat": 2, "name": "Other", "hash": hash }),
                json!({ "type": "sit", "seat": 2, "name": "Other" }),
                json!({ "type": "promise", "hash": hash }),
                json!({ "type": "share", "share": share }),
                json!({ "type": "share", "share": share }),
            ];
            other.order(whim.pick(&messages).clone()).await;
            if started(&other.state) {
                break;
            }
            match *whim.pick(&[0, 1, 2, 3]) {
                0 => honest[0].answer().await,
                1 => honest[1].answer().await,
                2 => hand.advance(Duration::from_millis(400)),
                _ => {}
            }
        }
        // Finally the other person sits down without answering, and all others have answered in time.
        if !started(&other.state) {
            let _ = other.sit(2, "Other").await;
        }
        for _ in 0..3 {
            for one in &mut honest {
                one.answer().await;
            }
        }
        for _ in 0..2 {
            hand.advance(Duration::from_secs(5));
            for one in &mut honest {
                one.answer().await;
            }
        }
        other.wait(started).await;
        let (secret, deal, seed) = row(data.path(), &table).await;
        assert_eq!(secret, None);
        let deal: Deal = serde_json::from_str(&deal.unwrap()).unwrap();
        deal.verify(3, seed.cast_unsigned()).unwrap();
        for one in &honest {
            let seat = Seat(one.seat);
            let part = deal.shares.iter().find(|share| share.seats.contains(seat)).unwrap();
            assert_eq!(part.share, Some(one.own), "seat {}: {:?}", one.seat, deal);
        }
    }
    server.stop().await;
}
