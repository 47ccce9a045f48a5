import { beforeEach, expect, it, vi } from 'vitest';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { firstRun, firstRunSteps } from '$lib/state/first-run.svelte';
import { takeFirstRunStep } from './first-run';

const skill = recorded('listSkills')[0]!;
const studio = {
  suggestSkill: vi.fn<() => unknown>(() => skill.id),
  suggestQuery: vi.fn(() => ({ query: 'a ferry', skill: skill.name })),
  planSkillExport: vi.fn(() => ({ path: '/home/ann/tides.skill', folders: [] })),
  choosePaths: vi.fn<() => string[]>(() => ['/home/ann/tides.skill']),
  saveSkillExport: vi.fn(() => ({ path: '/home/ann/tides.skill', losses: [], has_draft: false, is_unchanged: false })),
};

beforeEach(() => {
  vi.clearAllMocks();
  recordedStudio(studio);
  const rows = recorded('listSkills').map((row) => ({ ...row, errors: 0, warnings: Number(row.id === skill.id) }));
  Object.assign(app, { overlay: 'first-run', rows });
  app.history.clear();
  app.intents.clear();
  firstRun.restart();
});

it('each step goes where it is done, closes the dialog, and is taken', async () => {
  const places = [];
  for (const step of firstRunSteps) {
    await takeFirstRunStep(step);
    places.push(app.view);
  }
  expect(places).toEqual(['library', 'playground', 'evaluate', 'simulate', 'library']);
  expect([app.overlay, firstRun.next]).toEqual([null, null]);
  expect(app.intents.take('query')).toEqual({ query: 'a ferry' });
  expect(app.intents.take('skills')).toEqual([skill.name]);
  expect(app.selectedId).toBe(skill.id);
  expect(studio.planSkillExport).toHaveBeenCalledExactlyOnceWith({ id: skill.id, way: 'archive' });
});

it('in a library without skills a step begins with an import, and is not taken', async () => {
  studio.suggestSkill.mockImplementationOnce(() => null);
  app.rows = [];
  await takeFirstRunStep('query');
  expect([app.overlay, firstRun.next]).toEqual(['import', 'fix']);
});

it('an export is taken only where something is written', async () => {
  studio.choosePaths.mockImplementationOnce(() => []);
  await takeFirstRunStep('export');
  expect([studio.planSkillExport.mock.calls.length, firstRun.isTaken('export')]).toEqual([1, false]);
  studio.planSkillExport.mockImplementationOnce(() => {
    throw { code: 'invalid', message: 'The name is no name.', detail: null };
  });
  await takeFirstRunStep('export');
  expect(firstRun.isTaken('export')).toBe(false);
});

it('a problem is shown in the open skill, or else in one that has some', async () => {
  const [sound, other] = app.rows.slice(1);
  app.openSkill(sound!.id);
  await takeFirstRunStep('fix');
  expect([app.selectedId, app.intents.take('jump')?.problem, firstRun.isTaken('fix')]).toEqual([
    skill.id,
    'first',
    true,
  ]);
  app.rows = app.rows.map((row) => (row.id === other!.id ? { ...row, errors: 1 } : row));
  app.openSkill(other!.id);
  await takeFirstRunStep('fix');
  expect(app.selectedId).toBe(other!.id);
});

it('where no skill has an error or warning, the one at hand is shown at its first hint', async () => {
  app.rows = app.rows.map((row) => ({ ...row, errors: 0, warnings: 0 }));
  const [first] = app.rows;
  app.openSkill(first!.id);
  await takeFirstRunStep('fix');
  expect([app.selectedId, app.intents.take('jump')?.problem]).toEqual([first!.id, 'first']);
});
