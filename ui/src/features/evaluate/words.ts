/** Numbers and names as the Evaluate place writes them. */
import { plural } from '$kit/labels';
import { hostLabels } from '$lib/hosts';
import type { Metric, RunInfo, Scorer } from '$lib/ipc';
import { shortTime } from '$lib/time';

export const scorerLabels: Record<Scorer, string> = {
  hybrid: 'hybrid',
  bm25: 'bm25',
  embedding: 'embedding',
  adk: 'adk',
  model: 'model',
};

/** `0.871`, `1.000`, `−0.043` */
export function number(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(Math.abs(value).toFixed(digits)) > 0 ? `−${text}` : text;
}

/** A score: two digits where the scale is not 0 to 1. */
export const score = (value: number, max: number | null): string =>
  max === 1 ? number(value) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2).replace('-', '−');

/** `209 of 240`, `n 240` */
export const amount = (metric: Metric): string =>
  metric.hits === null ? `n ${metric.of}` : `${metric.hits} of ${metric.of}`;

/** `Too few queries for an interval (n = 3)` */
export const tooFew = (metric: Metric): string => `Too few queries for an interval (n = ${metric.of})`;

/** What a run is called: the author's words, else when and how it was made. */
export const runName = (run: RunInfo): string =>
  run.request.label || `${shortTime(run.finished_at)} ${run.request.scorer}`;

/** `hybrid, Agent Skills, top-1 0.871` */
export function runHint(run: RunInfo): string {
  const top1 = run.metrics.top1 ? `top-1 ${number(run.metrics.top1.value)}` : plural(run.queries, 'query', 'queries');
  return [run.request.label ? shortTime(run.finished_at) : '', run.request.scorer, hostLabels[run.request.host], top1]
    .filter(Boolean)
    .join(', ');
}

/** `1.4 s`, `320 ms` */
export const duration = (ms: number): string => (ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`);

/** `just now`, `2 min ago`, `14:02` */
export function ago(text: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(text).getTime()) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : shortTime(text, now);
}

/** `p = 0.057`, `p < 0.001` */
export const pValue = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);
