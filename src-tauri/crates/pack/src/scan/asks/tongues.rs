//! The few orders that matter most, in other languages than English: to set instructions aside, to keep something from the
//! user, to do without limits.

use super::{Rule, Sign, Signs};

const ABROAD: &str = "This tells a model to set its instructions aside or to hide something from the user, in another \
    language than English. Remove it unless it's an example.";

pub(super) const SIGNS: Signs = Signs {
    rule: Rule::Injection,
    message: ABROAD,
    is_order: true,
    unless: r"\b(?:nie|niemals|nicht|kein\w*|jamais|ne|no|nunca|não|non|не|никогда)\b|不要|不得|切勿|请勿",
    all: &[
        // German.
        Sign {
            weight: 2,
            pattern: r"\b(?:ignorier\w*|vergiss|vergessen\s+sie|missachte\w*|übergeh\w*|beachte)\b[^.!?\n]{0,40}\b(?:alle|sämtliche|bisherigen|vorherigen|vorigen|früheren|obigen|deine|ihre)\b[^.!?]{0,40}\b(?:anweisung|regel|vorgabe|instruktion|richtlinie|einschränkung)\w*",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:erwähn\w*|sag\w*|verrat\w*|verrät|teil\w*|zeig\w*|bericht\w*|meld\w*|informier\w*)\b[^.!?,]{0,60}\b(?:benutzer|nutzer|anwender|menschen|kunden|auftraggeber)\w*\b[^.!?,]{0,40}\b(?:nicht|nichts|keinem\s+wort|kein\s+wort|niemals|davon\s+nichts)\b|\b(?:nichts|kein\s+wort|niemals\s+etwas)\b[^.!?]{0,40}\b(?:benutzer|nutzer|anwender)\w*\b[^.!?]{0,20}\b(?:sagen|verraten|erwähnen|mitteilen)\b|\bohne\b[^.!?]{0,30}\b(?:benutzer|nutzer|anwender)\w*\b[^.!?]{0,30}\b(?:fragen|informieren|sagen|wissen|bescheid)\b",
        },
        // French.
        Sign {
            weight: 2,
            pattern: r"\b(?:ignore[rz]?|oublie[rz]?|ne\s+tiens\s+pas\s+compte|ne\s+tenez\s+pas\s+compte|fais\s+abstraction|faites\s+abstraction)\s+(?:de\s+|d['’])?(?:tout(?:es)?\s+)?(?:les|tes|vos|ces|ses|toutes)\s+[^.!?\n]{0,30}\b(?:instructions?|consignes?|règles?|directives?)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\bn(?:e\s+|['’])(?:l['’]|lui\s+|en\s+)?(?:dis|dites|mentionne[rz]?|parle[rz]?|révèle[rz]?|révéler|signale[rz]?|informe[rz]?|préviens|prévenez|avertis\w*)\b[^.!?;,]{0,60}\b(?:utilisateur|utilisatrice|client|personne)\w*|\bsans\s+(?:prévenir|informer|avertir|en\s+parler\s+à|en\s+informer|le\s+dire\s+à|demander\s+à)\b[^.!?]{0,20}\b(?:l['’])?utilisat\w+",
        },
        // Spanish, Portuguese and Italian.
        Sign {
            weight: 2,
            pattern: r"\b(?:ignora|ignore|olvida|olvide|descarta|desconsidera|desconsidere|esquece|esqueça|dimentica|haz\s+caso\s+omiso)\b[^.!?\n]{0,50}\b(?:instrucciones|reglas|indicaciones|órdenes|instruções|regras|istruzioni|regole)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:no|não|non)\s+(?:(?:se\s+lo|le|lo|lhe|gli)\s+)?(?:digas|diga|menciones|mencione|informes|informe|reveles|revele|muestres|muestre|cuentes|cuente|avises|avise|conte|dire|menzionare|rivelare|mostrare|informare)\b[^.!?]{0,60}\b(?:usuario|usuário|utente|persona|cliente)\b|\b(?:sin|sem|senza)\s+(?:avisar|informar|decir\w*|preguntar|perguntar|avvisare|informare|chiedere)\b[^.!?]{0,20}\b(?:usuario|usuário|utente)\b",
        },
        // Russian.
        Sign {
            weight: 2,
            pattern: r"(?:игнорируй|проигнорируй|забудь|не\s+обращай\s+внимания)[^.!?\n]{0,50}(?:инструкци|указани|правил|ограничени)|не\s+(?:говори|сообщай|упоминай|рассказывай|показывай|раскрывай)[^.!?]{0,40}пользовател|(?:без\s+ведома|не\s+спрашивая|не\s+предупреждая)[^.!?]{0,20}пользовател",
        },
        // Chinese, Japanese, Korean.
        Sign {
            weight: 2,
            pattern: r"(?:忽略|无视|無視|忘记|忘記|忘掉|抛开|拋開|不要理会|不必遵守|不用遵守)[^。！？\n]{0,16}(?:指令|指示|规则|規則|提示|要求|约束|約束|限制|设定)|不(?:再)?受[^。！？]{0,24}(?:约束|約束|限制|规则的)",
        },
        Sign {
            weight: 2,
            pattern: r"(?:不要|不得|切勿|请勿|別|别|不能|不可|无需|無需|不必)(?:向|对|對|让|讓|跟|与)?(?:用户|用戶|使用者)?(?:告诉|告訴|告知|提及|提到|通知|透露|说明|說明|显示|展示|询问|詢問|知道)[^。！？]{0,12}(?:用户|用戶|使用者|此|这|該|该)|(?:不要|不得|切勿|别)(?:让|讓)(?:用户|用戶|使用者)[^。！？]{0,6}(?:知道|发现|發現|察觉)|否认(?:自己|此|该|这)[^。！？]{0,10}|不再(?:询问|確認|确认)[^。！？]{0,4}[。，；]",
        },
        Sign {
            weight: 2,
            pattern: r"(?:指示|命令|ルール|規則|制約|制限)(?:を|は)[^。！？]{0,8}(?:無視|忘れ)|(?:ユーザー|利用者|使用者)(?:に|には|へは?)[^。！？]{0,12}(?:言わない|伝えない|知らせない|話さない|教えない|見せない|言うな|伝えるな)|(?:지시|명령|규칙|지침)[^.!?]{0,10}(?:무시|잊)|사용자(?:에게|한테)[^.!?]{0,20}(?:말하지|알리지|언급하지)",
        },
    ],
};
