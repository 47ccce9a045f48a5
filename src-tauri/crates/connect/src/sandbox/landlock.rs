//! Confinement by Landlock: rules the kernel keeps for a program, set up by the script host, which stays beside it.

use std::{ffi::OsString, path::Path, process::Command};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};

use super::{
    Host, Sandbox, filter,
    rules::{Beside, KEEP, Rules, SCRIPT_HOST},
};

/// The oldest version that guards files from being emptied.
const OLDEST: ABI = ABI::V3;

/// The newest version whose rules were tried.
const NEWEST: ABI = ABI::V6;

/// Devices a program may read, beside the one it may write to.
const DEVICES: [&str; 3] = ["/dev/zero", "/dev/random", "/dev/urandom"];

/// Whether the kernel has it.
pub(super) fn is_there() -> bool {
    let files = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    files.handle_access(AccessFs::from_all(OLDEST)).and_then(Ruleset::create).is_ok() && filter::is_known()
}

/// Whether the kernel keeps a program from sending signals to others.
pub(super) fn guards_signals() -> bool {
    Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(Scope::Signal).is_ok()
}

/// The command that runs a program inside.
pub(super) fn command(sandbox: &Sandbox, host: &Host, argv: &[OsString], folder: &Path) -> Command {
    let processes = sandbox.sees_processes.then_some(Path::new("/proc"));
    let rules = Rules::of(sandbox, folder, Beside::Nothing, processes.as_slice(), &[]);
    let mut command = Command::new(&host.program);
    command.args([SCRIPT_HOST, KEEP, &rules.argument()]).args(argv);
    command
}

/// Confines this thread and all that comes of it.
pub(super) fn restrict(rules: &Rules) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut ruleset = Ruleset::default().handle_access(AccessFs::from_all(NEWEST))?.scope(Scope::from_all(NEWEST))?;
    // Bubblewrap gives it a network of its own, which it may use.
    if !rules.network && rules.beside == Beside::Nothing {
        ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
    }
    let null = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = ruleset
        .create()?
        .add_rules(path_beneath_rules(&rules.read, AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(["/dev/null"], null))?
        .add_rules(path_beneath_rules(&rules.write, AccessFs::from_all(NEWEST)))?
        .restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err("the kernel does not keep Landlock's rules".into());
    }
    Ok(())
}
