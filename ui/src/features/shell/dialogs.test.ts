import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registry } from '$actions';
import { StudioError, type SalvageReport } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { theme } from '$lib/theme.svelte';
import { faults } from '$lib/testing/accessibility';
import LibraryError from './LibraryError.svelte';
import NewLibrary from './NewLibrary.svelte';
import NewSkill from './NewSkill.svelte';
import Salvaged from './Salvaged.svelte';
import HelpMenu from './HelpMenu.svelte';
import SettingsMenu from './SettingsMenu.svelte';
import Shortcuts from './Shortcuts.svelte';

const studio = {
  createSkill: vi.fn(),
  checkSkillName: vi.fn<() => string | null>(),
  listSkills: vi.fn(() => recorded('listSkills')),
  getLibraryPlace: vi.fn(),
  createLibrary: vi.fn(),
  choosePaths: vi.fn(),
  listRecentLibraries: vi.fn(),
  salvageLibrary: vi.fn(),
  getSalvageReport: vi.fn(),
  reportReady: vi.fn(() => null),
  getLibrary: vi.fn(() => recorded('getLibrary')),
};
const refuse =
  (message: string, code = 'invalid') =>
  () => {
    throw { code, message, detail: null };
  };
const switchTo = vi.spyOn(app, 'switchTo');
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  switchTo.mockImplementation(async (open) => void (await open()));
  studio.createSkill.mockImplementation(() => ({ id: 'new-id' }));
  studio.checkSkillName.mockImplementation(() => null);
  studio.getLibraryPlace.mockImplementation(({ typed, path }: Record<string, string>) => ({
    path: `/home/ana/${typed ?? path}.db`,
    problem: null,
  }));
  for (const command of [studio.createLibrary, studio.salvageLibrary])
    command.mockImplementation(() => recorded('getLibrary'));
  recordedStudio(studio);
  Object.assign(app, {
    rows: recorded('listSkills'),
    overlay: null,
    library: recorded('getLibrary'),
    failedPath: null,
    error: null,
  });
  app.history.clear();
});

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const write = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
/** Arguments in the order they cross. */
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);

describe('a new skill', () => {
  beforeEach(() => void (app.overlay = 'new-skill'));

  it('is made of what is written, and opened', async () => {
    render(NewSkill);
    expect(await faults()).toEqual([]);
    await write('Name', 'gas-leak');
    await write('Description', 'What to do when gas leaks.');
    expect(screen.getByText('26 of 1,024 characters')).toBeTruthy();
    await fireEvent.click(screen.getByRole('radio', { name: /With tools/ }));
    await fireEvent.click(button('Create skill'));
    await vi.waitFor(() => expect(app.selectedId).toBe('new-id'));
    expect(given(studio.createSkill)).toEqual([
      { name: 'gas-leak', description: 'What to do when gas leaks.', template: 'tools' },
    ]);
    expect([app.overlay, studio.listSkills.mock.calls.length]).toEqual([null, 1]);
  });

  it('of a name that the studio refuses says why, and is not made', async () => {
    const why = 'Use 1 to 64 lowercase letters, digits and single hyphens, such as gas-leak.';
    studio.checkSkillName.mockImplementation(() => why);
    render(NewSkill);
    await write('Name', 'Gas Leak');
    expect((await screen.findByRole('alert')).textContent).toBe(why);
    expect(given(studio.checkSkillName)).toEqual(['Gas Leak', null]);
    expect(button('Create skill').disabled).toBe(true);
    await fireEvent.submit(screen.getByLabelText('Name').closest('form')!);
    studio.checkSkillName.mockImplementation(() => null);
    await write('Name', 'gas-leak');
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect([button('Create skill').disabled, studio.createSkill.mock.calls.length]).toEqual([false, 0]);
  });

  it('that is refused says why until the name is another, and keeps what was written', async () => {
    studio.createSkill.mockImplementation(refuse('The library cannot be written.'));
    render(NewSkill);
    await write('Name', 'gas-leak');
    await fireEvent.click(button('Create skill'));
    expect((await screen.findByRole('alert')).textContent).toBe('The library cannot be written.');
    expect([
      app.overlay,
      screen.getByLabelText<HTMLInputElement>('Name').value,
      button('Create skill').disabled,
    ]).toEqual(['new-skill', 'gas-leak', false]);
    await write('Name', 'gas-leaks');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that was made is open, also where the list could not be read after it', async () => {
    studio.listSkills.mockImplementation(refuse('The list is gone.'));
    const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
    render(NewSkill);
    await write('Name', 'gas-leak');
    await fireEvent.click(button('Create skill'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Reading the list of skills'));
    expect([app.selectedId, app.overlay]).toEqual(['new-id', null]);
    fail.mockRestore();
  });

  it('refused for its name says so there, and for anything else above', async () => {
    studio.createSkill.mockImplementation(refuse('That name is reserved.', 'invalid'));
    render(NewSkill);
    await write('Name', 'gas-leak');
    await fireEvent.click(button('Create skill'));
    await screen.findByText('That name is reserved.');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    studio.createSkill.mockImplementation(refuse('The disk is full.', 'file'));
    await fireEvent.click(button('Create skill'));
    await screen.findByText('The disk is full.');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull();
  });

  it('marks a description that is too long, counted in characters', async () => {
    render(NewSkill);
    const description = screen.getByLabelText('Description');
    await write('Description', '🧯'.repeat(1024));
    expect([screen.getByText('1,024 of 1,024 characters').className, description.ariaInvalid]).toEqual([
      expect.not.stringContaining('over'),
      null,
    ]);
    await write('Description', 'a'.repeat(1025));
    expect(screen.getByText('1,025 of 1,024 characters').className).toContain('over');
    expect(description.getAttribute('aria-invalid')).toBe('true');
  });

  it('that is left is not made', async () => {
    render(NewSkill);
    await write('Name', 'gas-leak');
    await fireEvent.click(button('Cancel'));
    expect([app.overlay, studio.createSkill.mock.calls.length]).toEqual([null, 0]);
  });
});

describe('a new library', () => {
  const path = () => screen.getByTestId<HTMLInputElement>('library-path');

  it('is made where it was said to be, with the samples where they are wanted', async () => {
    app.overlay = 'new-library';
    render(NewLibrary);
    expect(await faults()).toEqual([]);
    await fireEvent.input(path(), { target: { value: 'team' } });
    expect((await screen.findByTestId('library-place')).textContent).toContain('/home/ana/team.db');
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Add the sample skills' }));
    await fireEvent.submit(path().form!);
    await vi.waitFor(() => expect(app.overlay).toBeNull());
    expect(given(studio.createLibrary)).toEqual(['team', true]);
  });

  it('goes to the file that is chosen; none chosen leaves what was typed', async () => {
    studio.choosePaths.mockReturnValueOnce(['/x/team.db']).mockReturnValue([]);
    render(NewLibrary);
    await fireEvent.click(button('Choose'));
    await vi.waitFor(() => expect(path().value).toBe('/x/team.db'));
    await fireEvent.click(button('Choose'));
    await vi.waitFor(() => expect(studio.choosePaths).toHaveBeenCalledTimes(2));
    expect(path().value).toBe('/x/team.db');
  });

  it('takes no answer for a path that is typed no longer', async () => {
    const answers: ((place: object) => void)[] = [];
    studio.getLibraryPlace.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    render(NewLibrary);
    await fireEvent.input(path(), { target: { value: 'a' } });
    await fireEvent.input(path(), { target: { value: 'ab' } });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]!({ path: '/ab.db', problem: null });
    await screen.findByTestId('library-place');
    answers[0]!({ path: '', problem: 'a is taken.' });
    await new Promise((landed) => setTimeout(landed));
    await fireEvent.submit(path().form!);
    await vi.waitFor(() => expect(studio.createLibrary).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('without a name is not made with Enter either', async () => {
    render(NewLibrary);
    await fireEvent.input(path(), { target: { value: '   ' } });
    await fireEvent.submit(path().form!);
    expect([
      studio.createLibrary.mock.calls.length,
      studio.getLibraryPlace.mock.calls.length,
      button('Create library').disabled,
    ]).toEqual([0, 0, true]);
  });
});

describe('a library that cannot be opened', () => {
  const shown = (code: string) => render(LibraryError, { error: new StudioError(code as never, 'it is of no use') });

  it.each([
    ['not_a_library', "This file isn't a library", false],
    ['newer_library', 'This library requires a newer version of Skill Studio', false],
    ['damaged_library', 'This library is damaged', true],
    ['file', "Couldn't open the library", false],
  ])('says of %s: %s', async (code, title, hasRescue) => {
    shown(code);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('It is of no use');
    expect(screen.queryByRole('button', { name: 'Recover library' }) !== null).toBe(hasRescue);
    expect(await faults()).toEqual([]);
  });

  it('is rescued where it lies, else the one that was open last', async () => {
    app.failedPath = '/broken.db';
    studio.listRecentLibraries.mockImplementation(() => [{ name: 'last', path: '/last.db' }]);
    shown('damaged_library');
    await fireEvent.click(button('Recover library'));
    await vi.waitFor(() => expect(given(studio.salvageLibrary)).toEqual(['/broken.db']));
    app.failedPath = null;
    await vi.waitFor(() => expect(button('Recover library').disabled).toBe(false));
    await fireEvent.click(button('Recover library'));
    await vi.waitFor(() => expect(given(studio.salvageLibrary)).toEqual(['/last.db']));
  });

  it('that nobody knows is asked for', async () => {
    studio.listRecentLibraries.mockImplementation(refuse('gone'));
    shown('damaged_library');
    await fireEvent.click(button('Recover library'));
    await vi.waitFor(() => expect(notify.mock.lastCall?.[0]).toContain('Choose the damaged library'));
    expect(studio.salvageLibrary).not.toHaveBeenCalled();
  });

  it('is tried again, or another is made', async () => {
    const load = vi.spyOn(app, 'load').mockResolvedValue();
    shown('file');
    await fireEvent.click(button('Try again'));
    expect(load).toHaveBeenCalledOnce();
    await fireEvent.click(button('New library'));
    expect(app.overlay).toBe('new-library');
    load.mockRestore();
  });
});

describe('the report of a rescue', () => {
  const report: SalvageReport = {
    summary: 'Rescued 40 of 42 rows.',
    salvaged_at: '2026-11-20T08:00:00Z',
    tables: [
      { name: 'Skills', before: 12, rescued: 10, repaired: 1, altered: 1, lost: 2, is_exact: true },
      { name: 'Versions', before: 30, rescued: 30, repaired: 0, altered: 0, lost: 3, is_exact: false },
    ],
    altered: ['gas/SKILL.md'],
    repairs: ['water/SKILL.md was restored from a version.'],
  } as unknown as SalvageReport;
  const cells = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);

  it('counts each kind of row, and says “at least” where more may be lost', async () => {
    studio.getSalvageReport.mockImplementation(() => report);
    render(Salvaged);
    expect(await screen.findByText('Rescued 40 of 42 rows.')).toBeTruthy();
    expect([cells('Skills'), cells('Versions')]).toEqual([
      ['12', '10', '1', '1', '2'],
      ['30', '30', '0', '0', '≥ 3'],
    ]);
    expect([screen.getByText('gas/SKILL.md').tagName, screen.getByText(/was restored from a version/).tagName]).toEqual(
      ['LI', 'LI'],
    );
    expect(await faults()).toEqual([]);
  });

  it('names what was altered in two skills of one name twice', async () => {
    const altered = ['SKILL.md of gas', 'SKILL.md of gas'];
    const repairs = ['a vector was made anew', 'a vector was made anew'];
    studio.getSalvageReport.mockImplementation(() => ({ ...report, altered, repairs }));
    render(Salvaged);
    expect(await screen.findAllByText('SKILL.md of gas')).toHaveLength(2);
    expect(screen.getAllByText('a vector was made anew')).toHaveLength(2);
  });

  it('leaves out what did not happen', async () => {
    studio.getSalvageReport.mockImplementation(() => ({ ...report, altered: [], repairs: [] }));
    render(Salvaged);
    await screen.findByText('Rescued 40 of 42 rows.');
    expect([screen.queryByText('Damaged texts'), screen.queryByText('Repaired', { selector: 'h3' })]).toEqual([
      null,
      null,
    ]);
  });

  it('of a library that was never damaged says so', async () => {
    studio.getSalvageReport.mockImplementation(() => null);
    render(Salvaged);
    expect(await screen.findByText('This library was never damaged.')).toBeTruthy();
  });

  it('that cannot be read is read again', async () => {
    studio.getSalvageReport.mockImplementationOnce(refuse('the disk is gone')).mockImplementation(() => report);
    app.overlay = 'salvaged';
    render(Salvaged);
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is gone');
    await fireEvent.click(button('Try again'));
    expect(await screen.findByText('Rescued 40 of 42 rows.')).toBeTruthy();
    await fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(app.overlay).toBeNull();
  });
});

describe('keys and settings', () => {
  it('every key that does something now is listed once, ways to places in the order of their keys', async () => {
    const remove = registry.register([
      { id: 'test.key', label: 'Do it now', group: 'Editor', keys: '$mod+Shift+9', perform: () => {} },
    ]);
    render(Shortcuts);
    const line = screen.getByText('Do it now').parentElement!;
    expect(line.querySelector('kbd')?.textContent).toBe('Ctrl Shift 9');
    const goTo = screen.getByRole('heading', { name: 'Go to' }).parentElement!;
    const keys = [...goTo.querySelectorAll('kbd')]
      .map((key) => key.textContent!)
      .filter((key) => /^Ctrl \d$/.test(key));
    expect(keys.length).toBeGreaterThan(3);
    expect(keys).toEqual(keys.toSorted());
    expect(screen.getByRole('heading', { name: 'On the map' })).toBeTruthy();
    expect(await faults()).toEqual([]);
    remove();
  });

  it('Help leads to first steps, keys, topics, a report, licenses and what this is', async () => {
    render(HelpMenu);
    await fireEvent.keyDown(button('Help'), { key: 'Enter' });
    const names = (await screen.findAllByRole('menuitem')).map(
      (item) => item.querySelector('.kit-item-text')?.textContent,
    );
    expect(names).toEqual([
      'First steps',
      'Keyboard shortcuts',
      'Help on clients',
      'Help on packs',
      'Report a problem…',
      'Licenses',
      'About Skill Studio',
    ]);
    await fireEvent.click(screen.getByRole('menuitem', { name: /^Report a problem/ }));
    await vi.waitFor(() => expect(app.overlay).toBe('report'));
  });

  it('the gear leads to settings, the shared library, drafts, trash and keys', async () => {
    theme.choice = 'system';
    render(SettingsMenu);
    await fireEvent.keyDown(button('Settings and more'), { key: 'Enter' });
    const names = (await screen.findAllByRole('menuitem')).map(
      (item) => item.querySelector('.kit-item-text')?.textContent,
    );
    expect(names).toEqual([
      'Open settings',
      'Toggle light and dark theme',
      'Shared library',
      'Show drafts',
      'Show trash',
      'Tool availability',
      'Keyboard shortcuts',
    ]);
    await fireEvent.click(screen.getByRole('menuitem', { name: /^Open settings/ }));
    await vi.waitFor(() => expect(app.overlay).toBe('settings'));
  });
});
