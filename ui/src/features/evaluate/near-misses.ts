/** Proposed queries as they are offered: one that several skills should leave to the same neighbour is one query. */
import { groupBy } from '$lib/group';
import type { NearMiss } from '$lib/ipc';

export interface Proposal {
  /** The one of them that makes the fairest test. */
  miss: NearMiss;
  /** Every skill it should not wake. */
  skills: string[];
}

/** Whether taking the one takes the other too. */
export const isSameProposal = (a: NearMiss, b: NearMiss): boolean => a.query === b.query && a.neighbour === b.neighbour;

/** Those that make a fair test first. */
export function proposals(misses: readonly NearMiss[]): Proposal[] {
  const fairFirst = misses.toSorted((a, b) => Number(a.leak !== null) - Number(b.leak !== null));
  return [...groupBy(fairFirst, ({ query, neighbour }) => JSON.stringify([query, neighbour])).values()].flatMap(
    (same) => (same[0] ? [{ miss: same[0], skills: same.map(({ skill }) => skill) }] : []),
  );
}
