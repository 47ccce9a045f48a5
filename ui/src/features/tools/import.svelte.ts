/**
 * Tools out of pasted text, whatever it is: read while it is written, chosen, renamed where a name is taken, stored all or
 * none, with the servers and agents found beside them.
 */
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { AgentDraft, ServerEdit, ToolDraft, ToolEdit, ToolImport, ToolInfo, PastedFormat } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import type { ToolsBackend } from './tools.svelte';

/** Milliseconds the text rests before it is read. */
export const REST = 150;

export const formatLabels: Record<PastedFormat, string> = {
  curl: 'curl command',
  openapi: 'OpenAPI document',
  'mcp-servers': 'MCP server settings',
  'mcp-tools': 'MCP tool list',
  'openai-tools': 'OpenAI tool list',
  'anthropic-tools': 'Anthropic tool list',
  gram: 'Gram',
};

export class Import {
  text = $state('');
  readonly found = new Part<ToolImport>();
  failure = $state.raw<StudioError | null>(null);
  isStoring = $state(false);
  /** Places of the tools that are left out, and names of the servers. */
  readonly #left = new SvelteSet<number>();
  readonly #leftServers = new SvelteSet<string>();
  readonly #leftAgents = new SvelteSet<string>();
  readonly #names = new SvelteMap<number, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly backend: Pick<ToolsBackend, 'readTools' | 'importToolbox'>,
    /** Names the library's tools have. */
    private readonly known: () => readonly string[],
  ) {}

  readonly drafts: ToolDraft[] = $derived(this.found.value?.tools ?? []);
  readonly chosen: ToolEdit[] = $derived(
    this.drafts.map((draft, at) => ({ ...draft.edit, name: this.nameOf(at) })).filter((_, at) => this.isChosen(at)),
  );
  readonly servers: ServerEdit[] = $derived(
    (this.found.value?.servers ?? []).filter(({ name }) => !this.#leftServers.has(name)),
  );
  readonly agents: AgentDraft[] = $derived(
    (this.found.value?.agents ?? []).filter(
      (draft) => !draft.is_taken && this.conflicts(draft).length === 0 && !this.#leftAgents.has(draft.edit.name),
    ),
  );
  readonly canStore: boolean = $derived(
    !this.isStoring && !this.found.isLoading && this.chosen.length + this.servers.length + this.agents.length > 0,
  );

  nameOf(at: number): string {
    return this.#names.get(at) ?? this.drafts[at]?.edit.name ?? '';
  }

  /** Whether a tool cannot be stored under its name. */
  isTaken(at: number): boolean {
    const name = this.nameOf(at).trim();
    const isRenamed = this.#names.has(at);
    if (name === '' || this.known().includes(name)) return true;
    if (!isRenamed && this.drafts[at]?.is_taken) return true;
    return this.drafts.some((_, other) => other < at && !this.#left.has(other) && this.nameOf(other).trim() === name);
  }

  isChosen(at: number): boolean {
    return !this.#left.has(at) && !this.isTaken(at);
  }

  isServerChosen(name: string): boolean {
    return !this.#leftServers.has(name);
  }

  /** The tools of an agent that the library has otherwise than the text says, unless they come in under another name. */
  conflicts(draft: AgentDraft): string[] {
    return draft.differing.filter((name) => this.#renamed(name) === name);
  }

  /** Whether the library has a tool of this very specification, which is shared. */
  isShared(at: number): boolean {
    return (this.drafts[at]?.same_as ?? null) !== null && this.isTaken(at);
  }

  isAgentChosen(name: string): boolean {
    return this.agents.some((draft) => draft.edit.name === name);
  }

  write(text: string) {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), REST);
  }

  async read(): Promise<void> {
    clearTimeout(this.#timer);
    this.failure = null;
    if (this.text.trim() === '') return this.found.clear();
    const before = this.drafts.map(({ edit }) => edit.name).join('\n');
    const found = await this.found.load(() => this.backend.readTools(this.text));
    if (!found || found.tools.map(({ edit }) => edit.name).join('\n') === before) return;
    this.#left.clear();
    this.#names.clear();
  }

  rename(at: number, name: string) {
    this.#names.set(at, name);
  }

  pick(at: number, isPicked: boolean) {
    if (isPicked) this.#left.delete(at);
    else this.#left.add(at);
  }

  pickServer(name: string, isPicked: boolean) {
    if (isPicked) this.#leftServers.delete(name);
    else this.#leftServers.add(name);
  }

  pickAgent(name: string, isPicked: boolean) {
    if (isPicked) this.#leftAgents.delete(name);
    else this.#leftAgents.add(name);
  }

  /** Stores what is chosen, all of it or nothing; what went wrong is told. */
  async store(): Promise<ToolInfo[] | null> {
    this.isStoring = true;
    this.failure = null;
    try {
      const renamed = (names: readonly string[]) => names.map((name) => this.#renamed(name));
      const agents = this.agents.map((draft) => ({
        ...draft,
        tools: renamed(draft.tools),
        component_tools: draft.component_tools.map(renamed),
      }));
      return (await this.backend.importToolbox({ servers: this.servers, tools: this.chosen, agents })).tools;
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
      return null;
    } finally {
      this.isStoring = false;
    }
  }

  /** The name a tool of the text is stored under. */
  #renamed(name: string): string {
    const at = this.drafts.findIndex((draft) => draft.edit.name === name);
    return at >= 0 && this.isChosen(at) ? this.nameOf(at) : name;
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
