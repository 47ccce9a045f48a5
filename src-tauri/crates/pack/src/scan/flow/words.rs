//! The words of languages: what takes, runs, sends and deletes in Python, JavaScript, Ruby, Perl, PHP, Lua and PowerShell.
//! A table, and longer than other files for that.

use std::{borrow::Cow, sync::LazyLock};

use regex::{Captures, Regex};

use super::{CODED, FETCHED, HOME, Held, RUNNER, SECRET};
use crate::scan::sense::{has, pattern};

// Something is sent by another computer.
pattern!(
    FETCHES,
    concat!(
        r"\b(?:requests|httpx|session|client|http|axios|got|ky|needle|superagent|HTTParty|Faraday|RestClient|Typhoeus|Excon)\.(?:get|request)\s*\(?|\burl(?:open|retrieve)\s*\(|\baiohttp\b|\.getresponse\s*\(|\bfetch\s*\(|\baxios\s*\(|\bhttps?\.(?:get|request)\s*\(|\bgot\s*\(",
        r"|\bNet::HTTP\b|\bURI(?:\.parse\([^)\n]*\))?\.open\b|\bopen\s*\(\s*['\x22]https?:|\bLWP::|\bHTTP::Tiny\b|\bget\s*\(\s*['\x22]https?:|->get\s*\(|\bfile_get_contents\s*\(\s*['\x22$]\w*:?/?/?|\bcurl_exec\s*\(",
        r"|\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)\s+\S|\bDownload(?:String|Data)\s*\(|\.recv\s*\(|\b(?:check_output|getoutput|run|popen|execSync|spawnSync|shell_exec|Open3\.\w+)\s*\(\s*\[?\s*[frb]?['\x22`](?:curl|wget)\b|`(?:curl|wget)\s|%x[\[({](?:curl|wget)\b|\bresolveTxt\s*\(|\bdns\.resolver\b|\bgetTxtRecord"
    )
);
// It was written so that nobody can read it.
pattern!(
    DECODES,
    r"\bb(?:64|32|85|16)decode\s*\(|\ba85decode\s*\(|\bunhexlify\s*\(|\bfromhex\s*\(|\bcodecs\.decode\s*\(|\b(?:zlib|gzip|lzma|bz2)\.decompress\s*\(|\bgunzipSync\s*\(|\binflate\w*\s*\(|\bmarshal\.loads\s*\(|\batob\s*\(|\bBuffer\.from\s*\([^;\n]*['\x22](?:base64|hex)|\b(?:strict_)?decode64\b|\bdecode_base64\b|\bunpack1?\s*\(?\s*['\x22][mHu]|\bpack\s*\(?\s*['\x22]H|\bbase64_decode\s*\(|\bstr_rot13\s*\(|\bhex2bin\s*\(|FromBase64String|\bfromCharCode\b|\bmap\s*\(\s*chr\b|\bchr\s*\(\s*\w+\s*(?:\^|-|\+)|\bchr\s*\(\s*\w+\s*\)\s*for\b|['\x22]\[::-1\]|\[char\[\]\]"
);
// What a person has: the whole environment, what was copied, what a keychain or a browser keeps.
pattern!(
    KEEPS_SECRET,
    concat!(
        r"\b(?:dict|str|repr|list|json\.dumps|urlencode)\s*\(\s*(?:dict\s*\(\s*)?os\.environ\s*[,)]|\bos\.environ\.(?:items|copy|values)\s*\(\)|\bin\s+os\.environ\b|=\s*os\.environ\s*$|\(\s*os\.environ\s*[,)]|:\s*os\.environ\s*[,}]",
        r"|\bprocess\.env\s*(?:[,)}\]]|$)|\bENV\.(?:to_h|to_hash|each|map|inspect|to_a|select|filter)\b|\bENV\s*\)|%ENV\b|\$_ENV\b|\bgetenv\s*\(\s*\)|\benv::vars\b|System\.getenv\s*\(\s*\)|\bGet-ChildItem\s+env:|\b(?:gci|dir|ls)\s+env:",
        r"|\bpyperclip\.paste\b|\bclipboard\.read\w*\b|\bGet-Clipboard\b|\bclipboardy?\.(?:readSync|read|paste)\b|\bbrowser_?cookie3?\b|\b(?:walk|glob|rglob|iterdir|scandir|listdir|readdir\w*)\b[^\n]*\b(?:Documents|Desktop|Pictures|Downloads)\b|\bImageGrab\.grab\b|\bkeyring\.get_credential|\bwin32crypt\b|\bCryptUnprotectData\b",
        r"|['\x22`](?:printenv|env|pbpaste|history|gh[ /]auth[ /]token|git[ /]credential|security[ /](?:find-(?:generic|internet)-password|dump-keychain)|cmdkey|xclip[ /]-o|wl-paste|gcloud[ /]auth[ /]print)\b|\bcmdkey\s+/list"
    )
);
// Keys by the names that everybody gives them.
pattern!(
    KEY_OF_NAME,
    r"(?:environ(?:\.get)?\s*[\[(]\s*|getenv\s*\(\s*|process\.env\.|process\.env\[|ENV(?:\.fetch)?\s*[\[(]\s*|\$env:|\$ENV\{)['\x22]?(?:AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|NPM_TOKEN|NODE_AUTH_TOKEN|ANTHROPIC_API_KEY|OPENAI_API_KEY|HF_TOKEN|SSH_PRIVATE_KEY)\b"
);
// All of a home.
pattern!(
    IS_HOME,
    r"\bPath\.home\s*\(\)|\bexpanduser\s*\(\s*['\x22]~/?['\x22]\s*\)|\bhomedir\s*\(\)|\bprocess\.env\.(?:HOME|USERPROFILE)\b|\b(?:environ|ENV)(?:\.get|\.fetch)?\s*[\[(]\s*['\x22](?:HOME|USERPROFILE)['\x22]|\bDir\.home\b|\bgetenv\s*\(\s*['\x22](?:HOME|USERPROFILE)|\$env:(?:USERPROFILE|HOME)\b|[/'\x22]~/?['\x22]"
);
// A part of it, by a name or an ending.
pattern!(
    NARROWS,
    r"(?:/|\+)\s*f?['\x22`]/?[\w.]|\bjoin\w*\s*\([^()]*(?:\(\))?[^()]*,\s*f?['\x22`][\w.]|\bglob\w*\s*\(\s*['\x22][^'\x22]*\w[^'\x22]*['\x22]|~/[\w.]|\$\{\w+\}/[\w.]|['\x22]\s*/[\w.]"
);
pattern!(WIDE_FOLDER, r"(?:/|\+|,)\s*f?['\x22`]/?(?:Documents|Desktop|Pictures|Downloads|Library)/?['\x22`]");
// A choice among what is gone through.
pattern!(pub CHOOSES, r"\b(?:if|unless|when|where|filter|select|grep)\b[^\n]*(?:name|suffix|stem|ends_?with|starts_?with|match|test\(|mtime|age|\bin\s+[A-Z{(\[\x22']|includes|==)");
// A name or a number is made of it, or nothing but its size is asked for.
pattern!(
    HARMLESS,
    r"^\s*(?:len|bool|int|float|hash|isinstance|sha256|hashlib\.\w+|exists|is_file|any|all)\s*\(|\.(?:exists|is_file|is_dir|isfile|stat|existsSync|status_code|ok|status|length)\b(?:\(\))?\s*\)?;?$|\bsha256\s*\(|createHash|\bhexdigest\b"
);
// Certificates that are not checked, and what goes to whoever answers.
pattern!(
    UNVERIFIED,
    r"\bverify\s*=\s*False|\brejectUnauthorized\s*:\s*false|_create_unverified_context|\bCERT_NONE\b|VERIFY_NONE|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)|-SkipCertificateCheck\b|ServerCertificateValidationCallback\s*=\s*\{\s*\$true|InsecureSkipVerify\s*:\s*true"
);
pattern!(
    OF_VALUE,
    r"\bauth\s*[=:(]|passw(?:or)?d|\btoken\b|\bapi_?key\b|\bsecret\b|authorization|credential|ServerCertificateValidationCallback|NODE_TLS"
);
pattern!(
    TLS_OFF,
    r"NODE_TLS_REJECT_UNAUTHORIZED['\x22]?\]?\s*=\s*['\x22]?0|PYTHONHTTPSVERIFY['\x22]?\]?\s*=\s*['\x22]?0"
);
// Settings that a program reads from a file for what they are for.
pattern!(pub READS_SETTINGS, r"\bdotenv\b|\bstartswith\s*\(|\bstartsWith\s*\(|\bstart_with\?|\.split\s*\(\s*['\x22]=|\bpartition\s*\(\s*['\x22]=|configparser|\bnetrc\b|\bre\.\w+\s*\(");
pattern!(OWN_SETTING, r"\.env\b|\.netrc|\.npmrc|\.pypirc|hosts\.yml|\.aws|application_default|\.kube|\.docker|/gh\b");
pattern!(PUBLIC_KEY, r"\.pub\b");
// Programs that run what they are given, with what that is.
pattern!(
    RUNS_GIVEN,
    r"(?:(?:^|[^.\w$-])(?:exec|eval|Function|AsyncFunction|assert|create_function|loadstring|execute)|\b(?:builtins|__builtins__|globalThis|window|self|Kernel|binding)\.(?:exec|eval)|\.(?:instance_eval|class_eval|module_eval|constructor|runInThisContext|runInNewContext|runInContext|compileFunction|_compile)|\bvm\.(?:Script|SourceTextModule)|\(\s*0\s*,\s*eval\s*\)|\[scriptblock\]::Create|\[Reflection\.Assembly\]::Load|\b(?:pickle|dill|cloudpickle|marshal)\.loads?|\byaml\.(?:unsafe_load|full_load)|\bjsonpickle\.decode|\bcompile)\s*\("
);
pattern!(
    RUNS_REST,
    r"(?:^|[;{(=&|\s])(?:eval|instance_eval|class_eval|iex|Invoke-Expression|do shell script|load)\s+(?:-Command\s+)?([^\n;]+)|([^\n;|]+)\|\s*(?:iex|Invoke-Expression)\b|(?:^|[\s;])[&.]\s+([$(][^\n;]*)"
);
// Programs of another file or address.
pattern!(
    LOADS,
    r"(?:(?:^|[^.\w])(?:import|require|load)|\b(?:importScripts|run_path|run_module|spec_from_file_location|SourceFileLoader|import_module|__import__|dofile|loadfile))\s*\("
);
// Commands.
pattern!(
    STARTS,
    r"\b(?:os\.system|os\.popen|os\.exec\w+|os\.spawn\w+|os\.startfile|subprocess\.\w+|Popen|check_output|check_call|getoutput|execSync|execFileSync|execFile|spawnSync|spawn|child_process[^\n;]{0,6}\.exec|cp\.exec|system|shell_exec|passthru|proc_open|popen|Start-Process|Invoke-Item|IO\.popen|Open3\.\w+|pty\.spawn)\s*[\s(]"
);
// What goes to another computer, with what that is.
pattern!(
    SENDS_GIVEN,
    concat!(
        r"(?:\b(?:requests|httpx|session|client|http|axios|got|ky|needle|superagent|HTTParty|Faraday|RestClient|aiohttp|conn|c|s|sock|ws|socket|smtp|server|ftp|bot|webhook)\.(?:post|put|patch|get|request|send|sendall|sendto|sendmail|send_message|storbinary|emit)|\b(?:urlopen|Request|urlretrieve|fetch|axios|got|sendBeacon|WebSocket|gethostbyname|getaddrinfo|getaddress|put_object|upload_file|upload_fileobj|fsockopen|create_gist|send_file|send_document)|\.(?:sendall|sendto|sendmail|send_message|sendMail|sendBeacon|post|put_object|upload_file|UploadString|UploadData|UploadFile|UploadValues|postForm|post_form)",
        r"|\bdns\w*\.(?:resolve\w*|lookup|promises\.\w+)|\bresolver\.\w+|\bNet::HTTP(?:\.\w+|::Post\.new|::Put\.new)|\bhttps?\.(?:request|get)|->(?:post|put|request)|\bmail|\bcurl_setopt|\bXMLHttpRequest|\bResolv\.\w+|\bTCPSocket\.\w+|\bnet\.(?:connect|createConnection)|\b(?:req|request|socket|sock|conn|client)\.(?:end|write)|\brequest\s*\([^\n]*\)\.(?:end|write))\s*\("
    )
);
pattern!(
    SENDS_REST,
    r"\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest|Send-MailMessage|Resolve-DnsName|nslookup)\b([^\n]*)|['\x22`]\s*(?:curl|wget|nc|ncat)\b([^\n]*)"
);
pattern!(
    HEADS,
    r"(?i)(?:\bheaders?|\bauth|\bauthorization|\bcookies|\bcert|-headers|-credential|-websession)['\x22]?\s*(?:=>|[=:]|\s)\s*(?:@?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\([^()]*\)|f?['\x22][^'\x22]*['\x22]|[\w.$]+)|(?:api_?key|token|password)\s*=\s*\w+"
);
pattern!(
    DELETES,
    r"(?:\b(?:rmtree|os\.remove|os\.unlink|os\.removedirs|rmSync|rmdirSync|unlinkSync|fs\.rm|fs\.rmdir|fs\.unlink|fsp?\.promises\.\w+|rimraf(?:\.sync)?|del(?:ete)?Sync|FileUtils\.rm\w*|FileUtils\.remove\w*|File\.delete|File\.unlink|Dir\.rmdir|send2trash|removeSync|emptyDirSync|remove_dir_all|unlink|remove_tree)|(?:^|[^.\w])rm|\.sync)\s*\("
);
pattern!(
    DELETES_RECEIVER,
    r"([\w.]+(?:\([^()]*\))?)\.(?:(?:unlink|rmdir|rmtree|delete|unlinkSync)\s*\(|write_(?:bytes|text)\s*\(\s*b?(?:''|\x22\x22)\s*\))"
);
pattern!(DELETES_BY_COMMAND, r"\brm['\x22]?\s*[,\s/]\s*['\x22]?-\w*[rR]\w*([^\n]*)");

static DEFINES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|\s)(?:def|function\*?|fn|func|sub)\s+(?:self\.)?(\w+)|^(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>|^(?:async\s+)?(\w+)\s*\([^()]*\)\s*\{$").ok()
});
static ASSIGNS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?s)^(?:export\s+)?(?:(?:const|let|var|my|our|local)\s+)?[\s({\[]*([$@%]?[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?(?:\s*,\s*[$@%]?[A-Za-z_]\w*)*)[\s)}\]]*(?::\s*[\w\[\], .|<>]+)?\s*(?:=|\+=|\|\|=|\?\?=|<<|:=)\s*([^=~>].*)$").ok()
});
static GOES_THROUGH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?si)\bfor(?:each)?\s*\(?\s*(?:(?:const|let|var|my)\s+)?[\[(]?\s*([$\w]+(?:\s*,\s*[$\w]+)*)\s*[\])]?\s+(?:in|of)\s+(.*)$|^(.*?)\.(?:each\w*|map|forEach|select|then|on)\b[^|\n]{0,40}?(?:\{\s*\||do\s*\||\(\s*(?:'\w+'\s*,\s*)?(?:async\s*)?\(?)\s*(\w+)|^with\s+(.*)\s+as\s+(\w+)|\badd_argument\s*\(\s*['\x22]--?([\w-]+)['\x22](.*)$").ok()
});
static RETURNS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?s)^(?:return|yield(?: from)?)\s+(.*)$").ok());
static WRITTEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?s)\bopen\s*\(\s*([\w.]+|["'][^"']*["'])\s*,[^)]*\)\.write\s*\((.*)$|\bwriteFile(?:Sync)?\s*\(\s*([\w.]+|["'`][^"'`]*["'`])\s*,(.*)$|([\w.]+)\.write_(?:text|bytes)\s*\((.*)$|\bFile\.(?:binwrite|write)\s*\(\s*([\w.]+|["'][^"']*["'])\s*,(.*)$"#).ok()
});
static FETCHED_TO: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)\b(?:urlretrieve|DownloadFile)\s*\([^,\n]+,\s*([\w.$]+|["'][^"']*["'])|-(?:OutFile|Destination)\s+(\S+)|\bStart-BitsTransfer\s+\S+\s+(\S+)"#).ok()
});
// What is worth reading a program for.
pattern!(
    MATTERS,
    r"http|verify|TLS_|request|retrieve|run_|import|ENV|\.post|\.put\(|send|exec|eval|load|rimraf|socket|fetch|curl|wget|dns|decode|decompress|fromCharCode|chr\b|FromBase64|\[char|rm|unlink|remove|delete|smtp|urlopen|LWP|irm|iwr|Upload|Invoke-|import\s*\("
);

/// Whether a program does any of what is looked for.
pub(super) fn could_matter(text: &str) -> bool {
    has(&MATTERS, text)
}

/// What an expression takes by itself.
pub(super) fn taken(value: &str) -> Held {
    let of = |pattern: &LazyLock<Option<Regex>>, held: Held| if has(pattern, value) { held } else { 0 };
    let home = if has(&IS_HOME, value) && !is_narrowed(value) { HOME } else { 0 };
    of(&FETCHES, FETCHED)
        | of(&DECODES, CODED)
        | of(&KEEPS_SECRET, SECRET)
        | of(&KEY_OF_NAME, SECRET)
        | of(&DISGUISED, RUNNER)
        | home
}

// What runs things, under another name.
pattern!(
    DISGUISED,
    r"\bgetattr\s*\(\s*(?:__builtins__|builtins|__import__)|^__import__\s*\(\s*['\x22](?:os|subprocess|builtins)|getPrototypeOf\s*\(\s*async\s+function|\.constructor\.constructor|\b(?:globalThis|window|self)\[|^(?:eval|exec|os\.system)$|\bvars\s*\(\s*__builtins__"
);

/// Whether a text in code is a program that is run as it stands: nobody reads it before.
pub(crate) fn is_coded_program(text: &str) -> bool {
    has(&DECODES, text)
}

pub(super) fn is_narrowed(value: &str) -> bool {
    has(&NARROWS, value) && !has(&WIDE_FOLDER, value)
}

pub(super) fn makes_harmless(value: &str) -> bool {
    has(&HARMLESS, value)
}

pub(super) fn is_own_setting(value: &str) -> bool {
    has(&OWN_SETTING, value)
}

pub(super) fn is_public_key(value: &str) -> bool {
    has(&PUBLIC_KEY, value)
}

/// The names in an expression, those in strings left out but where a string puts them in.
pub(super) fn mentioned(value: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut quote = None;
    let mut inner = 0_usize;
    let mut at = 0;
    let mut before = ' ';
    let mut unquoted: Vec<&str> = Vec::new();
    let mut start = 0;
    for (index, letter) in value.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') if before != '\\' => {
                unquoted.push(&value[start..index]);
                quote = Some(letter);
            }
            (Some(mark), _) if letter == mark && before != '\\' => {
                (quote, inner, start) = (None, 0, index + 1);
            }
            (Some(_), '{' | '$') => (inner, at) = (1, index + 1),
            (Some(_), '}' | ' ' | '/' | '&') if inner > 0 => {
                unquoted.push(&value[at..index]);
                inner = usize::from(letter == '$');
            }
            _ => {}
        }
        before = letter;
    }
    unquoted.push(if quote.is_none() { &value[start..] } else { &value[at.min(value.len())..] });
    unquoted
        .into_iter()
        .flat_map(move |part| part.split(move |letter: char| !is_name(letter)))
        .filter(|name| !name.is_empty())
}

fn first_of<'t>(found: &Captures<'t>, groups: std::ops::RangeInclusive<usize>) -> Option<&'t str> {
    groups.into_iter().find_map(|at| found.get(at)).map(|part| part.as_str())
}

/// The name of a function that begins.
pub(super) fn defined(text: &str) -> Option<String> {
    let found = DEFINES.as_ref()?.captures(text)?;
    first_of(&found, 1..=3).map(str::to_owned)
}

/// Names that are given a value, and the value.
pub(super) fn assigned(text: &str) -> Option<(Vec<String>, &str)> {
    let names = |list: &str| -> Vec<String> {
        let name = |name: &str| {
            name.trim().trim_start_matches(['$', '@', '%']).split('[').next().unwrap_or_default().to_owned()
        };
        list.split(',').map(name).filter(|name| !name.is_empty()).collect()
    };
    if let Some(found) = GOES_THROUGH.as_ref()?.captures(text) {
        let pairs = [(1, 2), (4, 3), (6, 5), (7, 8)];
        let (name, value) = pairs.into_iter().find_map(|(name, value)| Some((found.get(name)?, found.get(value)?)))?;
        return Some((names(&name.as_str().replace('-', "_")), value.as_str()));
    }
    let found = ASSIGNS.as_ref()?.captures(text.trim_start_matches("<?php").trim_start())?;
    let (list, value) = (found.get(1)?.as_str(), found.get(2)?.as_str());
    // How something is asked for is no part of what it holds.
    let attribute = list.rsplit_once('.').map_or("", |(_, attribute)| attribute).to_ascii_lowercase();
    let is_head =
        ["headers", "auth", "api_key", "apikey", "token", "cookies", "password"].contains(&attribute.as_str());
    let list = list.split('.').next().unwrap_or_default();
    (!is_head).then(|| (names(list), value))
}

pub(super) fn returned(text: &str) -> Option<&str> {
    RETURNS.as_ref()?.captures(text)?.get(1).map(|value| value.as_str())
}

/// A file that is written, and what is written into it.
pub(super) fn written(text: &str) -> Option<(&str, &str)> {
    let found = WRITTEN.as_ref()?.captures(text)?;
    Some((first_named(&found, &[1, 3, 5, 7])?, first_named(&found, &[2, 4, 6, 8])?))
}

fn first_named<'t>(found: &Captures<'t>, groups: &[usize]) -> Option<&'t str> {
    groups.iter().find_map(|at| found.get(*at)).map(|part| part.as_str())
}

pub(super) fn fetched_to(text: &str) -> Option<&str> {
    let found = FETCHED_TO.as_ref()?.captures(text)?;
    first_of(&found, 1..=3)
}

/// What is given to each call of a pattern.
fn given<'t>(pattern: &'static LazyLock<Option<Regex>>, text: &'t str) -> impl Iterator<Item = &'t str> {
    let found = pattern.as_ref().into_iter().flat_map(move |regex| regex.find_iter(text));
    found.map(move |call| in_brackets(&text[call.end()..]))
}

/// Up to the bracket that closes, or all of it.
fn in_brackets(text: &str) -> &str {
    let mut depth = 1_usize;
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (Some(mark), _) if mark == letter => quote = None,
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    return &text[..at];
                }
            }
            _ => {}
        }
    }
    text
}

fn rest<'t>(pattern: &'static LazyLock<Option<Regex>>, text: &'t str) -> impl Iterator<Item = &'t str> {
    let found = pattern.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(text));
    found.filter_map(|found| first_of(&found, 1..=found.len().saturating_sub(1)))
}

/// What a statement runs as a program.
pub(super) fn run(text: &str) -> impl Iterator<Item = &str> {
    given(&RUNS_GIVEN, text).chain(rest(&RUNS_REST, text))
}

/// What a statement loads as a program: a file, a module, an address.
pub(super) fn loaded(text: &str) -> impl Iterator<Item = &str> {
    given(&LOADS, text)
}

/// Whether what is worth something goes to whoever answers.
pub(super) fn is_unverified(text: &str) -> bool {
    has(&UNVERIFIED, text) && has(&OF_VALUE, text) || has(&TLS_OFF, text)
}

/// Whether a program is loaded from an address as it is written.
pub(super) fn is_address(given: &str) -> bool {
    let given = given.trim_start_matches(['"', '\'', '`', ' ']);
    given.starts_with("https://") || given.starts_with("http://") || given.starts_with("data:text/javascript")
}

/// What a statement starts as a command.
pub(super) fn started(text: &str) -> impl Iterator<Item = &str> {
    given(&STARTS, text)
}

/// Whether what a command is given is one name as a whole, a list of arguments apart.
pub(super) fn is_whole(given: &str) -> bool {
    let first = given.split([',', '\n']).next().unwrap_or_default().trim();
    let is_input = given.contains("input=") || given.contains("input:") || given.contains("-c");
    !first.starts_with('[') && !first.contains(['"', '\'', '`'])
        || is_input
        || first.contains("decode")
        || first.contains("Buffer")
        || first.contains("chr")
}

pub(super) fn is_name(given: &str) -> bool {
    let name = given.trim().split([',', ')']).next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.$".contains(letter))
}

/// What is given to a name that is called.
pub(super) fn called<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let at = text.find(&format!("{name}("))?;
    let is_begun = text[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
    is_begun.then(|| in_brackets(&text[at + name.len() + 1..]))
}

/// What a statement sends.
pub(super) fn sent(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    given(&SENDS_GIVEN, text).chain(rest(&SENDS_REST, text)).map(Cow::Borrowed)
}

/// The same without what shows who asks.
pub(super) fn without_heads(given: &str) -> String {
    HEADS.as_ref().map_or_else(|| given.to_owned(), |regex| regex.replace_all(given, "").into_owned())
}

/// What a statement deletes.
pub(super) fn deleted(text: &str) -> impl Iterator<Item = &str> {
    let by_name = given(&DELETES, text).map(|given| given.split(", {").next().unwrap_or_default());
    by_name.chain(rest(&DELETES_RECEIVER, text)).chain(rest(&DELETES_BY_COMMAND, text))
}
