/** What a pack is made of, as its author changes it. */
import { hostsWithFolder } from '$lib/hosts';
import type { ExportTarget, PackContent, PackTarget } from '$lib/ipc';

/** A target as it is offered: those for clients once a client. */
export type Choice = Pick<PackTarget, 'target' | 'client'>;

/** Every target under its heading, in the order in which they are offered. */
export const choices: readonly { heading: string; choices: readonly Choice[] }[] = [
  { heading: 'Skills', choices: plain('agent-skills', 'skill-zip', 'claude-plugin', 'well-known', 'adk') },
  { heading: 'light-4j and gram', choices: plain('light4j-sql', 'light4j-events', 'gram') },
  { heading: 'Tool lists', choices: plain('openai-tools', 'anthropic-tools', 'mcp-tools') },
  // Last, since there are many.
  {
    heading: 'Folders of clients',
    choices: hostsWithFolder.map((client) => ({ target: 'client-folder', client })),
  },
];

function plain(...targets: ExportTarget[]): Choice[] {
  return targets.map((target) => ({ target, client: null }));
}

/** How many there are to choose from. */
export const CHOICES = choices.reduce((sum, group) => sum + group.choices.length, 0);

/** Tells targets apart. */
export const choiceKey = ({ target, client }: Choice): string => (client ? `${target} ${client}` : target);

/** A pack's target of this choice; none where it is not chosen. */
export const chosen = (content: PackContent, choice: Choice): PackTarget | undefined =>
  content.targets.find((target) => choiceKey(target) === choiceKey(choice));

/** The folder a target gets at first: its own name, or the client's. */
const folderOf = ({ target, client }: Choice): string => (client ? `${client}-folder` : target);

/** The content with a target taken in or left out. Another target's folder is never taken. */
export function withTarget(content: PackContent, choice: Choice, isChosen: boolean): PackContent {
  const others = content.targets.filter((target) => choiceKey(target) !== choiceKey(choice));
  if (!isChosen) return { ...content, targets: others };
  const taken = new Set(others.map(({ folder }) => folder));
  const wanted = folderOf(choice);
  const free = [wanted, ...Array.from({ length: others.length + 1 }, (_, at) => `${wanted}-${at + 2}`)];
  const folder = free.find((name) => !taken.has(name))!;
  const order = choices.flatMap((group) => group.choices).map(choiceKey);
  const targets = [...others, { ...choice, plugin: null, folder }].sort(
    (a, b) => order.indexOf(choiceKey(a)) - order.indexOf(choiceKey(b)),
  );
  return { ...content, targets };
}

/** The content with skills taken in or left out. */
export function withSkills(content: PackContent, ids: readonly string[], isChosen: boolean): PackContent {
  const changed = new Set(ids);
  const kept = content.skills.filter((id) => !changed.has(id));
  return { ...content, skills: isChosen ? [...kept, ...changed] : kept };
}

/** What a new pack begins with. */
export const newContent = (skills: string[]): PackContent => ({
  skills,
  along: { required_skills: true, tools: true, agents: false, queries: true },
  targets: [{ target: 'agent-skills', client: null, plugin: null, folder: 'agent-skills' }],
  version: '1.0.0',
  gates: { enforced: ['errors', 'secrets', 'phantom-tools'], min_accuracy: null, scorer: 'hybrid', query_set: null },
});
