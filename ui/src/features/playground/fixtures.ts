/** Made-up answers of the studio for the playground's tests. */
import type {
  Candidate,
  CandidateState,
  ClientView,
  Explanation,
  FieldScores,
  LabelledQuery,
  ModelCost,
  NewQuery,
  QueryExpectation,
  Resolution,
  Resolved,
  ScoreReport,
  Scorer,
  ScorerInfo,
  SkillDetail,
  SkillQueries,
  SkillQuery,
  SkillQueryResult,
  SkillQueryResults,
  SkillWording,
  WhatIfReport,
} from '$lib/ipc';
import type { PlaygroundBackend } from './playground.svelte';

export const fields = (some: Partial<FieldScores> = {}): FieldScores => ({
  name: 0,
  description: 0,
  tags: 0,
  body: 0,
  ...some,
});

export function candidate(name: string, rank: number, score: number, state: CandidateState = 'passes'): Candidate {
  return {
    id: `id-${name}`,
    name,
    rank,
    score,
    state,
    fields: fields({ description: score }),
    words: [],
    meaning: null,
    reason: null,
  };
}

export function report(query: string, scorer: Scorer, candidates: Candidate[]): ScoreReport {
  return {
    query,
    scorer,
    candidates,
    skills: candidates.length,
    not_indexed: 0,
    elapsed_us: 400,
    stop_words: [],
    unavailable: null,
  };
}

const info = (scorer: Scorer, shipped_min_score: number, max_score: number | null): ScorerInfo => ({
  scorer,
  label: scorer,
  summary: `as ${scorer} does`,
  predicts: `The pick of ${scorer}`,
  min_score: shipped_min_score,
  shipped_min_score,
  max_score,
});
export const infos: ScorerInfo[] = [
  info('adk', 1, null),
  info('bm25', 4, null),
  info('embedding', 0.35, 1),
  info('hybrid', 0.3, 1),
  info('model', 0.5, 1),
];

export const wording: SkillWording = { name: 'gas', description: 'A smell of gas.', tags: ['safety'], body: 'Leave.' };

export const detail = (some: Partial<SkillDetail> = {}): SkillDetail => ({
  id: 'id-gas',
  name: 'gas',
  description: wording.description,
  tags: wording.tags,
  allowed_tools: [],
  tools: [],
  aggregate_version: 3,
  version: '',
  hash: '',
  files: [],
  tokens: { description: 0, body: 0, files: 0 },
  broken: null,
  link: null,
  versions: 1,
  uses: [],
  ...some,
});

export const whatIfReport = (after: Candidate, query = 'gas', scorer: Scorer = 'hybrid'): WhatIfReport => ({
  before: candidate('gas', 2, 0.2, 'below_min_score'),
  after,
  report: report(query, scorer, [after]),
  labelled: 3,
  waiting: 0,
  flips: [],
  fixed: 0,
  broken: 0,
  elapsed_us: 900,
});

export const explanation = (of: Candidate, some: Partial<Explanation> = {}): Explanation => ({
  candidate: of,
  rival: null,
  to_threshold: 0,
  to_rival: null,
  shared_words: [],
  rival_words: [],
  counterfactuals: [],
  ...some,
});

export const cost = (some: Partial<ModelCost> = {}): ModelCost => ({
  calls: 1,
  cached: 0,
  input_tokens: 900,
  output_tokens: 40,
  dollars: 0.001,
  model: 'mock',
  unavailable: null,
  ...some,
});

export const clientView = (some: Partial<ClientView> = {}): ClientView => ({
  host: 'claude-code',
  version: '2.1.332',
  measured_on: '2026-11-28',
  parts: [],
  missing: [],
  unit: 'columns',
  whole: 0,
  shown: 0,
  budget: 24_000,
  tokens: 0,
  rule: 'Every name is listed.',
  ...some,
});

export function skillQuery(query: string, expectation: QueryExpectation | null = 'this_skill'): SkillQuery {
  const expected = expectation === 'this_skill' ? ['gas'] : expectation === null ? ['water'] : [];
  const unwanted = expectation === 'not_this_skill' ? ['gas'] : [];
  const source = { kind: 'playground' } as const;
  return {
    labelled: { id: `q-${query}`, set: 'gas', query, expected, unwanted, source, unknown: [] },
    expectation,
    is_left_out: false,
  };
}

export const skillQueries = (queries: SkillQuery[], some: Partial<SkillQueries> = {}): SkillQueries => ({
  skill_id: 'id-gas',
  skill: 'gas',
  queries,
  found: [],
  file: 'evals/queries.jsonl',
  file_state: 'not_linked',
  ...some,
});

/** Results of queries: right where the skill under test triggers. */
export function skillResults(results: readonly [SkillQuery, boolean, number | null][]): SkillQueryResults {
  const rows = results.map(([{ labelled }, is_right, rank]): SkillQueryResult => ({
    id: labelled.id,
    is_right,
    rank,
    triggered: rank === 1 ? 'gas' : null,
    score: rank === null ? null : 0.5,
  }));
  const right = rows.filter(({ is_right }) => is_right).length;
  return { results: rows, right, untested: 0, left_out: null, unavailable: null, elapsed_us: 300 };
}

/** A studio with nothing in it that answers at once; labels are kept. */
export class QuietBackend implements PlaygroundBackend {
  infos = infos;
  labels: LabelledQuery[] = [];
  wording = wording;
  detail = detail();

  listScorers: PlaygroundBackend['listScorers'] = async () => this.infos;
  setThreshold: PlaygroundBackend['setThreshold'] = async (scorer, min_score) =>
    (this.infos = this.infos.map((each) =>
      each.scorer === scorer ? { ...each, min_score: min_score ?? each.shipped_min_score } : each,
    ));
  score: PlaygroundBackend['score'] = async (query, scorer) => report(query, scorer, []);
  askModel: PlaygroundBackend['askModel'] = async (query) => report(query, 'model', []);
  resolve: PlaygroundBackend['resolve'] = async () => noResolution;
  listTools: PlaygroundBackend['listTools'] = async () => [];
  explainSkill: PlaygroundBackend['explainSkill'] = async () => explanation(candidate('gas', 1, 1));
  askWhatIf: PlaygroundBackend['askWhatIf'] = async ({ query, scorer }) =>
    whatIfReport(candidate('gas', 1, 0.9), query, scorer);
  saveWhatIf: PlaygroundBackend['saveWhatIf'] = async (_id, kept) => {
    this.wording = kept;
    return (this.detail = detail({ aggregate_version: this.detail.aggregate_version + 1 }));
  };
  getSkillWording: PlaygroundBackend['getSkillWording'] = async () => this.wording;
  getSkill: PlaygroundBackend['getSkill'] = async () => this.detail;
  listQuerySets: PlaygroundBackend['listQuerySets'] = async () =>
    [...new Set(this.labels.map(({ set }) => set))].map((name) => ({ name, queries: 1, in_scope: 1, unknown: 0 }));
  listQueries: PlaygroundBackend['listQueries'] = async (set) => this.labels.filter((each) => each.set === set);
  saveQuery: PlaygroundBackend['saveQuery'] = async (query: NewQuery) => {
    const put = { ...query, id: query.id ?? `q${String(this.labels.length + 1)}`, unknown: [] };
    this.labels = [...this.labels.filter(({ id }) => id !== put.id), put];
    return put;
  };
  deleteQueries: PlaygroundBackend['deleteQueries'] = async (ids) => {
    this.labels = this.labels.filter(({ id }) => !ids.includes(id));
  };
  listModels: PlaygroundBackend['listModels'] = async () => ({ models: [], picks: '' });
  getModelSettings: PlaygroundBackend['getModelSettings'] = async () => ({ provider: 'mock' });
  setModelSettings: PlaygroundBackend['setModelSettings'] = async (settings) => settings;
  estimateModelCost: PlaygroundBackend['estimateModelCost'] = async () => cost();
  getClientView: PlaygroundBackend['getClientView'] = async (host) => clientView({ host });
  suggestQueries: PlaygroundBackend['suggestQueries'] = async () => [];
  listSkillQueries: PlaygroundBackend['listSkillQueries'] = async () => skillQueries([]);
  testSkillQueries: PlaygroundBackend['testSkillQueries'] = async () => skillResults([]);
  saveSkillQuery: PlaygroundBackend['saveSkillQuery'] = async (_skill, _id, query, expectation) =>
    skillQuery(query, expectation).labelled;
  writeSkillQueries: PlaygroundBackend['writeSkillQueries'] = async () => skillQueries([], { file_state: 'same' });
  importFoundEvals: PlaygroundBackend['importFoundEvals'] = async () => [];
}

export function resolved(some: Partial<Resolved> = {}): Resolved {
  const { name = 'gas', tools = ['call', 'send'] } = some;
  const line = tools.length > 0 ? `You have access to the following tools: ${tools.join(', ')}.` : '';
  const before = `[skill:${name}]\n\n`;
  const heading = `# ${name}\nA smell.\nTwo lines.`;
  const between = line === '' ? '\n\n' : `\n\n${line}\n\n`;
  const body = '# Do\n\nUse `call`.';
  const instruction = `${before}${heading}${between}## Instructions\n${body}\n\n[/skill]`;
  const [headed, toolsAt] = [before.length + heading.length, before.length + heading.length + 2];
  const bodyAt = instruction.indexOf(body);
  return {
    strategy: 'by_query',
    skill_id: `id-${name}`,
    name,
    id: `${name}-0123456789ab`,
    hash: '0123456789ab',
    path: `${name}/SKILL.md`,
    score: 1.5,
    instruction,
    ranges: {
      heading: { from: before.length, to: headed },
      tools_line: { from: toolsAt, to: toolsAt + line.length },
      body: { from: bodyAt, to: bodyAt + body.length },
    },
    tools,
    omitted: [],
    is_truncated: false,
    tokens: { description: 5, body: 6, tools: 7, total: 20 },
    requires: [],
    warnings: [],
    ...some,
  };
}

export const noResolution: Resolution = { resolved: null, strategies: [], rejected: [], rejected_in_all: 0 };

/** What is kept between two openings, in a variable. */
export class Kept {
  constructor(public text: string | null = null) {}
  read = () => this.text;
  write = (text: string) => void (this.text = text);
}
