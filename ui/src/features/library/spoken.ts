/** What a screen reader says of a skill in the list: its name whole, then what the row shows by colours, icons and columns. */
import { plural } from '$kit';
import type { LinkStatus, SearchHit, SkillRow } from '$lib/ipc';
import { totalTokens } from './filter';

/** Whether something is wrong with it. */
export function stateLabel(row: SkillRow): string {
  if (row.broken) return "Can't be read";
  if (row.errors > 0) return plural(row.errors, 'error');
  if (row.warnings > 0) return plural(row.warnings, 'warning');
  return row.has_draft ? 'Unsaved draft' : 'No problems found';
}

/** What is worth knowing of the folder it is linked to; nothing for a skill that has none. */
export const linkLabels: Record<LinkStatus, string> = {
  none: '',
  unlinked: '',
  linked: 'Linked: saving writes to the folder',
  changed: 'The file changed on disk. Open the skill to merge.',
  missing: 'The linked file is missing',
  held: "Not synced: the linked file isn't read or written",
};

/** Where it cannot be read, and why. */
export const brokenText = ({ broken }: SkillRow): string =>
  broken ? `Can't read${broken.line === null ? '' : ` (line ${broken.line})`}: ${broken.message}` : '';

export function skillInWords(row: SkillRow, hit: SearchHit | undefined, isMarked: boolean): string {
  const parts = [
    row.name,
    isMarked ? 'Selected' : '',
    // What cannot be read says so in its text.
    row.broken ? '' : stateLabel(row),
    row.has_draft && row.errors + row.warnings > 0 ? 'Unsaved draft' : '',
    linkLabels[row.link],
    hit?.field === 'meaning' ? `similarity ${hit.score.toFixed(2)}` : '',
    row.broken ? '' : plural(totalTokens(row), 'token'),
    hit?.passage || brokenText(row) || row.description,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
