import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentRequest, PathUse, Question } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Asking from './Asking.svelte';

const path = (purpose: PathUse, is_there = false): Question =>
  ({ kind: 'path', purpose, path: '/home/ana/x', is_there }) as Question;
const consent = (part: Partial<ConsentRequest> = {}): Question =>
  ({
    kind: 'consent',
    request: {
      hash: 'h',
      kind: 'server',
      subject: 'git',
      argv: ['uvx', 'mcp-server-git'],
      previous_argv: null,
      cwd: '/work',
      environment: [],
      sandbox: '',
      changed: [],
      ...part,
    },
  }) as Question;

const studio = { getQuestion: vi.fn<() => unknown>(), answerQuestion: vi.fn<() => unknown>(() => null) };
beforeEach(() => {
  vi.clearAllMocks();
  studio.answerQuestion.mockImplementation(() => null);
  recordedStudio(studio);
});
afterEach(() => vi.useRealTimers());

async function asked(question: Question) {
  studio.getQuestion.mockImplementation(() => structuredClone(question));
  render(Asking);
  return screen.findByTestId('question');
}
const answers = () =>
  (studio.answerQuestion.mock.calls as unknown as [object][]).map(([given]) => Object.values(given)[0]);
const yes = () => screen.getByTestId<HTMLButtonElement>('answer-allow');

describe('a question', () => {
  it.each([
    [path('import'), 'Let Skill Studio read this file or folder?', 'Allow reading', 'Nothing will be written.'],
    [path('link'), 'Sync skills with this folder?', 'Link folder', 'read and watch this folder'],
    [
      { kind: 'links', folders: ['/home/ana/one'] } as Question,
      'Sync skills with this folder?',
      'Link folder',
      'write to it when you save',
    ],
    [
      { kind: 'links', folders: ['/home/ana/one', '/home/ana/two'] } as Question,
      'Sync skills with these 2 folders?',
      'Link folders',
      '/home/ana/two',
    ],
    [
      { kind: 'signature', pack: 'harbour 1.0.0', folder: '/home/ana/dist' } as Question,
      'Sign harbour 1.0.0 with your key?',
      'Sign',
      'will see that this pack comes from you',
    ],
    [path('library'), 'Open this library?', 'Open library', 'save your changes to it'],
    [
      path('write'),
      'Let Skill Studio write to this file or folder?',
      'Allow writing',
      'A new file or folder will be created.',
    ],
    [
      path('write', true),
      'Let Skill Studio write to this file or folder?',
      'Allow writing',
      'Existing files may be overwritten.',
    ],
    [path('program'), 'Let Skill Studio run this program?', 'Allow program', 'It runs once to detect its version'],
    [consent(), 'Allow the server “git” to start?', 'Allow', 'None: runs with your permissions'],
    [
      consent({ kind: 'script' as never, subject: 'lookup', sandbox: 'writes nothing' }),
      'Allow lookup to run?',
      'Allow',
      'writes nothing',
    ],
    [
      consent({ kind: 'secret' as never, subject: 'key', argv: ['https://api.example.com'] }),
      'Send the secret key to api.example.com?',
      'Send secret',
      'Requests to this address may contain its value.',
    ],
    [
      consent({ kind: 'secret' as never, subject: '$TOKEN', argv: ['https://api.example.com'] }),
      'Send $TOKEN to api.example.com?',
      'Send secret',
      'Variable',
    ],
    [
      consent({ kind: 'key' as never, subject: 'Ada', argv: ['RWabc'] }),
      "Trust Ada's key?",
      'Trust key',
      'Packs signed with this key are shown as coming from Ada.',
    ],
    [
      consent({ kind: 'model' as never, subject: 'far', argv: ['https://models.example.com'] }),
      'Send messages and skills to models.example.com?',
      'Send',
      'the skills involved are sent to this address',
    ],
    [
      consent({ kind: 'network', subject: '127.0.0.1:8080', argv: ['http://127.0.0.1:8080'] }),
      'Send requests to 127.0.0.1:8080?',
      'Send requests',
      'including their arguments',
    ],
    [
      consent({ kind: 'folder', subject: '/home/ann/notes', argv: ['/home/ann/own.db', 'small at https://models'] }),
      'Let sessions read files in /home/ann/notes?',
      'Allow reading',
      'small at https://models',
    ],
  ])('is put in words: %#', async (question, title, allow, fact) => {
    const heading = await asked(question);
    expect([heading.textContent, yes().textContent?.trim()]).toEqual([title, allow]);
    expect(screen.getByRole('main').textContent?.replace(/\s+/g, ' ')).toContain(fact);
    expect(document.activeElement).toBe(heading);
    expect(await faults()).toEqual([]);
  });

  it('of what changed since it was allowed says so', async () => {
    await asked(consent({ previous_argv: ['uvx', 'mcp-server-hg'] }));
    expect([
      screen.getByText('1 argument changed').isConnected,
      screen.getByText('mcp-server-hg', { exact: false }).tagName,
    ]).toEqual([true, 'DEL']);
  });

  it('takes no yes for a moment, then one', async () => {
    vi.useFakeTimers();
    studio.getQuestion.mockImplementation(() => path('import'));
    render(Asking);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(599);
    expect(yes().disabled).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(yes().disabled).toBe(false);
    await fireEvent.click(yes());
    expect(answers()).toEqual([true]);
  });

  it('says so where yes was pressed too early', async () => {
    await asked(path('import'));
    const said = () => screen.getByTestId('too-early').textContent;
    expect([yes().disabled, said()]).toEqual([true, '']);
    await fireEvent.pointerDown(yes().parentElement!);
    expect([said(), answers()]).toEqual([expect.stringContaining('Try again'), []]);
  });

  it('takes a no at once', async () => {
    await asked(path('import'));
    await fireEvent.click(screen.getByTestId('answer-refuse'));
    expect(answers()).toEqual([false]);
  });

  it('that cannot be read has no yes; Escape still says no', async () => {
    studio.getQuestion.mockImplementation(() => {
      throw { code: 'not_found', message: 'nothing is asked', detail: null };
    });
    render(Asking);
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing is asked');
    expect(screen.queryByTestId('answer-allow')).toBeNull();
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(answers()).toEqual([false]);
  });

  it('whose answer did not arrive says so', async () => {
    studio.answerQuestion.mockImplementation(() => {
      throw { code: 'internal', message: 'the window is gone', detail: null };
    });
    await asked(path('import'));
    await fireEvent.click(screen.getByTestId('answer-refuse'));
    expect((await screen.findByRole('alert')).textContent).toContain('The window is gone');
  });

  it.each(oddNames)('names a server %s, and its command whole', async (_, name) => {
    const heading = await asked(consent({ subject: name, argv: [name] }));
    expect([heading.textContent, screen.getByTestId('consent-argv').textContent?.trim()]).toEqual([
      `Allow the server “${name}” to start?`,
      name,
    ]);
  });
});
