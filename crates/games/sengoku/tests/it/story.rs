//! Episodes and the ledger: what players read about a step, and the causes of scores.

use conformance::laws::ledgers;
use sengoku::{Event, Sengoku};
use serde_json::json;
use zashiki_core::{GameState, Lang, LocalizedText, Seat, Viewer, episodes};

use crate::ending::{flowers_alone_win, flowers_to_win, last_tile, row_6};
use crate::support::*;

/// The episodes since the last `forget`, as the seat `you` reads them.
fn told(played: &Played, you: Option<Seat>) -> Vec<LocalizedText> {
    let viewer = you.map_or(Viewer::Spectator, Viewer::Seat);
    let events: Vec<Event> = played
        .frames
        .iter()
        .filter_map(|(event, _)| zashiki_core::Event::for_viewer(event, viewer))
        .collect();
    episodes::<Sengoku>(played.game.config(), &events)
        .into_iter()
        .map(|episode| episode.text.named(Sengoku::info().seat_names, you))
        .collect()
}

/// The episodes in English and in Japanese, as the seat `you` reads them.
fn read(played: &Played, you: Option<Seat>) -> (Vec<String>, Vec<String>) {
    let said = |lang: Lang| told(played, you).iter().map(|text| lang.of(text).to_owned()).collect();
    (said(Lang::En), said(Lang::Ja))
}

#[track_caller]
fn reads(played: &Played, you: Option<Seat>, en: &[&str], ja: &[&str]) {
    let (said_en, said_ja) = read(played, you);
    assert_eq!(said_en, en, "{you:?}");
    assert_eq!(said_ja, ja, "{you:?}");
}

/// A match of two in round 3 in which one tile of each seat lies in battlefield 1.
fn opened() -> Scene {
    Scene::new(2)
        .lies(TAKEDA, "34 C2 D2")
        .hand(ODA, "12 13 25 36 56")
        .hand(TAKEDA, "12 14 16 36 45")
}

#[test]
fn the_first_episode_says_who_declares_first() {
    reads(
        &Played::deal(2, 1),
        Some(ODA),
        &["Everybody draws 5 tiles. You declare first."],
        &["全員が手札を5枚引きます。最初に出陣するのはあなたです。"],
    );
}

#[test]
fn a_declaration_says_the_strength_and_the_last_one_who_places_first() {
    let mut played = opened().play();
    played.act("declare 25");
    reads(
        &played,
        Some(TAKEDA),
        &["Oda Nobunaga declares 2+5 (strength 7)."],
        &["織田信長が「2+5」（戦力値7）を出陣させます。"],
    );
    played.forget();
    let mut later = played.clone();
    played.act("declare 45");
    reads(
        &played,
        Some(ODA),
        &["Takeda Shingen declares 4+5 (strength 9): you place first."],
        &["武田信玄が「4+5」（戦力値9）を出陣させます。先に置くのはあなたです。"],
    );
    later.act("declare general");
    reads(
        &later,
        Some(TAKEDA),
        &["You declare the general (strength 1) and place first."],
        &["あなたが総大将（戦力値1）を出陣させます。先に置くのもあなたです。"],
    );
}

#[test]
fn a_tie_moves_to_the_cross_and_the_order_is_said() {
    let mut played = Scene::new(3)
        .hand(ODA, "34 12 13 14 15")
        .hand(TAKEDA, "16 12 13 14 15")
        .hand(UESUGI, "12 13 14 15 16")
        .play();
    played.acts(&["declare 34", "declare 16"]);
    played.forget();
    played.act("declare 12");
    reads(
        &played,
        Some(TAKEDA),
        &[
            "Uesugi Kenshin declares 1+2 (strength 3). Oda Nobunaga and you tie at 7 and move to ×. \
             The order of placing is Uesugi Kenshin, you, Oda Nobunaga.",
        ],
        &["上杉謙信が「1+2」（戦力値3）を出陣させます。\
           織田信長・あなたは戦力値7で並び、×エリアに移ります。\
           置く順番は上杉謙信→あなた→織田信長です。"],
    );
}

#[test]
fn a_placing_says_which_paths_it_settles() {
    let mut played = row_6("0000000000", "-01111----").play();
    played.forget();
    played.act("place E7 E6");
    reads(
        &played,
        Some(TAKEDA),
        &["Oda Nobunaga places 1+5 on E7–E6 and takes path 6 (14 to 7)."],
        &["織田信長が「1+5」をE7・E6に置き、花道6（14対7）を取ります。"],
    );
    reads(
        &played,
        Some(ODA),
        &["You place 1+5 on E7–E6 and take path 6 (14 to 7)."],
        &["あなたが「1+5」をE7・E6に置き、花道6（14対7）を取ります。"],
    );
}

#[test]
fn a_thirteenth_flower_ends_the_sentence_of_its_placing() {
    let mut played = row_6("0000000000", "0011111---").play();
    played.forget();
    played.act("place E7 E6");
    reads(
        &played,
        Some(TAKEDA),
        &["Oda Nobunaga places 1+5 on E7–E6 and takes path 6 (14 to 7). \
           With the 13th flower, Oda Nobunaga wins."],
        &["織田信長が「1+5」をE7・E6に置き、花道6（14対7）を取ります。\
           13個目の花で、織田信長の勝ちです。"],
    );
}

/// The last two episodes of a match in which the last tile of a battlefield is placed.
fn last(played: &Played) -> String {
    read(played, Some(TAKEDA)).0.pop().unwrap_or_default()
}

#[test]
fn the_last_sentence_is_the_reason_of_the_result() {
    let past = |scene: Scene| scene.lines(0, "0000222211").castle(0, TAKEDA);
    let both = |before: &[u32], after: &[u32]| before[..2] == [2, 4] && after[..2] == [4, 5];
    let castles = last_tile(&flowers_alone_win(3, 7), 1, both, past);
    assert!(
        last(&castles).ends_with(
            " You and Oda Nobunaga reach 7 flowers together: you win with 2 castles to 0."
        ),
        "{}",
        last(&castles)
    );
    let shared = last_tile(
        &flowers_to_win(2, 4),
        0,
        |before, after| before == [3, 3] && after == [4, 4],
        |scene| scene.hand(ODA, "12 13").spent(ODA).hand(TAKEDA, "12 13").spent(TAKEDA),
    );
    assert!(
        last(&shared).ends_with(
            " Oda Nobunaga and you reach 4 flowers together and share the win: \
             castles, flowers and hands are equal."
        ),
        "{}",
        last(&shared)
    );
    let takeda = |_: &[u32], after: &[u32]| after[1] > after[0];
    let most = last_tile(&config(2), 3, takeda, |scene| scene);
    assert!(
        last(&most).starts_with("You take castle 4 (")
            && last(&most).ends_with(". The last battlefield is over: you win with 1 castle to 0."),
        "{}",
        last(&most)
    );
}

#[test]
fn ties_say_who_lost_a_claim_to_whom() {
    let counts = |wanted: &'static [u32]| move |_: &[u32], after: &[u32]| after == wanted;
    let three = last_tile(&config(3), 0, counts(&[3, 3, 2]), |scene| scene);
    let (en, ja) = read(&three, Some(ODA));
    let placing = en.iter().position(|said| said.contains("castle 1")).expect("a castle");
    assert!(
        en[placing].contains(
            "Uesugi Kenshin takes castle 1 (2 paths, as you and Takeda Shingen tie at 3)"
        ) || en[placing].contains("castle 1 (2 paths, as you and Takeda Shingen tie at 3)"),
        "{}",
        en[placing]
    );
    assert!(
        ja[placing].contains("戦場一の城（花道2、あなた・武田信玄は3で同点）"),
        "{}",
        ja[placing]
    );
}

#[test]
fn a_tile_without_a_place_and_the_general_instead_are_said_in_one_sentence() {
    let played =
        Scene::new(2).lies(TAKEDA, "12 B3 B2").declared(&[(ODA, "56"), (TAKEDA, "13")]).play();
    let mut lost = played.clone();
    lost.forget();
    let place = lost.sorted().into_iter().find(|action| action.starts_with("place")).unwrap();
    lost.act(&place);
    lost.forget();
    let mut instead = lost.clone();
    lost.act("lose");
    reads(
        &lost,
        Some(ODA),
        &[
            "There is no place for your 5+6, which leaves the game.",
            "Round 4: Takeda Shingen declares first.",
        ],
        &[
            "あなたの「5+6」は置ける場所がなく、ゲームから取り除かれます。",
            "第4ラウンドです。最初に出陣するのは武田信玄です。",
        ],
    );
    let general = instead.sorted().into_iter().find(|a| a.starts_with("general")).unwrap();
    instead.act(&general);
    let squares = general.trim_start_matches("general ").replace(' ', "–");
    let (en, ja) = read(&instead, Some(TAKEDA));
    assert_eq!(en[0], format!("Oda Nobunaga places the general on {squares} instead of 5+6."),);
    assert!(ja[0].starts_with("織田信長が「5+6」の代わりに総大将を"), "{}", ja[0]);
}

#[test]
fn every_round_begins_an_episode_of_its_own() {
    let mut played = opened().play();
    played.acts(&["declare 25", "declare 36"]);
    played.forget();
    while played.count(json!({ "event": "round" })) == 0 {
        let action = played.sorted()[0].clone();
        played.act(&action);
    }
    let events = played.events();
    let all = episodes::<Sengoku>(played.game.config(), &events);
    let rounds: Vec<_> = all.iter().filter_map(|each| each.round).collect();
    assert_eq!(rounds, [4]);
    assert_eq!(all.last().map(|each| (each.events, each.seat)), Some((1, None)));
}

#[test]
fn a_flower_is_worth_1_and_a_castle_100_in_the_ledger() {
    let takeda = |_: &[u32], after: &[u32]| after[1] > after[0];
    let played = last_tile(&config(2), 0, takeda, |scene| scene);
    let changes: Vec<_> = episodes::<Sengoku>(played.game.config(), &played.events())
        .into_iter()
        .flat_map(|episode| episode.changes)
        .collect();
    let castle = changes.iter().find(|change| change.cause == "castles").expect("a castle");
    assert_eq!((castle.seat, castle.amount), (TAKEDA, 100));
    let lines = played.decided().iter().filter(|(.., winner)| winner.is_some()).count();
    let flowers: Vec<_> = changes.iter().filter(|change| change.cause == "flowers").collect();
    assert_eq!(flowers.len(), lines);
    assert!(flowers.iter().all(|change| change.amount == 1));
    let units: Vec<_> =
        Sengoku::info().score_causes.iter().map(|cause| (cause.id, cause.unit)).collect();
    assert_eq!(units, [("flowers", 1), ("castles", 100)]);
}

#[test]
fn ledgers_add_up_to_the_scores_in_random_matches() {
    ledgers::<Sengoku>(170);
}
