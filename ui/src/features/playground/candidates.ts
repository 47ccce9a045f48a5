/** What the columns make of a report: states under a threshold that moves, the axis, the words worth showing. Pure. */
import { plural } from '$kit/labels';
import type {
  Candidate,
  CandidateState,
  FieldScores,
  Resolved,
  ScoredField,
  Scorer,
  SkillRow,
  WordScore,
} from '$lib/ipc';

/** A candidate's state as a row shows it: what wakes is told apart from what merely passes. */
export type RowState = CandidateState | 'wakes' | 'would_wake';

/** The part of a policy that needs no new scoring. */
export interface Limits {
  topK: number;
  minScore: number;
}

const compared: ReadonlySet<CandidateState> = new Set(['passes', 'beyond_top_k', 'below_min_score']);

/**
 * The candidates under other limits, before the studio has confirmed them. Scores and limits are compared as `f32`, as the
 * scorers do; what was ruled out before scoring stays so.
 */
export function restate(candidates: readonly Candidate[], { topK, minScore }: Limits): Candidate[] {
  return candidates.map((candidate) => {
    if (!compared.has(candidate.state)) return candidate;
    const passes = Math.fround(candidate.score) >= Math.fround(minScore);
    const state: CandidateState = !passes ? 'below_min_score' : candidate.rank <= topK ? 'passes' : 'beyond_top_k';
    return state === candidate.state ? candidate : { ...candidate, state, reason: null };
  });
}

/**
 * Which row wakes. Only adk's scorer resolves; under any other the first that passes would wake where a host selects that
 * way.
 */
export function rowState(
  candidate: Candidate,
  scorer: Scorer,
  first: string | null,
  resolved: Resolved | null,
): RowState {
  if (scorer === 'adk' && candidate.id === resolved?.skill_id) {
    if (resolved.strategy !== 'by_query' || candidate.state === 'passes') return 'wakes';
  }
  if (scorer !== 'adk' && candidate.id === first) return 'would_wake';
  return candidate.state;
}

/** The id of the first candidate that passes. */
export function firstPassing(candidates: readonly Candidate[]): string | null {
  return candidates.find((candidate) => candidate.state === 'passes')?.id ?? null;
}

/** Whether a row is drawn paler, as it cannot be chosen. */
export function isOut(state: RowState): boolean {
  return state !== 'wakes' && state !== 'would_wake' && state !== 'passes' && state !== 'beyond_top_k';
}

export interface Axis {
  max: number;
  ticks: { value: number; label: string }[];
}

/** An axis without a highest score is at least this long. */
const LEAST_AXIS = 1.5;
const steps = [0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100];

/**
 * A common axis from 0 that holds every score and the threshold, with at most four ticks after 0. Where the scorer has a
 * highest score, the axis ends there, whatever the scores.
 */
export function axis(candidates: readonly Candidate[], highest: number | null, minScore: number): Axis {
  const top = candidates.reduce((most, candidate) => Math.max(most, candidate.score), 0);
  const wanted = Math.max(highest ?? LEAST_AXIS, top, minScore);
  const step = steps.find((step) => wanted / step <= 4) ?? wanted / 4;
  const amount = Math.ceil(wanted / step - 1e-6);
  const ticks = Array.from({ length: amount + 1 }, (_, at) => ({
    value: at * step,
    label: String(Number((at * step).toFixed(2))),
  }));
  return { max: amount * step, ticks };
}

export const noFields: FieldScores = { name: 0, description: 0, tags: 0, body: 0 };

export function addFields(a: FieldScores, b: FieldScores): FieldScores {
  return {
    name: a.name + b.name,
    description: a.description + b.description,
    tags: a.tags + b.tags,
    body: a.body + b.body,
  };
}

export function sumFields({ name, description, tags, body }: FieldScores): number {
  return name + description + tags + body;
}

/** One mark in a row: a word, or several stop words taken together. */
export interface WordMark {
  label: string;
  title: string;
  isStop: boolean;
  fields: FieldScores;
}

/** More words than this are never seen in a row. */
const MOST_MARKS = 12;

/** The words that scored: each of its own, stop words last and, beside others, together. */
export function wordMarks(words: readonly WordScore[]): WordMark[] {
  const scored = words.filter((word) => sumFields(word.fields) > 0);
  const mark = (word: WordScore): WordMark => ({
    label: word.count > 1 ? `${word.word}×${word.count}` : word.word,
    title: word.is_stop_word ? `“${word.word}” is a stop word, but adk counts it anyway` : `“${word.word}”`,
    isStop: word.is_stop_word,
    fields: word.fields,
  });
  const telling = scored.filter((word) => !word.is_stop_word).map(mark);
  const stops = scored.filter((word) => word.is_stop_word);
  if (stops.length === 0) return telling.slice(0, MOST_MARKS);
  const together: WordMark = {
    label:
      telling.length > 0 && stops.length > 2
        ? plural(stops.length, 'stop word')
        : stops.map((word) => word.word).join(' '),
    title: `Stop words (counted anyway): ${stops.map((word) => word.word).join(', ')}`,
    isStop: true,
    fields: stops.map((word) => word.fields).reduce(addFields, noFields),
  };
  return [...telling.slice(0, MOST_MARKS), together];
}

/** Where a candidate stood before another wording was tried. */
export interface Standing {
  rank: number;
  score: number;
}

/** Every candidate's standing, by id. */
export function standings(candidates: readonly Candidate[]): ReadonlyMap<string, Standing> {
  return new Map(candidates.map(({ id, rank, score }) => [id, { rank, score }]));
}

/** `.20`, `1.25`, `−.04`: a part of a score under its bar, where four of them have to fit. */
export function shortScore(value: number): string {
  return value
    .toFixed(2)
    .replace(/^(-?)0\./, '$1.')
    .replace('-', '−');
}

/** `0.842`: a whole score. */
export const scoreText = (value: number): string => value.toFixed(3);

/** `description 0.540 + name 0.100, including 0.300 semantic`: what a score is made of, the largest part first. */
export function madeOf({ fields, meaning }: Candidate): string {
  const parts = (Object.entries(fields) as [ScoredField, number][])
    .filter(([, part]) => Math.abs(part) >= 0.0005)
    .sort(([, a], [, b]) => b - a);
  if (parts.length === 0) return 'nothing matches';
  const semantic = meaning ? sumFields(meaning.fields) : 0;
  const sum = parts.map(([field, part]) => `${field} ${scoreText(part)}`).join(' + ');
  return semantic >= 0.0005 ? `${sum}, including ${scoreText(semantic)} semantic` : sum;
}

/** `+0.019`, `−0.200`: a change. */
export function shortChange(value: number): string {
  return `${value < 0 ? '−' : '+'}${scoreText(Math.abs(value))}`;
}

/** Every tag with the number of skills that have it, the most frequent first. */
export function tagCounts(skills: readonly SkillRow[]): [string, number][] {
  const amounts = new Map<string, number>();
  for (const tag of skills.flatMap((skill) => skill.tags)) amounts.set(tag, (amounts.get(tag) ?? 0) + 1);
  return [...amounts].sort(([a, many], [b, some]) => some - many || a.localeCompare(b));
}
