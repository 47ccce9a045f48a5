/** The place Packs on a stage, for tests of what is on screen: a studio in memory and a window that remembers. */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, vi } from 'vitest';
import type { Activity } from '$lib/ipc';
import { attempts, write } from '$lib/testing/screen';
import { skills } from './fixtures';
import { Fixing, type FixingWindow } from './fixing';
import type { Packs } from './packs.svelte';
import Screen from './Packs.svelte';
import { PackStudio } from './studio';

/** The studio of the test that runs. */
export let studio: PackStudio;
/** What was said to have failed in it. */
export let failed: string[];
export const window = {
  attempt: vi.fn((_: string, work: () => Promise<unknown>) => work().then(() => true)),
  notify: vi.fn(),
  open: vi.fn(),
  repair: vi.fn(async () => {}),
  act: vi.fn(async () => {}),
} satisfies FixingWindow;
export const choose = vi.fn(async (): Promise<string | null> => '/chosen');
export const [oncopy, onimport, onhelp, onshow, onsay] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];

/** Sets the stage for each test of the file that calls this. */
export function setStage() {
  // jsdom has no layout; lists draw what fits their height.
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: { value: 900 },
    offsetWidth: { value: 600 },
    clientWidth: { value: 600, configurable: true },
  });
  HTMLElement.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  beforeEach(() => {
    vi.clearAllMocks();
    localStorage.clear();
    // Most look at the details, as an author who unfolded them.
    localStorage.setItem('packs-details', 'report checks');
    studio = new PackStudio();
  });
}

/** Shows the place; what a test changes in the studio is changed before. */
export async function show({ rows = skills, activity }: { rows?: typeof skills; activity?: Activity } = {}) {
  const packs = await studio.open();
  const attempt = attempts();
  failed = attempt.failed;
  const shown = render(Screen, {
    packs,
    skills: rows,
    fixing: new Fixing(window),
    keys: studio.keysBackend,
    activity,
    choose,
    oncopy,
    onimport,
    onhelp,
    onshow,
    onsay,
    onattempt: attempt.onattempt,
  });
  if (packs.pack) await waitFor(() => expect(packs.summary.value).not.toBeNull());
  return Object.assign(packs, { component: shown.component });
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** Answers the dialog that asks for one line. */
export async function answer(text: string) {
  await write(await screen.findByTestId('ask-text'), text);
  await fireEvent.click(screen.getByTestId('ask-confirm'));
}
export const menu = async (entry: string) => {
  await fireEvent.click(screen.getByTestId('pack-menu'));
  await fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};
export const skill = (name: string) =>
  document.querySelector<HTMLElement>(`[data-testid=pack-skill][data-name="${name}"]`)!;
export const saved = (packs: Packs) => waitFor(() => expect(packs.isDirty || packs.isSaving).toBe(false));
