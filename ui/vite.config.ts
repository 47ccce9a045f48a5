import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));

/** Changes a library's text where it would not work in the window; fails when that text is not there any more. */
const changed = (name: string, file: string, changes: [before: string, after: string][]) => ({
  name,
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.split('?')[0]?.endsWith(file)) return null;
    for (const [before] of changes) {
      if (!code.includes(before)) throw new Error(`${id} has changed: look whether “${name}” is still needed.`);
    }
    return { code: changes.reduce((text, [before, after]) => text.replace(before, after), code), map: null };
  },
});

const fits = [
  // The overview of the map sets its background through a component's custom property, for which Svelte makes a wrapper
  // with an inline style. The window's policy refuses that; our own stylesheet gives the background instead.
  changed('without inline style', '/@xyflow/svelte/dist/lib/plugins/Minimap/Minimap.svelte', [
    ['--xy-minimap-background-color-props={bgColor}', ''],
  ]),
  // Prototypes are frozen in the window, and there an assignment cannot shadow what they have.
  changed('with frozen prototypes', '/d3-color/dist/d3-color.mjs', [
    [
      'prototype.constructor = constructor;',
      'Object.defineProperty(prototype, "constructor", { value: constructor, writable: true, configurable: true });',
    ],
    [
      'prototype[key] = definition[key];',
      'Object.defineProperty(prototype, key, { value: definition[key], writable: true, configurable: true, enumerable: true });',
    ],
  ]),
];

/** Modes: the default talks to the Tauri window; `bridge`, like `npm run dev`, also to the studio's bridge from a browser. */
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [...fits, svelte(), svelteTesting()],
  resolve: {
    alias: {
      $kit: source('kit'),
      $lib: source('lib'),
      $features: source('features'),
      $actions: source('actions'),
      $views: source('views'),
    },
  },
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: ['safari18'],
    outDir: mode === 'bridge' ? 'dist-bridge' : 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: ['index.html', 'asking.html'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
    css: false,
    // Files share one process, its modules and its page: starting these anew for each takes most of the time, and longer
    // than vitest waits on a loaded machine. src/test-setup.ts puts the page back; who mocks takes it back.
    isolate: false,
    // Each of them reads every module itself, so more gain little.
    maxWorkers: 2,
    // Machines are shared: what takes a second by itself may take a minute beside compilers.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 180_000,
  },
}));
