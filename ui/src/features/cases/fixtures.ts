/** Test cases in a few words, for tests, and a studio that runs them. */
import type {
  ConsentRequest,
  SimulationCase,
  SimulationCaseFile,
  SimulationCaseResult,
  SimulationSetup,
  UnreadableRow,
} from '$lib/ipc';
import { Cases, type CasesBackend } from './cases.svelte';

export const setup: SimulationSetup = {
  agent: 'pico_reviewer',
  runtime: 'agent-lib',
  components: 'only_skills',
  model: { kind: 'mock' },
  tool_library: null,
  max_iterations: 10,
  window_tokens: 128_000,
  host: 'agent-skills',
  without: [],
  uses: null,
  versions: [],
  inputs: [],
  captured: null,
  skills: null,
  reads: null,
  adk: {
    way: 'coordinator',
    strategies: [{ kind: 'message' }],
    mode: 'strict',
    policy: { top_k: 1, min_score: 1, include_tags: [], exclude_tags: [] },
    max_chars: null,
  },
};

export const caseResult = (isPassed: boolean): SimulationCaseResult => ({
  is_passed: isPassed,
  failures: isPassed ? [] : ['The skill pico was not activated.'],
  checks: [
    { expected: { kind: 'answered' }, why: null },
    { expected: { kind: 'skill', name: 'pico' }, why: isPassed ? null : 'The skill pico was not activated.' },
  ],
  skills: isPassed ? ['pico'] : ['glossary'],
  tools: ['set_picos_element'],
  unchecked: isPassed ? 0 : 2,
  most_tokens: 320,
  answer: 'Done.',
  ran_at: '2026-01-02T03:04:05.000Z',
});

export const testCase = (id: string, more: Partial<SimulationCase> = {}): SimulationCase => ({
  id,
  name: `Case ${id}`,
  setup,
  messages: ['Extract the PICO'],
  expected_skills: ['pico'],
  expected_tools: [],
  expected_text: null,
  expected_schema: null,
  max_tokens: null,
  assertions: [],
  expected_output: '',
  missing_files: [],
  last: null,
  ...more,
});

/** Runs cases in memory: one called `bad` fails, one called `gone` cannot be run. */
export class CaseStudio {
  cases: SimulationCase[] = [];
  unreadable: UnreadableRow[] = [];
  file: SimulationCaseFile = { skill: 'pico', agents: ['pico_reviewer'], entries: [], skipped: [], missing: [] };
  /** What the next case that runs needs permission for. */
  asks: ConsentRequest | null = null;
  /** What running a case waits for, where a test says so. */
  gate: Promise<unknown> = Promise.resolve();
  asked: unknown[][] = [];

  readonly backend: CasesBackend = {
    listSimulationCases: async () => ({ cases: this.cases, unreadable: this.unreadable }),
    saveSimulationCase: async (kept) => (this.asked.push(['save', kept]), kept),
    runSimulationCase: async (id) => {
      this.asked.push(['run', id]);
      await this.gate;
      if (id === 'gone') throw { code: 'NotFound', message: 'No agent named “nobody” in the library.' };
      const [asks, kept] = [this.asks, this.cases.find((one) => one.id === id)!];
      this.asks = null;
      return { case: asks ? kept : { ...kept, last: caseResult(id !== 'bad') }, asks };
    },
    deleteSimulationCase: async (id) => this.asked.push(['delete', id]),
    readSimulationCases: async (path) => (this.asked.push(['read', path]), this.file),
    importSimulationCases: async (path, setup) => {
      this.asked.push(['import', path, setup.agent]);
      return { cases: [testCase('new', { setup })], updated: 0, skipped: [], missing: [] };
    },
    cancelCall: async (id) => this.asked.push(['cancel', id]),
    askConsent: async (hash) => (this.asked.push(['consent', hash]), true),
  };

  async open(): Promise<Cases> {
    const cases = new Cases(this.backend);
    await cases.read();
    return cases;
  }

  of(what: string): unknown[][] {
    return this.asked.filter(([kind]) => kind === what).map(([, ...rest]) => rest);
  }
}
