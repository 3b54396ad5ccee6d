//! Names and descriptions from `glossary.toml`, by key.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, RuleId, Seat, Term, text};

use crate::assets::ASSETS;
use crate::limits::MAX_SEATS;
use crate::square::{BATTLEFIELDS, FIELD, Quarter};

const CLANS: [&str; MAX_SEATS] = ["oda", "takeda", "uesugi", "mori"];
const TROOPS: [&str; 6] = ["swords", "spears", "bows", "cavalry", "banners", "arquebuses"];
const FIELDS: [&str; BATTLEFIELDS] =
    ["battlefield_1", "battlefield_2", "battlefield_3", "battlefield_4"];

/// The name of the glossary entry with this key.
pub(crate) fn word(key: &str) -> LocalizedText {
    ASSETS.glossary().name(key).clone()
}

/// The name of a seat's clan (S-7), or the seat's number if there is no such seat.
pub(crate) fn clan(seat: Seat) -> LocalizedText {
    CLANS.get(seat.index()).map_or_else(|| LocalizedText::same(seat.to_string()), |key| word(key))
}

/// The name of a battlefield, given by its number from 0 (S-60).
pub(crate) fn battlefield(field: u8) -> LocalizedText {
    FIELDS
        .get(usize::from(field))
        .map_or_else(|| LocalizedText::same((field + 1).to_string()), |key| word(key))
}

/// The name of a flower path: a row by its number and a column by its letter, as on the sheet. Rows from
/// the top are 0–4, columns from the left 5–9.
pub(crate) fn path(quarter: Quarter, line: u8) -> LocalizedText {
    let castle = quarter.castle();
    let (row, column) = (castle.row() - FIELD / 2, castle.column() - FIELD / 2);
    let place = match usize::from(line).checked_sub(FIELD) {
        None => (row + usize::from(line) + 1).to_string(),
        Some(across) => char::from(b'A' + (column + across) as u8).to_string(),
    };
    text!("{path}{place}", "{path} {place}", path = word("path"))
}

/// A term of the game, such as "castle", with the rules that define it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Thing {
    /// The term as players read it.
    pub name: LocalizedText,
    /// Ids of the rules that define the term.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
}

/// The names of a clan; each seat plays one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Clan {
    /// The full name of the clan.
    pub name: LocalizedText,
    /// The short name, for small spaces.
    pub short: LocalizedText,
}

/// Names of everything on the table, for the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Names {
    /// The names of the clans, by seat.
    pub clans: Vec<Clan>,
    /// The names of the troops. The first has mark 1.
    pub troops: Vec<LocalizedText>,
    /// The names of the battlefields, in the order of play.
    pub battlefields: Vec<LocalizedText>,
    /// The short word for a flower path (花道); the number of its row or the letter of its column follows
    /// it.
    pub path: LocalizedText,
    /// The sheet (戦場シート) with the battlefields.
    pub sheet: Thing,
    /// A castle (城).
    pub castle: Thing,
    /// A flower path (花道): a row or column of a battlefield.
    pub flower_path: Thing,
    /// The track (判定エリア) for the tokens of declared strengths.
    pub track: Thing,
    /// The area × (×エリア) for tokens of equal strengths.
    pub cross: Thing,
    /// The strength (戦力値) of a domino.
    pub strength: Thing,
    /// The general (総大将).
    pub general: Thing,
    /// The screen (ついたて) that hides a player's tiles.
    pub screen: Thing,
    /// The hand (手札).
    pub hand: Thing,
    /// The pile (山札) from which a player draws.
    pub pile: Thing,
    /// The declaration (出陣) of a domino.
    pub declare: Thing,
    /// A placement across the border of battlefields (またぎ置き).
    pub straddling: Thing,
    /// A tile that left the game because it had no placement.
    pub lost: Thing,
    /// A general that left the game because it had no placement.
    pub lost_general: Thing,
    /// A tile that left the game because the general was placed instead.
    pub replaced: Thing,
}

impl Names {
    /// All names, as the glossary has them.
    pub(crate) fn all() -> Names {
        let thing = |key: &str| {
            let Term { name, rules, .. } = ASSETS.glossary().term(key).clone();
            Thing { name, rules }
        };
        Names {
            clans: (CLANS.iter())
                .map(|key| Clan { name: word(key), short: word(&format!("{key}_short")) })
                .collect(),
            troops: TROOPS.iter().map(|key| word(key)).collect(),
            battlefields: FIELDS.iter().map(|key| word(key)).collect(),
            path: word("path"),
            sheet: thing("sheet"),
            castle: thing("castle"),
            flower_path: thing("flower_path"),
            track: thing("track"),
            cross: thing("cross"),
            strength: thing("strength"),
            general: thing("general"),
            screen: thing("screen"),
            hand: thing("hand"),
            pile: thing("pile"),
            declare: thing("declare"),
            straddling: thing("straddling"),
            lost: thing("lost"),
            lost_general: thing("lost_general"),
            replaced: thing("replaced"),
        }
    }
}

/// Each clan's name with its sum or count: `織田信長2、武田信玄7`.
pub(crate) fn tally(values: impl IntoIterator<Item = impl Localize>) -> LocalizedText {
    zashiki_core::list(
        Seat::all(MAX_SEATS as u8)
            .zip(values)
            .map(|(seat, value)| text!("{seat}{value}", "{seat} {value}", seat, value)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::INFO;

    #[test]
    fn the_catalogue_and_the_glossary_call_the_clans_alike() {
        for (seat, name) in Seat::all(MAX_SEATS as u8).zip(INFO.seat_names) {
            assert_eq!(clan(seat), *name);
        }
    }

    #[test]
    fn paths_and_tallies_are_named_in_both_languages() {
        assert_eq!(path(Quarter::TopLeft, 1), LocalizedText::fixed("花道2", "path 2"));
        assert_eq!(path(Quarter::BottomRight, 4), LocalizedText::fixed("花道10", "path 10"));
        assert_eq!(path(Quarter::TopRight, 7), LocalizedText::fixed("花道H", "path H"));
        assert_eq!(
            tally([2, 7]).named(INFO.seat_names, None),
            LocalizedText::fixed("織田信長2、武田信玄7", "Oda Nobunaga 2, Takeda Shingen 7")
        );
    }
}
