//! Verbs as users and descriptions use them, to tell a request (“look for bugs”) from a thing (“landing pages”).

/// Whether a lower-cased word is a verb in its base form that a request may begin with.
pub(super) fn is_base(word: &str) -> bool {
    BASES.binary_search(&word).is_ok()
}

/// The base form of a verb in the third person.
pub(super) fn base(verb: &str) -> String {
    match verb {
        "has" => return "have".to_owned(),
        "does" => return "do".to_owned(),
        "goes" => return "go".to_owned(),
        _ => {}
    }
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let is_sibilant = ["sses", "shes", "ches", "xes", "zzes"].iter().any(|end| verb.ends_with(end));
    verb.strip_suffix(if is_sibilant { "es" } else { "s" }).unwrap_or(verb).to_owned()
}

/// Common ones, sorted, so that they can be searched.
#[rustfmt::skip]
const BASES: &[&str] = &[
    "accept", "access", "add", "adjust", "allocate", "analyse", "analyze", "announce", "answer", "apply", "approve",
    "archive", "arrange", "ask", "assemble", "assess", "assign", "attach", "audit", "automate", "avoid", "backfill",
    "balance", "benchmark", "book", "bootstrap", "break", "bring", "browse", "build", "bump", "calculate", "call",
    "cancel", "capture", "carry", "categorize", "change", "chart", "chat", "check", "choose", "classify", "clean",
    "clear", "close", "coach", "collect", "combine", "commit", "compare", "complete", "compose", "compute",
    "configure", "confirm", "connect", "consolidate", "construct", "contact", "convert", "copy", "correct", "count",
    "craft", "create", "customize", "cut", "debug", "decide", "decompose", "define", "delete", "deliver",
    "demonstrate", "deploy", "describe", "design", "detect", "determine", "develop", "diagnose", "discover",
    "discuss", "display", "divide", "document", "download", "draft", "draw", "drop", "edit", "embed", "enable",
    "encode", "encrypt", "end", "enforce", "enhance", "enrich", "ensure", "enter", "estimate", "evaluate", "examine",
    "execute", "expand", "explain", "explore", "export", "extend", "extract", "feel", "fetch", "fill", "filter",
    "find", "finish", "fit", "fix", "focus", "follow", "forecast", "format", "formulate", "gather", "generate", "get",
    "give", "go", "grade", "greet", "group", "grow", "guide", "handle", "harden", "help", "hit", "host", "identify",
    "implement", "import", "improve", "include", "increase", "infer", "initialize", "inspect", "install", "integrate",
    "interpret", "introduce", "investigate", "invite", "issue", "join", "keep", "label", "launch", "learn", "list",
    "load", "localize", "locate", "log", "look", "lose", "make", "manage", "map", "measure", "merge", "migrate",
    "minimize", "model", "modernize", "modify", "monitor", "move", "name", "navigate", "negotiate", "notice",
    "notify", "open", "optimize", "order", "organise", "organize", "outline", "overhaul", "package", "parse", "pass",
    "pause", "pay", "perform", "pick", "place", "plan", "play", "plot", "pool", "post", "prepare", "present",
    "preview", "prioritize", "produce", "profile", "promote", "protect", "prove", "provide", "publish", "pull",
    "push", "put", "query", "quote", "raise", "rank", "rate", "reach", "read", "rebuild", "receive", "recommend",
    "record", "recover", "redact", "redesign", "reduce", "refactor", "refine", "reformat", "refresh", "register",
    "release", "remove", "rename", "render", "repair", "replace", "report", "reproduce", "request", "reschedule",
    "research", "reset", "resolve", "respond", "restore", "restructure", "return", "reverse", "review", "revise",
    "rewrite", "roll", "rotate", "route", "run", "save", "scaffold", "scale", "scan", "schedule", "scrape", "search",
    "secure", "see", "seed", "segment", "select", "send", "set", "set-up", "settle", "share", "ship", "show", "shut",
    "sign", "simplify", "simulate", "sketch", "smell", "solve", "sort", "speed", "split", "stage", "start", "stop",
    "store", "structure", "study", "submit", "suggest", "summarise", "summarize", "support", "swap", "switch",
    "symbolicate", "sync", "take", "talk", "target", "teach", "tell", "test", "think", "trace", "track", "train",
    "transfer", "transform", "translate", "triage", "troubleshoot", "try", "tune", "turn", "understand", "undo",
    "unify", "update", "upgrade", "upload", "use", "validate", "verify", "view", "visualise", "visualize", "wait",
    "walk", "want", "watch", "word", "work", "wrap", "write",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_sorted() {
        assert!(BASES.is_sorted());
        assert!(is_base("write") && !is_base("writes") && !is_base("landing"));
    }

    #[test]
    fn the_third_person_has_its_base() {
        for (verb, expected) in
            [("writes", "write"), ("carries", "carry"), ("passes", "pass"), ("fixes", "fix"), ("does", "do")]
        {
            assert_eq!(base(verb), expected);
        }
    }
}
