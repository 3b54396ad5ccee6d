//! Episodes and the ledger: the sentences that tell a step, as a reader sees them.

use shinra::{Event, Shinra};
use zashiki_core::{GameState, Lang, Seat, episodes};

use crate::support::*;

/// The episodes of the last action: their sentences for a reader in this seat.
fn told(played: &Played, you: Option<u8>, lang: Lang) -> Vec<String> {
    let events: Vec<Event> = played.events();
    let names = Shinra::info().seat_names;
    episodes::<Shinra>(played.game.config(), &events)
        .into_iter()
        .map(|episode| lang.of(&episode.text.named(names, you.map(Seat))).to_owned())
        .collect()
}

/// Plays an action and returns its sentences for both seats, in English and in Japanese.
fn sentences(played: &mut Played, action: &str) -> [String; 4] {
    played.forget();
    played.act(action);
    [(0, Lang::En), (1, Lang::En), (0, Lang::Ja), (1, Lang::Ja)]
        .map(|(you, lang)| told(played, Some(you), lang).join(" / "))
}

/// The changes of scores of an action: seat, amount and cause.
fn changes(played: &Played) -> Vec<(u8, i32, &'static str)> {
    episodes::<Shinra>(played.game.config(), &played.events())
        .into_iter()
        .flat_map(|episode| episode.changes)
        .map(|change| (change.seat.0, change.amount, change.cause))
        .collect()
}

#[test]
fn an_attack_tells_its_damage_and_what_remains() {
    let mut played = Scene::new().kings("e1", "c3=13").lay(0, "c2", "queen").play();
    assert_eq!(
        sentences(&mut played, "c2>c3"),
        [
            "Your Queen on c2 attacks Blue's King on c3 with 3: 10 of 13 life points remain.",
            "Red's Queen on c2 attacks your King on c3 with 3: 10 of 13 life points remain.",
            "あなたの王妃(c2)が攻撃力3で後手の王(c3)を攻撃し、残りは13点中10点になります。",
            "先手の王妃(c2)が攻撃力3であなたの王(c3)を攻撃し、残りは13点中10点になります。",
        ]
    );
    assert_eq!(changes(&played), [(1, -3, "queen")]);
    assert_eq!(sentences(&mut played, "back d1")[0], "Your Queen returns from c2 to d1.");
    assert_eq!(changes(&played), []);
}

#[test]
fn a_capture_and_the_check_that_follows_are_one_episode() {
    let mut played =
        Scene::new().kings("e1", "c5").lay(0, "c2", "shu").lay(1, "c3", "ko+dai=2").play();
    assert_eq!(
        sentences(&mut played, "c2>c3"),
        [
            "Your Guard on c2 captures Blue's Striker + Base on c3. Blue's King is in check.",
            "Red's Guard on c2 captures your Striker + Base on c3. Your King is in check.",
            "あなたの守(c2)が後手の攻+台(c3)を取ります。後手の王に王手がかかっています。",
            "先手の守(c2)があなたの攻+台(c3)を取ります。あなたの王に王手がかかっています。",
        ]
    );
}

#[test]
fn the_last_episode_is_the_reason_of_the_result() {
    let mut played = Scene::new().kings("e1", "c3=1").lay(0, "c2", "shu").play();
    assert_eq!(
        sentences(&mut played, "c2>c3"),
        [
            "Your Guard on c2 captures Blue's King on c3, who had 1 life point left.",
            "Red's Guard on c2 captures your King on c3, who had 1 life point left.",
            "あなたの守(c2)が、残り1点の後手の王(c3)を取ります。",
            "先手の守(c2)が、残り1点のあなたの王(c3)を取ります。",
        ]
    );
    assert_eq!(changes(&played), [(1, -1, "shu")]);
    assert_eq!(played.end().map(|(_, reason)| reason), Some("king"));
}

#[test]
fn joining_and_putting_tell_the_points_together() {
    let mut played = Scene::new().lay(0, "c2", "ko").lay(0, "c3", "dai").play();
    assert_eq!(
        sentences(&mut played, "c2>c3")[0..3],
        [
            "Your Striker on c2 joins the Base on c3: 3 points together.",
            "Red's Striker on c2 joins the Base on c3: 3 points together.",
            "あなたの攻(c2)がc3の台に重なり、合わせて3点になります。",
        ]
    );
    let mut played = Scene::new().lay(0, "c2", "ko+dai=2").hand(0, &["shu", "shu+dai"]).play();
    assert_eq!(
        sentences(&mut played.clone(), "put shu c2")[0],
        "You add a Guard from the hand to the Striker + Base on c2: 3 points together."
    );
    assert_eq!(
        sentences(&mut played.clone(), "put shu c3")[0],
        "You put a Guard from the hand on c3."
    );
    assert_eq!(
        sentences(&mut played, "put shu+dai d2")[1],
        "Red puts Guard + Base (3 points) from the hand on d2."
    );
}

#[test]
fn a_step_of_the_king_and_a_returned_queen_are_causes_of_the_ledger() {
    let mut step = Scene::new().kings("e1=7", "a5").lay(0, "d1", "shu").lay(1, "e4", "ko").play();
    assert_eq!(
        sentences(&mut step, "e1>d1"),
        [
            "In check, your King steps from e1 onto the Guard on d1 and gains 1: now 8 points.",
            "In check, Red's King steps from e1 onto the Guard on d1 and gains 1: now 8 points.",
            "王手のかかったあなたの王が、e1からd1の守の上へ移り、1点増えて8点になります。",
            "王手のかかった先手の王が、e1からd1の守の上へ移り、1点増えて8点になります。",
        ]
    );
    assert_eq!(changes(&step), [(0, 1, "step")]);
    assert_eq!(sentences(&mut step, "settle e1")[0], "Your Guard moves aside to e1.");

    let mut queen =
        Scene::new().kings("e1", "a5").lay(0, "c2", "shu").lay(1, "c3", "queen+ko=1").play();
    sentences(&mut queen, "c2>c3");
    assert_eq!(
        sentences(&mut queen, "return queen"),
        [
            "You give the Queen back to Blue, and your King gains 3: now 13 points. The Striker captured with her can now be used.",
            "Red gives the Queen back to you, and Red's King gains 3: now 13 points. The Striker captured with her can now be used.",
            "あなたが王妃を後手に返し、あなたの王は3点増えて13点になります。一緒に取った攻が使えるようになります。",
            "先手が王妃をあなたに返し、先手の王は3点増えて13点になります。一緒に取った攻が使えるようになります。",
        ]
    );
    assert_eq!(changes(&queen), [(0, 3, "queen_returned")]);
}

#[test]
fn the_set_up_is_told_in_one_sentence_a_step() {
    let mut played = Played::deal(serde_json::json!({}));
    played.act_as(Seat(0), &format!("arrange {FORMATION}"));
    assert_eq!(told(&played, Some(0), Lang::En).last().unwrap(), "You have arranged the cards.");
    assert_eq!(changes(&played), [(0, 10, "start")]);
    played.forget();
    played.act_as(Seat(1), &format!("arrange {}", turned(FORMATION)));
    assert_eq!(
        told(&played, Some(0), Lang::En),
        ["Blue has arranged the cards. Deployment begins: you lay the first card."]
    );
    assert_eq!(
        sentences(&mut played, "put queen c2")[0..3],
        ["You lay the Queen on c2.", "Red lays the Queen on c2.", "あなたがc2に王妃を配します。"]
    );
    assert_eq!(
        sentences(&mut played, "switch a1 c1")[0..3],
        [
            "You switch the Guard + Striker on a1 with the King on c1.",
            "Red switches the Guard + Striker on a1 with the King on c1.",
            "あなたがa1の守+攻とc1の王を入れ替えます。",
        ]
    );
    let mut middle = Played::middle_left();
    assert_eq!(
        sentences(&mut middle, "put dai c3")[1],
        "Red lays a Base on c3. All squares are filled: the battle begins."
    );
    assert_eq!(
        sentences(&mut middle, "no switch")[0],
        "You do not switch, which ends all switching in this game."
    );
}

#[test]
fn the_turn_limit_ends_the_episode_of_its_turn() {
    let mut played = Scene::with(serde_json::json!({ "turnLimit": 8 }))
        .turns(7)
        .lay(0, "c2", "shu")
        .turn(0)
        .play();
    assert_eq!(
        sentences(&mut played, "c2>c3")[0],
        "Your Guard moves from c2 to c3. 8 turns are over and no King was captured: a draw."
    );
}

/// Law 15 over 2,000 games of all configurations together.
#[test]
fn ledgers_add_up() {
    conformance::laws::ledgers::<Shinra>(2_000 / 9);
}
