import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { saysMore } from '$kit/tips';
import type { Found } from './problems.svelte';
import ProblemRow from './ProblemRow.svelte';

const found = (owner: object | null, path: string) =>
  ({
    file: { skill: 'gas' },
    owner,
    problem: {
      severity: 'warning',
      code: 'unknown-tool',
      message: 'm',
      path,
      line: 3,
      column: 7,
      ignored: null,
      ignored_by: null,
      actions: [],
    },
  }) as unknown as Found;

const row = (namesSkill: boolean, owner: object | null = null, path = 'SKILL.md') => {
  const nothing = { onopen: vi.fn(), onfix: vi.fn(), onact: vi.fn(), onignore: vi.fn(), onrestore: vi.fn() };
  render(ProblemRow, { found: found(owner, path), selected: false, namesSkill, ...nothing });
  return screen.getByTestId('library-problem').querySelector('.where')?.textContent;
};

it.each([
  ['among those of a skill, the rule and the place', false, null, 'unknown-tool · Ln 3, Col 7'],
  ['under the head of its rule, the place', true, null, 'Ln 3, Col 7'],
  ['of a tool or agent, the rule', false, {}, 'unknown-tool'],
])('a problem names, %s', (_, namesSkill, owner, text) => {
  expect(row(namesSkill, owner)).toBe(text);
});

it('a problem has a tooltip only of what is cut in its row', () => {
  row(true);
  const tips = [...screen.getByTestId('library-problem').querySelectorAll<HTMLElement>('.what [data-tip]')];
  expect(tips.map((each) => [each.dataset.tip, saysMore(each)])).toEqual([
    ['gas', false],
    ['m', false],
  ]);
});

it("a problem names its file where that is not the skill's own", () => {
  expect(row(true, null, 'agents/openai.yaml')).toBe('agents/openai.yaml · Ln 3, Col 7');
});
