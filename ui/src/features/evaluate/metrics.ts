/** The cards of a run: which numbers stand on them, and on what axis. */
import type { Metric, Metrics } from '$lib/ipc';

export interface Card {
  id: keyof Metrics;
  label: string;
  /** The same in a few words, under the label. */
  brief?: string;
  /** What it counts, for the tooltip. */
  meaning: string;
  better: 'more' | 'less';
}

export const cards: readonly Card[] = [
  {
    id: 'top1',
    label: 'Top-1',
    brief: 'correct skill ranked first',
    meaning: 'Share of queries whose top-scoring skill is correct, at any threshold.',
    better: 'more',
  },
  {
    id: 'top3',
    label: 'Top-3',
    brief: 'correct skill in the top three',
    meaning: 'Share of queries with a correct skill among the top three.',
    better: 'more',
  },
  {
    id: 'mrr',
    label: 'MRR',
    brief: 'rank of the correct skill',
    meaning: 'Mean reciprocal rank: the mean of 1 / rank of the first correct skill.',
    better: 'more',
  },
  {
    id: 'auroc',
    label: 'AUROC',
    brief: "should trigger vs. shouldn't",
    meaning:
      "How well the top score separates queries that should trigger a skill from those that shouldn't. 0.5 is chance.",
    better: 'more',
  },
  {
    id: 'false_fires',
    label: 'False positives',
    brief: 'triggered, none expected',
    meaning: 'Of the queries that expect no skill, the share that triggers an unwanted skill at the threshold.',
    better: 'less',
  },
];

/** What depends on the threshold, together on one card. */
export const atThreshold: readonly Card[] = [
  {
    id: 'precision',
    label: 'Precision',
    meaning: 'Of the queries that trigger a skill at the threshold, the share that triggers a correct one.',
    better: 'more',
  },
  {
    id: 'recall',
    label: 'Recall',
    meaning: 'Of the queries that should trigger a skill, the share that triggers a correct one.',
    better: 'more',
  },
  { id: 'f1', label: 'F1', meaning: 'Harmonic mean of precision and recall.', better: 'more' },
];

/** The part of 0 to 1 an interval is drawn on: as little of it as holds what is to be seen, in steps of 0.1. */
export function axis(metric: Metric, before: Metric | null, better: Card['better']): { from: number; to: number } {
  const low = Math.min(metric.low, metric.value, before?.value ?? 1);
  const high = Math.max(metric.high, metric.value, before?.value ?? 0);
  if (better === 'less') return { from: 0, to: Math.max(0.3, Math.min(1, Math.ceil(high * 10) / 10)) };
  return { from: Math.max(0, Math.min(0.7, Math.floor(low * 10) / 10)), to: 1 };
}

/** Where a value lies on an axis, in percent. */
export const place = (value: number, { from, to }: { from: number; to: number }): number =>
  Math.max(0, Math.min(100, ((value - from) / (to - from)) * 100));
