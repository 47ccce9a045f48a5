/** What can be done with a tool: the menu of its row, and of its page. */
import Copy from '@lucide/svelte/icons/copy';
import FileText from '@lucide/svelte/icons/file-text';
import Network from '@lucide/svelte/icons/network';
import Search from '@lucide/svelte/icons/search';
import Trash from '@lucide/svelte/icons/trash-2';
import type { MenuEntry } from '$kit';
import { app } from '$lib/state/app.svelte';
import { mayTrash } from '$lib/state/trashing.svelte';
import type { Tools } from './tools.svelte';

/** Moves a tool to the trash; the toast brings it back. */
export async function removeTool(tools: Tools, id: string, name: string) {
  await app.attempt('Moving to trash', async () => {
    const read = await tools.asRead(id);
    if (!(await mayTrash([read], name))) return;
    const there = await tools.trash(read);
    app.notify(`Moved ${name} to trash`, {
      label: 'Undo',
      perform: () => void app.attempt('Restoring the tool', () => tools.restore(there)),
    });
  });
}

const copyName = (name: string) =>
  app.attempt('Copying the name', async () => {
    await navigator.clipboard.writeText(name);
    app.notify(`Copied ${name}`);
  });

/** The menu of a tool's page. */
export const pageMenu = (tools: Tools, id: string, name: string): MenuEntry[] => [
  { id: 'uses', label: 'Find uses', icon: Search, perform: () => app.findUses({ kind: 'tool', id }) },
  { id: 'copy', label: 'Copy name', icon: Copy, perform: () => void copyName(name) },
  '-',
  { id: 'delete', label: 'Move to trash', icon: Trash, danger: true, perform: () => void removeTool(tools, id, name) },
];

/** The menu of a tool's row. */
export const rowMenu = (tools: Tools, id: string, name: string, open: () => void): MenuEntry[] => [
  { id: 'open', label: 'Open', icon: FileText, kbd: 'Enter', perform: open },
  { id: 'map', label: 'Show on map', icon: Network, perform: () => app.showOnMap(`tool:${id}`) },
  ...pageMenu(tools, id, name),
];
