/** Tool availability, in words: the picture of agent-lib's states, and a row for each runtime. */

export type Owner = 'global' | 'component' | 'skill';

export interface ShownTool {
  name: string;
  owner: Owner;
  isOn: boolean;
}

export interface AvailabilityState {
  title: string;
  about: string;
  tools: readonly ShownTool[];
}

const shown = (isOn: readonly boolean[]): ShownTool[] =>
  (
    [
      ['get_skill', 'global'],
      ['set_picos_element', 'component'],
      ['clear_picos', 'component'],
      ['make_glossary', 'skill'],
    ] as const
  ).map(([name, owner], at) => ({ name, owner, isOn: isOn[at]! }));

/** An agent with one component, and a skill that names `set_picos_element` and brings `make_glossary`. */
export const states: readonly AvailabilityState[] = [
  {
    title: 'No skill is active',
    about: 'Every component tool is on from the start.',
    tools: shown([true, true, true, false]),
  },
  {
    title: 'A skill with tools is active',
    about: 'Of the component tools only those the skill names stay on. The tools it brings itself come on.',
    tools: shown([true, true, false, true]),
  },
  {
    title: 'A skill without tools is active',
    about: 'Nothing changes: a skill that names no tools leaves them alone.',
    tools: shown([true, true, true, false]),
  },
];

export const ownerWords: Record<Owner, string> = {
  global: 'Global',
  component: 'Component',
  skill: 'Skill',
};

/** What a skill turns on or off, in the order it counts. */
export const rules: readonly string[] = [
  'Global tools are always on: those of the runtime itself, and those given to the agent. Skills never touch them.',
  'One skill is active at a time. Activating another one deactivates the first.',
  'Deactivating a skill brings every component tool back on.',
  'A call to a tool that is off is answered with “Tool "name" is currently disabled”. Nothing runs.',
  'A tool that is in no component and no library is missing: it is never offered, and the session warns about it.',
];

export interface RuntimeRow {
  name: string;
  start: string;
  opens: string;
  active: string;
}

/** Each runtime: what the model sees first, what makes a skill's tools callable, how many skills may be active. */
export const runtimeRows: readonly RuntimeRow[] = [
  {
    name: 'Agent Skills client',
    start: 'Names and descriptions, as the host cuts them',
    opens: 'The model calls the client’s skill tool, such as activate_skill; the answer is the body. Files come when read',
    active: 'Several',
  },
  {
    name: 'agent-lib',
    start: 'Names and descriptions; schemas of all tools that are on',
    opens: 'The model calls get_skill; the skill decides which component tools are on',
    active: 'One',
  },
  {
    name: 'light-genai-4j',
    start: 'Descriptions in load order, no tools of skills',
    opens: 'The model chooses a skill; then its tools are registered, and those of the skills it requires',
    active: 'Several',
  },
  {
    name: 'adk-rust',
    start: 'Nothing of any skill',
    opens: 'Each message selects at most one skill by score; its text and its bound tools come together',
    active: 'One a message',
  },
  {
    name: 'Everything up front',
    start: 'Every body and every schema',
    opens: 'Not needed: this is the baseline the others are compared with',
    active: 'All',
  },
];
