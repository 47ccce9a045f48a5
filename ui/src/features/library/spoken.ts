/** What a screen reader says of a skill in the list: its name whole, then what the row shows by colours, icons and columns. */
import { plural } from '$kit';
import type { LinkStatus, SearchHit, SkillRow } from '$lib/ipc';
import { totalTokens } from './filter';

/** Whether something is wrong with it. */
export function stateLabel(row: SkillRow): string {
  if (row.broken) return 'Can’t be read';
  if (row.errors > 0) return plural(row.errors, 'error');
  if (row.warnings > 0) return plural(row.warnings, 'warning');
  return row.has_draft ? 'Draft, not saved' : 'No problems found';
}

/** What is worth knowing of the folder it is linked to; nothing for a skill that has none. */
export const linkLabels: Record<LinkStatus, string> = {
  none: '',
  unlinked: '',
  linked: 'Linked: saving writes to its folder',
  changed: 'Its file changed outside; open the skill to merge',
  missing: 'Its linked file is missing',
  held: 'Its link is not followed: its file is neither read nor written',
};

/** Where it cannot be read, and why. */
export const brokenText = ({ broken }: SkillRow): string =>
  broken ? `Can’t read${broken.line === null ? '' : ` (line ${broken.line})`}: ${broken.message}` : '';

export function skillInWords(row: SkillRow, hit: SearchHit | undefined, isMarked: boolean): string {
  const parts = [
    row.name,
    isMarked ? 'Selected' : '',
    // What cannot be read says so in its text.
    row.broken ? '' : stateLabel(row),
    row.has_draft && row.errors + row.warnings > 0 ? 'Draft, not saved' : '',
    linkLabels[row.link],
    hit?.field === 'meaning' ? `similarity ${hit.score.toFixed(2)}` : '',
    row.broken ? '' : plural(totalTokens(row), 'token'),
    hit?.passage || brokenText(row) || row.description,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
