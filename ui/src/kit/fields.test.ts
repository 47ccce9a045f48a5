import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import ErrorState from './ErrorState.svelte';
import EmptyState from './EmptyState.svelte';
import Finder from './Finder.svelte';
import Segmented from './Segmented.svelte';
import TextArea from './TextArea.svelte';
import TextField from './TextField.svelte';
import Toaster from './Toaster.svelte';
import { detailsOf } from './details';
import { dismissToast, toast } from './toast';

const row = createRawSnippet((item: () => string) => ({
  render: () => `<span>${item().replaceAll('<', '&lt;')}</span>`,
}));
const press = (element: Element, key: string) => fireEvent.keyDown(element, { key });

describe('a finder', () => {
  const field = () => screen.getByRole<HTMLInputElement>('combobox');
  const found = () => screen.queryAllByRole('option').map((option) => option.textContent);
  const chosen = () => screen.getByRole('option', { selected: true }).textContent;
  function shown(items: string[], props: object = {}) {
    const onpick = vi.fn();
    const view = render(Finder<string>, {
      items,
      key: String,
      text: String,
      label: 'Skill',
      row: row as never,
      onpick,
      ...props,
    });
    return { onpick, ...view };
  }

  test('finds by any part of a name, however it is written', async () => {
    const { onpick } = shown(['Gas-Leak', 'water-leak', 'boiler']);
    await fireEvent.input(field(), { target: { value: '  LEAK ' } });
    expect(found()).toEqual(['Gas-Leak', 'water-leak']);
    await press(field(), 'ArrowDown');
    await press(field(), 'Enter');
    expect(onpick.mock.calls).toEqual([['water-leak']]);
    expect(await faults()).toEqual([]);
  });

  test('stays at its ends, and starts anew with another word', async () => {
    shown(['a', 'ab', 'abc']);
    await press(field(), 'ArrowUp');
    expect(chosen()).toBe('a');
    for (let step = 0; step < 5; step += 1) await press(field(), 'ArrowDown');
    expect(chosen()).toBe('abc');
    await fireEvent.input(field(), { target: { value: 'a' } });
    expect(chosen()).toBe('a');
  });

  test('keeps a choice when what there is gets less under it', async () => {
    const { rerender, onpick } = shown(['a', 'b', 'c']);
    for (let step = 0; step < 2; step += 1) await press(field(), 'ArrowDown');
    await rerender({ items: ['a', 'b'] });
    expect(chosen()).toBe('b');
    await press(field(), 'Enter');
    expect(onpick.mock.calls).toEqual([['b']]);
  });

  test('says where nothing fits, and Enter then picks nothing', async () => {
    const { onpick } = shown(['a'], { nothing: 'No skill is named so.' });
    await fireEvent.input(field(), { target: { value: 'zz' } });
    expect([screen.getByRole('status').textContent, field().getAttribute('aria-activedescendant')]).toEqual([
      'No skill is named so.',
      null,
    ]);
    await press(field(), 'Enter');
    expect(onpick).not.toHaveBeenCalled();
  });

  test('draws so many, says how many others there are, and finds those by typing', async () => {
    shown(
      Array.from({ length: 65 }, (_, at) => `skill-${at}`),
      { most: 60 },
    );
    expect([found().length, screen.getByText('5 more. Type to narrow the list.').isConnected]).toEqual([60, true]);
    await fireEvent.input(field(), { target: { value: 'skill-64' } });
    expect([found(), screen.queryByText(/Type to narrow/)]).toEqual([['skill-64'], null]);
  });

  test('Escape empties it first and leaves it second', async () => {
    const onclose = vi.fn();
    shown(['a'], { onclose });
    await fireEvent.input(field(), { target: { value: 'a' } });
    await press(field(), 'Escape');
    expect([field().value, onclose.mock.calls.length]).toEqual(['', 0]);
    await press(field(), 'Escape');
    expect(onclose).toHaveBeenCalledOnce();
  });

  test('takes the keyboard where it is told to, and a press on a row leaves it there', async () => {
    const { onpick } = shown(['a', 'b'], { autofocus: true });
    expect(document.activeElement).toBe(field());
    const down = new Event('pointerdown', { bubbles: true, cancelable: true });
    await fireEvent(screen.getByRole('option', { name: 'b' }), down);
    expect(down.defaultPrevented).toBe(true);
    await fireEvent.click(screen.getByRole('option', { name: 'b' }));
    expect(onpick.mock.calls).toEqual([['b']]);
  });

  test.each(oddNames)('finds a name %s', async (_, name) => {
    const { onpick } = shown(['plain', name]);
    await fireEvent.input(field(), { target: { value: name.slice(0, 6) } });
    await press(field(), 'Enter');
    expect(onpick.mock.calls).toEqual([[name]]);
  });
});

describe('a text', () => {
  test('of one line says that it is wrong, and passes on what it is asked', async () => {
    const oninput = vi.fn();
    render(TextField, { value: 'a', invalid: true, 'aria-label': 'Name', placeholder: 'gas', oninput });
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect([input.value, input.getAttribute('aria-invalid'), input.placeholder]).toEqual(['a', 'true', 'gas']);
    await fireEvent.input(input, { target: { value: 'ab' } });
    expect(oninput).toHaveBeenCalledOnce();
  });

  test('of several lines has a twin of the same text that gives it its height, unheard', async () => {
    const { container } = render(TextArea, { value: 'one', 'aria-label': 'Description', rows: 3, maxRows: 9 });
    await fireEvent.input(screen.getByRole('textbox', { name: 'Description' }), { target: { value: 'one\ntwo\n' } });
    const twin = container.querySelector('.twin')!;
    expect([twin.textContent, twin.getAttribute('aria-hidden')]).toEqual(['one\ntwo\n\u200b', 'true']);
    expect(container.querySelector<HTMLElement>('.area')?.style.getPropertyValue('--max-rows')).toBe('9');
    expect(await faults()).toEqual([]);
  });
});

test('a segmented choice goes round at its ends', async () => {
  const onchange = vi.fn();
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
  render(Segmented, { label: 'Which', options, value: 'a', onchange });
  await press(screen.getByRole('radio', { name: 'a' }), 'ArrowLeft');
  await press(screen.getByRole('radio', { name: 'c' }), 'ArrowDown');
  expect(onchange.mock.calls).toEqual([['c'], ['a']]);
  expect(await press(screen.getByRole('radio', { name: 'a' }), 'Tab')).toBe(true);
});

test('a segmented choice can be reached by Tab where nothing is chosen, or what cannot be', async () => {
  const onchange = vi.fn();
  const options = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value, disabled: value === 'a' }));
  const { rerender } = render(Segmented, { label: 'Which', options, onchange });
  const stops = () =>
    screen.getAllByRole<HTMLElement>('radio').flatMap((each) => (each.tabIndex === 0 ? each.textContent : []));
  expect(stops()).toEqual(['b']);
  await rerender({ value: 'a' });
  expect(stops()).toEqual(['b']);
  await press(screen.getByRole('radio', { name: 'b' }), 'ArrowLeft');
  expect([onchange.mock.lastCall, stops()]).toEqual([['d'], ['d']]);
});

describe('a failure', () => {
  const writeText = vi.fn(async () => {});
  const said = () =>
    [...document.querySelectorAll('[data-sonner-toast]')].map((each) =>
      each.querySelector('[data-title]')?.textContent?.trim(),
    );
  beforeEach(() => {
    writeText.mockClear();
    Object.assign(navigator, { clipboard: { writeText } });
  });

  test('in a place gives all that is known to whoever copies it, and says that it did', async () => {
    render(Toaster);
    const error = { code: 'file', message: 'the file `a.md` is gone', detail: 'os error 2' };
    render(ErrorState, { error });
    expect(screen.getByRole('alert').textContent).toContain('The file a.md is gone');
    expect(await faults(screen.getByRole('alert'))).toEqual([]);
    await fireEvent.click(screen.getByRole('button', { name: 'Copy details' }));
    expect(writeText.mock.calls).toEqual([['Something went wrong\nfile: the file `a.md` is gone\nos error 2']]);
    await vi.waitFor(() => expect(said()).toContain('Details copied'));
  });

  test('without more to say is its code and its message', () =>
    expect(detailsOf({ code: 'stale', message: 'It changed.', detail: null })).toBe('stale: It changed.'));

  test('in passing can be taken back, and is taken away by whoever said it', async () => {
    render(Toaster);
    const perform = vi.fn();
    toast('Moved to trash', { id: 'moved', duration: Infinity, action: { label: 'Undo', perform } });
    await vi.waitFor(() => expect(said()).toContain('Moved to trash'));
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(perform).toHaveBeenCalledOnce();
    toast('Saving…', { id: 'saving', duration: Infinity, tone: 'warn' });
    await vi.waitFor(() => expect(said()).toContain('Saving…'));
    dismissToast('saving');
    await vi.waitFor(() => expect(said()).not.toContain('Saving…'));
  });
});

test('an empty place names its second way more quietly than its first', async () => {
  const [perform, other] = [vi.fn(), vi.fn()];
  render(EmptyState, {
    title: 'No skills',
    action: { label: 'New skill', perform },
    secondary: { label: 'Import', perform: other },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect([perform.mock.calls.length, other.mock.calls.length]).toEqual([0, 1]);
  const isFirst = (name: string) => screen.getByRole('button', { name }).classList.contains('primary');
  expect([isFirst('New skill'), isFirst('Import')]).toEqual([true, false]);
});
