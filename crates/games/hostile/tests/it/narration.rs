//! Tests of the episodes: whole sentences in both languages, as their reader gets them.

use hostile::{Event, Hostile, SEAT_NAMES};
use serde_json::json;
use zashiki_core::{GameState as _, ScoreChange, Seat, episodes};

use crate::support::*;

/// The sentences of the last action, in English and Japanese, for this reader (`None`: an onlooker).
fn told(scene: &Scene, actions: &[&str], you: Option<u8>) -> Vec<(String, String)> {
    let mut played = scene.play();
    for action in actions {
        played.forget().act(action);
    }
    sentences(&played.events(), &played.game, you)
}

fn sentences(events: &[Event], game: &Hostile, you: Option<u8>) -> Vec<(String, String)> {
    episodes::<Hostile>(game.config(), events)
        .into_iter()
        .map(|episode| {
            let text = episode.text.named(&SEAT_NAMES, you.map(Seat));
            (text.en.into_owned(), text.ja.into_owned())
        })
        .collect()
}

#[track_caller]
fn assert_told(scene: &Scene, actions: &[&str], you: Option<u8>, expected: &[(&str, &str)]) {
    let told = told(scene, actions, you);
    let told: Vec<(&str, &str)> = told.iter().map(|(en, ja)| (&**en, &**ja)).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_step_and_everything_that_tiles_then_do_is_one_sentence() {
    let chain = [("D4", "slide n"), ("D5", "diagonal ne"), ("E6", "ice"), ("F7", "spring w")];
    let scene = Scene::on("C4").tiles(&chain).gem("D5", 1).gem("D7", 2);
    assert_told(
        &scene,
        &["move e"],
        Some(0),
        &[(
            "You move to D4, are carried by a slide, a slide, ice and a spring to D7 and pick up 3 gems.",
            "あなたがD4へ移動し、スライド・スライド・アイス・スプリングでD7まで運ばれ、ジェムを3個獲得しました。",
        )],
    );
    let one = |tile: &str| Scene::on("C4").tile("D4", tile);
    let cases = [
        (
            "slide n",
            "Red moves to D4 and is carried by the slide to D5.",
            "赤がD4へ移動し、スライドでD5へ運ばれました。",
        ),
        (
            "ice",
            "Red moves to D4 and slides over the ice to E4.",
            "赤がD4へ移動し、アイスでE4まで滑りました。",
        ),
        (
            "spring n",
            "Red moves to D4 and jumps from the spring to D6.",
            "赤がD4へ移動し、スプリングでD6へ跳びました。",
        ),
        (
            "stop",
            "Red moves to D4 and is stopped there for this turn.",
            "赤がD4へ移動し、ストップに入ってこのターンは動けなくなりました。",
        ),
        ("para ew", "Red moves to D4.", "赤がD4へ移動しました。"),
    ];
    for (tile, en, ja) in cases {
        assert_told(&one(tile), &["move e"], Some(1), &[(en, ja)]);
    }
}

#[test]
fn an_obstacle_is_named_with_the_tile_that_it_blocks() {
    let on_edge = Scene::on("G4").tile("H4", "ice");
    assert_told(
        &on_edge,
        &["move e"],
        None,
        &[(
            "Red moves to H4 and stays there because the ice tile leads off the board.",
            "赤がH4へ移動し、アイスの先がボードの外なのでそこで止まりました。",
        )],
    );
    let wall = Scene::on("C4").tiles(&[("D4", "slide n"), ("D5", "box")]);
    assert_told(
        &wall,
        &["move e"],
        Some(0),
        &[(
            "You move to D4 and stay there because the slide leads into a wall.",
            "あなたがD4へ移動し、スライド(タテ)の先が壁なのでそこで止まりました。",
        )],
    );
    let pawn = Scene::on("C4").pawn(1, "D6").tile("D4", "spring n");
    assert_told(
        &pawn,
        &["move e"],
        None,
        &[(
            "Red moves to D4 and jumps just one square from the spring, to D5.",
            "赤がD4へ移動し、スプリングで1マスだけ跳んでD5に着きました。",
        )],
    );
}

#[test]
fn a_gem_that_reaches_the_goal_announces_the_last_round() {
    let two = Scene::on("C4").gem("D4", 2).gems(0, 18);
    assert_told(
        &two,
        &["move e"],
        Some(0),
        &[(
            "You move to D4 and pick up 2 gems. That makes 20 for you: this is the last round.",
            "あなたがD4へ移動し、ジェムを2個獲得しました。これであなたは20個になり、最終ラウンドです。",
        )],
    );
    let team = Scene::new(4).hand(0, &["C3"]).pawn(1, "C3").gems(0, 10).gems(1, 9);
    assert_told(
        &team,
        &["use C3"],
        Some(1),
        &[(
            "Red uses gem tile C3: you stand there and pick up 1 gem. That makes 20 for Red and you: this is the last round.",
            "赤がジェムタイルC3を使い、そこにいるあなたがジェムを1個獲得しました。これで赤・あなたは20個になり、最終ラウンドです。",
        )],
    );
}

#[test]
fn gem_tiles_tell_where_gems_appear() {
    let scene = Scene::new(2).hand(0, &["C3", "D4"]).gem("D4", 2);
    assert_told(
        &scene,
        &["use C3"],
        None,
        &[(
            "Red uses gem tile C3: a gem appears there.",
            "赤がジェムタイルC3を使い、そこにジェムが現れました。",
        )],
    );
    assert_told(
        &scene,
        &["use D4"],
        Some(0),
        &[(
            "You use gem tile D4: it now has 3 gems.",
            "あなたがジェムタイルD4を使い、D4のジェムが3個になりました。",
        )],
    );
    assert_told(
        &Scene::on("C3").hand(0, &["C3"]),
        &["use C3"],
        Some(0),
        &[(
            "You use gem tile C3 and pick up 1 gem.",
            "あなたがジェムタイルC3を使い、ジェムを1個獲得しました。",
        )],
    );
}

#[test]
fn tiles_are_placed_turned_removed_and_taken() {
    let scene = |skill: &str| {
        Scene::on("C4").skill(0, skill).hand(0, &["corner"]).tile("D4", "slide n").tile("C5", "ice")
    };
    let cases = [
        (
            "king",
            "place corner E5 ne",
            "Red places an L wall open above and on the right on E5.",
            "赤がE5にウォール(L、上と右が開口)を置きました。",
        ),
        (
            "rotate",
            "rotate D4 right",
            "Red uses Rotate and turns the slide on D4, now pointing right.",
            "赤がローテートでD4のタイルを回してスライド(タテ、右向き)にしました。",
        ),
        (
            "rotate",
            "rotate C5 right",
            "Red uses Rotate on the ice tile on C5, which changes nothing.",
            "赤がローテートでC5のアイスを回しましたが、向きのないタイルなので何も変わりません。",
        ),
        (
            "crash",
            "crash D4",
            "Red uses Crash and removes the slide from D4.",
            "赤がクラッシュでD4のスライド(タテ)を取り除きました。",
        ),
        (
            "steal",
            "steal D4",
            "Red uses Steal and takes the slide from D4.",
            "赤がスティールでD4のスライド(タテ)を手札に取りました。",
        ),
        (
            "recall",
            "recall",
            "Red uses Recall to return to the start square A1.",
            "赤がリコールでスタート地点のA1へ戻りました。",
        ),
        (
            "king",
            "return corner",
            "Red discards an L wall and returns to the start square A1.",
            "赤がウォール(L)を捨て、スタート地点のA1へ戻りました。",
        ),
    ];
    for (skill, action, en, ja) in cases {
        assert_told(&scene(skill), &[action], Some(1), &[(en, ja)]);
    }
    let full = Scene::on("C4").skill(0, "steal").hand(0, &["box"; 4]).tile("D4", "slide n");
    assert_told(
        &full.line(&["ice"]),
        &["take ice"],
        Some(0),
        &[(
            "You take an ice tile, but the hand is full: the tile is discarded.",
            "あなたがアイスを取りましたが、手札がいっぱいなので捨て札になりました。",
        )],
    );
}

#[test]
fn an_endless_tile_is_discarded_in_the_same_sentence() {
    let scene = Scene::new(2).hand(0, &["slide"]).tile("D5", "slide s");
    assert_told(
        &scene,
        &["place slide D4 n"],
        Some(0),
        &[(
            "You place a slide pointing up on D4, but there it would keep a pawn moving without end: the tile is discarded.",
            "あなたがD4にスライド(タテ、上向き)を置きましたが、移動がいつまでも終わらなくなるので、タイルは捨て札になりました。",
        )],
    );
}

#[test]
fn a_draft_tells_what_becomes_of_the_tile() {
    let scene = Scene::new(2).tile_draft(1, 2).line(&["ice", "box", "C5", "stop", "stop"]);
    let cases = [
        ("draft ice keep", "You take an ice tile.", "あなたがアイスを手札に加えました。"),
        (
            "draft box place D4",
            "You place a Box wall on D4.",
            "あなたがD4にウォール(Box)を置きました。",
        ),
        (
            "draft C5 use",
            "You use gem tile C5: a gem appears there.",
            "あなたがジェムタイルC5を使い、そこにジェムが現れました。",
        ),
    ];
    for (action, en, ja) in cases {
        assert_told(&scene, &[action], Some(1), &[(en, ja)]);
    }
    // The last draft opens the first turn, which is a sentence of its own.
    let last = Scene::new(2).tile_draft(0, 1).skill(0, "quick").line(&["ice", "box"]);
    assert_told(
        &last,
        &["draft ice keep"],
        Some(0),
        &[
            ("You take an ice tile.", "あなたがアイスを手札に加えました。"),
            (
                "All tiles are taken: you have the first turn, with 3 action points.",
                "ドラフトが終わり、最初はあなたのターンです。行動点は3点です。",
            ),
        ],
    );
    let empty = Scene::new(2).tile_draft(0, 2).skill(0, "king").line(&["ice"]);
    assert_told(
        &empty,
        &["draft ice keep"],
        Some(1),
        &[
            ("Red takes an ice tile.", "赤がアイスを手札に加えました。"),
            (
                "The line is empty, so nobody takes more tiles now; Red has the first turn, with 2 action points.",
                "ラインが空になったので、タイルのドラフトはここまでです。最初は赤のターンで、行動点は2点です。",
            ),
        ],
    );
}

#[test]
fn the_end_of_a_turn_says_who_is_next() {
    let scene = Scene::new(2).skill(1, "quick");
    assert_told(
        &scene,
        &["end"],
        Some(1),
        &[(
            "Red ends the turn; you are next, with 3 action points.",
            "赤がターンを終えました。次はあなたのターンで、行動点は3点です。",
        )],
    );
    let half = Scene::new(2).turn(1);
    assert_told(
        &half,
        &["end"],
        Some(1),
        &[(
            "You end the turn, and the second half of the round begins: choose a skill and take tiles again.",
            "あなたがターンを終えました。ラウンドの後半に入り、もう一度ドラフトします。",
        )],
    );
}

#[test]
fn a_new_round_tells_gems_and_removed_skills() {
    let scene = Scene::new(3)
        .skill(0, "king")
        .pawn(1, "C5")
        .gem_deck(&["C5", "D1", "E4", "F8", "H3", "A3", "A4"])
        .last_turn();
    let told = told(&scene, &["end"], Some(1));
    assert_eq!(
        told[0],
        (
            "Yellow ends the turn. Red has King and goes first again.".into(),
            "黄がターンを終えました。次のラウンドは、キングを持つ赤が引き続きスタートプレイヤーです。".into(),
        )
    );
    let (en, ja) = &told[1];
    assert!(
        en.starts_with(
            "Round 2: gems appear on C5, D1, E4, F8 and H3. You pick up the one on C5. "
        ),
        "{en}"
    );
    assert!(en.ends_with(" are out this round."), "{en}");
    assert!(
        ja.starts_with(
            "第2ラウンド：C5・D1・E4・F8・H3にジェムが現れました。C5の1個はあなたが獲得しました。"
        ),
        "{ja}"
    );
    assert!(ja.ends_with("は今回使えません。"), "{ja}");
    assert_eq!(told.len(), 2);
}

#[test]
fn the_last_sentence_is_the_reason_of_the_result() {
    let two = Scene::new(2).gems(0, 21).gems(1, 15).last_turn();
    assert_told(
        &two,
        &["end"],
        Some(0),
        &[(
            "The goal of 20 gems is reached: you win 21–15.",
            "ジェムが20個に達したラウンドが終わり、21対15であなたの勝ちです。",
        )],
    );
    let teams = Scene::new(4).gems(0, 4).gems(1, 6).gems(2, 9).gems(3, 6).set("short", json!(true));
    assert_told(
        &teams.last_turn(),
        &["end"],
        Some(0),
        &[(
            "The floor tiles have run out: Yellow and Green win 15–10.",
            "フロアタイルの山札がなくなったラウンドが終わり、15対10で黄・緑の勝ちです。",
        )],
    );
}

/// Each source of gems has its own cause in the ledger.
#[test]
fn gains_are_listed_by_their_causes() {
    let changes = |scene: Scene, action: &str| {
        let mut played = scene.play();
        played.act(action);
        let told = episodes::<Hostile>(played.game.config(), &played.events());
        let changes = told.into_iter().flat_map(|episode| episode.changes);
        changes
            .map(|ScoreChange { seat, amount, cause }| (seat.0, amount, cause))
            .collect::<Vec<_>>()
    };
    let both = Scene::on("C4").tile("D4", "slide n").gem("D4", 1).gem("D5", 2);
    assert_eq!(changes(both, "move e"), [(0, 1, "walked"), (0, 2, "carried")]);
    let tile = Scene::new(2).pawn(1, "C3").hand(0, &["C3"]);
    assert_eq!(changes(tile, "use C3"), [(1, 1, "gem_tile")]);
    let round = Scene::new(3).pawn(1, "C5").gem_deck(&["C5", "D1", "E4", "F8", "H3", "A3", "A4"]);
    assert_eq!(changes(round.last_turn(), "end"), [(1, 1, "round_start")]);
    let start = Played::deal(3, json!({}), 1);
    let told = episodes::<Hostile>(start.game.config(), &start.events());
    assert_eq!(told[0].changes.len(), 1);
    assert_eq!(told[0].changes[0].cause, "start");
    assert_eq!(told[1].round, Some(1));
}

/// Law 15 over many random games: the announced gains add up to the gems of every seat.
#[test]
fn ledgers_add_up() {
    conformance::laws::ledgers::<Hostile>(350);
}
