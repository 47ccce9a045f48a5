/** For a test file that answers the studio's commands as they are called; by name, as they cross, `$lib/ipc/recorded` does. */
import { afterAll, beforeAll } from 'vitest';
import { commands } from '$lib/ipc';

type Name = keyof typeof commands;

/** The studio's commands are these until the file is through, looked up at each call; no other may be called. */
export function commandsOf<Own extends { [Of in Name]?: (...given: never[]) => unknown }>(own: Own): Own {
  const others = { ...commands };
  const stands = (name: string) => [name, (...given: never[]) => own[name as Name]!(...given)];
  beforeAll(() => void Object.assign(commands, Object.fromEntries(Object.keys(own).map(stands))));
  afterAll(() => void Object.assign(commands, others));
  return own;
}
