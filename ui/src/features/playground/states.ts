/** How a candidate's state is named and toned, wherever it is shown. */
import type { Tone } from '$kit';
import type { RowState } from './candidates';

const badges: Record<RowState, { label: string; tone: Tone } | null> = {
  wakes: { label: 'Wakes', tone: 'ok' },
  would_wake: { label: 'Would wake', tone: 'neutral' },
  passes: { label: 'Passes', tone: 'neutral' },
  beyond_top_k: { label: 'Beyond top_k', tone: 'warn' },
  below_min_score: null,
  excluded_by_tag: { label: 'Tag excluded', tone: 'neutral' },
  missing_tag: { label: 'Tag missing', tone: 'neutral' },
  broken: { label: 'Can’t be read', tone: 'danger' },
  not_indexed: { label: 'Not indexed', tone: 'warn' },
  empty_query: null,
};

/** The badge of a row; none where the bar already says it. */
export const badgeOf = (state: RowState) => badges[state];

/** A state in words, for where there is no bar. */
export function stateInWords(state: RowState): string {
  if (state === 'below_min_score') return 'Below the threshold';
  return badges[state]?.label ?? 'No words to score';
}
