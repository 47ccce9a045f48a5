import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import Banner from './Banner.svelte';
import Button from './Button.svelte';
import Checkbox from './Checkbox.svelte';
import Chip from './Chip.svelte';
import ConfirmDialog from './ConfirmDialog.svelte';
import Delta from './Delta.svelte';
import EmptyState from './EmptyState.svelte';
import ErrorState from './ErrorState.svelte';
import Field from './Field.svelte';
import GroupRow from './GroupRow.svelte';
import Progress from './Progress.svelte';
import ScoreBar from './ScoreBar.svelte';
import SearchField from './SearchField.svelte';
import Segmented from './Segmented.svelte';
import Switch from './Switch.svelte';
import Tabs from './Tabs.svelte';

afterEach(cleanup);

const text = (words: string) => createRawSnippet(() => ({ render: () => `<span>${words}</span>` }));

describe('what is ticked or switched', () => {
  test.each([
    ['checkbox', Checkbox],
    ['switch', Switch],
  ] as const)('a %s is pressed by itself and by its label, and says how it is', async (role, component) => {
    const onchange = vi.fn();
    render(component, { label: 'Wrap lines', onchange });
    const control = screen.getByRole(role, { name: 'Wrap lines' });
    expect(control.getAttribute('aria-checked')).toBe('false');
    await fireEvent.click(control);
    expect(control.getAttribute('aria-checked')).toBe('true');
    await fireEvent.click(screen.getByText('Wrap lines'));
    expect(onchange.mock.calls).toEqual([[true], [false]]);
  });

  test.each([
    ['checkbox', Checkbox],
    ['switch', Switch],
  ] as const)('a %s that is disabled does nothing', async (role, component) => {
    const onchange = vi.fn();
    render(component, { label: 'Wrap lines', disabled: true, onchange });
    const control = screen.getByRole<HTMLButtonElement>(role);
    await fireEvent.click(control);
    expect([control.disabled, control.getAttribute('aria-checked'), onchange.mock.calls.length]).toEqual([
      true,
      'false',
      0,
    ]);
  });

  test.each([
    ['checkbox', Checkbox],
    ['switch', Switch],
  ] as const)('a %s without a shown label keeps its name', (role, component) => {
    render(component, { label: 'Choose git', hideLabel: true });
    expect(screen.getByRole(role, { name: 'Choose git' })).toBeTruthy();
    expect(screen.queryByText('Choose git')).toBeNull();
  });

  test('a checkbox for some of many is neither on nor off', () => {
    render(Checkbox, { label: 'All', indeterminate: true });
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('mixed');
  });
});

describe('choices', () => {
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second', disabled: true },
    { value: 'c', label: 'Third' },
  ];

  test('what is chosen already is not told again, and what is disabled cannot be', async () => {
    const onchange = vi.fn();
    render(Segmented, { label: 'Which', options, value: 'a', onchange });
    // As a pointer presses: what is disabled hears nothing of it.
    for (const name of ['First', 'Second']) screen.getByRole('radio', { name }).click();
    expect(onchange).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('radio', { name: 'Third' }));
    expect(onchange.mock.calls).toEqual([['c']]);
    expect(screen.getByRole('radio', { name: 'Third' }).getAttribute('aria-checked')).toBe('true');
  });

  test('tabs name their list, count what is in them and tell which is chosen', async () => {
    const onchange = vi.fn();
    const tabs = [
      { value: 'a', label: 'Problems', count: 1234, tone: 'warn' as const },
      { value: 'b', label: 'Versions', count: 3 },
    ];
    render(Tabs, { label: 'Inspector', tabs, value: 'a', onchange });
    expect(screen.getByRole('tablist', { name: 'Inspector' })).toBeTruthy();
    const [problems, versions] = screen.getAllByRole('tab');
    expect(problems!.textContent).toMatch(/Problems\s+1[,\u202f ]?234/);
    expect(problems!.getAttribute('aria-selected')).toBe('true');
    await fireEvent.click(versions!);
    expect(onchange).toHaveBeenCalledWith('b');
  });
});

describe('buttons', () => {
  test('one that works or is disabled is not pressed', () => {
    const onclick = vi.fn();
    render(Button, { onclick, loading: true, children: text('Save') });
    render(Button, { onclick, disabled: true, children: text('Run') });
    for (const button of screen.getAllByRole('button')) button.click();
    expect(onclick).not.toHaveBeenCalled();
  });

  test('a chip is pressed and removed apart', async () => {
    const [onclick, onremove] = [vi.fn(), vi.fn()];
    render(Chip, { label: 'medical', count: 4, selected: true, onclick, onremove });
    const body = screen.getByRole('button', { pressed: true });
    expect(body.textContent).toMatch(/medical\s*4/);
    await fireEvent.click(screen.getByRole('button', { name: 'Remove medical' }));
    expect([onclick.mock.calls.length, onremove.mock.calls.length]).toEqual([0, 1]);
    await fireEvent.click(body);
    expect(onclick).toHaveBeenCalledOnce();
  });

  test('a chip that only names has no button', () => {
    render(Chip, { label: 'medical' });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a group says whether it is open', async () => {
    const ontoggle = vi.fn();
    render(GroupRow, { title: 'Evidence', count: 5, open: false, ontoggle });
    const row = screen.getByRole('button', { expanded: false });
    expect(row.textContent).toMatch(/Evidence\s*5/);
    await fireEvent.click(row);
    expect(ontoggle).toHaveBeenCalledOnce();
  });
});

describe('a field', () => {
  function shown(props: object) {
    const children = createRawSnippet<[{ id: string; 'aria-describedby'?: string; 'aria-invalid'?: string }]>(
      (control) => ({
        render: () => {
          const { id, 'aria-describedby': note, 'aria-invalid': invalid } = control();
          return `<input id="${id}" ${note ? `aria-describedby="${note}"` : ''} ${invalid ? 'aria-invalid="true"' : ''}>`;
        },
      }),
    );
    render(Field, { label: 'Name', children, ...props });
    return screen.getByLabelText(/Name/);
  }

  test('has its label and its hint', () => {
    const input = shown({ hint: 'Such as `files`.' });
    const note = document.getElementById(input.getAttribute('aria-describedby')!);
    expect(note?.textContent?.trim()).toBe('Such as files.');
    expect([input.getAttribute('aria-invalid'), screen.queryByRole('alert')]).toEqual([null, null]);
  });

  test('says what is wrong in place of the hint, aloud', () => {
    const input = shown({ hint: 'A hint.', error: 'Enter a name.' });
    expect(screen.getByRole('alert').textContent).toContain('Enter a name.');
    expect([input.getAttribute('aria-invalid'), screen.queryByText('A hint.')]).toEqual(['true', null]);
  });

  test('without anything to say is described by nothing', () =>
    expect(shown({}).getAttribute('aria-describedby')).toBeNull());
});

describe('a search', () => {
  test('has a cross once something is typed, which gives the keyboard back', async () => {
    const onclear = vi.fn();
    render(SearchField, { label: 'Filter', value: 'git', onclear });
    await fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
    expect([input.value, document.activeElement === input, onclear.mock.calls.length]).toEqual(['', true, 1]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('leaves Escape to the dialog it stands in once it is empty', async () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    const onkeydown = vi.fn();
    document.body.append(dialog);
    document.body.addEventListener('keydown', onkeydown);
    render(SearchField, { target: dialog, props: { label: 'Filter', value: 'git' } });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    input.focus();
    await fireEvent.keyDown(input, { key: 'Escape' });
    expect([input.value, onkeydown.mock.calls.length]).toEqual(['', 0]);
    await fireEvent.keyDown(input, { key: 'Escape' });
    expect([onkeydown.mock.calls.length, document.activeElement === input]).toEqual([1, true]);
    document.body.removeEventListener('keydown', onkeydown);
    dialog.remove();
  });

  test('leaves Escape to whoever took it', async () => {
    render(SearchField, { label: 'Filter', value: 'git', onkeydown: (event: KeyboardEvent) => event.preventDefault() });
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await fireEvent.keyDown(input, { key: 'Escape' });
    expect(input.value).toBe('git');
  });
});

describe('what is told', () => {
  test.each([
    ['danger', 'alert'],
    ['warn', 'status'],
    ['neutral', 'status'],
  ] as const)('a banner that is %s is an %s', (tone, role) => {
    render(Banner, { tone, children: text('The library was moved.') });
    expect(screen.getByRole(role).textContent).toContain('The library was moved.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a banner goes when it is put away', async () => {
    const ondismiss = vi.fn();
    render(Banner, { children: text('Upgraded.'), ondismiss });
    await fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(ondismiss).toHaveBeenCalledOnce();
  });

  test('a failure is a sentence with a way on', async () => {
    const [retry, perform] = [vi.fn(), vi.fn()];
    const error = { message: 'no such skill', detail: 'at line 3' };
    render(ErrorState, { error: error as never, title: "Couldn't load", retry, action: { label: 'Go back', perform } });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('No such skill');
    expect(alert.textContent).not.toContain('at line 3');
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Go back' }));
    expect([retry.mock.calls.length, perform.mock.calls.length]).toEqual([1, 1]);
  });

  test('an empty place offers what there is to do, and nothing where there is nothing', async () => {
    const perform = vi.fn();
    const { unmount } = render(EmptyState, { title: 'No tools', action: { label: 'New tool', perform } });
    await fireEvent.click(screen.getByRole('button', { name: 'New tool' }));
    expect(perform).toHaveBeenCalledOnce();
    unmount();
    render(EmptyState, { title: 'No tools', text: 'None yet.' });
    expect([screen.queryByRole('button'), screen.getByText('None yet.') !== null]).toEqual([null, true]);
  });

  test('progress tells how much of how many; where that is unknown, neither', () => {
    const { unmount } = render(Progress, { label: 'Indexing', value: 3, total: 12 });
    const bar = screen.getByRole('progressbar', { name: 'Indexing' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['3', '12']);
    expect(bar.style.getPropertyValue('--share')).toBe('0.25');
    unmount();
    render(Progress, { label: 'Reading', value: 3, total: 0 });
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
  });

  test('progress beyond its end is full', () => {
    render(Progress, { label: 'Indexing', value: 20, total: 12 });
    expect(screen.getByRole('progressbar').style.getPropertyValue('--share')).toBe('1');
  });

  test.each([
    [0.05, 'more', 'up, better', '0.050', 'good'],
    [-0.05, 'more', 'down, worse', '0.050', 'bad'],
    [-0.05, 'less', 'down, better', '0.050', 'good'],
    [0, 'more', 'no change', '0', 'flat'],
    [-0.0004, 'more', 'no change', '0', 'flat'],
  ] as const)('a change of %f, where %s is better, reads %s %s and is %s', (value, better, word, amount, tone) => {
    const { container } = render(Delta, { value, better });
    const delta = container.querySelector('.delta')!;
    expect(delta.textContent?.replace(/\s+/g, ' ').trim()).toBe(`${word} ${amount}`);
    expect(delta.classList.contains(tone)).toBe(true);
  });

  test('a score says its parts, fills no more than its bar and marks the threshold where it lies within it', async () => {
    const fields = { name: 3, description: 0, tags: 0, body: 1 };
    const { container, rerender } = render(ScoreBar, { fields: fields as never, max: 2, threshold: 1 });
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^Score 4\.000: .*3\.000, .*1\.000$/);
    const widths = [...container.querySelectorAll<HTMLElement>('.part')].map((part) => part.style.width);
    expect(widths).toEqual(['100%', '50%']);
    expect(container.querySelector<HTMLElement>('.threshold')?.style.left).toBe('50%');
    await rerender({ fields: fields as never, max: 2, threshold: 3 });
    expect(container.querySelector('.threshold')).toBeNull();
  });
});

describe('a question', () => {
  test('waits for what it started', async () => {
    let done: () => void = () => {};
    const onconfirm = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
    render(ConfirmDialog, { open: true, title: 'Delete it?', text: 'For good.', confirm: 'Delete', onconfirm });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await fireEvent.click(button);
    button.click();
    expect(onconfirm).toHaveBeenCalledOnce();
    expect(screen.getByRole('dialog')).toBeTruthy();
    done();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that is left does nothing', async () => {
    const [onconfirm, oncancel] = [vi.fn(), vi.fn()];
    render(ConfirmDialog, {
      open: true,
      title: 'Delete it?',
      text: 'For good.',
      confirm: 'Delete',
      onconfirm,
      oncancel,
    });
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(oncancel).toHaveBeenCalledOnce());
    expect(onconfirm).not.toHaveBeenCalled();
  });
});
