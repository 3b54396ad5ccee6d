//! The report of an attack, as JSON or as text.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use serde_json::Value;

/// The result of an attack: measurements of the bystander and of the attacker.
#[derive(Default, Serialize)]
pub struct Report {
    /// Name of the attack.
    pub attack: &'static str,
    /// Measurements of the bystander.
    bystander: Vec<Row>,
    /// Measurements of the attacker, with their labels.
    attacker: Vec<(&'static str, Value)>,
}

/// One quantity of the bystander's service, measured before and during the attack.
#[derive(Serialize)]
struct Row {
    #[serde(rename = "what")]
    label: &'static str,
    before: Value,
    during: Value,
}

impl Report {
    /// Adds a measurement of the bystander.
    pub fn bystander(
        &mut self,
        label: &'static str,
        before: impl Into<Value>,
        during: impl Into<Value>,
    ) {
        self.bystander.push(Row { label, before: before.into(), during: during.into() });
    }

    /// Adds a measurement of the attacker.
    pub fn attacker(&mut self, label: &'static str, value: impl Into<Value>) {
        self.attacker.push((label, value.into()));
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<56}{:>12}{:>12}", self.attack, "before", "during")?;
        for Row { label, before, during } in &self.bystander {
            writeln!(f, "{label:<56}{:>12}{:>12}", cell(before), cell(during))?;
        }
        let lines = self.attacker.iter().map(|(label, value)| {
            let label = format!("attacker: {label}");
            format!("{label:<68}{:>12}", cell(value))
        });
        write!(f, "{}", lines.collect::<Vec<_>>().join("\n"))
    }
}

/// The text of a value for a cell of the report's table.
fn cell(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.2}", number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}
