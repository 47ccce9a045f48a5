import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registry } from '$actions';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import Library from './Library.svelte';
import Tools from './Tools.svelte';

// jsdom has no layout; lists ask where things are.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 300 } });

const gas = recorded('listSkills').find(({ name }) => name === 'gas-emergency')!;
const studio = {
  getUndoHistory: () => ({ done: [], undone: [], basis: '' }),
  saveUndoHistory: () => null,
  getSetting: () => null,
  findServers: () => ({ files: [], offered: 0, offered_files: 0, listings: [] }),
};

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  // What a window of 1024 × 700 at 200 % leaves to a place.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(468);
  recordedStudio(studio as never);
  Object.assign(app, { library: recorded('getLibrary'), rows: recorded('listSkills'), overlay: null, error: null });
  app.history.clear();
  app.intents.clear();
});

const isSeen = (element: HTMLElement) => element.closest('[hidden]') === null;

describe('the library where there is room for one pane', () => {
  const list = () => screen.getByRole('listbox', { name: 'Skills', hidden: true });
  const seen = () => [isSeen(list()), isSeen(screen.getByTestId('editor'))];
  async function show() {
    app.go('library');
    render(Library);
    await screen.findByTestId('editor');
  }

  it('shows the list until a skill is to be shown, and the list again when one searches it', async () => {
    await show();
    expect(seen()).toEqual([true, false]);
    app.openSkill(gas.id);
    await vi.waitFor(() => expect(seen()).toEqual([false, true]));
    await fireEvent.click(screen.getByTestId('pane-back'));
    expect(seen()).toEqual([true, false]);
    // The one that is open, once more.
    app.openSkill(gas.id);
    await vi.waitFor(() => expect(seen()).toEqual([false, true]));
    registry.perform('library.search');
    await vi.waitFor(() => expect(seen()).toEqual([true, false]));
  });

  it('stays at the list while arrows move through it, and shows the skill at Enter', async () => {
    await show();
    list().focus();
    await fireEvent.keyDown(list(), { key: 'ArrowDown' });
    expect(app.selectedId).not.toBeNull();
    expect(seen()).toEqual([true, false]);
    await fireEvent.keyDown(list(), { key: 'Enter' });
    expect(seen()).toEqual([false, true]);
  });
});

describe('tools', () => {
  it('in a library without any say what to do, once', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    recordedStudio({ ...studio, listTools: () => [], listServers: () => [] } as never);
    app.go('tools');
    render(Tools);
    const title = await screen.findByRole('heading', { name: 'No tools in this library' });
    expect(screen.queryByText('Nothing selected')).toBeNull();
    expect(within(title.parentElement!).getByRole('button', { name: 'Import tools' })).toBeTruthy();
    expect(screen.getAllByText('Import tools')).toHaveLength(1);
  });

  it('where there is room for one pane, say so in the list', async () => {
    recordedStudio({ ...studio, listTools: () => [], listServers: () => [] } as never);
    app.go('tools');
    render(Tools);
    await vi.waitFor(() => expect(screen.getAllByText('Import tools').filter(isSeen)).toHaveLength(1));
  });

  it('show what another place asked for instead of the list', async () => {
    app.openTool({ begin: 'server' });
    render(Tools);
    await vi.waitFor(() => expect(isSeen(screen.getByTestId('pane-back'))).toBe(true));
    expect(isSeen(screen.getByTestId('tools'))).toBe(false);
    await fireEvent.click(screen.getByTestId('pane-back'));
    expect(isSeen(screen.getByTestId('tools'))).toBe(true);
  });
});
