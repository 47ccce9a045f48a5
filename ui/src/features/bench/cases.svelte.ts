/**
 * A tool's kept calls: listed, written, run again. What one gave is held against what it should give and kept with it. All
 * of them run one after another; where one asks first, the run waits for the author and then goes on from there.
 */
import type { CallOutcome, ConsentRequest, ToolCase, UnreadableRow } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Part } from '$lib/state/part.svelte';
import { Turn } from '$lib/turn';
import type { BenchBackend } from './bench.svelte';
import { expectationOf } from './judging';
import { readJson } from './json-text';

type CasesBackend = Pick<
  BenchBackend,
  'callTool' | 'cancelCall' | 'askConsent' | 'listToolCases' | 'saveToolCase' | 'judgeToolCase' | 'deleteToolCase'
>;

/** What a run asks for before it goes on. */
interface Asked {
  consent: ConsentRequest;
  /** The cases that have not run, by id; the first of them asked. */
  rest: readonly string[];
  library: string | null;
}

export class Cases {
  readonly list = new Part<ToolCase[]>();
  unreadable = $state.raw<UnreadableRow[]>([]);
  isRunning = $state(false);
  /** The case whose turn it is in a run of all. */
  runningId = $state<string | null>(null);
  /** The call that is under way in a run of all, to be cancelled by this id. */
  callId = $state.raw<string | null>(null);
  asked = $state.raw<Asked | null>(null);
  isGranting = $state(false);
  failure = $state.raw<StudioError | null>(null);
  /** The case that is written, while it is. */
  draft = $state.raw<ToolCase | null>(null);
  #tool: { id: string; name: string } | null = null;
  /** Counts runs; one that was overtaken changes nothing any more. */
  readonly #turn = new Turn();

  readonly passed = $derived((this.list.value ?? []).filter(({ last }) => last?.is_passed).length);

  constructor(
    private readonly backend: CasesBackend,
    private readonly oncalled: (toolId: string) => void,
  ) {}

  async show(tool: { id: string; name: string } | null) {
    this.#end();
    this.asked = null;
    this.#tool = tool;
    this.draft = null;
    this.failure = null;
    this.list.clear();
    this.unreadable = [];
    await this.reread();
  }

  async reread() {
    const tool = this.#tool;
    if (!tool) return;
    await this.list.load(async () => {
      const { cases, unreadable } = await this.backend.listToolCases(tool.id);
      this.unreadable = unreadable;
      return cases;
    });
  }

  /** A new case of a call, its name and expectation taken from what is there. */
  begin(text: string, outcome: CallOutcome | null) {
    if (!this.#tool) return;
    this.draft = {
      id: '',
      tool_id: this.#tool.id,
      name: nameOf(text) ?? `${this.#tool.name} ${(this.list.value?.length ?? 0) + 1}`,
      arguments: text,
      expected: expectationOf(outcome),
      last: null,
    };
  }

  async save(kept: ToolCase) {
    const saved = await this.#attempt(() =>
      saveAsking((choice) => this.backend.saveToolCase(kept, choice), { what: 'call' }),
    );
    if (!saved) return;
    this.draft = null;
    await this.reread();
  }

  async delete(kept: { id: string }) {
    await this.#attempt(() => this.backend.deleteToolCase(kept.id));
    await this.reread();
  }

  async runAll(library: string | null) {
    if (this.isRunning) return;
    this.asked = null;
    const ids = (this.list.value ?? []).map(({ id }) => id);
    await this.#run(ids, library);
  }

  /** Asks the author to allow what the run asked for; goes on with it where they do. */
  async allow() {
    const { asked } = this;
    if (!asked || this.isGranting) return;
    this.isGranting = true;
    const isAllowed = await this.#attempt(() => this.backend.askConsent(asked.consent.hash));
    this.isGranting = false;
    if (this.failure || this.asked !== asked) return;
    if (!isAllowed) return this.refuse();
    this.asked = null;
    await this.#run(asked.rest, asked.library);
  }

  /** Leaves what has not run as it is. */
  refuse() {
    this.asked = null;
  }

  /** Ends the run with the call that is under way; cases that ran keep how they went. */
  cancel() {
    this.#end();
  }

  /** Holds the outcome of a call against its case, and keeps it there; false where that failed. */
  async judge(kept: ToolCase, outcome: CallOutcome): Promise<boolean> {
    const last = await this.#attempt(() => this.backend.judgeToolCase(kept.id, outcome));
    if (!last) return false;
    const cases = this.list.value ?? [];
    // What is being read just now is overtaken by this, and has to be read again.
    const { isLoading } = this.list;
    this.list.set(cases.map((one) => (one.id === kept.id ? { ...one, last } : one)));
    if (isLoading) await this.reread();
    return true;
  }

  /** Makes the cases' calls, each as it stands when its turn comes. */
  async #run(ids: readonly string[], library: string | null) {
    const isNewest = this.#turn.begin();
    this.isRunning = true;
    for (const [at, id] of ids.entries()) {
      const kept = this.#find(id);
      if (!kept) continue;
      const outcome = await this.#call(kept, library);
      if (!isNewest()) return;
      if (outcome?.consent) this.asked = { consent: outcome.consent, rest: ids.slice(at), library };
      if (!outcome || ['needs_consent', 'cancelled'].includes(outcome.status)) break;
      const isKept = await this.judge(kept, outcome);
      if (!isNewest()) return;
      if (!isKept) break;
    }
    this.#end();
  }

  async #call(kept: ToolCase, library: string | null): Promise<CallOutcome | null> {
    const call_id = crypto.randomUUID();
    this.runningId = kept.id;
    this.callId = call_id;
    const call = { call_id, tool_id: kept.tool_id, library, skill_id: null, arguments: kept.arguments };
    const outcome = await this.#attempt(() => this.backend.callTool(call));
    if (this.callId === call_id) this.callId = null;
    this.oncalled(kept.tool_id);
    return outcome;
  }

  /** No run goes on any more; a call that still does is ended. */
  #end() {
    if (this.callId) void this.backend.cancelCall(this.callId).catch(() => undefined);
    this.#turn.end();
    this.isRunning = false;
    this.runningId = null;
    this.callId = null;
  }

  #find(id: string): ToolCase | undefined {
    return this.list.value?.find((one) => one.id === id);
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | null> {
    this.failure = null;
    try {
      return await work();
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
      return null;
    }
  }
}

/** The first short text among the arguments. */
function nameOf(text: string): string | null {
  const { value } = readJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const words = Object.values(value).find((one) => typeof one === 'string' && one.trim() !== '' && one.length <= 60);
  return typeof words === 'string' ? words.trim() : null;
}
