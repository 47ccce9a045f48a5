import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { recorded, recordedStudio } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import Overlays from './Overlays.svelte';
import seen from '../../fixtures/overlays.json';

const sources = import.meta.glob<string>(
  ['./features/**/*.svelte', './lib/**/*.svelte', './views/**/*.svelte', './*.svelte'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
/** What opens over a place, as the kit has it, or as bits-ui does where the kit's will not do. */
const OPENS = /<(?:Dialog|Sheet|Popover|Menu|ContextMenu|ConfirmDialog|Dialog\.Root)(?=[\s>])/g;

it('the list that the window is looked at by has everything that opens over a place', () => {
  const listed: Record<string, number> = {};
  for (const { file } of seen) listed[file] = (listed[file] ?? 0) + 1;
  const written: Record<string, number> = {};
  for (const [path, text] of Object.entries(sources)) {
    // `Overlays` calls each component it loads `Dialog`.
    if (path === './Overlays.svelte' || path.startsWith('./lib/testing/')) continue;
    const markup = text.replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '');
    const count = markup.match(OPENS)?.length ?? 0;
    if (count > 0) written[path.slice(2)] = count;
  }
  expect(listed).toEqual(written);
});

it('every text that scrolls by itself takes the keyboard, which WebKit gives to nothing that only scrolls', () => {
  const silent = Object.entries(sources).filter(([path, text]) => {
    if (path.startsWith('./lib/testing/')) return false;
    const [, style = ''] = text.split('<style');
    const scrolls = [...style.matchAll(/^ *(pre|ul)\b[^{},]*\{[^}]*overflow(?:-[xy])?: (?:hidden )?auto/gm)];
    const markup = text.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*/g, '');
    const tags = scrolls.flatMap(([, tag]) => [...markup.matchAll(new RegExp(`<${tag}(?=[\\s>])[^>]*`, 'g'))]);
    return tags.some(([tag]) => !/scrollsByKey|tabindex=/.test(tag));
  });
  expect(silent.map(([path]) => path)).toEqual([]);
});

it('no container query counts pixels, which the web view takes for those of the screen when the page is zoomed', () => {
  const styles = import.meta.glob<string>(['./**/*.svelte', './**/*.css'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const counted = Object.entries(styles).filter(([, text]) => /@container[^{]*\dpx/.test(text));
  expect(counted.map(([path]) => path)).toEqual([]);
});

describe('the keyboard after an overlay', () => {
  let trigger: HTMLButtonElement;
  beforeEach(() => {
    recordedStudio({ listScorers: vi.fn(() => []) });
    Object.assign(app, { rows: [], overlay: null, library: recorded('getLibrary') });
    app.history.clear();
    trigger = document.createElement('button');
    document.body.append(trigger);
    trigger.focus();
    return () => trigger.remove();
  });

  it('goes back to where it was before the palette', async () => {
    render(Overlays);
    app.overlay = 'palette';
    (await screen.findByRole('combobox')).focus();
    await fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await vi.waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('goes back there also from what the palette opened', async () => {
    render(Overlays);
    app.overlay = 'palette';
    (await screen.findByRole('combobox')).focus();
    app.overlay = 'shortcuts';
    await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy());
    app.overlay = null;
    await vi.waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('stays out of the way where the palette led elsewhere', async () => {
    render(Overlays);
    app.overlay = 'palette';
    (await screen.findByRole('combobox')).focus();
    app.go('map');
    app.overlay = null;
    await tick();
    expect(document.activeElement).not.toBe(trigger);
  });
});
