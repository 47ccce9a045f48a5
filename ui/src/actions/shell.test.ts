import { render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Dialog, lastUndo } from '$kit';
import { type Activity, type EmbeddingStatus, StudioError } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { theme } from '$lib/theme.svelte';
import { registry } from '.';
import { listenForShortcuts } from './shortcuts';

const studio = {
  choosePaths: vi.fn<() => unknown>(() => []),
  openLibrary: vi.fn<() => unknown>(() => null),
  openOwnLibrary: vi.fn<() => unknown>(() => null),
  cancelActivity: vi.fn<() => unknown>(() => null),
  resumeEmbedding: vi.fn<() => unknown>(() => null),
  setSetting: vi.fn(() => null),
  planSkillExport: vi.fn(() => {
    throw { code: 'cancelled', message: '', detail: null };
  }),
};
const switchTo = vi.spyOn(app, 'switchTo').mockImplementation(async (open) => void (await open()));
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  recordedStudio(studio);
  Object.assign(app, { overlay: null, library: recorded('getLibrary'), activities: [], embedding: null });
  app.go('library');
  // Where one is then is where one began.
  app.history.clear();
  app.intents.clear();
});

const has = (id: string) => registry.available().some((action) => action.id === id);
/** Hears keys until the test is over, however it ends: another listener would take the keys of the tests that follow. */
const listen = () => onTestFinished(listenForShortcuts(registry));
/** Presses keys as tinykeys hears them. */
function press(keys: string) {
  const parts = keys.split('+');
  const key = parts.pop()!;
  const init = {
    key,
    ctrlKey: parts.includes('$mod'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('what can be done from anywhere', () => {
  it.each([
    ['view.settings', 'settings'],
    ['view.palette', 'palette'],
    ['view.shortcuts', 'shortcuts'],
    ['view.availability', 'availability'],
    ['view.packs-help', 'packs-help'],
    ['view.clients-help', 'clients-help'],
    ['view.about', 'about'],
    ['view.licenses', 'licenses'],
    ['view.report', 'report'],
    ['view.first-run', 'first-run'],
    ['library.compare-client', 'compare-client'],
    ['library.trash', 'trash'],
    ['library.drafts', 'drafts'],
    ['library.new', 'new-library'],
    ['library.import', 'import'],
    ['skill.new', 'new-skill'],
  ])('%s opens %s', (id, overlay) => {
    expect([registry.perform(id), app.overlay]).toEqual([true, overlay]);
  });

  it('imports into a library of the author where none is there yet', async () => {
    app.error = new StudioError('no_library', 'No library is open.');
    onTestFinished(() => void (app.error = null));
    registry.perform('library.import');
    await vi.waitFor(() => expect(studio.openOwnLibrary).toHaveBeenCalledOnce());
    expect(app.overlay, 'it could not be made').toBeNull();
    switchTo.mockImplementationOnce(async (open) => void (await open(), (app.error = null)));
    registry.perform('library.import');
    await vi.waitFor(() => expect(app.overlay).toBe('import'));
    expect(studio.openOwnLibrary).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['$mod+2', 'map'],
    ['$mod+3', 'playground'],
    ['$mod+4', 'evaluate'],
    ['$mod+5', 'simulate'],
    ['$mod+6', 'tools'],
    ['$mod+7', 'packs'],
    ['$mod+Shift+m', 'problems'],
    ['$mod+Shift+o', 'overview'],
    ['$mod+1', 'library'],
  ])('%s goes to %s', (keys, view) => {
    listen();
    expect([press(keys), app.view]).toEqual([true, view]);
  });

  it('Ctrl+Z takes back what was done last, but never out of a field or an editor', () => {
    listen();
    const undo = vi.fn();
    expect(press('$mod+z')).toBe(false);
    lastUndo.offer('Moved 36 skills to trash', undo);
    app.go('map');
    const field = document.body.appendChild(document.createElement('input'));
    field.value = 'typed';
    const editor = document.body.appendChild(document.createElement('div'));
    editor.dataset['ownUndo'] = '';
    const button = editor.appendChild(document.createElement('button'));
    for (const each of [field, button]) {
      each.focus();
      each.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
    }
    expect(undo).not.toHaveBeenCalled();
    button.blur();
    expect([press('$mod+z'), undo.mock.calls.length, press('$mod+z')]).toEqual([true, 1, false]);
    field.remove();
    editor.remove();
  });

  it('an empty field one has only come to lets Ctrl+Z go, one that was typed into does not', () => {
    listen();
    const undo = vi.fn();
    const field = document.body.appendChild(document.createElement('input'));
    const pressed = () => {
      lastUndo.offer('Moved 17 skills to trash', undo);
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
      return undo.mock.calls.length;
    };
    field.focus();
    expect(pressed()).toBe(1);
    // Typed and deleted: the field can bring it back.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    expect(pressed()).toBe(1);
    field.blur();
    field.focus();
    expect(pressed()).toBe(2);
    lastUndo.forget();
    field.remove();
  });

  it('the skill that is open is exported from any place, and none where none is', async () => {
    const [skill] = recorded('listSkills');
    app.rows = [skill!];
    expect([has('skill.export'), has('skill.copy')]).toEqual([false, false]);
    app.openSkill(skill!.id);
    app.go('map');
    for (const id of ['skill.export', 'skill.copy']) expect(registry.perform(id)).toBe(true);
    await vi.waitFor(() =>
      expect(studio.planSkillExport.mock.calls).toEqual([
        [{ id: skill!.id, way: 'archive' }],
        [{ id: skill!.id, way: 'client-folder' }],
      ]),
    );
    app.overlay = 'settings';
    expect(has('skill.export')).toBe(false);
  });

  it('back and forward are there as far as one was, and their keys are left alone else', () => {
    listen();
    expect([has('go.back'), has('go.forward')]).toEqual([false, false]);
    expect(press('Alt+ArrowLeft')).toBe(false);
    app.go('map');
    expect([press('Alt+ArrowLeft'), app.view, has('go.forward')]).toEqual([true, 'library', true]);
    expect([press('Alt+ArrowRight'), app.view]).toEqual([true, 'map']);
  });

  it('under the palette keys go elsewhere and change what is seen, and do nothing else', () => {
    listen();
    app.overlay = 'palette';
    expect([press('$mod+n'), app.overlay]).toEqual([false, 'palette']);
    expect([press('$mod+2'), app.view]).toEqual([true, 'map']);
  });

  it('under a dialog keys change the theme and do nothing else, until it is closed', async () => {
    const run = vi.fn();
    const forget = registry.register([
      { id: 'test.run', label: 'Run', group: 'Tools', keys: '$mod+Enter', perform: run },
    ]);
    listen();
    const onclose = vi.fn();
    const { rerender } = render(Dialog, { open: true, title: 'Compare', onclose });
    await screen.findByRole('dialog');
    expect(['$mod+Enter', '$mod+n', '$mod+k', '$mod+2'].map(press)).toEqual([false, false, false, false]);
    expect([run.mock.calls.length, app.overlay, app.view]).toEqual([0, null, 'library']);
    await theme.choose('light');
    expect(press('$mod+Shift+l')).toBe(true);
    await vi.waitFor(() => expect(theme.choice).toBe('dark'));
    await rerender({ open: false });
    await vi.waitFor(() => expect(press('$mod+Enter')).toBe(true));
    expect(run).toHaveBeenCalledOnce();
    forget();
  });

  it('the menu of clients is asked for by its key', () => {
    listen();
    expect([press('$mod+Shift+c'), app.intents.take('client')]).toEqual([true, true]);
  });

  it('a library is opened where one is chosen', async () => {
    await registry.find('library.open')!.perform();
    expect(switchTo).not.toHaveBeenCalled();
    studio.choosePaths.mockImplementation(() => ['/team.db']);
    await registry.find('library.open')!.perform();
    expect([studio.openLibrary.mock.calls, switchTo.mock.lastCall?.[1]]).toEqual([
      [[{ path: '/team.db' }]],
      '/team.db',
    ]);
  });

  it('work is cancelled only while there is some', async () => {
    expect(has('library.cancel')).toBe(false);
    app.activities = [
      { id: 'x', is_finished: false },
      { id: 'y', is_finished: false },
    ] as Activity[];
    expect(registry.perform('library.cancel')).toBe(true);
    await vi.waitFor(() => expect(studio.cancelActivity).toHaveBeenCalledTimes(2));
  });

  it.each([
    ['paused', true],
    ['missing', true],
    ['ready', false],
    ['indexing', false],
  ])('an index that is %s can be gone on with: %s', (state, may) => {
    app.embedding = { state } as unknown as EmbeddingStatus;
    expect(has('library.index')).toBe(may);
  });

  it('an index that cannot be gone on with says so', async () => {
    app.embedding = { state: 'missing' } as unknown as EmbeddingStatus;
    studio.resumeEmbedding.mockImplementationOnce(() => {
      throw { code: 'file', message: 'gone' };
    });
    registry.perform('library.index');
    await vi.waitFor(() => expect(fail).toHaveBeenCalledOnce());
  });

  it('the theme is switched, and follows the system again', async () => {
    await theme.choose('light');
    registry.perform('view.theme');
    await vi.waitFor(() => expect(theme.choice).toBe('dark'));
    expect(has('view.system-theme')).toBe(true);
    registry.perform('view.system-theme');
    await vi.waitFor(() => expect(theme.choice).toBe('system'));
    expect(has('view.system-theme')).toBe(false);
  });

  it.each([
    'library.choose-client',
    'map.go-find',
    'map.go-lay-out',
    'map.go-new-agent',
    'skill.new',
    'library.drafts',
    'library.trash',
    'tools.new',
    'tools.new-server',
    'tools.import',
    'tools.paste-servers',
  ])('%s is not there without a library', (id) => {
    expect(has(id)).toBe(true);
    app.library = null;
    expect(has(id)).toBe(false);
  });
});
