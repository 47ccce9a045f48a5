import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registry } from '$actions';
import { library } from '$features/library';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import Library from './Library.svelte';
import Problems from './Problems.svelte';

// jsdom has no layout; lists ask where things are, and the editor where letters are.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 300 } });

const [gas, other] = recorded('listSkills').filter(({ id }) => /0013$|0014$/.test(id));
const studio = {
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  saveDraft: vi.fn(() => null),
  deleteDraft: vi.fn(() => null),
  listProblems: vi.fn<() => unknown>(),
  getSkillRows: vi.fn(() => [gas]),
  listChangeSets: vi.fn(() => []),
  findInFiles: vi.fn(() => ({ files: [], shown: 0, total: 0, total_files: 0, problem: null })),
  getSetting: vi.fn(() => null),
};
let isNarrow = false;
vi.spyOn(window, 'matchMedia').mockImplementation(
  (media) =>
    ({
      matches: media.includes('max-width: 1099px') && isNarrow,
      media,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList,
);

beforeEach(() => {
  vi.clearAllMocks();
  isNarrow = false;
  studio.listProblems.mockImplementation(() => recorded('listProblems'));
  recordedStudio(studio);
  localStorage.clear();
  Object.assign(app, {
    library: recorded('getLibrary'),
    rows: recorded('listSkills'),
    overlay: null,
    error: null,
    meter: null,
  });
  app.go('library');
  app.history.clear();
  app.intents.clear();
});

const open = () => vi.waitFor(() => expect(screen.getByTestId('skill-name').textContent).toBe(gas!.name));
const key = () => `open:${app.library!.path}`;

describe('the library', () => {
  it('has the skill open that was open last, and remembers another', async () => {
    localStorage.setItem(key(), gas!.id);
    render(Library);
    await open();
    expect([app.selectedId, app.history.canGoBack]).toEqual([gas!.id, false]);
    await vi.waitFor(() => expect(app.meter?.label).toBe(gas!.name));
    app.openSkill(other!.id);
    await vi.waitFor(() => expect(localStorage.getItem(key())).toBe(other!.id));
    app.closeSkill();
    await vi.waitFor(() => expect([localStorage.getItem(key()), app.meter]).toEqual([null, null]));
  });

  it('opens nothing that is not there any more', async () => {
    localStorage.setItem(key(), 'gone');
    render(Library);
    expect(await screen.findByText('No skill open')).toBeTruthy();
    expect([app.selectedId, localStorage.getItem(key())]).toEqual([null, null]);
  });

  it('knows what was open in a library one comes back to', async () => {
    const [here, there] = [app.library!, { ...app.library!, path: '/there.db' }];
    let info = here;
    recordedStudio({ ...studio, getLibrary: () => info, listDrafts: () => [] });
    app.openSkill(gas!.id);
    render(Library);
    await vi.waitFor(() => expect(localStorage.getItem(`open:${here.path}`)).toBe(gas!.id));
    await app.switchTo(async () => (info = there));
    await vi.waitFor(() => expect([app.library?.path, app.selectedId]).toEqual(['/there.db', null]));
    await app.switchTo(async () => (info = here));
    await vi.waitFor(() => expect(app.selectedId).toBe(gas!.id));
  });

  it('shows all of another library, whatever was listed in the one before, and what is asked for there', async () => {
    const [here, there] = [app.library!, { ...app.library!, path: '/there.db' }];
    let info = here;
    recordedStudio({ ...studio, getLibrary: () => info, listDrafts: () => [] });
    render(Library);
    app.showSkills('Identical skills', [gas!.id]);
    await vi.waitFor(() => expect(library.only?.label).toBe('Identical skills'));
    await app.switchTo(async () => (info = there));
    await vi.waitFor(() => expect(library.only).toBeNull());
    info = here;
    app.library = here;
    app.showSkills('Near-duplicate descriptions', [gas!.id]);
    await vi.waitFor(() => expect(library.only?.label).toBe('Near-duplicate descriptions'));
    library.clear();
  });

  it('has nothing serious that axe finds wrong', async () => {
    app.openSkill(gas!.id);
    render(Library);
    await open();
    expect(await faults()).toEqual([]);
  });

  it('shows find in files in the place of the list, and the list again', async () => {
    render(Library);
    await vi.waitFor(() => expect(registry.perform('library.find-in-files')).toBe(true));
    expect(await screen.findByTestId('find-in-files')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('close-find'));
    await vi.waitFor(() => expect(screen.queryByTestId('find-in-files')).toBeNull());
  });

  it('leads from the count of problems to what they are', async () => {
    app.openSkill(gas!.id);
    render(Library);
    await open();
    await fireEvent.click(await screen.findByTestId('problem-counts'));
    expect((await screen.findByRole('tab', { name: /Problems/ })).getAttribute('aria-selected')).toBe('true');
    registry.perform('editor.versions');
    await vi.waitFor(() =>
      expect(screen.getByRole('tab', { name: /Versions/ }).getAttribute('aria-selected')).toBe('true'),
    );
  });

  it('where it is narrow draws the inspector over the text, and Escape puts it away', async () => {
    isNarrow = true;
    app.openSkill(gas!.id);
    render(Library);
    await open();
    expect(screen.queryByTestId('inspector')).toBeNull();
    const toggle = screen.getByTestId('toggle-inspector');
    await fireEvent.click(toggle);
    const drawer = await screen.findByRole('complementary', { name: 'Inspector' });
    await vi.waitFor(() => expect(document.activeElement).toBe(drawer));
    await fireEvent.keyDown(drawer, { key: 'Escape' });
    expect(screen.queryByTestId('inspector')).toBeNull();
    expect(document.activeElement).toBe(screen.getByTestId('toggle-inspector'));
  });
});

describe('the problems', () => {
  it('are read when the place is opened, and anew with the list of skills', async () => {
    app.go('problems');
    render(Problems);
    expect((await screen.findAllByTestId('library-problem')).length).toBeGreaterThan(0);
    studio.listProblems.mockImplementation(() => ({ files: [], owners: [], rules: [] }));
    app.rows = [];
    await vi.waitFor(() =>
      expect(within(screen.getByTestId('library-problems')).getByText('No problems')).toBeTruthy(),
    );
  });

  it('have the keyboard each time one comes back to them', async () => {
    app.go('problems');
    render(Problems);
    const filter = () => screen.getByTestId('library-problems').contains(document.activeElement);
    await screen.findAllByTestId('library-problem');
    await vi.waitFor(() => expect(filter()).toBe(true));
    (document.activeElement as HTMLElement).blur();
    app.go('library');
    await tick();
    app.go('problems');
    await vi.waitFor(() => expect(filter()).toBe(true));
  });
});
