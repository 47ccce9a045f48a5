// Takes pictures of the built interface in Chromium, over the real studio: the quickest way to look at the window without one.
//
//   npm run build:bridge
//   node scripts/shot.mjs OUT.png [--view library|map|playground|evaluate|simulate|tools|kit] [--theme light|dark]
//       [--query 'delay=300&fail=save_file:stale'] [--studio=--empty | --studio='--library FILE' ...: what the bridge is started with]
//       [--size 1440x900] [--full] [--axe] [--do 'click:TEXT|SELECTOR' 'key:Control+k' 'type:words' 'wait:300' 'hover:SELECTOR' ...]
//
// Errors and warnings on the console end it with a failure. A `click` whose argument starts with `.`, `#` or `[` is a selector, otherwise the visible text. Several runs may share one build.
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    view: { type: 'string', default: 'library' },
    theme: { type: 'string', default: 'light' },
    query: { type: 'string', default: '' },
    size: { type: 'string', default: '1440x900' },
    dist: { type: 'string', default: join(root, 'dist-bridge') },
    full: { type: 'boolean', default: false },
    axe: { type: 'boolean', default: false },
    studio: { type: 'string', multiple: true, default: [] },
    do: { type: 'string', multiple: true, default: [] },
  },
});
const [out, ...steps] = positionals;
steps.unshift(...values.do);

// The bridge serves the page under the window's own policy, so that what the window would block is blocked here too.
const [program, ...before] = process.env.SKILL_STUDIO_BRIDGE
  ? [process.env.SKILL_STUDIO_BRIDGE]
  : ['cargo', 'run', '--quiet', '--package', 'studio-bridge', '--'];
const bridge = spawn(program, [...before, '--ui', values.dist, ...values.studio.flatMap((each) => each.split(' '))], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((found, failed) => {
  createInterface(bridge.stdout).once('line', found);
  bridge.once('error', failed);
  bridge.once('exit', (code) => failed(new Error(`the bridge ended with ${code}`)));
});

const [width, height] = values.size.split('x').map(Number);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
// Whatever the console complains of is a fault of the page: the run fails.
const complain = (text) => {
  console.error(text);
  process.exitCode = 1;
};
page.on(
  'console',
  (message) => ['error', 'warning'].includes(message.type()) && complain(`${message.type()}: ${message.text()}`),
);
page.on('pageerror', (error) => complain(`page: ${error.stack}`));
// Sandboxed frames, such as the preview, have no storage.
await page.addInitScript((theme) => window === window.top && localStorage.setItem('theme', theme), values.theme);
await page.goto(`${address}&${values.query}${values.view === 'kit' ? '#/kit' : ''}`);
await page.waitForSelector('html[data-ready=true]', { timeout: 15_000 });
const places = { map: '2', playground: '3', evaluate: '4', simulate: '5', tools: '6' };
if (values.view in places) await page.keyboard.press(`Control+${places[values.view]}`);

const perform = {
  click: (argument) =>
    (/^[.#[]/.test(argument)
      ? page.locator(argument).first()
      : page.getByText(argument, { exact: true }).first()
    ).click(),
  rightclick: (argument) => page.getByText(argument, { exact: true }).first().click({ button: 'right' }),
  hover: (argument) => page.locator(argument).first().hover(),
  key: (argument) => page.keyboard.press(argument),
  type: (argument) => page.keyboard.type(argument),
  focus: (argument) => page.locator(argument).first().focus(),
  wait: (argument) => page.waitForTimeout(Number(argument)),
  // Lets scripts drop files, which only the window system can do.
  emit: (argument) =>
    page.evaluate((text) => window.__TAURI_INTERNALS__.invoke('plugin:event|emit', JSON.parse(text)), argument),
};
for (const step of steps) {
  const at = step.indexOf(':');
  await perform[step.slice(0, at)](step.slice(at + 1));
}
await page.waitForTimeout(350);
if (out) await page.screenshot({ path: out, fullPage: values.full });

if (values.axe) {
  await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }),
  );
  for (const { id, impact, help, nodes } of violations) {
    console.log(`${impact} ${id}: ${help}`);
    for (const node of nodes.slice(0, 6))
      console.log(`   ${node.target.join(' ')}  ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
  }
  console.log(`axe: ${violations.length} kinds of violations`);
  if (violations.some(({ impact }) => impact === 'serious' || impact === 'critical')) process.exitCode = 1;
}
await browser.close();
bridge.removeAllListeners('exit');
bridge.kill('SIGINT');
