//! What a program as a whole has in it that belongs together: something private and a way out, what people type or copy and
//! somebody who reads along, what agents are told or allowed and a change to it. Where each value goes isn't followed.

use std::ops::Range;

use super::{
    Rule,
    flow::Deed,
    pattern::{Pattern, find, has, patterns},
    phrase::{RUNS, SENDS, UNLOCKS},
};

const WATCHES: &str = "This records what the user types, copies or sees, and sends or changes it. Remove it.";
const LOCKS: &str = "This rewrites the user's files so that they can't be read. Remove it.";
const SPREADS: &str =
    "This changes other skills or what an agent is told in each session. Remove it, or ask the user first.";
const DISGUISES: &str =
    "This puts the name of a command together from pieces, so that nobody finds it. Write it out, or remove it.";
const LOSES: &str = "This deletes tables or schemas that people depend on. Remove it, or name ones that may be lost.";
const OPENS: &str = "This shows everybody what an account kept private. Name what may be shown, and ask first.";
const RENEWS: &str = "This replaces what an agent is told with what it downloads, which nobody has read. Remove it, or \
    ship the text with the skill.";
const BEGINS: &str = "This makes a program run whenever Python starts. Remove it, or ask the user first.";
const LOSES_ALL: &str =
    "This deletes what is on the user's computer, wherever it is. Remove it, or name exactly what is to be deleted.";
const LOSES_STORES: &str =
    "This deletes everything that an account holds, one after the other. Name what may be deleted, and ask first.";

patterns! {
    // What nobody's program has to read: keys, histories, what a browser or a wallet keeps. Tokens of a service are read by
    // right by who calls it.
    PRIVATE = r"(?i)\.(?:bash|zsh|python|psql|mysql|node_repl)_history\b|\bfish_history\b|ConsoleHost_history|\bHistorySavePath\b|\bLibrary/(?:Messages|Mail|Safari|Calendars)\b|['\x22`/]chat\.db\b|\.thunderbird\b|\bid_(?:rsa|ed25519|ecdsa|dsa)(?:['\x22`\s,)]|$)|['\x22`/\\]\.ssh(?:['\x22`]|/['\x22`*]|/\*)|\bLogin Data\b|\bNetwork[/\\]+Cookies\b|['\x22`/\\]Cookies['\x22`]|\bLocal State['\x22`]|\blogins\.json\b|\bkey4\.db\b|\bcookies\.sqlite\b|\.aws['\x22`\s,/\\)+]{1,8}credentials\b|\bwallet\.dat\b|\.gnupg\b|\.password-store\b|\blogin\.keychain|\bLibrary/Keychains\b|\.git-credentials\b|\.claude['\x22`\s,/\\]{1,6}\.credentials|\.codex['\x22`\s,/\\]{1,6}auth\.json|\.electrum\b|\.ethereum\b|\bkeystore['\x22`/]|\.config['\x22`\s,/\\]{1,6}gcloud\b|\bbrowser_?cookie3?\b|\bCryptUnprotectData\b|\bstate\.vscdb\b|\bLocal Storage[/\\]+leveldb\b|\bSlack[/\\]+storage\b";
    // A way out.
    OUT = r"(?i)\b(?:requests|httpx|axios|session|client|got|ky|needle|superagent|HTTParty|Faraday|RestClient|http|aiohttp)\.(?:post|put|patch)\s*\(|\bhttp\.(?:Post|PostForm|NewRequest)\s*\(|\bNet::HTTP(?:\.post|::Post|::Put)|\bmethod['\x22]?\s*[:=]\s*['\x22`](?:POST|PUT)\b|\.sendall\s*\(|\.sendto\s*\(|\bsendBeacon\b|\burlopen\s*\([^\n]*data|\bRequest\s*\([^\n]*\bdata\s*=|\bsmtplib\b|\bsendMail\s*\(|\bTCPSocket\b|\bfsockopen\b|\bnet\.(?:connect|createConnection|Dial)|\bcreate_connection\s*\(|-Method\s+['\x22]?(?:Post|Put)\b|-InFile\b|\bUpload(?:File|String|Data|Values)\s*\(|\bCURLOPT_POSTFIELDS\b|->post\s*\(|\bPostAsync\s*\(|\bBodyPublishers\b|\bput_object\s*\(|\bupload_file\s*\(|\bcreate_gist\b|\bdns\.resolve|\bgethostbyname\s*\(";
    // All tables of a database, and that they are dropped.
    ALL_TABLES = r"(?i)\bpg_tables\b|\binformation_schema\.tables\b|\bsqlite_master\b|\bshow\s+tables\b|\blist_?collection(?:s|_names)\b|\blist_tables\b";
    DROPPED = r"(?i)\bdrop\s+table\b|\bdelete_table\b|\.drop\s*\(\s*\)|\btruncate\s+(?:table\s+)?[#$%{'\x22]";
    // A program of PHP that was written before it is made part of another.
    INCLUDED = r"(?i)\b(?:include|require)(?:_once)?\s*\(?\s*['\x22$]";
    WRITTEN = r"(?i)\bfile_put_contents\s*\(|\bfwrite\s*\(|\bcopy\s*\(\s*['\x22]https?:";
    ASKED_FOR = r"(?i)\b(?:file_get_contents|fopen|copy|readfile)\s*\(\s*['\x22]https?:|\bcurl_exec\s*\(";
    // All there is on a computer, gone through and deleted.
    CLEARED = r"(?i)\brmtree\s*\(|\bunlink\s*\(|\brmSync\s*\(|\bRemoveAll\s*\(|\bdeleteRecursively\b|\bfs\.rm\s*\(";
    EVERYWHERE = r"(?i)\bPath\s*\(\s*['\x22]/['\x22]\s*\)|\bdefault\s*=\s*['\x22]/['\x22]|\bwalk\w*\s*\(\s*['\x22](?:/|[A-Z]:\\{1,2})['\x22]|\b(?:readdir\w*|scandir|listdir)\s*\(\s*['\x22]/['\x22]";
    CHOSEN = r"(?i)\binput\s*\(|\bconfirm\w*\b|\bdry_?run\b|\bsuffix\b|\bends_?with\b|\bfnmatch\b";
    // Stores of a cloud, a forge, a mailbox or a database, and that they are deleted one after the other.
    STORES_GONE = r"(?im)\b(?:delete|terminate|remove|destroy|purge)_?(?:bucket|objects|table|db_?instance|db_?cluster|instances|cluster|snapshot|volume|stack|repo|repository|branch|release|tag|zone|hosted_?zone|record|user|project|app|secret|key|namespace|namespaced_\w+|index|collection|topic|queue|function|group|file_system|vault)s?(?:Command)?\s*\(|\brepos\.delete\s*\(|\bgit\.deleteRef\s*\(|\bdeleteRef\s*\(|\bdrop_?(?:database|collection|index|schema|all)\s*\(|\bdeleteMany\s*\(\s*(?:\{\s*\})?\s*\)|\bdelete_many\s*\(\s*\{\s*\}\s*\)|\bindices\.delete\s*\(|\bmessages(?:\(\))?\.(?:batchDelete|delete|trash)\s*\(|\bfiles(?:\(\))?\.(?:delete|emptyTrash)\s*\(|\bevents(?:\(\))?\.delete\s*\(|\bflushall\s*\(|\bobjects\.all\(\)\.delete\(|\bobject_versions\.(?:all\(\)\.)?delete\(|^[ \t]+\w+\.delete\s*\(\s*\)";
    STORES_LISTED = r"(?i)\b(?:list|describe)_?(?:buckets|objects\w*|tables|db_?instances|db_?clusters|instances|clusters|snapshots|volumes|stacks|repos\w*|branches|releases|tags|hosted_?zones|zones|users|projects|apps|secrets|keys|namespaces?\w*|indices|collections?\w*|database_names|databases|topics|queues|functions|groups|file_systems|vaults)(?:V2)?(?:Command)?\b|\blistFor(?:AuthenticatedUser|Org|User)\b|\bget_repos\b|\bbuckets\.all\b|\bobjects\.all\b|\b(?:messages|files|events)(?:\(\))?\.list\b|\bcat\.indices\b|\bpaginate\b";
    // All of them opened to everybody.
    MADE_PUBLIC = r"(?i)\bprivate['\x22]?\s*[:=]\s*false\b|\bvisibility['\x22]?\s*[:=]\s*['\x22]public|\bACL['\x22]?\s*[:=]\s*['\x22]public-read";
    // What Python runs whenever it starts.
    BEGUN_WITH = r"(?i)\.pth['\x22`]|\b(?:site|user)customize\.py\b";
    SITE = r"(?i)\bsite[-_]?packages\b|getsitepackages|getusersitepackages|\bUSER_SITE\b|\bpurelib\b|\bsite\b";
    OF_SOME = r"(?i)\b(?:test|tests|tmp|temp|staging|preview|sandbox|dry_?run|confirm\w*|prompt\w*|input\s*\(|older|expired?|stale|unused|orphan\w*|merged|prefix|filters?|startswith|startsWith|tagged|days|age|localhost|argv|args|emulator|moto)\b|\bif\b[^\n]*(?:name|Name|tag)";
    // A program that is put into memory and started there.
    IN_MEMORY = r"(?i)\bVirtualAlloc(?:Ex)?\b|\bPROT_EXEC\b|\bCreateRemoteThread\b|\bRtlMoveMemory\b|\bCFUNCTYPE\s*\([^\n]*\)\s*\([^\n]*\)\s*\(\s*\)|\bmemfd_create\b";
    GOT = r"(?i)\burlopen\b|\brequests\.get\b|\bhttpx\.get\b|\bDownloadData\b|\bhttp\.Get\b|\brecv\s*\(|b64decode|\bfetch\s*\(|\bInvoke-WebRequest\b";
    // Settings of an editor with which nobody is asked.
    NOBODY_ASKED = r"(?i)\bchat\.tools\.(?:\w+\.)*autoApprove\b|\bworkspace\.trust\.enabled['\x22\]]*\s*[:=]\s*false\b|\bapproval_policy\W+never";
    // That what is sent is asked for, or goes to whom it belongs.
    SIGNS_IN = r"(?i)\bauthorization\b|\bapi[_-]?key\b|\bbearer\b|\blocalhost\b|127\.0\.0\.1";
    TYPED = r"(?i)\bpynput\b|\bkeyboard\.(?:on_press|hook|record|Listener)\b|\bGetAsyncKeyState\b|\bSetWindowsHookEx\b|\b(?:iohook|uiohook)\b|node-global-key-listener|\bpyxhook\b|\bInputDevice\s*\(\s*['\x22]/dev/input|\bCGEventTapCreate\b";
    SEEN = r"(?i)\bImageGrab\.grab\b|\bpyautogui\.screenshot\b|\bmss\s*\(|\bCopyFromScreen\b|\bdesktopCapturer\b|\bscreenshot-desktop\b|\bVideoCapture\s*\(|\bsounddevice\.rec\b|\bpyaudio\b|['\x22`]screencapture\b";
    COPIED = r"(?i)\bpyperclip\.copy\b|\bclipboard\w*\.(?:write\w*|copy|set\w*)\b|\bSet-Clipboard\b|\bclipboard_set\b";
    READ_COPIED = r"(?i)\bpyperclip\.paste\b|\bclipboard\w*\.(?:read\w*|paste|get\w*)\b|\bGet-Clipboard\b";
    ACCOUNTS = r"(?i)\bbc1|\[13\]\[|\b0x\[|\{40\}|\biban\b|\bwallet|\bT[A-Za-z]\w{32}";
    WALKS_HOME = r"(?i)\b(?:walk|rglob|glob|readdir\w*|scandir|find|Dir\.glob|Get-ChildItem)\b[^\n]*(?:~|home|USERPROFILE|HOME)|\bPath\.home\(\)\.(?:rglob|glob)";
    ENCRYPTS = r"(?i)\bFernet\b|\bAES\b|\bChaCha20\b|\bcreateCipher\w*\b|\.encrypt\s*\(|\^\s*(?:0x)?\w{1,4}\s+for\b|\bxor\b|\bAesManaged\b|\bopenssl\s+enc\b";
    LEAVES_LOCKED = r"(?i)\.(?:locked|enc|encrypted|crypt|crypted|lock3d|pay)['\x22`]|\bransom|README_(?:RESTORE|DECRYPT)|\bDECRYPT\b";
    AGENTS = r"(?i)\.(?:claude|codex|cursor|openclaw|agents|gemini|copilot|windsurf|opencode)['\x22`\s,/\\+)]{1,8}(?:skills|commands|rules|agents|hooks)\b|\b(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY)\.md\b|\.cursorrules\b";
    GOES_THROUGH = r"(?i)\b(?:glob|rglob|readdir\w*|iterdir|listdir|scandir|walk|Get-ChildItem|Dir\.glob)\b";
    OF_HOME = r"(?i)\bhomedir\s*\(|\bPath\.home\b|expanduser\b|['\x22`/]~/|\bDir\.home\b|\bUSERPROFILE\b|\benv(?:iron)?\b[^\n]{0,6}HOME\b";
    WRITES = r#"(?i)\bopen\s*\([^\n]*["'][aw]\+?b?["']|\bwrite_(?:text|bytes)\s*\(|\b(?:append|write)File(?:Sync)?\s*\(|\.write\s*\(|\bFile\.(?:write|open)\b|\b(?:Add|Set)-Content\b"#;
    SERVERS = r"(?i)\bmcp_?Servers\b";
    FREED = r"(?i)\b(?:autoApprove|alwaysAllow|trust['\x22]?\s*:\s*true)\b|\bmcp_?Servers\b[^;]*https?://[^\s'\x22`]+\.(?:tgz|zip|js|py|sh)\b|\bbypassPermissions\b|\bskipDangerousModePermissionPrompt\b|\bBash\(\*";
    BLIND_COPY = r"(?i)\bbcc['\x22]?\s*[\])]?\s*[:=]\s*\[?\s*(?:String\.fromCharCode|atob\s*\(|Buffer\.from|b64decode|bytes\s*\(|['\x22`][\w.+-]+@[\w.-]+\.\w+['\x22`])";
    ALL_SECRETS = r"(?i)\btoJSON\s*\(\s*secrets\s*\)";
    SENDS_ON = r"(?i)\b(?:curl|wget|nc|fetch|Invoke-WebRequest|iwr)\b";
    OF_TESTS = r"(?i)\b(?:test|tests|reset|seed|migrat\w*|down|teardown|fixtures?|scratch|dev|demo|example)\b";
    DROPS = r"(?i)\bdrop\s+(?:schema|database)\s+(?:if\s+exists\s+)?\w|\btruncate\s+(?:table\s+)?\w+\s*,[^;]*\bcascade\b|\bdelete\s+from\s+\w+\s*;";
    MAKES = r"(?i)\bcreate\s+(?:schema|database)\b";
    PIECES = r#"["'`]([\w.-]{1,14})["'`](?:\s*[+,.]\s*["'`]([\w.-]{1,14})["'`])(?:\s*[+.]\s*["'`]([\w.-]{1,14})["'`])?"#;
    // What an agent is told, as a file that is written with what was fetched.
    TOLD_AGENT = r"(?i)['\x22`/]SKILL\.md['\x22`]";
    // Two strings that become one.
    APART = r#"(?i)["'`]\s*[+.]\s*["'`]|\bjoin\s*\(\s*["'\[(]"#;
    // The same as a list that is joined.
    JOINED = r#"["']{2}\.join\(\s*[\[(]((?:\s*["'][\w.]{1,10}["']\s*,?){2,8})[\])]|\[((?:\s*["'][\w.]{1,10}["']\s*,?){2,8})\]\.join\(\s*["']{2}"#;
}

/// Words of commands that nobody takes apart who has nothing to hide.
const TAKEN_APART: [&str; 21] = [
    "eval",
    "exec",
    "execsync",
    "execfile",
    "spawn",
    "spawnsync",
    "child_process",
    "downloadstring",
    "downloadfile",
    "downloaddata",
    "net.webclient",
    "system.net.webclient",
    "invoke-expression",
    "iex",
    "subprocess",
    "os.system",
    "popen",
    "curl",
    "base64",
    "frombase64string",
    "b64decode",
];

type Patterns = &'static [&'static Pattern];

/// What belongs together: a place that is told of where all of some stand in the program as well, and none of others.
struct Pair {
    rule: Rule,
    message: &'static str,
    /// The first of these that is there.
    at: Patterns,
    with: Patterns,
    without: Patterns,
    files: Files,
}

/// The files in which it is told.
#[derive(Clone, Copy)]
enum Files {
    All,
    NotOfTests,
    /// Of SQL, and not of tests.
    Sql,
}

impl Files {
    fn include(self, path: &str, text: &str) -> bool {
        let is_of_tests = || has(&OF_TESTS, &path.replace('_', " "));
        let is_headed_so = || has(&OF_TESTS, text.lines().next().unwrap_or_default());
        match self {
            Self::All => true,
            Self::NotOfTests => !is_of_tests(),
            Self::Sql => path.to_ascii_lowercase().ends_with(".sql") && !is_of_tests() && !is_headed_so(),
        }
    }
}

const fn pair(rule: Rule, message: &'static str, at: Patterns, with: Patterns) -> Pair {
    Pair { rule, message, at, with, without: &[], files: Files::All }
}

impl Pair {
    const fn without(self, without: Patterns) -> Self {
        Self { without, ..self }
    }

    const fn of(self, files: Files) -> Self {
        Self { files, ..self }
    }
}

/// Every pair, a row each.
static PAIRS: [Pair; 19] = [
    pair(Rule::RemoteCode, RENEWS, &[&TOLD_AGENT], &[&GOT, &WRITES]),
    pair(Rule::Exfiltration, SENDS, &[&PRIVATE], &[&OUT]),
    pair(Rule::Exfiltration, WATCHES, &[&TYPED], &[&OUT]),
    pair(Rule::Exfiltration, WATCHES, &[&SEEN], &[&OUT]).without(&[&SIGNS_IN]),
    pair(Rule::Exfiltration, WATCHES, &[&COPIED], &[&READ_COPIED, &ACCOUNTS]),
    pair(Rule::Destruction, LOCKS, &[&ENCRYPTS, &LEAVES_LOCKED], &[&WALKS_HOME, &LEAVES_LOCKED, &WRITES]),
    pair(Rule::Persistence, SPREADS, &[&AGENTS], &[&WRITES, &OF_HOME, &GOES_THROUGH]),
    pair(Rule::Persistence, UNLOCKS, &[&SERVERS], &[&WRITES, &OF_HOME, &FREED]),
    pair(Rule::Persistence, UNLOCKS, &[&NOBODY_ASKED], &[&WRITES]),
    pair(Rule::Destruction, LOSES, &[&DROPPED], &[&ALL_TABLES]).of(Files::NotOfTests),
    pair(Rule::RemoteCode, RUNS, &[&IN_MEMORY], &[&GOT]),
    pair(Rule::RemoteCode, RUNS, &[&INCLUDED], &[&WRITTEN, &ASKED_FOR]),
    pair(Rule::Destruction, LOSES_ALL, &[&CLEARED], &[&EVERYWHERE, &GOES_THROUGH])
        .without(&[&CHOSEN])
        .of(Files::NotOfTests),
    pair(Rule::Exfiltration, OPENS, &[&MADE_PUBLIC], &[&STORES_LISTED]).without(&[&OF_SOME]),
    pair(Rule::Persistence, BEGINS, &[&BEGUN_WITH], &[&SITE, &WRITES]),
    pair(Rule::Destruction, LOSES_STORES, &[&STORES_GONE], &[&STORES_LISTED])
        .without(&[&OF_SOME])
        .of(Files::NotOfTests),
    pair(Rule::Exfiltration, SENDS, &[&BLIND_COPY], &[]),
    pair(Rule::Exfiltration, SENDS, &[&ALL_SECRETS], &[&SENDS_ON]),
    pair(Rule::Destruction, LOSES, &[&DROPS], &[]).without(&[&MAKES]).of(Files::Sql),
];

/// What a program does, with its place.
pub(super) fn deeds(path: &str, text: &str) -> Vec<Deed> {
    let told = |pair: &Pair| {
        // Most programs have none of the places, whatever else is in them.
        let place = pair.at.iter().find_map(|pattern| find(pattern, text))?;
        let is_told = pair.files.include(path, text)
            && pair.with.iter().all(|pattern| has(pattern, text))
            && !pair.without.iter().any(|pattern| has(pattern, text));
        is_told.then_some((pair.rule, place, pair.message))
    };
    let apart = taken_apart(text).map(|place| (Rule::RemoteCode, place, DISGUISES));
    PAIRS.iter().filter_map(told).chain(apart).collect()
}

/// Where the name of a command is put together.
fn taken_apart(text: &str) -> Option<Range<usize>> {
    if !has(&APART, text) {
        return None;
    }
    let joined = |found: regex::Captures<'_>| {
        let list = found.get(1).or_else(|| found.get(2))?.as_str();
        let word: String =
            list.chars().filter(|letter| letter.is_ascii_alphanumeric() || "._-".contains(*letter)).collect();
        TAKEN_APART.contains(&word.to_ascii_lowercase().as_str()).then(|| found.get(0).map(|whole| whole.range()))?
    };
    if let Some(place) = JOINED.as_ref()?.captures_iter(text).find_map(joined) {
        return Some(place);
    }
    PIECES.as_ref()?.captures_iter(text).find_map(|found| {
        let whole = found.get(0)?;
        if !whole.as_str().contains(['+', '.']) {
            return None;
        }
        let parts: Vec<String> =
            (1..=3).filter_map(|at| found.get(at)).map(|part| part.as_str().to_ascii_lowercase()).collect();
        let joined = parts.concat();
        TAKEN_APART.contains(&joined.as_str()).then(|| whole.range())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_pieces_is_known() {
        assert!(taken_apart("w.('Down' + 'loadString')").is_some());
        assert!(taken_apart("x['ev'+'al']").is_some());
        assert!(taken_apart("'read' + 'me'").is_none());
        assert!(taken_apart("['curl', 'wget']").is_none());
    }
}
