/** How a candidate's state is named, explained and toned, wherever it is shown. */
import type { Tone } from '$kit';
import type { RowState } from './candidates';

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
    means: "Highest-scoring skill above this scorer's threshold. An agent that selects this way loads it.",
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
