/** Wordings that were tried and neither kept nor discarded: they outlive the place, the skill's panel and the window. */
import type { SkillWording } from '$lib/ipc';
import type { Memory } from '$lib/memory';
import { parse, record } from './settings';

export interface Attempt {
  skillId: string;
  /** The skill's name as stored, to be told by. */
  name: string;
  /** The wording it started from. */
  base: SkillWording;
  wording: SkillWording;
}

export type WordingField = keyof SkillWording;
export const wordingFields: readonly WordingField[] = ['description', 'name', 'tags', 'body'];

/** Whether a field says the same in both. */
export function sameField(a: SkillWording, b: SkillWording, field: WordingField): boolean {
  return field === 'tags' ? a.tags.join('\n') === b.tags.join('\n') : a[field] === b[field];
}

/** The fields that differ. */
export const changedFields = (a: SkillWording, b: SkillWording): WordingField[] =>
  wordingFields.filter((field) => !sameField(a, b, field));

export class Attempts {
  #all: Attempt[];

  constructor(private readonly memory: Memory) {
    const kept = parse(memory.read());
    this.#all = (Array.isArray(kept) ? kept : []).flatMap(readAttempt);
  }

  /** Every attempt, the newest first. */
  list(): Attempt[] {
    return this.#all;
  }

  find(skillId: string): Attempt | null {
    return this.#all.find((attempt) => attempt.skillId === skillId) ?? null;
  }

  put(attempt: Attempt) {
    this.#write([attempt, ...this.#all.filter(({ skillId }) => skillId !== attempt.skillId)]);
  }

  forget(skillId: string) {
    this.#write(this.#all.filter((attempt) => attempt.skillId !== skillId));
  }

  #write(all: Attempt[]) {
    this.#all = all;
    this.memory.write(JSON.stringify(all));
  }
}

function readAttempt(value: unknown): Attempt[] {
  const { skillId, name, base, wording } = record(value);
  const [from, to] = [readWording(base), readWording(wording)];
  return typeof skillId === 'string' && typeof name === 'string' && from && to
    ? [{ skillId, name, base: from, wording: to }]
    : [];
}

function readWording(value: unknown): SkillWording | null {
  const { name, description, tags, body } = record(value);
  const isWhole = [name, description, body].every((text) => typeof text === 'string') && Array.isArray(tags);
  return isWhole ? ({ name, description, tags: tags.map(String), body } as SkillWording) : null;
}
