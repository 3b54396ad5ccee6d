//! Components: tiles, battlefields and counts, read from a components file and checked.

mod schema;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{
    ComponentsSchema, FieldFault, InputError, Provenance, field_fault, read_components,
};

use crate::glossary::Names;
use crate::info::INFO;
use crate::limits::MAX_TILES;
use crate::square::Quarter;
use crate::tile::{PAIRS, Tile};

/// A battlefield. Battlefields are listed in the order of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct FieldSpec {
    /// The quarter of the sheet on which the battlefield lies.
    pub quarter: Quarter,
    /// Source of the battlefield's position.
    pub source: Provenance,
}

/// The rules about players' hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct HandSpec {
    /// Number of tiles in a hand.
    pub size: u8,
    /// Source of the hand size.
    pub source: Provenance,
}

/// The numbers of flower paths and of castles with which a seat wins at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Victory {
    /// Number of flower paths that win.
    pub flowers: u8,
    /// Number of castles that win.
    pub castles: u8,
    /// Source of the numbers that win.
    pub source: Provenance,
}

/// Equal tiles of which each colour has the same number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct TileSpec {
    /// The tile's pair of marks.
    pub marks: Tile,
    /// Number of these tiles in each colour.
    pub copies: u8,
    /// Source of the number of copies.
    pub source: Provenance,
}

/// All components of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Components {
    /// The game's id, always `sengoku`.
    pub game: String,
    /// The battlefields in the order of play.
    #[serde(rename = "field")]
    pub fields: Vec<FieldSpec>,
    /// The rules about players' hands.
    pub hand: HandSpec,
    /// The numbers of flower paths and of castles with which a seat wins at once.
    pub victory: Victory,
    /// The tiles that each colour has.
    #[serde(rename = "tile")]
    pub tiles: Vec<TileSpec>,
}

/// The components as the page receives them: the contents of the components file and the names of
/// everything on the table.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Catalogue {
    /// Contents of the components file.
    #[serde(flatten)]
    #[ts(flatten)]
    pub components: Components,
    /// Names of everything on the table, with the rules that define it.
    pub names: Names,
}

impl Components {
    /// The form of a components file.
    pub(crate) fn schema() -> &'static ComponentsSchema {
        schema::schema()
    }

    /// Reads and checks a components file.
    ///
    /// # Errors
    /// Returns an error if the text is not a components file of this game, a number in it is out of
    /// range, a quarter does not have exactly one battlefield, or a general is listed as a tile.
    pub fn read(text: &str) -> Result<Components, InputError> {
        read_components(text, &INFO, schema::schema(), Components::check)
    }

    /// For each pair of marks, the number of its tiles in one colour.
    pub fn tile_counts(&self) -> [u8; PAIRS] {
        let mut counts = [0u8; PAIRS];
        for spec in self.tiles.iter().filter(|spec| !spec.marks.is_general()) {
            let count = &mut counts[spec.marks.index()];
            *count = count.saturating_add(spec.copies);
        }
        counts
    }

    /// Number of tiles in one colour.
    pub fn tile_total(&self) -> usize {
        self.tile_counts().iter().copied().map(usize::from).sum()
    }

    fn check(&self) -> Result<(), FieldFault> {
        let counts = self.tile_counts();
        let (hand, total) = (self.hand.size, self.tile_total());
        let fought = |quarter: &Quarter| self.fields.iter().any(|field| field.quarter == *quarter);
        if !Quarter::ALL.iter().all(fought) {
            field_fault!(
                "field",
                "[[field]] は4つの quarter について1つずつ必要です",
                "there must be one `[[field]]` for each of the four quarters"
            );
        }
        if total < usize::from(hand) || total > MAX_TILES {
            field_fault!(
                "tile",
                "[[tile]] は合わせて手札の枚数({hand})以上、{MAX_TILES}枚以下です(いまは{total}枚)",
                "the `[[tile]]`s must be at least as many as a hand ({hand}) and at most {MAX_TILES}, not {total}"
            );
        }
        // A hidden hand of equal tiles would be declared automatically, which would reveal the
        // hand.
        let many = |spec: &TileSpec| counts[spec.marks.index()] >= hand;
        if let Some(index) = self.tiles.iter().position(many) {
            field_fault!(
                "tile[{index}].copies",
                "同じタイルは合わせて手札の枚数({hand})より少なくしてください",
                "there must be fewer `copies` of a `[[tile]]` than a hand has tiles ({hand})"
            );
        }
        Ok(())
    }
}
