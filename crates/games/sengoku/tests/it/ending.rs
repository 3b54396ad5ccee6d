//! Castles (城取り), the next battlefield and the end: S-57 to S-68.

use std::sync::Arc;

use sengoku::{Config, Event, Sengoku, Settlement};
use serde_json::json;
use zashiki_core::{GameRng, GameState, Seat, Viewer};

use crate::support::model::{self, best};
use crate::support::*;

/// Declarations of all seats but Oda. They are stronger than the tile that Oda places last, so Oda
/// places first.
const BEHIND: [(Seat, &str); 3] = [(TAKEDA, "56"), (UESUGI, "46"), (MORI, "36")];

/// Plays the tile that completes a battlefield. `wanted` is a condition on each seat's number of
/// flower paths in it, before and after the tile. The other seats have declared but not placed yet.
/// `past` adds the results of earlier battlefields to the scenario.
pub(crate) fn last_tile(
    config: &Arc<Config>,
    field: u8,
    wanted: impl Fn(&[u32], &[u32]) -> bool,
    past: impl Fn(Scene) -> Scene,
) -> Played {
    let (scene, tile, action) = arranged(config, field, wanted);
    let declared: Vec<(Seat, &str)> =
        [(ODA, &*tile)].into_iter().chain(BEHIND).take(usize::from(config.seats)).collect();
    let scene = past(scene).declared(&declared);
    scene.acts(&[&action])
}

fn unchanged(scene: Scene) -> Scene {
    scene
}

/// A configuration in which this number of flower paths wins.
pub(crate) fn flowers_to_win(seats: u8, flowers: u32) -> Arc<Config> {
    let file = file_with(&[("flowers = 13", &format!("flowers = {flowers}"))]);
    config_with(seats, json!({ "firstSeat": "seat0" }), Some(&file)).unwrap()
}

#[test]
fn s57_as26_the_castle_follows_the_tenth_line() {
    let (scene, tile, action) = arranged(&config(2), 0, |_, _| true);
    let mut played = scene.declared(&[(ODA, &tile), (TAKEDA, "56")]).play();
    let open = played.position().board.lines[0].iter().filter(|l| **l == Settlement::Open).count();
    assert_eq!((open, played.position().board.castles[0]), (3, Settlement::Open));
    played.act(&action);
    // Row 2 and columns B and C close together; rows are decided from the top, then columns from
    // the left (AS26).
    let lines: Vec<u8> = played.decided().iter().map(|(_, line, ..)| *line).collect();
    assert_eq!(lines, [1, 6, 7]);
    let last_line = played.frames.iter().rposition(|(e, _)| matches!(e, Event::Line { .. }));
    let castle = played.when(|e: &Event| matches!(e, Event::Castle { .. }));
    let drew = played.when(|e: &Event| matches!(e, Event::Drew { seat: ODA, .. }));
    assert!(drew < played.when(|e: &Event| matches!(e, Event::Line { .. })));
    assert_eq!(last_line, Some(castle - 1));
    assert_eq!(played.castles().len(), 1);
}

#[test]
fn s58_the_most_lines_take_the_castle() {
    for seats in 2..=4 {
        let alone = |_: &[u32], after: &[u32]| {
            let most = after.iter().max().unwrap();
            after.iter().filter(|count| *count == most).count() == 1
        };
        let played = last_tile(&config(seats), 0, alone, unchanged);
        let (field, flowers, winner) = played.castles()[0].clone();
        let most = flowers.iter().enumerate().max_by_key(|(_, count)| **count).unwrap().0;
        assert_eq!((field, winner), (0, Some(Seat(most as u8))));
        // All ten paths of this battlefield.
        for seat in Seat::all(seats) {
            let of_field = played.position().board.lines[0];
            let count = of_field.iter().filter(|line| **line == Settlement::Won(seat)).count();
            assert_eq!(flowers[seat.index()], count as u8);
        }
        let castles = played.game.view(Viewer::Spectator).castles;
        assert_eq!(castles[most], 1);
        assert_eq!(castles.iter().sum::<u8>(), 1);
    }
}

#[test]
fn s58_lines_of_other_battlefields_do_not_count_for_a_castle() {
    // Takeda has ten flowers in battlefield 1, Oda the most in battlefield 2.
    let oda = |_: &[u32], after: &[u32]| after[0] > after[1] && after[1] < 3;
    let played =
        last_tile(&config(2), 1, oda, |scene| scene.lines(0, "1111111111").castle(0, TAKEDA));
    assert_eq!(played.castles()[0].2, Some(ODA));
}

#[test]
fn s59_a_tie_for_the_castle_leaves_it_to_the_next() {
    // The picture of the rulebook: blue 3, red 3, yellow 2.
    let counts = |wanted: &'static [u32]| move |_: &[u32], after: &[u32]| after == wanted;
    let three = last_tile(&config(3), 0, counts(&[3, 3, 2]), unchanged);
    assert_eq!(three.castles(), [(0, vec![3, 3, 2], Some(UESUGI))]);
    // If the next seats are tied too, nobody wins it.
    let four = last_tile(&config(4), 0, counts(&[3, 3, 2, 2]), unchanged);
    assert_eq!(four.castles(), [(0, vec![3, 3, 2, 2], None)]);
    assert_eq!(four.position().board.castles[0], Settlement::Nobody);
    // All three tied seats are out (AS16).
    let tied = last_tile(&config(4), 0, counts(&[2, 2, 2, 1]), unchanged);
    assert_eq!(tied.castles(), [(0, vec![2, 2, 2, 1], Some(MORI))]);
}

#[test]
fn s53_s59_as15_without_a_flower_nobody_takes_a_castle() {
    let played = last_tile(&config(2), 0, |_, after| after[0] == after[1], unchanged);
    assert_eq!(played.castles()[0].2, None);
    let none = |_: &[u32], after: &[u32]| after[0] == after[1] && after[2] == 0;
    let played = last_tile(&config(3), 0, none, unchanged);
    assert_eq!(played.castles()[0].2, None);
    assert_eq!(played.game.view(Viewer::Spectator).castles, [0, 0, 0]);
}

#[test]
fn s60_the_battlefields_follow_in_order() {
    let mut reached = 0;
    for seed in 0..20 {
        let config = config_with(4, json!({}), None).unwrap();
        let mut played = Played::dealt(&config, seed).strict();
        let mut rng = GameRng::from_seed(seed);
        while played.awaited().is_some() {
            let action = rng.pick(&played.sorted()).clone();
            played.act(&action);
        }
        let fields: Vec<u8> = played
            .events()
            .into_iter()
            .filter_map(|event| match event {
                Event::Field { field } => Some(field),
                _ => None,
            })
            .collect();
        assert_eq!(fields, [1, 2, 3][..fields.len()]);
        reached = reached.max(fields.len());
        let castles: Vec<u8> = played.castles().iter().map(|(field, ..)| *field).collect();
        assert_eq!(castles, [0, 1, 2, 3][..castles.len()]);
        // At least one half of each placed domino lies in the current battlefield.
        let mut now = 0;
        for event in played.events() {
            match event {
                Event::Field { field } => now = usize::from(field),
                Event::Placed { low, high, .. } => {
                    let at = |square: sengoku::Square| model::at(&square.to_string());
                    let fields = [low, high].map(|square| model::field_of(at(square)));
                    assert!(fields.contains(&now), "{low}–{high} in battlefield {now}");
                }
                _ => {}
            }
        }
    }
    assert_eq!(reached, 3, "no game came to 戦場四");
}

#[test]
fn s61_as5_the_rest_of_the_round_is_placed_in_the_next_battlefield() {
    let mut played = last_tile(&config(3), 0, |_, _| true, unchanged);
    assert_eq!(played.position().board.field, 1);
    // No seat takes a tile back, and the order stays: 46 before 56.
    assert_eq!(played.awaited(), Some(UESUGI));
    assert_eq!(played.position().board.round, 3);
    assert!(played.may("place G3 G4"), "戦場二 is empty: beside its castle (AS6)");
    played.act("place G3 G4");
    assert_eq!(played.awaited(), Some(TAKEDA));
    let legal = played.sorted();
    let mut places = legal.iter().filter(|action| action.starts_with("place"));
    assert!(places.all(|action| !action.contains("H2")), "now it must match");
}

/// Adds to the scenario: Oda has won the castle of battlefield 1, with a single flower path.
fn oda_has_a_castle(scene: Scene) -> Scene {
    scene.lines(0, "0---------").castle(0, ODA)
}

fn takeda_has_a_castle(scene: Scene) -> Scene {
    scene.lines(0, "1---------").castle(0, TAKEDA)
}

fn oda_leads(_: &[u32], after: &[u32]) -> bool {
    best(after) == Some(0)
}

#[test]
fn s62_the_second_castle_wins_at_once() {
    let played = last_tile(&config(3), 1, oda_leads, oda_has_a_castle);
    assert_eq!(played.end(), Some((vec![ODA], "castles")));
    assert!(matches!(played.events().last(), Some(Event::Ended { .. })));
    assert!(!played.has(is(Event::Field { field: 2 })), "nothing follows");
    assert!(played.sorted().is_empty() && played.game.prompt(TAKEDA).is_none());
    for seat in [ODA, TAKEDA, UESUGI] {
        assert_eq!(played.refused_to(seat, "place C8 C7"), "T-1");
    }
    // One castle each does not end the game.
    let played = last_tile(&config(3), 1, oda_leads, takeda_has_a_castle);
    assert_eq!((played.end(), played.position().board.field), (None, 2));
    // The battlefields need not be consecutive.
    let between = |scene: Scene| takeda_has_a_castle(scene).lines(1, "0---------").castle(1, ODA);
    let played = last_tile(&config(3), 2, oda_leads, between);
    assert_eq!(played.end(), Some((vec![ODA], "castles")));
}

/// A scenario in which row 6, in battlefield 3, lacks only E6, where Oda can place the 15. `first`
/// and `second` are the decided flower paths of battlefields 1 and 2.
pub(crate) fn row_6(first: &str, second: &str) -> Scene {
    Scene::new(2)
        .field(2)
        .lies(TAKEDA, "34 A6 B6")
        .lies(ODA, "45 C6 D6")
        .lines(0, first)
        .castle(0, ODA)
        .lines(1, second)
        .castle(1, TAKEDA)
        .declared(&[(ODA, "15"), (TAKEDA, "56")])
}

#[test]
fn s63_s64_the_thirteenth_flower_wins_at_once() {
    let mut played = row_6("0000000000", "0011111---").play();
    assert_eq!(played.game.view(Viewer::Spectator).flowers, [12, 5]);
    played.act("place E7 E6");
    assert_eq!(played.end(), Some((vec![ODA], "flowers")));
    assert_eq!(played.decided(), [(2, 0, vec![28, 14], Some(ODA))]);
    // Takeda's tile is not placed, and the battlefield stays as it is.
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Placed { .. })), 1);
    assert!(played.position().board.lines[2][1..].iter().all(|l| *l == Settlement::Open));
    // Twelve are not enough, from whatever battlefields.
    let twelve = row_6("0000000000", "-011111---").acts(&["place E7 E6"]);
    assert_eq!((twelve.end(), twelve.awaited()), (None, Some(TAKEDA)));
    assert_eq!(twelve.game.view(Viewer::Spectator).flowers, [12, 5]);
}

/// A configuration in which this number of flower paths wins, and castles do not win before the
/// end.
pub(crate) fn flowers_alone_win(seats: u8, flowers: u32) -> Arc<Config> {
    let file = file_with(&[
        ("flowers = 13", &format!("flowers = {flowers}")),
        ("castles = 2", "castles = 4"),
    ]);
    config_with(seats, json!({ "firstSeat": "seat0" }), Some(&file)).unwrap()
}

#[test]
fn s72_as34_of_several_with_enough_flowers_the_most_castles_win() {
    // Seven flowers win. In battlefield 1, Oda and Uesugi tied with four each, so Takeda's two won
    // the castle. The last tile of battlefield 2 gives Oda the eighth and Takeda the seventh
    // flower.
    let past = |scene: Scene| scene.lines(0, "0000222211").castle(0, TAKEDA);
    let both = |before: &[u32], after: &[u32]| before[..2] == [2, 4] && after[..2] == [4, 5];
    let played = last_tile(&flowers_alone_win(3, 7), 1, both, past);
    let view = played.game.view(Viewer::Spectator);
    assert_eq!((view.flowers[0], view.flowers[1]), (8, 7));
    assert_eq!((view.castles[0], view.castles[1]), (0, 2));
    assert_eq!(played.end(), Some((vec![TAKEDA], "flowers")));
    assert_eq!(played.decided().len(), 3, "all that closed together were decided first");
}

#[test]
fn s72_as34_with_equal_castles_the_most_flowers_win() {
    // Five flowers win, and Oda has one more from battlefield 1. Neither seat wins the castle of
    // battlefield 2.
    let past = |scene: Scene| scene.lines(0, "001222----").castle(0, UESUGI);
    let both = |before: &[u32], after: &[u32]| {
        before[..2] == [2, 3] && after[..2] == [4, 4] && after[2] < 2
    };
    let played = last_tile(&flowers_alone_win(3, 5), 1, both, past);
    let view = played.game.view(Viewer::Spectator);
    assert_eq!((view.castles[0], view.castles[1]), (0, 0));
    assert_eq!((view.flowers[0], view.flowers[1]), (6, 5));
    assert_eq!(played.end(), Some((vec![ODA], "flowers")));
}

#[test]
fn s72_as27_as37_then_hands_decide_and_then_it_is_shared() {
    let hands = |oda: &'static str, takeda: &'static str| {
        let wanted = |before: &[u32], after: &[u32]| before == [3, 3] && after == [4, 4];
        last_tile(&flowers_to_win(2, 4), 0, wanted, |scene| {
            scene.hand(ODA, oda).spent(ODA).hand(TAKEDA, takeda).spent(TAKEDA)
        })
    };
    // Takeda's declared 56 is not in hand and does not count.
    assert_eq!(hands("12 13", "12").end(), Some((vec![ODA], "flowers")));
    assert_eq!(hands("12", "12 13").end(), Some((vec![TAKEDA], "flowers")));
    let shared = hands("12 13", "12 13");
    assert_eq!(shared.end(), Some((vec![ODA, TAKEDA], "flowers_shared")));
    // The text does not name a single winner if the victory is shared.
    let (text, rule) = shared.told(json!({})).pop().unwrap();
    assert_eq!(rule, "S-72");
    assert!(text.en.contains("share the win"), "{}", text.en);
    assert!(text.ja.contains("織田信長・武田信玄") && text.ja.contains("勝利を分け合います"));
}

#[test]
fn s57_s72_as18_a_second_castle_beats_a_thirteenth_flower() {
    // The last path is Oda's thirteenth flower, and the castle is Takeda's second.
    let wanted =
        |before: &[u32], after: &[u32]| before[0] == 2 && after[0] == 3 && after[1] > after[0];
    let past = |first: &'static str| {
        move |scene: Scene| {
            scene.lines(0, first).castle(0, ODA).lines(1, "1---------").castle(1, TAKEDA)
        }
    };
    let played = last_tile(&config(2), 2, wanted, past("0000000000"));
    assert_eq!(played.game.view(Viewer::Spectator).flowers[0], 13);
    assert_eq!(played.castles().len(), 1, "the castle is decided before the end");
    assert_eq!(played.end(), Some((vec![TAKEDA], "castles")));
    // With one flower less the result is the same.
    let played = last_tile(&config(2), 2, wanted, past("000000000-"));
    assert_eq!(played.end(), Some((vec![TAKEDA], "castles")));
    // A seat with both has won by castles.
    let both = |before: &[u32], after: &[u32]| before[0] < 3 && after[0] > 2 && after[0] > after[1];
    let played = last_tile(&config(2), 2, both, past("0000000000"));
    assert!(played.game.view(Viewer::Spectator).flowers[0] >= 13);
    assert_eq!(played.end(), Some((vec![ODA], "castles")));
}

#[test]
fn s63_as26_the_thirteenth_flower_wins_against_a_first_castle() {
    let wanted =
        |before: &[u32], after: &[u32]| before[0] == 2 && after[0] == 3 && after[1] > after[0];
    let past = |scene: Scene| scene.lines(0, "0000000000").castle(0, ODA);
    let played = last_tile(&config(2), 2, wanted, past);
    assert_eq!(played.castles(), [(2, vec![3, played.castles()[0].1[1]], Some(TAKEDA))]);
    assert_eq!(played.end(), Some((vec![ODA], "flowers")));
    assert!(!played.has(is(Event::Field { field: 3 })), "nothing follows");
}

#[test]
fn s73_as1_the_flower_on_a_castle_is_not_one_of_the_thirteen() {
    // Twelve on paths and one on a castle.
    let played = row_6("0000000000", "-011111---").acts(&["place E7 E6"]);
    let view = played.game.view(Viewer::Spectator);
    assert_eq!((view.flowers[0], view.castles[0]), (12, 1));
    assert_eq!(played.end(), None);
    // Nor does it count in a comparison of flowers: Oda has a castle and one flower less than
    // Takeda, who has a castle too.
    let past = |scene: Scene| {
        scene.lines(0, "0---------").castle(0, ODA).lines(1, "11--------").castle(1, TAKEDA)
    };
    let played = last_tile(&config(2), 3, tied, past);
    assert_eq!(played.end(), Some((vec![TAKEDA], "most_flowers")));
}

/// Returns true if nobody wins the castle of the last battlefield, because all seats have the same
/// number of flower paths.
fn tied(_: &[u32], after: &[u32]) -> bool {
    best(after).is_none() && after.iter().all(|count| *count == after[0])
}

#[test]
fn s65_after_the_last_battlefield_the_most_castles_win() {
    // Takeda has more flowers.
    let past = |scene: Scene| {
        scene.lines(0, "0---------").castle(0, ODA).lines(1, "1111100000").lines(2, "-1-0------")
    };
    let played = last_tile(&config(2), 3, tied, past);
    assert_eq!(played.end(), Some((vec![ODA], "most_castles")));
    let ended = played.events().last().cloned();
    assert!(matches!(ended, Some(Event::Ended { .. })), "{ended:?}");
    // The castle of battlefield 4 counts.
    let takeda = |_: &[u32], after: &[u32]| best(after) == Some(1);
    let played = last_tile(&config(2), 3, takeda, unchanged);
    assert_eq!(played.end(), Some((vec![TAKEDA], "most_castles")));
    assert_eq!(played.castles().last().unwrap().2, Some(TAKEDA));
    // Before the last battlefield ends there is no comparison.
    assert_eq!(last_tile(&config(2), 2, takeda, unchanged).end(), None);
}

#[test]
fn s66_with_equal_castles_the_most_flowers_win() {
    let past = |scene: Scene| {
        scene.lines(0, "00--------").castle(0, ODA).lines(1, "1---------").castle(1, TAKEDA)
    };
    let played = last_tile(&config(2), 3, tied, past);
    assert_eq!(played.end(), Some((vec![ODA], "most_flowers")));
    // Only seats with the most castles are compared: Uesugi has more flowers and no castle.
    let past = |scene: Scene| {
        scene
            .lines(0, "00022-----")
            .castle(0, ODA)
            .lines(1, "111222----")
            .lines(2, "11122-----")
            .castle(2, TAKEDA)
    };
    let wanted = |_: &[u32], after: &[u32]| {
        let total = [3 + after[0], 6 + after[1], 7 + after[2]];
        best(after).is_none() && total[2] > total[1] && total[1] > total[0] && total[2] < 13
    };
    let played = last_tile(&config(3), 3, wanted, past);
    assert_eq!(played.end(), Some((vec![TAKEDA], "most_flowers")));
}

/// A match that ended with equal castles and flower paths, and with these hands of Oda and Takeda.
fn hands_decide(oda: &str, takeda: &str, spent: bool) -> Played {
    last_tile(&config(2), 3, tied, |scene| {
        let scene = scene.hand(ODA, oda).spent(ODA).hand(TAKEDA, takeda);
        if spent { scene.spent(TAKEDA) } else { scene }
    })
}

#[test]
fn s67_as19_as27_with_equal_flowers_the_strength_in_hand_wins() {
    let end = |oda, takeda, spent| hands_decide(oda, takeda, spent).end().unwrap();
    assert_eq!(end("12 13", "12", true), (vec![ODA], "hands"), "武田's 56 is declared");
    assert_eq!(end("12", "12 13", true), (vec![TAKEDA], "hands"));
    // The sum counts, not the strongest tile: 3 + 4 + 5 against 9.
    assert_eq!(end("12 13 23", "36", true), (vec![ODA], "hands"));
    // The pile does not count: 36 + 46 + 56 in hand against four weak tiles and all others in the
    // pile.
    let piled = hands_decide("36 46 56", "12 13 23 36", false);
    assert!(piled.position().piles[1].len() > 1);
    assert_eq!(piled.end(), Some((vec![ODA], "hands")));
    // The general does not count.
    let general = last_tile(&config(2), 3, tied, |scene| {
        scene.hand(ODA, "12").spent(ODA).hand(TAKEDA, "12").spent(TAKEDA).no_general(TAKEDA)
    });
    assert_eq!(general.end(), Some((vec![ODA, TAKEDA], "fourth_battlefield_shared")));
}

#[test]
fn s67_as27_the_tile_drawn_at_the_end_of_the_turn_counts() {
    let wanted =
        |scene: Scene| scene.hand(ODA, "12 13 23 36").next(ODA, "56").hand(TAKEDA, "12 13 23 46");
    // 3 + 4 + 5 + 9 + 11 against 3 + 4 + 5 + 10.
    let played = last_tile(&config(2), 3, tied, wanted);
    assert_eq!(played.end(), Some((vec![ODA], "hands")));
}

#[test]
fn s67_as19_as37_all_equal_is_a_shared_victory() {
    let played = hands_decide("12 13", "12 13", true);
    assert_eq!(played.end(), Some((vec![ODA, TAKEDA], "fourth_battlefield_shared")));
    // Equal sums of different tiles: 3 + 11 and 4 + 10. Takeda's own 56 is declared.
    assert_eq!(hands_decide("12 56", "13 46", true).end().unwrap().1, "fourth_battlefield_shared");
    // Among three seats, the one behind has no share.
    let past = |scene: Scene| {
        let scene = scene.lines(0, "01--------").lines(1, "01--------");
        scene.hand(ODA, "12").spent(ODA).hand(TAKEDA, "12").spent(TAKEDA)
    };
    let played = last_tile(&config(3), 3, tied, past);
    assert_eq!(played.end(), Some((vec![ODA, TAKEDA], "fourth_battlefield_shared")));
}

#[test]
fn s71_as24_a_battlefield_without_placements_is_closed_as_it_is() {
    // Only marks 1 and 2 lie there; Oda's remaining tiles decide whether the battlefield continues.
    let scene = |hand: &str| {
        Scene::new(2)
            .lies(TAKEDA, "12 B3 B2")
            .no_general(ODA)
            .no_general(TAKEDA)
            .hand(ODA, hand)
            .spent(ODA)
            .hand(TAKEDA, "56")
            .spent(TAKEDA)
    };
    let played = scene("34 35").acts(&["declare 34"]);
    let exhausted = played.when(|e: &Event| *e == Event::Exhausted { field: 0 });
    assert_eq!(played.told(json!({}))[exhausted].1, "S-71");
    assert!(exhausted > played.when(|e: &Event| matches!(e, Event::Lost { seat: TAKEDA, .. })));
    // All ten paths close together: Takeda wins rows 2 and 3 and column B, nobody the others.
    let decided = played.decided();
    assert_eq!(
        decided.iter().map(|(_, line, ..)| *line).collect::<Vec<_>>(),
        Vec::from_iter(0..10)
    );
    let won: Vec<u8> =
        decided.iter().filter(|line| line.3 == Some(TAKEDA)).map(|line| line.1).collect();
    assert_eq!(won, [1, 2, 6]);
    assert!(decided.iter().all(|line| line.3 != Some(ODA)));
    assert_eq!(played.castles(), [(0, vec![0, 3], Some(TAKEDA))]);
    // Battlefield 2 is empty, so 35 has a placement there: no further battlefield is closed, and a
    // round begins.
    assert_eq!(played.position().board.field, 1);
    assert_eq!((played.awaited(), played.position().board.round), (Some(ODA), 4));
    assert!(played.may("place G3 G4"), "beside its castle");

    // A tile in hand that fits keeps the battlefield open …
    let fits = scene("34 13").acts(&["declare 34"]);
    assert_eq!(fits.count(|e: &Event| matches!(e, Event::Exhausted { .. })), 0);
    assert_eq!((fits.position().board.field, fits.position().board.round), (0, 4));
    // … and so does one in a pile, or an unused general.
    let pile = scene("34 35").hand(TAKEDA, "34 35 36 45 46").next(TAKEDA, "56 23");
    let pile = pile.acts(&["declare 34", "declare 45"]);
    assert_eq!((pile.turns(), pile.position().piles[1].clone()), (vec![ODA, TAKEDA], tiles("23")));
    assert_eq!(pile.count(|e: &Event| matches!(e, Event::Exhausted { .. })), 0);
    let mut general = Scene::new(2)
        .lies(TAKEDA, "12 B3 B2")
        .no_general(TAKEDA)
        .hand(ODA, "34 35")
        .spent(ODA)
        .hand(TAKEDA, "56")
        .spent(TAKEDA)
        .acts(&["declare 34"]);
    general.act("lose");
    assert_eq!(general.count(|e: &Event| matches!(e, Event::Exhausted { .. })), 0);
    assert_eq!(general.position().board.field, 0);
}

#[test]
fn s71_as24_no_battlefield_is_closed_in_a_round_with_a_placement() {
    let scene = Scene::new(2)
        .lies(TAKEDA, "12 B3 B2")
        .no_general(ODA)
        .no_general(TAKEDA)
        .hand(ODA, "13 56")
        .spent(ODA)
        .hand(TAKEDA, "45")
        .spent(TAKEDA);
    // 13 is placed, 45 is lost. The remaining 56 has no placement, but a domino was placed in this
    // round.
    let mut played = scene.acts(&["declare 13"]);
    let place = played.sorted().into_iter().find(|a| a.starts_with("place")).unwrap();
    let before = played.frames.len();
    played.act(&place);
    let next = played.events()[before..]
        .iter()
        .position(|e| *e == Event::Round { round: 4, first: Some(ODA) });
    let closed =
        played.events()[before..].iter().position(|e| matches!(e, Event::Exhausted { .. }));
    assert!(next.unwrap() < closed.unwrap(), "it is closed a round later");
}

#[test]
fn s70_s71_as24_when_all_tiles_are_gone_all_battlefields_are_closed() {
    let scene = Scene::new(2)
        .lies(TAKEDA, "12 B3 B2")
        .no_general(ODA)
        .no_general(TAKEDA)
        .hand(ODA, "13")
        .spent(ODA)
        .spent(TAKEDA)
        .order(&[ODA]);
    let mut played = scene.play();
    assert_eq!(played.awaited(), Some(ODA), "13 is declared without asking, and has places");
    played.act("place A3 A2");
    // No seat has anything left: the round is empty, and all battlefields are closed.
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Exhausted { .. })), 4);
    assert_eq!(played.castles().len(), 4);
    assert_eq!(played.castles()[1..].iter().filter(|castle| castle.2.is_some()).count(), 0);
    let (_, reason) = played.end().expect("it is over");
    assert!(
        ["most_castles", "most_flowers", "hands", "fourth_battlefield_shared"].contains(&reason)
    );
    assert!(played.position().board.round <= 5);
}

#[test]
fn s68_hands_and_piles_are_hidden_and_the_rest_is_public() {
    let scene = || {
        Scene::new(3)
            .lies(ODA, "24 B3 B2")
            .hand(ODA, "12 13 14 15 16")
            .hand(TAKEDA, "12 23 34 45 56")
            .next(TAKEDA, "36 46")
    };
    // If Takeda's hand and pile are exchanged, no other seat can notice.
    let one = scene().play();
    let other = scene().hand(TAKEDA, "36 46 25 26 35").next(TAKEDA, "12 23").play();
    for viewer in [Viewer::Seat(ODA), Viewer::Seat(UESUGI), Viewer::Spectator] {
        assert_eq!(one.game.view(viewer), other.game.view(viewer));
    }
    assert_ne!(one.seen_by(TAKEDA), other.seen_by(TAKEDA));
    assert_eq!(one.seen_by(TAKEDA).hands[1].tiles, Some(tiles("12 23 34 45 56")));
    // No seat knows the order of a pile, not even its owner.
    let turned = scene().next(TAKEDA, "46 36").play();
    assert_ne!(one.position().piles, turned.position().piles);
    for viewer in Viewer::all(3).chain([Viewer::Omniscient]) {
        assert_eq!(one.game.view(viewer), turned.game.view(viewer));
    }
    // An omniscient viewer sees every hand, and no seat's placements.
    let open = one.game.view(Viewer::Omniscient);
    for seat in [ODA, TAKEDA, UESUGI] {
        assert_eq!(open.hands[seat.index()], one.seen_by(seat).hands[seat.index()]);
        assert!(open.hands[seat.index()].tiles.is_some());
    }
    assert!(open.fits.is_empty());
    // Declared, placed and removed tiles are public.
    let mut played = one;
    played.act("declare 12");
    for viewer in Viewer::all(3) {
        let view = played.game.view(viewer);
        assert_eq!(view.track[0].tile, tile("12"));
        assert_eq!(view.board.placed[0].tile, tile("24"));
        assert_eq!(view.board, played.position().board);
    }
}

#[test]
fn s68_hands_are_shown_after_the_end() {
    let played = hands_decide("12 13 23", "36", true);
    for viewer in Viewer::all(2) {
        let view = played.game.view(viewer);
        assert_eq!(view.hands[0].tiles, Some(tiles("12 13 23")));
        assert_eq!(view.hands[1].tiles, Some(tiles("36")));
    }
    // Until then only the owner sees a hand.
    let config = config(2);
    let game = Sengoku::deal(&config, GameRng::from_seed(4), None);
    assert!(game.view(Viewer::Spectator).hands.iter().all(|hand| hand.tiles.is_none()));
}
