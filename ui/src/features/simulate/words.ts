/** What a session's parts are called, and what its events say in a sentence. */
import { type Tier, type Tone, count } from '$kit';
import { hostLabels } from '$lib/hosts';
import { ADK_SKILL, CLIENT_RUNTIMES } from '$lib/ipc';
import type {
  AdkStrategy,
  AdkWay,
  Cap,
  CapturedListing,
  CompactedSkill,
  ComponentTools,
  EndReason,
  FailureKind,
  Origin,
  Role,
  SimulatedRuntime,
  SimulationSetup,
  SimulationView,
  SimulationWork,
  Tier as ContextTier,
  TierTokens,
  ToolSource,
  ValidationMode,
  Warning,
} from '$lib/ipc';
import { dollars } from '$lib/models/models';

export const runtimeLabels: Record<SimulatedRuntime, string> = {
  'agent-skills': 'Agent Skills client',
  'agent-lib': 'agent-lib',
  'light-genai': 'light-genai-4j',
  adk: 'adk-rust',
  everything: 'Everything up front',
};

/** Each runtime in a line: who picks a skill, and what comes when. */
export const runtimeHints: Record<SimulatedRuntime, string> = {
  'agent-skills': 'The model activates skills from a list. Files load when read.',
  'agent-lib': 'One skill at a time. Component tools are disabled while one is active.',
  'light-genai': 'Descriptions first, schemas when a skill is chosen.',
  adk: `Keyword match, as in adk-skill ${ADK_SKILL}. At most one skill per message.`,
  everything: 'Baseline: all bodies and schemas from the start.',
};

export const runtimes = Object.keys(runtimeLabels) as SimulatedRuntime[];

/** The client whose session it is, as people call it; null where an agent works. */
export const clientIn = ({ skills, host }: SimulationSetup): string | null => (skills ? hostLabels[host] : null);

/** What can be chosen of how the context comes about: a client has its own way, and the baseline to compare with. */
export function runtimeOptions(setup: SimulationSetup) {
  const client = clientIn(setup);
  const offered: readonly SimulatedRuntime[] = client === null ? runtimes : CLIENT_RUNTIMES;
  return offered.map((value) => ({
    value,
    label: client !== null && value === 'agent-skills' ? `Same as ${client}` : runtimeLabels[value],
    hint: runtimeHints[value],
  }));
}

/** How the context of a session comes about, beside the name of who works. */
export const runtimeWords = ({ skills, runtime }: SimulationSetup): string =>
  skills !== null && runtime === 'agent-skills' ? 'skills without an agent' : runtimeLabels[runtime];

/** What carries the calls of a session out. */
export function handsWords({ skills, tool_library: library }: SimulationSetup): string {
  if (skills === null) return library ?? 'real tools';
  return library === null ? 'built-in tools mocked' : `built-in tools mocked, others from ${library}`;
}

export const componentLabels: Record<ComponentTools, string> = {
  only_skills: 'Disabled',
  always: 'Always available',
};

/** Whose list of skills a session shows word for word. */
export const capturedWords = ({ client, version }: CapturedListing) =>
  `List captured from ${hostLabels[client]} ${version}`.trimEnd();

/** The captured list that a session shows; null where it shows the studio's. */
export const capturedIn = ({ setup, listing }: SimulationView) =>
  setup.captured && listing?.is_captured ? setup.captured : null;

/** The ways in which adk-rust finds a skill. */
export const strategyLabels: Record<AdkStrategy['kind'], string> = {
  message: 'Match by message',
  name: 'Match by name',
  tag: 'Match by tag',
};

export const wayLabels: Record<AdkWay, string> = { coordinator: 'Coordinator', injector: 'Injector' };
export const wayHints: Record<AdkWay, string> = {
  coordinator: "The skill's instructions become part of the system prompt, with its tools",
  injector: 'A short block is put before the message, without tools',
};
/** Characters of a body where nothing else is set. */
export const usualChars: Record<AdkWay, number> = { coordinator: 8_000, injector: 2_000 };

export const modeLabels: Record<ValidationMode, string> = { strict: 'Reject', permissive: 'Ignore' };
export const modeHints: Record<ValidationMode, string> = {
  strict: "Skills that list tools missing from this session aren't selected",
  permissive: 'Skills that list tools missing from this session can still be selected',
};

/** The tiers of a context in the order they are stacked, with the kit's hue for each. */
export const contextTiers: readonly { tier: ContextTier; hue: Tier; label: string; of: keyof TierTokens }[] = [
  { tier: 'system', hue: 'system', label: 'System', of: 'system' },
  { tier: 'catalogue', hue: 'catalogue', label: 'Skill list', of: 'catalogue' },
  { tier: 'body', hue: 'body', label: 'Body', of: 'bodies' },
  { tier: 'file', hue: 'files', label: 'Files', of: 'files' },
  { tier: 'tool_schema', hue: 'schemas', label: 'Tool schemas', of: 'tool_schemas' },
  { tier: 'conversation', hue: 'talk', label: 'Conversation', of: 'conversation' },
  { tier: 'tool_result', hue: 'results', label: 'Tool results', of: 'tool_results' },
];

export const hueOf: Record<ContextTier, Tier> = {
  system: 'system',
  catalogue: 'catalogue',
  body: 'body',
  file: 'files',
  tool_schema: 'schemas',
  conversation: 'talk',
  tool_result: 'results',
};

/** What one line of a tier is, beside its name. */
export const tierNouns: Record<ContextTier, string> = {
  system: 'system',
  catalogue: 'description',
  body: 'body',
  file: 'file',
  tool_schema: 'schema',
  conversation: 'message',
  tool_result: 'result',
};

export const sourceLabels: Record<ToolSource, string> = { component: 'component', skill: 'skill', global: 'global' };

/** What a piece of the prompt comes from, in a session of that client or of an agent. */
export function originWords(origin: Origin, client: string | null = null): string {
  switch (origin.kind) {
    case 'agent':
      return 'System prompt';
    case 'runtime':
      return client ?? 'Runtime';
    case 'skill':
      return origin.skill;
    case 'file':
      return `${origin.skill}/${origin.path}`;
    case 'tool':
      return origin.tool;
    case 'component':
      return origin.key;
    case 'user':
      return 'User';
    case 'model':
      return 'Model';
  }
}

/** What the author should know, with what can be done, in a session of that client or of an agent. */
export function warningWords(warning: Warning, client: string | null = null): string {
  switch (warning.kind) {
    case 'skill_absent':
      return `${warning.skill} isn't loaded. ${warning.why}`;
    case 'unknown_tool': {
      const give = client === null ? 'Add it to a component of the agent' : 'Create it in Tools';
      return `${warning.skill} lists the tool ${warning.tool}, which this session doesn't have. ${give}, or remove it from the skill.`;
    }
    case 'global_tool':
      return `${warning.skill} lists the tool ${warning.tool}, which is always available anyway.`;
    case 'active_skill':
      return `${warning.skill} is active and stays until it is deactivated.`;
    case 'missing_optional':
      return `${warning.skill} recommends the skill ${warning.needs}, which this ${client === null ? 'agent' : 'session'} doesn't have.`;
    case 'reply_cut':
      return `The reply was cut off at ${warning.most.toLocaleString('en')} tokens. Raise the model's limit in Settings > Chat models.`;
    case 'tool_left_out':
      return `${warning.skill} was bound without the tool ${warning.tool}, which the client doesn't have.`;
  }
}

/** What a compaction left of the skills that were loaded, and what it took. */
export function compactedWords(skills: readonly CompactedSkill[]): string {
  const attached = skills.filter(({ remains }) => remains.kind !== 'nothing').length;
  const were = skills.length === 1 ? 'skill was' : 'skills were';
  const first =
    skills.length === 0
      ? 'No skills were loaded'
      : `${count(attached)} of ${count(skills.length)} loaded ${were} reattached`;
  return `The skill list was removed. ${[first, ...skills.flatMap(lossWords)].join('; ')}.`;
}

/** What a compaction took of a skill: nothing where it is attached whole. */
function lossWords({ skill, remains, tokens }: CompactedSkill): string[] {
  switch (remains.kind) {
    case 'whole':
      return [];
    case 'beginning':
      return [`${skill} with only its first ${count(remains.tokens)} of ${count(tokens)} tokens`];
    case 'nothing':
      return [`${skill} was dropped`];
  }
}

/** Why a cap ended a turn, and what to do. */
export function capWords(cap: Cap): string {
  const next = 'Fork the session with a higher cap to continue.';
  if (cap.kind === 'tokens') {
    const count = (tokens: number) => tokens.toLocaleString('en');
    return `Stopped at the cap of ${count(cap.most)} tokens: ${count(cap.spent)} used, and the next request needs at least ${count(cap.next)}. ${next}`;
  }
  return `Stopped at the cap of ${dollars(cap.most)}: ${dollars(cap.spent)} spent, and the next request costs at least ${dollars(cap.next)}. ${next}`;
}

/** Why a model did not answer, and what to do. */
export const failureWords: Record<FailureKind, string> = {
  empty: 'The model returned an empty response. Run the step again, or try another model.',
  unreachable: "Couldn't reach the model. Check its URL and your connection, then continue.",
  refused: 'The model rejected the request. Check its name, API key and limits.',
  garbage: "Couldn't read the model's response. Run the step again, or try another model.",
  too_long: "The model's response was too long. Check that the URL points to a chat model.",
  timed_out: 'The model timed out. Continue to try again.',
};

export const endLabels: Record<EndReason, string> = {
  answered: 'Answered',
  completed: 'Completed',
  too_many_iterations: 'Limit reached',
  model_failed: 'Model failed',
  cap_reached: 'Cap reached',
  cancelled: 'Stopped',
};

export const endTones: Record<EndReason, Tone> = {
  answered: 'ok',
  completed: 'ok',
  too_many_iterations: 'warn',
  model_failed: 'danger',
  cap_reached: 'warn',
  cancelled: 'neutral',
};

/** What an end means, where it is not simply an answer. */
export function endWords(reason: EndReason, iterations: number): string | null {
  switch (reason) {
    case 'answered':
      return null;
    case 'completed':
      return 'The model reported that the task is done.';
    case 'too_many_iterations':
      return `Stopped after ${iterations} model calls for one message. Raise the limit in a new session, or fork before the loop.`;
    case 'model_failed':
    case 'cap_reached':
      // Told by what came before it.
      return null;
    case 'cancelled':
      return 'Stopped. Send another message, or fork from an earlier step.';
  }
}

/** Who says a part of the prompt. */
export const roleLabels: Record<Role, string> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

/** Who is at work in a session. */
export const workLabels: Record<SimulationWork, string> = {
  nobody: '',
  here: 'running',
  elsewhere: 'running elsewhere',
  interrupted: 'interrupted',
};
export const workTones: Record<SimulationWork, Tone> = {
  nobody: 'neutral',
  here: 'accent',
  elsewhere: 'accent',
  interrupted: 'warn',
};
export const workHints: Record<SimulationWork, string> = {
  nobody: '',
  here: 'Running now.',
  elsewhere: 'Running in another window or in skillctl. Progress is shown here.',
  interrupted: 'The program quit during the run. Step or continue to resume.',
};
