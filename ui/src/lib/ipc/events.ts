import { listen } from '@tauri-apps/api/event';
import { CLOSING_EVENT, commands, STUDIO_EVENT, type StudioEvent } from './bindings';

type Handler = (event: StudioEvent) => void;

const handlers = new Set<Handler>();
let listening: Promise<unknown> | null = null;

/** Follows the studio's one stream of events; returns how to stop. However many follow, the window listens once. */
export function onStudioEvent(handler: Handler): () => void {
  handlers.add(handler);
  listening ??= listen<StudioEvent>(STUDIO_EVENT, ({ payload }) => {
    for (const each of [...handlers]) each(payload);
  });
  return () => handlers.delete(handler);
}

/** Resolves once no event can be missed any more; what is asked before may be out of date without anyone saying so. */
export const whenListening = () => listening ?? Promise.resolve();

const works = new Set<() => Promise<unknown>>();

/** Does this before the window closes or another library is opened, such as writing what is not on disk yet; returns how to stop. */
export function beforeClosing(work: () => Promise<unknown>): () => void {
  works.add(work);
  return () => works.delete(work);
}

/** Does now what is to be done before the window closes. */
export async function settle(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}

/** Milliseconds: keys typed just before may still be on their way; no more is waited for them than the longest. */
const QUIET = 200;
const LONGEST = 2000;

/** Milliseconds between two signs that the page is still at work when the window is about to close. */
const BEAT = 1000;

/** Resolves once no key has arrived for a moment. */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(pause);
      clearTimeout(longest);
      window.removeEventListener('keydown', heard, true);
      resolve();
    };
    let pause = setTimeout(done, QUIET);
    const longest = setTimeout(done, LONGEST);
    const heard = () => {
      clearTimeout(pause);
      pause = setTimeout(done, QUIET);
    };
    window.addEventListener('keydown', heard, true);
  });
}

/**
 * Answers the window when it is about to close, as soon as all there is to do is done or has failed; returns how to stop
 * answering.
 */
export function closeWhenDone(): () => void {
  const listening = listen(CLOSING_EVENT, async () => {
    // A page that says nothing is taken for hung, and closed.
    const beat = () => void commands.holdWindow().catch(() => {});
    beat();
    const beating = setInterval(beat, BEAT);
    await quiet();
    await settle();
    clearInterval(beating);
    await commands.closeWindow();
  });
  return () => void listening.then((stop) => stop());
}
