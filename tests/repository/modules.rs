//! Which file of a crate names which other one, read from the syntax tree, with every name followed to the file that
//! defines it. A re-export is only a signpost: a file that names it depends on the definition, and the file that
//! contains it does not.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// Number of imports followed before a chain is considered endless.
const LONGEST_CHAIN: usize = 16;

/// The files of a crate by their path in it, each with the files it names and one of the names.
pub(crate) type Names = BTreeMap<String, BTreeMap<String, String>>;

/// The meaning of a name in a module.
#[derive(Clone)]
enum Meaning {
    /// Defined in the module's own file.
    Item,
    Import(Vec<String>),
}

/// The target of a path.
enum Target {
    Module(usize),
    /// Something defined in the file of this module.
    ItemOf(usize),
}

struct Module {
    file: PathBuf,
    parent: Option<usize>,
    /// The modules it declares, whose names may also be those of its items.
    children: HashMap<String, usize>,
    meanings: HashMap<String, Meaning>,
    globs: Vec<Vec<String>>,
    /// The paths that the module's code names, except those of re-exports.
    paths: Vec<Vec<String>>,
}

/// The modules of a crate. The first one is its root.
struct Crate {
    source: PathBuf,
    modules: Vec<Module>,
}

/// Which file names which, for the crate whose root is `root`, without tests.
pub(crate) fn names(root: &Path) -> Names {
    let source = root.parent().expect("a root lies in a folder").to_owned();
    let mut whole = Crate { source: source.clone(), modules: Vec::new() };
    whole.read(root, &source, None);
    let mut names = Names::new();
    for (index, module) in whole.modules.iter().enumerate() {
        let from = names.entry(whole.name_of(&module.file)).or_default();
        for path in &module.paths {
            let Some(Target::ItemOf(defined)) = whole.target(index, path, LONGEST_CHAIN) else {
                continue;
            };
            let file = &whole.module(defined).file;
            if *file != module.file {
                from.entry(whole.name_of(file)).or_insert_with(|| path.join("::"));
            }
        }
    }
    names
}

impl Crate {
    fn name_of(&self, file: &Path) -> String {
        file.strip_prefix(&self.source).unwrap_or(file).to_string_lossy().replace('\\', "/")
    }

    fn module(&self, index: usize) -> &Module {
        self.modules.get(index).expect("an index that reading gave")
    }

    /// Reads a file and the modules it declares, whose files are in `folder`.
    fn read(&mut self, file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let tree = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.add(&tree.items, file, folder, parent)
    }

    fn add(&mut self, items: &[Item], file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let index = self.modules.len();
        let mut own = Module {
            file: file.to_owned(),
            parent,
            children: HashMap::new(),
            meanings: HashMap::new(),
            globs: Vec::new(),
            paths: Vec::new(),
        };
        let mut declared = Vec::new();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Use(import) => {
                    let is_reexport = !matches!(import.vis, Visibility::Inherited);
                    let (mut paths, mut globs) = (Vec::new(), Vec::new());
                    flatten(&import.tree, Vec::new(), &mut paths, &mut globs);
                    for (name, path) in paths {
                        own.paths.extend((!is_reexport).then(|| path.clone()));
                        own.meanings.entry(name).or_insert(Meaning::Import(path));
                    }
                    own.globs.append(&mut globs);
                }
                Item::Mod(module) => declared.push(module),
                other => {
                    if let Some(name) = defined(other) {
                        own.meanings.insert(name, Meaning::Item);
                    }
                    let mut code = Code { paths: &mut own.paths };
                    code.visit_item(other);
                }
            }
        }
        self.modules.push(own);
        for module in declared {
            let name = module.ident.to_string();
            let inner = folder.join(&name);
            let child = match (&module.content, path_of(&module.attrs)) {
                (Some((_, items)), _) => self.add(items, file, &inner, Some(index)),
                (None, Some(path)) => {
                    let beside = file.parent().expect("a file lies in a folder");
                    self.read(&beside.join(path), &inner, Some(index))
                }
                (None, None) => {
                    let beside = inner.with_extension("rs");
                    let own = if beside.is_file() { beside } else { inner.join("mod.rs") };
                    self.read(&own, &inner, Some(index))
                }
            };
            let own = self.modules.get_mut(index).expect("it was just added");
            own.children.entry(name).or_insert(child);
        }
        index
    }

    /// The target of a path in `module`; `None` if it leads out of the crate. `steps` bounds the imports that are
    /// followed.
    fn target(&self, module: usize, path: &[String], steps: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let steps = steps.checked_sub(1)?;
        let mut at = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.module(module).parent?),
            name => self.meaning(module, name, !rest.is_empty(), steps)?,
        };
        for (index, name) in rest.iter().enumerate() {
            let has_more = index + 1 < rest.len();
            at = match at {
                Target::Module(inner) if name == "super" => {
                    Target::Module(self.module(inner).parent?)
                }
                // A name that the module does not define itself comes from a macro in its file.
                Target::Module(inner) => {
                    self.meaning(inner, name, has_more, steps).unwrap_or(Target::ItemOf(inner))
                }
                item @ Target::ItemOf(_) => item,
            };
        }
        Some(at)
    }

    /// The meaning of a name in `module`; a module takes precedence over an item of the same name if the path
    /// continues, as in `cost::cost`.
    fn meaning(&self, module: usize, name: &str, has_more: bool, steps: usize) -> Option<Target> {
        let steps = steps.checked_sub(1)?;
        let own = self.module(module);
        let child = || own.children.get(name).map(|child| Target::Module(*child));
        let item = || match own.meanings.get(name)? {
            Meaning::Item => Some(Target::ItemOf(module)),
            Meaning::Import(path) => self.imported(module, name, path, steps),
        };
        let own_meaning = if has_more { child().or_else(item) } else { item().or_else(child) };
        own_meaning.or_else(|| {
            own.globs.iter().find_map(|glob| match self.target(module, glob, steps)? {
                Target::Module(inner) => self.meaning(inner, name, has_more, steps),
                Target::ItemOf(_) => None,
            })
        })
    }

    /// The target of an import. `use cost;` names the crate `cost`, not its own import.
    fn imported(&self, module: usize, name: &str, path: &[String], steps: usize) -> Option<Target> {
        let names_itself = path.len() == 1 && path.first().is_some_and(|first| first == name);
        if names_itself { None } else { self.target(module, path, steps) }
    }
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item with these attributes exists only in tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let words = attribute.meta.require_list().map(|list| words(&list.tokens));
        words.is_ok_and(|words| {
            words.iter().any(|word| word == "test") && !words.iter().any(|word| word == "not")
        })
    })
}

fn words(tokens: &TokenStream) -> Vec<String> {
    let words = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Ident(ident) => vec![ident.to_string()],
        TokenTree::Group(group) => words(&group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    words.flatten().collect()
}

/// The file that a `#[path]` names.
fn path_of(attributes: &[Attribute]) -> Option<String> {
    let own = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    match &own.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) => Some(path.value()),
        _ => None,
    }
}

/// The paths of a `use`, each with the name it introduces, and those that end in `*`.
fn flatten(
    tree: &UseTree,
    before: Vec<String>,
    paths: &mut Vec<(String, Vec<String>)>,
    globs: &mut Vec<Vec<String>>,
) {
    let with = |name: &syn::Ident| [before.clone(), vec![name.to_string()]].concat();
    match tree {
        UseTree::Path(inner) => flatten(&inner.tree, with(&inner.ident), paths, globs),
        UseTree::Name(name) if name.ident == "self" => {
            let own = before.last().cloned().unwrap_or_default();
            paths.push((own, before));
        }
        UseTree::Name(name) => paths.push((name.ident.to_string(), with(&name.ident))),
        UseTree::Rename(renamed) => paths.push((renamed.rename.to_string(), with(&renamed.ident))),
        UseTree::Glob(_) => globs.push(before),
        UseTree::Group(group) => {
            for inner in &group.items {
                flatten(inner, before.clone(), paths, globs);
            }
        }
    }
}

/// Collects the paths that code names.
struct Code<'a> {
    paths: &'a mut Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Code<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        let (mut paths, mut globs) = (Vec::new(), Vec::new());
        flatten(&import.tree, Vec::new(), &mut paths, &mut globs);
        self.paths.extend(paths.into_iter().map(|(_, path)| path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.paths.push(path.segments.iter().map(|one| one.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(&call.tokens);
    }

    /// Attributes and `pub(super)` contain paths that name nothing in another file.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

impl Code<'_> {
    /// The paths with more than one part among a macro's tokens.
    fn tokens(&mut self, tokens: &TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(ident) if path.is_empty() || colons == 2 => {
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.end(&mut path);
                    colons = 0;
                    match other {
                        TokenTree::Group(group) => self.tokens(&group.stream()),
                        TokenTree::Ident(ident) => path.push(ident.to_string()),
                        TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.paths.push(path);
        }
    }
}
