/** What one looks at of a dry run: a target, how its losses stand together, a file and what it is compared with. */
import type {
  PackCompared,
  PackContent,
  PackFile,
  PackFileChange,
  PackFileDiff,
  PackFileRequest,
  PackPlan,
  PackTargetPlan,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { type Choice, choiceKey } from './content';

export interface LookingBackend {
  getPackFile(request: PackFileRequest): Promise<PackFileDiff>;
}

/** A file in the list: of the target, or of the last export only. */
export interface FileLine {
  path: string;
  change: PackFileChange | null;
  file: PackFile | null;
}

export class Looking {
  readonly diff = new Part<PackFileDiff>();
  /** The target one looks at, chosen or not; none before one was. */
  choice = $state.raw<Choice | null>(null);
  path = $state<string | null>(null);
  compared = $state<PackCompared>('last');
  /** Files that are the same are left out. */
  isBrief = $state(true);
  grouping = $state<'skill' | 'reason'>('skill');

  #plan: PackPlan | null = null;

  constructor(private readonly backend: LookingBackend) {}

  clear() {
    this.choice = null;
    this.path = null;
    this.#plan = null;
    this.diff.clear();
  }

  /** Looks at a target. */
  choose(choice: Choice) {
    if (this.choice && choiceKey(choice) === choiceKey(this.choice)) return;
    this.choice = choice;
    this.path = null;
    this.diff.clear();
  }

  /** The target one looks at in a pack: its first where none was looked at yet. */
  choiceIn(content: PackContent): Choice | null {
    return this.choice ?? content.targets[0] ?? null;
  }

  /** What a dry run says of it; nothing where it is not of the pack. */
  targetOf(plan: PackPlan | null, choice: Choice | null): PackTargetPlan | null {
    const key = choice && choiceKey(choice);
    return plan?.targets.find(({ target }) => choiceKey(target) === key) ?? null;
  }

  /** With what files can be compared: not with the disk where no folder was looked into. */
  comparedIn(plan: PackPlan): PackCompared {
    if (!plan.is_compared) return 'last';
    return plan.last === null ? 'disk' : this.compared;
  }

  /** The files of a target, those that are gone among them. */
  linesOf(plan: PackPlan, target: PackTargetPlan): FileLine[] {
    const compared = this.comparedIn(plan);
    const all: FileLine[] = [
      ...target.files.map((file) => ({ path: file.path, change: changeOf(file, compared), file })),
      ...(compared === 'last' ? target.removed : target.deleted).map((path) => ({
        path,
        change: 'removed' as const,
        file: null,
      })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
    return this.isBrief ? all.filter(({ change }) => change !== 'unchanged') : all;
  }

  /** Reads the file one looks at, of this plan. */
  async read(plan: PackPlan, target: PackTargetPlan, path: string): Promise<void> {
    if (plan !== this.#plan) this.diff.clear();
    this.#plan = plan;
    const request = { plan_id: plan.plan_id, folder: target.target.folder, path, with: this.comparedIn(plan) };
    await this.diff.load(() => this.backend.getPackFile(request));
  }
}

/** How a file stands to what it is compared with; with nothing to compare it is new. */
export function changeOf(file: PackFile, compared: PackCompared): PackFileChange {
  if (compared === 'last') return file.since_last ?? 'added';
  return file.on_disk === null || file.on_disk === 'created' ? 'added' : file.on_disk;
}
