import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConsentRequest, type SimulationView, StudioError } from '$lib/ipc';
import { credentials } from '$lib/state/credentials.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { later } from '$lib/testing/screen';
import { asked, captured, compacted, log, point, replied, row, said, turn, view } from './fixtures';
import { Simulate } from './simulate.svelte';
import { SessionStudio, changed } from './studio';

let studio: SessionStudio;
beforeEach(() => {
  studio = new SessionStudio();
});

const consent = { hash: 'h', kind: 'tool', subject: 'sayHello', argv: [], changed: [] } as unknown as ConsentRequest;

describe('sessions', () => {
  it('begin with an agent that has skills, and with what was chosen last', async () => {
    const simulate = await studio.open();
    expect([simulate.setup.agent, simulate.view]).toEqual(['pico_reviewer', null]);
    simulate.set({ runtime: 'adk', without: ['pico'] });
    const again = await studio.open();
    expect([again.setup.runtime, again.setup.without]).toEqual(['adk', []]);
    await again.begin();
    expect(studio.of('start')).toEqual([[again.setup]]);
    expect(again.view?.row.id).toBe('9');
    expect(again.rows.value?.map(({ id }) => id)).toContain('9');
  });

  it('begin with the list that an installed client sent, over skills as they are saved', async () => {
    const simulate = await studio.open();
    const inputs = [{ skill: 'pico', path: 'trial.csv' }];
    simulate.set({ versions: [{ skill: 'pico', version: 1 }], inputs, max_iterations: 3 });
    await simulate.beginCaptured({ agent: 'pico_reviewer', without: ['glossary'], captured });
    expect(studio.of('start')).toEqual([
      [
        {
          ...simulate.setup,
          runtime: 'agent-skills',
          host: 'claude-code',
          window_tokens: 200_000,
          without: ['glossary'],
          uses: captured.uses,
          versions: [],
          captured,
        },
      ],
    ]);
    expect([simulate.view?.row.id, simulate.setup.captured]).toEqual(['9', null]);
    const unknown = { ...captured, window_tokens: null };
    await simulate.beginCaptured({ agent: 'empty', without: [], captured: unknown });
    const { window_tokens } = simulate.setup;
    expect(studio.of('start')[1]).toEqual([expect.objectContaining({ agent: 'empty', inputs: [], window_tokens })]);
  });

  it('that are asked for while the place opens go before the one that was open last', async () => {
    const started = later<SimulationView>();
    Object.assign(studio.backend, { startSimulation: () => started.promise });
    const simulate = new Simulate(studio.backend, { read: () => JSON.stringify({ open: '1' }), write: () => {} });
    const opened = simulate.start();
    const begun = simulate.beginCaptured({ agent: 'pico_reviewer', without: [], captured });
    await opened;
    started.resolve(view('9'));
    await begun;
    expect(simulate.view?.row.id).toBe('9');
    expect(studio.of('get')).toEqual([]);
  });

  it('open where one was, and not where that cannot be read', async () => {
    studio.kept = JSON.stringify({ open: '1' });
    expect((await studio.open()).view?.row.id).toBe('1');
    studio.rows = [row('1', { unreadable: 'of a newer version' })];
    expect((await studio.open()).view).toBeNull();
    studio.kept = JSON.stringify({ open: 'gone' });
    expect((await studio.open()).view).toBeNull();
  });

  it('show the one that was asked for last, however late another answers', async () => {
    const simulate = await studio.open();
    const slow = later<void>();
    studio.gate = slow.promise;
    const first = simulate.open('1');
    studio.gate = Promise.resolve();
    await simulate.open('2');
    slow.resolve();
    await first;
    expect(simulate.view?.row.id).toBe('2');
  });

  it('that cannot be opened say why', async () => {
    const simulate = await studio.open();
    studio.gate = Promise.reject({ code: 'not_found', message: 'There is no such session.' });
    await simulate.open('1');
    expect([simulate.openError?.message, simulate.isOpening]).toEqual(['There is no such session.', false]);
    simulate.leave();
    expect(simulate.openError).toBeNull();
  });

  it('are gone from the list and the screen when they are deleted', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.delete('1');
    expect([simulate.view, simulate.rows.value?.map(({ id }) => id)]).toEqual([null, ['2']]);
  });
});

describe('a message', () => {
  it('is sent once, and runs until the session waits', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    expect(simulate.canSend).toBe(false);
    simulate.message = '  hello  ';
    firstRun.restart();
    await simulate.send();
    expect([studio.of('say'), simulate.message, simulate.isRunning]).toEqual([[['hello', 'run']], '', false]);
    expect(firstRun.isTaken('simulate')).toBe(true);
  });

  it('stands where it was when it was not taken', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    simulate.message = 'hello';
    studio.refusal = new Error('no');
    await expect(simulate.send()).rejects.toThrow('no');
    expect([simulate.message, simulate.isRunning]).toEqual(['hello', false]);
    expect(JSON.parse(studio.kept!).message).toBe('hello');
  });

  it('that holds a key is asked about, and is said as its author chose', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    simulate.message = 'use sk-123';
    const sent = simulate.send();
    await vi.waitFor(() => expect(credentials.asked).toEqual({ message: 'It holds a key (sk-…).', what: 'message' }));
    credentials.answer('secret');
    await sent;
    expect(studio.of('say')).toEqual([['use ••••', 'run']]);
    simulate.message = 'use sk-456';
    const kept = expect(simulate.send()).rejects.toThrow('It holds a key');
    await vi.waitFor(() => expect(credentials.asked).not.toBeNull());
    credentials.answer(null);
    await kept;
    expect([studio.of('say').length, simulate.message]).toEqual([1, 'use sk-456']);
  });

  it('that is stepped is said, and then the model is asked once', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    simulate.message = 'hello';
    studio.views['1'] = view('1', { state: { kind: 'paused' } });
    await simulate.next();
    expect(studio.asked.map(([kind]) => kind).filter((kind) => kind === 'say' || kind === 'step')).toEqual([
      'say',
      'step',
    ]);
  });

  it('is not said while the session runs', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const slow = later<void>();
    studio.gate = slow.promise;
    simulate.message = 'one';
    const first = simulate.send();
    simulate.message = 'two';
    await simulate.send();
    expect([studio.of('say').length, simulate.isRunning, simulate.message]).toEqual([1, true, 'two']);
    slow.resolve();
    await first;
  });
});

describe('what the studio tells', () => {
  it('is taken in from where it begins, also where something was taken back', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const events = log(...turn.slice(0, 6).map(({ event }) => event), asked(2), replied('Other.'));
    simulate.follow({
      kind: 'simulation',
      update: {
        kind: 'advanced',
        id: '1',
        from: 6,
        events: events.slice(6),
        steps: [point(6, 500)],
        state: { kind: 'running' },
      },
    });
    expect(simulate.view?.events.length).toBe(8);
    expect(simulate.steps.map(({ tokens }) => tokens)).toEqual([100, 500]);
    expect([simulate.isRunning, simulate.at]).toEqual([true, 1]);
  });

  it('is read anew where something before it was not heard, or the end of a turn is still on its way', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const known = simulate.view!.events.length;
    const whole = view('1', { events: log(...turn.map(({ event }) => event), said('more'), said('and more')) });
    studio.views['1'] = whole;
    const update = { kind: 'advanced' as const, id: '1', steps: [], state: { kind: 'running' as const } };
    simulate.follow({
      kind: 'simulation',
      update: { ...update, from: whole.events.length - 1, events: whole.events.slice(-1) },
    });
    await vi.waitFor(() => expect(simulate.view?.events.length).toBe(whole.events.length));
    expect(whole.events.length - known).toBe(2);

    simulate.message = 'again';
    studio.isLate = true;
    await simulate.send();
    expect([studio.of('get').length, simulate.isRunning]).toEqual([3, false]);
  });

  it('is heard until the reply is complete', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const hear = (text: string) => simulate.follow({ kind: 'simulation', update: { kind: 'heard', id: '1', text } });
    hear('Good ');
    hear('day');
    expect(simulate.heard).toBe('Good day');
    const update = { kind: 'advanced' as const, id: '1', from: 14, steps: [], state: { kind: 'running' as const } };
    simulate.follow({ kind: 'simulation', update: { ...update, events: [{ index: 14, event: replied('Good day') }] } });
    expect(simulate.heard).toBe('');
  });

  it('of another session only reads the list anew', async () => {
    vi.useFakeTimers();
    const simulate = await studio.open();
    await simulate.open('1');
    studio.rows = [row('1'), row('5')];
    simulate.follow({ kind: 'simulation', update: { kind: 'heard', id: '5', text: 'x' } });
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect([simulate.heard, simulate.rows.value?.length]).toEqual(['', 2]);
  });

  it('of agents is read anew', async () => {
    const simulate = await studio.open();
    studio.agents = [{ id: '3', name: 'new', model: 'm', skills: ['s'], left_out: [] }];
    simulate.follow({ kind: 'tools_changed' });
    await vi.waitFor(() => expect(simulate.setup.agent).toBe('new'));
  });
});

describe('steps', () => {
  it('follow the newest until one is chosen, and again when the newest is', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    expect(simulate.at).toBe(2);
    simulate.move(-1);
    expect([simulate.at, simulate.step?.event]).toEqual([1, 6]);
    simulate.choose(-5);
    expect(simulate.at).toBe(0);
    simulate.choose(99);
    expect(simulate.at).toBe(2);
  });

  it('are read once, and only the one that is looked at', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    await vi.waitFor(() => expect(simulate.detail.value?.event).toBe(11));
    simulate.choose(0);
    simulate.choose(1);
    await vi.waitFor(() => expect(simulate.detail.value?.event).toBe(6));
    simulate.choose(2);
    await vi.waitFor(() => expect(simulate.detail.value?.event).toBe(11));
    const read = studio.of('detail').map(([, event]) => event);
    expect(read.filter((event) => event === 11)).toHaveLength(1);
  });

  it('bring the texts of the prompt only where one looks at them', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    await vi.waitFor(() => expect(simulate.detail.value).not.toBeNull());
    simulate.choose(0);
    await vi.waitFor(() => expect(simulate.detail.value?.event).toBe(1));
    expect([studio.of('prompt'), simulate.hasPrompt, simulate.detail.value?.sections]).toEqual([[], false, []]);
    simulate.showTab('prompt');
    await vi.waitFor(() => expect(simulate.hasPrompt).toBe(true));
    expect(studio.of('prompt')).toEqual([[1]]);
    expect(simulate.detail.value?.sections).not.toEqual([]);
    simulate.choose(1);
    await vi.waitFor(() => expect(studio.of('prompt')).toEqual([[1], [6]]));
  });

  it('before the first question show what would be sent', async () => {
    studio.views['1'] = view('1', { events: log(said('hi')), steps: [], state: { kind: 'paused' } });
    const simulate = await studio.open();
    await simulate.open('1');
    await vi.waitFor(() => expect(studio.of('detail')).toEqual([['1', 1]]));
    expect([simulate.at, simulate.step]).toEqual([-1, null]);
  });
});

describe('forks', () => {
  it('share all before the step that is looked at', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    simulate.choose(1);
    await simulate.fork();
    expect([studio.of('fork'), simulate.view?.row.id]).toEqual([[['1', 6, null]], '7']);
  });

  it('run again say what was said from there on', async () => {
    const two = [
      ...turn,
      ...log(said('second'), asked(), replied('ok')).map((one, at) => ({ ...one, index: 14 + at })),
    ];
    studio.views['1'] = view('1', { events: two, steps: [point(1), point(6), point(11), point(15)] });
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.again('here');
    await simulate.open('1');
    await simulate.again('start');
    expect(studio.of('fork').map(([, events]) => events)).toEqual([14, 0]);
    expect(studio.of('say').map(([text]) => text)).toEqual(['second', 'Extract the PICO', 'second']);
  });

  it('ask about a credential in what a fork changes', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const { forkSimulation } = studio.backend;
    const choices: string[] = [];
    studio.backend.forkSimulation = async (id, events, changes, choice) => {
      choices.push(choice);
      if (choice === 'ask') throw new StudioError('credentials', 'The scripted replies contain a key.');
      return forkSimulation(id, events, changes, choice);
    };
    const forked = simulate.fork(studio.views['1']!.setup);
    await vi.waitFor(() => expect(credentials.asked?.what).toBe('replies'));
    credentials.answer('secret');
    await forked;
    expect([choices, simulate.view?.row.id]).toEqual([['ask', 'secret'], '7']);
  });

  it('run again are compacted where they were, as far as a rule is known', async () => {
    const left = compacted(['pico', 20, { kind: 'whole' }]);
    studio.views['1'] = view('1', {
      events: log(said('one'), asked(), replied('1'), left, said('two'), asked(), replied('2')),
      steps: [point(1), point(5)],
    });
    for (const [compaction, expected] of [
      ['The list of skills is dropped.', ['say', 'compact', 'say']],
      [null, ['say', 'say']],
    ] as const) {
      const forked = view('7', { compaction });
      studio.views['7'] = forked;
      studio.backend.forkSimulation = async () => forked;
      studio.asked = [];
      const simulate = await studio.open();
      await simulate.open('1');
      await simulate.again('start');
      const done = studio.asked.map(([kind]) => kind).filter((kind) => kind === 'say' || kind === 'compact');
      expect(done).toEqual(expected);
    }
  });
});

describe('a call that needs permission', () => {
  const waiting = () => {
    const call = { id: '1', name: 'sayHello', arguments: '{}' };
    studio.views['1'] = view('1', { state: { kind: 'waiting_for_consent', request: consent, call } });
  };

  it('is carried out where the author says yes', async () => {
    waiting();
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.allow();
    expect(studio.asked.map(([kind]) => kind).filter((kind) => kind === 'consent' || kind === 'continue')).toEqual([
      'consent',
      'continue',
    ]);
  });

  it('waits where they do not, and is refused where they say so', async () => {
    waiting();
    studio.allows = false;
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.allow();
    expect([studio.of('continue'), simulate.isAllowing]).toEqual([[], false]);
    await simulate.refuse();
    expect(studio.of('refuse')).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('ends what runs, and reads again what only waited', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.stop();
    expect([studio.of('cancel'), studio.of('get').length]).toEqual([[['1']], 2]);
    await simulate.pause();
    expect(studio.of('pause')).toEqual([['1']]);
  });
});

describe('comparing', () => {
  it('says the same messages under other settings', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    const setup = changed(simulate.view!.setup, { runtime: 'adk' });
    await simulate.comparing.rerun(simulate.view!, setup);
    expect([studio.of('fork'), studio.of('say')]).toEqual([[['1', 0, setup]], [['Extract the PICO', 'run']]]);
    expect([simulate.comparing.a?.row.id, simulate.comparing.b?.row.id]).toEqual(['1', '7']);
    simulate.comparing.swap();
    expect(simulate.comparing.a?.row.id).toBe('7');
    simulate.comparing.leave();
    expect([simulate.comparing.isOpen, simulate.comparing.a]).toEqual([false, null]);
  });

  it('looks at one step of both', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    await simulate.comparing.with(simulate.view!, '2');
    expect([simulate.comparing.steps, simulate.comparing.at]).toEqual([3, 2]);
    simulate.comparing.choose(0);
    expect(simulate.comparing.at).toBe(0);
  });

  it('says why the other could not be run', async () => {
    const simulate = await studio.open();
    await simulate.open('1');
    studio.refusal = new Error('no script');
    await simulate.comparing.rerun(simulate.view!, simulate.view!.setup);
    expect([simulate.comparing.error?.message, simulate.comparing.isWorking]).toEqual([expect.any(String), false]);
  });
});
