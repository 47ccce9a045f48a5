import Play from '@lucide/svelte/icons/play';
import { commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.index',
  label: 'Resume indexing',
  group: 'Library',
  icon: Play,
  words: 'embedding vectors semantic search',
  when: () => app.embedding?.state === 'paused' || app.embedding?.state === 'missing',
  perform: () => app.attempt('Resuming indexing', () => commands.resumeEmbedding()),
};

export default action;
