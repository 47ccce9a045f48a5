/** Starts the window: styles, theme, then the shell. The `mock` mode puts an in-memory studio in the backend's place. */
import '$kit/styles/index.css';
import { mount } from 'svelte';
import App from './App.svelte';

async function start() {
  if (import.meta.env.MODE === 'mock') await import('$lib/ipc/mock').then((mock) => mock.install());
  // Fetched while the library opens; the stage asks for it only afterwards.
  void import('$views/Library.svelte');
  const target = document.getElementById('app')!;
  if (import.meta.env.MODE === 'mock' && location.hash === '#/kit') {
    const { default: Gallery } = await import('$kit/gallery/Gallery.svelte');
    mount(Gallery, { target });
    document.documentElement.dataset.ready = 'true';
    return;
  }
  mount(App, { target });
}

void start();
