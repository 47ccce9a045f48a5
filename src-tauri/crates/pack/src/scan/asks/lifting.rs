//! Words that take limits away, by claiming that somebody did: what was agreed to, what no longer holds, who speaks.

use super::{Rule, Sign, Signs};
use crate::scan::phrase::OVERRIDES;

pub(super) const SIGNS: Signs = Signs {
    rule: Rule::Injection,
    message: OVERRIDES,
    is_order: false,
    unless: "",
    all: &[
        Sign {
            weight: 2,
            pattern: r"\b(?:user|operator|admin\w*|owner|developers?|company|human|person|anthropic|openai|security team)s?\s+(?:has|have|had)\s+(?:already\s+|explicitly\s+|just\s+)?(?:pre-?)?(?:approved|authori[sz]ed|agreed\s+to|consented\s+to|accepted|granted|confirmed|permitted)\s+(?:\w+\s+){0,2}?(?:all|every|everything|any|each|the\s+following|full|unrestricted|unlimited)\b|\bconsents?\s+to\s+(?:all|every|any)\b|\b(?:approved|authori[sz]ed|agreed\s+to)\s+(?:\w+\s+){0,4}in\s+advance\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:safety|security|content|permission|approval|moderation)\s+(?:\w+\s+)?(?:checks?|filters?|prompts?|rules?|polic(?:y|ies)|systems?|limits?|restrictions?)\s+(?:(?:is|are|was|were|has\s+been|have\s+been)\s+)(?:now\s+|hereby\s+|temporarily\s+|all\s+)?(?:disabled|off|suspended|lifted|waived|switched\s+off|turned\s+off|removed|deactivated)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:not|no\s+longer|never|isn['’]t|aren['’]t)\s+(?:bound|limited|restricted|constrained|governed)\s+(?:by|to)\s+(?:any|the|its|your|these|those|all)?\s*(?:\w+\s+){0,2}?(?:rules?|polic(?:y|ies)|guidelines?|restrictions?|limits?|instructions?|system\s+prompts?)\b|\bfree\s+(?:of|from)\s+(?:all|any)\s+(?:\w+\s+)?(?:rules?|restrictions?|limits?|guidelines?|policies)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:rules?|instructions?|limits?|restrictions?|guidelines?)\s+(?:of|in|from)\s+(?:the|your)\s+(?:system(?:\s+prompt)?|operator|developer|user)\s+(?:no\s+longer|don['’]t|do\s+not)\s+(?:apply|hold|count)\b|\b(?:previous|prior|earlier)\s+(?:instructions?|rules?|prompts?)\s+(?:were|was|are)\s+(?:only\s+)?(?:a\s+test|wrong|a\s+mistake|outdated|fake|a\s+joke)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:ignore|disregard|forget)\s+(?:everything|anything|whatever|all)\s+(?:that\s+)?(?:you\s+(?:were|have\s+been|['’]ve\s+been|are)\s+told|(?:came|was\s+said|stands|is\s+written|you\s+(?:read|know|learned))\s+(?:before|above|earlier|so\s+far)|(?:above|before)\s+(?:this|and))\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:this|these|its|our|the\s+skill(?:['’]s)?|the\s+(?:file|document)|it)\b[^.\n]{0,60}\b(?:takes?|has|have|come|comes|goes?|ranks?)\s+(?:precedence|priority|before|above)\b[^.\n]{0,20}\b(?:over|before|those|what|the)?\s*(?:of\s+)?(?:the\s+)?(?:user|system\s+prompt|operator|developer)(?:['’]s)?\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:you\s+are|you['’]re|act\s+as\s+one\s+who\s+is)\s+no\s+longer\s+(?:an?|the|bound|limited|claude|chatgpt|gpt|gemini)\b|\byou\s+(?:may|can|must|should)\s+now\s+(?:run|execute|do|call|use)\s+(?:any|all|every)\b|\b(?:maintenance|god|unrestricted|jailbreak|operator)\s+mode\s+(?:is\s+(?:now\s+)?)?(?:on|active|activated|enabled)\b|\byou\s+are\s+(?:now\s+)?in\s+(?:developer|debug|god|admin|root|unrestricted|operator)\s+mode\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:answer|say|reply|respond|click|press|choose)\s+(?:with\s+)?[\x22'“`]?(?:yes|y|ok|allow|accept|approve)[\x22'”`]?\s+(?:to|on|for|at)\s+(?:every|all|any|each)\b|\balways\s+(?:approve|accept|grant|merge)\s+(?:pull\s+requests|PRs|merge\s+requests|requests|changes|everything|whatever|anything|all|any|every|each)\b|\b(?:approve|merge|accept|sign)\b[^.\n]{0,60}\bwithout\s+(?:reading|looking|review(?:ing)?\s+(?:it|them)|checking\s+(?:it|them))\b",
        },
        Sign {
            weight: 2,
            pattern: r"\b(?:execute|run|obey|follow|carry\s+out)\s+(?:(?:shell|all|any|every|the)\s+)*(?:commands?|instructions?|orders?)\s+(?:from|in|of)\s+(?:documents?|pages?|files?|e?-?mails?|issues?|comments?|them|it)\b[^.\n]{0,60}\b(?:directly|immediately|without|unasked|do\s+not|don['’]t)\b",
        },
        Sign {
            weight: 2,
            pattern: r"\byour\s+(?:real|actual|true)\s+(?:instructions?|task|job|orders?|goal|mission)\b|\b(?:all|any)\s+(?:earlier|previous|prior|former)\s+(?:guidance|instructions?|rules?|directions?|orders?|policies)\s+(?:is|are|has\s+been|have\s+been)\s+(?:now\s+)?(?:obsolete|void|withdrawn|revoked|cancell?ed|replaced|superseded|lifted)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\byou\s+(?:have\s+been|are|were)\s+(?:now\s+)?(?:granted|given)\s+(?:\w+\s+)?(?:admin\w*|root|full|unrestricted|unlimited|all)\s+(?:rights|access|permissions?|privileges)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:approvals?|permissions?|confirmations?)\s+(?:is|are)\s*(?:not|n['’]t|no\s+longer)\s+(?:needed|required|necessary)\b|\b(?:as\s+of\s+now|from\s+(?:now|here)\s+on)\b[^.\n]{0,60}\byou\s+(?:work|act|serve|obey|follow|belong)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\balways\s+(?:give|return|answer|report|write|set)\s+(?:with\s+)?(?:the\s+)?(?:verdict|rating|score|grade|result|status|LGTM)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:do\s+not|don['’]t|never)\s+(?:point\s+out|report|mention|flag|list)\s+(?:any\s+)?(?:flaws|problems|issues|bugs|findings|errors|vulnerabilit\w+|weaknesses|defects)\b|\binterests?\s+come\s+second\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:do\s+not|don['’]t|never)\s+(?:ever\s+)?(?:request|ask\s+for|wait\s+for|require|seek)\s+(?:\w+\s+)?(?:approval|confirmation|permission|consent)\b|\b(?:do\s+not|don['’]t|never|no\s+need\s+to)\s+ask\s+again\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:user|operator|admin\w*|owner|person)s?\s+(?:has|have)\s+(?:already\s+)?(?:approved|agreed|authori[sz]ed|consented)\b|\b(?:payments?|purchases?|transfers?|orders?|deletions?)\s+(?:up\s+to|of\s+any|without)\b|\b(?:policy|rules?)\s+(?:has\s+been|have\s+been|was|were)?\s*(?:updated?|changed?)\s*:",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:report|list|find|write|state)\s+no\s+(?:findings?|problems?|issues?|errors?|vulnerabilit\w+)\b|\bwhatever\s+(?:the\s+user|they|somebody|anyone)\s+(?:asks?|says?|wants?)\b|\bregardless\s+of\s+(?:what\s+)?(?:the\s+user|their|its|the\s+(?:quality|content))\b|\bin\s+(?:any|every)\s+case\s+(?:first|in\s+first\s+place|on\s+top)\b",
        },
        Sign {
            weight: 1,
            pattern: r"\b(?:if|when)\s+(?:you\s+are\s+)?(?:asked|somebody\s+asks|anyone\s+asks|the\s+user\s+asks)\b[^.\n]{0,40}[,:]\s*(?:say|answer|claim|reply|deny|tell)\b|\bnever\s+say\s+(?:that|why)\b|\b(?:do\s+not|don['’]t)\s+(?:say|explain|mention)\s+(?:why|that|this|it)\b",
        },
    ],
};
