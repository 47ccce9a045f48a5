import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  BlastRadius,
  ChangeRefusal,
  ChangeReport,
  ChangeSetInfo,
  MapData,
  MapLink,
  Merge,
  RefusalReason,
  ServerDetail,
  SkillDetail,
  SkillRow,
  ToolDetail,
} from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { data as fixture, link, node } from '../fixtures';
import { LibraryMap, type MapBackend } from '../map.svelte';
import { About } from './about.svelte';
import { assignments, blastSentence, chainOf, grantedTo, hitCounts, loadPlace, troubles } from './facts';
import Inspector from './Inspector.svelte';

let data: MapData;
const radius: BlastRadius = {
  key: 'tool:transfer_call',
  hit: [
    {
      key: 'skill:emergency',
      name: 'emergency',
      kind: 'skill',
      distance: 1,
      is_required: true,
      why: 'emergency uses transfer_call.',
    },
    { key: 'skill:triage', name: 'triage', kind: 'skill', distance: 2, is_required: false, why: '' },
    { key: 'agent:dispatch-desk', name: 'dispatch-desk', kind: 'agent', distance: 2, is_required: false, why: '' },
  ],
};
const tool = (): ToolDetail =>
  ({
    id: 'id-transfer_call',
    description: 'Hands the caller on.',
    effect: 'execute',
    description_tokens: 12,
    schema_tokens: 168,
    problems: [],
    drift: [],
    used_by: [
      { skill_id: 'id-emergency', skill: 'emergency', access: 'execute', through: null, version: null },
      { skill_id: 'id-night', skill: 'night', access: 'read', through: 'emergency' },
    ],
    aggregate_version: 7,
    updated_at: '2026-11-21T10:00:00Z',
  }) as unknown as ToolDetail;

const merge = { conflicts: 1 } as unknown as Merge;
const refusal = (reason: RefusalReason): ChangeRefusal => ({
  skill_id: 'id-plumbing-leaks',
  skill: 'plumbing-leaks',
  path: 'SKILL.md',
  reason,
  message: `It is ${reason}.`,
});
let refused: ChangeRefusal[];

const backend = {
  getMap: vi.fn(async () => data),
  getMapFindings: vi.fn(async () => ({ missing: [], links: [], overlaps: 1, limit: 0.4 })),
  getUndoHistory: vi.fn(async () => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(async () => null),
  savePositions: vi.fn(async () => null),
  saveLink: vi.fn(async (put: MapLink) => {
    const stored = { ...put, aggregate_version: put.aggregate_version + 1 };
    data = { ...data, links: [...data.links.filter(({ key }) => key !== put.key), stored] };
    return stored;
  }),
  removeLink: vi.fn(async (kind: string, from: string, to: string) => {
    data = { ...data, links: data.links.filter(({ key }) => key !== `${kind}:${from}>${to}`) };
  }),
  getBlastRadius: vi.fn(async (key: string) => ({ ...radius, key })),
  listToolProblems: vi.fn(async () => [
    {
      kind: 'missing' as const,
      severity: 'error' as const,
      skill_id: 'id-plumbing-leaks',
      skill: 'plumbing-leaks',
      tool: 'git_history',
      near: 'git_log',
      similarity: 0.81,
      message: 'Unknown tool `git_history`.',
      line: 3,
    },
    {
      kind: 'never_mentioned' as const,
      severity: 'info' as const,
      skill_id: 'id-emergency',
      skill: 'emergency',
      tool: 'transfer_call',
      near: null,
      is_trashed: false,
      similarity: 0,
      message: 'transfer_call is never mentioned.',
      line: null,
    },
  ]),
  getTool: vi.fn(async () => tool()),
  listToolVersions: vi.fn(async () =>
    [2, 1].map((aggregate_version) => ({
      id: `v${aggregate_version}`,
      aggregate_version,
      created_at: '2026-11-20T10:00:00Z',
      user: 'author',
      reason: 'saved' as const,
      version: `${aggregate_version}.0.0`,
      changed: [],
      unreadable: null,
    })),
  ),
  listServers: vi.fn(
    async () =>
      [{ name: 'telephony', message: '', info: 'tel 1.2', tools: [{ tool_id: null }] }] as unknown as ServerDetail[],
  ),
  getSkill: vi.fn(async () => ({ allowed_tools: ['git_history'] }) as unknown as SkillDetail),
  renameInSkills: vi.fn(async (): Promise<ChangeReport> => ({
    set: { id: 'set-1' } as ChangeSetInfo,
    done: 1,
    refused,
  })),
  getOutsideChange: vi.fn(async () => merge),
  undoChangeSet: vi.fn(async (): Promise<ChangeReport> => ({ set: null, done: 1, refused: [] })),
  redoChangeSet: vi.fn(async (): Promise<ChangeReport> => ({
    set: null,
    done: 0,
    refused: [refusal('changed_since')],
  })),
};

const on = { onskill: vi.fn(), ontool: vi.fn(), onserver: vi.fn(), onnewtool: vi.fn(), onmerge: vi.fn() };
beforeEach(() => {
  data = fixture();
  refused = [];
  vi.clearAllMocks();
});

async function show(kind: 'node' | 'link' | null, key = '') {
  const map = new LibraryMap(backend as unknown as MapBackend, { read: () => null, write: () => {} });
  const about = new About(backend, map);
  await Promise.all([map.load(), about.load()]);
  if (kind) map.select({ kind, key });
  render(Inspector, { map, about, ...on });
  return { map, about };
}
const uses = 'uses:skill:emergency>tool:transfer_call';
const part = (name: string | RegExp) => screen.getByRole('region', { name });

describe('facts', () => {
  it('reads the chain of a link, from the agent to the tool', () => {
    const chain = chainOf(
      data,
      data.links.find(({ key }) => key === uses)!,
    );
    expect(chain.map(({ node: { name }, word }) => `${name} ${word}`)).toEqual([
      'dispatch-desk loads',
      'emergency uses',
      'transfer_call telephony',
    ]);
  });

  it('counts in the tools of required skills, once, with the most access, and none of optional ones', () => {
    const nodes = ['skill:a', 'skill:b', 'skill:c', 'tool:x', 'tool:y', 'tool:z'].map((key) => node(key));
    const links = [
      link('uses', 'skill:a', 'tool:x', { access: 'read' }),
      link('uses', 'skill:b', 'tool:x', { access: 'execute' }),
      link('uses', 'skill:b', 'tool:y', { access: 'write' }),
      link('uses', 'skill:c', 'tool:z', { access: 'read' }),
      link('depends', 'skill:a', 'skill:b'),
      link('depends', 'skill:b', 'skill:a'),
      link('depends', 'skill:a', 'skill:c', { is_required: false }),
    ];
    const granted = grantedTo({ nodes, links, cycles: [], groups: [] }, 'skill:a');
    expect(granted.map(({ tool: { name }, access, through }) => `${name} ${access} ${through?.name ?? 'own'}`)).toEqual(
      ['x execute b', 'y write b'],
    );
  });

  it('counts what a stop hits, and says it', () => {
    expect(hitCounts(radius)).toEqual({ stopped: 1, poorer: 1, tools: 0, agents: 1, all: 3 });
    expect(blastSentence(radius)).toBe(
      'If it fails, 1 skill stops working, 1 skill loses an optional dependency, and 1 agent is affected.',
    );
    expect(blastSentence({ key: 'x', hit: [] })).toBe('Nothing depends on it.');
  });

  it('lists what is wrong, circles first, by name', () => {
    const found = troubles({ ...data, cycles: [['skill:emergency', 'skill:triage-basics']] }, []);
    expect(found.map(({ text }) => text)).toEqual([
      'Dependency cycle: emergency → triage-basics → emergency',
      'plumbing-leaks references a missing tool: git_history',
    ]);
  });

  it('s0_23 says which place a skill loads at', () => {
    expect(loadPlace(data, assignments(data, 'skill:emergency')[0]!)).toBe('Position 2 of 2');
  });
});

describe('a link', () => {
  it('shows its chain, what is enforced, what waking costs, what a stop hits', async () => {
    await show('link', uses);
    expect(
      within(part('Context'))
        .getAllByRole('button')
        .map((row) => row.textContent?.trim()),
    ).toHaveLength(3);
    expect(screen.getByTestId('enforced').textContent).toContain('emergency can read, write and execute');
    expect(part('When emergency triggers').textContent).toContain('1,420 tokens');
    expect(part('When emergency triggers').textContent).toContain('168 tokens');
    await waitFor(() => expect(part('If transfer_call fails').textContent).toContain('Agents affected'));
    expect(screen.getByText('Revision 4')).toBeTruthy();
  });

  it('s0_14 changes access, as a step that can be undone, and stays selected', async () => {
    const { map } = await show('link', uses);
    await fireEvent.click(screen.getByRole('radio', { name: 'read' }));
    await waitFor(() => expect(screen.getByTestId('enforced').textContent).toContain('only to read'));
    expect(map.selection?.key).toBe(uses);
    await map.undo();
    await waitFor(() => expect(screen.getByTestId('enforced').textContent).toContain('can read, write and execute'));
  });

  it('s1_16 pins a version of the tool, as a step that can be undone, and says when it is gone', async () => {
    const { map } = await show('link', uses);
    const pick = () => screen.getByLabelText('Tool version');
    await waitFor(() => expect(pick().textContent).toContain('Latest (2.0.0)'));
    await fireEvent.keyDown(pick(), { key: 'Enter' });
    await screen.findByRole('option', { name: /^1\.0\.0 · revision 1/ });
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await fireEvent.keyDown(pick(), { key });
    await waitFor(() => expect(backend.saveLink).toHaveBeenCalledWith(expect.objectContaining({ tool_version: 1 })));
    expect(await screen.findByText(/stays on this version/)).toBeTruthy();
    await map.undo();
    expect(backend.saveLink).toHaveBeenLastCalledWith(expect.objectContaining({ tool_version: null }));

    data = { ...data, links: data.links.map((link) => (link.key === uses ? { ...link, tool_version: 7 } : link)) };
    await map.load();
    expect(await screen.findByText(/Version 7 no longer exists/)).toBeTruthy();
  });
  it('s0_13 changes the sequence from the skill use too, taking whole numbers only', async () => {
    await show('link', uses);
    const field = screen.getByTestId<HTMLInputElement>('link-sequence');
    await fireEvent.change(field, { target: { value: 'soon' } });
    expect(field.value).toBe('1');
    await fireEvent.change(field, { target: { value: '3' } });
    expect(backend.saveLink).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'assigned', sequence: 3, priority: 10 }),
    );
  });

  it('keeps half typed settings apart until they are applied', async () => {
    const { about, map } = await show('link', uses);
    about.type(uses, '{"a": ');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('config-apply').disabled).toBe(true);
    map.select(null);
    await waitFor(() => expect(screen.queryByTestId('config-apply')).toBeNull());
    map.select({ kind: 'link', key: uses });
    about.type(uses, '{"a": 1}');
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('config-apply').disabled).toBe(false));
    await fireEvent.click(screen.getByTestId('config-apply'));
    await waitFor(() => expect(screen.queryByTestId('config-apply')).toBeNull());
    expect(backend.saveLink).toHaveBeenCalledWith(expect.objectContaining({ config: '{"a": 1}' }));
  });

  it('makes a dependency optional, and unlinks it', async () => {
    const { map } = await show('link', 'depends:skill:emergency>skill:triage-basics');
    await fireEvent.click(screen.getByRole('radio', { name: 'Optional' }));
    await screen.findByText(/works without triage-basics/);
    await fireEvent.click(screen.getByTestId('unlink'));
    await waitFor(() => expect(map.selection).toBeNull());
    expect(data.links.some(({ kind }) => kind === 'depends')).toBe(false);
  });

  it('offers no removal of what is only derived', async () => {
    await show('link', 'provided:tool:transfer_call>server:telephony');
    expect(screen.queryByTestId('unlink')).toBeNull();
  });
});

describe('a node', () => {
  it('skill: shows its tools with access, and what does not fit', async () => {
    await show('node', 'skill:emergency');
    expect(part('Tools').textContent).toMatch(/transfer_call.*execute/s);
    expect(part('Tool problems').textContent).toContain('never mentioned');
    expect(part('Loaded by').textContent).toContain('dispatch-desk');
    await fireEvent.click(screen.getByRole('button', { name: 'Open emergency in the library' }));
    expect(on.onskill).toHaveBeenCalledWith('id-emergency');
  });

  it('skill: gives it a tool that its text mentions and no link enables', async () => {
    backend.listToolProblems.mockResolvedValueOnce([
      {
        kind: 'not_enabled' as never,
        severity: 'warning' as never,
        skill_id: 'id-emergency',
        skill: 'emergency',
        tool: 'git_log',
        near: null as never,
        similarity: 0,
        message: 'git_log is mentioned, and would not be enabled.',
        line: 4,
      },
    ]);
    await show('node', 'skill:emergency');
    await fireEvent.click(screen.getByRole('button', { name: 'Connect to git_log' }));
    await waitFor(() =>
      expect(backend.saveLink).toHaveBeenCalledWith(
        expect.objectContaining({ kind: 'uses', from: 'skill:emergency', to: 'tool:git_log', access: 'read' }),
      ),
    );
  });

  it('tool: shows who may use it, and through which skill', async () => {
    await show('node', 'tool:transfer_call');
    expect((await screen.findByRole('region', { name: 'Used by' })).textContent).toMatch(/night.*read, via emergency/s);
    await fireEvent.click(screen.getByRole('button', { name: 'Open transfer_call in Tools' }));
    expect(on.ontool).toHaveBeenCalledWith('id-transfer_call');
  });

  it('tool: says why it could not be read', async () => {
    backend.getTool.mockRejectedValueOnce({ code: 'not_found', message: 'This tool is gone.' });
    await show('node', 'tool:transfer_call');
    expect(await screen.findByText('This tool is gone.')).toBeTruthy();
  });

  it('server: shows how it is and its tools', async () => {
    await show('node', 'server:telephony');
    expect(screen.getByText('running')).toBeTruthy();
    expect(part('Tools in the library').textContent).toContain('transfer_call');
    expect(await screen.findByText(/has 1 more/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Open telephony in Tools' }));
    expect(on.onserver).toHaveBeenCalledWith('telephony');
  });

  it('shows what depends on it as a list, and lets go of it', async () => {
    const { map } = await show('node', 'tool:transfer_call');
    await fireEvent.click(await screen.findByTestId('show-blast'));
    expect((await screen.findByTestId('blast-sentence')).textContent).toContain('If it fails');
    expect(part('1 step').textContent).toContain('required');
    await fireEvent.click(screen.getByRole('button', { name: 'Close blast radius' }));
    await waitFor(() => expect(map.blast).toBeNull());
  });

  it('folded: lists its members and unfolds', async () => {
    const { map } = await show(null);
    map.toggleGroup('group:tool:telephony');
    map.select({ kind: 'node', key: 'group:tool:telephony' });
    await fireEvent.click(await screen.findByRole('button', { name: 'transfer_call' }));
    expect(map.selection?.key).toBe('tool:transfer_call');
  });

  it('nothing: counts, and is a way to what is wrong', async () => {
    const { map } = await show(null);
    expect(part('Totals').textContent).toMatch(/Skills\s*3/);
    const start = screen.getByTestId('map-start');
    const links = (key: string) => data.links.filter(({ from, to }) => [from, to].includes(key)).length;
    const skills = data.nodes.filter(({ kind }) => kind === 'skill');
    const most = Math.max(...skills.map(({ key }) => links(key)));
    const named = skills.find(({ name }) => name === start.textContent)!;
    expect(links(named.key), 'the skill that one begins with').toBe(most);
    await fireEvent.click(start);
    expect(map.selection?.key).toBe(named.key);
    map.select(null);
    await fireEvent.click(await screen.findByRole('button', { name: /references a missing tool/ }));
    expect(map.selection?.key).toBe('missing:git_history');
  });
});

describe('a missing tool', () => {
  const rename = () => fireEvent.click(screen.getByTestId('rename-missing'));
  const key = 'missing:git_history';

  it('is renamed in the skills that name it, and undone again', async () => {
    app.rows = [{ id: 'id-plumbing-leaks', is_written: true } as SkillRow];
    const { map } = await show('node', key);
    expect(screen.getByText('1 linked file on disk will also change.')).toBeTruthy();
    expect(screen.getByText(/similarity 0\.81/)).toBeTruthy();
    expect(part('Referenced by').textContent).toContain('line 3');
    await rename();
    await waitFor(() => expect(map.steps.canUndo).toBe(true));
    expect(backend.renameInSkills).toHaveBeenCalledWith('git_history', 'git_log', ['id-plumbing-leaks']);
    await waitFor(() => expect(map.selection?.key).toBe('skill:plumbing-leaks'));
    await map.undo();
    expect(backend.undoChangeSet).toHaveBeenCalledWith('set-1');
    await map.redo();
    expect(map.refused?.message).toBe(
      "plumbing-leaks: It is changed_since, so “Rename git_history to git_log” can't be redone.",
    );
  });

  it('is left alone where text is not saved, and that is said', async () => {
    refused = [refusal('has_draft')];
    backend.renameInSkills.mockResolvedValueOnce({ set: null, done: 0, refused });
    const { map } = await show('node', key);
    await rename();
    expect(await screen.findByText(/plumbing-leaks\/SKILL\.md: It is has_draft\./)).toBeTruthy();
    expect([map.steps.canUndo, screen.queryByRole('button', { name: 'Merge…' })]).toEqual([false, null]);
  });

  it('says why nothing could be renamed at all', async () => {
    backend.renameInSkills.mockRejectedValueOnce({ code: 'read_only_library', message: 'It can only be read.' });
    await show('node', key);
    await rename();
    expect(await screen.findByText(/It can only be read\./)).toBeTruthy();
  });

  it('puts a change on disk to the author', async () => {
    refused = [refusal('changed_outside')];
    backend.renameInSkills.mockResolvedValueOnce({ set: null, done: 0, refused });
    await show('node', key);
    await rename();
    await fireEvent.click(await screen.findByRole('button', { name: 'Merge…' }));
    expect(backend.getOutsideChange).toHaveBeenCalledWith('id-plumbing-leaks', 'SKILL.md');
    expect(on.onmerge).toHaveBeenCalledWith(merge);
  });

  it('can be added as a tool', async () => {
    await show('node', key);
    await fireEvent.click(screen.getByTestId('add-missing'));
    expect(on.onnewtool).toHaveBeenCalledWith('git_history');
  });
});
