/** What kinds of things in the trash are called, and their icons. */
import Blocks from '@lucide/svelte/icons/blocks';
import Bot from '@lucide/svelte/icons/bot';
import FileText from '@lucide/svelte/icons/file-text';
import Package from '@lucide/svelte/icons/package';
import Server from '@lucide/svelte/icons/server';
import Spline from '@lucide/svelte/icons/spline';
import Wrench from '@lucide/svelte/icons/wrench';
import type { IconType } from '$kit';
import type { TrashKind } from '$lib/ipc';

export const nouns: Record<TrashKind, string> = {
  skill: 'skill',
  tool: 'tool',
  agent: 'agent',
  server: 'server',
  component: 'component',
  pack: 'pack',
  link: 'link',
};

export const icons: Record<TrashKind, IconType> = {
  skill: FileText,
  tool: Wrench,
  agent: Bot,
  server: Server,
  component: Blocks,
  pack: Package,
  link: Spline,
};
