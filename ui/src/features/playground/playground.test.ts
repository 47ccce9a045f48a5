import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Host, Policy, Resolution, ResolveRequest, ScoreReport, Scorer } from '$lib/ipc';
import { axis, restate, shortScore, wordMarks } from './candidates';
import { Kept, QuietBackend, candidate, fields, noResolution, report, resolved } from './fixtures';
import { instructionLines } from './instruction';
import { LONGEST_REST } from '$lib/pace';
import { firstRun } from '$lib/state/first-run.svelte';
import { LISTED, Playground, REST, TOGETHER } from './playground.svelte';
import { readSettings } from './settings';

/** Answers scores when told to, in any order. */
class Backend extends QuietBackend {
  scores: {
    query: string;
    scorer: Scorer;
    policy: Policy;
    host: Host | null;
    listed: number | null;
    answer: (report: ScoreReport) => void;
    fail: (error: unknown) => void;
  }[] = [];
  requests: ResolveRequest[] = [];
  resolution: Resolution = noResolution;

  override score = (query: string, scorer: Scorer, policy: Policy, host: Host | null, listed: number | null) =>
    new Promise<ScoreReport>((answer, fail) => this.scores.push({ query, scorer, policy, host, listed, answer, fail }));
  override resolve = async (request: ResolveRequest) => {
    this.requests.push(request);
    return this.resolution;
  };
  override listTools = async () =>
    ['call', 'send'].map((name) => ({
      id: name,
      name,
      description: '',
      implementation: null,
      group: '',
      used_by: 0,
      problem: null,
    }));
  of(scorer: Scorer) {
    return this.scores.filter((each) => each.scorer === scorer);
  }
}

let backend: Backend;
let memory: Kept;
let playground: Playground;
/** Until answers are taken over that waited for those of other columns. */
const settle = () => vi.advanceTimersByTimeAsync(TOGETHER);

beforeEach(async () => {
  vi.useFakeTimers();
  backend = new Backend();
  memory = new Kept();
  playground = new Playground(backend, memory, new Kept());
  await playground.start();
});
afterEach(() => vi.useRealTimers());

const three = [
  candidate('gas', 1, 1.3),
  candidate('water', 2, 1.1, 'beyond_top_k'),
  candidate('power', 3, 0.9, 'below_min_score'),
];
const states = (list: { state: string }[]) => list.map(({ state }) => state).join(' ');

describe('thresholds', () => {
  it.each([
    [1, 1, 'passes beyond_top_k below_min_score'],
    [1, 3, 'passes passes below_min_score'],
    [0.9, 3, 'passes passes passes'],
    [1.1, 3, 'passes passes below_min_score'],
    [2, 3, 'below_min_score below_min_score below_min_score'],
    [0, 0, 'beyond_top_k beyond_top_k beyond_top_k'],
  ])('at %s with top_k %s', (minScore, topK, expected) => {
    expect(states(restate(three, { minScore, topK }))).toBe(expected);
  });

  it('compares as f32 does, and leaves what was ruled out alone', () => {
    const [single, broken] = restate([candidate('a', 1, Math.fround(0.35)), candidate('b', 0, 0, 'broken')], {
      minScore: 0.35,
      topK: 1,
    });
    expect([single?.state, broken?.state]).toEqual(['passes', 'broken']);
  });

  it('moves at once on the scores at hand and is confirmed after a rest', async () => {
    playground.set({ query: 'gas', topK: 3 });
    await vi.advanceTimersByTimeAsync(REST);
    for (const { scorer, answer } of backend.scores) answer(report('gas', scorer, three));
    await settle();
    playground.setMinScore('adk', 1.2);
    expect(states(playground.sides.adk.candidates)).toBe('passes below_min_score below_min_score');
    expect(backend.of('adk')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.of('adk')[1]?.policy.min_score).toBe(1.2);
    expect(backend.of('hybrid')[1]?.policy.min_score).toBe(0.3);
  });

  it('wakes only what resolved, as long as it passes', async () => {
    backend.resolution = { ...noResolution, resolved: resolved() };
    playground.set({ query: 'gas' });
    await vi.advanceTimersByTimeAsync(REST);
    backend.of('adk')[0]?.answer(report('gas', 'adk', three));
    await settle();
    const stateOfFirst = () => playground.sides.adk.stateOf(playground.sides.adk.candidates[0]!);
    expect(stateOfFirst()).toBe('wakes');
    playground.setMinScore('adk', 1.4);
    expect(stateOfFirst()).toBe('below_min_score');
  });
});

describe('typing', () => {
  it('is scored at once; meanwhile only the newest waits, and what was overtaken is never shown', async () => {
    firstRun.restart();
    for (const query of ['g', 'ga', 'gas']) {
      playground.set({ query });
      await settle();
    }
    expect(backend.of('adk').map(({ query }) => query)).toEqual(['g']);
    backend.of('adk')[0]?.answer(report('g', 'adk', three));
    await settle();
    expect([playground.sides.adk.report, firstRun.isTaken('query')]).toEqual([null, false]);
    expect(backend.of('adk').map(({ query }) => query)).toEqual(['g', 'gas']);
    expect(backend.of('hybrid').map(({ query }) => query)).toEqual(['g']);
    backend.of('adk')[1]?.answer(report('gas', 'adk', three));
    await settle();
    expect([playground.sides.adk.report?.query, firstRun.isTaken('query')]).toEqual(['gas', true]);
    expect(backend.of('adk')).toHaveLength(2);
    expect(backend.requests.at(-1)?.strategies).toEqual([{ kind: 'by_query', value: 'gas' }]);
  });

  const words = 'what do I do when I smell gas in the cellar';
  /** Types key by key, twenty a second, and calls `each` after every one. */
  async function typeFast(each: () => void = () => {}) {
    for (let at = 1; at <= words.length; at += 1) {
      playground.set({ query: words.slice(0, at) });
      await vi.advanceTimersByTimeAsync(50);
      each();
    }
  }

  it('has one request in flight and one waiting, however slow the answers, and shows the last one alone', async () => {
    const taken = 130;
    let [asked, open, most] = [0, 0, 0];
    backend.score = (query, scorer) => {
      if (scorer !== 'adk') return Promise.resolve(report(query, scorer, three));
      [asked, open] = [asked + 1, open + 1];
      most = Math.max(most, open);
      return new Promise((answer) =>
        setTimeout(() => {
          open -= 1;
          answer(report(query, scorer, three));
        }, taken),
      );
    };
    const shown = new Set<string | undefined>();
    await typeFast(() => shown.add(playground.sides.adk.report?.query));
    await vi.advanceTimersByTimeAsync(2 * taken + TOGETHER);
    expect([most, [...shown], playground.sides.adk.report?.query]).toEqual([1, [undefined], words]);
    // Every key is fifty milliseconds: as many requests as answers fit in, the first and the last beside them.
    expect(asked).toBeLessThanOrEqual(Math.ceil((words.length * 50) / taken) + 2);
  });

  it('is asked for when it rests where drawing takes longer than a key: one request for all of it', async () => {
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => setTimeout(() => draw(0), 200));
    const asked: string[] = [];
    backend.score = (query, scorer) => {
      asked.push(`${scorer}: ${query}`);
      return Promise.resolve(report(query, scorer, three));
    };
    playground = new Playground(backend, new Kept(), new Kept());
    await playground.start();
    await vi.advanceTimersByTimeAsync(1000);
    await typeFast(() => expect(playground.sides.adk.report).toBeNull());
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(LONGEST_REST + TOGETHER);
    expect(asked).toEqual([`adk: ${words}`, `hybrid: ${words}`]);
    expect(playground.sides.adk.report?.query).toBe(words);
    vi.unstubAllGlobals();
  });

  it('lists more where that is asked for, and few again for another query', async () => {
    playground.set({ query: 'gas' });
    await settle();
    backend.of('adk')[0]?.answer({ ...report('gas', 'adk', three), skills: 10_000 });
    backend.of('hybrid')[0]?.answer(report('gas', 'hybrid', three));
    await settle();
    playground.more('candidates');
    playground.more('rejected');
    await settle();
    expect(backend.of('adk').map(({ listed }) => listed)).toEqual([LISTED, 1000]);
    expect(backend.requests.at(-1)?.most_rejected).toBe(1000);
    backend.of('adk')[1]?.answer(report('gas', 'adk', three));
    await settle();
    playground.set({ query: 'gas!' });
    await settle();
    expect(backend.of('adk').at(-1)?.listed).toBe(LISTED);
  });

  it('keeps the other scorer when one fails', async () => {
    playground.set({ query: 'gas' });
    await vi.advanceTimersByTimeAsync(REST);
    backend.of('hybrid')[0]?.fail({ code: 'internal', message: 'no model', detail: null });
    backend.of('adk')[0]?.answer(report('gas', 'adk', three));
    await settle();
    expect(playground.sides.hybrid.error?.message).toBe('no model');
    expect(playground.sides.adk.candidates).toHaveLength(3);
  });

  it('asks nothing when blank, and forgets the last report', async () => {
    playground.set({ query: 'gas' });
    await vi.advanceTimersByTimeAsync(REST);
    backend.of('adk')[0]?.answer(report('gas', 'adk', three));
    await settle();
    playground.set({ query: ' ' });
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.of('adk')).toHaveLength(1);
    expect(playground.sides.adk.report).toBeNull();
  });

  it('remembers what was run, once and newest first', () => {
    for (const query of ['gas', 'water', 'gas']) {
      playground.set({ query });
      void playground.run();
    }
    expect(readSettings(memory.text)).toMatchObject({ query: 'gas', recent: ['gas', 'water'] });
  });
});

describe('strategies', () => {
  const order = () => playground.strategies.map(({ kind }) => kind).join(' ');

  it('are tried in the order they were put in', async () => {
    playground.set({ query: 'gas' });
    playground.resolving.changeStrategy('by_tag', { value: 'plumber' });
    playground.resolving.moveStrategy('by_tag', 0);
    expect(order()).toBe('by_tag by_name by_query');
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.requests.at(-1)?.strategies.map(({ kind }) => kind)).toEqual(['by_tag', 'by_query']);
    playground.resolving.moveStrategy('by_tag', 9);
    playground.resolving.moveStrategy('by_name', -1);
    expect(order()).toBe('by_name by_query by_tag');
    expect(
      readSettings(memory.text)
        .strategies.map(({ kind }) => kind)
        .join(' '),
    ).toBe(order());
  });

  it('say what came of them, and why they were not asked', async () => {
    const [byName, byQuery, byTag] = playground.strategies;
    playground.resolving.changeStrategy('by_tag', { isOn: false });
    backend.resolution = {
      ...noResolution,
      strategies: [{ strategy: { kind: 'by_query', value: 'gas' }, state: 'won', detail: 'It scores 1.30.' }],
    };
    playground.set({ query: 'gas' });
    await vi.advanceTimersByTimeAsync(REST);
    expect(playground.resolving.outcomeOf(byName!).text).toBe('Not set');
    expect(playground.resolving.outcomeOf(byQuery!)).toEqual({ state: 'won', text: 'It scores 1.30.' });
    expect(playground.resolving.outcomeOf({ ...byTag!, isOn: false }).state).toBe('off');
  });

  it('resolve without scoring anew when only the host changes', async () => {
    playground.resolving.changeStrategy('by_name', { value: 'gas' });
    playground.resolving.offer('send', false);
    playground.resolving.offer('Read', true);
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.scores).toHaveLength(0);
    expect(backend.requests.at(-1)).toMatchObject({ available_tools: ['call', 'Read'], mode: 'strict' });
    expect(backend.requests.at(-1)).toMatchObject({ triggers: 'ignored' });
    playground.set({ triggers: 'honored' });
    playground.resolving.offer('send', true);
    playground.resolving.offer('Read', false);
    expect(playground.resolving.available).toBeNull();
    await vi.advanceTimersByTimeAsync(REST);
    expect(backend.scores).toHaveLength(0);
    expect(backend.requests.at(-1)).toMatchObject({ triggers: 'honored' });
  });
});

it.each([
  null,
  'nonsense',
  '{"strategies":[{"kind":"by_query"},{"kind":"by_query"},7],"topK":-1,"columns":["adk","x"],"host":"me"}',
])('settings survive any text: %s', (text) => {
  const settings = readSettings(text);
  expect(settings).toMatchObject({
    topK: 1,
    columns: ['adk', 'hybrid'],
    host: 'agent-skills',
    mode: 'strict',
    maxChars: 8000,
  });
  expect(settings.strategies.map(({ kind }) => kind).sort()).toEqual(['by_name', 'by_query', 'by_tag']);
});

describe('drawing', () => {
  it.each([
    [[1.298], null, 1, 1.5, '0 0.5 1 1.5'],
    [[5.5], null, 1, 6, '0 2 4 6'],
    [[0.3], 1, 0.35, 1, '0 0.25 0.5 0.75 1'],
    [[], null, 3, 3, '0 1 2 3'],
  ] as const)('an axis for %s', (scores, highest, minScore, max, ticks) => {
    const drawn = axis(
      scores.map((score, at) => candidate('x', at + 1, score)),
      highest,
      minScore,
    );
    expect([drawn.max, drawn.ticks.map(({ label }) => label).join(' ')]).toEqual([max, ticks]);
  });

  it('takes stop words together beside words that tell', () => {
    const word = (word: string, is_stop_word = false, count = 1) => ({
      word,
      count,
      is_stop_word,
      fields: fields({ body: 0.25 }),
    });
    const marks = wordMarks([
      word('gas', false, 2),
      word('do', true),
      word('i', true),
      word('the', true),
      { ...word('smell'), fields: fields() },
    ]);
    expect(marks.map(({ label }) => label)).toEqual(['gas×2', '3 stop words']);
    expect(marks[1]?.fields.body).toBe(0.75);
    expect(wordMarks([word('do', true), word('i', true), word('the', true)])[0]?.label).toBe('do i the');
  });

  it.each([
    [0.2, '.20'],
    [1.25, '1.25'],
    [-0.04, '−.04'],
  ])('shortens %s', (value, text) => expect(shortScore(value)).toBe(text));

  it.each([
    [resolved(), '- - catalogue catalogue catalogue catalogue schemas schemas body body body body body -'],
    [resolved({ tools: [] }), '- - catalogue catalogue catalogue catalogue body body body body body -'],
  ])('cuts the context into tiers and loses no byte (%#)', (context, tiers) => {
    const lines = instructionLines(context);
    expect(lines.map(({ tier }) => tier ?? '-').join(' ')).toBe(tiers);
    expect(lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')).toBe(context.instruction);
  });
});
