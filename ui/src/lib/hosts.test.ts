import { expect, it } from 'vitest';
import { CLIENTS } from '$lib/ipc';
import { NOT_MEASURED, folderOf, hostLabels, hostOptions, hosts, readHost, sourceOf } from './hosts';

it('a client that a setting names is read under its name, under one it had, and under no other', () => {
  for (const { name, old_names: old } of CLIENTS)
    for (const kept of [name, ...old]) expect([kept, readHost(kept)]).toEqual([kept, name]);
  expect([readHost('mars'), readHost(null), readHost(7)]).toEqual([undefined, undefined, undefined]);
});

it('every client is offered under its label, and one that was not run says so', () => {
  expect(hostOptions.map(({ value }) => value)).toEqual(hosts);
  for (const { value, label, hint } of hostOptions)
    expect([value, label, hint.endsWith(NOT_MEASURED)]).toEqual([value, hostLabels[value], !!sourceOf(value)]);
  expect(hosts.filter(sourceOf)).toEqual(['vscode', 'cursor', 'antigravity']);
});

it('skills are written where a client reads them', () => {
  expect([folderOf('claude-code'), folderOf('copilot'), folderOf('cursor')]).toEqual([
    '.claude/skills/',
    '.github/skills/',
    '.cursor/skills/',
  ]);
});
