//! The definition of one setting: its name, its flag, its parser and its display.

use zashiki_core::LocalizedText;

use super::values::Settings;
use crate::features::Feature;

/// The definition of one setting.
pub struct Setting {
    /// Key in the settings file, such as `trust-proxy` or `limits.head`.
    pub name: &'static str,
    /// The flag that sets it; `None` for settings that only the file and the environment can set.
    pub flag: Option<Flag>,
    /// Parses one value and stores it in the settings; the error describes the expected form. If the
    /// setting has a list of values, the function is called once for each.
    pub read: fn(&mut Settings, &str) -> Result<(), LocalizedText>,
    /// The present value in the syntax of the settings file; `None` if the setting has no value.
    pub show: fn(&Settings) -> Option<String>,
}

/// The flag of a setting. It has the same name as the setting.
pub struct Flag {
    pub takes: Takes,
    pub help: &'static str,
}

/// The kind of values that a flag takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// True or false. The flag without a value means true.
    Switch,
    /// One value, shown under this name in the help.
    One(&'static str),
    /// Any number of values, shown under this name in the help. In the file they are a list.
    Many(&'static str),
}

impl Setting {
    /// Returns true if the setting can have a list of values in the file.
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

    /// The name of the environment variable that gives this setting.
    pub fn variable(&self) -> String {
        variable(self.name)
    }
}

/// The name of the environment variable for a setting: `ZASHIKI_TRUST_PROXY` for `trust-proxy`,
/// `ZASHIKI_LIMITS_HEAD` for `limits.head`.
pub fn variable(name: &str) -> String {
    format!("ZASHIKI_{}", name.replace(['-', '.'], "_").to_uppercase())
}

/// Defines a setting with a flag. The field of [`Settings`] has the type that the parser returns (`one`,
/// `switch`), an `Option` of that type (`optional`) or a `Vec` of it (`many`).
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

/// Defines a setting without a flag.
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
