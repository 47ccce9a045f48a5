/**
 * The place Simulate: the sessions that are kept, the one that is open, and the step of it one looks at. A session runs in
 * the studio; here its updates are followed. Whatever the screen shows is read from its events.
 */
import {
  type AgentDetail,
  type AgentInfo,
  type CredentialChoice,
  type Host,
  type RepeatCost,
  type SimulationCase,
  type SimulationMetrics,
  type SimulationPace,
  type SimulationReach,
  type SimulationRow,
  type SimulationSetup,
  type SimulationSpread,
  type SimulationStepDetail,
  type SimulationUpdate,
  type SimulationView,
  type SkillFiles,
  type SkillVersions,
  StudioError,
  type StudioEvent,
  type ToolLibraryInfo,
} from '$lib/ipc';
import { Latest } from '$lib/latest';
import type { Memory } from '$lib/memory';
import { libraryClient } from '$lib/state/client.svelte';
import { saveAsking } from '$lib/state/credentials.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import type { CapturedWish } from '$lib/state/intents.svelte';
import { Part } from '$lib/state/part.svelte';
import { Turn } from '$lib/turn';
import { type Item, conversation, stepMarks } from './chat';
import { Comparing, type ComparingBackend } from './comparing.svelte';
import { RealModels, type RealModelsBackend } from './real.svelte';
import { type Beginning, type Settings, readSettings, setupOfSkills } from './settings';

/** What the place asks of the studio. */
export interface SimulateBackend extends ComparingBackend, RealModelsBackend {
  listSimulations(): Promise<SimulationRow[]>;
  startSimulation(setup: SimulationSetup, credentials: CredentialChoice): Promise<SimulationView>;
  stepSimulation(id: string): Promise<SimulationRow>;
  continueSimulation(id: string): Promise<SimulationRow>;
  pauseSimulation(id: string): Promise<unknown>;
  cancelSimulation(id: string): Promise<unknown>;
  refuseSimulationCall(id: string): Promise<SimulationRow>;
  deleteSimulation(id: string): Promise<unknown>;
  getSimulationStep(id: string, event: number): Promise<SimulationStepDetail>;
  /** The same without the sections of the prompt. */
  getSimulationStepInBrief(id: string, event: number): Promise<SimulationStepDetail>;
  getSimulationReach(setup: SimulationSetup): Promise<SimulationReach>;
  /** Makes an agent of what a session that begins with skills is set up with. */
  saveSimulationAsAgent(setup: SimulationSetup, name: string): Promise<AgentDetail>;
  estimateRepeatCost(id: string, times: number): Promise<RepeatCost | null>;
  repeatSimulation(
    setup: SimulationSetup,
    messages: string[],
    times: number,
    callId: string,
  ): Promise<SimulationSpread>;
  cancelCall(callId: string): Promise<unknown>;
  saveSimulationCase(kept: SimulationCase, credentials: CredentialChoice): Promise<SimulationCase>;
  getSimulationMetrics(id: string): Promise<SimulationMetrics>;
  listSimulationVersions(agent: string): Promise<SkillVersions[]>;
  listSimulationFiles(agent: string): Promise<SkillFiles[]>;
  listAgents(): Promise<AgentInfo[]>;
  listToolLibraries(): Promise<ToolLibraryInfo[]>;
  askConsent(hash: string): Promise<boolean>;
}

export type InspectorTab = 'prompt' | 'tools' | 'state' | 'calls' | 'ledger';

/** How many details of steps are kept, so that going back to one is at once. */
const MOST_DETAILS = 80;
/** How long sessions that run elsewhere may rest before the list is read anew, in milliseconds. */
const REST = 400;

export class Simulate {
  readonly rows = new Part<SimulationRow[]>();
  readonly agents = new Part<AgentInfo[]>();
  readonly libraries = new Part<ToolLibraryInfo[]>();
  readonly detail = new Part<SimulationStepDetail>();
  /** Whether that has the sections of the prompt. */
  hasPrompt = $state(false);
  /** What files of the agent's skills a model can come to read. */
  readonly reach = new Part<SimulationReach>();
  readonly comparing: Comparing;
  /** The chat models one can choose. */
  readonly real: RealModels;

  /** What the next session of an agent is started with. */
  #ofAgent = $state.raw<SimulationSetup>(readSettings(null).setup);
  /** What the author changed of one that begins with skills. */
  #changes = $state.raw<Partial<SimulationSetup>>({});
  /** What the author chose to begin with. */
  #beginning = $state<Beginning | null>(null);
  /** What the next session begins with: without agents there are skills alone, and for a client they come first. */
  readonly beginning: Beginning = $derived.by(() => {
    if (this.agents.value?.length === 0) return 'skills';
    return this.#beginning ?? (libraryClient.current !== null && libraryClient.current !== 'adk' ? 'skills' : 'agent');
  });
  /** What the next session is started with. */
  readonly setup: SimulationSetup = $derived(
    this.beginning === 'skills' ? setupOfSkills(libraryClient.current, this.#changes) : this.#ofAgent,
  );
  /** What is typed and not sent. */
  message = $state('');
  view = $state.raw<SimulationView | null>(null);
  /** Why the session that was asked for could not be opened. */
  openError = $state.raw<StudioError | null>(null);
  isOpening = $state(false);
  /** What the model says, while it does. */
  heard = $state('');
  /** A command that runs the session is under way. */
  isWorking = $state(false);
  isStopping = $state(false);
  isAllowing = $state(false);
  tab = $state<InspectorTab>('tools');
  /** The step that was chosen; none follows the newest. */
  #chosen = $state<number | null>(null);

  readonly items: Item[] = $derived(conversation(this.view?.events ?? []));
  readonly steps = $derived(this.view?.steps ?? []);
  readonly marks = $derived(stepMarks(this.items, this.steps.length));
  /** The step one looks at; -1 before the first. */
  readonly at: number = $derived(Math.min(this.#chosen ?? Infinity, this.steps.length - 1));
  readonly step = $derived(this.steps[this.at] ?? null);
  readonly isRunning: boolean = $derived(this.isWorking || this.view?.state.kind === 'running');
  /** Another program is at work in it. */
  readonly isElsewhere: boolean = $derived(this.view?.state.kind === 'running_elsewhere');
  readonly isPaused: boolean = $derived(!this.isRunning && this.view?.state.kind === 'paused');
  readonly isWaiting: boolean = $derived(!this.isRunning && this.view?.state.kind === 'waiting_for_user');
  readonly canSend: boolean = $derived(this.isWaiting && this.message.trim() !== '');
  /** Whether something was said, and its client's way of compacting that is known. */
  readonly canCompact: boolean = $derived(this.isWaiting && this.steps.length > 0 && Boolean(this.view?.compaction));

  readonly #turn = new Turn();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  readonly #details = new Map<string, SimulationStepDetail>();
  readonly #look = new Latest(() => this.#readDetail(), 0);
  readonly #list = new Latest(() => this.readRows(), REST);
  #open: string | null = null;
  #followed: Host | null = null;

  constructor(
    private readonly backend: SimulateBackend,
    private readonly memory: Memory,
  ) {
    const { setup, open, message } = readSettings(memory.read());
    this.#ofAgent = setup;
    this.message = message;
    this.#open = open;
    this.comparing = new Comparing(backend);
    this.real = new RealModels(backend);
  }

  /** Reads what there is, and opens the session that was open last. */
  async start(): Promise<void> {
    const last = this.#open;
    await Promise.all([this.readRows(), this.readChoices()]);
    const row = this.rows.value?.find(({ id }) => id === last);
    // What was asked for meanwhile goes first.
    const isStillWanted = this.#open === last && !this.view && !this.isOpening;
    if (row && row.unreadable === null && isStillWanted) await this.open(row.id);
  }

  readVersions(agent: string): Promise<SkillVersions[]> {
    return this.backend.listSimulationVersions(agent);
  }

  readFiles(agent: string): Promise<SkillFiles[]> {
    return this.backend.listSimulationFiles(agent);
  }

  async readRows(): Promise<void> {
    await this.rows.load(() => this.backend.listSimulations());
  }

  /** Reads the agents and tool libraries one can choose. */
  async readChoices(): Promise<void> {
    const [agents] = await Promise.all([
      this.agents.load(() => this.backend.listAgents()),
      this.libraries.load(() => this.backend.listToolLibraries()),
      this.real.read(),
    ]);
    if (!agents || agents.some(({ name }) => name === this.#ofAgent.agent)) return;
    const first = agents.find(({ skills }) => skills.length > 0) ?? agents[0];
    this.#ofAgent = { ...this.#ofAgent, agent: first?.name ?? '', without: [] };
  }

  /** The library is for another client: the next session begins with that one, whichever was taken before. */
  followClient() {
    if (libraryClient.current === this.#followed) return;
    this.#followed = libraryClient.current;
    this.#changes = { ...this.#changes, host: undefined };
  }

  /** Begins the next session with skills, or with an agent. */
  beginFrom(what: Beginning) {
    this.#beginning = what;
  }

  /** Leads to the page where a session with these skills is set up. */
  beginWithSkills(names: readonly string[]) {
    this.leave();
    this.#beginning = 'skills';
    this.#changes = { ...this.#changes, skills: { kind: 'some', names: [...names] }, without: [] };
  }

  /** Makes an agent of a setup that begins with skills. */
  saveAsAgent(setup: SimulationSetup, name: string): Promise<AgentDetail> {
    return this.backend.saveSimulationAsAgent(setup, name);
  }

  /** Takes a change to what the next session is started with. */
  set(change: Partial<SimulationSetup>) {
    if (this.beginning === 'skills') this.#changes = { ...this.#changes, ...change };
    else this.#ofAgent = { ...this.#ofAgent, ...change };
    this.keep();
  }

  /** Opens a session at its newest step. */
  async open(id: string): Promise<void> {
    const isNewest = this.#turn.begin();
    this.isOpening = true;
    this.openError = null;
    try {
      const view = await this.backend.getSimulation(id);
      if (isNewest()) this.show(view);
    } catch (thrown) {
      if (isNewest()) this.openError = StudioError.from(thrown);
    } finally {
      if (isNewest()) this.isOpening = false;
    }
  }

  /** Shows a session that was read or made. */
  show(view: SimulationView, chosen: number | null = null) {
    const isAnother = view.row.id !== this.view?.row.id;
    this.view = view;
    this.heard = '';
    this.openError = null;
    if (isAnother) {
      this.#chosen = chosen;
      this.#details.clear();
      this.detail.clear();
      this.reach.clear();
      void this.reach.load(() => this.backend.getSimulationReach(view.setup));
      this.#open = view.row.id;
      this.keep();
    }
    this.#noteRow(view.row);
    this.#look.soon();
  }

  /** Leaves the session, for the page where a new one is set up. */
  leave() {
    this.#turn.end();
    this.view = null;
    this.isOpening = false;
    this.isWorking = false;
    this.heard = '';
    this.openError = null;
    this.comparing.leave();
    this.#open = null;
    this.keep();
  }

  /** Starts a session as it is set up, or given. */
  async begin(setup: SimulationSetup = this.setup): Promise<void> {
    const isNewest = this.#turn.begin();
    this.isOpening = true;
    try {
      const view = await saveAsking((choice) => this.backend.startSimulation(setup, choice), { what: 'replies' });
      if (isNewest()) this.show(view);
      else this.#noteRow(view.row);
    } finally {
      if (isNewest()) this.isOpening = false;
    }
  }

  /** Starts a session as it is set up and says what is typed, if anything is. */
  async go(): Promise<void> {
    await this.begin();
    if (this.canSend) await this.send();
  }

  /** Starts a session whose model sees the list of skills that an installed client sent, over skills as they are saved. */
  async beginCaptured({ agent, without, captured }: CapturedWish): Promise<void> {
    const { client: host, window_tokens: window, uses } = captured;
    this.comparing.leave();
    await this.begin({
      ...this.#ofAgent,
      agent,
      runtime: 'agent-skills',
      host,
      window_tokens: window ?? this.#ofAgent.window_tokens,
      without: [...without],
      uses,
      versions: [],
      inputs: agent === this.#ofAgent.agent ? this.#ofAgent.inputs : [],
      captured,
    });
  }

  /** Says what was typed; the model is asked until it answers, or once. */
  async send(pace: SimulationPace = 'run'): Promise<void> {
    const text = this.message.trim();
    if (!this.canSend) return;
    this.message = '';
    this.keep();
    this.#chosen = null;
    try {
      await saveAsking((choice) => this.#run((id) => this.backend.sayInSimulation(id, text, pace, choice)), {
        what: 'message',
      });
      firstRun.take('simulate');
    } catch (thrown) {
      // Nothing typed is lost: what was not said stands where it was.
      if (this.message === '') this.message = text;
      this.keep();
      throw thrown;
    }
  }

  /** Asks the model once, or makes its next call. */
  async next(): Promise<void> {
    if (this.canSend) await this.send('step');
    if (!this.isPaused) return;
    this.#chosen = null;
    await this.#run((id) => this.backend.stepSimulation(id));
  }

  /** Goes on until the user has to say or allow something. */
  async resume(): Promise<void> {
    this.#chosen = null;
    await this.#run((id) => this.backend.continueSimulation(id));
  }

  /** Compacts the conversation as the session's client does. */
  async compact(): Promise<void> {
    this.#chosen = null;
    await this.#run((id) => this.backend.compactSimulation(id));
  }

  async pause(): Promise<void> {
    if (this.view) await this.backend.pauseSimulation(this.view.row.id);
  }

  /** Ends the turn that goes on. */
  async stop(): Promise<void> {
    if (!this.view) return;
    this.isStopping = true;
    try {
      await this.backend.cancelSimulation(this.view.row.id);
      // What waits is not running: nothing else tells that it is over.
      if (!this.isWorking) await this.open(this.view.row.id);
    } finally {
      this.isStopping = false;
    }
  }

  /** Asks the author to allow the call that waits; carries it out where they do. */
  async allow(): Promise<void> {
    const state = this.view?.state;
    if (state?.kind !== 'waiting_for_consent') return;
    this.isAllowing = true;
    try {
      if (await this.backend.askConsent(state.request.hash)) await this.resume();
    } finally {
      this.isAllowing = false;
    }
  }

  /** Leaves the call undone: the model is told so. */
  async refuse(): Promise<void> {
    await this.#run((id) => this.backend.refuseSimulationCall(id));
  }

  #forked(id: string, events: number, changes: SimulationSetup | null): Promise<SimulationView> {
    return saveAsking((choice) => this.backend.forkSimulation(id, events, changes, choice), { what: 'replies' });
  }

  /** A session of its own that shares all before the step one looks at. */
  async fork(changes: SimulationSetup | null = null): Promise<void> {
    const { view, step } = this;
    if (view) this.show(await this.#forked(view.row.id, step?.event ?? 0, changes));
  }

  /** Says the messages from the step's own on again, in a session that shares what came before; compacts it alike. */
  async again(from: 'start' | 'here', changes: SimulationSetup | null = null): Promise<void> {
    const { view, items, at } = this;
    if (!view) return;
    const said = items.filter((item) => item.kind === 'user');
    const first = from === 'start' ? said[0] : said.findLast(({ step }) => step <= at);
    if (!first) return;
    const rest = items.filter(({ event }) => event >= first.event);
    this.show(await this.#forked(view.row.id, first.event, changes));
    for (const item of rest) {
      if (!this.isWaiting) break;
      // What was said once was settled then.
      if (item.kind === 'user') await this.#run((id) => this.backend.sayInSimulation(id, item.text, 'run', 'plain'));
      else if (item.kind === 'compacted' && this.canCompact) await this.compact();
    }
  }

  #repeating = '';

  /** Says the messages of the session so many times in sessions that are not kept. */
  async repeat(times: number): Promise<SimulationSpread> {
    const { view, items } = this;
    const messages = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    this.#repeating = crypto.randomUUID();
    return this.backend.repeatSimulation(view!.setup, messages, times, this.#repeating);
  }

  /** What so many runs would take; null where no chat model answers. */
  estimateRepeat(times: number): Promise<RepeatCost | null> {
    return this.backend.estimateRepeatCost(this.view!.row.id, times);
  }

  async stopRepeating(): Promise<void> {
    await this.backend.cancelCall(this.#repeating);
  }

  /** Asks the author to allow what a session would run. */
  mayRun(hash: string): Promise<boolean> {
    return this.backend.askConsent(hash);
  }

  /** Keeps what the session should come to. */
  async saveCase(kept: SimulationCase): Promise<void> {
    await saveAsking((choice) => this.backend.saveSimulationCase(kept, choice), { what: 'case' });
  }

  /** What came of the tools and skills of the session so far. */
  metrics(): Promise<SimulationMetrics> {
    return this.backend.getSimulationMetrics(this.view!.row.id);
  }

  async delete(id: string): Promise<void> {
    await this.backend.deleteSimulation(id);
    this.rows.set((this.rows.value ?? []).filter((row) => row.id !== id));
    if (this.view?.row.id === id) this.leave();
  }

  /** Looks at a step; the newest is followed as long as the session goes on. */
  choose(step: number) {
    const last = this.steps.length - 1;
    this.#chosen = step >= last ? null : Math.max(0, step);
    this.#look.soon();
  }

  /** Looks at another step, so many further on. */
  move(by: number) {
    this.choose(this.at + by);
  }

  /** Shows another side of the step. */
  showTab(tab: InspectorTab) {
    this.tab = tab;
    if (tab === 'prompt' && !this.hasPrompt) this.look();
  }

  /** Reads the step one looks at anew. */
  look() {
    this.#look.soon();
  }

  /** What is to be known of a call, which is told at its answer. */
  async callDetail(event: number): Promise<SimulationStepDetail> {
    return this.#detailAt(this.view!.row.id, event);
  }

  /** Follows what the studio says. */
  follow(event: StudioEvent) {
    if (event.kind === 'simulation') this.#take(event.update);
    else if (event.kind === 'tools_changed' || event.kind === 'library_changed') void this.readChoices();
    // Another program may have worked in a session.
    if (event.kind === 'library_changed') void this.refresh();
  }

  /** Reads the list anew, and the open session where another program worked in it. */
  async refresh(): Promise<void> {
    await this.readRows();
    const { view } = this;
    const row = this.rows.value?.find(({ id }) => id === view?.row.id);
    if (!view || !row || this.isRunning) return;
    if (row.updated_at === view.row.updated_at && row.work === view.row.work) return;
    const isSame = this.#turn.now();
    const read = await this.backend.getSimulation(row.id);
    if (isSame() && !this.isRunning) this.show(read);
  }

  /** Keeps what is remembered. */
  keep() {
    const kept: Settings = { setup: this.#ofAgent, open: this.#open, message: this.message };
    // A script may be long, and a recording may go: the next session begins with the mock.
    this.memory.write(JSON.stringify({ ...kept, setup: { ...kept.setup, model: { kind: 'mock' } } }));
  }

  #take(update: SimulationUpdate) {
    const { view } = this;
    if (update.id !== view?.row.id) return this.#list.soon();
    if (update.kind === 'heard') {
      this.heard += update.text;
      return;
    }
    const { from, events, steps, state } = update;
    // Something was not heard: what is kept says it.
    if (from > view.events.length) return void this.#readAnew(update.id);
    const isNext = from === view.events.length;
    this.view = {
      ...view,
      events: [...(isNext ? view.events : view.events.slice(0, from)), ...events],
      steps: [...(isNext ? view.steps : view.steps.filter((step) => step.event < from)), ...steps],
      state,
    };
    if (events.some(({ event }) => event.kind === 'model_replied' || event.kind === 'model_failed')) this.heard = '';
    this.#look.soon();
  }

  async #run(work: (id: string) => Promise<SimulationRow>) {
    const { view } = this;
    if (!view || this.isWorking) return;
    const isSame = this.#turn.now();
    this.isWorking = true;
    try {
      const row = await work(view.row.id);
      if (!isSame()) return this.#noteRow(row);
      // What happened is told as it does. Its end may still be on its way.
      if (this.view?.state.kind === 'running') await this.#readAnew(row.id);
      else if (this.view) this.show({ ...this.view, row });
    } finally {
      if (isSame()) {
        this.isWorking = false;
        this.heard = '';
      }
    }
  }

  /** Reads the session one looks at as it is now. */
  async #readAnew(id: string) {
    const isSame = this.#turn.now();
    const read = await this.backend.getSimulation(id);
    if (isSame() && this.view?.row.id === id) this.show(read);
  }

  /** Puts a session's row where the list has it, or first. */
  #noteRow(row: SimulationRow) {
    const others = (this.rows.value ?? []).filter(({ id }) => id !== row.id);
    this.rows.set([row, ...others].sort((a, b) => b.updated_at.localeCompare(a.updated_at)));
  }

  async #readDetail() {
    const { view, step } = this;
    if (!view) return;
    const id = view.row.id;
    // Before the first question: what would be sent now.
    const isWhole = this.tab === 'prompt';
    const read = await this.detail.load(() => this.#detailAt(id, step?.event ?? view.events.length, isWhole));
    if (read) this.hasPrompt = isWhole;
  }

  /** Only the prompt's tab needs the prompt's texts: of a long session they are too many to be sent at every step. */
  async #detailAt(id: string, event: number, isWhole = false): Promise<SimulationStepDetail> {
    const key = `${id} ${event}${isWhole ? ' whole' : ''}`;
    const known = this.#details.get(key);
    if (known) return known;
    const read = await (isWhole
      ? this.backend.getSimulationStep(id, event)
      : this.backend.getSimulationStepInBrief(id, event));
    if (this.#details.size >= MOST_DETAILS) this.#details.delete(this.#details.keys().next().value!);
    // What is not answered yet may still change.
    if (event < (this.view?.events.length ?? 0)) this.#details.set(key, read);
    return read;
  }
}
