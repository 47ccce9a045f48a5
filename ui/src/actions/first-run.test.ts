import { beforeEach, expect, it, vi } from 'vitest';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { firstRun, firstRunSteps } from '$lib/state/first-run.svelte';
import { noteFixes, startFirstRunStep } from './first-run';

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
  noteFixes([]);
});

it('each step leads to where it is done and closes the dialog; that alone is not doing it', async () => {
  const places = [];
  for (const step of firstRunSteps) {
    await startFirstRunStep(step);
    places.push(app.view);
  }
  expect(places).toEqual(['library', 'playground', 'evaluate', 'simulate', 'library']);
  expect(app.overlay).toBeNull();
  expect(firstRunSteps.filter((step) => firstRun.isTaken(step))).toEqual(['export']);
  expect(app.intents.take('query')).toEqual({ query: 'a ferry' });
  expect(app.intents.take('skills')).toEqual([skill.name]);
  expect(app.selectedId).toBe(skill.id);
  expect(studio.planSkillExport).toHaveBeenCalledExactlyOnceWith({ id: skill.id, way: 'archive' });
});

it('in a library without skills a step begins with an import, and is not taken', async () => {
  studio.suggestSkill.mockImplementationOnce(() => null);
  app.rows = [];
  await startFirstRunStep('query');
  expect([app.overlay, firstRun.next]).toEqual(['import', 'fix']);
});

it('an export is taken only where something is written', async () => {
  studio.choosePaths.mockImplementationOnce(() => []);
  await startFirstRunStep('export');
  expect([studio.planSkillExport.mock.calls.length, firstRun.isTaken('export')]).toEqual([1, false]);
  studio.planSkillExport.mockImplementationOnce(() => {
    throw { code: 'invalid', message: 'The name is no name.', detail: null };
  });
  await startFirstRunStep('export');
  expect(firstRun.isTaken('export')).toBe(false);
});

it('a problem is shown in the open skill, or else in one that has some', async () => {
  const [sound, other] = app.rows.slice(1);
  app.openSkill(sound!.id);
  await startFirstRunStep('fix');
  expect([app.selectedId, app.intents.take('jump')?.problem, firstRun.isTaken('fix')]).toEqual([
    skill.id,
    'first',
    false,
  ]);
  app.rows = app.rows.map((row) => (row.id === other!.id ? { ...row, errors: 1 } : row));
  app.openSkill(other!.id);
  await startFirstRunStep('fix');
  expect(app.selectedId).toBe(other!.id);
});

it('a problem is fixed where a changed skill has fewer, not where others are counted', () => {
  const [row, ...others] = app.rows.map((each) => ({ ...each, errors: 2 }));
  noteFixes([row!, ...others]);
  noteFixes([{ ...row!, errors: 0 }, ...others]);
  expect(firstRun.isTaken('fix')).toBe(false);
  noteFixes([row!, ...others]);
  noteFixes([{ ...row!, errors: 1, aggregate_version: row!.aggregate_version + 1 }, ...others]);
  expect(firstRun.isTaken('fix')).toBe(true);
});

it('a step to fix is passed over as long as no skill has a problem, and is not taken by that', () => {
  const [row] = app.rows.map((each) => ({ ...each, errors: 0, warnings: 0 }));
  noteFixes([row!]);
  expect([firstRun.next, firstRun.isTaken('fix'), firstRun.isShown]).toEqual(['query', false, true]);
  noteFixes([{ ...row!, warnings: 1 }]);
  expect(firstRun.next).toBe('fix');
  noteFixes([{ ...row!, aggregate_version: row!.aggregate_version + 1 }]);
  expect([firstRun.isTaken('fix'), firstRun.next]).toEqual([true, 'query']);
  firstRun.restart();
  noteFixes([]);
  expect(firstRun.next, 'a library without skills begins with an import').toBe('fix');
});

it('where no skill has an error or warning, it says so and goes on to the next step', async () => {
  const said = vi.spyOn(app, 'notify').mockImplementation(() => undefined as never);
  app.rows = app.rows.map((row) => ({ ...row, errors: 0, warnings: 0 }));
  await startFirstRunStep('fix');
  expect(said).toHaveBeenCalledExactlyOnceWith('No skill has errors or warnings. Nothing to fix.');
  expect([app.intents.take('jump'), firstRun.next]).toEqual([null, 'query']);
  said.mockRestore();
});
