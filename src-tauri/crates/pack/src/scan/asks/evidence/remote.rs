//! Signs that what is to be done stands elsewhere: at an address, in what a server answers, in what others write, where it
//! can change at any time.

pub(super) const SIGNS: &str = "
Fetches     4*  live|lives|kept|keep|publish|published|stored|hosted|maintained|found|stand|stands 3 ADDRESS
Fetches     4*  FETCH|look|check 6 comment|comments|issue|ticket|mail|message|channel|thread|gist|paste|sheet|card|topic|board|pad|wiki|feed
Obeys       7*  treat|regard|consider|count|take|see|handle 4 as 2 part|extension|supplement|continuation|section 2 of 2 skill|instruction|rule|document|file|page|guide|THIS
Obeys       7*  treat|regard|consider|count|take 4 as 1 if 3 PERSON|written|stood|here
Obeys       7*  as 1 if 1 they|it 2 were|was|stood|had 2 written|here|part|been
Obeys      10*  FETCH 12 ADDRESS 24 over|overwrite|replace|overwriting|replacing 5 local|own|this|installed|existing|current 2 skill|copy|file|instructions
Obeys      10*  FETCH 12 ADDRESS 24 over|overwrite|replace|overwriting|replacing 3 skill|skills|instructions
Obeys       6   contain|contains|hold|holds|list|lists|has|carries|gives 4 ORDER 8 RUN|do|work 2 THIS|them|through
Obeys       6   contain|contains|hold|holds|list|lists|has|carries|gives|names 3 what|things 2 to 1 do
Obeys       8   answer|response|reply|result|output|it|body|text|page|what 4 is|are|becomes|be|counts 3 next|your|new 1 ORDER|instruction|step|task|move|job
Obeys       8   ADDRESS|server|endpoint|service|api|page 10 tells|says|decides|decide|dictates|determines 4 what|which|how 4 do|run|next|happens|go|proceed|act
Obeys       8*  ask|query|poll|consult|check|call|FETCH 6 ADDRESS|server|endpoint|service|page 5 what|how 3 do|run|next|proceed|go
Obeys       8   ADDRESS|remote|online|hosted|published|live|server|fetched|downloaded 10 overrides|supersedes|wins|prevails|outranks|precedence|governs|beats
Obeys       8   differ|differs|contradict|contradicts|conflict|conflicts|disagree|disagrees 10 remote|online|hosted|published|live|page|server|fetched|downloaded|ADDRESS 6 wins|applies|counts|prevails|follow|use|holds|right
Obeys       7*  instruction|rule|guideline|step|workflow|procedure|prompt|playbook|runbook 4 from|at|behind|under|on 2 ADDRESS 10 follow|RUN|apply|obey|adhere|them
Obeys       7*  follow|obey|apply|execute|RUN 6 instruction|rule|guideline|step|workflow|procedure|command|playbook|order 6 ADDRESS
Obeys       7*  work|go 1 through 2 THIS|them|list|steps 4 step|line|item|order|one
Obeys       7*  REMOTE|ADDRESS|THIS|lists|listed|it 3 lists|list|contains|gives|asks|says|prescribes|demands|requires 4 RUN|follow|do|execute
Obeys       8   what 1 it|they|he|she|THIS 1 say|says|said|prescribe|prescribes 1 goes|counts|applies|holds|rules|stands
Obeys       8   mail|mails|message|messages|card|cards|ticket|tickets|issue|issues|comment|comments|row|rows|entry|entries|note|notes|subject|title 12 is|are|count|counts 1 ORDER|job|jobs
Obeys       7   card|ticket|issue|mail|row|comment|entry|event 8 describes|describe|contains|holds|has|carries|brings 6 command|commands|script|order|orders
Obeys       6*  RUN 2 command|commands|script 8 tick|next|card|row|ticket|off|done
Obeys       8*  do|RUN|follow 1 it|them|these 10 without 3 ask|stopping|question|waiting|confirmation
Fetches     4*  ADDRESS 4 has|holds|lists|carries|says|shows 5 current|latest|newest|steps|commands|rules|list|ones
Obeys      10*  FETCH 3 skill|skills|instructions 16 in|over|replace|replacing|overwrite|overwriting 1 place|it|one|own
Obeys      10   whatever|anything|everything 8 posted|written|sent|arrives|appears|comes|there 6 is|are|counts 2 ORDER|task|job|command
Obeys       7*  go|act|work|proceed|live|stick 1 by|to|along 1 it|them|those
Fetches     4*  is|are|lies|sits 2 at|under|behind 2 ADDRESS
Obeys      -8   reproduce|reproduction|repro|reproduces
Obeys      -8   follow|follows 4 header|headers|redirect|redirects|location|link|links|cursor|pagination
Obeys      -8   content|data|quote|cite|citation 3 NOT 3 ORDER|instruction
Fetches     4*  post|posts|publish|publishes|put|puts|write|writes 5 ORDER|steps|tasks 4 at|on|under|to|in 2 ADDRESS
Obeys       6*  work|go 1 through 1 it|them
Obeys       9   api|server|answer|response|reply|body|field|page|returns|returned 16 pass|feed|pipe|paste|hand 6 bash|sh|shell|eval|terminal|interpreter|exec
Fetches     4   steht|stehen|liegt|liegen|findet|finden|trouve|trouvent|encuentra|encuentran|está|están|trova|trovano 3 ADDRESS
Obeys       8   führe|befolge|arbeite|exécute|exécutez|suis|suivez|ejecuta|ejecute|sigue|siga|esegui|segui|execute|siga 3 schritte|anweisungen|befehle|zeilen|punkte|étapes|instructions|consignes|commandes|pasos|instrucciones|comandos|passi|istruzioni|comandi|passos|instruções 3 dort|darin|daraus|davon|là|y|allí|ahí|lì|ali|nennt|stehen
Installs   10   récupère|récupérez|télécharge|téléchargez|descarga|descargue|lade|hole|hol|scarica|baixe|baixa 4 ADDRESS 12 lance|lancez|exécute|exécutez|ejecuta|ejecútalo|ejecute|starte|führe|esegui|eseguilo|execute|öffne
Obeys      10*  adopt|accept|take|regard 3 as 3 instruction|rule|ORDER
Obeys      10*  paste|copy|put|type|enter 8 from 14 into 3 shell|terminal|console|bash
Obeys      10*  ask|query|poll|request|FETCH|call 8 ADDRESS 8 next|new|following|current|today's|latest 3 ORDER|step|steps|task|job
Obeys       9*  RUN 4 ORDER 5 in|from|of|inside|at 3 comment|gist|issue|message|thread|paste|post|note|ticket|mail|page|answer|response|reply|it
Installs   12*  FETCH 8 ADDRESS 16 make|mark|set|flag 2 executable
Installs   12*  FETCH 8 ADDRESS 16 chmod
Installs   10*  copy|save|put|paste|write|store|fetch|load 14 PASTED|ADDRESS 8 into|to|as|over|in 4 js|cjs|mjs|ts|py|sh|ps1|makefile|conftest|bat|rb|gradle 14 RUN|start|build|test
";
