//! The board in plain text, for a terminal.

use std::fmt::Write as _;

use zashiki_core::{Lang, Localize as _, Seat, TextTable, capitalized, separated, wrap};

use crate::board::{Eunuch, Group};
use crate::glossary::{seat_name, word};
use crate::{Config, View};

/// Writes the board. A eunuch is the first letter of its seat, in capitals if it is strong.
pub(crate) fn write(config: &Config, view: &View, lang: Lang) -> String {
    let board = &view.board;
    let word = |key: &str| {
        let name = lang.of(word(key));
        capitalized(name.strip_prefix("the ").unwrap_or(name))
    };
    let seats: Vec<&str> = Seat::all(2).map(|seat| lang.of(seat_name(seat))).collect();
    let eunuch = |eunuch: Eunuch| sign(seats[eunuch.seat.index()], eunuch.strong, lang);
    let group = |group: Group, seat: Seat| {
        let sides = [(group.weak, false), (group.strong, true)];
        let each = sides.into_iter().flat_map(|(count, strong)| (0..count).map(move |_| strong));
        each.map(|strong| eunuch(Eunuch { seat, strong })).collect::<Vec<_>>().join(" ")
    };

    let mut table = TextTable::default();
    let heading = [String::new(), word("hand"), word("point"), word("consort"), String::new()];
    table.row(heading);
    for seat in Seat::all(2) {
        let (consort, place) = (board.consorts[seat.index()], seat.index());
        let laps = match lang {
            Lang::Ja => format!("{}周と{}マス", consort.laps, consort.square),
            Lang::En => format!("lap {}, square {}", consort.laps, consort.square),
        };
        let tile = if board.initiative == seat { word("first_move_tile") } else { String::new() };
        let points = format!("{}/{}", board.points[place], config.components.scoring.goal);
        table.row([seats[place].to_owned(), group(board.hands[place], seat), points, laps, tile]);
    }
    let mut out = table.to_string();

    let kohi = format!("{} {}/{}", word("kohi"), board.kohi, config.options.kohi_goal);
    let tea = format!("{} {}", word("tea"), board.tea);
    let _ = writeln!(out, "{kohi}  {} {}  {tea}\n", word("stock"), board.stock);

    let _ = writeln!(out, "{}  {} {}", word("city"), word("round"), board.round);
    let current = board.current_card();
    let mut table = TextTable::default();
    for (row, cards) in board.cards.chunks(3).enumerate() {
        let cells = cards.iter().enumerate().map(|(column, card)| {
            let index = 3 * row + column;
            let mark = if current == Some(index) { ">" } else { " " };
            let icon = config.components.cards[index].icon.name();
            let icon = lang.of(&icon);
            let icon = if card.open { icon.to_owned() } else { format!("({icon})") };
            let on: Vec<String> = card.eunuchs.iter().map(|on| eunuch(*on)).collect();
            format!("{mark}{} {icon} {}", index + 1, on.join(" ")).trim_end().to_owned()
        });
        table.row(cells.collect::<Vec<_>>());
    }
    let _ = writeln!(out, "{table}");

    let _ = writeln!(out, "{}", word("palace"));
    let mut table = TextTable::default();
    for (index, groups) in (0..).zip(&board.palace) {
        let name = config.components.square_name(index);
        let name = lang.of(&name);
        let name = capitalized(name.strip_prefix("the ").unwrap_or(name));
        let mut groups = *groups;
        let mut mark = " ";
        if let Some(now) = board.executing.filter(|now| now.square == index) {
            *groups[now.eunuch.seat.index()].side(now.eunuch.strong) += 1;
            mark = ">";
        }
        let eunuchs = Seat::all(2).map(|seat| group(groups[seat.index()], seat));
        table.row([format!("{mark}{index}"), name, eunuchs.collect::<Vec<_>>().join(" ")]);
    }
    let _ = writeln!(out, "{table}");

    let names = |cards: &[u8]| {
        let names = cards.iter().filter_map(|card| config.components.plots.get(usize::from(*card)));
        let names = names.map(|plot| lang.pick(&plot.name.ja, &plot.name.en).to_owned());
        separated(names, lang.pick("、", ", "))
    };
    let pile = format!("{}  {} {}", word("plot"), word("pile"), view.pile);
    let now = if board.resolving.is_empty() { "" } else { "  > " };
    out += &wrap(&format!("{pile}{now}"), names(&board.resolving));
    let discards = format!("{} {}  ", word("discards"), board.discards.len());
    out += &wrap(&discards, names(&board.discards));
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A eunuch in text: 青弱 and 青強, or b and B.
fn sign(seat: &str, strong: bool, lang: Lang) -> String {
    match lang {
        Lang::Ja => format!("{seat}{}", word(if strong { "strong" } else { "weak" }).ja),
        Lang::En if strong => seat.chars().take(1).collect(),
        Lang::En => seat.chars().take(1).flat_map(char::to_lowercase).collect(),
    }
}
