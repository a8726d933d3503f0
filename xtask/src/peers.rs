//! Software of others that ours is measured against, each installed by name under `target/peers`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use groundstop_pdfium::{PIP_PACKAGE, VARIABLE};

use crate::workspace_root;

/// A Python of its own for a peer, with its packages installed by pip, named with blanks between.
pub(crate) fn peer_python(name: &str, package: &str) -> Result<PathBuf, String> {
    if let Some(python) = installed(name) {
        return Ok(python);
    }
    let folder = workspace_root().join("target/peers").join(name);
    let python = folder.join("bin/python");
    eprintln!("installing {package} into {}", folder.display());
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("`{program} {}` failed", args.join(" "))),
            Err(error) => Err(format!("cannot start `{program}`: {error}")),
        }
    };
    run("python3", &["-m", "venv", &folder.to_string_lossy()])?;
    let packages: Vec<&str> = package.split_whitespace().collect();
    let install = [&["-m", "pip", "install", "--quiet"][..], &packages].concat();
    run(&python.to_string_lossy(), &install)?;
    Ok(python)
}

/// The Python of a peer that is there and works.
fn installed(name: &str) -> Option<PathBuf> {
    let python = workspace_root()
        .join("target/peers")
        .join(name)
        .join("bin/python");
    let works = Command::new(&python)
        .args(["-c", &format!("import {name}")])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    works.then_some(python)
}

/// The pdfium library a person named, or the one installed here.
pub(crate) fn pdfium_installed() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    named.or_else(|| library_of(&installed("pypdfium2")?))
}

/// The pdfium library, installed where it is missing.
pub(crate) fn pdfium() -> Result<PathBuf, String> {
    if let Some(library) = pdfium_installed() {
        return Ok(library);
    }
    let python = peer_python("pypdfium2", PIP_PACKAGE)?;
    library_of(&python).ok_or_else(|| format!("{PIP_PACKAGE} holds no library for this system"))
}

/// `cargo xtask pdfium`: installs the library and prints where it is.
pub(crate) fn print_pdfium() -> Result<bool, String> {
    let library = pdfium()?;
    println!("{}", library.display());
    Ok(true)
}

/// Asks the package for its library.
fn library_of(python: &PathBuf) -> Option<PathBuf> {
    const WHERE: &str =
        "import pypdfium2_raw as p, glob; print(*glob.glob(p.__path__[0] + '/*pdfium.*'))";
    let output = Command::new(python).args(["-c", WHERE]).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_file().then_some(path)
}
