//! A PostgreSQL server of the tests' own: started as an unprivileged user, in a
//! folder of its own, reached through a socket in that folder, and stopped with
//! the process that started it, however that ends.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// A server that runs.
pub struct Server {
    folder: PathBuf,
    bin: PathBuf,
    /// As whom it runs; `None` where this process is not root itself.
    user: Option<(u32, u32)>,
    watcher: Child,
    /// Further options it is started with, and the port they name.
    options: String,
    port: u16,
    /// While this is open the server runs.
    alive: Option<ChildStdin>,
}

/// The port that names a server's socket, where nothing else is said.
const PORT: u16 = 5432;

/// Runs the server until the pipe on standard input is closed, then removes its folder.
/// A file `halt` stops it hard and leaves the folder for the next start.
const WATCH: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c shared_buffers=32MB \
    -c max_connections=60 $3 >"$2/log" 2>&1 </dev/null &
pid=$!
cat >/dev/null
if [ -e "$2/halt" ]; then kill -QUIT $pid; wait $pid; rm -f "$2/halt"
else kill -QUIT $pid; wait $pid; rm -rf "$2"; fi
"#;

/// The server of this process, where PostgreSQL is installed; on CI it must be.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(|| Server::start("shared")).as_ref()
}

fn binaries() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists() && bin.join("postgres").exists())
        .collect();
    found.sort();
    found.pop()
}

/// The number of an unprivileged user and its group.
fn unprivileged() -> Option<(u32, u32)> {
    let passwd = fs::read_to_string("/etc/passwd").ok()?;
    let number = |name: &str| {
        let line = passwd.lines().find(|line| line.starts_with(name))?;
        let mut parts = line.split(':').skip(2);
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    number("postgres:").or_else(|| number("nobody:"))
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

impl Server {
    /// Starts a server; says so where there is none to start.
    pub fn start(name: &str) -> Option<Server> {
        Server::start_with(name, &[], String::new(), PORT)
    }

    /// Starts a server that takes encrypted connections only, beside those of its socket.
    pub fn start_encrypted(name: &str, certificate: &str, key: &str) -> Option<Server> {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let options = format!(
            "-c listen_addresses=localhost -c port={port} -c ssl=on -c ssl_cert_file=server.crt -c ssl_key_file=server.key"
        );
        let rules = "local all all trust\nhostssl all all localhost trust\n";
        let files = [
            ("server.crt", certificate),
            ("server.key", key),
            ("pg_hba.conf", rules),
        ];
        Server::start_with(name, &files, options, port)
    }

    fn start_with(
        name: &str,
        files: &[(&str, &str)],
        options: String,
        port: u16,
    ) -> Option<Server> {
        let Some(bin) = binaries() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "CI installs PostgreSQL: `cargo xtask test`"
            );
            eprintln!("SKIPPED: PostgreSQL is not installed (`cargo xtask test` installs it)");
            return None;
        };
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = format!("groundstop-pg-{}-{number}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder for the server");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("permissions");
        let user = is_root().then(|| unprivileged().expect("an unprivileged user"));
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).expect("a folder of that user");
        }
        let init = as_user(user, &bin.join("initdb"))
            .args([
                "-N",
                "-A",
                "trust",
                "-U",
                "postgres",
                "-E",
                "UTF8",
                "--no-locale",
                "-D",
            ])
            .arg(folder.join("data"))
            .current_dir(&folder)
            .output()
            .expect("initdb starts");
        let said = String::from_utf8_lossy(&init.stderr).into_owned();
        assert!(init.status.success(), "initdb: {said}");
        for (name, content) in files {
            let path = folder.join("data").join(name);
            fs::write(&path, content).expect("a file of the server");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("permissions");
            if let Some((uid, gid)) = user {
                chown(&path, Some(uid), Some(gid)).expect("a file of that user");
            }
        }
        let (watcher, alive) = watch(user, &bin, &folder, &options);
        let server = Server {
            folder,
            bin,
            user,
            watcher,
            options,
            port,
            alive: Some(alive),
        };
        server.wait();
        Some(server)
    }

    fn wait(&self) {
        for _ in 0..600 {
            if self.run("postgres", "SELECT 1").is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("the server does not answer: {log}");
    }

    /// The address of a database of it.
    pub fn address(&self, database: &str) -> String {
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{socket}/{database}")
    }

    /// The address of a database of it over the network.
    pub fn network_address(&self, database: &str, options: &str) -> String {
        format!(
            "postgres://postgres@localhost:{}/{database}{options}",
            self.port
        )
    }

    /// Runs SQL in a database.
    pub fn run(&self, database: &str, sql: &str) -> Result<(), String> {
        let psql = Command::new(self.bin.join("psql"))
            .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-U", "postgres", "-h"])
            .arg(&self.folder)
            .args(["-p", &self.port.to_string(), "-d", database, "-c", sql])
            .output()
            .map_err(|error| error.to_string())?;
        match psql.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&psql.stderr).into_owned()),
        }
    }

    /// Makes an empty database and gives its address.
    pub fn database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}"))
            .expect("a database");
        self.address(&name)
    }

    /// Stops the server as a power failure would.
    pub fn halt(&mut self) {
        fs::write(self.folder.join("halt"), "").expect("a sign to halt");
        self.alive = None;
        self.watcher.wait().expect("the server ends");
    }

    /// Starts it again after [`Server::halt`].
    pub fn restart(&mut self) {
        let (watcher, alive) = watch(self.user, &self.bin, &self.folder, &self.options);
        self.watcher = watcher;
        self.alive = Some(alive);
        self.wait();
    }

    /// As whom the server's processes run.
    pub fn uid(&self) -> u32 {
        fs::metadata(self.folder.join("data/postmaster.pid"))
            .expect("a file of the server")
            .uid()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut pipe) = self.alive.take() {
            let _ = pipe.flush();
            drop(pipe);
            let _ = self.watcher.wait();
        }
    }
}

fn as_user(user: Option<(u32, u32)>, program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

fn watch(
    user: Option<(u32, u32)>,
    bin: &Path,
    folder: &Path,
    options: &str,
) -> (Child, ChildStdin) {
    let mut watcher = as_user(user, Path::new("/bin/sh"))
        .args(["-c", WATCH, "watch"])
        .args([bin, folder])
        .arg(options)
        .current_dir(folder)
        // An interrupt of the tests must not reach the server before the pipe closes.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let pipe = watcher.stdin.take().expect("a pipe");
    (watcher, pipe)
}
