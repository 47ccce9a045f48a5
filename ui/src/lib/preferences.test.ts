import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Memory } from './memory';
import { Preferences } from './preferences.svelte';
import { recordedStudio } from './ipc/recorded';
import { Theme } from './theme.svelte';
import { listenForUnexpected } from './unexpected';
import { Latest } from './latest';

const root = document.documentElement;
const memory = (text: string | null = null): Memory & { text: string | null } => ({
  text,
  read() {
    return this.text;
  },
  write(next: string) {
    this.text = next;
  },
});

describe('what one prefers', () => {
  it('is there again, and stands on the page for its styles', () => {
    const kept = memory();
    const first = new Preferences(kept);
    first.fontSize = 15;
    first.wrap = false;
    first.scorer = 'bm25';
    first.sort = 'tokens';
    expect([root.style.getPropertyValue('--editor-text'), root.style.getPropertyValue('--editor-line')]).toEqual([
      '15px',
      '25px',
    ]);
    expect(root.dataset.wrap).toBe('off');
    const again = new Preferences(kept);
    expect([again.fontSize, again.wrap, again.scorer, again.sort]).toEqual([15, false, 'bm25', 'tokens']);
  });

  it.each([
    [3, 10],
    [99, 24],
    [13.6, 14],
  ])('a font of %f is one of %f', (wished, is) => {
    const preferences = new Preferences(memory());
    preferences.fontSize = wished;
    expect(preferences.fontSize).toBe(is);
  });

  it('a font that is no number changes nothing', () => {
    const preferences = new Preferences(memory());
    preferences.fontSize = Number.NaN;
    expect(preferences.fontSize).toBe(12);
  });

  it.each(['{', 'null', '7', '{"fontSize":200,"wrap":"no","scorer":"tarot","sort":3}', '{"fontSize":"big"}'])(
    'what was kept and means nothing (%s) leaves what is usual',
    (text) => {
      const { fontSize, wrap, scorer, sort } = new Preferences(memory(text));
      expect([fontSize, wrap, scorer, sort]).toEqual([12, true, null, null]);
    },
  );

  it('of what was kept takes what still means something', () => {
    const { fontSize, wrap, scorer } = new Preferences(memory('{"fontSize":18,"wrap":"no","scorer":"hybrid"}'));
    expect([fontSize, wrap, scorer]).toEqual([18, true, 'hybrid']);
  });

  it('tells editors to measure anew', () => {
    const resized = vi.fn();
    window.addEventListener('resize', resized);
    const preferences = new Preferences(memory());
    const before = resized.mock.calls.length;
    preferences.fontSize = 20;
    expect(resized.mock.calls.length).toBeGreaterThan(before);
    window.removeEventListener('resize', resized);
  });
});

describe('the theme', () => {
  let listeners: ((event: { matches: boolean }) => void)[];
  const studio = { getSetting: vi.fn(), setSetting: vi.fn() };
  /** A window that has just opened, on a system that is dark or not. */
  function opened(isDark: boolean) {
    listeners = [];
    const system = { matches: isDark, addEventListener: (_: string, listener: never) => listeners.push(listener) };
    vi.spyOn(window, 'matchMedia').mockReturnValue(system as never);
    return new Theme();
  }
  beforeEach(() => {
    vi.clearAllMocks();
    localStorage.clear();
    studio.setSetting.mockReturnValue(null);
    studio.getSetting.mockReturnValue(null);
    recordedStudio(studio);
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [true, 'dark'],
    [false, 'light'],
  ])("is the system's where nobody chose (dark: %s)", (isDark, expected) => {
    const theme = opened(isDark);
    expect([theme.choice, theme.current, root.dataset.theme]).toEqual(['system', expected, expected]);
  });

  it("goes with the system while it is the system's, and no longer", async () => {
    const theme = opened(false);
    listeners.forEach((listener) => listener({ matches: true }));
    expect([theme.current, root.dataset.theme]).toEqual(['dark', 'dark']);
    await theme.choose('light');
    listeners.forEach((listener) => listener({ matches: true }));
    expect([theme.current, root.dataset.theme]).toEqual(['light', 'light']);
  });

  it('is toggled from what is seen, and kept here and in the library', async () => {
    const theme = opened(true);
    await theme.toggle();
    expect([theme.choice, localStorage.getItem('theme'), root.dataset.theme]).toEqual(['light', 'light', 'light']);
    expect(studio.setSetting.mock.calls.map(([given]) => Object.values(given as object))).toEqual([['theme', 'light']]);
    await theme.toggle();
    expect(theme.current).toBe('dark');
  });

  it('is remembered by the window, whatever the library says', async () => {
    localStorage.setItem('theme', 'dark');
    studio.getSetting.mockReturnValue('light');
    const theme = opened(false);
    await theme.load();
    expect([theme.current, studio.getSetting.mock.calls.length]).toEqual(['dark', 0]);
  });

  it.each([
    ['light', 'light'],
    ['mauve', 'dark'],
    [null, 'dark'],
  ])("a new window takes the library's %s for %s", async (kept, expected) => {
    studio.getSetting.mockReturnValue(kept);
    const theme = opened(true);
    await theme.load();
    expect(theme.current).toBe(expected);
  });

  it('is chosen also where no library can keep it', async () => {
    studio.setSetting.mockImplementation(() => {
      throw { code: 'no_library', message: 'none' };
    });
    studio.getSetting.mockImplementation(() => {
      throw { code: 'no_library', message: 'none' };
    });
    const theme = opened(true);
    await theme.load();
    await theme.choose('light');
    expect([theme.current, localStorage.getItem('theme')]).toEqual(['light', 'light']);
  });
});

describe('a failure that nobody caught', () => {
  it('is told, but for the one that means nothing, until nobody listens', () => {
    const report = vi.fn();
    const stop = listenForUnexpected(report);
    const broke = new Error('x is undefined');
    window.dispatchEvent(new ErrorEvent('error', { error: broke, message: 'x is undefined' }));
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
    window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'stale' }));
    stop();
    window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
    expect(report.mock.calls.map(([thrown]) => thrown)).toEqual([broke, 'Script error.', 'stale']);
  });
});

describe('one call at a time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  /** Calls that end when they are told to. */
  function calls() {
    const ends: (() => void)[] = [];
    const latest = new Latest(() => new Promise<void>((end) => ends.push(end)), 100);
    return { ends, latest };
  }

  it('begins when asking rests, once for all that was asked', async () => {
    const { ends, latest } = calls();
    latest.soon();
    await vi.advanceTimersByTimeAsync(99);
    latest.soon();
    await vi.advanceTimersByTimeAsync(99);
    expect(ends).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(1);
  });

  it('is followed by one more for all that was asked meanwhile', async () => {
    const { ends, latest } = calls();
    latest.soon(0);
    await vi.advanceTimersByTimeAsync(0);
    for (let times = 0; times < 5; times += 1) latest.soon();
    expect([ends.length, latest.isOvertaken]).toEqual([1, true]);
    ends[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect([ends.length, latest.isOvertaken]).toEqual([2, false]);
    ends[1]!();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
  });

  it('is waited for until nothing newer is asked', async () => {
    const { ends, latest } = calls();
    latest.soon(0);
    await vi.advanceTimersByTimeAsync(0);
    const done = vi.fn();
    void latest.now().then(done);
    ends[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect([ends.length, done.mock.calls.length]).toEqual([2, 0]);
    ends[1]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledOnce();
  });

  it('that waits is forgotten, and one that runs is left to end', async () => {
    const { ends, latest } = calls();
    latest.soon();
    latest.stop();
    await vi.advanceTimersByTimeAsync(500);
    expect(ends).toHaveLength(0);
    latest.soon(0);
    await vi.advanceTimersByTimeAsync(0);
    latest.soon();
    latest.stop();
    ends[0]!();
    await vi.advanceTimersByTimeAsync(500);
    expect(ends).toHaveLength(1);
  });
});
