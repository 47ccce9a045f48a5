/** Has the window say what live regions say, as long as a screen reader is there that hears of them in no other way. */
import { commands, followScreenReader } from './ipc';
import { followLiveRegions } from './live-regions';

/** Begins and ends with the screen reader, until the returned function is called. */
export function sayLiveRegions(): () => void {
  let stop = () => {};
  const leave = followScreenReader((isThere) => {
    stop();
    // Where nothing can be said nobody would hear of that either.
    stop = isThere ? followLiveRegions((text) => void commands.sayAloud(text).catch(() => {})) : () => {};
  });
  return () => {
    leave();
    stop();
  };
}
