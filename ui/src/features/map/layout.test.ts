import { describe, expect, it, vi } from 'vitest';
import { data, node } from './fixtures';
import { type LayoutJob, type LayoutResult, jobOf, layOut } from './layout';
import { fold } from './model';

const shown = fold(data(), new Set());

/** A worker that answers when it is told to. */
class Hand {
  job: LayoutJob | null = null;
  onmessage: (event: { data: LayoutResult }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};
  terminate = vi.fn();
  postMessage = (job: LayoutJob) => (this.job = job);
}

function start() {
  const hand = new Hand();
  return { hand, running: layOut(shown, () => hand as unknown as Worker) };
}

describe('a layout', () => {
  it('is given every node with its size, and the links that say something of order', () => {
    const job = jobOf(shown);
    expect(job.nodes).toHaveLength(shown.nodes.length);
    expect(job.edges).toHaveLength(shown.links.filter(({ kind }) => kind !== 'overlap').length);
  });

  it('answers with places, and its worker is ended', async () => {
    const { hand, running } = start();
    expect(hand.job).toEqual(jobOf(shown));
    hand.onmessage({ data: { places: [['skill:emergency', 3, 4]] } });
    expect(await running.done).toEqual(new Map([['skill:emergency', { x: 3, y: 4 }]]));
    expect(hand.terminate).toHaveBeenCalledOnce();
  });

  it('gives nothing once it is cancelled, whatever comes after', async () => {
    const { hand, running } = start();
    running.cancel();
    hand.onmessage({ data: { places: [['skill:emergency', 3, 4]] } });
    expect(await running.done).toBeNull();
    expect(hand.terminate).toHaveBeenCalled();
  });

  it('that fails says why', async () => {
    const said = start();
    said.hand.onmessage({ data: { error: 'no room' } });
    await expect(said.running.done).rejects.toThrow('no room');
    const broken = start();
    broken.hand.onerror({ message: '' });
    await expect(broken.running.done).rejects.toThrow("couldn't be started");
  });

  it('of very many nodes is by group, without a worker', async () => {
    const nodes = Array.from({ length: 700 }, (_, at) => ({
      ...node(`skill:s${at}`, { position: { x: 0, y: 0 }, group: `g${at % 5}` }),
      folded: 0,
    }));
    const start = vi.fn();
    const places = await layOut({ nodes, links: [] }, start).done;
    expect([new Set([...places!.values()].map(({ x, y }) => `${x} ${y}`)).size, start.mock.calls]).toEqual([700, []]);
  });
});
