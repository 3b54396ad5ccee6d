//! What things are called: every name comes from `glossary.toml`.

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

/// A seat's clan (S-7); the number of a seat that does not exist.
pub(crate) fn clan(seat: Seat) -> LocalizedText {
    CLANS.get(seat.index()).map_or_else(|| LocalizedText::same(seat.to_string()), |key| word(key))
}

/// A battlefield, from 0 (S-60).
pub(crate) fn battlefield(field: u8) -> LocalizedText {
    FIELDS
        .get(usize::from(field))
        .map_or_else(|| LocalizedText::same((field + 1).to_string()), |key| word(key))
}

/// A 花道 within its battlefield: rows from the top 0–4, then columns from the left 5–9.
pub(crate) fn line(line: u8) -> LocalizedText {
    let (kind, number) =
        if line < FIELD { (word("row"), line + 1) } else { (word("column"), line - FIELD + 1) };
    text!("{kind}{number}", "{kind} {number}", kind)
}

/// Something people call by a name, and the rules that say what it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Thing {
    /// What it is called.
    pub name: LocalizedText,
    /// The rules.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
}

/// A clan's names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Clan {
    /// The whole name.
    pub name: LocalizedText,
    /// The name where there is little room.
    pub short: LocalizedText,
}

/// What the things on the table are called, for the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Names {
    /// The clans, by seat.
    pub clans: Vec<Clan>,
    /// The troops, by mark from 1.
    pub troops: Vec<LocalizedText>,
    /// The battlefields, in their order.
    pub battlefields: Vec<LocalizedText>,
    /// A row among the lines, to be followed by its number.
    pub row: LocalizedText,
    /// A column among the lines, to be followed by its number.
    pub column: LocalizedText,
    /// 戦場シート.
    pub sheet: Thing,
    /// 城.
    pub castle: Thing,
    /// 花道.
    pub flower_path: Thing,
    /// 判定エリア.
    pub track: Thing,
    /// ×エリア.
    pub cross: Thing,
    /// 戦力値.
    pub strength: Thing,
    /// 総大将.
    pub general: Thing,
    /// ついたて.
    pub screen: Thing,
    /// 手札.
    pub hand: Thing,
    /// 山札.
    pub pile: Thing,
    /// 出陣.
    pub declare: Thing,
    /// またぎ置き.
    pub straddling: Thing,
    /// What happened to a tile that had no place.
    pub lost: Thing,
    /// What happened to a general that had no place.
    pub lost_general: Thing,
    /// What happened to a tile that the general was placed for.
    pub replaced: Thing,
}

impl Names {
    /// All of them.
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

/// A list of sums or counts, the clans named: `織田信長2、武田信玄7`.
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
