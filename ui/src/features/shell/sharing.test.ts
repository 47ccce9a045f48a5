import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { app } from '$lib/state/app.svelte';
import { recorded, recordedStudio, tell } from '$lib/ipc/recorded';
import { wordsOf } from '$lib/testing/screen';
import type { SharingSummary } from '$lib/ipc';
import SharedStatus from './SharedStatus.svelte';

const summary = (part: Partial<SharingSummary> = {}): SharingSummary => ({
  place: { address: 'postgresql://ann@db/team', library: 'team' },
  server: 'db:5432',
  library: 'team',
  seen_at: '2026-11-22T06:00:00Z',
  is_allowed: true,
  to_push: 2,
  to_pull: 1,
  both_changed: 1,
  ...part,
});

let now = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => {
  app.overlay = null;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says what there is to push and pull as of the last look, follows the news, and leads to it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let all = [summary()];
  let counting = 0;
  const asked = vi.fn(() => {
    now += counting;
    return all;
  });
  recordedStudio({ listSharingSummaries: asked });
  app.library = recorded('getLibrary');
  render(SharedStatus);
  expect(wordsOf(await screen.findByTestId('sharing-status'))).toBe('team ↓1 ↑2 1 conflict');
  all = [summary({ to_push: 0, to_pull: 0, both_changed: 0 })];
  // A thousand skills that changed are one reading.
  for (let at = 0; at < 5; at++) await tell({ kind: 'skill_changed', skill_id: `${at}` });
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(wordsOf(screen.getByTestId('sharing-status'))).toBe('team'));
  expect(asked).toHaveBeenCalledTimes(2);
  // It rests the longer, the longer counting took.
  counting = 400;
  await tell({ kind: 'skill_changed', skill_id: '1' });
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
  await tell({ kind: 'skill_changed', skill_id: '1' });
  await vi.advanceTimersByTimeAsync(7000);
  expect(asked).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(4));
  await fireEvent.click(screen.getByRole('button'));
  expect(app.overlay).toBe('sharing');
});

it('is not there where nothing is shared', async () => {
  const asked = vi.fn(() => []);
  recordedStudio({ listSharingSummaries: asked });
  app.library = recorded('getLibrary');
  render(SharedStatus);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByTestId('sharing-status')).toBeNull();
});
