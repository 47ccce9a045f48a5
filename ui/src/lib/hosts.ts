/** Agent clients as the studio knows them: nobody else reads its table; and what becomes of a skill in the list of one. */
import { CLIENTS, type Host, type HostEntry, type HostState, type SizeUnit } from '$lib/ipc';

/** What is known of a client. */
interface Client {
  readonly name: Host;
  /** What earlier versions called it: settings may have it still. */
  readonly old_names: readonly string[];
  readonly label: string;
  /** How it lists skills, in a few words. */
  readonly hint: string;
  readonly evidence:
    | { readonly kind: 'measured'; readonly on: string; readonly version: string }
    | { readonly kind: 'documented'; readonly on: string; readonly source: string }
    | { readonly kind: 'agreed' };
  readonly has_reading_tool: boolean;
  readonly is_linted: boolean;
  /** The one that an export writes stands first. */
  readonly project_folders: readonly string[];
  readonly window_tokens: number | null;
}

const clients: readonly Client[] = CLIENTS;
const byName = Object.fromEntries(clients.map((client) => [client.name, client])) as Record<Host, Client>;

/** Any client that follows the standard: nothing is cut. */
export const STANDARD: Host = 'agent-skills';

export const hosts: readonly Host[] = clients.map(({ name }) => name);

export const hostLabels = Object.fromEntries(clients.map(({ name, label }) => [name, label])) as Record<Host, string>;

/** The mark of a client that was not run. */
export const NOT_MEASURED = 'documented, not measured';

export const hostOptions = clients.map(({ name, label, hint, evidence }) => ({
  value: name,
  label,
  hint: evidence.kind === 'documented' ? `${hint}; ${NOT_MEASURED}` : hint,
}));

/** Clients that skills can be checked for. */
export const lintedHosts: readonly Host[] = clients.filter((client) => client.is_linted).map(({ name }) => name);

/** The client, where skills can be checked for it. */
export const lintedOf = (host: Host | null): Host | null => (host !== null && byName[host].is_linted ? host : null);

/** `.claude/skills/`: where skills are written for a client, in a project. */
export const folderOf = (host: Host): string => `${byName[host].project_folders[0] ?? ''}/`;

/** The documentation a client is known from, where it was not run. */
export function sourceOf(host: Host): string | undefined {
  const { evidence } = byName[host];
  return evidence.kind === 'documented' ? `${evidence.source}, read ${evidence.on}` : undefined;
}

/** Whether one of a client's own tools reads files. */
export const readsFiles = (host: Host): boolean => byName[host].has_reading_tool;

/** Tokens of the context of the model a client uses by itself, where its list depends on that. */
export const windowOf = (host: Host): number | undefined => byName[host].window_tokens ?? undefined;

/** The client that a setting names, now or as it was called before. */
export const readHost = (kept: unknown): Host | undefined =>
  clients.find(({ name, old_names: old }) => name === kept || old.some((other) => other === kept))?.name;

/** What became of a skill in the list of a host. */
export const stateLabels: Record<HostState, string> = {
  whole: 'Full',
  shortened: 'Shortened',
  name_only: 'Name only',
  absent: 'Left out',
  hidden: 'Hidden',
  refused: 'Unreadable',
};

export const stateOrder: readonly HostState[] = ['whole', 'shortened', 'name_only', 'absent', 'hidden', 'refused'];

export const stateTones = {
  whole: 'neutral',
  shortened: 'warn',
  name_only: 'danger',
  absent: 'danger',
  hidden: 'neutral',
  refused: 'danger',
} as const satisfies Record<HostState, string>;

/** Why a description is not shown, where none is. */
const missing: Record<HostState, string> = {
  whole: '',
  shortened: '',
  name_only: 'No description shown',
  absent: 'Not in the list: over budget',
  hidden: 'Not in the list: its frontmatter hides it from the model',
  refused: "Not in the list: this client can't read the file",
};

/** Why a skill shows no text in a host's list. */
export const reasonOf = ({ state, why }: Pick<HostEntry, 'state' | 'why'>) =>
  why ? `Not in the list: ${why}` : missing[state];

/** What sizes are counted in, in words. */
export const units: Record<SizeUnit, string> = { characters: 'characters', columns: 'columns', tokens: 'tokens' };
