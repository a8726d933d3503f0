//! Giving everything up: what a worker may still do after this is compute.

use crate::worker::Limits;

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

/// Locks the calling process down for good.
///
/// # Errors
/// Where the system offers a protection and it could not be put in place.
#[cfg(target_os = "linux")]
pub(crate) fn lock_down(limits: &Limits) -> Result<Protection, String> {
    rustix::thread::set_no_new_privs(true)
        .map_err(|error| format!("no new privileges: {error}"))?;
    linux::limit(limits)?;
    let files = linux::close_files()?;
    linux::close_calls()?;
    Ok(Protection {
        files,
        calls: true,
        limits: true,
    })
}

/// Other systems: the parent's deadline is all there is.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lock_down(_: &Limits) -> Result<Protection, String> {
    Ok(Protection::default())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetStatus,
    };
    use rustix::process::{Resource, Rlimit, setrlimit};
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

    use crate::worker::Limits;

    /// Memory, processor time, and no files, processes or core dumps at all.
    pub(super) fn limit(limits: &Limits) -> Result<(), String> {
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

    /// Any other call ends the process.
    pub(super) fn close_calls() -> Result<(), String> {
        let arch: TargetArch = std::env::consts::ARCH
            .try_into()
            .map_err(|error| format!("seccomp: {error}"))?;
        let rules: BTreeMap<i64, _> = CALLS.iter().map(|call| (*call, Vec::new())).collect();
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::KillProcess,
            SeccompAction::Allow,
            arch,
        )
        .map_err(|error| format!("seccomp: {error}"))?;
        let program: BpfProgram = filter
            .try_into()
            .map_err(|error| format!("seccomp: {error}"))?;
        apply_filter(&program).map_err(|error| format!("seccomp: {error}"))
    }
}
