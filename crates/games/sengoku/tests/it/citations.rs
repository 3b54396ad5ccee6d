//! Tests that the log cites the rule statement which decided the order of placing, a flower path, a
//! castle or the end.

use std::cmp::Reverse;

use conformance::citations::{Change, Decisive};
use sengoku::{Board, Event, Sengoku, Settlement};
use serde_json::json;
use zashiki_core::{GameState, Seat};

use crate::ending::{flowers_alone_win, flowers_to_win, last_tile, row_6};
use crate::support::model::best;
use crate::support::*;

/// The rule statement that decides between these counts of the seats: `most` if one seat has the
/// most, `next` if the best tie and the next best too, S-53 if no seat but the tied ones has any,
/// `tie` in all other ties.
fn deciding_comparison(counts: &[u8], [most, tie, next]: [&'static str; 3]) -> &'static str {
    let mut levels = counts.to_vec();
    levels.sort_unstable_by_key(|count| Reverse(*count));
    let best = levels[0];
    let behind: Vec<u8> = levels.iter().copied().filter(|count| *count < best).collect();
    match (best, levels.len() - behind.len(), &behind[..]) {
        (0, ..) => "S-53",
        (_, 1, _) => most,
        (_, _, []) => tie,
        (_, _, [0, ..]) => "S-53",
        (_, _, [second, third, ..]) if second == third => next,
        _ => tie,
    }
}

/// The rule statements that decided the ties on the track and the order of placing.
fn order_statements(board: &Board) -> Vec<&'static str> {
    let strengths: Vec<u8> = board.declared.iter().map(|it| it.tile.strength()).collect();
    let mut tied: Vec<u8> = Vec::new();
    for (index, strength) in strengths.iter().enumerate() {
        let again = strengths[index + 1..].contains(strength);
        if again && !tied.contains(strength) {
            tied.push(*strength);
        }
    }
    let mut decided: Vec<&str> =
        tied.iter().map(|strength| if *strength == 1 { "S-17" } else { "S-15" }).collect();
    decided.push(match tied.len() {
        0 => "S-14",
        1 => "S-16",
        _ => "S-18",
    });
    decided
}

fn flowers(board: &Board, seat: Seat) -> usize {
    board.lines.iter().flatten().filter(|line| **line == Settlement::Won(seat)).count()
}

fn castles(board: &Board, seat: Seat) -> usize {
    board.castles.iter().filter(|castle| **castle == Settlement::Won(seat)).count()
}

/// The rule statement that decided the winner. The game must be over.
fn end_statement(change: &Change<'_, Sengoku>) -> &'static str {
    let position = change.after.position();
    let board = &position.board;
    let victory = &change.after.config().components.victory;
    let seats: Vec<Seat> = Seat::all(change.after.config().seats).collect();
    let second_castle = |seat: &Seat| castles(board, *seat) >= usize::from(victory.castles);
    let thirteenth = |seat: &Seat| flowers(board, *seat) >= usize::from(victory.flowers);
    let reached: Vec<&Seat> =
        seats.iter().filter(|seat| second_castle(seat) || thirteenth(seat)).collect();
    match reached[..] {
        [seat] if second_castle(seat) => return "S-62",
        [_] => return "S-63",
        [] => {}
        _ => return "S-72",
    }
    let leaders = |count: fn(&Board, Seat) -> usize, among: &[Seat]| -> Vec<Seat> {
        let most = among.iter().map(|seat| count(board, *seat)).max();
        among.iter().copied().filter(|seat| Some(count(board, *seat)) == most).collect()
    };
    let by_castles = leaders(castles, &seats);
    match (by_castles.len(), leaders(flowers, &by_castles).len()) {
        (1, _) => "S-65",
        (_, 1) => "S-66",
        _ => "S-67",
    }
}

/// The statements in RULES.md that decide this change of the state.
fn deciding_statements(change: &Change<'_, Sengoku>) -> Vec<&'static str> {
    let [before, after] = [change.before, change.after].map(|game| game.position().board);
    let mut decided = Vec::new();
    let complete = after.declared.len() == after.order.len();
    if after.declared.len() > before.declared.len() && complete {
        decided.extend(order_statements(&after));
    }
    let open = |lines: &[Settlement]| lines.iter().filter(|it| **it == Settlement::Open).count();
    for field in 0..4 {
        if open(&after.lines[field]) < open(&before.lines[field]) {
            let Event::Line { sums, .. } = change.event else {
                panic!("a line is settled by {:?}", change.event)
            };
            decided.push(deciding_comparison(sums, ["S-50", "S-51", "S-52"]));
        }
        if before.castles[field] == Settlement::Open && after.castles[field] != Settlement::Open {
            let of_field = |seat| {
                let won = after.lines[field].iter().filter(|it| **it == Settlement::Won(seat));
                won.count() as u8
            };
            let counts: Vec<u8> = Seat::all(change.after.config().seats).map(of_field).collect();
            decided.push(deciding_comparison(&counts, ["S-58", "S-59", "S-59"]));
        }
    }
    if before.end.is_none() && after.end.is_some() {
        decided.push(end_statement(change));
    }
    decided
}

/// Games in which several seats meet the winning condition at the same moment. They are decided by
/// castles, by flower paths, by hands, by a shared victory, and by a second castle against a
/// thirteenth flower path.
fn shared_awards() -> Vec<Played> {
    let castles = {
        let past = |scene: Scene| scene.lines(0, "0000222211").castle(0, TAKEDA);
        let both = |before: &[u32], after: &[u32]| before[..2] == [2, 4] && after[..2] == [4, 5];
        last_tile(&flowers_alone_win(3, 7), 1, both, past)
    };
    let flowers = {
        let past = |scene: Scene| scene.lines(0, "001222----").castle(0, UESUGI);
        let both = |before: &[u32], after: &[u32]| {
            before[..2] == [2, 3] && after[..2] == [4, 4] && after[2] < 2
        };
        last_tile(&flowers_alone_win(3, 5), 1, both, past)
    };
    let hands = |oda: &'static str, takeda: &'static str| {
        let wanted = |before: &[u32], after: &[u32]| before == [3, 3] && after == [4, 4];
        last_tile(&flowers_to_win(2, 4), 0, wanted, |scene| {
            scene.hand(ODA, oda).spent(ODA).hand(TAKEDA, takeda).spent(TAKEDA)
        })
    };
    let second_castle = {
        let wanted =
            |before: &[u32], after: &[u32]| before[0] == 2 && after[0] == 3 && after[1] > after[0];
        last_tile(&config(2), 2, wanted, |scene| {
            let scene = scene.lines(0, "0000000000").castle(0, ODA);
            scene.lines(1, "1---------").castle(1, TAKEDA)
        })
    };
    vec![castles, flowers, hands("12 13", "12"), hands("12 13", "12 13"), second_castle]
}

#[test]
fn s72_the_log_says_why_one_of_several_who_reach_the_end_wins() {
    let texts: Vec<(String, String)> = shared_awards()
        .iter()
        .map(|played| {
            let (text, rule) = played.told(json!({ "event": "ended" })).pop().unwrap();
            assert_eq!(rule, "S-72", "{text:#}");
            (text.ja.into_owned(), text.en.into_owned())
        })
        .collect();
    let expected = [
        (
            "武田信玄と織田信長が同時に花7個に届きました。城の数で武田信玄の勝ちです。",
            "Takeda Shingen and Oda Nobunaga reach 7 flowers at the same time. Takeda Shingen wins by castles.",
        ),
        (
            "織田信長と武田信玄が同時に花5個に届きました。城の数が並び、花の数で織田信長の勝ちです。",
            "Oda Nobunaga and Takeda Shingen reach 5 flowers at the same time. Oda Nobunaga wins by flowers, castles being equal.",
        ),
        (
            "織田信長と武田信玄が同時に花4個に届きました。城も花も並び、手札の戦力値で織田信長の勝ちです。",
            "Oda Nobunaga and Takeda Shingen reach 4 flowers at the same time. Oda Nobunaga wins by the strength in hand, castles and flowers being equal.",
        ),
    ];
    for ((ja, en), (expected_ja, expected_en)) in texts.iter().zip(expected) {
        assert_eq!((&**ja, &**en), (expected_ja, expected_en));
    }
    assert!(texts[3].0.contains("勝利を分け合います"), "{}", texts[3].0);
    assert_eq!(
        texts[4].0,
        "2つ目の城で、武田信玄の勝ちです。織田信長も同時に花13個に届きましたが、城の数を先に比べます。"
    );
}

#[test]
fn every_statement_that_decides_is_cited() {
    let decisive = Decisive {
        statements: &[
            "S-14", "S-15", "S-16", "S-17", "S-18", "S-50", "S-51", "S-52", "S-53", "S-58", "S-59",
            "S-62", "S-63", "S-65", "S-66", "S-67", "S-72",
        ],
        apart: &[],
        judge: deciding_statements,
    };
    let mut scenes = shared_awards();
    scenes.push(last_tile(&config(2), 3, |_, after| best(after) == Some(1), |it| it));
    scenes.push(row_6("0000000000", "0011111---").acts(&["place E7 E6"]));
    scenes.push(last_tile(
        &config(3),
        0,
        |_, after| after[0] == after[1] && after[2] == 0,
        |it| it,
    ));
    conformance::citations::check(&decisive, scenes, 4);
}
