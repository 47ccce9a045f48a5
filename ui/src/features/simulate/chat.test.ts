import { describe, expect, it } from 'vitest';
import { argumentWords, clip, conversation, outcomeOf, pretty, stepMarks } from './chat';
import { activated, answered, asked, compacted, log, replied, said, turn } from './fixtures';
import { compactedWords, endWords, failureWords, originWords, warningWords } from './words';

const items = conversation(turn);

describe('a session as a conversation', () => {
  it('stands in the order it happened, each thing with the step it belongs to', () => {
    expect(items.map(({ kind, step }) => `${kind} ${step}`)).toEqual([
      'user 0',
      'call 0',
      'activated 0',
      'tools 0',
      'model 1',
      'call 1',
      'call 1',
      'model 2',
    ]);
  });

  it('has each call with its answer and what it changed', () => {
    const calls = items.filter((item) => item.kind === 'call');
    expect(
      calls.map(({ call, answer, changed }) => [call.name, answer?.isError, answer?.isCarriedOut, changed]),
    ).toEqual([
      ['get_skill', false, false, []],
      ['set_picos_element', false, true, [{ key: 'picos', before: [], after: ['outcome'] }]],
      ['clear_picos', true, false, []],
    ]);
    expect(calls.map(({ answer }) => answer?.event)).toEqual([5, 9, 10]);
  });

  it('gives the next message to the step that is asked with it', () => {
    const two = conversation(log(said('one'), asked(), replied('1'), said('two'), asked(), replied('2')));
    expect(two.map(({ kind, step }) => `${kind} ${step}`)).toEqual(['user 0', 'model 0', 'user 1', 'model 1']);
  });

  it('gives a compaction to the step that is asked after it', () => {
    const left = compacted(['pico', 20, { kind: 'whole' }]);
    const events = log(said('one'), asked(), replied('1'), left, said('two'), asked(), replied('2'));
    expect(conversation(events).map(({ kind, step }) => `${kind} ${step}`)).toEqual([
      'user 0',
      'model 0',
      'compacted 1',
      'user 1',
      'model 1',
    ]);
  });

  it('keeps a call without an answer, and says what ended, failed or was warned of', () => {
    const open = conversation(
      log(
        { kind: 'warned', warning: { kind: 'unknown_tool', skill: 'pico', tool: 'rank' } },
        said('go'),
        asked(),
        replied('', ['1', 'slow']),
        { kind: 'component_changed', key: 'picos', call: null, before: 1, after: 2 },
        { kind: 'model_failed', failure: 'timed_out', message: '30 s' },
        { kind: 'ended', reason: 'model_failed' },
        { kind: 'ended', reason: 'cancelled' },
        { kind: 'skill_removed', skill: 'pico' },
        { kind: 'component_registered', key: 'late' },
        { kind: 'file_read', skill: 'pico', path: 'a.md' },
        { kind: 'skill_deactivated', skill: 'pico' },
        { kind: 'skill_injected', skill: 'pico', text: 'x', tools: [], score: 2.3 },
        { kind: 'nothing_selected', reasons: ['too low'] },
        answered('9', 'unasked', 'what'),
      ),
    );
    expect(open.map(({ kind }) => kind)).toEqual([
      'warning',
      'user',
      'call',
      'changed',
      'failure',
      'end',
      'note',
      'note',
      'note',
      'deactivated',
      'selected',
      'unselected',
      'note',
    ]);
    const call = open.find((item) => item.kind === 'call');
    expect(call?.kind === 'call' && call.answer).toBeNull();
  });

  it('marks each step by what came of it', () => {
    expect(stepMarks(items, 4)).toEqual([
      { kind: 'skill', label: 'pico' },
      { kind: 'refused', label: 'rejected' },
      { kind: 'answer', label: 'Answer' },
      { kind: 'open', label: '…' },
    ]);
    const calls = log(said('go'), asked(), replied('', ['1', 'a'], ['2', 'b']), answered('1', 'a', ''), asked(), {
      kind: 'model_failed',
      failure: 'empty',
      message: '',
    });
    expect(stepMarks(conversation(calls), 2).map(({ label }) => label)).toEqual(['a × 2', 'failed']);
  });

  it('knows what a case would expect: what came of all its messages, as a case says all of them again', () => {
    expect(outcomeOf(items)).toEqual({ skills: ['pico'], tools: ['set_picos_element'] });
    expect(outcomeOf([])).toEqual({ skills: [], tools: [] });
    const second = conversation([
      ...turn,
      ...log(said('again'), activated('b')).map((one, at) => ({ ...one, index: 14 + at })),
    ]);
    expect(outcomeOf(second)).toEqual({ skills: ['pico', 'b'], tools: ['set_picos_element'] });
  });
});

describe('texts', () => {
  it('are cut where a model says more than can be drawn', () => {
    expect(clip('x'.repeat(20), 5)).toEqual({ text: 'xxxxx', left: 15 });
    expect(clip('short')).toEqual({ text: 'short', left: 0 });
    expect(pretty('x'.repeat(10_000_000)).length).toBe(10_000_000);
  });

  it('are laid out where they are JSON, and left alone else', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(['plain', '"text"', '{broken'].map(pretty)).toEqual(['plain', '"text"', '{broken']);
    expect([argumentWords('{"a":"x","b":[1]}'), argumentWords('nonsense'), argumentWords('3')]).toEqual([
      'x, [1]',
      'nonsense',
      '3',
    ]);
  });
});

describe('words', () => {
  it('say what is wrong and what to do', () => {
    expect(warningWords({ kind: 'unknown_tool', skill: 'pico', tool: 'rank' })).toMatch(/rank.*Add it to a component/);
    const alone = warningWords({ kind: 'unknown_tool', skill: 'pico', tool: 'rank' }, 'Claude Code');
    expect(alone).toMatch(/rank.*Create it in Tools/);
    expect(alone).not.toContain('agent');
    for (const warning of [
      { kind: 'global_tool', skill: 'a', tool: 'b' },
      { kind: 'active_skill', skill: 'a' },
      { kind: 'missing_optional', skill: 'a', needs: 'b' },
      { kind: 'tool_left_out', skill: 'a', tool: 'b' },
      { kind: 'skill_absent', skill: 'a', why: 'It requires the skill b, which is in the trash.' },
    ] as const)
      expect(warningWords(warning)).toMatch(/^a .*\.$/);
    expect(Object.values(failureWords).every((words) => /\. .*\.$/.test(words))).toBe(true);
    expect(endWords('too_many_iterations', 10)).toMatch(/10 model calls.*Raise the limit/);
    expect([endWords('answered', 1), endWords('model_failed', 1)]).toEqual([null, null]);
    expect(endWords('cancelled', 1)).toMatch(/^Stopped/);
    expect(endWords('completed', 1)).toMatch(/done/);
  });

  it('say what a compaction left and took', () => {
    const told = (...skills: Parameters<typeof compacted>) => {
      const event = compacted(...skills);
      return event.kind === 'compacted' ? compactedWords(event.skills) : '';
    };
    const gone = 'The skill list was removed.';
    expect(
      told(
        ['style', 120, { kind: 'whole' }],
        ['pdf', 8_210, { kind: 'beginning', tokens: 5_000 }],
        ['brand', 6_400, { kind: 'nothing' }],
      ),
    ).toBe(
      `${gone} 2 of 3 loaded skills were reattached; pdf with only its first 5,000 of 8,210 tokens; brand was dropped.`,
    );
    expect(told(['style', 120, { kind: 'whole' }])).toBe(`${gone} 1 of 1 loaded skill was reattached.`);
    expect(told()).toBe(`${gone} No skills were loaded.`);
  });

  it('name what a piece of the prompt comes from', () => {
    expect(
      (
        [
          { kind: 'agent' },
          { kind: 'runtime' },
          { kind: 'skill', skill: 's' },
          { kind: 'file', skill: 's', path: 'a.md' },
          { kind: 'tool', tool: 't' },
          { kind: 'component', key: 'c' },
          { kind: 'user' },
          { kind: 'model' },
        ] as const
      ).map((origin) => originWords(origin)),
    ).toEqual(['System prompt', 'Runtime', 's', 's/a.md', 't', 'c', 'User', 'Model']);
  });
});
