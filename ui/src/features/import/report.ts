/** What an import's report says in one sentence: nothing is counted as fine that is not. */
import { count, plural } from '$kit/labels';
import { groupBy } from '$lib/group';
import type { ImportOutcome, ImportReport } from '$lib/ipc';

/** How an outcome is said after its number. */
const outcomes: Record<ImportOutcome, string> = {
  added: 'imported',
  updated: 'updated',
  linked: 'linked',
  unchanged: 'already in the library',
};

/** `2,000 imported (633 need attention), 12 skipped`. */
export function headline({ imported, skipped, warnings, unreadable, not_chosen, is_cancelled }: ImportReport): string {
  const amounts = groupBy(imported, ({ outcome }) => outcome);
  const order = Object.keys(outcomes) as ImportOutcome[];
  const troubled = new Set(warnings.map(({ path }) => path));
  const parts = order.flatMap((outcome) => {
    const all = amounts.get(outcome) ?? [];
    if (all.length === 0) return [];
    const bad = all.filter(({ path }) => troubled.has(path)).length;
    const look = bad === 0 ? '' : ` (${count(bad)} ${bad === 1 ? 'needs' : 'need'} attention)`;
    return [`${count(all.length)} ${outcomes[outcome]}${look}`];
  });
  const said = [
    ...(parts.length > 0 ? parts : ['Nothing imported']),
    ...(skipped.length > 0 ? [`${count(skipped.length)} skipped`] : []),
    ...(not_chosen > 0 ? [`${count(not_chosen)} not selected`] : []),
  ].join(', ');
  const broken =
    unreadable > 0
      ? ` ${plural(unreadable, 'skill')} can't be read. Fix ${unreadable === 1 ? 'it' : 'them'} in the editor.`
      : '';
  return `${is_cancelled ? 'Canceled. ' : ''}${said}.${broken}`;
}
