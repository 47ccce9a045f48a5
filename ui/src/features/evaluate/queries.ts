/** Labelled queries as the list shows them. */
import { fuzzyMatch } from '$lib/fuzzy';
import type { LabelledQuery, QueryResult } from '$lib/ipc';

export type Kind = 'all' | 'wrong' | 'in' | 'out' | 'unknown';

/** Those that hold every word looked for, in their text or their labels, and are of a kind. */
export function filter(
  queries: readonly LabelledQuery[],
  words: string,
  kind: Kind,
  results: ReadonlyMap<string, QueryResult>,
): LabelledQuery[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const isOfKind: Record<Kind, (query: LabelledQuery) => boolean> = {
    all: () => true,
    wrong: (query) => results.get(query.id)?.is_right === false,
    in: (query) => query.expected.length > 0,
    out: (query) => query.expected.length === 0,
    unknown: (query) => query.unknown.length > 0,
  };
  return queries.filter((query) => {
    const text = `${query.query} ${query.expected.join(' ')} ${(query.unwanted ?? []).join(' ')}`.toLowerCase();
    return isOfKind[kind](query) && wanted.every((word) => text.includes(word));
  });
}

/** Whether runs leave a query out: it expects a skill that is not here. */
export const isLeftOut = ({ expected, unknown }: Pick<LabelledQuery, 'expected' | 'unknown'>): boolean =>
  expected.some((name) => unknown.includes(name));

/** Skill names that fit what is typed, best first, without those already taken. */
export function suggest(names: readonly string[], typed: string, taken: readonly string[], limit = 6): string[] {
  return names
    .filter((name) => !taken.includes(name))
    .flatMap((name) => {
      const match = fuzzyMatch(typed, name);
      return match ? [{ name, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** What a query's margin is measured against. */
export type Against = 'threshold' | 'chosen';

/**
 * How far a query is on the right side: against what fired where that was wrong, else against the threshold. Null where
 * another skill stands before the one that must not fire: that says nothing of how near this one is.
 */
export function margin(result: QueryResult, minScore: number): { value: number; against: Against } | null {
  const unwanted = result.unwanted ?? [];
  const isOther = unwanted.length > 0 && result.best !== null && !unwanted.includes(result.best);
  if (result.expected.length === 0) return isOther ? null : { value: minScore - result.score, against: 'threshold' };
  if (result.best !== null && result.expected.includes(result.best))
    return { value: result.score - minScore, against: 'threshold' };
  if (result.expected_score === null) return null;
  return { value: result.expected_score - result.score, against: 'chosen' };
}

/** What fired, and null where nothing did. */
export const fired = (result: QueryResult): string | null => (result.has_fired ? result.best : null);
