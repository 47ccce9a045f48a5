import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));

/**
 * The overview of the map sets its background through a component's custom property, for which Svelte makes a wrapper
 * with an inline style. The window's policy refuses that; our own stylesheet gives the background instead.
 */
const withoutInlineStyle = {
  name: 'without-inline-style',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.includes('/@xyflow/svelte/') || !id.endsWith('/Minimap.svelte')) return null;
    const line = '--xy-minimap-background-color-props={bgColor}';
    if (!code.includes(line)) throw new Error(`${id} has changed: look whether it still makes an inline style.`);
    return { code: code.replace(line, ''), map: null };
  },
};

/** Modes: the default talks to the Tauri window; `mock` carries an in-memory studio for screenshots in Chromium. */
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [withoutInlineStyle, svelte(), svelteTesting()],
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
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 900,
  },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], setupFiles: ['src/test-setup.ts'], css: false },
}));
