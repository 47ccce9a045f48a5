import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenForShortcuts } from '$actions/shortcuts';
import { registry } from '$actions';
import { pack, plan, skills, summary } from '$features/packs/fixtures';
import type { PackEdit } from '$lib/ipc';
import { recorded, recordedStudio, tell } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import Packs from './Packs.svelte';

Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });
HTMLElement.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const first = pack('1');
const studio = {
  listPacks: vi.fn(() => ({ packs: [first], unreadable: [] })),
  savePack: vi.fn(({ pack: edit }: { pack: PackEdit }) => pack(edit.id ?? '9', { ...edit, id: edit.id ?? '9' })),
  getPackSummary: vi.fn(() => summary()),
  planPack: vi.fn(() => plan(first)),
  comparePack: vi.fn(() => plan(first, { is_compared: true })),
  getPackFile: vi.fn(() => ({ before: 'a', after: 'b', lines: null, note: null })),
  verifyPack: vi.fn(() => ({ targets: [] })),
  writePack: vi.fn(() => {
    throw { code: 'file', message: 'The disk is full.', detail: null };
  }),
  choosePaths: vi.fn(() => ['/elsewhere']),
  listPackExports: vi.fn(() => ({ exports: [], unreadable: [] })),
  listAgents: vi.fn(() => []),
  listQuerySets: vi.fn(() => []),
  listOverlaps: vi.fn(() => ({ pairs: [] })),
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  fixAll: vi.fn(() => ({ set: null, done: 0, refused: [] })),
};

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  recordedStudio(studio as never);
  Object.assign(app, { library: recorded('getLibrary'), rows: skills, overlay: null, meter: null, activities: [] });
  app.history.clear();
  app.go('packs');
});

const has = (id: string) => registry.available().some((action) => action.id === id);
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });

it('plans nothing before it is seen, and follows what changes then', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  app.go('library');
  render(Packs);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([studio.listPacks.mock.calls.length, studio.planPack.mock.calls.length]).toEqual([1, 0]);
  app.go('packs');
  await vi.advanceTimersByTimeAsync(3000);
  expect(studio.planPack).toHaveBeenCalledOnce();
  await tell({ kind: 'packs_changed' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(studio.listPacks).toHaveBeenCalledTimes(2);
});

it('is worked by keys: dry run, folder, verify, write', async () => {
  render(Packs);
  const stop = listenForShortcuts(registry);
  await waitFor(() => expect(has('packs.write')).toBe(true));
  const runs = studio.planPack.mock.calls.length;
  await press('F5');
  await waitFor(() => expect(studio.planPack.mock.calls.length).toBe(runs + 1));
  await waitFor(() => expect(registry.perform('packs.folder')).toBe(true));
  await waitFor(() =>
    expect(studio.planPack.mock.lastCall).toEqual([{ request: { pack_id: '1', out: '/elsewhere' } }]),
  );
  await waitFor(() => expect(registry.perform('packs.verify')).toBe(true));
  await waitFor(() => expect(studio.verifyPack).toHaveBeenCalledOnce());
  await press('Enter', { ctrlKey: true });
  await waitFor(() => expect(studio.writePack).toHaveBeenCalledOnce());
  stop();
});

it('opens what can be asked for from the palette', async () => {
  render(Packs);
  await waitFor(() => expect(has('packs.rename')).toBe(true));
  expect(has('packs.history')).toBe(false);
  for (const [id, name] of [
    ['packs.rename', 'Rename “pack-1”'],
    ['packs.new', 'New pack'],
    ['packs.delete', 'Move “pack-1” to trash?'],
  ] as const) {
    expect(registry.perform(id)).toBe(true);
    expect(await screen.findByRole('dialog', { name })).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('leaves its actions to itself: elsewhere none of them is there', async () => {
  render(Packs);
  await waitFor(() => expect(has('packs.rename')).toBe(true));
  app.go('library');
  expect(registry.available().filter(({ group }) => group === 'Packs')).toEqual([]);
});
