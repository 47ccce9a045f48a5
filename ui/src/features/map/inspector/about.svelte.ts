/**
 * What the inspector knows beyond the picture: problems of skills and tools, the tool or server that is selected, what
 * a stop of it would hit; and what was typed into the settings of links and not yet stored.
 */
import {
  type BlastRadius,
  type Merge,
  type ServerDetail,
  type SkillDetail,
  type StudioEvent,
  type ToolDetail,
  type ToolProblem,
  type ToolVersionInfo,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import type { LibraryMap } from '../map.svelte';
import { type RenameBackend, type Renamed, renameIn } from './rename';

/** What the inspector asks of the studio. */
export interface AboutBackend extends RenameBackend {
  toolProblems(): Promise<ToolProblem[]>;
  getTool(id: string): Promise<ToolDetail>;
  listToolVersions(id: string): Promise<ToolVersionInfo[]>;
  listServers(): Promise<ServerDetail[]>;
  blastRadius(key: string): Promise<BlastRadius>;
}

/** What came of renaming a tool in every skill that names it. */
export interface RenameReport {
  renamed: string[];
  /** Skills it could not be done in, each with why. */
  left: string[];
  merge: Merge | null;
}

export class About {
  readonly problems = new Part<ToolProblem[]>();
  readonly tool = new Part<ToolDetail>();
  /** The states the tool of a selected link was saved in. */
  readonly versions = new Part<ToolVersionInfo[]>();
  readonly skill = new Part<SkillDetail>();
  readonly servers = new Part<ServerDetail[]>();
  readonly blast = new Part<BlastRadius>();
  /** Settings as they are typed, by key of their link. */
  configs = $state.raw<Readonly<Record<string, string>>>({});
  isRenaming = $state(false);
  #shown = '';

  constructor(
    private readonly backend: AboutBackend,
    private readonly map: LibraryMap,
  ) {}

  async load() {
    await this.problems.load(() => this.backend.toolProblems());
  }

  /** Reads what belongs to the selection: `toolId` where it is a tool, `usedId` the tool of a link, `skillId` where it is a skill, `stops` the node whose stop is asked about. */
  show(wanted: {
    toolId: string | null;
    usedId: string | null;
    skillId: string | null;
    isServer: boolean;
    stops: string | null;
  }) {
    const shown = JSON.stringify(wanted);
    if (shown !== this.#shown) {
      this.tool.clear();
      this.versions.clear();
      this.skill.clear();
      this.blast.clear();
    }
    this.#shown = shown;
    const { toolId, usedId, skillId, isServer, stops } = wanted;
    if (skillId) void this.skill.load(() => this.backend.getSkill(skillId));
    if (toolId) void this.tool.load(() => this.backend.getTool(toolId));
    if (usedId) void this.versions.load(() => this.backend.listToolVersions(usedId));
    if (isServer) void this.servers.load(() => this.backend.listServers());
    if (stops) void this.blast.load(() => this.backend.blastRadius(stops));
  }

  /** Follows what happens in the studio; what is shown is read anew with the map. */
  follow(event: StudioEvent) {
    if (['tools_changed', 'library_changed', 'skill_changed'].includes(event.kind)) void this.load();
    if (event.kind === 'servers_changed' && this.servers.value)
      void this.servers.load(() => this.backend.listServers());
  }

  type(key: string, text: string | null) {
    const { [key]: _, ...rest } = this.configs;
    this.configs = text === null ? rest : { ...rest, [key]: text };
  }

  /** Renames a tool in every skill that names it, as one step that can be undone. */
  async rename(skills: readonly { id: string; name: string }[], from: string, to: string): Promise<RenameReport> {
    const report: RenameReport = { renamed: [], left: [], merge: null };
    const done: { id: string; before: string; after: string }[] = [];
    this.isRenaming = true;
    try {
      for (const { id, name } of skills) {
        const outcome = await renameIn(this.backend, id, from, to).catch((thrown: unknown) => String(thrown));
        if (typeof outcome === 'string') report.left.push(`${name}: ${outcome}`);
        else if (outcome.kind === 'renamed') {
          done.push({ id, before: outcome.before, after: outcome.after });
          report.renamed.push(name);
        } else {
          report.left.push(`${name} ${reasons[outcome.kind]}`);
          if (outcome.kind === 'conflict') report.merge = outcome.merge;
        }
      }
    } finally {
      this.isRenaming = false;
    }
    if (done.length > 0) this.map.steps.push({ kind: 'rename', label: `Rename ${from} to ${to}`, texts: done });
    await this.map.load();
    return report;
  }
}

const reasons: Record<Exclude<Renamed['kind'], 'renamed'>, string> = {
  unchanged: 'names it neither among its allowed tools nor in backticks: change it by hand',
  draft: 'has text that is not saved: save or discard that first',
  conflict: 'was changed meanwhile: nothing was written',
};
