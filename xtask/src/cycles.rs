//! Cycles among the modules of each crate. Modules that import each other can only be read, tested
//! and moved together.
//!
//! # The rule
//!
//! Module A depends on module B when the source of A names an item that B declares: in a `use`, in a
//! path (`crate::b::f()`, `super::f()`), or in an attribute (`#[serde(with = "crate::b")]`).
//!
//! - Re-exports are followed: `crate::Item` with `pub use b::Item` in `lib.rs` is a dependency on `b`,
//!   not on the crate root. A module on the way to an item does not count either: `crate::a::b::Item`
//!   is a dependency on `a::b` alone.
//! - A module may declare its children (`mod b;`) and re-export their items (`pub use b::Item`) without
//!   depending on them. It depends on a child when its own code uses an item of the child.
//! - Code under `#[cfg(test)]` and comments do not count. Neither do the modules of integration tests,
//!   benchmarks and examples.
//! - An inline module (`mod name { … }`) is part of the module whose file contains it.
//!
//! A cycle is a strongly connected component of two or more modules.

mod modules;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::run::root;
use modules::{Id, Mention, Modules};

/// Maximum number of places printed for each dependency.
const SHOWN: usize = 5;

/// The dependencies (from, to) between the modules of a target, each with its places in the source.
type Dependencies = BTreeMap<(Id, Id), Vec<Mention>>;

/// The modules of one Cargo target (library or program) and their cycles.
struct Target {
    /// The name of the package.
    package: String,
    modules: Modules,
    dependencies: Dependencies,
    /// The cycles, each as the list of its modules.
    cycles: Vec<Vec<Id>>,
}

impl Target {
    fn new(package: &str, modules: Modules) -> Target {
        let dependencies = dependencies(&modules);
        let cycles = cycles(modules.all.len(), &dependencies);
        Target { package: package.to_owned(), modules, dependencies, cycles }
    }

    /// The number of modules that are in a cycle.
    fn in_cycles(&self) -> usize {
        self.cycles.iter().map(Vec::len).sum()
    }

    /// Describes the target's cycles, with the dependencies that cause them.
    fn report(&self) -> String {
        let name = |id: Id| self.modules.all[id].path.as_str();
        let files = self.modules.all.iter().enumerate().filter(|(id, it)| it.owner == *id).count();
        let mut out = String::new();
        let root = self.modules.all[0].file.display();
        let count = self.in_cycles();
        let _ = writeln!(out, "{}: {count} of {files} modules in cycles ({root})", self.package);
        for cycle in &self.cycles {
            let names: Vec<&str> = cycle.iter().map(|id| name(*id)).collect();
            let _ = writeln!(out, "  cycle of {}: {}", cycle.len(), names.join(", "));
            for ((from, to), mentions) in &self.dependencies {
                if !cycle.contains(from) || !cycle.contains(to) {
                    continue;
                }
                let _ = writeln!(out, "    {} -> {}", name(*from), name(*to));
                let file = self.modules.all[*from].file.display();
                for Mention { path, line } in mentions.iter().take(SHOWN) {
                    let _ = writeln!(out, "      {file}:{line}: {}", path.join("::"));
                }
                if mentions.len() > SHOWN {
                    let _ = writeln!(out, "      and {} more", mentions.len() - SHOWN);
                }
            }
        }
        out
    }
}

/// `cargo xtask cycles`: prints the cycles of these packages, or of all; `--check` fails if there is any.
pub fn print(packages: &[&str]) -> Result<()> {
    if packages == ["--check"] {
        return check();
    }
    let targets = targets()?;
    if let Some(unknown) =
        packages.iter().find(|name| targets.iter().all(|target| target.package != **name))
    {
        bail!("no package of the workspace is called {unknown}");
    }
    let chosen = targets
        .iter()
        .filter(|target| packages.is_empty() || packages.contains(&target.package.as_str()));
    // A reader that closes the pipe early (`| head`) is no error.
    let _ = std::io::stdout().write_all(chosen.map(Target::report).collect::<String>().as_bytes());
    Ok(())
}

/// Fails if any module is in a cycle, and prints the cycles.
pub fn check() -> Result<()> {
    let reports = reports(&targets()?);
    if reports.is_empty() { Ok(()) } else { bail!("module cycles\n{reports}") }
}

/// The reports of the targets with cycles.
fn reports(targets: &[Target]) -> String {
    targets.iter().filter(|target| target.in_cycles() > 0).map(Target::report).collect()
}

/// Reads the libraries and programs of all packages of the workspace.
fn targets() -> Result<Vec<Target>> {
    let root = root();
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))?;
    let mut targets = Vec::new();
    for folder in members(&manifest) {
        let manifest = std::fs::read_to_string(root.join(folder).join("Cargo.toml"))
            .with_context(|| format!("{folder}/Cargo.toml"))?;
        let package = package(&manifest).with_context(|| format!("{folder} has no name"))?;
        for file in roots(&root.join(folder))? {
            let file = file.strip_prefix(&root).unwrap_or(&file);
            let read = |path: &Path| std::fs::read_to_string(root.join(path)).ok();
            targets.push(Target::new(package, Modules::read(file, &read)?));
        }
    }
    Ok(targets)
}

/// The folders of the members of the workspace.
fn members(manifest: &str) -> Vec<&str> {
    let list = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let quoted = list.map_or("", |(list, _)| list).split('"');
    quoted.skip(1).step_by(2).collect()
}

/// The name of a package in its manifest.
fn package(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("name = \""))?;
    line.strip_suffix('"')
}

/// The root files of a package's library and programs.
fn roots(folder: &Path) -> Result<Vec<PathBuf>> {
    let source = folder.join("src");
    let mut found = vec![source.join("lib.rs"), source.join("main.rs")];
    found.retain(|file| file.is_file());
    if source.join("bin").is_dir() {
        for entry in std::fs::read_dir(source.join("bin"))? {
            let path = entry?.path();
            found.extend((path.extension().is_some_and(|it| it == "rs")).then_some(path));
        }
    }
    found.sort();
    Ok(found)
}

fn dependencies(modules: &Modules) -> Dependencies {
    let mut found = Dependencies::new();
    for (id, module) in modules.all.iter().enumerate() {
        let mut add = |declared_in: Option<Id>, mention: &Mention| {
            let Some(to) = declared_in.map(|to| modules.all[to].owner) else { return };
            if to != module.owner {
                found.entry((module.owner, to)).or_default().push(mention.clone());
            }
        };
        for import in &module.imports {
            let target = modules.resolve(id, &import.mention.path);
            match (&import.name, target.module) {
                (Some(name), _) => {
                    let to = target.item;
                    let is_of_child = to.is_some_and(|to| modules.is_descendant(to, id));
                    if !(import.is_reexport && is_of_child) || module.names.contains(name) {
                        add(to, &import.mention);
                    }
                }
                // All names of a module: those that occur here.
                (None, Some(all_of)) => {
                    for name in &module.names {
                        let mut mention = import.mention.clone();
                        mention.path.push(name.clone());
                        add(modules.find(all_of, name).item, &mention);
                    }
                }
                // All variants of an enum.
                (None, None) => add(target.item, &import.mention),
            }
        }
        for mention in &module.paths {
            add(modules.resolve(id, &mention.path).item, mention);
        }
    }
    for mentions in found.values_mut() {
        mentions.sort();
        mentions.dedup();
    }
    found
}

/// The strongly connected components of two or more modules, by Tarjan's algorithm.
fn cycles(count: usize, dependencies: &Dependencies) -> Vec<Vec<Id>> {
    let mut search = Search {
        next: vec![Vec::new(); count],
        index: vec![None; count],
        low: vec![0; count],
        stack: Vec::new(),
        visited: 0,
        found: Vec::new(),
    };
    for (from, to) in dependencies.keys() {
        search.next[*from].push(*to);
    }
    for id in 0..count {
        if search.index[id].is_none() {
            search.visit(id);
        }
    }
    search.found.sort();
    search.found
}

/// The state of Tarjan's algorithm, with lists indexed by module.
struct Search {
    next: Vec<Vec<Id>>,
    /// The position of each module in the order of visits; `None` before its visit.
    index: Vec<Option<usize>>,
    /// The lowest position that is reachable from each module.
    low: Vec<usize>,
    stack: Vec<Id>,
    visited: usize,
    found: Vec<Vec<Id>>,
}

impl Search {
    fn visit(&mut self, id: Id) {
        self.index[id] = Some(self.visited);
        self.low[id] = self.visited;
        self.visited += 1;
        self.stack.push(id);
        for to in self.next[id].clone() {
            match self.index[to] {
                None => {
                    self.visit(to);
                    self.low[id] = self.low[id].min(self.low[to]);
                }
                Some(index) if self.stack.contains(&to) => {
                    self.low[id] = self.low[id].min(index);
                }
                Some(_) => {}
            }
        }
        if self.index[id] == Some(self.low[id]) {
            let start = self.stack.iter().rposition(|it| *it == id).unwrap_or_default();
            let mut component = self.stack.split_off(start);
            component.sort_unstable();
            if component.len() > 1 {
                self.found.push(component);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test target that consists of these files, each a path in `src` and its content.
    fn target(files: &[(&str, &str)]) -> Target {
        let read = |path: &Path| {
            let file = files.iter().find(|(name, _)| path == Path::new("src").join(name))?;
            Some(file.1.to_owned())
        };
        let modules = Modules::read(Path::new("src/lib.rs"), &read).expect("all files are there");
        Target::new("fixture", modules)
    }

    /// The cycles in these files, each as the list of its modules' names.
    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let target = target(files);
        let name = |id: &Id| target.modules.all[*id].path.clone();
        target.cycles.iter().map(|cycle| cycle.iter().map(name).collect()).collect()
    }

    fn names(names: &[&str]) -> Vec<Vec<String>> {
        vec![names.iter().map(|name| (*name).to_owned()).collect()]
    }

    const NONE: Vec<Vec<String>> = Vec::new();

    #[test]
    fn modules_that_import_each_other_are_a_cycle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "pub struct B; fn f() { super::a::A::new(); }"),
            ("c.rs", "use crate::{a::A, b::{self, B}}; fn f() { b::g(); }"),
        ];
        assert_eq!(found(&files), names(&["crate::a", "crate::b"]));
        let report = target(&files).report();
        let expected = "fixture: 2 of 4 modules in cycles (src/lib.rs)\n\
            \x20 cycle of 2: crate::a, crate::b\n\
            \x20   crate::a -> crate::b\n\
            \x20     src/a.rs:1: crate::b::B\n\
            \x20   crate::b -> crate::a\n\
            \x20     src/b.rs:1: super::a::A::new\n";
        assert_eq!(report, expected);
    }

    #[test]
    fn imports_in_one_direction_are_no_cycle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; use crate::c::*; const X: C = C;"),
            ("b.rs", "use super::c::C; pub struct B;"),
            ("c.rs", "use std::fmt; pub struct C; impl fmt::Display for C {}"),
        ];
        assert_eq!(found(&files), NONE);
    }

    #[test]
    fn a_reexport_leads_to_the_module_that_declares_the_item() {
        let files = |b| {
            [
                ("lib.rs", "mod a; mod b; pub use a::A; pub use b::{B as Better, *};"),
                ("a.rs", "use crate::Better; pub struct A;"),
                ("b.rs", b),
            ]
        };
        assert_eq!(found(&files("pub struct B;")), NONE);
        let cycle = names(&["crate::a", "crate::b"]);
        assert_eq!(found(&files("use crate::A; pub struct B;")), cycle);
        assert_eq!(found(&files("use crate::*; pub struct B(A);")), cycle);
        assert_eq!(found(&files("pub struct B(crate::A);")), cycle);
        assert_eq!(found(&files("#[serde(with = \"crate::A\")] pub struct B;")), cycle);
        assert_eq!(found(&files("use crate::*; pub struct B;")), NONE);
    }

    #[test]
    fn an_alias_of_a_module_leads_to_its_items() {
        let files = |b| {
            [
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b as other; pub fn f() { other::g() }"),
                ("b.rs", b),
            ]
        };
        assert_eq!(found(&files("use crate::a; pub fn g() {}")), NONE);
        let cycle = names(&["crate::a", "crate::b"]);
        assert_eq!(found(&files("use crate::a; pub fn g() { a::f() }")), cycle);
    }

    #[test]
    fn a_module_and_an_item_may_have_the_same_name() {
        let files = |b| [("lib.rs", "mod a; mod b; fn a() { b::f() }"), ("a.rs", ""), ("b.rs", b)];
        assert_eq!(found(&files("use crate::a::{self}; pub fn f() {}")), NONE);
        assert_eq!(found(&files("pub fn f() { crate::a() }")), names(&["crate", "crate::b"]));
    }

    #[test]
    fn a_parent_depends_on_a_child_only_by_its_own_code() {
        let files =
            |a| [("lib.rs", "mod a;"), ("a/mod.rs", a), ("a/b.rs", "use super::A; fn f() {}")];
        let cycle = names(&["crate::a", "crate::a::b"]);
        assert_eq!(found(&files("mod b; pub use b::f; pub struct A;")), NONE);
        assert_eq!(found(&files("mod b; pub(crate) use b::f; pub struct A;")), NONE);
        assert_eq!(found(&files("mod b; pub use b::f; pub struct A; fn g() { f() }")), cycle);
        assert_eq!(found(&files("mod b; pub struct A; fn g() { b::f() }")), cycle);
        assert_eq!(found(&files("mod b; use b::f as _; pub struct A;")), cycle);
    }

    #[test]
    fn tests_and_comments_do_not_count() {
        let files = |b| [("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B;"), ("b.rs", b)];
        for b in [
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
            "#[cfg(test)] use crate::{a::A}; pub struct B;",
            "pub struct B; #[cfg(test)] #[test] fn t() { crate::a::f(); }",
            "/// [`crate::a::A`] /* crate::a::A */\npub struct B; // crate::a::A",
            "pub struct B; const TEXT: &str = \"use crate::a::A;\";",
            "#![cfg(test)] use crate::a::A; pub struct B;",
        ] {
            assert_eq!(found(&files(b)), NONE, "{b}");
        }
        let after = "#[cfg(test)] mod tests { fn f() {} } use crate::a::A; pub struct B;";
        assert_eq!(found(&files(after)).len(), 1);
    }

    #[test]
    fn an_inline_module_is_part_of_its_file() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::inner::B; pub struct A;"),
            ("b.rs", "pub mod inner { use super::super::a::A; pub struct B; }"),
        ];
        assert_eq!(found(&files), names(&["crate::a", "crate::b"]));
    }

    #[test]
    fn an_exported_macro_belongs_to_its_module() {
        let files = [
            ("lib.rs", "#[macro_use] mod a; mod b;"),
            ("a.rs", "#[macro_export] macro_rules! m { () => { $crate::b::B } }"),
            ("b.rs", "pub struct B; fn f() { crate::m!(); }"),
        ];
        assert_eq!(found(&files), names(&["crate::a", "crate::b"]));
    }

    #[test]
    fn a_target_with_a_cycle_is_reported() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::A;"),
        ];
        let targets = [target(&files)];
        assert!(reports(&targets).starts_with("fixture: 2 of"));
        assert_eq!(reports(&[]), "");
    }

    #[test]
    fn every_crate_of_the_workspace_is_read() {
        let targets = targets().expect("the workspace is readable");
        let modules = |package: &str| -> usize {
            let of_package = targets.iter().filter(|target| target.package == package);
            of_package.map(|target| target.modules.all.len()).sum()
        };
        assert!(targets.len() > 20, "{}", targets.len());
        assert!(modules("xtask") > 10);
    }
}
