/** What is done to several skills at once; each has one Undo. */
import { count, plural } from '$kit/labels';
import { commands, type ChangeReport, type ProblemFile, type TrashRef } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { mayChange } from '$lib/state/confirming.svelte';
import { unlink } from '$lib/state/links';
import type { OnDisk } from '$lib/state/trashing.svelte';

/** The dialog that asks for a group or for tags; none where nothing is asked. */
export type Asking =
  | { what: 'group'; ids: readonly string[] }
  | { what: 'tags'; ids: readonly string[] }
  | { what: 'rename'; group: string };

export const asking = $state<{ now: Asking | null }>({ now: null });

/** Skills whose problems are shown before they are fixed; none where nothing is. */
class Fixing {
  files = $state.raw<readonly ProblemFile[] | null>(null);
}
export const fixing = new Fixing();

/** Says what a set of changes came to, with Undo; what was left alone is named. */
function tell(report: ChangeReport, said: string) {
  const { set, done, refused } = report;
  if (set && done > 0) app.notify(said, { label: 'Undo', perform: () => void undo(set.id, said) });
  else if (refused.length === 0) app.notify('Nothing to change');
  const [first] = refused;
  if (!first) return;
  const others = refused.length > 1 ? ` and ${plural(refused.length - 1, 'other')}` : '';
  // What the folder does not have, the library has all the same.
  const left = first.reason === 'not_written' ? '' : ' not changed';
  app.notify(`${first.skill}${others}${left}: ${first.message}`);
}

/** Says what was taken back: it may be out of sight. */
async function undo(id: string, said: string) {
  await app.attempt('Undoing', async () => {
    const report = await commands.undoChangeSet(id);
    await app.reloadRows();
    const [first] = report.refused;
    app.notify(
      first ? `${count(report.refused.length)} not undone. ${first.skill}: ${first.message}` : `Undone: ${said}`,
    );
  });
}

/** `then` is done before the list is read again. */
async function change(
  what: string,
  work: () => Promise<ChangeReport>,
  said: (done: number) => string,
  then?: () => void,
) {
  return app.attempt(what, async () => {
    const report = await work();
    if (report.done > 0) then?.();
    await app.reloadRows();
    tell(report, said(report.done));
  });
}

const several = (amount: number) => plural(amount, 'skill');

/** One by its name, several by their number. */
function namedOf(ids: readonly string[]): string {
  const [only, ...others] = ids;
  const row = others.length === 0 ? app.rows.find(({ id }) => id === only) : undefined;
  return row?.name ?? several(ids.length);
}

export const tag = (ids: readonly string[], add: string[], remove: string[]) =>
  change(
    'Changing tags',
    () => commands.tagSkills([...ids], add, remove),
    (done) => `Changed tags for ${several(done)}`,
  );

export const move = (ids: readonly string[], group: string) =>
  change(
    'Moving skills',
    () => commands.moveSkills([...ids], group),
    (done) => `Moved ${several(done)} to ${group}`,
  );

export const renameGroup = (from: string, to: string) =>
  change(
    'Renaming the group',
    () => commands.renameGroup(from, to),
    () => `Renamed ${from} to ${to}`,
  );

export const trashAll = (
  skills: readonly TrashRef[],
  named: string,
  leave: () => void,
  { fate, folders }: OnDisk = { fate: 'keep', folders: [] },
) =>
  change(
    'Moving to trash',
    () => commands.trashSkills([...skills], 'trash', fate),
    () => `Moved ${named} to trash${fate === 'keep' ? onDisk(folders.length) : ''}`,
    leave,
  );

/** What is said of folders that stay. */
function onDisk(folders: number): string {
  if (folders === 0) return '';
  return folders === 1 ? '. The linked folder stays on disk' : `. ${count(folders)} linked folders stay on disk`;
}

/** Shows what fixing these skills would change; says so where that is nothing. */
export async function askToFix(ids: readonly string[]) {
  await app.attempt('Looking for fixes', async () => {
    const { files } = await commands.listProblems();
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
    const chosen = new Set(ids);
    const fixable = files.filter(({ skill_id, is_fixable }) => is_fixable && chosen.has(skill_id));
    if (fixable.length === 0) app.notify(`No automatic fixes for ${namedOf(ids)}`);
    else fixing.files = fixable;
  });
}

/** What it is refused with is thrown: the dialog that asked for it says so. */
export async function fix(ids: readonly string[]) {
  const report = await commands.fixAll(null, [...ids]);
  await app.reloadRows();
  tell(report, `Fixed ${several(report.done)}`);
}

/** Skills and files stay; what is saved from now on stays in the library. */
export async function unlinkAll(ids: readonly string[]) {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  const chosen = new Set(ids);
  const linked = app.rows.filter(({ id, is_linked }) => is_linked && chosen.has(id)).length;
  const may = await mayChange(linked, {
    title: `Unlink ${several(linked)}?`,
    text: "Skills and files on disk aren't changed. From now on, saving only updates the library.",
    confirm: 'Unlink',
  });
  if (may) await unlink(several(linked || ids.length), () => commands.unlinkSkills([...ids]));
}
