//! The board in plain text, for a terminal.

use std::fmt::Write as _;

use zashiki_core::{Lang, Localize as _, Seat, TextTable, capitalized, separated, wrap};

use crate::assets::ASSETS;
use crate::drawing::item_text;
use crate::glossary::seat_name;
use crate::kind::Kind;
use crate::square::Square;
use crate::{Config, View};

/// Signs of the seats before their pieces: the direction in which they advance.
const SIGNS: [&str; 2] = ["^", "v"];

/// Writes the sheet with row 5 above. On each piece: the sign of its owner, its cards, its life points and
/// its attack.
pub(crate) fn write(config: &Config, view: &View, lang: Lang) -> String {
    let word = |key: &str| capitalized(lang.of(ASSETS.glossary().name(key)));
    let mut out = String::new();
    let mut table = TextTable::default();
    let columns = (0..Square::SIDE).map(|column| char::from(b'a' + column as u8).to_string());
    table.row([String::new()].into_iter().chain(columns));
    for row in (0..Square::SIDE).rev() {
        let cells = (0..Square::SIDE).map(|column| {
            let piece = Square::at(row, column).and_then(|square| view.squares[square.index()]);
            let Some(piece) = piece else { return "·".to_owned() };
            let cards: Vec<String> = piece.cards.iter().map(|kind| short(kind, lang)).collect();
            let attack = piece.attack.map(|attack| format!("/{attack}")).unwrap_or_default();
            format!("{}{} {}{attack}", SIGNS[piece.seat.index()], cards.join("+"), piece.points)
        });
        table.row([(row + 1).to_string()].into_iter().chain(cells));
    }
    let _ = writeln!(out, "{table}");
    for seat in Seat::all(2) {
        let king = &view.kings[seat.index()];
        let check = if king.check { lang.pick("、王手", ", in check") } else { "" };
        let name = seat_name(seat);
        let sign = SIGNS[seat.index()];
        let _ = writeln!(
            out,
            "{sign} {}: {} {}/{}{check}",
            lang.of(&name),
            word("king"),
            king.points,
            king.most
        );
        let items = view.hands[seat.index()].iter().map(|item| item_text(item, lang));
        let items = separated(items, lang.pick("、", ", "));
        let items = if items.is_empty() { vec!["–".to_owned()] } else { items };
        out += &wrap(&format!("  {}: ", word("hand")), items);
    }
    let (turns, limit) = (view.turns, config.options.turn_limit);
    let legend = match lang {
        Lang::Ja => format!("\n{turns}手（{limit}手で引き分け）。数字はライフポイント/攻撃の値。"),
        Lang::En => format!("\nTurn {turns} of {limit}. Numbers: life points/attack value."),
    };
    let _ = writeln!(out, "{legend}");
    out
}

/// The name of a card in few letters.
fn short(kind: Kind, lang: Lang) -> String {
    let name = kind.name();
    match (lang, kind) {
        (Lang::Ja, Kind::Joker) => "ジョ".into(),
        (Lang::Ja, _) => name.ja.into_owned(),
        (Lang::En, _) => name.en.chars().take(3).collect(),
    }
}
