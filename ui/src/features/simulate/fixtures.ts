/** Sessions in a few words, for tests: what was recorded of the studio, and events put together by hand. */
import type {
  AgentDetail,
  CapturedListing,
  CompactedSkill,
  SimulationMetrics,
  SimulationReach,
  SimulationSpread,
  TurnSide,
  Event as SessionEvent,
  SimulationEvent,
  SimulationPoint,
  SimulationRow,
  SimulationStepDetail,
  SimulationView,
  StepTool,
} from '$lib/ipc';
import { defaultSetup } from './settings';

/** Events in their order. */
export const log = (...events: SessionEvent[]): SimulationEvent[] => events.map((event, index) => ({ index, event }));

export const said = (text: string): SessionEvent => ({ kind: 'user_said', text });
export const asked = (iteration = 1): SessionEvent => ({ kind: 'model_asked', iteration });
export const replied = (text: string, ...calls: [id: string, name: string, args?: string][]): SessionEvent => ({
  kind: 'model_replied',
  text,
  calls: calls.map(([id, name, args = '{}']) => ({ id, name, arguments: args })),
  usage: { input: null, output: null, is_estimated: false },
});
export const answered = (
  id: string,
  name: string,
  content: string,
  of: { is_error?: boolean; is_carried_out?: boolean } = {},
): SessionEvent => ({
  kind: 'tool_answered',
  id,
  name,
  content,
  is_error: false,
  is_carried_out: true,
  tier: 'tool_result',
  elapsed_us: 420,
  ...of,
});
export const compacted = (
  ...skills: [skill: string, tokens: number, remains: CompactedSkill['remains']][]
): SessionEvent => ({
  kind: 'compacted',
  rule: 'The list of skills is dropped. It was not measured.',
  skills: skills.map(([skill, tokens, remains]) => ({ skill, tokens, remains, text: '' })),
  tokens_before: 31_000,
  tokens_after: 6_200,
});
export const activated = (skill: string, by: string | null = null): SessionEvent => ({
  kind: 'skill_activated',
  skill,
  required_by: by,
});

/** A turn: a skill is activated, two calls in one reply, one of them refused, and an answer. */
export const turn: SimulationEvent[] = log(
  said('Extract the PICO'),
  asked(1),
  replied('', ['1', 'get_skill', '{"skill_name":"pico"}']),
  activated('pico'),
  { kind: 'tools_changed', tools: [{ name: 'a', source: 'global', owner: 'global', is_enabled: true }] },
  answered('1', 'get_skill', '{"success":true}', { is_carried_out: false }),
  asked(2),
  replied('Two calls.', ['2', 'set_picos_element', '{"element":"outcome"}'], ['3', 'clear_picos']),
  { kind: 'component_changed', key: 'picos', call: '2', before: [], after: ['outcome'] },
  answered('2', 'set_picos_element', 'set'),
  answered('3', 'clear_picos', 'Tool "clear_picos" is currently disabled', { is_error: true, is_carried_out: false }),
  asked(3),
  replied('Done.'),
  { kind: 'ended', reason: 'answered' },
);

export const point = (event: number, tokens = 100, more: Partial<SimulationPoint> = {}): SimulationPoint => ({
  event,
  tiers: {
    system: 20,
    catalogue: 30,
    bodies: tokens - 50,
    files: 0,
    tool_schemas: 0,
    conversation: 0,
    tool_results: 0,
  },
  tokens,
  baseline_tokens: 400,
  entered: [],
  left: [],
  tools_entered: [],
  tools_left: [],
  cut_tokens: 0,
  ...more,
});

export const row = (id: string, more: Partial<SimulationRow> = {}): SimulationRow => ({
  id,
  title: `Session ${id}`,
  agent: 'pico_reviewer',
  runtime: 'agent-lib',
  model: 'mock',
  started_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  messages: 1,
  steps: 3,
  most_tokens: 300,
  ended: 'answered',
  problem: null,
  forked_from: null,
  work: 'nobody',
  unreadable: null,
  ...more,
});

export const view = (id: string, more: Partial<SimulationView> = {}): SimulationView => ({
  row: row(id),
  setup: { ...defaultSetup, agent: 'pico_reviewer' },
  events: turn,
  steps: [point(1, 100), point(6, 300), point(11, 320)],
  state: { kind: 'waiting_for_user', ended: 'answered' },
  listing: null,
  not_taken: [],
  compaction: null,
  ...more,
});

/** An agent as it is saved. */
export const agentNamed = (name: string): AgentDetail => ({
  edit: {
    id: 'a',
    aggregate_version: 1,
    name,
    description: '',
    instruction: 'Help.',
    model_provider: 'mock',
    model_name: 'mock',
    api_key_ref: '',
    temperature: 0.7,
    max_tokens: null,
    skills: [],
    tools: [],
    components: [],
  },
  is_active: true,
  loads: [],
  left_out: [],
  problems: [],
  updated_at: '2026-01-02T03:04:05.000Z',
});

/** A list that was captured: an entry, and a name without one. */
export const captured: CapturedListing = {
  client: 'claude-code',
  version: '2.1.332',
  window_tokens: 200_000,
  uses: [{ skill: 'pico', uses: 3 }],
  lines: [{ name: 'pico', line: '- pico:  Sent   so', location: null }],
  names: ['glossary'],
};

export const tool = (name: string, more: Partial<StepTool> = {}): StepTool => ({
  name,
  description: `Does ${name}.`,
  source: 'component',
  owner: 'picos',
  component_key: 'picos',
  skill_name: null,
  enabled: true,
  handler: null,
  is_of_active_skill: false,
  is_own: false,
  schema: '{}',
  tokens: 12,
  ...more,
});

export const detail = (event: number, more: Partial<SimulationStepDetail> = {}): SimulationStepDetail => ({
  event,
  sections: [
    { role: 'system', tier: 'system', origin: { kind: 'agent' }, text: 'You review trials.', tokens: 20 },
    { role: 'system', tier: 'catalogue', origin: { kind: 'skill', skill: 'pico' }, text: 'pico: extracts', tokens: 30 },
    { role: 'user', tier: 'conversation', origin: { kind: 'user' }, text: 'Extract the PICO', tokens: 4 },
  ],
  tools: [
    tool('get_skill', { source: 'global', owner: 'global', is_own: true }),
    tool('set_picos_element', { is_of_active_skill: true }),
    tool('clear_picos', { enabled: false, tokens: null }),
  ],
  components: [{ key: 'picos', value: '["outcome"]', initial: '[]', tools: ['set_picos_element', 'clear_picos'] }],
  skills: [
    { skill_name: 'pico', tools: ['set_picos_element'], active: true, added_tool_names: ['set_picos_element', 'rank'] },
    { skill_name: 'glossary', tools: [], active: false, added_tool_names: [] },
  ],
  active: ['pico'],
  active_tools: ['set_picos_element'],
  ledger: [
    { tier: 'system', origin: { kind: 'agent' }, tokens: 20 },
    { tier: 'catalogue', origin: { kind: 'skill', skill: 'pico' }, tokens: 30 },
  ],
  tokens: 50,
  baseline_tokens: 400,
  calls: [],
  ...more,
});

export const side = (more: Partial<TurnSide> = {}): TurnSide => ({
  first_event: 0,
  events: 14,
  message: 'Extract the PICO',
  skills: ['pico'],
  tools: ['set_picos_element'],
  steps: 3,
  tokens: 720,
  answer: 'Done.',
  ended: 'answered',
  is_compacted: false,
  ...more,
});

export const metrics: SimulationMetrics = {
  tools: [
    {
      tool: 'get_skill',
      skill: null,
      is_own: true,
      calls: 1,
      failed: 0,
      refused: 0,
      mean_us: 40,
      most_us: 40,
      tokens: 636,
    },
    {
      tool: 'set_picos_element',
      skill: 'pico',
      is_own: false,
      calls: 3,
      failed: 1,
      refused: 1,
      mean_us: 1_400,
      most_us: 3_000,
      tokens: 39,
    },
  ],
  skills: [
    { skill: 'pico', chosen: 1, required: 0, steps: 2, files: 1, calls: 3, failed: 2 },
    { skill: 'glossary', chosen: 0, required: 0, steps: 0, files: 0, calls: 0, failed: 0 },
  ],
};

export const reach: SimulationReach = {
  can_read_files: true,
  files: [
    { skill: 'pico', path: 'grades.md', reach: 'named', through: null, tokens: 120 },
    { skill: 'pico', path: 'deep.md', reach: 'two_hops', through: 'grades.md', tokens: 80 },
    { skill: 'pico', path: 'lost.md', reach: 'unnamed', through: null, tokens: 60 },
  ],
};

export const spread = (times: number): SimulationSpread => ({
  times,
  tokens: { min: 700, median: 720, max: 900 },
  steps: { min: 3, median: 3, max: 4 },
  calls: { min: 1, median: 1, max: 2 },
  skills: [{ name: 'pico', times }],
  tools: [{ name: 'set_picos_element', times: times - 1 }],
  answered: times,
  answers: 2,
  asks: null,
});
