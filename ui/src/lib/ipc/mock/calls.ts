/** The mock studio's calls of tools: validated for real, answered from tables, with consent, cases and libraries in memory. */
import { Validator } from '@cfworker/json-schema';
import type {
  ArgumentProblem,
  Binding,
  CallOutcome,
  CaseResult,
  ComparisonRow,
  ConsentInfo,
  ConsentRequest,
  Expectation,
  LibraryBehaviour,
  LibraryComparison,
  LibraryTool,
  Stage,
  ToolCall,
  ToolCase,
  ToolDetail,
  ToolLibraryInfo,
  TraceStage,
} from '../bindings';

interface Studio {
  wait: (ms: number) => Promise<unknown>;
  isSlow: boolean;
  tool: (id: string) => ToolDetail;
  toolNames: () => readonly string[];
  /** Keeps what came of a call. */
  count: (outcome: CallOutcome, toolId: string) => void;
}

const fail = (code: string, message: string): never => {
  throw { code, message, detail: null };
};
const now = () => new Date().toISOString();

const answers: Record<string, unknown> = {
  transfer_call: { callId: 'c-20871', queuedAt: '14:02:11' },
  dispatch_crew: { crew: 'North 3', eta: '14:35' },
  search_pubmed: { total: 3, ids: ['38111824', '37914563', '37022918'] },
};
const asksFirst = new Set(['transfer_call', 'git_log', 'run_tests']);
const libraries = new Map<string, { description: string; tools: Map<string, LibraryBehaviour> }>([
  [
    'stub',
    {
      description: 'Put together here.',
      tools: new Map<string, LibraryBehaviour>([
        ['transfer_call', { kind: 'fixed', value: '{"callId":"c-20871","queuedAt":"14:02:11"}' }],
        ['dispatch_crew', { kind: 'delay', ms: 800, value: '{"crew":"North 3"}' }],
        ['search_pubmed', { kind: 'error', message: '429: too many requests' }],
      ]),
    },
  ],
]);
const mocked = new Map<string, LibraryBehaviour>();
const granted = new Map<string, ConsentInfo>();
const cancelled = new Set<string>();
const cases = new Map<string, ToolCase>();
let made = 0;

function seed(studio: Studio, toolId: string) {
  if ([...cases.values()].some(({ tool_id }) => tool_id === toolId) || studio.tool(toolId).name !== 'transfer_call')
    return;
  const add = (
    name: string,
    args: unknown,
    expected: Expectation,
    passed: boolean,
    message: string,
    elapsed_us: number,
  ) => {
    const id = `case-${++made}`;
    const last = { case_id: id, passed, message, elapsed_us, library: 'stub', ran_ts: now() };
    cases.set(id, { id, tool_id: toolId, name, arguments: JSON.stringify(args, null, 2), expected, last });
  };
  const caller = { number: '+31 20 555 0114' };
  const gas = { destination: 'on_call_gas', reason: 'smell of gas in the kitchen', caller, priority: 1 };
  add('Gas in the kitchen', gas, { kind: 'contains', text: 'callId' }, true, '', 12_400);
  const cellar = { destination: 'on_call_water', reason: 'flooded cellar', caller };
  add('Flooded cellar, no name', cellar, { kind: 'contains', text: 'callId' }, true, '', 11_800);
  add('No reason given', { destination: 'on_call_gas', caller }, { kind: 'refused' }, true, '', 100);
  add('Arguments are a list', [], { kind: 'refused' }, true, '', 100);
  add('Priority as text', { ...gas, priority: 'high' }, { kind: 'refused' }, false, '{ "callId": "c-20871" }', 12_000);
}

const consentOf = (name: string): ConsentRequest => ({
  hash: '4f1c77a0b2d94e1f8a6633c1de5509e29e2c4b7a11f0d3586b7790ac42d859e2',
  kind: 'server',
  subject: name === 'transfer_call' ? 'telephony' : name,
  argv: ['telephony-mcp', '--stdio', '--region', 'eu'],
  previous_argv: ['telephony-mcp', '--stdio', '--region', 'us'],
  cwd: null,
  environment: [{ name: 'TELEPHONY_TOKEN', value: 'secret://telephony' }],
  sandbox: 'reads its own folder, writes nothing, network only to pbx.example:443',
  changed: ['its arguments'],
});

function problemsOf(tool: ToolDetail, text: string): ArgumentProblem[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return [{ path: '', message: `Not JSON: ${String((thrown as Error).message)}`, reason: { kind: 'unfit' } }];
  }
  const { errors } = new Validator(JSON.parse(tool.spec.schema || '{}'), '2020-12', false).validate(value);
  return errors
    .filter(({ keyword }) => !['properties', 'items', '$ref'].includes(keyword))
    .map(({ keyword, error, instanceLocation }) => {
      const missing = keyword === 'required' && /"([^"]+)"/.exec(error)?.[1];
      return {
        path: decodeURIComponent(instanceLocation.replace(/^#/, '')),
        message: missing ? `Missing required field: ${missing}` : error,
        reason: missing ? { kind: 'missing' as const, field: missing } : { kind: 'unfit' as const },
      };
    });
}

/** The six stages, the last one reached as it ended. */
function traced(times: number[], last: Stage, isFailed: boolean, note: string): TraceStage[] {
  const stages: Stage[] = ['look_up', 'enabled', 'validate', 'consent', 'handler', 'result'];
  const end = stages.indexOf(last);
  let start = 0;
  return stages.map((stage, at): TraceStage => {
    const elapsed_us = at > end ? 0 : (times[at] ?? 1);
    const state = at > end ? 'not_reached' : at === end && isFailed ? 'failed' : 'passed';
    const one: TraceStage = { stage, state, start_us: start, elapsed_us, note: at === end && isFailed ? note : '' };
    start += elapsed_us;
    return one;
  });
}

function behaviourOf(library: string | null, name: string): LibraryBehaviour | null {
  if (library === null || library === 'own') return null;
  if (library === 'mock') return mocked.get(name) ?? { kind: 'echo' };
  const found = libraries.get(library)?.tools.get(name);
  return found ?? fail('invalid', `The library ${library} has nothing for ${name}.`);
}

const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

async function call(studio: Studio, asked: ToolCall): Promise<CallOutcome> {
  const outcome = await make(studio, asked);
  if (!['needs_consent', 'cancelled'].includes(outcome.status)) studio.count(outcome, asked.tool_id);
  return outcome;
}

async function make(studio: Studio, asked: ToolCall): Promise<CallOutcome> {
  const tool = studio.tool(asked.tool_id);
  const library = asked.library === 'own' ? null : asked.library;
  const base = {
    call_id: asked.call_id,
    name: tool.name,
    library,
    arguments: asked.arguments,
    result: null,
    error: null,
    problems: [],
    consent: null,
    outside_us: null,
    tokens: 0,
    log: '',
    sandbox: null,
  };
  const ended = (
    status: CallOutcome['status'],
    stage: Stage,
    handler: number,
    some: Partial<CallOutcome> = {},
  ): CallOutcome => {
    const trace = traced([10, 4, 60, 8, handler, 40], stage, status !== 'success', some.error ?? '');
    const elapsed_us = trace.reduce((sum, one) => sum + one.elapsed_us, 0);
    return { ...base, status, trace, elapsed_us, ...some };
  };
  const problems = problemsOf(tool, asked.arguments);
  if (problems.length > 0) return ended('refused', 'validate', 0, { error: 'The arguments do not fit.', problems });
  const behaviour = behaviourOf(library, tool.name);
  const consent = consentOf(tool.name);
  if (!behaviour && asksFirst.has(tool.name) && !granted.has(consent.hash))
    return ended('needs_consent', 'consent', 0, { consent, error: 'The author must allow it first.' });
  const time = behaviour?.kind === 'delay' ? behaviour.ms : studio.isSlow ? 60_000 : 12;
  for (let spent = 0; spent < time; spent += 20) {
    if (cancelled.has(asked.call_id))
      return ended('cancelled', 'handler', spent * 1000, { error: 'You ended the call.' });
    await studio.wait(Math.min(20, time - spent));
  }
  const answer = (result: string): CallOutcome =>
    ended('success', 'result', time * 1000 + 300, {
      result,
      tokens: Math.ceil(result.length / 3),
      ...(!behaviour && {
        outside_us: time * 1000 + 120,
        sandbox: consent.sandbox,
        log: `telephony: picked up by the queue\ntelephony: ${tool.name} done\n`,
      }),
    });
  if (behaviour?.kind === 'echo') return answer(pretty(asked.arguments));
  if (behaviour?.kind === 'error') return ended('error', 'handler', 300, { error: behaviour.message });
  if (behaviour?.kind === 'garbage') return ended('error', 'result', 300, { error: `Not JSON: ${behaviour.text}` });
  if (behaviour?.kind === 'fixed' || behaviour?.kind === 'delay') return answer(pretty(behaviour.value));
  return answer(JSON.stringify(answers[tool.name] ?? { ok: true }, null, 2));
}

function isExpected(expected: Expectation, outcome: CallOutcome): boolean {
  if (expected.kind === 'refused') return outcome.status === 'refused';
  if (expected.kind === 'error') return outcome.status === 'error' && (outcome.error ?? '').includes(expected.text);
  if (outcome.status !== 'success') return false;
  if (expected.kind === 'contains') return (outcome.result ?? '').includes(expected.text);
  return expected.kind === 'success' || pretty(expected.value) === outcome.result;
}

function judgeCase(id: string, outcome: CallOutcome): CaseResult {
  const one = cases.get(id)!;
  const last = {
    case_id: id,
    passed: isExpected(one.expected, outcome),
    message: outcome.result ?? outcome.error ?? '',
    elapsed_us: outcome.elapsed_us,
    library: outcome.library,
    ran_ts: now(),
  };
  cases.set(id, { ...one, last });
  return last;
}

async function compare(
  studio: Studio,
  toolId: string,
  a: string,
  b: string,
  texts: string[],
  callId: string,
): Promise<LibraryComparison> {
  const rows: ComparisonRow[] = [];
  const not_run: string[] = [];
  for (const [at, text] of texts.entries()) {
    const of = (library: string) =>
      call(studio, { call_id: callId, tool_id: toolId, library, skill_id: null, arguments: text });
    const [first, second] = [await of(a), await of(b)];
    if ([first, second].some(({ status }) => status === 'cancelled')) {
      not_run.push(`Call ${at + 1}`);
      continue;
    }
    const is_same = first.status === second.status && first.result === second.result && first.error === second.error;
    rows.push({ name: `Call ${at + 1}`, arguments: text, a: first, b: second, is_same });
  }
  return { a, b, rows, not_run };
}

function listLibraries(studio: Studio): ToolLibraryInfo[] {
  const names = [...studio.toolNames()];
  const own = { name: 'own', is_built_in: true, description: 'Every tool as it is really carried out.', tools: names };
  const description = 'Nothing outside is called: every tool gives its arguments back, or what is set here.';
  return [
    own,
    { name: 'mock', is_built_in: true, description, tools: names },
    ...[...libraries].map(([name, one]) => ({
      name,
      is_built_in: false,
      description: one.description,
      tools: [...one.tools.keys()],
    })),
  ];
}

function toolsOf(studio: Studio, library: string): LibraryTool[] {
  const tool = (name: string, behaviour: LibraryBehaviour): LibraryTool => ({
    name,
    description: `Calls ${name.replaceAll('_', ' ')}.`,
    schema: '{"type":"object"}',
    behaviour,
  });
  const run: LibraryBehaviour = { kind: 'run', implementation: { kind: 'none' } };
  if (library === 'own') return studio.toolNames().map((name) => tool(name, run));
  if (library === 'mock') return studio.toolNames().map((name) => tool(name, mocked.get(name) ?? { kind: 'echo' }));
  return [...(libraries.get(library)?.tools ?? [])].map(([name, behaviour]) => tool(name, behaviour));
}

const bind = (studio: Studio, library: string): Binding[] =>
  studio.toolNames().map((name) => {
    const has = toolsOf(studio, library).some((tool) => tool.name === name);
    const differs = has && library === 'stub' && name === 'dispatch_crew';
    return {
      tool_id: name,
      name,
      state: differs ? 'differs' : has ? 'bound' : 'missing',
      differences: differs
        ? [
            {
              part: 'description',
              pointer: null,
              specification: 'Sends the nearest crew that is qualified.',
              implementation: 'Sends the nearest crew.',
            },
          ]
        : [],
    };
  });

function put(library: string, { name, behaviour }: LibraryTool) {
  if (library === 'mock') mocked.set(name, behaviour);
  else libraries.get(library)?.tools.set(name, behaviour);
}

function create(studio: Studio, name: string, copyOf: string | null): ToolLibraryInfo {
  if (listLibraries(studio).some((one) => one.name === name))
    fail('invalid', `There is a library named ${name} already. Choose another name.`);
  const tools = copyOf === null ? [] : toolsOf(studio, copyOf);
  const kept = new Map(tools.map((tool) => [tool.name, tool.behaviour] as const));
  libraries.set(name, { description: 'Put together here.', tools: kept });
  return listLibraries(studio).find((one) => one.name === name)!;
}

/** The commands of calls, consents, cases and libraries. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the arguments come over the wire; each command knows its own.
export function callHandlers(studio: Studio): Record<string, (args: any) => unknown> {
  return {
    call_tool: (args) => call(studio, args.call),
    cancel_call: ({ callId }) => void cancelled.add(callId),
    ask_consent: ({ hash }) => {
      const { kind, subject, argv } = consentOf('transfer_call');
      granted.set(hash, { hash, kind, subject, argv, granted_ts: now() });
      return true;
    },
    revoke_consent: ({ hash }) => void granted.delete(hash),
    list_consents: () => [...granted.values()],
    list_tool_cases: ({ toolId }) => {
      seed(studio, toolId);
      return { cases: [...cases.values()].filter(({ tool_id }) => tool_id === toolId), unreadable: [] };
    },
    save_tool_case: ({ toolCase }: { toolCase: ToolCase }) => {
      const kept = { ...toolCase, id: toolCase.id || `case-${++made}` };
      cases.set(kept.id, kept);
      return kept;
    },
    delete_tool_case: ({ id }) => void cases.delete(id),
    judge_tool_case: ({ id, outcome }) => judgeCase(id, outcome),
    list_tool_libraries: () => listLibraries(studio),
    create_tool_library: ({ name, copyOf }) => create(studio, name, copyOf),
    delete_tool_library: ({ name }) => void libraries.delete(name),
    library_tools: ({ library }) => ({ tools: toolsOf(studio, library), unreadable: [] }),
    implement_in_library: () => null,
    put_library_tool: ({ library, tool }) => put(library, tool),
    delete_library_tool: ({ library, name }) =>
      void (library === 'mock' ? mocked : libraries.get(library)?.tools)?.delete(name),
    bind_library: ({ library }) => bind(studio, library),
    compare_libraries: (args) => compare(studio, args.toolId, args.a, args.b, args.calls, args.callId),
  };
}
