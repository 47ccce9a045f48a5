/** A tool's kept calls: listed, written, run again. What one gave is held against what it should give. */
import type { CallOutcome, CaseResult, Expectation, ToolCase } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import type { BenchBackend } from './bench.svelte';
import { isEqual, readJson } from './json-text';
import { timestamp } from './words';

/** A result longer than this is not expected word for word. */
const LONGEST_EXPECTED = 2000;

export class Cases {
  readonly list = new Part<ToolCase[]>();
  isRunning = $state(false);
  failure = $state.raw<StudioError | null>(null);
  /** The case that is written, while it is. */
  draft = $state.raw<ToolCase | null>(null);
  #tool: { id: string; name: string } | null = null;

  readonly passed = $derived((this.list.value ?? []).filter(({ last }) => last?.passed).length);

  constructor(
    private readonly backend: Pick<BenchBackend, 'listToolCases' | 'saveToolCase' | 'deleteToolCase' | 'runToolCases'>,
    private readonly oncalled: (toolId: string) => void,
  ) {}

  async show(tool: { id: string; name: string } | null) {
    this.#tool = tool;
    this.draft = null;
    this.failure = null;
    this.list.clear();
    await this.reread();
  }

  async reread() {
    const tool = this.#tool;
    if (tool) await this.list.load(() => this.backend.listToolCases(tool.id));
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
    const saved = await this.#attempt(() => this.backend.saveToolCase(kept));
    if (!saved) return;
    this.draft = null;
    await this.reread();
  }

  async delete(kept: ToolCase) {
    await this.#attempt(() => this.backend.deleteToolCase(kept.id));
    await this.reread();
  }

  async runAll(library: string | null) {
    const tool = this.#tool;
    if (!tool || this.isRunning) return;
    this.isRunning = true;
    const results = await this.#attempt(() => this.backend.runToolCases(tool.id, library));
    this.isRunning = false;
    this.oncalled(tool.id);
    if (results && this.#tool === tool) for (const result of results) this.#place(result);
  }

  /** Holds the outcome of a call on the bench against its case. */
  judge(kept: ToolCase, outcome: CallOutcome) {
    this.#place({
      case_id: kept.id,
      passed: isAsExpected(kept.expected, outcome),
      message: outcome.result ?? outcome.error ?? outcome.status,
      elapsed_us: outcome.elapsed_us,
      library: outcome.library,
      ran_ts: timestamp(),
    });
  }

  #place(result: CaseResult) {
    const cases = this.list.value ?? [];
    this.list.set(cases.map((one) => (one.id === result.case_id ? { ...one, last: result } : one)));
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

/** What a call should give, taken from what it gave. */
export function expectationOf(outcome: CallOutcome | null, kind: Expectation['kind'] = kindOf(outcome)): Expectation {
  const result = outcome?.result ?? '';
  if (kind === 'equals') return { kind, value: result || 'null' };
  if (kind === 'contains') return { kind, text: firstKey(result) };
  if (kind === 'error') return { kind, text: outcome?.error?.split('\n')[0] ?? '' };
  return { kind };
}

function kindOf(outcome: CallOutcome | null): Expectation['kind'] {
  if (outcome?.status === 'refused') return 'refused';
  if (outcome?.status === 'error') return 'error';
  const { result } = outcome ?? {};
  return outcome?.status === 'success' && result && result.length <= LONGEST_EXPECTED ? 'equals' : 'success';
}

function firstKey(result: string): string {
  const { value } = readJson(result);
  if (typeof value === 'string') return value.slice(0, 60);
  return typeof value === 'object' && value !== null ? (Object.keys(value)[0] ?? '') : result.slice(0, 60);
}

/** The first short text among the arguments. */
function nameOf(text: string): string | null {
  const { value } = readJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const words = Object.values(value).find((one) => typeof one === 'string' && one.trim() !== '' && one.length <= 60);
  return typeof words === 'string' ? words.trim() : null;
}

function isAsExpected(expected: Expectation, outcome: CallOutcome): boolean {
  const isSuccess = outcome.status === 'success';
  switch (expected.kind) {
    case 'success':
      return isSuccess;
    case 'equals':
      return isSuccess && isEqual(readJson(expected.value).value, readJson(outcome.result ?? '').value);
    case 'contains':
      return isSuccess && (outcome.result ?? '').includes(expected.text);
    case 'refused':
      return outcome.status === 'refused';
    case 'error':
      return outcome.status === 'error' && (outcome.error ?? '').includes(expected.text);
  }
}
