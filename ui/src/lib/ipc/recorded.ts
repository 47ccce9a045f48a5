/**
 * For tests: a studio that answers what the real one answered on the sample library (`fixtures`, which `cargo xtask codegen`
 * records), or what the test says. It knows nothing else.
 */
import { TauriEvent, emit } from '@tauri-apps/api/event';
import { mockIPC, mockWindows } from '@tauri-apps/api/mocks';
import { CLOSING_EVENT, type commands, SCREEN_READER_EVENT, STUDIO_EVENT, type StudioEvent } from './bindings';

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
    `Nothing was recorded for ${command} with ${JSON.stringify(given)}. Record it, or answer it in the test.`,
  );
}

/** What a command answered: with these arguments, or the first time it was asked. */
export const recorded = <Of extends Name>(name: Of, given?: Record<string, unknown>) =>
  find(wireName(name), given).ok as Answer<Of>;

/** What a test answers itself; arguments come by name, as they cross. */
export type Answers = { [Of in Name]?: (given: never) => unknown };

/** What the test that runs answers itself; null where no studio is behind the page. */
let own: Answers | null = null;

function answer(command: string, given: unknown) {
  if (command.startsWith('plugin:')) return null;
  if (!own) throw new Error(`This test has no studio to answer ${command}.`);
  const said = Object.entries(own).find(([name]) => wireName(name) === command);
  if (said) return said[1](given as never);
  const { ok, error } = find(command, (given ?? {}) as Record<string, unknown>);
  if (error !== undefined) throw error;
  return ok;
}

// One for all tests of this process: the page listens for the studio's events once, whichever test does so first.
mockWindows('main');
mockIPC(answer, { shouldMockEvents: true });

/**
 * Puts a studio behind the page: `answers` is looked up at each call, so that a test may change it later; otherwise the recorded
 * fixture answers.
 */
export function recordedStudio(answers: Answers = {}) {
  own = answers;
}

/** Takes it away again; what is asked then is refused. */
export function noStudio() {
  own = null;
}

/** Lets the studio tell something. */
export const tell = (event: StudioEvent) => emit(STUDIO_EVENT, event);

/** Lets the window be about to close. */
export const close = () => emit(CLOSING_EVENT);

/** Lets a screen reader come or go. */
export const screenReader = (isThere: boolean) => emit(SCREEN_READER_EVENT, isThere);

const drags = { enter: TauriEvent.DRAG_ENTER, drop: TauriEvent.DRAG_DROP, leave: TauriEvent.DRAG_LEAVE };

/** Holds files of the desktop over the window, lets them go on it, or takes them away. */
export const drag = (what: keyof typeof drags, paths: string[] = []) => emit(drags[what], { paths });
