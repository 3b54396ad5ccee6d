//! Actions, their notation and their indices.

use zashiki_core::{
    FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, Token, text,
};

use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Facing, Kind, Piece, Spin, Tile};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `skill crash`: draft a skill card.
    Draft {
        /// The skill card.
        skill: Skill,
    },
    /// `draft slide keep`: draft a tile into the hand, or with a full hand discard it.
    Keep {
        /// The tile.
        tile: Tile,
    },
    /// `draft C5 use`: draft a gem tile and use it at once.
    UseDrafted {
        /// Square of the gem tile.
        square: Square,
    },
    /// `draft slide place D4 n`, `draft ice place D4`: draft a floor tile and place it at once.
    PlaceDrafted {
        /// The floor tile with its orientation.
        piece: Piece,
        /// The target square.
        square: Square,
    },
    /// `move n`: move the pawn by one square, for one action point.
    Move {
        /// The direction. Diagonal directions have a notation but are never legal.
        dir: Dir,
    },
    /// `take slide`: take a tile from the line, for one action point.
    Take {
        /// The tile.
        tile: Tile,
    },
    /// `return slide`: return to the start square, for one action point and a discarded hand tile.
    Return {
        /// The tile to discard.
        tile: Tile,
    },
    /// `place slide D4 n`, `place ice D4`: place a floor tile from the hand.
    Place {
        /// The floor tile with its orientation.
        piece: Piece,
        /// The target square.
        square: Square,
    },
    /// `use C5`: use a gem tile from the hand.
    Use {
        /// Square of the gem tile.
        square: Square,
    },
    /// `crash D4`: discard the floor tile on a square (クラッシュ).
    Crash {
        /// Square of the tile.
        square: Square,
    },
    /// `rotate D4 left`: turn the floor tile on a square by 90 degrees (ローテート).
    Rotate {
        /// Square of the tile.
        square: Square,
        /// Direction of the rotation.
        spin: Spin,
    },
    /// `recall`: return to the start square without cost (リコール).
    Recall,
    /// `steal D4`: take the floor tile on a square into the hand, for one action point (スティール).
    Steal {
        /// Square of the tile.
        square: Square,
    },
    /// `end`: end the turn.
    End,
}

use Action::*;

const SQUARES: usize = Square::COUNT;
const PLACES: usize = Piece::ALL.len() * SQUARES;

// First index of each category of actions.
const KEEP: usize = Skill::ALL.len();
const USE_DRAFTED: usize = KEEP + Tile::COUNT;
const PLACE_DRAFTED: usize = USE_DRAFTED + SQUARES;
const MOVE: usize = PLACE_DRAFTED + PLACES;
const TAKE: usize = MOVE + Dir::ALL.len();
const RETURN: usize = TAKE + Tile::COUNT;
const PLACE: usize = RETURN + Tile::COUNT;
const USE: usize = PLACE + PLACES;
const CRASH: usize = USE + SQUARES;
const ROTATE: usize = CRASH + SQUARES;
const STEAL: usize = ROTATE + 2 * SQUARES;
const RECALL: usize = STEAL + SQUARES;
const END: usize = RECALL + 1;

const fn place_index(piece: Piece, square: Square) -> usize {
    piece as usize * SQUARES + square.index()
}

fn place_from(index: usize) -> Option<(Piece, Square)> {
    Some((*Piece::ALL.get(index / SQUARES)?, Square::from_index(index % SQUARES)?))
}

// Positions of the sub-actions in `SUB_ACTIONS`.
const WHAT: usize = 0;
const SKILL: usize = 1;
const TILE: usize = 2;
const AT: usize = 3;
const PIECE: usize = 4;
const DIR: usize = 5;
const SPIN: usize = 6;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 14,
            meaning: "Draft a skill, draft a tile into the hand, draft a gem tile and use it, draft a floor tile and place it, move, take a tile from the line, return to the start, place a floor tile, use a gem tile, crash, rotate, steal, recall, or end the turn.",
        },
        SubActionKind {
            name: "skill",
            size: Skill::ALL.len(),
            meaning: "The skill: crash, rotate, recall, king, steal, ghost, quick.",
        },
        SubActionKind {
            name: "tile",
            size: Tile::COUNT,
            meaning: "The tile: eight kinds of floor tiles, then gem tiles by their square.",
        },
        SubActionKind {
            name: "square",
            size: SQUARES,
            meaning: "The square, rank by rank from A1.",
        },
        SubActionKind {
            name: "piece",
            size: Piece::ALL.len(),
            meaning: "The floor tile with its orientation: kinds in order, each with its orientations clockwise from north.",
        },
        SubActionKind {
            name: "direction",
            size: Dir::ALL.len(),
            meaning: "Direction of the pawn's step, clockwise from rank 8.",
        },
        SubActionKind {
            name: "spin",
            size: Spin::ALL.len(),
            meaning: "Direction of the rotation: left or right.",
        },
    ];

    /// The order for placing a floor tile: its kind, the square, then its orientation.
    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        let tile = |to: &mut FactoredAction, what, tile: Tile| {
            to.add([(WHAT, what), (TILE, tile.index())])
        };
        let at = |to: &mut FactoredAction, what, square: Square| {
            to.add([(WHAT, what), (AT, square.index())])
        };
        let place = |to: &mut FactoredAction, what, piece: Piece, square: Square| {
            let kind = Tile::Floor(piece.kind()).index();
            to.add([(WHAT, what), (TILE, kind), (AT, square.index()), (PIECE, piece as usize)])
        };
        match self {
            Draft { skill } => to.add([(WHAT, 0), (SKILL, skill as usize)]),
            Keep { tile: kept } => tile(to, 1, kept),
            UseDrafted { square } => at(to, 2, square),
            PlaceDrafted { piece, square } => place(to, 3, piece, square),
            Move { dir } => to.add([(WHAT, 4), (DIR, dir as usize)]),
            Take { tile: taken } => tile(to, 5, taken),
            Return { tile: given } => tile(to, 6, given),
            Place { piece, square } => place(to, 7, piece, square),
            Use { square } => at(to, 8, square),
            Crash { square } => at(to, 9, square),
            Rotate { square, spin } => {
                to.add([(WHAT, 10), (AT, square.index()), (SPIN, spin as usize)])
            }
            Steal { square } => at(to, 11, square),
            Recall => to.add([(WHAT, 12)]),
            End => to.add([(WHAT, 13)]),
        }
    }

    /// Number of indices.
    const COUNT: usize = END + 1;

    /// The stable index. Order: skills drafted; tiles drafted into the hand; gem tiles drafted and
    /// used; floor tiles drafted and placed; moves; tiles taken; tiles discarded to return; floor
    /// tiles placed; gem tiles used; crash; rotate; steal; recall; end.
    #[inline]
    fn index(self) -> Option<usize> {
        Some(match self {
            Draft { skill } => skill as usize,
            Keep { tile } => KEEP + tile.index(),
            UseDrafted { square } => USE_DRAFTED + square.index(),
            PlaceDrafted { piece, square } => PLACE_DRAFTED + place_index(piece, square),
            Move { dir } => MOVE + dir as usize,
            Take { tile } => TAKE + tile.index(),
            Return { tile } => RETURN + tile.index(),
            Place { piece, square } => PLACE + place_index(piece, square),
            Use { square } => USE + square.index(),
            Crash { square } => CRASH + square.index(),
            Rotate { square, spin } => ROTATE + 2 * square.index() + spin as usize,
            Steal { square } => STEAL + square.index(),
            Recall => RECALL,
            End => END,
        })
    }

    /// The action with this index.
    fn from_index(index: usize) -> Option<Action> {
        Some(match index {
            0..KEEP => Draft { skill: Skill::ALL[index] },
            KEEP..USE_DRAFTED => Keep { tile: Tile::from_index(index - KEEP)? },
            USE_DRAFTED..PLACE_DRAFTED => {
                UseDrafted { square: Square::from_index(index - USE_DRAFTED)? }
            }
            PLACE_DRAFTED..MOVE => {
                let (piece, square) = place_from(index - PLACE_DRAFTED)?;
                PlaceDrafted { piece, square }
            }
            MOVE..TAKE => Move { dir: Dir::ALL[index - MOVE] },
            TAKE..RETURN => Take { tile: Tile::from_index(index - TAKE)? },
            RETURN..PLACE => Return { tile: Tile::from_index(index - RETURN)? },
            PLACE..USE => {
                let (piece, square) = place_from(index - PLACE)?;
                Place { piece, square }
            }
            USE..CRASH => Use { square: Square::from_index(index - USE)? },
            CRASH..ROTATE => Crash { square: Square::from_index(index - CRASH)? },
            ROTATE..STEAL => {
                let rest = index - ROTATE;
                Rotate { square: Square::from_index(rest / 2)?, spin: Spin::ALL[rest % 2] }
            }
            STEAL..RECALL => Steal { square: Square::from_index(index - STEAL)? },
            RECALL => Recall,
            END => End,
            _ => return None,
        })
    }

    /// The square and the orientation of a placed tile, and the square on which a skill is used, do
    /// not distinguish categories.
    #[inline]
    fn category(self) -> Option<usize> {
        Some(match self {
            PlaceDrafted { piece, .. } => PLACE_DRAFTED + piece.kind() as usize,
            Place { piece, .. } => PLACE + piece.kind() as usize,
            Crash { .. } => CRASH,
            Rotate { .. } => ROTATE,
            Steal { .. } => STEAL,
            one => return one.index(),
        })
    }

    /// Parses the notation.
    ///
    /// # Errors
    /// Returns an error with rule `T-3` if the text is not the notation of an action.
    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        let words: Vec<&str> = notation.split_whitespace().collect();
        read(&words).ok_or_else(|| IllegalAction::unknown_action(notation, "place slide D4 n"))
    }
}

impl Action {
    /// Description of the action for players.
    pub(crate) fn label(self) -> LocalizedText {
        match self {
            Draft { skill } => {
                text!("スキル「{skill}」を取る", "Take the skill {skill}", skill)
            }
            Keep { tile } => {
                text!("{tile}を手札に加える", "Take {tile} into your hand", tile = tile.a())
            }
            UseDrafted { square } => text!(
                "ジェムタイル{square}を取ってすぐに使用",
                "Take gem tile {square} and use it at once"
            ),
            PlaceDrafted { piece, square } => text!(
                "{piece}を取ってすぐ{square}に配置",
                "Take {piece} and place it on {square} at once",
                piece = piece.a()
            ),
            Move { dir } => text!("{dir}へ移動", "Move {dir}", dir),
            Take { tile } => {
                text!("ラインから{tile}を獲得", "Take {tile} from the line", tile = tile.a())
            }
            Return { tile } => text!(
                "{tile}を捨ててスタート地点に戻る",
                "Discard {tile} and return to your start",
                tile = tile.a()
            ),
            Place { piece, square } => {
                text!("{piece}を{square}に配置", "Place {piece} on {square}", piece = piece.a())
            }
            Use { square } => text!("ジェムタイル{square}を使用", "Use gem tile {square}"),
            Crash { square } => text!(
                "クラッシュ: {square}のタイルを捨て札にする",
                "Crash: discard the tile on {square}"
            ),
            Rotate { square, spin } => text!(
                "ローテート: {square}のタイルを{spin}に回す",
                "Rotate: turn the tile on {square} to the {spin}",
                spin
            ),
            Recall => {
                LocalizedText::fixed("リコール: スタート地点に戻る", "Recall: return to your start")
            }
            Steal { square } => text!(
                "スティール: {square}のタイルを手札に加える",
                "Steal: take the tile on {square} into your hand"
            ),
            End => LocalizedText::fixed("ターン終了", "End your turn"),
        }
    }
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

/// Writes the notation of a placement: `slide D4 n`, `ice D4`.
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

#[cfg(test)]
mod tests {
    use zashiki_core::Action as _;

    use super::*;

    #[test]
    fn index_and_notation_name_each_action_once() {
        for index in 0..Action::COUNT {
            let action = Action::from_index(index).expect("every index is an action");
            assert_eq!(action.index(), Some(index));
            assert_eq!(Action::parse(&action.to_string()), Ok(action));
        }
        assert_eq!(Action::from_index(Action::COUNT), None);
    }

    #[test]
    fn the_notation_is_the_documented_one() {
        for text in [
            "skill crash",
            "draft slide keep",
            "draft C5 keep",
            "draft C5 use",
            "draft slide place D4 n",
            "draft ice place D4",
            "move n",
            "take C5",
            "return para",
            "place corner D4 sw",
            "place box H3",
            "use F8",
            "crash D4",
            "rotate D4 left",
            "recall",
            "steal A2",
            "end",
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_not_notation_is_refused() {
        for text in [
            "",
            "skill",
            "skill fly",
            "draft ice use",
            "draft C5 place D4",
            "place slide D4",
            "place slide D4 ne",
            "place ice D4 n",
            "place slide D9 n",
            "place slide D4 n n",
            "move up",
            "rotate D4",
            "end now",
        ] {
            assert_eq!(Action::parse(text).unwrap_err().rule.0, "T-3", "{text}");
        }
    }
}
