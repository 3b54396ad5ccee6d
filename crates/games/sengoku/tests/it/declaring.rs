//! Order of declaring and placing (順番の決定): S-10 to S-18.

use std::collections::BTreeSet;

use sengoku::Event;
use serde_json::json;
use zashiki_core::{Event as _, GameState, Seat, Viewer};

use crate::support::*;

/// A match in which the seats have declared these dominoes in turn, so that the order of placing is
/// known.
fn placing_after(declarations: &[(Seat, &str)]) -> Played {
    let (last, before) = declarations.split_last().unwrap();
    let seats = declarations.len() as u8;
    let order: Vec<Seat> = declarations.iter().map(|(seat, _)| *seat).collect();
    let mut scene = Scene::new(seats).order(&order).declared(before);
    if last.1 != "general" {
        let held: Vec<&str> = ["12", "13", "14", "15", "23"]
            .into_iter()
            .map(|tile| if tile == last.1 { "24" } else { tile })
            .take(4)
            .chain([last.1])
            .collect();
        scene = scene.hand(last.0, &held.join(" "));
    }
    scene.acts(&[&format!("declare {}", last.1)])
}

#[test]
fn s10_a_tile_of_the_hand_is_declared_openly() {
    let mut played = Scene::new(2).hand(ODA, "12 16 23 34 56").play();
    assert_eq!(played.asked_by(), "S-10");
    assert_eq!(played.refused("declare 26"), "S-10");
    assert_eq!(played.refused("lose"), "T-4");
    assert_eq!(played.refused("place B3 B2"), "T-4");
    assert_eq!(
        played.sorted(),
        ["declare 12", "declare 16", "declare 23", "declare 34", "declare 56", "declare general"]
    );
    played.act("declare 34");
    let declared = Event::Declared { seat: ODA, tile: tile("34"), strength: 7, forced: false };
    assert!(played.has(is(declared.clone())));
    assert_eq!(played.hand(ODA), ["12", "16", "23", "56"]);
    for viewer in Viewer::all(2) {
        assert_eq!(declared.for_viewer(viewer), Some(declared.clone()));
        assert_eq!(played.game.view(viewer).track[0].tile, tile("34"));
    }
    // The tile has left the hand: the next seat is to move, not the same seat again.
    assert_eq!(played.awaited(), Some(TAKEDA));
    assert_eq!(played.refused_to(ODA, "declare 12"), "T-2");
}

#[test]
fn s10_as29_equal_tiles_are_one_choice() {
    let mut played = Scene::new(2).hand(ODA, "16 16 25 25 34").play();
    assert_eq!(played.sorted(), ["declare 16", "declare 25", "declare 34", "declare general"]);
    played.act("declare 16");
    assert_eq!(played.hand(ODA), ["16", "25", "25", "34"]);
}

#[test]
fn s11_the_token_stands_on_the_strength() {
    let played = Scene::new(3)
        .hand(ODA, "15 24 25 36 46")
        .hand(TAKEDA, "56 12 13 14 23")
        .acts(&["declare 15", "declare 56"]);
    let track = played.game.view(Viewer::Spectator).track;
    let tokens: Vec<_> = track.iter().map(|token| (token.seat, token.strength)).collect();
    assert_eq!(tokens, [(ODA, 6), (TAKEDA, 11)]);
    assert!(track.iter().all(|token| token.place.is_none() && !token.done));
    assert_eq!(played.refused_to(TAKEDA, "declare 12"), "T-2", "one token each");
}

#[test]
fn s12_later_seats_see_what_was_declared() {
    let mut played = Played::deal(3, 5);
    for seat in [ODA, TAKEDA, UESUGI] {
        assert_eq!(played.awaited(), Some(seat), "one after the other");
        let seen: Vec<Seat> = played.seen_by(seat).track.iter().map(|token| token.seat).collect();
        assert_eq!(seen, [ODA, TAKEDA, UESUGI][..seat.index()]);
        let action = played.sorted()[0].clone();
        played.act(&action);
    }
    assert!(played.count(|event: &Event| matches!(event, Event::Order { .. })) > 0);
}

#[test]
fn s13_the_first_round_goes_clockwise_from_the_first_seat() {
    let mut firsts = [0; 4];
    let drawn = config_with(4, json!({}), None).unwrap();
    for seed in 0..400 {
        let played = Played::dealt(&drawn, seed).strict();
        let order = played.position().board.order.to_vec();
        let first = order[0];
        firsts[first.index()] += 1;
        assert_eq!(order, (0..4).map(|step| Seat((first.0 + step) % 4)).collect::<Vec<_>>());
        assert_eq!(played.awaited(), Some(first));
        assert_eq!(played.events()[0], Event::Dealt { seat: first });
    }
    assert!(firsts.iter().all(|count| (65..=135).contains(count)), "{firsts:?}");
    assert_eq!(Played::deal(4, 7).position().board.order[..], [ODA, TAKEDA, UESUGI, MORI]);
}

#[test]
fn s13_as2_later_rounds_follow_the_last_placing() {
    let scene = Scene::new(3)
        .lies(UESUGI, "24 B3 B2")
        .hand(ODA, "15 12 13 14 23")
        .hand(TAKEDA, "15 12 13 14 23")
        .hand(UESUGI, "46 12 13 14 23");
    let mut played = scene.acts(&["declare 15", "declare 15", "declare 46"]);
    // 46 is alone; the two 15 go to ×, the later one first, and have no placement.
    assert_eq!(played.placing(), [UESUGI, TAKEDA, ODA]);
    played.act("place A2 A1");
    played.acts(&["lose", "lose"]);
    assert_eq!(played.turns(), [UESUGI, TAKEDA, ODA]);
    assert_eq!(played.position().board.round, 4);
    // A seat that lost a tile keeps its position in the order.
    assert_eq!(played.position().board.order[..], [UESUGI, TAKEDA, ODA]);
    assert_eq!(played.awaited(), Some(UESUGI));
}

#[test]
fn s14_the_smallest_strength_places_first() {
    // The first picture of the rulebook: 青→黄→赤→黒.
    let played = placing_after(&[(ODA, "24"), (TAKEDA, "12"), (UESUGI, "14"), (MORI, "56")]);
    assert_eq!(played.placing(), [TAKEDA, UESUGI, ODA, MORI]);
    assert_eq!(played.awaited(), Some(TAKEDA));
    let track = played.game.view(Viewer::Spectator).track;
    assert_eq!(track.iter().map(|token| token.place).collect::<Vec<_>>(), [2, 0, 1, 3].map(Some));
    assert!(track.iter().all(|token| !token.tied));
    let played = placing_after(&[(ODA, "56"), (TAKEDA, "46"), (UESUGI, "36"), (MORI, "26")]);
    assert_eq!(played.placing(), [MORI, UESUGI, TAKEDA, ODA]);
}

#[test]
fn s15_as3_equal_strengths_go_last() {
    // 4 + 2 and 1 + 5 are equal; 56 is stronger but places before them.
    let played = placing_after(&[(ODA, "24"), (TAKEDA, "56"), (UESUGI, "15")]);
    assert_eq!(played.placing(), [TAKEDA, UESUGI, ODA]);
    let tied: Vec<Event> =
        played.events().into_iter().filter(|e| matches!(e, Event::Tied { .. })).collect();
    assert_eq!(tied, [Event::Tied { strength: 6, seats: [ODA, UESUGI].into_iter().collect() }]);
    // Three or four equal strengths go there as well.
    let played = placing_after(&[(ODA, "16"), (TAKEDA, "25"), (UESUGI, "56"), (MORI, "34")]);
    assert_eq!(played.placing(), [UESUGI, MORI, TAKEDA, ODA]);
    let played = placing_after(&[(ODA, "16"), (TAKEDA, "25"), (UESUGI, "16"), (MORI, "34")]);
    assert_eq!(played.placing(), [MORI, UESUGI, TAKEDA, ODA]);
    // No token moves before all seats have declared.
    let waiting = Scene::new(3).declared(&[(ODA, "24"), (TAKEDA, "15")]).play();
    assert!(waiting.game.view(Viewer::Spectator).track.iter().all(|token| !token.tied));
}

#[test]
fn s16_on_the_cross_the_later_declared_goes_first() {
    // The picture of the rulebook: red 6, then blue 6; yellow below black: 黄→黒→青→赤.
    let (red, yellow, blue, black) = (ODA, TAKEDA, UESUGI, MORI);
    let played = placing_after(&[(red, "15"), (yellow, "13"), (black, "34"), (blue, "24")]);
    assert_eq!(played.placing(), [yellow, black, blue, red]);
    // If blue had declared before red, red would be on top.
    let played = placing_after(&[(blue, "24"), (yellow, "13"), (black, "34"), (red, "15")]);
    assert_eq!(played.placing(), [yellow, black, red, blue]);
    let track = played.game.view(Viewer::Spectator).track;
    assert_eq!(
        track.iter().map(|token| token.tied).collect::<Vec<_>>(),
        [true, false, false, true]
    );
}

#[test]
fn s17_two_generals_tie_as_well() {
    let played = placing_after(&[(ODA, "general"), (TAKEDA, "56"), (UESUGI, "general")]);
    assert_eq!(played.placing(), [TAKEDA, UESUGI, ODA]);
    assert!(
        played.has(is(Event::Tied { strength: 1, seats: [ODA, UESUGI].into_iter().collect() }))
    );
    let alone = placing_after(&[(ODA, "12"), (TAKEDA, "56"), (UESUGI, "general")]);
    assert_eq!(alone.placing(), [UESUGI, ODA, TAKEDA]);
}

#[test]
fn s18_as4_two_ties_are_one_queue() {
    let four = |tiles: [&'static str; 4]| {
        let seats = [ODA, TAKEDA, UESUGI, MORI];
        let declared: Vec<_> = seats.into_iter().zip(tiles).collect();
        placing_after(&declared).placing()
    };
    // 6 9 6 9, 6 9 9 6 and 9 6 6 9: always the latest first, whatever the strengths.
    for tiles in [["15", "36", "24", "45"], ["15", "36", "45", "24"], ["36", "15", "24", "45"]] {
        assert_eq!(four(tiles), [MORI, UESUGI, TAKEDA, ODA]);
    }
}

#[test]
fn as23_a_seat_with_only_its_general_declares_it_and_a_seat_with_nothing_is_skipped() {
    let scene = || Scene::new(3).lies(ODA, "24 B3 B2").spent(TAKEDA);
    let played = scene().hand(ODA, "12 13 14 15 23").acts(&["declare 12"]);
    let forced = Event::Declared { seat: TAKEDA, tile: tile("general"), strength: 1, forced: true };
    assert!(played.has(is(forced)), "{:?}", played.events());
    assert_eq!(played.awaited(), Some(UESUGI));
    // The general is not declared automatically while there is a tile: there is a choice.
    let played = scene().hand(TAKEDA, "12").acts(&["declare 13"]);
    assert_eq!(played.awaited(), Some(TAKEDA));
    assert_eq!(played.sorted(), ["declare 12", "declare general"]);
    // Then Takeda has nothing left: the next round is declared and placed without that seat.
    let mut played = scene().acts(&["declare 12"]);
    played.act("declare 56".replace("56", &played.hand(UESUGI)[0]).as_str());
    while played.position().board.round == 3 {
        let action = played.sorted()[0].clone();
        played.act(&action);
    }
    let later: BTreeSet<Seat> = played.position().board.order.iter().copied().collect();
    assert_eq!(later, BTreeSet::from([ODA, UESUGI]));
    // The only tile of a seat is not declared before its turn.
    let (hand, order) = (played.hand(ODA).len(), played.position().board.order.len());
    assert_eq!((hand, order), (5, 2));
    // A seat that has nothing left cannot be in the order.
    let nothing = Scene::new(3).spent(TAKEDA).no_general(TAKEDA).refusal();
    assert!(nothing.contains("nothing to declare"), "{nothing}");
}
