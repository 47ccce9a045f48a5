import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { listenForShortcuts } from '$actions/shortcuts';
import { registry } from '$actions';
import type { CapturedListing } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import Simulate from './Simulate.svelte';

Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 600 } });
HTMLElement.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const session = recorded('getSimulation');
const studio = {
  listAgents: () => recorded('listAgents'),
  listToolLibraries: () => recorded('listToolLibraries'),
  listSimulations: () => recorded('listSimulations'),
  getSimulation: () => session,
  startSimulation: vi.fn(() => session),
  getSimulationStep: vi.fn(() => recorded('getSimulationStep')),
  getSimulationStepInBrief: vi.fn(() => recorded('getSimulationStep')),
  sayInSimulation: vi.fn(() => session.row),
  forkSimulation: vi.fn(() => session),
};

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  recordedStudio(studio);
  Object.assign(app, { library: recorded('getLibrary'), rows: [], overlay: null, meter: null });
  app.history.clear();
  app.go('simulate');
});

const has = (id: string) => registry.available().some((action) => action.id === id);

it('is worked by keys: start, type, send, scrub, fork, all sessions', async () => {
  const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
  render(Simulate);
  await vi.waitFor(() => expect(has('simulate.start')).toBe(true));
  const stop = listenForShortcuts(registry);
  expect([has('simulate.fork'), has('simulate.sessions')]).toEqual([false, false]);
  await press('Enter', { ctrlKey: true });
  await vi.waitFor(() => expect(studio.startSimulation).toHaveBeenCalledOnce());
  await screen.findByTestId('chat');
  const steps = session.steps.length;
  await vi.waitFor(() =>
    expect(app.meter).toMatchObject({ label: `Step ${steps}`, total: session.steps.at(-1)!.tokens }),
  );
  await press('[');
  expect(screen.getByTestId('step-of').textContent).toBe(`${steps - 1} of ${steps}`);
  await press(']');
  expect(screen.getByTestId('step-of').textContent).toBe(`${steps} of ${steps}`);
  await fireEvent.input(screen.getByTestId('message'), { target: { value: 'again' } });
  expect(has('simulate.send')).toBe(true);
  await press('Enter', { ctrlKey: true });
  await vi.waitFor(() => expect(studio.sayInSimulation).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(registry.perform('simulate.fork')).toBe(true));
  await vi.waitFor(() => expect(studio.forkSimulation).toHaveBeenCalledOnce());
  expect(registry.perform('simulate.compare')).toBe(true);
  expect(await screen.findByRole('dialog', { name: 'Compare session' })).toBeTruthy();
  expect(registry.perform('simulate.sessions')).toBe(true);
  expect(await screen.findByTestId('simulate-start')).toBeTruthy();
  expect(has('simulate.fork')).toBe(false);
  stop();
});

it('shows what the studio recorded of a session: the walkthrough, its refused call, its state', async () => {
  render(Simulate);
  await vi.waitFor(() => expect(registry.perform('simulate.start')).toBe(true));
  await screen.findByTestId('chat');
  expect(screen.getByTestId('activated').textContent).toContain('pico-extraction');
  const calls = screen.getAllByTestId('call');
  expect(calls.map((call) => call.querySelector('b')?.textContent)).toEqual([
    'get_skill',
    'set_picos_element',
    'search_pubmed',
  ]);
  expect(screen.getAllByTestId('call-answer').at(-1)?.textContent).toContain('currently disabled');
  await fireEvent.click(screen.getByRole('tab', { name: /State/ }));
  expect((await screen.findAllByTestId('component-state')).length).toBeGreaterThan(0);
});

it('is reached, typed into and started by keys alone where the library has a client', async () => {
  app.rows = recorded('listSkills');
  libraryClient.set({ client: 'claude-code', is_chosen: true, found: [] });
  app.go('library');
  render(Simulate);
  const stop = listenForShortcuts(registry);
  await fireEvent.keyDown(document.body, { key: '5', code: 'Digit5', ctrlKey: true });
  expect(app.view).toBe('simulate');
  const message = await screen.findByTestId('first-message');
  await vi.waitFor(() => expect(document.activeElement).toBe(message));
  await fireEvent.input(message, { target: { value: 'Extract the PICO' } });
  await fireEvent.keyDown(message, { key: 'Enter' });
  await vi.waitFor(() => expect(studio.startSimulation).toHaveBeenCalledOnce());
  await screen.findByTestId('chat');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('message')));
  stop();
});

it('leads to where a session with chosen skills is set up, over the session that was open', async () => {
  app.rows = recorded('listSkills');
  render(Simulate);
  await vi.waitFor(() => expect(registry.perform('simulate.start')).toBe(true));
  await screen.findByTestId('chat');
  app.openSimulation(['pico-extraction']);
  const picks = await screen.findByTestId('skill-picks');
  expect(picks.querySelector('[aria-pressed=true]')?.textContent).toContain('pico-extraction');
});

it('starts a session with the list of a client where that is asked for', async () => {
  const lines = [{ name: 'pdf', line: '- pdf: Sent so.', location: null }];
  const captured: CapturedListing = {
    client: 'codex',
    version: '0.171.0',
    window_tokens: null,
    uses: [],
    lines,
    names: [],
  };
  app.openCaptured({ agent: 'dispatcher', without: ['pdf'], captured });
  render(Simulate);
  await screen.findByTestId('chat');
  const setup = expect.objectContaining({ agent: 'dispatcher', without: ['pdf'], host: 'codex', captured });
  expect(studio.startSimulation.mock.calls).toEqual([[{ setup, credentials: 'ask' }]]);
});
