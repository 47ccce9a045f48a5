/** What a node is told by, beside its name. */
import Bot from '@lucide/svelte/icons/bot';
import CircleHelp from '@lucide/svelte/icons/circle-question-mark';
import Coffee from '@lucide/svelte/icons/coffee';
import FileCode from '@lucide/svelte/icons/file-code';
import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import Plug from '@lucide/svelte/icons/plug';
import Terminal from '@lucide/svelte/icons/terminal';
import Wrench from '@lucide/svelte/icons/wrench';
import type { IconType } from '$kit/types';
import type { ImplementationKind, MapNode, MapNodeKind, MapProvider } from '$lib/ipc';

const ways: Record<ImplementationKind, IconType> = {
  java: Coffee,
  mcp_server: Plug,
  rest: Globe,
  python: FileCode,
  javascript: FileCode,
};
const providers: Record<MapProvider, IconType> = {
  mcp: Plug,
  mcp_stdio: Plug,
  mcp_http: Plug,
  scripts: FileCode,
  java: Coffee,
  rest: Globe,
};
/** Icons of nodes of which no more is known than their kind. */
const kinds: Record<MapNodeKind, IconType> = {
  agent: Bot,
  skill: FileText,
  tool: Wrench,
  server: Plug,
  client: Terminal,
  missing: CircleHelp,
};

export function iconOf(node: MapNode | { kind: MapNodeKind }): IconType {
  if (node.kind === 'tool' && 'implementation' in node && node.implementation) return ways[node.implementation];
  return node.kind === 'server' && 'provider' in node ? providers[node.provider] : kinds[node.kind];
}
