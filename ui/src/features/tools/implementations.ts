/** The ways a tool is carried out: what they are called, how they look in a list, and what they start as. */
import Braces from '@lucide/svelte/icons/braces';
import Coffee from '@lucide/svelte/icons/coffee';
import FileCode from '@lucide/svelte/icons/file-code';
import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import Plug from '@lucide/svelte/icons/plug';
import type { IconType } from '$kit';
import type { ConsentKind, ToolImplementation } from '$lib/ipc';

export type Kind = ToolImplementation['kind'];

const MEMORY = 256;

export const kinds: readonly Kind[] = ['java', 'mcp_server', 'rest', 'python', 'javascript', 'none'];

export const kindLabels: Record<Kind, string> = {
  java: 'Java',
  mcp_server: 'MCP server',
  rest: 'REST',
  python: 'Python',
  javascript: 'JavaScript',
  none: 'Description only',
};

const icons: Record<Kind, IconType> = {
  java: Coffee,
  mcp_server: Plug,
  rest: Globe,
  python: FileCode,
  javascript: Braces,
  none: FileText,
};

/** The picture of a way to carry a tool out. */
export const iconOf = (kind: Kind | null): IconType => icons[kind ?? 'none'];

/** Why the author is asked before a call; what is never asked for a tool has no words. */
export const askedFor: Partial<Record<ConsentKind, string>> = {
  tool: "Running this tool starts a program on this computer. You'll be asked first.",
  server: "Calling this tool starts its server on this computer. You'll be asked first.",
  secret: "Calling this tool sends a secret to its address. You'll be asked first.",
  network: "Calling this tool sends requests to its address. You'll be asked first.",
};

const python = 'def run(arguments):\n    return {}\n';
const javascript = 'function run(input) {\n  return {};\n}\n';

/** What a way to carry a tool out starts as. */
export function blank(kind: Kind): ToolImplementation {
  switch (kind) {
    case 'mcp_server':
      return { kind, server: '', tool: '' };
    case 'rest':
      return { kind, method: 'GET', url: '', headers: [], query: [], body: '', allow_private: false };
    case 'python':
      return { kind, script: python, allow_network: false, memory_mb: MEMORY };
    case 'javascript':
      return { kind, script: javascript, memory_mb: MEMORY };
    case 'java':
      return { kind, class: '', method: '', class_path: [], allow_network: false, memory_mb: MEMORY };
    case 'none':
      return { kind };
  }
}
