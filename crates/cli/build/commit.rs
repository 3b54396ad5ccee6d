//! Finds the commit of a repository, to be used as build metadata of a version (Semantic Versioning 2.0,
//! section 10).

use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of characters of the abbreviated commit hash.
const HASH: usize = 10;

/// The number of commits up to the current one and its hash, such as `1234.abcdef0123`. In a repository
/// with incomplete history, the hash alone. `None` outside a repository, or if git is not installed.
pub fn of(folder: &Path) -> Option<String> {
    let hash = git(folder, &["rev-parse", "HEAD"])?;
    let hash = hash.get(..HASH)?;
    let is_shallow = git(folder, &["rev-parse", "--is-shallow-repository"])? != "false";
    let count = if is_shallow { None } else { git(folder, &["rev-list", "--count", "HEAD"]) };
    Some(count.map_or_else(|| hash.to_owned(), |count| format!("{count}.{hash}")))
}

/// The files of the repository that change when another commit becomes the current one; the build
/// watches them.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let branch = git(folder, &["rev-parse", "--symbolic-full-name", "HEAD"]);
    let names = ["HEAD", "logs/HEAD", "packed-refs"].into_iter().map(str::to_owned).chain(branch);
    let paths = names.filter_map(|name| git(folder, &["rev-parse", "--git-path", &name]));
    paths.map(|path| folder.join(path)).filter(|path| path.is_file()).collect()
}

/// Returns true if the text is valid as build metadata of a version.
pub fn is_metadata(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.split('.').all(is_part)
}

/// Runs git in the folder and returns its output; `None` on failure.
fn git(folder: &Path, words: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned())
}
