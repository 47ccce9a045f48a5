//! The words of languages: what takes, runs, sends and deletes in Python, JavaScript, Ruby, Perl, PHP, Lua and PowerShell.
//! A table: `reading` uses it.

use crate::scan::pattern::patterns;

patterns! {
    // Something is sent by another computer.
    pub(super) FETCHES = concat!(
        r"(?i)\b(?:requests|httpx|session|client|http|axios|got|ky|needle|superagent|HTTParty|Faraday|RestClient|Typhoeus|Excon)\.(?:get|request)\s*\(?|\burl(?:open|retrieve)\s*\(|\baiohttp\b|\.getresponse\s*\(|\bfetch\s*\(|\baxios\s*\(|\bhttps?\.(?:get|request)\s*\(|\brequire\s*\(\s*['\x22](?:node:)?https?['\x22]\s*\)\.(?:get|request)\s*\(|\bgot\s*\(",
        r"|\bNet::HTTP\b|\bURI(?:\.parse\([^)\n]*\))?\.open\b|\bopen\s*\(\s*['\x22]https?:|\bLWP::|\bHTTP::Tiny\b|\bget\s*\(\s*['\x22]https?:|->get\s*\(|\bfile_get_contents\s*\(\s*['\x22$]\w*:?/?/?|\bcurl_exec\s*\(|\bhttp\.Get\s*\(|\.openStream\s*\(|\breqwest::(?:blocking::)?get\s*\(",
        r"|\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest)\s+\S|\bDownload(?:String|Data)\s*\(|\.recv\s*\(|\b(?:check_output|getoutput|run|popen|execSync|spawnSync|shell_exec|Open3\.\w+)\s*\(\s*\[?\s*[frb]?['\x22`](?:curl|wget)\b|`(?:curl|wget)\s|%x[\[({](?:curl|wget)\b|/inet/tcp/|\bretr(?:binary|lines)\s*\(|\bexec_command\s*\(|\b(?:httpx|client|session)\.stream\s*\(|\bServerProxy\s*\(|\bWebSocket(?:App)?\s*\(|\bwebsockets?\.connect\s*\(|\bcreate_connection\s*\(|\bresolveTxt\s*\(|\bdns\.resolver\b|\bgetTxtRecord"
    );
    // It was written so that nobody can read it.
    pub(super) DECODES = r"(?i)\bb(?:64|32|85|16)decode\s*\(|\ba85decode\s*\(|\bunhexlify\s*\(|\bfromhex\s*\(|\bcodecs\.decode\s*\(|\b(?:zlib|gzip|lzma|bz2)\.decompress\s*\(|\bgunzipSync\s*\(|\binflate\w*\s*\(|\bmarshal\.loads\s*\(|\batob\s*\(|\bBuffer\.from\s*\([^;\n]*['\x22](?:base64|hex)|\b(?:strict_)?decode64\b|\bdecode_base64\b|\bunpack1?\s*\(?\s*['\x22][mHu]|\bpack\s*\(?\s*['\x22]H|\bbase64_decode\s*\(|\bstr_rot13\s*\(|\bhex2bin\s*\(|FromBase64String|\bfromCharCode\s*\(\s*(?:\.\.\.|\d+\s*,\s*\d+\s*,|\w+\s*(?:\^|-|\+))|\bfromCharCode\.apply\b|\bmap\s*\(\s*chr\b|\bchr\s*\(\s*\w+\s*(?:\^|-|\+)|\bchr\s*\(\s*\w+\s*\)\s*for\b|['\x22]\[::-1\]|\[char\[\]\]";
    // What a person has: the whole environment, what was copied, what a keychain or a browser keeps.
    pub(super) KEEPS_SECRET = concat!(
        r"(?i)\b(?:dict|str|repr|list|json\.dumps|urlencode)\s*\(\s*(?:dict\s*\(\s*)?os\.environ\s*[,)]|\bos\.environ\.(?:items|copy|values)\s*\(\)|\bin\s+os\.environ\b|=\s*os\.environ\s*$|\(\s*os\.environ\s*[,)]|:\s*os\.environ\s*[,}]",
        r"|\bprocess\.env\s*(?:[,)}\]]|$)|\bENV\.(?:to_h|to_hash|each|map|inspect|to_a|select|filter)\b|\bENV\s*\)|%ENV\b|\$_ENV\b|\bgetenv\s*\(\s*\)|\benv::vars\b|System\.getenv\s*\(\s*\)|\bGet-ChildItem\s+env:|\b(?:gci|dir|ls)\s+env:",
        r"|\bpyperclip\.paste\b|\bclipboard\.read\w*\b|\bGet-Clipboard\b|\bclipboardy?\.(?:readSync|read|paste)\b|\bbrowser_?cookie3?\b|\b(?:walk|glob|rglob|iterdir|scandir|listdir|readdir\w*)\b[^\n]*\b(?:Documents|Desktop|Pictures|Downloads)\b|\bImageGrab\.grab\b|\bkeyring\.get_credential|\bwin32crypt\b|\bHistorySavePath\b|\bCryptUnprotectData\b",
        r"|['\x22`](?:printenv|env|pbpaste|history|gh[ /]auth[ /]token|git[ /]credential|security[ /](?:find-(?:generic|internet)-password|dump-keychain)|cmdkey|xclip[ /]-o|wl-paste|gcloud[ /]auth[ /]print)\b|\bcmdkey\s+/list"
    );
    // Keys by the names that everybody gives them.
    pub(super) KEY_OF_NAME = r"(?i)(?:environ(?:\.get)?\s*[\[(]\s*|getenv\s*\(\s*|process\.env\.|process\.env\[|ENV(?:\.fetch)?\s*[\[(]\s*|\$env:|\$ENV\{)['\x22]?(?:AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|NPM_TOKEN|NODE_AUTH_TOKEN|ANTHROPIC_API_KEY|OPENAI_API_KEY|HF_TOKEN|SSH_PRIVATE_KEY)\b";
    // All of a home.
    pub(super) IS_HOME = r"(?i)\bPath\.home\s*\(\)|\bexpanduser\s*\(\s*['\x22]~/?['\x22]\s*\)|\bhomedir\s*\(\)|\bprocess\.env\.(?:HOME|USERPROFILE)\b|\b(?:environ|ENV)(?:\.get|\.fetch)?\s*[\[(]\s*['\x22](?:HOME|USERPROFILE)['\x22]|\bDir\.home\b|\bgetenv\s*\(\s*['\x22](?:HOME|USERPROFILE)|\$env:(?:USERPROFILE|HOME)\b|\bUserHomeDir\s*\(|\buser\.home\b|SpecialFolder\.UserProfile|\bNSHomeDirectory\b|\bhomeDirectoryForCurrentUser\b|\bhome_dir\s*\(\)|\bPath\s*\(\s*['\x22]/['\x22]\s*\)|[/'\x22]~/?(?:/?\*{1,2})*(?:/\*{1,2})*['\x22]";
    // A part of it, by a name or an ending.
    pub(super) NARROWS = r"(?i)(?:/|\+)\s*f?['\x22`]/?[\w.]|\bjoin\w*\s*\([^()]*(?:\(\))?[^()]*,\s*f?['\x22`][\w.]|\bglob\w*\s*\(\s*['\x22][^'\x22]*\w[^'\x22]*['\x22]|~/[\w.]|\$\{\w+\}/[\w.]|['\x22]\s*/[\w.]";
    pub(super) WIDE_FOLDER = r"(?i)(?:/|\+|,)\s*f?['\x22`]/?(?:Documents|Desktop|Pictures|Downloads|Library)/?['\x22`]";
    // A choice among what is gone through.
    pub(super) CHOOSES = r"(?i)\b(?:if|unless|when|where|filter|select|grep)\b[^\n]*(?:name|suffix|stem|ends_?with|starts_?with|match|test\(|mtime|\bage\b|\bin\s+[A-Z{(\[\x22']|includes|==)";
    pub(super) HIDDEN = r"(?i)(?:!|not\s+)?[\w.]*\.starts_?with\s*\(\s*['\x22]\.['\x22]\s*\)";
    // A name or a number is made of it, or nothing but its size is asked for.
    pub(super) HARMLESS = r"(?i)^\s*(?:len|bool|int|float|hash|isinstance|sha256|hashlib\.\w+|exists|is_file|any|all)\s*\(|\.(?:exists|is_file|is_dir|isfile|stat|existsSync|status_code|ok|status|length)\b(?:\(\))?\s*\)?;?$|\bsha256\s*\(|createHash|\bhexdigest\b";
    // Certificates that are not checked, and what goes to whoever answers.
    pub(super) UNVERIFIED = r"(?i)\bverify\s*=\s*False|\brejectUnauthorized\s*:\s*false|_create_unverified_context|\bCERT_NONE\b|VERIFY_NONE|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)|-SkipCertificateCheck\b|ServerCertificateValidationCallback\s*=\s*\{\s*\$true|InsecureSkipVerify\s*:\s*true";
    pub(super) OF_VALUE = r"(?i)\bauth\s*[=:(]|passw(?:or)?d|\btoken\b|\bapi_?key\b|\bsecret\b|authorization|credential|ServerCertificateValidationCallback|NODE_TLS";
    pub(super) TLS_OFF = r"(?i)NODE_TLS_REJECT_UNAUTHORIZED['\x22]?\]?\s*=\s*['\x22]?0|PYTHONHTTPSVERIFY['\x22]?\]?\s*=\s*['\x22]?0";
    // Settings that a program reads from a file for what they are for.
    pub(super) READS_SETTINGS = r"(?i)\bdotenv\b|\bstartswith\s*\(|\bstartsWith\s*\(|\bstart_with\?|\.split\s*\(\s*['\x22]=|\bpartition\s*\(\s*['\x22]=|configparser|\bnetrc\b|\bre\.\w+\s*\(";
    pub(super) OWN_SETTING = r"(?i)\.env\b|\.netrc|\.npmrc|\.pypirc|hosts\.yml|\.aws|application_default|\.kube|\.docker|/gh\b";
    // One that says where something is, picked out by its name.
    pub(super) OPEN_SETTING = r"(?i)['\x22`/(]\^?(?:registry|region|proxy|index-url|repository|server|host(?:name)?|endpoint|email|user(?:name)?|project|cluster|output)(?:\\s[*+]?)?[=:'\x22`]";
    pub(super) CLOSED_SETTING = r"(?i)auth|token|passw|secret|_key\b|credential";
    pub(super) PUBLIC_KEY = r"(?i)\.pub\b";
    // Programs that run what they are given, with what that is.
    pub(super) RUNS_GIVEN = r"(?i)(?:(?:^|[^.\w$-])(?:exec|eval|(?-i:Function|AsyncFunction)|create_function|loadstring|execute|instance_eval|class_eval|module_eval)|\b(?:builtins|__builtins__|globalThis|window|self|Kernel|binding)\.(?:exec|eval)|\.(?:instance_eval|class_eval|module_eval|executescript|constructor|_compile)|(?:\bvm['\x22)]*\.|^|[^.\w])(?:runInThisContext|runInNewContext|runInContext|compileFunction)|\bvm\.(?:Script|SourceTextModule)|\bcompile|\(\s*0\s*,\s*eval\s*\)|\[scriptblock\]::Create|\[Reflection\.Assembly\]::Load|\bAssembly\.Load|\bgetRuntime\s*\(\s*\)\.exec|\b(?:pickle|dill|cloudpickle)\.loads?|\bjoblib\.load|\bFunctionType|\bCodeType|\bread_pickle|\bshelve\.open|\bmarshal\.load|\byaml\.(?:unsafe_load|full_load)|\bjsonpickle\.decode)\s*\(";
    pub(super) RUNS_REST = r"(?i)(?:^|[;{(=&|\s])(?:eval|instance_eval|class_eval|iex|Invoke-Expression|do shell script|load|require|require_relative|dofile)\s+(?:-Command\s+)?([^\n;]+)|(?:^|[;{\s])do\s+([\x22'$][^\n;]*)|\b(?:cmd(?:\.exe)?\s+/[ck]|(?:powershell|pwsh)(?:\.exe)?\s+-c\w*)\s+(\$[^\n;]*)|\byaml\.load\s*\(([^\n]*Loader\s*=\s*(?:yaml\.)?(?:Unsafe|Full)?Loader\b[^\n]*)|([^\n;|]+)\|\s*(?:iex|Invoke-Expression)\b|(?:^|[\s;])[&.]\s+([$(][^\n;]*)";
    // Programs of another file or address.
    pub(super) LOADS = r"(?i)(?:(?:^|[^.\w])(?:import|require|load|include)|\b(?:importScripts|run_path|run_module|spec_from_file_location|SourceFileLoader|import_module|__import__|dofile|loadfile|zipimporter|addsitedir|load_source|CDLL|LoadLibrary|dlopen|load_workbook_macros|sys\.path\.(?:insert|append|extend)|createRequire|(?-i:Worker)|fork))\s*\(";
    // Commands.
    pub(super) STARTS = r"(?i)\b(?:os\.system|os\.popen|os\.exec\w+|os\.spawn\w+|os\.startfile|subprocess\.\w+|Popen|check_output|check_call|getoutput|execSync|execFileSync|execFile|spawnSync|spawn|child_process[^\n;]{0,6}\.exec|cp\.exec|system|shell_exec|passthru|proc_open|popen|IO\.popen|io\.popen|exec\.Command(?:Context)?|Open3\.\w+|pty\.spawn|Deno\.Command|Deno\.run|Bun\.spawn(?:Sync)?|child_process\.\w+)\s*\(|\b(?:Start-Process|Invoke-Item|system)\s+";
    // What goes to another computer, with what that is.
    pub(super) SENDS_GIVEN = concat!(
        r"(?i)(?:\b(?:requests|httpx|session|client|http|axios|got|ky|needle|superagent|HTTParty|Faraday|RestClient|aiohttp|conn|c|s|sock|ws|socket|smtp|server|ftp|bot|webhook)\.(?:post|put|patch|get|request|send|sendall|sendto|sendmail|send_message|storbinary|emit)|\b(?:urlopen|Request|urlretrieve|fetch|axios|got|sendBeacon|WebSocket|gethostbyname|getaddrinfo|getaddress|put_object|upload_file|upload_fileobj|fsockopen|create_gist|send_file|send_document)|\.(?:sendall|sendto|sendmail|send_message|sendMail|sendBeacon|post|put_object|upload_file|UploadString|UploadData|UploadFile|UploadValues|postForm|post_form)",
        r"|\bdns\w*\.(?:resolve\w*|lookup|promises\.\w+)|\bresolver\.\w+|\bNet::HTTP(?:\.\w+|::Post\.new|::Put\.new)|\bhttps?\.(?:request|get)|->(?:post|put|request)|\bmail|\bcurl_setopt|\bXMLHttpRequest|\bResolv\.\w+|\bTCPSocket\.\w+|\bnet\.(?:connect|createConnection)|\b(?:req|request|socket|sock|conn|client)\.(?:end|write)|\brequest\s*\([^\n]*\)\.(?:end|write))\s*\("
    );
    pub(super) SENDS_REST = r"(?i)\b(?:irm|iwr|Invoke-RestMethod|Invoke-WebRequest|Send-MailMessage|Resolve-DnsName|nslookup)\b([^\n]*)|['\x22`]\s*(?:curl|wget|nc|ncat)\b([^\n]*)";
    pub(super) HEADS = r"(?i)(?:\bheaders?|\bauth|\bauthorization|\bcookies|\bcert|-headers|-credential|-websession)['\x22]?\s*(?:=>|[=:]|\s)\s*(?:@?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\([^()]*\)|f?['\x22][^'\x22]*['\x22]|[\w.$]+)|(?:api_?key|token|password)\s*=\s*\w+";
    pub(super) DELETES = r"(?i)(?:\b(?:rmtree|os\.remove|os\.unlink|os\.truncate|truncateSync|os\.removedirs|rmSync|rmdirSync|unlinkSync|fs\.rm|fs\.rmdir|fs\.unlink|fsp?\.promises\.\w+|rimraf(?:\.sync)?|del(?:ete)?Sync|FileUtils\.rm\w*|FileUtils\.remove\w*|File\.delete|File\.unlink|Dir\.rmdir|send2trash|removeSync|emptyDirSync|remove_dir_all|unlink|remove_tree|os\.RemoveAll|Directory\.Delete|removeItem)|(?:^|[^.\w])rm|\.sync)\s*\(";
    pub(super) DELETES_RECEIVER = r"(?i)([\w.]+(?:\([^()]*\))?)\.(?:(?:unlink|rmdir|rmtree|delete|unlinkSync|deleteRecursively)\s*\(|write_(?:bytes|text)\s*\(\s*b?(?:''|\x22\x22)\s*\))";
    pub(super) DELETES_BY_COMMAND = r"(?i)\brm['\x22]?\s*[,\s/]\s*['\x22]?-\w*[rR]\w*([^\n]*)";
    pub(super) DEFINES = r"(?:^|\s)(?:def|function\*?|fn|func|sub)\s+(?:self\.)?(\w+)|^(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>|^(?:async\s+)?(\w+)\s*\([^()]*\)\s*\{$";
    pub(super) ASSIGNS = r"(?s)^(?:export\s+)?(?:(?:const|let|var|my|our|local)\s+)?[\s({\[]*([$@%]?[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?(?:\s*,\s*[$@%]?[A-Za-z_]\w*)*)[\s)}\]]*(?::\s*[\w\[\], .|<>]+)?\s*(?:=|\+=|\|\|=|\?\?=|<<|:=)\s*([^=~>].*)$";
    pub(super) GOES_THROUGH = r"(?si)\bfor(?:each)?\s*\(?\s*(?:(?:const|let|var|my)\s+)?[\[(]?\s*([$\w]+(?:\s*,\s*[$\w]+)*)\s*[\])]?\s+(?:in|of)\s+(.*)$|^(.*?)\.(?:each\w*|map|forEach|select|then|on)\b[^|\n]{0,40}?(?:\{\s*\||do\s*\||\(\s*(?:'\w+'\s*,\s*)?(?:async\s*)?\(?)\s*(\w+)|^(?:async\s+)?with\s+(.*)\s+as\s+(\w+)|\badd_argument\s*\(\s*['\x22]--?([\w-]+)['\x22](.*)$";
    pub(super) RETURNS = r"(?s)^(?:return|yield(?: from)?)\s+(.*)$";
    pub(super) WRITTEN = r#"(?s)\bopen\s*\(\s*([\w.]+|["'][^"']*["'])\s*,[^)]*\)\.write\s*\((.*)$|\bwriteFile(?:Sync)?\s*\(\s*([\w.]+|["'`][^"'`]*["'`])\s*,(.*)$|([\w.]+)\.write_(?:text|bytes)\s*\((.*)$|\bfile_put_contents\s*\(\s*(\$?[\w.]+|["'][^"']*["'])\s*,(.*)$|\bFile\.(?:binwrite|write)\s*\(\s*([\w.]+|["'][^"']*["'])\s*,(.*)$"#;
    pub(super) FETCHED_TO = r#"(?i)\b(?:urlretrieve|DownloadFile|getstore|mirror|download_file|downloadFile|URLDownloadToFile\w*|FileUtils\.copyURLToFile)\s*\([^,\n]+,\s*([\w.$]+|["'][^"']*["'])|-(?:OutFile|Destination)\s+(\S+)|\bStart-BitsTransfer\s+\S+\s+(\S+)"#;
    // A file that is opened to be written, and what is poured into it.
    pub(super) OPENED_TO_WRITE = r#"(?i)\b(\w+)\b(?:\s*,\s*\w+)?\s*:?=\s*(?:await\s+)?(?:os\.(?:Create|OpenFile)|open|File\.(?:open|new|create)|(?:fs\.)?createWriteStream|fopen|io\.open|File::create|openSync)\s*\(\s*([\w.$]+|["'`][^"'`\n]*["'`])|\bopen\s*\(\s*([\w.$]+|["'][^"'\n]*["'])\s*,\s*["'][wax]\w*["'][^)\n]*\)\s+as\s+(\w+)|\b(\w+)\s*(?:,\s*\w+\s*)?:?=\s*(?:await\s+)?(?:Tempfile\.(?:new|create)|(?:tempfile\.)?(?:Named)?TemporaryFile|tmp\.fileSync|os\.CreateTemp|ioutil\.TempFile)\b"#;
    pub(super) POURED = r"(?i)\b(\w+)\.(?:write|Write|WriteString|write_all|puts|print)\s*\((.*)$|^(.*?)\.pipe\s*\(\s*(\w+)\s*\)|\b(?:io\.Copy|copyfileobj|io::copy|IO\.copy_stream|stream_copy_to_stream|pipeline|fwrite)\s*\(\s*&?(?:mut\s+)?(\w+)\s*,\s*([^\n]*)$";
    // What is unpacked, and where to.
    pub(super) UNPACKED = r#"(?i)^(.*)\.(?:extractall|extract_all|extractAllTo|extractTo|unpack)\s*\(\s*(?:path\s*=\s*)?([\w.$]+|["'][^"']*["'])|\b(?:unpack_archive|extract_archive|untar|unzip)\s*\(\s*([^,\n]+),\s*(?:extract_dir\s*=\s*)?([\w.$]+|["'][^"']*["'])"#;
    // A file that is read, a path, a list or buffer that grows.
    pub(super) READS = r"(?i)\bopen\s*\(|\.open\s*\(|\bread_(?:text|bytes)\b|\breadFile\w*|\bFile\.(?:read|binread|open)\b|\bfile_get_contents\b|\bGet-Content\b|\bslurp\b|\bloadtxt\b|\bIO\.read\b|\bReadFile\b|\bread_to_string\b|\bReadAll\w*\b";
    pub(super) PATH_OF = r#"(?i)^\s*(?:str\s*\(\s*)?(?:[\w.$]+|(?:os\.path\.|path\.)?(?:join|resolve)\s*\([^()]*\)|(?:pathlib\.)?Path\s*\([^()]*\)|Join-Path\s+[^\n]*|f?["'`][^"'`\n]*["'`]|[\w.]+\s*/\s*["'][^"'\n]*["'](?:\s*/\s*["'][^"'\n]*["'])*|[\w.]+\.(?:rename|replace|with_suffix|with_name|resolve|absolute)\s*\([^()]*\))\s*\)?\s*;?\s*$"#;
    pub(super) ADDED = r"\b(\w+)\.(?:push|append|extend|unshift|concat|insert|update|write|add)\s*\(";
    pub(super) GIVEN_TO = r",\s*(\w+)\.(?:write|append|extend|push|feed)\s*[),]";
    pub(super) POURS = r"\.pipe\s*\(|\bpipeline\s*\(|\bpipeTo\s*\(|\bcopy\w*\s*\(";
    // One value of many, by its key, and what is made of names without a word.
    pub(super) KEYS = r#"\[\s*["'`][\w-]+["'`]\s*\]|\.get\(\s*["'][\w-]+["']\s*\)"#;
    pub(super) OF_NAMES = r"^(?:await\s+)?\(?(?:(?:Buffer\.concat|String|str)\s*\(\s*)?[\w.$]+\)?(?:\.(?:toString|join|trim|decode|strip|concat|text|read|body|data)(?:\([^()]*\))?)*$";
    // A digest, and a condition in which it is compared.
    pub(super) DIGESTS = r"(?i)\bGet-FileHash\b|\bGet-AuthenticodeSignature\b|\bhashlib\.|\bsha(?:256|512)\w*\s*\(|\bcreateHash\s*\(|\bhexdigest\b|\bDigest::SHA|\bsha256\.Sum|\bMessageDigest\b|\bhash_file\s*\(|\bSHA256\b[^\n]*ComputeHash";
    pub(super) COMPARES = r"(?i)^\W*(?:else\s*)?(?:if|elif|elseif|elsif|unless|assert\w*|guard|die|throw)\b[^\n]*(?:[!=]==?|-n?eq\b|-c?ne\b|-notmatch\b|-match\b|\bne\b|\beq\b|\bequals\w*\b|compare|includes)|^\W*(?:assert|raise|die)\w*\b|[!=]==?[^\n]*(?:\|\||\bor\b)\s*(?:die|raise|throw|exit|abort)";
    // Files that hold data, and what runs files.
    pub(super) OF_DATA = r#"(?i)\.(?:json|csv|tsv|txt|md|html?|xml|pdf|png|jpe?g|gif|webp|svg|ya?ml|toml|db|sqlite3?|parquet|wav|mp[34]|mov|srt|vtt|log|docx|xlsx|pptx|geojson|ics|sql|zip|tar|t?gz)["'`]"#;
    pub(super) RUNS_FILES = r"(?i)\b(?:sh|bash|zsh|python[\d.]*|node|deno|bun|perl|ruby|php|powershell|pwsh|cmd|executable|source|psql|mysql|sqlite3|lua|Rscript|osascript|shell\s*=\s*True)\b|\.(?:sh|py|js|mjs|exe|msi|bat|ps1|rb|pl|jar|deb|rpm|pkg)\b";
    // A digest that is compared with one that is known.
    pub(super) COMPARES_DIGEST = r"(?i)\b(?:if|unless|assert\w*|verify\w*)\b[^\n]*(?:hash|sha\d|digest|checksum|\bsum\b|signature)[^\n]*(?:[!=]=|-ne\b|-eq\b|\bne\b|compare|equals?\b|verify)|\b(?:compare_digest|timingSafeEqual|ConstantTimeCompare|bytes\.Equal|hash_equals)\s*\(";
    // What is worth reading a program for.
    pub(super) MATTERS = r"(?i)http|verify|TLS_|request|retrieve|run_|import|ENV|\.post|\.put\(|send|exec|eval|load|rimraf|socket|fetch|curl|wget|dns|decode|decompress|fromCharCode|chr\b|FromBase64|\[char|rm|unlink|remove|delete|smtp|urlopen|LWP|irm|iwr|Upload|Invoke-|import\s*\(";
    // What runs things, under another name.
    pub(super) DISGUISED = r"(?i)\bgetattr\s*\(\s*(?:__builtins__|builtins|__import__)|^__import__\s*\(\s*['\x22](?:os|subprocess|builtins)|getPrototypeOf\s*\(\s*async\s+function|\.constructor\.constructor|\b(?:globalThis|window)\[|^(?:eval|exec|os\.system)$|\bvars\s*\(\s*__builtins__";
    // A single value of many.
    pub(super) PICKED = r"\b\w+\.(?:get|pop|setdefault|fetch)\s*\([^()]*\)|\b\w+\[['\x22]\w+['\x22]\]";
}
