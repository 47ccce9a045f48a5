/** Ends what stands against an export where it can be ended: a repair of lint, an action, or the place in the editor. */
import type { FixAction, GatePlace, PackRefusal } from '$lib/ipc';
import { actionDone } from '$lib/problems/actions';

/** What one can do about a refusal or a place. */
export interface Ways {
  /** Repairs the text, where lint can. */
  repair: (() => void) | null;
  actions: { action: FixAction; perform: () => void }[];
}

/** What the window does for it. */
export interface FixingWindow {
  attempt(what: string, work: () => Promise<unknown>): Promise<boolean>;
  notify(message: string): void;
  open(skillId: string, at?: { path: string; line: number | null }): void;
  /** Repairs all of a rule in a skill, and says so with a way back. */
  repair(code: string, skillId: string): Promise<unknown>;
  act(skillId: string, action: FixAction): Promise<unknown>;
}

export class Fixing {
  constructor(private readonly window: FixingWindow) {}

  open(skillId: string, at?: { path: string; line: number | null }) {
    this.window.open(skillId, at);
  }

  of({ refusal, skill_id, has_fix, actions }: PackRefusal): Ways {
    return this.#ways(refusal.code, skill_id, has_fix, actions);
  }

  ofPlace({ code, skill_id, has_fix, actions }: GatePlace): Ways {
    return this.#ways(code, skill_id, has_fix, actions);
  }

  #ways(code: string, skillId: string | null, hasFix: boolean, actions: readonly FixAction[]): Ways {
    if (skillId === null) return { repair: null, actions: [] };
    const attempt = (work: () => Promise<unknown>) => void this.window.attempt('Fixing the skill', work);
    return {
      repair: hasFix ? () => attempt(() => this.window.repair(code, skillId)) : null,
      actions: actions.map((action) => ({
        action,
        perform: () =>
          attempt(async () => {
            await this.window.act(skillId, action);
            this.window.notify(actionDone(action));
          }),
      })),
    };
  }
}
