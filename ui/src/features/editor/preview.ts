/**
 * The page a preview shows: sanitised HTML in a frame of its own, without scripts, network or links that lead anywhere.
 *
 * The frame is sandboxed without scripts. It shares the studio's origin only so that the studio can write into it: the
 * text changes in place, keeps its scroll position, and is set in the studio's fonts.
 */
import { cspNonce } from '$lib/csp';

const ROLES = [
  '--surface',
  '--border',
  '--border-strong',
  '--text',
  '--text-muted',
  '--text-faint',
  '--track',
  '--danger',
  '--danger-soft',
  '--syn-link',
  '--surface-sunken',
  '--regular',
  '--semibold',
  '--mono-weight',
];

const STYLE = `
html { color-scheme: light dark; }
body { margin: 0; padding: 12px 16px 24px; background: var(--surface); color: var(--text); font: var(--regular) 13px/1.5 "Inter Variable", Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, h6 { margin: 14px 0 4px; color: var(--text); font-weight: var(--semibold); font-size: 13px; line-height: 1.35; }
h1 { margin-top: 0; font-size: 18px; letter-spacing: -.015em; } h2 { font-size: 14px; }
p { margin: 0 0 8px; } ul, ol { margin: 0 0 8px; padding-left: 20px; color: var(--text); } li { margin: 2px 0; } li > p { margin: 0; } li::marker { color: var(--text-faint); }
strong { color: var(--text); font-weight: var(--semibold); } a, .link { color: var(--syn-link); text-decoration: underline; text-decoration-color: color-mix(in oklab, currentColor 40%, transparent); text-underline-offset: 3px; }
code, pre { font: var(--mono-weight) 11.5px/1.5 "JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace; } code { padding: 1px 4px; border-radius: 3px; background: var(--track); color: var(--text); }
code.missing { background: var(--danger-soft); color: var(--danger); }
pre { margin: 0 0 8px; padding: 8px 10px; border: 1px solid var(--border); border-radius: 6px; background: var(--surface-sunken); overflow: auto; } pre code { padding: 0; background: none; }
blockquote { margin: 0 0 8px; padding-left: 10px; border-left: 2px solid var(--border-strong); } hr { border: 0; border-top: 1px solid var(--border); margin: 12px 0; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; margin: 0 0 8px; font-size: 12px; } th, td { padding: 3px 8px; border: 1px solid var(--border); text-align: left; vertical-align: top; overflow-wrap: break-word; } th { color: var(--text); font-weight: var(--semibold); }
img { max-width: 100%; } input { margin: 0 6px 0 0; }
::-webkit-scrollbar { width: 10px; height: 10px; } ::-webkit-scrollbar-thumb { border: 2px solid transparent; border-radius: 99px; background: var(--border-strong); background-clip: padding-box; }`;

/** The empty page, with its own policy: styles and fonts of the studio, pictures that come with the text, nothing else. */
export function previewShell(): string {
  const nonce = cspNonce();
  const styles = nonce ? `'nonce-${nonce}'` : "'unsafe-inline'";
  const policy = `default-src 'none'; img-src data:; font-src 'self'; style-src ${styles}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><meta http-equiv="Content-Security-Policy" content="${policy}"><style nonce="${nonce}">${fontFaces()}${STYLE}</style></head><body></body></html>`;
}

/** Writes the text and the theme's colours into the page. */
export function fillPreview(page: Document, html: string, missing: ReadonlySet<string>): void {
  const style = getComputedStyle(document.documentElement);
  for (const role of ROLES) page.documentElement.style.setProperty(role, style.getPropertyValue(role));
  page.body.replaceChildren(...inert(html, missing));
}

/** Takes every way out of a link, and marks names in code that no tool has. */
function inert(html: string, missing: ReadonlySet<string>): Node[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const link of parsed.querySelectorAll('a')) {
    const target = link.getAttribute('href');
    for (const name of link.getAttributeNames()) link.removeAttribute(name);
    link.className = 'link';
    if (target) link.title = target;
  }
  for (const code of parsed.querySelectorAll('code')) if (missing.has(code.textContent)) code.className = 'missing';
  return [...parsed.body.childNodes];
}

/** The window's font faces, with addresses that hold in the frame too. */
function fontFaces(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? document.baseURI })))
    .filter(({ rule }) => rule instanceof CSSFontFaceRule)
    .map(({ rule, base }) =>
      rule.cssText.replace(
        /url\(["']?([^"')]+)["']?\)/g,
        (_, address: string) => `url("${new URL(address, base).href}")`,
      ),
    )
    .join('\n');
}
