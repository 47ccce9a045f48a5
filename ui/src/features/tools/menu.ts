/** What can be done with a tool: the menu of its row, and of its page. */
import Copy from '@lucide/svelte/icons/copy';
import FileText from '@lucide/svelte/icons/file-text';
import Network from '@lucide/svelte/icons/network';
import Search from '@lucide/svelte/icons/search';
import Trash from '@lucide/svelte/icons/trash-2';
import type { MenuEntry } from '$kit';
import { app } from '$lib/state/app.svelte';
import type { Tools } from './tools.svelte';

/** Deletes a tool; the toast brings it back. */
export async function removeTool(tools: Tools, id: string, name: string) {
  if (await app.attempt('Deleting the tool', () => tools.delete(id)))
    app.notify(`${name} deleted`, {
      label: 'Undo',
      perform: () => void app.attempt('Restoring the tool', () => tools.restore(id)),
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
  { id: 'delete', label: 'Delete tool', icon: Trash, danger: true, perform: () => void removeTool(tools, id, name) },
];

/** The menu of a tool's row. */
export const rowMenu = (tools: Tools, id: string, name: string, open: () => void): MenuEntry[] => [
  { id: 'open', label: 'Open', icon: FileText, kbd: 'Enter', perform: open },
  { id: 'map', label: 'Show on map', icon: Network, perform: () => app.showOnMap(`tool:${id}`) },
  ...pageMenu(tools, id, name),
];
