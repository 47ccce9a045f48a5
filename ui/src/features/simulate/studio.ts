/** A studio of sessions in memory, for tests: it answers what it is given, and runs nothing. */
import type {
  AgentInfo,
  ModelExchange,
  ModelList,
  RepeatCost,
  SimulationComparison,
  SimulationCost,
  SimulationRow,
  SimulationSetup,
  SimulationView,
  SkillFiles,
  SkillVersions,
  ToolLibraryInfo,
} from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { agentNamed, detail, metrics, reach, row, spread, view } from './fixtures';
import { Simulate, type SimulateBackend } from './simulate.svelte';

export const agents: AgentInfo[] = [
  { id: '1', name: 'empty', model: 'm', skills: [], left_out: [] },
  { id: '2', name: 'pico_reviewer', model: 'm', skills: ['pico', 'glossary'], left_out: [] },
];
export const libraries: ToolLibraryInfo[] = [
  { name: 'own', is_built_in: true, description: 'Runs every tool.', tools: [] },
  { name: 'mock', is_built_in: true, description: 'Makes no outside calls.', tools: [] },
];

export class SessionStudio {
  rows: SimulationRow[] = [
    row('1'),
    row('2', { title: 'Another one', agent: 'dispatcher', updated_at: '2025-01-01T00:00:00Z' }),
  ];
  agents = agents;
  versions: SkillVersions[] = [];
  files: SkillFiles[] = [];
  models: ModelList = { models: [], picks: '' };
  cost: SimulationCost | null = null;
  repeatCost: RepeatCost | null = null;
  /** What went over the wire for each question. */
  exchanges: ModelExchange[] = [];
  comparison: SimulationComparison | null = null;
  views: Record<string, SimulationView> = { '1': view('1'), '2': view('2') };
  /** Whether the author says yes. */
  allows = true;
  /** What was asked for, in order. */
  asked: unknown[][] = [];
  /** What a command waits for, where a test says so. */
  gate: Promise<unknown> = Promise.resolve();
  /** Whether the end of a turn is told only after the command that ran it has ended. */
  isLate = false;
  /** Thrown by each command that runs a session, where it is set. */
  refusal: Error | null = null;
  kept: string | null = null;

  readonly backend: SimulateBackend = {
    listSimulations: async () => this.rows,
    listAgents: async () => this.agents,
    listSimulationVersions: async (agent) => (this.#ask('versions', agent), this.versions),
    listSimulationFiles: async (agent) => (this.#ask('files', agent), this.files),
    listToolLibraries: async () => libraries,
    listModels: async () => this.models,
    estimateSimulationCost: async (setup) => (this.#ask('cost', setup.model), this.cost),
    listSimulationExchanges: async (id, event) => (this.#ask('exchanges', id, event), this.exchanges),
    startSimulation: async (setup) => (this.#ask('start', setup), this.#fresh('9', { setup })),
    getSimulation: async (id) => (this.#ask('get', id), await this.gate, this.views[id]!),
    sayInSimulation: async (id, text, pace, credentials) => {
      if (credentials === 'ask' && text.includes('sk-')) throw new StudioError('credentials', 'It holds a key (sk-…).');
      return this.#run(id, 'say', credentials === 'secret' ? text.replace(/sk-\S+/, '••••') : text, pace);
    },
    stepSimulation: async (id) => this.#run(id, 'step'),
    continueSimulation: async (id) => this.#run(id, 'continue'),
    refuseSimulationCall: async (id) => this.#run(id, 'refuse'),
    compactSimulation: async (id) => this.#run(id, 'compact'),
    pauseSimulation: async (id) => this.#ask('pause', id),
    cancelSimulation: async (id) => this.#ask('cancel', id),
    deleteSimulation: async (id) => this.#ask('delete', id),
    forkSimulation: async (id, events, changes) => {
      this.#ask('fork', id, events, changes);
      return this.#fresh('7', {
        row: row('7', { forked_from: { id, events } }),
        setup: changes ?? this.views[id]!.setup,
      });
    },
    getSimulationStep: async (id, event) => (this.#ask('detail', id, event), this.#ask('prompt', event), detail(event)),
    getSimulationStepInBrief: async (id, event) => (this.#ask('detail', id, event), { ...detail(event), sections: [] }),
    compareSimulations: async (a, b) => {
      this.#ask('compare', a, b);
      return this.comparison ?? { a: this.views[a]!.row, b: this.views[b]!.row, turns: [] };
    },
    saveSimulationCase: async (kept) => (this.#ask('save case', kept), { ...kept, id: kept.id || 'c' }),
    getSimulationMetrics: async (id) => (this.#ask('metrics', id), metrics),
    getSimulationReach: async ({ agent, runtime }) => (this.#ask('reach', agent, runtime), reach),
    saveSimulationAsAgent: async (setup, name) => {
      this.#ask('save as agent', setup, name);
      return agentNamed(name);
    },
    estimateRepeatCost: async (id, times) => (this.#ask('repeat cost', id, times), this.repeatCost),
    repeatSimulation: async (setup, messages, times) => {
      this.#ask('repeat', setup.agent, messages, times);
      return spread(times);
    },
    cancelCall: async (id) => this.#ask('cancel call', id),
    askConsent: async (hash) => (this.#ask('consent', hash), this.allows),
  };

  /** The place as it is opened. */
  async open(): Promise<Simulate> {
    const memory = { read: () => this.kept, write: (text: string) => void (this.kept = text) };
    const simulate = new Simulate(this.backend, memory);
    await simulate.start();
    this.#listener = simulate;
    return simulate;
  }

  /** What was asked for of a kind. */
  of(what: string): unknown[][] {
    return this.asked.filter(([kind]) => kind === what).map(([, ...rest]) => rest);
  }

  #fresh(id: string, more: Partial<SimulationView>): SimulationView {
    const state = { kind: 'waiting_for_user' as const, ended: null };
    this.views[id] = view(id, { row: row(id), events: [], steps: [], state, ...more });
    return this.views[id];
  }

  /** Who is told what happens. */
  #listener: Simulate | null = null;

  async #run(id: string, ...what: unknown[]): Promise<SimulationRow> {
    this.#ask(...what);
    await this.gate;
    if (this.refusal) throw this.refusal;
    const { row, events, steps, state: ended } = this.views[id]!;
    const state = this.isLate ? { kind: 'running' as const } : ended;
    this.#listener?.follow({ kind: 'simulation', update: { kind: 'advanced', id, from: 0, events, steps, state } });
    return row;
  }

  #ask(...what: unknown[]) {
    this.asked.push(what);
  }
}

/** A setup with a change. */
export const changed = (setup: SimulationSetup, change: Partial<SimulationSetup>): SimulationSetup => ({
  ...setup,
  ...change,
});
