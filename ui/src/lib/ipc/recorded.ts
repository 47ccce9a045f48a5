/**
 * For tests: a studio that answers what the real one answered on the sample library (`fixtures`, which `cargo xtask codegen`
 * records), or what the test says. It knows nothing else.
 */
import { emit } from '@tauri-apps/api/event';
import { mockIPC, mockWindows } from '@tauri-apps/api/mocks';
import { type commands, STUDIO_EVENT, type StudioEvent } from './bindings';

type Commands = typeof commands;
type Name = keyof Commands;
type Answer<Of extends Name> = Awaited<ReturnType<Commands[Of]>>;

/** What was asked with which arguments, and what came of it. */
interface Asked {
  arguments: Record<string, unknown>;
  ok?: unknown;
  error?: unknown;
}

const files = import.meta.glob<Asked[]>('./fixtures/*.json', { eager: true, import: 'default' });

/** The name a command crosses under: `list_skills` of `listSkills`. */
const wireName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function find(command: string, given?: Record<string, unknown>): Asked {
  const all = files[`./fixtures/${command}.json`] ?? [];
  const found = given ? all.find((asked) => isSame(asked.arguments, given)) : all[0];
  if (found) return structuredClone(found);
  throw new Error(
    `Nothing was recorded of ${command} with ${JSON.stringify(given)}: record it, or answer in the test.`,
  );
}

/** What a command answered: with these arguments, or the first time it was asked. */
export const recorded = <Of extends Name>(name: Of, given?: Record<string, unknown>) =>
  find(wireName(name), given).ok as Answer<Of>;

/** What a test answers itself; arguments come by name, as they cross. */
export type Answers = { [Of in Name]?: (given: never) => unknown };

/**
 * Puts a studio behind the page: `answers` is looked up at each call, so that a test may change it later; otherwise the recorded
 * fixture answers.
 */
export function recordedStudio(answers: Answers = {}) {
  mockWindows('main');
  mockIPC(
    (command, given) => {
      if (command.startsWith('plugin:')) return null;
      const own = Object.entries(answers).find(([name]) => wireName(name) === command);
      if (own) return own[1](given as never);
      const { ok, error } = find(command, (given ?? {}) as Record<string, unknown>);
      if (error !== undefined) throw error;
      return ok;
    },
    { shouldMockEvents: true },
  );
}

/** Lets the studio tell something. */
export const tell = (event: StudioEvent) => emit(STUDIO_EVENT, event);
