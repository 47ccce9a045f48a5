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
    about: 'All component tools are available.',
    tools: shown([true, true, true, false]),
  },
  {
    title: 'A skill with tools is active',
    about: "Only the component tools that the skill lists stay available. The skill's own tools become available.",
    tools: shown([true, true, false, true]),
  },
  {
    title: 'A skill without tools is active',
    about: "Nothing changes: a skill that lists no tools doesn't affect which tools are available.",
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
  "Global tools are always available: the runtime's own tools and the agent's extra tools. Skills don't affect them.",
  'Only one skill is active at a time. Activating another one deactivates it.',
  'Deactivating a skill makes all component tools available again.',
  'A call to an unavailable tool returns “Tool "name" is currently disabled”. Nothing runs.',
  "A tool that isn't in any component or library is missing: the model never sees it, and the session shows a warning.",
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
    start: 'Names and descriptions, as shortened by the client',
    opens:
      "The model calls the client's skill tool, such as activate_skill, which returns the body. Files load when read",
    active: 'Several',
  },
  {
    name: 'agent-lib',
    start: 'Names and descriptions, plus schemas of all available tools',
    opens: 'The model calls get_skill. The skill determines which component tools are available',
    active: 'One',
  },
  {
    name: 'light-genai-4j',
    start: "Descriptions in load order, without the skills' tools",
    opens: 'The model chooses a skill. Its tools are registered, along with those of the skills it requires',
    active: 'Several',
  },
  {
    name: 'adk-rust',
    start: 'Nothing about skills',
    opens: 'Each message selects at most one skill by score. Its text and bound tools load together',
    active: 'One per message',
  },
  {
    name: 'Everything up front',
    start: 'All bodies and schemas',
    opens: 'Not needed: this is the baseline for comparison',
    active: 'All',
  },
];
