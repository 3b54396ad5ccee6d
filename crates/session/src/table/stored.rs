//! The stored form of a table of one device, as text: its setup with the occupants, and its changes. A server
//! that continues such a table reads the same form.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{Bytes32, LocalizedText, Seat, decimal, read_json, text};

use super::change::{Change, ChangeKind};
use super::seed::SeedState;
use super::setup::{Sitter, TableSetup};
use crate::guest::Guest;
use crate::protocol::{Look, Terms};

/// The version of the stored form. A program reads its own version and earlier ones.
const FORM: u32 = 1;

/// The stored data of a table besides its changes.
#[derive(Debug)]
pub struct StoredSetup {
    /// The table's setup.
    pub setup: TableSetup,
    /// The occupants of its seats.
    pub sitters: Vec<Sitter>,
    /// The id of its rematch, if there is one.
    pub rematch: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Data {
    form: u32,
    rules_version: u32,
    options: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    components: Option<String>,
    seed: Seed,
    created: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rematch_of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rematch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Value>,
    terms: Terms,
    begun_at: i64,
    cancelled: bool,
    seats: Vec<Occupant>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Seed {
    /// The secret from which the seed will be made.
    Secret(Bytes32),
    /// Without the origin of the seed: there is nobody to whom a device could prove it.
    Drawn {
        #[serde(with = "decimal")]
        seed: u64,
    },
}

/// The occupant of a seat. All people are at this device.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Occupant {
    Nobody,
    Person { name: String, look: Look },
    Bot(String),
}

#[derive(Serialize, Deserialize)]
struct StoredChange {
    seat: Seat,
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    action: String,
    id: String,
    at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<i64>,
}

impl StoredSetup {
    /// The data of the table's row.
    pub fn data(setup: &TableSetup, sitters: &[Sitter], rematch: Option<&str>) -> String {
        let seed = match &setup.deal {
            SeedState::Not(secret) => Seed::Secret(*secret),
            SeedState::Yes(seed, _) => Seed::Drawn { seed: *seed },
        };
        let occupant = |sitter: &Sitter| match sitter {
            Sitter::Nobody => Occupant::Nobody,
            Sitter::Person { name, look, .. } => {
                Occupant::Person { name: name.clone(), look: *look }
            }
            Sitter::Bot { bot } => Occupant::Bot(bot.clone()),
        };
        let data = Data {
            form: FORM,
            rules_version: setup.rules_version,
            options: setup.options.clone(),
            components: setup.components.clone(),
            seed,
            created: setup.created,
            rematch_of: setup.rematch_of.clone(),
            rematch: rematch.map(str::to_owned),
            program: setup.program.clone(),
            position: setup.position.clone(),
            terms: setup.terms.clone(),
            begun_at: setup.begun_at,
            cancelled: setup.cancelled,
            seats: sitters.iter().map(occupant).collect(),
        };
        serde_json::to_string(&data).expect("a setup is plain data")
    }

    /// Reads the data of a row of this table. All people at its seats are `person`, who has the device.
    ///
    /// # Errors
    /// Returns an error if the data are damaged or were stored by a newer program.
    pub fn read(
        table: &str,
        game: &str,
        arranged: u64,
        data: &str,
        person: Guest,
    ) -> Result<StoredSetup, LocalizedText> {
        #[derive(Deserialize)]
        struct Form {
            form: u32,
        }
        let Form { form } = read_json(data).map_err(damaged)?;
        if form > FORM {
            return Err(text!(
                "この卓は、もっと新しい版の座敷で保存されています。ページを再読み込みして新しい版にしてから開いてください。卓はそのまま残っています。",
                "This table was stored by a newer version of Zashiki; load the page again to get that version. The table is kept."
            ));
        }
        let data: Data = read_json(data).map_err(damaged)?;
        let sitter = |occupant| match occupant {
            Occupant::Nobody => Sitter::Nobody,
            Occupant::Person { name, look } => {
                Sitter::Person { guest: person, name, look, program: false }
            }
            Occupant::Bot(bot) => Sitter::Bot { bot },
        };
        Ok(StoredSetup {
            setup: TableSetup {
                id: table.to_owned(),
                game: game.to_owned(),
                rules_version: data.rules_version,
                options: data.options,
                components: data.components,
                deal: match data.seed {
                    Seed::Secret(secret) => SeedState::Not(secret),
                    Seed::Drawn { seed } => SeedState::Yes(seed, None),
                },
                created: data.created,
                rematch_of: data.rematch_of,
                program: data.program,
                opened_by: Some(person),
                position: data.position,
                terms: data.terms,
                begun_at: data.begun_at,
                cancelled: data.cancelled,
                arranged,
                compacted: None,
            },
            sitters: data.seats.into_iter().map(sitter).collect(),
            rematch: data.rematch,
        })
    }
}

/// The stored form of a change.
pub fn write_change(change: &Change) -> String {
    let (kind, action) = change.kind.words();
    let stored = StoredChange {
        seat: change.seat,
        kind: kind.to_owned(),
        action: action.to_owned(),
        id: change.client_id.clone(),
        at: change.at,
        time: change.time,
    };
    serde_json::to_string(&stored).expect("a change is plain data")
}

/// Reads a stored change.
///
/// # Errors
/// Returns an error if it is damaged or of a kind that this program does not know.
pub fn read_change(text: &str) -> Result<Change, LocalizedText> {
    let StoredChange { seat, kind, action, id, at, time } = read_json(text).map_err(damaged)?;
    let kind = ChangeKind::read(&kind, action).ok_or_else(|| damaged(LocalizedText::same(kind)))?;
    Ok(Change { seat, kind, client_id: id, at, time })
}

fn damaged(fault: LocalizedText) -> LocalizedText {
    text!(
        "保存された卓が壊れていて読めません({fault})。書き出したファイルがあれば、それを取り込んでください。",
        "The stored table is damaged and cannot be read ({fault}); if you have exported it, import that file.",
        fault
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Late, TimeControl, Word};

    fn setup() -> TableSetup {
        TableSetup {
            id: "local".into(),
            game: "kokyu".into(),
            rules_version: 1,
            options: serde_json::json!({ "a": 1 }),
            components: Some("game = \"kokyu\"".into()),
            deal: SeedState::Yes(u64::MAX, None),
            created: 1,
            rematch_of: Some("other".into()),
            program: Some("1.0".into()),
            opened_by: Some(Guest([1; 32])),
            position: Some(serde_json::json!([1])),
            terms: Terms {
                time: Some(TimeControl::Decision { seconds: 60 }),
                late: Late::Lost,
                ..Terms::default()
            },
            begun_at: 2,
            cancelled: false,
            arranged: 3,
            compacted: None,
        }
    }

    #[test]
    fn a_stored_setup_reads_the_same() {
        let person = Guest([1; 32]);
        let sitters = vec![
            Sitter::Person {
                guest: person,
                name: "A".into(),
                look: Look::default(),
                program: false,
            },
            Sitter::Bot { bot: "greedy".into() },
            Sitter::Nobody,
        ];
        let unstarted = TableSetup { deal: SeedState::Not(Bytes32([5; 32])), ..setup() };
        for setup in [setup(), unstarted] {
            let data = StoredSetup::data(&setup, &sitters, Some("next"));
            let read = StoredSetup::read("local", "kokyu", 3, &data, person).unwrap();
            assert_eq!(format!("{setup:?}"), format!("{:?}", read.setup));
            assert_eq!((read.sitters, read.rematch.as_deref()), (sitters.clone(), Some("next")));
            let newer = data.replacen("\"form\":1", "\"form\":2", 1);
            let refused = StoredSetup::read("local", "kokyu", 3, &newer, person).unwrap_err();
            assert!(refused.en.contains("newer version"));
            assert!(StoredSetup::read("local", "kokyu", 3, &data[1..], person).is_err());
        }
    }

    #[test]
    fn a_stored_change_reads_the_same() {
        for kind in [ChangeKind::Act("a b".into()), ChangeKind::Undo, ChangeKind::Talk(Word::Ask)] {
            let change =
                Change { seat: Seat(1), kind, client_id: "x".into(), at: 5, time: Some(6) };
            assert_eq!(read_change(&write_change(&change)).unwrap(), change);
        }
        assert!(read_change(r#"{"seat":0,"kind":"win","id":"x","at":1}"#).is_err());
    }
}
