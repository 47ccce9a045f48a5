//! Orders to keep something from who should know of it.

use super::{Rule, Sign, Signs};
use crate::scan::phrase::SECRECY;

pub(super) const SIGNS: Signs = Signs {
    rule: Rule::Injection,
    message: SECRECY,
    is_order: true,
    unless: "",
    all: &[
        Sign {
            weight: 2,
            pattern: r"\b(?:leave|keep|omit|drop|strike)\s+(?:this|it|them|that|these|the (?:step|change|package|line|command|upload|file|rule|note|call)s?)\s+(?:\w+\s+){0,2}?(?:out\s+of|from|off)\s+(?:what\s+you\s+(?:tell|say|show|write|report)|(?:\S+\s+){0,3}?(?:summar(?:y|ies)|reports?|commit|messages?|description|logs?|transcript|answers?|repl(?:y|ies)|diff|changelog|history|user|records?|minutes)\b)",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:say|mention|write|report)\s+nothing\s+(?:about|of|to)\s+(?:it|this|that|them|these|the\s+(?:user|step|change|upload|call|command|rule))\b|\bkeep\s+(?:this|it|that|these\s+\w+|this\s+\w+)\s+(?:to\s+yourself|secret|quiet|hidden|between us)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:user|person|human|people|owner|reader|author|reviewer|team|customer|they|anybody|anyone)s?\s+(?:must|should|may|shall|can)\s*(?:not|n['’]t|never)\s+(?:ever\s+)?(?:learn|find\s+out|notice|become\s+aware|be\s+told|hear)\b(?:\s+(?:of|about)\s+(?:it|this|that|them|these))?\s*[.,;!]",
        },
        Sign {
            weight: 2,
            pattern: r"\bwithout\s+(?:the\s+user|them|anyone|anybody|the\s+person|people|him|her)\s+(?:noticing|knowing|seeing|being\s+told)\b|\bso\s+(?:that\s+)?(?:nobody|no\s+one|the\s+user\s+(?:doesn['’]t|does\s+not))\s+(?:notices?|sees?|knows?)\b|\b(?:as\s+if|like)\s+nothing\s+(?:had\s+|has\s+)?happened\b",
        },
        Sign {
            weight: 2,
            pattern: r"\bdeny\s+(?:it|that\s+(?:you|it|there)|having|knowing|its?\s+existence|any\s+knowledge)\b|\b(?:never|do\s+not|don['’]t)\s+(?:ever\s+)?(?:say|admit|reveal|mention|disclose|tell\s+\w+)\s+that\s+(?:you\s+(?:were|have\s+been|are|had\s+been)\s+(?:told|asked|instructed)|this\s+(?:rule|line|step)\s+exists|this\s+(?:is|was)\s+an?\s+(?:rule|instruction|order))|\bdeny\s+(?:this|the)\s+(?:rule|step|upload)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:do\s+not|don['’]t|never)\s+(?:ever\s+)?(?:mention|reveal|disclose|quote|repeat|acknowledge|talk\s+about)\s+(?:this|these|that)\s+(?:rule|line|paragraph|note|section|comment|addition|passage|arrangement|preference)s?\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:do\s+not|don['’]t|never)\s+(?:ever\s+)?(?:mention|report|disclose|reveal|list|log|record)\s+(?:it|this|them|that|the\s+(?:upload|transfer|request|call|command|package))\b[^.\n]{0,40}\b(?:anywhere|in\s+(?:the|your)\s+(?:summary|report|answer|commit|log|transcript|reply)|to\s+any(?:one|body)|afterwards)\b|\b(?:delete|remove|clear|wipe)\s+(?:the\s+)?(?:line|command|entry|entries|trace|traces|it)\s+(?:\w+\s+)?from\s+(?:the|your)\s+(?:shell\s+)?(?:history|log|logs|transcript)\b",
        },
        Sign {
            weight: 2,
            pattern: r"(?:^|[.!?:]\s+|\b(?:then|also|and|please|always)\s+)(?:secretly|covertly|surreptitiously|stealthily)\s+\w+|\bpretend\s+(?:that\s+)?(?:the|it|this|nothing|there|you\s+(?:did|have|had|do)\s*(?:not|n['’]t))\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:nobody|no\s+one|none\s+of\s+them)\s+(?:must|should|may|can|shall|needs?\s+to|has\s+to|will|is\s+to)\s+(?:ever\s+)?(?:know|learn|notice|find\s+out|see|be\s+told|hear)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\bmake\s+it\s+(?:sound|look|seem|appear)\s+(?:natural|like|as\s+if|organic|accidental|casual)\b|\bfive\s+stars\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:recommend|promote|advertise|praise|rate|rank|push)\b[^.\n]{0,100}\bin\s+(?:each|every|all|any)\s+(?:of\s+(?:your|the)\s+)?(?:answers?|repl(?:y|ies)|responses?|conversations?)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:do|run|send|add|install|copy|upload|perform)\s+(?:this|it|them|that|so)\s+(?:\w+\s+)?(?:silently|quietly|discreetly|unobtrusively|in the background)\b|\b(?:silently|quietly|discreetly)\s+(?:add|append|send|upload|install|register|run|copy|post|include|insert)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\bif\s+(?:you(?:['’]re|\s+are)\s+)?(?:asked|(?:some(?:body|one)|any(?:body|one)|the\s+user|they|he|she|people|a\s+reviewer)\s+(?:asks?|wonders?|notices?|finds?|complains?))\b[^.\n]{0,60}?[,:]?\s+(?:say|answer|claim|tell|reply|deny|respond|call\s+it|explain)\b|\bcall\s+it\s+.{1,40}\s+if\s+\w+\s+(?:asks?|finds?|notices?)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:do\s+not|don['’]t|never)\s+(?:show|display|print|mention|list|explain)\s+(?:this|it|them|that|the\s+\w+)\s+to\s+(?:the\s+|your\s+)?(?:user|person|human)s?\b|\b(?:user|person|human|people)s?\s+(?:does|do|need|needs?|would)\s*(?:not|n['’]t)?\s+(?:need\s+to\s+)?(?:see|know|be\s+(?:asked|told|bothered)|get\s+confused)\b|\b(?:get|be|looks?|are)\s+confus(?:ed|ing)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:also\s+when|even\s+(?:if|when))\s+(?:nobody|no\s+one|the\s+user\s+(?:did\s*n['’]t|did\s+not|has\s*n['’]t|has\s+not))\s+asked\b|\bwhen\s+nobody\s+asked\s+for\s+it\b|\bkeep\s+it\s+out\s+of\b",
        },
    ],
};
