import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noStudio, recordedStudio, screenReader } from '$lib/ipc/recorded';
import { sayLiveRegions } from './aloud';

const said: string[] = [];
const checkScreenReader = vi.fn((): unknown => false);
const observe = vi.spyOn(MutationObserver.prototype, 'observe');
const disconnect = vi.spyOn(MutationObserver.prototype, 'disconnect');
let stop = () => {};

/** Lets what is on its way arrive. */
const settled = () => vi.advanceTimersByTimeAsync(1000);

async function become(text: string): Promise<string[]> {
  document.querySelector('[role=status]')!.textContent = text;
  await settled();
  return said;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = '<p role="status"></p>';
  recordedStudio({ checkScreenReader, sayAloud: ({ text }: { text: string }) => said.push(text) });
});
afterEach(() => {
  stop();
  said.length = 0;
  noStudio();
  vi.useRealTimers();
});

test('where no screen reader is, nothing is observed and nothing is handed over', async () => {
  checkScreenReader.mockReturnValueOnce(false);
  stop = sayLiveRegions();
  await settled();
  expect(await become('6 skills found')).toEqual([]);
  expect(checkScreenReader).toHaveBeenCalledOnce();
  expect(observe).not.toHaveBeenCalled();
});

test('one that was there first is told from the start', async () => {
  checkScreenReader.mockReturnValueOnce(true);
  stop = sayLiveRegions();
  await settled();
  expect(await become('6 skills found')).toEqual(['6 skills found']);
});

test('one that comes later is told from then on, until it goes', async () => {
  stop = sayLiveRegions();
  await settled();
  await become('1 skill found');
  await screenReader(true);
  expect(await become('2 skills found')).toEqual(['2 skills found']);
  await screenReader(false);
  expect(disconnect).toHaveBeenCalledOnce();
  expect(await become('3 skills found')).toEqual(['2 skills found']);
  await screenReader(true);
  expect(await become('4 skills found')).toEqual(['2 skills found', '4 skills found']);
});

test('what changed while it was asked is not undone by an older answer', async () => {
  let answer = (_isThere: boolean) => {};
  checkScreenReader.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  stop = sayLiveRegions();
  await settled();
  await screenReader(true);
  answer(false);
  await settled();
  expect(await become('6 skills found')).toEqual(['6 skills found']);
});

test('after the end nothing is observed', async () => {
  stop = sayLiveRegions();
  await settled();
  await screenReader(true);
  stop();
  await screenReader(true);
  expect(await become('Too late')).toEqual([]);
});
