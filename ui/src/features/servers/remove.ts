/** Servers into the trash, from their page and from the palette. */
import { toast } from '$kit';
import type { ServerDetail } from '$lib/ipc';
import { mayTrash, trashRef } from '$lib/state/trashing.svelte';
import type { Servers } from './servers.svelte';

/** Moves a server to the trash, after a question where others depend on it; the toast brings it back. */
export const removeServer = (
  servers: Servers,
  { id, name, aggregate_version }: ServerDetail,
  attempt: (what: string, work: () => Promise<unknown>) => Promise<boolean>,
) =>
  attempt('Moving to trash', async () => {
    const read = trashRef('server', id, aggregate_version);
    if (!(await mayTrash([read], name))) return;
    const back = await servers.trash(read);
    const undo = () => void attempt('Restoring the server', back);
    toast(`Moved ${name} to trash`, { action: { label: 'Undo', perform: undo } });
  });
