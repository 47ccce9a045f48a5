/** What of the samples ships that the library has otherwise or not at all: what there is, bringing it in, taking it back. */
import { plural } from '$kit';
import type { SampleExample, SampleUpdate, SamplesUpdated } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What it asks of the studio. */
export interface SamplesBackend {
  getSampleUpdate(): Promise<SampleUpdate>;
  updateSamples(): Promise<SamplesUpdated>;
  undoSampleUpdate(update: SamplesUpdated): Promise<string[]>;
}

export class Samples {
  readonly update = new Part<SampleUpdate>();
  /** Whether they are being brought up to date. */
  busy = $state(false);
  readonly #backend: SamplesBackend;

  constructor(backend: SamplesBackend) {
    this.#backend = backend;
  }

  load = () => this.update.load(() => this.#backend.getSampleUpdate());

  async bring(): Promise<SamplesUpdated> {
    this.busy = true;
    try {
      return await this.#backend.updateSamples();
    } finally {
      this.busy = false;
      await this.load();
    }
  }

  /** Gives the names of what was left alone. */
  async undo(update: SamplesUpdated): Promise<string[]> {
    const left = await this.#backend.undoSampleUpdate(update);
    await this.load();
    return left;
  }
}

const exampleWords: Record<SampleExample, string> = {
  queries: 'test queries',
  run: 'a run',
  session: 'a session',
  pack: 'a pack',
};

/** How many there are, as in "2 tools and 1 skill", and which examples of their use. */
export function amounts({ tools, skills, examples }: SampleUpdate): string {
  const changed = [tools.length && plural(tools.length, 'tool'), skills.length && plural(skills.length, 'skill')];
  const all = [...changed.filter((words) => words !== 0), ...examples.map((example) => exampleWords[example])];
  return new Intl.ListFormat('en').format(all);
}
