//! Giving everything up: what a worker may still do after this is compute.

use crate::worker::WorkerLimits;

/// What protects a worker on this system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Protection {
    /// No file can be opened.
    pub files: bool,
    /// No system call but those for memory and the pipes.
    pub calls: bool,
    /// Memory, processor time and output are limited.
    pub limits: bool,
}

impl Protection {
    /// Whether everything holds.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.files && self.calls && self.limits
    }
}

/// Whose code does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Ours: it looks for no file, and one that does is no longer ours.
    Ours,
    /// A library of others, which looks for fonts and the like, and takes a no.
    Library,
}

/// Locks the calling process down for good.
///
/// # Errors
/// Where the system offers a protection and it could not be put in place.
#[cfg(target_os = "linux")]
pub(crate) fn lock_down(limits: &WorkerLimits, work: Work) -> Result<Protection, String> {
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("no new privileges: {error}"))?;
    linux::limit(limits)?;
    let files = linux::close_files()?;
    linux::close_calls(work)?;
    Ok(Protection {
        files,
        calls: true,
        limits: true,
    })
}

/// Locks the calling process down to what one program needs: files to read
/// under these paths, and the calls of an ordinary computation.
///
/// # Errors
/// Where a protection could not be put in place; here all of them are needed.
#[cfg(target_os = "linux")]
pub(crate) fn confine(
    limits: &WorkerLimits,
    readable: &[std::path::PathBuf],
) -> Result<(), String> {
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("no new privileges: {error}"))?;
    linux::limit(limits)?;
    if !linux::open_only(readable)? {
        return Err("landlock: not offered by this system".to_owned());
    }
    linux::close_program_calls()
}

/// Other systems: the parent's deadline is all there is.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lock_down(_: &WorkerLimits, _: Work) -> Result<Protection, String> {
    Ok(Protection::default())
}

/// Other systems cannot confine a foreign program, so none is started.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine(_: &WorkerLimits, _: &[std::path::PathBuf]) -> Result<(), String> {
    Err("programs are confined on Linux only".to_owned())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetStatus, path_beneath_rules,
    };
    use rustix::process::{Resource, Rlimit, setrlimit};
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

    use super::Work;
    use crate::worker::WorkerLimits;

    /// Memory, processor time, and no files, processes or core dumps at all.
    pub(super) fn limit(limits: &WorkerLimits) -> Result<(), String> {
        let wanted = [
            (Resource::As, limits.memory_bytes),
            (Resource::Cpu, limits.cpu_seconds),
            (Resource::Fsize, 0),
            (Resource::Core, 0),
            (Resource::Nproc, 0),
        ];
        for (resource, most) in wanted {
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            setrlimit(resource, limit).map_err(|error| format!("{resource:?}: {error}"))?;
        }
        Ok(())
    }

    /// No path may be opened any more; answers whether the kernel enforces it.
    pub(super) fn close_files() -> Result<bool, String> {
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V5))
            .and_then(|ruleset| ruleset.create())
            .and_then(|created| created.restrict_self())
            .map_err(|error| format!("landlock: {error}"))?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Only these paths may be opened, and only to be read or run.
    pub(super) fn open_only(readable: &[PathBuf]) -> Result<bool, String> {
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(ABI::V5))
            .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(ABI::V5)))
            .and_then(|ruleset| ruleset.create())
            .and_then(|created| {
                let read = AccessFs::from_read(ABI::V5);
                created.add_rules(path_beneath_rules(readable, read))
            })
            .and_then(|created| created.restrict_self())
            .map_err(|error| format!("landlock: {error}"))?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// The calls a worker still needs: its pipes, memory, locks, the clock and its end.
    const CALLS: &[libc::c_long] = &[
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_close,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_rt_sigreturn,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigaction,
        libc::SYS_sigaltstack,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_tgkill,
        libc::SYS_restart_syscall,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    /// The calls by which a library looks for files and at the machine; each is refused.
    const LOOKING: &[libc::c_long] = &[
        libc::SYS_sysinfo,
        libc::SYS_openat,
        libc::SYS_newfstatat,
        libc::SYS_statx,
        libc::SYS_readlinkat,
        libc::SYS_faccessat,
        libc::SYS_faccessat2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_stat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_access,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_readlink,
    ];

    /// Any other call ends the process; looking around is refused to a library.
    pub(super) fn close_calls(work: Work) -> Result<(), String> {
        let mut known = CALLS.to_vec();
        if work == Work::Library {
            let refused = SeccompAction::Errno(libc::EACCES.unsigned_abs());
            filter(LOOKING, refused, SeccompAction::Allow)?;
            known.extend_from_slice(LOOKING);
        }
        filter(&known, SeccompAction::Allow, SeccompAction::KillProcess)
    }

    /// What a foreign program needs beyond [`CALLS`] to be loaded and to read its files.
    const PROGRAM_CALLS: &[libc::c_long] = &[
        libc::SYS_execve,
        libc::SYS_openat,
        libc::SYS_newfstatat,
        libc::SYS_fstat,
        libc::SYS_statx,
        libc::SYS_lseek,
        libc::SYS_pread64,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_readlinkat,
        libc::SYS_getdents64,
        libc::SYS_getcwd,
        libc::SYS_faccessat,
        libc::SYS_faccessat2,
        libc::SYS_fcntl,
        libc::SYS_ioctl,
        libc::SYS_dup3,
        libc::SYS_prlimit64,
        libc::SYS_set_tid_address,
        libc::SYS_set_robust_list,
        libc::SYS_rseq,
        libc::SYS_uname,
        libc::SYS_ppoll,
        libc::SYS_sysinfo,
        libc::SYS_clock_getres,
        libc::SYS_clock_nanosleep,
        libc::SYS_gettimeofday,
        libc::SYS_getuid,
        libc::SYS_geteuid,
        libc::SYS_getgid,
        libc::SYS_getegid,
        libc::SYS_getrusage,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_access,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_arch_prctl,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_readlink,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_stat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_dup2,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
    ];

    /// The calls no program of ours makes, not even by way of its libraries
    /// (some of those look for a name service, and take a no): trying one ends the process.
    const FORBIDDEN: &[libc::c_long] = &[
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept4,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_mount,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_io_uring_setup,
        libc::SYS_kill,
    ];

    /// A forbidden call ends the process; one merely not needed, a socket too, is refused.
    pub(super) fn close_program_calls() -> Result<(), String> {
        filter(FORBIDDEN, SeccompAction::KillProcess, SeccompAction::Allow)?;
        let needed = [CALLS, PROGRAM_CALLS].concat();
        let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        filter(&needed, SeccompAction::Allow, refused)
    }

    /// Puts a filter in place: what happens to these calls, and to all others.
    fn filter(
        calls: &[libc::c_long],
        these: SeccompAction,
        others: SeccompAction,
    ) -> Result<(), String> {
        let arch: TargetArch = std::env::consts::ARCH
            .try_into()
            .map_err(|error| format!("seccomp: {error}"))?;
        let rules: BTreeMap<i64, _> = calls.iter().map(|call| (*call, Vec::new())).collect();
        let filter = SeccompFilter::new(rules, others, these, arch)
            .map_err(|error| format!("seccomp: {error}"))?;
        let program: BpfProgram = filter
            .try_into()
            .map_err(|error| format!("seccomp: {error}"))?;
        apply_filter(&program).map_err(|error| format!("seccomp: {error}"))
    }
}
