import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientComparison, type ClientComparisonScope, StudioError, commands, saveExportFile } from '$lib/ipc';
import { recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import type { ComparisonWish } from '$lib/state/intents.svelte';
import { ODD_NAMES, faults, later, wordsOf, write } from '$lib/testing/screen';
import { byTip } from '$lib/testing/tips';
import CompareClient from './CompareClient.svelte';
import { Comparing } from './comparing.svelte';
import { client, codex, comparison, entry, keptText, skill, studio } from './fixtures';

// Lists draw what is seen, and jsdom has no layout.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 600 }, offsetWidth: { value: 300 } });

const backend = studio();
beforeEach(() => {
  Object.assign(backend, studio());
  recordedStudio(backend);
  app.intents.clear();
  app.rows = ['gas', 'pdf'].map(skill);
});

const library: ComparisonWish = { scope: { kind: 'library' } };
const button = (id: string) => screen.getByTestId<HTMLButtonElement>(id);
const press = async (id: string) => fireEvent.click(await screen.findByTestId(id));
async function show(wish: ComparisonWish = library) {
  app.openComparison(wish);
  render(CompareClient);
  return screen.findByTestId('compare-client');
}
/** The same, with a run that is over. */
async function compared(wish?: ComparisonWish, answer: Partial<ClientComparison> = {}) {
  backend.compareWithClient.mockResolvedValue(comparison(answer));
  await show(wish);
  await press('compare-client-run');
  return screen.findByTestId('client-comparison');
}

describe('before a run', () => {
  it('says where the client runs, and starts nothing', async () => {
    await show();
    await screen.findByTestId('compare-client-run');
    const dialog = screen.getByRole('dialog');
    expect(wordsOf(dialog)).toContain(
      'in a sandbox with no network. No credentials, hooks, servers or helper programs',
    );
    expect(wordsOf(dialog)).toContain('Nothing is written to your home folder.');
    expect(wordsOf(dialog)).toContain('All skills in the library, as saved');
    expect(backend.compareWithClient).not.toHaveBeenCalled();
    expect(await faults()).toEqual([]);
  });

  it('chooses the client whose list was looked at, else the first that is installed', async () => {
    const chosen = async (wish: ComparisonWish) => {
      const comparing = new Comparing(commands, wish);
      await comparing.load();
      return comparing.chosen;
    };
    expect(await chosen({ ...library, host: 'codex' })).toBe('codex');
    expect(await chosen({ ...library, host: 'gemini' })).toBe('claude-code');
    backend.listInstalledClients.mockResolvedValue([client({ program: null }), codex()]);
    expect(await chosen(library)).toBe('codex');
  });

  it('says which clients can be compared where none is installed, and looks again', async () => {
    backend.listInstalledClients.mockResolvedValueOnce([client({ program: null }), codex({ program: null })]);
    await show();
    const table = await screen.findByTestId('installable-clients');
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(wordsOf))).toEqual([
      ['Claude Code', 'npm install -g @anthropic-ai/claude-code@latest'],
      ['Codex', 'npm install -g @openai/codex@latest'],
    ]);
    expect(screen.queryByTestId('compare-client-run')).toBeNull();
    expect(await faults()).toEqual([]);
    await fireEvent.click(screen.getByText('Try again'));
    expect(await screen.findByTestId('compare-client-run')).toBeTruthy();
  });

  it('says why the clients could not be looked for', async () => {
    backend.listInstalledClients.mockRejectedValueOnce(new StudioError('internal', 'The studio is gone.'));
    await show();
    expect(wordsOf(await screen.findByTestId('error-state'))).toContain('The studio is gone.');
  });
});

describe('a run', () => {
  it('is of the chosen client on the skills that were asked for', async () => {
    const scope: ClientComparisonScope = { kind: 'agent', agent: 'dispatcher', without: ['pdf'] };
    await show({ scope, skills: ['gas'], host: 'codex' });
    await fireEvent.click(await screen.findByLabelText(/your plugins' skills, usage counts/));
    await press('compare-client-run');
    await screen.findByTestId('client-comparison');
    expect(backend.compareWithClient).toHaveBeenCalledWith({
      request: { call_id: expect.any(String), client: 'codex', scope, has_own: true, load: null },
    });
  });

  it('shows every difference, and all entries when they are asked for', async () => {
    const result = await compared();
    expect(wordsOf(screen.getByTestId('comparison-outcome'))).toBe('1 identical, 3 entries differ.');
    expect(wordsOf(result)).toContain('Claude Code 2.1.332, model played, context of 200,000 tokens, 3.1 s');
    const states = () => screen.getAllByTestId('compared-entry').map(({ dataset }) => dataset.state);
    expect(states()).toEqual(['other_words', 'only_client', 'only_studio']);
    const [words] = screen.getAllByTestId('compared-entry');
    const marked = (tag: string) => wordsOf(words!.querySelector(tag));
    expect([marked('del'), marked('ins')]).toEqual(['Reads', 'Eats']);
    await fireEvent.click(screen.getByText('All 4'));
    expect(states()).toEqual(['equal', 'other_words', 'only_client', 'only_studio']);
    expect(wordsOf(screen.getByTestId('left-out'))).toContain('secret `disable-model-invocation` is set');
    expect(wordsOf(screen.getByTestId('own-skills'))).toBe('And 1 built-in skill, 40 characters: init');
    expect(wordsOf(screen.getByTestId('requests'))).toContain('POST /v1/messages 4,000 characters');
    expect(wordsOf(screen.getByTestId('blocked'))).toBe('models.example.com:443');
    expect(await faults()).toEqual([]);
  });

  it('shows the request in parts, each with its text when it is opened', async () => {
    await compared();
    const [first, list] = screen.getAllByTestId('request-part');
    expect([wordsOf(first!), wordsOf(list!)]).toEqual(['system 9 characters', 'user 60 characters Skill list']);
    await fireEvent.click(within(list!).getByRole('button'));
    expect(await within(list!).findByText('The skills are these.')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('shows an order that differs, and that nothing does', async () => {
    const entries = [entry('gas'), entry('pdf')];
    const order = { ours: ['gas', 'pdf'], theirs: ['pdf', 'gas'] };
    await compared(library, { entries, order, left_out: [], own: [] });
    expect(wordsOf(screen.getByTestId('compared-order'))).toBe('Order differs Client pdf, gas Skill Studio gas, pdf');
    expect(wordsOf(screen.getByTestId('comparison-outcome'))).toBe('All entries are identical, but the order differs.');
    backend.compareWithClient.mockResolvedValue(comparison({ entries, is_equal: true, left_out: [], own: [] }));
    await press('compare-client-run');
    await screen.findByText('Both lists are identical: 2 skills.');
    expect(screen.queryByTestId('compared-order')).toBeNull();
  });

  it('puts the skill one looks at first, whatever it comes to', async () => {
    const entries = [entry('gas', { state: 'only_client', ours: null }), entry('pdf', { is_asked: true })];
    const wish: ComparisonWish = { scope: { kind: 'skill', skill_id: 'id-pdf' } };
    await compared(wish, { entries });
    const [first] = screen.getAllByTestId('compared-entry');
    expect(wordsOf(first!)).toContain('pdf This skill Identical');
    expect(wordsOf(screen.getByTestId('compare-client'))).toContain(
      'This skill, as saved, with the rest of the library',
    );
  });

  it('says where no word differs, only what is between them', async () => {
    const entries = [
      entry('pdf', { state: 'other_words', ours: '- pdf: Reads\nfiles.', theirs: '- pdf: Reads files.' }),
    ];
    await compared(library, { entries });
    expect(wordsOf(screen.getByTestId('compared-entry'))).toContain('Only whitespace or line endings differ.');
  });

  it('draws odd names whole', async () => {
    await compared(library, { entries: ODD_NAMES.map((name) => entry(name, { state: 'only_client', ours: null })) });
    for (const name of ODD_NAMES) expect(byTip(name).textContent).toBe(name);
  });

  it('says where no list came, and where nothing blocked can be named', async () => {
    const result = await compared(library, { has_list: false, entries: [], blocked: [], can_name_blocked: false });
    expect(wordsOf(screen.getByTestId('comparison-outcome'))).toBe("Claude Code didn't send a skill list.");
    expect(wordsOf(result)).toContain("can't be listed on this computer");
    expect(screen.queryByTestId('compared-entries')).toBeNull();
  });

  it('ends when it is cancelled, which is no failure', async () => {
    const answer = later<ClientComparison>();
    backend.compareWithClient.mockReturnValue(answer.promise);
    await show();
    await press('compare-client-run');
    await press('compare-client-cancel');
    const callId = backend.compareWithClient.mock.lastCall![0].request.call_id;
    expect(backend.cancelCall).toHaveBeenCalledWith({ callId });
    answer.reject(new StudioError('cancelled', 'The comparison was cancelled.'));
    await waitFor(() => expect(screen.queryByTestId('compare-client-cancel')).toBeNull());
    expect(screen.queryByTestId('compare-client-error')).toBeNull();
    expect(button('compare-client-run').disabled).toBe(false);
  });

  it('ends with the sheet', async () => {
    backend.compareWithClient.mockReturnValue(later<ClientComparison>().promise);
    app.openComparison(library);
    const { unmount } = render(CompareClient);
    await press('compare-client-run');
    await screen.findByTestId('compare-client-cancel');
    unmount();
    expect(backend.cancelCall).toHaveBeenCalledOnce();
  });

  it('says why it failed, and can be tried again', async () => {
    const message = 'Claude Code 1.0.44 is too old to capture; 2.1.0 or newer is required.';
    backend.compareWithClient.mockRejectedValueOnce(new StudioError('internal', message));
    await show();
    await press('compare-client-run');
    expect(wordsOf(await screen.findByTestId('compare-client-error'))).toBe(message);
    await press('compare-client-run');
    expect(await screen.findByTestId('client-comparison')).toBeTruthy();
    expect(screen.queryByTestId('compare-client-error')).toBeNull();
  });
});

describe('a skill that is to be loaded', () => {
  it('is loaded after a yes to what may run', async () => {
    await compared();
    await press('load-skill');
    await fireEvent.click(await screen.findByText('pdf', { selector: '[data-testid=load-pick]' }));
    const question = await screen.findByRole('dialog', { name: 'Load pdf in Claude Code?' });
    expect(wordsOf(question)).toContain('Commands in the body of pdf may run');
    expect(wordsOf(question)).toContain('They run in the sandbox');
    expect(await faults()).toEqual([]);
    await write(screen.getByTestId('load-arguments'), ' one two ');
    expect(backend.compareWithClient).toHaveBeenCalledOnce();
    const loaded = { skill: 'pdf', ours: 'Body.\n', theirs: 'Body.\n', is_equal: true };
    backend.compareWithClient.mockResolvedValue(comparison({ loaded }));
    await press('load-confirm');
    expect(wordsOf(await screen.findByTestId('loaded-skill'))).toContain(
      "How pdf is loaded Same as Skill Studio's version. Body.",
    );
    const { load } = backend.compareWithClient.mock.lastCall![0].request;
    expect(load).toEqual({ skill_id: 'id-pdf', arguments: 'one two' });
  });

  it('is the one one looks at, and is not loaded without a yes', async () => {
    await compared({ scope: { kind: 'skill', skill_id: 'id-gas' } });
    await press('load-skill');
    const question = await screen.findByRole('dialog', { name: 'Load gas in Claude Code?' });
    await fireEvent.click(within(question).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Load gas in Claude Code?' })).toBeNull());
    expect(backend.compareWithClient).toHaveBeenCalledOnce();
  });

  it('marks what comes in otherwise than the studio says', async () => {
    const loaded = { skill: 'pdf', ours: 'Launching pdf', theirs: 'Starting pdf', is_equal: false };
    await compared(library, { loaded });
    const section = await screen.findByTestId('loaded-skill');
    expect(wordsOf(section)).toContain("Differences from Skill Studio's version are highlighted");
    expect(within(section).getByRole('group', { name: 'pdf as loaded' })).toBeTruthy();
  });
});

describe('a capture that is kept', () => {
  it('is shown, then written where the author says', async () => {
    await compared();
    await press('save-capture');
    expect(wordsOf(await screen.findByTestId('kept-capture'))).toBe('{ "client": "claude-code" }');
    expect(backend.saveExport).not.toHaveBeenCalled();
    await press('save-kept');
    const written = { path: '/tmp/kept.json', content: comparison().kept.text, isBase64: false };
    await waitFor(() => expect(backend.saveExport).toHaveBeenCalledWith(written));
    const choice = { kind: 'export', path: 'claude-code-2.1.332.json', extension: 'json' };
    expect(backend.choosePaths).toHaveBeenCalledWith({ choice });
    await waitFor(() => expect(screen.queryByTestId('kept-capture')).toBeNull());
  });

  it('is not written where the author changes their mind, and says why it could not be', async () => {
    backend.choosePaths.mockResolvedValueOnce([]);
    await compared();
    await press('save-capture');
    await press('save-kept');
    await waitFor(() => expect(button('save-kept').disabled).toBe(false));
    expect(backend.saveExport).not.toHaveBeenCalled();
    backend.saveExport.mockRejectedValueOnce(new StudioError('file', 'The disk is full.'));
    await press('save-kept');
    expect(await screen.findByText('The disk is full.')).toBeTruthy();
  });

  it('says what was taken out of it, and that nothing had to be', async () => {
    await compared();
    await press('save-capture');
    const list = await screen.findByTestId('taken-out');
    expect(wordsOf(list)).toContain('Home folder /home/max 2 times');
    expect(await faults()).toEqual([]);
    cleanup();
    await compared(library, { kept: keptText('{}') });
    await press('save-capture');
    expect(wordsOf(await screen.findByTestId('taken-out'))).toContain('Nothing had to be removed');
  });

  it('comes of the run that is shown', async () => {
    const comparing = new Comparing(commands, library);
    expect(await comparing.save('capture', saveExportFile)).toBeNull();
    expect(await comparing.save('fixture', saveExportFile)).toBeNull();
    expect(backend.choosePaths).not.toHaveBeenCalled();
  });
});

describe('a fixture', () => {
  it('is shown, then written where the author says', async () => {
    await compared();
    await press('save-fixture');
    expect(await screen.findByRole('dialog', { name: 'Save as fixture' })).toBeTruthy();
    expect(wordsOf(screen.getByTestId('kept-capture'))).toBe('{ "set": "claude-code-2.1.332" }');
    await press('save-kept');
    const content = '{\n  "set": "claude-code-2.1.332"\n}\n';
    const written = { path: '/tmp/kept.json', content, isBase64: false };
    await waitFor(() => expect(backend.saveExport).toHaveBeenCalledWith(written));
    const choice = { kind: 'export', path: 'claude-code-2.1.332-fixture.json', extension: 'json' };
    expect(backend.choosePaths).toHaveBeenCalledWith({ choice });
  });

  it('is not offered where none can be made, and it is said why', async () => {
    await compared(library, { fixture: { kind: 'refused', why: 'The client sent no list of skills.' } });
    expect(button('save-fixture').disabled).toBe(true);
    expect(button('save-capture').disabled).toBe(false);
    expect(wordsOf(screen.getByTestId('no-fixture'))).toBe('No fixture: The client sent no list of skills.');
  });
});

describe('a session', () => {
  const scope: ClientComparisonScope = { kind: 'agent', agent: 'dispatcher', without: ['pdf'] };

  it('is opened with the list that the client sent, for the agent whose skills were compared', async () => {
    await compared({ scope, skills: ['gas'] });
    expect(screen.queryByTestId('no-session')).toBeNull();
    await press('open-captured');
    const { captured } = comparison();
    expect(app.intents.take('captured')).toEqual({ agent: 'dispatcher', without: ['pdf'], captured });
    expect([app.view, app.overlay]).toEqual(['simulate', null]);
  });

  it('is not offered without an agent or a list, and it is said why', async () => {
    await compared();
    expect(button('open-captured').disabled).toBe(true);
    expect(wordsOf(screen.getByTestId('no-session'))).toContain('A session needs an agent. Select one in Simulate');
    cleanup();
    await compared({ scope }, { captured: null });
    expect(button('open-captured').disabled).toBe(true);
    expect(wordsOf(screen.getByTestId('no-session'))).toBe("No session: Claude Code didn't send a skill list.");
  });
});
