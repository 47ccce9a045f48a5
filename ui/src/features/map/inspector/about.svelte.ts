/**
 * What the inspector knows beyond the picture: problems of skills and tools, the tool or server that is selected, what
 * a stop of it would hit; and what was typed into the settings of links and not yet stored.
 */
import {
  type BlastRadius,
  type ChangeReport,
  type Merge,
  type ServerDetail,
  type SkillDetail,
  StudioError,
  type StudioEvent,
  type ToolDetail,
  type ToolProblem,
  type ToolVersionInfo,
} from '$lib/ipc';
import { refusalLine } from '$lib/refusals';
import { Part } from '$lib/state/part.svelte';
import type { LibraryMap } from '../map.svelte';

/** What the inspector asks of the studio. */
export interface AboutBackend {
  getSkill(id: string): Promise<SkillDetail>;
  renameInSkills(from: string, to: string, skills: string[] | null): Promise<ChangeReport>;
  getOutsideChange(skillId: string, path: string): Promise<Merge | null>;
  listToolProblems(): Promise<ToolProblem[]>;
  getTool(id: string): Promise<ToolDetail>;
  listToolVersions(id: string): Promise<ToolVersionInfo[]>;
  listServers(): Promise<ServerDetail[]>;
  getBlastRadius(key: string): Promise<BlastRadius>;
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
    await this.problems.load(() => this.backend.listToolProblems());
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
    if (stops) void this.blast.load(() => this.backend.getBlastRadius(stops));
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
    this.isRenaming = true;
    try {
      const ids = skills.map(({ id }) => id);
      const renaming = this.backend.renameInSkills(from, to, ids);
      await this.map.steps.do(async () => {
        const { set } = await renaming;
        return set && { kind: 'changes', label: `Rename ${from} to ${to}`, set: set.id };
      });
      const { refused } = await renaming;
      const outside = refused.find(({ reason }) => reason === 'changed_outside');
      const isLeft = (id: string) => refused.some(({ skill_id }) => skill_id === id);
      return {
        renamed: skills.filter(({ id }) => !isLeft(id)).map(({ name }) => name),
        left: refused.map(refusalLine),
        merge: outside ? await this.backend.getOutsideChange(outside.skill_id, outside.path) : null,
      };
    } catch (thrown) {
      return { renamed: [], left: [StudioError.from(thrown).message], merge: null };
    } finally {
      this.isRenaming = false;
      await this.map.load();
    }
  }
}
