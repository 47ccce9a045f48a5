/** What tests of screens share: typing, attempts that may fail, the words of an element, names of every sort. */
import { fireEvent, screen, within } from '@testing-library/svelte';
import { StudioError } from '$lib/ipc';

export { faults } from './accessibility';

/** Names that authors have: from right to left, without Latin letters, in pictures, longer than any place. */
export const ODD_NAMES = ['مهارة-الطوارئ', '緊急対応', '🧯🔥', 'very-long-'.repeat(30)];

export const write = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

/** The words of an element as they are read. */
export const wordsOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** An answer that comes when the test says so. */
export function later<T>() {
  let resolve!: (value: T) => void;
  let reject!: (why: unknown) => void;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

/** Presses what a toast offers, such as Undo; `Toaster` has to be there. */
export async function pressInToast(message: string | RegExp, label = 'Undo'): Promise<void> {
  const said = (await screen.findAllByText(message)).map((found) => found.closest<HTMLElement>('[data-sonner-toast]'));
  const toast = said.find((found) => found !== null);
  if (!toast) throw new Error(`No toast says ${message}.`);
  await fireEvent.click(within(toast).getByText(label));
}

/** Runs what may fail as the window does, and keeps what it would say. */
export function attempts() {
  const failed: string[] = [];
  const onattempt = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (thrown) {
      failed.push(`${what}: ${StudioError.from(thrown).message}`);
      return false;
    }
  };
  return { failed, onattempt };
}
