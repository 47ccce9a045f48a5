import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DisplacedLibrary, LibraryInfo, PathChoice } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import { byTip } from '$lib/testing/tips';
import Displaced from './Displaced.svelte';

const studio = commandsOf({
  getLibrary: vi.fn(),
  openLibrary: vi.fn(),
  saveLibraryCopy: vi.fn(),
  listSkills: vi.fn(() => Promise.resolve([])),
  listDrafts: vi.fn(() => Promise.resolve([])),
  getEmbeddingStatus: vi.fn(() => Promise.resolve(null)),
});

const moved: DisplacedLibrary = {
  how: 'moved',
  message: '/a/library.db was moved to /b/library.db while it was open.',
  path: '/a/library.db',
  moved_to: '/b/library.db',
  is_path_taken: false,
  copy: '/data/backups/library.db',
  drafts: 1,
};

beforeEach(() => {
  recordedStudio({
    choosePaths: ({ choice }: { choice: PathChoice }) => [choice.kind === 'library' ? '/d/found.db' : '/c/copy.db'],
  });
  app.library = { name: 'library', path: '/a/library.db', notices: [], displaced: moved } as unknown as LibraryInfo;
  for (const command of [studio.getLibrary, studio.openLibrary, studio.saveLibraryCopy])
    command.mockReset().mockImplementation(() => Promise.resolve({ ...app.library, displaced: null }));
});

const buttons = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.textContent?.trim())
    .filter(Boolean);
test('a library that was moved is opened where it is now, and what was typed is said to be kept', async () => {
  render(Displaced, { displaced: moved });
  expect(screen.getByRole('dialog').textContent).toContain('Unsaved changes to 1 file are kept as a draft');
  expect(screen.getByRole('dialog').textContent).toContain('/data/backups/library.db');
  expect(buttons()).toEqual(['Open file', 'Save a copy…', 'Not now']);
  await waitFor(() => expect(document.activeElement?.textContent?.trim()).toBe('Open file'));
  await fireEvent.click(screen.getByRole('button', { name: 'Open file' }));
  await waitFor(() => expect(studio.openLibrary).toHaveBeenCalledWith('/b/library.db'));
});

test('a library that was deleted goes on in a copy, or where its author finds it', async () => {
  render(Displaced, { displaced: { ...moved, how: 'deleted', moved_to: null, drafts: 0 } });
  expect(buttons()).toEqual(['Save a copy…', 'Choose a file…', 'Not now']);
  await fireEvent.click(screen.getByRole('button', { name: 'Save a copy…' }));
  await waitFor(() => expect(studio.saveLibraryCopy).toHaveBeenCalledWith('/c/copy.db'));
  await fireEvent.click(screen.getByRole('button', { name: 'Choose a file…' }));
  await waitFor(() => expect(studio.openLibrary).toHaveBeenCalledWith('/d/found.db'));
});

test('a file that took the place of a library can be opened', async () => {
  render(Displaced, { displaced: { ...moved, how: 'replaced', moved_to: null, is_path_taken: true } });
  expect(buttons()).toEqual(['Save a copy…', 'Open file', 'Choose a file…', 'Not now']);
  await fireEvent.click(screen.getByRole('button', { name: 'Open file' }));
  await waitFor(() => expect(studio.openLibrary).toHaveBeenCalledWith('/a/library.db'));
});

test('of a library that was overwritten no copy is offered, and its latest backup is named', async () => {
  const overwritten: DisplacedLibrary = { ...moved, how: 'overwritten', moved_to: null, is_path_taken: true };
  render(Displaced, { displaced: overwritten });
  const says = screen.getByRole('dialog').textContent;
  expect(says).toContain('The latest backup is library.db');
  expect(byTip('/data/backups/library.db').textContent).toBe('library.db');
  expect(says).not.toMatch(/Nothing you saved is lost|Everything you saved is still here/);
  expect(buttons()).toEqual(['Save a copy…', 'Open file', 'Choose a file…', 'Not now']);
  await fireEvent.click(screen.getByRole('button', { name: 'Open file' }));
  await waitFor(() => expect(studio.openLibrary).toHaveBeenCalledWith('/a/library.db'));
});

test('what goes on in a backup is a copy of it: the backup stays as it is', async () => {
  render(Displaced, { displaced: { ...moved, how: 'overwritten', moved_to: null, is_path_taken: true } });
  await fireEvent.click(screen.getByRole('button', { name: 'Save a copy…' }));
  await waitFor(() => expect(studio.saveLibraryCopy).toHaveBeenCalledExactlyOnceWith('/c/copy.db'));
  expect(studio.openLibrary).toHaveBeenCalledExactlyOnceWith('/data/backups/library.db');
});

test('of one that has no backup, its author may have one', () => {
  const none: DisplacedLibrary = { ...moved, how: 'overwritten', moved_to: null, is_path_taken: true, copy: null };
  render(Displaced, { displaced: none });
  expect(screen.getByRole('dialog').textContent).toContain("There's no backup.");
  expect(buttons()).toEqual(['Open file', 'Choose a file…', 'Not now']);
});

test.each(['fail', 'unexpected'] as const)(
  'what is read of an overwritten library asks where to go on (%s)',
  async (how) => {
    app.asksWhereTo = false;
    app.library = { ...app.library!, displaced: null };
    studio.getLibrary.mockResolvedValue({ ...app.library, displaced: { ...moved, how: 'overwritten' } });
    const refused = { code: 'displaced_library', message: 'overwritten', detail: null };
    if (how === 'fail') app.fail('Reading the list of skills', refused);
    else app.unexpected(refused);
    await waitFor(() => expect(app.asksWhereTo).toBe(true));
    expect(app.displaced?.how).toBe('overwritten');
  },
);

test('the ways out come back with every change that is refused', async () => {
  app.asksWhereTo = false;
  app.library = { ...app.library!, displaced: null };
  studio.getLibrary.mockResolvedValue({ ...app.library, displaced: moved });
  app.fail('Saving', { code: 'displaced_library', message: 'moved', detail: null });
  await waitFor(() => expect(app.asksWhereTo).toBe(true));
  expect(app.displaced).toEqual(moved);
});

test('what is typed meanwhile is no news: the question stays aside, and comes back with another fate', () => {
  app.asksWhereTo = false;
  app.follow({ kind: 'library_displaced', displaced: { ...moved, drafts: 2 } });
  expect([app.asksWhereTo, app.displaced?.drafts]).toEqual([false, 2]);
  app.follow({ kind: 'library_displaced', displaced: { ...moved, how: 'deleted' } });
  expect(app.asksWhereTo).toBe(true);
  app.follow({ kind: 'library_displaced', displaced: null });
  expect(app.asksWhereTo).toBe(false);
});
