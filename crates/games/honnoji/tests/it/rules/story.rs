//! The sentences of episodes, as one reader sees them, and the ledger.

use conformance::laws;
use honnoji::{Event, Honnoji};
use zashiki_core::{Event as _, GameState as _, LocalizedText, Viewer, episodes};

use crate::support::*;

/// The sentences about these events in English and Japanese for the reader at seat 0, who sees what a
/// spectator sees.
fn told(played: &Played) -> Vec<(String, String)> {
    let known: Vec<Event> =
        played.events().iter().filter_map(|event| event.for_viewer(Viewer::Spectator)).collect();
    let names: Vec<LocalizedText> = Honnoji::info().seat_names.to_vec();
    episodes::<Honnoji>(played.game.config(), &known)
        .into_iter()
        .map(|episode| {
            let text = episode.text.named(&names, Some(Seat(0)));
            (text.en.into_owned(), text.ja.into_owned())
        })
        .collect()
}

fn english(played: &Played) -> Vec<String> {
    told(played).into_iter().map(|(en, _)| en).collect()
}

#[track_caller]
fn tells(played: &Played, en: &str, ja: &str) {
    let told = told(played);
    assert!(told.contains(&(en.into(), ja.into())), "{en}\n{ja}\nnot in {told:#?}");
}

/// The last round, with every kind of event.
fn last_round() -> Played {
    Scene::new(3)
        .round(6)
        .pawns(&[1, 2, 4])
        .pile(1, "enza joo")
        .pile(3, "gun")
        .pile(4, "fire")
        .exposed(0, "koban 3 4")
        .hand(0, "crest 1 2 5")
        .exposed(1, "koban tsukumo")
        .exposed(2, "koban katana")
        .lay(&["crest@0:0 2@1:0", "crest@0:0 3@0:1 4@1:0", "nothing"])
}

#[test]
fn a_round_is_told_phase_by_phase() {
    assert_eq!(
        english(&last_round()),
        [
            "You lay 2 cards face down.",
            "Blue lays 3 cards face down.",
            "Yellow lays no cards this round.",
            "All layouts are turned up at once.",
            "Blue moves to square 3. You and Yellow stay in place.",
            "You pick up Enza Katatsuki and Jōō White Tenmoku (6 points) on square 1.",
            "Blue picks up a gun (1 point) on square 3.",
            "You strike at square 2, but hit nobody.",
            "Blue strikes at square 4 and chooses a card to steal.",
        ]
    );
}

#[test]
fn attacks_say_who_loses_what_to_whom() {
    let mut played = last_round();
    tells(
        &played,
        "Blue strikes at square 4 and chooses a card to steal.",
        "青が4のマスを刀で攻撃し、奪う札を選びます。",
    );
    played.forget();
    played.act("steal katana");
    tells(
        &played,
        "Blue steals a katana (1 point) from Yellow.",
        "青が黄から刀(1点)を奪いました。",
    );
    tells(
        &played,
        "Yellow loses a koban (1 point) to the fire on square 4, the only choice.",
        "黄が4のマスの火ノ手で小判(1点)を失いました(ほかに選択肢がありません)。",
    );
    // You are attacked, and one of two victims has nothing.
    let scene = Scene::new(3).round(3).pawns(&[2, 1, 2]).exposed(0, "tsukumo").exposed(2, "3");
    let played = scene.hand(2, "crest 1 2 4 5").lay(&["nothing", "crest@0:0 2@1:0", "nothing"]);
    tells(
        &played,
        "Blue strikes at square 2 and steals Tsukumo Nasu (5 points) from you. Yellow has nothing to steal.",
        "青が2のマスを刀で攻撃し、あなたから九十九茄子(5点)を奪いました。黄に奪える札はありません。",
    );
}

#[test]
fn failures_say_why() {
    let scene = Scene::new(3).round(3).pawns(&[1, 3, 5]);
    let played = scene.lay(&["crest@0:0 2@0:1 4@1:0", "crest@0:0 1@0:1 3@-1:0", "nothing"]);
    tells(
        &played,
        "You move to square 2. Yellow stays in place. Blue cannot reach 1 and stays on 3.",
        "あなたが2のマスへ移動しました。黄は動きません。青は1のマスへ行けず、3のマスに留まります。",
    );
    tells(&played, "Your sword does not reach square 4.", "あなたの刀は4のマスに届きません。");
    tells(
        &played,
        "Blue could take back 3 cards, but has none exposed.",
        "青は3枚まで手札に戻せますが、晒し場に戻せる札がありません。",
    );
    let far = Scene::new(3).round(3).pawns(&[1, 3, 3]).hand(0, "crest 1 2 3 4 5 ranmaru");
    let far = far.exposed(0, "koban").pile(3, "gun");
    let played = far.lay(&["crest@0:0 5@0:1 ranmaru@4:4 4@3:4", "nothing", "nothing"]);
    tells(
        &played,
        "You move to square 4 through 5. Blue and Yellow stay in place.",
        "あなたが5を通って4のマスへ移動しました。青・黄は動きません。",
    );
    tells(
        &played,
        "Blue and Yellow get nothing on square 3: 1 card for 2 players is too few.",
        "3のマスは青・黄の2人に札1枚なので、誰も拾得できません。",
    );
}

#[test]
fn used_cards_and_recoveries_are_named() {
    let scene = Scene::new(3).round(3).pawns(&[1, 3, 5]).exposed(0, "koban 4 katana");
    let scene = scene.hand(0, "crest 1 2 3 5");
    let mut played = scene.lay(&["crest@0:0 2@-1:0 3@5:5 5@-6:6", "1@0:0 2@1:0", "nothing"]);
    played.act("recover 4 katana");
    tells(&played, "You take back the 4 and a katana.", "あなたが数字札4・刀を手札に戻しました。");
    tells(
        &played,
        "Used up: you expose the 3 and the 5, Blue the 2.",
        "消耗: あなたの数字札3・数字札5、青の数字札2が晒し場に出ました。",
    );
}

#[test]
fn a_new_round_tells_of_its_fires() {
    let scene = Scene::new(3).round(4).pawns(&[1, 2, 3]).pile(4, "enza joo gun");
    let scene = scene.pile(5, "fire").deck("bandai fire chosho mokkei katana");
    let played = scene.lay(&["nothing", "nothing", "nothing"]);
    tells(
        &played,
        "Round 5: each square gets a card. Square 2 catches fire. Square 4 catches fire with a fourth card.",
        "第5ラウンドです。各マスに札が置かれました。2のマスが火ノ手マスになりました。4枚目の札で4のマスが火ノ手マスになりました。",
    );
    let end = played.events();
    let round: Vec<_> = end.iter().filter_map(|event| event.begins_round()).collect();
    assert_eq!(round, [5]);
}

/// The last sentence of a match is the reason of its result.
#[test]
fn the_end_says_who_leads_by_how_much() {
    let scene = |exposed: [&str; 3]| {
        let scene = Scene::new(3).round(6).pawns(&[1, 2, 3]);
        (0..3).fold(scene, |scene, seat| scene.exposed(seat, exposed[seat]))
    };
    let end = |exposed| told(&scene(exposed).lay(&["nothing"; 3])).pop().unwrap();
    assert_eq!(
        end(["koban tsukumo", "enza", "koban"]),
        (
            "After six rounds you win with 6 points, ahead of Blue with 3.".into(),
            "6ラウンドを終えて、あなたが6点で勝ちました。2位は青の3点です。".into()
        )
    );
    assert_eq!(
        end(["koban gun gun", "enza", "koban"]),
        (
            "You and Blue have 3 points each, and Blue wins with fewer cards (7 cards).".into(),
            "あなた・青が3点で並びましたが、札が少ない(7枚)ので青の勝ちです。".into()
        )
    );
    assert_eq!(
        end(["enza", "joo", "koban"]),
        (
            "You and Blue draw: 3 points and the same number of cards each.".into(),
            "あなた・青が3点で並び、札の枚数も同じなので引き分けです。".into()
        )
    );
}

/// The sentence of the reader's own layout names its orders.
#[test]
fn your_own_layout_is_told_with_its_orders() {
    let mut played = Scene::new(3).round(3).pawns(&[1, 2, 3]).play();
    played.act("lay crest@0:0 2@0:1 4@1:0");
    let known: Vec<Event> = played.events();
    let told = episodes::<Honnoji>(played.game.config(), &known);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].seat, Some(Seat(0)));
    assert_eq!(
        told[0].text.named(Honnoji::info().seat_names, Some(Seat(0))).en,
        "You lay 3 cards face down: move to 2, sword attack on 4."
    );
}

#[test]
fn the_changes_are_those_of_the_ledger() {
    let mut played = last_round();
    played.forget();
    played.act("steal katana");
    let told = episodes::<Honnoji>(played.game.config(), &played.events());
    let changes: Vec<_> = (told.iter().flat_map(|episode| &episode.changes))
        .map(|change| (change.seat.0, change.amount, change.cause))
        .collect();
    assert_eq!(changes, [(1, 1, "stolen"), (2, -1, "lost"), (2, -1, "fire")]);
}

/// Law 15 over many matches.
#[test]
fn ledgers_add_up_in_random_matches() {
    laws::ledgers::<Honnoji>(LEDGER_GAMES);
}

/// Matches per configuration.
const LEDGER_GAMES: u64 = 95;
