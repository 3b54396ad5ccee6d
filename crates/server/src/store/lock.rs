//! The lock on a data folder: servers share it, while a program that replaces the database holds it
//! exclusively. The operating system releases it when the process ends, even after a crash.

use std::path::Path;

use zashiki_core::InputError;

/// A lock on a data folder that is released when it is dropped.
#[derive(Debug)]
pub(super) struct DatabaseLock {
    #[cfg(unix)]
    _folder: std::fs::File,
}

#[cfg(unix)]
impl DatabaseLock {
    /// Acquires the shared lock, for a server.
    ///
    /// # Errors
    /// Returns an error if another program holds the exclusive lock.
    pub(super) fn shared(folder: &Path) -> Result<DatabaseLock, InputError> {
        DatabaseLock::lock(folder, std::fs::File::try_lock_shared).map_err(|()| {
            let folder = folder.display();
            InputError::new(
                format!(
                    "データフォルダー「{folder}」は、いまほかのプログラムが入れ替えています(zashiki restore)。終わってからもう一度始めてください。"
                ),
                format!(
                    "The data folder \"{folder}\" is being replaced by another program (zashiki restore); start again when it has ended."
                ),
            )
        })
    }

    /// Acquires the exclusive lock, for a program that replaces the database.
    ///
    /// # Errors
    /// Returns an error if a server runs on the folder.
    pub(super) fn alone(folder: &Path) -> Result<DatabaseLock, InputError> {
        DatabaseLock::lock(folder, std::fs::File::try_lock).map_err(|()| {
            let folder = folder.display();
            InputError::new(
                format!(
                    "データフォルダー「{folder}」では、サーバーが動いています。サーバーを終了してからもう一度お試しください。何も変えていません。"
                ),
                format!(
                    "A server runs on the data folder \"{folder}\"; stop it first. Nothing was changed."
                ),
            )
        })
    }

    fn lock(
        folder: &Path,
        lock: fn(&std::fs::File) -> Result<(), std::fs::TryLockError>,
    ) -> Result<DatabaseLock, ()> {
        // Other errors of the folder are reported when the database is opened.
        let folder = std::fs::File::open(folder).map_err(|_| ())?;
        match lock(&folder) {
            Err(std::fs::TryLockError::WouldBlock) => Err(()),
            // Some file systems do not support locks; there the operator must prevent conflicts.
            Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(DatabaseLock { _folder: folder }),
        }
    }
}

/// Implementation for systems without folder locks, where the operator must prevent conflicts.
#[cfg(not(unix))]
impl DatabaseLock {
    pub(super) fn shared(_: &Path) -> Result<DatabaseLock, InputError> {
        Ok(DatabaseLock {})
    }

    pub(super) fn alone(_: &Path) -> Result<DatabaseLock, InputError> {
        Ok(DatabaseLock {})
    }
}
