/**
 * The page that test files share, one after the other: it is put back as it was found, so that none sees what another did
 * to it. What components leave behind is taken down after each test already (`@testing-library/svelte`).
 */
import { vi } from 'vitest';
import { toastState } from '../../../node_modules/svelte-sonner/dist/toast-state.svelte.js';
import { lastUndo } from '$kit/last-undo.svelte';
import { noStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { Question } from '$lib/state/question.svelte';
import { theme } from '$lib/theme.svelte';

/** What tests give a layout, a clipboard or a way to scroll. */
const objects = [Element.prototype, HTMLElement.prototype, HTMLCanvasElement.prototype, document, navigator];
const found = objects.map((object) => Object.getOwnPropertyDescriptors(object) as PropertyDescriptorMap);

/** The window's state as it is before anything is read. */
function forget() {
  Object.assign(app, { library: null, rows: [], error: null, failedPath: null, isLoading: true, isSwitching: false });
  Object.assign(app, { activities: [], embedding: null, overlay: null, meter: null, merge: null, firstSteps: null });
  Object.assign(app, { asksWhereTo: false, dismissed: new Set() });
  app.history.clear();
  app.intents.clear();
  Question.leaveAll();
  lastUndo.forget();
  libraryClient.set(null);
  theme.choice = 'system';
  firstRun.skip();
}

/** Puts back clocks, globals, what jsdom lacks, the page's storage and all that hangs in the document. */
export async function tidyPage(): Promise<void> {
  vi.useRealTimers();
  // A place that is on its way when its file ends would be missing for all files after it.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  // Every mock there ever was is known to vitest, with all that it was given.
  vi.clearAllMocks();
  for (const [at, object] of objects.entries()) putBack(object, found[at]!);
  forget();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  document.title = '';
  // The library keeps what it shows outside the page, and takes it away only while it is shown.
  toastState.remove();
  noStudio();
}

function putBack(object: object, were: PropertyDescriptorMap) {
  for (const name of Reflect.ownKeys(object)) if (!(name in were)) Reflect.deleteProperty(object, name);
  for (const [name, was] of Object.entries(were))
    if (!isSame(was, Object.getOwnPropertyDescriptor(object, name))) Object.defineProperty(object, name, was);
}

const isSame = (a: PropertyDescriptor, b: PropertyDescriptor | undefined) =>
  a.value === b?.value && a.get === b?.get && a.set === b?.set;
