/** How a candidate's state is named, explained and toned, wherever it is shown. */
import { fieldLabels, scoreFields, type Tone } from '$kit';
import type { Candidate } from '$lib/ipc';
import { type RowState, wordMarks } from './candidates';

interface Badge {
  label: string;
  tone: Tone;
  /** What the word means, for the tooltip. */
  means: string;
}

const badges: Record<RowState, Badge | null> = {
  wakes: { label: 'Triggers', tone: 'ok', means: 'adk-rust selects this skill. Its text is the resolved context.' },
  would_wake: {
    label: 'Would trigger',
    tone: 'neutral',
    means: "Highest-scoring skill above this scorer's threshold. An agent that uses this scorer loads it.",
  },
  passes: { label: 'Above threshold', tone: 'neutral', means: 'Above the threshold, but another skill scores higher' },
  beyond_top_k: {
    label: 'Not in top_k',
    tone: 'warn',
    means: 'Above the threshold, but top_k or more skills score higher',
  },
  below_min_score: null,
  excluded_by_tag: { label: 'Tag excluded', tone: 'neutral', means: 'Has a tag that is excluded above' },
  missing_tag: { label: 'Tag missing', tone: 'neutral', means: 'Has none of the tags selected above' },
  broken: { label: "Can't be read", tone: 'danger', means: "Its SKILL.md can't be read" },
  dropped: { label: "adk-rust can't load it", tone: 'warn', means: 'Its SKILL.md is readable, but adk-rust skips it' },
  only_by_name: {
    label: 'By name only',
    tone: 'neutral',
    means: 'Its SKILL.md says trigger: true, so it matches by name only',
  },
  not_indexed: { label: 'Not indexed', tone: 'warn', means: "Its description hasn't been indexed yet" },
  empty_query: null,
};

/** The badge of a row; none where the bar already says it. */
export const badgeOf = (state: RowState) => badges[state];

/** A state in words, for where there is no bar. */
export function stateInWords(state: RowState): string {
  if (state === 'below_min_score') return 'Below the threshold';
  return badges[state]?.label ?? 'No words to score';
}

/** What a screen reader says of a candidate: what becomes of it and why, then what its bar and its words show. */
export function candidateInWords(candidate: Candidate, state: RowState): string {
  const { name, rank, score, fields, reason, words } = candidate;
  const parts = scoreFields.filter((field) => Math.abs(fields[field]) >= 0.0005);
  const marks = wordMarks(words).map(({ label }) => label);
  return [
    name,
    stateInWords(state),
    ...(rank > 0 ? [`rank ${rank}`, `score ${score.toFixed(3)}`] : []),
    ...parts.map((field) => `${fieldLabels[field]} ${fields[field].toFixed(3)}`),
    ...(marks.length > 0 ? [`words: ${marks.join(' ')}`] : []),
    ...(reason ? [reason] : []),
  ].join(', ');
}

/** What a column comes to: the skill that triggers, or that none does. */
export function columnInWords(
  title: string,
  candidates: readonly Candidate[],
  stateOf: (candidate: Candidate) => RowState,
): string {
  for (const candidate of candidates) {
    const state = stateOf(candidate);
    if (state === 'wakes' || state === 'would_wake')
      return `${title}: ${candidate.name} ${stateInWords(state).toLowerCase()}`;
  }
  return `${title}: no skill triggers`;
}
