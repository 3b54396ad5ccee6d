//! Names and descriptions from `glossary.toml`, by key.

use zashiki_core::{Localize, LocalizedText, Seat, text};

use crate::assets::ASSETS;
use crate::skill::Skill;
use crate::square::{Dir, Square};
use crate::tile::{Kind, Piece, Spin, Tile};

/// Glossary keys of the seats.
const SEATS: [&str; 4] = ["red", "blue", "yellow", "green"];

/// The name of a seat: its colour.
pub(crate) fn who(seat: Seat) -> &'static LocalizedText {
    ASSETS.glossary().name(SEATS[seat.index() % SEATS.len()])
}

impl Localize for Kind {
    fn name(&self) -> LocalizedText {
        ASSETS.glossary().name(self.word()).clone()
    }
}

impl Localize for Skill {
    fn name(&self) -> LocalizedText {
        ASSETS.glossary().name(self.word()).clone()
    }
}

impl Localize for Tile {
    fn name(&self) -> LocalizedText {
        match self {
            Tile::Floor(kind) => kind.name(),
            Tile::Gem(square) => {
                text!(
                    "{tile}{square}",
                    "{tile} {square}",
                    tile = ASSETS.glossary().name("gem_tile")
                )
            }
        }
    }
}

impl Localize for Square {
    fn name(&self) -> LocalizedText {
        LocalizedText::same(self.to_string())
    }
}

impl Localize for Dir {
    fn name(&self) -> LocalizedText {
        match self {
            Dir::N => LocalizedText::fixed("上", "up"),
            Dir::Ne => LocalizedText::fixed("右上", "up-right"),
            Dir::E => LocalizedText::fixed("右", "right"),
            Dir::Se => LocalizedText::fixed("右下", "down-right"),
            Dir::S => LocalizedText::fixed("下", "down"),
            Dir::Sw => LocalizedText::fixed("左下", "down-left"),
            Dir::W => LocalizedText::fixed("左", "left"),
            Dir::Nw => LocalizedText::fixed("左上", "up-left"),
        }
    }
}

impl Localize for Spin {
    fn name(&self) -> LocalizedText {
        match self {
            Spin::Left => LocalizedText::fixed("左", "left"),
            Spin::Right => LocalizedText::fixed("右", "right"),
        }
    }
}

/// The name of a tile is its kind and orientation: スライド(タテ、左向き), "slide pointing left".
impl Localize for Piece {
    fn name(&self) -> LocalizedText {
        let kind = self.kind().name();
        let Some(way) = self.way() else { return kind };
        let ja = match kind.ja.strip_suffix(')') {
            Some(open) => format!("{open}、{})", way.ja),
            None => format!("{}({})", kind.ja, way.ja),
        };
        LocalizedText::new(ja, format!("{} {}", kind.en, way.en))
    }
}

impl Piece {
    /// The orientation in words, such as "pointing left"; `None` for kinds without orientation.
    pub(crate) fn way(self) -> Option<LocalizedText> {
        let kind = self.kind();
        self.facing()?;
        if let Some(dir) = self.arrow() {
            return Some(text!("{dir}向き", "pointing {dir}", dir));
        }
        let open: Vec<Dir> = Dir::STRAIGHT.into_iter().filter(|dir| self.is_open(*dir)).collect();
        let [one, other] = open[..] else { unreachable!("a {kind} has two open sides") };
        Some(match (one, other) {
            (Dir::N, Dir::S) => LocalizedText::fixed("上下が開口", "open above and below"),
            (Dir::E, Dir::W) => LocalizedText::fixed("左右が開口", "open left and right"),
            _ => text!(
                "{one}と{other}が開口",
                "open {first} and {second}",
                one,
                other,
                first = side(one),
                second = side(other)
            ),
        })
    }

    /// The tile's name with an indefinite article: "a slide pointing left".
    pub(crate) fn a(self) -> LocalizedText {
        a(&self.name())
    }
}

/// A side of a square in English, such as "above" or "on the left".
fn side(dir: Dir) -> &'static str {
    match dir {
        Dir::N => "above",
        Dir::S => "below",
        Dir::W | Dir::Nw | Dir::Sw => "on the left",
        Dir::E | Dir::Ne | Dir::Se => "on the right",
    }
}

impl Kind {
    /// The kind's name with an indefinite article: "a slide", "an L wall".
    pub(crate) fn a(self) -> LocalizedText {
        a(&self.name())
    }

    /// The kind's name with a definite article: "the slide".
    pub(crate) fn the(self) -> LocalizedText {
        the(&self.name())
    }
}

impl Tile {
    /// The tile's name with an indefinite article: "a slide". A gem tile has no article: "gem tile
    /// C5".
    pub(crate) fn a(self) -> LocalizedText {
        match self {
            Tile::Floor(kind) => kind.a(),
            Tile::Gem(_) => self.name(),
        }
    }

    /// The tile's name with a definite article: "the slide". A gem tile has no article: "gem tile
    /// C5".
    pub(crate) fn the(self) -> LocalizedText {
        match self {
            Tile::Floor(kind) => kind.the(),
            Tile::Gem(_) => self.name(),
        }
    }
}

fn a(name: &LocalizedText) -> LocalizedText {
    // The letter L is a consonant but its name begins with a vowel.
    let vowel = name.en.starts_with(['a', 'e', 'i', 'o', 'u', 'L']);
    let article = if vowel { "an" } else { "a" };
    text!("{name}", "{article} {name}", name)
}

fn the(name: &LocalizedText) -> LocalizedText {
    text!("{name}", "the {name}", name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::SEAT_NAMES;
    use crate::tile::Facing;

    #[test]
    fn everything_has_a_name() {
        Kind::ALL.into_iter().for_each(|kind| assert!(!kind.name().ja.is_empty()));
        Skill::ALL.into_iter().for_each(|skill| assert!(!skill.name().ja.is_empty()));
        // `INFO` needs the seats' names as constants.
        for (seat, name) in SEAT_NAMES.iter().enumerate() {
            assert_eq!(who(Seat(seat as u8)), name);
        }
    }

    #[test]
    fn names_of_tiles_include_their_orientation() {
        let told = |kind, facing| Piece::new(kind, facing).unwrap().a();
        for (kind, facing, ja, en) in [
            (Kind::Slide, Some(Facing::W), "スライド(タテ、左向き)", "a slide pointing left"),
            (Kind::Spring, Some(Facing::N), "スプリング(上向き)", "a spring pointing up"),
            (
                Kind::Corner,
                Some(Facing::Ne),
                "ウォール(L、上と右が開口)",
                "an L wall open above and on the right",
            ),
            (
                Kind::Para,
                Some(Facing::Ns),
                "ウォール(Para、上下が開口)",
                "a Para wall open above and below",
            ),
            (
                Kind::Para,
                Some(Facing::Ew),
                "ウォール(Para、左右が開口)",
                "a Para wall open left and right",
            ),
            (Kind::Ice, None, "アイス", "an ice tile"),
            (Kind::Box, None, "ウォール(Box)", "a Box wall"),
        ] {
            let LocalizedText { ja: told_ja, en: told_en } = told(kind, facing);
            assert_eq!((&*told_ja, &*told_en), (ja, en));
        }
        let gem = Tile::Gem(Square::CORNERS[0]);
        assert_eq!((&*gem.a().en, &*gem.the().en), ("gem tile A1", "gem tile A1"));
    }
}
