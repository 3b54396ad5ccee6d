//! Comparison of the engine with a second implementation of the rules (`support/model.rs`) in random
//! matches, decision by decision: reading of layouts, movement, picking up, reach, exhaustion,
//! points and the rest.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use zashiki_core::{GameConfig as _, GameRng, GameState};

use crate::support::model::{
    self, At, Decisions, End, Face, Laid, Model, orders, path, reaches, sorted,
};
use crate::support::*;

/// Drives the engine with the decisions that the model requests, and compares their states at each.
struct Comparison {
    played: Played,
    rng: GameRng,
    /// Number of occurrences of each situation, to ensure that the matches were varied enough.
    counts: BTreeMap<&'static str, usize>,
}

impl Comparison {
    fn check_state(&self, model: &Model) {
        let mut model = model.clone();
        model.discards = sorted(std::mem::take(&mut model.discards));
        for player in &mut model.players {
            player.hand = sorted(std::mem::take(&mut player.hand));
            player.exposed = sorted(std::mem::take(&mut player.exposed));
        }
        let engine = self.played.model();
        assert_eq!(format!("{engine:#?}"), format!("{model:#?}"));
    }

    /// A random layout of cards of the hand on cells close together, so that chains are frequent.
    fn random_layout(&mut self, model: &Model, seat: usize) -> Laid {
        let mut cells: Vec<At> = (-1..=2).flat_map(|x| (-1..=2).map(move |y| (x, y))).collect();
        let mut laid = Vec::new();
        for face in &model.players[seat].hand {
            if self.rng.below(3) > 0 {
                let place = self.rng.below(cells.len() as u32) as usize;
                laid.push((face.clone(), cells.swap_remove(place)));
            }
        }
        laid
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Checks that the reading shown to players equals that of the model.
    fn check_reading(&mut self, model: &Model, seat: usize, laid: &Laid, text: &str) {
        let reading = self.played.draft(Seat(seat as u8), text).reading;
        let wanted = orders(laid);
        let from = model.players[seat].square;
        let squares = path(from, &wanted);
        let to = squares.last().copied().or(from);
        assert_eq!(reading["path"], json!(squares), "{text}");
        assert_eq!(reading["destination"], json!(to), "{text}");
        assert_eq!(reading["recover"], json!(wanted.recover), "{text}");
        let mut attacks: Vec<u8> = Vec::new();
        for (kind, square) in &wanted.attacks {
            if to.is_some_and(|to| reaches(kind, to, *square)) || *kind == "gun" {
                attacks.push(*square);
            }
        }
        attacks.sort_unstable();
        let read: Vec<&Value> = reading["attacks"].as_array().unwrap().iter().collect();
        let read: Vec<u8> =
            read.iter().map(|attack| attack["square"].as_u64().unwrap() as u8).collect();
        assert_eq!(read, attacks, "{text}");
        let icons = reading["icons"].as_array().unwrap();
        let numbers = icons.iter().filter(|icon| !icon["number"].is_null()).count();
        let designating = wanted.moves.len() + wanted.attacks.len();
        let recoveries = icons
            .iter()
            .filter(|icon| icon["icon"] == json!("recover") && !icon["number"].is_null());
        assert_eq!(numbers, designating + recoveries.count(), "{text}");
        if squares.len() > 1 {
            self.count("long paths");
        }
        if attacks.len() > 1 {
            self.count("double attacks");
        }
    }
}

fn notation(laid: &Laid) -> String {
    let cards: Vec<String> = laid.iter().map(|(face, (x, y))| format!("{face}@{x}:{y}")).collect();
    if cards.is_empty() { "lay nothing".into() } else { format!("lay {}", cards.join(" ")) }
}

fn laid_of(notation: &str) -> Laid {
    let cards = split(notation).into_iter().skip(1).filter(|word| *word != "nothing");
    let card = |word: &str| {
        let (face, cell) = word.split_once('@').unwrap();
        let (x, y) = cell.split_once(':').unwrap();
        (face.to_owned(), (x.parse().unwrap(), y.parse().unwrap()))
    };
    cards.map(card).collect()
}

impl Decisions for Comparison {
    fn order(&mut self, clockwise: Vec<usize>) -> Vec<usize> {
        let together = self.played.all_awaited().len() > 1;
        let mut seats = clockwise;
        if together {
            for place in (1..seats.len()).rev() {
                seats.swap(place, self.rng.below(place as u32 + 1) as usize);
            }
        }
        seats
    }

    fn lay(&mut self, model: &Model, seat: usize) -> Laid {
        self.check_state(model);
        assert!(self.played.all_awaited().contains(&Seat(seat as u8)));
        // Listed layouts and others, some of them illegal.
        let laid = loop {
            let laid = if self.rng.below(3) == 0 {
                let listed = self.played.legal_for(Seat(seat as u8));
                let text = self.rng.pick(&listed).clone();
                let laid = laid_of(&text);
                assert!(model.may_lay(seat, &laid), "{text} is listed");
                laid
            } else {
                self.random_layout(model, seat)
            };
            let text = notation(&laid);
            self.check_reading(model, seat, &laid, &text);
            let legal = self.played.may_as(Seat(seat as u8), &text);
            assert_eq!(legal, model.may_lay(seat, &laid), "{text}");
            if legal {
                break laid;
            }
            self.count("refused layouts");
        };
        self.played.act_as(Seat(seat as u8), &notation(&laid));
        self.count("layouts");
        laid
    }

    fn choose(&mut self, model: &Model, seat: usize, options: &[String]) -> String {
        self.check_state(model);
        assert_eq!(self.played.all_awaited(), [Seat(seat as u8)]);
        let mut engine = self.played.legal();
        engine.sort();
        let mut wanted = options.to_vec();
        wanted.sort();
        assert_eq!(engine, wanted);
        let chosen = self.rng.pick(options).clone();
        self.played.act(&chosen);
        self.count(match chosen.split(' ').next() {
            Some("take") => "taken",
            Some("steal") => "stolen",
            Some("burn") => "burnt",
            _ => "recovered",
        });
        chosen
    }

    fn shuffled(&mut self, discards: &[Face]) -> Vec<Face> {
        assert!(self.played.has(json!({ "event": "deck_rebuilt", "count": discards.len() })));
        let dealt = self.played.all(json!({ "event": "dealt" }));
        deck_before(&self.played, &dealt[dealt.len() - 5..])
    }
}

/// The deck before these cards were dealt from it; the last card is dealt first.
fn deck_before(played: &Played, dealt: &[Value]) -> Vec<Face> {
    let faces = dealt.iter().rev().map(|event| event["face"].as_str().unwrap().to_owned());
    let mut deck = words(&played.json()["deck"]);
    deck.extend(faces);
    deck
}

/// Totals over several matches: the number of decisions of each kind and of ends.
#[derive(Default)]
struct Totals {
    decisions: BTreeMap<&'static str, usize>,
    ends: BTreeMap<&'static str, usize>,
}

impl Totals {
    /// Plays a match to the end with the engine and the model, and compares the results.
    fn compare(
        &mut self,
        played: Played,
        mut model: Model,
        seed: u64,
        play: fn(&mut Model, &mut Comparison) -> End,
    ) {
        let mut comparison =
            Comparison { played, rng: GameRng::from_seed(seed).fork(), counts: BTreeMap::new() };
        let (reason, winners, points) = play(&mut model, &mut comparison);
        comparison.check_state(&model);
        let winners = winners.into_iter().map(|seat| Seat(seat as u8)).collect();
        assert_eq!(comparison.played.end(), Some((winners, reason)));
        assert_eq!(comparison.played.game.scores(), points);
        for (what, count) in comparison.counts {
            *self.decisions.entry(what).or_default() += count;
        }
        *self.ends.entry(reason).or_default() += 1;
    }

    fn expect(&self, least: &[(&str, usize)]) {
        for (what, least) in least {
            let count = self.decisions.get(what).copied().unwrap_or(0);
            assert!(count >= *least, "{what}: {:?}", self.decisions);
        }
    }
}

fn placing(seed: u64) -> Value {
    json!({ "placing": if seed % 2 == 1 { "together" } else { "in_turn" } })
}

/// The engine and the model agree about all rules in random matches.
#[test]
fn random_matches_agree_with_the_model() {
    let mut totals = Totals::default();
    for seed in 0..60 {
        let seats = 3 + (seed % 3) as u8;
        let played = Played::deal(seats, placing(seed), seed);
        let deck = deck_before(&played, &played.all(json!({ "event": "dealt" })));
        let first = played.first() as usize;
        let model = Model::dealt(seats.into(), seed % 2 == 1, first, deck);
        totals.compare(played, model, seed, Model::play);
    }
    totals.expect(&[
        ("layouts", 1000),
        ("refused layouts", 100),
        ("taken", 50),
        ("stolen", 50),
        ("burnt", 50),
        ("recovered", 100),
    ]);
    assert!(totals.ends.len() > 1, "{:?}", totals.ends);
}

/// The engine and the model also agree in matches that begin with many action cards and treasures.
#[test]
fn random_matches_with_many_action_cards_agree_with_the_model() {
    let mut totals = Totals::default();
    for seed in 0..30 {
        let mut rng = GameRng::from_seed(seed);
        let seats = 3 + (seed % 3) as u8;
        let mut scene = Scene::with(seats, placing(seed)).rng(seed).first(rng.below(3) as u8);
        let mut arms = ["ranmaru", "mitsuhide", "katana", "katana", "katana", "gun", "gun"];
        let mut loot = model::TREASURES;
        let mut hands = vec![BASIC.to_owned(); usize::from(seats)];
        let mut exposed = vec!["koban".to_owned(); usize::from(seats)];
        for (place, face) in shuffled(&mut arms, &mut rng).iter().enumerate() {
            let zone = if rng.below(4) == 0 { &mut exposed } else { &mut hands };
            zone[place % usize::from(seats)] += &format!(" {face}");
        }
        let loot = shuffled(&mut loot, &mut rng);
        for (place, face) in loot[..6].iter().enumerate() {
            exposed[place % usize::from(seats)] += &format!(" {face}");
        }
        for seat in 0..usize::from(seats) {
            scene = scene.hand(seat, &hands[seat]).exposed(seat, &exposed[seat]);
            scene = scene.seat(seat, "square", json!(1 + rng.below(5)));
        }
        let piles = ["", "fire", loot[6], loot[7], loot[8]];
        let piles: Vec<Vec<&str>> = piles.map(split).into();
        let scene = scene.set("squares", json!(piles)).set("round", json!(4));
        let played = scene.play();
        let model = played.model();
        totals.compare(played, model, seed, Model::play_on);
    }
    totals.expect(&[
        ("long paths", 2),
        ("double attacks", 10),
        ("taken", 10),
        ("stolen", 50),
        ("burnt", 15),
        ("recovered", 25),
    ]);
}

fn shuffled<'a, const N: usize>(
    faces: &'a mut [&'static str; N],
    rng: &mut GameRng,
) -> &'a [&'static str] {
    for place in (1..N).rev() {
        faces.swap(place, rng.below(place as u32 + 1) as usize);
    }
    faces
}

/// Random layouts of hands with all action cards, which are rare in random matches.
#[test]
fn readings_of_layouts_with_all_action_cards_agree_with_the_model() {
    let hands = [
        "crest 1 2 3 4 5 ranmaru mitsuhide",
        "crest 1 2 3 4 5 katana katana katana katana",
        "crest 1 2 3 4 5 gun gun katana ranmaru",
        "crest 1 2 3 4 5 katana katana katana katana gun gun ranmaru mitsuhide",
    ];
    for (number, hand) in hands.into_iter().enumerate() {
        for from in 1..=5u8 {
            let scene = Scene::new(3).round(4).pawns(&[from, 3, 3]).hand(0, hand);
            let played = scene.play();
            let model = played.model();
            let rng = GameRng::from_seed(10 * number as u64 + u64::from(from));
            let mut comparison = Comparison { played, rng, counts: BTreeMap::new() };
            for _ in 0..150 {
                let laid = comparison.random_layout(&model, 0);
                let text = notation(&laid);
                comparison.check_reading(&model, 0, &laid, &text);
                assert!(model.may_lay(0, &laid) && comparison.played.may_as(Seat(0), &text));
            }
        }
    }
}

/// The number of decisions is at least one layout for each seat and round, and at most
/// `max_decisions`.
#[test]
fn every_match_ends_within_its_decisions() {
    for seats in 3..=5u8 {
        let config = setup_with(seats, json!({})).unwrap();
        let most = config.max_decisions();
        for seed in 0..20 {
            let mut decisions = 0;
            play_at_random(seats, json!({}), seed, |game| {
                decisions += usize::from(game.turn().awaited().first().is_some());
            });
            assert!((6 * usize::from(seats)..=most).contains(&decisions), "{decisions} of {most}");
        }
    }
}
