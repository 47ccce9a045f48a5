/** What the place Simulate remembers between two openings. */
import { STANDARD, hostLabels, readHost, readsFiles, windowOf } from '$lib/hosts';
import type { AdkSettings, AdkStrategy, Host, Policy, SimulationSetup } from '$lib/ipc';
import { runtimes } from './words';

export interface Settings {
  /** What the next session is started with. */
  setup: SimulationSetup;
  /** The session that was open last. */
  open: string | null;
  /** What was typed and not sent. */
  message: string;
}

export const defaultSetup: SimulationSetup = {
  agent: '',
  runtime: 'agent-lib',
  components: 'only_skills',
  adk: {
    way: 'coordinator',
    strategies: [{ kind: 'message' }],
    mode: 'strict',
    policy: { top_k: 1, min_score: 1, include_tags: [], exclude_tags: [] },
    max_chars: null,
  },
  model: { kind: 'mock' },
  // The tools' own implementations: what an author has not allowed pauses the session.
  tool_library: null,
  max_iterations: 10,
  window_tokens: 128_000,
  host: STANDARD,
  without: [],
  uses: null,
  versions: [],
  inputs: [],
  captured: null,
  skills: null,
  reads: null,
};

/** What a session begins with: skills as a client has them, or an agent. */
export type Beginning = 'skills' | 'agent';

/** Where neither a client nor the author says more. */
const USUAL_WINDOW = 200_000;

/** What a session that begins with skills is started with, for the library's client and with what the author changed. */
export function setupOfSkills(client: Host | null, changes: Partial<SimulationSetup>): SimulationSetup {
  const host = changes.host ?? (client === null || client === 'adk' ? STANDARD : client);
  return {
    ...defaultSetup,
    runtime: 'agent-skills',
    skills: { kind: 'all' },
    window_tokens: windowOf(host) ?? USUAL_WINDOW,
    ...changes,
    host,
    agent: hostLabels[host],
    reads: readsFiles(host) ? (changes.reads ?? null) : null,
  };
}

/** Windows a model may have; others are typed. */
export const windows = [8_192, 32_768, 128_000, 200_000, 1_000_000] as const;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31;
const isText = (value: unknown): value is string => typeof value === 'string';

function readStrategy(kept: unknown): AdkStrategy[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { kind, name, tag } = kept as Record<string, unknown>;
  if (kind === 'message') return [{ kind }];
  if (kind === 'name' && isText(name)) return [{ kind, name }];
  return kind === 'tag' && isText(tag) ? [{ kind, tag }] : [];
}

function readPolicy(kept: unknown): Policy {
  const usual = defaultSetup.adk.policy;
  if (typeof kept !== 'object' || kept === null) return usual;
  const {
    top_k: first,
    min_score: least,
    include_tags: include,
    exclude_tags: exclude,
  } = kept as Record<string, unknown>;
  const tags = (list: unknown) => (Array.isArray(list) ? list.filter(isText) : []);
  return {
    top_k: isCount(first) ? first : usual.top_k,
    min_score: typeof least === 'number' && Number.isFinite(least) ? least : usual.min_score,
    include_tags: tags(include),
    exclude_tags: tags(exclude),
  };
}

function readAdk(kept: unknown): AdkSettings {
  if (typeof kept !== 'object' || kept === null) return defaultSetup.adk;
  const { way, strategies, mode, policy, max_chars: most } = kept as Record<string, unknown>;
  const known = Array.isArray(strategies) ? strategies.flatMap(readStrategy) : [];
  return {
    way: way === 'injector' ? way : defaultSetup.adk.way,
    policy: readPolicy(policy),
    max_chars: isCount(most) ? most : null,
    strategies: known.length > 0 ? known : defaultSetup.adk.strategies,
    mode: mode === 'permissive' ? mode : defaultSetup.adk.mode,
  };
}

function readSetup(kept: Partial<Record<keyof SimulationSetup, unknown>>): SimulationSetup {
  const { agent, runtime, components, tool_library: library, max_iterations: most, window_tokens: window, host } = kept;
  return {
    ...defaultSetup,
    agent: isText(agent) ? agent : '',
    runtime: runtimes.find((known) => known === runtime) ?? defaultSetup.runtime,
    components: components === 'always' ? 'always' : 'only_skills',
    adk: readAdk(kept.adk),
    tool_library: library === null || isText(library) ? library : defaultSetup.tool_library,
    max_iterations: isCount(most) ? most : defaultSetup.max_iterations,
    window_tokens: isCount(window) ? window : defaultSetup.window_tokens,
    host: readHost(host) ?? defaultSetup.host,
  };
}

/** The settings kept in `text`; what is missing or of another shape takes its default. */
export function readSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read === 'object' && read !== null) kept = read as Record<string, unknown>;
  } catch {
    // Someone else's text: everything takes its default.
  }
  const { setup, open, message } = kept;
  return {
    setup: readSetup(typeof setup === 'object' && setup !== null ? setup : {}),
    open: isText(open) ? open : null,
    message: isText(message) ? message : '',
  };
}
