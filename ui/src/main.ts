/** Starts the window: styles, theme, then the shell. A page in a browser reaches the studio through the bridge instead. */
import '$kit/styles/index.css';
import { mount } from 'svelte';
import App from './App.svelte';

async function start() {
  if (import.meta.env.MODE !== 'production') await import('$lib/ipc/bridge').then((bridge) => bridge.connect());
  // Fetched while the library opens; the stage asks for it only afterwards.
  void import('$views/Library.svelte');
  const target = document.getElementById('app')!;
  if (import.meta.env.MODE !== 'production' && location.hash === '#/kit') {
    const { default: Gallery } = await import('$kit/gallery/Gallery.svelte');
    mount(Gallery, { target });
    document.documentElement.dataset.ready = 'true';
    return;
  }
  mount(App, { target });
}

void start();
