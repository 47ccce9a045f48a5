/** How long something took, as an author reads it: `0.04 ms`, `3.2 ms`, `840 ms`, `1.2 s`. */
export function duration(microseconds: number): string {
  const ms = microseconds / 1000;
  if (ms >= 999.5) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 9.95) return `${Math.round(ms)} ms`;
  return `${ms.toFixed(ms >= 0.1 ? 1 : 2)} ms`;
}
