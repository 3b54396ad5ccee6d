//! Names and descriptions from `glossary.toml`, by key.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, RuleId, Seat, Term, text};

use crate::assets::ASSETS;
use crate::limits::MAX_SEATS;
use crate::square::{BATTLEFIELDS, FIELD};

const CLANS: [&str; MAX_SEATS] = ["oda", "takeda", "uesugi", "mori"];
const TROOPS: [&str; 6] = ["swords", "spears", "bows", "cavalry", "banners", "arquebuses"];
const FIELDS: [&str; BATTLEFIELDS] =
    ["battlefield_1", "battlefield_2", "battlefield_3", "battlefield_4"];

fn word(key: &str) -> LocalizedText {
    ASSETS.glossary().name(key).clone()
}

/// The name of a seat's clan (S-7); the number of a seat that does not exist.
pub(crate) fn clan(seat: Seat) -> LocalizedText {
    CLANS.get(seat.index()).map_or_else(|| LocalizedText::same(seat.to_string()), |key| word(key))
}

/// The name of a battlefield, from 0 (S-60).
pub(crate) fn battlefield(field: u8) -> LocalizedText {
    FIELDS
        .get(usize::from(field))
        .map_or_else(|| LocalizedText::same((field + 1).to_string()), |key| word(key))
}

/// The name of a flower path in its battlefield: rows from the top are 0–4, columns from the left
/// 5–9.
pub(crate) fn line(line: u8) -> LocalizedText {
    let index = usize::from(line);
    let (kind, number) = match index.checked_sub(FIELD) {
        None => (word("row"), index + 1),
        Some(column) => (word("column"), column + 1),
    };
    text!("{kind}{number}", "{kind} {number}", kind)
}

/// A thing with its name and the rules that define it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Thing {
    /// Name for players.
    pub name: LocalizedText,
    /// Rules that define the thing.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
}

/// Names of a clan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Clan {
    /// The full name.
    pub name: LocalizedText,
    /// The short name, for small spaces.
    pub short: LocalizedText,
}

/// Names of all things on the table, for the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Names {
    /// The clans, by seat.
    pub clans: Vec<Clan>,
    /// The troops, by mark from 1.
    pub troops: Vec<LocalizedText>,
    /// The battlefields, in their order.
    pub battlefields: Vec<LocalizedText>,
    /// The word for a row, to be followed by its number.
    pub row: LocalizedText,
    /// The word for a column, to be followed by its number.
    pub column: LocalizedText,
    /// 戦場シート: the sheet.
    pub sheet: Thing,
    /// 城: a castle.
    pub castle: Thing,
    /// 花道: a flower path.
    pub flower_path: Thing,
    /// 判定エリア: the track for tokens.
    pub track: Thing,
    /// ×エリア: the area for tied tokens.
    pub cross: Thing,
    /// 戦力値: the strength of a domino.
    pub strength: Thing,
    /// 総大将: the general.
    pub general: Thing,
    /// ついたて: the screen.
    pub screen: Thing,
    /// 手札: the hand.
    pub hand: Thing,
    /// 山札: the pile.
    pub pile: Thing,
    /// 出陣: to declare a domino.
    pub declare: Thing,
    /// またぎ置き: a placement over the border of battlefields.
    pub straddling: Thing,
    /// A tile that left the game because it had no placement.
    pub lost: Thing,
    /// A general that left the game because it had no placement.
    pub lost_general: Thing,
    /// A tile that left the game because the general was placed instead.
    pub replaced: Thing,
}

impl Names {
    /// Reads all names from the glossary.
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
            row: word("row"),
            column: word("column"),
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

/// Sums or counts with the names of the clans: `織田信長2、武田信玄7`.
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
    fn lines_and_tallies_are_named_in_both_languages() {
        assert_eq!(line(1), LocalizedText::fixed("横列2", "row 2"));
        assert_eq!(line(7), LocalizedText::fixed("縦列3", "column 3"));
        assert_eq!(
            tally([2, 7]).named(INFO.seat_names, None),
            LocalizedText::fixed("織田信長2、武田信玄7", "Oda Nobunaga 2, Takeda Shingen 7")
        );
    }
}
