/**
 * A page in a browser has no window around it: the bridge of development (`studio-bridge`) stands in for it, with the real
 * studio behind. Nothing that ships carries this.
 */
import { isTauri } from '@tauri-apps/api/core';
import { emit } from '@tauri-apps/api/event';
import { mockIPC, mockWindows } from '@tauri-apps/api/mocks';
import { STUDIO_EVENT } from './bindings';

/** What a command gave, or what it threw. */
type Outcome = { ok: unknown } | { error: unknown };

/**
 * Reaches the bridge that the page's address names (`?bridge=ADDRESS&token=TOKEN`), and tells it the faults that stand
 * there too (`&delay=300&fail=save_file:stale`). In the window, and without an address, everything stays as it is.
 */
export async function connect(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const [address, token] = [asked.get('bridge'), asked.get('token')];
  if (isTauri() || !address || !token) return;
  const post = (path: string, body = '') =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });

  mockWindows('main');
  mockIPC(
    async (command, given) => {
      if (command === 'plugin:window|set_title') return setTitle(given);
      const response = await post(`/command/${command}`, JSON.stringify(given ?? {}));
      const outcome = (await response.json()) as Outcome;
      if ('error' in outcome) throw outcome.error;
      return outcome.ok;
    },
    { shouldMockEvents: true },
  );
  if (asked.has('delay') || asked.has('fail')) await post(`/faults${location.search}`);
  await follow(`${address}/events?token=${token}`);
}

function setTitle(given: unknown) {
  document.title = (given as { value: string }).value;
}

/** Hands the studio's events on; resolves once none can be missed any more. */
function follow(address: string): Promise<void> {
  const events = new EventSource(address);
  events.onmessage = ({ data }) => void emit(STUDIO_EVENT, JSON.parse(data as string));
  return new Promise((resolve) => (events.onopen = () => resolve()));
}
