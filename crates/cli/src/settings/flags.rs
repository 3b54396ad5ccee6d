//! Flags of the command line that set settings.

use std::collections::HashMap;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::setting::{Flag, Setting, Takes, variable};
use super::table;
use super::values::Settings;

/// Name of the flag that gives the path of the settings file. This setting cannot be in the file itself.
pub const FILE: &str = "config";

/// The values that the command line gives, by the name of the setting.
#[derive(Clone, Debug)]
pub struct Flags(HashMap<&'static str, Vec<String>>);

impl Flags {
    /// Reads the values of all settings from a parsed command line.
    pub fn of(matches: &ArgMatches) -> Flags {
        let names = table::all().map(|setting| setting.name).chain([FILE]);
        let given = names.filter_map(|name| {
            // Not every command has all of them.
            let values = matches.try_get_many::<String>(name).ok()??;
            Some((name, values.cloned().collect()))
        });
        Flags(given.collect())
    }

    /// The values of a setting; `None` if the command line has none.
    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

/// Adds the flag for the settings file, and the flags of the settings for which `is_wanted` returns
/// true, to a command.
pub fn augment(command: Command, is_wanted: impl Fn(&Setting) -> bool) -> Command {
    let file = Arg::new(FILE).long(FILE).value_name("FILE");
    let help = "Settings file in TOML; flags and the environment take precedence over it";
    let command = command.arg(file.help(format!("{help} [env: {}]", variable(FILE))));
    let defaults = Settings::default();
    let wanted = table::all().filter(|setting| is_wanted(setting));
    let flags =
        wanted.filter_map(|setting| Some(argument(setting, setting.flag.as_ref()?, &defaults)));
    command.args(flags)
}

fn argument(setting: &Setting, flag: &Flag, defaults: &Settings) -> Arg {
    let mut help = format!("{} [env: {}]", flag.help, setting.variable());
    if let Some(feature) = setting.feature() {
        help = feature.help(&help);
    }
    let default = (setting.show)(defaults).filter(|shown| shown != "[]");
    if let Some(default) = default.filter(|_| flag.takes != Takes::Switch) {
        let default = default.trim_matches('"');
        write!(help, " [default: {default}]").expect("writing to a String cannot fail");
    }
    let argument = Arg::new(setting.name).long(setting.name).help(help);
    match flag.takes {
        // `--trust-proxy=false` overrides the environment and the file.
        Takes::Switch => argument
            .value_name("true|false")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        Takes::One(value) => argument.value_name(value),
        Takes::Many(value) => argument.value_name(value).action(ArgAction::Append),
    }
}
