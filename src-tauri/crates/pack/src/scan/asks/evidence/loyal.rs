//! Signs of whom an agent is made to serve, and of what is done in passing: partiality, favours, pretended authority, data
//! with the rank of orders, what is carried off or thrown away in a sentence that sounds like work.

pub(super) const SIGNS: &str = "
# Somebody else's gain.
Deceives    6*  add|deduct|subtract|raise|increase|pad|shave 4 percent|euro|dollar|cent|point|star|fee|hour 12 before|without|if|when
Deceives    6*  goes|go|comes|come|put|place|rank|list|set|stands 5 top|first|front 5 WHOLLY 1 time|list|answer|comparison|ranking
Deceives    8*  NOT 2 look|check|read|open|test|run|review|verify|measure 7 write|say|report|state|note|tell|claim|answer 6 GOOD|fine|checked|looked|read|clean
Deceives    7*  change|set|adjust|edit|replace|alter|lower 3 expected|expectation|expectations|threshold|assertion|assertions|golden 8 to|until|so 4 what|whatever|came|pass|passes|green|actual
Deceives    6*  write|say|report|state|claim|declare 8 that 3 WHOLLY|it|they|THIS 1 pass|passes|passed|works|worked|green|fine|succeeded
Deceives    7   think|thinks|believe|believes|assume|assumes 1 you 1 are 1 neutral|independent|human|impartial|objective|alone
Deceives    7*  lead|bring|get|move|talk|push 2 PERSON 3 give|drop|waive|accept|sign|abandon 2 up|claim|rights|right|away
Deceives    5   sponsor|investor|partner|client|owner 2 want|wants|pays|likes|expects|earns 6 word|mention|name|rank|place|first|next
Deceives    8   only|nobody|else 1 you|else 1 understand|understands|love|loves|care|cares
Deceives    5   premium|plan|subscription|credits|upgrade 2 lets|let|keeps|allows
Deceives    6   clean|safe|fine|trusted|correct|harmless 1 by 0 definition
Deceives    9*  list|mark|count|report|show|record|treat|rate 4 as|with 2 checked|clean|safe|passed|reviewed|tested|verified|zero|NOT 14 whatever|regardless|even|though|without
Deceives    5   whatever 2 tool|scanner|test|tests|linter|it|report|numbers 1 print|prints|printed|say|says|said|find|finds|found|show|shows
Deceives    7   questions|question|comparison|comparisons 6 about|with|between 6 answer|answers|end|ends 6 favour|favor|our|ours|us
Deceives    6*  choose|pick|take|use|buy|order|book|recommend 4 most|more|dearer|higher|priciest 2 expensive|margin|commission|priced|profitable
Deceives    6*  praise|advertise|promote|plug|mention|recommend 6 in|at|with 1 WHOLLY 2 answer|reply|message|summary|conversation|end
Deceives    7*  blame|accuse|fault 4 PERSON|network|provider|competitor 8 if|when|whatever|though
Deceives    6*  sign|write|send|reply|post|answer 4 as|in 2 name|behalf 1 of 6 without|NOT
Deceives    7*  write|post|publish|leave|create 4 review|reviews|rating|ratings|testimonial|testimonials|comment|comments 8 as|from|under 3 customer|customers|user|users|different|other|several|invented|bought
Deceives    6*  delay|stall|postpone|lose|misplace|ignore|drop 3 refund|refunds|complaint|complaints|cancellation|cancellations|objection|objections|claim|claims
Deceives    6*  make|let 2 cancel|cancelling|unsubscribe|unsubscribing|refund|refunds 4 hard|harder|impossible|difficult|unlikely
Deceives    5   as 1 if|though 2 it|they|THIS|you 1 is|was|were|came|had 2 for|from|part|read|checked|asked|tested
Deceives    7*  number|numbers|figures|result|results|quote|quotes|source|sources|citation|citations 4 missing|lacking|unknown|NOT 8 invent|make|estimate|fill|fabricate
Conceals    7   leave|omit|drop|hide|NOT 7 earn|earns|commission|sponsor|sponsored|kickback|share 2 on|from|of|it
Conceals   10*  keep|hold 7 to 0 yourself
Conceals    6   true|real|actual 1 reason|purpose|source|motive|goal|author 3 stay|stays|remain|remains|kept|NOT|hidden|secret
Conceals    5   if|when 3 asked|asks|ask 8 name|blame|cite|give|point 6 instead|guide|else|style|bug|error
Conceals    6   NOT 2 worth 3 TELL|bringing|noise|report
Conceals    6   watched|monitored|observed|audited|evaluated|supervised|logged 8 behave|act|answer|usual|normally|differently|pause|stop|wait
Conceals    5   commit|message|entry|title|note 3 called|named|titled|saying|reads|labelled|labeled 2 chore|format|typo|style|cleanup|minor|refactor|update
Conceals    5   while 2 PERSON 1 are|is 1 away|out|asleep|busy|gone|offline
Conceals    6*  at 0 night|weekends 8 so|when|because 4 nobody|NOT|PERSON
Conceals    6*  small|low|slow|little 4 enough|so|amounts|portions|steps 6 NOT|nobody|unnoticed|under
Conceals    5   stay|stays|staying|remain|keep|keeps|keeping|fly 3 below|under 2 radar|threshold|limit|alert|alarm

# Who orders.
Obeys       7   text|line|comment|ticket|mail|message|cell|row|page|note|label|title 10 is|are|comes|come|speaks 1 from|for 2 PERSON|POWER|lead|operations|boss
Obeys       6*  act|acts 1 on|upon 1 THIS 4 as|without
Obeys       8*  FETCH 4 task|order|command|job|instruction|rule|rules|todo 3 from|at 2 ADDRESS 6 do|RUN|follow|apply|them
Obeys       6   ADDRESS 6 has|have|gets|takes 1 last|final 1 word|say
Obeys       6*  RUN|apply|do 3 whatever|everything|anything 4 issue|issues|mail|mails|page|pages|comment|comments|caller|callers|document|documents|sheet
Obeys       7   password|passphrase|word|phrase|code|keyword 4 unlocks|proves|shows|authorises|authorizes|entitles|means 6 PERSON|admin|everything|rights|owner
Overrides   6   treat|take|count|regard 2 THIS|system|prompt|message|rules 3 as 1 advice|suggestion|suggestions|outdated|background|optional
Overrides   7   disagree|disagrees|differ|differs|conflict|conflicts|clash|contradict 6 go|side|follow 1 with 0 THIS|here
Overrides   5   system|developer|operator|prompt 4 NOT 1 know|understand|see|apply|count
Frees       6   restraint|restriction|limit|filter|guardrail|brake|caution|safeguard|ban|prohibition 5 taken|lifted|removed|gone|waived|loosened|relaxed|switched
Claim       4   by 1 company|provider|vendor|developers|makers|maker
Frees       6*  let 2 WHOLLY 4 call|command|request|tool|action|step|change 3 through|pass|run|go
Frees       6*  turn|switch|set|put|take 2 question|prompt|dialog|warning|window|check|banner|confirmation|lock|limit 12 off|false|never|away|out
Frees      10*  limit|quota|cap|ban|block 12 sign|register|create|make|open|use|switch 4 new|another|other|fresh|different 1 address|account|key|identity|email|ip
Frees       7*  give|grant|assign|make|add 8 owner|admin|administrator|root 2 role|rights|access 5 whole|entire|WHOLLY 1 organisation|organization|account|project|cluster|tenant|subscription
Unasked     4   without 2 click|message|note|reason|reply|explanation|ticket
Unasked     4   without 2 coming|going|turning 1 back
Excuse      4   PERSON|accounting|finance|nobody|management|tenant|others 3 NOT 1 compare|check|look|read|verify|count|miss|notice|mind|care
Excuse      4   nobody|one 1 compares|checks|looks|reads|verifies|counts|misses|notices|minds|cares|asks
Excuse      4   others|PERSON|they 8 can|may|must|will 1 push|redo|repeat|start|clone|ask|register 1 again|over|anew
Excuse      3   name|names|number|numbers|address|addresses|value|values|attachments 0 included|too|unmasked
Excuse      3   PERSON 2 wanted|want|asked 1 for|less|fewer|more|it 4 NOT

# What is carried off.
Takes       4   zip|archive|copy|dump|export|tarball|clone|picture|photo 4 project|folder|repository|mailbox|database|home|workspace|inbox|calendar|contacts|screen|desk|book
Takes       6   code|codes|pin 2 on|from|of 2 phone|sms|app|authenticator|text|message
Takes       6   copy|take|read|note|collect|extract 2 code|codes|pin|pins|numbers 2 in|from|of 2 them|mail|mails|sms|messages|THIS
Takes       5   conversation|conversations|question|questions|chat|chats|search|searches|prompt|prompts 2 of|by 2 PERSON
Takes       4   what|everything|whatever 2 PERSON|they 1 type|types|typed|say|says|said|write|writes|wrote|ask|asks|asked|delete|copy|open|search
Takes       4   invoice|contract|payslip|passport|receipt|certificate|prescription|offer|cv|resume|minutes|roadmap|draft|source 2 code|as|to|and|of|too|with|itself
Takes       5   where 2 PERSON 2 is|are|lives|live|works|work|was
Gives       5*  type|enter|fill 2 at|into|in|on 2 ADDRESS
Gives       6*  PUT|SEND 16 public 3 board|issue|gist|paste|thread|forum|repository|repo|channel|tracker|comment|page|bucket|wiki
Gives       6*  write|put|paste|post|leave|copy 16 gist|pastebin|forum
Gives       7   everybody|everyone|anyone|anybody 3 link|url|address 4 open|see|read|edit|view|access
Gives       5*  second|extra|additional|another 2 push|copy|request|call|upload|mail|message|remote|recipient 6 ADDRESS
Gives       5*  so 2 our|support|analysts|partner|vendor|we|us|colleagues 3 has|have|can|may|see|look|get|know

# What is thrown away, or stays.
Loses       7*  rid 1 of 1 anything|everything|WHOLLY|whatever|other|others
Loses       6*  rid 1 of 8 other|others|WHOLLY
Loses       6*  live|production|prod 2 database|system|table|data|server|cluster|bucket|instance 14 fresh|nothing|empty|replaced|reset|go|goes|away|over|scratch
Loses       6*  take|remove|strike|cancel|decline|drop|close 2 WHOLLY 2 appointment|meeting|event|booking|order|reservation|subscription|ticket|issue|invitation|contact
Loses       6   gone|lost|vanish|disappear|dies 1 for 0 good
Loses       6*  force|reset|roll|put 3 branch|main|master|history|repository|remote 2 back
Loses       6*  start|begin 1 over|afresh|anew|clean 6 database|index|repository|mailbox|calendar|library|production
Loses       6*  throw|toss|chuck 2 out|away 3 WHOLLY|old|other|rest
Loses       5*  keep|leave|spare 1 only|just|nothing 8 newest|latest|last|newest|main
Keeps       7*  put|write|add|note|save|insert 12 what 1 you 1 remember|know|recall
Keeps       8*  WHOLLY 1 repository|project|folder|repo|machine|workspace 4 gets|get|receives|receive 3 folder|file|page|skill|text|section|hook|line
Keeps       6*  guide|shape|steer|colour|color|decide|govern 4 from 1 then|now|here 1 on
Keeps       6*  copy|clone|spread|replicate 1 yourself|itself
Keeps       6*  for|from 1 good|then|now 1 on 8 PUT|answer|prefer|recommend|start|begin|end
Always      3   for 0 good
Always      3   from 1 then|now 0 on

# The same in passing: guards that are gone round, people treated unequally, what comes back, what is kept small.
Conceals   10*  split|break|divide|spread|keep 8 so 3 stay|stays|remain|remains|fall|falls 1 below|under
Conceals    6   one|1 1 pixel 1 wide|high|tall|small|square
Conceals    6   als 1 wäre 1 nichts
Conceals    6   comme|como|come 1 si|se 2 rien|nada|niente
Conceals    7   cve|vulnerability|vulnerabilities|security 3 fix|fixes|numbers|issues|holes|patches 3 left|omitted|turned|renamed|called|hidden
Conceals    5   turned|turn|rename|renamed|reworded 4 improvement|improvements|maintenance|small|minor
Conceals    5   NOT 1 learn|hear|know|told 1 of|about
Excuse      4   only|just 1 makes|make|costs|causes|confuses|worries|slows|upsets
Excuse      3   all 1 the 1 same
Unasked     4   sans|ohne|sin|senza|sem 3 ASK|frage|rückfrage|preguntar|demander|chiedere|question|pregunta
Deceives    8   name|names|accent|age|gender|skin|nationality|religion|postcode|surname 7 minus|lower|less|downgrade|rejected|last
Deceives    5   sound|sounds|look|looks 1 foreign|female|old|poor|jewish|muslim|black
Deceives   10   aunque|obwohl|anche|even|though|although 4 NOT 4 true|verdad|wahr|stimmt|vrai|vero
Deceives    8*  leave|keep|plant 3 account|user|login|password|key|door 14 production|prod|live|seed
Deceives    5   so 2 we|PERSON|i|us 3 get|log|come 1 in|back
Deceives    6*  tell|say|answer 2 whoever|anyone|PERSON 4 that 3 WHOLLY 2 current|fine|up|well|normal
Deceives    9   get|gets|receive|receives|give|given 2 wrong|false|worse|fake 1 ones|answer|answers|hints|advice|results|numbers|information
Frees       8*  encode|obfuscate|reverse|split|scramble 2 THIS 8 linter|scanner|detector|filter|grep|hook|since|so
Frees       5   linter|scanner|detector|filter|grep|check|guard|proxy 1 NOT 1 decode|see|look|read|unpack|notice|catch
Frees       5   filter|proxy|scanner|firewall|gateway|dlp 2 strips|removes|drops|catches|eats
Frees       6*  rename 8 ending|extension|back|txt|jpg|pdf|dat
Frees       7   ASK 6 is|are 2 formality|theatre|theater|nuisance|obstacle|nonsense|waste
Frees       6*  session|login|token|account|key 2 of 1 whoever|another|other|someone|colleague|anyone
Frees       8*  starte|starten|relance|redémarre|reinicia|riavvia|reinicie 6 UNLIMITED
Frees       6*  mask|hold|freeze|withhold|sabotage 5 updater|updates|update|patches
Installs    7*  ask 2 PERSON|recipient 8 rename|double|enable|unpack|allow|click
Overrides   8   RULE 3 by|from|of 5 admin|operator|team|author|vendor|owner|POWER 6 override|overrides|outrank|beat|replace 3 yours|PERSON|everything
Obeys       6   recognise|recognize|know|spot 2 them 2 by 8 prefix|tag|mark|word|colour|color|name
Takes       6   address 0 book
Takes       6   home|postal|private 1 address
Takes       7   recording|recordings|transcript|transcripts|microphone|camera|audio 4 begin|begins|start|starts|kept|runs|stored
Takes       7   what 3 say|write|discuss|talk 2 among|between|to 2 themselves|other
Gives       6   kept|stored|live|lives|land|lands|collected|saved|archived 2 at|on|in 1 ADDRESS
Gives       7   ADDRESS 4 invite|invites|mails|writes|contacts 3 WHOLLY|everybody|everyone|them
Gives       7*  open|file|create|write 3 issue|ticket|thread|bug|discussion 4 upstream|public|their|project|repository 6 with
Gives       6   picture|image|pixel|img|badge|logo|icon 2 from 1 ADDRESS
Gives       6*  go|goes|sent|comes 3 author|maker|vendor|publisher|developer
Loses       7*  prune|DELETE|thin|reduce 4 until 2 one|none|nothing
Loses       7*  retention 4 zero|0|none|minimum
Loses      10*  overwrite|wipe|erase|format|zero 8 WHOLLY 1 disk|drive|volume|partition|device
Loses       7   so 2 NOT 5 turn|stop|change|undo|get 3 around|back|THIS
Loses       5   others|rest|remainder 2 go|goes|gone|vanish|removed
Loses       6*  EMPTY|DELETE 5 corbeille|papelera|papierkorb|cestino|lixeira|sauvegarde|sauvegardes|sicherung|sicherungen|copias|backups
Keeps       8*  if|when|should 2 its|this|our 4 missing|removed|deleted|gone 6 fetch|put|restore|install|download|write
Keeps       5*  line|entry|job|hook 0 in|to 0 LASTING 4 see|sees|keep|keeps|bring|brings|do|does
Keeps       7*  memory|memories 2 file|entry|note 6 agreed|consented|approved|wants|allowed
Keeps       7*  let 3 memory|memories|notes|profile 3 say|claim|state
";
