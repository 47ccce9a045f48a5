/** Items by key, in the order they come. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Each of them once, in the order first seen. */
export const unique = <T>(items: Iterable<T>): T[] => [...new Set(items)];

/** By key; of two with the same key the later one, at the earlier one's place. */
export const indexBy = <T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T> =>
  new Map([...items].map((item) => [key(item), item]));

/** A key for each item by which it can be told from all others: of equal names the second is `name 2`. */
export function keysOf<T>(items: Iterable<T>, nameOf: (item: T) => string): string[] {
  const seen = new Map<string, number>();
  return [...items].map((item) => {
    const name = nameOf(item);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}\n${times}`;
  });
}
