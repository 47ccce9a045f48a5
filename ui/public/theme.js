// Runs before the first frame, so that a remembered theme never flashes; $lib/theme.svelte.ts owns it afterwards.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Storage can be switched off; the system's theme is used then.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
