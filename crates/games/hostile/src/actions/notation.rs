//! Notation of actions: parsing and writing.

use zashiki_core::{IllegalAction, Token as _};

use super::action::Action::{self, *};
use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Facing, Kind, Piece, Spin, Tile};

/// Parses the notation.
///
/// # Errors
/// Returns an error with rule `T-3` if the text is not the notation of an action.
pub(super) fn parse(notation: &str) -> Result<Action, IllegalAction> {
    let words: Vec<&str> = notation.split_whitespace().collect();
    read(&words).ok_or_else(|| IllegalAction::unknown_action(notation, "place slide D4 n"))
}

fn read(words: &[&str]) -> Option<Action> {
    Some(match *words {
        ["skill", skill] => Draft { skill: Skill::from_word(skill)? },
        ["draft", tile, "keep"] => Keep { tile: Tile::from_word(tile)? },
        ["draft", square, "use"] => UseDrafted { square: Square::parse(square)? },
        ["draft", kind, "place", square, ref facing @ ..] => {
            let (piece, square) = read_place(kind, square, facing)?;
            PlaceDrafted { piece, square }
        }
        ["move", dir] => Move { dir: Dir::from_word(dir)? },
        ["take", tile] => Take { tile: Tile::from_word(tile)? },
        ["return", tile] => Return { tile: Tile::from_word(tile)? },
        ["place", kind, square, ref facing @ ..] => {
            let (piece, square) = read_place(kind, square, facing)?;
            Place { piece, square }
        }
        ["use", square] => Use { square: Square::parse(square)? },
        ["crash", square] => Crash { square: Square::parse(square)? },
        ["rotate", square, spin] => {
            Rotate { square: Square::parse(square)?, spin: Spin::from_word(spin)? }
        }
        ["recall"] => Recall,
        ["steal", square] => Steal { square: Square::parse(square)? },
        ["end"] => End,
        _ => return None,
    })
}

fn read_place(kind: &str, square: &str, facing: &[&str]) -> Option<(Piece, Square)> {
    let facing = match facing {
        [] => None,
        [facing] => Some(Facing::from_word(facing)?),
        _ => return None,
    };
    Some((Piece::new(Kind::from_word(kind)?, facing)?, Square::parse(square)?))
}

/// Writes the notation of a tile's placement: `slide D4 n`, `ice D4`.
fn write_place(
    f: &mut std::fmt::Formatter<'_>,
    verb: [&str; 2],
    piece: Piece,
    square: Square,
) -> std::fmt::Result {
    let ([before, after], kind) = (verb, piece.kind());
    write!(f, "{before} {kind}{after} {square}")?;
    piece.facing().map_or(Ok(()), |facing| write!(f, " {facing}"))
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Draft { skill } => write!(f, "skill {skill}"),
            Keep { tile } => write!(f, "draft {tile} keep"),
            UseDrafted { square } => write!(f, "draft {square} use"),
            PlaceDrafted { piece, square } => write_place(f, ["draft", " place"], piece, square),
            Move { dir } => write!(f, "move {dir}"),
            Take { tile } => write!(f, "take {tile}"),
            Return { tile } => write!(f, "return {tile}"),
            Place { piece, square } => write_place(f, ["place", ""], piece, square),
            Use { square } => write!(f, "use {square}"),
            Crash { square } => write!(f, "crash {square}"),
            Rotate { square, spin } => write!(f, "rotate {square} {spin}"),
            Recall => f.write_str("recall"),
            Steal { square } => write!(f, "steal {square}"),
            End => f.write_str("end"),
        }
    }
}
