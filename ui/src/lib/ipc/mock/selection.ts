/** The mock studio's selection: what the scorers are, why a skill stands where it does, and another wording of one. */
import type {
  Candidate,
  ChangeKind,
  Counterfactual,
  Explanation,
  Flip,
  ModelCost,
  ModelSettings,
  Policy,
  ScoreReport,
  Scorer,
  ScorerInfo,
  WhatIfReport,
  WhatIfRequest,
} from '../bindings';
import { tokensOf } from './analysis';
import { listQueries } from './queries';
import { type Scored, score } from './scoring';

const shipped: [Scorer, string, string, number, number | null][] = [
  ['adk', 'adk', 'how adk-rust selects: words, by field', 1, null],
  ['bm25', 'bm25', 'words, stems and their rarity', 4, null],
  ['embedding', 'embedding', 'meaning, MiniLM', 0.35, 1],
  ['hybrid', 'hybrid', 'words and meaning', 0.25, 1],
  ['model', 'model', 'a chat model picks', 0.5, 1],
];
const thresholds = new Map<Scorer, number>();

export const scorers = (): ScorerInfo[] =>
  shipped.map(([scorer, label, summary, least, max_score]) => ({
    scorer,
    label,
    summary,
    min_score: thresholds.get(scorer) ?? least,
    shipped_min_score: least,
    max_score,
  }));

export function setThreshold(scorer: Scorer, minScore: number | null): ScorerInfo[] {
  if (minScore === null) thresholds.delete(scorer);
  else thresholds.set(scorer, minScore);
  return scorers();
}

const longest = 32_768;
const answered = new Set<string>();

/** The report of any scorer; of the chat model only an answer that is kept. */
export function scoreAs(skills: Scored[], query: string, scorer: Scorer, policy: Policy): ScoreReport {
  const unavailable =
    scorer === 'model' && !answered.has(query)
      ? 'Not asked yet. Ask mock when you want its pick.'
      : refused(query, scorer);
  if (unavailable) return { ...score([], query, scorer, policy), unavailable };
  return scorer === 'model' ? askModel(skills, query, policy) : score(skills, query, scorer, policy);
}

/** The chat model picks what the hybrid finds best. */
export function askModel(skills: Scored[], query: string, policy: Policy): ScoreReport {
  answered.add(query);
  const report = score(skills, query, 'hybrid', { ...policy, min_score: 0.5 });
  const zero = { name: 0, description: 0, tags: 0, body: 0 };
  const candidates = report.candidates.map((candidate, at): Candidate => ({
    ...candidate,
    score: at === 0 ? 1 : 0,
    fields: at === 0 ? { ...zero, description: 1 } : zero,
    words: [],
    meaning: null,
    state: at === 0 ? 'passes' : candidate.rank > 0 ? 'below_min_score' : candidate.state,
    reason: at === 0 ? null : (candidate.reason ?? 'The model picked another skill.'),
  }));
  return { ...report, scorer: 'model', candidates, elapsed_us: 840_000 };
}

const words = (candidate: Candidate | null) =>
  (candidate?.words ?? []).filter((word) => !word.is_stop_word).map(({ word }) => word);

export function explain(skills: Scored[], query: string, scorer: Scorer, policy: Policy, id: string): Explanation {
  const { candidates } = scoreAs(skills, query, scorer, policy);
  const candidate = candidates.find((each) => each.id === id)!;
  const rival = candidates.find((each) => each.id !== id && each.rank > 0) ?? null;
  return {
    candidate,
    rival,
    to_threshold: candidate.score - policy.min_score,
    to_rival: rival && candidate.score - rival.score,
    shared_words: words(candidate).filter((word) => words(rival).includes(word)),
    rival_words: words(rival).filter((word) => !words(candidate).includes(word)),
    counterfactuals: counterfactuals(skills, query, scorer, policy, candidate),
  };
}

function counterfactuals(skills: Scored[], query: string, scorer: Scorer, policy: Policy, now: Candidate) {
  const found: Counterfactual[] = [];
  for (const word of words(now)) {
    const without = (text: string) => text.replace(new RegExp(`\\b${word}\\b`, 'gi'), '');
    const edited = skills.map((skill) =>
      skill.id === now.id ? { ...skill, description: without(skill.description) } : skill,
    );
    const then = score(edited, query, scorer, policy).candidates.find(({ id }) => id === now.id)!;
    if (then.score >= now.score - 1e-6) continue;
    const what =
      then.rank > now.rank
        ? `it drops to rank ${then.rank}`
        : then.score < policy.min_score && now.score >= policy.min_score
          ? 'it falls below the threshold'
          : `it keeps its rank, at ${then.score.toFixed(3)}`;
    found.push({
      word,
      field: 'description',
      rank: then.rank,
      score: then.score,
      sentence: `Without *${word}* in the description ${what}.`,
    });
  }
  return found.sort((a, b) => a.score - b.score).slice(0, 6);
}

export function whatIf(skills: Scored[], request: WhatIfRequest): WhatIfReport {
  const { skill_id, wording, query, scorer, policy } = request;
  const edited = skills.map((skill) => (skill.id === skill_id ? { ...skill, ...wording } : skill));
  const of = (report: ScoreReport) => report.candidates.find(({ id }) => id === skill_id) ?? null;
  const labelled = listQueries(request.set);
  const flips: Flip[] = labelled.flatMap((each) => {
    const [before, after] = [skills, edited].map((all) => score(all, each.query, scorer, { ...policy, top_k: 1 }));
    const fires = (report: ScoreReport) => report.candidates.find(({ state }) => state === 'passes')?.name ?? null;
    const [was, is] = [fires(before!), fires(after!)];
    if (was === is) return [];
    const right = (name: string | null) => (name === null ? each.expected.length === 0 : each.expected.includes(name));
    const kind: ChangeKind = right(was) === right(is) ? 'other' : right(is) ? 'fixed' : 'broken';
    return [
      {
        id: each.id,
        query: each.query,
        expected: each.expected,
        before: was,
        after: is,
        before_score: of(before!)?.score ?? 0,
        after_score: of(after!)?.score ?? 0,
        kind,
      },
    ];
  });
  const place: ChangeKind[] = ['broken', 'fixed', 'other'];
  const report = score(edited, query, scorer, policy);
  return {
    before: of(score(skills, query, scorer, policy)),
    after: of(report),
    report,
    labelled: labelled.length,
    waiting: 0,
    flips: flips.sort((a, b) => place.indexOf(a.kind) - place.indexOf(b.kind)),
    fixed: flips.filter(({ kind }) => kind === 'fixed').length,
    broken: flips.filter(({ kind }) => kind === 'broken').length,
    elapsed_us: 9200,
  };
}

export let modelSettings: Required<ModelSettings> = {
  provider: 'mock',
  model: 'mock',
  base_url: '',
  key_variable: '',
  input_price: 0.25,
  output_price: 1.25,
};
export const setModelSettings = (settings: ModelSettings) => (modelSettings = { ...modelSettings, ...settings });

export function modelCost(skills: Scored[], queries: string[]): ModelCost {
  const calls = queries.filter((query) => !answered.has(query));
  const list = tokensOf(skills.map(({ name, description }) => `${name}: ${description}`).join('\n'));
  const [input_tokens, output_tokens] = [calls.length * list, calls.length * 40];
  const { input_price, output_price, model, provider, key_variable } = modelSettings;
  return {
    calls: calls.length,
    cached: queries.length - calls.length,
    input_tokens,
    output_tokens,
    dollars: input_price > 0 ? (input_tokens * input_price + output_tokens * output_price) / 1e6 : null,
    model: model || provider,
    unavailable:
      (provider === 'openai' || provider === 'anthropic') && !key_variable
        ? 'No environment variable is named that holds the key. Name one in the model settings.'
        : null,
  };
}

/** Why a query cannot be scored, where it cannot. */
const refused = (query: string, scorer: Scorer): string | null =>
  query.length > longest && scorer !== 'adk'
    ? `The query is ${query.length.toLocaleString('en')} characters long; it is scored up to ${longest.toLocaleString('en')}. Shorten it.`
    : null;
