import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (folder: string) => fileURLToPath(new URL(`./src/${folder}`, import.meta.url));

/** Modes: the default talks to the Tauri window; `mock` carries an in-memory studio for screenshots in Chromium. */
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), svelteTesting()],
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
