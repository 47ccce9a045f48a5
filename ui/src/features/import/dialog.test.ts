import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity, ImportReport, Skipped } from '$lib/ipc';
import { drag, recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import DropZone from './DropZone.svelte';
import { foundItem, nothing } from './fixtures';
import { flow } from './flow.svelte';
import Import from './Import.svelte';

// The list draws what fits, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });

const left = (path: string, part: Partial<Skipped> = {}): Skipped => ({
  path,
  code: 'too-large',
  title: 'Too large',
  message: 'It is too large.',
  ...part,
});
const report = (part: Partial<ImportReport> = {}): ImportReport => ({
  imported: [],
  skipped: [],
  warnings: [],
  unreadable: 0,
  not_chosen: 0,
  is_cancelled: false,
  ...part,
});
const imported = (name: string, kind: 'skill' | 'tool' = 'skill') =>
  ({
    kind,
    name,
    id: `id-${name}`,
    path: `/skills/${name}/SKILL.md`,
    outcome: 'added',
  }) as ImportReport['imported'][number];
const running = (part: Partial<Activity> = {}) =>
  ({ id: 'i1', kind: 'import', title: 'Importing', done: 3, total: 40, is_finished: false, ...part }) as Activity;

const studio = {
  previewImport: vi.fn<(given: { paths: string[] }) => unknown>(),
  checkImport: vi.fn<() => unknown>(() => nothing),
  importChosen: vi.fn<() => unknown>(),
  cancelActivity: vi.fn<() => unknown>(() => null),
  choosePaths: vi.fn<() => unknown>(() => []),
  listRecentLibraries: vi.fn(() => []),
  listSkills: vi.fn(() => []),
  listFoundEvals: vi.fn<() => unknown>(() => []),
  importFoundEvals: vi.fn<() => unknown>(() => []),
  suggestQuery: vi.fn(() => null),
  suggestSkill: vi.fn(() => 'id-a'),
};
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};

beforeEach(() => {
  vi.clearAllMocks();
  studio.previewImport.mockImplementation(() => ({
    folder: '/skills',
    items: [foundItem('a'), foundItem('b')],
    skipped: [],
  }));
  studio.importChosen.mockImplementation(() => report({ imported: [imported('a'), imported('b')] }));
  recordedStudio(studio);
  Object.assign(app, {
    library: { ...recorded('getLibrary'), notices: [] },
    rows: [],
    activities: [],
    overlay: 'import',
    firstSteps: null,
  });
  app.history.clear();
  app.intents.clear();
  flow.again();
});

const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
async function previewed(paths = ['/skills']) {
  app.openImport(paths);
  render(Import);
  await vi.waitFor(() => expect(flow.step).toBe('preview'));
}

describe('importing', () => {
  it('asks what to import, and has nothing that axe finds wrong', async () => {
    render(Import);
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(await faults()).toEqual([]);
    await fireEvent.click(button('Cancel'));
    expect(app.overlay).toBeNull();
  });

  it('reads what was dropped at once, says what it would do, and does it', async () => {
    await previewed();
    expect(given(studio.previewImport)).toEqual([['/skills']]);
    const run = screen.getByTestId<HTMLButtonElement>('run-import');
    expect(run.textContent?.trim()).toBe('Import 2 skills');
    await vi.waitFor(() => expect(document.activeElement).toBe(run));
    expect(await faults()).toEqual([]);
    await fireEvent.click(screen.getAllByTestId('import-item')[0]!);
    expect(run.textContent?.trim()).toBe('Import 1 skill');
    await fireEvent.click(run);
    expect(await screen.findByTestId('import-report')).toBeTruthy();
    expect(document.activeElement).toBe(button('Done'));
    expect(given(studio.importChosen)).toEqual([
      { paths: ['/skills'], chosen: ['/skills/b/SKILL.md'], is_linked: false, group: null },
    ]);
  });

  it('shows what came into an empty library as at the first start, and no more of what came later', async () => {
    await previewed();
    await fireEvent.click(screen.getByTestId('run-import'));
    await vi.waitFor(() => expect(app.selectedId).toBe('id-a'));
    expect(app.firstSteps).toEqual({ skills: 2, skipped: 0, folders: 1, isLinked: false, query: null });
    Object.assign(app, { rows: recorded('listSkills'), firstSteps: null });
    flow.again();
    await flow.choose(['/skills']);
    await fireEvent.click(await screen.findByTestId('run-import'));
    expect(await screen.findByTestId('import-report')).toBeTruthy();
    expect([app.firstSteps, studio.suggestSkill.mock.calls.length]).toEqual([null, 1]);
  });

  it('lists under the group that is named, and links where that is chosen', async () => {
    await previewed();
    await fireEvent.input(screen.getByLabelText('Group for imported skills'), { target: { value: ' Mine ' } });
    await fireEvent.click(screen.getByTestId('import-link'));
    const run = screen.getByTestId('run-import');
    expect(run.textContent?.trim()).toBe('Link 2 skills');
    await fireEvent.click(run);
    await vi.waitFor(() =>
      expect(given(studio.importChosen)).toEqual([expect.objectContaining({ is_linked: true, group: 'Mine' })]),
    );
  });

  it('reads what a link leads to, too, when that is pressed', async () => {
    const leads_to = '/mine/c/SKILL.md';
    const link = left('/skills/c', { code: 'linked-skill', title: 'A link to a skill elsewhere', leads_to });
    studio.previewImport.mockImplementation(({ paths }) => ({
      folder: '',
      items: paths.includes(leads_to) ? [foundItem('a'), foundItem('c')] : [foundItem('a')],
      skipped: paths.includes(leads_to) ? [] : [link],
    }));
    await previewed();
    expect(screen.getByText('Not read: A link to a skill elsewhere').isConnected).toBe(true);
    expect(await faults()).toEqual([]);
    await fireEvent.click(button('Also import'));
    await vi.waitFor(() => expect(screen.getByTestId('run-import').textContent?.trim()).toBe('Import 2 skills'));
    expect(given(studio.previewImport)).toEqual([['/skills', leads_to]]);
  });

  it('does nothing where nothing is selected', async () => {
    await previewed();
    await fireEvent.click(screen.getByRole('checkbox', { name: '2 of 2 skills selected' }));
    const run = screen.getByTestId<HTMLButtonElement>('run-import');
    expect([run.textContent?.trim(), run.disabled]).toEqual(['Nothing selected', true]);
  });

  it('is narrowed to what differs, and says how many of each there are', async () => {
    studio.previewImport.mockImplementation(() => ({
      folder: '/skills',
      items: [
        foundItem('a'),
        foundItem('b', 'update'),
        foundItem('c', 'new', { is_broken: true, problem: 'no frontmatter' }),
      ],
      skipped: [left('/skills/x')],
    }));
    await previewed();
    await fireEvent.keyDown(screen.getByLabelText('Show', { selector: 'button' }), { key: 'ArrowDown' });
    expect(
      (await screen.findAllByRole('option', { name: /\(\d\)/ })).map((option) => option.textContent?.trim()),
    ).toEqual(['All (4)', 'New (2)', 'Changed (1)', "Can't be read (1)", 'Skipped (1)']);
    await fireEvent.pointerUp(screen.getByRole('option', { name: "Can't be read (1)" }));
    await vi.waitFor(() =>
      expect(screen.getAllByTestId('import-item').map((line) => line.dataset.path)).toEqual(['/skills/c/SKILL.md']),
    );
    expect(screen.getByTestId('import-item').textContent).toContain(
      "Can't be read: no frontmatter It will be imported as is",
    );
  });

  it('that cannot read what was chosen says why, and takes another', async () => {
    studio.previewImport.mockImplementationOnce(refuse('there is no such folder'));
    app.openImport(['/gone']);
    render(Import);
    expect((await screen.findByText(/no such folder/i)).isConnected).toBe(true);
    expect(flow.step).toBe('choose');
  });

  it('that fails keeps nothing and says why', async () => {
    studio.importChosen.mockImplementation(refuse('the disk is full'));
    await previewed();
    await fireEvent.click(screen.getByTestId('run-import'));
    expect((await screen.findByText(/disk is full/i)).isConnected).toBe(true);
  });

  it('says how far it is, goes on in the background, and is stopped', async () => {
    let finish: (report: ImportReport) => void = () => {};
    studio.importChosen.mockImplementation(() => new Promise((done) => (finish = done)));
    await previewed();
    await fireEvent.click(screen.getByTestId('run-import'));
    expect(button('Cancel import').disabled).toBe(true);
    app.activities = [running()];
    expect(await screen.findByText('3 of 40 skills')).toBeTruthy();
    await fireEvent.click(button('Cancel import'));
    await vi.waitFor(() => expect(given(studio.cancelActivity as never)).toEqual(['i1']));
    expect(await screen.findByText(/Stopping… Skills imported so far are kept/)).toBeTruthy();
    await fireEvent.click(button('Continue in background'));
    expect(app.overlay).toBeNull();
    finish(report({ is_cancelled: true, imported: [imported('a')] }));
    await vi.waitFor(() => expect(flow.report?.is_cancelled).toBe(true));
  });

  it('begins again with another folder', async () => {
    await previewed();
    await fireEvent.click(button('Choose another folder'));
    expect([flow.step, flow.preview]).toEqual(['choose', null]);
  });

  it.each(oddNames)('lists a skill %s', async (_, name) => {
    studio.previewImport.mockImplementation(() => ({
      folder: '/skills',
      items: [foundItem('x', 'new', { name })],
      skipped: [],
    }));
    await previewed();
    expect(screen.getByTestId('import-item').querySelector('.name')?.textContent).toBe(name);
  });
});

describe('its report', () => {
  const shown = async (what: ImportReport) => {
    studio.importChosen.mockImplementation(() => what);
    await previewed();
    await fireEvent.click(screen.getByTestId('run-import'));
    return screen.findByTestId('import-report');
  };

  it('names what was left out with its place, what needs a look, and all that came in', async () => {
    const list = await shown(
      report({
        imported: [imported('a'), imported('ring', 'tool')],
        warnings: [
          {
            path: '/skills/a/SKILL.md',
            code: 'frontmatter',
            title: 'No frontmatter',
            message: 'There is no `name`.',
            line: 2,
            column: 5,
          },
        ],
        skipped: [left('/skills/big'), left('/skills/huge')],
      }),
    );
    expect(screen.getByText(/2 imported \(1 needs attention\), 2 skipped\./)).toBeTruthy();
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await fireEvent.click(within(list).getByText('Too large'));
    expect([...list.querySelectorAll('.inner .path')].map((path) => path.textContent)).toEqual(['big', 'huge']);
    await fireEvent.click(within(list).getByText('Too large'));
    await fireEvent.click(within(list).getByText('No frontmatter'));
    const bad = list.querySelector<HTMLElement>('.inner')!;
    expect(bad.textContent).toContain('a (line 2, column 5)');
    await fireEvent.click(within(bad).getByRole('button', { name: 'Open' }));
    expect([app.overlay, app.selectedId]).toEqual([null, 'id-a']);
  });

  it('opens a skill with Enter; a tool has nothing to open', async () => {
    const list = await shown(report({ imported: [imported('ring', 'tool'), imported('a')] }));
    const keys = within(list).getByRole('grid');
    for (const key of ['ArrowDown', 'Enter']) await fireEvent.keyDown(keys, { key });
    expect(app.selectedId).toBeNull();
    for (const key of ['ArrowDown', 'Enter']) await fireEvent.keyDown(keys, { key });
    expect(app.selectedId).toBe('id-a');
  });

  it('is left, or followed by another import', async () => {
    await shown(report({ imported: [imported('a')] }));
    await fireEvent.click(button('Import more'));
    expect(flow.step).toBe('choose');
  });
});

describe('files held over the window', () => {
  it('are counted, and imported when they are let go', async () => {
    app.overlay = null;
    render(DropZone);
    await drag('enter', ['/a', '/b', '/c']);
    expect((await screen.findByRole('status')).textContent).toContain('Drop to import 3 items');
    await drag('leave');
    await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    await drag('drop');
    expect(app.overlay).toBeNull();
    await drag('drop', ['/skills']);
    expect([app.overlay, app.intents.take('paths')]).toEqual(['import', ['/skills']]);
  });
});
