import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from '$kit';
import { StudioError, type ToolParameter, type ToolSpec } from '$lib/ipc';
import { ODD_NAMES, faults, later, wordsOf, write } from '$lib/testing/screen';
import { converted, spec as stored, speller } from './fixtures';
import { empty } from './parameters';
import { Spec } from './spec.svelte';
import SpecSection from './SpecSection.svelte';

// jsdom has no layout; the editors ask where letters are.

let open: Spec | null = null;
afterEach(() => open?.stop());

function show(
  some: Partial<ToolSpec> = {},
  convert = async (edit: Parameters<typeof converted>[0]) => converted(edit),
) {
  const spec = (open = new Spec(speller(convert)));
  spec.take({ ...stored(), source: 'parameters', ...some });
  render(Toaster);
  const { container } = render(SpecSection, { spec });
  return { spec, container };
}
const parameter = (name: string, some: Partial<ToolParameter> = {}): ToolParameter => ({ ...empty(name), ...some });
const names = (spec: Spec) => spec.parameters.map(({ name }) => name);
const rows = () => within(screen.getByTestId('parameters')).getAllByRole('row').slice(1).map(wordsOf);
const edit = () => within(screen.getByTestId('parameter-edit'));

describe('the table', () => {
  it('says that there is none, and adds one under a free name, ready to be named', async () => {
    const { spec } = show({ parameters: [] });
    expect(screen.getByText('No parameters.')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('add-parameter'));
    expect(names(spec)).toEqual(['parameter_1']);
    const name = edit().getByLabelText<HTMLInputElement>('Name');
    await waitFor(() => expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'parameter_1'.length]));
    spec.writeParameters([parameter('parameter_2')]);
    await fireEvent.click(screen.getByTestId('add-parameter'));
    expect(names(spec)).toEqual(['parameter_2', 'parameter_3']);
  });

  it('moves one no further than the ends, with its details open', async () => {
    const { spec } = show({ parameters: [parameter('a'), parameter('b')] });
    await fireEvent.click(screen.getByText('a'));
    expect(edit().getByLabelText<HTMLButtonElement>('Move up').disabled).toBe(true);
    await fireEvent.click(edit().getByLabelText('Move down'));
    expect(names(spec)).toEqual(['b', 'a']);
    expect(edit().getByLabelText<HTMLInputElement>('Name').value).toBe('a');
    expect(edit().getByLabelText<HTMLButtonElement>('Move down').disabled).toBe(true);
    await fireEvent.click(edit().getByLabelText('Remove a'));
    expect([names(spec), screen.queryByTestId('parameter-edit')]).toEqual([['b'], null]);
  });

  it('shows nested parameters, what is checked and what is the default, none of them to be edited', async () => {
    const validation_schema =
      '{"properties": {"number": {"type": ["string", "null"], "minLength": 3}}, "required": ["number"]}';
    const { spec } = show({
      parameters: [
        parameter('caller', { kind: 'object', validation_schema, required: false }),
        parameter('level', { default_value: '2' }),
      ],
    });
    expect(rows()).toEqual([
      expect.stringMatching(/caller 1 property ?object ?optional/),
      expect.stringMatching(/number \{"minLength":3\} ?string or null ?required/),
      expect.stringMatching(/level default 2 ?string ?required/),
    ]);
    await fireEvent.click(screen.getByText('number'));
    expect([spec.lit, screen.queryByTestId('parameter-edit')]).toEqual(['caller.number', null]);
  });

  it('says that a default or a check is no JSON, and forgets what is emptied', async () => {
    const { spec } = show({ parameters: [parameter('a', { description: 'Old.' })] });
    await fireEvent.click(screen.getByText('a'));
    await write(edit().getByLabelText(/^Default/), 'yes');
    expect(edit().getByText('Invalid JSON. Put text in quotes.')).toBeTruthy();
    await write(edit().getByLabelText(/^Default/), '"yes"');
    expect(edit().queryByText(/Invalid JSON/)).toBeNull();
    await write(edit().getByLabelText('Description'), '');
    await fireEvent.click(edit().getByLabelText('Required'));
    expect(spec.parameters[0]).toMatchObject({ default_value: '"yes"', description: null, required: false });
  });

  it.each(ODD_NAMES)('keeps a name of any sort lit while it is typed: %s', async (name) => {
    const { spec } = show({ parameters: [parameter('a')] });
    await fireEvent.click(screen.getByText('a'));
    await write(edit().getByLabelText('Name'), name);
    expect([names(spec), spec.lit]).toEqual([[name], name]);
    expect(screen.getByText(name.trim()).getAttribute('aria-current')).toBe('true');
  });

  it('is only read while another form is the source', async () => {
    show({ source: 'schema', parameters: [parameter('a')] });
    expect(screen.queryByTestId('add-parameter')).toBeNull();
    await fireEvent.click(screen.getByText('a'));
    expect(screen.queryByTestId('parameter-edit')).toBeNull();
  });
});

describe('the three forms', () => {
  it('say which is the source, and take turns', async () => {
    const { spec } = show();
    expect(screen.getAllByText('generated')).toHaveLength(2);
    await fireEvent.click(screen.getByTestId('edit-schema'));
    await waitFor(() => expect(spec.source).toBe('schema'));
    expect(screen.getByText('source').dataset.tip).toBe('Signature and parameters are generated from it');
    expect(screen.queryByTestId('edit-schema')).toBeNull();
  });

  it('say that they are outdated while the source is wrong, and where it is', async () => {
    const { spec } = show({ source: 'schema' });
    spec.writeSchema('j:q!');
    const problems = await screen.findByTestId('spec-problems');
    expect(wordsOf(problems)).toMatch(/^error ?1:1 ?No ! here\.$/);
    expect(screen.getAllByText('outdated')).toHaveLength(2);
    await fireEvent.click(within(problems).getByRole('button'));
    expect(document.activeElement).toBe(screen.getByTestId('schema-text'));
  });

  it('say that a signature cannot express it, and let it not be edited there', () => {
    show({ signature: '' });
    expect(screen.getByText(/^A signature can't express this definition/)).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('edit-signature').disabled).toBe(true);
  });

  it('say why they could not be made at all', async () => {
    const { spec } = show({}, async () => Promise.reject(new StudioError('internal', 'The reader is gone.')));
    await spec.refresh();
    expect(await screen.findByText('The reader is gone.')).toBeTruthy();
  });

  it('say why a signature is not written another way, until that is dismissed', async () => {
    const { spec } = show({ source: 'signature', signature: '(a: Text) --> {b: Text}' });
    await fireEvent.click(screen.getByText('Curried'));
    expect(await screen.findByText(/^Curried cannot say all of it/)).toBeTruthy();
    expect(spec.dialect).toBe('arrow');
    await fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByText(/^Curried cannot/)).toBeNull();
  });

  it('copy the schema as it stands', async () => {
    const copied = vi.fn(async (_text: string) => {});
    Object.assign(navigator, { clipboard: { writeText: copied } });
    show();
    await fireEvent.click(screen.getByLabelText('Copy JSON Schema'));
    expect(copied).toHaveBeenCalledWith('j:query');
    expect(await screen.findByText('JSON Schema copied')).toBeTruthy();
  });

  it('name what another one cannot say, a few at first', async () => {
    const losses = Array.from({ length: 6 }, (_, at) => ({
      form: 'signature' as const,
      parameter: `p${at}`,
      why: 'It has no `minLength`.',
    }));
    show({ losses: losses as never });
    const list = within(screen.getByTestId('spec-losses'));
    expect(list.getAllByText(/^p\d$/)).toHaveLength(3);
    await fireEvent.click(list.getByText('Show 3 more notes'));
    expect(list.getAllByText(/^p\d$/)).toHaveLength(6);
    await fireEvent.click(list.getByText('Show fewer'));
    expect(list.getAllByText(/^p\d$/)).toHaveLength(3);
  });

  it('leave what is written when its tool is left before it was converted', async () => {
    const answer = later<ToolSpec>();
    const { spec } = show({ source: 'schema' }, () => answer.promise);
    const asked = spec.refresh();
    spec.stop();
    answer.resolve(stored('late'));
    await asked;
    expect([spec.schema, spec.isConverting]).toEqual(['j:query', false]);
  });

  it('have no findings of axe', async () => {
    const { container } = show({ parameters: [parameter('a'), parameter('b')] });
    await fireEvent.click(screen.getByText('a'));
    expect(await faults(container)).toEqual([]);
  });
});
