/** An agent as it is typed: numbers stay texts until they are stored, and what is wrong is said field by field. */
import { checkConfig, jsonProblem, layOut } from '$lib/config/config';
import type { AgentEdit, AgentSkillEdit, ComponentEdit } from '$lib/ipc';
import { isSecretName, reference } from '$lib/state/secret';

export type AgentForm = Omit<AgentEdit, 'temperature' | 'max_tokens'> & { temperature: string; max_tokens: string };

export type Errors = Partial<Record<keyof AgentForm, string>>;

export const newForm = (): AgentForm => ({
  id: null,
  aggregate_version: 0,
  name: '',
  description: '',
  instruction: '',
  model_provider: '',
  model_name: '',
  api_key_ref: '',
  temperature: '0.7',
  max_tokens: '',
  skills: [],
  tools: [],
  components: [],
});

export const toForm = (edit: AgentEdit): AgentForm => ({
  ...edit,
  temperature: String(edit.temperature),
  max_tokens: edit.max_tokens === null ? '' : String(edit.max_tokens),
  skills: inOrder(edit.skills, () => ''),
  components: edit.components.map((component) => ({
    ...component,
    state_schema: component.state_schema && layOut(component.state_schema),
    initial_state: layOut(component.initial_state),
  })),
});

/** A component as it is added. */
export const newComponent = (): ComponentEdit => ({
  id: null,
  name: '',
  description: '',
  prompt: '',
  state_schema: '',
  initial_state: '{}',
  tools: [],
});

/** Ids of all tools of an agent, those of its components before those it is given. */
export const toolsOf = (form: AgentForm): string[] => [...form.components.flatMap(({ tools }) => tools), ...form.tools];

export type ComponentErrors = Partial<Record<keyof ComponentEdit, string>>;

/** What is wrong with each component, as far as it shows without the studio. */
export const componentErrorsOf = (components: readonly ComponentEdit[]): ComponentErrors[] =>
  components.map(({ name, state_schema, initial_state }, at) => {
    const errors: ComponentErrors = {};
    if (name.trim() === '') errors.name = 'Enter a name.';
    else if (components.slice(0, at).some((other) => other.name.trim() === name.trim()))
      errors.name = 'Another component has this name.';
    for (const [field, text] of Object.entries({ state_schema, initial_state })) {
      const problem = jsonProblem(text);
      if (problem) errors[field as keyof ComponentErrors] = problem;
    }
    return errors;
  });

/** The first fault of the components, with the name of the one it is of. */
function firstFault(components: readonly ComponentEdit[]): string | undefined {
  const all = componentErrorsOf(components);
  const at = all.findIndex((errors) => Object.keys(errors).length > 0);
  return at < 0 ? undefined : `${components[at]!.name || 'The new component'}: ${Object.values(all[at]!)[0]}`;
}

export const toEdit = (form: AgentForm): AgentEdit => ({
  ...form,
  temperature: Number(form.temperature),
  max_tokens: form.max_tokens.trim() === '' ? null : Number(form.max_tokens),
});

/** Why a text cannot stand where the reference to a key does. */
export function keyProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (!typed.startsWith(reference('')))
    return "Don't paste the key here: it would be stored with the agent. Add it in Settings > Secrets, then enter secret:// followed by its name.";
  if (!isSecretName(typed.slice(reference('').length)))
    return 'Enter secret:// followed by a name (letters, digits, - and _).';
  return undefined;
}

/** What keeps an agent from being stored. `nameOf` gives a tool's name, by its id. */
export function errorsOf(form: AgentForm, nameOf: (tool: string) => string): Errors {
  const errors: Errors = {};
  const must = (field: keyof AgentForm, message: string | undefined) => {
    if (message) errors[field] = message;
  };
  const blank = (text: string) => text.trim() === '';
  must('name', blank(form.name) ? 'Enter a name.' : undefined);
  must(
    'instruction',
    blank(form.instruction) ? 'Enter a system prompt: who the agent is and what it does.' : undefined,
  );
  must('model_provider', blank(form.model_provider) ? "Enter the model's provider, such as openai." : undefined);
  must('model_name', blank(form.model_name) ? 'Enter the model, such as gpt-4o-mini.' : undefined);
  must('api_key_ref', keyProblem(form.api_key_ref));
  const temperature = Number(form.temperature);
  const isTemperature = !blank(form.temperature) && temperature >= 0 && temperature <= 2;
  must('temperature', isTemperature ? undefined : 'Enter a number from 0 to 2.');
  const isAmount = blank(form.max_tokens) || /^[1-9]\d{0,8}$/.test(form.max_tokens.trim());
  must('max_tokens', isAmount ? undefined : 'Enter a whole number, or leave empty for no limit.');
  const wrong = form.skills.some(({ config }) => checkConfig(config).error !== null);
  must('skills', wrong ? "A skill's config isn't a JSON object." : undefined);
  must('tools', sameName(toolsOf(form).map(nameOf)));
  must('components', firstFault(form.components));
  return errors;
}

/** Names of specifications are unique within an agent. */
function sameName(names: readonly string[]): string | undefined {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice && `Tool names must be unique: ${twice} is listed twice.`;
}

/** Skills in the order they load: sequence first, then priority from high to low, then name. */
export const inOrder = (skills: readonly AgentSkillEdit[], nameOf: (skill: string) => string): AgentSkillEdit[] =>
  skills.toSorted(
    (a, b) =>
      a.sequence - b.sequence || b.priority - a.priority || nameOf(a.skill_id).localeCompare(nameOf(b.skill_id)),
  );

/** The skills with one moved by `step` places; each then carries its place as its sequence. */
export function moved(skills: readonly AgentSkillEdit[], id: string, step: number): AgentSkillEdit[] {
  const at = skills.findIndex((skill) => skill.skill_id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= skills.length) return [...skills];
  const rest = skills.filter((_, index) => index !== at);
  return rest.toSpliced(to, 0, skills[at]!).map((skill, sequence) => ({ ...skill, sequence }));
}

/** A skill put behind the others. */
export function added(skills: readonly AgentSkillEdit[], id: string): AgentSkillEdit[] {
  if (skills.some((skill) => skill.skill_id === id)) return [...skills];
  const sequence = skills.length === 0 ? 0 : Math.max(...skills.map((skill) => skill.sequence)) + 1;
  return [...skills, { skill_id: id, priority: 0, sequence, config: '{}' }];
}
