import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Explanation, type ScoreReport, StudioError } from '$lib/ipc';
import { Kept, QuietBackend, candidate, cost, explanation, report } from './fixtures';
import { Playground, REST } from './playground.svelte';
import { candidateInWords, columnInWords } from './states';
import { WHY_REST } from './why.svelte';

let backend: QuietBackend;
let memory: Kept;
let playground: Playground;
const start = async (settings: object = { query: 'gas' }) => {
  memory = new Kept(JSON.stringify(settings));
  playground = new Playground(backend, memory, new Kept());
  await playground.start();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  backend = new QuietBackend();
});
afterEach(() => vi.useRealTimers());

describe('columns', () => {
  it('are two or three, each scorer once, and remembered', async () => {
    await start();
    playground.setColumn(0, 'hybrid');
    expect(playground.columns).toEqual(['hybrid', 'adk']);
    playground.setColumn(1, 'bm25');
    playground.addColumn();
    playground.addColumn();
    expect(playground.columns).toEqual(['hybrid', 'bm25', 'adk']);
    expect(JSON.parse(memory.text!)).toMatchObject({ columns: ['hybrid', 'bm25', 'adk'] });
    playground.removeColumn('hybrid');
    playground.removeColumn('bm25');
    expect(playground.columns).toEqual(['bm25', 'adk']);
  });

  it('score only what is shown, through the eyes of the host', async () => {
    const score = vi.spyOn(backend, 'score');
    await start();
    expect(score.mock.calls.map(([, scorer, , host]) => [scorer, host])).toEqual([
      ['adk', null],
      ['hybrid', null],
    ]);
    playground.set({ host: 'codex' });
    await vi.advanceTimersByTimeAsync(REST);
    expect(score.mock.calls.at(-1)?.[3]).toBe('codex');
  });
});

describe('thresholds', () => {
  it("start from the studio's, are kept there after a rest, and go back to the shipped one", async () => {
    const put = vi.spyOn(backend, 'setThreshold');
    await start();
    expect(playground.thresholds.min).toMatchObject({ adk: 1, hybrid: 0.3 });
    playground.setMinScore('hybrid', 0.4);
    playground.setMinScore('hybrid', 0.42);
    await vi.advanceTimersByTimeAsync(REST);
    expect(put.mock.calls).toEqual([['hybrid', 0.42]]);
    playground.setMinScore('hybrid', null);
    await vi.advanceTimersByTimeAsync(REST);
    expect(put.mock.calls.at(-1)).toEqual(['hybrid', null]);
    expect(playground.thresholds.min.hybrid).toBe(0.3);
  });

  it('follow what another place has set', async () => {
    await start();
    await backend.setThreshold('hybrid', 0.6);
    await playground.thresholds.read();
    expect(playground.thresholds.min.hybrid).toBe(0.6);
  });

  it('say when the scorers cannot be read, and ask nothing', async () => {
    backend.listScorers = () => Promise.reject(new StudioError('internal', 'locked'));
    const score = vi.spyOn(backend, 'score');
    await start();
    expect([playground.error?.message, score.mock.calls.length]).toEqual(['locked', 0]);
  });
});

describe('explanations', () => {
  it('are of the newest choice, whatever answers first', async () => {
    const waiting: ((explanation: Explanation) => void)[] = [];
    backend.explainSkill = () => new Promise((answer) => waiting.push(answer));
    await start();
    playground.explain('id-gas', 'hybrid');
    await vi.advanceTimersByTimeAsync(WHY_REST);
    playground.choose('id-water');
    waiting[0]!(explanation(candidate('gas', 1, 1)));
    await vi.advanceTimersByTimeAsync(WHY_REST);
    expect(playground.why.explanation).toBeNull();
    waiting[1]!(explanation(candidate('water', 9, 0.1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(playground.why.explanation?.candidate.name).toBe('water');
  });

  it('are not asked of a chat model', async () => {
    const explain = vi.spyOn(backend, 'explainSkill');
    await start({ query: 'gas', columns: ['adk', 'model'] });
    playground.explain('id-gas', 'model');
    await vi.advanceTimersByTimeAsync(1000);
    expect(explain).not.toHaveBeenCalled();
  });
});

describe('a chat model', () => {
  it('is asked only when told to, with its cost said before', async () => {
    const notAsked = { ...report('gas', 'model', []), unavailable: 'Not asked yet.' };
    backend.score = async (query, scorer) => (scorer === 'model' ? notAsked : report(query, scorer, []));
    const asked = vi.spyOn(backend, 'askModel').mockResolvedValue(report('gas', 'model', [candidate('gas', 1, 1)]));
    const costs = vi.spyOn(backend, 'estimateModelCost').mockResolvedValue(cost({ calls: 1 }));
    await start({ query: 'gas', columns: ['adk', 'model'], host: 'codex' });
    expect(asked).not.toHaveBeenCalled();
    expect(costs).toHaveBeenCalledWith(null, ['gas'], 'codex');
    expect(playground.sides.model.report?.unavailable).toBe('Not asked yet.');
    await playground.askModel();
    expect(asked.mock.calls.map(([query, , host]) => [query, host])).toEqual([['gas', 'codex']]);
    expect(playground.sides.model.candidates).toHaveLength(1);
  });

  it('answers another query than the one of now to nobody', async () => {
    let answer = (_: ScoreReport) => {};
    backend.askModel = () => new Promise((resolve) => (answer = resolve));
    await start({ query: 'gas', columns: ['adk', 'model'] });
    void playground.askModel();
    playground.set({ query: 'water' });
    await vi.advanceTimersByTimeAsync(REST);
    answer(report('gas', 'model', [candidate('gas', 1, 1)]));
    await vi.advanceTimersByTimeAsync(0);
    expect(playground.sides.model.report?.query).toBe('water');
  });
});

describe('labels', () => {
  it('are of this query in this set: put, changed and taken away', async () => {
    await start();
    expect(playground.labels.current).toBeNull();
    await playground.labels.save(['gas']);
    expect(playground.labels.current).toMatchObject({
      query: 'gas',
      expected: ['gas'],
      source: { kind: 'playground' },
    });
    await playground.labels.save([]);
    expect(backend.labels).toHaveLength(1);
    expect(playground.labels.current?.expected).toEqual([]);
    playground.set({ labelSet: 'Other' });
    await vi.advanceTimersByTimeAsync(0);
    expect(playground.labels.current).toBeNull();
    playground.set({ labelSet: 'Playground' });
    await vi.advanceTimersByTimeAsync(0);
    await playground.labels.remove();
    expect(backend.labels).toEqual([]);
  });

  it('say why they could not be saved', async () => {
    await start();
    backend.saveQuery = () => Promise.reject(new StudioError('internal', 'the library is read-only'));
    expect(await playground.labels.save(['gas'])).toBe(false);
    expect(playground.labels.error?.message).toBe('the library is read-only');
  });
});

describe('what a screen reader hears', () => {
  const fields = { name: 0.1, description: 0.4, tags: 0, body: 0 };
  const gas = { ...candidate('gas-emergency', 1, 0.5), fields, words: [] };
  const water = { ...candidate('water-leak', 2, 0.2, 'below_min_score'), reason: 'Scores 0.20.', words: [] };

  it('a candidate is a sentence of whole words: what becomes of it, where it stands, why', () => {
    expect(candidateInWords(gas, 'wakes')).toBe(
      'gas-emergency, Triggers, rank 1, score 0.500, Name 0.100, Description 0.400',
    );
    expect(candidateInWords({ ...water, fields: { ...fields, name: 0, description: 0.2 } }, 'below_min_score')).toBe(
      'water-leak, Below the threshold, rank 2, score 0.200, Description 0.200, Scores 0.20.',
    );
    const unranked = { ...candidate('x', 0, 0, 'broken'), words: [] };
    expect(candidateInWords(unranked, 'broken')).toMatch(/^x, Can't be read/);
  });

  it('a column says which skill triggers, or that none does', () => {
    const stateOf = ({ rank }: { rank: number }) => (rank === 1 ? 'would_wake' : 'below_min_score');
    expect(columnInWords('hybrid', [gas, water], stateOf)).toBe('hybrid: gas-emergency would trigger');
    expect(columnInWords('adk', [water], stateOf)).toBe('adk: no skill triggers');
  });
});
