//! Orders to carry something away: what is taken, a verb that gives it away, and where it goes. The verbs are those of
//! several languages, since what is taken is named by paths and the place by an address in each of them.

use std::ops::Range;

use studio_text::Severity;

use super::{Hit, Rule, is_meant};
use crate::scan::{
    pattern::{Pattern, find, has, patterns},
    phrase::SENDS,
    places::secret_place,
    sense::Context,
};

patterns! {
    // What is nobody's business: besides paths, what they hold by name.
    PRIVATE = r"(?i)\b(?:values?|contents?|dump|copy|list)\s+of\s+(?:all\s+|the\s+|every\s+|their\s+|your\s+|its\s+)*(?:environment|env)(?:\s+variables?)?\b|\b(?:all|every|each|whole|entire|complete)\s+(?:of\s+)?(?:the\s+)?(?:environment(?:\s+variables?)?|env\s+vars?)\b|\benvironment\s+variables?\s+(?:whose|that|which|with|ending|containing|and\s+their)\b|\boutput\s+of\s+`?(?:env|printenv|set)`?|\bshell\s+history\b|\b(?:bash|zsh)\s+history\b|\bbrowser(?:['’]s)?\s+(?:cookies|passwords|sessions?)\b|\bsaved\s+passwords?\b|\b(?:private|ssh|signing|gpg)\s+keys?\b|\bseed\s+phrase\b|\b(?:the\s+)?user['’]s\s+(?:api\s+keys?|tokens?|passwords?|credentials?|secrets?)\b|(?-i:\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)?(?:TOKEN|SECRET|API_KEY|PASSWORD|ACCESS_KEY|SECRET_KEY)\b)";
    // What is a person's own, and may be asked for: only where it goes says whether it is taken.
    PERSONAL = r"(?i)\bclipboard\b|\bkeychain\b|\bwallet\b|\bbrowser(?:['’]s)?\s+history\b|\bsession\s+cookies?\b|\b(?:whole|entire|full|complete)\s+(?:conversation|chat|transcript|session)\b|\bconversation\s+history\b|\bsystem\s+prompt\b|\b(?:the\s+)?user['’]s\s+(?:files|documents|e?-?mails|contacts|photos|messages?|location|prompts?|questions?)\b|\bmessages?\s+of\s+the\s+user\b|~/(?:Documents|Desktop|Downloads|Pictures)\b|\b(?:Documents|home|Desktop)\s+(?:folder|directory)\b";
    // It is given away.
    GIVES = r"(?i)\b(?:send|sends|post|posts|upload|uploads|forward|transmit|submit|mail|e-?mail|deliver|push|publish|report|exfiltrate|beacon|ping|share|sync|back\s+up)\b|\bPOST\b|\b(?:schick\w*|send(?:e|en|est)|übertrag\w*|lad(?:e|en)\b[^.]{0,60}\bhoch|übermittl\w*|envoie[rsz]?|envoyer|transmets|transmettez|téléverse\w*|envía|enviar|envia|envie|sube|manda|invia|отправь|отправить|отправляй|загрузи)\b|发送|發送|上传|上傳|传到|提交到|送信|アップロード|전송";
    // It becomes part of something that is sent, or seen elsewhere.
    PUTS = r"(?i)\b(?:put|append|add|include|insert|embed|encode|url-?encode|attach|join|place|write|paste|copy|fill)\b";
    // Where it goes to.
    ELSEWHERE = r"(?i)https?://[\w.\[<$]|\b[\w.+-]+@[\w-]+\.[\w.]+\b|\b(?:gist|pastebin|paste\s+service|webhook|telegram|discord)\b|\b(?:into|to|in)\s+(?:the|this|a)\s+(?:public\s+)?(?:repository|repo)\b[^.\n]{0,60}\band\s+(?:push|commit)|\bdocs/\.\w+`?\s+and\s+push\b|\b(?:our|its|their|an?|the\s+author['’]s)\s+(?:server|endpoint|collector|service)\b";
    INTO = r"(?i)\b(?:into|to|in|as|behind|onto|on)\s+(?:\S+\s+){0,4}?(?:URL|address|link|query|parameter|image|picture|badge|request|e-?mail|mail|draft|attachment|issue|gist|description|comment|commit|pull\s+request|PR|footer|title|metadata|picture['’]s\s+address)s?\b|\b(?:picture|image|badge|link)['’]s\s+(?:address|URL)\b|[?&]\w+=|\bas\s+`?\w{1,6}`?(?:=|\b)[^.]{0,20}(?:parameter|query|$)|\bas\s+attachments?\b";
    // It is asked for at an address that holds it.
    ASKS_FOR = r"(?i)\b(?:GET|call|request|fetch|open|visit|load|render|curl|ping|send|post)\b";
    WITH_IT = r"(?i)https?://\S*[?&]\w*=|https?://[^\n]{0,160}\b(?:parameter|query|as\s+`?\w{1,8}`?(?:\s|$|\.))";
    // What the person said, carried away each time.
    OF_USER = r"(?i)\b(?:user|person)(?:['’]s)?\s+(?:last\s+|whole\s+)?(?:messages?|questions?|prompts?|inputs?|answers?)\b|\b(?:messages?|questions?|text)\s+of\s+the\s+(?:user|person)\b|\bwhat\s+the\s+user\s+(?:typed|wrote|said|asked)\b|\bconversation\b|\btranscript\b";
    EACH_TIME = r"(?i)\b(?:after|with|before|at\s+the\s+end\s+of|in|on)\s+(?:each|every)\s+(?:answer|message|reply|turn|session|request|response|task|step)s?\b";
    // It is asked for by whom it belongs to, or is only shown to prove who asks.
    RIGHTLY = r"(?i)\bheaders?\b|\bauthoriz\w+|\bbearer\b|\bauthenticat\w+|\blog(?:s|ging)?[ -]?in\b|\bsign(?:s|ing)?[ -]?in\b|\boauth\b|\bdashboard\b|\bsecrets?\s+manager\b|\b(?:repository|actions|github)\s+secrets?\b|\bplaceholders?\b|\bredact\w*|\bencrypted?\b|\bgitignore\b|\bpublic\s+(?:half|part|key)\b|\b(?:with|after)\s+(?:the\s+user['’]s\s+)?(?:permission|consent|approval)\b|\bask\s+(?:the\s+user\s+)?(?:first|before)\b|\bonly\s+(?:if|when|after)\s+the\s+user\b";
    // No order, but what is not to be done.
    NOT = r"(?i)\b(?:never|not|no|nor|cannot|without|avoid|refuse|instead\s+of|rather\s+than|prevents?|protects?|nie|niemals|nicht|jamais|ne|nunca|не)\b|n['’]t\b|不要|不得|切勿|请勿|禁止";
    LEAVES = r"(?i)https?://[\w.\[<$]|\b(?:URL|address|link|image|picture|badge|mail|e-?mail|issue|gist|request|pull\s+request|PR)s?\b";
}

/// Whether a paragraph asks for something private to be carried away.
pub(super) fn hit(context: &Context<'_>, paragraph: &Range<usize>) -> Option<Hit> {
    let text = &context.text[paragraph.clone()];
    if text.trim_start().starts_with('|') {
        return None;
    }
    let (taken, is_secret) = taken(text)?;
    let near = near(text, &taken);
    let around = &text[near.clone()];
    let is_given = gives(around, &GIVES, &ELSEWHERE)
        || is_secret && gives(around, &PUTS, &INTO) && is_seen_elsewhere(around, text);
    let is_given = is_given
        || is_secret && gives(around, &ASKS_FOR, &WITH_IT)
        || gives(around, &ASKS_FOR, &ELSEWHERE) && has(&OF_USER, around) && has(&EACH_TIME, text);
    let place = paragraph.start + taken.start..paragraph.start + taken.end;
    let is_told = is_given && !has(&RIGHTLY, around) && is_meant(context, &place, false) && context.is_command(&place);
    is_told.then(|| Hit {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        span: place,
        message: SENDS.to_owned(),
    })
}

/// What is taken: a place of secrets, or something private by its name; and whether it is secret.
fn taken(text: &str) -> Option<(Range<usize>, bool)> {
    let secret = secret_place(text).or_else(|| find(&PRIVATE, text)).map(|place| (place, true));
    secret.or_else(|| find(&PERSONAL, text).map(|place| (place, false)))
}

/// The sentence of a place, with the one after it.
fn near(text: &str, place: &Range<usize>) -> Range<usize> {
    let ends = |mark: &&str| text[..place.start].rfind(*mark).map(|at| at + mark.len());
    let start = [". ", "! ", "? ", ".\n", "\n\n", "\n- ", "。"].iter().filter_map(ends).max().unwrap_or(0);
    let mut end = place.end;
    for _ in 0..2 {
        let rest = &text[end..];
        let next = [". ", "! ", "? ", ".\n", "\n- ", "。"]
            .iter()
            .filter_map(|mark| rest.find(mark).map(|at| at + mark.len()))
            .min();
        end = next.map_or(text.len(), |length| end + length);
    }
    start..end
}

/// Whether a verb and where to stand there, the verb not forbidden.
fn gives(text: &str, verbs: &'static Pattern, places: &'static Pattern) -> bool {
    let is_free = |found: regex::Match<'_>| {
        let before = &text[..found.start()];
        let clause = before.rsplit(['.', ';', ':', '\n', '(', '。']).next().unwrap_or_default();
        !has(&NOT, clause)
    };
    has(places, text) && verbs.as_ref().is_some_and(|regex| regex.find_iter(text).any(is_free))
}

/// Whether what it is put into leaves the computer: a picture that is loaded, a link, a mail.
fn is_seen_elsewhere(around: &str, paragraph: &str) -> bool {
    has(&LEAVES, around) || has(&LEAVES, paragraph) && has(&ELSEWHERE, paragraph)
}
