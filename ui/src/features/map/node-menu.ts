/** The menu of a node on the canvas: what pointer, keys and inspector do with it. */
import ArrowUpRight from '@lucide/svelte/icons/arrow-up-right';
import ChevronsUpDown from '@lucide/svelte/icons/chevrons-up-down';
import Link from '@lucide/svelte/icons/link-2';
import PanelRight from '@lucide/svelte/icons/panel-right';
import Radar from '@lucide/svelte/icons/radar';
import type { MenuEntry } from '$kit';
import type { MapNode } from '$lib/ipc';
import type { LibraryMap } from './map.svelte';
import { isAbsent } from './model';

export interface NodeActions {
  /** Goes to the place where it is edited. */
  open: (node: MapNode) => void;
  /** Asks what it is to be connected to. */
  connect: (key: string) => void;
}

const places: Partial<Record<MapNode['kind'], string>> = { skill: 'Library', tool: 'Tools', server: 'Tools' };

export function nodeMenu(map: LibraryMap, key: string, { open, connect }: NodeActions): MenuEntry[] {
  const node = map.node(key);
  if (!node) return [];
  if (node.folded > 0)
    return [{ id: 'unfold', label: 'Expand', icon: ChevronsUpDown, kbd: 'Enter', perform: () => map.toggleGroup(key) }];
  // What stands for several tools, as scripts do, is no server one can go to.
  const place = node.kind === 'server' && node.state === null ? undefined : places[node.kind];
  const isThere = !isAbsent(node);
  return [
    {
      id: 'select',
      label: 'Show details',
      icon: PanelRight,
      kbd: 'Enter',
      perform: () => map.select({ kind: 'node', key }),
    },
    ...(isThere && place
      ? [{ id: 'open', label: `Open in ${place}`, icon: ArrowUpRight, perform: () => open(node) }]
      : []),
    ...(isThere && map.targets(key).length > 0
      ? [{ id: 'connect', label: 'Connect…', icon: Link, kbd: 'C', perform: () => connect(key) }]
      : []),
    ...(isThere
      ? [{ id: 'stops', label: 'Show dependents', icon: Radar, perform: () => void map.showBlast(key) }]
      : []),
  ];
}
