/** What can lie beside the skills that were opened, such as test queries and servers: how many, and where one looks at them. */
import { count as counted, plural } from '$kit';
import { offered } from '$lib/evals';
import { commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';

/** A part of a line: what a narrow pane leaves out stands before and after it. */
export interface Words {
  before?: string;
  words: string;
  after?: string;
}

/** Things of a kind that can lie beside skills. */
export interface Beside {
  id: string;
  /** How many there are; nothing is said of none. */
  count: () => Promise<number>;
  /** So many of them. */
  words: (count: number) => Words;
  /** Goes where they are. */
  show: () => void;
}

/** What is looked for, in the order in which it is said. */
export const beside: readonly Beside[] = [
  {
    id: 'evals',
    count: async () => offered(await commands.listFoundEvals()).length,
    words: (found) => ({ words: `${counted(found)} eval ${found === 1 ? 'file' : 'files'}`, after: 'found' }),
    show: () => app.go('evaluate'),
  },
  {
    id: 'servers',
    count: async () => (await commands.listFoundServers()).offered,
    words: (found) => ({ words: plural(found, 'MCP server') }),
    show: () => app.go('tools'),
  },
];
