import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Binding, type LibraryBehaviour, type LibraryTool, StudioError, type ToolLibraryInfo } from '$lib/ipc';
import { faults, later, wordsOf, write } from '$lib/testing/screen';
import * as make from './fixtures';
import { Libraries } from './libraries.svelte';
import LibraryContent from './LibraryContent.svelte';

const tool = (name: string, behaviour: LibraryBehaviour): LibraryTool =>
  ({ name, description: '', schema: '{}', behaviour }) as LibraryTool;
const bound = (name: string, some: Partial<Binding> = {}): Binding => ({
  tool_id: name,
  name,
  state: 'bound',
  differences: [],
  more_differences: 0,
  ...some,
});
const info = (name: string, is_built_in = false): ToolLibraryInfo => ({
  name,
  is_built_in,
  description: '',
  tools: [],
});

let tools: LibraryTool[];
let bindings: Binding[];
let backend: ReturnType<typeof make.backend>;
beforeEach(() => {
  tools = [tool('call', { kind: 'fixed', value: '{"ok": true}' })];
  bindings = [bound('call')];
  backend = make.backend({
    getToolLibrary: vi.fn(async () => ({ tools, unreadable: [] })) as never,
    bindToolLibrary: vi.fn(async () => bindings) as never,
    saveImplementation: vi.fn(async (_library: string, put: LibraryTool) => {
      tools = tools.map((each) => (each.name === put.name ? put : each));
      return null;
    }) as never,
  });
});

async function show(library = info('stub')) {
  const libraries = new Libraries(backend, async () => {});
  await libraries.open(library.name);
  const { container } = render(LibraryContent, { libraries, library });
  return { libraries, container };
}
const content = () => screen.getByTestId('library-content');
const choose = async (label: string, option: string) => {
  const trigger = screen.getByLabelText(label);
  await fireEvent.pointerDown(trigger, { button: 0, pointerType: 'mouse' });
  await fireEvent.pointerUp(trigger);
  const found = await screen.findByRole('option', { name: option });
  await fireEvent.pointerMove(found);
  await fireEvent.pointerUp(found);
};
const take = async (label: string, value: string) => {
  const area = screen.getByLabelText(label);
  await write(area, value);
  await fireEvent.change(area);
};
const put = () => vi.mocked(backend.saveImplementation).mock.lastCall as unknown as [string, LibraryTool];

describe('what a library does for a tool', () => {
  it('is typed as JSON and taken when the field is left, not before it is JSON', async () => {
    const { container } = await show();
    await take('Response as JSON of call', '{"ok": ');
    expect(wordsOf(content())).toContain('Not applied yet.');
    expect(backend.saveImplementation).not.toHaveBeenCalled();
    expect(await faults(container)).toEqual([]);
    await take('Response as JSON of call', '[1]');
    await waitFor(() => expect(put()).toEqual(['stub', tool('call', { kind: 'fixed', value: '[1]' })]));
    expect(wordsOf(content())).not.toContain('Not applied yet.');
  });

  it('keeps the answer when it is to come late, and a time that is one', async () => {
    await show();
    await choose('Behavior of call', 'Responds after a delay');
    await waitFor(() => expect(put()[1].behaviour).toEqual({ kind: 'delay', ms: 2000, value: '{"ok": true}' }));
    const ms = await screen.findByLabelText<HTMLInputElement>('Delay of call in milliseconds');
    for (const wrong of ['-1', '1.5', '600001', 'soon', '']) {
      await fireEvent.change(ms, { target: { value: wrong } });
      expect(ms.value, wrong).toBe('2000');
    }
    await fireEvent.change(ms, { target: { value: '50' } });
    await waitFor(() => expect(put()[1].behaviour).toMatchObject({ ms: 50 }));
  });

  it.each([
    ['Always fails', 'Message of call', { kind: 'error', message: 'Closed.' }],
    ['Returns invalid JSON', 'Text of call', { kind: 'garbage', text: 'Closed.' }],
  ])('may be something else: %s', async (kind, label, behaviour) => {
    await show();
    await choose('Behavior of call', kind);
    await screen.findByLabelText(label);
    await take(label, 'Closed.');
    await waitFor(() => expect(put()[1].behaviour).toEqual(behaviour));
  });

  it('says why it could not be set, and stays as it was', async () => {
    vi.mocked(backend.saveImplementation).mockRejectedValue(new StudioError('internal', 'The disk is full.'));
    const { libraries } = await show();
    await choose('Behavior of call', 'Returns the arguments');
    await waitFor(() => expect(libraries.failure?.message).toBe('The disk is full.'));
    expect(screen.getByLabelText('Response as JSON of call')).toBeTruthy();
  });
});

describe('a library', () => {
  it('counts what is bound, differs and is missing, shows the difference, and adds what is missing', async () => {
    const differences = [
      { part: 'description' as const, pointer: null, specification: 'Calls.', implementation: 'Calls back.' },
    ];
    bindings = [
      bound('call', { state: 'differs', differences, more_differences: 2 }),
      bound('send', { state: 'missing' }),
    ];
    tools = [...tools, tool('other', { kind: 'echo' })];
    await show();
    expect(wordsOf(content())).toMatch(/^0 tools bound, 1 differ, 1 missing/);
    expect(wordsOf(screen.getAllByTestId('behaviour')[0]!)).toContain('differs');
    expect(screen.getByLabelText(/^description of call/)).toBeTruthy();
    expect(screen.getByText('2 more differences not listed')).toBeTruthy();
    await choose('Add a tool to stub', 'send');
    await waitFor(() => expect(backend.getToolLibrary).toHaveBeenCalledWith('mock'));
  });

  it("of the studio loses no tool, and the tools' own cannot be changed", async () => {
    await show(info('own', true));
    expect(screen.queryByLabelText('Remove call')).toBeNull();
    expect(screen.queryByLabelText('Behavior of call')).toBeNull();
    expect(screen.getByText('Returns a fixed response')).toBeTruthy();
  });

  it('says why it could not be read, reads it again, and takes a tool out', async () => {
    vi.mocked(backend.bindToolLibrary).mockRejectedValueOnce(new StudioError('internal', 'A schema is damaged.'));
    await show();
    const failed = screen.getByTestId('error-state');
    expect(wordsOf(failed)).toContain('A schema is damaged.');
    await fireEvent.click(within(failed).getByText('Try again'));
    await fireEvent.click(await screen.findByLabelText('Remove call'));
    expect(backend.removeImplementation).toHaveBeenCalledWith('stub', 'call');
  });

  it('shows what it has, whichever of two was opened first', async () => {
    const { libraries } = await show();
    const slow = later<never>();
    vi.mocked(backend.getToolLibrary).mockReturnValueOnce(slow.promise);
    const first = libraries.open('slow');
    tools = [tool('newer', { kind: 'echo' })];
    await libraries.open('fast');
    slow.resolve({ tools: [tool('late', { kind: 'echo' })], unreadable: [] } as never);
    await first;
    await waitFor(() => expect(screen.getAllByTestId('behaviour').map(wordsOf)[0]).toContain('newer'));
    expect(libraries.chosen).toBe('fast');
  });
});
