//! Tests of the program's version and of the commit in it.

#[path = "../../build/commit.rs"]
mod commit;

use std::path::Path;
use std::process::Command;

use crate::common::{Folder, command};

fn git(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words);
    for (name, value) in [
        ("GIT_AUTHOR_NAME", "A"),
        ("GIT_AUTHOR_EMAIL", "a@example.org"),
        ("GIT_COMMITTER_NAME", "A"),
        ("GIT_COMMITTER_EMAIL", "a@example.org"),
    ] {
        command.env(name, value);
    }
    let output = command.output().expect("git");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_version_has_the_number_of_commits_and_the_hash() {
    let folder = Folder::new("commits");
    let (whole, part) = (folder.0.join("whole"), folder.0.join("part"));
    std::fs::create_dir(&whole).unwrap();
    git(&whole, &["init", "--quiet"]);
    assert_eq!(commit::of(&whole), None, "nothing was committed yet");
    for number in 1..=3 {
        git(&whole, &["commit", "--quiet", "--allow-empty", "--message", "one"]);
        let hash = git(&whole, &["rev-parse", "HEAD"]);
        assert_eq!(commit::of(&whole), Some(format!("{number}.{}", &hash[..10])));
    }
    // What is watched changes with each commit.
    let read = || commit::files(&whole).iter().map(|file| std::fs::read(file).unwrap()).collect();
    let before: Vec<Vec<u8>> = read();
    git(&whole, &["commit", "--quiet", "--allow-empty", "--message", "another"]);
    assert_ne!(before, read());
    // A history that is cut off cannot be counted.
    let from = format!("file://{}", whole.display());
    git(&folder.0, &["clone", "--quiet", "--depth", "1", &from, part.to_str().unwrap()]);
    let hash = git(&part, &["rev-parse", "HEAD"]);
    assert_eq!(commit::of(&part), Some(hash[..10].to_owned()));
    for (text, is) in
        [("12.abc", true), ("a-b", true), ("", false), ("a..b", false), ("a b", false)]
    {
        assert_eq!(commit::is_metadata(text), is, "{text}");
    }
}

/// The program prints the same version everywhere. It contains the commit if the program was built with
/// one.
#[test]
fn the_program_prints_its_version() {
    let output = command(&["--version"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let version = said.lines().next().unwrap().strip_prefix("zashiki ").unwrap();
    let (plain, metadata) = version.split_once('+').unwrap_or((version, "debug"));
    assert_eq!(plain, env!("CARGO_PKG_VERSION"));
    assert!(commit::is_metadata(metadata), "{version}");
    // The schemas are those of the files.
    let count = |of: &str| {
        let migrations =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/migrations").join(of);
        std::fs::read_dir(migrations).unwrap().count()
    };
    let sqlite = format!("\nschemas: SQLite {}", count("sqlite"));
    let both = format!("{sqlite}, PostgreSQL {}\n", count("postgres"));
    assert!(said.contains(&both) || said.contains(&format!("{sqlite}\n")), "{said}");
}
