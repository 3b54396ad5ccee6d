//! The commands `zashiki backup` and `zashiki restore`, which copy the database of a server to a file
//! and back.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use server::Backup;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::output::Format;
use crate::runtime::block_on;
use crate::settings::FolderFlags;

/// Arguments of `backup`.
#[derive(clap::Args, Debug)]
pub struct BackupArgs {
    /// New file; it has the hidden information of running games, so only its owner may read it.
    #[arg(value_name = "FILE")]
    to: PathBuf,
    #[command(flatten)]
    folder: FolderFlags,
    #[command(flatten)]
    format: Format,
}

/// Arguments of `restore`.
#[derive(clap::Args, Debug)]
pub struct RestoreArgs {
    /// File made by `zashiki backup`.
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Replaces the existing database, which is kept as zashiki.db.replaced.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    folder: FolderFlags,
    #[command(flatten)]
    format: Format,
}

/// The result of `backup` or `restore`, as `--json` prints it.
#[derive(Serialize)]
struct Copied<'a> {
    /// The file or folder that was written.
    to: &'a Path,
    tables: u64,
    changes: u64,
}

/// Writes a backup.
///
/// # Errors
/// Returns an error if the folder has no database, or the file exists or cannot be written.
pub fn backup(args: &BackupArgs, lang: Lang) -> Result<(), Failure> {
    let data = args.folder.data()?;
    let Backup { tables, changes } = block_on(server::backup(&data, &args.to))?;
    args.format.print(&Copied { to: &args.to, tables, changes }, |out| {
        let file = args.to.display();
        let line = lang
            .pick(
                &format!("「{file}」に保存しました(卓{tables}、手{changes})。"),
                &format!("Saved in \"{file}\": {tables} tables with {changes} changes."),
            )
            .to_owned();
        Ok(writeln!(out, "{line}")?)
    })
}

/// Restores a backup.
///
/// # Errors
/// Returns an error if the file is not a complete backup, a server is running on the folder, or the
/// folder has a database and `--replace` is not given.
pub fn restore(args: &RestoreArgs, lang: Lang) -> Result<(), Failure> {
    let data = args.folder.data()?;
    let Backup { tables, changes } = block_on(server::restore(&args.from, &data, args.replace))?;
    args.format.print(&Copied { to: &data, tables, changes }, |out| {
        let folder = data.display();
        let line = lang
            .pick(
                &format!("「{folder}」に戻しました(卓{tables}、手{changes})。"),
                &format!("Restored into \"{folder}\": {tables} tables with {changes} changes."),
            )
            .to_owned();
        Ok(writeln!(out, "{line}")?)
    })
}
