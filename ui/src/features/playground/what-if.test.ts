import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Scorer, StudioError, type SkillWording, type WhatIfReport, type WhatIfRequest } from '$lib/ipc';
import { Kept, QuietBackend, candidate, detail, whatIfReport, wording } from './fixtures';
import { Playground } from './playground.svelte';
import { COMPARE_REST, WAITING_REST, WHAT_IF_REST } from './what-if.svelte';

interface Asked {
  request: WhatIfRequest;
  answer: (report: WhatIfReport) => void;
  fail: (error: unknown) => void;
}

/** Answers what-ifs when told to. */
class Backend extends QuietBackend {
  /** For the query of the moment. */
  asked: Asked[] = [];
  /** For the labelled queries. */
  compared: Asked[] = [];
  kept: { wording: SkillWording; version: number }[] = [];
  refusal: unknown = null;

  /** For the query of the moment, by the column beside the one in focus: answered at once, unless told otherwise. */
  beside: WhatIfRequest[] = [];
  quiet: readonly Scorer[] = ['adk'];

  override askWhatIf = (request: WhatIfRequest) => {
    if (!request.has_queries && this.quiet.includes(request.scorer)) {
      this.beside.push(request);
      return Promise.resolve(whatIfReport(candidate('gas', 3, 0.1), request.query, request.scorer));
    }
    return new Promise<WhatIfReport>((answer, fail) =>
      (request.has_queries ? this.compared : this.asked).push({ request, answer, fail }),
    );
  };
  override saveWhatIf: QuietBackend['saveWhatIf'] = async (_id, kept, version) => {
    if (this.refusal) throw this.refusal;
    this.kept.push({ wording: kept, version });
    this.wording = kept;
    return (this.detail = detail({ aggregate_version: version + 1 }));
  };
  answerLast(after = candidate('gas', 1, 0.9)) {
    const { request, answer } = this.asked.at(-1)!;
    answer(whatIfReport(after, request.query, request.scorer));
  }
  get descriptions() {
    return this.asked.map(({ request }) => request.wording.description);
  }
}

let backend: Backend;
let attempts: Kept;
let playground: Playground;
const rest = (ms = WHAT_IF_REST) => vi.advanceTimersByTimeAsync(ms);
const type = (description: string) => playground.whatIf.edit({ description });
const open = async (query = 'gas') => {
  playground = new Playground(backend, new Kept(JSON.stringify({ query })), attempts);
  await playground.start();
  await rest(1000);
  await playground.tryWording('id-gas');
  await rest(0);
};

beforeEach(async () => {
  vi.useFakeTimers();
  backend = new Backend();
  attempts = new Kept();
  await open();
});
afterEach(() => vi.useRealTimers());

describe('another wording', () => {
  it('is scored after a short rest, one call at a time, and the newest wins', async () => {
    backend.answerLast();
    await rest(0);
    for (const text of ['a', 'ab', 'abc']) {
      type(text);
      await rest(WHAT_IF_REST / 2);
    }
    await rest();
    type('abcd');
    type('abcde');
    await rest(1000);
    expect(backend.descriptions).toEqual([wording.description, 'abc']);
    backend.answerLast(candidate('gas', 1, 0.5));
    await rest(0);
    expect(backend.descriptions.at(-1)).toBe('abcde');
    // What was typed over is not shown.
    expect(playground.whatIf.report?.after?.score).toBe(0.9);
    backend.answerLast(candidate('gas', 1, 0.4));
    await rest(0);
    expect(playground.whatIf.report?.after?.score).toBe(0.4);
  });

  it('re-ranks every column, each by its own scorer', async () => {
    playground.sides.hybrid.report = whatIfReport(candidate('gas', 2, 0.2)).report;
    backend.answerLast();
    await rest(0);
    expect(playground.sides.hybrid.tried).toBeNull();
    type('abc');
    await rest();
    backend.answerLast();
    await rest(0);
    expect(playground.sides.hybrid.candidates[0]?.score).toBe(0.9);
    expect(playground.sides.hybrid.before?.get('id-gas')).toEqual({ rank: 2, score: 0.2 });
    expect(playground.sides.adk.tried?.candidates[0]?.score).toBe(0.1);
    expect(backend.beside.at(-1)).toMatchObject({ scorer: 'adk', wording: { description: 'abc' } });
  });

  it('has no numbers where a scorer leaves the skill out, and is compared by the next column', async () => {
    playground.setColumn(0, 'adk');
    playground.setColumn(1, 'bm25');
    backend.quiet = [];
    playground.choose('id-gas', 'adk');
    await rest(1000);
    const out = { ...candidate('gas', 0, 0), state: 'dropped' as const, reason: 'adk drops this skill: tools.' };
    const answerAll = async () => {
      for (const { request, answer } of [...backend.asked, ...backend.compared]) {
        const after = request.scorer === 'adk' ? out : candidate('gas', 2, 0.4);
        answer({ ...whatIfReport(after, request.query, request.scorer), before: after });
      }
      await rest(1000);
    };
    await answerAll();
    type('a');
    await rest(1000);
    await answerAll();
    expect(playground.whatIf.triedWith('adk').leftOut).toBe('adk drops this skill: tools.');
    expect(playground.whatIf.triedBy('adk')).toBeNull();
    expect(playground.whatIf.scorer).toBe('bm25');
    expect(backend.compared.at(-1)!.request.scorer).toBe('bm25');
    expect(playground.whatIf.report?.after).toMatchObject({ rank: 2, score: 0.4 });
    expect(playground.whatIf.triedBy('bm25')).not.toBeNull();
  });

  it('drops an answer to another query', async () => {
    type('abc');
    playground.set({ query: 'water' });
    backend.answerLast();
    await rest(0);
    expect(playground.whatIf.report).toBeNull();
    await rest(1000);
    expect(backend.asked.at(-1)?.request).toMatchObject({ query: 'water', wording: { description: 'abc' } });
  });

  it('never asks a chat model while one types', async () => {
    playground.setColumn(1, 'model');
    playground.choose('id-gas', 'model');
    type('abc');
    backend.answerLast();
    await rest(1000);
    expect(backend.asked.map(({ request }) => request.scorer)).not.toContain('model');
  });

  it('compares labelled queries once typing pauses, and does not hold up the ranks', async () => {
    backend.answerLast();
    for (const text of ['a', 'ab']) {
      type(text);
      await rest(COMPARE_REST - 1);
      backend.answerLast();
    }
    expect(backend.compared).toHaveLength(0);
    await rest(1);
    expect(backend.compared.map(({ request }) => request.wording.description)).toEqual(['ab']);
    type('abc');
    await rest(COMPARE_REST);
    expect(backend.descriptions.at(-1)).toBe('abc');
    expect([backend.compared.length, playground.whatIf.isComparing]).toEqual([1, true]);
    backend.compared[0]!.answer({ ...whatIfReport(candidate('gas', 1, 0.9)), labelled: 7 });
    await rest(0);
    expect(playground.whatIf.compared?.labelled).toBe(7);
    expect([backend.compared.length, playground.whatIf.isComparing]).toEqual([2, true]);
    backend.compared[1]!.answer({ ...whatIfReport(candidate('gas', 1, 0.9)), labelled: 8 });
    await rest(0);
    expect([playground.whatIf.compared?.labelled, playground.whatIf.isComparing]).toEqual([8, false]);
  });

  it('asks again while vectors are still being made', async () => {
    await rest(COMPARE_REST);
    const { request, answer } = backend.compared.at(-1)!;
    answer({ ...whatIfReport(candidate('gas', 1, 0.9), request.query), waiting: 2 });
    await rest(WAITING_REST + COMPARE_REST);
    expect(backend.compared).toHaveLength(2);
  });

  it('says why it could not be scored', async () => {
    backend.asked.at(-1)!.fail(new StudioError('internal', 'no model'));
    await rest(0);
    expect(playground.whatIf.error?.message).toBe('no model');
  });
});

describe('an attempt', () => {
  it('outlives the panel, the skill and the window', async () => {
    type('abc');
    playground.whatIf.close();
    await playground.tryWording('id-gas');
    expect(playground.whatIf.wording?.description).toBe('abc');
    await open();
    expect(playground.whatIf.wording?.description).toBe('abc');
    expect(playground.whatIf.attempts.map(({ name }) => name)).toEqual(['gas']);
  });

  it('is forgotten when discarded, and can be taken back', () => {
    type('abc');
    const undo = playground.whatIf.discard();
    expect([playground.whatIf.wording, playground.whatIf.attempts]).toEqual([wording, []]);
    playground.whatIf.close();
    undo();
    expect(playground.whatIf.attempts[0]?.wording.description).toBe('abc');
  });

  it('is kept with the version it was read at', async () => {
    type('abc');
    expect(await playground.whatIf.keep()).toBeTruthy();
    expect(backend.kept).toEqual([{ wording: { ...wording, description: 'abc' }, version: 3 }]);
    expect(playground.whatIf.changed).toEqual([]);
    expect(playground.whatIf.attempts).toEqual([]);
    type('abcd');
    await playground.whatIf.keep();
    expect(backend.kept.at(-1)?.version).toBe(4);
  });

  it('is undone as a version of its own, unless the skill has changed since, and is then tried as before', async () => {
    type('abc');
    const undo = await playground.whatIf.keep();
    await undo!();
    expect(backend.kept.at(-1)).toEqual({ wording, version: 4 });
    expect([playground.whatIf.wording?.description, playground.whatIf.changed]).toEqual(['abc', ['description']]);
    expect(playground.whatIf.attempts[0]?.wording.description).toBe('abc');
    const again = await playground.whatIf.keep();
    backend.refusal = new StudioError('stale', 'It was saved elsewhere.');
    await expect(again!()).rejects.toThrow('It was saved elsewhere.');
  });

  it('is what is explained, while the skill it is of is looked at', async () => {
    const explain = vi.spyOn(backend, 'explainSkill');
    playground.explain('id-gas');
    type('abc');
    await rest(1000);
    expect(explain.mock.calls.at(-1)?.[4]).toEqual({ ...wording, description: 'abc' });
    playground.choose('id-water');
    await rest(1000);
    expect(explain.mock.calls.at(-1)?.slice(3)).toEqual(['id-water', null, null]);
    playground.choose('id-gas');
    playground.whatIf.close();
    await rest(1000);
    expect(explain.mock.calls.at(-1)?.slice(3)).toEqual(['id-gas', null, null]);
  });

  it('stays when it could not be kept, and says why', async () => {
    type('abc');
    backend.refusal = new StudioError('stale', 'It was saved elsewhere.');
    expect(await playground.whatIf.keep()).toBeNull();
    expect(playground.whatIf.keepError?.message).toBe('It was saved elsewhere.');
    expect(playground.whatIf.wording?.description).toBe('abc');
  });

  it('takes over what changed elsewhere and was not tried, and names what was', async () => {
    type('abc');
    backend.wording = { ...wording, description: 'theirs', body: 'Run.' };
    backend.detail = detail({ aggregate_version: 9 });
    await playground.whatIf.reread();
    expect(playground.whatIf.wording).toEqual({ ...wording, description: 'abc', body: 'Run.' });
    expect(playground.whatIf.clashes).toEqual(['description']);
    await playground.whatIf.keep();
    expect(backend.kept.at(-1)?.version).toBe(9);
  });

  it.each(['nonsense', '[7,{"skillId":"x"}]', '{}'])('survives any memory: %s', async (text) => {
    attempts = new Kept(text);
    await open();
    expect(playground.whatIf.attempts).toEqual([]);
  });
});
