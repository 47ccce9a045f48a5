/** The tools' list as rows: the one that is new, then each group's head and its tools. */
import type { ToolInfo } from '$lib/ipc';
import type { ToolGroup } from './tools.svelte';

export type Row =
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; group: ToolGroup }
  | { kind: 'tool'; key: string; tool: ToolInfo; group: ToolGroup };

/** `newId` is the one of a tool that is being written for the first time, if there is one. */
export function rowsOf(groups: readonly ToolGroup[], newId: string | null): Row[] {
  const begun: Row[] = newId === null ? [] : [{ kind: 'new', key: newId }];
  return [
    ...begun,
    ...groups.flatMap((group): Row[] => [
      { kind: 'group', key: `group ${group.title}`, group },
      ...group.tools.map((tool) => ({ kind: 'tool' as const, key: tool.id, tool, group })),
    ]),
  ];
}
