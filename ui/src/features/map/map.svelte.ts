/* eslint-disable svelte/prefer-svelte-reactivity -- sets and maps here are replaced, never changed. */
/**
 * The Map place: the library as one picture, what is selected, found, folded and faded on it, and what was done to it. A
 * change is made in the studio first; what is drawn is what the studio says afterwards.
 */
import {
  type BlastRadius,
  type EmbeddingStatus,
  type MapData,
  type MapLink,
  type MapLinkKind,
  type MapNode,
  type MapNodeKind,
  type MapPoint,
  type MapPosition,
  StudioError,
  type StudioEvent,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { Steps } from './history.svelte';
import { type Shown, drawable, fold, groupsOf, newLink, placed, targetsOf, toggled } from './model';
import { type Placing, place } from './place';
import type { Memory } from '$lib/memory';
import { type View, readView } from './view';

/** What the place asks of the studio. */
export interface MapBackend {
  map(): Promise<MapData>;
  putPositions(positions: MapPosition[]): Promise<unknown>;
  putLink(link: MapLink): Promise<MapLink>;
  deleteLink(kind: MapLinkKind, from: string, to: string): Promise<unknown>;
  blastRadius(key: string): Promise<BlastRadius>;
}

export interface Selection {
  kind: 'node' | 'link';
  key: string;
}

/** Something on the map one can step through. */
export type Trouble = 'missing' | 'overlap' | 'cycle';

/** How long events rest before the map is read anew, in milliseconds. */
export const REST = 150;

export class LibraryMap {
  readonly data = new Part<MapData>();
  readonly steps = new Steps();
  selection = $state.raw<Selection | null>(null);
  blast = $state.raw<BlastRadius | null>(null);
  search = $state('');
  /** Kinds of nodes that are faded. */
  hidden = $state.raw<ReadonlySet<MapNodeKind>>(new Set());
  /** Whether only what has a problem is lit. */
  onlyProblems = $state(false);
  collapsed = $state.raw<ReadonlySet<string>>(new Set());
  mode = $state<'canvas' | 'list'>('canvas');
  /** Key of a node or link that is to come into view. */
  reveal = $state.raw<string | null>(null);
  /** Why the last change was refused. */
  refused = $state.raw<StudioError | null>(null);
  viewport = $state.raw<View['viewport']>(null);

  readonly shown: Shown = $derived(
    fold(this.data.value ?? { nodes: [], links: [], cycles: [], groups: [] }, this.collapsed),
  );
  readonly placing: Placing = $derived(place(this.shown.nodes, this.shown.links));
  readonly places: Map<string, MapPoint> = $derived(this.placing.places);
  readonly counts = $derived.by(() => {
    const data = this.data.value;
    return {
      missing: data?.nodes.filter((node) => node.kind === 'missing').length ?? 0,
      overlap: data?.links.filter((link) => link.kind === 'overlap').length ?? 0,
      cycle: data?.cycles.length ?? 0,
    };
  });
  /** Keys of the nodes that answer the search, in the order of the columns. */
  readonly found: string[] = $derived.by(() => {
    const wanted = this.search.trim().toLowerCase();
    if (!wanted) return [];
    return this.shown.nodes.filter((node) => node.name.toLowerCase().includes(wanted)).map((node) => node.key);
  });
  /** Keys of the nodes that stand out; null where none is faded. */
  readonly lit: ReadonlySet<string> | null = $derived.by(() => this.#lit());
  readonly groups: string[] = $derived(groupsOf(this.data.value?.nodes ?? []));

  #at: Record<Trouble, number> = { missing: -1, overlap: -1, cycle: -1 };
  #indexed = -1;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly backend: MapBackend,
    private readonly memory: Memory,
  ) {
    const view = readView(memory.read());
    this.viewport = view.viewport;
    this.collapsed = new Set(view.collapsed);
    this.mode = view.mode;
  }

  /** Reads the map. What is selected stays so where it is still there. */
  async load() {
    const data = await this.data.load(() => this.backend.map());
    if (!data || !this.selection) return;
    const rows = this.selection.kind === 'node' ? data.nodes : data.links;
    if (!rows.some((row) => row.key === this.selection?.key)) this.selection = null;
  }

  /** Follows what happens in the studio: a burst of events is read once. */
  follow(event: StudioEvent) {
    const isChange = ['tools_changed', 'library_changed', 'skill_changed', 'servers_changed'].includes(event.kind);
    if (!isChange && !(event.kind === 'embedding' && this.#isNewlyIndexed(event.status))) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), REST);
  }

  /** Starts over, as with another library. */
  clear() {
    this.data.clear();
    this.steps.clear();
    this.selection = null;
    this.blast = null;
    this.search = '';
  }

  node(key: string): MapNode | null {
    return this.shown.nodes.find((node) => node.key === key) ?? null;
  }

  link(key: string): MapLink | null {
    return this.shown.links.find((link) => link.key === key) ?? null;
  }

  select(selection: Selection | null) {
    this.selection = selection;
    this.refused = null;
  }

  /** Selects something and brings it into view. */
  show(selection: Selection | null) {
    this.select(selection);
    this.reveal = selection?.key ?? null;
  }

  /** Nodes a node can be linked to. */
  targets(key: string): MapNode[] {
    const from = this.data.value?.nodes.find((node) => node.key === key);
    return from && this.data.value ? targetsOf(this.data.value, from) : [];
  }

  /** Whether a link may be drawn between two nodes. */
  canConnect(from: string, to: string): boolean {
    return this.targets(from).some((node) => node.key === to);
  }

  /** Links two nodes, in the way named or the first that fits. Says whether it was done. */
  async connect(from: string, to: string, kind?: MapLinkKind): Promise<boolean> {
    const [start, end] = [this.node(from), this.node(to)];
    const fitting = start && end ? drawable(start.kind, end.kind) : [];
    const chosen = kind ?? fitting[0];
    if (!start || !end || !chosen || !fitting.includes(chosen)) return false;
    return this.put(newLink(chosen, from, to), `Connect ${start.name} to ${end.name}`);
  }

  /** Creates or changes a link, as one step that can be undone. */
  async put(link: MapLink, label = 'Change a link'): Promise<boolean> {
    const links = this.data.value?.links ?? [];
    const before = links.find((known) => known.key === link.key) ?? null;
    // A skill has one parent: another one takes its place.
    const replaced =
      link.kind === 'parent'
        ? (links.find((known) => known.kind === 'parent' && known.from === link.from && known.key !== link.key) ?? null)
        : null;
    const done = await this.#try(async () => {
      const stored = await this.backend.putLink(link);
      this.steps.push({
        label,
        undo: async () => {
          if (before) await this.#putNow({ ...before });
          else await this.backend.deleteLink(link.kind, link.from, link.to);
          if (replaced) await this.backend.putLink({ ...replaced, aggregate_version: 0 });
          await this.load();
        },
        redo: async () => {
          await this.#putNow({ ...link });
          await this.load();
        },
      });
      if (!before) this.selection = { kind: 'link', key: stored.key };
    });
    await this.load();
    return done;
  }

  /** Removes a link, as one step that can be undone. */
  async remove(key: string): Promise<boolean> {
    const link = this.data.value?.links.find((known) => known.key === key);
    if (!link) return false;
    const done = await this.#try(async () => {
      await this.backend.deleteLink(link.kind, link.from, link.to);
      this.steps.push({
        label: 'Remove a link',
        undo: async () => {
          await this.backend.putLink({ ...link, aggregate_version: 0 });
          await this.load();
        },
        redo: async () => {
          await this.backend.deleteLink(link.kind, link.from, link.to);
          await this.load();
        },
      });
      if (this.selection?.key === key) this.selection = null;
    });
    await this.load();
    return done;
  }

  /** Keeps where nodes were put, as one step however many they are. */
  async move(points: ReadonlyMap<string, MapPoint>, label = 'Move nodes'): Promise<boolean> {
    const before: MapPosition[] = [...points.keys()].map((key) => ({ key, point: this.node(key)?.position ?? null }));
    const after: MapPosition[] = [...points].map(([key, point]) => ({ key, point }));
    const put = async (positions: MapPosition[]) => {
      await this.backend.putPositions(positions);
      this.#place(positions);
    };
    return this.#try(async () => {
      await put(after);
      this.steps.push({ label, undo: () => put(before), redo: () => put(after) });
    });
  }

  /** Shows what depends on a node, or nothing. */
  async showBlast(key: string | null) {
    if (key === null) {
      this.blast = null;
      return;
    }
    await this.#try(async () => {
      this.blast = await this.backend.blastRadius(key);
    });
  }

  /** Selects the next thing of a kind of trouble. */
  step(trouble: Trouble) {
    const data = this.data.value;
    if (!data) return;
    const selections: Selection[] = {
      missing: data.nodes.filter((node) => node.kind === 'missing').map(({ key }) => ({ kind: 'node' as const, key })),
      overlap: data.links.filter((link) => link.kind === 'overlap').map(({ key }) => ({ kind: 'link' as const, key })),
      cycle: data.cycles.map((cycle) => ({ kind: 'node' as const, key: cycle[0] ?? '' })),
    }[trouble];
    if (!selections.length) return;
    this.#at[trouble] = (this.#at[trouble] + 1) % selections.length;
    this.show(selections[this.#at[trouble]] ?? null);
  }

  /** Folds or unfolds a group, or with null all of them. */
  toggleGroup(key: string | null) {
    if (key !== null) this.collapsed = toggled(this.collapsed, key);
    else this.collapsed = new Set(this.collapsed.size ? [] : this.groups);
    this.remember();
  }

  toggleKind(kind: MapNodeKind) {
    this.hidden = toggled(this.hidden, kind);
  }

  async undo() {
    await this.#try(() => this.steps.undo());
  }

  async redo() {
    await this.#try(() => this.steps.redo());
  }

  /** Keeps how the map is looked at. */
  remember() {
    this.memory.write(JSON.stringify({ viewport: this.viewport, collapsed: [...this.collapsed], mode: this.mode }));
  }

  /** An older state of a link over whatever stands there now. */
  async #putNow(link: MapLink) {
    const now = this.data.value?.links.find((known) => known.key === link.key);
    await this.backend.putLink({ ...link, aggregate_version: now?.aggregate_version ?? 0 });
  }

  /** Overlaps are known once every skill has its vector. */
  #isNewlyIndexed({ indexed, total }: EmbeddingStatus): boolean {
    const before = this.#indexed;
    this.#indexed = indexed;
    return indexed !== before && indexed === total;
  }

  #place(positions: readonly MapPosition[]) {
    const data = this.data.value;
    if (!data) return;
    this.data.set(placed(data, positions));
  }

  #lit(): ReadonlySet<string> | null {
    if (this.blast) return new Set([this.blast.key, ...this.blast.hit.map((hit) => hit.key)]);
    if (this.found.length) return new Set(this.found);
    if (this.search.trim()) return new Set();
    if (!this.hidden.size && !this.onlyProblems) return null;
    const isLit = (node: MapNode) => {
      const kind = node.kind === 'missing' ? 'tool' : node.kind;
      if (this.hidden.has(kind)) return false;
      return (
        !this.onlyProblems || node.kind === 'missing' || node.errors + node.warnings > 0 || node.state === 'failed'
      );
    };
    return new Set(this.shown.nodes.filter(isLit).map((node) => node.key));
  }

  /** Makes a change; why it was refused is kept for the screen. */
  async #try(change: () => Promise<void>): Promise<boolean> {
    this.refused = null;
    try {
      await change();
      return true;
    } catch (thrown) {
      this.refused = StudioError.from(thrown);
      return false;
    }
  }
}
