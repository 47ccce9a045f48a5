import { fireEvent } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ZoomStep } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { Zoom, zoom, zoomByWheel } from '$lib/zoom.svelte';
import { registry } from '.';
import { listenForShortcuts } from './shortcuts';

const shown: Record<ZoomStep, number> = { in: 110, out: 90, reset: 100 };
const studio = {
  getZoom: vi.fn(() => 150),
  setZoom: vi.fn(({ step }: { step: ZoomStep }) => shown[step]),
};
beforeEach(() => {
  vi.clearAllMocks();
  recordedStudio(studio);
  app.go('library');
});

it.each([
  ['+', false, 110],
  ['+', true, 110],
  ['=', false, 110],
  ['-', false, 90],
  ['_', true, 90],
  ['0', false, 100],
])('Ctrl and %s, with Shift: %s, shows the page at %s %%', async (key, shiftKey, percent) => {
  const stop = listenForShortcuts(registry);
  zoom.percent = 1;
  await fireEvent.keyDown(document.body, { key, ctrlKey: true, shiftKey });
  await vi.waitFor(() => expect(zoom.percent).toBe(percent));
  expect(studio.setZoom).toHaveBeenCalledOnce();
  stop();
});

it('the wheel zooms while Ctrl is held, a step for a turn, but where somebody else takes it', async () => {
  const change = vi.fn();
  const stop = zoomByWheel(change);
  const turn = (deltaY: number, ctrlKey = true) => fireEvent.wheel(document.body, { deltaY, ctrlKey });
  await turn(-120, false);
  expect(change).not.toHaveBeenCalled();
  await turn(-120);
  await turn(20);
  await turn(20);
  await turn(20);
  expect(change.mock.calls).toEqual([['in'], ['out']]);
  const take = (event: Event) => event.preventDefault();
  // As a canvas does: without that, nobody can take a wheel at the body.
  document.body.addEventListener('wheel', take, { passive: false });
  await turn(-120);
  document.body.removeEventListener('wheel', take);
  expect(change).toHaveBeenCalledTimes(2);
  stop();
  await turn(-120);
  expect(change).toHaveBeenCalledTimes(2);
});

it('is read when the window opens, and goes on after a step that failed', async () => {
  const own = new Zoom();
  await own.load();
  expect(own.percent).toBe(150);
  studio.setZoom.mockImplementationOnce(() => {
    throw { code: 'file', message: 'full' };
  });
  await expect(own.change('in')).rejects.toThrow('full');
  await own.change('out');
  expect(own.percent).toBe(90);
});
