//! The board in plain text, for a terminal.

use std::fmt::Write as _;

use zashiki_core::{Lang, Localize as _, Seat, TextTable, capitalized, separated, wrap};

use crate::assets::ASSETS;
use crate::glossary::who;
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece, Tile};
use crate::{Config, View};

/// Writes the arena with rank 8 above, the line, and the seats.
pub(crate) fn write(config: &Config, view: &View, lang: Lang) -> String {
    let word = |key: &str| capitalized(lang.of(ASSETS.glossary().name(key)));
    let sign = |seat: Seat| lang.of(who(seat)).chars().take(1).collect::<String>();
    let mut out = String::new();
    let mut table = TextTable::default();
    let files = (0..Square::SIDE).map(|file| char::from(b'A' + file as u8).to_string());
    table.row([String::new()].into_iter().chain(files));
    for row in (0..Square::SIDE).rev() {
        let cells = (0..Square::SIDE).map(|column| {
            let square = Square::at(row, column);
            let mut text = String::new();
            for (seat, of) in Seat::all(config.seats).zip(&view.seats) {
                if Some(of.pawn) == square {
                    text += &sign(seat);
                }
            }
            if let Some(placed) = view.floor.iter().find(|placed| Some(placed.square) == square) {
                text += &Piece::new(placed.kind, placed.facing).map(tile_sign).unwrap_or_default();
            }
            if let Some(gems) = view.gems.iter().find(|gems| Some(gems.square) == square) {
                text += "*";
                if gems.count > 1 {
                    text += &gems.count.to_string();
                }
            }
            if text.is_empty() { "·".to_owned() } else { text }
        });
        table.row([(row + 1).to_string()].into_iter().chain(cells.collect::<Vec<_>>()));
    }
    let _ = writeln!(out, "{table}");
    let legend = lang.pick(
        "-> スライド  => スプリング  ~ アイス  x ストップ\n# Box  L+開いた側 ウォール(L)  | = Para  * ジェム",
        "-> slide  => spring  ~ ice  x stop\n# Box  L+open sides L wall  | = Para  * gem",
    );
    let _ = writeln!(out, "{legend}\n");

    let tiles = |tiles: &[Tile]| {
        let tiles = tiles.iter().map(|tile| match tile {
            Tile::Floor(kind) => capitalized(lang.of(&kind.name())),
            Tile::Gem(square) => format!("*{square}"),
        });
        let tiles = separated(tiles, lang.pick("、", ", "));
        if tiles.is_empty() { vec!["–".to_owned()] } else { tiles }
    };
    let round = view.round;
    let round = lang.pick(&format!("第{round}ラウンド"), &format!("Round {round}")).to_owned();
    let last = if view.last_round { format!(" ({})", word("last_round")) } else { String::new() };
    let decks = match lang {
        Lang::Ja => format!("山札: フロア{}・ジェム{}", view.floor_deck, view.gem_deck),
        Lang::En => format!("Decks: floor {}, gems {}", view.floor_deck, view.gem_deck),
    };
    let _ = writeln!(out, "{round}{last}  {decks}");
    out += &wrap(&format!("{}: ", word("line")), tiles(&view.line));
    for (seat, of) in Seat::all(config.seats).zip(&view.seats) {
        let side = view.sides.iter().find(|side| side.seats.contains(seat));
        let (team, sum, goal) = side.map_or((None, 0, 0), |side| {
            (side.team.as_ref().filter(|_| side.seats.len() > 1), side.gems, side.goal)
        });
        let team = team.map(|team| format!(" ({})", lang.of(team))).unwrap_or_default();
        let start = if view.start_seat == seat {
            format!("  {}", word("start_player"))
        } else {
            String::new()
        };
        let skills: Vec<String> =
            of.skills.iter().map(|skill| lang.of(&skill.name()).to_owned()).collect();
        let skills =
            if skills.is_empty() { String::new() } else { format!("  {}", skills.join(", ")) };
        let total = if side.is_some_and(|side| side.seats.len() > 1) {
            format!("{} ({sum}/{goal})", of.gems)
        } else {
            format!("{}/{goal}", of.gems)
        };
        let _ = writeln!(
            out,
            "\n{} {}{team}: {} {total}{start}{skills}",
            sign(seat),
            lang.of(who(seat)),
            word("gem"),
        );
        out += &wrap(&format!("  {}: ", word("hand")), tiles(&of.hand));
    }
    out
}

/// A floor tile in few characters.
fn tile_sign(piece: Piece) -> String {
    let arrow = |dir: Dir| match dir {
        Dir::N => "^",
        Dir::Ne => "/^",
        Dir::E => ">",
        Dir::Se => "\\v",
        Dir::S => "v",
        Dir::Sw => "/v",
        Dir::W => "<",
        Dir::Nw => "\\^",
    };
    let direction = piece.arrow().map(arrow).unwrap_or_default();
    let open = |dir: &Dir| piece.is_open(*dir);
    match piece.kind() {
        Kind::Slide => format!("-{direction}"),
        Kind::Diagonal => direction.to_owned(),
        Kind::Spring => format!("={direction}"),
        Kind::Ice => "~".into(),
        Kind::Stop => "x".into(),
        Kind::Box => "#".into(),
        Kind::Corner => {
            let sides: String =
                Dir::STRAIGHT.iter().filter(|dir| open(dir)).map(|dir| dir.word()).collect();
            format!("L{sides}")
        }
        Kind::Para => (if piece.is_open(Dir::N) { "||" } else { "==" }).into(),
    }
}
