/** Links between skills and their folders: what an author can do with them, wherever a skill or a folder is shown. */
import { plural } from '$kit/labels';
import { type LinkReport, type RevealTarget, commands, openFolder } from '$lib/ipc';
import { app } from './app.svelte';

/** Of these skills those that are written to their folders, as often as they are among them. */
export function writtenOf(ids: Iterable<string>): string[] {
  const written = new Set(app.rows.filter(({ is_written }) => is_written).map(({ id }) => id));
  return [...ids].filter((id) => written.has(id));
}

/** Shows a skill's folder, or an import root, in the file manager. */
export const reveal = (target: RevealTarget) => app.attempt('Showing the folder', () => commands.reveal(target));

/** Unlinks skills; the toast links them again. */
export async function unlink(what: string, work: () => Promise<string[]>) {
  await app.attempt('Unlinking', async () => {
    const ids = await work();
    await app.reloadRows();
    app.notify(
      ids.length === 0
        ? `${what}: nothing to unlink.`
        : `Unlinked ${what}. Files and skills are kept. Saving only updates the library.`,
      ids.length === 0 ? undefined : { label: 'Undo', perform: () => void link(what, () => commands.linkSkills(ids)) },
    );
  });
}

/** Links skills, and says what came of it; the toast unlinks them again. */
export async function link(what: string, work: () => Promise<LinkReport>) {
  await app.attempt('Linking', async () => {
    const { linked, changed, not_found } = await work();
    await app.reloadRows();
    const [first] = not_found;
    const said = [
      linked.length > 0 ? `Linked ${what}. Saving now writes to the files.` : `${what}: nothing to link.`,
      ...(changed > 0
        ? [
            `${plural(changed, 'skill differs from its file', 'skills differ from their files')}. Open ${changed === 1 ? 'it' : 'them'} to merge.`,
          ]
        : []),
      ...(first ? [`${plural(not_found.length, "file wasn't", "files weren't")} found, such as ${first}.`] : []),
    ];
    app.notify(
      said.join(' '),
      linked.length === 0
        ? undefined
        : { label: 'Undo', perform: () => void unlink(what, () => commands.unlinkSkills(linked)) },
    );
  });
}

/** Follows the links that were not made on this computer; the question is asked outside the page. */
export async function followHeldLinks() {
  await app.attempt('Syncing the folders', async () => {
    const { linked, changed, not_found } = await commands.linkHeldFolders();
    await app.reloadRows();
    app.notices.filter(({ code }) => code === 'held-links').forEach(({ message }) => app.dismissNotice(message));
    const said = [
      `Synced ${plural(linked.length, 'skill')}. Saving now writes to the files.`,
      ...(changed > 0
        ? [
            `${plural(changed, 'skill differs from its file', 'skills differ from their files')}. Open ${changed === 1 ? 'it' : 'them'} to merge.`,
          ]
        : []),
      ...(not_found.length > 0 ? [`${plural(not_found.length, "file wasn't", "files weren't")} found.`] : []),
    ];
    app.notify(said.join(' '));
  });
}

/** Asks for a skill's folder, and links it to that. */
export async function relinkSkill(id: string, name: string) {
  const folder = await openFolder(`Choose the folder for ${name}`);
  if (folder) await link(name, () => commands.relinkSkill(id, folder));
}
