import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followLiveRegions, wordsOf } from './live-regions';

let stop: () => void;
const said: string[] = [];
const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;

/** Makes a page of this, listens to it, changes it, and waits until nothing more is said. */
async function heard(page: string, ...changes: (() => void)[]): Promise<string[]> {
  document.body.innerHTML = page;
  stop = followLiveRegions((text) => said.push(text));
  for (const change of changes) {
    change();
    await vi.advanceTimersByTimeAsync(1000);
  }
  return said;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop?.();
  said.length = 0;
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('what live regions say', () => {
  test('a status says what it has become, once what one types has come to rest', async () => {
    const found = () => at('[role=status]');
    await heard(
      '<p role="status"><span></span></p>',
      () => (found().textContent = '6 skills found'),
      () => (found().textContent = '6 skills found'),
      () => (found().textContent = ''),
      () => (found().textContent = '6 skills found'),
    );
    expect(said).toEqual(['6 skills found', '6 skills found']);
    found().textContent = '12 skills found';
    await vi.advanceTimersByTimeAsync(300);
    found().firstChild!.nodeValue = '3 skills found';
    await vi.advanceTimersByTimeAsync(300);
    expect(said).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said.slice(2)).toEqual(['3 skills found']);
  });

  test('a place that is opened is not read out, but for its alerts', async () => {
    await heard('<main></main>', () => {
      at('main').innerHTML =
        '<p role="status">Saved</p><div><p role="alert">The name is not valid.</p></div><p>More</p>';
    });
    expect(said).toEqual(['The name is not valid.']);
  });

  test('a log says what was added, and what one said oneself is none of it', async () => {
    const add = (html: string) => at('[role=log]').insertAdjacentHTML('beforeend', html);
    await heard(
      '<div role="log" aria-label="Messages"><p>Before</p></div>',
      () => add('<div aria-live="off"><p>I smell gas</p></div>'),
      () => {
        add('<div><p><b>gas-emergency</b> activated</p></div>');
        add(
          '<div><article><header><b>agent</b><button>step 2</button></header><p>Leave the house.</p></article></div>',
        );
        at('[aria-live=off] p').textContent = 'I smell gas here';
      },
    );
    expect(said).toEqual(['gas-emergency activated, agent, step 2, Leave the house.']);
  });

  test('a list of messages says each as it comes', async () => {
    await heard('<section aria-live="polite" aria-label="Notifications"><ol></ol></section>', () => {
      at('ol').innerHTML =
        '<li><div>Exported gas.skill</div><button>Undo</button><button aria-label="Close"></button></li>';
    });
    expect(said).toEqual(['Exported gas.skill, Undo']);
  });

  test('nothing is said of what is hidden or gone', async () => {
    await heard(
      '<div aria-hidden="true"><p role="status"></p></div><p role="status" id="gone"></p>',
      () => (at('[aria-hidden] p').textContent = 'Behind a dialog'),
      () => {
        at('#gone').textContent = 'Left';
        at('#gone').remove();
      },
    );
    expect(said).toEqual([]);
  });

  test('after the end nothing is heard', async () => {
    await heard('<p role="alert"></p>');
    at('p').textContent = 'Too late';
    stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(said).toEqual([]);
  });
});

test('a name that is drawn in two parts is one word, and what only the eye needs is left out', () => {
  document.body.innerHTML =
    '<p><span><span>dependency</span><span>-upgrade</span></span><svg aria-hidden="true"><title>x</title></svg>\n wakes</p>';
  expect(wordsOf(at('p'))).toBe('dependency-upgrade wakes');
});
