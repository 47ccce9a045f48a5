import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Overlays from '../Overlays.svelte';
import { link, node } from '$features/map/fixtures';
import { LibraryMap } from '$features/map/map.svelte';
import { type AgentEdit, type ChangeReport, commands, type Merge, type SaveOutcome } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { later, write } from '$lib/testing/screen';
import MapInspector from './MapInspector.svelte';

// jsdom has no layout; editors ask where letters are.

const agent = recorded('getAgent');
const here = { kind: 'node', key: `agent:${agent.edit.id}` } as const;
const there = { kind: 'node', key: 'skill:00000000-0000-7000-8000-000000000013' } as const;
const [skill] = recorded('listSkills').filter(({ id }) => /0013$/.test(id));
let stored: typeof agent;
const studio = {
  getMap: vi.fn<() => unknown>(),
  getAgent: vi.fn(() => stored),
  saveAgent: vi.fn(({ agent }: { agent: AgentEdit }) => {
    stored = { ...stored, edit: { ...agent, aggregate_version: agent.aggregate_version + 1 } };
    return stored;
  }),
  listFormDrafts: vi.fn(() => []),
  keepFormDraft: vi.fn(() => null),
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  editFrontmatter: vi.fn(() => []),
  saveFile: vi.fn<() => SaveOutcome>(),
  renameInSkills: vi.fn<() => ChangeReport>(),
  getOutsideChange: vi.fn<() => Merge>(),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
beforeEach(() => {
  stored = agent;
  vi.clearAllMocks();
  studio.getMap.mockImplementation(() => recorded('getMap'));
  recordedStudio(studio);
  Object.assign(app, { rows: recorded('listSkills'), merge: null, overlay: null });
});
afterEach(() => (app.merge = null));

async function show(selection: typeof here | typeof there | { kind: 'node'; key: string }) {
  const map = new LibraryMap(commands, { read: () => null, write: () => {} });
  await map.load();
  render(MapInspector, { map });
  map.select(selection);
  return map;
}
const field = () => screen.findByTestId<HTMLInputElement>('agent-name');
const save = () => screen.getByTestId<HTMLButtonElement>('agent-save');

it('an agent that is saved stays on screen, with the focus in it and its undo', async () => {
  await show(here);
  const name = await field();
  name.focus();
  await write(name, 'greeter');
  await fireEvent.keyDown(name, { key: 's', ctrlKey: true });
  await screen.findByText('Revision 2');
  await waitFor(() => expect(studio.getMap).toHaveBeenCalledTimes(2));
  expect([document.activeElement === name, studio.getAgent.mock.calls.length]).toEqual([true, 1]);
  await fireEvent.keyDown(name, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(name.value).toBe('hello_world_agent'));
  // What is taken back is a change of the version that is stored now.
  await fireEvent.click(save());
  await screen.findByText('Revision 3');
  expect(studio.saveAgent.mock.calls.map(([{ agent }]) => [agent.name, agent.aggregate_version])).toEqual([
    ['greeter', 1],
    ['hello_world_agent', 2],
  ]);
});

it('who goes elsewhere while the map is read after a save stays there', async () => {
  const map = await show(here);
  await write(await field(), 'greeter');
  const answer = later<unknown>();
  studio.getMap.mockImplementationOnce(() => answer.promise);
  await fireEvent.click(save());
  await waitFor(() => expect(studio.getMap).toHaveBeenCalledTimes(2));
  map.select(there);
  answer.resolve(recorded('getMap'));
  await waitFor(() => expect(map.data.isLoading).toBe(false));
  await Promise.resolve();
  expect(map.selection).toEqual(there);
});

it('a merge stays open with its text until it is stored, and is merged anew where the skill moved on', async () => {
  const merge = (mine: string): Merge => ({
    skill_id: skill!.id,
    skill_name: skill!.name,
    path: 'SKILL.md',
    source: 'library',
    base: 'base',
    mine,
    theirs: 'theirs',
    merged: `${mine} theirs`,
    conflicts: 0,
    aggregate_version: 4,
    their_hash: 'h',
  });
  studio.getMap.mockImplementation(() => {
    const { nodes, ...rest } = recorded('getMap');
    const missing = node('missing:lookup_premise', { near: { id: 't', name: 'find_premise', similarity: 0.9 } });
    return { ...rest, nodes: [...nodes, missing], links: [link('names', there.key, missing.key)] };
  });
  const conflict = (mine: string): SaveOutcome => ({ kind: 'conflict', merge: merge(mine) });
  const where = { skill_id: skill!.id, skill: skill!.name, path: 'SKILL.md' };
  const refused = [{ ...where, reason: 'changed_outside' as const, message: 'It was changed on disk.' }];
  studio.renameInSkills.mockReturnValueOnce({ set: null, done: 0, refused });
  studio.getOutsideChange.mockReturnValueOnce(merge('first'));
  render(Overlays);
  await show({ kind: 'node', key: 'missing:lookup_premise' });
  await fireEvent.click(await screen.findByTestId('rename-missing'));
  await fireEvent.click(await screen.findByText('Merge…'));
  const take = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save merge' }));
  const text = () => screen.getByRole('textbox', { name: 'Merged text' }).textContent;

  studio.saveFile.mockImplementationOnce(() => {
    throw { code: 'file', message: 'The disk is full.', detail: null };
  });
  await take();
  await waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Saving the merged text'));
  expect(text()).toBe('first theirs');

  studio.saveFile.mockReturnValueOnce(conflict('second'));
  await take();
  await waitFor(() => expect(text()).toBe('second theirs'));

  studio.saveFile.mockReturnValueOnce({ kind: 'saved', detail: recorded('getSkill') });
  await take();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(studio.saveFile).toHaveBeenCalledTimes(3);
});
