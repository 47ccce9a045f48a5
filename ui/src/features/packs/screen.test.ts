import { fireEvent, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { StudioError } from '$lib/ipc';
import { oddNames } from '$lib/testing/names';
import { faults, wordsOf, write } from '$lib/testing/screen';
import { content, failedErrors, inPack, loss, offer, pack, row, skills, summary, target, targetPlan } from './fixtures';
import { answer, failed, menu, onhelp, onimport, onsay, press, saved, setStage, show, skill, studio } from './stage';

setStage();

describe('without a pack', () => {
  beforeEach(() => (studio.packs = []));

  it('invites to make one, with all skills that can be read or those of an agent', async () => {
    const packs = await show({ rows: [...skills, row('broken', { broken: { line: 1, message: 'No.' } as never })] });
    await press('New pack');
    await answer('team');
    await waitFor(() => expect(packs.fields?.name).toBe('team'));
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides', 'id-valves']);
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['agent-skills']);
  });

  it('names what there is to pack and the targets a new pack begins with', async () => {
    studio.offer = offer('claude-code');
    const packs = await show();
    expect(screen.getByRole('heading', { name: 'No packs yet' })).toBeTruthy();
    expect(screen.getByText(/\(Claude Code folder by default\)\./)).toBeTruthy();
    await press('See available targets');
    expect(onhelp).toHaveBeenCalledOnce();
    await press('New pack');
    await answer('team');
    await waitFor(() => expect(packs.content?.targets.map(({ client }) => client)).toEqual(['claude-code']));
  });

  it('begins with the skills it is asked for', async () => {
    const packs = await show();
    packs.component.ask('new', ['id-tides', 'id-valves']);
    expect(wordsOf(await screen.findByRole('combobox', { name: 'Start with these skills' }))).toBe(
      'Selected skills (2)',
    );
    await answer('team');
    await waitFor(() => expect(packs.content?.skills).toEqual(['id-tides', 'id-valves']));
  });

  it('leads to an import where the library has no skills, and to help', async () => {
    await show({ rows: [] });
    await press('Import skills');
    expect(onimport).toHaveBeenCalledOnce();
  });

  it('says why packs could not be read, and reads them again', async () => {
    studio.refusals.list = new StudioError('file', 'The disk does not answer.');
    const packs = await show();
    expect(screen.getByText('The disk does not answer.')).toBeTruthy();
    studio.refusals = {};
    studio.packs = [pack('1')];
    await press('Try again');
    await waitFor(() => expect(packs.pack?.id).toBe('1'));
  });

  it('has nothing that axe finds wrong', async () => {
    await show();
    expect(await faults()).toEqual([]);
  });
});

describe('the pack', () => {
  it('that is new has no skills and nothing in red, and says what to do', async () => {
    studio.packs = [pack('1', { content: content({ skills: [] }) })];
    studio.summary = summary({ skills: [] });
    await show();
    expect(screen.getByText('No skills in this pack yet')).toBeTruthy();
    expect(screen.getByTestId('write-hint').textContent).toBe('Add skills to the pack.');
    for (const testid of ['target-state', 'refusing', 'gate']) expect(screen.queryByTestId(testid)).toBeNull();
    expect(studio.of('plan')).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('leads with skills, targets and export; the details are folded until one looks, and stay as one left them', async () => {
    localStorage.removeItem('packs-details');
    await show();
    expect(screen.getByTestId('write-pack')).toBeTruthy();
    expect([screen.queryByTestId('totals'), screen.queryByTestId('gate')]).toEqual([null, null]);
    const report = screen.getByTestId('unfold-report');
    expect(wordsOf(report)).toBe('Loss report and files: Agent Skills lossless');
    await fireEvent.click(report);
    expect([report.getAttribute('aria-expanded'), screen.queryByTestId('gate')]).toEqual(['true', null]);
    expect(screen.getByTestId('totals')).toBeTruthy();
    expect(localStorage.getItem('packs-details')).toBe('report');
  });

  it('shows what is checked by itself where that blocks it', async () => {
    localStorage.removeItem('packs-details');
    studio.planned = { gates: [failedErrors], is_held_back: true };
    await show();
    expect(wordsOf(screen.getByTestId('unfold-checks'))).toBe('Checks and history blocked');
    expect(screen.getByTestId('gate')).toBeTruthy();
  });

  it('has its skills ticked, each with its version, weight and state', async () => {
    studio.summary = summary({ skills: [inPack('emergency'), inPack('tides', { missing_tools: ['sea'] })] });
    await show();
    expect(screen.getByTestId('pack-count').textContent).toBe('2 of 3');
    expect(wordsOf(skill('emergency'))).toContain('1.2.0 · 500 tokens · 1 file');
    expect([skill('emergency').dataset.chosen, skill('valves').dataset.chosen]).toEqual(['true', 'false']);
    expect(wordsOf(skill('tides'))).toContain('1 error');
    expect(wordsOf(screen.getByTestId('pack-tokens'))).toBe('1,000 tokens');
  });

  it('takes skills in and out by a click, by Space, all at once and by agent', async () => {
    const packs = await show();
    await fireEvent.click(skill('valves'));
    expect(packs.content?.skills).toContain('id-valves');
    const list = screen.getByRole('grid', { name: 'Library skills' });
    await fireEvent.keyDown(list, { key: 'Home' });
    await fireEvent.keyDown(list, { key: ' ' });
    expect(packs.content?.skills).toEqual(['id-tides', 'id-valves']);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Add all 3 skills' }));
    expect(packs.content?.skills).toHaveLength(3);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Add all 3 skills' }));
    expect(packs.content?.skills).toEqual([]);
    await press("Add an agent's skills");
    await fireEvent.click(await screen.findByRole('menuitem', { name: /plumber/ }));
    expect(packs.content?.skills).toEqual(['id-valves']);
    await saved(packs);
    expect(failed).toEqual([]);
  });

  it('is filtered, and everything that is found is taken in at once', async () => {
    const packs = await show();
    await write(screen.getByTestId('pack-filter'), 'valv');
    expect(screen.getAllByTestId('pack-skill')).toHaveLength(1);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Add 1 matching skill' }));
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides', 'id-valves']);
    await write(screen.getByTestId('pack-filter'), 'zzz');
    expect(screen.getByText('No matching skills')).toBeTruthy();
  });

  it('shows only its own on demand', async () => {
    await show();
    await fireEvent.click(screen.getByRole('radio', { name: 'In pack' }));
    expect(screen.getAllByTestId('pack-skill').map((one) => one.dataset.name)).toEqual(['emergency', 'tides']);
  });

  it('names skills that are gone, and leaves them out', async () => {
    studio.packs = [pack('1', { content: content({ skills: ['id-emergency', 'id-gone'] }) })];
    studio.summary = summary({ missing: ['id-gone'] });
    const packs = await show();
    expect(screen.getByText(/1 skill in this pack is no longer in the library/)).toBeTruthy();
    await press('Remove');
    expect(packs.content?.skills).toEqual(['id-emergency']);
  });

  it('takes along what is ticked, and says what is left out', async () => {
    const packs = await show();
    expect(wordsOf(screen.getByRole('region', { name: 'Also include' }))).toContain('Agents 2 excluded');
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Agents' }));
    expect(packs.content?.along.agents).toBe(true);
  });

  it('has a version that is typed or raised', async () => {
    const packs = await show();
    await press('1.0.1');
    expect(packs.content?.version).toBe('1.0.1');
    await saved(packs);
    const field = screen.getByTestId('pack-version');
    await write(field, '2.0.0');
    await fireEvent.change(field);
    expect(packs.content?.version).toBe('2.0.0');
  });

  it('is renamed, but to no name that is taken; copied, and moved to the trash with a way back', async () => {
    const packs = await show();
    await menu('Rename pack');
    await write(await screen.findByTestId('ask-text'), 'pack-2');
    expect(screen.getByText(/A pack named pack-2 already exists/)).toBeTruthy();
    await answer('better');
    await waitFor(() => expect(packs.fields?.name).toBe('better'));
    await menu('Duplicate pack');
    await waitFor(() => expect(packs.fields?.name).toBe('better-copy'));
    await menu('Move pack to trash');
    await fireEvent.click(await screen.findByRole('button', { name: 'Move to trash' }));
    await waitFor(() => expect(onsay).toHaveBeenCalledWith('Moved better-copy to trash', expect.anything()));
    onsay.mock.lastCall![1].perform();
    await waitFor(() => expect(studio.of('restore')).toHaveLength(1));
  });

  it('is undone by keys', async () => {
    const packs = await show();
    await fireEvent.click(skill('valves'));
    await fireEvent.keyDown(screen.getByTestId('packs'), { key: 'z', ctrlKey: true });
    expect(packs.content?.skills).toEqual(['id-emergency', 'id-tides']);
    await fireEvent.keyDown(screen.getByTestId('packs'), { key: 'z', ctrlKey: true, shiftKey: true });
    expect(packs.content?.skills).toHaveLength(3);
  });

  it('says that it was changed elsewhere, and takes one of both', async () => {
    const packs = await show();
    studio.changeElsewhere('1', { name: 'theirs' });
    await fireEvent.click(skill('valves'));
    await fireEvent.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(packs.isStale).toBe(false));
    expect(studio.packs[0]?.content.skills).toContain('id-valves');
  });

  it('draws what is seen of ten thousand skills, and takes all of them in', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => row(`skill-${at}`));
    const packs = await show({ rows });
    expect(screen.getAllByTestId('pack-skill').length).toBeLessThan(60);
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Add all 10,000 skills' }));
    expect(packs.content?.skills.length).toBeGreaterThanOrEqual(10_000);
  });

  it.each(oddNames)('shows names %s whole', async (_, name) => {
    studio.packs = [pack('1', { name, content: content({ skills: [`id-${name}`] }) })];
    studio.summary = summary({ skills: [inPack(name)] });
    await show({ rows: [row(name)] });
    expect(wordsOf(screen.getByTestId('pack-skill'))).toContain(name.replace(/\s+/g, ' '));
    expect(wordsOf(screen.getByRole('combobox', { name: 'Pack' }))).toContain(name.replace(/\s+/g, ' '));
  });

  it('names packs that cannot be read', async () => {
    studio.unreadable = [{ id: '7', name: 'old', reason: 'It was written by a newer version.' }];
    await show();
    expect(screen.getByText(/Couldn't read the pack old: It was written by a newer version/)).toBeTruthy();
  });
});

describe('its targets', () => {
  const states = () =>
    screen
      .getAllByTestId('target')
      .filter((one) => one.dataset.chosen === 'true')
      .map(wordsOf);

  it('say how each of them stands', async () => {
    studio.planned = {
      targets: [
        targetPlan(target('agent-skills')),
        targetPlan(target('light4j-sql'), { losses: [loss('tides', 'license'), loss('tides', 'x')] }),
      ],
    };
    await show();
    expect(screen.getByTestId('target-count').textContent).toBe('2 of 23 selected');
    expect(states()).toEqual([
      expect.stringContaining('Agent Skills lossless'),
      expect.stringContaining('light-4j SQL 2 lost'),
    ]);
  });

  it('are looked at by arrows, chosen by Space and by a click on their box', async () => {
    const packs = await show();
    const list = screen.getByRole('grid', { name: 'Targets' });
    await fireEvent.keyDown(list, { key: 'ArrowDown' });
    expect(screen.getByTestId('target-name').textContent).toBe('.skill archives');
    expect(screen.getByText(".skill archives isn't a target of this pack")).toBeTruthy();
    await fireEvent.keyDown(list, { key: ' ' });
    expect(packs.content?.targets.map(({ target: of }) => of)).toContain('skill-zip');
    const codex = document.querySelector('[data-testid=target][data-client=codex] [data-testid=target-tick]')!;
    await fireEvent.click(codex);
    expect(packs.content?.targets.at(-1)).toMatchObject({
      target: 'client-folder',
      client: 'codex',
      folder: 'codex-folder',
    });
    const marked = (client: string) =>
      document.querySelector(`[data-testid=target][data-client=${client}] [data-testid=not-measured]`)?.textContent;
    expect([marked('codex'), marked('cursor')]).toEqual([undefined, ', documented, not measured']);
    await saved(packs);
  });

  it("of the library's client come first; the others are folded until one looks for them", async () => {
    studio.offer = offer('codex');
    studio.packs = [pack('1', { content: content({ targets: [] }) })];
    const packs = await show();
    const drawn = () => screen.getAllByTestId('target').map(({ dataset }) => dataset['client'] ?? dataset['target']);
    expect(screen.getByText('For Codex')).toBeTruthy();
    expect(drawn()).toEqual(['codex']);
    const fold = screen.getByTestId('other-targets');
    expect([fold.getAttribute('aria-expanded'), wordsOf(fold)]).toEqual(['false', 'Other targets 22']);
    await fireEvent.click(fold);
    expect(drawn().slice(0, 3)).toEqual(['codex', 'agent-skills', 'skill-zip']);
    await fireEvent.click(document.querySelector('[data-target=gram] [data-testid=target-tick]')!);
    expect(packs.content?.targets.map(({ target: of }) => of)).toEqual(['gram']);
    expect(wordsOf(screen.getByTestId('other-targets'))).toBe('Other targets 22, 1 selected');
    await fireEvent.click(screen.getByTestId('other-targets'));
    expect(drawn()).toEqual(['codex']);
    expect(await faults()).toEqual([]);
  });

  it("are all in sight where a pack has one that is not the client's", async () => {
    studio.offer = offer('codex');
    const packs = await show();
    expect(screen.getAllByTestId('target').length).toBeGreaterThan(1);
    for (const name of ['agent-skills', 'light4j-sql'] as const) packs.removeTarget(target(name));
    await saved(packs);
    expect(screen.getAllByTestId('target').length, 'nothing folds under the pointer').toBeGreaterThan(1);
  });

  it('are read again where they could not be', async () => {
    studio.refusals = { targets: new StudioError('file', 'The disk does not answer.') };
    await show();
    expect(screen.getByText("Couldn't load the targets")).toBeTruthy();
    studio.refusals = {};
    await press('Try again');
    expect((await screen.findAllByTestId('target')).length).toBeGreaterThan(1);
  });

  it('have a folder and a plugin a name', async () => {
    studio.packs = [pack('1', { content: content({ targets: [target('claude-plugin')] }) })];
    const packs = await show();
    await fireEvent.click(screen.getByTestId('target-settings'));
    for (const [field, text] of [
      ['Folder', 'plugins/team'],
      ['Plugin name', 'team'],
    ] as const) {
      const input = await screen.findByLabelText(field);
      await write(input, text);
      await fireEvent.change(input);
    }
    expect(packs.content?.targets).toEqual([target('claude-plugin', { folder: 'plugins/team', plugin: 'team' })]);
  });
});
