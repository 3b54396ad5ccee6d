//! Settings as flags of the command line.

use std::collections::HashMap;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::setting::{Flag, Setting, Takes, variable};
use super::table;
use super::values::Settings;

/// The flag that names the settings file; it cannot be in the file.
pub const FILE: &str = "config";

/// Values of settings on the command line, by name.
#[derive(Clone, Debug)]
pub struct Flags(HashMap<&'static str, Vec<String>>);

impl Flags {
    /// The values that a command line gives.
    pub fn of(matches: &ArgMatches) -> Flags {
        let names = table::all().map(|setting| setting.name).chain([FILE]);
        let given = names.filter_map(|name| {
            // Not every command has all of them.
            let values = matches.try_get_many::<String>(name).ok()??;
            Some((name, values.cloned().collect()))
        });
        Flags(given.collect())
    }

    /// The values of a setting, if the command line has any.
    pub fn get(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

/// Adds the flag that names the file and the flags of some settings to a command.
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
