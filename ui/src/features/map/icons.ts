/** What a node is told by, beside its name. */
import Bot from '@lucide/svelte/icons/bot';
import CircleHelp from '@lucide/svelte/icons/circle-question-mark';
import Coffee from '@lucide/svelte/icons/coffee';
import FileCode from '@lucide/svelte/icons/file-code';
import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import Plug from '@lucide/svelte/icons/plug';
import Wrench from '@lucide/svelte/icons/wrench';
import type { IconType } from '$kit/types';
import type { MapNode } from '$lib/ipc';

const ways: Record<string, IconType> = {
  java: Coffee,
  mcp_server: Plug,
  rest: Globe,
  python: FileCode,
  javascript: FileCode,
};

export function iconOf({ kind, detail }: Pick<MapNode, 'kind' | 'detail'>): IconType {
  if (kind === 'agent') return Bot;
  if (kind === 'skill') return FileText;
  if (kind === 'missing') return CircleHelp;
  if (kind === 'tool') return ways[detail] ?? Wrench;
  return detail.startsWith('mcp') || detail === 'stdio' || detail === 'http' ? Plug : (ways[detail] ?? FileCode);
}
