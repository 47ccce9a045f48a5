/** Going on in a copy of the library: where its own file is gone, or cannot be written. */
import { commands, saveLibraryCopy } from '$lib/ipc';
import { app } from './app.svelte';

/** Asks where the copy goes, writes it, and opens it. */
export async function saveCopy(): Promise<void> {
  const path = await saveLibraryCopy(app.library?.path ?? 'library.db');
  if (path) await app.switchTo(() => commands.saveLibraryCopy(path), path);
}

/** Asks where a copy of a backup goes, writes it, and opens it: the backup itself stays as it is. */
export async function continueInBackup(backup: string, path: string): Promise<void> {
  const target = await saveLibraryCopy(path);
  if (!target) return;
  await app.switchTo(async () => {
    await commands.openLibrary(backup);
    return commands.saveLibraryCopy(target);
  }, target);
}
