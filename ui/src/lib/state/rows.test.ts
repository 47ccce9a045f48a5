import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commands, type SkillRow } from '$lib/ipc';
import { app } from './app.svelte';

const row = (name: string, errors = 0): SkillRow => ({
  id: `id-${name}`,
  name,
  description: '',
  group: '',
  tags: [],
  tokens: { description: 0, body: 0, files: 0 },
  errors,
  warnings: 0,
  is_fixable: false,
  has_draft: false,
  link: 'none',
  is_linked: false,
  is_written: false,
  broken: null,
  aggregate_version: 1,
  updated_at: '',
});

let stored: SkillRow[];
const list = vi.spyOn(commands, 'listSkills').mockImplementation(async () => stored);
const some = vi
  .spyOn(commands, 'getSkillRows')
  .mockImplementation(async (ids) => stored.filter(({ id }) => ids.includes(id)));

beforeEach(async () => {
  stored = [row('gas'), row('water')];
  await app.reloadRows();
  list.mockClear();
  some.mockClear();
});
afterEach(() => (app.rows = []));

it('reads the row of a skill that changed, and no other', async () => {
  const before = app.rows;
  stored = [row('gas'), row('water', 3)];
  await app.reloadRow('id-water');
  expect(app.rows.map(({ errors }) => errors)).toEqual([0, 3]);
  expect(app.rows[0]).toBe(before[0]);
  expect([list.mock.calls.length, some.mock.calls]).toEqual([0, [[['id-water']]]]);
});

it('drops the row of a skill that is gone', async () => {
  stored = [row('water')];
  await app.reloadRow('id-gas');
  expect(app.rows.map(({ name }) => name)).toEqual(['water']);
  expect(list).not.toHaveBeenCalled();
});

it.each([
  ['new', [row('gas'), row('oil'), row('water')], 'id-oil'],
  ['renamed', [row('gas'), { ...row('water'), name: 'air' }], 'id-water'],
])('reads the whole list where a skill is %s, as its place is another', async (_, next, id) => {
  stored = next;
  await app.reloadRow(id);
  expect(list).toHaveBeenCalledOnce();
  expect(app.rows).toEqual(next);
});

it('reads several changes together', async () => {
  await Promise.all(['id-gas', 'id-water', 'id-gas'].map((id) => app.reloadRow(id)));
  expect(some.mock.calls).toEqual([[['id-gas']], [['id-water', 'id-gas']]]);
});

it('does not lose a changed row to a list that was asked for before the change', async () => {
  let answer = (_: SkillRow[]) => {};
  list.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const listing = app.reloadRows();
  const before = stored;
  stored = [row('gas'), row('water', 3)];
  const changed = app.reloadRow('id-water');
  await Promise.resolve();
  answer(before);
  await Promise.all([listing, changed]);
  expect(app.rows.map(({ errors }) => errors)).toEqual([0, 3]);
  expect(list).toHaveBeenCalledOnce();
});
