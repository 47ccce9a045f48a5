import Users from '@lucide/svelte/icons/users';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.sharing',
  label: 'Shared library',
  group: 'Library',
  icon: Users,
  words: 'push pull team postgres database sync share server remote',
  when: () => app.library !== null,
  perform: () => (app.overlay = 'sharing'),
};

export default action;
