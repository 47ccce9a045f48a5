import { listen } from '@tauri-apps/api/event';
import { commands, SCREEN_READER_EVENT } from './bindings';

/**
 * Tells whether a screen reader is there that hears of live regions from the window only, at first and whenever that changes;
 * returns how to stop.
 */
export function followScreenReader(tell: (isThere: boolean) => void): () => void {
  let hasHeard = false;
  let isOver = false;
  function hear(isThere: boolean) {
    hasHeard = true;
    if (!isOver) tell(isThere);
  }
  const listening = listen<boolean>(SCREEN_READER_EVENT, ({ payload }) => hear(payload));
  void listening
    .then(() => commands.checkScreenReader())
    // What changed meanwhile is newer.
    .then((isThere) => !hasHeard && hear(isThere))
    // Where nobody knows of one there is none to be told.
    .catch(() => {});
  return () => {
    isOver = true;
    void listening.then((stop) => stop());
  };
}
