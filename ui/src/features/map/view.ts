/** How the map was last looked at: kept between two openings. */

export interface View {
  viewport: { x: number; y: number; zoom: number } | null;
  collapsed: string[];
  mode: 'canvas' | 'list';
}

/** The view kept in `text`; what is missing or of another shape takes its default. */
export function readView(text: string | null): View {
  let kept: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read === 'object' && read !== null) kept = read as Record<string, unknown>;
  } catch {
    // Someone else's text: everything takes its default.
  }
  const viewport = kept['viewport'] as Record<string, unknown> | null | undefined;
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
  const { x, y, zoom } = viewport ?? {};
  const collapsed = Array.isArray(kept['collapsed']) ? kept['collapsed'].filter((key) => typeof key === 'string') : [];
  return {
    viewport: isNumber(x) && isNumber(y) && isNumber(zoom) && zoom > 0 ? { x, y, zoom } : null,
    collapsed,
    mode: kept['mode'] === 'list' ? 'list' : 'canvas',
  };
}
