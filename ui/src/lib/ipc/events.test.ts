import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beforeClosing, closeWhenDone } from './events';
import { close, recordedStudio } from './recorded';

const window_ = { holdWindow: vi.fn(() => null), closeWindow: vi.fn(() => null) };

beforeEach(() => {
  vi.useFakeTimers();
  recordedStudio(window_);
});
afterEach(() => void vi.useRealTimers());

it('says that the page is at work until everything is kept, and closes the window then', async () => {
  let kept = () => {};
  const forget = beforeClosing(() => new Promise<void>((resolve) => (kept = resolve)));
  const stop = closeWhenDone();
  await close();
  expect(window_.holdWindow).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(window_.holdWindow.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(window_.closeWindow).not.toHaveBeenCalled();
  kept();
  await vi.advanceTimersByTimeAsync(0);
  expect(window_.closeWindow).toHaveBeenCalledOnce();
  const beats = window_.holdWindow.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(window_.holdWindow.mock.calls.length).toBe(beats);
  forget();
  stop();
});
