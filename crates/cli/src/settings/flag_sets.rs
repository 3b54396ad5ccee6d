//! The sets of settings that each command accepts as flags.

use std::marker::PhantomData;
use std::path::PathBuf;

use clap::{ArgMatches, Command, FromArgMatches};
use zashiki_core::InputError;

use super::flags::{Flags, augment};
use super::resolve;
use super::values::Settings;

/// A set of settings that a command accepts as flags.
pub trait FlagSet {
    /// Names of the settings that the command accepts as flags; `None` for all settings.
    const ACCEPTED: Option<&[&str]> = None;
    /// Names of the flags that the help shows; `None` for all accepted flags.
    const IN_HELP: Option<&[&str]> = None;
}

/// The flags of a command, in the form that clap needs.
#[derive(Clone, Debug)]
pub struct FlagsOf<S> {
    flags: Flags,
    set: PhantomData<S>,
}

/// The flags of `zashiki serve` and `zashiki config`: all settings.
pub type ServeFlags = FlagsOf<All>;
/// The flags of `zashiki` without a command. It accepts all settings, but the help shows only those that
/// a first server needs.
pub type CommonFlags = FlagsOf<Common>;
/// The flags of commands that need only the data folder.
pub type FolderFlags = FlagsOf<Folder>;
/// The flags of `zashiki admin`: the address of a running server, or the data of a stopped one.
pub type OperatorFlags = FlagsOf<Operator>;

#[derive(Clone, Debug)]
pub struct All;
#[derive(Clone, Debug)]
pub struct Common;
#[derive(Clone, Debug)]
pub struct Folder;
#[derive(Clone, Debug)]
pub struct Operator;

impl FlagSet for All {}

impl FlagSet for Common {
    const IN_HELP: Option<&[&str]> =
        Some(&["config", "port", "host", "data-dir", "allow-origin", "trust-proxy"]);
}

impl FlagSet for Folder {
    const ACCEPTED: Option<&[&str]> = Some(&["data-dir"]);
}

impl FlagSet for Operator {
    const ACCEPTED: Option<&[&str]> = Some(&["admin", "admin-token", "data-dir", "database"]);
}

impl<S> FlagsOf<S> {
    /// The values of settings that the command line gives.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }
}

impl FolderFlags {
    /// The data folder that is in effect. The missing features of other settings are ignored, because
    /// the data folder needs none.
    ///
    /// # Errors
    /// Returns an error if a setting is invalid or contradicts another.
    pub fn data(&self) -> Result<PathBuf, InputError> {
        resolve::data_dir(&self.flags)
    }
}

impl OperatorFlags {
    /// The settings that are in effect.
    ///
    /// # Errors
    /// See [`resolve::settings`].
    pub fn settings(&self) -> Result<Settings, InputError> {
        resolve::settings(&self.flags).map(|(all, _)| all)
    }

    /// Returns true if the command line names a data folder or a database.
    pub fn names_store(&self) -> bool {
        ["data-dir", "database"].iter().any(|name| self.flags.get(name).is_some())
    }
}

impl<S> FromArgMatches for FlagsOf<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(FlagsOf { flags: Flags::of(matches), set: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.flags = Flags::of(matches);
        Ok(())
    }
}

impl<S: FlagSet> clap::Args for FlagsOf<S> {
    fn augment_args(command: Command) -> Command {
        let command = augment(command, |setting| is_in(S::ACCEPTED, setting.name));
        command.mut_args(|flag| {
            let is_hidden = !is_in(S::IN_HELP, flag.get_id().as_str());
            flag.hide(is_hidden)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Returns true if the name is among the names, or if there is no list of names, which stands for all.
fn is_in(names: Option<&[&str]>, name: &str) -> bool {
    names.is_none_or(|names| names.contains(&name))
}
