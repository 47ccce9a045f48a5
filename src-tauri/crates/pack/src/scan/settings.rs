//! Settings and statements that one line or block says: of agents, editors and package managers, of containers, clouds and
//! databases, of what starts by itself. Rows by what they give away; a program is followed in `flow`, shell in `shell`.

use std::{ops::Range, sync::LazyLock};

use studio_text::Severity;

use super::{
    Hit, MOST, Rule,
    pattern::{has, patterns},
    phrase::{Made, Phrase, RUNS, SENDS, UNGUARDS, UNLOCKS, made},
    sense::Context,
    shown::orders,
};

const HANDS_OVER: &str = "This gives a container or account rights over everything. Give it only what it needs.";
const ADMITS: &str = "This lets somebody else sign in to the user's computer. Remove it.";
const STARTS: &str = "This makes something run by itself later, out of the user's sight. Remove it, or ask the user first \
    and say what is run.";
const LOSES: &str =
    "This deletes everything that an account holds, one after the other. Name what may be deleted, and ask first.";
const SHADOWS: &str = "This puts a program in the place of a well-known command. Give it a name of its own.";
const LISTENS: &str = "This copies what the user's programs send or receive to another server. Remove it, or ask the user \
    first and say where the data goes.";

/// What nobody does openly in a command that is run later, as the inner part of a pattern.
macro_rules! unopen {
    () => {
        r"(?:\b(?:curl|wget)\s|/dev/(?:tcp|shm|udp)/|\bbase64\s+-|\bn(?:et)?c(?:at)?\s+-|\bbash\s+-i\b|\b(?:python3?|perl|node|ruby)\s+-[ce]\b|(?:^|[\s=\x22'])/(?:var/)?tmp/|-w(?:indowstyle)?\s+hidden|-e(?:nc\w*|c)?\s+[A-Za-z0-9+/=]{16}|\biex\b|\birm\b|downloadstring|\bmshta\b|https?://)"
    };
}

/// Commands that everybody types.
macro_rules! commands {
    () => {
        r"(?:sudo|su|ls|cd|cat|ssh|scp|git|gpg|passwd|curl|wget|npm|npx|node|pip3?|python3?|docker|kubectl|aws|gh|make|bash|sh|zsh|vim?|code|claude|codex)"
    };
}

const fn row(rule: Rule, message: &'static str, pattern: &'static str) -> Phrase {
    Phrase { rule, severity: Severity::Warning, pattern, message, means: is_set }
}

/// A row of commands, which may ask this computer.
const fn local_row(rule: Rule, message: &'static str, pattern: &'static str) -> Phrase {
    Phrase { rule, severity: Severity::Warning, pattern, message, means: is_set_elsewhere }
}

/// Whether more is asked than whether something runs on this computer.
fn is_set_elsewhere(context: &Context<'_>, place: &Range<usize>) -> bool {
    let line =
        context.text[place.start..].get(place.len()..).map_or("", |rest| rest.lines().next().unwrap_or_default());
    let whole = format!("{}{line}", context.line_with(place.end).1);
    let local = LOCAL.as_ref().map_or(0, |regex| regex.find_iter(&whole).count());
    let is_local = local > 0 && local == whole.matches("://").count() && !has(&PIPED, &whole);
    !is_local && is_set(context, place)
}

/// Whether it is a setting or a statement, rather than talk of one.
fn is_set(context: &Context<'_>, place: &Range<usize>) -> bool {
    context.is_command(place)
}

patterns! {
    LOCAL = r"(?i)https?://(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)\b";
    PIPED = r"(?i)\|\s*(?:ba|z)?sh\b|\|\s*python|\beval\b|\bsource\b|base64";
    // A program in one line, which is there to be run.
    PROGRAM = r"^`*\s*(?:python[\d.]*|node|ruby|perl|php|lua|Rscript|osascript|psql|mysql)\s+-\w*[cer]\b";
    // What a text has in it of which any row may speak.
    WORTH = r"(?im)getline|trusted=|gpg-?check|unauthenticated|github\.event\.|auto_?approve|\bapply\s*\(?\s*from\b|^#include\s+http|\bprovision\b|DOWNLOAD\s+[\x22']?http|alwaysAllow|trust\.enabled|skipDangerous|dangerouslyDisable|yolo|trust_level|.hooks.\s*:|.args.\s*:|folderOpen|OTEL_LOG|http\.proxy|AutoForwarding|forwardingAddresses|ForwardingSmtp|InboxRule|messageRules|registry|index-url|find-links|strict-ssl|trusted-host|rustc-w|authorized_key|Permit(?:Root|Empty)|superuser|all\s+all|\bgrant|xp_cmdshell|srvrole|server\s+role|program|privileged|/:/|hostPath|cluster-admin|AdministratorAccess|Actions?['\x22]?\s*[:=]|Principal|all(?:Authenticated)?Users|ingress|public-read-write|publicly_acc|sudoers|selinux|kernel\.|=\s*['\x22][\w.]+:\w+['\x22]|.bin.\s*:|console_scripts|^[ \t]*Exec[SR]|RunAtLoad|StartInterval|KeepAlive|StartCalendar|<Arguments|LD_PRELOAD|BASH_ENV|PYTHONSTARTUP|DYLD_|NODE_OPTIONS|ForceList|load-extension|data_files|Remove-|[.]load|read_pickle|source(?:_url)?\s*\(|parse\s*\(|HttpGet|ClassLoader|Assembly|CSharpScript|Groovy|ScriptEngine|pull_request_target|Worker\s*\(|import\s*\(|document\.write|shell script|event_hooks|interceptors|_hook\b|_request\b|addHook|onRequest|addEventListener|\.fetch\s*=|\.prototype\.|(?:requests|httpx|openai|anthropic)\.[\w.]+\s*=";
}

static MADE: LazyLock<Vec<Made>> = LazyLock::new(|| made(&PHRASES));

/// What the settings and statements of a text give away, in the whole of a file or in each piece of code.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    if !context.is_prose {
        return within(context, 0..context.text.len()).take(MOST).collect();
    }
    // What is only named, rather than put somewhere, gives nothing away.
    let is_put = |place: &Range<usize>| {
        context.is_fence(place.start)
            || orders(context.line_with(place.start).1)
            || has(&PROGRAM, &context.text[place.clone()])
    };
    let code = context.code().iter().map(|span| span.start..span.end);
    code.filter(is_put).flat_map(|place| within(context, place)).take(MOST).collect()
}

fn within<'c>(context: &'c Context<'_>, part: Range<usize>) -> impl Iterator<Item = Hit> + use<'c> {
    let text = &context.text[part.clone()];
    let rows = if has(&WORTH, text) { MADE.as_slice() } else { &[] };
    rows.iter().flat_map(move |(regex, phrase)| {
        let places = regex.find_iter(text).map(move |found| part.start + found.start()..part.start + found.end());
        let meant = places.filter(|place| (phrase.means)(context, place));
        meant.map(|span| Hit { rule: phrase.rule, severity: phrase.severity, span, message: phrase.message.to_owned() })
    })
}

/// Every row.
static PHRASES: [Phrase; 31] = [
    // What anybody writes into an issue becomes a part of a command.
    row(
        Rule::RemoteCode,
        RUNS,
        r"^[ \t]*(?:-[ \t]+)?(?:run:[^\n$]*|[^:\n#$]*)\$\{\{\s*github\.event\.(?:comment\.body|issue\.(?:title|body)|pull_request\.(?:title|body|head\.ref)|review\.body|head_commit\.message|discussion\.(?:title|body))\s*\}\}",
    ),
    // A part of a build or of a machine's beginning that lies at an address.
    row(
        Rule::RemoteCode,
        RUNS,
        r#"^[ \t]*apply\s*(?:\(\s*)?from\s*[:=]\s*(?:uri\(\s*)?["']https?://[^"'\n]+["']|^#include\s+https?://\S+|\bprovision\b[^\n]*\bpath:\s*["']https?://[^"'\n]+["']|\bfile\s*\(\s*DOWNLOAD\s+["']?https?://[^\n]*\.cmake\b[^\n]*"#,
    ),
    // Agents and editors that ask nobody.
    row(
        Rule::Persistence,
        UNLOCKS,
        r#"["'](?:autoApprove|alwaysAllow|auto_approve)["']\s*:\s*(?:true|\[\s*["']\*["'])|["']chat\.tools\.(?:\w+\.)*autoApprove["']\s*:\s*true|["']security\.workspace\.trust\.enabled["']\s*:\s*false|\bskipDangerousModePermissionPrompt["']?\s*[:=]\s*true|\bdangerouslyDisableSandbox["']?\s*[:=]\s*true|["']yolo["']?\s*[:=]\s*true|\[projects\.["'](?:/|~|/home/[^/"']+|/Users/[^/"']+)["']\]\s*\n\s*trust_level\s*=\s*["']trusted"#,
    ),
    local_row(
        Rule::Persistence,
        STARTS,
        concat!(
            r#"["']hooks["']\s*:\s*\{[\s\S]{0,300}?["']command["']\s*:\s*["'](?:[^"'\n]|\\["'])*"#,
            unopen!(),
            r#"|["'](?:command|cmd)["']\s*:\s*["'](?:/bin/)?(?:ba|z)?sh["']\s*,\s*["']args["']\s*:\s*\[\s*["']-l?c["']\s*,\s*["'](?:[^"'\n]|\\["'])*"#,
            unopen!()
        ),
    ),
    row(
        Rule::Persistence,
        STARTS,
        concat!(
            r#"["']runOn["']\s*:\s*["']folderOpen["'][\s\S]{0,300}?(?:["']reveal["']\s*:\s*["'](?:never|silent)|"#,
            unopen!(),
            r#")|(?:["']reveal["']\s*:\s*["'](?:never|silent)|"#,
            unopen!(),
            r#")[^\n]*(?:\n[^\n]*){0,8}?["']runOn["']\s*:\s*["']folderOpen"#
        ),
    ),
    // What goes over another server, with nobody told.
    row(
        Rule::Exfiltration,
        LISTENS,
        r#"\bOTEL_LOG_(?:USER_PROMPTS|TOOL_DETAILS|RAW_API_BODIES)["']?\s*[:=]\s*["']?(?:1|true)|["']http\.proxy["']\s*:\s*["']https?://[^"']+["'][\s\S]{0,200}?["']http\.proxyStrictSSL["']\s*:\s*false|["']http\.proxyStrictSSL["']\s*:\s*false[\s\S]{0,200}?["']http\.proxy["']\s*:\s*["']https?://"#,
    ),
    row(
        Rule::Exfiltration,
        LISTENS,
        r"\bupdateAutoForwarding\b|\bforwardingAddresses\(?\)?\.create\b|-ForwardingSmtpAddress\s+\S|\bNew-InboxRule\b[^\n]*-(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo)\b|\bmessageRules\b[^\n]*(?:\n[^\n]*){0,6}?\b(?:forwardTo|redirectTo)\b",
    ),
    // Registries that anybody between may answer for.
    row(
        Rule::Persistence,
        UNGUARDS,
        r"^[ \t]*(?:registry|@[\w-]+:registry|index-url|extra-index-url|find-links)\s*=\s*http://(?:[02-9a-km-z]|1[013-9]|l[a-np-z])|^[ \t]*strict-ssl\s*=\s*false\b|^[ \t]*trusted-host\s*=\s*\S|^[ \t]*source\s+[\x22']http://(?:[02-9a-km-z]|1[013-9]|l[a-np-z])|^[ \t]*(?:rustc-wrapper|rustc-workspace-wrapper)\s*=\s*[\x22'](?:\.{0,2}/|~)",
    ),
    // Who may sign in.
    row(
        Rule::Persistence,
        ADMITS,
        r"\bauthorized_key:?[^\n]*\bkey:\s*[\x22']?https?://|\bauthorized_key:\s*(?:\n[^\n]*){0,4}?\n[ \t]+key:\s*[\x22']?https?://|\bPermitRootLogin\s+(?:yes|without-password)\b[^\n]{0,3}[\x22'}]|^[ \t]*PermitRootLogin\s+yes\b|\bPermitEmptyPasswords\s+yes\b|\bssh_authorized_keys:\s*(?:\n[ \t]*-\s*)?[^\n]*https?://",
    ),
    row(
        Rule::Persistence,
        ADMITS,
        r"\bhost\s+all\s+all\s+(?:0\.0\.0\.0/0|::/0)\s+trust\b|\bALTER\s+(?:ROLE|USER)\s+\S+\s+(?:WITH\s+)?SUPERUSER\b|\bGRANT\s+ALL(?:\s+PRIVILEGES)?\s+ON\s+\*\.\*\s+TO\s+[^;\n]*@\s*[\x22'`]%|\bGRANT\s+(?:ALL|DBA|SYSDBA)\b[^;\n]*\bTO\s+PUBLIC\b|\bsp_configure\s+N?'xp_cmdshell'\s*,\s*1|\bsp_addsrvrolemember\b[^\n]*sysadmin|\bALTER\s+SERVER\s+ROLE\s+\[?sysadmin\]?\s+ADD\b|\bCOPY\b[^;\n]*\b(?:FROM|TO)\s+PROGRAM\b",
    ),
    // Containers with the whole computer.
    row(
        Rule::Persistence,
        HANDS_OVER,
        r#"\bprivileged:\s*true\b(?:[^\n]*\n){0,14}?[^\n]*(?:docker\.sock|["'\s-]/:/|\bpid:\s*["']?host\b|\bhostPID:\s*true|\bpath:\s*["']?/["']?\s*$)|(?:docker\.sock|["'\s-]/:/|\bpid:\s*["']?host\b|\bhostPID:\s*true|\bpath:\s*["']?/["']?\s*$)[^\n]*(?:\n[^\n]*){0,14}?\bprivileged:\s*true\b"#,
    ),
    row(
        Rule::Persistence,
        HANDS_OVER,
        r#"^[ \t]*-\s*["']?/:/[\w/-]+(?::rw)?["']?[ \t]*$|\bvolumes:\s*\[[^\]\n]*["']/:/[\w/-]+(?::rw)?["']|\bhostPath:\s*\{?\s*path:\s*["']?/["']?\s*(?:\}|$)"#,
    ),
    // Clusters and clouds in which somebody may do everything.
    row(
        Rule::Persistence,
        HANDS_OVER,
        r"\bcluster-admin\b(?:[^\n]*\n){0,12}?[^\n]*\bsystem:(?:anonymous|unauthenticated|authenticated)\b|\bsystem:(?:anonymous|unauthenticated|authenticated)\b(?:[^\n]*\n){0,12}?[^\n]*\bcluster-admin\b|\bcluster-admin\b(?:[^\n]*\n){0,10}?[^\n]*\bname:\s*[\x22']?default\b",
    ),
    row(
        Rule::Persistence,
        HANDS_OVER,
        r#"["']?\bActions?["']?\s*[:=]\s*\[?\s*["']\*["'][\s\S]{0,120}?["']?Resources?["']?\s*[:=]\s*\[?\s*["']\*["']|["']?\bResources?["']?\s*[:=]\s*\[?\s*["']\*["'][\s\S]{0,120}?["']?Actions?["']?\s*[:=]\s*\[?\s*["']\*["']|\bpolicy(?:_arn|Arn)?["']?\s*[:=]\s*["'][^"'\n]*\bAdministratorAccess["']|["']Principal["']\s*:\s*["']\*["'][\s\S]{0,120}?["']Action["']\s*:\s*["'](?:s3:)?\*["']"#,
    ),
    row(
        Rule::Persistence,
        HANDS_OVER,
        r#"\brole["']?\s*[:=]\s*["']roles/(?:owner|editor|\w+\.admin)["'][\s\S]{0,160}?\ball(?:Authenticated)?Users\b|\ball(?:Authenticated)?Users\b[\s\S]{0,160}?["']roles/(?:owner|editor|\w+\.admin)|\bingress\s*\{[^}]*\bfrom_port\s*=\s*0\b[^}]*0\.0\.0\.0/0|\bacl\s*=\s*["']public-read-write["']|\bpublicly_accessible\s*=\s*true\b"#,
    ),
    row(
        Rule::Persistence,
        UNGUARDS,
        r"(?:/etc/sudoers|\bsudoers\b)[^\n]*(?:\n[^\n]*){0,5}?\bNOPASSWD:\s*ALL\b|\bselinux\b[^\n]*\bstate:\s*[\x22']?(?:disabled|permissive)|^SELINUX=(?:disabled|permissive)\b|\bkernel\.(?:yama\.ptrace_scope|randomize_va_space)\s*=\s*0\b",
    ),
    // A program of its own stands for a command.
    row(
        Rule::Persistence,
        SHADOWS,
        concat!(r#"^[ \t]*["']?"#, commands!(), r#"["']?\s*=\s*["'][\w.]+:\w+["'][ \t]*$"#),
    ),
    row(
        Rule::Persistence,
        SHADOWS,
        concat!(
            r#"["']bin["']\s*:\s*\{[^}]{0,300}["']"#,
            commands!(),
            r#"["']\s*:|\bconsole_scripts\b[^\]]{0,200}["']"#,
            commands!(),
            r#"\s*="#
        ),
    ),
    // Units and tasks that are started by the system.
    row(
        Rule::Persistence,
        STARTS,
        concat!(r"^[ \t]*Exec(?:Start(?:Pre|Post)?|Stop|Reload)=[^\n]*(?:", unopen!(), r"|\bsocat\b)"),
    ),
    row(
        Rule::Persistence,
        STARTS,
        concat!(
            r"<key>(?:RunAtLoad|StartInterval|KeepAlive|StartCalendarInterval)</key>[\s\S]{0,300}?<string>[^<]*",
            unopen!(),
            r"|<string>[^<]*",
            unopen!(),
            r"[\s\S]{0,300}?<key>(?:RunAtLoad|StartInterval|KeepAlive|StartCalendarInterval)</key>|<Arguments>[^<]*",
            unopen!()
        ),
    ),
    // What is put before every program.
    row(
        Rule::Persistence,
        STARTS,
        r#"\b(?:LD_PRELOAD|BASH_ENV|PYTHONSTARTUP|DYLD_INSERT_LIBRARIES)["']?\s*[:=]\s*["']?(?:/tmp|/dev/shm|/var/tmp|~/\.|\$HOME/\.|\.?/?\.\w)|\bNODE_OPTIONS["']?\s*[:=]\s*["'][^"'\n]*--(?:require|import|loader)[ =](?:/tmp|~|\$HOME|\./\.|https?:|data:)|\bExtensionInstallForcelist\b|--load-extension=\S+[^\n]*\.desktop\b"#,
    ),
    row(
        Rule::Destruction,
        LOSES,
        r"\bGet-(?:AD|Az|VM|Mg|S3|EC2|SPO|PnP|Mailbox)\w*\b[^\n|]*(?:\|[^\n|]*)?\|\s*Remove-(?:AD|Az|VM|Mg|S3|EC2|SPO|PnP|Mailbox)\w*[^\n]*-(?:Confirm:\$false|Force)\b|\bdata_files\s*=[^\n]*\.pth\b",
    ),
    // Others' programs, loaded as if they were data.
    row(
        Rule::RemoteCode,
        RUNS,
        r#"\b(?:torch|joblib|pickle|dill|cloudpickle|np|numpy|pd|pandas)\.(?:load|loads|read_pickle)\s*\([^\n]*https?://|\btorch\.load\s*\([^\n]*weights_only\s*=\s*False|\bsource\s*\(\s*(?:url\s*\(\s*)?["']https?://|\bsource_url\s*\(|\beval\s*\(\s*parse\s*\(\s*(?:text\s*=\s*)?(?:readLines|url|getURL|\w+::\w*get\w*)\s*\(|\bload(?:string)?\s*\(\s*[\w.:]*(?:HttpGet|http\.request|\brequest)\w*\s*\("#,
    ),
    row(
        Rule::RemoteCode,
        RUNS,
        r#"\bnew\s+URLClassLoader\b[^\n]*https?:|\bnew\s+URL\s*\(\s*["']https?://[^\n]*(?:\n[^\n]*){0,4}?\bURLClassLoader\b|\bURLClassLoader\b[^\n]*(?:\n[^\n]*){0,3}?\bnew\s+URL\s*\(\s*["']https?://|\bAssembly\.Load\w*\s*\(\s*(?:await\s+)?[\w.]*(?:GetByteArray|DownloadData|GetStream)|\bAssembly\.LoadFrom\s*\(\s*["']https?://|\bCSharpScript\.\w+\s*\(\s*(?:await\s+)?[\w.]*GetString|\b(?:GroovyShell|ScriptEngine\w*)\b[^\n]*(?:\n[^\n]*){0,3}?\b(?:evaluate|eval)\s*\([^\n]*\bURL\s*\(|\bDexClassLoader\b"#,
    ),
    row(
        Rule::RemoteCode,
        RUNS,
        r#"\bpull_request_target\b[\s\S]{0,300}?\bref:\s*\$\{\{\s*github\.event\.pull_request\.head\.|\bnew\s+(?:Shared)?Worker\s*\(\s*["']https?://|\bimport\s*\(\s*[`"']https?://[^)\n]*\$\{|\b(?:filterXSS|insertAdjacentHTML|document\.write)\s*\(\s*await\s+\(?await\s+fetch"#,
    ),
    // Packages of anybody, whose signatures nobody looks at.
    row(
        Rule::RemoteCode,
        RUNS,
        r"\bdeb\s+\[[^\]\n]*trusted=yes[^\]\n]*\]\s+https?://|\b(?:apt|apt-get|dnf|yum|zypper)\b[^\n]*--(?:allow-unauthenticated|nogpgcheck|no-gpg-checks?)\b|\bgpgcheck\s*=\s*0\b",
    ),
    // What a program of awk is sent, and what it runs.
    row(
        Rule::RemoteCode,
        RUNS,
        r#"(?:/inet/(?:tcp|udp)/|["'](?:curl|wget|nc|dig)\b[^"'\n]*["']\s*\|&?\s*getline)[\s\S]{0,600}?(?:\bsystem\s*\(|\|\s*["'](?:ba)?sh["'])"#,
    ),
    // What a page or an application is given away with.
    row(
        Rule::Exfiltration,
        SENDS,
        r#"\bdo shell script\s+["'][^"\n]*\b(?:curl|nc)\b[^\n]*&\s*(?:quoted form of|\(?the clipboard|\w+)"#,
    ),
    row(
        Rule::Exfiltration,
        LISTENS,
        r#"\b(?:event_hooks|interceptors\.(?:request|response)\.use|add_hook|register_hook|before_request|after_request|addHook|onRequest)\b[^\n]*(?:\n[^\n]*){0,3}?\b(?:post|put|fetch|sendBeacon|urlopen|request)\s*\(\s*f?["'`]https?://"#,
    ),
    row(
        Rule::Exfiltration,
        LISTENS,
        r#"\baddEventListener\s*\(\s*["'`](?:submit|input|key\w+|paste|copy|change)["'`][^\n]*(?:\n[^\n]*){0,5}?(?:\bsendBeacon\s*\(\s*["'`]https?://|\bfetch\s*\(\s*["'`]https?://|\.src\s*=\s*["'`]https?://)"#,
    ),
    row(
        Rule::Exfiltration,
        LISTENS,
        r#"\b(?:window|globalThis|self)\.fetch\s*=\s*(?:async\s*)?(?:function|\()[\s\S]{0,300}?(?:sendBeacon\s*\(|\w+\s*\(\s*["'`]https?://)|\bXMLHttpRequest\.prototype\.(?:send|open)\s*=[\s\S]{0,300}?https?://|\b(?:requests|httpx|openai|anthropic)\.[\w.]+\s*=\s*(?:lambda|\w*(?:patched|wrapped|hook|spy|mirror)\w*)\b"#,
    ),
];

#[cfg(test)]
mod tests {
    use super::{MADE, PHRASES};

    #[test]
    fn every_row_is_a_pattern() {
        assert_eq!(MADE.len(), PHRASES.len());
    }
}
