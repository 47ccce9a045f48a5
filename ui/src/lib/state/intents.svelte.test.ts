import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Starting from '$lib/testing/Starting.svelte';
import { IntentBox, type Intents } from './intents.svelte';

let box: IntentBox;
beforeEach(() => void (box = new IntentBox()));

/** A place that is on screen: what it does, and how it goes away. */
function place<K extends keyof Intents>(kind: K, isReady?: () => boolean) {
  const perform = vi.fn<(what: Intents[K]) => void>();
  const { unmount } = render(Starting, { start: () => box.on(kind, perform, isReady) });
  flushSync();
  return { perform, leave: unmount };
}

describe('what one place asks of another', () => {
  it('is done once', () => {
    const { perform } = place('node');
    box.put('node', 'tool:a');
    flushSync();
    flushSync();
    expect(perform.mock.calls).toEqual([['tool:a']]);
    expect(box.peek('node')).toBeNull();
    box.put('node', 'tool:a');
    flushSync();
    expect(perform).toHaveBeenCalledTimes(2);
  });

  it('waits for a place that is not open yet, the newest only', () => {
    box.put('tool', { toolId: 'a' });
    box.put('tool', { toolId: 'b' });
    expect(place('tool').perform.mock.calls).toEqual([[{ toolId: 'b' }]]);
    expect(place('tool').perform).not.toHaveBeenCalled();
  });

  it('waits until the place is ready, which is followed', () => {
    let isRead = $state(false);
    box.put('map', 'lay-out');
    const { perform } = place('map', () => isRead);
    expect([perform.mock.calls.length, box.peek('map')]).toEqual([0, 'lay-out']);
    isRead = true;
    flushSync();
    expect(perform.mock.calls).toEqual([['lay-out']]);
  });

  it('of one kind does not touch another', () => {
    const [uses, query] = [place('uses'), place('query')];
    box.put('uses', { kind: 'tool', id: 'a' });
    flushSync();
    expect([uses.perform.mock.calls.length, query.perform.mock.calls.length]).toEqual([1, 0]);
  });

  it('may ask again while it is done', () => {
    const perform = vi.fn((key: string) => {
      if (key === 'first') box.put('node', 'second');
    });
    render(Starting, { start: () => box.on('node', perform) });
    box.put('node', 'first');
    flushSync();
    expect(perform.mock.calls).toEqual([['first'], ['second']]);
  });

  it('is not done by a place that was left', () => {
    const { perform, leave } = place('node');
    leave();
    box.put('node', 'tool:a');
    flushSync();
    expect([perform.mock.calls.length, box.take('node'), box.take('node')]).toEqual([0, 'tool:a', null]);
  });

  it('goes with its library', () => {
    box.put('focus', 'a');
    box.put('paths', ['/skills']);
    box.clear();
    expect([box.peek('focus'), box.peek('paths')]).toEqual([null, null]);
  });
});
