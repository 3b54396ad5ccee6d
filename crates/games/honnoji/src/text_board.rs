//! The board in plain text, for a terminal.

use std::fmt::Write as _;

use zashiki_core::{Lang, Seat, display_width, separated, wrap};

use crate::drawing::{card_name, card_names, phase, points, sign};
use crate::face::Face;
use crate::glossary::{capital, seat_name, word};
use crate::grid::Cell;
use crate::limits::ROUNDS;
use crate::view::LayoutView;
use crate::{Config, View};

/// Writes the squares of the ring and the seats. In brackets: cards that are face down. A card with points
/// has them after a colon.
pub(crate) fn write(config: &Config, view: &View, lang: Lang) -> String {
    let word = |key: &str| capital(lang.of(word(key)));
    let (round, phase) = (view.round, phase(view.phase, lang));
    let mut out = match lang {
        Lang::Ja => format!("第{round}ラウンド（全{ROUNDS}）　{phase}"),
        Lang::En => format!("Round {round} of {ROUNDS}: {phase}"),
    };
    let _ = writeln!(
        out,
        "  {} {}  {} {}\n",
        word("deck"),
        view.deck,
        word("discards"),
        view.discards.len()
    );
    let separator = lang.pick("、", ", ");
    for (number, square) in (1u8..).zip(&view.squares) {
        let pawns = Seat::all(config.seats).zip(&view.players);
        let pawns = pawns.filter(|(_, player)| player.square == Some(number));
        let pawns: String = pawns.map(|(seat, _)| sign(seat, lang)).collect();
        let fire = if square.fire { format!(" [{}]", word("fire_square")) } else { String::new() };
        let cards = square.cards.iter().map(|card| {
            let name = with_points(config, card.face, lang);
            if card.down { format!("({name})") } else { name }
        });
        let mut cards = separated(cards, separator);
        cards.push(fire);
        let pawns = format!(
            "{pawns}{}",
            " ".repeat(
                (5 + 5 * usize::from(lang == Lang::Ja)).saturating_sub(display_width(&pawns))
            )
        );
        out += &wrap(&format!("{number}  {pawns}  "), cards);
    }
    for (seat, player) in Seat::all(config.seats).zip(&view.players) {
        let points = points(player, lang);
        let first = if view.first_player == seat {
            format!("  {}", word("first_player"))
        } else {
            String::new()
        };
        let name = lang.of(seat_name(seat));
        let _ = writeln!(out, "\n{} {name}: {points}{first}", sign(seat, lang));
        for (key, cards) in [("hand", player.hand), ("exposed_area", player.exposed)] {
            let names = card_names(config, cards, lang);
            out += &wrap(&format!("  {}: ", word(key)), names);
        }
        layout(config, &player.laid, lang, &mut out);
    }
    out
}

/// A card with its points, such as `koban:1`.
fn with_points(config: &Config, face: Face, lang: Lang) -> String {
    let name = card_name(config, face, lang);
    match config.points[face.index()] {
        0 => name,
        points => format!("{name}:{points}"),
    }
}

/// Writes a layout, one line for each row of cells.
fn layout(config: &Config, laid: &LayoutView, lang: Lang, out: &mut String) {
    let cards: Vec<(Cell, String)> = match laid {
        LayoutView::None => return,
        LayoutView::Declared => {
            let _ = writeln!(out, "  {}", lang.pick("行動を宣言済み", "a layout is declared"));
            return;
        }
        LayoutView::FaceDown { cells } => {
            cells.iter().map(|cell| (*cell, "#".to_owned())).collect()
        }
        LayoutView::Open { layout, .. } => {
            layout.iter().map(|card| (card.cell, card_name(config, card.face, lang))).collect()
        }
    };
    let width = cards.iter().map(|(_, name)| display_width(name)).max().unwrap_or(0) + 1;
    let width = width.min(11);
    let xs = || cards.iter().map(|(cell, _)| cell.x());
    let ys = || cards.iter().map(|(cell, _)| cell.y());
    let (Some(left), Some(right)) = (xs().min(), xs().max()) else { return };
    let (Some(low), Some(high)) = (ys().min(), ys().max()) else { return };
    let _ = writeln!(out, "  {}:", capital(lang.of(word("placement_area"))));
    for y in (low..=high).rev() {
        let mut line = "    ".to_owned();
        for x in left..=right {
            let card = cards.iter().find(|(cell, _)| (cell.x(), cell.y()) == (x, y));
            let mut name = card.map_or(String::new(), |(_, name)| name.clone());
            while display_width(&name) >= width {
                name.pop();
            }
            name.extend(std::iter::repeat_n(' ', width - display_width(&name)));
            line += &name;
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
