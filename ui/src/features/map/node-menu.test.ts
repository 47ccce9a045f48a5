import { expect, it, vi } from 'vitest';
import type { LibraryMap } from './map.svelte';
import { nodeMenu } from './node-menu';

function labels(node: object, targets: number) {
  const map = {
    node: () => ({ key: 'k', name: 'n', folded: 0, is_trashed: false, ...node }),
    targets: () => Array.from({ length: targets }),
    toggleGroup: vi.fn(),
  };
  const actions = { open: vi.fn(), connect: vi.fn() };
  const entries = nodeMenu(map as unknown as LibraryMap, 'k', actions);
  return entries.map((entry) => entry !== '-' && 'label' in entry && entry.label);
}

it.each([
  ['a skill', { kind: 'skill' }, 1, ['Show details', 'Open in Library', 'Connect…', 'Show dependents']],
  ['a tool by itself', { kind: 'tool' }, 0, ['Show details', 'Open in Tools', 'Show dependents']],
  ['a server', { kind: 'server', state: 'running' }, 0, ['Show details', 'Open in Tools', 'Show dependents']],
  ['what is no server', { kind: 'server', state: null }, 0, ['Show details', 'Show dependents']],
  ['an agent', { kind: 'agent' }, 1, ['Show details', 'Connect…', 'Show dependents']],
  ['a tool that is missing', { kind: 'missing' }, 0, ['Show details']],
  ['a skill in the trash', { kind: 'skill', is_trashed: true }, 1, ['Show details']],
  ['a folded group', { kind: 'skill', folded: 4 }, 1, ['Expand']],
])('the menu of %s', (_, node, targets, expected) => {
  expect(labels(node, targets)).toEqual(expected);
});
