/** The libraries this one is shared through, in short, as of the last look: for the status line. Asks no server. */
import { type SharingSummary, type StudioEvent, commands, onStudioEvent } from '$lib/ipc';
import { Turn } from '$lib/turn';

/** Milliseconds without news before the counts are made anew: an import tells of each skill. */
const PAUSE = 1000;
/** How much longer than counting took it rests at least: the counts of a large library read all of it. */
const REST = 20;

/** News after which something may stand otherwise. */
const news: ReadonlySet<StudioEvent['kind']> = new Set([
  'library_changed',
  'skill_changed',
  'tools_changed',
  'servers_changed',
]);

class SharedLibraries {
  all = $state.raw<SharingSummary[]>([]);
  readonly #turn = new Turn();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How long counting took last, in milliseconds. */
  #took = 0;

  /** Reads them now, and again when something changed; returns how to stop. */
  follow(): () => void {
    void this.load();
    const stop = onStudioEvent(({ kind }) => {
      // Where nothing is shared, nothing that is written here matters.
      if (kind === 'sharing_changed' || (news.has(kind) && this.all.length > 0)) this.#soon();
    });
    return () => {
      stop();
      clearTimeout(this.#timer);
      this.#turn.end();
      this.all = [];
    };
  }

  async load(): Promise<void> {
    const isNewest = this.#turn.begin();
    // The library may be on its way out; the status line then says nothing of sharing.
    const from = performance.now();
    const all = await commands.listSharingSummaries().catch(() => []);
    this.#took = performance.now() - from;
    if (isNewest()) this.all = all;
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), Math.max(PAUSE, this.#took * REST));
  }
}

export const sharedLibraries = new SharedLibraries();
