//! Backups: they are created by another process while servers write, and restored while no server runs.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use session::program;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tempfile::NamedTempFile;
use zashiki_core::{InputError, LocalizedText, text};

use super::database::sqlite::FILE;
use super::lock::DatabaseLock;
use super::open_errors;
use crate::store::migrations;
use crate::system;

/// The size of a complete backup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backup {
    /// The number of game tables in the backup.
    pub tables: u64,
    /// The number of changes at all tables in the backup.
    pub changes: u64,
}

/// Writes a consistent snapshot of a data folder's database into a new file that only its owner may read, and
/// checks that it is complete. Servers may keep running.
///
/// # Errors
/// Returns an error if there is no database, the file exists or cannot be written, or the snapshot is
/// damaged; then no file is left.
pub async fn backup(data: &Path, to: &Path) -> Result<Backup, InputError> {
    let file = data.join(FILE);
    if !file.is_file() {
        return Err(no_database(&file));
    }
    if to.exists() {
        return Err(exists(to));
    }
    let folder = match to.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let unwritten = |error: &std::io::Error| cannot_write(to, &system::why(error));
    let part = part_in(folder).map_err(|error| unwritten(&error))?;
    copy_out(&file, part.path()).await.map_err(|error| not_copied(&file, to, &error))?;
    let backup = examine(part.path()).await.map_err(|error| error.of(&file))?;
    part.as_file().sync_all().map_err(|error| unwritten(&error))?;
    part.persist_noclobber(to).map_err(|error| match error.error.kind() {
        std::io::ErrorKind::AlreadyExists => exists(to),
        _ => unwritten(&error.error),
    })?;
    sync(folder).map_err(|error| unwritten(&error))?;
    Ok(backup)
}

/// Copies the database to a new file; SQLite reads a consistent snapshot while others write.
async fn copy_out(file: &Path, to: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30));
    let mut database = options.connect().await?;
    let to = to.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO ?").bind(to).execute(&mut database).await?;
    database.close().await
}

/// Restores a backup as the database of a data folder. If a database exists there, it is an error; with
/// `replaces`, the existing database is kept under another name instead.
///
/// # Errors
/// Returns an error if the file is not a complete backup with a schema that this program knows, if a server
/// runs on the folder, or if there is a database that must not be replaced; then nothing is changed.
pub async fn restore(from: &Path, data: &Path, replaces: bool) -> Result<Backup, InputError> {
    if beside(from, "-wal").metadata().is_ok_and(|log| log.len() > 0) {
        return Err(has_log(from));
    }
    let unread = |error: &std::io::Error| cannot_read(from, &system::why(error));
    let mut source = File::open(from).map_err(|error| unread(&error))?;
    examine(from).await.map_err(|error| error.of(from))?;

    let unusable = |error: &std::io::Error| open_errors::unusable(data, &system::why(error));
    open_errors::private_folder(data).map_err(|why| open_errors::unusable(data, &why))?;
    let _held = DatabaseLock::alone(data)?;
    let file = data.join(FILE);
    let occupied = file.exists() || beside(&file, "-wal").exists();
    if occupied && !replaces {
        return Err(not_empty(&file));
    }
    let mut part = part_in(data).map_err(|error| unusable(&error))?;
    let copied = std::io::copy(&mut source, &mut part).and_then(|_| part.as_file().sync_all());
    copied.map_err(|error| unusable(&error))?;
    let backup = examine(part.path()).await.map_err(|error| error.of(from))?;
    if occupied {
        set_aside(&file).map_err(|error| unusable(&error))?;
    }
    part.persist_noclobber(&file).map_err(|error| unusable(&error.error))?;
    sync(data).map_err(|error| unusable(&error))?;
    Ok(backup)
}

/// Renames a database file and its write-ahead log, which contains changes that are not yet in the database
/// file. The log must not remain: SQLite would apply it to the next database of this name.
fn set_aside(file: &Path) -> std::io::Result<()> {
    let aside = beside(file, ".replaced");
    for end in ["-wal", "-shm", ""] {
        ignore_missing(std::fs::remove_file(beside(&aside, end)))?;
    }
    ignore_missing(std::fs::rename(beside(file, "-wal"), beside(&aside, "-wal")))?;
    ignore_missing(std::fs::remove_file(beside(file, "-shm")))?;
    ignore_missing(std::fs::rename(file, &aside))
}

/// Converts the error for a missing file to success.
fn ignore_missing(done: std::io::Result<()>) -> std::io::Result<()> {
    match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Prefix and suffix of the names of backup files that are not complete yet.
const PART: (&str, &str) = (".zashiki-", ".part");

/// Returns true if this is the name of a backup file that is not complete yet.
pub(crate) fn is_unfinished(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PART.0) && name.ends_with(PART.1))
}

/// Creates a file that only its owner may read. It is removed when dropped, unless it is persisted under
/// another name.
fn part_in(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(PART.0).suffix(PART.1).tempfile_in(folder)
}

/// Writes a folder's list of entries to disk, so that a renamed file survives a crash.
fn sync(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// The reason why a file cannot be used as a backup.
enum BackupError {
    /// The file is damaged; the string is SQLite's message.
    Broken(String),
    /// The file is a complete database of another application.
    Foreign,
    /// The file was written by a newer version of this program.
    Newer,
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Broken(error.to_string())
    }
}

/// Checks that the file is a complete database with a schema that this program knows. It writes nothing, not
/// even SQLite's auxiliary files.
async fn examine(file: &Path) -> Result<Backup, BackupError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    let mut database = options.connect().await?;
    let found: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut database).await?;
    if found != ["ok"] {
        return Err(BackupError::Broken(found.into_iter().next().unwrap_or_default()));
    }
    if !sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut database).await?.is_empty() {
        return Err(BackupError::Broken("foreign keys".to_owned()));
    }
    check_schema(&mut database).await?;
    let count = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM changes)";
    let (tables, changes): (i64, i64) = sqlx::query_as(count).fetch_one(&mut database).await?;
    database.close().await?;
    Ok(Backup { tables: tables.cast_unsigned(), changes: changes.cast_unsigned() })
}

/// Returns an error if the database is not one of this program, or a newer program has changed its schema.
async fn check_schema(database: &mut SqliteConnection) -> Result<(), BackupError> {
    let is_zashiki = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')";
    if !sqlx::query_scalar(is_zashiki).fetch_one(&mut *database).await? {
        return Err(BackupError::Foreign);
    }
    let applied = "SELECT version, checksum FROM _sqlx_migrations WHERE success";
    let applied: Vec<(i64, Vec<u8>)> = sqlx::query_as(applied).fetch_all(database).await?;
    if applied.is_empty() {
        return Err(BackupError::Foreign);
    }
    let migrator = migrations::sqlite();
    let knows = |(version, checksum): &(i64, Vec<u8>)| {
        migrator.iter().any(|each| each.version == *version && *each.checksum == checksum[..])
    };
    if applied.iter().all(knows) { Ok(()) } else { Err(BackupError::Newer) }
}

impl BackupError {
    /// The error message for the backup file `file`.
    fn of(self, file: &Path) -> InputError {
        let file = file.display();
        let text = match self {
            BackupError::Broken(why) => text!(
                "「{file}」は完全な座敷のデータベースではありません({why})。別のバックアップを使ってください。何も変えていません。",
                "\"{file}\" is not a complete Zashiki database ({why}); use another backup. Nothing was changed."
            ),
            BackupError::Foreign => text!(
                "「{file}」は座敷のデータベースではありません。zashiki backup で作ったファイルを指定してください。何も変えていません。",
                "\"{file}\" is not a Zashiki database; give a file made by zashiki backup. Nothing was changed."
            ),
            BackupError::Newer => {
                let ours = program::version();
                text!(
                    "「{file}」は、このプログラム({ours})より新しい版の座敷が書いたものです。その版のプログラムを使ってください。何も変えていません。",
                    "\"{file}\" was written by a newer Zashiki than this one ({ours}); use that version. Nothing was changed."
                )
            }
        };
        text.into()
    }
}

fn no_database(file: &Path) -> InputError {
    let file = file.display();
    text!(
        "データベース「{file}」がありません。--data-dir にサーバーのデータフォルダーを指定してください。",
        "There is no database \"{file}\"; give the server's data folder with --data-dir."
    )
    .into()
}

fn exists(file: &Path) -> InputError {
    let file = file.display();
    text!(
        "「{file}」はすでにあります。上書きはしないので、別の名前を指定してください。",
        "\"{file}\" already exists and is not overwritten; give another name."
    )
    .into()
}

fn not_empty(file: &Path) -> InputError {
    let file = file.display();
    text!(
        "データベース「{file}」がすでにあります。入れ替えるなら --replace を付けてください(いまのものは zashiki.db.replaced として残します)。何も変えていません。",
        "The database \"{file}\" already exists. To replace it, add --replace; the old one is kept as zashiki.db.replaced. Nothing was changed."
    )
    .into()
}

fn has_log(file: &Path) -> InputError {
    let file = file.display();
    text!(
        "「{file}」の隣に「{file}-wal」があり、これだけでは完全ではありません。zashiki backup で作ったファイルを指定してください。何も変えていません。",
        "\"{file}\" is incomplete without \"{file}-wal\" beside it; give a file made by zashiki backup. Nothing was changed."
    )
    .into()
}

fn cannot_read(file: &Path, why: &LocalizedText) -> InputError {
    let file = file.display();
    text!(
        "「{file}」を読めません({why})。ファイルの名前と場所を確かめてください。",
        "\"{file}\" cannot be read ({why}); check its name and folder.",
        why
    )
    .into()
}

pub(crate) fn cannot_write(file: &Path, why: &LocalizedText) -> InputError {
    let file = file.display();
    text!(
        "バックアップを「{file}」に書けません({why})。書き込める場所と十分な空き容量を用意してください。",
        "The backup cannot be written to \"{file}\" ({why}); give a writable folder with free space.",
        why
    )
    .into()
}

fn not_copied(from: &Path, to: &Path, why: &sqlx::Error) -> InputError {
    let (from, to) = (from.display(), to.display());
    text!(
        "「{from}」を「{to}」に写せません({why})。権限と空き容量を確かめてください。",
        "\"{from}\" cannot be copied to \"{to}\" ({why}); check the permissions of both and that there is free space."
    )
    .into()
}
