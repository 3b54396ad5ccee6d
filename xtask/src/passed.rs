//! The digests of the inputs with which each part of the test run last passed, stored in `target/passed`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::parts::{Part, Scope};
use crate::run::{listed, root};

/// Digests by input. An input is a path in the repository, or a name that begins with a colon.
pub type Inputs = BTreeMap<String, String>;

/// The inputs now, and those with which each part last passed.
pub struct Passed {
    folder: PathBuf,
    /// Digests of the repository's files; `None` outside a Git repository.
    files: Option<Inputs>,
    /// Cached digests of programs, by path, modification time and length.
    programs: Mutex<BTreeMap<String, String>>,
    /// True if all parts are to run, even if no input has changed.
    all: bool,
}

impl Passed {
    /// Reads the files of the repository. If `all` is true, all parts are to run.
    pub fn new(all: bool) -> Passed {
        let folder = root().join("target/passed");
        let files = listed(&["."]).map(|names| {
            let digest = |name: String| {
                // A listed file that does not exist has no content.
                let content = fs::read(root().join(&name)).unwrap_or_default();
                (name, hex(&Sha256::digest(content)))
            };
            names.into_iter().map(digest).collect()
        });
        let programs = Mutex::new(read(&folder.join("digests of programs")).unwrap_or_default());
        Passed { folder, files, programs, all }
    }

    /// The tests of a part that have to run. `others` are its inputs outside the repository.
    pub fn scope(&self, part: &Part, others: &Inputs) -> Scope {
        let passed = read(&self.folder.join(part.name()));
        match (passed, self.inputs(others)) {
            (Some(passed), Some(now)) if !self.all => part.scope(&changed(&passed, &now)),
            _ => Scope::Everything,
        }
    }

    /// Stores that a part has passed with the present files and these other inputs.
    pub fn remember(&self, part: &Part, others: &Inputs) -> Result<()> {
        match self.inputs(others) {
            Some(inputs) => write(&self.folder.join(part.name()), &inputs),
            None => Ok(()),
        }
    }

    fn inputs(&self, others: &Inputs) -> Option<Inputs> {
        let mut inputs = self.files.clone()?;
        inputs.extend(others.clone());
        Some(inputs)
    }

    /// One digest of the contents of all these programs.
    pub fn digest_of(&self, programs: &[&Path]) -> Result<String> {
        let mut all = Sha256::new();
        for program in programs {
            all.update(self.digest(program)?);
        }
        Ok(hex(&all.finalize()))
    }

    fn digest(&self, program: &Path) -> Result<String> {
        let about = program.metadata().with_context(|| program.display().to_string())?;
        let time = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let key = format!("{} {time} {}", program.display(), about.len());
        let known = |programs: &BTreeMap<String, String>| programs.get(&key).cloned();
        if let Some(known) = self.programs.lock().ok().and_then(|programs| known(&programs)) {
            return Ok(known);
        }
        let digest = hex(&Sha256::digest(fs::read(program)?));
        if let Ok(mut programs) = self.programs.lock() {
            programs.retain(|key, _| !key.starts_with(&format!("{} ", program.display())));
            programs.insert(key, digest.clone());
            write(&self.folder.join("digests of programs"), &programs)?;
        }
        Ok(digest)
    }
}

/// The inputs whose digests differ.
fn changed(passed: &Inputs, now: &Inputs) -> BTreeSet<String> {
    let names = passed.keys().chain(now.keys());
    names.filter(|name| passed.get(*name) != now.get(*name)).cloned().collect()
}

/// Reads a file of lines, each a digest or a version, a tab, and the name of the input. Versions and
/// names may contain blanks.
fn read(path: &Path) -> Option<Inputs> {
    let text = fs::read_to_string(path).ok()?;
    let pairs = text.lines().map(|line| line.split_once('\t'));
    pairs.map(|pair| pair.map(|(digest, name)| (name.to_owned(), digest.to_owned()))).collect()
}

fn write(path: &Path, inputs: &Inputs) -> Result<()> {
    let lines: String = inputs.iter().map(|(name, digest)| format!("{digest}\t{name}\n")).collect();
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    Ok(fs::write(path, lines)?)
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(pairs: &[(&str, &str)]) -> Inputs {
        pairs.iter().map(|(name, digest)| ((*name).to_owned(), (*digest).to_owned())).collect()
    }

    #[test]
    fn added_removed_and_modified_files_have_changed() {
        let passed = inputs(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let now = inputs(&[("a", "1"), ("b", "9"), ("d", "4")]);
        let expected = ["b", "c", "d"].map(str::to_owned).into();
        assert_eq!(changed(&passed, &now), expected);
    }

    #[test]
    fn a_part_that_passed_runs_again_only_after_a_change_of_its_inputs() {
        let folder = std::env::temp_dir().join(format!("zashiki-passed-{}", std::process::id()));
        let passed = |file: &str, all: bool| Passed {
            folder: folder.clone(),
            files: Some(inputs(&[("web/src/main.ts", file), ("docs/reference/bots.md", "1")])),
            programs: Mutex::default(),
            all,
        };
        let node = |version: &str| inputs(&[(":node", version)]);
        let part = Part::PageLints;
        assert_eq!(passed("1", false).scope(&part, &node("20")), Scope::Everything);
        passed("1", false).remember(&part, &node("20")).unwrap();
        assert_eq!(passed("1", false).scope(&part, &node("20")), Scope::Nothing);
        assert_eq!(passed("1", false).scope(&part, &node("22")), Scope::Everything);
        assert_eq!(passed("2", false).scope(&part, &node("20")), Scope::Everything);
        assert_eq!(passed("1", true).scope(&part, &node("20")), Scope::Everything);
        // Programs print their names before their versions.
        passed("1", false).remember(&part, &node("Node 20")).unwrap();
        assert_eq!(passed("1", false).scope(&part, &node("Node 20")), Scope::Nothing);

        // The digest of a program depends on its content alone.
        let program = folder.join("program");
        fs::write(&program, "one").unwrap();
        let first = passed("1", false).digest_of(&[&program]).unwrap();
        fs::write(&program, "two").unwrap();
        let second = passed("1", false).digest_of(&[&program]).unwrap();
        fs::write(&program, "one").unwrap();
        assert_ne!(first, second);
        assert_eq!(passed("1", false).digest_of(&[&program]).unwrap(), first);
        fs::remove_dir_all(folder).unwrap();
    }
}
