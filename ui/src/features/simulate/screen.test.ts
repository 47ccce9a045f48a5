import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentRequest, SimulationView, VersionInfo } from '$lib/ipc';
import { recorded } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { attempts, faults, later, wordsOf, write } from '$lib/testing/screen';
import { oddNames } from '$lib/testing/names';
import { asked, captured, compacted, detail, log, point, replied, row, said, side, view } from './fixtures';
import { setupOfSkills } from './settings';
import Screen from './Simulate.svelte';
import { SessionStudio } from './studio';
import { runtimeOptions } from './words';

// jsdom has no layout; lists draw what fits their height.
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { value: 900 },
  offsetWidth: { value: 600 },
  clientWidth: { value: 600, configurable: true },
});
HTMLElement.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

const request = {
  hash: 'h',
  kind: 'tool',
  subject: 'sayHello',
  argv: ['node'],
  previous_argv: null,
  cwd: null,
  environment: [],
  sandbox: 'Landlock',
  changed: [],
} as unknown as ConsentRequest;

let studio: SessionStudio;
let failed: string[];
const onagent = vi.fn();
const onhelp = vi.fn();
const oncases = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  studio = new SessionStudio();
  app.rows = [];
  libraryClient.set(null);
});

async function show(open: string | null = '1') {
  const simulate = await studio.open();
  if (open) await simulate.open(open);
  const attempt = attempts();
  failed = attempt.failed;
  render(Screen, { simulate, onagent, onhelp, oncases, onattempt: attempt.onattempt });
  return simulate;
}
/** Chooses one of a list of values by its label. */
async function choose(list: string, name: string) {
  await fireEvent.keyDown(await screen.findByRole('combobox', { name: list }), { key: 'ArrowDown' });
  await fireEvent.pointerUp(await screen.findByRole('option', { name }));
}
const version = (aggregate_version: number, label = ''): VersionInfo => ({
  id: `v${aggregate_version}`,
  aggregate_version,
  created_at: '2025-01-01T00:00:00Z',
  user: 'ann',
  reason: 'saved',
  label,
  path: 'SKILL.md',
  added: 1,
  removed: 1,
});
const tab = async (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }));

describe('before a session', () => {
  it('sets one up and starts it', async () => {
    const simulate = await show(null);
    expect(screen.getByTestId('simulate-start')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Agent' }).textContent).toContain('pico_reviewer');
    await fireEvent.click(screen.getByRole('radio', { name: 'Scripted' }));
    await write(screen.getByTestId('script'), '[]');
    await fireEvent.click(screen.getByRole('button', { name: 'glossary' }));
    await write(screen.getByRole('spinbutton', { name: /model calls/ }), '3');
    await fireEvent.click(screen.getByTestId('begin'));
    await waitFor(() => expect(screen.getByTestId('chat')).toBeTruthy());
    expect(studio.of('start')[0]?.[0]).toMatchObject({
      agent: 'pico_reviewer',
      model: { kind: 'scripted', replies: '[]' },
      without: ['glossary'],
      max_iterations: 3,
    });
    expect(simulate.setup.max_iterations).toBe(3);
  });

  it("leads to a comparison of the agent's skills with an installed client", async () => {
    const simulate = await show(null);
    simulate.set({ runtime: 'agent-skills', host: 'codex' });
    await fireEvent.click(screen.getByRole('button', { name: 'glossary' }));
    await fireEvent.click(await screen.findByTestId('compare-client-open'));
    const scope = { kind: 'agent', agent: 'pico_reviewer', without: ['glossary'] };
    const wish = { scope, skills: ['pico'], host: 'codex' };
    expect([app.overlay, app.intents.take('comparison')]).toEqual(['compare-client', wish]);
  });

  it('leaves a limit as it was where no number is typed', async () => {
    const simulate = await show(null);
    for (const typed of ['', '0', '2.5', '-1', 'many'])
      await write(screen.getByRole('spinbutton', { name: /Context window/ }), typed);
    expect(simulate.setup.window_tokens).toBe(128_000);
  });

  it('says what is missing and leads there: no skills and no agent', async () => {
    studio.agents = [];
    await show(null);
    await fireEvent.click(screen.getByRole('button', { name: 'Import skills' }));
    expect(app.overlay).toBe('import');
    app.overlay = null;
  });

  it("begins with the library's client and all skills where there is no agent: a message, and go", async () => {
    studio.agents = [];
    app.rows = recorded('listSkills');
    libraryClient.set({ client: 'claude-code', is_chosen: false, found: [] });
    await show(null);
    expect(screen.queryByRole('combobox', { name: 'Agent' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Client' }).textContent).toContain('Claude Code');
    await write(screen.getByTestId('first-message'), 'Extract the PICO');
    await fireEvent.click(screen.getByTestId('begin'));
    await waitFor(() => expect(studio.of('say')).toEqual([['Extract the PICO', 'run']]));
    expect(studio.of('start')[0]?.[0]).toMatchObject({
      agent: 'Claude Code',
      runtime: 'agent-skills',
      host: 'claude-code',
      model: { kind: 'mock' },
      skills: { kind: 'all' },
      reads: null,
    });
  });

  it('takes another client, chosen skills and a folder to read, and leaves agents as they were set up', async () => {
    app.rows = recorded('listSkills');
    const simulate = await show(null);
    expect(simulate.beginning).toBe('agent');
    await fireEvent.click(screen.getByRole('radio', { name: 'From skills' }));
    simulate.set({ host: 'copilot' });
    simulate.beginWithSkills(['pico-extraction']);
    await fireEvent.click(await screen.findByRole('button', { name: /^More/ }));
    const reads = screen.getByTestId('reads');
    await write(reads, '/home/ann/notes');
    await fireEvent.change(reads);
    const skills = { kind: 'some', names: ['pico-extraction'] };
    expect(simulate.setup).toMatchObject({ agent: 'Copilot CLI', host: 'copilot', skills, reads: '/home/ann/notes' });
    // Nothing of Codex would read there, so it is not asked for, nor sent.
    simulate.set({ host: 'codex' });
    await waitFor(() => expect(screen.queryByTestId('reads')).toBeNull());
    expect(simulate.setup).toMatchObject({ agent: 'Codex', host: 'codex', skills, reads: null });
    await fireEvent.click(screen.getByRole('radio', { name: 'From an agent' }));
    expect(simulate.setup).toMatchObject({ agent: 'pico_reviewer', skills: null, reads: null });
  });

  it("takes the library's other client, whichever was chosen before", async () => {
    app.rows = recorded('listSkills');
    libraryClient.set({ client: 'claude-code', is_chosen: true, found: [] });
    const simulate = await show(null);
    simulate.followClient();
    simulate.set({ host: 'cursor', window_tokens: 9_000 });
    simulate.followClient();
    expect(simulate.setup.host).toBe('cursor');
    libraryClient.set({ client: 'codex', is_chosen: true, found: [] });
    simulate.followClient();
    expect(simulate.setup).toMatchObject({ host: 'codex', agent: 'Codex', window_tokens: 9_000 });
  });

  it('lets a skill that is turned stay where it is, and the keyboard on it', async () => {
    const names = ['a', 'b', 'c', ...Array.from({ length: 50 }, (_, at) => `skill-${at}`)];
    app.rows = names.map((name) => ({ ...recorded('listSkills')[0]!, id: name, name }));
    studio.agents = [];
    const simulate = await show(null);
    simulate.beginWithSkills(['c']);
    const picks = await screen.findByRole('group', { name: 'Choose skills' });
    const shown = () => within(picks).getAllByRole('button');
    expect(shown().slice(0, 3).map(wordsOf)).toEqual(['c', 'a', 'b']);
    expect(shown()).toHaveLength(41);
    for (const at of [1, 0]) {
      const chip = shown()[at]!;
      const was = chip.getAttribute('aria-pressed');
      chip.focus();
      await fireEvent.click(chip);
      await waitFor(() => expect(chip.getAttribute('aria-pressed')).not.toBe(was));
      expect([document.activeElement, shown()[at]]).toEqual([chip, chip]);
    }
    expect(simulate.setup.skills).toEqual({ kind: 'some', names: ['a'] });
    // Another search begins with what is picked.
    await write(screen.getByRole('textbox', { name: 'Find a skill' }), 'skill-49');
    await waitFor(() => expect(shown().map(wordsOf)).toEqual(['a', 'skill-49']));
  });

  it('offers a client no runtime of other programs, and speaks of no agent', async () => {
    app.rows = recorded('listSkills');
    const setup = setupOfSkills('claude-code', {});
    studio.views['1'] = view('1', {
      row: row('1', { agent: 'Claude Code', runtime: 'agent-skills' }),
      setup,
      not_taken: [{ skill: 'pdf', path: '/p/pdf/SKILL.md', why: 'the skill with the same name at /h is used instead' }],
    });
    const simulate = await show('1');
    const bar = screen.getByTestId('session-bar').textContent;
    expect(bar).toContain('built-in tools mocked');
    expect(bar).not.toMatch(/real tools|agent-lib|Agent Skills client/);
    await waitFor(() => expect(screen.getByText("Claude Code's built-in tools: always available")).toBeTruthy());
    expect(screen.getByTestId('tools-table').textContent).not.toContain('global');
    expect(screen.getByTestId('not-taken').textContent).toContain('1 skill skipped');
    simulate.leave();
    await fireEvent.click(await screen.findByRole('radio', { name: 'From skills' }));
    await fireEvent.click(await screen.findByRole('button', { name: /^More/ }));
    expect(screen.queryByRole('combobox', { name: 'Runtime' })).toBeNull();
    expect(runtimeOptions(setup).map(({ value }) => value)).toEqual(['agent-skills', 'everything']);
  });

  it('makes an agent of such a start', async () => {
    studio.agents = [];
    app.rows = recorded('listSkills');
    await show(null);
    await fireEvent.click(screen.getByRole('button', { name: 'Save as agent…' }));
    await write(await screen.findByTestId('agent-name'), 'Reviewer');
    await fireEvent.click(screen.getByTestId('save-agent'));
    await waitFor(() => expect(studio.of('save as agent')[0]?.[1]).toBe('Reviewer'));
  });

  it('warns of an agent without skills', async () => {
    studio.agents = [{ id: '1', name: 'empty', model: 'm', skills: [], left_out: [] }];
    await show(null);
    expect(screen.getByText(/empty has no skills/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Add skills' }));
    expect(onagent).toHaveBeenCalledOnce();
  });

  it('says which skills of an agent are not loaded, and why', async () => {
    const left_out = [{ skill: 'left', why: 'It requires the skill right, which is in the trash.' }];
    studio.agents = [{ id: '1', name: 'crew', model: 'm', skills: ['water'], left_out }];
    await show(null);
    expect(screen.getByText("left isn't loaded. It requires the skill right, which is in the trash.")).toBeTruthy();
    const chips = within(screen.getByRole('group', { name: 'Skills of the session' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent?.trim())).toEqual(['water']);
  });

  it('finds a session again by its words, marks what was interrupted or cannot be read', async () => {
    studio.rows = [
      row('1'),
      row('2', { title: 'Another one', work: 'interrupted', forked_from: { id: '1', events: 3 } }),
      row('3', { title: 'Old', unreadable: 'It was written by a newer version.' }),
      row('4', { title: 'Looped', ended: 'too_many_iterations' }),
    ];
    await show(null);
    const list = screen.getByTestId('sessions');
    expect(within(list).getAllByTestId('session-row')).toHaveLength(4);
    for (const mark of ['interrupted', "can't be read", 'Limit reached'])
      expect(within(list).getByText(mark)).toBeTruthy();
    await write(within(list).getByRole('textbox', { name: 'Find a session' }), 'another');
    expect(within(list).getAllByTestId('session-row').map(wordsOf)).toEqual([expect.stringContaining('Another one')]);
    await fireEvent.click(within(list).getByTestId('session-row'));
    await waitFor(() => expect(screen.getByTestId('session-bar').textContent).toContain('Session 2'));
    expect(studio.of('get')).toEqual([['2']]);
  });

  it('says that nothing fits, and that there are none', async () => {
    await show(null);
    await write(screen.getByRole('textbox', { name: 'Find a session' }), 'zzz');
    expect(screen.getByText('No matching sessions')).toBeTruthy();
  });

  it('deletes one for good, after asking', async () => {
    await show(null);
    const list = screen.getByRole('listbox', { name: 'Sessions' });
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    await fireEvent.keyDown(list, { key: 'Delete' });
    await fireEvent.click(await screen.findByRole('button', { name: 'Delete session' }));
    await waitFor(() => expect(studio.of('delete')).toEqual([['1']]));
  });

  it('has nothing that axe finds wrong', async () => {
    await show(null);
    expect(await faults()).toEqual([]);
  });
});

describe('a session', () => {
  it('is read as a conversation, its calls folded but for what was refused', async () => {
    await show();
    expect(wordsOf(screen.getByTestId('said'))).toContain('Extract the PICO');
    // What one said oneself is not read back.
    expect(screen.getByTestId('said').closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
    expect(screen.getAllByTestId('answered')[0]?.closest('[aria-live]')).toBeNull();
    expect(screen.getAllByTestId('answered').map(wordsOf)[1]).toContain('Done.');
    expect(wordsOf(screen.getByTestId('activated'))).toBe('pico activated');
    const [skill, set, clear] = screen.getAllByTestId('call');
    expect(within(skill!).queryByTestId('call-answer')).toBeNull();
    expect(within(clear!).getByTestId('call-answer').textContent).toBe('Tool "clear_picos" is currently disabled');
    await fireEvent.click(within(set!).getByRole('button'));
    expect(within(set!).getByTestId('call-arguments').textContent).toContain('"element": "outcome"');
    expect(wordsOf(set!)).toContain('picos changed. See the State tab.');
  });

  it('is scrubbed by keys, and what comes after is pale', async () => {
    const simulate = await show();
    expect(screen.getByTestId('step-of').textContent).toBe('3 of 3');
    expect(wordsOf(screen.getByTestId('step-tokens'))).toBe('320');
    const handle = screen.getByRole('slider', { name: 'Step' });
    await fireEvent.keyDown(handle, { key: 'Home' });
    expect([simulate.at, wordsOf(screen.getByTestId('step-tokens'))]).toEqual([0, '100']);
    expect(handle.getAttribute('aria-valuetext')).toMatch(/^Step 1, pico: 100 tokens\. .*All loaded up front 400\./);
    expect(screen.getByText('Step 1 ends here')).toBeTruthy();
    expect(document.querySelectorAll('.item.after')).toHaveLength(4);
    await fireEvent.click(screen.getByRole('button', { name: 'Latest step' }));
    expect(screen.queryByText(/ends here/)).toBeNull();
  });

  it('tells what entered and left, which tools went, and what was saved', async () => {
    const steps = [
      point(1, 100),
      point(6, 300, {
        entered: [{ tier: 'body', origin: { kind: 'skill', skill: 'pico' }, tokens: 220 }],
        left: [{ tier: 'file', origin: { kind: 'file', skill: 'old', path: 'a.md' }, tokens: 20 }],
        tools_left: ['clear_picos'],
      }),
    ];
    studio.views['1'] = view('1', { steps });
    await show();
    expect(wordsOf(screen.getByTestId('moves-entered'))).toBe('Added at step 2 +220 Body pico body +220');
    expect(wordsOf(screen.getByTestId('moves-left'))).toBe(
      'Removed at step 2 −20 Tools disabled clear_picos Files old/a.md file −20',
    );
    expect(wordsOf(screen.getByTestId('step-numbers'))).toMatch(
      /100 fewer 25% saved at this step 127,700 left of 128,000/,
    );
  });

  it('says that the window is too small', async () => {
    const base = view('1');
    studio.views['1'] = { ...base, setup: { ...base.setup, window_tokens: 300 } };
    await show();
    expect(wordsOf(screen.getByTestId('step-numbers'))).toContain('20 over the context window');
  });

  it("says what a host's list budget cut", async () => {
    studio.views['1'] = view('1', {
      listing: {
        version: '2.1.330',
        measured_on: '2026-11-22',
        host: 'claude-code',
        rule: 'Drops whole descriptions.',
        cut: [{ skill: 'pico', state: 'name_only' }],
        cut_tokens: 240,
        is_captured: false,
      },
    });
    await show();
    expect(screen.getByText(/Claude Code shortens 1 skill, leaving out 240 description/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('name only')).toBeTruthy();
  });

  it("shows the list that was captured, and can be run with the studio's instead", async () => {
    const { setup } = view('1');
    studio.views['1'] = view('1', {
      setup: { ...setup, runtime: 'agent-skills', host: 'claude-code', captured },
      listing: {
        version: '2.1.332',
        measured_on: '',
        host: 'claude-code',
        rule: 'Exactly as sent by Claude Code 2.1.332.',
        cut: [],
        cut_tokens: 0,
        is_captured: true,
      },
    });
    await show();
    const bar = screen.getByTestId('captured-list');
    expect(wordsOf(bar)).toContain('List captured from Claude Code 2.1.332: 2 entries');
    await fireEvent.click(within(bar).getByRole('button', { name: 'Show' }));
    expect((await screen.findByTestId('captured-entries')).textContent).toBe('- pico:  Sent   so\nglossary');
    expect(screen.getByText('Exactly as sent by Claude Code 2.1.332.')).toBeTruthy();
    expect(await faults()).toEqual([]);
    await fireEvent.click(screen.getByTestId('compare'));
    const dialog = await screen.findByRole('dialog', { name: 'Compare session' });
    const said = within(dialog).getByTestId('captured-setup');
    expect(wordsOf(said)).toContain('List captured from Claude Code 2.1.332');
    expect(within(dialog).queryByRole('combobox', { name: 'Client' })).toBeNull();
    await fireEvent.click(within(dialog).getByTestId('drop-captured'));
    expect(within(dialog).getByRole('combobox', { name: 'Client' })).toBeTruthy();
  });

  it('that nothing was said in invites to', async () => {
    studio.views['1'] = view('1', { events: [], steps: [], state: { kind: 'waiting_for_user', ended: null } });
    await show();
    expect(screen.getByText('No messages yet')).toBeTruthy();
    expect(screen.getByText(/Send a message to pico_reviewer/)).toBeTruthy();
  });

  it('has nothing that axe finds wrong, on any tab', async () => {
    await show();
    for (const name of [/Prompt/, /Tools/, /State/, /Calls/, /Usage/]) {
      await tab(name);
      expect(await faults()).toEqual([]);
    }
  });

  it.each(oddNames)('shows names %s whole', async (_, name) => {
    studio.views['1'] = view('1', {
      row: row('1', { title: name }),
      events: log(said(name), asked(), replied(name)),
      steps: [point(1)],
    });
    await show();
    expect(screen.getByTestId('session-bar').querySelector('h2')?.textContent).toBe(name);
    expect(screen.getByTestId('said').querySelector('p')?.textContent).toBe(name);
  });

  it('draws what a model says at length only in part, and says so', async () => {
    const reply = 'x'.repeat(2_000_000);
    studio.views['1'] = view('1', { events: log(said('go'), asked(), replied(reply)), steps: [point(1)] });
    await show();
    expect(wordsOf(screen.getByTestId('answered'))).toMatch(/1,988,000 more characters$/);
  });
});

describe('the inspector', () => {
  it('has the prompt in its order, found by words, with all of it to copy', async () => {
    const writeText = vi.fn(async () => {});
    Object.assign(navigator, { clipboard: { writeText } });
    await show();
    await tab(/Prompt/);
    const prompt = await screen.findByTestId('prompt');
    expect([...prompt.querySelectorAll('pre')].map(wordsOf)).toEqual([
      'You review trials.',
      'pico: extracts',
      'Extract the PICO',
    ]);
    await write(screen.getByRole('textbox', { name: 'Find in the prompt' }), 'extracts');
    expect([...prompt.querySelectorAll('pre')].map(wordsOf)).toEqual(['pico: extracts']);
    await write(screen.getByRole('textbox', { name: 'Find in the prompt' }), '');
    await fireEvent.click(within(prompt).getByRole('button', { name: /System prompt/ }));
    expect(prompt.querySelectorAll('pre')).toHaveLength(2);
    await fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(writeText).toHaveBeenCalledWith('You review trials.pico: extractsExtract the PICO');
  });

  it('s1_09 has every tool with its source, owner, and whether it can be called, by the reason', async () => {
    await show();
    const table = await screen.findByTestId('tools-table');
    expect(wordsOf(screen.getByTestId('tools-on'))).toBe('2 of 3 tools available');
    const rows = [...table.querySelectorAll('tr')].slice(1).map(wordsOf);
    expect(rows.map((each) => each.replace(/ /g, ''))).toEqual([
      'Globaltools:alwaysavailable1',
      'get_skillglobalglobalyes',
      'Toolsoftheactiveskill,pico1',
      'set_picos_elementcomponentpicosyes',
      'Notlistedbypico1',
      'clear_picoscomponentpicosno',
      'Listedbypico,butnotinanycomponentorlibrary1',
      'ranknonenonemissing',
    ]);
    await fireEvent.click(within(table).getByRole('button', { name: 'clear_picos' }));
    expect(wordsOf(table)).toContain("The schema isn't in the prompt.");
    await fireEvent.click(screen.getByRole('button', { name: 'Tool availability' }));
    expect(onhelp).toHaveBeenCalledOnce();
  });

  it('has the components with their states now and at the start, and every skill with its tools', async () => {
    await show();
    await tab(/State/);
    const state = await screen.findByTestId('component-state');
    expect(wordsOf(state)).toMatch(/picos changed \["outcome"\]/);
    await fireEvent.click(screen.getByRole('radio', { name: 'At the start' }));
    expect(wordsOf(state)).toContain('[]');
    expect(screen.getAllByTestId('skill-state').map(wordsOf)).toEqual([
      'pico active set_picos_element, rank',
      "glossary Lists no tools, so it doesn't affect which tools are available.",
    ]);
  });

  it('has the calls of a step with their traces, and leads to the next one', async () => {
    const trace = [{ stage: 'look_up', state: 'passed', start_us: 0, elapsed_us: 3, note: 'found' }];
    const outcome = {
      call_id: 'c',
      name: 'set_picos_element',
      trace,
      elapsed_us: 3,
      status: 'success',
      sandbox: 'Landlock',
    };
    studio.backend.getSimulationStepInBrief = async (_, event) =>
      detail(event, { calls: event === 9 ? [outcome as never] : [] });
    const simulate = await show();
    await tab(/Calls/);
    expect(await screen.findByText('No tool calls at this step')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Previous call (step 2)' }));
    expect(simulate.at).toBe(1);
    expect(wordsOf(await screen.findByTestId('trace'))).toContain('Look up');
    await fireEvent.click(screen.getByRole('button', { name: '2 clear_picos' }));
    await waitFor(() => expect(wordsOf(screen.getByTestId('calls'))).toContain('so no tool ran'));
    expect(screen.queryByTestId('trace')).toBeNull();
  });

  it('has the ledger by tier, with its sum', async () => {
    await show();
    await tab(/Usage/);
    expect(wordsOf(await screen.findByTestId('ledger'))).toMatch(
      /System2040%.*Skill list3060%pico3060%Total50If everything were loaded up front400/,
    );
  });

  it('says when a step cannot be read', async () => {
    studio.backend.getSimulationStepInBrief = () => Promise.reject({ code: 'not_found', message: 'There is none.' });
    await show();
    expect(await screen.findByText("Couldn't load the step")).toBeTruthy();
  });
});

describe('a turn', () => {
  const waiting = (state: SimulationView['state']) => (studio.views['1'] = view('1', { state }));

  it('is begun with Enter, not with Shift and Enter', async () => {
    await show();
    const field = screen.getByTestId('message');
    await write(field, 'hello');
    await fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    expect(studio.of('say')).toEqual([]);
    await fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(studio.of('say')).toEqual([['hello', 'run']]));
  });

  it('that goes on can be paused and stopped', async () => {
    const slow = later<void>();
    const simulate = await show();
    studio.gate = slow.promise;
    await write(screen.getByTestId('message'), 'hello');
    await fireEvent.click(screen.getByTestId('send'));
    await fireEvent.click(await screen.findByTestId('pause'));
    await fireEvent.click(screen.getByTestId('stop'));
    expect([studio.of('pause'), studio.of('cancel')]).toEqual([[['1']], [['1']]]);
    simulate.follow({ kind: 'simulation', update: { kind: 'heard', id: '1', text: 'Good d' } });
    expect((await screen.findByTestId('heard')).textContent).toBe('Good d');
    slow.resolve();
    await waitFor(() => expect(screen.getByTestId('message')).toBeTruthy());
  });

  it('that is paused can be stepped and continued', async () => {
    waiting({ kind: 'paused' });
    await show();
    await fireEvent.click(screen.getByTestId('step-on'));
    await waitFor(() => expect(studio.of('step')).toHaveLength(1));
    await fireEvent.click(await screen.findByTestId('resume'));
    await waitFor(() => expect(studio.of('continue')).toHaveLength(1));
  });

  it('that waits for permission says for what, and goes on or is refused', async () => {
    waiting({ kind: 'waiting_for_consent', request, call: { id: '1', name: 'sayHello', arguments: '{}' } });
    await show();
    expect(wordsOf(screen.getByTestId('chat-consent'))).toMatch(/Paused before sayHello.*Allow sayHello to run\?/);
    await fireEvent.click(screen.getByTestId('consent-allow'));
    await waitFor(() => expect(studio.of('continue')).toHaveLength(1));
    await fireEvent.click(screen.getByTestId('consent-refuse'));
    await waitFor(() => expect(studio.of('refuse')).toHaveLength(1));
  });

  it('that could not be run is said', async () => {
    await show();
    studio.refusal = new Error('no model');
    await write(screen.getByTestId('message'), 'hello');
    await fireEvent.click(screen.getByTestId('send'));
    await waitFor(() => expect(failed).toHaveLength(1));
    expect(failed[0]).toMatch(/^Sending the message/);
  });
});

describe('what is done with a session', () => {
  it('is forked at the step, run again, and left', async () => {
    const simulate = await show();
    simulate.choose(1);
    await fireEvent.click(screen.getByTestId('fork'));
    await waitFor(() => expect(studio.of('fork')).toEqual([['1', 6, null]]));
    expect(await screen.findByText('fork')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('leave-session'));
    expect(await screen.findByTestId('simulate-start')).toBeTruthy();
  });

  it('is compared with itself under another runtime, on one scale', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    const run = await screen.findByTestId('run-beside');
    expect(run.textContent).toContain('Run again and compare');
    await fireEvent.click(screen.getByRole('radio', { name: 'Always available' }));
    expect(run.textContent).toContain('Run and compare');
    await fireEvent.click(run);
    expect(await screen.findByTestId('side-B')).toBeTruthy();
    expect(screen.getByTestId('side-A').textContent).toContain('agent-lib');
    await fireEvent.click(screen.getByRole('button', { name: 'Back to the session' }));
    expect(await screen.findByTestId('chat')).toBeTruthy();
  });

  it('is compared with itself on the library as it is now', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    await fireEvent.click(await screen.findByTestId('run-beside'));
    expect(await screen.findByTestId('side-B')).toBeTruthy();
    expect(studio.of('fork')).toEqual([['1', 0, studio.views['1']!.setup]]);
  });

  it('is compared with itself without one of its skills', async () => {
    studio.views['1'] = view('1', { setup: { ...view('1').setup, agent: 'pico_reviewer' } });
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Without a skill' }));
    const run = await screen.findByTestId('run-without');
    expect(run).toHaveProperty('disabled', true);
    await choose('Skill to leave out', 'pico');
    await fireEvent.click(run);
    expect((await screen.findByTestId('side-B')).textContent).toContain('without pico');
    expect(await faults()).toEqual([]);
  });

  it('takes a skill back to an earlier version', async () => {
    studio.views['1'] = view('1', { setup: { ...view('1').setup, agent: 'pico_reviewer' } });
    studio.versions = [{ skill: 'pico', versions: [version(3), version(2, 'before the rewrite')] }];
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    await choose('Version of pico', 'before the rewrite, version 2');
    await fireEvent.click(screen.getByTestId('run-beside'));
    expect((await screen.findByTestId('side-B')).textContent).toContain('pico version 2');
    expect(studio.of('versions')).toEqual([['pico_reviewer']]);
    expect(await faults()).toEqual([]);
  });

  it('is given a file of a skill', async () => {
    studio.views['1'] = view('1', { setup: { ...view('1').setup, agent: 'pico_reviewer' } });
    studio.files = [{ skill: 'pico', paths: ['evals/files/trial.txt', 'references/picos.md'] }];
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    const add = async (path: string) => {
      await fireEvent.click(screen.getByTestId('add-input'));
      await fireEvent.click(await screen.findByText(path));
    };
    await screen.findByTestId('add-input');
    await add('evals/files/trial.txt');
    const inputs = await screen.findByRole('group', { name: 'Input files' });
    expect(inputs.textContent).toContain('evals/files/trial.txt');
    await add('references/picos.md');
    await fireEvent.click(screen.getByRole('button', { name: 'Remove references/picos.md' }));
    await fireEvent.click(screen.getByTestId('run-beside'));
    expect((await screen.findByTestId('side-B')).textContent).toContain('with evals/files/trial.txt');
    expect(studio.of('files')).toEqual([['pico_reviewer']]);
    expect(await faults()).toEqual([]);
  });

  it('is compared with another session', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Another session' }));
    await fireEvent.click((await screen.findAllByTestId('finder-option'))[0]!);
    expect(await screen.findByTestId('side-B')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });
});

describe('what differs between two sessions', () => {
  const compare = async () => {
    await show();
    await fireEvent.click(screen.getByTestId('compare'));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Another session' }));
    await fireEvent.click((await screen.findAllByTestId('finder-option'))[0]!);
    return screen.findByTestId('compare-turns');
  };

  it('is marked, turn by turn, and can be all that is shown', async () => {
    studio.comparison = {
      a: row('1'),
      b: row('2'),
      turns: [
        { a: side(), b: side({ skills: [], tokens: 90, steps: 1 }), differences: ['skills', 'tokens'] },
        { a: side({ message: 'more' }), b: null, differences: [] },
      ],
    };
    await compare();
    expect(screen.getByText('1 of 2 turns differs')).toBeTruthy();
    const marked = () =>
      screen.getAllByTestId('compare-row').flatMap((each) => (each.dataset['differs'] === 'true' ? [each] : []));
    expect(marked().map(wordsOf)).toEqual([
      'Skills, differspicoNone',
      'Sent, differs720 tokens in 3 model calls90 tokens in 1 model call',
    ]);
    expect(marked()[0]!.querySelectorAll('.only').length).toBe(2);
    await fireEvent.click(screen.getByRole('radio', { name: 'Differences only' }));
    expect(screen.getAllByTestId('compare-row')).toHaveLength(2 + 6);
    await fireEvent.click(screen.getByRole('button', { name: 'Swap' }));
    await waitFor(() =>
      expect(studio.of('compare')).toEqual([
        ['1', '2'],
        ['2', '1'],
      ]),
    );
    expect(await faults()).toEqual([]);
  });

  it('of a compaction is told where one side was compacted', async () => {
    studio.comparison = {
      a: row('1'),
      b: row('2'),
      turns: [{ a: side({ is_compacted: true }), b: side(), differences: ['compaction'] }],
    };
    await compare();
    const marked = screen.getAllByTestId('compare-row').filter((each) => each.dataset['differs'] === 'true');
    expect(marked.map(wordsOf)).toEqual(['Compaction, differsAfter this turnNone']);
  });

  it('is nothing where both went alike', async () => {
    studio.comparison = { a: row('1'), b: row('2'), turns: [{ a: side(), b: side(), differences: [] }] };
    const turns = await compare();
    expect(screen.getByText('no differences')).toBeTruthy();
    await fireEvent.click(screen.getByRole('radio', { name: 'Differences only' }));
    expect(wordsOf(turns)).toContain('No differences');
  });
});

describe('a compaction', () => {
  const losses = compacted(
    ['style', 120, { kind: 'whole' }],
    ['pdf', 8_210, { kind: 'beginning', tokens: 5_000 }],
    ['brand', 6_400, { kind: 'nothing' }],
  );
  const words =
    'The skill list was removed. 2 of 3 loaded skills were reattached; pdf with only its first 5,000 of 8,210 tokens; brand was dropped.';
  const before = [said('one'), asked(), replied('1'), { kind: 'ended', reason: 'answered' }] as const;
  const told = (place: string) => within(screen.getByTestId(place)).queryByTestId('compacted');

  it('is told in plain words in the conversation, and in the timeline at the step it comes before', async () => {
    studio.views['1'] = view('1', {
      events: log(...before, losses, said('two'), asked(), replied('2')),
      steps: [point(1, 300), point(6, 200)],
    });
    const simulate = await show();
    for (const place of ['chat', 'timeline'])
      for (const part of [words, 'Reduced from 31,000 to 6,200 tokens', 'without a summary', 'It was not measured.'])
        expect(wordsOf(told(place))).toContain(part);
    simulate.choose(0);
    await waitFor(() => expect(told('timeline')).toBeNull());
    expect(told('chat')).toBeTruthy();
    expect(await faults()).toEqual([]);
  });

  it('after the newest step is told at once', async () => {
    studio.views['1'] = view('1', { events: log(...before, losses), steps: [point(1, 300)] });
    await show();
    expect(wordsOf(told('timeline'))).toContain(words);
  });

  it('is asked for in the menu where a rule is known', async () => {
    studio.views['1'] = view('1', { compaction: 'The list of skills is dropped.' });
    await show();
    await fireEvent.click(screen.getByTestId('session-menu'));
    await fireEvent.click(await screen.findByRole('menuitem', { name: /Compact conversation/ }));
    await waitFor(() => expect(studio.of('compact')).toHaveLength(1));
  });

  it('cannot be asked for where none is, and the menu says so', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('session-menu'));
    const entry = await screen.findByRole('menuitem', { name: /Compact conversation/ });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(wordsOf(entry)).toContain("Not available: this client's compaction rule is unknown");
  });

  it('that was refused is said', async () => {
    studio.views['1'] = view('1', { compaction: 'The list of skills is dropped.' });
    await show();
    studio.refusal = new Error('The session is within a turn.');
    await fireEvent.click(screen.getByTestId('session-menu'));
    await fireEvent.click(await screen.findByRole('menuitem', { name: /Compact conversation/ }));
    await waitFor(() => expect(failed).toHaveLength(1));
    expect(failed[0]).toMatch(/^Compacting the conversation/);
  });
});

it('a session is repeated, with how far its runs lie from each other', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('session-menu'));
  await fireEvent.click(await screen.findByText('Repeat session…'));
  await write(await screen.findByTestId('repeat-times'), '8');
  await fireEvent.click(screen.getByTestId('repeat'));
  expect(wordsOf(await screen.findByTestId('spread'))).toContain('Tokens sent700720900');
  expect(studio.of('repeat')).toEqual([['pico_reviewer', ['Extract the PICO'], 8]]);
  expect(screen.getByText(/8 of 8 runs ended with an answer. There are 2 different final answers/)).toBeTruthy();
  expect(screen.getByText('7 of 8')).toBeTruthy();
});

it('draws a part of a long session: its end, what is around a chosen step, and what one asks for', async () => {
  const turns = Array.from({ length: 500 }, (_, turn) => [
    said(`Question ${turn}`),
    asked(1),
    replied(`Answer ${turn}`),
  ]);
  const steps = turns.map((_, turn) => point(turn * 3 + 1, 100));
  studio.views['1'] = view('1', { events: log(...turns.flat()), steps });
  const simulate = await show();
  const chat = await screen.findByTestId('chat');
  const drawn = () => chat.querySelectorAll('[data-item]').length;
  expect(drawn()).toBe(200);
  expect(within(chat).getByText('Answer 499')).toBeTruthy();
  await fireEvent.click(within(chat).getByRole('button', { name: 'Show earlier (800 items)' }));
  await within(chat).findByText('Question 350');
  expect([drawn(), within(chat).queryByText('Answer 499')]).toEqual([200, null]);
  await fireEvent.click(within(chat).getByRole('button', { name: 'Show later (100 items)' }));
  await within(chat).findByText('Answer 499');
  simulate.choose(200);
  await within(chat).findByText('Answer 200');
  expect(drawn()).toBe(200);
});

it('draws no more of a session of ten thousand steps than of a long one', async () => {
  const elementsOf = async (turns: number) => {
    const all = Array.from({ length: turns }, (_, turn) => [
      said(`Question ${turn}`),
      asked(1),
      replied(`Answer ${turn}`),
    ]);
    const steps = all.map((_, turn) => point(turn * 3 + 1, 100));
    studio.views['1'] = view('1', { events: log(...all.flat()), steps });
    const shown = await show();
    await within(await screen.findByTestId('chat')).findByText(`Answer ${turns - 1}`);
    expect(shown.steps.length).toBe(turns);
    const count = document.querySelectorAll('*').length;
    cleanup();
    return count;
  };
  const [long, longest] = [await elementsOf(1_000), await elementsOf(10_000)];
  expect(longest).toBeLessThan(long * 1.05);
});

it('a session of a chat model says what repeating it takes before it is repeated', async () => {
  studio.repeatCost = { tokens: 12_300, dollars: 0.04, most_tokens: 250_000, most_dollars: null };
  await show();
  await fireEvent.click(screen.getByTestId('session-menu'));
  await fireEvent.click(await screen.findByText('Repeat session…'));
  expect(wordsOf(await screen.findByTestId('repeat-cost'))).toBe(
    "5 runs of this session use about 12,300 tokens ($0.04). Each run stops at the session's cap: at most 250,000 tokens in all.",
  );
  studio.repeatCost = { tokens: 4_920, dollars: null, most_tokens: null, most_dollars: null };
  await write(screen.getByTestId('repeat-times'), '2');
  await vi.waitFor(() =>
    expect(wordsOf(screen.getByTestId('repeat-cost'))).toBe(
      '2 runs of this session use about 4,920 tokens. Neither this session nor its runs have a cap.',
    ),
  );
  expect(studio.of('repeat cost')).toEqual([
    ['1', 5],
    ['1', 2],
  ]);
});

it('files that no path of disclosure loads are told with the ledger', async () => {
  await show();
  await tab(/Usage/);
  const rows = [...(await screen.findByTestId('reach')).querySelectorAll('li')].map(wordsOf);
  expect(rows).toEqual([
    'pico/grades.md referenced in body 120',
    'pico/deep.md referenced indirectly 80',
    'pico/lost.md not referenced 60',
  ]);
  expect(studio.of('reach')).toEqual([['pico_reviewer', 'agent-lib']]);
});

describe('test cases', () => {
  it('are made of a session, as it went', async () => {
    await show();
    await fireEvent.click(screen.getByTestId('session-menu'));
    await fireEvent.click(await screen.findByText('Save as test case…'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Remove set_picos_element' }));
    await write(screen.getByTestId('case-name'), ' Records the outcome ');
    await write(screen.getByTestId('case-text'), 'Done');
    await write(screen.getByTestId('case-tokens'), '');
    await fireEvent.click(screen.getByTestId('case-save'));
    await waitFor(() => expect(studio.of('save case')).toHaveLength(1));
    expect(studio.of('save case')[0]![0]).toMatchObject({
      name: 'Records the outcome',
      messages: ['Extract the PICO'],
      expected_skills: ['pico'],
      expected_tools: [],
      expected_text: 'Done',
      max_tokens: null,
    });
  });
});

it('tells what came of tools and skills', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('session-menu'));
  await fireEvent.click(await screen.findByText('Tool and skill metrics'));
  const rowsOf = (table: HTMLElement) =>
    [...table.querySelectorAll('tbody tr')].map((tr) => [...tr.children].map(wordsOf).join(' '));
  expect(rowsOf(await screen.findByTestId('tool-metrics'))).toEqual([
    'get_skill runtime 1 0 0 0.04 ms 0.04 ms 636',
    'set_picos_element pico 3 1 1 1.4 ms 3.0 ms 39',
  ]);
  expect(rowsOf(screen.getByTestId('skill-metrics'))).toEqual(['pico 1 0 2 1 3 2', 'glossary 0 0 0 0 0 0']);
});

it('shows a session that another program runs, and asks whether it still does', async () => {
  studio.views['1'] = view('1', { row: row('1', { work: 'elsewhere' }), state: { kind: 'running_elsewhere' } });
  const simulate = await show();
  expect(screen.getByTestId('session-bar').textContent).toContain('running elsewhere');
  expect(screen.queryByTestId('message')).toBeNull();
  expect(screen.getByTestId('composer').textContent).toContain('another window or in skillctl');
  for (const id of ['step', 'continue']) expect((screen.getByTestId(id) as HTMLButtonElement).disabled).toBe(true);
  studio.views['1'] = view('1', { row: row('1', { work: 'interrupted' }), state: { kind: 'paused' } });
  studio.rows = [studio.views['1'].row];
  await simulate.refresh();
  await waitFor(() => expect(screen.getByTestId('session-bar').textContent).toContain('interrupted'));
});

describe('a session of 100 steps', () => {
  it('is scrubbed without drawing its chart or its conversation anew', async () => {
    const events = Array.from({ length: 100 }, (_, at) => [
      said(`message ${at}`),
      asked(),
      replied(`answer ${at}`),
    ]).flat();
    studio.views['1'] = view('1', {
      events: log(...events),
      steps: Array.from({ length: 100 }, (_, at) => point(at * 3 + 1, 100 + at * 10)),
    });
    const simulate = await show();
    const items = [...document.querySelectorAll('.item')];
    expect(items).toHaveLength(200);
    for (let step = 0; step < 100; step += 10) {
      simulate.choose(step);
      await Promise.resolve();
    }
    await waitFor(() => expect(screen.getByTestId('step-of').textContent).toBe('91 of 100'));
    expect([...document.querySelectorAll('.item')].every((item, at) => item === items[at])).toBe(true);
  });
});
