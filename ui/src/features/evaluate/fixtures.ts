/** Made-up sets, runs and answers for the tests of the place. */
import type {
  LabelledQuery,
  Metric,
  Metrics,
  OverlapReport,
  QueryResult,
  QuerySet,
  RunComparison,
  RunDetail,
  RunInfo,
  ScorerInfo,
  Sweep,
  SweepPoint,
} from '$lib/ipc';

export const metric = (value: number, hits: number | null = null, of = 10): Metric => ({
  value,
  low: Math.max(0, value - 0.1),
  high: Math.min(1, value + 0.1),
  has_interval: of >= 5,
  hits,
  of,
});

export const metrics = (top1 = 0.8): Metrics => ({
  top1: metric(top1, top1 * 10),
  top3: metric(0.9, 9),
  mrr: metric(0.85),
  precision: metric(0.75, 6, 8),
  recall: metric(0.6, 6),
  f1: metric(0.67),
  auroc: metric(0.95),
  false_fires: metric(0.1, 1),
});

export const set = (name: string, queries = 3): QuerySet => ({ name, queries, in_scope: queries - 1, unknown: 0 });

export const query = (id: string, expected: string[], unknown: string[] = []): LabelledQuery => ({
  id,
  set: 'calls',
  query: `query ${id}`,
  expected,
  source: { kind: 'written' },
  unknown,
});

export const scorer = (some: Partial<ScorerInfo> = {}): ScorerInfo => ({
  scorer: 'hybrid',
  label: 'hybrid',
  summary: 'keyword + semantic',
  predicts: 'Likely pick',
  min_score: 0.35,
  shipped_min_score: 0.35,
  max_score: 1,
  ...some,
});

export const runInfo = (id: string, some: Partial<RunInfo['request']> = {}, minutesAgo = 5): RunInfo => ({
  id,
  finished_at: new Date(Date.UTC(2026, 0, 2, 12, 60 - minutesAgo)).toISOString(),
  elapsed_ms: 1400,
  request: {
    set: 'calls',
    scorer: 'hybrid',
    policy: { top_k: 5, min_score: 0.35, include_tags: [], exclude_tags: [] },
    host: 'agent-skills',
    seed: 7,
    limit: null,
    label: '',
    ...some,
  },
  queries: 3,
  left_out: 0,
  skills: 3,
  metrics: metrics(),
});

export const result = (
  id: string,
  expected: string[],
  best: string | null,
  some: Partial<QueryResult> = {},
): QueryResult => ({
  id,
  query: `query ${id}`,
  expected,
  best,
  score: 0.6,
  rank: expected.length === 0 ? null : expected.includes(best ?? '') ? 1 : 2,
  expected_score: expected.length === 0 ? null : 0.5,
  has_fired: best !== null,
  is_right: expected.length === 0 ? best === null : expected.includes(best ?? ''),
  ...some,
});

export const detail = (info: RunInfo): RunDetail => ({
  info,
  results: [
    result('1', ['gas'], 'gas'),
    result('2', ['water'], 'gas', { expected_score: 0.55 }),
    result('3', [], null, { score: 0.2 }),
  ],
  confusion: {
    names: ['gas', 'water'],
    cells: [
      { expected: 'gas', chosen: 'gas', queries: ['1'] },
      { expected: 'water', chosen: 'gas', queries: ['2'] },
      { expected: null, chosen: null, queries: ['3'] },
    ],
    apart: [],
  },
});

export const point = (threshold: number, precision: number | null = 0.9): SweepPoint => ({
  threshold,
  precision: precision === null ? null : metric(precision, 9),
  recall: metric(1 - threshold, 8),
  false_fires: metric(0.02, 0, 4),
  f1: 0.8,
});

export const sweep = (): Sweep => ({
  tuning: [0, 0.2, 0.4, 0.6].map((threshold) => point(threshold)),
  held_out: [0, 0.2, 0.4, 0.6].map((threshold) => point(threshold, 0.7)),
  pick: 2,
  now: 1,
  most_false_fires: 0.05,
  tuning_queries: 20,
  held_out_queries: 10,
  withheld: null,
});

export const comparison = (before: RunInfo, after: RunInfo): RunComparison => ({
  before,
  after,
  common: 3,
  changes: [
    {
      id: '2',
      query: 'query 2',
      expected: ['water'],
      before: 'water',
      after: 'gas',
      before_score: 0.6,
      after_score: 0.6,
      kind: 'broken',
    },
  ],
  fixed: 0,
  broken: 1,
  p_value: 1,
});

export const overlap = (): OverlapReport => ({
  pairs: [
    {
      a_id: 'id-gas',
      a: 'gas',
      a_group: '',
      a_path: '',
      b_id: 'id-water',
      b: 'water',
      b_group: '',
      b_path: '',
      similarity: 0.81,
      shared_terms: ['leak', 'pipe'],
      confused: 1,
      is_dismissed: false,
    },
  ],
  found: 1,
  limit: 0.6,
  names: ['gas', 'water'],
  ids: ['id-gas', 'id-water'],
  matrix: [
    [1, 0.81],
    [0.81, 1],
  ],
  basis: 'hybrid',
});
