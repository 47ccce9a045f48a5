/** What an author can do in the editor, for palette, menus and shortcuts. */
import ArrowDown from '@lucide/svelte/icons/arrow-down-to-line';
import ArrowUp from '@lucide/svelte/icons/arrow-up-to-line';
import ListTree from '@lucide/svelte/icons/list-tree';
import Network from '@lucide/svelte/icons/network';
import SquareArrowOutUpRight from '@lucide/svelte/icons/square-arrow-out-up-right';
import Play from '@lucide/svelte/icons/play';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import Redo from '@lucide/svelte/icons/redo-2';
import Save from '@lucide/svelte/icons/save';
import Trash from '@lucide/svelte/icons/file-x-2';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Action } from '$actions/types';
import { lastUndo } from '$kit/last-undo.svelte';
import { hasOwnUndo } from '$lib/own-undo';
import { app } from '$lib/state/app.svelte';
import type { Editor } from './editor.svelte';
import { goToProblem } from './next-problem';
import { findUses, goToDefinition } from './names';

export function editorActions(editor: Editor): Action[] {
  const isHere = () => app.view === 'library' && app.isInFront && editor.document !== null;
  /** Elsewhere what was done last is taken back first. */
  const isNext = () => hasOwnUndo(document.activeElement) || lastUndo.current === null;
  const hasProblems = () => app.isInFront && (app.errors + app.warnings > 0 || editor.errors + editor.warnings > 0);
  return [
    {
      id: 'editor.save',
      label: 'Save file',
      group: 'Editor',
      keys: '$mod+s',
      icon: Save,
      when: isHere,
      perform: () => editor.save(),
    },
    {
      id: 'editor.undo',
      label: 'Undo',
      group: 'Editor',
      keys: '$mod+z',
      icon: Undo,
      when: () => isHere() && !isField() && isNext() && (editor.document?.canUndo ?? false),
      perform: () => editor.document?.undo(),
    },
    {
      id: 'editor.redo',
      label: 'Redo',
      group: 'Editor',
      keys: '$mod+Shift+z',
      icon: Redo,
      when: () => isHere() && !isField() && (editor.document?.canRedo ?? false),
      perform: () => editor.document?.redo(),
    },
    {
      id: 'editor.discard-draft',
      label: 'Discard draft',
      group: 'Editor',
      icon: Trash,
      words: 'revert saved',
      when: () => isHere() && (editor.document?.isDirty ?? false),
      perform: () => app.attempt('Discarding the draft', async () => editor.document?.deleteDraft()),
    },
    {
      id: 'editor.mode',
      label: 'Toggle frontmatter between form and YAML',
      group: 'Editor',
      keys: '$mod+Shift+y',
      icon: ListTree,
      when: () => isHere() && editor.isSkillFile,
      perform: () => editor.setMode(editor.isForm ? 'yaml' : 'form'),
    },
    {
      id: 'problems.next',
      label: 'Next problem',
      group: 'Go to',
      keys: 'F8',
      icon: ArrowDown,
      words: 'error warning',
      when: hasProblems,
      perform: () => goToProblem(editor, 1),
    },
    {
      id: 'problems.previous',
      label: 'Previous problem',
      group: 'Go to',
      keys: 'Shift+F8',
      icon: ArrowUp,
      words: 'error warning',
      when: hasProblems,
      perform: () => goToProblem(editor, -1),
    },
    {
      id: 'editor.quick-fix',
      label: 'Quick fix',
      group: 'Editor',
      keys: '$mod+.',
      icon: Lightbulb,
      words: 'repair problem mend error',
      when: () => isHere() && (editor.document?.hasRepairs ?? false),
      perform: () => editor.document?.openRepairs() || app.notify('No quick fix available here'),
    },
    {
      id: 'editor.definition',
      label: 'Go to definition',
      group: 'Editor',
      keys: 'F12',
      icon: SquareArrowOutUpRight,
      words: 'tool skill name open',
      when: isHere,
      perform: () => goToDefinition(editor.document),
    },
    {
      id: 'editor.uses',
      label: 'Find uses',
      group: 'Editor',
      keys: 'Shift+F12',
      icon: Network,
      words: 'references tool skill name',
      when: isHere,
      perform: () => findUses(editor.document),
    },
    {
      id: 'editor.test',
      label: 'Test skill in Playground',
      group: 'Editor',
      keys: '$mod+Enter',
      icon: Play,
      words: 'run selection query',
      when: () => isHere() && editor.detail !== null,
      perform: () => app.openPlayground({ skillId: editor.detail?.id }),
    },
  ];
}

/** A field has an undo of its own. */
const isField = () => /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
