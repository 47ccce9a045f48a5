import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { app } from '$lib/state/app.svelte';
import { commandsOf } from '$lib/testing/commands';
import { foundItem, nothing } from './fixtures';
import { ImportFlow } from './import.svelte';
import Target from './Target.svelte';

const studio = commandsOf({ listRecentLibraries: vi.fn(), openLibrary: vi.fn() });

const preview = vi.fn(async () => ({ folder: '/skills', items: [foundItem('a')], skipped: [], format: null }));
const library = (name: string) => ({ name, path: `/${name}.db`, notices: [] }) as unknown as typeof app.library;

async function pick(name: RegExp) {
  const control = screen.getByLabelText('Import into', { selector: 'button' });
  control.focus();
  await fireEvent.keyDown(control, { key: 'ArrowDown' });
  await fireEvent.pointerUp(await screen.findByRole('option', { name }));
}

async function shown() {
  const flow = new ImportFlow({
    preview,
    inspect: async () => nothing,
    dismissFinding: vi.fn(async () => {}),
    restoreFinding: vi.fn(async () => {}),
    runRows: vi.fn(),
    run: vi.fn(),
    activityId: () => undefined,
    cancel: vi.fn(),
  });
  await flow.choose(['/skills']);
  render(Target, { flow });
  return flow;
}

beforeEach(() => {
  vi.clearAllMocks();
  app.library = library('here');
  app.overlay = 'import';
  studio.listRecentLibraries.mockResolvedValue([library('here'), library('there')]);
  vi.spyOn(app, 'switchTo').mockImplementation(async (open) => void (app.library = await open()));
});

it('opens another library and looks at the same folder again for it', async () => {
  studio.openLibrary.mockResolvedValue(library('there'));
  await shown();
  await pick(/there/);
  await vi.waitFor(() => expect(preview).toHaveBeenCalledTimes(2));
  expect([studio.openLibrary.mock.calls, preview.mock.calls.at(-1)]).toEqual([[['/there.db']], [['/skills']]]);
  expect(screen.getByLabelText('Import into', { selector: 'button' }).textContent).toContain('there');
});

it('stays with the open library where the other does not open', async () => {
  vi.spyOn(app, 'switchTo').mockResolvedValue();
  await shown();
  await pick(/there/);
  await vi.waitFor(() => expect(app.switchTo).toHaveBeenCalled());
  // Time for a second look, if there were one.
  await new Promise((resolve) => setTimeout(resolve));
  expect(preview).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText('Import into', { selector: 'button' }).textContent).toContain('here');
});

it('makes a new library first, and comes back to the import', async () => {
  await shown();
  await pick(/New library/);
  expect(app.overlay).toBe('new-library');
  app.leaveNewLibrary();
  expect([app.overlay, app.intents.take('paths')]).toEqual(['import', ['/skills']]);
  app.overlay = 'new-library';
  app.leaveNewLibrary();
  expect(app.overlay).toBeNull();
});
