import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryOverview, NearDuplicates, OverviewPart, SkillPlace } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import { faults, later, wordsOf } from '$lib/testing/screen';
import OverviewPane from './OverviewPane.svelte';
import { Overview } from './overview.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/ada'));
afterAll(() => setHome(null));

const place = (name: string, group: string): SkillPlace => ({
  id: `${group}-${name}`,
  name,
  group,
  path: `/home/ada/${group}/${name}/SKILL.md`,
});
const tokens = { description: 10, body: 90, files: 0 };
const group = (name: string) => ({
  name,
  skills: 2,
  tokens,
  errors: 0,
  warnings: 3,
  hints: 0,
  duplicates: 1,
  stale_links: 0,
  without_queries: 2,
});
const near: NearDuplicates = {
  found: 1,
  skills: 2,
  has_more: true,
  limit: 0.8,
  is_current: true,
  pairs: [{ a: place('sail', 'blue'), b: place('sail-boats', 'red'), similarity: 0.93 }],
};
const overview = (part: Partial<LibraryOverview> = {}): LibraryOverview => ({
  groups: [group('blue'), group('red')],
  skills: 4,
  tokens,
  rules: [
    {
      code: 'link-missing',
      meaning: 'A link leads nowhere',
      severity: 'warning',
      gravest: 2,
      problems: 3,
      skills: 2,
      fixable: 1,
    },
  ],
  in_other_files: 0,
  identical: {
    found: 1,
    skills: 2,
    sets: [{ name: 'docx', skills: 2, places: [place('docx', 'blue'), place('docx', 'red')] }],
  },
  same_name: { found: 0, skills: 0, sets: [] },
  near,
  links: { changed: 1, missing: 0, held: 0 },
  queries: { queries: 7, without: 3, never_picked: 1, run_finished_at: '2026-01-01T00:00:00Z' },
  ...part,
});
const studio = commandsOf({
  getOverview: vi.fn(async (_group: string | null) => overview()),
  findNearDuplicates: vi.fn(async (_group: string | null) => near),
  listOverviewSkills: vi.fn(async (_part: OverviewPart, _group: string | null) => ['blue-docx', 'red-docx']),
  dismissOverlap: vi.fn(async () => null),
});

beforeEach(() => {
  studio.getOverview.mockImplementation(async () => overview());
  app.go('overview');
});

async function shown() {
  const controller = new Overview(studio);
  render(OverviewPane, { overview: controller });
  await controller.read();
  await screen.findByTestId('overview-total');
  return controller;
}

it('tells every duplicate with its group and file, and that there are more pairs than were counted', async () => {
  await shown();
  const identical = within(screen.getByTestId('overview-identical'));
  expect(identical.getByRole('button', { name: 'blue ~/blue/docx' })).toBeTruthy();
  expect(screen.getByText(/More than 1 pair at 0.80/)).toBeTruthy();
  expect(wordsOf(screen.getByTestId('overview-rule'))).toContain('2 warnings and 1 less severe in 2 skills, 1 fixable');
  expect(screen.getByRole('button', { name: 'sail-boats' })).toBeTruthy();
  expect(await faults()).toEqual([]);
});

it('says what it counts that no row of a skill does', async () => {
  studio.getOverview.mockImplementation(async () => overview({ in_other_files: 1 }));
  await shown();
  expect(wordsOf(screen.getByTestId('overview-rules'))).toContain(
    "Including 1 problem in other files of skills, which the badge and the status bar don't count",
  );
});

it('each number opens its list', async () => {
  await shown();
  await fireEvent.click(screen.getByRole('button', { name: '2 identical skills' }));
  await vi.waitFor(() => expect(app.view).toBe('library'));
  expect(studio.listOverviewSkills.mock.calls).toEqual([['identical', null]]);
  expect(app.intents.take('listed')).toEqual({ label: 'Identical skills', ids: ['blue-docx', 'red-docx'] });

  await fireEvent.click(screen.getByRole('button', { name: '2 skills without test queries in red' }));
  await vi.waitFor(() => expect(studio.listOverviewSkills.mock.lastCall).toEqual(['without-queries', 'red']));
  await fireEvent.click(screen.getByRole('button', { name: '3 problems: A link leads nowhere' }));
  expect([app.view, app.intents.take('problems')]).toEqual(['problems', { code: 'link-missing' }]);
  await fireEvent.click(screen.getByRole('button', { name: '3 warnings in blue' }));
  expect(app.intents.take('problems')).toEqual({ group: 'blue', severity: 'warning' });
  await fireEvent.click(screen.getByRole('button', { name: /^Similarity 0.93: show sail and sail-boats/ }));
  expect([app.view, app.intents.take('pair')]).toEqual([
    'evaluate',
    { aId: 'blue-sail', bId: 'red-sail-boats', similarity: 0.93 },
  ]);
});

it('shows one group, and all again where that is gone', async () => {
  const controller = await shown();
  await fireEvent.click(screen.getByRole('button', { name: 'red' }));
  await vi.waitFor(() => expect(studio.getOverview.mock.lastCall).toEqual(['red']));
  studio.getOverview.mockImplementation(async () => overview({ groups: [group('blue')] }));
  await controller.read();
  expect(controller.group).toBeNull();
});

it('compares descriptions only after the rest is there, and not while they are being indexed', async () => {
  const compared = later<NearDuplicates>();
  studio.getOverview.mockImplementation(async () => overview({ near: null }));
  studio.findNearDuplicates.mockImplementation(() => compared.promise);
  const controller = new Overview(studio);
  render(OverviewPane, { overview: controller });
  controller.follow(true);
  await vi.waitFor(() => expect(screen.getByText(/compared once they're indexed/)).toBeTruthy());
  expect(studio.findNearDuplicates).not.toHaveBeenCalled();
  controller.follow(false);
  await vi.waitFor(() => expect(screen.getByText('Comparing descriptions…')).toBeTruthy());
  compared.resolve(near);
  await vi.waitFor(() => expect(screen.getByTestId('overview-near')).toBeTruthy());
});

it('shows a group at once while descriptions are still compared, and no pairs but those of the group', async () => {
  const [compared, again] = [later<NearDuplicates>(), later<NearDuplicates>()];
  studio.findNearDuplicates.mockReset();
  studio.findNearDuplicates.mockImplementationOnce(() => compared.promise);
  studio.findNearDuplicates.mockImplementationOnce(() => again.promise);
  studio.getOverview.mockImplementation(async (of) =>
    of === null ? overview({ near: { ...near, is_current: false } }) : overview({ near: null, skills: 2 }),
  );
  const controller = new Overview(studio);
  await controller.read();
  await controller.choose('blue');
  expect([controller.all.value?.skills, controller.near.value, controller.near.isLoading]).toEqual([2, null, true]);
  expect(studio.findNearDuplicates.mock.calls, 'one comparison at a time').toEqual([[null]]);
  compared.resolve(near);
  await vi.waitFor(() => expect(studio.findNearDuplicates.mock.lastCall).toEqual(['blue']));
  expect(controller.near.value).toBeNull();
  again.resolve({ ...near, found: 7 });
  await vi.waitFor(() => expect(controller.near.value?.found).toBe(7));
});

it('compares once for all that was asked for while a comparison ran', async () => {
  const compared = later<NearDuplicates>();
  studio.findNearDuplicates.mockReset();
  studio.findNearDuplicates.mockImplementationOnce(() => compared.promise).mockImplementation(async () => near);
  studio.getOverview.mockImplementation(async () => overview({ near: null }));
  const controller = new Overview(studio);
  for (const _ of [1, 2, 3, 4]) await controller.read();
  compared.resolve({ ...near, found: 7 });
  await vi.waitFor(() => expect(controller.near.value).toEqual(near));
  expect([studio.findNearDuplicates.mock.calls.length, controller.near.error]).toEqual([2, null]);
});
