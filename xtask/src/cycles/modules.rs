//! The modules of one target of a crate, read from its source files without compiling them: their
//! children, items, imports and paths, and the module that each path leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::lexer::{Kind, Token, code};

/// Index of a module in [`Modules::all`].
pub type Id = usize;

/// The modules of one target.
#[derive(Debug, Default)]
pub struct Modules {
    /// All modules; the first is the crate root. An inline module (`mod name { … }`) is listed as well; its
    /// file is that of the module around it.
    pub all: Vec<Module>,
}

#[derive(Debug)]
pub struct Module {
    /// The path in Rust, for example `crate::rules::setup`.
    pub path: String,
    /// The source file, relative to the folder that the target was read from.
    pub file: PathBuf,
    /// The module that is the root of the file: this module itself, unless it is an inline module.
    pub owner: Id,
    parent: Id,
    children: BTreeMap<String, Id>,
    /// Names of the items declared here, each with its module; a macro with `#[macro_export]` belongs to the
    /// root as well.
    items: BTreeMap<String, Id>,
    pub imports: Vec<Import>,
    /// Paths of two or more segments in the code outside `use`.
    pub paths: Vec<Mention>,
    /// All identifiers in the code outside `use`.
    pub names: BTreeSet<String>,
}

/// A name, or all names of a module, that a `use` brings into scope.
#[derive(Debug)]
pub struct Import {
    pub mention: Mention,
    /// The name in scope; `None` for a glob (`use path::*`).
    pub name: Option<String>,
    /// True for `pub use` and `pub(…) use`.
    pub is_reexport: bool,
}

/// A path that occurs in the source, with its line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    pub line: usize,
    pub path: Vec<String>,
}

/// The result of resolving a path. Both fields are set if a module and an item have the same name (`rules`
/// and `rules!`).
#[derive(Clone, Copy, Default)]
pub struct Target {
    pub module: Option<Id>,
    /// The module that declares the item to which the path leads; `None` if it leads to no item of this
    /// target.
    pub item: Option<Id>,
}

impl Modules {
    /// Reads the modules of the target whose root is this file. `read` returns the content of a file, or
    /// `None` if it does not exist.
    pub fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Result<Modules> {
        let mut modules = Modules::default();
        let text = read(root).with_context(|| format!("{} is missing", root.display()))?;
        let id = modules.add(0, "crate".to_owned(), root.to_owned(), None);
        modules.parse(id, &text, root, read)?;
        Ok(modules)
    }

    fn add(&mut self, parent: Id, path: String, file: PathBuf, owner: Option<Id>) -> Id {
        let id = self.all.len();
        self.all.push(Module {
            path,
            file,
            owner: owner.unwrap_or(id),
            parent,
            children: BTreeMap::new(),
            items: BTreeMap::new(),
            imports: Vec::new(),
            paths: Vec::new(),
            names: BTreeSet::new(),
        });
        id
    }

    fn add_child(&mut self, parent: Id, name: &str, file: PathBuf, owner: Option<Id>) -> Id {
        let path = format!("{}::{name}", self.all[parent].path);
        let id = self.add(parent, path, file, owner);
        self.all[parent].children.insert(name.to_owned(), id);
        id
    }

    /// Reads the source of a module and the files of its children.
    fn parse(
        &mut self,
        id: Id,
        text: &str,
        file: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> Result<()> {
        let tokens = code(text);
        let mut children = Vec::new();
        Parser { modules: self, tokens: &tokens, at: 0, children: &mut children }.items(id, file);
        let root = self.all[0].file.clone();
        let name = file.file_stem().unwrap_or_default();
        let folder = file.parent().unwrap_or(Path::new(""));
        let own_folder =
            if file == root || name == "mod" { folder.into() } else { folder.join(name) };
        for Declared { parent, name, folders, explicit } in children {
            let folder = folders.iter().fold(own_folder.clone(), |path, name| path.join(name));
            let candidates = match explicit {
                Some(path) => vec![folder_of(file, &folders).join(path)],
                None => vec![folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")],
            };
            let found = candidates.iter().find_map(|path| Some((path, read(path)?)));
            let Some((path, text)) = found else {
                bail!("{}: the file of `mod {name}` is missing", file.display());
            };
            let child = self.add_child(parent, &name, path.clone(), None);
            self.parse(child, &text, path, read)?;
        }
        Ok(())
    }

    /// Finds the module or item to which a path leads when it is written in the module `from`. A path into
    /// another crate leads to neither.
    pub fn resolve(&self, from: Id, path: &[String]) -> Target {
        self.resolve_path(from, path, &mut BTreeSet::new())
    }

    fn resolve_path(
        &self,
        from: Id,
        path: &[String],
        visited: &mut BTreeSet<(Id, String)>,
    ) -> Target {
        let in_module = |id| Target { module: Some(id), item: None };
        let Some((first, rest)) = path.split_first() else { return Target::default() };
        let mut target = match first.as_str() {
            "crate" => in_module(0),
            "self" => in_module(from),
            "super" => in_module(self.all[from].parent),
            name => self.lookup(from, name, visited),
        };
        for name in rest {
            let Some(module) = target.module else { break };
            target = match name.as_str() {
                "super" => in_module(self.all[module].parent),
                "self" => in_module(module),
                name => match self.lookup(module, name, visited) {
                    // Declared in a form that the parser does not know, for example by a macro.
                    Target { module: None, item: None } => {
                        Target { module: None, item: Some(module) }
                    }
                    found => found,
                },
            };
        }
        target
    }

    /// Finds the module or item that this name means in the scope of a module.
    pub fn find(&self, module: Id, name: &str) -> Target {
        self.lookup(module, name, &mut BTreeSet::new())
    }

    fn lookup(&self, id: Id, name: &str, visited: &mut BTreeSet<(Id, String)>) -> Target {
        if !visited.insert((id, name.to_owned())) {
            return Target::default();
        }
        let module = &self.all[id];
        let mut target = Target {
            module: module.children.get(name).copied(),
            item: module.items.get(name).copied(),
        };
        let mut is_declared = target.module.is_some() || target.item.is_some();
        for import in module.imports.iter().filter(|it| it.name.as_deref() == Some(name)) {
            is_declared = true;
            let found = self.resolve_path(id, &import.mention.path, visited);
            target.module = target.module.or(found.module);
            target.item = target.item.or(found.item);
        }
        if !is_declared {
            for glob in module.imports.iter().filter(|it| it.name.is_none()) {
                let Some(all_of) = self.resolve_path(id, &glob.mention.path, visited).module else {
                    continue;
                };
                let found = self.lookup(all_of, name, visited);
                target.module = target.module.or(found.module);
                target.item = target.item.or(found.item);
            }
        }
        visited.remove(&(id, name.to_owned()));
        target
    }

    /// Returns true if the module `id` is inside the module `of`.
    pub fn is_descendant(&self, mut id: Id, of: Id) -> bool {
        while id != 0 {
            id = self.all[id].parent;
            if id == of {
                return true;
            }
        }
        false
    }
}

/// The folder to which the path in `#[path = …]` is relative.
fn folder_of(file: &Path, inline: &[String]) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    inline.iter().fold(folder, |path, name| path.join(name))
}

/// A module declared by `mod name;`.
struct Declared {
    parent: Id,
    name: String,
    /// The inline modules around the declaration.
    folders: Vec<String>,
    /// The path in `#[path = …]`, if the declaration has one.
    explicit: Option<String>,
}

struct Parser<'a> {
    modules: &'a mut Modules,
    tokens: &'a [Token<'a>],
    at: usize,
    children: &'a mut Vec<Declared>,
}

impl<'a> Parser<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Ident)
    }

    fn is_separator(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::PathSeparator)
    }

    /// Returns true if the token at this index is the punctuation `sign`. A string literal with the same
    /// content is not.
    fn is_sign(&self, at: usize, sign: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Punctuation && token.text == sign)
    }

    /// Parses all tokens as the content of the module `id`.
    fn items(&mut self, id: Id, file: &Path) {
        // The modules around the current token, each with the depth of braces inside it.
        let mut around: Vec<(Id, usize, String)> = vec![(id, 0, String::new())];
        let mut depth = 0_usize;
        let (mut is_exported, mut explicit) = (false, None);
        while self.at < self.tokens.len() {
            let &(module, inside, _) = around.last().unwrap_or(&around[0]);
            let at = self.at;
            if self.is_sign(at, "#") && (self.is_sign(at + 1, "[") || self.is_sign(at + 2, "[")) {
                let inner = self.is_sign(at + 1, "!");
                let start = if inner { at + 3 } else { at + 2 };
                let end = self.closing(start - 1);
                let words: Vec<&str> = (start..end).map(|at| self.text(at)).collect();
                if words == ["cfg", "(", "test", ")"] {
                    self.at = end + 1;
                    if inner {
                        self.at = self.tokens.len();
                    } else {
                        self.skip_item();
                    }
                    continue;
                }
                is_exported |= words.first() == Some(&"macro_export");
                if words.first() == Some(&"path") {
                    explicit = words.last().map(|&path| path.to_owned());
                }
                self.paths_in_attribute(module, start, end);
                self.at = end + 1;
                continue;
            }
            match self.text(at) {
                _ if self.tokens[at].kind == Kind::Text => self.at += 1,
                "{" | "(" | "[" => {
                    depth += 1;
                    self.at += 1;
                }
                "}" | ")" | "]" => {
                    depth = depth.saturating_sub(1);
                    if depth < inside && around.len() > 1 {
                        around.pop();
                    }
                    self.at += 1;
                }
                "use" if self.is_name(at) && !self.is_sign(at + 1, "<") => self.import(module),
                "mod" if self.is_name(at + 1) && self.is_sign(at + 2, ";") => {
                    let folders = around[1..].iter().map(|(_, _, name)| name.clone()).collect();
                    let name = self.text(at + 1).to_owned();
                    let explicit = explicit.take();
                    self.children.push(Declared { parent: module, name, folders, explicit });
                    self.at += 3;
                }
                "mod" if self.is_name(at + 1) && self.is_sign(at + 2, "{") => {
                    let name = self.text(at + 1);
                    let child = self.modules.add_child(module, name, file.into(), Some(id));
                    depth += 1;
                    around.push((child, depth, name.to_owned()));
                    self.at += 3;
                }
                "macro_rules" if self.is_sign(at + 1, "!") && self.is_name(at + 2) => {
                    let name = self.text(at + 2).to_owned();
                    if std::mem::take(&mut is_exported) {
                        self.modules.all[0].items.insert(name.clone(), module);
                    }
                    self.modules.all[module].items.insert(name, module);
                    self.at += 3;
                }
                "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" | "fn"
                    if depth == inside && self.is_name(at + 1) =>
                {
                    let name = if self.text(at + 1) == "mut" { at + 2 } else { at + 1 };
                    let name = self.text(name).to_owned();
                    self.modules.all[module].items.insert(name, module);
                    self.at += 1;
                }
                _ if self.is_name(at) => self.path(module),
                _ => self.at += 1,
            }
        }
    }

    /// The index of the bracket that closes the one at index `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            if ["(", "[", "{"].iter().any(|sign| self.is_sign(at, sign)) {
                depth += 1;
            } else if [")", "]", "}"].iter().any(|sign| self.is_sign(at, sign)) {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
        }
        self.tokens.len()
    }

    /// Skips the code to which `#[cfg(test)]` applies: an item to its `;` or closing brace, a field or a
    /// statement to its end.
    fn skip_item(&mut self) {
        while self.is_sign(self.at, "#") {
            self.at = self.closing(self.at + 1) + 1;
        }
        if self.text(self.at) == "pub" {
            self.at += 1;
            if self.is_sign(self.at, "(") {
                self.at = self.closing(self.at) + 1;
            }
        }
        let is_item = matches!(
            self.text(self.at),
            "mod"
                | "use"
                | "fn"
                | "struct"
                | "enum"
                | "union"
                | "trait"
                | "type"
                | "const"
                | "static"
                | "impl"
                | "unsafe"
                | "async"
                | "extern"
                | "macro_rules"
        );
        while self.at < self.tokens.len() {
            let at = self.at;
            if self.is_sign(at, ";") || !is_item && self.is_sign(at, ",") {
                self.at += 1;
                return;
            }
            // A `use` has braces before its end.
            if self.is_sign(at, "{") && is_item && !self.is_separator(at.wrapping_sub(1)) {
                self.at = self.closing(at) + 1;
                return;
            }
            if ["(", "[", "{"].iter().any(|sign| self.is_sign(at, sign)) {
                self.at = self.closing(at) + 1;
            } else if [")", "]", "}"].iter().any(|sign| self.is_sign(at, sign)) {
                return;
            } else {
                self.at += 1;
            }
        }
    }

    /// Collects the paths in an attribute's strings, such as `#[serde(with = "crate::times")]`.
    fn paths_in_attribute(&mut self, module: Id, start: usize, end: usize) {
        for at in start..end.min(self.tokens.len()) {
            let token = self.tokens[at];
            let is_path =
                ["crate::", "self::", "super::"].iter().any(|it| token.text.starts_with(it));
            if token.kind == Kind::Text && is_path {
                let path = token.text.split("::").map(str::to_owned).collect();
                self.modules.all[module].paths.push(Mention { path, line: token.line });
            } else if token.kind == Kind::Ident {
                self.modules.all[module].names.insert(token.text.to_owned());
            }
        }
    }

    /// Parses a `use` declaration.
    fn import(&mut self, module: Id) {
        let before = |offset: usize| self.at.checked_sub(offset).map_or("", |at| self.text(at));
        let is_reexport = matches!(before(1), "pub" | ")");
        self.at += 1;
        let start = self.modules.all[module].imports.len();
        self.tree(module, &[]);
        for import in &mut self.modules.all[module].imports[start..] {
            import.is_reexport = is_reexport;
        }
    }

    /// Parses one tree of a `use` declaration. `above` is the path before the tree.
    fn tree(&mut self, module: Id, above: &[String]) {
        let mut path = above.to_vec();
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        let mut is_glob = false;
        while self.at < self.tokens.len() {
            let at = self.at;
            if self.is_separator(at) {
                self.at += 1;
            } else if self.is_sign(at, "{") {
                self.at += 1;
                while self.at < self.tokens.len() && !self.is_sign(self.at, "}") {
                    self.tree(module, &path);
                    if self.is_sign(self.at, ",") {
                        self.at += 1;
                    } else if !self.is_sign(self.at, "}") {
                        // No valid tree; do not stay here.
                        self.at += 1;
                    }
                }
                self.at += 1;
                return;
            } else if self.is_sign(at, "*") {
                is_glob = true;
                self.at += 1;
            } else if self.is_name(at) && self.text(at) != "as" {
                path.push(self.text(at).to_owned());
                self.at += 1;
            } else {
                break;
            }
        }
        // `use a::{self}` imports the module alone, not an item of the same name.
        let is_named = |name: &&String| path.len() == 1 || *name != "self";
        let mut name = path.iter().rfind(is_named).cloned().unwrap_or_default();
        if self.text(self.at) == "as" && self.is_name(self.at) {
            name = self.text(self.at + 1).to_owned();
            self.at += 2;
        }
        let name = (!is_glob).then_some(name);
        let mention = Mention { path, line };
        self.modules.all[module].imports.push(Import { mention, name, is_reexport: false });
    }

    /// Parses a path, which may be a single name.
    fn path(&mut self, module: Id) {
        let (start, line) = (self.at, self.tokens[self.at].line);
        let mut path = vec![self.text(self.at).to_owned()];
        self.at += 1;
        while self.is_separator(self.at) && self.is_name(self.at + 1) {
            path.push(self.text(self.at + 1).to_owned());
            self.at += 2;
        }
        // The end of a longer path, a method or a field.
        let is_field = |at: usize| self.is_sign(at, ".") && (at == 0 || !self.is_sign(at - 1, "."));
        let is_rest = start > 0 && (self.is_separator(start - 1) || is_field(start - 1));
        let found = &mut self.modules.all[module];
        if is_rest {
            return;
        }
        found.names.insert(path[0].clone());
        if path.len() > 1 {
            found.paths.push(Mention { path, line });
        }
    }
}
