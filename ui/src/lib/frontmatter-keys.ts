/** Keys of the frontmatter as the studio knows them, and what clients make of each: nobody else reads their table. */
import { hostLabels, NOT_MEASURED, sourceOf } from '$lib/hosts';
import { FRONTMATTER_KEYS, type Host } from '$lib/ipc';

type Effect = (typeof FRONTMATTER_KEYS)[number]['effects'][number]['effect'];

/** A key, what it says, and what it comes to at whom. */
export interface FrontmatterKey {
  readonly key: string;
  /** Empty where no documentation has it. */
  readonly meaning: string;
  readonly is_standard: boolean;
  readonly effects: readonly { readonly clients: readonly Host[]; readonly effect: Effect }[];
}

export const frontmatterKeys: readonly FrontmatterKey[] = FRONTMATTER_KEYS;

const byKey: ReadonlyMap<string, FrontmatterKey> = new Map(frontmatterKeys.map((key) => [key.key, key]));

export const keyNamed = (key: string): FrontmatterKey | undefined => byKey.get(key);

/** What one client does, and what several do. */
const does: Record<Effect, readonly [string, string]> = {
  needs: ['requires it and skips skills without it', 'require it and skip skills without it'],
  reads: ['reads it', 'read it'],
  hides: ['hides the skill from its model if set', 'hide the skill from their models if set'],
  holds_back: ['hides the skill until a matching file is read', 'hide the skill until a matching file is read'],
  drops: ["skips the skill if it doesn't recognize the value", "skip the skill if they don't recognize the value"],
  ignores: ['ignores it', 'ignore it'],
};

const briefly: Record<Effect, string> = {
  needs: 'required',
  reads: 'read',
  hides: 'hides the skill',
  holds_back: 'hidden until matched',
  drops: 'read',
  ignores: 'ignored',
};

const list = new Intl.ListFormat('en');

const sentence = (clients: readonly Host[], effect: Effect) =>
  `${list.format(clients.map((client) => hostLabels[client]))} ${does[effect][clients.length === 1 ? 0 : 1]}.`;

/** What a key comes to at one client. */
export const effectAt = ({ effects }: FrontmatterKey, client: Host): Effect | undefined =>
  effects.find(({ clients }) => clients.includes(client))?.effect;

/** What a key comes to at one client, as a sentence; none of a client that nothing is known of. */
export function effectText(key: FrontmatterKey, client: Host): string | undefined {
  const effect = effectAt(key, client);
  return effect && sentence([client], effect);
}

/** What a key comes to, as sentences: at the client that comes first, then at the others. */
export function effectTexts(key: FrontmatterKey, first: Host | null): string[] {
  const own = first === null ? undefined : effectText(key, first);
  const others = key.effects.flatMap(({ clients, effect }) => {
    const rest = clients.filter((client) => client !== first);
    return rest.length > 0 ? [sentence(rest, effect)] : [];
  });
  const mark = own !== undefined && first !== null && sourceOf(first) !== undefined ? ` (${NOT_MEASURED})` : '';
  return own === undefined ? others : [`${own.slice(0, -1)}${mark}.`, ...others];
}

/** What a key comes to in a word or two at the client that comes first; where there is none, who reads it. */
export function readersOf(key: FrontmatterKey, first: Host | null): string {
  const effect = first === null ? undefined : effectAt(key, first);
  if (effect !== undefined) return briefly[effect];
  if (key.is_standard) return 'standard';
  const readers = key.effects.filter((each) => each.effect !== 'ignores').flatMap(({ clients }) => clients);
  return list.format(readers.map((client) => hostLabels[client]));
}
