import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Analysis, Finding, SkillDetail, VersionInfo } from '$lib/ipc';
import { commands } from '$lib/ipc';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { libraryClient } from '$lib/state/client.svelte';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import { Editor } from './editor.svelte';
import Inspector from './Inspector.svelte';
import { fillPreview, previewShell } from './preview';

const TEXT = '---\nname: gas\n---\n\n# Gas\n';
const detail = (part: Partial<SkillDetail> = {}): SkillDetail => ({
  ...recorded('getSkill'),
  id: 's1',
  name: 'gas',
  aggregate_version: 1,
  link: null,
  versions: 2,
  uses: [],
  files: ['SKILL.md', 'references/a.md', 'assets/map.png'].map((path, at) => ({
    path,
    tokens: 10 * at,
    bytes: 2048,
    is_text: !path.endsWith('png'),
  })) as SkillDetail['files'],
  tokens: { description: 120, body: 900, files: 30 },
  ...part,
});
const finding = (code: string, part: Partial<Finding> = {}): Finding => ({
  severity: 'warning',
  code,
  message: `About \`${code}\`.`,
  start: { line: 2, column: 1 },
  end: { line: 2, column: 4 },
  from: 4,
  to: 8,
  targets: [],
  subject: code,
  actions: [],
  ignored: null,
  fix: null,
  ...part,
});
const version = (id: string, part: Partial<VersionInfo> = {}): VersionInfo => ({
  ...recorded('listVersions')[0]!,
  id,
  ...part,
});

let skill: SkillDetail;
let analysis: Analysis;
const studio = {
  getSkill: vi.fn(() => structuredClone(skill)),
  getFile: vi.fn(({ path }: { path: string }) => ({
    path,
    text: TEXT,
    hash: 'h',
    is_text: true,
    aggregate_version: 1,
    draft: null,
  })),
  getUndoHistory: vi.fn(() => ({ done: [], undone: [], basis: '' })),
  saveUndoHistory: vi.fn(() => null),
  saveDraft: vi.fn(() => null),
  deleteDraft: vi.fn(() => null),
  analyze: vi.fn(() => structuredClone(analysis)),
  analyzeForClient: vi.fn<() => unknown>(() => []),
  listVersions: vi.fn<() => unknown>(),
  getVersion: vi.fn<() => unknown>(() => 'older\n'),
  labelVersion: vi.fn<() => unknown>(() => null),
  restoreVersion: vi.fn<() => unknown>(),
  createFile: vi.fn<() => unknown>(),
  checkFilePath: vi.fn(({ path }: { path: string }) => (path === 'References/A.md' ? `${path} already exists.` : null)),
  renameFile: vi.fn<() => unknown>(),
  removeFile: vi.fn<() => unknown>(),
  ignoreProblem: vi.fn<() => unknown>(() => null),
  stopIgnoring: vi.fn<() => unknown>(() => null),
  applyFixAction: vi.fn<() => unknown>(() => null),
};
const fail = vi.spyOn(app, 'fail').mockImplementation(() => {});
const notify = vi.spyOn(app, 'notify').mockImplementation(() => {});
const host = { openMerge: vi.fn(), notify: vi.fn(), fail: vi.fn() };
const onreveal = vi.fn();
const refuse = (message: string) => () => {
  throw { code: 'file', message, detail: null };
};

beforeEach(() => {
  vi.clearAllMocks();
  skill = detail();
  analysis = {
    findings: [],
    frontmatter: { fields: [], definition: [], body_from: 18, unreadable: null },
    tokens: { description: 120, body: 900, files: 0 },
    preview: '<h1>Gas</h1>',
    preview_cut: null,
  };
  studio.listVersions.mockImplementation(() => [
    version('v2', { label: 'Before the rename', reason: 'saved', added: 1200, removed: 3 }),
    version('v1', { reason: 'changed outside', path: 'references/a.md' }),
  ]);
  for (const command of [studio.createFile, studio.renameFile, studio.removeFile, studio.restoreVersion])
    command.mockImplementation(() => detail({ aggregate_version: 2 }));
  recordedStudio(studio);
  app.rows = [];
  app.history.clear();
});

async function shown(tab = 'preview') {
  const editor = new Editor(commands, host);
  await editor.open('s1');
  await vi.waitFor(() => expect(editor.document?.analysis).toBeTruthy());
  render(Inspector, { editor, tab, onreveal });
  return editor;
}
const given = (command: { mock: { lastCall?: unknown[] } }) => Object.values(command.mock.lastCall?.[0] as object);
const clerk = { kind: 'agent' as const, id: 'c', name: 'clerk', why: 'clerk loads gas.' };
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const file = (name: string | RegExp) => screen.getByRole('treeitem', { name });

describe('the inspector', () => {
  it('of nothing says what stands there', () => {
    render(Inspector, { editor: new Editor(commands, host), onreveal });
    expect(screen.getByText('No skill selected')).toBeTruthy();
  });

  it('says what the skill costs, tier by tier; a description has no limit in tokens', async () => {
    await shown();
    expect(screen.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Description: 120 tokens',
      'Body: 900 tokens of 5,000',
      'Files: 30 tokens',
    ]);
    expect(await faults()).toEqual([]);
  });

  it('counts what each tab holds', async () => {
    analysis.findings = [finding('a', { severity: 'error' }), finding('b', { severity: 'info' })];
    skill = detail({ uses: [clerk] });
    await shown();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'Preview',
      'Problems 1',
      'Versions 2',
      'Uses 1',
    ]);
  });

  it('lists who uses it, and leads to skills', async () => {
    skill = detail({ uses: [clerk, { kind: 'skill', id: 't', name: 'tours', why: 'tours is a child of gas.' }] });
    await shown('uses');
    expect(screen.getByText(clerk.why)).toBeTruthy();
    expect(screen.queryByRole('button', { name: clerk.why })).toBeNull();
    await fireEvent.click(button('tours is a child of gas.'));
    expect(app.selectedId).toBe('t');
  });
});

describe('its files', () => {
  it('stand with their size, and open', async () => {
    await shown();
    expect(screen.getAllByRole('treeitem').map((each) => each.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'SKILL.md 0',
      'references 10',
      'a.md 10',
      'assets 20',
      'map.png 2.0 KB',
    ]);
    await fireEvent.click(file(/^a\.md/));
    expect(app.selectedPath).toBe('references/a.md');
  });

  it('are made under a name that is free', async () => {
    await shown();
    await fireEvent.click(button('New file'));
    const path = await screen.findByTestId<HTMLInputElement>('file-path');
    expect([path.value, screen.getByTestId<HTMLButtonElement>('file-confirm').disabled]).toEqual(['references/', true]);
    await fireEvent.input(path, { target: { value: 'References/A.md' } });
    expect((await screen.findByRole('alert')).textContent).toBe('References/A.md already exists.');
    expect(await faults(screen.getByRole('dialog'))).toEqual([]);
    await fireEvent.input(path, { target: { value: ' references/b.md ' } });
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await fireEvent.click(screen.getByTestId('file-confirm'));
    await vi.waitFor(() => expect(app.selectedPath).toBe('references/b.md'));
    expect(given(studio.createFile)).toEqual(['s1', 'references/b.md']);
    await vi.waitFor(() => expect(screen.queryByTestId('file-path')).toBeNull());
  });

  it('are renamed with F2, and what is refused stays to be mended', async () => {
    studio.renameFile.mockImplementationOnce(refuse('The disk is full.'));
    await shown();
    await fireEvent.keyDown(file(/^a\.md/), { key: 'F2' });
    const path = await screen.findByTestId<HTMLInputElement>('file-path');
    await fireEvent.input(path, { target: { value: 'references/c.md' } });
    await fireEvent.submit(path.form!);
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Renaming the file'));
    expect(path.value).toBe('references/c.md');
    await fireEvent.submit(path.form!);
    await vi.waitFor(() => expect(screen.queryByTestId('file-path')).toBeNull());
    expect(given(studio.renameFile)).toEqual(['s1', 'references/a.md', 'references/c.md']);
  });

  it('are made, renamed and deleted when somebody asks for that elsewhere, as in the palette', async () => {
    const editor = await shown();
    editor.fileWish = 'new';
    const path = await screen.findByTestId<HTMLInputElement>('file-path');
    expect([path.value, editor.fileWish]).toEqual(['references/', null]);
    await fireEvent.keyDown(path, { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByTestId('file-path')).toBeNull());
    await editor.open('s1', 'references/a.md');
    editor.fileWish = 'rename';
    const renamed = await screen.findByTestId<HTMLInputElement>('file-path');
    expect(renamed.value).toBe('references/a.md');
    await fireEvent.keyDown(renamed, { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByTestId('file-path')).toBeNull());
    editor.fileWish = 'delete';
    await fireEvent.click(await screen.findByRole('button', { name: 'Delete file' }));
    await vi.waitFor(() => expect(given(studio.removeFile)).toEqual(['s1', 'references/a.md']));
  });

  it('are deleted after a question; SKILL.md and folders never', async () => {
    await shown();
    await fireEvent.keyDown(file(/^SKILL/), { key: 'Delete' });
    await fireEvent.keyDown(file(/^references/), { key: 'Delete' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await fireEvent.keyDown(file(/^a\.md/), { key: 'Delete' });
    await fireEvent.click(await screen.findByRole('button', { name: 'Delete file' }));
    await vi.waitFor(() => expect(given(studio.removeFile)).toEqual(['s1', 'references/a.md']));
  });

  it('have a menu that says what can be done with each', async () => {
    await shown();
    const menu = async (name: RegExp) => {
      await fireEvent.contextMenu(file(name), { clientX: 4, clientY: 4 });
      return (await screen.findAllByRole('menuitem')).map((each) => each.querySelector('.kit-item-text')?.textContent);
    };
    expect(await menu(/^a\.md/)).toEqual(['Open', 'New file', 'Rename', 'Delete']);
    await fireEvent.click(screen.getByRole('menuitem', { name: /New file/ }));
    expect((await screen.findByTestId<HTMLInputElement>('file-path')).value).toBe('references/');
  });

  it('have a menu beside them that is of none, whichever was pointed at before', async () => {
    await shown();
    const menu = async (on: Element) => {
      await fireEvent.contextMenu(on, { clientX: 4, clientY: 4 });
      return (await screen.findAllByRole('menuitem')).map((each) => each.querySelector('.kit-item-text')?.textContent);
    };
    expect(await menu(file(/^a\.md/))).toHaveLength(4);
    await fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(await menu(screen.getByRole('tree'))).toEqual(['New file']);
  });
});

describe('its problems', () => {
  it('of none say which rules were looked at', async () => {
    await shown('problems');
    expect(screen.getByText('Checked against the rules for Agent Skills.')).toBeTruthy();
  });

  it('lead to their place, are mended one by one, and all at once', async () => {
    const fix = (from: number, insert: string) => ({ title: 'Replace it', edits: [{ from, to: from + 1, insert }] });
    analysis.findings = [finding('a', { fix: fix(4, 'N') }), finding('b', { severity: 'error', fix: fix(20, 'X') })];
    const editor = await shown('problems');
    expect(screen.getAllByTestId('problem').map((each) => each.dataset.code)).toEqual(['b', 'a']);
    expect(await faults()).toEqual([]);
    await fireEvent.click(
      within(screen.getAllByTestId('problem')[0]!)
        .getByText(/^About/)
        .closest('button')!,
    );
    expect(onreveal.mock.lastCall?.[0]).toMatchObject({ code: 'b' });
    await fireEvent.click(screen.getByTestId('fix-all'));
    expect(editor.document!.text).toBe('---\nName: gas\n---\n\n#XGas\n');
  });

  it('are those of the client that the library is for first, with what only other targets mind folded', async () => {
    libraryClient.set({ client: 'codex', is_chosen: true, found: [] });
    analysis.findings = [finding('a'), finding('upload', { targets: ['claude-upload'] })];
    studio.analyzeForClient.mockImplementation(() => [finding('client-ignores', { targets: ['codex'], from: 1 })]);
    const editor = await shown('problems');
    const codes = () => screen.queryAllByTestId('problem').map((each) => each.dataset['code']);
    await vi.waitFor(() => expect(codes()).toEqual(['client-ignores', 'a']));
    expect(screen.getAllByTestId('target').map((each) => each.dataset['target'])[0]).toBe('codex');
    expect(screen.getByText('For other targets (1)')).toBeTruthy();
    await fireEvent.click(screen.getByTestId('other-targets'));
    expect(codes()).toEqual(['client-ignores', 'a', 'upload']);
    expect(await faults()).toEqual([]);
    // For all clients it is as it was.
    libraryClient.set(null);
    editor.document!.followClient();
    await vi.waitFor(() => expect(editor.document!.findings.map(({ code }) => code)).toEqual(['a']));
    expect(screen.queryByTestId('other-targets')).toBeNull();
  });

  it('are judged for another target', async () => {
    analysis.findings = [finding('a', { targets: ['adk'], severity: 'error' })];
    await shown('problems');
    expect(screen.getByText('No problems found')).toBeTruthy();
    const adk = screen.getAllByTestId('target').find((each) => each.dataset.target === 'adk')!;
    expect(adk.textContent).toContain('1 error');
    await fireEvent.click(adk);
    expect([screen.getAllByTestId('problem').length, adk.getAttribute('aria-pressed')]).toEqual([1, 'true']);
  });

  it('are ignored with a reason, shown by themselves, and taken back', async () => {
    analysis.findings = [finding('a'), finding('b', { ignored: 'meant so' })];
    await shown('problems');
    await fireEvent.click(screen.getByTestId('ignore'));
    await fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'it is fine' } });
    await fireEvent.submit(screen.getByTestId('ignore-dialog'));
    await vi.waitFor(() => expect(given(studio.ignoreProblem)).toEqual(['s1', 'a', 'a', 'it is fine']));
    await fireEvent.click(button('Show'));
    expect(screen.getByTestId('ignored-problem').textContent).toContain('meant so');
    await fireEvent.click(button('Stop ignoring'));
    await vi.waitFor(() => expect(given(studio.stopIgnoring)).toEqual(['s1', 'b', 'b']));
  });

  it('are ended by what lies beyond the text, with the way there', async () => {
    analysis.findings = [finding('a', { actions: [{ kind: 'create_file', path: 'a.md' }] })];
    await shown('problems');
    await fireEvent.click(button('Create file'));
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
    expect([given(studio.applyFixAction), notify.mock.lastCall?.[0]]).toEqual([
      ['s1', { kind: 'create_file', path: 'a.md' }],
      'Created a.md',
    ]);
    notify.mock.lastCall?.[1]?.perform();
    expect(app.selectedPath).toBe('a.md');
  });
});

describe('its versions', () => {
  const rows = () => screen.findAllByTestId('version');

  it('say what happened, to which file, and how much', async () => {
    await shown('versions');
    expect((await rows()).map((each) => each.querySelector('.what')?.textContent?.replace(/\s+/g, ' ').trim())).toEqual(
      ['Before the rename +1,200 −3 words', 'Changed on disk references/a.md'],
    );
    expect(await faults()).toEqual([]);
  });

  it('are compared, named and restored', async () => {
    const editor = await shown('versions');
    await fireEvent.click((await rows())[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Before the rename' });
    await vi.waitFor(() => expect(dialog.querySelector('.cm-deletedChunk')?.textContent).toContain('older'));
    const label = screen.getByTestId<HTMLInputElement>('version-label');
    await fireEvent.blur(label);
    expect(studio.labelVersion).not.toHaveBeenCalled();
    await fireEvent.input(label, { target: { value: ' Good one ' } });
    await fireEvent.submit(label.form!);
    await vi.waitFor(() => expect(given(studio.labelVersion)).toEqual(['v2', 'Good one']));
    await fireEvent.click(screen.getByTestId('restore-version'));
    await vi.waitFor(() => expect(given(studio.restoreVersion)).toEqual(['v2']));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([editor.detail?.aggregate_version, notify.mock.lastCall?.[0]]).toEqual([
      2,
      expect.stringMatching(/^Restored gas to /),
    ]);
  });

  it('that are as the text is now say so', async () => {
    studio.getVersion.mockImplementation(() => TEXT);
    await shown('versions');
    await fireEvent.click((await rows())[0]!);
    expect(await screen.findByText('No changes since this version.')).toBeTruthy();
  });

  it('that cannot be read say so, and nothing is restored where that is refused', async () => {
    studio.getVersion.mockImplementation(refuse('the version is gone'));
    studio.restoreVersion.mockImplementation(refuse('It changed.'));
    await shown('versions');
    await fireEvent.click((await rows())[0]!);
    expect(await screen.findByText("Couldn't load the version")).toBeTruthy();
    await fireEvent.click(screen.getByTestId('restore-version'));
    await vi.waitFor(() => expect(fail.mock.lastCall?.[0]).toBe('Restoring the version'));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it.each([
    [() => [], /Every save creates a version/],
    [refuse('the library is locked'), /Couldn't load the versions/],
  ])('of none, or none to be read, say so', async (answer, words) => {
    studio.listVersions.mockImplementation(answer);
    await shown('versions');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each(oddNames)('may be named %s', async (_, name) => {
    studio.listVersions.mockImplementation(() => [version('v', { label: name, added: 0, removed: 0 })]);
    await shown('versions');
    expect((await rows())[0]!.querySelector('.what')?.textContent?.trim()).toBe(name);
  });
});

describe('its preview', () => {
  it.each([
    [{ kind: 'long', shown: 2048, total: 4096 }, 'The preview shows the first 2.0 KB of 4.1 KB.'],
    [{ kind: 'deep', levels: 60 }, 'nested more than 60 levels deep'],
    [{ kind: 'many', elements: 20000 }, 'after the first 20,000 elements'],
    [{ kind: 'wide', bytes: 512 }, 'words longer than 512 B'],
  ])('says what it leaves out: %j', async (cut, words) => {
    analysis.preview_cut = cut as never;
    await shown();
    expect(screen.getByRole('status', { name: '' }).textContent).toContain(words);
  });

  it('is a frame without scripts, by a policy of its own', async () => {
    await shown();
    const frame = screen.getByTestId<HTMLIFrameElement>('preview');
    expect([frame.title, frame.getAttribute('sandbox')]).toEqual(['Preview of SKILL.md', 'allow-same-origin']);
    expect(frame.srcdoc).toBe(previewShell());
    expect(previewShell()).toContain("default-src 'none'; img-src data:");
  });

  it('has links that lead nowhere, and marks tools nobody has', () => {
    const page = document.implementation.createHTMLDocument();
    fillPreview(
      page,
      '<a href="https://a.example/x" onclick="alert(1)" target="_top">x</a> <code>send_sms</code> <code>nobody</code>',
      new Set(['nobody']),
    );
    const link = page.querySelector('a')!;
    expect([link.getAttributeNames().sort(), link.title]).toEqual([['class', 'title'], 'https://a.example/x']);
    expect([...page.querySelectorAll('code')].map((code) => code.className)).toEqual(['', 'missing']);
  });
});
