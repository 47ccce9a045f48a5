/**
 * What live regions say, in words, for a web view that tells no screen reader of them: WebKitGTK's does not. An alert says
 * itself as soon as it is there, a status what it has become, a log what was added to it. None of them talks over what is
 * typed: a text is said once nothing has changed for a moment.
 */

const LIVE = '[role=status], [role=alert], [role=log], [aria-live]';
const UNHEARD = '[aria-hidden=true], [inert], [hidden]';
/** Pauses after the last change, in milliseconds. */
const QUIET = 500;
const SOON = 100;
/** Nobody listens to more letters at once. */
const MOST = 600;
/** Elements that stand within a sentence: no pause before or after them. */
const INLINE = new Set(['A', 'B', 'BDI', 'CODE', 'EM', 'I', 'KBD', 'MARK', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP']);

/** Hands what changes in live regions to `say`, until the returned function is called. */
export function followLiveRegions(say: (text: string) => void): () => void {
  /** What is to be said of each: parts that were added, or all of it. */
  const changed = new Map<Element, Set<Node> | 'all'>();
  const last = new WeakMap<Element, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    const said = [...changed].filter(([region]) => region.isConnected).map(([region, what]) => sayOf(region, what));
    changed.clear();
    const text = joined(said.filter((words) => words !== ''));
    if (text !== '') say(text.slice(0, MOST));
  }

  function sayOf(region: Element, what: Set<Node> | 'all'): string {
    if (region.closest(UNHEARD)) return '';
    if (what !== 'all') return joined([...what].filter((node) => node.isConnected).map(wordsOf));
    const words = wordsOf(region);
    if (words === last.get(region)) return '';
    last.set(region, words);
    return words;
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) for (const [region, what] of changesOf(record)) note(changed, region, what);
    if (changed.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(flush, [...changed.keys()].some(isAlert) ? SOON : QUIET);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

const isAlert = (region: Element) => region.getAttribute('role') === 'alert';

/** A log and a list of messages say what is new; of a sentence the whole has changed. */
const isAdditive = (region: Element) =>
  region.getAttribute('aria-atomic') !== 'true' && !region.matches('[role=status], [role=alert]');

function note(changed: Map<Element, Set<Node> | 'all'>, region: Element, what: Node | 'all') {
  const known = changed.get(region);
  if (what === 'all') changed.set(region, what);
  else if (known === undefined) changed.set(region, new Set([what]));
  else if (known !== 'all' && ![...known].some((node) => node.contains(what))) known.add(what);
}

/** The regions that one change is in, or that came with it. */
function changesOf({ target, type, addedNodes }: MutationRecord): [Element, Node | 'all'][] {
  const element = target instanceof Element ? target : target.parentElement;
  const region = element?.closest(LIVE);
  if (region?.getAttribute('aria-live') === 'off') return [];
  if (region && !isAdditive(region)) return [[region, 'all']];
  if (region)
    return (type === 'characterData' ? [target] : [...addedNodes]).filter(isWorded).map((node) => [region, node]);
  const alerts = [...addedNodes].flatMap((node) => (node instanceof Element ? alertsIn(node) : []));
  return alerts.map((alert) => [alert, 'all']);
}

const alertsIn = (node: Element): Element[] =>
  isAlert(node) ? [node] : node.firstElementChild ? [...node.querySelectorAll('[role=alert]')] : [];

const isWorded = (node: Node) => !(node instanceof Comment) && !(node instanceof Element && isOff(node));
const isOff = (node: Element) => node.getAttribute('aria-live') === 'off';

/** What a part of the page says, with commas where the eye sees a gap. */
export function wordsOf(node: Node): string {
  return joined(
    textOf(node)
      .split('\n')
      .map((part) => part.replace(/\s+/g, ' ').trim()),
  );
}

/** Its text, with a line for each block. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll('\n', ' ');
  if (!(node instanceof Element) || node.matches(UNHEARD) || isOff(node)) return '';
  // A cross without a word is for the eye: Tab leads to it, and says what it does.
  if (node.matches('button[aria-label]') && node.textContent.trim() === '') return '';
  const label = node.getAttribute('aria-label');
  if (label !== null && !node.matches(LIVE)) return `\n${label}\n`;
  const text = [...node.childNodes].map(textOf).join('');
  return INLINE.has(node.tagName) ? text : `\n${text}\n`;
}

/** Parts one after the other, each once, with a pause between. */
function joined(parts: string[]): string {
  const all = [...new Set(parts.filter((part) => part !== ''))];
  return all.reduce((text, part) => (text === '' ? part : `${text}${/[.,:;!?…]$/.test(text) ? '' : ','} ${part}`), '');
}
