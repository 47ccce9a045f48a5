/** Test cases of sessions: what is said, what should come of it, and what came of it last. */
import type {
  ConsentRequest,
  SimulationCase,
  SimulationCaseRun,
  SimulationCases,
  SimulationView,
  UnreadableRow,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { conversation, outcomeOf } from './chat';

/** What test cases ask of the studio. */
export interface CasesBackend {
  listSimulationCases(): Promise<SimulationCases>;
  saveSimulationCase(kept: SimulationCase): Promise<SimulationCase>;
  runSimulationCase(id: string): Promise<SimulationCaseRun>;
  deleteSimulationCase(id: string): Promise<unknown>;
  askConsent(hash: string): Promise<boolean>;
}

/** A case that expects of a session what came of it. */
export function caseOf(view: SimulationView): SimulationCase {
  const items = conversation(view.events);
  const messages = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  const { skills, tools } = outcomeOf(items);
  return {
    id: '',
    name: view.row.title,
    setup: view.setup,
    messages,
    expected_skills: skills,
    expected_tools: tools,
    expected_text: null,
    expected_schema: null,
    max_tokens: view.row.most_tokens || null,
    assertions: [],
    expected_output: '',
    files: [],
    last: null,
  };
}

export class Cases {
  readonly list = new Part<SimulationCase[]>();
  /** Ids of the cases that run now. */
  running = $state.raw<readonly string[]>([]);
  /** Cases that are listed but cannot be read. */
  unreadable = $state.raw<readonly UnreadableRow[]>([]);
  /** What the author has to allow before a case can run, and those that wait for it. */
  waiting = $state.raw<{ request: ConsentRequest; ids: readonly string[] } | null>(null);
  isAllowing = $state(false);

  constructor(private readonly backend: CasesBackend) {}

  async read(): Promise<void> {
    await this.list.load(async () => {
      const { cases, unreadable } = await this.backend.listSimulationCases();
      this.unreadable = unreadable;
      return cases;
    });
  }

  async save(kept: SimulationCase): Promise<void> {
    const saved = await this.backend.saveSimulationCase(kept);
    this.list.set([...(this.list.value ?? []).filter(({ id }) => id !== saved.id), saved]);
  }

  /** Runs some cases, one after the other, up to the first that needs the author's permission. */
  async run(ids: readonly string[]): Promise<void> {
    this.running = ids;
    this.waiting = null;
    try {
      for (const [at, id] of ids.entries()) {
        const { case: ran, asks } = await this.backend.runSimulationCase(id);
        if (asks) {
          this.waiting = { request: asks, ids: ids.slice(at) };
          return;
        }
        this.list.set((this.list.value ?? []).map((one) => (one.id === id ? ran : one)));
        this.running = this.running.filter((other) => other !== id);
      }
    } finally {
      this.running = [];
    }
  }

  /** Asks the author to allow what the case that waits would run; goes on where they do. */
  async allow(): Promise<void> {
    const { waiting } = this;
    if (!waiting) return;
    this.isAllowing = true;
    try {
      if (await this.backend.askConsent(waiting.request.hash)) await this.run(waiting.ids);
    } finally {
      this.isAllowing = false;
    }
  }

  async delete(id: string): Promise<void> {
    await this.backend.deleteSimulationCase(id);
    this.list.set((this.list.value ?? []).filter((one) => one.id !== id));
    this.unreadable = this.unreadable.filter((one) => one.id !== id);
  }
}
