//! The board in plain text, for a terminal.

use std::fmt::Write as _;

use zashiki_core::{Lang, Seat, TextTable, capitalized, display_width};

use crate::board::Settlement;
use crate::drawing::{halves, sign};
use crate::glossary::{battlefield, clan, path, word};
use crate::square::{FIELD, Square};
use crate::{Config, View};

/// Writes the sheet, with the letter of its owner and its mark on each half of a domino, the seats, and the
/// flower paths of the current battlefield.
pub(crate) fn write(config: &Config, view: &View, lang: Lang) -> String {
    let board = &view.board;
    let word = |key: &str| capitalized(lang.of(&word(key)));
    let mut out = format!(
        "{}  {}\n\n",
        capitalized(lang.of(&battlefield(board.field))),
        lang.pick(&format!("第{}ラウンド", board.round), &format!("round {}", board.round))
    );

    let mut cells = vec![String::from("·"); Square::COUNT];
    for (field, castle) in (0..).zip(&board.castles) {
        let owner = match castle {
            Settlement::Won(seat) => sign(*seat, lang),
            Settlement::Nobody => "–".into(),
            Settlement::Open => (field + 1).to_string(),
        };
        cells[config.quarter(field).castle().index()] = format!("[{owner}]");
    }
    for placed in &board.placed {
        let marks = placed
            .tile
            .marks()
            .map_or(["½".into(), "½".into()], |(low, high)| [low.to_string(), high.to_string()]);
        for (square, mark) in [placed.low, placed.high].into_iter().zip(marks) {
            cells[square.index()] = format!("{}{mark}", sign(placed.seat, lang));
        }
    }
    let pad =
        |text: &str| format!("{text}{}", " ".repeat(5usize.saturating_sub(display_width(text))));
    let columns: String = (0..Square::SIDE)
        .map(|column| {
            let gap = if column == FIELD { "  " } else { "" };
            format!("{gap}{}", pad(&char::from(b'A' + column as u8).to_string()))
        })
        .collect();
    let _ = writeln!(out, "    {}", columns.trim_end());
    for row in 0..Square::SIDE {
        if row == FIELD {
            out.push('\n');
        }
        let mut line = format!("{:>2}  ", row + 1);
        for column in 0..Square::SIDE {
            if column == FIELD {
                line += "| ";
            }
            line += &pad(&cells[row * Square::SIDE + column]);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');

    let mut table = TextTable::default();
    let general = word("general");
    table.row([
        String::new(),
        word("castle"),
        word("flower_path"),
        word("declare"),
        word("pile"),
        general.clone(),
        word("hand"),
    ]);
    for seat in Seat::all(config.seats) {
        let (index, hand) = (seat.index(), &view.hands[seat.index()]);
        let declared = view.track.iter().find(|token| token.seat == seat);
        let declared = declared.map_or_else(
            || "-".to_owned(),
            |token| {
                let place =
                    token.place.map(|place| format!(" ({})", place + 1)).unwrap_or_default();
                format!("{}{}{place}", token.tile, if token.tied { " ×" } else { "" })
            },
        );
        let tiles = hand.tiles.as_ref().map_or_else(
            || format!("? ×{}", hand.count),
            |tiles| tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        );
        table.row([
            format!("{} {}", sign(seat, lang), lang.of(&clan(seat))),
            format!("{}/{}", view.castles[index], config.components.victory.castles),
            format!("{}/{}", view.flowers[index], config.components.victory.flowers),
            declared,
            view.piles[index].to_string(),
            (if board.generals[index] { "○" } else { "-" }).to_owned(),
            tiles,
        ]);
    }
    let _ = writeln!(out, "{table}");

    let quarter = config.quarter(board.field);
    let mut table = TextTable::default();
    let seats = Seat::all(config.seats).map(|seat| sign(seat, lang));
    let won = lang.pick("獲得", "won by").to_owned();
    table.row([word("flower_path")].into_iter().chain(seats).chain([won]));
    for (number, line) in (0..).zip(&view.lines[usize::from(board.field)]) {
        let won = match line.settlement {
            Settlement::Won(seat) => sign(seat, lang),
            Settlement::Nobody => "–".into(),
            Settlement::Open => String::new(),
        };
        let sums = line.sums.iter().map(|sum| halves(*sum));
        table.row(
            [capitalized(lang.of(&path(quarter, number)))].into_iter().chain(sums).chain([won]),
        );
    }
    let _ = write!(out, "{table}");
    out
}
