/** What a host's list comes to: who keeps the whole text, who loses some, who vanishes. */
import type { HostEntry, HostList, HostState, SizeUnit } from '$lib/ipc';

export const stateOrder: readonly HostState[] = ['whole', 'shortened', 'name_only', 'absent', 'hidden', 'refused'];

/** Entries by state. */
export function tally(list: HostList): Record<HostState, number> {
  const counts: Record<HostState, number> = { whole: 0, shortened: 0, name_only: 0, absent: 0, hidden: 0, refused: 0 };
  for (const { state } of list.entries) counts[state] += 1;
  return counts;
}

/** Characters of a description that the host does not show. */
export const lost = (entry: HostEntry): number => Math.max(0, entry.whole_chars - [...entry.shown].length);

/** Why a description is not shown, where none is. */
const missing: Record<HostState, string> = {
  whole: '',
  shortened: '',
  name_only: 'No description shown',
  absent: 'Not in the list: no room',
  hidden: 'Not in the list: its frontmatter hides it from the model',
  refused: 'Not in the list: this host does not read the file',
};

/** Why a skill shows no text in a host's list. */
export const reasonOf = ({ state, why }: HostEntry) => (why ? `Not in the list: ${why}` : missing[state]);

/** What sizes are counted in, in words. */
export const units: Record<SizeUnit, string> = { characters: 'characters', columns: 'columns', tokens: 'tokens' };
