/** What an author can do in Packs, for palette and shortcuts. */
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Copy from '@lucide/svelte/icons/copy';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import History from '@lucide/svelte/icons/history';
import KeyRound from '@lucide/svelte/icons/key-round';
import PackageCheck from '@lucide/svelte/icons/package-check';
import Pencil from '@lucide/svelte/icons/pencil';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Redo from '@lucide/svelte/icons/redo-2';
import Trash from '@lucide/svelte/icons/trash-2';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Action } from '$actions';
import type { Packs } from '$features/packs/packs.svelte';
import type { Ask } from '$features/packs/Packs.svelte';
import { hindrance } from '$features/packs/writing';
import { app } from '$lib/state/app.svelte';

/** What the mounted place does. */
export interface PacksParts {
  ask: (what: Ask) => void;
  write: () => unknown;
  folder: () => unknown;
}

export function packsActions(packs: Packs, parts: PacksParts): Action[] {
  const { planning } = packs;
  const isHere = () => app.view === 'packs' && app.isInFront;
  const isOpen = () => isHere() && packs.pack !== null;
  const attempt = (what: string, work: () => Promise<unknown>) => app.attempt(what, work);
  const actions: Omit<Action, 'group'>[] = [
    {
      id: 'packs.write',
      label: 'Export pack',
      keys: '$mod+Enter',
      icon: PackageCheck,
      words: 'write save files',
      when: () => isOpen() && !planning.isWriting && hindrance(packs) === null,
      perform: parts.write,
    },
    {
      id: 'packs.plan',
      label: 'Dry run',
      keys: 'F5',
      icon: RefreshCw,
      words: 'plan loss report again',
      when: () => isOpen() && !packs.isDirty && !packs.isEmpty && !planning.isBusy,
      perform: () => attempt('Running the dry run', () => planning.again()),
    },
    {
      id: 'packs.cancel',
      label: 'Cancel dry run or export',
      icon: CircleStop,
      words: 'stop',
      when: () => isOpen() && (planning.plan.isLoading || planning.isWriting),
      perform: () => attempt('Canceling', () => planning.cancel()),
    },
    {
      id: 'packs.verify',
      label: 'Verify pack by re-importing',
      icon: Play,
      words: 'round trip read back import compare',
      when: () => isOpen() && planning.plan.value !== null && planning.refused === 0 && !planning.isBusy,
      perform: () => attempt('Verifying the pack', () => planning.verify()),
    },
    {
      id: 'packs.folder',
      label: 'Choose output folder',
      icon: FolderOpen,
      when: isOpen,
      perform: parts.folder,
    },
    {
      id: 'packs.new',
      label: 'New pack',
      icon: Plus,
      words: 'create export',
      when: isHere,
      perform: () => parts.ask('new'),
    },
    {
      id: 'packs.rename',
      label: 'Rename pack',
      keys: 'F2',
      icon: Pencil,
      when: isOpen,
      perform: () => parts.ask('rename'),
    },
    {
      id: 'packs.duplicate',
      label: 'Duplicate pack',
      icon: Copy,
      when: isOpen,
      perform: () => attempt('Duplicating the pack', () => packs.duplicate()),
    },
    {
      id: 'packs.undo',
      label: 'Undo last pack change',
      icon: Undo,
      when: () => isOpen() && packs.canUndo,
      perform: () => packs.undo(),
    },
    {
      id: 'packs.redo',
      label: 'Redo last pack change',
      icon: Redo,
      when: () => isOpen() && packs.canRedo,
      perform: () => packs.redo(),
    },
    {
      id: 'packs.history',
      label: 'Show pack history',
      icon: History,
      words: 'exports compare',
      when: () => isOpen() && packs.exports.list.length > 0,
      perform: () => parts.ask('history'),
    },
    {
      id: 'packs.keys',
      label: 'Signing keys',
      icon: KeyRound,
      words: 'signature trust minisign',
      when: isHere,
      perform: () => parts.ask('keys'),
    },
    {
      id: 'packs.delete',
      label: 'Move pack to trash',
      icon: Trash,
      words: 'delete remove',
      when: isOpen,
      perform: () => parts.ask('delete'),
    },
  ];
  return actions.map((action) => ({ ...action, group: 'Packs' as const }));
}
