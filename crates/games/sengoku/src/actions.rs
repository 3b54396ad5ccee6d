//! The actions of players: their type, notation, index and description.

use zashiki_core::{
    FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, Token as _, text,
};

use crate::square::{Direction, Square};
use crate::tile::{PAIRS, Tile};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `declare 16`, `declare general`: declare the domino to place in this round.
    Declare(Tile),
    /// `place C3 D3`: place the declared tile, with its lower mark on the first square.
    Place(Spot),
    /// `general C3 D3`: place the general, which the seat declared or places instead of its
    /// declared tile. Both halves of a general are equal, so the square that comes first on the
    /// sheet is named first.
    General(Spot),
    /// `lose`: the declared tile cannot be placed anywhere and leaves the game.
    Lose,
}

/// A placement of a domino: two squares that share an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    first: Square,
    second: Square,
}

impl Spot {
    /// The placement on these two squares, the lower mark on the first; `None` if they do not share
    /// an edge.
    pub fn new(first: Square, second: Square) -> Option<Spot> {
        first.towards(second).map(|_| Spot { first, second })
    }

    /// The placement on a square and on the adjacent square in a direction; `None` at the edge of
    /// the sheet.
    pub(crate) fn from(first: Square, direction: Direction) -> Option<Spot> {
        first.step(direction).map(|second| Spot { first, second })
    }

    /// The square of the lower mark.
    #[inline]
    pub const fn first(self) -> Square {
        self.first
    }

    /// The square of the higher mark.
    #[inline]
    pub const fn second(self) -> Square {
        self.second
    }

    fn index(self) -> usize {
        let direction = self.first.towards(self.second).map_or(0, |direction| direction as usize);
        direction * Square::COUNT + self.first.index()
    }

    fn from_index(index: usize) -> Option<Spot> {
        let direction = *Direction::ALL.get(index / Square::COUNT)?;
        Spot::from(Square::from_index(index % Square::COUNT)?, direction)
    }
}

use Action::*;

const PLACE: usize = PAIRS + 1;
const GENERAL: usize = PLACE + 4 * Square::COUNT;
const LOSE: usize = GENERAL + 2 * Square::COUNT;

// Positions of the sub-actions in `SUB_ACTIONS`.
const WHAT: usize = 0;
const TILE: usize = 1;
const SQUARE: usize = 2;
const DIRECTION: usize = 3;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 4,
            meaning: "Declare a tile, place what was declared, place the general, or lose what has no place.",
        },
        SubActionKind { name: "tile", size: PAIRS + 1, meaning: "The tile, the general last." },
        SubActionKind {
            name: "square",
            size: Square::COUNT,
            meaning: "The square of the lower mark, row by row from A1.",
        },
        SubActionKind {
            name: "direction",
            size: Direction::ALL.len(),
            meaning: "Direction of the other half: right, down, left, up.",
        },
    ];

    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        let lies = |to: &mut FactoredAction, what, Spot { first, second }: Spot| {
            let direction = first.towards(second).map_or(0, |direction| direction as usize);
            to.add([(WHAT, what), (SQUARE, first.index()), (DIRECTION, direction)])
        };
        match self {
            Declare(tile) => to.add([(WHAT, 0), (TILE, tile.index())]),
            Place(spot) => lies(to, 1, spot),
            General(spot) => lies(to, 2, spot),
            Lose => to.add([(WHAT, 3)]),
        }
    }

    /// Number of action indices, including those of actions that are never legal.
    const COUNT: usize = LOSE + 1;

    /// The stable index of the action. Order: declarations by tile, the general last; placements by
    /// direction (right, down, left, up) and first square; placements of the general by direction
    /// (right, down) and first square; lose. Indices whose second square would be off the sheet are
    /// unused.
    fn index(self) -> Option<usize> {
        Some(match self {
            Declare(tile) => tile.index(),
            Place(spot) => PLACE + spot.index(),
            General(spot) => GENERAL + spot.index(),
            Lose => LOSE,
        })
    }

    /// The action with this index, or `None` if there is none.
    fn from_index(index: usize) -> Option<Action> {
        match index {
            0..PLACE => Tile::from_index(index).map(Declare),
            PLACE..GENERAL => Spot::from_index(index - PLACE).map(Place),
            GENERAL..LOSE => Spot::from_index(index - GENERAL).map(General),
            LOSE => Some(Lose),
            _ => None,
        }
    }

    /// Parses the notation.
    ///
    /// # Errors
    /// Returns an error with rule `T-3` if the text is not an action, `S-4` for an unknown tile,
    /// `S-5` for an unknown square and `S-19` if the squares do not share an edge.
    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        let words: Vec<&str> = notation.split_whitespace().collect();
        match words[..] {
            ["declare", name] => Tile::from_word(name).map(Declare).ok_or_else(|| no_tile(name)),
            ["place", first, second] => spot(first, second).map(Place),
            ["general", first, second] => {
                let Spot { first, second } = spot(first, second)?;
                Ok(General(Spot { first: first.min(second), second: first.max(second) }))
            }
            ["lose"] => Ok(Lose),
            _ => Err(IllegalAction::unknown_action(notation, "place C3 D3")),
        }
    }
}

impl Action {
    /// Description of the action for players; `declared` is the domino that the seat has declared.
    pub(crate) fn label(self, declared: Option<Tile>) -> LocalizedText {
        match self {
            Declare(tile) => text!(
                "{tile}を出陣させる（戦力値{strength}）",
                "Declare {tile} (strength {strength})",
                tile,
                strength = tile.strength()
            ),
            Place(Spot { first, second }) => match declared {
                Some(tile) => text!(
                    "{tile}を{first}・{second}に置く",
                    "Place {tile} on {first}–{second}",
                    tile
                ),
                None => text!("{first}・{second}に置く", "Place on {first}–{second}"),
            },
            General(Spot { first, second }) => match declared.filter(|tile| !tile.is_general()) {
                Some(tile) => text!(
                    "{tile}の代わりに総大将を{first}・{second}に置く",
                    "Place the general on {first}–{second} instead of {tile}",
                    tile
                ),
                None => text!(
                    "総大将を{first}・{second}に置く",
                    "Place the general on {first}–{second}"
                ),
            },
            Lose => LocalizedText::fixed(
                "このタイルをあきらめる（ゲームから取り除く）",
                "Give up the tile (it leaves the game)",
            ),
        }
    }
}

fn no_tile(name: &str) -> IllegalAction {
    let name: String = name.chars().take(20).collect();
    IllegalAction::new(
        "S-4",
        text!(
            "「{name}」というタイルはありません。12〜56の異なる2つの数（小さい方が先）か general と書いてください。",
            "There is no tile \"{name}\"; write two different marks from 12 to 56, the lower first, or general."
        ),
    )
}

fn spot(first: &str, second: &str) -> Result<Spot, IllegalAction> {
    let square = |name: &str| {
        Square::parse(name).ok_or_else(|| {
            let name: String = name.chars().take(20).collect();
            IllegalAction::new(
                "S-5",
                text!(
                    "「{name}」は戦場シートの外です。A1〜J10のマスを書いてください。",
                    "\"{name}\" is off the sheet; write a square from A1 to J10."
                ),
            )
        })
    };
    let (first, second) = (square(first)?, square(second)?);
    Spot::new(first, second).ok_or_else(|| {
        IllegalAction::new(
            "S-19",
            text!(
                "{first}と{second}は隣り合っていません。辺で接する2マスを選んでください。",
                "{first} and {second} share no edge; choose two squares that do."
            ),
        )
    })
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Declare(tile) => write!(f, "declare {tile}"),
            Place(Spot { first, second }) => write!(f, "place {first} {second}"),
            General(Spot { first, second }) => write!(f, "general {first} {second}"),
            Lose => f.write_str("lose"),
        }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Action as _;

    use super::*;

    #[test]
    fn index_and_notation_name_each_action_once() {
        let mut there = 0;
        for index in 0..Action::COUNT {
            let Some(action) = Action::from_index(index) else { continue };
            there += 1;
            assert_eq!(action.index(), Some(index));
            assert_eq!(Action::parse(&action.to_string()), Ok(action));
        }
        assert_eq!(there, 16 + 4 * 90 + 2 * 90 + 1);
        assert_eq!(Action::from_index(Action::COUNT), None);
    }

    #[test]
    fn what_is_not_notation_is_refused_with_the_reason() {
        for (text, rule) in [
            ("", "T-3"),
            ("place", "T-3"),
            ("lose 12", "T-3"),
            ("declare 17", "S-4"),
            ("declare 61", "S-4"),
            ("place C3 K3", "S-5"),
            ("place C3 C11", "S-5"),
            ("place C3 D4", "S-19"),
            ("general C3 C3", "S-19"),
        ] {
            assert_eq!(Action::parse(text).unwrap_err().rule.0, rule, "{text}");
        }
    }

    #[test]
    fn a_general_lies_the_same_either_way() {
        assert_eq!(Action::parse("general D3 C3"), Action::parse("general C3 D3"));
    }
}
