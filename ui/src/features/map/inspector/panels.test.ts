import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import {
  type BlastRadius,
  type MapData,
  type MapNode,
  type ServerDetail,
  type SkillDetail,
  StudioError,
  type ToolDetail,
  type ToolProblem,
  commands,
} from '$lib/ipc';
import { ODD_NAMES, faults, later, wordsOf } from '$lib/testing/screen';
import { type Change, data as fixture, link, node } from '../fixtures';
import { LibraryMap, type MapBackend } from '../map.svelte';
import { About, type AboutBackend } from './about.svelte';
import Inspector from './Inspector.svelte';

let data: MapData;
let backend: ReturnType<typeof studio>;
const problem = (some: Partial<ToolProblem>): ToolProblem =>
  ({
    kind: 'missing',
    severity: 'error',
    skill_id: 'id-x',
    skill: 'x',
    tool: 't',
    near: null,
    similarity: 0,
    message: '',
    line: null,
    ...some,
  }) as ToolProblem;
const studio = () => ({
  getMap: vi.fn(async () => structuredClone(data)),
  getMapFindings: vi.fn(async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 })),
  getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => null),
  saveLink: vi.fn(async (put: unknown) => put),
  getBlastRadius: vi.fn(async (key: string): Promise<BlastRadius> => ({ key, hit: [] })),
  listToolProblems: vi.fn(async (): Promise<ToolProblem[]> => []),
  getTool: vi.fn(
    async (id: string) =>
      ({
        id,
        description: '',
        effect: 'read',
        description_tokens: 3,
        schema_tokens: 20,
        problems: [],
        drift: [],
        used_by: [],
        aggregate_version: 1,
        updated_at: '2026-11-21T10:00:00Z',
      }) as unknown as ToolDetail,
  ),
  listToolVersions: vi.fn(async () => []),
  listServers: vi.fn(async (): Promise<ServerDetail[]> => []),
  getSkill: vi.fn(
    async () => ({ description: 'Finds leaks.', allowed_tools: [], tools: [] }) as unknown as SkillDetail,
  ),
});
const on = { onskill: vi.fn(), ontool: vi.fn(), onserver: vi.fn(), onnewtool: vi.fn(), onmerge: vi.fn() };
beforeEach(() => {
  data = fixture();
  backend = studio();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

async function show(kind: 'node' | 'link' | null, key = '') {
  const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: () => {} });
  const about = new About(backend as unknown as AboutBackend, map);
  await Promise.all([map.load(), about.load()]);
  if (kind) map.select({ kind, key });
  render(Toaster);
  const { container } = render(Inspector, { map, about, ...on });
  return { map, about, container };
}
const part = (name: string | RegExp) => screen.getByRole('region', { name });
const change = (key: string, some: Change) =>
  (data = { ...data, nodes: data.nodes.map((each) => (each.key === key ? ({ ...each, ...some } as MapNode) : each)) });

describe('what lies in the trash', () => {
  const trashed = () => {
    change('tool:transfer_call', { is_trashed: true });
    return show('node', 'tool:transfer_call');
  };

  it('says who still depends on it, and leads there', async () => {
    const { map, container } = await trashed();
    expect(wordsOf(part('Problem'))).toContain(
      'This tool is in the trash, but 1 item in the library still depends on it.',
    );
    expect(await faults(container)).toEqual([]);
    await fireEvent.click(within(part(/^Used by/)).getByRole('button', { name: /emergency/ }));
    expect(map.selection).toEqual({ kind: 'node', key: 'skill:emergency' });
  });

  it('comes back under the name that is free', async () => {
    await trashed();
    const item = { kind: 'tool' as const, id: 'id-transfer_call', aggregate_version: 2 };
    vi.spyOn(commands, 'listTrash').mockResolvedValue([
      { item, name: 'transfer_call', free_name: 'transfer_call-2' } as never,
    ]);
    const restore = vi.spyOn(commands, 'restoreItem').mockImplementation(async () => {
      change('tool:transfer_call', { is_trashed: false });
      return null as never;
    });
    await fireEvent.click(screen.getByTestId('restore-trashed'));
    await screen.findByText('Restored transfer_call-2');
    expect(restore).toHaveBeenCalledWith(item, 'transfer_call-2');
    await waitFor(() => expect(screen.queryByTestId('restore-trashed')).toBeNull());
  });

  it('says so where it is not there any more, and can be tried again', async () => {
    await trashed();
    vi.spyOn(commands, 'listTrash').mockResolvedValue([]);
    await fireEvent.click(screen.getByTestId('restore-trashed'));
    await screen.findByText('Restoring transfer_call failed: transfer_call is no longer in the trash.');
    expect(screen.getByTestId<HTMLButtonElement>('restore-trashed').disabled).toBe(false);
  });
});

describe('a server', () => {
  it.each([
    ['running', 'running'],
    ['stopped', 'stopped, starts on demand'],
    ['needs_consent', 'waiting for permission'],
    ['failed', 'failed'],
    ['unknown', 'referenced by tools, not set up'],
  ] as const)('that is %s says so', async (state, words) => {
    change('server:telephony', { state });
    await show('node', 'server:telephony');
    expect(wordsOf(part('Status'))).toContain(words);
  });

  it('is opened in Tools, and tells of what it offers beside the library', async () => {
    const tools = [{ tool_id: null }, { tool_id: null }, { tool_id: 'x' }];
    backend.listServers.mockResolvedValue([
      { name: 'telephony', message: 'It restarted.', info: 'tel 1.2', tools },
    ] as never);
    await show('node', 'server:telephony');
    expect(await screen.findByText("It has 2 more tools that aren't in the library.")).toBeTruthy();
    expect(wordsOf(part('Status'))).toContain('It restarted. MCP, stdio, tel 1.2');
    await fireEvent.click(screen.getByLabelText('Open telephony in Tools'));
    expect(on.onserver).toHaveBeenCalledWith('telephony');
  });

  it('is read again when servers change, and the older answer is dropped', async () => {
    const { about } = await show('node', 'server:telephony');
    await waitFor(() => expect(about.servers.value).toEqual([]));
    const slow = later<ServerDetail[]>();
    backend.listServers.mockReturnValueOnce(slow.promise);
    about.follow({ kind: 'servers_changed' });
    backend.listServers.mockResolvedValueOnce([{ name: 'telephony', message: 'newer', info: '', tools: [] }] as never);
    about.follow({ kind: 'servers_changed' });
    expect(await screen.findByText('newer')).toBeTruthy();
    slow.resolve([]);
    await slow.promise;
    expect(screen.getByText('newer')).toBeTruthy();
  });

  it('that is only what scripts are listed under leads nowhere', async () => {
    change('server:telephony', { state: null, provider: 'scripts' });
    await show('node', 'server:telephony');
    expect(wordsOf(part('Status'))).toContain('Tools run as: Sandboxed scripts.');
    expect(screen.queryByLabelText(/in Tools$/)).toBeNull();
  });
});

describe('a skill', () => {
  it('says what it says of itself, what is wrong and what it needs', async () => {
    change('skill:emergency', { errors: 2, warnings: 1 });
    const { map, container } = await show('node', 'skill:emergency');
    await waitFor(() => expect(wordsOf(part('About the skill'))).toContain('2 errors'));
    expect(wordsOf(part('About the skill'))).toContain('1 warning');
    expect(wordsOf(part('Dependencies'))).toContain('triage-basics');
    expect(wordsOf(part(/^Loaded by/))).toContain('dispatch-desk');
    expect(await faults(container)).toEqual([]);
    await fireEvent.click(within(part('Dependencies')).getByRole('button', { name: /triage-basics/ }));
    expect(map.selection?.key).toBe('skill:triage-basics');
  });

  it('without tools, agents or a description says each', async () => {
    data = { ...data, links: [] };
    backend.getSkill.mockResolvedValue({ description: '', allowed_tools: [] } as unknown as SkillDetail);
    await show('node', 'skill:triage-basics');
    await screen.findByText('No description.');
    expect(wordsOf(part(/^Tools/))).toContain('Neither this skill nor');
    expect(wordsOf(part(/^Loaded by/))).toContain('No agents load this skill.');
    expect(screen.queryByRole('region', { name: 'Dependencies' })).toBeNull();
  });

  it('leads from a tool it names that is missing to that', async () => {
    backend.listToolProblems.mockResolvedValue([
      problem({
        skill_id: 'id-plumbing-leaks',
        skill: 'plumbing-leaks',
        tool: 'git_history',
        message: 'Unknown tool `git_history`.',
      }),
    ]);
    const { map } = await show('node', 'skill:plumbing-leaks');
    const wrong = await screen.findByRole('region', { name: /^Tool problems/ });
    await fireEvent.click(within(wrong).getByRole('button', { name: /Unknown tool/ }));
    expect(map.selection).toEqual({ kind: 'node', key: 'missing:git_history' });
  });

  it.each(ODD_NAMES)('may have any name: %s', async (name) => {
    change('skill:emergency', { name });
    await show('node', 'skill:emergency');
    await fireEvent.click(
      await screen.findByLabelText(`Open ${name.trim()} in the library`, { normalizer: (text) => text.trim() }),
    );
    expect(on.onskill).toHaveBeenCalledWith('id-emergency');
  });
});

it("lists the tools of the library's client with their parameters, and the skills that name some", async () => {
  const tools = [
    { name: 'Bash', parameters: ['command', 'timeout'] },
    { name: 'CronList', parameters: [] },
  ];
  const key = 'client:claude-code';
  const named = link('brought', 'skill:emergency', key, { aggregate_version: 0, tools: ['Bash'] });
  data = {
    ...data,
    nodes: [...data.nodes, node(key, { name: "Claude Code's tools", tools })],
    links: [...data.links, named],
  };
  const { map, container } = await show('node', key);
  expect(wordsOf(part(/^Tools/))).toContain('command, timeout');
  expect(wordsOf(part(/^Tools/))).toContain('no parameters');
  expect(wordsOf(part(/^Skills that list them/))).toContain('Bash');
  expect(await faults(container)).toEqual([]);
  await fireEvent.click(within(part(/^Skills that list them/)).getByRole('button', { name: /emergency/ }));
  expect(map.selection).toEqual({ kind: 'node', key: 'skill:emergency' });
});

it('says how bad each problem is, as its skill does, the worst first', async () => {
  const { map, about } = await show(null);
  backend.listToolProblems.mockResolvedValue([
    problem({ kind: 'never_mentioned', severity: 'info', tool: 'a', message: 'a is never mentioned.' }),
    problem({ kind: 'not_enabled', severity: 'error', tool: 'b', message: 'b is not enabled.' }),
    problem({ kind: 'not_linked', severity: 'warning', tool: 'c', message: 'c is not linked.' }),
  ]);
  data = { ...data, nodes: data.nodes.filter(({ kind }) => kind !== 'missing'), links: [] };
  await Promise.all([map.load(), about.load()]);
  await waitFor(() =>
    expect(
      within(part(/^Problems with tools/))
        .getAllByRole('listitem')
        .map((row) => [row.classList[0], wordsOf(row)])
        .filter(([, text]) => text?.startsWith('x:')),
    ).toEqual([
      ['danger', 'x: b is not enabled.'],
      ['warn', 'x: c is not linked.'],
      ['hint', 'x: a is never mentioned.'],
    ]),
  );
});

describe('what a stop would hit', () => {
  it('is counted by what happens, or nothing, or why it is not known', async () => {
    const hit = (name: string, kind: 'skill' | 'agent' | 'tool', is_required: boolean) => ({
      key: `${kind}:${name}`,
      name,
      kind,
      distance: 1,
      is_required,
      why: '',
    });
    backend.getBlastRadius.mockImplementation(async (key) => ({
      key,
      hit: [hit('a', 'skill', true), hit('b', 'skill', false), hit('c', 'agent', true), hit('d', 'tool', true)],
    }));
    const { map, about } = await show('node', 'tool:git_log');
    const stops = () => wordsOf(part('If git_log fails'));
    await waitFor(() => expect(stops()).toMatch(/Tools that fail ?1/));
    expect(stops()).toMatch(/Skills that stop working ?1/);
    expect(stops()).toMatch(/Skills that lose an optional dependency ?1/);
    backend.getBlastRadius.mockRejectedValue(new StudioError('internal', 'It could not be counted.'));
    map.select({ kind: 'node', key: 'server:telephony' });
    await screen.findByText('It could not be counted.');
    backend.getBlastRadius.mockImplementation(async (key) => ({ key, hit: [] }));
    map.select({ kind: 'node', key: 'skill:triage-basics' });
    await screen.findByText('Nothing depends on it.');
    expect(about.blast.error).toBeNull();
  });

  it('of another node than the one that is selected is not shown', async () => {
    const slow = later<BlastRadius>();
    backend.getBlastRadius.mockReturnValueOnce(slow.promise);
    const { map } = await show('node', 'tool:git_log');
    map.select({ kind: 'node', key: 'tool:transfer_call' });
    await screen.findByText('Nothing depends on it.');
    slow.resolve({
      key: 'tool:git_log',
      hit: [{ key: 'skill:x', name: 'x', kind: 'skill', distance: 1, is_required: true, why: '' }],
    });
    await slow.promise;
    expect(screen.getByText('Nothing depends on it.')).toBeTruthy();
  });
});

describe('a link', () => {
  it.each([
    ['provided:tool:transfer_call>server:telephony', 'Tool and provider', /Change it in Tools/],
    ['overlap:skill:emergency>skill:plumbing-leaks', 'Skills overlap', /may trigger the wrong one/],
    ['names:skill:plumbing-leaks>missing:git_history', 'Skill references a missing tool', /rename or add it/],
  ])('that follows from something else says from what: %s', async (key, title, note) => {
    await show('link', key);
    expect(screen.getByText(title)).toBeTruthy();
    expect(wordsOf(part('Context'))).toMatch(note);
    expect(screen.queryByTestId('unlink')).toBeNull();
  });

  it('says how many agents load its skill, and opens its tool', async () => {
    data = {
      ...data,
      nodes: [...data.nodes, node('agent:night')],
      links: [...data.links, link('assigned', 'agent:night', 'skill:emergency')],
    };
    const { container } = await show('link', 'uses:skill:emergency>tool:transfer_call');
    expect(wordsOf(part('Context'))).toContain('Loaded by 2 agents.');
    await fireEvent.click(screen.getByLabelText('Open transfer_call'));
    expect(on.ontool).toHaveBeenCalledWith('id-transfer_call');
    expect(await faults(container)).toEqual([]);
  });
});

describe('nothing selected', () => {
  it('says that problems are looked for, why they cannot be read, and looks again', async () => {
    const answer = later<ToolProblem[]>();
    backend.listToolProblems.mockReturnValueOnce(answer.promise);
    const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: () => {} });
    const about = new About(backend as unknown as AboutBackend, map);
    await map.load();
    const loading = about.load();
    render(Inspector, { map, about, ...on });
    expect(screen.getByText(/^Checking skills and tools/)).toBeTruthy();
    answer.reject(new StudioError('internal', "A skill can't be read."));
    await loading;
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain("A skill can't be read.");
    data = { ...data, nodes: data.nodes.filter(({ kind }) => kind !== 'missing'), links: [] };
    await map.load();
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByText(/^None. Every referenced tool exists/)).toBeTruthy();
  });

  it('lists forty problems at most, and says how many more there are', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      problem({ kind: 'never_mentioned', severity: 'info', tool: `t${at}`, message: `t${at} is never mentioned.` }),
    );
    backend.listToolProblems.mockResolvedValue(many);
    const { container } = await show(null);
    await waitFor(() => expect(within(part(/^Problems/)).getAllByRole('listitem')).toHaveLength(40));
    expect(wordsOf(part(/^Problems/))).toMatch(/and 2\d more/);
    expect(await faults(container)).toEqual([]);
  });
});

it('shows the blast radius by steps, and lets go of it by Escape', async () => {
  backend.getBlastRadius.mockImplementation(async (key) => ({
    key,
    hit: [
      { key: 'skill:emergency', name: 'emergency', kind: 'skill', distance: 1, is_required: true, why: 'It uses it.' },
      { key: 'agent:dispatch-desk', name: 'dispatch-desk', kind: 'agent', distance: 2, is_required: false, why: '' },
    ],
  }));
  const { map, container } = await show('node', 'tool:transfer_call');
  await map.showBlast('tool:transfer_call');
  expect(wordsOf(await screen.findByRole('region', { name: /^1 step/ }))).toContain('required');
  expect(wordsOf(part(/^2 steps/))).toContain('optional');
  expect(await faults(container)).toEqual([]);
  await fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(map.blast).toBeNull());
});
