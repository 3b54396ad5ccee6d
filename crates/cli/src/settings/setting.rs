//! One setting: its name, its flag, its parser and its display.

use zashiki_core::LocalizedText;

use super::values::Settings;
use crate::features::Feature;

/// One setting.
pub struct Setting {
    /// Key in the settings file, such as `trust-proxy` or `limits.head`.
    pub name: &'static str,
    /// The flag; none for settings that are only in the file and the environment.
    pub flag: Option<Flag>,
    /// Parses one value and stores it; the error is the expected form of a value. Called once for each
    /// value of a list.
    pub read: fn(&mut Settings, &str) -> Result<(), LocalizedText>,
    /// The value as the file has it; none if there is no value.
    pub show: fn(&Settings) -> Option<String>,
}

/// The flag of a setting; its name is that of the setting.
pub struct Flag {
    pub takes: Takes,
    pub help: &'static str,
}

/// The values of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// True or false; the flag alone is true.
    Switch,
    /// One value with this name in the help.
    One(&'static str),
    /// Any number of values with this name in the help: a list in the file.
    Many(&'static str),
}

impl Setting {
    /// Returns true if the file may have a list of values.
    pub fn is_list(&self) -> bool {
        matches!(self.flag, Some(Flag { takes: Takes::Many(_), .. }))
    }

    /// The optional feature that the setting needs, if any.
    pub fn feature(&self) -> Option<Feature> {
        match self.name {
            "nats" | "nats-ca" | "nats-credentials" => Some(Feature::Cluster),
            "database" => Some(Feature::Postgres),
            "push-key" => Some(Feature::Push),
            "otlp-endpoint" => Some(Feature::Otel),
            _ => None,
        }
    }

    /// The name of the environment variable.
    pub fn variable(&self) -> String {
        variable(self.name)
    }
}

/// The environment variable of a setting: `trust-proxy` is `ZASHIKI_TRUST_PROXY`, `limits.head` is
/// `ZASHIKI_LIMITS_HEAD`.
pub fn variable(name: &str) -> String {
    format!("ZASHIKI_{}", name.replace(['-', '.'], "_").to_uppercase())
}

/// A setting with a flag. The field has the type that the parser returns (`one`, `switch`), an `Option`
/// of it (`optional`) or a `Vec` of it (`many`).
macro_rules! flag {
    (one $name:literal, $value:literal, $($field:ident).+, $parse:expr, $help:literal) => {
        flag!(@ $name, Takes::One($value), $help, $($field).+, |field, given| *field = $parse(given)?)
    };
    (optional $name:literal, $value:literal, $($field:ident).+, $parse:expr, $help:literal) => {
        flag!(@ $name, Takes::One($value), $help, $($field).+, |field, given| *field = Some($parse(given)?))
    };
    (many $name:literal, $value:literal, $($field:ident).+, $parse:expr, $help:literal) => {
        flag!(@ $name, Takes::Many($value), $help, $($field).+, |field, given| field.push($parse(given)?))
    };
    (switch $name:literal, $($field:ident).+, $help:literal) => {
        flag!(@ $name, Takes::Switch, $help, $($field).+, |field, given| *field = parse::switch(given)?)
    };
    (@ $name:literal, $takes:expr, $help:literal, $($field:ident).+, |$it:ident, $given:ident| $set:expr) => {
        Setting {
            name: $name,
            flag: Some(Flag { takes: $takes, help: $help }),
            read: |all, $given| {
                let $it = &mut all.$($field).+;
                $set;
                Ok(())
            },
            show: |all| Show::show(&all.$($field).+),
        }
    };
}

/// A setting without a flag.
macro_rules! key {
    ($name:literal, $($field:ident).+, $parse:expr) => {
        key!($name, $($field).+, $parse, Show::show)
    };
    ($name:literal, $($field:ident).+, $parse:expr, $show:expr) => {
        Setting {
            name: $name,
            flag: None,
            read: |all, given| {
                all.$($field).+ = $parse(given)?;
                Ok(())
            },
            show: |all| $show(&all.$($field).+),
        }
    };
}

pub(super) use {flag, key};
