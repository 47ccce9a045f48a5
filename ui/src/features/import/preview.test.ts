import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ImportItem, ImportReport, Skipped } from '$lib/ipc';
import { foundItem, nothing } from './fixtures';
import { ImportFlow } from './import.svelte';
import { below, byReason, remark } from './lines';
import PreviewTable from './PreviewTable.svelte';
import { headline } from './report';
import WayChoice from './WayChoice.svelte';

// The list draws what fits, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const left = (path: string): Skipped => ({ path, code: 'too-large', title: 'Too large', message: 'Too large.' });
const stored = { is_stored: true, name: 'twin', path: 'My group' };
const other = { is_stored: false, name: 'twin', path: '/skills/a/twin/SKILL.md' };

async function shown(items: ImportItem[], skipped: Skipped[] = [], onfollow = vi.fn()): Promise<ImportFlow> {
  const flow = new ImportFlow({
    preview: async () => ({ folder: '/skills', items, skipped, format: null }),
    inspect: async () => nothing,
    dismissFinding: vi.fn(async () => {}),
    restoreFinding: vi.fn(async () => {}),
    runRows: vi.fn(),
    run: vi.fn(),
    activityId: () => undefined,
    cancel: vi.fn(),
  });
  await flow.choose(['/skills']);
  render(PreviewTable, { flow, groups: [], onfollow });
  return flow;
}
const rows = () => screen.getAllByTestId('import-item');
const row = (name: string) => rows().find((line) => within(line).queryAllByText(name).length > 0)!;

it('ticks what would be imported, leaves identical ones, and says of what', async () => {
  const flow = await shown([foundItem('fresh'), foundItem('twin', 'identical', { twin: other })]);
  expect(rows().map((line) => [line.dataset.state, line.dataset.chosen])).toEqual([
    ['new', 'true'],
    ['identical', 'false'],
  ]);
  expect(row('twin').textContent).toContain('Identical to /skills/a/twin/SKILL.md.');
  expect(screen.getByText('1 of 2 skills selected')).toBeTruthy();
  await fireEvent.click(row('twin'));
  expect(flow.chosen.map(({ name }) => name)).toEqual(['fresh', 'twin']);
  await fireEvent.click(screen.getByRole('checkbox', { name: '2 of 2 skills selected' }));
  expect(flow.chosen).toEqual([]);
});

it('ticks all that is shown, and nothing that the filter hides', async () => {
  const flow = await shown([foundItem('fresh'), foundItem('other'), foundItem('twin', 'identical', { twin: other })]);
  await fireEvent.pointerDown(screen.getByRole('combobox', { name: 'Show' }), { button: 0 });
  await fireEvent.pointerUp(await screen.findByRole('option', { name: 'Identical (1)' }));
  await fireEvent.click(screen.getByRole('checkbox', { name: '0 of 1 shown skill selected' }));
  expect(flow.chosen.map(({ name }) => name)).toEqual(['fresh', 'other', 'twin']);
  await fireEvent.click(screen.getByRole('checkbox', { name: '1 of 1 shown skill selected' }));
  expect(flow.chosen.map(({ name }) => name)).toEqual(['fresh', 'other']);
});

it('ticks a whole group, and what has nothing to import stays unticked', async () => {
  const flow = await shown([foundItem('a'), foundItem('b', 'same'), foundItem('c', 'new', { group: 'others' })]);
  flow.way = 'copy';
  const [first] = screen.getAllByTestId('import-group');
  await fireEvent.click(first!);
  expect(flow.chosen.map(({ name }) => name)).toEqual(['c']);
  await fireEvent.click(first!);
  expect(flow.chosen.map(({ name }) => name)).toEqual(['a', 'c']);
});

it('ticks with the space bar and folds with Enter', async () => {
  const flow = await shown([foundItem('a'), foundItem('b')]);
  const list = screen.getByRole('grid', { name: 'Skills found' });
  for (const key of ['ArrowDown', 'ArrowDown', ' ']) await fireEvent.keyDown(list, { key });
  expect(flow.chosen.map(({ name }) => name)).toEqual(['b']);
  for (const key of ['ArrowUp', 'Enter']) await fireEvent.keyDown(list, { key });
  expect(screen.queryAllByTestId('import-item')).toHaveLength(0);
});

it('says the common folder once and paths below it', async () => {
  await shown([foundItem('deep', 'new', { path: '/skills/much/deeper/SKILL.md' })]);
  expect(row('deep').textContent).toContain('much/deeper');
  expect(row('deep').textContent).not.toContain('/skills/');
  expect(screen.getAllByText('/skills')).toHaveLength(1);
});

it('shows one reason once, with its count, and its paths when it is opened', async () => {
  await shown([foundItem('a')], [left('/skills/x/SKILL.md'), left('/skills/y/SKILL.md')]);
  const [reason, ...more] = screen.getAllByTestId('import-reason');
  expect(more).toEqual([]);
  expect(reason!.textContent).toMatch(/Too large\s*2/);
  expect(screen.queryAllByTestId('import-skipped')).toHaveLength(0);
  await fireEvent.click(reason!);
  expect(screen.getAllByTestId('import-skipped')).toHaveLength(2);
});

it('offers what a link leads to, with button and keys, and nothing of what cannot be imported', async () => {
  const onfollow = vi.fn();
  const link: Skipped = {
    path: '/skills/tides',
    code: 'linked-skill',
    title: 'A link to a skill elsewhere',
    message: "This is a link to /mine/tides and wasn't read. Clients that follow it: Claude Code.",
    leads_to: '/mine/tides/SKILL.md',
  };
  await shown([foundItem('a')], [link, left('/skills/x/SKILL.md')], onfollow);
  const [row] = screen.getAllByTestId('import-skipped');
  expect(row!.textContent).toContain('Clients that follow it: Claude Code.');
  await fireEvent.click(within(row!).getByRole('button', { name: 'Also import' }));
  expect(onfollow).toHaveBeenCalledExactlyOnceWith('/mine/tides/SKILL.md');
  const list = screen.getByRole('grid', { name: 'Skills found' });
  for (const key of ['Enter', ' ']) await fireEvent.keyDown(list, { key });
  expect(onfollow).toHaveBeenCalledTimes(3);
  for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'Enter']) await fireEvent.keyDown(list, { key });
  expect(screen.getAllByTestId('import-skipped')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Also import' })).toHaveLength(1);
  expect(onfollow).toHaveBeenCalledTimes(3);
});

it('says before anything is imported what saving a linked skill does', async () => {
  const flow = await shown([foundItem('a')]);
  render(WayChoice, { flow });
  expect(screen.getByText(/Saving a skill here writes to its file in \/skills/)).toBeTruthy();
  expect((screen.getByTestId('import-copy') as HTMLInputElement).checked).toBe(true);
  await fireEvent.click(screen.getByTestId('import-link'));
  expect(flow.way).toBe('link');
});

it('puts each state in words', () => {
  const said = (state: ImportItem['state'], way: 'copy' | 'link', twin = stored) =>
    remark(foundItem('twin', state, { twin }), way);
  expect(said('identical', 'copy')).toBe('Identical to twin in this library (My group).');
  expect(said('same_name', 'copy', other)).toBe(
    'Same name as /skills/a/twin/SKILL.md, different content. Both are kept.',
  );
  expect(said('unlinked', 'link')).toContain('will be linked to this file');
  expect(said('differs', 'copy')).toBe(
    "Changed here and in the folder. Importing replaces the library's version, which is kept in the history.",
  );
  expect(said('differs', 'link')).toBe("Changed here and in the folder. You'll be asked to merge.");
  expect(remark(foundItem('fresh'), 'copy')).toBe('What fresh is for.');
});

it('shortens paths to what tells them apart', () => {
  expect(below('/skills', '/skills/a/b/SKILL.md')).toBe('a/b');
  expect(below('/skills/a', '/skills/a/SKILL.md')).toBe('SKILL.md');
  expect(below('', 'pack.zip/one/SKILL.md')).toBe('pack.zip/one');
});

it('groups remarks by their code', () => {
  const reasons = byReason([left('a'), { ...left('b'), code: 'symlink' }, left('c')]);
  expect(reasons.map(({ code, list }) => [code, list.length])).toEqual([
    ['too-large', 2],
    ['symlink', 1],
  ]);
});

it('tells the truth in the report: what has problems is not counted as fine', () => {
  const item = (path: string, outcome: ImportReport['imported'][number]['outcome'] = 'added') => ({
    kind: 'skill' as const,
    name: path,
    id: path,
    path,
    outcome,
  });
  const report: ImportReport = {
    imported: [...Array.from({ length: 2000 }, (_, at) => item(`s${at}`)), item('u', 'updated')],
    warnings: Array.from({ length: 633 }, (_, at) => ({ ...left(`s${at}`), code: 'frontmatter-missing' })),
    skipped: [left('big')],
    unreadable: 633,
    not_chosen: 4,
    is_cancelled: false,
  };
  expect(headline(report)).toBe(
    "2,000 imported (633 need attention), 1 updated, 1 skipped, 4 not selected. 633 skills can't be read. Fix them in the editor.",
  );
  const nothing = { imported: [], warnings: [], skipped: [], unreadable: 0, not_chosen: 0, is_cancelled: true };
  expect(headline(nothing)).toBe('Canceled. Nothing imported.');
});
