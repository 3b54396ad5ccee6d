//! Checks of the data folder, and the error messages for databases that cannot be opened.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use session::program;
use sqlx::migrate::MigrateError;
use zashiki_core::{InputError, LocalizedText, text};

use crate::ids;
use crate::store::migrations;
use crate::system;

/// Creates the folder, and tests that a file can be written and synced there. Merely opening an existing
/// database would not detect a full disk or a read-only folder.
///
/// # Errors
/// Returns the cause, as part of a sentence.
pub(super) fn probe(folder: &Path) -> Result<(), LocalizedText> {
    private_folder(folder)?;
    let file = folder.join(format!(".probe-{}", ids::secret::<8>()));
    let wrote = std::fs::File::create_new(&file).and_then(|mut probe| {
        probe.write_all(&[0; 8192])?;
        probe.sync_all()
    });
    let removed = std::fs::remove_file(&file);
    wrote.and(removed).map_err(|error| system::why(&error))
}

/// Creates a folder that only its owner may enter. A folder that already exists is not changed.
///
/// # Errors
/// Returns the cause, as part of a sentence.
pub(crate) fn private_folder(folder: &Path) -> Result<(), LocalizedText> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).map_err(|error| {
        // The folders above would have been created as well, so none is missing: the nearest existing one
        // does not accept new folders.
        let all = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        match all.ancestors().skip(1).find(|above| above.is_dir()) {
            Some(above) if error.kind() == std::io::ErrorKind::NotFound => {
                let above = above.display();
                text!(
                    "「{above}」の中にフォルダーを作れません",
                    "no folder can be created in \"{above}\""
                )
            }
            _ => system::why(&error),
        }
    })
}

/// Creates the file so that only its owner may read it, because the database contains the seeds of matches in
/// progress. SQLite gives its auxiliary files the same permissions.
pub(super) fn only_ours(file: &Path) -> std::io::Result<()> {
    let mut open = std::fs::OpenOptions::new();
    open.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        open.mode(0o600).open(file)?.set_permissions(std::fs::Permissions::from_mode(0o600))
    }
    #[cfg(not(unix))]
    open.open(file).map(drop)
}

/// The reason why a database cannot be opened.
#[derive(Clone, Copy)]
pub(super) enum OpenError {
    /// The database's schema has this version, which is newer than this program knows.
    Newer(i64),
    Broken,
    Other,
}

pub(super) fn trouble(error: &sqlx::Error) -> OpenError {
    match error {
        sqlx::Error::Migrate(error) => match error.as_ref() {
            MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version) => {
                OpenError::Newer(*version)
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                trouble(error)
            }
            _ => OpenError::Other,
        },
        // SQLITE_CORRUPT and SQLITE_NOTADB; the upper bits hold extended codes.
        sqlx::Error::Database(error) => {
            let code = error.code().and_then(|code| code.parse::<i32>().ok());
            match code.map(|code| code & 0xff) {
                Some(11 | 26) => OpenError::Broken,
                _ => OpenError::Other,
            }
        }
        _ => OpenError::Other,
    }
}

pub(super) fn newer(file: &Path, schema: i64) -> InputError {
    let (file, ours) = (shown(file), program::version());
    let known = migrations::sqlite().iter().len();
    InputError::new(
        format!(
            "データベース「{file}」は、このプログラム({ours}、スキーマ{known}まで)より新しい版の座敷が書いたものです(スキーマ{schema})。その版のプログラムで開くか、前のバックアップを戻すか、--data-dir で別のフォルダーを指定してください。何も変えていません。docs/guides/upgrading.md を見てください。"
        ),
        format!(
            "The database \"{file}\" was written by a newer Zashiki (schema {schema}) than this one ({ours}, schema {known}). Open it with that version, restore an earlier backup, or give another folder with --data-dir; see docs/guides/upgrading.md. Nothing was changed."
        ),
    )
}

pub(super) fn broken(file: &Path, why: &dyn Display) -> InputError {
    let file = shown(file);
    InputError::new(
        format!(
            "「{file}」は壊れているか、座敷のデータベースではありません({why})。バックアップを同じ名前で戻すか(-wal と -shm は消します)、--data-dir で別のフォルダーを指定してください。"
        ),
        format!(
            "\"{file}\" is damaged or not a Zashiki database ({why}). Replace it by a backup (and delete the -wal and -shm files beside it), or give another folder with --data-dir."
        ),
    )
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

pub(super) fn unusable(path: &Path, why: &LocalizedText) -> InputError {
    let path = shown(path);
    let text = text!(
        "データフォルダー「{path}」を使えません({why})。書き込めるフォルダーと十分な空き容量を用意するか、--data-dir で別のフォルダーを指定してください。",
        "The data folder \"{path}\" cannot be used ({why}). Make it a writable folder with free space on its disk, or give another one with --data-dir.",
        why
    );
    text.into()
}
