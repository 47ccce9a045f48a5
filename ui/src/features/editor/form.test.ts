import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analysis, FieldValue, FileContent, Finding, FrontmatterEdit, SkillRow, ToolInfo } from '$lib/ipc';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { byTip } from '$lib/testing/tips';
import ChipField from './ChipField.svelte';
import { OpenDocument } from './document.svelte';
import type { Editor } from './editor.svelte';
import FrontmatterForm from './FrontmatterForm.svelte';

const TEXT = '---\nname: gas\nallowed-tools: [send_smss]\n---\nCall `send_smss` or send_smss.\n';
const value = (key: string, part: Partial<FieldValue> = {}): FieldValue =>
  ({ key, text: '', items: [], form: 'text', line: 1, ...part }) as FieldValue;
const unknown: Finding = {
  severity: 'error',
  code: 'unknown-tool',
  message: 'Unknown tool `send_smss`.',
  start: { line: 3, column: 1 },
  end: { line: 3, column: 4 },
  from: 30,
  to: 39,
  targets: [],
  subject: 'send_smss',
  actions: [],
  ignored: null,
  fix: null,
};

let fields: FieldValue[];
let findings: Finding[];
const analysis = (): Analysis => ({
  findings,
  frontmatter: { fields, definition: [], body_from: 47, unreadable: null },
  tokens: { description: 0, body: 0, files: 0 },
  preview: '',
  preview_cut: null,
});
const studio = {
  analyze: vi.fn(() => structuredClone(analysis())),
  editFrontmatter: vi.fn<(given: { text: string; edit: FrontmatterEdit }) => unknown>(() => []),
  saveDraft: vi.fn(() => null),
  deleteDraft: vi.fn(() => null),
  saveUndoHistory: vi.fn(() => null),
  ignoreProblem: vi.fn<() => unknown>(() => null),
  suggestTool: vi.fn<(given: { text: string; name: string }) => unknown>(),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const tools = [{ ...recorded('listTools')[0]!, name: 'send_sms', description: 'Sends a text.' }] as ToolInfo[];

beforeEach(() => {
  vi.clearAllMocks();
  fields = [
    value('name', { text: 'gas' }),
    value('description', { text: 'Handles gas leaks at home.' }),
    value('tags', { items: ['safety'], form: 'list' }),
  ];
  findings = [];
  studio.editFrontmatter.mockImplementation(() => []);
  recordedStudio(studio);
  app.library = { ...recorded('getLibrary'), read_only: null };
  app.rows = [{ tags: ['safety', 'gas', 'garden'] }, { tags: ['gas'] }] as unknown as SkillRow[];
});

async function shown() {
  const content: FileContent = {
    path: 'SKILL.md',
    text: TEXT,
    hash: 'h',
    is_text: true,
    aggregate_version: 1,
    draft: null,
  };
  const open = new OpenDocument('s1', 'SKILL.md', content, commands);
  await vi.waitFor(() => expect(open.analysis).not.toBeNull());
  render(FrontmatterForm, { editor: { tools } as unknown as Editor, open });
  return open;
}
const edits = () => studio.editFrontmatter.mock.calls.map(([{ edit }]) => edit);
const type = (id: string, text: string) => fireEvent.input(screen.getByTestId(id), { target: { value: text } });
const field = (id: string) => screen.getByTestId<HTMLInputElement>(id);

describe('the frontmatter as a form', () => {
  it('shows what the text says, and has nothing that axe finds wrong', async () => {
    findings = [{ ...unknown, code: 'description-no-when', subject: '' }];
    await shown();
    expect([field('field-name').value, field('field-description').value]).toEqual([
      'gas',
      'Handles gas leaks at home.',
    ]);
    expect(screen.getByText('26 of 1,024 characters')).toBeTruthy();
    expect(screen.getByText(/Says what it does but not when/)).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Tags' })).getByText('safety')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('keeps what is typed as it is typed until the field is left, and asks for the text to follow', async () => {
    await shown();
    await type('field-name', 'gas ');
    expect(field('field-name').value).toBe('gas ');
    await vi.waitFor(() => expect(edits()).toEqual([{ kind: 'set_text', key: 'name', value: 'gas ' }]));
    await fireEvent.blur(field('field-name'));
    expect(field('field-name').value).toBe('gas');
  });

  it('sends what was typed last, however fast one types', async () => {
    const ends: (() => void)[] = [];
    studio.editFrontmatter.mockImplementation(() => new Promise((end) => ends.push(() => end([]))));
    await shown();
    for (const text of ['a', 'ab', 'abc']) await type('field-name', text);
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]!();
    await vi.waitFor(() => expect(edits()).toHaveLength(2));
    expect(edits().at(-1)).toEqual({ kind: 'set_text', key: 'name', value: 'abc' });
  });

  it('says that a change failed, and shows what the text says when the field is left', async () => {
    studio.editFrontmatter.mockImplementation(() => {
      throw { code: 'invalid', message: 'The frontmatter cannot be read.', detail: null };
    });
    await shown();
    await type('field-name', 'other');
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Updating the frontmatter'));
    await fireEvent.blur(field('field-name'));
    expect(field('field-name').value).toBe('gas');
  });

  it('counts letters as a person does, and says when there are too many', async () => {
    fields[1] = value('description', { text: '👩‍🚒'.repeat(400) });
    await shown();
    expect(screen.getByText('1,200 of 1,024 characters').classList.contains('over')).toBe(true);
    expect(field('field-description').getAttribute('aria-invalid')).toBe('true');
  });

  it('undoes with its keys in the text, not in the field', async () => {
    const open = await shown();
    open.dispatch({ changes: { from: TEXT.length, insert: 'more' }, userEvent: 'input.type' });
    await fireEvent.keyDown(field('field-name'), { key: 'z', ctrlKey: true });
    expect(open.text).toBe(TEXT);
    await fireEvent.keyDown(field('field-name'), { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(open.text).toBe(`${TEXT}more`);
    expect(await fireEvent.keyDown(field('field-name'), { key: 'z' })).toBe(true);
  });

  it('has the parts of a definition folded, with those that are there', async () => {
    await shown();
    expect(screen.getByTestId('definition').textContent).toContain('display name, capabilities, hooks');
    await fireEvent.click(screen.getByTestId('definition'));
    await type('definition-on_activate', 'Say hello.');
    await vi.waitFor(() =>
      expect(edits()).toEqual([{ kind: 'set_definition', part: 'on_activate', value: 'Say hello.' }]),
    );
    await fireEvent.click(screen.getByTestId('definition'));
    expect(screen.queryByTestId('definition-on_activate')).toBeNull();
    expect(screen.getByTestId('definition').textContent).toContain('on-activate');
  });

  it('has other keys folded; one that is emptied and left goes', async () => {
    fields.push(
      value('license', { text: 'MIT' }),
      value('hosts', { items: ['a'], form: 'list' }),
      value('extra', { text: 'a: 1', form: 'map' as never }),
    );
    await shown();
    const more = screen.getByRole('button', { name: /3 more keys/ });
    expect([more.textContent?.includes('license, hosts, extra'), screen.queryByLabelText('license')]).toEqual([
      true,
      null,
    ]);
    await fireEvent.click(more);
    expect(byTip('Edit as YAML').textContent).toBe('a: 1');
    const license = screen.getByLabelText('license');
    await fireEvent.input(license, { target: { value: '' } });
    await fireEvent.blur(license);
    await vi.waitFor(() => expect(edits().at(-1)).toEqual({ kind: 'remove', key: 'license' }));
  });

  it('writes its draft at once when it goes', async () => {
    const open = await shown();
    const flush = vi.spyOn(open, 'flush');
    cleanup();
    expect(flush).toHaveBeenCalledOnce();
  });
});

describe('a tool nobody has', () => {
  beforeEach(() => {
    fields.push(value('allowed-tools', { items: ['send_smss'], form: 'list' }));
    findings = [unknown];
  });
  const open = async () => {
    const document = await shown();
    await fireEvent.click(
      within(screen.getByTestId('unknown-tool')).getByRole('button', { pressed: undefined, name: 'send_smss' }),
    );
    expect((await screen.findByTestId('tool-fix')).textContent).toContain('Unknown tool send_smss');
    return document;
  };

  it('is replaced by the closest, everywhere at once, as one step', async () => {
    const edits = [30, 51].map((from) => ({ from, to: from + 9, insert: 'send_sms' }));
    studio.suggestTool.mockImplementation(() => ({ name: 'send_sms', edits }));
    const document = await open();
    await vi.waitFor(() => expect(screen.getByTestId('tool-fix').textContent).toContain('Closest match: send_sms'));
    await fireEvent.click(screen.getByRole('button', { name: /Replace in 2 places/ }));
    expect(studio.suggestTool).toHaveBeenCalledWith({ text: TEXT, name: 'send_smss' });
    await vi.waitFor(() =>
      expect(document.text).toBe(TEXT.replace('[send_smss]', '[send_sms]').replace('`send_smss`', '`send_sms`')),
    );
    document.undo();
    expect(document.text).toBe(TEXT);
  });

  it('says that no tool is like it, once that is known', async () => {
    studio.suggestTool.mockImplementation(() => null);
    await open();
    expect(await screen.findByText(/No tool in the library has a similar name/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull();
  });

  it('is taken out, with the key where it was the last', async () => {
    await open();
    await fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await vi.waitFor(() => expect(edits()).toEqual([{ kind: 'remove', key: 'allowed-tools' }]));
  });

  it('is ignored', async () => {
    await open();
    await fireEvent.click(screen.getByRole('button', { name: 'Ignore' }));
    await vi.waitFor(() =>
      expect(Object.values((studio.ignoreProblem.mock.lastCall as unknown[])[0] as object)).toEqual([
        's1',
        'unknown-tool',
        'send_smss',
        '',
      ]),
    );
  });
});

describe('a list of names', () => {
  const [onadd, onremove] = [vi.fn(), vi.fn()];
  const begin = async (props: object = {}) => {
    render(ChipField, {
      noun: 'Tag',
      items: ['safety'],
      suggestions: [{ name: 'safety' }, { name: 'gas' }, { name: 'garden', detail: 'Outside' }],
      onadd,
      onremove,
      ...props,
    });
    await fireEvent.click(screen.getByTestId('add-tag'));
    return screen.getByLabelText<HTMLInputElement>('Add tag');
  };
  // An element that floats is hidden to jsdom.
  const options = () =>
    screen.queryAllByRole('option', { hidden: true }).map((option) => option.querySelector('span')?.textContent);
  const press = (input: Element, key: string) => fireEvent.keyDown(input, { key });

  it('offers what is not in it yet, and what fits what is typed', async () => {
    const input = await begin();
    expect(options()).toEqual(['gas', 'garden']);
    await fireEvent.input(input, { target: { value: 'GAR' } });
    expect(options()).toEqual(['garden']);
    await press(input, 'Enter');
    expect(onadd.mock.calls).toEqual([['garden']]);
    expect(input.value).toBe('');
  });

  it('goes through the offers with arrows, and takes what is typed where none is chosen', async () => {
    const input = await begin();
    await press(input, 'ArrowDown');
    await press(input, 'ArrowDown');
    await press(input, 'ArrowDown');
    const chosen = screen.getByRole('option', { selected: true, hidden: true });
    expect(chosen.textContent).toContain('garden');
    expect([input.getAttribute('role'), input.getAttribute('aria-expanded')]).toEqual(['combobox', 'true']);
    expect(input.getAttribute('aria-activedescendant')).toBe(chosen.id);
    expect(document.getElementById(input.getAttribute('aria-controls')!)).toBe(chosen.parentElement);
    for (let times = 0; times < 3; times += 1) await press(input, 'ArrowUp');
    expect(screen.queryByRole('option', { selected: true, hidden: true })).toBeNull();
    await fireEvent.input(input, { target: { value: 'new, other ,' } });
    await press(input, 'Enter');
    expect(onadd.mock.calls).toEqual([['new'], ['other']]);
  });

  it('takes what is typed when it is left, and nothing on Escape', async () => {
    const input = await begin();
    await fireEvent.input(input, { target: { value: 'typed' } });
    await press(input, 'Escape');
    expect([onadd.mock.calls.length, screen.queryByRole('combobox')]).toEqual([0, null]);
  });

  it('takes the last one out with Backspace in an empty field only', async () => {
    const input = await begin();
    await fireEvent.input(input, { target: { value: 'x' } });
    await press(input, 'Backspace');
    expect(onremove).not.toHaveBeenCalled();
    await fireEvent.input(input, { target: { value: '' } });
    await press(input, 'Backspace');
    expect(onremove.mock.calls).toEqual([['safety']]);
  });

  it('takes what is pressed without losing the field', async () => {
    const input = await begin();
    const down = new Event('pointerdown', { bubbles: true, cancelable: true });
    await fireEvent(screen.getAllByRole('option', { hidden: true })[0]!, down);
    expect([down.defaultPrevented, onadd.mock.calls, input.isConnected]).toEqual([true, [['gas']], true]);
  });

  it.each(oddNames)('shows and removes a name %s', async (_, name) => {
    render(ChipField, { noun: 'Tag', items: [name], onadd, onremove });
    await fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
    expect(onremove.mock.calls).toEqual([[name]]);
  });
});
