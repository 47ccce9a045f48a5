import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FoundServer, type FoundServerFile, type FoundServerRef, StudioError } from '$lib/ipc';
import { attempts, faults, wordsOf } from '$lib/testing/screen';
import { Memory, server } from './fixtures';
import { Found, type FoundBackend } from './found.svelte';
import ServerList from './ServerList.svelte';
import { Servers } from './servers.svelte';
import { setHome } from '$lib/path';

beforeAll(() => setHome('/home/author'));
afterAll(() => setHome(null));

const one = (name: string, part: Partial<FoundServer> = {}): FoundServer => ({
  name,
  library_name: name,
  reach: `npx ${name}`,
  secrets: [],
  used_secrets: [],
  variables: [],
  is_disabled: false,
  left_out: [],
  standing: 'new',
  note: '',
  ...part,
});
const file = (name: string, servers: FoundServer[], part: Partial<FoundServerFile> = {}): FoundServerFile => ({
  path: `/home/author/${name}`,
  shown: `~/${name}`,
  client: 'claude-code',
  project: '',
  is_elsewhere: false,
  servers,
  unread: '',
  problems: [],
  ...part,
});
const row = (name: string) => screen.getByTestId(`found-${name}`);
const box = (name: string) => screen.getByLabelText<HTMLButtonElement>(`Add ${name}`);

async function show(files: FoundServerFile[]) {
  const memory = new Memory([]);
  const servers = new Servers(memory);
  const backend = {
    listFoundServers: vi.fn(async () => {
      const isNew = ({ standing }: FoundServer) => standing === 'new';
      const counts = files.map((each) => each.servers.filter(isNew).length).filter((count) => count > 0);
      return { files, offered: counts.reduce((sum, count) => sum + count, 0), offered_files: counts.length };
    }),
    importFoundServers: vi.fn(async (chosen: FoundServerRef[]) => {
      const stored = chosen.map(({ name }) => memory.put(server(name)));
      files = files.map((each) => ({
        ...each,
        servers: each.servers.map((known) =>
          chosen.some(({ path, name }) => path === each.path && name === known.name)
            ? { ...known, standing: 'present' as const }
            : known,
        ),
      }));
      return { servers: stored, tools: [], agents: [] };
    }),
  } satisfies FoundBackend;
  const found = new Found(servers, backend);
  await Promise.all([servers.load(), found.load()]);
  const { failed, onattempt } = attempts();
  const onselect = vi.fn();
  const { component } = render(ServerList, { servers, found, onselect, onattempt });
  return { backend, found, failed, onselect, component };
}

describe('the offer', () => {
  it('counts what the library does not have, adds it all and lists it', async () => {
    const { backend } = await show([
      file('offer.json', [one('offer-a'), one('offer-b', { standing: 'present' })]),
      file('offer.toml', [one('offer-c')], { client: 'codex' }),
    ]);
    expect(wordsOf(screen.getByTestId('found-offer'))).toContain('Found 2 servers in 2 settings files');
    await fireEvent.click(screen.getByTestId('found-add-all'));
    expect(await screen.findByTestId('added-offer-a')).toBeTruthy();
    expect(backend.importFoundServers).toHaveBeenCalledWith([
      { path: '/home/author/offer.json', project: '', name: 'offer-a' },
      { path: '/home/author/offer.toml', project: '', name: 'offer-c' },
    ]);
    expect(await screen.findByTestId('server-offer-c')).toBeTruthy();
    await waitFor(() => expect(screen.queryByTestId('found-offer')).toBeNull());
  });

  it('has the keyboard first, which goes on to the tools and then to the server', async () => {
    const { component } = await show([file('keys.json', [one('keys-a'), one('keys-b')])]);
    expect(component.first()).toBe(screen.getByTestId('found-add-all'));
    await fireEvent.click(component.first()!);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('test-and-import')));
    await fireEvent.click(screen.getByTestId('found-done'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('server-keys-a')));
    expect(component.first()).toBeNull();
  });

  it('is not made where there is nothing to add, and goes when it is put aside', async () => {
    const { found } = await show([file('aside.json', [one('aside-a')])]);
    await fireEvent.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByTestId('found-offer')).toBeNull();
    await found.load();
    expect(screen.queryByTestId('found-offer')).toBeNull();
  });

  it('stays where the servers could not be added', async () => {
    const { backend, failed } = await show([file('fails.json', [one('fails-a')])]);
    backend.importFoundServers.mockRejectedValueOnce(new StudioError('not_found', 'It is gone.'));
    await fireEvent.click(screen.getByTestId('found-add-all'));
    await waitFor(() => expect(failed).toHaveLength(1));
    expect(screen.getByTestId('found-offer')).toBeTruthy();
    expect(screen.queryByText('Servers added')).toBeNull();
  });
});

describe('choosing', () => {
  const files = () => [
    file('choose.json', [
      one('fresh', { secrets: ['fresh-token'], is_disabled: true }),
      one('taken', { standing: 'name_taken', library_name: 'taken-2', note: 'It is added as taken-2.' }),
      one('there', { standing: 'present' }),
      one('twice', { standing: 'repeated', note: 'It is the same as in ~/x.json.' }),
      one('wrong', { standing: 'unusable', note: 'It has no address.' }),
      one('open', { variables: ['${TOKEN}'], used_secrets: ['mine'] }),
    ]),
    file('broken.json', [], { unread: 'The file is larger than 1 MB.', client: 'gemini' }),
  ];

  it('tells of each what becomes of it, and what could not be read', async () => {
    await show(files());
    await fireEvent.click(screen.getByTestId('found-choose'));
    expect(await screen.findByText('Servers on this computer')).toBeTruthy();
    expect(wordsOf(row('fresh'))).toContain('secret://fresh-token');
    expect(wordsOf(row('fresh'))).toContain('Disabled in Claude Code');
    expect(wordsOf(row('open'))).toContain('${TOKEN}');
    expect(wordsOf(row('open'))).toContain("You'll be asked before a secret is sent");
    expect(wordsOf(row('there'))).toContain('in the library');
    expect(screen.getByText('The file is larger than 1 MB.')).toBeTruthy();
    for (const [name, isOn] of [
      ['fresh', true],
      ['taken', false],
      ['there', false],
      ['twice', false],
      ['wrong', false],
      ['open', true],
    ] as const)
      expect(box(name).getAttribute('aria-checked'), name).toBe(`${isOn}`);
    for (const name of ['there', 'twice', 'wrong']) expect(box(name).disabled, name).toBe(true);
    expect(await faults(document.body)).toEqual([]);
  });

  it('has the servers of other projects folded, and adds those that are ticked', async () => {
    const apart = { project: '/home/author/work/platform', is_elsewhere: true };
    const { backend } = await show([
      file('apart.json', [one('apart-own', { left_out: ['tools', 'timeout'] })]),
      file('apart.json', [one('apart-a', { standing: 'elsewhere' })], apart),
    ]);
    expect(wordsOf(screen.getByTestId('found-offer'))).toContain('Found 1 server in 1 settings file');
    await fireEvent.click(screen.getByTestId('found-choose'));
    const folded = await screen.findByTestId<HTMLDetailsElement>('found-elsewhere');
    expect(folded.open).toBe(false);
    expect(wordsOf(folded.querySelector('summary')!)).toBe(
      '1 server of project ~/work/platform Claude Code, ~/apart.json. No skill in this library comes from it.',
    );
    expect(wordsOf(row('apart-own'))).toContain(
      'Not imported, because only Claude Code supports it: tools and timeout.',
    );
    expect(box('apart-a').getAttribute('aria-checked')).toBe('false');
    await fireEvent.click(box('apart-a'));
    await fireEvent.click(screen.getByTestId('found-add'));
    await screen.findByText('Servers added');
    expect(backend.importFoundServers.mock.calls[0]![0]).toEqual([
      { path: '/home/author/apart.json', project: '', name: 'apart-own' },
      { path: '/home/author/apart.json', project: '/home/author/work/platform', name: 'apart-a' },
    ]);
  });

  it('adds what is ticked', async () => {
    const { backend, onselect } = await show(files());
    await fireEvent.click(screen.getByTestId('found-choose'));
    await screen.findByText('Servers on this computer');
    await fireEvent.click(box('fresh'));
    await fireEvent.click(box('taken'));
    expect(wordsOf(screen.getByTestId('found-add'))).toContain('Add 2 servers');
    await fireEvent.click(screen.getByTestId('found-add'));
    await screen.findByText('Servers added');
    const names = backend.importFoundServers.mock.calls[0]![0].map(({ name }) => name);
    expect(names).toEqual(['taken', 'open']);
    await fireEvent.click(screen.getByTestId('found-done'));
    expect(onselect).toHaveBeenCalledWith('id-taken');
  });
});
