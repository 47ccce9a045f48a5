import Undo from '@lucide/svelte/icons/undo-2';
import { lastUndo } from '$kit/last-undo.svelte';
import { hasOwnUndo } from '$lib/own-undo';
import type { Action } from '../types';

const action: Action = {
  id: 'library.undo-last',
  label: 'Undo last action',
  group: 'Library',
  keys: '$mod+z',
  leavesFields: true,
  icon: Undo,
  words: 'take back revert restore',
  when: () => lastUndo.current !== null && !hasOwnUndo(document.activeElement),
  perform: () => lastUndo.take(),
};

export default action;
