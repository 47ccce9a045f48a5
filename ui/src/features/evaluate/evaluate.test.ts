import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  StudioError,
  type Host,
  type RepeatedLabels,
  type RunInfo,
  type RunProgress,
  type RunRequest,
  type StudioEvent,
} from '$lib/ipc';
import { credentials } from '$lib/state/credentials.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { Evaluate, REST } from './evaluate.svelte';
import { comparison, detail, metrics, overlap, query, runInfo, scorer, set, sweep } from './fixtures';
import { readSettings } from './settings';

let runs: RunInfo[];
let sets = [set('calls'), set('letters')];

const backend = () => ({
  listQuerySets: vi.fn(async () => sets),
  listQueries: vi.fn(async (_set: string | null) => [query('1', ['gas']), query('2', ['water'])]),
  saveQuery: vi.fn(async (put) => ({ ...put, id: put.id ?? 'new', unknown: [] })),
  deleteQueries: vi.fn(async (_ids: string[]) => null),
  deleteQuerySet: vi.fn(async (_name: string) => null),
  renameQuerySet: vi.fn(async (_from: string, _to: string) => null),
  listFoundEvals: vi.fn(async () => []),
  importFoundEvals: vi.fn(async (_keys: string[]) => []),
  importQueries: vi.fn(async (_path: string, _set: string | null, labels: RepeatedLabels) => ({
    set: 'letters',
    format: 'jsonl' as const,
    imported: 2,
    duplicates: labels === 'all' ? 2 : 0,
    relabelled: labels === 'all' ? 1 : 0,
    repeated: 1,
    conflicting: 1,
    problems: [{ line: 3, message: 'no JSON', is_skipped: true }],
  })),
  listScorers: vi.fn(async () => [scorer(), scorer({ scorer: 'bm25', label: 'BM25', max_score: null })]),
  setThreshold: vi.fn(async (_scorer: string, minScore: number | null) => [scorer({ min_score: minScore ?? 0.35 })]),
  startRun: vi.fn(async (_request: RunRequest) => 'run-9'),
  cancelActivity: vi.fn(async (_id: string) => null),
  listRuns: vi.fn(async () => ({ runs, unreadable: [] })),
  getRun: vi.fn(async (id: string) => detail(runs.find((run) => run.id === id)!)),
  deleteRun: vi.fn(async (id: string) => void (runs = runs.filter((run) => run.id !== id))),
  labelRun: vi.fn(async (_id: string, _label: string) => null),
  compareRuns: vi.fn(async (before: string, after: string) =>
    comparison(
      runs.find(({ id }) => id === before)!,
      runs.find(({ id }) => id === after)!,
    ),
  ),
  sweepRun: vi.fn(async (_id: string, _most: number | null) => sweep()),
  listOverlaps: vi.fn(async (_limit: number) => overlap()),
  dismissOverlap: vi.fn(async (_a: string, _b: string, _dismissed: boolean) => null),
  listNearMisses: vi.fn(async (_skill: string | null, _limit: number) => [
    { query: 'a drip', skill: 'gas', neighbour: 'water', terms: ['drip'], leak: null },
  ]),
  getHostBudgets: vi.fn(async () => ({ context_tokens: null, codex_per_mille: 20 })),
  setHostBudgets: vi.fn(async (budgets) => budgets),
  getHostList: vi.fn(async (host) => ({
    host,
    entries: [],
    version: null,
    measured_on: null,
    unit: 'characters' as const,
    whole: 0,
    shown: 0,
    budget: null,
    rule: '',
  })),
  estimateModelCost: vi.fn(async (_set: string | null, _queries: string[], _host: Host | null) => ({
    calls: 3,
    cached: 0,
    input_tokens: 900,
    output_tokens: 30,
    dollars: 0.01,
    model: 'mock',
    unavailable: null as string | null,
  })),
});

let studio: ReturnType<typeof backend>;
let kept: string | null;
let evaluate: Evaluate;

const progress = (state: RunProgress['state'], some: Partial<RunProgress> = {}): StudioEvent => ({
  kind: 'run',
  run: { id: 'run-9', done: 1, total: 3, metrics: metrics(0.5), state, message: null, ...some },
});
const finish = () => {
  runs = [runInfo('run-9', {}, 0), ...runs];
  return evaluate.follow(progress('finished'));
};

beforeEach(async () => {
  sets = [set('calls'), set('letters')];
  runs = [runInfo('run-2', {}, 5), runInfo('run-b', { scorer: 'bm25' }, 7), runInfo('run-1', {}, 10)];
  studio = backend();
  kept = null;
  evaluate = new Evaluate(studio, { read: () => kept, write: (text) => (kept = text) });
  await evaluate.start();
});

describe('opening', () => {
  it('shows the newest run of what is chosen, beside the one before it that was made alike', () => {
    expect([evaluate.set, evaluate.info?.id, evaluate.beforeId]).toEqual(['calls', 'run-2', 'run-1']);
    expect(studio.compareRuns).toHaveBeenCalledWith('run-1', 'run-2');
    expect(evaluate.sweep.held).toBe(2);
    expect(evaluate.cell?.wrong).toEqual(['2']);
    expect(evaluate.changes.get('2')?.kind).toBe('broken');
  });

  it('shows no run where none was made with a scorer yet', async () => {
    await evaluate.choose({ scorer: 'embedding' });
    expect([evaluate.info, evaluate.sweep.value, evaluate.comparison.value, evaluate.beforeId]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(JSON.parse(kept!)).toMatchObject({ set: 'calls', scorer: 'embedding' });
  });

  it('runs and lists stand for the client of the library, each time that is another one', async () => {
    await evaluate.followClient(null);
    await evaluate.choose({ host: 'cursor' });
    await evaluate.followClient('claude-code');
    expect([evaluate.host, evaluate.info, evaluate.hosts.shown]).toEqual(['claude-code', null, 'claude-code']);
    expect(studio.getHostList).not.toHaveBeenCalled();
    await evaluate.choose({ host: 'cursor' });
    await evaluate.followClient('claude-code');
    expect(evaluate.host, "the author's choice stays").toBe('cursor');
    evaluate.showLower('hosts');
    await evaluate.followClient('codex');
    expect(studio.getHostList).toHaveBeenLastCalledWith('codex');
    await evaluate.followClient(null);
    expect([evaluate.host, evaluate.info?.id]).toEqual(['agent-skills', 'run-2']);
  });

  it('starts where it was left, in the set of the newest run at first', async () => {
    kept = '{"set":"gone","scorer":"bm25","host":"mars","mostFalseFires":7}';
    expect(readSettings(kept)).toMatchObject({ scorer: 'bm25', host: 'agent-skills', mostFalseFires: 0.05 });
    const other = new Evaluate(studio, { read: () => kept, write: () => {} });
    await other.start();
    expect([other.set, other.info?.id]).toEqual(['calls', 'run-b']);
    expect(readSettings('no json').scorer).toBe('hybrid');
    expect(['whole', 'claude', 'claude-code'].map((host) => readSettings(JSON.stringify({ host })).host)).toEqual([
      'agent-skills',
      'claude-code',
      'claude-code',
    ]);
  });

  it('says which part could not be read, and keeps the others', async () => {
    studio.sweepRun.mockRejectedValueOnce(new StudioError('internal', 'the disk is full'));
    await evaluate.open('run-2');
    expect(evaluate.sweep.error?.message).toBe('the disk is full');
    expect(evaluate.detail).not.toBeNull();
  });

  it('drops an answer that was overtaken', async () => {
    let release = () => {};
    studio.getRun.mockImplementationOnce((id) => new Promise((done) => (release = () => done(detail(runInfo(id))))));
    const slow = evaluate.open('run-1');
    await evaluate.open('run-2');
    release();
    await slow;
    expect(evaluate.info?.id).toBe('run-2');
  });
});

describe('a run', () => {
  it('is followed, and shown beside the one that was on screen once it is done', async () => {
    await evaluate.runner.begin();
    expect(studio.startRun).toHaveBeenCalledWith(
      expect.objectContaining({
        set: 'calls',
        scorer: 'hybrid',
        host: 'agent-skills',
        seed: 7,
        policy: expect.objectContaining({ min_score: 0.35 }),
      }),
    );
    firstRun.restart();
    await evaluate.follow(progress('running'));
    expect([evaluate.isRunning, evaluate.runner.progress?.done, evaluate.metrics?.top1?.value]).toEqual([true, 1, 0.5]);
    await finish();
    expect([evaluate.isRunning, evaluate.info?.id, evaluate.beforeId]).toEqual([false, 'run-9', 'run-2']);
    expect(firstRun.isTaken('test')).toBe(true);
  });

  it('that ends before its id is known is not missed', async () => {
    studio.startRun.mockImplementationOnce(async () => {
      await finish();
      return 'run-9';
    });
    await evaluate.runner.begin();
    expect([evaluate.isRunning, evaluate.info?.id]).toEqual([false, 'run-9']);
  });

  it('that is cancelled leaves what was there', async () => {
    await evaluate.runner.begin();
    await evaluate.runner.cancel();
    expect(studio.cancelActivity).toHaveBeenCalledWith('run-9');
    await evaluate.follow(progress('cancelled'));
    expect([evaluate.isRunning, evaluate.info?.id, evaluate.runner.failure]).toEqual([false, 'run-2', null]);
  });

  it("that fails says why; another library's run is none of ours", async () => {
    await evaluate.runner.begin();
    await evaluate.follow({ ...progress('failed', { id: 'other' }) });
    expect(evaluate.isRunning).toBe(true);
    await evaluate.follow(progress('failed', { message: 'the model is gone' }));
    expect([evaluate.isRunning, evaluate.runner.failure]).toEqual([false, 'the model is gone']);
  });

  it('with a model is asked for first, and costs nothing twice', async () => {
    await evaluate.choose({ scorer: 'model' });
    await evaluate.runner.begin();
    expect([studio.startRun.mock.calls.length, evaluate.runner.cost?.calls]).toEqual([0, 3]);
    await evaluate.runner.begin({ isPaidFor: true });
    expect([studio.startRun.mock.calls.length, evaluate.runner.cost]).toEqual([1, null]);
    await evaluate.follow(progress('cancelled'));
    studio.estimateModelCost.mockResolvedValueOnce({ ...(await studio.estimateModelCost('', [], null)), calls: 0 });
    await evaluate.runner.begin();
    expect(studio.startRun.mock.calls.length).toBe(2);
  });

  it("through a host's eyes is set beside the newest that saw the library whole", async () => {
    await evaluate.measureHost('claude-code');
    expect(studio.startRun).toHaveBeenCalledWith(expect.objectContaining({ host: 'claude-code' }));
    runs = [runInfo('run-9', { host: 'claude-code' }, 0), ...runs];
    await evaluate.follow(progress('finished'));
    expect([evaluate.beforeId, evaluate.hostEffect('claude-code').seen?.id]).toEqual(['run-2', 'run-9']);
  });

  it('that is deleted gives way to the one before', async () => {
    await evaluate.deleteRun('run-2');
    expect(evaluate.info?.id).toBe('run-1');
  });
});

describe('the threshold', () => {
  it("is held within the sweep, given back, and made the scorer's own", async () => {
    evaluate.sweep.hold(99);
    expect(evaluate.sweep.threshold).toBe(0.6);
    evaluate.sweep.holdThreshold(0.05);
    expect(evaluate.sweep.held).toBe(0);
    evaluate.sweep.letGo();
    expect(evaluate.sweep.threshold).toBe(0.4);
    await evaluate.useThreshold(0.4);
    expect(studio.setThreshold).toHaveBeenCalledWith('hybrid', 0.4);
    expect(evaluate.scorerInfo?.min_score).toBe(0.4);
  });

  it('is picked anew under another limit of false fires', async () => {
    evaluate.sweep.hold(0);
    await evaluate.sweep.setMostFalseFires(0.1);
    expect(studio.sweepRun).toHaveBeenLastCalledWith('run-2', 0.1);
    expect(evaluate.sweep.held).toBe(2);
  });
});

describe('queries', () => {
  it('are kept, mended and deleted, and the run is then of yesterday', async () => {
    expect(evaluate.isStale).toBe(false);
    await evaluate.labelled.put({ id: null, query: 'a leak', expected: ['water'] });
    expect(studio.saveQuery).toHaveBeenCalledWith(
      {
        id: null,
        query: 'a leak',
        expected: ['water'],
        set: 'calls',
        source: { kind: 'written' },
      },
      'ask',
    );
    expect(evaluate.labelled.queries.value?.at(-1)?.id).toBe('new');
    await evaluate.labelled.put({ id: '1', query: 'gas?', expected: ['gas'] });
    expect(evaluate.labelled.queries.value?.map(({ query: text }) => text)).toEqual(['gas?', 'query 2', 'a leak']);
    await evaluate.labelled.delete(['1']);
    expect(evaluate.labelled.queries.value?.map(({ id }) => id)).toEqual(['2', 'new']);
    expect(evaluate.isStale).toBe(true);
  });

  it('come from a file into the set it names, which is then shown', async () => {
    const report = await evaluate.labelled.import('/tmp/letters.jsonl', null, 'first');
    expect(report.problems[0]?.line).toBe(3);
    expect(evaluate.set).toBe('letters');
    expect(studio.listQueries).toHaveBeenLastCalledWith('letters');
  });

  it('with a credential are kept as the author chose', async () => {
    studio.saveQuery.mockImplementationOnce(() =>
      Promise.reject(new StudioError('credentials', 'The query has a key.')),
    );
    const kept = evaluate.labelled.put({ id: null, query: 'with sk-…', expected: [] });
    await vi.waitFor(() => expect(credentials.asked?.what).toBe('query'));
    credentials.answer('secret');
    await kept;
    expect(studio.saveQuery).toHaveBeenLastCalledWith(expect.objectContaining({ query: 'with sk-…' }), 'secret');
  });

  it('of a set that is deleted give way to another set', async () => {
    studio.deleteQuerySet.mockImplementationOnce(async () => void (sets = [set('letters')]) as never);
    await evaluate.labelled.deleteSet();
    expect([evaluate.set, evaluate.info]).toEqual(['letters', null]);
  });

  it('are taken from proposals: the neighbour is expected', async () => {
    await evaluate.overlap.readNearMisses(null);
    await evaluate.overlap.accept(evaluate.overlap.nearMisses.value![0]!);
    expect(studio.saveQuery).toHaveBeenCalledWith(
      expect.objectContaining({ expected: ['water'], source: { kind: 'proposed' }, query: 'a drip' }),
      'ask',
    );
    expect(evaluate.overlap.nearMisses.value).toEqual([]);
  });

  it('go to a first set where there is none', async () => {
    sets = [];
    const other = new Evaluate(studio, { read: () => null, write: () => {} });
    await other.start();
    expect([other.set, other.labelled.queries.value]).toEqual([null, []]);
    sets = [set('queries', 1)];
    await other.labelled.put({ id: null, query: 'a leak', expected: [] });
    expect(other.set).toBe('queries');
  });
});

it('dismisses a pair, and takes that back', async () => {
  await evaluate.overlap.dismiss('id-gas', 'id-water', true);
  expect(evaluate.overlap.value?.pairs[0]?.is_dismissed).toBe(true);
  await evaluate.overlap.dismiss('id-gas', 'id-water', false);
  expect(evaluate.overlap.value?.pairs[0]?.is_dismissed).toBe(false);
});

it('reads what depends on the skills anew, once they have settled', async () => {
  vi.useFakeTimers();
  const before = studio.listOverlaps.mock.calls.length;
  await evaluate.follow({ kind: 'library_changed' });
  await evaluate.follow({ kind: 'skill_changed', skill_id: 'x' });
  expect(evaluate.isStale).toBe(true);
  await vi.advanceTimersByTimeAsync(REST);
  expect(studio.listOverlaps.mock.calls.length).toBe(before + 1);
  evaluate.show(false);
  await evaluate.follow({ kind: 'library_changed' });
  await vi.advanceTimersByTimeAsync(REST);
  expect(studio.listOverlaps.mock.calls.length, 'nothing is compared while one is elsewhere').toBe(before + 1);
  evaluate.show(true);
  await vi.advanceTimersByTimeAsync(REST);
  vi.useRealTimers();
  expect(studio.listOverlaps.mock.calls.length).toBe(before + 2);
});

it("shows a host's list anew when its numbers change", async () => {
  await evaluate.hosts.read();
  await evaluate.hosts.setBudgets({ codex_per_mille: 5 });
  expect(studio.setHostBudgets).toHaveBeenCalledWith({ context_tokens: null, codex_per_mille: 5 });
  expect(studio.getHostList).toHaveBeenCalledTimes(2);
});
