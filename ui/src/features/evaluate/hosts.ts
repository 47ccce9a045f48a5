/** What a host's list comes to: who keeps the whole text, who loses some, who vanishes. */
import type { HostEntry, HostList, HostState } from '$lib/ipc';

/** Entries by state. */
export function tally(list: HostList): Record<HostState, number> {
  const counts: Record<HostState, number> = { whole: 0, shortened: 0, name_only: 0, absent: 0, hidden: 0, refused: 0 };
  for (const { state } of list.entries) counts[state] += 1;
  return counts;
}

/** Characters of a description that the host does not show. */
export const lost = (entry: HostEntry): number => Math.max(0, entry.whole_chars - [...entry.shown].length);
