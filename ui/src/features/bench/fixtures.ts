/** A made-up studio and tool for the bench's tests. */
import type { CallOutcome, CaseResult, Expectation, ToolCase, ToolSpec } from '$lib/ipc';
import { vi } from 'vitest';
import type { BenchBackend, BenchTool } from './bench.svelte';

export const schema = {
  type: 'object',
  properties: {
    destination: { type: 'string', description: 'Queue to call' },
    caller: {
      type: 'object',
      properties: { number: { type: 'string' }, name: { type: 'string' } },
      required: ['number'],
    },
    priority: { type: 'integer', default: 1 },
    channel: { enum: ['phone', 'radio'] },
    urgent: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { oneOf: [{ type: 'string' }, { type: 'object' }] },
    limits: { type: 'object', additionalProperties: { type: 'number' } },
  },
  required: ['destination', 'caller'],
};

export const tool = (some: Partial<BenchTool> = {}): BenchTool => ({
  id: 'tool-1',
  name: 'transfer_call',
  spec: { schema: JSON.stringify(schema) } as ToolSpec,
  used_by: [{ skill_id: 'skill-1', skill: 'gas-emergency', access: 'execute', through: null, version: null }],
  ...some,
});

export const outcome = (some: Partial<CallOutcome> = {}): CallOutcome => ({
  call_id: 'call',
  name: 'transfer_call',
  library: null,
  arguments: '{}',
  status: 'success',
  result: '{\n  "callId": "c-1"\n}',
  error: null,
  problems: [],
  consent: null,
  trace: [
    { stage: 'look_up', state: 'passed', start_us: 0, elapsed_us: 10, note: '' },
    { stage: 'handler', state: 'passed', start_us: 10, elapsed_us: 12_000, note: '' },
    { stage: 'result', state: 'passed', start_us: 12_010, elapsed_us: 40, note: '' },
  ],
  elapsed_us: 12_050,
  outside_us: 11_900,
  tokens: 41,
  log: '',
  sandbox: null,
  ...some,
});

export const consent = {
  hash: 'hash-1',
  kind: 'tool' as const,
  subject: 'transfer_call',
  argv: ['python3', 'call.py'],
  previous_argv: null,
  cwd: '/tmp/run',
  environment: [],
  sandbox: 'bwrap, no network',
  changed: [],
};

export const kept = (some: Partial<ToolCase> = {}): ToolCase => ({
  id: 'case-1',
  tool_id: 'tool-1',
  name: 'Gas in the kitchen',
  arguments: '{"destination": "gas"}',
  expected: { kind: 'contains', text: 'callId' },
  last: null,
  ...some,
});

const textOf = (expected: Expectation): string =>
  expected.kind === 'equals' ? expected.value : expected.kind === 'contains' ? expected.text : '';

/** How a case went, as the studio holds it against what it should give: here by its text alone. */
export const judged = (one: ToolCase, outcome: CallOutcome): CaseResult => ({
  case_id: one.id,
  is_passed: outcome.status === 'success' && (outcome.result ?? '').includes(textOf(one.expected)),
  message: outcome.result ?? outcome.error ?? '',
  elapsed_us: outcome.elapsed_us,
  library: outcome.library,
  ran_at: '2026-01-05T10:00:00Z',
});

const library = (name: string, is_built_in: boolean) => ({
  name,
  is_built_in,
  description: `About ${name}`,
  tools: ['transfer_call'],
});

export const backend = (some: Partial<BenchBackend> = {}) => ({
  callTool: vi.fn(async (call) => outcome({ call_id: call.call_id, arguments: call.arguments })),
  cancelCall: vi.fn(async () => null),
  askConsent: vi.fn(async () => true),
  listToolCases: vi.fn(async () => ({ cases: [kept()], unreadable: [] })),
  saveToolCase: vi.fn(async (one: ToolCase) => ({ ...one, id: one.id || 'case-2' })),
  judgeToolCase: vi.fn(async (id: string, outcome: CallOutcome) => judged(kept({ id }), outcome)),
  deleteToolCase: vi.fn(async () => null),
  compareToolLibraries: vi.fn(async (_tool: string, a: string, b: string, texts: string[]) => ({
    a,
    b,
    rows: texts.map((text, at) => ({
      name: `Call ${at + 1}`,
      arguments: text,
      a: outcome(),
      b: at === 0 ? outcome({ result: text }) : outcome(),
      is_same: at > 0,
    })),
    not_run: [],
  })),
  listToolLibraries: vi.fn(async () => [library('own', true), library('mock', true), library('stub', false)]),
  createToolLibrary: vi.fn(async (name: string) => library(name, false)),
  deleteToolLibrary: vi.fn(async () => null),
  getToolLibrary: vi.fn(async () => ({
    tools: [{ name: 'transfer_call', description: '', schema: '{}', behaviour: { kind: 'echo' as const } }],
    unreadable: [],
  })),
  saveImplementation: vi.fn(async () => null),
  removeImplementation: vi.fn(async () => null),
  bindToolLibrary: vi.fn(async () => [
    { tool_id: 'tool-1', name: 'transfer_call', state: 'bound' as const, differences: [], more_differences: 0 },
  ]),
  ...some,
});
