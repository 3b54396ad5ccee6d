//! `zashiki backup` and `zashiki restore`.

use std::io::Write;
use std::path::PathBuf;

use server::Backup;
use tokio::runtime::Builder;
use zashiki_core::InputError;

use crate::failure::Failure;
use crate::lang::Lang;
use crate::settings::FolderFlags;

/// Copies the database of a server, which may be running, to one file.
#[derive(clap::Args, Debug)]
pub struct BackupArgs {
    /// The new file; it has the hidden information of running games, so only its owner may read it.
    #[arg(value_name = "FILE")]
    to: PathBuf,
    #[command(flatten)]
    folder: FolderFlags,
}

/// Restores a backup to the data folder of a stopped server.
#[derive(clap::Args, Debug)]
pub struct RestoreArgs {
    /// A file made by `zashiki backup`.
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Replaces the existing database, which is kept as zashiki.db.replaced.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    folder: FolderFlags,
}

/// # Errors
/// When there is nothing to copy, or it cannot be written whole.
pub fn backup(args: &BackupArgs, lang: Lang) -> Result<(), Failure> {
    let data = args.folder.data()?;
    let Backup { tables, changes } = block_on(server::backup(&data, &args.to))?;
    let file = args.to.display();
    say(lang.pick(
        &format!("「{file}」に保存しました(卓{tables}、手{changes})。"),
        &format!("Saved in \"{file}\": {tables} tables with {changes} changes."),
    ))
}

/// # Errors
/// When the file is no whole backup, a server runs, or there is a database already.
pub fn restore(args: &RestoreArgs, lang: Lang) -> Result<(), Failure> {
    let data = args.folder.data()?;
    let Backup { tables, changes } = block_on(server::restore(&args.from, &data, args.replace))?;
    let folder = data.display();
    say(lang.pick(
        &format!("「{folder}」に戻しました(卓{tables}、手{changes})。"),
        &format!("Restored into \"{folder}\": {tables} tables with {changes} changes."),
    ))
}

pub(super) fn block_on<T>(work: impl Future<Output = Result<T, InputError>>) -> Result<T, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(work)?)
}

fn say(line: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
