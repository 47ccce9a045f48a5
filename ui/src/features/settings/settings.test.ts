import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackupInfo, EmbeddingStatus, InterpreterInfo, ScorerInfo } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { preferences } from '$lib/preferences.svelte';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { theme } from '$lib/theme.svelte';
import Settings from './Settings.svelte';

const scorer = (name: string, part: Partial<ScorerInfo> = {}) =>
  ({
    scorer: name,
    label: name.toUpperCase(),
    summary: `How ${name} scores.`,
    min_score: 1,
    shipped_min_score: 1,
    ...part,
  }) as ScorerInfo;
const java: InterpreterInfo = {
  language: 'java',
  chosen: null,
  program: null,
  version: null,
  problem: 'No JDK was found.',
};
const backups = (part: Partial<BackupInfo> = {}): BackupInfo =>
  ({ folder: '/data/backups', copies: 0, newest_at: null, kept: 7, ...part }) as BackupInfo;

const studio = {
  listScorers: vi.fn(),
  setThreshold: vi.fn(),
  listInterpreters: vi.fn(),
  setInterpreter: vi.fn(),
  getBackupInfo: vi.fn(),
  getSalvageReport: vi.fn(),
  listSecrets: vi.fn(),
  saveSecret: vi.fn(),
  deleteSecret: vi.fn(),
  listConsents: vi.fn(),
  revokeConsent: vi.fn(),
  listImportRoots: vi.fn(() => []),
  listModels: vi.fn(() => ({ models: [], picks: '' })),
  listRules: vi.fn(() => []),
  getSampleUpdate: vi.fn(() => ({ tools: [], skills: [], examples: [], kept: [] })),
  getModelFiles: vi.fn(() => ({ folder: null, missing: [], is_fetchable: false, source: '' })),
  resumeEmbedding: vi.fn(() => null),
  setSetting: vi.fn(() => null),
  reveal: vi.fn(() => null),
};
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  studio.listScorers.mockImplementation(() => [scorer('adk'), scorer('bm25', { min_score: 2.5 })]);
  studio.setThreshold.mockImplementation(() => [scorer('adk'), scorer('bm25')]);
  studio.listInterpreters.mockImplementation(() => [
    { language: 'javascript', chosen: null, program: null, version: null, problem: null },
    java,
  ]);
  studio.getBackupInfo.mockImplementation(() => backups());
  studio.getSalvageReport.mockImplementation(() => null);
  studio.listSecrets.mockImplementation(() => ({ kind: 'vault', place: 'Kept encrypted.', secrets: [] }));
  studio.listConsents.mockImplementation(() => []);
  recordedStudio(studio);
  Object.assign(app, { library: recorded('getLibrary'), embedding: null, overlay: 'settings' });
  preferences.fontSize = 12;
  preferences.scorer = null;
});

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const sections = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('button')
    .map((each) => each.textContent);
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
async function shown() {
  render(Settings);
  await screen.findByText('Kept encrypted.');
}

describe('settings', () => {
  it('have every section, and nothing that axe finds wrong', async () => {
    app.embedding = { state: 'ready', model: 'mini', indexed: 3, total: 3, hint: null } as EmbeddingStatus;
    await shown();
    expect(sections()).toEqual([
      'Appearance',
      'Editor',
      'Defaults',
      'Semantic search',
      'Folders',
      'Samples',
      'Problem rules',
      'Interpreters',
      'Backups',
      'Chat models',
      'Secrets',
      'Permissions',
      'Diagnostics',
    ]);
    expect(await faults()).toEqual([]);
  });

  it('without a library have only what is of this computer', () => {
    app.library = null;
    render(Settings);
    expect(sections()).toEqual(['Appearance', 'Editor', 'Interpreters', 'Permissions', 'Diagnostics']);
  });

  it('lead to a section, and say which one is seen', async () => {
    await shown();
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await fireEvent.click(button('Secrets'));
    expect((scroll.mock.contexts[0] as Element).id).toBe('settings-secrets');
    expect(button('Secrets').getAttribute('aria-current')).toBe('true');
    const pane = screen.getByTestId('settings-pane');
    const tops = { 'settings-look': -300, 'settings-editor': -20 } as Record<string, number>;
    const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return { top: this === pane ? 0 : (tops[this.id] ?? 500) } as DOMRect;
    });
    await fireEvent.scroll(pane);
    expect([button('Editor').getAttribute('aria-current'), button('Secrets').getAttribute('aria-current')]).toEqual([
      'true',
      null,
    ]);
    for (const spy of [boxes, scroll]) spy.mockRestore();
  });

  it('open at the section that was asked for, which stays in view while others come in, until the author moves', async () => {
    let grown = () => {};
    const observe = vi.fn();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly told: () => void) {}
        // Others look at how much of what scrolls is seen.
        observe(part: Element) {
          if (!part.id.startsWith('settings-')) return;
          grown = this.told;
          observe(part);
        }
        disconnect() {
          if (grown === this.told) grown = () => {};
        }
      },
    );
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    app.openSettings('models');
    await shown();
    const observed = observe.mock.calls.map(([part]) => (part as Element).id);
    expect(observed).toEqual(expect.arrayContaining(['settings-interpreters', 'settings-models']));
    for (const times of [1, 2]) {
      grown();
      expect(scroll).toHaveBeenCalledTimes(times);
      expect((scroll.mock.contexts.at(-1) as Element).id).toBe('settings-models');
    }
    await fireEvent.wheel(screen.getByTestId('settings-pane'));
    grown();
    expect(scroll).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
    scroll.mockRestore();
  });

  it('close with Escape', async () => {
    await shown();
    await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await vi.waitFor(() => expect(app.overlay).toBeNull());
  });
});

describe('how it looks', () => {
  it.each([
    ['Dark', 'dark'],
    ['Light', 'light'],
  ])('is %s at once, and in the library', async (name, choice) => {
    await shown();
    await fireEvent.click(screen.getByRole('radio', { name: 'System' }));
    await fireEvent.click(screen.getByRole('radio', { name }));
    expect([theme.choice, document.documentElement.dataset.theme]).toEqual([choice, choice]);
    await vi.waitFor(() => expect(given(studio.setSetting)).toEqual(['theme', choice]));
  });

  it('a font grows and shrinks, no further than it may', async () => {
    await shown();
    await fireEvent.click(button('Increase font size'));
    expect(screen.getByTestId('font-size').textContent).toBe('13 px');
    preferences.fontSize = preferences.fontSizes.smallest;
    await vi.waitFor(() => expect(button('Decrease font size').disabled).toBe(true));
    preferences.fontSize = preferences.fontSizes.largest;
    await vi.waitFor(() => expect(button('Increase font size').disabled).toBe(true));
    expect(button('Decrease font size').disabled).toBe(false);
  });

  it('lines wrap or not', async () => {
    preferences.wrap = true;
    await shown();
    await fireEvent.click(screen.getByRole('switch', { name: 'Wrap long lines' }));
    expect([preferences.wrap, document.documentElement.dataset.wrap]).toEqual([false, 'off']);
    preferences.wrap = true;
  });
});

describe('scorers', () => {
  const field = () => screen.getByTestId<HTMLInputElement>('threshold-bm25');
  const change = (value: string) => fireEvent.change(field(), { target: { value } });

  it('have a threshold each, that is changed and put back', async () => {
    await shown();
    expect([field().value, screen.getAllByRole('button', { name: /^Reset to/ }).length]).toEqual(['2.5', 1]);
    await change('0.75');
    await vi.waitFor(() => expect(given(studio.setThreshold)).toEqual(['bm25', 0.75]));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Reset to/ })).toBeNull());
  });

  it('are put back to what was shipped', async () => {
    await shown();
    await fireEvent.click(button('Reset to 1'));
    await vi.waitFor(() => expect(given(studio.setThreshold)).toEqual(['bm25', null]));
    await vi.waitFor(() => expect(field().value).toBe('1'));
  });

  it.each(['', '  ', 'much', '2.5', 'Infinity'])('take no %j for a threshold', async (value) => {
    await shown();
    await change(value);
    expect(studio.setThreshold).not.toHaveBeenCalled();
  });

  it('say that a threshold was refused, and stay', async () => {
    studio.setThreshold.mockImplementation(refuse('too high'));
    await shown();
    await change('99');
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Setting the threshold'));
    expect(button('Reset to 1')).toBeTruthy();
  });

  it('that cannot be read are read again', async () => {
    studio.listScorers.mockImplementationOnce(refuse('the library is locked'));
    await shown();
    expect(screen.getByText("Couldn't load the scorers")).toBeTruthy();
    await fireEvent.click(
      within(screen.getByText("Couldn't load the scorers").closest('.error') as HTMLElement).getByRole('button', {
        name: 'Try again',
      }),
    );
    expect(await screen.findByTestId('threshold-adk')).toBeTruthy();
  });

  it('one of them is begun with, or the one used last', async () => {
    await shown();
    const choose = async (name: RegExp) => {
      await fireEvent.keyDown(screen.getByLabelText('Default scorer', { selector: 'button' }), { key: 'ArrowDown' });
      await fireEvent.pointerUp(await screen.findByRole('option', { name }));
    };
    await choose(/^BM25/);
    await vi.waitFor(() => expect(preferences.scorer).toBe('bm25'));
    await choose(/^Last used/);
    await vi.waitFor(() => expect(preferences.scorer).toBeNull());
  });
});

describe('what runs and what is kept', () => {
  it('JavaScript is built in; what is missing says so', async () => {
    await shown();
    expect(await screen.findByText('Built in')).toBeTruthy();
    const field = screen.getByTestId('interpreter-java');
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent?.trim()).toBe(
      'No JDK was found.',
    );
    expect(screen.queryByTestId('interpreter-javascript')).toBeNull();
  });

  it('the same path, or none, asks nobody', async () => {
    await shown();
    await fireEvent.change(screen.getByTestId('interpreter-java'), { target: { value: '   ' } });
    expect(studio.setInterpreter).not.toHaveBeenCalled();
  });

  it('copies of the library: none yet, then how many and where', async () => {
    await shown();
    expect([
      screen.getByText('None yet').isConnected,
      screen.getByTestId<HTMLButtonElement>('open-backups').disabled,
    ]).toEqual([true, true]);
  });

  it('copies are shown in the file manager', async () => {
    studio.getBackupInfo.mockImplementation(() => backups({ copies: 2, newest_at: '2026-11-20T08:00:00Z' }));
    await shown();
    expect(screen.getByText(/2 copies, newest/)).toBeTruthy();
    await fireEvent.click(screen.getByTestId('open-backups'));
    await vi.waitFor(() => expect(given(studio.reveal)).toEqual([{ kind: 'backups' }]));
  });

  it('a rescue leads to its report, where there was one', async () => {
    studio.getSalvageReport.mockImplementation(() => ({ summary: '' }));
    await shown();
    await fireEvent.click(await screen.findByRole('button', { name: 'Show report' }));
    expect(app.overlay).toBe('salvaged');
  });

  it.each([
    ['paused', 'Resume', 'Paused'],
    ['missing', 'Try again', 'Missing'],
  ])('an index that is %s is gone on with', async (state, name, words) => {
    app.embedding = { state, model: 'mini', indexed: 3, total: 9, hint: 'Not enough memory.' } as EmbeddingStatus;
    await shown();
    expect([screen.getByText(words).isConnected, screen.getByText('Not enough memory.').isConnected]).toEqual([
      true,
      true,
    ]);
    await fireEvent.click(button(name));
    await vi.waitFor(() => expect(studio.resumeEmbedding).toHaveBeenCalledOnce());
  });

  it('secrets and permissions that cannot be read are read again, each in its place', async () => {
    studio.listSecrets.mockImplementationOnce(refuse('The keychain is locked.'));
    studio.listConsents.mockImplementationOnce(refuse('The keychain is locked.'));
    render(Settings);
    expect(await screen.findByText("Couldn't load the permissions")).toBeTruthy();
    const [again] = within(screen.getByTestId('secrets')).getAllByRole('button', { name: 'Try again' });
    await fireEvent.click(again!);
    expect(await screen.findByText('Kept encrypted.')).toBeTruthy();
    expect(await screen.findByText(/No permissions yet\. You're asked/)).toBeTruthy();
  });

  it('a secret that is used is deleted only with a word on who fails then', async () => {
    studio.listSecrets.mockImplementation(() => ({
      kind: 'vault',
      place: 'Kept encrypted.',
      secrets: [{ name: 'key', is_set: true, used_by: ['git', 'lookup'] }],
    }));
    studio.deleteSecret.mockImplementation(refuse('The keychain is locked.'));
    await shown();
    await fireEvent.click(button('Delete key'));
    expect((await screen.findByText(/will fail until you set it again/)).textContent).toContain('git, lookup');
    await fireEvent.click(button('Delete secret'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Deleting the secret'));
    expect(screen.getByTestId('secret-key')).toBeTruthy();
  });

  it('a secret that is given up with Escape is not kept, and the keyboard goes back', async () => {
    await shown();
    button('Add secret').focus();
    await fireEvent.click(button('Add secret'));
    const name = await screen.findByLabelText<HTMLInputElement>('Secret name');
    expect(document.activeElement).toBe(name);
    for (const wrong of ['two words', 'a'.repeat(65), 'ключ']) {
      await fireEvent.input(name, { target: { value: wrong } });
      expect(screen.getByRole('alert').textContent).toContain('up to 64 letters');
    }
    await fireEvent.keyDown(name, { key: 'Escape' });
    expect([screen.queryByTestId('secret-form'), document.activeElement, app.overlay]).toEqual([
      null,
      button('Add secret'),
      'settings',
    ]);
    expect(studio.saveSecret).not.toHaveBeenCalled();
  });
});
