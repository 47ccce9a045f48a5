/** The mock studio's agents: those of its map, with skills and tools of the library. */
import type { AgentDetail, AgentEdit, SkillRow, ToolInfo } from '../bindings';

interface Around {
  skills: () => SkillRow[];
  tools: () => ToolInfo[];
  changed: () => void;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the mock's handlers take whatever the window sends
export function agentHandlers({ skills, tools, changed }: Around): Record<string, (args: any) => unknown> {
  const agents = new Map<string, { edit: AgentEdit; active: boolean }>();
  const find = (id: string) => {
    const known = agents.get(id);
    if (known) return known;
    const made = { edit: seed(id), active: true };
    agents.set(id, made);
    return made;
  };
  const seed = (id: string): AgentEdit => ({
    id,
    aggregate_version: 4,
    name: id,
    description: 'Takes what comes in and hands it to the right people.',
    instruction: 'You are the dispatch desk. Find out what happened and where, then act. Safety comes first.',
    model_provider: 'openai',
    model_name: 'gpt-4o-mini',
    api_key_ref: 'secret://openai',
    temperature: 0.2,
    max_tokens: null,
    skills: skills()
      .slice(0, 3)
      .map((skill, sequence) => ({ skill_id: skill.id, priority: 10, sequence, config: '{}' })),
    tools: tools()
      .slice(0, 2)
      .map((tool) => tool.id),
    components: [
      {
        id: `${id}-board`,
        name: 'board',
        description: 'What came in and what became of it.',
        prompt: '## Board\nPut down every call, and strike it out when it is done.',
        state_schema: '{"type":"object","properties":{"open":{"type":"array"}}}',
        initial_state: '{"open":[]}',
        tools: tools()
          .slice(2, 4)
          .map((tool) => tool.id),
      },
    ],
  });
  const detail = ({ edit, active }: { edit: AgentEdit; active: boolean }): AgentDetail => {
    const order = edit.skills.toSorted((a, b) => a.sequence - b.sequence || b.priority - a.priority);
    const name = (id: string) => skills().find((skill) => skill.id === id)?.name ?? id;
    const loaded = tools().map(({ id, name }) => ({
      id,
      name,
      access: 'read' as const,
      through: null,
      version: null,
      parameters: [],
    }));
    return {
      edit,
      active,
      loads: active
        ? order.map(({ skill_id, sequence, priority }, at) => ({
            skill_id,
            skill: name(skill_id),
            sequence,
            priority,
            tools: loaded.slice(at, at + 2),
          }))
        : [],
      problems: order.length === 0 ? [`Agent ${edit.name} has no active skills.`] : [],
      update_ts: new Date().toISOString(),
    };
  };
  const set = (id: string, active: boolean) => {
    const agent = { ...find(id), active };
    agents.set(id, agent);
    changed();
    return detail(agent);
  };
  return {
    get_agent: ({ idOrName }: { idOrName: string }) => detail(find(idOrName)),
    load_agent: ({ idOrName }: { idOrName: string }) => detail(find(idOrName)).loads,
    save_agent: ({ agent }: { agent: AgentEdit }) => {
      const id = agent.id ?? agent.name;
      const stored = { edit: { ...agent, id, aggregate_version: agent.aggregate_version + 1 }, active: true };
      agents.set(id, stored);
      changed();
      return detail(stored);
    },
    agent_gram: ({ idOrName }: { idOrName: string }) => {
      const { name, temperature } = find(idOrName).edit;
      const why = `Gram has no place for the temperature ${temperature}. An import sets 0.7.`;
      return { text: `[${name}:Agent]\n`, losses: [{ entity: `agent ${name}`, field: 'temperature', why }] };
    },
    trash_agent: ({ id }: { id: string }) => (set(id, false), null),
    restore_agent: ({ id }: { id: string }) => set(id, true),
  };
}
