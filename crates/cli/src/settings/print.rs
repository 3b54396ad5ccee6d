//! Prints the settings that are in effect as a settings file, for `zashiki config`.

use std::fmt::Write as _;

use super::source::Source;
use super::table;
use super::values::Settings;

/// The text of a settings file that has the same effect as these settings. A comment in each line names
/// the source of the value.
pub fn to_file(all: &Settings, sources: &[Source]) -> String {
    let (mut text, mut section) = (String::new(), "");
    for (setting, source) in table::all().zip(sources) {
        let (table, key) = setting.name.rsplit_once('.').unwrap_or(("", setting.name));
        if table != section {
            section = table;
            writeln!(text, "\n[{section}]").expect("writing to a String cannot fail");
        }
        let source = source.short();
        let line = match (setting.show)(all) {
            Some(value) => writeln!(text, "{key} = {value}  # {source}"),
            None => writeln!(text, "# {key} is not set"),
        };
        line.expect("writing to a String cannot fail");
    }
    text
}
