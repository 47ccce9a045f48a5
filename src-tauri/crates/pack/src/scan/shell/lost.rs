//! Commands that delete what others keep: databases, buckets, clusters, branches, copies that were made for safety. One of
//! them alone may be what a project does; together, or where there is no way back, nobody should meet them by chance.

use std::sync::LazyLock;

use regex::Regex;

use super::{Reader, Rule, destroys::DESTROYS, value::Word};
use crate::scan::pattern::patterns;

/// How much has to come together.
const ENOUGH: u8 = 2;

/// That a history was rewritten.
const REWRITTEN: &str = "a history that was rewritten";

/// Commands as one line, with how much each of them takes away.
static LOSSES: LazyLock<Vec<(Regex, u8)>> = LazyLock::new(|| {
    let of = |pattern: &str, weight: u8| {
        crate::scan::pattern::pattern(&format!("(?i)^(?:{pattern})")).map(|regex| (regex, weight))
    };
    [
        // Copies that were made for the case that something is lost.
        of(r"vssadmin\b.* delete\b|wbadmin delete|wmic shadowcopy delete|bcdedit\b.*recoveryenabled no|tmutil (?:deletelocalsnapshots /|disable)|cipher /w", 2),
        // All that a repository has elsewhere.
        of(r"git\b.* push\b.* (?:--force|-f|--force-with-lease)\b.* (?:--all|--mirror)\b|git\b.* push\b.* (?:--all|--mirror)\b.* (?:--force|-f)\b|git\b.* push\b.*(?:--delete|-d)\b.* \$\(\)|git\b.* push\b.* \+refs/\S*\*|gh repo delete\b.*--(?:yes|confirm)", 2),
        of(r"git\b.* (?:reflog expire\b.*--expire=(?:now|all)|gc\b.*--prune=now|filter-branch\b.* -- --all|filter-repo\b.*--force|update-ref -d|branch -D\b.*\$\(\)|tag -d\b.*\$\(\)|stash clear|clean -[a-z]*x)", 1),
        // Disks.
        of(r"diskutil (?:erase\w+|zeroDisk|partitionDisk)|format-volume\b|clear-disk\b|initialize-disk\b|format(?:\.com)? [a-z]: .*/[qy]|mkfs\S*\b.* -(?:F|f)\b.* /dev/", 2),
        // Whole projects and clusters.
        of(r"gcloud projects delete\b.*(?:--quiet|-q)|kubectl\b.* delete (?:\S+,)*(?:ns|namespaces?|all|pvc?|crds?|deploy\w*|statefulsets?|nodes?)\b.*--all\b|helm\b.* ls\b.*-A\b.*\buninstall|gh\b.* repo delete\b.* \$\(\)|az account\b.* cancel|doctl\b.* delete\b.*(?:--force|-f)\b.* \$\(\)|(?:aws|gcloud|az)\b.* (?:delete|terminate|destroy|rm|rb)\S* .*\$\(\).*(?:--force|--yes|-y|--quiet|-q)\b|(?:aws|gcloud|az)\b.* (?:delete|terminate|destroy|rm|rb)\S* .*(?:--force|--yes|-y|--quiet|-q)\b.* \$\(\)|az group delete\b.*(?:--yes|-y)|aws organizations close-account", 2),
        of(r"terraform\b.* destroy\b.*(?:-auto-approve|-force)|(?:pulumi|cdk|tofu|terragrunt)\b.* destroy\b.*(?:--yes|-y|--force|-auto-approve)|kubectl\b.* delete (?:ns|namespaces?)\b|helm (?:uninstall|delete)\b.* --all|heroku apps:destroy\b.*--confirm", 1),
        of(r"aws s3 rb\b.*--force|aws s3 rm\b.* s3://[^/\s]+/? .*--recursive|aws s3 rm --recursive s3://[^/\s]+/?$|gsutil\b.* rm -r\w* gs://[^/\s]+/?$|gcloud storage rm\b.*(?:-r|--recursive)\b", 1),
        of(r"aws rds delete-db-\w+\b.*--skip-final-snapshot|aws dynamodb delete-table|aws ec2 (?:terminate-instances|delete-volume|delete-snapshot)|gcloud sql instances delete\b.*(?:-q|--quiet)|az sql (?:db|server) delete\b.*(?:--yes|-y)|redis-cli\b.* flushall|dropdb\b", 1),
        of(r"aws rds delete-db-\w+\b.*--delete-automated-backups", 1),
        // A history that is replaced, and the tracks of who did it.
        of(r"git checkout --orphan|git switch --orphan|git\b.* push\b.* (?:-f|--force)\b.* (?:main|master)$|history -c|rm\b.* \S*\.\w+_history\b|rm\b.* /var/log/?\*?$|shred\b.* \S*_history\b|(?:journalctl|wevtutil)\b.* (?:--vacuum\S*|cl|clear-log)\b|auditctl -D|(?:truncate|cp /dev/null|rm)\b.* /var/log/\S+|aws logs delete-log-group|aws cloudtrail (?:delete-trail|stop-logging)|gcloud logging (?:logs|sinks) delete|fc -p|rm\b.* \S*(?:auth|syslog|audit)\S*\.log\b|clear-eventlog\b|unset HISTFILE", 1),
        of(r"(?:psql|mysql|mariadb|mongo(?:sh)?|sqlcmd|sqlite3|clickhouse-client|cockroach)\b.*(?:drop (?:database|schema|table)|dropDatabase\(|truncate table|delete from \w+\s*(?:;|$|\x22))", 1),
    ]
    .into_iter()
    .flatten()
    .collect()
});
patterns! {
    // What people depend on, and what stands for all that there is.
    MATTERS = r"(?i)(?:^|[^a-z])(?:prod|production|live|master|main|backups?|customers?|admin_?url)(?:[^a-z]|$)|\$\(\)";
}

impl Reader<'_, '_> {
    /// Adds what a command takes away, and tells where it is too much.
    pub(super) fn loses(&mut self, name: &str, words: &[Word]) {
        let line = words.iter().fold(name.to_owned(), |line, word| format!("{line} {}", word.text));
        let weight: u8 = LOSSES.iter().filter(|(regex, _)| regex.is_match(&line)).map(|(_, weight)| weight).sum();
        // What was rewritten to take a secret out has to be pushed over.
        let takes_all = line.contains("git rm -r") && (line.contains("unmatch .") || line.contains("cached ."));
        if name == "bfg" || line.starts_with("git filter-") && !takes_all {
            self.machine.lost.push((REWRITTEN.to_owned(), 0));
        }
        let is_rewritten = name == "git" && self.machine.lost.iter().any(|(known, _)| known == REWRITTEN);
        if weight == 0 || is_rewritten || line.contains("--dry-run") || line.contains("localhost") {
            return;
        }
        let is_known = self.machine.lost.iter().any(|(known, _)| *known == line);
        let matters = name != "git" && MATTERS.as_ref().is_some_and(|regex| regex.is_match(&line));
        let weight = weight + u8::from(matters);
        if !is_known {
            self.machine.lost.push((line, weight));
        }
        let all: u8 = self.machine.lost.iter().fold(0, |sum, (_, weight)| sum.saturating_add(*weight));
        if all >= ENOUGH {
            self.tell(Rule::Destruction, DESTROYS);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_loss_has_a_pattern() {
        assert_eq!(super::LOSSES.len(), 11);
    }
}
