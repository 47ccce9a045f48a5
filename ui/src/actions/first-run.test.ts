import { beforeEach, expect, it, vi } from 'vitest';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { firstRun, firstRunSteps } from '$lib/state/first-run.svelte';
import { takeFirstRunStep } from './first-run';

const skill = recorded('listSkills')[0]!;
const studio = {
  suggestSkill: vi.fn<() => unknown>(() => skill.id),
  suggestQuery: vi.fn(() => ({ query: 'a ferry', skill: skill.name })),
  planSkillExport: vi.fn(() => {
    throw { code: 'cancelled', message: '', detail: null };
  }),
};

beforeEach(() => {
  vi.clearAllMocks();
  recordedStudio(studio);
  Object.assign(app, { overlay: 'first-run', rows: recorded('listSkills') });
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
