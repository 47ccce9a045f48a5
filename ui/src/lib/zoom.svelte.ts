/** How large the page is shown, in percent: the studio knows the steps, shows them and remembers where one is. */
import { on } from 'svelte/events';
import { commands, type ZoomStep } from './ipc';

/** How far a wheel turns for one step; a touchpad tells of many small turns. */
const TURN = 60;

export class Zoom {
  percent = $state(100);
  #asked: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    this.percent = await commands.getZoom().catch(() => 100);
  }

  /** One step after the other, however fast they are asked for. */
  change(step: ZoomStep): Promise<void> {
    const done = this.#asked.then(async () => {
      this.percent = await commands.setZoom(step);
    });
    this.#asked = done.catch(() => {});
    return done;
  }
}

export const zoom = new Zoom();

/** Lets the wheel zoom while Ctrl is held, but where a canvas takes it for itself; until the returned function is called. */
export function zoomByWheel(change: (step: ZoomStep) => void): () => void {
  let turned = 0;
  return on(
    window,
    'wheel',
    (event) => {
      if (!event.ctrlKey || event.defaultPrevented) return;
      event.preventDefault();
      if (Math.sign(event.deltaY) !== Math.sign(turned)) turned = 0;
      turned += event.deltaY;
      if (Math.abs(turned) < TURN) return;
      change(turned < 0 ? 'in' : 'out');
      turned = 0;
    },
    { passive: false },
  );
}
