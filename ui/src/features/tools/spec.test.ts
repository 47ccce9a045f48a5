import { beforeEach, expect, it, vi } from 'vitest';
import type { SpecEdit, ToolSpec } from '$lib/ipc';
import { converted, spec as stored, speller } from './fixtures';
import { rows } from './parameters';
import { REST, Spec, type SpecBackend } from './spec.svelte';

beforeEach(() => void vi.useFakeTimers());

it('converts once writing rests, and lets the other forms follow', async () => {
  const convert = vi.fn(async (edit: SpecEdit) => converted(edit));
  const spec = new Spec(speller(convert));
  spec.take({ ...stored(), source: 'signature' });
  spec.writeSignature('s:que');
  spec.writeSignature('s:question');
  expect(spec.schema).toBe('j:query');
  await vi.advanceTimersByTimeAsync(REST);
  expect(convert).toHaveBeenCalledTimes(1);
  expect([spec.signature, spec.parameters[0]?.name, spec.schema]).toEqual(['s:question', 'question', 'j:question']);
});

it('takes the last answer, whichever comes last', async () => {
  const answers: ((spec: ToolSpec) => void)[] = [];
  const spec = new Spec(speller(() => new Promise((resolve) => answers.push(resolve))));
  spec.take({ ...stored(), source: 'schema' });
  spec.writeSchema('j:first');
  await vi.advanceTimersByTimeAsync(REST);
  spec.writeSchema('j:second');
  await vi.advanceTimersByTimeAsync(REST);
  answers[1]!(stored('second'));
  answers[0]!(stored('first'));
  await vi.advanceTimersByTimeAsync(0);
  expect(spec.parameters[0]?.name).toBe('second');
  expect(spec.isConverting).toBe(false);
});

it('keeps the last good forms while the source is wrong', async () => {
  const spec = new Spec(speller());
  spec.take({ ...stored(), source: 'schema' });
  spec.writeSchema('j:que!');
  await vi.advanceTimersByTimeAsync(REST);
  expect(spec.problems[0]?.message).toBe('No ! here.');
  expect([spec.signature, spec.parameters[0]?.name, spec.schema]).toEqual(['s:query', 'query', 'j:que!']);
});

it('makes a form that followed the source, with its text', async () => {
  const spec = new Spec(speller());
  spec.take(stored());
  spec.editHere('signature');
  await vi.advanceTimersByTimeAsync(0);
  expect(spec.edit).toMatchObject({ source: 'signature', signature: 's:query', schema: '', parameters: [] });
});

it('lights the innermost parameter at the cursor', () => {
  const spec = new Spec(speller());
  spec.take({
    ...stored(),
    marks: [
      { path: 'caller', signature: [0, 20], schema: null },
      { path: 'caller.name', signature: [8, 16], schema: null },
    ],
  });
  spec.light('signature', 10);
  expect(spec.lit).toBe('caller.name');
  spec.light('signature', 2);
  expect(spec.lit).toBe('caller');
  spec.light('signature', 30);
  expect(spec.lit).toBeNull();
});

it('refuses a way of writing that would say something else', async () => {
  const respellSignature = vi
    .fn<SpecBackend['respellSignature']>()
    .mockRejectedValueOnce({ code: 'invalid', message: 'Curried cannot say all of it: no Maybe.' })
    .mockResolvedValueOnce({ ...stored(), signature: '(a::Text)==>(::Integer)', dialect: 'classic' })
    .mockRejectedValueOnce({ code: 'internal', message: 'The studio stopped.' });
  const spec = new Spec({ ...speller(), respellSignature });
  spec.take({ ...stored(), source: 'signature', signature: '(a: Maybe Text) --> IO Int' });
  await spec.speak('curried');
  expect(respellSignature).toHaveBeenCalledWith('(a: Maybe Text) --> IO Int', 'curried');
  expect([spec.refused, spec.dialect]).toEqual(['Curried cannot say all of it: no Maybe.', 'arrow']);
  await spec.speak('classic');
  expect([spec.refused, spec.dialect, spec.signature]).toEqual([null, 'classic', '(a::Text)==>(::Integer)']);
  await spec.speak('arrow');
  expect([spec.refused, spec.dialect, spec.error?.message]).toEqual([null, 'classic', 'The studio stopped.']);
});

it('shows nested parameters below the one that holds them', () => {
  const [parameter] = converted({ ...stored(), source: 'schema' }).parameters;
  const schema = '{"properties":{"number":{"type":"string"},"name":{"type":"string"}},"required":["number"]}';
  const shown = rows([{ ...parameter!, name: 'caller', kind: 'object', validation_schema: schema }]);
  expect(shown.map(({ path, depth, isRequired }) => [path, depth, isRequired])).toEqual([
    ['caller', 0, true],
    ['caller.number', 1, true],
    ['caller.name', 1, false],
  ]);
  expect(shown[0]?.check).toBe('2 properties');
});
