import { expect, test, vi } from 'vitest';
import { registry } from '$actions';
import { Bench } from '$features/bench/bench.svelte';
import { LibraryMap } from '$features/map/map.svelte';
import { Servers } from '$features/servers/servers.svelte';
import { studio, tool } from '$features/tools/fixtures';
import { Tools } from '$features/tools/tools.svelte';
import type { Action } from '$actions';
import { app } from '$lib/state/app.svelte';
import { mapActions } from './map-actions';
import { toolsActions } from './tools-actions';

/** A studio that answers nothing: what an action asks of it is seen. */
const silent = () => new Proxy({}, { get: () => vi.fn(async () => ({})) }) as never;
const memory = { read: () => null, write: () => {} };
const shown = (actions: Action[]) => actions.filter(({ when }) => when?.() ?? true).map(({ id }) => id);

test("the map's actions are there on the map only, each when it can be done", () => {
  const map = new LibraryMap(silent(), memory);
  let agent: { saveAsGram: () => void; trash: () => void } | null = null;
  const parts = { find: vi.fn(), arrange: vi.fn(), newAgent: vi.fn(), exportAs: vi.fn(), agent: () => agent };
  const actions = mapActions(map, parts);
  const perform = (id: string) => actions.find((action) => action.id === id)!.perform();
  app.go('library');
  expect(shown(actions)).toEqual([]);
  app.go('map');
  expect(shown(actions)).toEqual([
    'map.find',
    'map.lay-out',
    'map.fit',
    'map.list',
    'map.problems',
    'map.export-svg',
    'map.export-png',
    'map.export-json',
    'map.new-agent',
  ]);
  const fits = map.fits;
  perform('map.fit');
  perform('map.problems');
  perform('map.list');
  perform('map.export-png');
  expect([map.fits, map.onlyProblems, map.mode, parts.exportAs.mock.calls]).toEqual([
    fits + 1,
    true,
    'list',
    [['png']],
  ]);
  expect(shown(actions)).toContain('map.everything');
  expect(shown(actions)).not.toContain('map.fit');
  expect(shown(actions)).not.toContain('map.agent-gram');
  agent = { saveAsGram: vi.fn(), trash: vi.fn() };
  expect(shown(actions)).toEqual(expect.arrayContaining(['map.agent-gram', 'map.agent-trash']));
  perform('map.agent-gram');
  perform('map.agent-trash');
  expect([agent.saveAsGram, agent.trash].map((done) => vi.mocked(done).mock.calls.length)).toEqual([1, 1]);
  map.collapsed = new Set(['group a']);
  perform('map.unfold');
  expect(map.collapsed.size).toBe(0);
});

test.each([
  ['map.go-find', 'find'],
  ['map.go-new-agent', 'new-agent'],
  ['map.go-lay-out', 'lay-out'],
])("%s goes to the map first, and is the map's own there", (id, wish) => {
  app.library = {} as typeof app.library;
  app.go('library');
  expect(registry.perform(id)).toBe(true);
  expect([app.view, app.intents.take('map')]).toEqual(['map', wish]);
  expect(registry.perform(id)).toBe(false);
});

test('of Tools, what needs a tool is there while one is open, and saving where it can be stored', async () => {
  const { backend } = studio(tool('query', { id: 'query' }));
  const tools = new Tools(backend);
  const parts = { save: vi.fn(), run: vi.fn(), filter: vi.fn() };
  const actions = toolsActions(tools, new Servers(silent()), new Bench(silent()), parts);
  const ofTool = ['tools.run', 'tools.history', 'tools.uses', 'tools.delete', 'tools.save-case', 'tools.map'];
  const there = () => ofTool.filter((id) => shown(actions).includes(id));
  app.go('tools');
  await tools.load();
  expect(there()).toEqual([]);
  await tools.select('query');
  expect(there()).toEqual(ofTool);
  expect(shown(actions)).not.toContain('tools.save');
  tools.page!.description = 'Other.';
  expect(shown(actions)).toContain('tools.save');
  tools.page!.newer = tool('query', { id: 'query', aggregate_version: 9 });
  expect(shown(actions)).not.toContain('tools.save');
  app.go('library');
  expect(shown(actions)).toEqual([]);
  tools.end();
});

test('of Tools, what needs a server is there with one only', () => {
  const tools = new Tools(silent());
  const servers = new Servers(silent());
  const parts = { save: vi.fn(), run: vi.fn(), filter: vi.fn() };
  const actions = toolsActions(tools, servers, new Bench(silent()), parts);
  app.go('library');
  expect(shown(actions)).toEqual([]);
  app.go('tools');
  expect(shown(actions)).toEqual(['tools.libraries']);
  servers.all.set([
    { id: 's', name: 'telephony', state: 'running', tools: [] },
    { id: 't', name: 'picos', state: 'stopped', tools: [] },
  ] as never);
  servers.selectedId = 's';
  expect(shown(actions)).toEqual([
    'tools.libraries',
    'tools.delete-server',
    'tools.check-servers',
    'tools.stop-server',
    'tools.restart-server',
  ]);
  servers.selectedId = 't';
  expect(shown(actions)).toContain('tools.start-server');
});
