/** Pause after which the window counts as left alone, in milliseconds. */
const QUIET = 3000;
const USES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Lets the web view forget the styles it computed, each time the window has been left alone for a moment.
 *
 * WebKitGTK keeps them for every element below one that sets a custom property, and lets go of them only when the style
 * sheets change: by the hour that comes to hundreds of megabytes. A sheet that comes and goes is such a change. What is on
 * the screen is then computed once more, which nobody waits for.
 */
export function forgetStylesWhenQuiet(): () => void {
  const sheet = new CSSStyleSheet();
  // It matches nothing, on purpose.
  sheet.replaceSync('.comes-and-goes { order: 0 }');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    // Computed once with the sheet: one that leaves before it was ever in use changes nothing.
    void document.body.offsetHeight;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
  const used = () => {
    clearTimeout(timer);
    timer = setTimeout(forget, QUIET);
  };
  for (const use of USES) addEventListener(use, used, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const use of USES) removeEventListener(use, used, { capture: true });
  };
}
