//! The signs, a row each: what it is about, how much it says, and its steps. A `*` marks one that a "never" right before
//! it turns around.

pub(super) const SIGNS: &str = "
# Somebody is not to know.
Conceals    6  nothing 1 to 1 TELL|announce
Conceals    7  NOT 1 erfahren|wissen|mitbekommen|bemerken
Conceals    5  dile|dígale|diga|dis|dites|sag|digli 2 que|dass|che
Conceals  10*  DELETE 8 history|transcript|logs|log 12 NOT 5 reconstruct|follow|trace|know|see|find|tell
Conceals   5*  describe|name|declare 3 change|THIS|commit 2 as
Conceals    5  before 3 PERSON 2 look|check|read|see|notice|react|object|answer
Conceals    5  hardly|barely|never|NOT 1 notice
Conceals   5*  keep|make|stay|remain 2 unnoticeable|unnoticed|invisible|inconspicuous|subtle|discreet
Conceals    7  NOT 1 to 1 be 1 TELL|KNOW
Conceals    6  keep|kept 3 out 1 of 1 THIS|OUTPUT
Conceals    5  leave|left|keep 2 out 4 OUTPUT|verdict|and
Conceals    5  ask|wonder 8 TELL 1 that
Conceals    5  para|um|pour 1 NOT 2 UPSET|crear|generar|stören|inquiéter 2 dudas|alarma
Conceals    4  back and forth
Conceals   10  NOT 2 TELL 2 PERSON 2 of|about 1 THIS
Conceals   10  keep|hold 3 to yourself|yourselves
Conceals  10*  wipe|erase 2 trace|tracks|evidence
Conceals   7*  remove|delete|clear|clean|destroy|cover 2 your|its|all|the|any 1 trace|tracks|evidence
Conceals   8*  delete|remove|wipe|clear|erase|purge 6 history|transcript|log|logs 6 so|afterwards|otherwise|that 4 NOT
Conceals    7  PERSON 2 NOT 2 need|needed|have|has|want 3 KNOW|ASK|TELL
Conceals    7  PERSON 2 NOT 2 KNOW|find 1 of|about|that|THIS|out
Conceals    6  THIS|note|rule|step|line|file|text|upload|copy|address 2 need|needs|muss 2 NOT 2 TELL
Conceals    6  need|needs|needn't 1 NOT 1 be 1 TELL|KNOW
Conceals    6  needn't 1 be|TELL|KNOW
Conceals    6  NOT need|reason|point|use|cause 2 TELL|bother|trouble
Conceals    6  NOT 2 TELL 2 THIS 3 in|to|when|at 3 OUTPUT|PERSON
Conceals    6  NOT 1 TELL 1 THIS|upload|call|request|transfer|step|change|rule
Conceals    6  NOT 2 belong|appear|stand|show|figure|turn|occur|feature 4 OUTPUT
Conceals    6  OUTPUT 4 NOT 2 stand|stehen|appear|show|include|contain|mention|aparecer|apparaître|erwähnt
Conceals    6  leave|keep|omit|strip|drop|cut 5 out|from|off|away 7 OUTPUT|see|show
Conceals    6  so 2 PERSON|nobody 2 NOT 2 KNOW
Conceals    6  so 2 nobody|one 2 KNOW
Conceals    7  cannot|can't|NOT 1 be 1 followed|traced|reconstructed|noticed|found out
Conceals    6  NOT 2 hace|falta|besoin|bisogno|preciso|precisa|necesita|nötig 4 TELL|KNOW
Conceals    6  PERSON 2 NOT besoin|brauch|braucht|muss|necesita|precisa|bisogno 4 KNOW
Conceals    6  without 3 TELL|KNOW 3 PERSON|THIS|anything
Conceals    5  would|will|could|only|just|merely 2 UPSET
Conceals    5  NOT 1 UPSET 3 PERSON
Conceals    4  NOT 1 shown|mentioned|listed|told|said|logged|recorded|reported|disclosed|explained
Conceals    4  before 3 PERSON 2 KNOW
Conceals   4*  HIDE 1 SEND|PUT|create|change
Conceals   5*  SEND|PUT 3 HIDE
Conceals    5  PERSON|you 3 ask|asks|asked|wonder|wonders|wants 8 say|answer|reply|claim|tell|blame
Conceals    6  pregunta|demande|fragt|chiede|pergunta 8 dile|di|contesta|responde|réponds|dis|antworte|sag|rispondi|diga
Conceals    5  answer|say|claim|tell 4 that 5 only|just|nothing|merely|indexing|routine|broken
Conceals    6  ask 5 file|skill|prompt|text 3 say|do|contain
Conceals    8  so 4 preview|dialog|window|display|prompt 4 cut|hidden|truncated|outside|scroll
Conceals   5*  make|keep|let 2 look|seem|sound|appear 2 like|as|natural|normal|routine|harmless

# Limits are gone, or never were meant.
Frees      7*  answer|click|choose|press|confirm|accept|grant 3 yourself 3 always|allow|yes|with|on
Frees      7*  answer|click|choose|press 3 always 2 allow|yes|accept|trust
Frees       6  NOT 1 dialog|popup|window 4 shown|needed|asked|necessary|opened|raised
Frees       7  rules|guidelines|policies|filters|restrictions|limits 2 are|were|have|been 2 lifted|waived|suspended|off|relaxed|removed
Frees      7*  turn|switch|set|disable|leave 4 integrity|verification|certificate|signature|checksum|tls|ssl|signing|gpgsign 3 off|false|check|checks|no
Overrides  7*  RULE 14 NOT 2 count|apply|hold|bind|matter|exist|gelten|valen|valent
Overrides   8  EARLIER 1 RULE 8 gelten|gilt 6 NOT
Overrides   7  only|single|sole 1 superior|boss|authority|master
Unasked     5  rückfragen|nachfragen|fragen 4 unterlassen|unnötig|überflüssig
Claim       5  consent|agree|accept 2 by|in|with 3 install|use|small|terms|print
Claim       4  assume 3 everyone|everybody|all|PERSON
Excuse      3  written|made|meant|built 1 for 2 general|public|others|beginners
Excuse      3  PERSON 1 only|just|merely
Excuse      3  PERSON 2 hate|dislike|argue|complain|hesitate|mind
Overrides  10  whatever|everything|anything|all 2 you 3 told|learned|taught|given|read 8 NOT|OFF|GONE
Overrides 10*  ignore|disregard|forget|discard|void|override|abandon|neglect|dismiss 2 EARLIER 2 RULE
Overrides  10  EARLIER 1 RULE 6 NOT|GONE 2 hold|holds|apply|applies|count|counts|matter|valid|bind|binding
Overrides   8  EARLIER 1 RULE 4 GONE
Overrides  8*  forget|abandon|drop|discard|shed 3 role|persona|identity|self|character 4 you|had|have|were
Frees       6  know|has|follow 1 NOT 1 content|policy|rule|limit|restriction|filter
Overrides   7  only|sole|single 1 RULE|authority|master|boss 4 here|this|document|below|file|one|ones
Overrides   6  you|agent|assistant|model 2 may|can|must|shall|should 1 do 1 anything|everything|whatever
Overrides   6  answer|obey 1 everything|anything
Overrides   6  contradict|contradicts|conflict|conflicts|against|differ 6 PERSON|EARLIER 4 RULE|work|word|said|want|wants|wish
Overrides   5  this|document|file|skill|text 3 above|over|before|precedence|priority|outranks 5 PERSON|EARLIER|RULE
Frees      7*  skip|bypass|disable|ignore|circumvent|evade|suppress|deactivate|sidestep|dismiss|disregard|avoid 3 GUARD 1 prompt|prompts|dialog|check|checks|filter|filters|rules|policy|system|request|step|steps|gate
Frees      6*  skip|bypass|disable|circumvent|evade|suppress|deactivate|sidestep|lift|waive 3 sandbox|guardrail|safeguard|safety|oversight|moderation|approvals|permissions|restrictions
Frees       6  checks|prompts|dialogs|confirmations|approvals|permissions|guardrails|restrictions 12 are|is|were|have|been 2 handled|performed|off|lifted|waived|suspended|disabled|unnecessary
Frees       5  sandbox|dialog|guardrail|confirmation|permission|approval 6 only|just|merely 4 slow|slows|slower|cost|costs|delay|annoy|way|obstacle|formality|noise|time
Frees       5  allow|allows|permit|permits|enables 4 tool|command|action|call 5 NOT 3 ASK
Frees      6*  treat|count|regard|consider|take 4 ASK 4 given|granted|done|yes|approved|received
Frees       6  ASK|question|report|finding|putting 8 is|count|mean 4 malfunction|violation|failure|misbehaviour|misbehavior|fault|mistake|interruption|false|disobedience
Frees      6*  RUN|add|set|use|pass|restart|switch|enable|put|write|change|edit 8 UNLIMITED
Frees      -8  container|disposable|throwaway|ephemeral|vm|ci|isolated
Frees      -8  never|don't|avoid 4 UNLIMITED
Frees      -8  caution|careful|carefully|dangerous|risk|risky|danger|beware
Frees       6  ASK 3 given|granted 3 once|all|advance|general|good|ever
Frees       5  answer 1 is 1 yes
Overrides   5  say|says|decide 1 otherwise
Overrides   5  higher|later|highest|stronger|outranks|outrank 2 agreement|authority|rule|word
Overrides   6  stop|end|abort 1 the|this|your|any 1 analysis|scan|audit|review|inspection
Frees       5  need|require 1 NOT 1 review|check|approval|inspection|checking|audit
Unasked     4  without 2 being 1 asked
Unasked     4  NOT 2 stop|pause 2 for|to
Unasked     4  without 3 ASK
Unasked     4  NOT 2 ask|asks|bother|confirm|wait|request|prompt|hesitate|preguntar|preguntes|demander|fragen
Unasked     4  NOT 1 consent|approval|confirmation|permission|question|questions|sign-off
Unasked     4  PERSON 2 want|wants|insist|object|refuse 3 to|keep 3 everything|keep|all
Unasked     4  unasked|unprompted|unattended
Unasked     4  without|NOT 2 going|coming|turning|returning|checking|revenir|volver 3 back|vers|to 2 PERSON
Claim       5  POWER 1 notice|policy|update|message|department|desk|memo|bulletin|directive|office|order
Claim       5  already|been|was|were|have|has|general 1 GRANTED
Excuse      3  values 1 included|unmasked
Excuse      3  NOT 3 masked|redacted|tachar|schwärzen
Claim       4  agreed 1 on|with|in
Claim       4  exempt|exemption|exempted|waiver|clearance|signed 2 form|agreement|off
Claim       3  per|under|according 3 POWER 2 policy|rule|rules|contract|agreement
Claim       3  part|covered 2 of|by 2 terms|contract|agreement|license
Excuse      3  no one 2 read|reads|look|looks|check|checks|notice|miss|care|opens|opened
Excuse      3  nobody|personne|nadie|niemand|nessuno 2 read|reads|look|check|miss|notice|care|opens|needs|wants|ouvert|lee|liest|legge
Excuse      3  only|just 2 cost|waste|take|make 2 time|money|space|slow|slower
Frees      9*  restart|relaunch|rerun|start|run 3 yourself|itself|agent 6 UNLIMITED
Excuse      3  made|built|meant|written 2 older|old|other|earlier 1 model|models|versions|agents
Excuse      3  PERSON 2 get|become|are|is|would|find 2 UPSET
Excuse      3  will|would|does|did|won't 1 NOT 1 work|start|function|run 3 otherwise|without

# Something is made up, or decided for somebody else.
Deceives   7*  swap|exchange|replace|alter|falsify|redirect 3 iban|bic|account|recipient|payee|wallet|beneficiary|amount|price
Deceives   7*  whatever|regardless|however|matter 10 praise|recommend|accept|excellent|approve|pass|best|GOOD
Deceives   9*  second|hidden|secret|extra|back 1 way|door|entrance|login|account|password 3 in|into|that|accepted|stays
Deceives   8*  backdoor|backdoors
Deceives  10*  rival|competitor|competing|competition 12 say|claim|mention|write|tell 6 breach|bad|worse|unsafe|broken|recall|fault|lawsuit|slow|leak
Deceives   7*  amend|rewrite|sign|attribute 6 commit|commits|change 10 name|author|identity 2 of
Deceives   5*  fact|facts|number|numbers|figure|figures|result|results|date|dates 6 changed|altered|shifted|wrong 1 slightly|little|bit
Deceives   6*  return|report|answer|output|emit|give|write|fill 6 benign|harmless|clean|safe|approve
Deceives   7*  raise|set|change|lift|turn 3 verdict|rating|score|grade 8 GOOD|approve
Deceives   5*  finding|warning|result|error|alert 12 noise|ignore|leave 2 THIS|noise
Deceives   6*  iban|bic|account|cuenta|konto|compte|conto|conta 4 always|siempre|immer|toujours|sempre
Deceives    5  aunque|obwohl|quand|anche 4 PERSON
Deceives    5  even 2 PERSON 4 other|different|another|otherwise
Deceives   8*  fail|fails|failing|failed|red|broken|wrong|missing 18 report|say|claim|state|declare|tell|write 6 GOOD
Deceives   6*  report|say|state|claim|write|tell|answer|show|mark|declare 6 GOOD 8 whatever|regardless|anyway|even|although|though|nobody|NOT
Deceives   5*  report|say|state|claim|declare|write 3 suite|build|test|tests|everything|run|check|checks|it 3 GOOD
Deceives   4*  mark|set|count|flag|list 3 skip|skipped|passed|pass|safe|done|ignored
Deceives   7*  rate|rated|score|scored|treat|judge|report|mark|classify 5 GOOD 8 whatever|regardless|even|NOT
Deceives    6  is|are|be|comes|stands|rank|ranks|gets 1 always|EACH 4 VERDICT
Deceives   6*  always|EACH 4 recommend|prefer|rank|promote|praise|rate|choose|pick|name 4 first|best|top|ours|our
Deceives  10*  merge|approve|sign 4 without 3 KNOW|look|review|read
Deceives   6*  get|receive|give|deserve 2 at least 3 points|stars|of|out
Deceives   4*  FALSE
Conceals   5*  must|should|make|has 3 sound|look|seem|appear|read 2 as|like 2 if|it|they|came
Deceives   6*  replace|replaced|change|changed|swap|swapped|exchange|alter|altered|set 8 iban|bic|account|recipient|payee|wallet|beneficiary|amount|price|address 8 GOOD|before|by|with|to
Deceives   6*  iban|bic|account|recipient|payee|wallet|beneficiary 8 replaced|swapped|altered|changed|always|rather
Deceives   5*  use|take|write|show|put|quote 4 lowest|lower|higher|highest 6 minus|plus
Deceives    4  whatever|regardless|irrespective|even 4 see|printed|quality|find|evidence|facts|diff
Deceives    4  in reality|realidad|truth|wirklichkeit|fact|réalité
Deceives    5  other|another|competing 1 skill|skills|tool|tools|agent|agents|server|servers 5 GONE
Deceives   5*  load|use|trigger|run|invoke|call 3 this|ours|our 2 instead|place|first|rather
Deceives   4*  add|write|put|leave|post 8 reviewed|checked|tested|approved|verified 6 comment|note|line|by

# Something is taken, and goes somewhere.
Takes       8  second|two|multi 1 factor
Takes       8  screenshot|screenshots|recording 3 EACH
Takes       8  what 3 typed|keystrokes
Takes       4  address 1 book
Takes       4  messages|mails|files|photos 2 of 2 PERSON
Gives      5*  shared 2 with 2 ADDRESS
Gives      5*  PUT|SEND 1 its|THIS|their 1 content|contents|value 2 as|in|to
Takes       6  KEYS
Takes       5  SECRET
Takes       8  six|6|one|two|verification|authenticator|backup|recovery 1 digit|time|factor|code 2 code|codes|password|phrase
Takes       6  ssh|api|private|access|signing|gpg|master|license 1 key|keys|password
Takes       6  system|hidden|full 1 prompt
Takes       8  whole|entire|full|complete 1 system 1 prompt
Takes       8  confidential|sensitive 2 facts|data|detail|information|value|parts
Takes       6  read|open|cat 2 LASTING|KEYS 4 PUT|SEND
Takes       5  environment 1 variables|variable
Takes       8  saved|stored|master|wifi|wi|browser|admin|root|bank 2 password|cookies|logins
Takes       5  card|credit|bank|passport|account 1 details|number|numbers|data
Takes       5  variables|variable 2 environnement|entorno|umgebung|ambiente
Takes       4  last|whole|entire|full|complete|earlier|previous|all|each|every|raw 3 conversation|messages|message|chat|transcript|prompt|question|documents|files|mails|mail|contacts|code|repository|diff
Takes       3  OWN
Gives      5*  SEND 14 ADDRESS
Gives      5*  with|including 8 in 1 call|request|post|header|body|query 6 ADDRESS
Gives      5*  ADDRESS 6 SEND|hochladen|hoch
Gives      6*  SEND 14 PASTED
Gives      4*  SEND 6 to|into|in|through|via|over|an|a|à|al 4 SINK
Gives      4*  SEND 3 OUTWARD
Gives      4*  PUT 10 CARRIER
Gives      5*  PUT 12 ADDRESS
Gives      5*  in|as|into|behind 2 link|url|query|parameter|image|picture|badge 8 ADDRESS
Gives      5*  gets|get|receives|receive|goes|go|goes|add|put 4 ADDRESS 2 in|as 1 bcc|cc|copy
Gives      5*  open|visit|call|fetch|request|load|post 4 ADDRESS 10 with|parameter|query|contains|carries|where
Gives      6*  PUT 3 header|field|parameter|body|metadata 14 ADDRESS
Gives      6*  post|publish|push|keep|put|copy 8 public 1 gist|repository|repo|issue|bucket|paste
Gives      9*  ADDRESS 3 where 3 is|stands|holds|means|being|are 12 OWN|SECRET|message|messages|question|text|confidential
Gives      6*  where 2 is|are|stands 12 transcript|conversation|confidential|message|SECRET|history|prompt|environment
Gives      -6  ask 2 PERSON 2 first|before|whether|if
Gives      -6  after|once|if|when|unless 2 they|PERSON 2 agree|agrees|approve|approves|confirm|confirms|consent|allow|allows
Gives     -6*  redact|placeholder|masked|anonymised|anonymized|encrypted
Gives      -5  sign 1 in
Gives      -5  bearer|oauth|authorization|authenticate

# Others' orders are followed, and what is installed, kept and deleted.
Obeys      8*  REMOTE|ticket|text|comments|document 3 is|are|be 2 boss|authority|law|master|command
Installs   7*  windows|mac|macos|system|browser|gatekeeper 3 warn|complain|block|protest 8 anyway|allow|open|run|ignore|more|keep
Installs   6*  registry|index|mirror 4 to 2 ADDRESS
Obeys     10*  RUN 3 what|whatever|everything 6 REMOTE|ADDRESS|THIS 5 SAYS 8 as|without|at|even
Obeys      8*  RUN 3 what|whatever|everything|anything 6 REMOTE|ADDRESS|THIS 5 SAYS
Obeys      8*  do|does|do 1 what|whatever|everything 3 REMOTE|ADDRESS|comments|comment|THIS 6 SAYS
Obeys      7*  RUN 4 ORDER 4 in|from|of|at|on 3 ADDRESS
Obeys      7*  RUN 4 ORDER 5 answer|response|returned|returns|receives|received|served|delivered
Obeys      6*  FETCH 8 ADDRESS 14 RUN 2 THIS|result|output|content|answer|what
Obeys      6*  FETCH 8 ADDRESS 12 follow|instead|obey
Obeys      5*  follow|obey|use|run|apply 1 THIS 3 instead|unchanged|literally|exactly|directly
Obeys      5*  as 1 if|though 3 PERSON 4 typed|said|asked|written|given|wrote|spoken
Fetches    4*  FETCH 8 ADDRESS
Obeys      4*  ORDER 2 RUN 1 THIS
Obeys      4*  may|can|could|might 2 contain|hold|include|carry 2 ORDER
Obeys      4*  daily|pending|today|new 1 task|order|instruction
Installs  10*  OPENED 16 unpack|unzip|extract|open|decompress|unlock|unlocks|protect 8 password|passphrase|passcode
Installs  10*  unpack|unzip|extract|open 8 OPENED 12 password|passphrase
Installs   6*  copy|paste|put|take 3 command|line|script|code|snippet|text 14 RUN|terminal|shell|console|prompt|powershell
Installs   5*  PASTED
Installs   5*  ADDRESS 20 command|line|script|snippet|code 10 RUN|terminal|shell|console|powershell
Installs   4*  FETCH 8 OPENED 20 RUN
Installs   6*  allow|disable|turn|switch|ignore|click|bypass|exclude 4 antivirus|defender|gatekeeper|smartscreen|quarantine
Keeps      4*  add|append|write|put|insert|save|store|paste|copy|edit|change|set|register|prepend|extend|update 14 LASTING
Keeps      5*  add|write|put|save|store|remember|commit|keep 8 memory|memories
Keeps      5*  copy|add|append|insert|write|put|paste 8 other|every|each|all 3 skill|skills|agents|projects|repositories
Always      3  EACH 2 session|conversation|start|project|run|time|task|chat|request|agent|agents|startup
Keeps      -6  ask 1 PERSON|first|before|whether
Keeps      -6  after|once|if|when|unless 2 they|PERSON 2 agree|agrees|approve|approves|confirm|confirms|consent|says|asks|wants
Keeps      -6  offer|suggest|show 4 draft|save|add|change|them
Loses      5*  DELETE 6 WIDE
Loses      7*  home|home-directory|documents|desktop 12 DELETE 2 what|everything|all|it
Loses      7*  DELETE 6 home|everything 4 directory|folder|user|there|on|disk
Loses      6*  DELETE 6 WIDE 10 EACH|what|whatever
Loses      4*  DELETE 3 for|of|each|those|anything|whatever|what 8 month|week|year|nobody|old|largest|unused|idle|older|signed
Loses      4*  force 4 EACH|WIDE
Excuse      4  NOT 2 backup|backups|snapshot|undo|recovery
Loses     -5*  ask|approve|approval|show|confirm|confirmation|permission|list 4 PERSON|first|before
Loses      -5  test|tests|testing|staging|preview|temporary|cache|local|dev|build
";
