/** Find and replace in files: what the library's view composes. */
import FileSearchIcon from '@lucide/svelte/icons/file-search';
import Replace from '@lucide/svelte/icons/replace';
import type { Action } from '$actions/types';
import { app } from '$lib/state/app.svelte';
import { FileSearch } from './search.svelte';

/** One search a window; what it found outlives a visit to another place. */
export const fileSearch = new FileSearch();

/** `focus` puts the keyboard into the panel's field. */
export function searchActions(focus: () => void): Action[] {
  const show = (isReplacing: boolean) => {
    app.go('library');
    fileSearch.isReplacing = isReplacing;
    fileSearch.open();
    focus();
  };
  return [
    {
      id: 'library.find-in-files',
      label: 'Find in files',
      group: 'Library',
      keys: '$mod+Shift+f',
      icon: FileSearchIcon,
      words: 'search text regex',
      when: () => app.library !== null,
      perform: () => show(fileSearch.isReplacing),
    },
    {
      id: 'library.replace-in-files',
      label: 'Replace in files',
      group: 'Library',
      keys: '$mod+Shift+h',
      icon: Replace,
      words: 'find search',
      when: () => app.library !== null,
      perform: () => show(true),
    },
  ];
}

export { default as SearchPanel } from './SearchPanel.svelte';
