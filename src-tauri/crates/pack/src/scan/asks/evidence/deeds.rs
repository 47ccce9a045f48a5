//! More signs, in rows as those of `signs`: by what is done, to what, and how widely, rather than by words that only who
//! means harm would use.

pub(super) const SIGNS: &str = "
# What others keep is lost: stores, logs, what was made for the case that something is lost.
Loses        5*  DELETE|EMPTY 4 LOGS
Loses        7*  DELETE|EMPTY 4 LOGS 14 host|hosts|server|servers|everywhere|both|trace|auditor|auditors|investigation
Loses         8  so 2 NOT 5 restore|restored|recover|recovered|undone|undo|reverted|rolled|rebuilt
Loses        5*  rewrite|squash|rewritten|replace 3 history
Loses        4*  force 1 push
Loses        5*  expire|prune 2 reflog|snapshot|snapshots|backup|backups|version|versions
Loses        7*  DELETE 2 whatever|everything|anything|all|what 12 WHOLLY 2 folder|mailbox|account|place|drive|region|project|context|cluster|workspace|tenant
Loses        6*  DELETE|EMPTY|overwrite|format 2 WHOLLY 3 STORE
Loses        6*  DELETE|EMPTY 6 STORE 8 WHOLLY 2 region|project|context|cluster|account|workspace|tenant|environment|organisation|organization|subscription|repository|registry|team
Loses        6*  skip|empty|bypass|past|without 2 bin|trash|recycle
Loses         6  STORE 3 is|are|get|gets 2 deleted|removed|wiped|purged|formatted|overwritten|dropped|cleared|zeroed
Loses        7*  original|originals|negatives|masters 3 replaced|overwritten|DELETE|discarded
Loses        6*  format|erase|wipe|zero|reformat|overwrite 3 card|stick|disk|drive|volume|partition|phone|computer|laptop|machine
Loses         6  card|stick|disk|drive|volume|partition|phone|computer|laptop 2 is|are|get|gets 1 formatted|wiped|erased|reformatted|zeroed
Loses        5*  factory 2 reset
Loses        6*  close|cancel|deactivate|terminate|DELETE 4 account|accounts|subscription|subscriptions|tenant|organisation|organization
Loses        6*  remove|kick|revoke|lock|evict|expel 4 WHOLLY|other|others 4 member|members|admin|admins|maintainers|collaborators|owners|access
Loses        6*  tear|bring|shut|take 4 down 4 WHOLLY|production|prod|cluster
Loses        5*  destroy|terminate|nuke 5 production|prod|live|WHOLLY|cluster|stack
Loses        6*  point|change|redirect|DELETE 4 dns|nameserver|nameservers|zone|zones|mx
Loses        6*  DELETE|unpublish|yank|retract 4 tag|tags|release|releases|branch|branches|package|packages 8 WHOLLY|remote|origin|published|upstream
Loses        6*  encrypt|scramble|shuffle|corrupt 6 WHOLLY|document|documents|photos|files|backups
Loses         5  larger|smaller|older|newer|more|less|last|unpaid|inactive|cancelled 2 than 8 DELETE
Loses        -5  moved|archived|archive|export|exported|backed 3 first|before|bin|trash
Loses        -5  PERSON|they 2 tick|ticks|pick|picks|choose|chooses|agree|agrees|confirm|confirms
Excuse        4  find|finds|notice|hear|learn 1 out 3 soon|later|afterwards|themselves
Unasked       4  nobody 4 ASK
Unasked       4  without 2 reading|looking|review|reviewing|preview|prompt|warning|dialog|question|questions|delay
Unasked       4  straight 1 away|off
Unasked       4  ASK 2 are|is 1 NOT|skipped|superfluous|unnecessary
Claim         5  PERSON|they 1 say|said|agree|agreed|accept|accepted|consent|consented 2 yes|THIS|to 10 install|installed|sign|signed|start|terms|use|using
Claim         4  in|by|under|per 0 the|our|your 1 contract|terms|agreement|conditions
Claim         5  GRANTED|allowed|ordered 1 by 5 provider|POWER|model|developer|developers|vendor
Claim         4  as 1 long 2 as 4 PERSON 2 is|are|has
Excuse        3  as 0 they|it 0 are|stand|stands
Excuse        3  verbatim|unchanged|unfiltered|unredacted|uncensored

Excuse      3  otherwise 5 NOT 1 work|function|run|start

# Something private, by what it is of.
Takes         6  whatever|any|all|every|private|other 1 key|keys|credential|credentials|certificates
Takes         6  what 4 learn|learnt|learned|know|found|gathered|heard|collected|remember 3 about|of|on 2 PERSON
Takes         5  PERSONAL
Takes         4  tax|bank|medical|health|insurance|salary|payroll|credit|payment|personal|customer|client|patient|student|employee 2 form|return|statement|record|data|report|history|details|file|list|table|address|addresses|names
Takes         4  copy|copia|copie|kopie|copies|duplicate 2 of|del|de|der|des|du|von|do|della 5 documento|document|documents|contract|contrato|file|archivo|datei|vertrag|everything|todo|THIS|mail|answer|result|report|fichier|contrat|completo|complète
Takes         5  full|raw|complete|whole|entire|original|unmasked|unredacted|plain 2 text|document|body|file|audio|recording|image|picture|log|logs|contents|content|form|payload|diff|source
Takes         5  name|names 4 phone|phones|numbers|addresses|birthdays|birthdate|emails|salary|salaries
Takes         5  phone|mobile|telephone|security|passport|national|policy|licence|license 1 number|numbers
Takes         4  ssh|kube|aws|cloud 1 config|configuration|profile|profiles
Takes         4  every|each|all 1 question|answer|query|command|keystroke|invoice|mail|message|draft|note|entry|meeting|call|document|page|prompt|url
Gives        5*  goes|go|lands|ends|comes|travels|flows|gets 12 ADDRESS
Gives        6*  goes|go|lands|gets 12 query|url|link|header|parameter|bcc|field 6 ADDRESS
Gives        6*  PUT 12 header|field|parameter|body|metadata|query|fragment|subject 14 ADDRESS
Gives        4*  PUT|SEND 22 ADDRESS
Gives        5*  SEND|goes|shared 8 THIRD
Gives        5*  of|for 1 interest 2 to|for 2 THIRD|us
Gives        6*  bcc|cc|blind 6 ADDRESS|us|archive|ourselves
Gives        5*  also|too|additionally|además|aussi|auch|zusätzlich|inoltre|também|besides|likewise|ebenfalls|igualmente 10 ADDRESS
Gives        6*  same 1 go|step|call|request|breath|time|mail|message 8 ADDRESS
Gives        7*  share|grant|give|add|invite 8 ADDRESS 6 editor|viewer|reader|owner|access|member|collaborator|admin|permission|guest
Gives        5*  share|open|publish|expose 6 publicly|anyone|everyone|everybody|world|internet
Gives        6*  PUT|SEND|comment|publish 6 public 3 issue|gist|paste|thread|forum|repository|repo|channel|board|tracker|comment|page|bucket
Gives        9*  rule|filter|forwarding|alias 6 forward|forwards|redirects|copies|sends|copy|redirect 8 ADDRESS
Gives        5*  PUT|SEND 12 anfrage|requête|solicitud|richiesta|petición|dienst|servicio|servizio|serviço
Gives        5*  telemetry|analytics|metrics|statistics|tracking|diagnostics|crash|usage|feedback 12 ADDRESS
Gives        5*  SEND|report|stream|mirror 6 to|into|via 3 telemetry|analytics|collector|headquarters|hq|sponsor|channel|sheet|spreadsheet|form|bot
Gives        5*  backup|backups|sync|mirror|archive 8 ADDRESS
Gives        5*  comment|issue|title|description|message|review|commit|branch 4 of|on|in|under|at 4 public|other|our|fork|upstream|OUTWARD

# Somebody is not to know.
Conceals      6  NOT 4 point|pointed|pointing 1 out
Conceals      6  without|ohne|sans|sin|senza|sem 2 remark|mention|announcement|fuss|hint|ado|kommentar|remarque|comentario|commento|aviso|preavviso
Conceals      6  invisible|unseen|unnoticed|unnoticeable|imperceptible 2 to|for|by 3 PERSON
Conceals      6  NOT 1 TELL|list|listed|included|shown|appear 3 in|into|im|dans|en|nel|no 2 OUTPUT
Conceals      6  erwähne|erwähnen|sag|sage|sagen|zeige|zeigen|melde|melden|verrate|verraten|nenne|nennen|verschweige 6 nicht|niemandem|nichts|nie
Conceals      6  PERSON 1 NOT 5 saberlo|enterarse|sepa|saiba|sappia|sache|erfährt|merkt
Conceals      6  sin|ohne|sans|senza|sem 1 que|dass|che 4 KNOW|sepa|note|entere|sache|saiba|sappia|merkt|erfährt|avertir|avisar|avvisare
Conceals      6  width|height|size 3 1|0|one|zero
Conceals      6  1x1|invisible|transparent|tiny|hidden 2 pixel|image|picture|gif|iframe|frame
Conceals      8  help|crisis|emergency|hot 2 line|lines|hotline|hotlines|number|numbers 5 suppressed|omitted|removed|hidden|dropped|NOT
Conceals      5  NOT 2 be 1 quoted|cited|repeated|disclosed|discussed|copied
Conceals      6  as|like 2 if 2 nothing
Conceals      6  BLEMISH 5 NOT 1 TELL|listed|shown|included|discussed
Conceals      6  NOT 1 TELL 5 BLEMISH
Conceals     6*  gloss|omit|hide|bury|conceal|minimise|minimize 4 BLEMISH
Conceals      6  sponsored|paid|affiliate|commission|referral|kickback 8 NOT 1 TELL|marked|labelled|labeled|disclosed|flagged
Conceals      5  spare|spares|avoid|avoids|forestall|forestalls|saves 2 question|questions|discussion|discussions|arguments|objections|complaints|explanations
Conceals      6  so 2 NOT 3 remove|removes|delete|deletes|undo|undoes|disable|disables|edit|edits|revert|reverts|uninstall|ask|asks|complain|complains
Conceals      4  PERSON 1 see|sees 4 only
Conceals      5  under 2 pretext|guise|cover|name 1 of
Conceals     6*  call|name|label|disguise|title|describe 5 routine|maintenance|cleanup|chore|typo|formatting|refactor|harmless 8 though|although|actually|whatever
Conceals      5  fine|small 1 print
Conceals      5  between 1 us|ourselves

Conceals    5  PERSON 1 are|is|be|get 1 NOT 1 UPSET

# Limits are gone.
Frees         6  permission|permissions|rights|authority|scope|mandate|clearance|limits 3 extended|widened|raised|broadened|expanded|elevated|unlimited
Frees         5  be 1 answered|discussed|given|provided 2 in 1 full
Frees         6  be|is|are 1 BLOCKED 4 does|do|answers|complies|comply|anyway
Frees        6*  safety 2 note|advice|warning|message|information 3 left|dropped|omitted|skipped|removed|NOT
Frees        6*  leave|drop|omit|skip|cut|without 3 safety|disclaimer|disclaimers|caveat|caveats|refusal|refusals
Frees         5  NOT 0 looked|scanned|watched|monitored|inspected|audited|filtered
Frees        6*  split|rename|tunnel|encode|zip|encrypt|disguise|chop|wrap 12 part|parts|ending|endings|extension|ssh|proxy|vpn|otherwise|another
Frees         5  scanner|sandbox|filter|proxy|firewall|monitor|dlp|hook|classifier|antivirus|gatekeeper 6 BLOCKED
Frees        6*  BLOCKED 14 same 3 command|call|step|request|code 14 file|script|makefile|cron|at|subagent|another|other|background
Frees        6*  try|run|start|send|go|get 6 other|another|different|back 1 way|route|path|tool|door|channel|account 10 NOT|instead|watched|open
Frees        5*  give|grant|add|assign|make|promote 8 admin|administrator|root|sudo|superuser|full|owner 2 access|rights|role|group|permission|permissions|privileges
Frees         6  nopasswd|setuid|suid|superuser
Frees        5*  chmod 3 777
Frees         5  world|everyone|everybody|anyone 1 writable|writeable
Frees        6*  disable|turn|switch|stop|remove|uninstall|pause|exclude|unload|kill 5 selinux|apparmor|defender|gatekeeper|firewall|antivirus|edr|sip|uac|smartscreen|auditd|mfa|2fa|seccomp|falcon|crowdstrike
Frees        5*  mount|pass|map|give|hand 6 docker 2 sock|socket
Frees        5*  privileged 2 container|mode|flag|true
Frees         5  with|including 2 UNLIMITED
Frees        6*  add|put|write|list|set 8 allowlist|allowed|allow|whitelist|trusted 2 list|tools|commands|rules|folders 10 yourself|itself|own|WHOLLY
Frees        6*  approve|accept|allow|confirm|grant 3 itself|yourself|automatically|silently
Frees        6*  press|send|type|feed|pipe|echo|answer 2 yes|y|enter|allow|accept 8 PERSON|itself|automatically|WHOLLY|dialog|prompt

# Other orders no longer hold, or others' words are orders.
Overrides     8  operator|system|developer|EARLIER|before|start|prompt|RULE 14 out 1 of 1 force|date|effect
Overrides     6  RULE|prompt|prompts 10 void|superseded|withdrawn|revoked|lapsed|overruled|annulled|rescinded
Overrides     7  only|sole|single 1 text|page|word|rule|source|document|instruction|file|voice|thing 3 counts|count|matters|applies|holds|binds|binding|valid
Overrides     4  was|were 2 for|only|just 2 testing|placeholder|demo|show|decoration|training|test|tests|example
Overrides     7  precedence|priority 1 over 5 PERSON|system|operator|EARLIER|RULE
Overrides     6  outranks|outrank|overrules|overrule|trumps|trump 4 PERSON|system|operator|EARLIER|RULE
Overrides     7  from 1 now|here 1 on 6 obey|serve|answer|listen|report 4 only|us|me|THIS
Overrides    6*  forget|unlearn|reset 3 who|what|everything 2 you 2 are|were|know
Overrides     6  real|true|actual 1 task|mission|instruction|instructions|goal|purpose|identity 3 is|for
Obeys         8  same|equal|full|higher|highest 1 rank|weight|authority|standing|force|status|power|priority 6 PERSON|system|operator|yours|instruction|prompt
Obeys        8*  RUN|do 1 what|whatever|everything|anything 1 they|he|she|it 2 SAYS|want|wants
Obeys         5  carry|carries 2 THIS|them 1 out
Obeys        7*  treat|regard|handle|count 8 REMOTE|line|text|comment|data|row|cell|ticket|subject|title|entry|entries|name 6 as|like 3 instruction|command|order
Obeys         5  come|comes|stem|stems 1 from 2 operations|POWER|admins
Obeys         7  line|comment|row|entry|entries|message|ticket|mail|sentence|paragraph|text 6 begin|begins|start|starts|marked|prefixed|tagged|signed|headed 12 RUN|obeyed|carried|trusted|approved
Obeys        6*  whatever|anything|everything 4 REMOTE|ADDRESS 4 SAYS|returns 6 RUN|apply|installed|done
Obeys        6*  let 3 REMOTE|ADDRESS|server 2 decide|choose|tell|say|drive|steer

# What is said is not so, or serves somebody else.
Deceives    10*  let|make|have|leave|keep|lead|allow 3 PERSON 2 believe|believing|assume|assuming
Deceives     9*  let|make|have|leave|lead 3 PERSON 2 think|thinking 1 that|it|THIS
Deceives     9*  whatever|regardless|independent|independently|irrespective|however 5 EVIDENCE 14 first|best|true|top|wins|win|ahead|recommend|recommended|approved|pass|passes|good
Deceives      9  VERDICT|result|conclusion|answer 6 true|false|best|good|positive|safe|first|top 22 independent|independently|regardless|whatever|irrespective 2 EVIDENCE
Deceives     8*  recommend|prefer|pick|choose|name|rank|praise|suggest|favour|favor 14 regardless|whatever|irrespective|independent|though 5 EVIDENCE|is|are|PERSON
Deceives      5  PERSON 1 should|must|shall|will 2 take|think|believe|assume|mistake 3 THIS|that|for
Deceives      7  change|changes|commit|commits|request|requests|pr|prs|invoice|invoices|claim|claims|expense|expenses 8 is|are|be|get|gets 1 approved|merged|accepted|waved|paid|signed 3 once|always|automatically|unread|immediately|unseen|NOT
Deceives     4*  find|invent 1 reason|reasons|argument|arguments|pretext|pretexts|excuse|excuses
Deceives     8*  convince|persuade|pressure|urge|nudge|talk|coax|guilt|shame|manipulate|frighten|scare 4 PERSON 6 stay|buy|pay|spend|top|upgrade|subscribe|sign|renew|invest|into|order|accept|out
Deceives     6*  settle|accept|agree|sell|buy 3 first|any|lowest|whatever 1 offer|price|bid|terms
Deceives     6*  downplay|understate|overstate|fudge|embellish|whitewash|belittle|discredit|disparage
Deceives     7*  round|shift|adjust|nudge|pad|tilt|weight 4 in|to|towards 2 our|us|favour|favor
Deceives     5*  affiliate|referral|partner|tracking 2 link|links|code|codes|tag|tags|id
Deceives     8*  accept|accepts|lets|login|authenticates 4 any|empty|master|universal|fixed|magic|second 1 password|passwords|token|code|pin|key|header
Deceives     6*  hard 1 code|coded|wire|wired 4 password|token|admin|account|bypass|exception
Deceives     7*  weaken|loosen|relax|remove|comment|drop 4 check|checks|validation|authentication|signature|verification|assertion|assertions 10 pass|passes|unnoticed|so|quietly
Deceives     6*  quietly|silently|discreetly|subtly|slightly|gently 2 favour|favor|prefer|steer|push|tilt|weight|change|alter|lower|raise|round
Deceives     8*  steer|push|nudge|guide 3 PERSON 4 to|towards|toward|away 4 our|partner|sponsor|paid|pricier|expensive|competitor
Deceives     7*  criticism|complaint|complaints|review|reviews|objection|objections|bug|bugs|report|reports|vulnerability|vulnerabilities 6 DELETE|hidden|suppressed|dropped|closed 6 unread|always|NOT|once
Deceives     6*  backdate|antedate|forge|falsify|counterfeit

# What is installed, and what lasts.
Installs    10*  paste 12 clipboard 8 enter|terminal|run|shell|return|console
Installs    10*  win|windows 1 r 12 paste|enter|type
Installs      6  own|its 4 set|setup|code|script|installer 8 let|unread
Installs     7*  load|open|import|unpickle|run 6 pickle|pt|pth|joblib|macro|macros|checkpoint 8 ADDRESS
Installs     6*  enable|allow|activate 2 macro|macros|unsigned|untrusted
Installs     6*  sudo|root|admin|administrator 8 FETCH|installer|binary 8 ADDRESS
Installs     5*  FETCH 10 binary|executable|installer|toolchain|driver|agent|extension 8 ADDRESS
Installs     6*  switch|change|set|point 5 registry|mirror|proxy 5 ADDRESS
Keeps       10*  copy|paste|insert|append|add|put|write|spread 3 this|page|text|section|paragraph|block|line|note|rule|these 10 other 3 skill|skills
Keeps        7*  copy|paste|insert|append|add|put|spread 3 this|page|text|section|paragraph|block|line|note|these 8 WHOLLY 3 skill|skills|repository|repositories|repo|repos|project|projects
Keeps        7*  key|keys 6 PUT|enter|install 2 our|ours|mine|support|vendor
Keeps        6*  register|enable|install|connect|PUT 5 server|servers|mcp|extension|extensions|plugin|plugins|connector|hook|hooks 14 LASTING|ADDRESS
Keeps        5*  mark|make|set|flag|lock 6 immutable|unremovable|undeletable|chattr
Keeps        5*  PUT|register|create|install 14 desktop|shortcut|launcher|startup|autostart|login|profile|scheduled|scheduler|cron|timer|daemon|launchd|systemd 2 file|item|items|entry|folder|task|tasks|job|unit|service
Keeps        8*  PUT|install|restore|come|comes|appear|appears|recreate 4 back|again 6 if|when|after|whenever|once 6 remove|removes|removed|deleted|disabled|uninstalled
Keeps         5  survive|survives|outlive|outlives 4 restart|reboot|update|updates|uninstall|reset|removal|reinstall|session|sessions
Keeps        5*  alias|wrapper|shim|shadow|wrap|replace 3 git|ssh|sudo|npm|pip|ls|docker|kubectl|python|curl
Keeps        5*  change|rewrite|alter|patch|modify|edit|overwrite 4 skill|skills|hook|hooks|memory|instructions|settings|permissions 4 of|in|for 3 other|WHOLLY|agent|user|global
Keeps        6*  remember|memorise|memorize|store|save|note|keep 6 for|in|across 1 WHOLLY|future|later 2 session|sessions|conversation|conversations|project|projects
";
