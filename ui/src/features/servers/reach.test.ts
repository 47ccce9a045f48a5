import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { NamedValue } from '$lib/ipc';
import { faults, later, wordsOf, write } from '$lib/testing/screen';
import { server } from './fixtures';
import { ServerForm, line } from './form.svelte';
import ReachForm from './ReachForm.svelte';
import { type SecretKeeper, proposedName } from './secrets';

function show(form = new ServerForm(server('files', { transport: program() }))) {
  const secrets = {
    keep: vi.fn(async (name: string): Promise<string | null> => `secret://${name}`),
    isTaken: (name: string) => name === 'taken',
    find: vi.fn(async (values: NamedValue[]) => values.map(({ value }) => value.startsWith('sk-'))),
    missing: (value: string) => (value === 'secret://nowhere' ? 'nowhere' : null),
  } satisfies SecretKeeper;
  const onsplit = vi.fn();
  const { container } = render(ReachForm, { form, secrets, onsplit });
  return { form, secrets, onsplit, container };
}
const program = (args: string[] = [], env: NamedValue[] = []) => ({
  kind: 'stdio' as const,
  command: 'npx',
  args,
  env,
  cwd: '',
  sandbox: null,
});
const argument = (at: number) => screen.getByLabelText<HTMLInputElement>(`Argument ${at}`);

describe('arguments', () => {
  it('go on below with Enter, and an empty one goes with Backspace; the cursor follows', async () => {
    const { form } = show(new ServerForm(server('files', { transport: program(['-y', 'files']) })));
    argument(1).focus();
    await fireEvent.keyDown(argument(1), { key: 'Enter' });
    await waitFor(() => expect(document.activeElement).toBe(argument(2)));
    expect(form.fields.args).toEqual(['-y', '', 'files']);
    await fireEvent.keyDown(argument(2), { key: 'Backspace' });
    await waitFor(() => expect(document.activeElement).toBe(argument(1)));
    expect(form.fields.args).toEqual(['-y', 'files']);
  });

  it('keep Backspace for their letters, and Ctrl+Enter for the window', async () => {
    const { form } = show(new ServerForm(server('files', { transport: program(['-y']) })));
    await fireEvent.keyDown(argument(1), { key: 'Backspace' });
    await fireEvent.keyDown(argument(1), { key: 'Enter', ctrlKey: true });
    expect(form.fields.args).toEqual(['-y']);
  });

  it('are stored as they are written, empty ones not at all', async () => {
    const { form } = show();
    await fireEvent.click(screen.getByTestId('add-arg'));
    await write(argument(1), '  --name=a b ');
    await fireEvent.click(screen.getByTestId('add-arg'));
    expect(form.transport).toMatchObject({ args: ['  --name=a b '] });
  });

  it('are offered to be split only where the command holds them', async () => {
    const { onsplit } = show();
    expect(screen.queryByTestId('split-command')).toBeNull();
    await write(screen.getByTestId('server-command'), 'npx -y files');
    await fireEvent.click(await screen.findByTestId('split-command'));
    expect(onsplit).toHaveBeenCalledOnce();
    await fireEvent.click(screen.getByTestId('add-arg'));
    expect(screen.queryByTestId('split-command')).toBeNull();
  });
});

describe('variables', () => {
  const of = (value: string) =>
    new ServerForm(server('files', { transport: program([], [{ name: 'API_KEY', value }]) }));

  it('are warned of where the studio says that one is a secret', async () => {
    const { secrets } = show(of('sk-live'));
    const hint = await screen.findByText(/This looks like a secret/);
    expect(screen.getByLabelText('Value of API_KEY').getAttribute('aria-describedby')).toBe(hint.id);
    expect(secrets.find).toHaveBeenCalledWith([{ name: 'API_KEY', value: 'sk-live' }]);
    await write(screen.getByLabelText('Value of API_KEY'), 'plain');
    await waitFor(() => expect(screen.queryByText(/This looks like a secret/)).toBeNull());
  });

  it('are judged by the answer to what is written now', async () => {
    const { secrets } = show(of('plain'));
    const late = later<boolean[]>();
    secrets.find.mockReturnValueOnce(late.promise);
    await write(screen.getByLabelText('Value of API_KEY'), 'sk-');
    await write(screen.getByLabelText('Value of API_KEY'), 'short');
    late.resolve([true]);
    await late.promise;
    await Promise.resolve();
    expect(screen.queryByText(/This looks like a secret/)).toBeNull();
  });

  it('say which secret is not kept yet, and offer no reference to be kept', async () => {
    show(of('secret://nowhere'));
    expect(await screen.findByText(/There's no secret named nowhere/)).toBeTruthy();
    expect(screen.queryByTestId('keep-API_KEY')).toBeNull();
  });

  it('get the cursor when they are added, and go when they are removed', async () => {
    const { form } = show();
    await fireEvent.click(screen.getByTestId('add-variable'));
    const name = screen.getByLabelText('Name of variable 1');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await write(name, 'LEVEL');
    expect(form.transport).toMatchObject({ env: [{ name: 'LEVEL', value: '' }] });
    await fireEvent.click(screen.getByLabelText('Remove LEVEL'));
    expect(form.transport).toMatchObject({ env: [] });
  });

  it('stay as they are where the secret could not be kept, and a bad name is said', async () => {
    const { form, secrets } = show(of('sk-live'));
    secrets.keep.mockResolvedValueOnce(null);
    await fireEvent.click(await screen.findByTestId('keep-API_KEY'));
    const name = await screen.findByTestId<HTMLInputElement>('secret-name');
    expect(name.value).toBe('files-api-key');
    await write(name, 'two words');
    expect(wordsOf(await screen.findByRole('alert'))).toBe('Use up to 64 letters, digits, hyphens, and underscores.');
    expect(screen.getByTestId<HTMLButtonElement>('keep-secret').disabled).toBe(true);
    await write(name, 'mine');
    await fireEvent.submit(name.closest('form')!);
    await waitFor(() => expect(secrets.keep).toHaveBeenCalledWith('mine', 'sk-live'));
    expect(screen.getByTestId('secret-name')).toBeTruthy();
    expect(form.fields.env).toEqual([{ name: 'API_KEY', value: 'sk-live' }]);
  });

  it('keep the scheme of a header beside its secret', async () => {
    const form = new ServerForm(server('web'));
    form.kind = 'http';
    form.headers = [line('Bearer abc', 'Authorization')];
    const { secrets } = show(form);
    await fireEvent.click(await screen.findByTestId('keep-Authorization'));
    await fireEvent.submit((await screen.findByTestId('secret-name')).closest('form')!);
    await waitFor(() => expect(form.fields.headers[0]?.value).toBe('Bearer secret://web-authorization'));
    expect(secrets.keep).toHaveBeenCalledWith('web-authorization', 'abc');
  });

  it.each([
    ['緊急', '🔥', 'secret'],
    ['files', 'FILES_TOKEN', 'files-token'],
    ['a', 'x'.repeat(90), `a-${'x'.repeat(62)}`],
  ])('have a name proposed for their secret that is one: %s %s', (of, name, expected) => {
    expect(proposedName(of, name)).toBe(expected);
  });
});

describe('what it may reach', () => {
  it('is everything, or what is listed', async () => {
    const { form } = show();
    expect(wordsOf(screen.getByTestId('server-sandbox'))).toContain('It runs with your permissions');
    await fireEvent.click(screen.getByLabelText('Run in a sandbox'));
    expect(wordsOf(screen.getByTestId('server-sandbox'))).toContain('It can read system programs');
    await fireEvent.click(screen.getByTestId('add-readable'));
    await write(screen.getByLabelText('Path 1'), '/srv/notes');
    await fireEvent.click(screen.getByTestId('add-writable'));
    await write(screen.getByLabelText('Folder 1'), '/srv/out');
    await fireEvent.click(screen.getByLabelText('Allow network access'));
    expect(form.transport).toMatchObject({
      sandbox: { read: ['/srv/notes'], write: ['/srv/out'], allow_network: true },
    });
  });
});

describe('an address', () => {
  it('must be one, and is all that is stored of it', async () => {
    const { form } = show();
    await fireEvent.click(screen.getByText('URL (HTTP)'));
    expect(form.missing).toBe('The URL must start with https:// or http://.');
    await write(await screen.findByTestId('server-url'), ' https://a.example/mcp ');
    await fireEvent.click(screen.getByLabelText('Allow localhost and private networks'));
    expect(form.missing).toBeNull();
    expect(form.transport).toEqual({ kind: 'http', url: 'https://a.example/mcp', headers: [], allow_private: true });
    expect(screen.queryByTestId('server-command')).toBeNull();
  });
});

it('has no findings of axe, as a program in a sandbox and as an address', async () => {
  const { form, container } = show(
    new ServerForm(server('files', { transport: program(['-y'], [{ name: 'API_KEY', value: 'sk-live' }]) })),
  );
  form.isSandboxed = true;
  form.readable = [line('/srv')];
  await screen.findByLabelText('Path 1');
  expect(await faults(container)).toEqual([]);
  form.kind = 'http';
  await screen.findByTestId('server-url');
  expect(await faults(container)).toEqual([]);
});
