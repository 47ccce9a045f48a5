/**
 * The test bench of one tool at a time: its arguments as text, a call with what came of it, and what the author is asked
 * to allow first. Cases, comparisons and libraries have controllers of their own, which this one holds.
 */
import {
  type CredentialChoice,
  type ArgumentProblem,
  type CallOutcome,
  type CaseResult,
  type LibraryComparison,
  type StudioError as Failure,
  type ToolCall,
  type ToolCase,
  type ToolCases,
  type ToolDetail,
  type ToolLibraryInfo,
  StudioError,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { Cases } from './cases.svelte';
import { Comparing } from './comparing.svelte';
import { Unfinished } from './form/unfinished.svelte';
import { pathOf, rawAt, readJson } from './json-text';
import { Libraries, type LibrariesBackend } from './libraries.svelte';
import { Kept as KeptDrafts } from '$lib/state/kept';
import { takeOldText } from './memory';

/** What the bench asks of the studio. */
export interface BenchBackend extends LibrariesBackend {
  callTool(call: ToolCall): Promise<CallOutcome>;
  cancelCall(callId: string): Promise<unknown>;
  askConsent(hash: string): Promise<boolean>;
  listToolCases(toolId: string): Promise<ToolCases>;
  saveToolCase(kept: ToolCase, credentials: CredentialChoice): Promise<ToolCase>;
  judgeToolCase(id: string, outcome: CallOutcome): Promise<CaseResult>;
  deleteToolCase(id: string): Promise<unknown>;
  compareToolLibraries(
    toolId: string,
    a: string,
    b: string,
    args: string[],
    callId: string,
  ): Promise<LibraryComparison>;
}

/** What the bench has to know of a tool. */
export type BenchTool = Pick<ToolDetail, 'id' | 'name' | 'spec' | 'used_by'>;

/** Edits of the tool on the bench that are not stored, so that a call does not have them. */
export interface Unsaved {
  /** The tool's version as it is stored; may be empty. */
  version: string;
  /** Why the edits cannot be stored as they are; none where they can. */
  missing: string | null;
  isSaving: boolean;
  save: () => void;
}

export type Mode = 'form' | 'json';

/** The library of the tools' own implementations; calls name it as none. */
export const OWN = 'own';
export const REAL_TOOLS = 'Real tools';
/** What a library is called wherever one is named. */
export const libraryLabel = (name: string): string => (name === OWN ? REAL_TOOLS : name);
const EMPTY = '{}';
/** What is typed for a tool. */
interface Typed {
  text: string;
}
const NOTHING: Typed = { text: EMPTY };
/** How often the time of a call that goes on is told, in milliseconds. */
const TICK = 100;

/** What is remembered of one tool while another one is on the bench. */
interface Kept {
  text: string;
  outcome: CallOutcome | null;
  ranText: string;
}

export class Bench {
  tool = $state.raw<BenchTool | null>(null);
  mode = $state<Mode>('form');
  /** The arguments, as text: the only place where they are. */
  text = $state(EMPTY);
  library = $state(OWN);
  /** The skill in whose name calls are made; none for the bench's own. */
  skillId = $state<string | null>(null);

  outcome = $state.raw<CallOutcome | null>(null);
  /** Why a call came to nothing, not even an outcome. */
  failure = $state.raw<Failure | null>(null);
  isRunning = $state(false);
  isCancelling = $state(false);
  /** What is done with libraries, while it is. */
  asked = $state<'compare' | 'libraries' | null>(null);
  isGranting = $state(false);
  /** Whether the author refused what the last call would have run. */
  isRefused = $state(false);
  /** Milliseconds since the call that goes on began. */
  elapsed = $state(0);

  /** Told of each tool that was called, whatever came of it. */
  oncalled: (toolId: string) => void = () => {};

  readonly libraryList = new Part<ToolLibraryInfo[]>();
  readonly cases: Cases;
  readonly comparing: Comparing;
  readonly libraries: Libraries;

  /** What was typed into the form and cannot be taken yet. */
  readonly unfinished = new Unfinished();
  readonly read = $derived(readJson(this.text));
  /** The text the outcome was made of. */
  #ranText = $state('');
  /** What is wrong with the arguments, as long as they stand as they were sent. */
  readonly problems: ArgumentProblem[] = $derived.by(() =>
    (this.outcome?.problems ?? [])
      .map(atField)
      .filter(({ path }) => rawAt(this.#ranText, pathOf(path)) === rawAt(this.text, pathOf(path))),
  );

  /** The last call, to make again once it is allowed. */
  #call: ToolCall | null = null;
  /** The case the last call is of. */
  #case: ToolCase | null = null;
  #began = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly backend: BenchBackend,
    private readonly drafts = new KeptDrafts<Typed>('call'),
  ) {
    void drafts.ready.then(() => {
      if (this.tool && this.text === EMPTY) this.text = this.#typedFor(this.tool.id);
    });
    this.cases = new Cases(backend, (toolId) => this.oncalled(toolId));
    this.comparing = new Comparing(backend);
    this.libraries = new Libraries(backend, () => this.readLibraries());
  }

  /** Puts a tool on the bench; what was typed for the one before is kept for when it comes back. */
  show(tool: BenchTool | null) {
    const before = this.tool;
    this.tool = tool;
    if (before?.id === tool?.id) return;
    if (before) this.#kept.set(before.id, { text: this.text, outcome: this.outcome, ranText: this.#ranText });
    this.#leaveCall();
    const kept = tool && this.#kept.get(tool.id);
    this.text = kept?.text ?? (tool ? this.#typedFor(tool.id) : EMPTY);
    this.outcome = kept?.outcome ?? null;
    this.#ranText = kept?.ranText ?? '';
    this.skillId = null;
    this.unfinished.clear();
    this.comparing.clear();
    void this.cases.show(tool);
    if (tool) void this.readLibraries();
  }

  /** Keeps what is typed for when the studio is opened again. */
  remember() {
    if (this.tool) this.drafts.keep(this.tool.id, { version: 0, fields: { text: this.text }, base: NOTHING });
  }

  #typedFor(toolId: string): string {
    return this.drafts.restored(toolId, NOTHING)?.fields.text ?? takeOldText(toolId) ?? EMPTY;
  }

  async readLibraries() {
    const libraries = await this.libraryList.load(() => this.backend.listToolLibraries());
    if (libraries && !libraries.some(({ name }) => name === this.library)) this.library = OWN;
    if (libraries) this.comparing.offer(libraries.map(({ name }) => name));
  }

  /** Whether the library says that it has nothing for the tool. */
  readonly isMissing: boolean = $derived.by(() => {
    const library = this.libraryList.value?.find(({ name }) => name === this.library);
    return !!library && !!this.tool && !library.tools.includes(this.tool.name);
  });

  /** Takes what was typed into the form wherever it can be. */
  settle() {
    if (this.read.error === null) this.text = this.unfinished.settled(this.text);
  }

  /** Shows the arguments the other way; their text stays what it is. */
  turn(mode: Mode) {
    this.settle();
    this.mode = mode;
  }

  /** Opens what is done with libraries. */
  ask(what: 'compare' | 'libraries') {
    this.asked = what;
    void this.readLibraries();
  }

  /** Runs every kept call where calls are made now. */
  async runCases() {
    await this.cases.runAll(this.library === OWN ? null : this.library);
  }

  /** Begins a case of the call as it stands. */
  beginCase() {
    this.settle();
    this.cases.begin(this.text, this.outcome);
  }

  /** Makes the call; the case it is of says whether it gave what it should. */
  async run(kept: ToolCase | null = null) {
    const { tool } = this;
    if (!tool || this.isRunning) return;
    this.settle();
    this.#case = kept;
    await this.#make({
      call_id: crypto.randomUUID(),
      tool_id: tool.id,
      library: this.library === OWN ? null : this.library,
      skill_id: this.skillId,
      arguments: this.text.trim() === '' ? EMPTY : this.text,
    });
  }

  /** Asks the author to allow what the last call would have run; makes that call again where they do. */
  async allow() {
    const consent = this.outcome?.consent;
    const call = this.#call;
    if (!consent || !call || this.isGranting) return;
    this.isGranting = true;
    this.failure = null;
    try {
      if (!(await this.backend.askConsent(consent.hash))) return this.refuse();
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
      return;
    } finally {
      this.isGranting = false;
    }
    await this.#make({ ...call, call_id: crypto.randomUUID() });
  }

  /** Asks the author to allow what a comparison would have run; compares again where they do. */
  async allowComparing(hash: string) {
    this.isGranting = true;
    this.comparing.failure = null;
    try {
      if (await this.backend.askConsent(hash)) await this.compare();
    } catch (thrown) {
      this.comparing.failure = StudioError.from(thrown);
    } finally {
      this.isGranting = false;
    }
  }

  /** Leaves it unrun. */
  refuse() {
    if (this.outcome) this.outcome = { ...this.outcome, consent: null };
    this.isRefused = true;
  }

  /** Ends the call that goes on; its outcome says so. */
  async cancel() {
    if (!this.isRunning || !this.#call) return;
    this.isCancelling = true;
    try {
      await this.backend.cancelCall(this.#call.call_id);
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
      this.isCancelling = false;
    }
  }

  /** Makes the chosen calls in both libraries. */
  async compare() {
    this.settle();
    const call = { name: 'This call', arguments: this.text.trim() === '' ? EMPTY : this.text };
    const { tool } = this;
    if (!tool) return;
    await this.comparing.run(tool.id, call, this.cases.list.value ?? []);
    this.oncalled(tool.id);
  }

  /** Ends a comparison that goes on; what was compared so far is shown. */
  async cancelComparing() {
    const { callId } = this.comparing;
    if (!callId) return;
    try {
      await this.backend.cancelCall(callId);
    } catch (thrown) {
      this.comparing.failure = StudioError.from(thrown);
    }
  }

  /** Puts a case's arguments on the bench. */
  take(kept: ToolCase) {
    this.text = kept.arguments;
    this.unfinished.clear();
  }

  /** Takes a case's arguments onto the bench and makes its call; the case says whether it gave what it should. */
  async runCase(kept: ToolCase) {
    if (this.isRunning) return;
    this.take(kept);
    await this.run(kept);
  }

  async #make(call: ToolCall) {
    this.#call = call;
    this.failure = null;
    this.isRefused = false;
    this.isRunning = true;
    this.isCancelling = false;
    this.#tick();
    try {
      const outcome = await this.backend.callTool(call).finally(() => this.oncalled(call.tool_id));
      if (this.#call !== call) return;
      this.#ranText = call.arguments;
      this.outcome = outcome;
      const isThrough = !['needs_consent', 'cancelled'].includes(outcome.status);
      if (this.#case && isThrough) void this.cases.judge(this.#case, outcome);
    } catch (thrown) {
      if (this.#call !== call) return;
      this.outcome = null;
      this.failure = StudioError.from(thrown);
    }
    this.#settle();
  }

  #tick() {
    this.#began = performance.now();
    this.elapsed = 0;
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => (this.elapsed = performance.now() - this.#began), TICK);
  }

  #settle() {
    clearInterval(this.#ticking);
    this.isRunning = false;
    this.isCancelling = false;
  }

  /** Another tool: the call that goes on is ended, and what it gives is nobody's. */
  #leaveCall() {
    if (this.isRunning && this.#call) void this.backend.cancelCall(this.#call.call_id).catch(() => undefined);
    this.#call = null;
    this.failure = null;
    this.isRefused = false;
    this.#settle();
  }

  stop() {
    clearInterval(this.#ticking);
    this.drafts.stop();
  }
}

/** The field a problem is of: one that is missing is told of what it is missing in. */
function atField(problem: ArgumentProblem): ArgumentProblem {
  const { reason } = problem;
  if (reason.kind !== 'missing') return problem;
  const field = reason.field.replaceAll('~', '~0').replaceAll('/', '~1');
  return { ...problem, path: `${problem.path}/${field}`, message: 'Required.' };
}
