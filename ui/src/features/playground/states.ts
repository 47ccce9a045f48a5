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
  wakes: { label: 'Wakes', tone: 'ok', means: 'adk-rust selects this skill; its text is the resolved context' },
  would_wake: {
    label: 'Would wake',
    tone: 'neutral',
    means: 'The best skill above this scorer’s threshold: an agent that selects this way loads it',
  },
  passes: { label: 'Passes', tone: 'neutral', means: 'Above the threshold, but another skill scores higher' },
  beyond_top_k: {
    label: 'Beyond top_k',
    tone: 'warn',
    means: 'Above the threshold, but more skills than top_k score higher',
  },
  below_min_score: null,
  excluded_by_tag: { label: 'Tag excluded', tone: 'neutral', means: 'It has a tag that is excluded above' },
  missing_tag: { label: 'Tag missing', tone: 'neutral', means: 'It has none of the tags asked for above' },
  broken: { label: 'Can’t be read', tone: 'danger', means: 'Its SKILL.md cannot be read' },
  dropped: { label: 'Dropped by adk', tone: 'warn', means: 'Its SKILL.md can be read, but adk-rust leaves it out' },
  only_by_name: {
    label: 'Only by name',
    tone: 'neutral',
    means: 'Its SKILL.md says trigger: true, and the host honors that',
  },
  not_indexed: { label: 'Not indexed', tone: 'warn', means: 'Its description has not been indexed yet' },
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

/** What a column comes to: the skill that wakes, or that none does. */
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
  return `${title}: no skill wakes`;
}
