import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RuleSettings } from '$lib/ipc';
import { faults } from '$lib/testing/accessibility';
import { Rules } from './rules.svelte';
import RulesSection from './RulesSection.svelte';

const rule = (code: string, part: Partial<RuleSettings> = {}): RuleSettings => ({
  code,
  meaning: `What ${code} means`,
  severity: 'warning',
  level: null,
  ignored: [],
  ...part,
});
let list: RuleSettings[];
const backend = {
  listRules: vi.fn(async () => structuredClone(list)),
  setRuleLevel: vi.fn(async () => null),
  stopIgnoringRule: vi.fn(async () => null),
};
const onattempt = async (_: string, work: () => Promise<unknown>) => {
  await work();
  return true;
};

beforeEach(() => {
  vi.clearAllMocks();
  const ignored = [{ place: { kind: 'group', name: 'care' } as const, name: 'care', reason: 'made later' }];
  list = [rule('body-lines'), rule('name-format', { severity: 'error' }), rule('unknown-key', { ignored })];
});

async function shown() {
  const rules = new Rules(backend);
  await rules.load();
  render(RulesSection, { rules, onattempt });
  return rules;
}
const codes = () => screen.getAllByTestId('rule').map((each) => each.dataset.code);
const severity = (code: string) => screen.getByLabelText(`Severity of ${code}`, { selector: 'button' });

it('the rules that the author has set come first, and words narrow the list', async () => {
  await shown();
  expect(codes()).toEqual(['unknown-key', 'body-lines', 'name-format']);
  expect([severity('name-format').textContent?.trim(), severity('body-lines').textContent?.trim()]).toEqual([
    'Default (error)',
    'Default (warning)',
  ]);
  expect(await faults()).toEqual([]);
  await fireEvent.input(screen.getByRole('textbox', { name: 'Filter rules' }), { target: { value: 'BODY means' } });
  expect(codes()).toEqual(['body-lines']);
  await fireEvent.input(screen.getByRole('textbox', { name: 'Filter rules' }), { target: { value: 'nothing' } });
  expect(screen.getByText('No matching rules.')).toBeTruthy();
});

it.each([
  ['Off', 'off'],
  [/^Default/, null],
] as const)('a rule is set to %s', async (name, level) => {
  list[0]!.level = level === null ? 'error' : null;
  await shown();
  await fireEvent.keyDown(severity('body-lines'), { key: 'ArrowDown' });
  await fireEvent.pointerUp(await screen.findByRole('option', { name }));
  await vi.waitFor(() => expect(backend.setRuleLevel.mock.calls).toEqual([['body-lines', level]]));
  expect(backend.listRules).toHaveBeenCalledTimes(2);
});

it('a place that a rule is ignored in is shown with its reason, and ended', async () => {
  await shown();
  const ignored = screen.getByTestId('rule-ignored');
  expect(ignored.textContent).toContain('Ignored in the group care');
  expect(ignored.textContent).toContain('made later');
  await fireEvent.click(within(ignored).getByRole('button', { name: 'Stop ignoring' }));
  const place = { kind: 'group', name: 'care' };
  await vi.waitFor(() => expect(backend.stopIgnoringRule.mock.calls).toEqual([['unknown-key', place]]));
});
