import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundKind, PaletteRequest, PaletteResult, SearchHit } from '$lib/ipc';
import { registry } from '$actions';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Palette from './Palette.svelte';

const hit = (name: string, kind: FoundKind = 'skill', part: Partial<SearchHit> = {}): SearchHit => ({
  kind,
  id: name,
  name,
  description: `About ${name}.`,
  field: 'name',
  name_ranges: [],
  passage: '',
  passage_ranges: [],
  path: '',
  score: 0,
  ...part,
});
const found = (...hits: SearchHit[]): PaletteResult => ({
  hits: hits.map((each) => ({ kind: 'found', hit: each })),
  total: hits.length,
});
const row = (name: string) => ({
  ...recorded('listSkills')[0]!,
  id: name,
  name,
  description: `What ${name} is for.`,
  broken: null,
});

const studio = {
  searchPalette: vi.fn<(given: { request: PaletteRequest }) => unknown>(),
  findSimilar: vi.fn<() => unknown>(),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});

beforeEach(() => {
  vi.clearAllMocks();
  studio.searchPalette.mockImplementation(() => found(hit('gas'), hit('close_valve', 'tool')));
  studio.findSimilar.mockImplementation(() => ({ hits: [], total: 0, hint: null }));
  recordedStudio(studio);
  Object.assign(app, {
    rows: ['gas', 'water', 'boiler'].map(row),
    overlay: 'palette',
    library: recorded('getLibrary'),
  });
  app.history.clear();
  app.intents.clear();
  app.go('library');
});

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Find' });
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const rows = () => screen.queryAllByRole('option').map((option) => option.querySelector('.skill, .name')?.textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.querySelector('.skill, .name')?.textContent;
const settled = (...names: string[]) => vi.waitFor(() => expect(rows()).toEqual(names));

describe('the palette', () => {
  it('shows what was seen lately and all that can be done before anything is typed, and asks nobody', async () => {
    app.openSkill('water');
    app.openSkill('gas');
    render(Palette);
    expect(rows()[0]).toBe('water');
    expect(rows().slice(1)).toEqual(expect.arrayContaining(['New skill', 'Import skills', 'Open settings']));
    expect(rows()).not.toContain('Show all actions');
    expect(studio.searchPalette).not.toHaveBeenCalled();
    expect(await faults()).toEqual([]);
  });

  it('is walked round with the arrows, and says in which row one is', async () => {
    render(Palette);
    await type('g');
    await settled('gas', 'close_valve');
    expect(chosen()).toBe('gas');
    await press('ArrowUp');
    expect(chosen()).toBe('close_valve');
    await press('ArrowDown');
    expect(chosen()).toBe('gas');
    expect(document.getElementById(field().getAttribute('aria-activedescendant')!)?.textContent).toContain('gas');
  });

  it('goes ten rows with a page, and no further than its ends', async () => {
    studio.searchPalette.mockImplementation(() =>
      found(...Array.from({ length: 25 }, (_, at) => hit(`t${at}`, 'tool'))),
    );
    render(Palette);
    await type('t');
    await vi.waitFor(() => expect(rows()).toHaveLength(25));
    for (const expected of ['t10', 't20', 't24']) {
      await press('PageDown');
      expect(chosen()).toBe(expected);
    }
    for (let times = 0; times < 3; times += 1) await press('PageUp');
    expect(chosen()).toBe('t0');
  });

  it('starts at the best again with every answer', async () => {
    render(Palette);
    await type('g');
    await settled('gas', 'close_valve');
    await press('ArrowDown');
    studio.searchPalette.mockImplementation(() => found(hit('boiler'), hit('gas')));
    await type('ga');
    await settled('boiler', 'gas');
    expect(chosen()).toBe('boiler');
  });

  it('opens a skill, and its text takes the keyboard', async () => {
    render(Palette);
    await type('g');
    await settled('gas', 'close_valve');
    await press('Enter');
    expect([app.overlay, app.view, app.selectedId, app.intents.peek('focus')]).toEqual([null, 'library', 'gas', 'gas']);
  });

  it.each([
    ['tool', () => [app.view, app.intents.peek('tool')], ['tools', { toolId: 'x' }]],
    ['server', () => [app.view, app.intents.peek('tool')], ['tools', { server: 'x' }]],
    ['agent', () => [app.view, app.intents.peek('node')], ['map', 'agent:x']],
  ] as const)('leads to a %s', async (kind, at, expected) => {
    studio.searchPalette.mockImplementation(() => found(hit('x', kind)));
    render(Palette);
    await type('x');
    await settled('x');
    await fireEvent.click(screen.getByRole('option'));
    expect([app.overlay, at()]).toEqual([null, expected]);
  });

  it('does what is chosen, after it is gone', async () => {
    const seen: unknown[] = [];
    const remove = registry.register([
      { id: 'test.do', label: 'Do it', group: 'Skill', perform: () => seen.push(app.overlay) },
    ]);
    const at = registry
      .available()
      .filter(({ id }) => id !== 'view.palette')
      .findIndex(({ id }) => id === 'test.do');
    studio.searchPalette.mockImplementation(() => ({ hits: [{ kind: 'action', index: at, ranges: [] }], total: 1 }));
    render(Palette);
    await type('>do');
    await settled('Do it');
    await press('Enter');
    remove();
    expect(seen).toEqual([null]);
    expect(studio.findSimilar).not.toHaveBeenCalled();
  });

  it('waits with Enter for the answer to what is typed, and opens that', async () => {
    let answer: (result: PaletteResult) => void = () => {};
    studio.searchPalette.mockImplementation(() => new Promise<PaletteResult>((resolve) => (answer = resolve)));
    render(Palette);
    await type('water');
    await press('Enter');
    expect(app.overlay).toBe('palette');
    await vi.waitFor(() => expect(studio.searchPalette).toHaveBeenCalledOnce());
    answer(found(hit('water')));
    await vi.waitFor(() => expect([app.overlay, app.selectedId]).toEqual([null, 'water']));
  });

  it('does not open what is found for what is typed no longer', async () => {
    const answers: ((result: PaletteResult) => void)[] = [];
    studio.searchPalette.mockImplementation(() => new Promise<PaletteResult>((resolve) => answers.push(resolve)));
    render(Palette);
    await type('water');
    await press('Enter');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await type('gas');
    await press('Enter');
    answers[0]!(found(hit('water')));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect([app.overlay, app.selectedId]).toEqual(['palette', null]);
    answers[1]!(found(hit('gas')));
    await vi.waitFor(() => expect([app.overlay, app.selectedId]).toEqual([null, 'gas']));
  });

  it('says that nothing was found only when meaning was asked too', async () => {
    let answer: (result: unknown) => void = () => {};
    studio.searchPalette.mockImplementation(() => found());
    studio.findSimilar.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    render(Palette);
    await type('zz');
    expect(await screen.findByText('No exact matches. Running semantic search…')).toBeTruthy();
    await vi.waitFor(() => expect(studio.findSimilar).toHaveBeenCalledOnce());
    answer({ hits: [], total: 0, hint: 'The model is missing.' });
    expect(await screen.findByText('No results for “zz”.')).toBeTruthy();
    expect(screen.getByText('Keyword results only').dataset.tip).toBe('The model is missing.');
    await press('Enter');
    expect(app.overlay).toBe('palette');
  });

  it('lists a thing once, also while what has its words is of the query before and what it means of this one', async () => {
    render(Palette);
    await type('g');
    await settled('gas', 'close_valve');
    studio.searchPalette.mockImplementation(() => new Promise(() => {}));
    studio.findSimilar.mockImplementation(() => ({ hits: [hit('gas'), hit('boiler')], total: 2, hint: null }));
    await type('ga');
    await settled('gas', 'close_valve', 'boiler');
    expect(screen.getByText('Semantic matches').nextElementSibling?.textContent).toContain('boiler');
  });

  it('says how many there are beyond those it shows', async () => {
    studio.searchPalette.mockImplementation(() => ({ ...found(hit('gas')), total: 789 }));
    render(Palette);
    await type('g');
    expect(await screen.findByText('1 of 789')).toBeTruthy();
  });

  it('tells that a search failed, and keeps what was there', async () => {
    render(Palette);
    await type('g');
    await settled('gas', 'close_valve');
    studio.searchPalette.mockImplementation(() => {
      throw { code: 'internal', message: 'no index' };
    });
    await type('ga');
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Searching'));
    expect(rows()).toEqual(['gas', 'close_valve']);
  });

  it('shows why a hit was found: its passage, its file, or why it cannot be read', async () => {
    app.rows = [row('gas'), { ...row('water'), broken: { message: 'The frontmatter is missing.' } as never }];
    studio.searchPalette.mockImplementation(() =>
      found(
        hit('gas', 'skill', { passage: 'close the valve', passage_ranges: [{ from: 10, to: 15 }], path: 'a.md' }),
        hit('water'),
      ),
    );
    render(Palette);
    await type('valve');
    await settled('gas', 'water');
    const [first, second] = screen.getAllByRole('option');
    expect([first!.querySelector('mark')?.textContent, first!.querySelector('.text .group')?.textContent]).toEqual([
      'valve',
      'a.md',
    ]);
    expect(second!.textContent).toContain('The frontmatter is missing.');
  });

  it('of skills alone lists them all and asks for skills', async () => {
    app.overlay = 'skills';
    render(Palette);
    expect([field().placeholder, rows()]).toEqual(['Go to skill', ['gas', 'water', 'boiler']]);
    await type('>g');
    await vi.waitFor(() => expect(studio.searchPalette).toHaveBeenCalledOnce());
    expect(studio.searchPalette.mock.lastCall![0].request).toMatchObject({
      query: '>g',
      kinds: ['skill'],
      actions: [],
    });
  });

  it('goes with Escape, and nothing else changes', async () => {
    render(Palette);
    await press('Escape');
    await tick();
    expect([app.overlay, app.view, app.selectedId]).toEqual([null, 'library', null]);
  });

  it.each(oddNames)('finds a name %s', async (_, name) => {
    studio.searchPalette.mockImplementation(() => found(hit(name, 'tool')));
    render(Palette);
    await type(name);
    await settled(name);
    expect(studio.searchPalette.mock.lastCall![0].request.query).toBe(name);
  });
});
