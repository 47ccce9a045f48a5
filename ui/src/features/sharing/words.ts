/** The words of sharing: states, kinds, counts. */
import Bot from '@lucide/svelte/icons/bot';
import FileText from '@lucide/svelte/icons/file-text';
import Server from '@lucide/svelte/icons/server';
import Wrench from '@lucide/svelte/icons/wrench';
import { plural, type IconType, type Tone } from '$kit';
import type { SharedKind, SharedThing, SharingReport, SharingState } from '$lib/ipc';

/** How a thing stands, in a word or two and in a sentence. */
export const states: Record<SharingState, { label: string; means: string; tone: Tone }> = {
  both_changed: {
    label: 'Changed on both sides',
    means: 'You and someone else changed it. Resolve the conflict before you push.',
    tone: 'warn',
  },
  update_available: {
    label: 'Update available',
    means: 'It changed on the server. Pull to get the change.',
    tone: 'accent',
  },
  not_installed: { label: 'Not installed', means: "It's only on the server. Pull to get it.", tone: 'accent' },
  locally_modified: { label: 'Modified here', means: 'You changed it. Push to share the change.', tone: 'ok' },
  not_shared: { label: 'Not shared yet', means: "It's only here. Push to share it.", tone: 'ok' },
  current: { label: 'Up to date', means: "It's the same here and on the server.", tone: 'neutral' },
};

export const icons: Record<SharedKind, IconType> = { server: Server, tool: Wrench, skill: FileText, agent: Bot };

/** What a filter shows: one state, all that is not alike, or everything. */
export type Shown = SharingState | 'changes' | 'all';

export const isShown = ({ state }: SharedThing, shown: Shown): boolean =>
  shown === 'all' || (shown === 'changes' ? state !== 'current' : state === shown);

/** The states in the order in which they matter. */
const order = Object.keys(states) as SharingState[];

/** Things by what is to be done about them, then by name. */
export const byState = (a: SharedThing, b: SharedThing): number =>
  order.indexOf(a.state) - order.indexOf(b.state) || a.name.localeCompare(b.name);

/** What a push or pull does or did, such as `2 created, 1 updated`; empty where nothing. */
export const sumOf = ({ created, updated, merged }: SharingReport): string =>
  [
    created > 0 ? `${created} created` : '',
    updated > 0 ? `${updated} updated` : '',
    merged > 0 ? `${merged} merged` : '',
  ]
    .filter(Boolean)
    .join(', ');

export const changesOf = ({ created, updated, merged }: SharingReport): number => created + updated + merged;

/** What the button of a push or pull says. */
export const actOf = (kind: 'push' | 'pull', report: SharingReport): string => {
  const changes = changesOf(report);
  if (report.is_trashing_many) return `Pull and move ${plural(report.trashed.length, 'item')} to trash`;
  return `${kind === 'push' ? 'Push' : 'Pull'}${changes > 0 ? ` ${plural(changes, 'change')}` : ''}`;
};

/** A field for people: `/files/notes~1more.md/sha256` is the file, `/tools/…/access` its last two parts. */
export function fieldOf(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (parts[0] === 'document') return 'SKILL.md';
  if (parts[0] === 'files' && parts[1]) return parts[1];
  return parts
    .filter((part) => !/^[0-9a-f-]{36}$/.test(part))
    .join(', ')
    .replaceAll('_', ' ');
}
