/** The links that can still be drawn from a node, each in words. */
import type { MapLink, MapLinkKind, MapNode } from '$lib/ipc';
import { drawable, linkKey, linkWords } from './model';

export interface Connection {
  target: MapNode;
  kind: MapLinkKind;
  /** As in "requires"; a filing is said as what it makes of the node. */
  words: string;
}

export function connections(from: MapNode, targets: readonly MapNode[], links: readonly MapLink[]): Connection[] {
  const there = new Set(links.map((link) => link.key));
  return targets.flatMap((target) =>
    drawable(from.kind, target.kind)
      .filter((kind) => !there.has(linkKey(kind, from.key, target.key)))
      .map((kind) => ({ target, kind, words: linkWords[kind] })),
  );
}
