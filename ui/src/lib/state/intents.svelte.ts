/**
 * What one place asks of another, which does it once, as soon as it is there and ready: one of a kind waits, the newest. So no
 * feature imports another, and a place that is not open yet misses nothing.
 */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { CapturedListing, ClientComparisonScope, Host, NamedKind, Severity } from '$lib/ipc';

/** A place in a file to show. */
export interface Jump {
  skillId: string;
  path: string;
  line: number;
  /** What to select there, where it is known: columns count characters from 1. */
  range?: { column: number; endLine: number; endColumn: number };
  /** Instead of a line: the first or the last problem, once it is known. */
  problem?: 'first' | 'last';
  /** What to select there, as offsets of the text. */
  span?: { from: number; to: number };
  /** Leaves the keyboard where it is. */
  isQuiet?: boolean;
}

/** What Tools is to open; what begins is a new server, or a dialog that takes tools or servers in. */
export type ToolWish =
  { toolId: string } | { server: string } | { newTool: string } | { begin: 'server' | 'import' | 'paste' };

/** What the map is to do. */
export type MapWish = 'find' | 'new-agent' | 'lay-out';

/** What Evaluate shows: which skill wakes for a query, or what sessions of agents come to. */
export type EvaluateWish = 'selection' | 'cases';

/** Skills to lay before an installed client. */
export interface ComparisonWish {
  scope: ClientComparisonScope;
  /** Names of those skills, where they are not all. */
  skills?: readonly string[];
  /** Whose list was looked at. */
  host?: Host;
}

/** A session to start whose model sees the list of skills that an installed client sent. */
export interface CapturedWish {
  agent: string;
  /** Names of skills the agent goes without. */
  without: readonly string[];
  captured: CapturedListing;
}

/** Problems to list: those of a rule, of a group's skills, of one severity, or all of that; as they count for its client. */
export interface ProblemsWish {
  code?: string;
  /** Empty for skills without a group. */
  group?: string;
  severity?: Severity;
}

/** Two skills whose overlap is looked at. */
export interface PairWish {
  aId: string;
  bId: string;
  similarity: number;
}

/** A section of Settings. */
export type SettingsSection =
  | 'look'
  | 'editor'
  | 'defaults'
  | 'meaning'
  | 'library'
  | 'samples'
  | 'rules'
  | 'interpreters'
  | 'backups'
  | 'models'
  | 'secrets'
  | 'allowed'
  | 'diagnostics';

/** Everything that can be asked, by kind. */
export interface Intents {
  /** A tool or server to open in Tools, or a name for a new tool. */
  tool: ToolWish;
  /** Key of a node to show on the map. */
  node: string;
  map: MapWish;
  /** A tool or skill whose uses are to be listed; a tool the library does not have goes by its name. */
  uses: { kind: NamedKind; id: string };
  /** A query to put to the playground, or a skill to ask it about. */
  query: { query?: string; skillId?: string };
  /** What Evaluate is to show. */
  evaluate: EvaluateWish;
  /** A pair to show among those that overlap. */
  pair: PairWish;
  problems: ProblemsWish;
  /** Skills for the library's list to show, and no others; what they are. */
  listed: { label: string; ids: readonly string[] };
  /** A simulated session to open, and what to say in it next. */
  session: { id: string; message: string };
  captured: CapturedWish;
  /** Names of skills to set a simulated session up with. */
  skills: readonly string[];
  /** Ids of skills that a new pack is to be of. */
  pack: readonly string[];
  /** A place for the editor to go to. */
  jump: Jump;
  /** The skill whose text is to take the keyboard. */
  focus: string;
  /** Paths for the import dialog to take, such as those dropped on the window. */
  paths: string[];
  /** The menu of clients in the top bar is to be open. */
  client: true;
  /** The section that Settings open at. */
  settings: SettingsSection;
  /** What the sheet that compares with an installed client opens with. */
  comparison: ComparisonWish;
}

export class IntentBox {
  readonly #waiting = new SvelteMap<keyof Intents, Intents[keyof Intents]>();

  /** Asks; what of this kind still waits is given up. */
  put<K extends keyof Intents>(kind: K, what: Intents[K]) {
    this.#waiting.set(kind, what);
  }

  /** What waits, left where it is. */
  peek<K extends keyof Intents>(kind: K): Intents[K] | null {
    return (this.#waiting.get(kind) as Intents[K] | undefined) ?? null;
  }

  /** What waits, which is then not asked any more. */
  take<K extends keyof Intents>(kind: K): Intents[K] | null {
    const what = this.peek(kind);
    this.#waiting.delete(kind);
    return what;
  }

  /** Gives up all that waits, as with its library. */
  clear() {
    this.#waiting.clear();
  }

  /** For the start of a component: does what is asked, once each, when `isReady` says so; what that reads is followed. */
  on<K extends keyof Intents>(
    kind: K,
    perform: (what: Intents[K]) => void,
    isReady: (what: Intents[K]) => boolean = () => true,
  ) {
    $effect(() => {
      const what = this.peek(kind);
      if (what === null || !isReady(what)) return;
      untrack(() => {
        this.take(kind);
        perform(what);
      });
    });
  }
}
