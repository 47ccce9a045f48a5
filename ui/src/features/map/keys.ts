/** Moving between nodes by arrow keys: to the nearest one in that direction. */
import type { MapPoint } from '$lib/ipc';

const directions: Record<string, MapPoint> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** The node to go to from another; null where there is none that way. Sideways distance counts double. */
export function neighbour(places: ReadonlyMap<string, MapPoint>, from: string, key: string): string | null {
  const [direction, start] = [directions[key], places.get(from)];
  if (!direction || !start) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const [other, place] of places) {
    if (other === from) continue;
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    // Within a column one goes to the next below or above, however the others are shifted.
    if (ahead <= 0 || (direction.y !== 0 && aside > 120)) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [other, cost];
  }
  return best;
}
