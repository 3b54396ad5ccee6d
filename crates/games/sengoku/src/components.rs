//! Tiles, battlefields and counts, read from a components file and checked.

use serde::{Deserialize, Serialize};
use table::BadInput;
use ts_rs::TS;

use crate::MAX_HAND;
use crate::sheet::MAX_TILES;
use crate::square::{BATTLEFIELDS, LINES, Quarter};
use crate::tile::{PAIRS, Tile};

/// The game's own components.
pub const BUILT_IN: &str = include_str!("../components.toml");

/// How an entry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Known {
    /// The rulebook says so.
    Rulebook,
    /// A public page of the maker or of an owner says so.
    Published,
    /// A reconstruction.
    Reconstructed,
}

/// A battlefield, in the order in which they are fought for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct FieldSpec {
    /// Where it lies.
    pub quarter: Quarter,
    /// How we know.
    pub source: Known,
}

/// The hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct HandSpec {
    /// How many tiles are held.
    pub size: u8,
    /// How we know.
    pub source: Known,
}

/// What ends the play at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Victory {
    /// Flowers on 花道.
    pub flowers: u8,
    /// Castles.
    pub castles: u8,
    /// How we know.
    pub source: Known,
}

/// Some equal tiles of each colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct TileSpec {
    /// Which pair of marks.
    pub marks: Tile,
    /// How many.
    pub copies: u8,
    /// How we know.
    pub source: Known,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Components {
    /// Always `sengoku`.
    pub game: String,
    /// The battlefields in their order.
    #[serde(rename = "field")]
    pub fields: Vec<FieldSpec>,
    /// The hand.
    pub hand: HandSpec,
    /// What ends the play at once.
    pub victory: Victory,
    /// The tiles of each colour.
    #[serde(rename = "tile")]
    pub tiles: Vec<TileSpec>,
}

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// When it is not such a file, or a count, an order or a number is impossible.
    pub fn read(text: &str) -> Result<Components, BadInput> {
        let components: Components = toml::from_str(text).map_err(|error| {
            let error = error.to_string();
            broken(&error, &error)
        })?;
        components.check()?;
        Ok(components)
    }

    /// How many tiles of each pair a colour has.
    pub fn tile_counts(&self) -> [u8; PAIRS] {
        let mut counts = [0u8; PAIRS];
        for spec in self.tiles.iter().filter(|spec| !spec.marks.is_general()) {
            let count = &mut counts[spec.marks.index()];
            *count = count.saturating_add(spec.copies);
        }
        counts
    }

    /// How many tiles a colour has.
    pub fn tile_total(&self) -> usize {
        self.tile_counts().iter().copied().map(usize::from).sum()
    }

    fn check(&self) -> Result<(), BadInput> {
        let counts = self.tile_counts();
        let quarters = |quarter: &Quarter| {
            self.fields.iter().filter(|field| field.quarter == *quarter).count() == 1
        };
        let faults = [
            (
                self.game != "sengoku",
                "game は \"sengoku\" でなければなりません",
                "`game` must be \"sengoku\"",
            ),
            (
                self.fields.len() != BATTLEFIELDS || !Quarter::ALL.iter().all(quarters),
                "[[field]] は4つの quarter が1度ずつ必要です",
                "there must be one [[field]] for each of the four quarters",
            ),
            (
                !(2..=MAX_HAND as u8).contains(&self.hand.size),
                "手札の size は 2〜8 です",
                "[hand] `size` must be 2 to 8",
            ),
            (
                !(1..=(BATTLEFIELDS * LINES) as u8).contains(&self.victory.flowers)
                    || !(1..=BATTLEFIELDS as u8).contains(&self.victory.castles),
                "[victory] の flowers は 1〜40、castles は 1〜4 です",
                "[victory] `flowers` must be 1 to 40 and `castles` 1 to 4",
            ),
            (
                self.tiles.iter().any(|spec| spec.marks.is_general() || spec.copies == 0),
                "[[tile]] の marks は \"12\"〜\"56\" の2つの数、copies は1以上です(総大将は書きません)",
                "a [[tile]] has two different `marks` from \"12\" to \"56\" and `copies` of 1 or more; generals are not listed",
            ),
            (
                self.tile_total() > MAX_TILES || self.tile_total() < usize::from(self.hand.size),
                "[[tile]] は合わせて手札の数以上、24枚までです",
                "there must be at least as many [[tile]] copies as a hand has, and at most 24",
            ),
            (
                // A hidden hand of nothing else would have to be declared without a choice,
                // and everybody would see what it was.
                counts.iter().any(|count| *count >= self.hand.size),
                "同じ [[tile]] は手札の数より少なくなければなりません",
                "there must be fewer copies of a [[tile]] than a hand has tiles",
            ),
        ];
        match faults.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, ja, en)) => Err(broken(ja, en)),
            None => Ok(()),
        }
    }
}

fn broken(ja: &str, en: &str) -> BadInput {
    BadInput::new(
        format!("戦国ドミノの部品ファイルに誤りがあります: {ja}。直してから読み込んでください。"),
        format!("The components file for 戦国ドミノ is wrong: {en}. Correct it and load it again."),
    )
}
