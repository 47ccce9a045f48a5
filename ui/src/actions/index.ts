/** The registry with the shell's own actions in it: one a file under `perform/`. */
import { registry } from './registry.svelte';
import type { Action } from './types';

const modules = import.meta.glob<{ default: Action }>('./perform/*.ts', { eager: true });
registry.register(Object.values(modules).map((module) => module.default));

export { registry } from './registry.svelte';
export { listenForShortcuts } from './shortcuts';
export type { Action } from './types';
