/** Actions of the registry as entries of a menu: what cannot be done now is left out. */
import { registry } from '$actions';
import type { MenuEntry } from '$kit';
import { showChord } from '$lib/chord';

/** By their ids; `-` is a line. */
export const actionEntries = (ids: readonly string[]): MenuEntry[] =>
  ids.flatMap((id): MenuEntry[] => {
    if (id === '-') return ['-'];
    const action = registry.find(id);
    if (!action || !(action.when?.() ?? true)) return [];
    const { label, icon, keys, perform } = action;
    return [{ id, label, icon, kbd: keys && showChord(keys), perform }];
  });
