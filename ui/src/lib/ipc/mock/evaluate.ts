/**
 * The mock studio's runs: a set of 240 queries whose scores are drawn once from a seed, so that neighbours are confused as
 * real ones are; everything said of a run is counted from those scores. Long for its tables.
 */
import type {
  Confusion,
  Host,
  HostBudgets,
  HostEntry,
  HostList,
  LabelledQuery,
  Metric,
  Metrics,
  NearMiss,
  OverlapReport,
  QueryImport,
  RepeatedLabels,
  QueryResult,
  RunComparison,
  RunDetail,
  RunList,
  RunProgress,
  RunRequest,
  Sweep,
  SweepPoint,
} from '../bindings';
import { listQueries, putQuery } from './queries';
import { seeds } from './seeds';

const SET = 'northgate-routing';
const skills = seeds.filter(({ name }) => name !== 'onboarding-guide');
const names = new Set(seeds.map(({ name }) => name));
const idOf = (name: string) => `skill-${seeds.findIndex((seed) => seed.name === name) + 1}`;

/** What users say of each skill; the frames below make eight of each. */
const topics: Record<string, string[]> = {
  'gas-emergency': ['a smell of gas in the basement', 'a hissing pipe behind the stove', 'the gas alarm in the hall'],
  'carbon-monoxide-alarm': [
    'the CO detector next to the boiler',
    'a CO detector chirping, it smells a bit like gas',
    'headaches since the furnace came on',
  ],
  'gas-meter-exchange': ['swapping my old gas meter', 'the relight after a new meter', 'the meter exchange on Tuesday'],
  'power-outage-report': [
    'the lights out in the whole street',
    'no power since the storm',
    'a dead socket in every room',
  ],
  'service-restoration-eta': ['when the power is back', 'how long the outage lasts', 'the estimate for our street'],
  'downed-line-safety': [
    'a cable lying on the pavement',
    'a line that sparks across the road',
    'a tree in the power line',
  ],
  'crew-dispatch': [
    'the nearest crew for order 4471',
    'a crew for the open work order',
    'who is qualified for order 118',
  ],
  'appointment-scheduling': ['a visit next Tuesday', 'moving my time window', 'when the technician arrives'],
  'code-review': ['reading this diff for mistakes', 'a second look at my branch', 'whether this change is safe'],
  'pr-description': [
    'words for my pull request',
    'a summary of this branch for reviewers',
    'the description of PR 812',
  ],
  'release-notes': ['what changed since 2.3', 'notes for the next release', 'the highlights for customers'],
  'commit-message': ['a message for these staged changes', 'a better subject line', 'this diff as one commit'],
};
const frames = ['{}', 'help me with {}', 'what about {}?', 'please look at {}'];
const elsewhere = [
  'the capital of Portugal',
  'a joke about plumbers',
  'a flight to Lisbon',
  'the weather on Sunday',
  'a recipe for leek soup',
  'the score last night',
  'a birthday poem',
  'my horoscope',
  'the price of gold',
  'a film for tonight',
  'learning to juggle',
  'the history of Rome',
];

/** Whom each is taken for, and how often in ten. */
const neighbours: Record<string, [string, number][]> = {
  'carbon-monoxide-alarm': [['gas-emergency', 3.6]],
  'gas-emergency': [['carbon-monoxide-alarm', 1.2]],
  'gas-meter-exchange': [['appointment-scheduling', 1.2]],
  'power-outage-report': [['service-restoration-eta', 2.4]],
  'service-restoration-eta': [
    ['power-outage-report', 3.4],
    ['crew-dispatch', 1],
  ],
  'downed-line-safety': [['power-outage-report', 1.2]],
  'crew-dispatch': [
    ['appointment-scheduling', 2.2],
    ['service-restoration-eta', 1],
  ],
  'appointment-scheduling': [['crew-dispatch', 1.2]],
  'code-review': [['pr-description', 2.2]],
  'pr-description': [
    ['code-review', 1.2],
    ['commit-message', 1.2],
  ],
  'release-notes': [['commit-message', 1.1]],
  'commit-message': [['release-notes', 1.1]],
};

function random(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

for (const { name, description } of skills) {
  const own =
    topics[name] ??
    description
      .split(/[.,]\s/)
      .slice(0, 3)
      .map((part) => part.toLowerCase());
  for (let at = 0; at < 8; at++) {
    const query = frames[(at + name.length) % 4]!.replace('{}', own[at % own.length]!);
    putQuery({ id: `n-${name}-${at}`, set: SET, query, expected: [name], source: 'routing.jsonl' }, names);
  }
}
for (let at = 0; at < 48; at++) {
  const query = frames[at % 4]!.replace('{}', elsewhere[at % 12]!);
  putQuery({ id: `n-none-${at}`, set: SET, query, expected: [], source: 'routing.jsonl' }, names);
}

const scale: Record<string, number> = { hybrid: 1, embedding: 1, model: 1, bm25: 14, adk: 4 };
const skill: Record<string, number> = { hybrid: 0, embedding: 0.05, bm25: 0.07, adk: 0.14, model: -0.02 };
const hostLoss: Record<Host, number> = { whole: 0, codex: 0.03, claude: 0.07, adk: 0 };

/** What becomes of one query; `age` shifts a few of them, as an edit of a description would. */
function outcome(query: LabelledQuery, { scorer, policy, host }: RunRequest, age: number): QueryResult {
  const next = random(query.id);
  const noise = random(`${query.id} ${scorer} ${host} ${age}`);
  const times = scale[scorer]!;
  const worse = skill[scorer]! + hostLoss[host];
  const expected = query.expected[0] ?? null;
  const spread = (around: number) => around + (next() + next() + next() - 1.5) * 0.24 + (noise() - 0.5) * 0.03;
  let best: string | null;
  let top: number;
  let own: number | null = null;
  if (expected === null) {
    best = skills[Math.floor(next() * skills.length)]!.name;
    top = Math.max(0, spread(0.17));
  } else {
    own = Math.max(0.05, spread(0.61) - worse);
    const rival = neighbours[expected]?.find(([, often]) => next() < (often / 10) * (age ? 1.35 : 1) + worse)?.[0];
    const lead = (0.012 + noise() * 0.06) * (rival ? 1 : -3);
    best = rival ?? expected;
    top = rival ? own + lead : own;
  }
  const score = Math.min(1, top) * times;
  const fires = score >= policy.min_score;
  const isRight = expected === null ? !fires : fires && best === expected;
  return {
    id: query.id,
    query: query.query,
    expected: query.expected,
    best,
    score,
    rank: expected === null ? null : best === expected ? 1 : 2,
    expected_score: own === null ? null : Math.min(1, own) * times,
    fires,
    is_right: isRight,
  };
}

/** A share with its interval (Wilson's, which needs no drawing of samples). */
function share(hits: number, of: number): Metric | null {
  if (of === 0) return null;
  const z = 1.96;
  const p = hits / of;
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const reach = (z / (1 + (z * z) / of)) * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return {
    value: p,
    low: Math.max(0, middle - reach),
    high: Math.min(1, middle + reach),
    has_interval: of >= 5,
    hits,
    of,
  };
}

const about = (value: number, reach: number, of: number): Metric => ({
  value,
  low: Math.max(0, value - reach),
  high: Math.min(1, value + reach),
  has_interval: of >= 5,
  hits: null,
  of,
});

function measure(results: QueryResult[], isPartial = false): Metrics {
  const inside = results.filter(({ expected }) => expected.length > 0);
  const outside = results.filter(({ expected }) => expected.length === 0);
  const fired = results.filter(({ fires }) => fires);
  const rightly = fired.filter(({ is_right }) => is_right);
  const precision = share(rightly.length, fired.length);
  const recall = share(rightly.length, inside.length);
  const f1 = precision && recall ? (2 * precision.value * recall.value) / (precision.value + recall.value || 1) : null;
  const above = inside.reduce((sum, each) => sum + outside.filter(({ score }) => score < each.score).length, 0);
  const pairs = inside.length * outside.length;
  const mrr = inside.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / (inside.length || 1);
  const metrics: Metrics = {
    top1: share(inside.filter(({ rank }) => rank === 1).length, inside.length),
    top3: share(
      inside.filter(({ rank, id }) => rank === 1 || (rank === 2 && random(id)() > 0.25)).length,
      inside.length,
    ),
    mrr: inside.length > 0 ? about(mrr, 0.03, inside.length) : null,
    precision,
    recall,
    f1: f1 === null ? null : about(f1, 0.04, results.length),
    auroc: pairs > 0 ? about(above / pairs, 0.022, results.length) : null,
    false_fires: share(outside.filter(({ fires }) => fires).length, outside.length),
  };
  if (!isPartial) return metrics;
  const bare = (metric: Metric | null) => metric && { ...metric, low: metric.value, high: metric.value };
  return Object.fromEntries(Object.entries(metrics).map(([key, metric]) => [key, bare(metric)])) as unknown as Metrics;
}

function confusion(results: QueryResult[]): Confusion {
  const cells = new Map<string, { expected: string | null; chosen: string | null; queries: string[] }>();
  const mistakes = new Map<string, number>();
  for (const { id, expected, best, fires, is_right } of results) {
    const wanted = expected[0] ?? null;
    const chosen = fires ? best : null;
    const key = `${wanted}\n${chosen}`;
    const cell = cells.get(key) ?? { expected: wanted, chosen, queries: [] };
    cell.queries.push(id);
    cells.set(key, cell);
    for (const name of [wanted, chosen])
      if (name !== null) mistakes.set(name, (mistakes.get(name) ?? 0) + (is_right ? 0 : 1));
  }
  const sorted = [...mistakes].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return { names: sorted.map(([name]) => name), cells: [...cells.values()] };
}

const runs: RunDetail[] = [];
let made = 0;

function keep(
  request: RunRequest,
  results: QueryResult[],
  minutes: number,
  elapsed: number,
  id = `run-${++made}`,
): RunDetail {
  const detail: RunDetail = {
    info: {
      id,
      finished_at: new Date(Date.now() - minutes * 60_000).toISOString(),
      elapsed_ms: elapsed,
      request,
      queries: results.length,
      left_out: 0,
      skills: skills.length,
      metrics: measure(results),
    },
    results,
    confusion: confusion(results),
  };
  runs.unshift(detail);
  return detail;
}

const asked = (label: string): RunRequest => ({
  set: SET,
  scorer: 'hybrid',
  policy: { top_k: 5, min_score: 0.25, include_tags: [], exclude_tags: [] },
  host: 'whole',
  seed: 7,
  limit: null,
  label,
});
if (!new URLSearchParams(location.search).has('norun'))
  for (const [label, minutes, age] of [
    ['before “gas descriptions”', 130, 1],
    // A moment after every skill was saved.
    ['', -0.05, 0],
  ] as const) {
    const request = asked(label);
    keep(
      request,
      listQueries(SET).map((query) => outcome(query, request, age)),
      minutes,
      1400,
    );
  }

const find = (id: string): RunDetail => {
  const run = runs.find(({ info }) => info.id === id);
  if (!run) throw { code: 'not_found', message: 'There is no such run any more.', detail: null };
  return run;
};

function compare(beforeId: string, afterId: string): RunComparison {
  const [before, after] = [find(beforeId), find(afterId)];
  const earlier = new Map(before.results.map((result) => [result.id, result]));
  const both = after.results.flatMap((now) => {
    const was = earlier.get(now.id);
    return was ? [{ was, now }] : [];
  });
  const fired = (result: QueryResult) => (result.fires ? result.best : null);
  const changes = both
    .filter(({ was, now }) => was.is_right !== now.is_right || fired(was) !== fired(now))
    .map(({ was, now }) => ({
      id: now.id,
      query: now.query,
      expected: now.expected,
      before: fired(was),
      after: fired(now),
      before_score: was.score,
      after_score: now.score,
      kind:
        was.is_right === now.is_right ? ('other' as const) : now.is_right ? ('fixed' as const) : ('broken' as const),
    }))
    .sort((a, b) => ['broken', 'fixed', 'other'].indexOf(a.kind) - ['broken', 'fixed', 'other'].indexOf(b.kind));
  const fixed = changes.filter(({ kind }) => kind === 'fixed').length;
  const broken = changes.filter(({ kind }) => kind === 'broken').length;
  return {
    before: before.info,
    after: after.info,
    common: both.length,
    changes,
    fixed,
    broken,
    p_value: mcnemar(fixed, broken),
  };
}

function mcnemar(a: number, b: number): number {
  const n = a + b;
  let chance = 1;
  let tail = 0;
  for (let at = 0; at <= Math.min(a, b); at++) {
    tail += chance;
    chance = (chance * (n - at)) / (at + 1);
  }
  return n === 0 ? 1 : Math.min(1, (2 * tail) / 2 ** n);
}

function sweep(id: string, most: number): Sweep {
  const { info, results } = find(id);
  const tuning = results.filter((_, at) => at % 3 !== 0);
  const held = results.filter((_, at) => at % 3 === 0);
  const top = (info.request.scorer === 'bm25' ? 12 : info.request.scorer === 'adk' ? 4 : 0.8) / 80;
  const point = (of: QueryResult[], threshold: number): SweepPoint => {
    const at = of.map((result) => {
      const fires = result.score >= threshold;
      return { ...result, fires, is_right: result.expected.length === 0 ? !fires : fires && result.rank === 1 };
    });
    const { precision, recall, false_fires, f1 } = measure(at);
    return { threshold, precision, recall, false_fires, f1: f1?.value ?? 0 };
  };
  const thresholds = Array.from({ length: 81 }, (_, at) => Number((at * top).toFixed(4)));
  const points = thresholds.map((threshold) => point(tuning, threshold));
  const ranked = points
    .map((each, at) => ({ at, f1: each.f1, fires: each.false_fires?.value ?? 0 }))
    .sort((a, b) => b.f1 - a.f1);
  const pick = ranked.find(({ fires }) => fires <= most) ?? ranked.sort((a, b) => a.fires - b.fires)[0]!;
  return {
    tuning: points,
    held_out: thresholds.map((threshold) => point(held, threshold)),
    pick: pick.at,
    now: Math.round(info.request.policy.min_score / top),
    most_false_fires: most,
    tuning_queries: tuning.length,
    held_out_queries: held.length,
  };
}

const alike: [string, string, number, string, number][] = [
  ['power-outage-report', 'service-restoration-eta', 0.84, 'outage, when, power', 5],
  ['carbon-monoxide-alarm', 'gas-emergency', 0.81, 'alarm, gas, sick', 4],
  ['code-review', 'pr-description', 0.79, 'diff, review', 3],
  ['appointment-scheduling', 'crew-dispatch', 0.74, 'visit, arrive', 3],
  ['commit-message', 'release-notes', 0.71, 'writes, changes', 2],
  ['gas-emergency', 'gas-meter-exchange', 0.66, 'gas', 0],
  ['incident-postmortem', 'log-investigation', 0.62, 'incident', 0],
];
const dismissed = new Set<string>();

function overlap(): OverlapReport {
  const listed = [...new Set(alike.flatMap(([a, b]) => [a, b]))];
  const similarity = (a: string, b: string) => {
    if (a === b) return 1;
    const pair = alike.find(([x, y]) => (x === a && y === b) || (x === b && y === a));
    const group = (name: string) => seeds.find((seed) => seed.name === name)?.group;
    return pair?.[2] ?? (group(a) === group(b) ? 0.22 : 0.06) + random([a, b].sort().join())() * 0.24;
  };
  return {
    pairs: alike.map(([a, b, value, words, confused]) => ({
      a_id: idOf(a),
      a,
      b_id: idOf(b),
      b,
      similarity: value,
      shared_terms: words.split(', '),
      confused,
      is_dismissed: dismissed.has(`${a} ${b}`),
    })),
    limit: 0.6,
    names: listed,
    ids: listed.map(idOf),
    matrix: listed.map((a) => listed.map((b) => similarity(a, b))),
    basis: 'hybrid',
  };
}

const misses: NearMiss[] = [
  {
    query: 'the detector beeps, is it gas or carbon monoxide?',
    skill: 'gas-emergency',
    neighbour: 'carbon-monoxide-alarm',
    terms: ['detector', 'carbon', 'monoxide'],
    leak: null,
  },
  {
    query: 'how long until the outage in our street is fixed',
    skill: 'power-outage-report',
    neighbour: 'service-restoration-eta',
    terms: ['long', 'fixed'],
    leak: null,
  },
  {
    query: 'when the power is back',
    skill: 'power-outage-report',
    neighbour: 'service-restoration-eta',
    terms: ['back'],
    leak: 'It repeats a labelled query of northgate-routing word for word.',
  },
  {
    query: 'summarise the diff for the people who review it',
    skill: 'code-review',
    neighbour: 'pr-description',
    terms: ['summarise', 'people'],
    leak: null,
  },
  {
    query: 'which qualified crew is nearest to my appointment',
    skill: 'appointment-scheduling',
    neighbour: 'crew-dispatch',
    terms: ['qualified', 'nearest', 'crew'],
    leak: 'Six of its eight words stand together in the description of crew-dispatch.',
  },
];

let budgets: Required<HostBudgets> = {
  context_tokens: 0,
  codex_per_mille: 20,
  codex_fallback_chars: 8000,
  claude_per_mille: 10,
  claude_fallback_chars: 1600,
  claude_entry_chars: 1536,
  chars_per_token: 4,
};

function hostList(host: Host): HostList {
  const whole = skills.map(({ name, description }) => ({ name, description, size: [...description].length }));
  const total = whole.reduce((sum, { name, size }) => sum + name.length + size + 4, 0);
  const budget =
    host === 'codex'
      ? budgets.context_tokens > 0
        ? Math.round((budgets.context_tokens * budgets.chars_per_token * budgets.codex_per_mille) / 1000)
        : budgets.codex_fallback_chars
      : host === 'claude'
        ? budgets.context_tokens > 0
          ? Math.round((budgets.context_tokens * budgets.chars_per_token * budgets.claude_per_mille) / 1000)
          : budgets.claude_fallback_chars
        : null;
  let left = budget ?? Infinity;
  const longest =
    host === 'codex' && budget !== null && total > budget ? Math.floor((budget / whole.length) * 0.8) : Infinity;
  const entries: HostEntry[] = whole.map(({ name, description, size }) => {
    const base = { skill_id: idOf(name), name, whole_chars: size };
    if (host === 'adk') return { ...base, shown: '', state: 'absent' };
    if (host === 'codex' && size > longest)
      return { ...base, shown: `${description.slice(0, longest - 1)}…`, state: 'shortened' };
    left -= name.length + 4;
    if (host === 'claude' && size > left) return { ...base, shown: '', state: 'name_only' };
    left -= size;
    return { ...base, shown: description, state: 'whole' };
  });
  const rules: Record<Host, string> = {
    whole: 'Every description is shown in full.',
    codex: 'All descriptions are cut to the same length until the list fits its share of the context.',
    claude: 'Descriptions are dropped whole, from the end of the list, until it fits; the names stay.',
    adk: 'No list is shown: the one skill that was selected is put before the model.',
  };
  const shown = entries.reduce(
    (sum, { name, shown: text }) => sum + (host === 'adk' ? 0 : name.length + 4) + [...text].length,
    0,
  );
  return { host, entries, whole_chars: total, shown_chars: shown, budget_chars: budget, rule: rules[host] };
}

interface Studio {
  send: (event: { kind: 'run'; run: RunProgress } | { kind: 'queries_changed' }) => void;
  isCancelled: (id: string) => boolean;
  wait: (ms: number) => Promise<unknown>;
  isSlow: boolean;
}

async function start(request: RunRequest, id: string, { send, isCancelled, wait, isSlow }: Studio) {
  const queries = listQueries(request.set).filter(({ unknown }) => unknown.length === 0);
  const results: QueryResult[] = [];
  const tell = (state: RunProgress['state']) =>
    send({
      kind: 'run',
      run: { id, done: results.length, total: queries.length, metrics: measure(results, true), state, message: null },
    });
  const started = Date.now();
  for (let at = 0; at < queries.length; at += 12) {
    await wait(isSlow ? 700 : 40);
    if (isCancelled(id)) return tell('cancelled');
    results.push(...queries.slice(at, at + 12).map((query) => outcome(query, request, 0)));
    tell('running');
  }
  keep(request, results, 0, Date.now() - started, id);
  tell('finished');
}

function importQueries(path: string, set: string | null, labels: RepeatedLabels): QueryImport {
  if (!/\.(jsonl|json|ndjson)$/.test(path))
    throw {
      code: 'invalid',
      message: `${path} is neither JSONL nor JSON; choose a .jsonl or .json file.`,
      detail: null,
    };
  const name = set ?? path.replace(/^.*[/\\]/, '').replace(/\.[a-z]+$/, '');
  for (const [at, query] of [
    'is my meter due for a change?',
    'the street light flickers',
    'who reads my meter?',
  ].entries())
    putQuery(
      {
        id: null,
        set: name,
        query,
        expected: [['gas-meter-exchange'], ['street-light-report'], ['meter-reading-dispute']][at]!,
        source: path,
      },
      names,
    );
  return {
    set: name,
    format: path.endsWith('.jsonl') ? 'jsonl' : 'evals',
    imported: 3,
    duplicates: 1,
    relabelled: labels === 'all' ? 1 : 0,
    repeated: 1,
    conflicting: 1,
    problems: [
      {
        line: 3,
        message: 'No skill is called “street-light-report”; runs leave the query out until there is one.',
        is_skipped: false,
      },
      {
        line: 5,
        message:
          'The same query is on lines 5 and 9 with different labels (line 5: gas; line 9: water). Those of line 5 count, unless you choose that all do.',
        is_skipped: false,
      },
      { line: 7, message: 'This is no JSON: a quote that opens in column 12 is never closed.', is_skipped: true },
    ],
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the arguments come over the wire; each command knows its own.
export function evaluateHandlers(studio: Studio): Record<string, (args: any) => unknown> {
  return {
    import_queries: ({ path, set, labels }) => {
      const report = importQueries(path, set, labels);
      studio.send({ kind: 'queries_changed' });
      return report;
    },
    start_run: ({ request }) => {
      const id = `run-${++made}`;
      void start(request, id, studio);
      return id;
    },
    list_runs: (): RunList => ({ runs: runs.map(({ info }) => info), unreadable: [] }),
    get_run: ({ id }) => find(id),
    delete_run: ({ id }) => void runs.splice(runs.indexOf(find(id)), 1),
    label_run: ({ id, label }) => {
      const run = find(id);
      run.info = { ...run.info, request: { ...run.info.request, label } };
    },
    compare_runs: ({ before, after }) => compare(before, after),
    sweep_run: ({ id, mostFalseFires }) => sweep(id, mostFalseFires ?? 0.05),
    overlap,
    dismiss_overlap: ({ aId, bId, dismissed: isDismissed }) => {
      const pair = alike.find(([a, b]) => idOf(a) === aId && idOf(b) === bId);
      if (pair && isDismissed) dismissed.add(`${pair[0]} ${pair[1]}`);
      else if (pair) dismissed.delete(`${pair[0]} ${pair[1]}`);
    },
    near_misses: ({ skillId }) => misses.filter((miss) => skillId === null || idOf(miss.skill) === skillId),
    host_budgets: () => budgets,
    set_host_budgets: ({ budgets: chosen }) => (budgets = chosen),
    host_list: ({ host }) => hostList(host),
    save_export: ({ path }) => (path.includes('/') ? path : `/home/you/Downloads/${path}`),
  };
}
