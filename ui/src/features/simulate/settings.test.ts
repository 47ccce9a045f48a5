import { expect, it } from 'vitest';
import { detail } from './fixtures';
import { defaultSetup, readSettings } from './settings';
import { toolGroups } from './tool-groups';

it('takes what was kept, and its default for what is missing or of another shape', () => {
  const kept = {
    setup: {
      ...defaultSetup,
      agent: 'a',
      runtime: 'adk',
      adk: {
        way: 'injector',
        strategies: [{ kind: 'tag', tag: 'x' }, { kind: 'message' }],
        mode: 'permissive',
        policy: { top_k: 3, min_score: 0.5, include_tags: ['home'], exclude_tags: ['wet'] },
        max_chars: 500,
      },
      max_iterations: 3,
    },
    open: '7',
    message: 'hi',
  };
  expect(readSettings(JSON.stringify(kept))).toEqual(kept);
  for (const text of [null, 'nonsense', '[]', '"x"', '{"setup":3,"open":4,"message":null}'])
    expect(readSettings(text)).toEqual({ setup: defaultSetup, open: null, message: '' });
  const bad = {
    runtime: 'mcp',
    components: 7,
    adk: {
      way: 'both',
      strategies: [{ kind: 'name', name: 3 }, 'x', null],
      mode: 1,
      policy: { top_k: 0, min_score: 'much', include_tags: 3 },
      max_chars: -1,
    },
    tool_library: 9,
    max_iterations: -1,
    window_tokens: 2.5,
    host: 'nobody',
  };
  expect(readSettings(JSON.stringify({ setup: bad })).setup).toEqual(defaultSetup);
  // What a client was called when it was kept.
  expect(readSettings('{"setup":{"host":"claude"}}').setup.host).toBe('claude-code');
});

it('groups the tools of a step by why they are on or off', () => {
  const shown = (gone: string[], more = {}) =>
    toolGroups(detail(1, more), gone).map(({ kind, tools, missing }) => [
      kind,
      ...tools.map(({ name }) => name),
      ...missing,
    ]);
  expect(shown([])).toEqual([
    ['global', 'get_skill'],
    ['active', 'set_picos_element'],
    ['off', 'clear_picos'],
    ['missing', 'rank'],
  ]);
  expect(shown(['clear_picos'])[2]).toEqual(['went', 'clear_picos']);
  const idle = {
    active: [],
    active_tools: [],
    skills: [],
    tools: detail(1).tools.map((tool) => ({ ...tool, is_of_active_skill: false })),
  };
  expect(shown([], idle)).toEqual([
    ['global', 'get_skill'],
    ['component', 'set_picos_element'],
    ['off', 'clear_picos'],
  ]);
  expect(toolGroups(detail(1, { ...idle, tools: [] }), [])).toEqual([]);
  const twice = detail(1).skills.flatMap((skill) => [skill, skill]);
  expect(shown([], { skills: twice })[3]).toEqual(['missing', 'rank']);
  expect(toolGroups(detail(1), [])[1]?.title).toBe('Tools of the active skill, pico');
  expect(toolGroups(detail(1), [], 'Claude Code')[0]?.title).toBe("Claude Code's built-in tools: always available");
});
