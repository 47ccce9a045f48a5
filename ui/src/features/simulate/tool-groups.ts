/** The tools of a step by the reason they are on or off. */
import type { SimulationStepDetail, StepTool } from '$lib/ipc';

export type GroupKind = 'global' | 'active' | 'component' | 'went' | 'off' | 'missing';

export interface ToolGroup {
  kind: GroupKind;
  title: string;
  tools: StepTool[];
  /** Names of tools that are in no component and no library. */
  missing: string[];
}

const list = (names: readonly string[]) => names.join(', ');

/**
 * Groups that have tools, in the order they are read; `gone` are those that went off at this step. Where no agent works,
 * `client` is who does.
 */
export function toolGroups(
  detail: SimulationStepDetail,
  gone: readonly string[],
  client: string | null = null,
): ToolGroup[] {
  const { tools, active, skills } = detail;
  const left = new Set(gone);
  const kindOf = (tool: StepTool): GroupKind => {
    if (tool.source === 'global') return 'global';
    if (!tool.enabled) return left.has(tool.name) ? 'went' : 'off';
    return tool.is_of_active_skill ? 'active' : 'component';
  };
  const of = (kind: GroupKind) => tools.filter((tool) => kindOf(tool) === kind);
  const who = list(active);
  // Two active skills may name the same one.
  const missing = new Set(
    skills
      .filter((skill) => skill.active)
      .flatMap((skill) => skill.added_tool_names.filter((name) => !skill.tools.includes(name))),
  );
  const titles: Record<GroupKind, string> = {
    global: client === null ? 'Global tools: always available' : `${client}'s built-in tools: always available`,
    active: `Tools of the active ${active.length === 1 ? 'skill' : 'skills'}, ${who}`,
    component: active.length === 0 ? 'Component tools: available, no skill is active' : 'Component tools: available',
    went: 'Disabled at this step',
    off: active.length === 0 ? 'Tools of inactive skills' : `Not listed by ${who}`,
    missing: `Listed by ${who}, but not in ${client === null ? 'any component or library' : `${client} or the library`}`,
  };
  return (Object.keys(titles) as GroupKind[])
    .map((kind) => ({ kind, title: titles[kind], tools: of(kind), missing: kind === 'missing' ? [...missing] : [] }))
    .filter((group) => group.tools.length + group.missing.length > 0);
}
