import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { Bench } from './bench.svelte';
import BenchPane from './Bench.svelte';
import * as make from './fixtures';

afterEach(cleanup);

async function show(some: Parameters<typeof make.backend>[0] = {}, text?: string) {
  const backend = make.backend(some);
  const bench = new Bench(backend);
  bench.show(make.tool());
  if (text !== undefined) bench.text = text;
  render(BenchPane, { bench, tool: make.tool(), skills: [{ id: 'skill-1', name: 'gas-emergency' }] });
  await waitFor(() => expect(bench.libraryList.value).not.toBeNull());
  return { bench, backend };
}
const field = (pointer: string) =>
  screen.getByTestId('arguments').querySelector<HTMLInputElement>(`[data-pointer="${pointer}"] :is(input, textarea)`)!;
const type = async (pointer: string, value: string) => {
  await fireEvent.input(field(pointer), { target: { value } });
  flushSync();
};
const turn = (to: 'Form' | 'JSON') => fireEvent.click(screen.getByRole('radio', { name: to }));

it('makes a form of the schema, and puts what is typed into the text', async () => {
  const { bench } = await show();
  expect(bench.text).toBe('{}');
  await type('/destination', 'gas');
  await type('/caller/number', '+31');
  await type('/priority', '2');
  await fireEvent.click(
    within(screen.getByRole('radiogroup', { name: 'urgent' })).getByRole('radio', { name: 'true' }),
  );
  flushSync();
  expect(JSON.parse(bench.text)).toEqual({ destination: 'gas', caller: { number: '+31' }, priority: 2, urgent: true });
  await type('/caller/number', '');
  expect(JSON.parse(bench.text)).toEqual({ destination: 'gas', caller: {}, priority: 2, urgent: true });
});

it('never loses what it cannot show: unknown keys, other types, long numbers, order, spaces', async () => {
  const text =
    '{ "extra": {"deep": [1, 2]},\n  "caller": {"ext": 12345678901234567890, "number": "1"},\n  "destination": 7 }';
  const { bench } = await show({}, text);
  expect(screen.getByTestId('unseen').textContent).toContain('2 values can only be edited as JSON: extra, caller.ext');
  expect(field('/destination').value).toBe('7');
  await turn('JSON');
  await turn('Form');
  expect(bench.text).toBe(text);
  await type('/caller/number', '2');
  expect(bench.text).toBe(text.replace('"1"', '"2"'));
  await type('/caller/number', '');
  expect(bench.text).toBe(text.replace(', "number": "1"', ''));
});

it('keeps a text that is no JSON, and says so in the form', async () => {
  const text = '{"destination": "gas",';
  const { bench } = await show({}, text);
  expect(screen.getByTestId('arguments').textContent).toContain('Your text is unchanged');
  await fireEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
  expect(bench.mode).toBe('json');
  expect(bench.text).toBe(text);
  expect(screen.getByTestId('arguments').querySelector('.cm-content')!.textContent).toBe(text);
});

it('keeps half a number and half a value until they can be taken', async () => {
  const { bench } = await show({}, '{"priority": 1, "place": "here"}');
  await type('/priority', '1x');
  await type('/place', '{"x": ');
  expect(screen.getByTestId('arguments').textContent).toContain('not a number');
  await turn('JSON');
  expect(bench.text).toBe('{"priority": 1, "place": "here"}');
  await turn('Form');
  expect([field('/priority').value, field('/place').value]).toEqual(['1x', '{"x": ']);
  await type('/priority', '12345678901234567890');
  expect(screen.getByTestId('arguments').textContent).toContain('too many digits');
  await type('/priority', '12');
  await type('/place', '{"x": 1}');
  await turn('JSON');
  expect(bench.text).toBe('{"priority": 12, "place": {"x": 1}}');
});

it('adds, moves and removes items and further properties', async () => {
  const { bench } = await show({}, '{"tags": ["a", "b"], "limits": {"cpu": 1}}');
  await fireEvent.click(screen.getByRole('button', { name: 'Move up tags.1' }));
  flushSync();
  expect(bench.text).toContain('["b", "a"]');
  await fireEvent.click(screen.getByRole('button', { name: 'Remove tags.0' }));
  flushSync();
  expect(bench.text).toContain('"tags": ["a"]');
  await fireEvent.click(screen.getByRole('button', { name: 'Add item to tags' }));
  flushSync();
  await fireEvent.click(screen.getByRole('button', { name: 'Remove limits.cpu' }));
  flushSync();
  expect(Object.keys(JSON.parse(bench.text))).not.toContain('cpu');
});

it('asks first, and makes the same call again once it is allowed', async () => {
  const asked = make.outcome({ status: 'needs_consent', result: null, consent: make.consent });
  const callTool = vi.fn().mockResolvedValueOnce(asked).mockResolvedValue(make.outcome());
  const { backend } = await show({ callTool }, '{"destination": "gas"}');
  await fireEvent.keyDown(field('/destination'), { key: 'Enter', ctrlKey: true });
  const card = await screen.findByRole('group', { name: 'Allow transfer_call to run?' });
  within(card).getByRole('button', { name: 'Allow…' }).click();
  await waitFor(() => expect(screen.getByTestId('outcome').textContent).toContain('success'));
  expect(backend.askConsent).toHaveBeenCalledWith('hash-1');
  const [first, second] = callTool.mock.calls.map(([call]) => call);
  expect(second).toEqual({ ...first, call_id: expect.any(String) });
  expect(second.call_id).not.toBe(first.call_id);
  expect(screen.queryByTestId('consent')).toBeNull();
});

it('runs nothing that was refused', async () => {
  const callTool = vi.fn(async () => make.outcome({ status: 'needs_consent', result: null, consent: make.consent }));
  await show({ callTool });
  screen.getByTestId('run-call').click();
  (await screen.findByTestId('consent-refuse')).click();
  await waitFor(() => expect(screen.getByTestId('outcome').textContent).toContain('nothing ran'));
  expect(callTool).toHaveBeenCalledTimes(1);
});

it('cancels the call that goes on', async () => {
  let end!: (value: ReturnType<typeof make.outcome>) => void;
  const callTool = vi.fn(() => new Promise<ReturnType<typeof make.outcome>>((done) => (end = done)));
  const { backend } = await show({ callTool });
  screen.getByTestId('run-call').click();
  (await screen.findByTestId('cancel-call')).click();
  const [[call]] = callTool.mock.calls as unknown as [[{ call_id: string }]];
  expect(backend.cancelCall).toHaveBeenCalledWith(call.call_id);
  end(make.outcome({ status: 'cancelled', result: null, error: 'You ended the call.' }));
  await waitFor(() => expect(screen.getByTestId('outcome').textContent).toContain('canceled'));
  expect(screen.getByTestId('run-call')).toBeTruthy();
});

it('shows what is wrong with the arguments at their fields and as a list, until they change', async () => {
  const problems = [
    { path: '/caller', message: 'It wants one more.', reason: { kind: 'missing' as const, field: 'number' } },
    { path: '/priority', message: 'Expected integer, found "high"', reason: { kind: 'unfit' as const } },
  ];
  const callTool = vi.fn(async () =>
    make.outcome({ status: 'refused', result: null, error: 'They do not fit.', problems }),
  );
  await show({ callTool }, '{"destination": "gas", "caller": {"name": "x"}, "priority": "high"}');
  screen.getByTestId('run-call').click();
  const list = await screen.findByTestId('problems');
  expect(list.textContent).toMatch(/caller\.number\s*Required\..*priority\s*Expected integer/s);
  const row = (pointer: string) => screen.getByTestId('arguments').querySelector(`[data-pointer="${pointer}"]`)!;
  expect(row('/caller/number').textContent).toContain('Required.');
  expect(row('/priority').textContent).toContain('Expected integer');
  within(list).getByRole('button', { name: 'caller.number' }).click();
  await waitFor(() => expect(document.activeElement).toBe(field('/caller/number')));
  await type('/caller/number', '+31');
  expect(row('/caller/number').textContent).not.toContain('Required.');
  expect(row('/priority').textContent).toContain('Expected integer');
});

it('says that edits of the tool are not called, and stores them', async () => {
  const bench = new Bench(make.backend());
  const save = vi.fn();
  const unsaved = { version: '1.2.0', missing: null, isSaving: false, save };
  const props = { bench, tool: make.tool(), skills: [] };
  const { rerender } = render(BenchPane, { ...props, unsaved });
  const words = "Runs the saved version 1.2.0. Unsaved edits aren't included.";
  expect(screen.getByRole('button', { name: /^Run/, description: words })).toBeTruthy();
  screen.getByTestId('save-before-run').click();
  expect(save).toHaveBeenCalledTimes(1);
  await rerender({ ...props, unsaved: { ...unsaved, missing: 'Give it a name.' } });
  expect(screen.getByTestId<HTMLButtonElement>('save-before-run').disabled).toBe(true);
  await rerender({ ...props, unsaved: null });
  expect(screen.queryByTestId('unsaved-note')).toBeNull();
});

it('says who carries calls out, or that nobody does', async () => {
  const { bench } = await show({
    listToolLibraries: vi.fn(async () => [
      { name: 'own', is_built_in: true, description: '', tools: ['transfer_call'] },
      { name: 'stub', is_built_in: false, description: '', tools: [] },
    ]),
  });
  expect(screen.queryByTestId('library-note')).toBeNull();
  bench.library = 'stub';
  await waitFor(() =>
    expect(screen.getByTestId('library-note').textContent).toContain('stub has no entry for this tool'),
  );
});
