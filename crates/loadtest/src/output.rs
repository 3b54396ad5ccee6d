//! Prints the results of commands.

use std::fmt::Display;

use anyhow::Result;
use serde::Serialize;

/// Prints a result as JSON or as text.
pub fn print(result: &(impl Serialize + Display), json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(result)?);
    } else {
        println!("{result}");
    }
    Ok(())
}
