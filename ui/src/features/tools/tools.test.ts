import { expect, it, vi } from 'vitest';
import { DraftStudio } from '$lib/testing/drafts';
import { studio, tool } from './fixtures';
import type { ToolFields } from './page.svelte';
import { NEW, Tools } from './tools.svelte';

async function open(id: string, ...names: string[]) {
  const kept = studio(...names.map((name) => tool(name)));
  const tools = new Tools(kept.backend);
  await tools.load();
  await tools.select(id);
  return { ...kept, tools };
}

it('lists tools under what carries them out, and finds them by name', async () => {
  const { tools } = await open('id-a', 'a', 'b');
  expect(tools.groups.map(({ title, kinds, tools: of }) => [title, kinds, of.length])).toEqual([
    ['telephony', ['mcp_server'], 2],
  ]);
  tools.filter = 'does b';
  expect(tools.shown.map(({ name }) => name)).toEqual(['b']);
});

it('keeps what is written while another tool is looked at', async () => {
  const { tools } = await open('id-a', 'a', 'b');
  tools.page!.description = 'Mine.';
  await tools.select('id-b');
  expect(tools.hasUnsaved('id-a')).toBe(true);
  await tools.select('id-a');
  expect(tools.page!.description).toBe('Mine.');
  tools.discard();
  expect([tools.page!.description, tools.page!.isDirty]).toEqual(['Does a.', false]);
});

it('stores what is written', async () => {
  const { tools, get } = await open('id-a', 'a');
  tools.page!.name = 'renamed';
  tools.page!.timeout = 60;
  await tools.save();
  expect(get('id-a')).toMatchObject({ name: 'renamed', timeout_s: 60, aggregate_version: 2 });
  expect(tools.page!.isDirty).toBe(false);
});

it('leaves a tool that was changed meanwhile as it is, and lets the author choose', async () => {
  const { tools, change, get } = await open('id-a', 'a');
  tools.page!.description = 'Mine.';
  change('id-a', { description: 'Theirs.' });
  expect(await tools.save()).toBeNull();
  expect(get('id-a').description).toBe('Theirs.');
  expect(tools.page!.newer?.description).toBe('Theirs.');
  tools.page!.keepMine();
  await tools.save();
  expect(get('id-a').description).toBe('Mine.');
});

it('follows changes from elsewhere, but not over what is written', async () => {
  const { tools, change } = await open('id-a', 'a');
  change('id-a', { description: 'Theirs.' });
  await tools.follow({ kind: 'tools_changed' });
  expect(tools.page!.description).toBe('Theirs.');
  tools.page!.description = 'Mine.';
  change('id-a', { description: 'Theirs again.' });
  await tools.follow({ kind: 'tools_changed' });
  expect([tools.page!.description, tools.page!.newer?.description]).toEqual(['Mine.', 'Theirs again.']);
});

it('tells how calls went after each of them, and leaves what is written', async () => {
  const { tools, count } = await open('id-a', 'a', 'b');
  tools.page!.description = 'Mine.';
  count('id-a', { calls: 2, failed: 1 });
  await tools.recount('id-a');
  expect(tools.page!.stored?.metrics).toMatchObject([{ calls: 2, failed: 1 }]);
  expect([tools.page!.description, tools.page!.newer]).toEqual(['Mine.', null]);
  count('id-a', { calls: 3, failed: 1 });
  await tools.follow({ kind: 'tools_changed' });
  expect(tools.page!.stored?.metrics).toMatchObject([{ calls: 3 }]);
});

it('stores a new tool and opens it', async () => {
  const { tools, get } = await open('id-a', 'a');
  tools.add('fresh');
  expect([tools.selectedId, tools.page!.isDirty]).toEqual([NEW, true]);
  await tools.save();
  expect(tools.selectedId).toBe('id-fresh');
  expect(get('id-fresh').implementation.kind).toBe('none');
  expect(tools.hasUnsaved(NEW)).toBe(false);
});

it('does not lose a new tool that is being written for another one', async () => {
  const { tools } = await open('id-a', 'a');
  expect(tools.add('fresh')).toBe(true);
  await tools.select('id-a');
  expect(tools.add('other')).toBe(false);
  expect(tools.page!.name).toBe('fresh');
});

it('keeps what was written for one way to carry it out while another is looked at', async () => {
  const { tools } = await open('id-a', 'a');
  const page = tools.page!;
  page.kind = 'rest';
  page.writeImplementation({
    ...(page.implementation as { kind: 'rest' } & typeof page.implementation),
    url: 'https://x',
  });
  page.kind = 'mcp_server';
  expect(page.isDirty).toBe(false);
  page.kind = 'rest';
  expect(page.implementation).toMatchObject({ kind: 'rest', url: 'https://x' });
});

it('deletes and brings back', async () => {
  const { tools } = await open('id-a', 'a', 'b');
  const there = await tools.trash(await tools.asRead('id-a'));
  expect([tools.selectedId, tools.list.length]).toEqual([null, 1]);
  await tools.restore(there);
  expect([tools.selectedId, tools.page?.name]).toEqual(['id-a', 'a']);
});

it('brings an earlier version back', async () => {
  const { tools, backend } = await open('id-a', 'a');
  const restore = vi.spyOn(backend, 'restoreToolVersion');
  await tools.readVersions();
  expect(tools.versions.value).toEqual([]);
  await tools.restoreVersion('v-1');
  expect(restore).toHaveBeenCalledWith('id-a', 'v-1');
  expect([tools.page!.description, tools.page!.isDirty]).toEqual(['As before.', false]);
});

it('says what keeps a tool from being stored', async () => {
  const { tools } = await open('id-a', 'a');
  tools.page!.name = ' ';
  expect(tools.page!.missing).toBe('Name the tool first.');
});

it('brings back what was written before the window was closed', async () => {
  const drafts = new DraftStudio();
  const { backend, change } = studio(tool('a'), tool('b'));
  const first = drafts.session<ToolFields>('tool');
  const before = new Tools(backend, first);
  await before.load();
  await before.select('id-a');
  const page = before.page!;
  page.description = 'Mine.';
  page.spec.writeSchema('j:other');
  page.kind = 'rest';
  const rest = page.implementation as Extract<typeof page.implementation, { kind: 'rest' }>;
  page.writeImplementation({ ...rest, url: 'https://x', headers: [{ name: 'X-Key', value: 'typed' }] });
  before.add('fresh');
  await Promise.resolve();
  await first.flush();
  before.end();

  change('id-a', { version: '2' });
  const second = drafts.session<ToolFields>('tool');
  const after = new Tools(backend, second);
  await after.load();
  await second.ready;
  expect(['id-a', 'id-b', NEW].map((id) => after.hasUnsaved(id))).toEqual([true, false, true]);
  expect(after.add()).toBe(true);
  expect(after.page!.name).toBe('fresh');
  await after.select('id-a');
  expect(after.page).toMatchObject({ description: 'Mine.', kind: 'rest', isDirty: true, newer: { version: '2' } });
  expect(after.page!.spec.edit.schema).toBe('j:other');
  expect(after.page!.implementation).toMatchObject({ headers: [{ name: 'X-Key', value: 'typed' }] });
  const back = after.page!.discard();
  expect(after.page).toMatchObject({ description: 'Does a.', isDirty: false, newer: null });
  back();
  expect(after.page).toMatchObject({ description: 'Mine.', isDirty: true, newer: { version: '2' } });
  after.page!.keepMine();
  await after.save();
  await second.flush();
  expect(drafts.ids('tool')).toEqual([null]);
});
