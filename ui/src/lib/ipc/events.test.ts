import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const heard = vi.hoisted(() => new Map<string, (event: unknown) => unknown>());
vi.mock('@tauri-apps/api/event', () => ({
  listen: async (name: string, handler: (event: unknown) => unknown) => void heard.set(name, handler),
}));
const window_ = vi.hoisted(() => ({ holdWindow: vi.fn(async () => null), closeWindow: vi.fn(async () => null) }));
vi.mock('./bindings', () => ({ CLOSING_EVENT: 'closing', STUDIO_EVENT: 'studio', commands: window_ }));

const { beforeClosing, closeWhenDone } = await import('./events');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says that the page is at work until everything is kept, and closes the window then', async () => {
  let kept = () => {};
  const forget = beforeClosing(() => new Promise<void>((resolve) => (kept = resolve)));
  closeWhenDone();
  heard.get('closing')!({});
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
});
