/** What an author can do in Tools, for palette, menus and shortcuts. */
import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import History from '@lucide/svelte/icons/history';
import LibraryBig from '@lucide/svelte/icons/library-big';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Network from '@lucide/svelte/icons/network';
import Play from '@lucide/svelte/icons/play';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import RotateCw from '@lucide/svelte/icons/rotate-cw';
import Save from '@lucide/svelte/icons/save';
import Search from '@lucide/svelte/icons/search';
import Square from '@lucide/svelte/icons/square';
import Trash from '@lucide/svelte/icons/trash-2';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Action } from '$actions';
import type { Bench } from '$features/bench/bench.svelte';
import type { Servers } from '$features/servers/servers.svelte';
import { removeServer } from '$features/servers/remove';
import { removeTool } from '$features/tools/menu';
import type { Tools } from '$features/tools/tools.svelte';
import { app } from '$lib/state/app.svelte';

/** The actions that a mounted component carries out. */
export interface ToolsParts {
  save: () => void;
  run: () => void;
  filter: () => void;
}

export function toolsActions(tools: Tools, servers: Servers, bench: Bench, parts: ToolsParts): Action[] {
  const isHere = () => app.view === 'tools' && app.isInFront;
  /** The stored tool whose page is open. */
  const tool = () => (isHere() && !servers.form ? (tools.page?.stored ?? null) : null);
  const server = () => {
    const found = isHere() && servers.list.find(({ id }) => id === servers.selectedId);
    return found && found.state !== 'unknown' && !servers.isWorking(found.id) ? found : null;
  };
  const isRunning = () => ['running', 'starting'].includes(server()?.state ?? '');
  const hasCases = () => tool() !== null && (bench.cases.list.value ?? []).length > 0;
  const form = () => (isHere() ? (servers.form ? servers : tools) : null);
  const ofServer = (what: string, work: (id: string) => Promise<unknown>) => {
    const { id } = server() ?? {};
    return id === undefined ? undefined : app.attempt(what, () => work(id));
  };
  const actions: Omit<Action, 'group'>[] = [
    {
      id: 'tools.save',
      label: 'Save the tool',
      keys: '$mod+s',
      icon: Save,
      when: () => isHere() && !!tools.page?.isDirty && !tools.page.missing && !tools.page.newer,
      perform: parts.save,
    },
    {
      id: 'tools.run',
      label: 'Run the tool',
      keys: '$mod+Enter',
      icon: Play,
      words: 'call test',
      when: () => isHere() && !!tools.page?.stored && !bench.isRunning,
      perform: parts.run,
    },
    {
      id: 'tools.cancel',
      label: 'Cancel the running call',
      icon: Square,
      words: 'stop',
      when: () => isHere() && bench.isRunning,
      perform: () => bench.cancel(),
    },
    {
      id: 'tools.run-cases',
      label: 'Run all tests of the tool',
      icon: ListChecks,
      words: 'test call',
      when: () => hasCases() && !bench.cases.isRunning,
      perform: () => bench.runCases(),
    },
    {
      id: 'tools.save-case',
      label: 'Save the call as a test',
      icon: BookmarkPlus,
      words: 'test keep',
      when: () => tool() !== null,
      perform: () => bench.beginCase(),
    },
    {
      id: 'tools.compare-libraries',
      label: 'Compare two tool libraries',
      icon: GitCompareArrows,
      words: 'mock implementation diff',
      when: () => tool() !== null,
      perform: () => bench.ask('compare'),
    },
    {
      id: 'tools.libraries',
      label: 'Tool libraries',
      icon: LibraryBig,
      words: 'mock implementation',
      when: isHere,
      perform: () => bench.ask('libraries'),
    },
    {
      id: 'tools.filter',
      label: 'Filter tools',
      keys: '/',
      icon: Search,
      words: 'find search',
      when: () => isHere() && tools.list.length > 0,
      perform: parts.filter,
    },
    {
      id: 'tools.undo',
      label: 'Undo in this form',
      icon: Undo,
      when: () => form()?.canUndo ?? false,
      perform: () => form()?.undo(),
    },
    {
      id: 'tools.redo',
      label: 'Redo in this form',
      when: () => form()?.canRedo ?? false,
      perform: () => form()?.redo(),
    },
    {
      id: 'tools.history',
      label: 'Show the history of the tool',
      icon: History,
      words: 'versions earlier restore',
      when: () => tool() !== null,
      perform: () => (tools.showsVersions = true),
    },
    {
      id: 'tools.map',
      label: 'Show the tool on the map',
      icon: Network,
      when: () => tool() !== null,
      perform: () => app.showOnMap(`tool:${tool()?.id}`),
    },
    {
      id: 'tools.uses',
      label: 'Find uses of the tool',
      keys: 'Shift+F12',
      icon: Search,
      words: 'references',
      when: () => tool() !== null,
      perform: () => app.findUses({ kind: 'tool', id: tool()?.id ?? '' }),
    },
    {
      id: 'tools.delete',
      label: 'Move tool to trash',
      icon: Trash,
      words: 'delete remove',
      when: () => tool() !== null,
      perform: () => {
        const open = tool();
        return open && removeTool(tools, open.id, open.name);
      },
    },
    {
      id: 'tools.delete-server',
      label: 'Move server to trash',
      icon: Trash,
      words: 'delete remove mcp',
      when: () => server() !== null,
      perform: () => {
        const open = server();
        return open && removeServer(servers, open, (what, work) => app.attempt(what, work));
      },
    },
    {
      id: 'tools.check-servers',
      label: 'Check all servers',
      icon: RefreshCw,
      words: 'mcp ping state',
      when: () => isHere() && servers.list.length > 0 && !servers.isChecking,
      perform: () => app.attempt('Checking the servers', () => servers.checkAll()),
    },
    {
      id: 'tools.start-server',
      label: 'Start the server',
      icon: Play,
      words: 'mcp run',
      when: () => server() !== null && !isRunning(),
      perform: () => ofServer('Starting the server', (id) => servers.run(id)),
    },
    {
      id: 'tools.stop-server',
      label: 'Stop the server',
      icon: Square,
      words: 'mcp end',
      when: isRunning,
      perform: () => ofServer('Stopping the server', (id) => servers.stop(id)),
    },
    {
      id: 'tools.restart-server',
      label: 'Restart the server',
      icon: RotateCw,
      words: 'mcp',
      when: isRunning,
      perform: () => ofServer('Restarting the server', (id) => servers.restart(id)),
    },
  ];
  return actions.map((action) => ({ ...action, group: 'Tools' }));
}
