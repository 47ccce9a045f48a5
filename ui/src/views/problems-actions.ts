/** What an author can do in Problems, for palette and shortcuts. */
import BellOff from '@lucide/svelte/icons/bell-off';
import Funnel from '@lucide/svelte/icons/funnel';
import FunnelX from '@lucide/svelte/icons/funnel-x';
import History from '@lucide/svelte/icons/history';
import ListTree from '@lucide/svelte/icons/list-tree';
import Monitor from '@lucide/svelte/icons/monitor';
import Wrench from '@lucide/svelte/icons/wrench';
import type { Action } from '$actions';
import { type Problems } from '$features/problems';
import { hostLabels, lintedHosts } from '$lib/hosts';
import { app } from '$lib/state/app.svelte';

/** What the mounted place does. */
interface ProblemsParts {
  isHere: () => boolean;
  focus: () => unknown;
  history: () => unknown;
  /** Whether something can be fixed of the rule that is looked at. */
  canFixAll: () => boolean;
  fixAll: () => unknown;
}

export function problemsActions(
  problems: Problems,
  { isHere, focus, history, canFixAll, fixAll }: ProblemsParts,
): Action[] {
  const actions: Omit<Action, 'group'>[] = [
    { id: 'problems.filter', label: 'Filter problems', keys: '/', icon: Funnel, when: isHere, perform: focus },
    {
      id: 'problems.fix-all',
      label: 'Fix all problems of a rule…',
      keys: '$mod+.',
      icon: Wrench,
      words: 'quick fix repair auto class',
      when: () => isHere() && canFixAll(),
      perform: fixAll,
    },
    {
      id: 'problems.clear',
      label: 'Clear problem filters',
      icon: FunnelX,
      words: 'show all',
      when: () => isHere() && problems.isFiltered,
      perform: () => problems.clear(),
    },
    {
      id: 'problems.by-rule',
      label: 'Group problems by rule',
      icon: ListTree,
      when: () => isHere() && problems.grouping !== 'rule',
      perform: () => (problems.grouping = 'rule'),
    },
    {
      id: 'problems.by-skill',
      label: 'Group problems by skill',
      icon: ListTree,
      when: () => isHere() && problems.grouping !== 'skill',
      perform: () => (problems.grouping = 'skill'),
    },
    {
      id: 'problems.ignored',
      label: 'Show ignored problems',
      icon: BellOff,
      when: () => isHere() && problems.ignored.length > 0 && !problems.showsIgnored,
      perform: () => (problems.showsIgnored = true),
    },
    {
      id: 'problems.open',
      label: 'Show open problems',
      icon: BellOff,
      when: () => isHere() && problems.showsIgnored,
      perform: () => (problems.showsIgnored = false),
    },
    {
      id: 'problems.rules',
      label: 'Set rule severity',
      icon: ListTree,
      words: 'lint level error warning info hint off ignore settings',
      when: isHere,
      perform: () => app.openSettings('rules'),
    },
    {
      id: 'problems.history',
      label: 'Show change history',
      icon: History,
      words: 'undo change sets',
      when: isHere,
      perform: history,
    },
    ...lintedHosts.map((client) => ({
      id: `problems.client-${client}`,
      label: `Show problems for ${hostLabels[client]}`,
      icon: Monitor,
      words: 'client host drops hides ignores cuts',
      when: () => isHere() && problems.client !== client,
      perform: () => problems.showClient(client),
    })),
  ];
  return actions.map((action) => ({ ...action, group: 'Problems' }));
}
